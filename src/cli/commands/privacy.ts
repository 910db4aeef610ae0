import { StreamNotFound } from '../../event-store/errors.ts';
import { firstOwn } from '../../event-store/foreign.ts';
import type { StreamEvent } from '../../event-store/port.ts';
import type { Foundation } from '../../foundation.ts';
import { forgetAnswers } from '../../http/requests/idempotency-keys.ts';
import { type ResourceDefinition, streamOf } from '../../kernel/definition/resource.ts';
import { assemble } from '../../main.ts';
import {
  erasePerson,
  formsNeeding,
  isBeingPaid,
  isOwed,
  isStillPaid,
  keptUntil,
  type Person,
  personOf,
  secondLook,
} from '../../people/erasure.ts';
import { heldAbout, heldAboutNobody, type Sources } from '../../people/personal-export.ts';
import { retireMasterKeys } from '../../privacy/master-keys.ts';
import { rewrapPersonalKeys } from '../../privacy/personal-keys.ts';
import { unwrittenFiles } from '../../processes/payments/files.ts';
import { taskToWrite } from '../../processes/tasks/task-log.ts';
import { registry } from '../../registry.ts';
import { ask, postgresDueStore } from '../../work/postgres-due-work.ts';
import { attached } from '../terminal/attach.ts';
import { UsageError } from '../terminal/errors.ts';
import { noted } from '../terminal/noted.ts';
import { counted, say } from '../terminal/print.ts';
import { showProgress } from '../terminal/progress.ts';

const PEOPLE: ReadonlySet<string> = new Set(['employee', 'contractor']);

/** The kind of person whose ids begin as this one does. */
const definitionOf = (id: string): ResourceDefinition => {
  const definition = registry.all.find(({ object, prefix }) => PEOPLE.has(object) && id.startsWith(`${prefix}_`));
  if (!definition)
    throw new UsageError(
      `${id} is not the id of a person: give the id of an employee, emp_…, or of a contractor, ctr_…`,
    );
  return definition;
};

const READABLE_ms = 60_000;

/** Waits until all that was appended can be read. @returns whether it can */
const allReadable = async ({ store, models }: Foundation): Promise<boolean> =>
  models.gate.followed(await store.head(), [], READABLE_ms);

/**
 * The person, when all that was appended can be read: what is still unread may be pay that is to be kept, or on its
 * way.
 */
const found = async (foundation: Foundation, id: string): Promise<Person> => {
  const { store, models } = foundation;
  const definition = definitionOf(id);
  const person = await personOf(store, definition, id).catch((error: unknown) => {
    throw error instanceof StreamNotFound ? new UsageError(`there is no ${definition.object} ${id}`) : error;
  });
  // Where no service runs, this process follows the log itself.
  await models.start();
  if (!(await allReadable(foundation)))
    throw new Error(
      `the read models do not catch up with the event log, so the records of ${id} may be incomplete; nothing was done (why: payroll projections list)`,
    );
  return person;
};

/**
 * Whether a person has no record, and never had one. An event that names a company is of a record, also where it was
 * altered and is passed over: a backup has it as it was, and the key is needed then.
 */
const isNobody = async ({ store }: Foundation, id: string): Promise<boolean> => {
  const isOfRecord = ({ metadata }: StreamEvent): boolean => metadata.company_id !== undefined;
  return (await firstOwn(streamOf(definitionOf(id).object, id), store, isOfRecord)) === undefined;
};

/**
 * Whether there is a key of somebody whom a task was to create and did not: what the task was to write is sealed under
 * it, and there is no record of the person.
 *
 * @param done what the command does
 * @throws an error while a task is still to create the person
 */
const isOfNobody = async (foundation: Foundation, id: string, done: 'erased' | 'exported'): Promise<boolean> => {
  const { store, sql } = foundation;
  if (!(await isNobody(foundation, id))) return false;
  const keys = await sql`select 1 from personal_keys where subject = ${id} and wrapped is not null`;
  if (keys.length === 0) return false;
  const task = await taskToWrite(id, store, postgresDueStore(sql));
  if (task !== undefined)
    throw new Error(`the task ${task} is still to create ${id}; nothing was ${done}: try again when it has ended`);
  // It may have created them before it ended.
  return isNobody(foundation, id);
};

/** What can be read of the person's company must be all that there is. */
const refuseParked = ({ models }: Foundation, { id, tenant }: Person, otherwise: string): void => {
  const parked = models.gate.readOnly(tenant);
  if (parked !== undefined)
    throw new Error(
      `the read model ${parked} cannot follow the company of ${id}, so the records of the person may be incomplete; ${otherwise} (why: payroll projections list)`,
    );
};

/** `payroll privacy erase`: destroys a person's key, unless the law requires the records to be kept. */
export const erase = (
  env: NodeJS.ProcessEnv,
  options: { employee: string; reason: string; force?: boolean },
): Promise<void> => {
  const { employee: id, reason, force = false } = options;
  noted(reason, '--reason');
  definitionOf(id);
  return attached(env, async (foundation) => {
    const { store, keys, models, clock, sql, files } = foundation;
    if (await isOfNobody(foundation, id, 'erased')) {
      await keys.erase(id);
      say(`${id} never came to be; what was to be written of them can no longer be read`);
      return;
    }
    const person = await found(foundation, id);
    if (!force) refuseParked(foundation, person, 'nothing was erased; --force erases nevertheless');
    const { services } = assemble(foundation, '');
    if (await isBeingPaid(person, models.reader, () => unwrittenFiles(services)))
      throw new Error(
        `a payment to ${id} is under way or in a file for the bank that is not written yet, or a payroll that they are on is being approved; nothing was erased, and --force does not change that: erase them when the payment has arrived or come to nothing, and such a file is written ("payroll payments files" lists them)`,
      );
    const today = clock.today();
    if (await isStillPaid(person, models.reader, today))
      throw new Error(
        `${id} is still to be paid: a work assignment of theirs is not archived, or a draft has a pay stub of theirs; nothing was erased, and --force does not change that: what they pay into a pension plan depends on the day of birth. Archive their work assignments, as of a day before the pay period of a regular payroll that is not to pay them, and approve or delete what is left`,
      );
    const owed = await isOwed(person, models.reader);
    const until = await keptUntil(person, models.reader);
    const needing = await formsNeeding(person, models.reader);
    // All of them together: --force passes over each.
    const them = needing === 1 ? 'it' : 'them';
    const against = [
      ...(owed
        ? [
            `a payment to ${id} came to nothing and was not made again: make it again, or pay it otherwise and record that with "payroll payments settle"; once they are erased it can only be paid otherwise`,
          ]
        : []),
      ...(until !== null && until >= today ? [`the pay records of ${id} must be kept by law until ${until}`] : []),
      ...(needing > 0
        ? [
            `${counted(needing, 'form')} of ${id} ${needing === 1 ? 'is' : 'are'} not done yet, and the file of each needs the name and the number that would be erased: file or delete ${them} first`,
          ]
        : []),
    ];
    if (against.length > 0 && !force)
      throw new Error(`nothing was erased (--force erases nevertheless):\n  ${against.join('\n  ')}`);
    await ask(sql, [secondLook(person, reason)]);
    const isPaid = await erasePerson(person, reason, {
      store,
      keys,
      read: models.reader,
      registry,
      occurred_at: clock.instant(),
      readable: async () => {
        if (!(await allReadable(foundation)))
          throw new Error(
            `the key of ${id} was destroyed, but the read models do not catch up with the event log and may still show personal data: run the same command again to remove it`,
          );
      },
    });
    // Answers may hold what was erased; who repeats a request is given one that is built again.
    await forgetAnswers(sql, `company:${person.tenant.company_id}`);
    // What can be made again is made without the person.
    await files.forgetDerived(person.tenant.company_id!);
    say(`${id} was erased: personal data of this person can no longer be read`);
    if (isPaid)
      say(
        '  a payroll that they are on began to be approved, or a payment to them to be made, at the same time: such a payment will fail for want of a bank account; pay them by hand',
      );
    if (needing > 0)
      say(
        `  ${counted(needing, 'form')} of theirs can no longer be sent to an agency: delete ${them}, and file ${them} by other means`,
      );
    if (owed)
      say(
        '  a payment to them came to nothing: a failed one is not made again, and a canceled one fails when its debit is made again; pay them by hand',
      );
    say('  other processes drop the key within 10 s; backups contain it until they are deleted');
  });
};

/** `payroll privacy export`: everything that is held about a person, one JSON object a line. */
export const exportPerson = (env: NodeJS.ProcessEnv, { employee: id }: { employee: string }): Promise<void> => {
  definitionOf(id);
  return attached(env, async (foundation) => {
    const { store, opened, models } = foundation;
    const progress = showProgress('looking through the log', { isPrinting: true });
    const started_ms = performance.now();
    const onProgress: Sources['onProgress'] = (read) =>
      progress.onProgress({ phase: 'reading', projections: [], ...read, elapsed_ms: performance.now() - started_ms });
    const sources = { store, opened, read: models.reader, onProgress };
    const held = async () => {
      if (await isOfNobody(foundation, id, 'exported')) return heldAboutNobody(id, sources);
      const person = await found(foundation, id);
      refuseParked(foundation, person, 'nothing was exported');
      return heldAbout(person, registry, sources);
    };
    try {
      for await (const line of await held()) say(JSON.stringify(line));
    } finally {
      progress.end();
    }
  });
};

/** Keys of files in one go. */
const FILES_AT_ONCE = 500;

/**
 * `payroll keys rewrap`: the last step of replacing MASTER_KEY. It may run while the service runs, and may be repeated.
 */
export const rewrapKeys = (env: NodeJS.ProcessEnv): Promise<void> =>
  attached(env, async ({ sql, keyring, files }) => {
    let wrapped = 0;
    const wrapAll = async (): Promise<number> => {
      let count = await rewrapPersonalKeys(sql, keyring, {
        onProgress: (done) => void process.stderr.write(`${wrapped + done} keys so far\n`),
      });
      for (let some = await files.rewrap(FILES_AT_ONCE); some > 0; some = await files.rewrap(FILES_AT_ONCE))
        count += some;
      wrapped += count;
      return count;
    };
    // Once more after the old key is in use no more: a process that has only that may just have wrapped under it.
    for (let isLast = false; !isLast; ) {
      const count = await wrapAll();
      isLast = (await retireMasterKeys(sql, keyring)) && count === 0;
    }
    process.stdout.write(`wrapped ${wrapped} keys under the current MASTER_KEY\n`);
  });
