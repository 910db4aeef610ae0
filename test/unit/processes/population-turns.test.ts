import { expect, test } from 'vitest';
import type { Reader } from '../../../src/kernel/definition/reader.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import {
  isUnfinished,
  type ManagedEvent,
  type ProcessManager,
  type Unfinished,
} from '../../../src/processes/managers/manager.ts';
import { populationManager } from '../../../src/processes/population/population.ts';
import { type PayrollWorld, payrollWorld, SALARY } from '../../support/payroll-world.ts';

/** Population ends its turn between two pages when other work waits, and continues there: each thing is done once. */
type Bookmark = Unfinished['bookmark'];
const PEOPLE = 7;
const PAGE = 3;
const DRAFTS = 4;
const signal = new AbortController().signal;
/** Far more than there are pages. */
const MOST_TURNS = 200;

interface Turns {
  world: PayrollWorld;
  assignments: RecordOf<'work_assignment'>[];
  /** The population of a process, whose turns end whenever other work waits. */
  process(): ProcessManager;
  /** The events that population is given, in the order of the log. */
  waiting(): Promise<ManagedEvent[]>;
  /** Stubs that were read by the page. */
  read: { stubs: number };
}

const given = async (people = PEOPLE): Promise<Turns> => {
  const world = await payrollWorld();
  const assignments: RecordOf<'work_assignment'>[] = [];
  for (let i = 0; i < people; i++) assignments.push((await world.hired({ rate: SALARY })).assignment);
  const { read } = world.services;
  const told = { stubs: 0 };
  const pages: Reader['pages'] = async function* (object, tenant, where) {
    for await (const page of read.pages(object, tenant, where, PAGE)) {
      if (object === 'pay_stub') told.stubs += page.length;
      yield page;
    }
  };
  const small = new Proxy(read, { get: (of, member) => (member === 'pages' ? pages : Reflect.get(of, member)) });
  const services = { ...world.services, read: small };
  const later = { nextYear: async () => {}, levies: async () => {} };
  const process = () => populationManager(services, later, { turn_ms: 0 });
  const { handles } = process();
  const waiting = async (): Promise<ManagedEvent[]> => {
    const found: ManagedEvent[] = [];
    const { store } = world.services;
    // Nothing of these is sealed, and each has the version of today.
    for await (const events of store.readAll({ after: 0n, upTo: await store.head() }))
      found.push(...(events.filter(handles) as unknown as ManagedEvent[]));
    return found;
  };
  return { world, assignments, process, waiting, read: told };
};

/** Turn after turn, each of the given process, until all is done. Gives how many there were. */
const turnsOf = async (events: ManagedEvent[], processOf: (turn: number) => ProcessManager): Promise<number> => {
  let bookmark: Bookmark;
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const handled = await processOf(turn).handle({ events, signal, bookmark }, undefined);
    if (!isUnfinished(handled)) return turn + 1;
    bookmark = handled.bookmark;
  }
  throw new Error(`it is not done after ${MOST_TURNS} turns`);
};

/** How often each thing was done: made, or calculated, by stub. */
const timesOf = (events: readonly { type: string; id: string }[], type: string): number[] => {
  const times = new Map<string, number>();
  for (const event of events) if (event.type === type) times.set(event.id, (times.get(event.id) ?? 0) + 1);
  return [...times.values()];
};
const once = (count: number): number[] => Array.from({ length: count }, () => 1);

test('work of many pages ends its turn after each page when other work waits, and is done in one turn when none waits', async () => {
  const { world, process, waiting } = await given();
  const events = await waiting();
  const manager = process();
  const made = await world.when(() => turnsOf(events, () => manager));
  const turns = made.result!;
  // Stubs of each draft, and the calculation of the next one, come to more than two pages each.
  expect(turns).toBeGreaterThan(5);
  expect(timesOf(made.events, 'PayStubCreated')).toEqual(once(PEOPLE * DRAFTS));
  expect(timesOf(made.events, 'PayStubCalculated')).toEqual(once(PEOPLE));
  const [next] = await world.drafts();
  expect((await world.stubs(next!)).map(({ employee_summary }) => employee_summary.gross)).toEqual(
    Array.from({ length: PEOPLE }, () => '2000'),
  );

  const other = await given();
  const alone = { events: await other.waiting(), signal, othersWait: async () => false };
  const whole = await other.world.when(() => other.process().handle(alone, undefined));
  expect(isUnfinished(whole.result)).toBe(false);
  expect(whole.types.toSorted()).toEqual(made.types.toSorted());
});

test('each turn continues where the previous one ended, in any process: together they read what one process would', async () => {
  const one = await given();
  const alone = one.process();
  await turnsOf(await one.waiting(), () => alone);

  const several = await given();
  const processes = [several.process(), several.process(), several.process()];
  const events = await several.waiting();
  const made = await several.world.when(() => turnsOf(events, (turn) => processes[turn % processes.length]!));
  expect(several.read.stubs).toBe(one.read.stubs);
  expect(timesOf(made.events, 'PayStubCreated')).toEqual(once(PEOPLE * DRAFTS));
  expect(timesOf(made.events, 'PayStubCalculated')).toEqual(once(PEOPLE));
});

test('when a process dies within a turn, another one does the rest, and nothing is done twice', async () => {
  const { world, process, waiting } = await given();
  const events = await waiting();
  const made = await world.when(async () => {
    // The bookmarks of the first turns are lost with their process: the next one starts at the beginning.
    for (let turn = 0; turn < 8; turn++) {
      const dies = process();
      let bookmark: Bookmark;
      for (let more = 0; more <= turn; more++) {
        const handled = await dies.handle({ events, signal, bookmark }, undefined);
        bookmark = isUnfinished(handled) ? handled.bookmark : undefined;
      }
    }
    const heir = process();
    await turnsOf(events, () => heir);
  });
  expect(timesOf(made.events, 'PayStubCreated')).toEqual(once(PEOPLE * DRAFTS));
  expect(timesOf(made.events, 'PayStubCalculated')).toEqual(once(PEOPLE));
});

test('events that come between two turns are handled after those in hand, also for stubs that are already done', async () => {
  const { world, assignments, process, waiting } = await given();
  const manager = process();
  let events = await waiting();
  const begun = events.at(-1)!.position;
  const handed: bigint[] = [];
  const paid = async (): Promise<unknown[]> => {
    const [next] = await world.drafts();
    if (!next) return [];
    return (await world.stubs(next)).map(({ employee_summary }) => employee_summary.gross);
  };
  let isRaised = false;
  let bookmark: Bookmark;
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const calculated = (await paid()).filter((gross) => gross === '2000').length;
    // Some of the stubs have been passed, and others not.
    if (!isRaised && calculated > 0 && calculated < PEOPLE) {
      for (const { id } of assignments)
        await world.given.created('pay_rate', { ...SALARY, rate: 27_000, title: 'B', work_assignment_id: id });
      events = await waiting();
      isRaised = true;
    }
    const handled = await manager.handle({ events, signal, bookmark }, undefined);
    if (!isUnfinished(handled)) break;
    const { done } = handled;
    bookmark = handled.bookmark;
    if (done === undefined) continue;
    handed.push(done);
    events = events.filter(({ position }) => position > done);
  }
  // The first ones were done, and taken out, before the later ones were begun.
  expect(handed).toEqual([begun]);
  expect(await paid()).toEqual(Array.from({ length: PEOPLE }, () => '3000'));
});
