import pino from 'pino';
import { describe, expect, test } from 'vitest';
import type { Progress } from '../../../projections/feed/progress.ts';
import type { LogEvent } from '../../../src/event-store/port.ts';
import type { DomainEvent, RecordOf } from '../../../src/kernel/definition/resource.ts';
import type { Services } from '../../../src/kernel/definition/services.ts';
import { makeCompanyWork } from '../../../src/processes/managers/company-work.ts';
import { isUnfinished, type ManagedBatch, type ProcessManager } from '../../../src/processes/managers/manager.ts';
import { approvalManager } from '../../../src/processes/payroll/approval.ts';
import { journalManager } from '../../../src/processes/payroll/journal.ts';
import { type DueWorker, makeDueWorker } from '../../../src/work/due-work.ts';
import type { Appended } from '../../support/in-memory.ts';
import { makeMemoryProcessState } from '../../support/memory-process-state.ts';
import { type PayrollWorld, type PayrollWorldOptions, payrollWorld, SALARY } from '../../support/payroll-world.ts';
import { before } from '../../support/right-before.ts';
import { smallPages } from '../../support/small-pages.ts';
import { until } from '../../support/until.ts';

/**
 * An approval and the journal end their turn when other work waits, and continue there in the next: each thing is done
 * exactly once.
 */
interface Ready extends PayrollWorld {
  payroll: RecordOf<'payroll'>;
}

/** People, the first of whom has a second job: its stub waits for the first one's. */
const ready = async (people: number, options: PayrollWorldOptions = {}): Promise<Ready> => {
  const world = await payrollWorld(options);
  const { employee } = await world.hired({ rate: SALARY });
  await world.hired({ rate: SALARY, employee_id: employee.id });
  for (let i = 2; i < people; i++) await world.hired({ rate: SALARY });
  await world.populated();
  const [payroll] = await world.drafts();
  return { ...world, payroll: payroll! };
};

const begin = ({ given, payroll }: Ready) =>
  given.events('payroll', payroll.id, {
    type: 'PayrollApprovalStarted',
    data: { pay_schedule_id: payroll.pay_schedule_id! },
  });

/** Turns that end whenever other work waits, and it always does. */
const SHORT = { turn_ms: 0, stubs_at_once: 2 };

/** A journal with pages of two stubs. */
const smallJournal = (services: Services): ProcessManager => journalManager(smallPages(services, 2), SHORT);

/** The manager of several processes, which take the turns one after the other. */
const inTurn = (processes: readonly ProcessManager[]) => {
  const counts = { turns: 0, unfinished: 0 };
  const [first] = processes;
  const handle = async (batch: ManagedBatch) => {
    const handled = await processes[counts.turns++ % processes.length]!.handle(batch, undefined);
    if (isUnfinished(handled)) counts.unfinished += 1;
    return handled;
  };
  return { counts, manager: { ...first!, handle } };
};

const perStub = (events: readonly Appended[], type: string): number[] => {
  const times = new Map<string, number>();
  for (const event of events) if (event.type === type) times.set(event.id, (times.get(event.id) ?? 0) + 1);
  return [...times.values()];
};
/** Types and data of events, without ids and what derives from them. */
const gist = (events: readonly Appended[]): string[] =>
  events
    .map(
      ({ type, data }) =>
        `${type} ${JSON.stringify(data).replaceAll(/[a-z]+_[0-9A-HJKMNP-TV-Z]{26}|[0-9a-f-]{36}/g, '')}`,
    )
    .sort();

const PEOPLE = 7;

/** Approves and posts; what was appended. */
const approved = async (processes: number) => {
  const world = await ready(PEOPLE);
  const { services, managers } = world;
  const own = <M>(make: () => M): M[] => Array.from({ length: processes }, make);
  const approval = inTurn(processes === 0 ? [managers.approval] : own(() => approvalManager(services, SHORT)));
  const journal = inTurn(processes === 0 ? [managers.journal] : own(() => smallJournal(services)));
  const { events } = await world.when(async () => {
    await begin(world);
    await world.follow(approval.manager, journal.manager);
  });
  return { world, events, unfinished: [approval.counts.unfinished, journal.counts.unfinished] };
};

describe('an approval and its journal entries', () => {
  const whole = approved(0);

  test.each([1, 3])('are the same in many turns of %i processes as in one turn', async (processes) => {
    const inOneTurn = await whole;
    const { events, unfinished } = await approved(processes);
    for (const times of unfinished) expect(times).toBeGreaterThan(2);
    expect(perStub(events, 'PayStubClosed')).toEqual(Array.from({ length: PEOPLE }, () => 1));
    expect(gist(events)).toEqual(gist(inOneTurn.events));
    const { stubs } = events.find(({ type }) => type === 'PayrollApproved')!.data as { stubs: { id: string }[] };
    expect(stubs.map(({ id }) => id)).toEqual(stubs.map(({ id }) => id).toSorted());
  });

  test('are undone in turns too: each stub is reopened once, and each entry reversed once', async () => {
    const { world } = await approved(3);
    const { services, payroll } = world;
    const approval = inTurn([1, 2].map(() => approvalManager(services, SHORT)));
    const { events } = await world.when(async () => {
      const data = { pay_schedule_id: payroll.pay_schedule_id! };
      await world.given.events('payroll', payroll.id, { type: 'PayrollUnapprovalStarted', data });
      await world.follow(approval.manager, inTurn([1, 2].map(() => smallJournal(services))).manager);
    });
    expect(approval.counts.unfinished).toBeGreaterThan(0);
    expect(perStub(events, 'PayStubReopened')).toEqual(Array.from({ length: PEOPLE }, () => 1));
    expect(perStub(events, 'JournalEntryReversed')).toEqual(Array.from({ length: PEOPLE + 1 }, () => 1));
    expect(await world.stateOf('payroll', payroll.id)).toMatchObject({ status: 'draft', approval: null });
  });
});

test('an approval that is abandoned after several turns reopens the stubs that it closed, and approves nothing', async () => {
  const world = await ready(PEOPLE);
  const [assignment] = world.rows('work_assignment');
  await world.given.events('payroll', world.payroll.id, {
    type: 'PayrollStubsAdded',
    // This stub does not exist, so it cannot be closed.
    data: { stubs: [{ id: 'payst_7ZZZZZZZZZZZZZZZZZZZZZZZZZ', work_assignment_id: assignment!.id }] },
  });
  const approval = inTurn([1, 2, 3].map(() => approvalManager(world.services, SHORT)));
  const { types } = await world.when(async () => {
    await begin(world);
    await world.follow(approval.manager);
  });
  expect(approval.counts.unfinished).toBeGreaterThan(3);
  const closed = types.filter((type) => type === 'PayStubClosed').length;
  expect(types.filter((type) => type === 'PayStubReopened')).toHaveLength(closed);
  expect(types).not.toContain('PayrollApproved');
  expect((await world.stubs(world.payroll)).map(({ is_closed }) => is_closed)).toEqual(
    Array.from({ length: PEOPLE }, () => false),
  );
});

test('an approval ends its turns while it waits for population, and fails when population is parked', async () => {
  const world = await ready(2);
  const { gate } = world.services;
  let looks = 0;
  const followed: typeof gate.followed = async (position, follows = []) => {
    if (!follows.includes('population')) return gate.followed(position, follows);
    looks += 1;
    return false;
  };
  const services = { ...world.services, gate: { ...gate, followed, isStuck: () => looks === 3 } };
  const { counts, manager } = inTurn([approvalManager(services, SHORT)]);
  await begin(world);
  await expect(world.follow(manager)).rejects.toThrow('population did not pass');
  expect([looks, counts.unfinished]).toEqual([3, 2]);
});

/** One process's work as approvals on companies that are worlds of their own; their records have the same ids. */
const processOn = async () => {
  const listeners = new Map<string, Set<(message: string) => void>>();
  const { store: state, dueStore } = makeMemoryProcessState(
    {
      now_ms: () => performance.now(),
      notify: (channel, message) => {
        for (const listener of listeners.get(channel) ?? []) listener(message);
      },
      listen: (channel, listener) => {
        listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
        return () => void listeners.get(channel)?.delete(listener);
      },
    },
    'progress',
  );
  const { name, batchSize, concurrency, handles } = approvalManager((await ready(2)).services);
  const own = new Map<string, ProcessManager>();
  /** Which turns began and ended, in order: how long they take depends on the machine. */
  const history: { id: string; is: 'begun' | 'waiting' }[] = [];
  const manager: ProcessManager = {
    name,
    batchSize: batchSize!,
    concurrency: concurrency!,
    handles,
    handle: async (batch) => {
      const { id } = batch.events[0]!;
      history.push({ id, is: 'begun' });
      const handled = await own.get(id)!.handle(batch, undefined);
      history.push({ id, is: 'waiting' });
      return handled;
    },
  };
  const log = pino({ level: 'silent' });
  const nothing = () => undefined;
  const progress = { parkedIn: nothing, managerHandled: nothing, handledMessage: () => '', manager: nothing };
  const { kinds } = makeCompanyWork({
    managers: [manager],
    context: undefined,
    // Nothing of these is sealed, and each has the version of today.
    hydrate: async (events: readonly LogEvent[]) => events as unknown as DomainEvent[],
    progress: progress as unknown as Progress,
    state,
    log,
  });
  await state.register([{ name, from: 0n }]);
  await state.takeLeases('us', [name]);
  let position = 0n;
  const worker: DueWorker = makeDueWorker({ store: dueStore, kinds, log });
  await worker.start();
  return {
    concurrency,
    worker,
    /** The most turns of one other approval between two turns of the last one. */
    mostBeforeLast: (): number => {
      const last = [...own.keys()].at(-1)!;
      let most = 0;
      let before: Map<string, number> | undefined;
      for (const { id, is } of history) {
        if (id === last) before = is === 'waiting' ? new Map() : undefined;
        else if (is === 'begun' && before) {
          before.set(id, (before.get(id) ?? 0) + 1);
          most = Math.max(most, before.get(id)!);
        }
      }
      return most;
    },
    /** Begins the approval of a company. */
    begin: async (world: Ready): Promise<void> => {
      await begin(world);
      const { store } = world.services;
      const started = (await store.readStream(`payroll-${world.payroll.id}`)).at(-1)!;
      own.set(started.id, approvalManager(world.services, SHORT));
      history.push({ id: started.id, is: 'waiting' });
      const from = position++;
      const waiting = [{ scope: `company ${from}`, event: { ...started, position: await store.head() } }];
      await state.dispatch('us', { name, from, to: position, waiting, message: '' });
    },
  };
};

test('a small approval ends before large ones that fill the process, and waits for at most two turns of each', async () => {
  const AT_ONCE = 8;
  const LARGE = 16;
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = 0;
  const waits = () => {
    begun += 1;
    return released;
  };
  const larges: Ready[] = [];
  for (let i = 0; i < AT_ONCE; i++) larges.push(await ready(LARGE, { store: before('PayStubClosed', waits) }));
  const closedOf = (world: Ready) => world.rows('pay_stub').filter(({ is_closed }) => is_closed).length;
  let closedBefore: number[] = [];
  const small = await ready(2, {
    store: before('PayrollApproved', async () => {
      closedBefore = larges.map(closedOf);
    }),
  });
  const { concurrency, worker, mostBeforeLast, begin: start } = await processOn();
  try {
    expect(concurrency).toBe(AT_ONCE);
    for (const large of larges) await start(large);
    await until(() => begun === AT_ONCE);
    await start(small);
    release();
    const statusOf = async (world: Ready) => (await world.stateOf('payroll', world.payroll.id))?.status;
    const areAll = async (worlds: readonly Ready[]) =>
      (await Promise.all(worlds.map(statusOf))).every((status) => status === 'paid');
    await until(() => areAll([small]));
    // One turn that began just before it, and one that was due at the same moment.
    expect(mostBeforeLast()).toBeLessThanOrEqual(2);
    expect(Math.min(...closedBefore)).toBeLessThan(LARGE);
    await until(() => areAll(larges));
    for (const large of larges)
      expect((await large.stubs(large.payroll)).every(({ is_closed }) => is_closed)).toBe(true);
  } finally {
    await worker.stop();
  }
});
