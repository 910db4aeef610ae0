import { describe, expect, test } from 'vitest';
import { fixedItems } from '../../../src/pay-items/fixed-items.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { created, expectExplained, expectInvalid, shown, whenCreated, whenDeleted, whenUpdated } from './decide.ts';

const EMPLOYEES = { known: ['wrk_1'], facts: { assignment: { employee_id: 'emp_1' } } };
const CONTRACTORS = { known: ['wrk_1'], facts: { assignment: { employee_id: null, contractor_id: 'ctr_1' } } };

const { allowance } = fixedItems;

const PHONE: JsonObject = {
  work_assignment_id: 'wrk_1',
  allowance_type: 'cell_phone_allowance',
  amount: 60,
  frequency: 'per_month',
  effective_from: '2026-01-01',
};

const make = (change: JsonObject = {}) => whenCreated(allowance, { ...PHONE, ...change }, EMPLOYEES);
const without = (member: string) => {
  const { [member]: _, ...rest } = PHONE;
  return whenCreated(allowance, rest, EMPLOYEES);
};

describe('creating an allowance', () => {
  test('stores what was sent, with amounts as text', () => {
    const { events } = make({ amount: '60.50', title: 'Phone', external_ref: 'ref-1' });
    expect(events).toHaveLength(1);
    expect(events[0]!.type).toBe('AllowanceCreated');
    expect(events[0]!.data).toMatchObject({
      work_assignment_id: 'wrk_1',
      allowance_type: 'cell_phone_allowance',
      amount: '60.5',
      title: 'Phone',
      effective_from: '2026-01-01',
      effective_to: null,
      business_preset_id: null,
      external_ref: 'ref-1',
    });
  });

  test('recurring items 3: per_month defaults to by_period_start_date and the first payroll of the month', () => {
    expect(make().after).toMatchObject({ date_basis: 'by_period_start_date', pay_period_cadence: [1] });
    for (const frequency of ['once', 'per_payroll'])
      expect(make({ frequency }).after).toMatchObject({ date_basis: null, pay_period_cadence: null });
  });

  test('is shown with its type in the language of the request, and amounts as numbers', () => {
    const state = created(allowance, { ...PHONE, title: 'Phone', title_translations: { fr: 'Téléphone' } }, EMPLOYEES);
    expect(shown(allowance, state)).toMatchObject({
      work_assignment: { id: 'wrk_1', object: 'work_assignment', links: { self: '/work_assignments/wrk_1' } },
      allowance_type: {
        id: 'cell_phone_allowance',
        object: 'allowance_type',
        data: { type: 'cell_phone_allowance', label: 'Cell phone allowance' },
        links: { self: '/allowance_types/cell_phone_allowance' },
      },
      title_translated: 'Phone',
      amount: 60,
      business_preset: null,
    });
    const french = shown(allowance, state, { locale: 'fr' });
    expect(french).toMatchObject({
      title_translated: 'Téléphone',
      allowance_type: { data: { label: 'Allocation pour téléphone cellulaire' } },
    });
  });

  test('shows tags only when they are requested', () => {
    const tag_assignment = { unit: 'percentage', tag_allocations: [] };
    const state = created(allowance, { ...PHONE, tag_assignment }, EMPLOYEES);
    expect(shown(allowance, state)).not.toHaveProperty('tag_assignment');
    expect(shown(allowance, state, { asked: new Set(['tag_assignment']) })).toHaveProperty('tag_assignment', {
      ...tag_assignment,
      is_component_locked: false,
    });
  });

  test('refuses missing members with their names', () => {
    for (const member of ['work_assignment_id', 'amount', 'frequency', 'effective_from'])
      expectInvalid(without(member), member);
    expectExplained(without('allowance_type'), 'allowance_type', /required unless business_preset_id/);
  });

  test('recurring items 5: with a preset in place of the type, only an unknown preset is reported', () => {
    const { allowance_type: _, ...untyped } = PHONE;
    expectExplained(
      whenCreated(allowance, { ...untyped, business_preset_id: 'bpr_1' }, EMPLOYEES),
      'business_preset_id',
      /no business preset/,
    );
    expect(make({ business_preset_id: null }).status).toBe(200);
  });

  test.each([
    ['amount', '12.345'],
    ['amount', 1e9],
    ['amount', 'NaN'],
    ['amount', -1],
    ['amount', 99_999.01],
    ['allowance_type', 'yacht_allowance'],
    ['frequency', 'fortnightly'],
    ['effective_from', '2026-02-30'],
    ['effective_to', 'tomorrow'],
    ['date_basis', 'by_mood'],
    ['title', 'x'.repeat(256)],
    ['external_ref', 'x'.repeat(256)],
    ['title', 'a\u0000b'],
    ['percent', 5],
    ['title_translations', 'Phone'],
  ])('refuses %s %j', (member, value) => {
    expectInvalid(make({ [member]: value }), member);
  });

  test.each([[[0]], [[]], [[1, 1]], [[-2]], [[32]], [[1.5]]])('refuses the cadence %j', (cadence) => {
    const { status, issues } = make({ pay_period_cadence: cadence });
    expect(status).toBe(422);
    expect(Object.keys(issues)[0]).toMatch(/^pay_period_cadence(\.0)?$/);
  });

  test('accepts -1 as the last payroll of the month', () => {
    expect(make({ pay_period_cadence: [1, -1], date_basis: 'by_pay_date' }).after).toMatchObject({
      pay_period_cadence: [1, -1],
      date_basis: 'by_pay_date',
    });
  });

  test('refuses a cadence or date basis with another frequency, naming each', () => {
    const then = make({ frequency: 'per_payroll', date_basis: 'by_pay_date', pay_period_cadence: [1] });
    expectInvalid(then, 'date_basis', 'pay_period_cadence');
    expect(then.issues.date_basis!.en).toMatch(/per_month only/);
    expect(make({ frequency: 'once', date_basis: null, pay_period_cadence: null }).status).toBe(200);
  });

  test('refuses an end before the start', () => {
    expectExplained(make({ effective_to: '2025-12-31' }), 'effective_to', /before effective_from \(2026-01-01\)/);
    expect(make({ effective_to: '2026-01-01' }).status).toBe(200);
  });

  test("refuses a contractor's work assignment and an unknown one", () => {
    expectExplained(whenCreated(allowance, PHONE, CONTRACTORS), 'work_assignment_id', /employee's work assignment/);
    expectExplained(whenCreated(allowance, PHONE, { facts: {} }), 'work_assignment_id', /no work assignment/);
  });

  test('refuses ids of accounting codes while none are served', () => {
    const then = make({ expense_accounting_code_id: 'acc_1', liability_accounting_code_id: 'acc_2' });
    expectInvalid(then, 'expense_accounting_code_id', 'liability_accounting_code_id');
  });

  test('refuses unknown tags, each at its place, and shares of more than 100 percent', () => {
    const tags = (value: number, ...ids: string[]) => ({ unit: 'percentage', tag_allocations: [{ tags: ids, value }] });
    expectExplained(
      make({ tag_assignment: tags(50, 'tag_1') }),
      'tag_assignment.tag_allocations.0.tags.0',
      /no tag with this id/,
    );
    const odd = { unit: 'percentage', tag_allocations: [{ tags: ['tag_1'], value: 'NaN' }] };
    expectInvalid(make({ tag_assignment: odd }), 'tag_assignment.tag_allocations.0.value');
    expectInvalid(make({ tag_assignment: tags(100.5, 'tag_1') }), 'tag_assignment.tag_allocations');
    expectInvalid(make({ tag_assignment: { unit: 'hours', tag_allocations: [] } }), 'tag_assignment.unit');
    expectInvalid(make({ tag_assignment: tags(-1, 'tag_1') }), 'tag_assignment.tag_allocations.0.value');
  });
});

describe('changing an allowance', () => {
  const phone = created(allowance, PHONE, EMPLOYEES);

  test('appends only what changed, and nothing when nothing did', () => {
    const { events } = whenUpdated(allowance, phone, { amount: '75.00', title: null });
    expect(events).toEqual([{ type: 'AllowanceChanged', data: { work_assignment_id: 'wrk_1', amount: '75' } }]);
    expect(whenUpdated(allowance, phone, { amount: 60 }).events).toEqual([]);
    expect(whenUpdated(allowance, phone, {}).events).toEqual([]);
  });

  test('recurring items 3: a change from per_month removes basis and cadence, and a change to it sets the defaults', () => {
    const { events, after } = whenUpdated(allowance, phone, { frequency: 'per_payroll' });
    expect(events[0]!.data).toEqual({
      work_assignment_id: 'wrk_1',
      frequency: 'per_payroll',
      date_basis: null,
      pay_period_cadence: null,
    });
    expect(
      whenUpdated(allowance, after!, { frequency: 'per_month', pay_period_cadence: [-1] }).events[0]!.data,
    ).toEqual({
      work_assignment_id: 'wrk_1',
      frequency: 'per_month',
      date_basis: 'by_period_start_date',
      pay_period_cadence: [-1],
    });
    expectInvalid(whenUpdated(allowance, after!, { pay_period_cadence: [2] }), 'pay_period_cadence');
  });

  test('reports a wrong range at the end that was sent', () => {
    const ended = { ...phone, effective_to: '2026-03-31' };
    expectExplained(
      whenUpdated(allowance, ended, { effective_from: '2026-04-01' }),
      'effective_from',
      /after effective_to/,
    );
    expectExplained(
      whenUpdated(allowance, phone, { effective_to: '2025-01-01' }),
      'effective_to',
      /before effective_from/,
    );
  });

  test('never moves to another work assignment', () => {
    expectInvalid(whenUpdated(allowance, phone, { work_assignment_id: 'wrk_2' }), 'work_assignment_id');
  });

  test('is deleted by one event', () => {
    expect(whenDeleted(allowance, phone).events).toEqual([
      { type: 'AllowanceDeleted', data: { work_assignment_id: 'wrk_1' } },
    ]);
  });
});
