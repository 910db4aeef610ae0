import type { Position } from '../../event-store/port.ts';
import { appendTo } from '../../kernel/changes/execute.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { inTurns } from '../../kernel/changes/write.ts';
import { eventsOf } from '../../kernel/definition/record-events.ts';
import { parseStream, streamOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { type UsageEvent, usageRecord } from '../../usage/usage-record.ts';
import { all, equal } from '../../values/condition.ts';
import { derivedId } from '../../values/ids.ts';
import type { ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { processOrigin } from '../managers/origin.ts';
import { APPROVAL_ms, afterApproval } from '../payroll/journal.ts';

const { created } = eventsOf('usage_record');

/** Pay stubs that are recorded together. */
const STUBS_AT_ONCE = 200;

/**
 * Records what a company is billed for: an employer when it first leaves preview, and each pay stub of a payroll when
 * that is first paid. The id of a record derives from its subject, so a payroll that is paid, reopened and paid again
 * counts once. Nobody waits for these records, so they come after the journal entries and payments of an approval.
 */
export const usageManager = (services: Services): ProcessManager => ({
  name: 'usage',
  handles: ({ stream }) => stream.startsWith('payroll-') || stream.startsWith('business_entity-'),
  // Part of the time it only waits for other managers.
  concurrency: 8,
  handle: async ({ events, signal }) => {
    let last: Position | undefined;
    // Only the last event of a record in the batch counts.
    const latestOf = new Map(events.map((event) => [event.stream, event]));
    for (const event of latestOf.values()) last = latest([last, await follow(event, services, signal)]);
    return last;
  },
});

const follow = async (event: ManagedEvent, services: Services, signal: AbortSignal): Promise<Position | undefined> => {
  const { object, id } = parseStream(event.stream);
  const origin = processOrigin('usage', event, '', event.metadata.occurred_at ?? services.clock.instant());
  const { read } = services;
  const record = async (usage: UsageEvent, record_id: string): Promise<Position | undefined> => {
    const at = Date.parse(origin.occurred_at);
    // The id derives from the subject alone, so recording it again makes no second record.
    const usage_id = derivedId(usageRecord.prefix, 0, `${usage}/${record_id}`);
    const appended = await appendTo(
      streamOf('usage_record', usage_id),
      'recorded',
      { ...origin, seed: `usage/${usage_id}`, mayRepeat: false },
      services,
      async ({ events }) =>
        events.length > 0 ? [] : [created({ event: usage, record_id, happened_at: new Date(at).toISOString() })],
      // Nearly always new, so the stream is not loaded first: the append finds an earlier record.
      'nothing',
    );
    return appended.position;
  };
  if (object === 'business_entity') {
    const entity = await read.get('business_entity', origin.tenant, id);
    return entity?.in_preview === false ? record('business_launched', id) : undefined;
  }
  const payroll = await read.get('payroll', origin.tenant, id);
  if (payroll?.status !== 'paid') return undefined;
  await afterApproval(event, services, Date.now() + APPROVAL_ms, () => signal.throwIfAborted());
  let last: Position | undefined;
  const closed = all(equal('payroll_id', id), equal('is_closed', true));
  for await (const stubs of read.pages('pay_stub', origin.tenant, closed, STUBS_AT_ONCE)) {
    signal.throwIfAborted();
    const positions = await inTurns(stubs, (stub) =>
      record(stub.contractor_id === null ? 'employee_paid' : 'contractor_paid', stub.id),
    );
    last = latest([last, ...positions]);
  }
  return last;
};
