import type { Position } from '../../event-store/port.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { recordEvents } from '../../kernel/definition/record-events.ts';
import { parseStream } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { contentFileOf, produceReport } from '../../reports/produce.ts';
import { report } from '../../reports/report.ts';
import { equal } from '../../values/condition.ts';
import type { ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { processOrigin } from '../managers/origin.ts';

const { created, deleted } = recordEvents(report);

/** Whether an event says that a person was erased. */
type IsErased = (event: { type: string }) => boolean;

/**
 * Makes the contents of reports, those of a company one after the other. Deletes the contents of deleted reports, and
 * contents that may name a person who was erased since.
 */
export const reportManager = (services: Services): ProcessManager => {
  const erased = services.registry.all.flatMap((definition) => recordEvents(definition).erased ?? []);
  const isErased: IsErased = ({ type }) => erased.some((declared) => declared.type === type);
  return {
    name: 'reports',
    handles: (event) => event.type === created.type || event.type === deleted.type || isErased(event),
    // One content may take a minute, so each report is a batch of its own.
    batchSize: 1,
    // The number of snapshots.
    concurrency: 2,
    handle: async ({ events, signal }) => {
      let last: Position | undefined;
      for (const event of events) last = latest([last, await follow(event, isErased, services, signal)]);
      return last;
    },
  };
};

const follow = async (
  event: ManagedEvent,
  isErased: IsErased,
  services: Services,
  signal: AbortSignal,
): Promise<Position | undefined> => {
  const origin = processOrigin('reports', event, event.id, services.clock.instant());
  const { id } = parseStream(event.stream);
  if (isErased(event)) {
    await deleteContentsBefore(event, services, signal);
    return undefined;
  }
  if (event.type === deleted.type) {
    await services.files.delete(contentFileOf(id), origin.tenant);
    return undefined;
  }
  const found = await services.read.get('report', origin.tenant, id);
  return found?.status === 'processing' ? produceReport(found, origin, services, signal) : undefined;
};

/** Deletes contents from before an erasure, which may name the person, including one that was being made then. */
const deleteContentsBefore = async (
  event: ManagedEvent,
  { read, files }: Services,
  signal: AbortSignal,
): Promise<void> => {
  const { partner_id = '', company_id } = event.metadata;
  const tenant = { partner_id, company_id };
  for await (const rows of read.pages('report', tenant, equal('status', 'completed'))) {
    signal.throwIfAborted();
    for (const { position, content } of rows)
      if (content && position !== null && BigInt(position) < event.position)
        await files.delete(content.file_id, tenant);
  }
};
