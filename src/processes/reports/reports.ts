import type { Position } from '../../event-store/port.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { recordEvents } from '../../kernel/definition/record-events.ts';
import { parseStream } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import { forgetContent, giveUpReport, produceReport } from '../../reports/produce.ts';
import { report } from '../../reports/report.ts';
import { reportTypeOf } from '../../reports/types.ts';
import { equal } from '../../values/condition.ts';
import type { Text } from '../../values/text.ts';
import { PARKED_AFTER } from '../../work/port.ts';
import { isUnavailable } from '../managers/company-work.ts';
import type { ManagedBatch, ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { processOrigin } from '../managers/origin.ts';
import { APPROVAL_ms, afterApproval } from '../payroll/journal.ts';
import { awaitReadable } from '../payroll/stub-calculation.ts';

const { created, deleted } = recordEvents(report);

/** Whether an event says that a person was erased. */
type IsErased = (event: { type: string }) => boolean;

/**
 * Makes the contents of reports, those of a company one after the other. Deletes the contents of deleted reports, and
 * contents that may name a person who was erased since. A report that fails each time is given up before the company is
 * parked, so that none of this waits for it; so is one that ends each process which begins it.
 */
export const reportManager = (services: Services): ProcessManager => {
  const failures = makeFailures();
  const erased = services.registry.all.flatMap((definition) => recordEvents(definition).erased ?? []);
  const isErased: IsErased = ({ type }) => erased.some((declared) => declared.type === type);
  return {
    name: 'reports',
    handles: (event) => event.type === created.type || event.type === deleted.type || isErased(event),
    // One content may take a minute, so each report is a batch of its own.
    batchSize: 1,
    // The number of snapshots.
    concurrency: 2,
    givesUp: true,
    handle: async ({ events, ...taking }) => {
      let last: Position | undefined;
      for (const event of events)
        last = latest([last, await follow(event, isErased, services, { ...taking, failures })]);
      return last;
    },
  };
};

const follow = async (
  event: ManagedEvent,
  isErased: IsErased,
  services: Services,
  { signal, isGivenUp = false, failures }: Omit<ManagedBatch, 'events'> & { failures: Failures },
): Promise<Position | undefined> => {
  const origin = processOrigin('reports', event, event.id, services.clock.instant());
  const { id } = parseStream(event.stream);
  if (isErased(event)) {
    await deleteContentsBefore(event.position, origin.tenant, services, signal);
    return undefined;
  }
  if (event.type === deleted.type) {
    await forgetContent({ id }, origin, services);
    return undefined;
  }
  const found = await services.read.get('report', origin.tenant, id);
  // The process that recorded this may have died before it deleted what had been made.
  if (found?.status === 'failed') await forgetContent(found, origin, services);
  if (found?.status !== 'processing') return undefined;
  if (isGivenUp) {
    services.log.error({ report: id }, 'a report ended the processes that made it, and is reported as failed');
    return giveUpReport(found, endedText(origin), origin, services);
  }
  const faultOf = (error: unknown): Text | undefined => {
    if (isUnavailable(error) || signal.aborted || failures.after(id) < PARKED_AFTER) return undefined;
    services.log.error({ err: error, report: id }, 'a report failed too often, and is reported as failed');
    return brokenText(origin);
  };
  if (reportTypeOf(found.type).readsEntries) {
    // Of approvals since its creation too: it is made of what is there now.
    const now = { position: await services.store.head(), metadata: event.metadata };
    await afterApproval(now, services, Date.now() + APPROVAL_ms, () => signal.throwIfAborted());
  }
  return produceReport(found, origin, { signal, faultOf }, services);
};

/**
 * How often this process failed at a report. The tries of the company are more: while a read model cannot follow it,
 * none is begun.
 */
interface Failures {
  /** The number with one more. */
  after(report_id: string): number;
}

/** Reports whose failures a process counts; of one that is forgotten they are counted anew. */
const MOST_COUNTED = 1_000;

const makeFailures = (): Failures => {
  const counts = new Map<string, number>();
  return {
    after: (id) => {
      const count = (counts.get(id) ?? 0) + 1;
      counts.delete(id);
      if (count < PARKED_AFTER) counts.set(id, count);
      if (counts.size > MOST_COUNTED) counts.delete(counts.keys().next().value!);
      return count;
    },
  };
};

const endedText = ({ request_id }: Origin): Text => ({
  en: `The service ended each time that it was begun, so it is not begun again. Create one of fewer records, or name the request ${request_id} to support.`,
  fr: `Le service s'est arrêté chaque fois qu'il a commencé à le produire; il n'essaie plus. Créez-en un qui porte sur moins de données, ou indiquez la requête ${request_id} au soutien.`,
});

const brokenText = ({ request_id }: Origin): Text => ({
  en: `It could not be made because of an error of the service. Create it again, or name the request ${request_id} to support.`,
  fr: `Il n'a pas pu être produit à cause d'une erreur du service. Créez-le de nouveau, ou indiquez la requête ${request_id} au soutien.`,
});

/** Deletes contents from before an erasure, which may name the person, including one that was being made then. */
export const deleteContentsBefore = async (
  erased_at: Position,
  tenant: Tenant,
  services: Services,
  signal: AbortSignal,
): Promise<void> => {
  const { read, files } = services;
  // That the last one was made may be behind the erasure in the log.
  await awaitReadable(services);
  for await (const rows of read.pages('report', tenant, equal('status', 'completed'))) {
    signal.throwIfAborted();
    for (const { position, content } of rows)
      if (content && position !== null && BigInt(position) < erased_at) await files.delete(content.file_id, tenant);
  }
};
