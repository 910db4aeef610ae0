import { describe, expect, test } from 'vitest';
import type { Line } from '../../../src/calculation/index.ts';
import { FIXED_KINDS } from '../../../src/calculation/model/families.ts';
import { makeAggregate, makeFolder } from '../../../src/kernel/definition/fold.ts';
import type { DomainEvent, ResourceDefinition, State } from '../../../src/kernel/definition/resource.ts';
import { earningLineItem } from '../../../src/pay-items/earning-line-item.ts';
import { employeeBenefitLineItem } from '../../../src/pay-items/employee-benefit-line-item.ts';
import { FIXED_FAMILIES } from '../../../src/pay-items/fixed-families.ts';
import { fixedLineItems } from '../../../src/pay-items/fixed-items.ts';
import { payStubCalculated } from '../../../src/payrolls/events/pay-stub.ts';
import { registry } from '../../../src/registry.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import {
  created,
  expectExplained,
  expectInvalid,
  expectRefused,
  type Given,
  NEW_PARTNER,
  OLD_PARTNER,
  shown,
  whenCreated,
  whenDeleted,
  whenUpdated,
} from './decide.ts';

const aggregate = makeAggregate();
aggregate.set({ object: 'pay_stub', id: 'payst_1' }, {
  id: 'payst_1',
  payroll_id: 'payrl_1',
  work_assignment_id: 'wrk_1',
  period_start: '2026-01-04',
  period_end: '2026-01-17',
} as unknown as State);
const GIVEN = {
  aggregate,
  known: ['payst_1', 'payrt_1'],
  facts: { pay_rate: null, payroll_type: 'regular' },
} satisfies Given;

const KINDS: [string, ResourceDefinition, string][] = [
  ...FIXED_KINDS.map((kind): [string, ResourceDefinition, string] => [
    kind,
    fixedLineItems[kind],
    FIXED_FAMILIES[kind].type.example,
  ]),
  ['employee_benefit', employeeBenefitLineItem as unknown as ResourceDefinition, 'dental'],
  ['employer_benefit', registry.need('employer_benefit_line_item'), 'dental'],
  ['deduction', registry.need('deduction_line_item'), 'union_dues'],
  ['earning', earningLineItem as unknown as ResourceDefinition, 'bonus_discretionary'],
];

// Rules of line items are named by their numbers.
describe.each(KINDS)('a line item of kind %s', (kind, definition, type) => {
  const typeMember = `${kind}_type`;
  const bare: JsonObject = { pay_stub_id: 'payst_1', [typeMember]: type };
  const make = (change: JsonObject = {}, given: Given = GIVEN) =>
    whenCreated(definition, { ...bare, ...change }, given);
  const line = created(definition, { ...bare, custom_amount: 42.5 }, GIVEN);
  const managed: State = { ...line, is_managed: true, managed_amount: '50', custom_amount: null };
  const update = (previous: State, body: JsonObject) => whenUpdated(definition, previous, body, GIVEN);

  test('stores a line as the calculation uses it, with its owner', () => {
    const { events } = make({ custom_amount: '42.50' });
    expect(events[0]!.type).toMatch(/LineItemCreated$/);
    expect(events[0]!.data).toMatchObject({
      id: 'new_1',
      kind,
      type,
      pay_stub_id: 'payst_1',
      payroll_id: 'payrl_1',
      work_assignment_id: 'wrk_1',
      is_managed: false,
      custom_amount: '42.5',
      managed_amount: null,
      recurrence: null,
    });
    const stored: Line = line as unknown as Line;
    for (const member of ['custom_hours', 'pay_rate_id', 'managed_tag_assignment', 'component_settings'] as const)
      expect(stored).toHaveProperty(member);
  });

  test('4: has amount 0 without a custom and a managed amount', () => {
    expect(shown(definition, created(definition, bare, GIVEN))).toMatchObject({
      amount: 0,
      custom_amount: null,
      managed_amount: null,
      is_managed: false,
      line_item_type: kind,
      [typeMember]: { id: type, object: `${kind}_type` },
      recurrence: null,
      component_settings: { attributes_locked: false },
    });
  });

  test('1: has the custom amount, else the managed one', () => {
    expect(shown(definition, { ...managed, custom_amount: '10' })).toMatchObject({ amount: 10, managed_amount: 50 });
    expect(shown(definition, managed)).toMatchObject({ amount: 50, custom_amount: null });
  });

  test('5: requires a type unless a preset is given, and reports an unknown preset', () => {
    expectExplained(whenCreated(definition, { pay_stub_id: 'payst_1' }, GIVEN), typeMember, /required unless/);
    expectInvalid(make({ business_preset_id: 'bpr_1' }), 'business_preset_id');
    expectInvalid(make({ [typeMember]: 'no_such_type' }), typeMember);
    expectInvalid(whenCreated(definition, { [typeMember]: type }, GIVEN), 'pay_stub_id');
  });

  test.each([
    ['custom_amount', -1],
    ['custom_amount', '12.345'],
    ['custom_amount', 1e9],
    ['custom_amount', 'NaN'],
    ['managed_amount', 5],
    ['amount', 5],
    ['is_managed', true],
    ['component_settings', { locked: true }],
    ['title', 'x'.repeat(256)],
  ])('refuses %s %j', (member, value) => {
    const { status, issues } = make({ [member]: value });
    expect(status).toBe(422);
    expect(Object.keys(issues).every((path) => path.startsWith(member))).toBe(true);
  });

  test('accepts negative amounts on a correction payroll', () => {
    const { status, after } = make({ custom_amount: -1 }, { ...GIVEN, facts: { payroll_type: 'correction' } });
    expect([status, after?.custom_amount]).toEqual([200, '-1']);
  });

  test('6: accepts a code under either name, but not two codes', () => {
    expectInvalid(make({ expense_accounting_code_id: 'acc_1' }), 'expense_accounting_code_id');
    expectInvalid(make({ custom_liability_accounting_code_id: 'acc_1' }), 'custom_liability_accounting_code_id');
    const known = { ...GIVEN, known: [...GIVEN.known, 'acc_1', 'acc_2'] };
    const one = created(definition, { ...bare, expense_accounting_code_id: 'acc_1' }, known);
    expect(shown(definition, one)).toMatchObject({
      expense_accounting_code: { id: 'acc_1' },
      custom_expense_accounting_code: { id: 'acc_1' },
      managed_expense_accounting_code: null,
    });
    expect(shown(definition, { ...line, managed_expense_accounting_code_id: 'acc_2' })).toMatchObject({
      expense_accounting_code: { id: 'acc_2' },
      custom_expense_accounting_code: null,
    });
    const both = { expense_accounting_code_id: 'acc_1', custom_expense_accounting_code_id: 'acc_2' };
    expectExplained(
      whenCreated(definition, { ...bare, ...both }, known),
      'custom_expense_accounting_code_id',
      /the same as expense_accounting_code_id/,
    );
  });

  test('2: managed: only the custom amount may change, and other members are refused with their names', () => {
    expect(update(managed, { custom_amount: 45 }).events[0]!.data).toMatchObject({ custom_amount: '45' });
    expect(update({ ...managed, custom_amount: '45' }, { custom_amount: null }).events[0]!.data).toMatchObject({
      custom_amount: null,
    });
    const locked: JsonObject[] = [
      { title: 'Mine' },
      { external_ref: 'x' },
      { component_settings: { attributes_locked: true } },
    ];
    for (const body of locked)
      expectRefused(update(managed, body), new RegExp(`^${Object.keys(body)[0]} cannot change`));
    const other = registry.need(`${kind}_line_item`).fields[typeMember]!.write!.schema;
    const second = (other as unknown as { options: string[] }).options.find((value) => value !== type)!;
    expectRefused(update(managed, { [typeMember]: second }), new RegExp(`^${typeMember} cannot change`));
    expect(update(managed, { [typeMember]: type, custom_amount: 1 }).status).toBe(200);
  });

  test('2: managed: cannot be deleted; others can', () => {
    expectRefused(whenDeleted(definition, managed, GIVEN), /managed.*cannot be deleted/);
    expect(whenDeleted(definition, line, GIVEN).events[0]!.data).toEqual({ id: 'new_1', pay_stub_id: 'payst_1' });
  });

  test('shows the effective tags, and only when they are requested', () => {
    const tags = {
      unit: 'percentage',
      is_component_locked: false,
      tag_allocations: [{ tags: ['tag_1'], value: '60' }],
    };
    const asked = new Set(['tag_assignment', 'custom_tag_assignment']);
    expect(shown(definition, line)).not.toHaveProperty('tag_assignment');
    expect(shown(definition, { ...line, managed_tag_assignment: tags }, { asked })).toMatchObject({
      tag_assignment: { tag_allocations: [{ tags: ['tag_1'], value: 60 }] },
      custom_tag_assignment: null,
    });
  });

  test('selects by stub, and leaves managed lines out of bulk changes', () => {
    expect(definition.bulk!.skip).toEqual({ is: 'equal', column: 'is_managed', value: true });
    const draft = { payroll_id: { status: 'draft' } as unknown as State };
    const approved = { payroll_id: { status: 'approved' } as unknown as State };
    expect(definition.bulk!.selection.refuse!(draft)).toBeUndefined();
    expect(definition.bulk!.selection.refuse!(approved)!.en).toMatch(/only while it is a draft/);
  });

  test('a calculation creates, changes and removes lines', () => {
    const folder = makeFolder(registry);
    const event = (revision: bigint, lines: JsonObject[], removed: JsonObject[] = []): DomainEvent => ({
      id: `e${revision}`,
      type: payStubCalculated.type,
      stream: 'pay_stub-payst_1',
      revision,
      data: { lines, removed },
      metadata: { company_id: 'cmp_1', occurred_at: `2026-02-0${revision}T00:00:00.000000Z` },
    });
    const object = definition.object;
    const stored = {
      id: 'l_1',
      kind,
      type,
      pay_stub_id: 'payst_1',
      payroll_id: 'payrl_1',
      work_assignment_id: 'wrk_1',
    };
    const first = event(1n, [{ ...stored, is_managed: true, managed_amount: '50', custom_amount: null }]);
    expect(folder.touchedBy(first)).toContainEqual({ object, id: 'l_1' });
    const made = folder.foldStream([first]).get(object, 'l_1')!;
    expect(made).toMatchObject({
      ...stored,
      scope_id: 'cmp_1',
      managed_amount: '50',
      created_at: '2026-02-01T00:00:00.000000Z',
      version: '1',
    });
    const second = event(2n, [{ ...stored, is_managed: true, managed_amount: '60', custom_amount: null }]);
    expect(folder.foldStream([first, second]).get(object, 'l_1')).toMatchObject({
      managed_amount: '60',
      created_at: '2026-02-01T00:00:00.000000Z',
      updated_at: '2026-02-02T00:00:00.000000Z',
      version: '2',
    });
    const third = event(3n, [], [{ id: 'l_1', kind }]);
    expect(folder.foldStream([first, second, third]).get(object, 'l_1')).toBeUndefined();
  });
});

test.each(KINDS.filter(([kind]) => kind.endsWith('benefit')))(
  '9: a line of kind %s has no percent, in neither form',
  (kind, definition, type) => {
    const body = { pay_stub_id: 'payst_1', [`${kind}_type`]: type, custom_amount: 5 };
    for (const preferences of [NEW_PARTNER, OLD_PARTNER]) {
      const given: Given = { ...GIVEN, preferences };
      expectInvalid(whenCreated(definition, { ...body, percent: 5 }, given), 'percent');
      expect(shown(definition, created(definition, body, given), { preferences })).not.toHaveProperty('percent');
    }
  },
);

// The numbers are those of earning line items, which have rules beyond those of all.
describe('an earning line item', () => {
  const bare: JsonObject = { pay_stub_id: 'payst_1', earning_type: 'wage' };
  const make = (change: JsonObject = {}, given: Given = GIVEN) =>
    whenCreated(earningLineItem as unknown as ResourceDefinition, { ...bare, ...change }, given);

  test('9, 13: stores hours, a rate and vacation pay of the caller', () => {
    const facts = { pay_rate: { id: 'payrt_1', work_assignment_id: 'wrk_1' } as never };
    const { after } = make(
      { custom_hours: '7.5', pay_rate_id: 'payrt_1', accrued_vacation_pay: -3.25, custom_earned_on: '2026-01-17' },
      { ...GIVEN, facts },
    );
    expect(after).toMatchObject({
      custom_hours: '7.5',
      pay_rate_id: 'payrt_1',
      custom_accrued_vacation_pay: '-3.25',
      accrued_vacation_pay: '0',
    });
    expect(
      shown(earningLineItem as unknown as ResourceDefinition, { ...after!, accrued_vacation_pay: '-3.25' }),
    ).toMatchObject({
      hours: 7.5,
      managed_hours: null,
      accrued_vacation_pay: -3.25,
      earned_on: '2026-01-17',
      pay_rate: { id: 'payrt_1', object: 'pay_rate' },
      earning_type: { data: { supported_payroll_types: { regular: true, historical: true, off_cycle: true } } },
    });
  });

  test('refuses the pay rate of another work assignment, and an unknown one', () => {
    const facts = { pay_rate: { id: 'payrt_1', work_assignment_id: 'wrk_2' } as never };
    expectExplained(make({ pay_rate_id: 'payrt_1' }, { ...GIVEN, facts }), 'pay_rate_id', /pay stub's work assignment/);
    expectInvalid(make({ pay_rate_id: 'payrt_9' }), 'pay_rate_id');
    expectInvalid(make({ overtime_rate_id: 'ovr_1' }), 'overtime_rate_id');
  });

  test.each([
    ['custom_hours', 10_000],
    ['custom_hours', -1],
    ['custom_amount', 1_000_000],
    ['accrued_vacation_pay', 100_000],
    ['accrued_vacation_pay', -100_000],
    ['custom_earned_on', '2026-01-03'],
    ['custom_earned_on', '2026-01-18'],
    ['hours', 5],
  ])('15: refuses %s %j; the day must be in the pay period', (member, value) => {
    expectInvalid(make({ [member]: value }), member);
  });

  test('11: managed: custom hours may change too', () => {
    const managed = { ...make().after!, is_managed: true, managed_amount: '100' };
    const definition = earningLineItem as unknown as ResourceDefinition;
    expect(whenUpdated(definition, managed, { custom_hours: 8 }, GIVEN).events[0]!.data).toMatchObject({
      custom_hours: '8',
    });
    expectRefused(
      whenUpdated(definition, managed, { accrued_vacation_pay: 8 }, GIVEN),
      /^accrued_vacation_pay cannot change/,
    );
  });
});
