import type { ReadModels } from '../../../projections/read-models.ts';
import { resetToLog } from '../../../projections/rebuild/restored.ts';
import { attached } from '../terminal/attach.ts';
import { UsageError } from '../terminal/errors.ts';
import { counted, say } from '../terminal/print.ts';
import { showProgress } from '../terminal/progress.ts';
import { table } from '../terminal/table.ts';

/** `payroll projections list`: each read model with its position, and what stopped it. */
export const listProjections = (env: NodeJS.ProcessEnv, { json = false }: { json?: boolean }): Promise<void> =>
  attached(env, async ({ models, store }) => {
    const [all, head] = await Promise.all([models.status(), store.head()]);
    if (json) {
      for (const one of all)
        say(JSON.stringify(one, (_, value) => (typeof value === 'bigint' ? String(value) : value)));
      return;
    }
    const rows = all.map((one) => [
      one.name,
      String(one.version),
      String(one.generation ?? '-'),
      one.state,
      String(one.position),
      one.position < head ? 'behind' : 'at the head',
      one.fed ? 'yes' : 'no',
    ]);
    say(table(['projection', 'version', 'generation', 'state', 'position', 'log', 'fed'], rows, [1, 2, 4]));
    for (const { name, stopped } of all)
      if (stopped) say(`${name} stopped at event ${stopped.revision} of ${stopped.stream}: ${stopped.error}`);
    for (const { name, parked } of all)
      for (const { scope, stream, revision, error } of parked)
        say(`${name} is parked for ${scope} at event ${revision} of ${stream}: ${error}`);
  });

const checkNames = async (models: ReadModels, names: readonly string[]): Promise<void> => {
  const known = (await models.status()).map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new UsageError(`there is no projection ${unknown}; there are ${known.join(', ')}`);
};

/** `payroll projections rebuild`: builds the read models again beside the live ones, and swaps them in. */
export const rebuildProjections = (env: NodeJS.ProcessEnv, names: readonly string[]): Promise<void> =>
  attached(env, async ({ models }) => {
    await checkNames(models, names);
    const progress = showProgress('rebuilding');
    let events = 0;
    let elapsed_ms = 0;
    try {
      await models.rebuild(names.length > 0 ? names : undefined, (step) => {
        ({ events, elapsed_ms } = step);
        progress.onProgress(step);
      });
    } finally {
      progress.end();
    }
    const which = names.length > 0 ? names.join(', ') : 'all read models';
    say(`rebuilt ${which} from ${counted(events, 'event')} in ${(elapsed_ms / 1_000).toFixed(1)} s`);
    // Who rebuilds may want to heal that, and would take the end of the rebuild for it.
    for (const { name, parked } of await models.status())
      if (parked.length > 0 && (names.length === 0 || names.includes(name)))
        say(
          `${name} is still parked for ${parked.length === 1 ? '1 company' : `${parked.length} companies`}, where a rebuild leaves it: payroll projections list`,
        );
  });

/** `payroll projections verify`: folds the log again and compares every row. Fails when one differs or was left out. */
export const verifyProjections = (env: NodeJS.ProcessEnv, names: readonly string[]): Promise<void> =>
  attached(env, async ({ models }) => {
    await checkNames(models, names);
    const progress = showProgress('verifying');
    const found = await models
      .verify(names.length > 0 ? names : undefined, progress.onProgress)
      .finally(() => progress.end());
    say(
      table(
        ['projection', 'rows', 'differences'],
        found.map(({ projection, rows, differences }) => [projection, String(rows), String(differences)]),
        [1, 2],
      ),
    );
    for (const { shown } of found)
      for (const { table: name, id, kind, columns } of shown)
        say(`${name} ${id}: ${kind}${columns.length > 0 ? ` in ${columns.join(', ')}` : ''}`);
    const wrong = found.filter(({ differences }) => differences > 0).map(({ projection }) => projection);
    if (wrong.length > 0)
      throw new Error(
        `${wrong.join(', ')}: rows differ from the event log; where that was not altered (docs/auditing.md), rebuild them with: payroll projections rebuild`,
      );
    const parked = found.filter((one) => one.parked.length > 0);
    if (parked.length > 0)
      throw new Error(
        `${parked.map(({ projection, parked: { length } }) => `${projection}: ${length} parked`).join(', ')}; the rows of parked companies were not compared; payroll projections list shows why they are parked`,
      );
  });

/** `payroll projections reset`: after the event log was restored from an older backup than the database. */
export const resetProjections = (env: NodeJS.ProcessEnv): Promise<void> =>
  attached(env, async ({ sql, store }) => {
    await resetToLog(sql, await store.head());
    say('the database was reset to the end of the event log; the next start builds the read models');
  });
