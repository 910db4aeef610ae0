import { expect, test } from 'vitest';
import type { Position } from '../../../src/event-store/port.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { isUnfinished, type ProcessManager } from '../../../src/processes/managers/manager.ts';
import { presetManager } from '../../../src/processes/presets/presets.ts';
import { ALWAYS } from '../../../src/values/condition.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { type PayrollWorld, payrollWorld } from '../../support/payroll-world.ts';

/** Given items that are tied to a preset, when it changes, then the change is applied to each item once, in turns. */
const EACH = 90;
const PEOPLE = 6;
/** More than two pages. */
const ITEMS = EACH * PEOPLE;

const world = async (people = PEOPLE, each = EACH): Promise<PayrollWorld & { preset: RecordOf<'business_preset'> }> => {
  const made = await payrollWorld();
  const preset = await made.given.created('business_preset', {
    business_entity_id: made.employer.id,
    name: 'Parking',
    type: 'allowance',
    subtype: 'parking_allowance',
    title: 'Old',
  });
  for (let person = 0; person < people; person++) {
    const { assignment } = await made.hired();
    for (let n = 0; n < each; n++)
      await made.given.created('allowance', {
        work_assignment_id: assignment.id,
        business_preset_id: preset.id,
        amount: '40',
        frequency: 'per_payroll',
        effective_from: '2026-01-01',
      });
  }
  return { ...made, preset };
};

/** The manager, and after each of its turns how many items have the new title and whether work is left. */
const watched = (made: PayrollWorld, manager: ProcessManager) => {
  const turns: [number, boolean][] = [];
  const handle: ProcessManager['handle'] = async (batch, context) => {
    const handled = await manager.handle(batch, context);
    await made.services.read.count('allowance', made.tenant, ALWAYS);
    const changed = made.rows('allowance').filter(({ title }) => title === 'New');
    turns.push([changed.length, isUnfinished(handled)]);
    return handled;
  };
  return { turns, manager: { ...manager, handle } };
};

test('a changed preset is applied to a page of its items in each turn, to each item once', async () => {
  const made = await world();
  await made.given.changed('business_preset', made.preset.id, { title: 'New' });
  const { turns, manager } = watched(made, presetManager(made.services, { turn_ms: 0 }));
  const { events } = await made.when(() => made.follow(manager));
  expect(turns).toEqual([
    [250, true],
    [500, true],
    [ITEMS, true],
    [ITEMS, false],
  ]);
  expect(events).toHaveLength(ITEMS);
  expect(new Set(events.map(({ id }) => id)).size).toBe(ITEMS);
});

test('another process that takes the next turn does the rest, and nothing twice', async () => {
  const made = await world();
  await made.given.changed('business_preset', made.preset.id, { title: 'New' });
  const first = presetManager(made.services, { turn_ms: 0 });
  let appended: Position | undefined;
  const begins: ProcessManager = {
    ...first,
    handle: async (batch, context) => {
      const handled = await first.handle(batch, context);
      if (isUnfinished(handled)) appended = handled.appended;
      return undefined;
    },
  };
  await made.follow(begins);
  expect(appended).toBe(await made.services.store.head());
  const second = { ...presetManager(made.services), name: 'presets of another process' };
  const { events } = await made.when(() => made.follow(second));
  expect(events).toHaveLength(ITEMS - 250);
  expect(made.rows('allowance').filter(({ title }) => title === 'New')).toHaveLength(ITEMS);
});

test('of two changes in quick succession the first one sets its value, and the second one keeps that where it is to', async () => {
  const made = await world(1, 1);
  const change = (title: string, keep_existing_values: string) =>
    made.given.changed('business_preset', made.preset.id, { title, keep_existing_values });
  const titles = () => made.rows('allowance').map(({ title }) => title);
  await change('New', 'none');
  await change('Newer', 'all');
  await made.follow(presetManager(made.services));
  expect(titles()).toEqual(['New']);
  await change('Old', 'none');
  await change('Newest', 'none');
  await made.follow(presetManager(made.services));
  expect(titles()).toEqual(['Newest']);
});

test('an item that is tied in the moment of a change, and written after that was carried, has the value of the change', async () => {
  const made = await world(1, 1);
  const manager = presetManager(made.services);
  const [item] = made.rows('allowance');
  const { store } = made.services;
  const { append } = store;
  /** Has the preset change, and the change carried, after the next write was decided. */
  const meanwhile = (title: string) => {
    store.append = async (...asked) => {
      store.append = append;
      await made.given.changed('business_preset', made.preset.id, { title });
      await made.follow(manager);
      return append(...asked);
    };
  };
  const titles = async () => {
    await made.follow(manager);
    return made.rows('allowance').map(({ title }) => title);
  };
  meanwhile('New');
  await made.given.created('allowance', {
    work_assignment_id: item!.work_assignment_id,
    business_preset_id: made.preset.id,
    amount: '40',
    frequency: 'per_payroll',
    effective_from: '2026-01-01',
  });
  expect(await titles()).toEqual(['New', 'New']);
  await made.given.changed('allowance', item!.id, { business_preset_id: null });
  meanwhile('Newer');
  await made.given.changed('allowance', item!.id, { business_preset_id: made.preset.id });
  expect(await titles()).toEqual(['Newer', 'Newer']);
});

test('an item that was made after a change of its preset keeps what it took then', async () => {
  const made = await world(1, 1);
  const change = (title: string, keep_existing_values: string) =>
    made.given.changed('business_preset', made.preset.id, { title, keep_existing_values });
  await change('New', 'none');
  await change('Newer', 'all');
  made.clock.set('2027-01-01T00:00:00.000Z');
  await made.given.created('allowance', {
    work_assignment_id: made.rows('work_assignment')[0]!.id,
    business_preset_id: made.preset.id,
    title: 'Newer',
    amount: '40',
    frequency: 'per_payroll',
    effective_from: '2026-01-01',
  });
  await made.follow(presetManager(made.services));
  expect(made.rows('allowance').map(({ title }) => title)).toEqual(['New', 'Newer']);
});

test('a change that names what is gone by the time it is carried sets its other values all the same', async () => {
  const made = await world(1, 1);
  const code = (title: string) =>
    made.given.created('accounting_code', {
      business_entity_id: made.employer.id,
      code: title,
      title,
      type: 'expense',
    });
  const [first, second] = [await code('First'), await code('Second')];
  const change = (values: JsonObject) => made.given.changed('business_preset', made.preset.id, values);
  await change({ title: 'New', expense_accounting_code_id: first.id });
  await change({ expense_accounting_code_id: second.id });
  await made.given.deleted('accounting_code', first.id);
  await made.follow(presetManager(made.services));
  expect(made.rows('allowance')).toMatchObject([{ title: 'New', expense_accounting_code_id: second.id }]);
});

test('an income basis that a preset no longer gives leaves each benefit the one that it has, and the other values are set', async () => {
  const made = await payrollWorld();
  const preset = await made.given.created('business_preset', {
    business_entity_id: made.employer.id,
    name: 'Pension',
    type: 'employee_benefit',
    subtype: 'pension_rrsp',
    title: 'Old',
    income_basis: 'all_earnings',
    income_includes: [{ type: 'allowance' }],
  });
  const { assignment } = await made.hired();
  await made.given.created('employee_benefit', {
    work_assignment_id: assignment.id,
    business_preset_id: preset.id,
    amount: '5',
    amount_type: 'percent',
    frequency: 'per_payroll',
    effective_from: '2026-01-01',
  });
  await made.given.changed('business_preset', preset.id, { title: 'New', income_basis: null, income_includes: [] });
  await made.follow(presetManager(made.services));
  expect(made.rows('employee_benefit')).toMatchObject([
    { title: 'New', income_basis: 'all_earnings', income_includes: [] },
  ]);
});
