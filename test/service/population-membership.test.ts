import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NewEvent } from '../../src/event-store/port.ts';
import { loadStream } from '../../src/kernel/changes/execute.ts';
import { membersOf } from '../../src/payrolls/events/list.ts';
import { type ByHand, pausedBefore, startByHand } from '../support/by-hand.ts';
import type { Body } from '../support/salaried.ts';

/** Who is on which payroll, whatever comes together and whatever is under way. */
let hand: ByHand;
let place: Awaited<ReturnType<typeof twoSchedules>>;

beforeAll(async () => {
  hand = await startByHand();
});
afterAll(() => hand.close());
beforeEach(async () => {
  place = await twoSchedules();
});

/** An employer with the schedules X and Y, and three people on X. */
const twoSchedules = async () => {
  const { company, call, entity } = await hand.employer();
  const schedule = (title: string) =>
    call('POST', '/pay_schedules', {
      business_entity_id: entity.id,
      title,
      pay_frequency: 'bi-weekly',
      anchor_pay_date: '2026-12-04',
      anchor_end_of_pay_period: '2026-11-29',
    });
  const [x, y] = [await schedule('X'), await schedule('Y')];
  const people: string[] = [];
  for (const first_name of ['Ada', 'Blaise', 'Chen']) {
    const person = await call('POST', '/employees', { first_name, last_name: 'Roy', date_of_birth: '1990-07-11' });
    people.push((await call('POST', '/work_assignments', { employee_id: person.id, pay_schedule_id: x.id })).id);
  }
  await hand.rest();
  const move = (person: string, to: Body) => call('PUT', `/work_assignments/${person}`, { pay_schedule_id: to.id });
  /** The schedules on whose drafts somebody stands, by the number of drafts. */
  const standings = async (person: string): Promise<Record<string, number>> => {
    const counted: Record<string, number> = {};
    const payrolls: Body[] = (await call('GET', '/payrolls?status=draft&per_page=100')).data;
    const titles = new Map(payrolls.map(({ id, data }) => [id, data.pay_schedule.id === x.id ? 'X' : 'Y']));
    for (const { data } of (await call('GET', `/pay_stubs?work_assignment_id=${person}&per_page=100`)).data) {
      const title = titles.get(data.payroll.id);
      if (title) counted[title] = (counted[title] ?? 0) + 1;
    }
    return counted;
  };
  const first = async (of: Body): Promise<Body> =>
    (await call('GET', `/payrolls?pay_schedule_id=${of.id}&per_page=1`)).data[0];
  const begin = (payroll: Body) => company.request('POST', `/payrolls/${payroll.id}/approve`, {});
  const statusOf = async (payroll: Body) => (await call('GET', `/payrolls/${payroll.id}`)).data.status;
  return { company, call, x, y, people, move, standings, first, begin, statusOf, entity };
};

/** Both schedules have three drafts left in the year. */
const DRAFTS = 3;

describe('a person who moved is on the drafts of one schedule', () => {
  test.each(['X', 'Y', 'the employer', 'the company'])('when the batch holds a change of %s as well', async (what) => {
    const { call, company, x, y, people, move, standings, entity } = place;
    const [ada, , chen] = people as [string, string, string];
    await move(ada, y);
    if (what === 'X') await call('PUT', `/pay_schedules/${x.id}`, { title: 'X, renamed' });
    if (what === 'Y') await call('PUT', `/pay_schedules/${y.id}`, { title: 'Y, renamed' });
    if (what === 'the employer') await call('PUT', `/business_entities/${entity.id}`, { name: 'Northlake' });
    if (what === 'the company')
      await hand.service.request('PUT', `/companies/${company.id}`, { name: 'N' }, hand.service.partnerSecret);
    await move(chen, y);
    await move(chen, x);
    await hand.rest();
    expect(await standings(ada)).toEqual({ Y: DRAFTS });
    expect(await standings(chen)).toEqual({ X: DRAFTS });
  });

  test.each([
    ['the one', 0],
    ['the other', 1],
  ] as const)(
    'and is corrected when %s schedule is populated, after a process died during the move',
    async (_which, at) => {
      const { call, x, y, people, move, standings } = place;
      await move(people[0]!, y);
      // A process that died behind this: on Y's drafts it was listed, X's were not looked at.
      const { store } = hand.services;
      let isAway = false;
      const append: typeof store.append = async (stream, events, expected) => {
        if (events.some(({ type }) => type === 'PayrollStubsRemoved')) isAway = true;
        if (isAway) throw new Error('the process is gone');
        return store.append(stream, events, expected);
      };
      await hand.population({ ...hand.services, store: { ...store, append } }).catch(() => {});
      await hand.readable();
      expect(await standings(people[0]!)).toEqual({ X: DRAFTS, Y: DRAFTS });
      await hand.skip();
      await call('PUT', `/pay_schedules/${[x, y][at].id}`, { title: 'renamed' });
      await hand.rest();
      expect(await standings(people[0]!)).toEqual({ Y: DRAFTS });
    },
  );
});

test('a person who moved and returned is on the right drafts, also when a delayed process had seen only the move', async () => {
  const { x, y, people, move, standings } = place;
  const [ada] = people as [string];
  await move(ada, y);
  const paused = pausedBefore(hand.services, 'PayrollStubsAdded');
  const late = hand.population(paused.services);
  await paused.there;
  await move(ada, x);
  await hand.rest();
  expect(await standings(ada)).toEqual({ X: DRAFTS });
  paused.letGo();
  await late;
  await hand.rest();
  expect(await standings(ada)).toEqual({ X: DRAFTS });
});

test('a payroll does not list a person whose stub was not made because the process died, and who moved before the retry', async () => {
  const { call, x, y, move, standings, first } = place;
  const person = await call('POST', '/employees', { first_name: 'Dov', last_name: 'Roy', date_of_birth: '1990-07-11' });
  const { id } = await call('POST', '/work_assignments', { employee_id: person.id, pay_schedule_id: x.id });
  await hand.population(failing('PayStubCreated', 0)).catch(() => {});
  await move(id, y);
  await hand.rest();
  expect(await standings(id)).toEqual({ Y: DRAFTS });
  const { events } = await loadStream(`payroll-${(await first(x)).id}`, hand.services);
  expect([...membersOf(events).values()]).not.toContain(id);
});

describe('while an approval is under way', () => {
  const archive = (person: string) => place.call('PUT', `/work_assignments/${person}`, { archived_at: '2026-01-01' });

  test.each(['moved', 'archived'])(
    'nobody who is %s leaves its payroll; afterwards they leave the others',
    async (how) => {
      const { x, y, people, move, standings, first, begin, statusOf } = place;
      const [ada] = people as [string];
      const payroll = await first(x);
      await begin(payroll);
      if (how === 'moved') await move(ada, y);
      else await archive(ada);
      await hand.population();
      await hand.approval();
      await hand.rest();
      expect(await statusOf(payroll)).toBe('paid');
      expect(await standings(ada)).toEqual(how === 'moved' ? { Y: DRAFTS } : {});
    },
  );

  test('a person who moved is removed from the payroll when the approval is abandoned', async () => {
    const { x, y, people, move, standings, first, begin, statusOf } = place;
    const [ada, blaise] = people as [string, string];
    const payroll = await first(x);
    await begin(payroll);
    await move(ada, y);
    await hand.population();
    await removeRaw(payroll, blaise);
    await hand.approval();
    await hand.rest();
    expect(await standings(ada)).toEqual({ Y: DRAFTS });
    expect(await statusOf(payroll)).toBe('draft');
    await begin(payroll);
    await hand.approval();
    expect(await statusOf(payroll)).toBe('paid');
  });

  test('a stub that was listed before the approval, but not made, is made', async () => {
    const { call, x, first, begin, statusOf } = place;
    const person = await call('POST', '/employees', {
      first_name: 'Dov',
      last_name: 'Roy',
      date_of_birth: '1990-07-11',
    });
    const { id } = await call('POST', '/work_assignments', { employee_id: person.id, pay_schedule_id: x.id });
    const payroll = await first(x);
    await hand.population(failing('PayStubCreated', 0)).catch(() => {});
    await begin(payroll);
    await hand.population();
    await hand.approval();
    expect(await statusOf(payroll)).toBe('paid');
    expect((await call('GET', `/pay_stubs?payroll_id=${payroll.id}&work_assignment_id=${id}`)).meta.total).toBe(1);
  });
});

test('a payroll that lists a removed stub can be approved again', async () => {
  const { x, y, people, move, first, begin, statusOf, standings } = place;
  const [ada, blaise] = people as [string, string];
  const payroll = await first(x);
  // As an older version left it: removed, though the payroll had not released them. One has gone, one still belongs.
  for (const person of [ada, blaise]) await removeRaw(payroll, person);
  await move(ada, y);
  await hand.readable();
  await begin(payroll);
  await hand.approval();
  expect(await statusOf(payroll)).toBe('draft');
  await hand.rest();
  await begin(payroll);
  await hand.approval();
  await hand.rest();
  expect(await statusOf(payroll)).toBe('paid');
  const paid = (await place.call('GET', `/pay_stubs?payroll_id=${payroll.id}`)).data;
  expect(paid.map(({ data }: Body) => data.work_assignment.id).sort()).toEqual(people.slice(1).sort());
  expect(await standings(ada)).toEqual({ Y: DRAFTS });
});

/** Services of a process to which the store fails from the n-th append on that holds an event of a type. */
const failing = (type: string, from: number) => {
  const { store } = hand.services;
  let seen = 0;
  const append: typeof store.append = async (stream, events, expected) => {
    if (events.some((event) => event.type === type) && seen++ >= from) throw new Error('the process is gone');
    return store.append(stream, events, expected);
  };
  return { ...hand.services, store: { ...store, append } };
};

/** Removes a stub behind its payroll's back. */
const removeRaw = async (payroll: Body, person: string) => {
  const { data } = await place.call('GET', `/pay_stubs?payroll_id=${payroll.id}&work_assignment_id=${person}`);
  const stream = `pay_stub-${data[0].id}`;
  const { store } = hand.services;
  const last = (await store.readStream(stream)).at(-1)!;
  const event: NewEvent = { id: crypto.randomUUID(), type: 'PayStubDeleted', data: {}, metadata: last.metadata };
  await store.append(stream, [event], last.revision);
  await hand.readable();
};
