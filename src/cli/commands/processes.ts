import { CHANNEL } from '../../../projections/feed/progress.ts';
import type { EventStore, Position } from '../../event-store/port.ts';
import { skipFailing, skipStream } from '../../processes/managers/skip.ts';
import { textIf } from '../../values/json.ts';
import type { Failing, ManagerStatus, ManagerStore } from '../../work/port.ts';
import { postgresDueStore } from '../../work/postgres-due-work.ts';
import { postgresManagerStore } from '../../work/postgres-managers.ts';
import { attached } from '../terminal/attach.ts';
import { UsageError } from '../terminal/errors.ts';
import { noted } from '../terminal/noted.ts';
import { say } from '../terminal/print.ts';
import { table } from '../terminal/table.ts';
import { companyOf } from './records.ts';

/** Failing work of companies that is listed, at most; where there is more, the command says so and fails. */
const MOST_LISTED = 1_000;

const asText = (value: unknown): string =>
  JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? String(member) : member));

const sentenceOf = (one: Failing): string =>
  `${one.manager} for ${one.scope} ${one.parked ? 'is parked' : 'failed'} after ${one.attempts} tries, ${one.held ? 'is being tried now' : `next try at ${one.due_at}`}, ` +
  `at event ${one.event_id} (${one.type}, ${one.revision} of ${one.stream}): ${one.error}`;

/**
 * `payroll processes list`: each process manager with its position, the companies whose work fails, and other work that
 * is not begun any more.
 */
export const listProcesses = (env: NodeJS.ProcessEnv, { json = false }: { json?: boolean }): Promise<void> =>
  attached(env, async ({ sql, store }) => {
    const state = postgresManagerStore(sql, CHANNEL);
    const [all, found, others, head] = await Promise.all([
      state.status(),
      state.failing(MOST_LISTED + 1),
      postgresDueStore(sql).givenUp(MOST_LISTED + 1),
      store.head(),
    ]);
    const failing = found.slice(0, MOST_LISTED);
    const givenUp = others.slice(0, MOST_LISTED);
    if (json) {
      for (const one of all) say(asText({ ...one, failing: failing.filter(({ manager }) => manager === one.name) }));
      for (const one of givenUp) say(asText({ name: one.kind, given_up: one }));
    } else {
      listAsText(all, failing, head);
      for (const { kind, key, payload, error } of givenUp)
        say(
          `${kind} of ${key} (${textIf(payload.company_id) ?? textIf(payload.partner_id) ?? 'of no company'}): ${error}`,
        );
    }
    if (Math.max(found.length, others.length) > MOST_LISTED)
      throw new Error(`more work fails than is listed: these are the first ${MOST_LISTED}`);
  });

const listAsText = (all: readonly ManagerStatus[], failing: readonly Failing[], head: Position): void => {
  const rows = all.map(({ name, position, running, waiting, parked }) => [
    name,
    String(position),
    position < head ? 'behind' : 'at the head',
    running ? 'yes' : 'no',
    String(waiting),
    String(parked),
  ]);
  say(table(['manager', 'position', 'log', 'running', 'companies waiting', 'parked'], rows, [1, 4, 5]));
  for (const one of failing) say(sentenceOf(one));
};

const checkManager = async (state: ManagerStore, name: string | undefined): Promise<void> => {
  if (name === undefined) return;
  const known = (await state.status()).map((one) => one.name);
  if (!known.includes(name)) throw new UsageError(`there is no manager ${name}; there are ${known.join(', ')}`);
};

/** @throws UsageError when there is no such company or partner */
const checkKnown = async (store: EventStore, id: string): Promise<void> => {
  if (!/^(cmp|ptn)_/.test(id)) throw new UsageError(`there is no company or partner ${id}`);
  await companyOf(store, id.startsWith('cmp_') ? 'company' : 'partner', id);
};

export interface RetryOptions {
  company: string;
  manager?: string;
}

/** `payroll processes retry`: retries the failed work of a company now, also what was given up. */
export const retryProcesses = (env: NodeJS.ProcessEnv, { company, manager }: RetryOptions): Promise<void> =>
  attached(env, async ({ sql, store }) => {
    const state = postgresManagerStore(sql, CHANNEL);
    await checkManager(state, manager);
    const which = manager === undefined ? { scope: company } : { scope: company, manager };
    const taken = manager === undefined ? await postgresDueStore(sql).takeUp(company) : 0;
    if ((await state.retry({ ...which, givenUp: true })) + taken > 0)
      return say(`the failed work of ${company} is retried now`);
    const failing = (await state.failing(MOST_LISTED, company)).filter(
      (one) => (manager ?? one.manager) === one.manager,
    );
    if (failing.length === 0) {
      await checkKnown(store, company);
      throw new Error(`${company} has no failed work; payroll processes list shows which companies have`);
    }
    say(
      `the failed work of ${company} is being tried at this moment; payroll processes list shows whether it fails again`,
    );
  });

export interface SkipOptions extends RetryOptions {
  event: string;
  reason: string;
}

/**
 * `payroll processes skip`: a process manager skips an event that it fails at. What follows from the event is not done.
 */
export const skipProcesses = (
  env: NodeJS.ProcessEnv,
  { company, manager, event, reason }: SkipOptions,
): Promise<void> => {
  noted(reason, '--reason');
  return attached(env, async ({ sql, store, clock }) => {
    const state = postgresManagerStore(sql, CHANNEL);
    await checkManager(state, manager);
    const failing = (await state.failing(MOST_LISTED, company)).filter(
      (one) => one.event_id === event && (manager ?? one.manager) === one.manager,
    );
    if (failing.length === 0) {
      await checkKnown(store, company);
      throw new UsageError(
        `no work of ${company} fails at event ${event}; payroll processes list shows the events that fail`,
      );
    }
    for (const one of failing) {
      await skipFailing(one, reason, { store, state, clock });
      say(`${one.manager} skips event ${event} of ${company}; this is recorded in ${skipStream(company)}`);
    }
  });
};
