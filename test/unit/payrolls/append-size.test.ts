import { describe, expect, it } from 'vitest';
import { type Line, MAX_ENTERED, MAX_MANAGED, type StubResult } from '../../../src/calculation/index.ts';
import { MAX_APPEND_BYTES } from '../../../src/event-store/port.ts';
import { makeAggregate } from '../../../src/kernel/definition/fold.ts';
import type { Aggregate, RecordOf, State } from '../../../src/kernel/definition/resource.ts';
import { payStubClosed } from '../../../src/payrolls/events/pay-stub.ts';
import { calculationEvent } from '../../../src/payrolls/stubs/calculate.ts';
import { explainedEvent } from '../../../src/payrolls/stubs/closing-explanation.ts';
import { stages } from '../../../src/payrolls/stubs/stages.ts';
import { derivedId } from '../../../src/values/ids.ts';
import { allowance, benefit, calculate, deduction, given, handMadeLine, hourly, NO_ITEMS, salary } from './given.ts';

/** The largest events of a stub within the bounds of docs/limits.md, in bytes as the store counts them. */
const ID = (prefix: string, n: number): string => `${prefix}_${String(n).padStart(26, '0')}`;
/** No character takes more bytes in JSON than three for each unit of its length. */
const LONG = '語'.repeat(255);
const TITLES = { title: LONG, title_translations: { en: LONG, fr: LONG }, business_preset_id: ID('bp', 1) };
const STUB = {
  id: ID('payst', 1),
  payroll_id: ID('payrl', 1),
  work_assignment_id: ID('wrk', 1),
} as unknown as RecordOf<'pay_stub'>;
/** What write-parts.ts leaves to the container, less the metadata of one event. */
const CONCLUSION_BYTES = MAX_APPEND_BYTES - 96 * 1024 - 2_048;
const METADATA_BYTES = 2_048;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const lineId = (kind: string, key: string): string => derivedId('ernli', 0, `${kind}/${key}`);

const entered = Array.from({ length: MAX_ENTERED }, (_, n) =>
  handMadeLine('earning', 'wage', {
    id: ID('ernli', 10_000 + n),
    custom_hours: '9999.123456',
    pay_rate_id: ID('payrt', 0),
    ...TITLES,
    external_ref: LONG,
  }),
);
const rates = [hourly('9999999.123456', { id: ID('payrt', 0), ...TITLES })];
const items = (() => {
  const benefits = Array.from({ length: MAX_MANAGED / 2 }, (_, n) =>
    benefit('99999.99', { id: ID('eeb', 1_000 + n), ...TITLES }),
  );
  const allowances = Array.from({ length: MAX_MANAGED / 2 - 1 }, (_, n) =>
    allowance('99999.99', { id: ID('alw', 2_000 + n), ...TITLES }),
  );
  return { ...NO_ITEMS, allowances, employee_benefits: benefits };
})();
const facts = given({ pay_rates: rates, recurring: items, lines: entered });

const aggregateOf = (lines: readonly Line[]): Aggregate => {
  const aggregate = makeAggregate();
  for (const line of lines) aggregate.set({ object: `${line.kind}_line_item`, id: line.id }, line as unknown as State);
  return aggregate;
};
const eventBytes = (result: StubResult, lines: readonly Line[]): number =>
  bytesOf(calculationEvent(STUB, result, aggregateOf(lines)));

describe('a stub of the maximum size', () => {
  it('is calculated in one append, beside the lines that were entered with it', () => {
    const result = calculate(facts, { lineId, ...stages });
    expect(result.changed.length).toBeGreaterThan(MAX_ENTERED + MAX_MANAGED);
    expect(eventBytes(result, entered)).toBeLessThan(CONCLUSION_BYTES);
  });

  it('loses all managed lines in one append', () => {
    const full = calculate(facts, { lineId, ...stages });
    const none = calculate(given({ lines: full.lines }), { lineId, ...stages });
    expect(none.removed.length).toBeGreaterThanOrEqual(MAX_MANAGED);
    expect(eventBytes(none, full.lines)).toBeLessThan(CONCLUSION_BYTES);
  });

  it('is closed in one append, with as much of its explanation as there is room for', () => {
    const result = calculate(facts, { lineId, ...stages, explain: true });
    const calculation = calculationEvent(STUB, result, aggregateOf(entered));
    const explained = explainedEvent(result, bytesOf(calculation));
    const closed = [...calculation, explained, payStubClosed({ payroll_id: STUB.payroll_id, approval_id: null })];
    expect(bytesOf(closed) + closed.length * METADATA_BYTES).toBeLessThan(MAX_APPEND_BYTES);
  });

  it('refuses more pay rates and recurring items than fit, with the reason', () => {
    const more = { ...facts, lines: [], pay_rates: [...rates, salary('52000', { id: ID('payrt', 1) })] };
    const result = calculate(more, { lineId, ...stages });
    expect(result.lines.filter(({ recurrence }) => recurrence !== null)).toHaveLength(MAX_MANAGED);
    expect(result.warnings).toContainEqual({ namespace: 'payroll', type: 'too_many_recurring_items' });
    // Deductions that do not go by their frequency take room as well.
    const dues = [deduction('1', { id: ID('ded', 1), amount_type: 'percent' })];
    const hours = deduction('1', { id: ID('ded', 2), amount_type: 'fixed_per_hour' });
    const deducted = { ...more, recurring: { ...items, deductions: [...dues, hours] } };
    const { lines } = calculate(deducted, { lineId, ...stages });
    expect(lines.filter(({ recurrence }) => recurrence !== null)).toHaveLength(MAX_MANAGED);
    const full = calculate({ ...facts, lines: [] }, { lineId, ...stages });
    expect(full.warnings.map(({ type }) => type)).not.toContain('too_many_recurring_items');
  });

  it('has room first of all for those on whose line items something is entered', () => {
    const last = salary('52000', { id: ID('payrt', 1) });
    const more = { ...facts, lines: [], pay_rates: [...rates, last] };
    const [own] = calculate({ ...more, recurring: NO_ITEMS, pay_rates: [last] }, { lineId, ...stages }).lines;
    const lines = [{ ...own!, custom_hours: '9' }];
    const { removed, lines: kept } = calculate({ ...more, lines }, { lineId, ...stages });
    expect(removed).toEqual([]);
    expect(kept.filter(({ recurrence }) => recurrence !== null)).toHaveLength(MAX_MANAGED);
    // Nor is there less room where the others are among the first anyway.
    const [first] = calculate({ ...more, lines: [] }, { lineId, ...stages }).lines.filter(
      ({ kind }) => kind === 'allowance',
    );
    const beside = calculate({ ...more, lines: [...lines, { ...first!, custom_amount: '9' }] }, { lineId, ...stages });
    expect(beside.lines.filter(({ recurrence }) => recurrence !== null)).toHaveLength(MAX_MANAGED);
  });
});
