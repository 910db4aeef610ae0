import { eventsBack } from '../../kernel/changes/reading.ts';
import type { DomainEvent } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { payrollApprovalStarted, payrollApproved, payrollStubsRecorded } from '../../payrolls/events/payroll.ts';

type Recorded = DomainEvent<{ stubs: { id: string; revision: string }[] }>;

/**
 * The stubs that approvals closed and do not list themselves, by the id of their event: the events that list them, in
 * order. Earlier versions told of these stubs by those events, so a delivery is still known by them.
 */
export type FurtherStubs = ReadonlyMap<string, readonly Recorded[]>;

/** Reads what the approvals among events do not list themselves: it stands between their start and them. */
export const furtherStubs = async (events: readonly DomainEvent[], services: Services): Promise<FurtherStubs> => {
  const further = new Map<string, Recorded[]>();
  for (const approved of events) {
    if (!payrollApproved.is(approved)) continue;
    const { stub_count, stubs } = approved.data;
    if (stub_count !== null && stub_count <= stubs.length) continue;
    const recorded: Recorded[] = [];
    for await (const event of eventsBack(approved.stream, services, approved.revision - 1n)) {
      if (payrollApprovalStarted.is(event)) break;
      if (payrollStubsRecorded.is(event)) recorded.unshift(event);
    }
    further.set(approved.id, recorded);
  }
  return further;
};
