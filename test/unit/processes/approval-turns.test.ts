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
import { until } from '../../support/until.ts';

/**
 * An approval and the journal make room where others wait, and go on from there: each thing is done once, and all of
 * it.
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

/** Each look whether others wait finds some. */
const SHORT = { turn_ms: 0, stubs_at_once: 2 };

/** A journal with pages of two stubs. */
const smallJournal = (services: Services): ProcessManager => {
  const { read } = services;
  const pages: typeof read.pages = (object, tenant, where) => read.pages(object, tenant, where, 2);
  const small = new Proxy(read, { get: (of, member) => (member === 'pages' ? pages : Reflect.get(of, member)) });
  return journalManager({ ...services, read: small }, SHORT);
};

/** A manager that several processes have, one for each turn in turn. */
const inTurn = (processes: readonly ProcessManager[]) => {
  const told = { turns: 0, roomMade: 0 };
  const [first] = processes;
  const handle = async (batch: ManagedBatch) => {
    const handled = await processes[told.turns++ % processes.length]!.handle(batch, undefined);
    if (isUnfinished(handled)) told.roomMade += 1;
    return handled;
  };
  return { told, manager: { ...first!, handle } };
};

const perStub = (events: readonly Appended[], type: string): number[] => {
  const times = new Map<string, number>();
  for (const event of events) if (event.type === type) times.set(event.id, (times.get(event.id) ?? 0) + 1);
  return [...times.values()];
};
/** What an event says, but for ids and what derives from them. */
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
  return { world, events, roomMade: [approval.told.roomMade, journal.told.roomMade] };
};

describe('an approval with its entries', () => {
  const whole = approved(0);

  test.each([1, 3])('in many turns, in %i processes, does the same as in one', async (processes) => {
    const inOneGo = await whole;
    const { events, roomMade } = await approved(processes);
    for (const times of roomMade) expect(times).toBeGreaterThan(2);
    expect(perStub(events, 'PayStubClosed')).toEqual(Array.from({ length: PEOPLE }, () => 1));
    expect(gist(events)).toEqual(gist(inOneGo.events));
    const { stubs } = events.find(({ type }) => type === 'PayrollApproved')!.data as { stubs: { id: string }[] };
    expect(stubs.map(({ id }) => id)).toEqual(stubs.map(({ id }) => id).toSorted());
  });

  test('that is undone takes turns too: every stub is reopened, and every entry reversed, once', async () => {
    const { world } = await approved(3);
    const { services, payroll } = world;
    const approval = inTurn([1, 2].map(() => approvalManager(services, SHORT)));
    const { events } = await world.when(async () => {
      const data = { pay_schedule_id: payroll.pay_schedule_id! };
      await world.given.events('payroll', payroll.id, { type: 'PayrollUnapprovalStarted', data });
      await world.follow(approval.manager, inTurn([1, 2].map(() => smallJournal(services))).manager);
    });
    expect(approval.told.roomMade).toBeGreaterThan(0);
    expect(perStub(events, 'PayStubReopened')).toEqual(Array.from({ length: PEOPLE }, () => 1));
    expect(perStub(events, 'JournalEntryReversed')).toEqual(Array.from({ length: PEOPLE + 1 }, () => 1));
    expect(await world.stateOf('payroll', payroll.id)).toMatchObject({ status: 'draft', approval: null });
  });
});

test('an approval that is given up between two turns opens what was closed, and approves nothing', async () => {
  const world = await ready(PEOPLE);
  const [assignment] = world.rows('work_assignment');
  await world.given.events('payroll', world.payroll.id, {
    type: 'PayrollStubsAdded',
    // Nobody has made it, so the last piece finds that it cannot be closed.
    data: { stubs: [{ id: 'payst_7ZZZZZZZZZZZZZZZZZZZZZZZZZ', work_assignment_id: assignment!.id }] },
  });
  const approval = inTurn([1, 2, 3].map(() => approvalManager(world.services, SHORT)));
  const { types } = await world.when(async () => {
    await begin(world);
    await world.follow(approval.manager);
  });
  expect(approval.told.roomMade).toBeGreaterThan(3);
  const closed = types.filter((type) => type === 'PayStubClosed').length;
  expect(types.filter((type) => type === 'PayStubReopened')).toHaveLength(closed);
  expect(types).not.toContain('PayrollApproved');
  expect((await world.stubs(world.payroll)).map(({ is_closed }) => is_closed)).toEqual(
    Array.from({ length: PEOPLE }, () => false),
  );
});

test('while it waits for population its turn may end, and it fails when population is parked', async () => {
  const world = await ready(2);
  const { gate } = world.services;
  let looks = 0;
  const followed: typeof gate.followed = async (position, follows = [], within_ms = 0) => {
    if (!follows.includes('population')) return gate.followed(position, follows);
    looks += 1;
    if (looks < 3) await new Promise((resolve) => setTimeout(resolve, within_ms));
    return false;
  };
  const services = { ...world.services, gate: { ...gate, followed } };
  const { told, manager } = inTurn([approvalManager(services, SHORT)]);
  await begin(world);
  await expect(world.follow(manager)).rejects.toThrow('population did not pass');
  expect([looks, told.roomMade]).toEqual([3, 2]);
});

/** One process's work as approvals on companies that are worlds of their own; their records have the same ids. */
const processOn = async () => {
  const heard = new Map<string, Set<(message: string) => void>>();
  const { store: state, dueStore } = makeMemoryProcessState(
    {
      now_ms: () => performance.now(),
      notify: (channel, message) => {
        for (const hear of heard.get(channel) ?? []) hear(message);
      },
      listen: (channel, hear) => {
        heard.set(channel, (heard.get(channel) ?? new Set()).add(hear));
        return () => void heard.get(channel)?.delete(hear);
      },
    },
    'progress',
  );
  const { name, batchSize, concurrency, handles } = approvalManager((await ready(2)).services);
  const own = new Map<string, ProcessManager>();
  /** What began and what waits from then on, in order: turns take as long as the machine makes them. */
  const course: { id: string; is: 'begun' | 'waiting' }[] = [];
  const manager: ProcessManager = {
    name,
    batchSize: batchSize!,
    concurrency: concurrency!,
    handles,
    handle: async (batch) => {
      const { id } = batch.events[0]!;
      course.push({ id, is: 'begun' });
      const handled = await own.get(id)!.handle(batch, undefined);
      course.push({ id, is: 'waiting' });
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
    /** How often, at most, work on one approval was taken up while the last that came waited for its next turn. */
    mostBeforeLast: (): number => {
      const last = [...own.keys()].at(-1)!;
      let most = 0;
      let before: Map<string, number> | undefined;
      for (const { id, is } of course) {
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
      course.push({ id: started.id, is: 'waiting' });
      const from = position++;
      const waiting = [{ scope: `company ${from}`, event: { ...started, position: await store.head() } }];
      await state.dispatch('us', { name, from, to: position, waiting, message: '' });
    },
  };
};

test('while as many large approvals are under way as a process works on at once, another company is paid, and passed by none of them more than twice while it waits for a turn', async () => {
  const AT_ONCE = 8;
  const LARGE = 16;
  let letGo = (): void => {};
  const going = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let begun = 0;
  const stands = () => {
    begun += 1;
    return going;
  };
  const larges: Ready[] = [];
  for (let i = 0; i < AT_ONCE; i++) larges.push(await ready(LARGE, { store: before('PayStubClosed', stands) }));
  const closedOf = (world: Ready) => world.rows('pay_stub').filter(({ is_closed }) => is_closed).length;
  let closedByThen: number[] = [];
  const small = await ready(2, {
    store: before('PayrollApproved', async () => {
      closedByThen = larges.map(closedOf);
    }),
  });
  const { concurrency, worker, mostBeforeLast, begin: hand } = await processOn();
  try {
    expect(concurrency).toBe(AT_ONCE);
    for (const large of larges) await hand(large);
    await until(() => begun === AT_ONCE);
    await hand(small);
    letGo();
    const statusOf = async (world: Ready) => (await world.stateOf('payroll', world.payroll.id))?.status;
    const areAll = async (worlds: readonly Ready[]) =>
      (await Promise.all(worlds.map(statusOf))).every((status) => status === 'paid');
    await until(() => areAll([small]));
    // One that was taken up just before it, and one that came back in the same moment.
    expect(mostBeforeLast()).toBeLessThanOrEqual(2);
    expect(Math.min(...closedByThen)).toBeLessThan(LARGE);
    await until(() => areAll(larges));
    for (const large of larges)
      expect((await large.stubs(large.payroll)).every(({ is_closed }) => is_closed)).toBe(true);
  } finally {
    await worker.stop();
  }
});
