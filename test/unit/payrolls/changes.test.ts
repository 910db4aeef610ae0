import { expect, test } from 'vitest';
import { PREFERRED } from '../../../src/kernel/calls/requests.ts';
import { TooManyRows } from '../../../src/kernel/definition/reader.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { listPayrollChanges } from '../../../src/payrolls/changes.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { type PayrollWorld, payrollWorld, SALARY } from '../../support/payroll-world.ts';

/** Given a payroll that was paid, when the next one is looked at, then what differs of it is told person by person. */

const changes = async (world: PayrollWorld, payroll: RecordOf<'payroll'>, query: JsonObject = {}) => {
  const { services, tenant } = world;
  const reply = await listPayrollChanges.run({
    ...{ tenant, params: { payroll: payroll.id }, query, body: undefined, origin: world.origin(), services },
    ...{ locale: 'en', preferences: PREFERRED, url: new URL('http://localhost') },
    choose: (types) => types[0]!,
  });
  // biome-ignore lint/suspicious/noExplicitAny: members of an answer
  return (reply.body as any).data;
};
/** A world whose first payroll is paid, with the next one. */
const paid = async (people: number) => {
  const world = await payrollWorld();
  const hired = [];
  for (let i = 0; i < people; i++) hired.push(await world.hired({ rate: SALARY }));
  await world.populated();
  const [first] = await world.drafts();
  const data = { pay_schedule_id: world.schedule.id };
  await world.given.events('payroll', first!.id, { type: 'PayrollApprovalStarted', data });
  const { approval, journal, payments } = world.managers;
  await world.follow(approval, journal, payments);
  await world.populated();
  return { world, first: first!, hired, next: (await world.drafts())[0]! };
};

test('the first payroll of a schedule is compared with none: everybody is new', async () => {
  const world = await payrollWorld();
  await world.hired({ rate: SALARY });
  await world.populated();
  const [first] = await world.drafts();
  const { compared_with, new_count, gone_count, gross, people } = await changes(world, first!);
  expect([compared_with, new_count, gone_count, gross]).toEqual([
    null,
    1,
    0,
    { before: 0, after: 2000, difference: 2000 },
  ]);
  expect(people).toMatchObject([{ change: 'new', name: 'Ada 0 Byron', lines: expect.any(Array) }]);
});

test('the first payroll after preview is compared with the last one that was paid in it', async () => {
  const { world, first, next } = await paid(1);
  await world.given.events('payroll', first.id, {
    type: 'PayrollConverted',
    data: { pay_schedule_id: world.schedule.id },
  });
  expect(await changes(world, next)).toMatchObject({
    compared_with: { id: first.id },
    ...{ new_count: 0, gone_count: 0, people: [] },
  });
});

test('people with equal pay are left out; new and missing people and differing lines are listed with amounts', async () => {
  const { world, first, hired, next } = await paid(3);
  const [, raised, gone] = hired;
  const phone = await world.given.created('allowance', {
    work_assignment_id: raised!.assignment.id,
    allowance_type: 'cell_phone_allowance',
    amount: '60',
    frequency: 'per_payroll',
    effective_from: '2026-11-15',
  });
  await world.given.changed('work_assignment', gone!.assignment.id, { archived_at: '2026-11-10' });
  const added = await world.hired({ rate: SALARY });
  await world.populated();
  const found = await changes(world, next);
  expect(found).toMatchObject({
    compared_with: { id: first.id, object: 'payroll' },
    ...{ new_count: 1, gone_count: 1, next_after: null },
    gross: { before: 6000, after: 6060, difference: 60 },
  });
  const told = (found.people as JsonObject[]).map(({ name, change, gross }) => [name, change, gross]);
  expect(told.sort()).toEqual([
    ['Ada 1 Byron', 'changed', { before: 2000, after: 2060, difference: 60 }],
    ['Ada 2 Byron', 'gone', { before: 2000, after: 0, difference: -2000 }],
    ['Ada 3 Byron', 'new', { before: 0, after: 2000, difference: 2000 }],
  ]);
  const of = (id: string) => found.people.find((one: JsonObject) => (one.work_assignment as JsonObject).id === id);
  const { lines } = of(raised!.assignment.id);
  expect(lines).toContainEqual({
    ...{ change: 'added', line_item_type: 'allowance', type: 'cell_phone_allowance', before: 0, after: 60 },
    recurrence: { id: phone.id, object: 'allowance', links: expect.anything() },
  });
  // What the law withholds of it changes with it, and nothing else.
  expect(new Set(lines.map((line: JsonObject) => `${line.change} ${line.line_item_type}`))).toEqual(
    new Set(['added allowance', 'changed statutory_withholding', 'changed employer_statutory_withholding']),
  );
  expect(of(added.assignment.id).lines.every((line: JsonObject) => line.change === 'added')).toBe(true);
  expect(of(gone!.assignment.id).lines.every((line: JsonObject) => line.change === 'ended')).toBe(true);
});

test('a page has the start of the next one, until all people were compared', async () => {
  const { world, next } = await paid(2);
  for (let i = 0; i < 3; i++) await world.hired({ rate: SALARY });
  await world.populated();
  const names: string[] = [];
  let after: string | null = null;
  do {
    const page: { people: { name: string }[]; next_after: string | null } = await changes(world, next, {
      per_page: 2,
      ...(after === null ? {} : { after }),
    });
    expect(page.people.length).toBeLessThanOrEqual(2);
    names.push(...page.people.map(({ name }) => name));
    after = page.next_after;
  } while (after !== null);
  expect(names.sort()).toEqual(['Ada 2 Byron', 'Ada 3 Byron', 'Ada 4 Byron']);
});

test('people are compared who have more line items than one read returns', async () => {
  const { world, next } = await paid(3);
  const { read } = world.services;
  /** Rows that one read returns at most, as if these people had thousands. */
  const most = 5;
  const limited = {
    ...read,
    find: async (...asked: Parameters<typeof read.find>) => {
      const { rows, more } = await read.first(...asked, most);
      if (more && asked[0].endsWith('_line_item')) throw new TooManyRows(asked[0], most);
      return more ? read.find(...asked) : rows;
    },
  } as unknown as typeof read;
  const raised = await world.hired({ rate: SALARY });
  await world.populated();
  const services = { ...world.services, read: limited };
  const { people } = await changes({ ...world, services }, next);
  expect(people).toMatchObject([{ change: 'new', work_assignment: { id: raised.assignment.id } }]);
});

test('twenty thousand people are compared in bounded steps: one answer compares a thousand', async () => {
  const { world, next } = await paid(1);
  const { read } = world.services;
  let asked = 0;
  const endless = {
    ...read,
    pages: async function* (...of: Parameters<typeof read.pages>) {
      if (of[0] !== 'work_assignment') return yield* read.pages(...of);
      const [row] = await read.find('work_assignment', world.tenant, { is: 'all', of: [] });
      for (;;) {
        asked += 50;
        yield Array.from({ length: 50 }, () => row!);
      }
    },
  } as unknown as typeof read;
  const services = { ...world.services, read: endless };
  const { people, next_after } = await changes({ ...world, services }, next);
  expect([people, asked, typeof next_after]).toEqual([[], 1_000, 'string']);
});
