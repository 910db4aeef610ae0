import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isHandMade,
  type Line,
  RECURRING_KINDS,
  type RecurringKind,
  type StubTotals,
} from '../../../src/calculation/index.ts';
import { FIXED_KINDS } from '../../../src/calculation/model/families.ts';
import { loadStream } from '../../../src/kernel/changes/execute.ts';
import { makeAggregate } from '../../../src/kernel/definition/fold.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { streamOf } from '../../../src/kernel/definition/resource.ts';
import { FIXED_FAMILIES } from '../../../src/pay-items/fixed-families.ts';
import { lineItemObject } from '../../../src/payrolls/events/pay-stub.ts';
import { stubFacts } from '../../../src/payrolls/facts/stub-facts.ts';
import { type Calculation, linesOf, runPipeline } from '../../../src/payrolls/stubs/calculate.ts';
import { isEntered } from '../../../src/payrolls/stubs/entries.ts';
import { LINE_MEMBERS } from '../../../src/payrolls/stubs/line-defaults.ts';
import { byName, type JsonObject, pick } from '../../../src/values/json.ts';
import { decimal } from '../../../src/values/money.ts';
import { Problem } from '../../../src/values/problem.ts';
import { type Hired, type PayrollWorld, payrollWorld, SALARY } from '../../support/payroll-world.ts';
import { making, total } from '../payrolls/figures.ts';

/**
 * For any set of recurring items and any sequence of edits, once population has come to rest a stub holds what a fresh
 * calculation gives, and its totals are the sums of its lines. fast-check prints the seed of what fails and shortens
 * it.
 */
const RUNS = process.env.FULL ? 400 : 20;

// A stub depends on its present items alone, never on the edits that led to them: so values are few, and clash.
const amount = fc.constantFrom('0', '10', '33.33', '250', '999.99');
const percent = fc.constantFrom('0.5', '7', '50', '100');
const from = fc.constantFrom('2026-01-01', '2026-11-04', '2026-11-20', '2026-12-02');
const until = fc.constantFrom(null, null, '2026-11-10', '2026-11-30', '2026-12-31');
const frequency = fc.constantFrom<JsonObject>(
  { frequency: 'per_payroll' },
  { frequency: 'once' },
  { frequency: 'per_month', date_basis: 'by_pay_date', pay_period_cadence: [1, -1] },
);
const dollars = fc.record({ amount, how: frequency }).map(({ how, ...rest }) => ({ ...rest, ...how }));
const ofIncome = fc.record({
  amount: percent,
  amount_type: fc.constant('percent'),
  frequency: fc.constant('per_payroll'),
  income_basis: fc.constantFrom('all_earnings', 'regular_earnings', 'total_income'),
});
const kinded = fc.oneof(
  dollars.map((item) => ({ ...item, amount_type: 'fixed' })),
  ofIncome,
);
const benefit = fc.record({
  kinded,
  cap: fc.record({
    max_annual_contribution: fc.constantFrom(null, '50', '300'),
    max_annual_contribution_basis: fc.constantFrom('all_line_items_of_type', 'this_benefit'),
    apply_sales_tax: fc.boolean(),
  }),
});
const FAMILIES = {
  earning: dollars.map((item) => ({ ...item, earning_type: 'bonus_discretionary' })),
  ...byName(FIXED_KINDS, (kind) =>
    dollars.map((item) => ({ ...item, [`${kind}_type`]: FIXED_FAMILIES[kind].type.example })),
  ),
  employee_benefit: benefit.map((one) => ({ ...one.kinded, ...one.cap, employee_benefit_type: 'pension_rrsp' })),
  employer_benefit: benefit.map((one) => ({ ...one.kinded, ...one.cap, employer_benefit_type: 'dental' })),
  deduction: fc
    .record({ kinded, withheld: fc.constantFrom('all', 'none'), kept: fc.constantFrom(null, '500') })
    .map(({ kinded: item, withheld, kept }) => ({
      ...item,
      deduction_type: 'garnishment_order',
      income_statutory_withholdings: withheld,
      income_exemption_amount: kept,
      income_subtractions: [{ type: 'employee_benefit' }, { type: 'deduction' }],
    })),
} as const satisfies Record<RecurringKind, fc.Arbitrary<JsonObject>>;

interface Ground {
  world: PayrollWorld;
  hired: Hired;
  /** Items and lines that were made, by resource; those that were deleted are refused from then on. */
  made: { object: string; id: string }[];
}
interface Edit {
  /** For the reader of a failure. */
  says: string;
  run(ground: Ground): Promise<void>;
}

/** One of a list by a number, which means the same one while the list stays the same. */
const chosen = <T>(of: readonly T[], at: number): T | undefined => (of.length === 0 ? undefined : of[at % of.length]);
const at = fc.nat(40);
const edit = <T>(what: string, values: fc.Arbitrary<T>, run: (ground: Ground, value: T) => Promise<void>) =>
  values.map(
    (value): Edit => ({
      says: `${what} ${JSON.stringify(value)}`,
      // Refusals are normal: they change nothing on the stub.
      run: (ground) =>
        run(ground, value).catch((error) => {
          if (!(error instanceof Problem) || error.status >= 500) throw error;
        }),
    }),
  );

const stubNow = async ({ world, hired }: Ground): Promise<RecordOf<'pay_stub'>> => {
  const [next] = await world.drafts();
  return (await world.stubs(next!, hired.assignment))[0]!;
};
const lines = ({ world }: Ground, stub: RecordOf<'pay_stub'>, isManaged: boolean) =>
  RECURRING_KINDS.flatMap((kind) =>
    world.rows(lineItemObject(kind)).map((line) => ({ ...line, object: lineItemObject(kind) })),
  ).filter((line) => line.pay_stub_id === stub.id && line.is_managed === isManaged);

const edits = fc.oneof(
  ...RECURRING_KINDS.map((kind) =>
    edit(`create ${kind}`, fc.record({ item: FAMILIES[kind], from, until }), async ({ world, hired, made }, value) => {
      const { id } = await world.given.created(kind, {
        work_assignment_id: hired.assignment.id,
        effective_from: value.from,
        effective_to: value.until,
        ...value.item,
      });
      made.push({ object: kind, id });
    }),
  ),
  edit('change', fc.record({ at, amount }), async ({ world, made }, value) => {
    const one = chosen(made, value.at);
    if (one) await world.given.changed(one.object as 'allowance', one.id, { amount: value.amount });
  }),
  edit('end', fc.record({ at, until }), async ({ world, made }, value) => {
    const one = chosen(made, value.at);
    if (one) await world.given.changed(one.object as 'allowance', one.id, { effective_to: value.until });
  }),
  edit('delete', fc.record({ at }), async ({ world, made }, value) => {
    const one = chosen(made, value.at);
    if (one) await world.given.deleted(one.object, one.id);
  }),
  edit('custom amount', fc.record({ at, custom: fc.option(amount) }), async (ground, value) => {
    const line = chosen(lines(ground, await stubNow(ground), true), value.at);
    if (line) await ground.world.given.changed(line.object, line.id, { custom_amount: value.custom });
  }),
  edit('enter', fc.record({ kind: fc.constantFrom(...RECURRING_KINDS), amount }), async (ground, value) => {
    const { id } = await stubNow(ground);
    const types = {
      earning: 'commission',
      ...byName(FIXED_KINDS, (kind) => FIXED_FAMILIES[kind].type.example),
      reimbursement: 'taxable_reimbursement',
      employee_benefit: 'pension_rrsp',
      employer_benefit: 'dental',
      deduction: 'union_dues',
    };
    await ground.world.given.created(lineItemObject(value.kind), {
      pay_stub_id: id,
      [`${value.kind}_type`]: types[value.kind],
      custom_amount: value.amount,
    });
  }),
  edit('change entered', fc.record({ at, amount }), async (ground, value) => {
    const line = chosen(lines(ground, await stubNow(ground), false), value.at);
    if (line) await ground.world.given.changed(line.object, line.id, { custom_amount: value.amount });
  }),
  edit('delete entered', fc.record({ at }), async (ground, value) => {
    const line = chosen(lines(ground, await stubNow(ground), false), value.at);
    if (line) await ground.world.given.deleted(line.object, line.id);
  }),
  edit('populate', fc.constant(null), ({ world }) => world.populated()),
);

/** Totals by the rule of a pay stub, computed here a second time. */
const totalsOf = (of: readonly Line[]) => {
  const gross = total(of, ...making('gross'));
  const subtractions = total(of, ...making('subtractions'));
  const reimbursements = total(of, ...making('reimbursements'));
  return {
    gross,
    subtractions,
    reimbursements,
    net: decimal(gross).minus(subtractions).plus(reimbursements).toString(),
    company: total(of, ...making('employer')),
  };
};
const shown = ({ employee_summary: own, company_summary }: StubTotals) => ({
  gross: own.gross,
  subtractions: own.subtractions,
  reimbursements: own.reimbursements,
  net: own.net,
  company: company_summary.total,
});

/** The lines of a calculation, without the times at which they were made and changed. */
const figures = (of: readonly Line[]) =>
  of
    .map((line) => ({ id: line.id, kind: line.kind, ...pick(line, LINE_MEMBERS) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));

/** A calculation that is given only what callers entered on the stub. */
const afresh = async ({ world }: Ground, stub: RecordOf<'pay_stub'>): Promise<Calculation['result']> => {
  const { aggregate } = await loadStream(streamOf('pay_stub', stub.id), world.services);
  const facts = (await stubFacts([stub], world.services, world.tenant)).get(stub.id)!;
  const bare = makeAggregate();
  for (const line of linesOf(aggregate))
    if (isHandMade(line) || isEntered(line))
      bare.set({ object: lineItemObject(line.kind), id: line.id }, {
        ...line,
        managed_amount: isHandMade(line) ? line.managed_amount : null,
      } as never);
  return runPipeline(stub, facts, bare, world.clock.instant());
};

test('a stub holds what a fresh calculation gives, and its totals are the sums of its lines', async () => {
  const property = fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 14 }), async (sequence) => {
    const world = await payrollWorld();
    const ground: Ground = { world, hired: await world.hired({ rate: SALARY }), made: [] };
    await world.populated();
    for (const { run } of sequence) await run(ground);
    await world.populated();
    for (const payroll of await world.drafts())
      for (const stub of await world.stubs(payroll)) {
        const { aggregate } = await loadStream(streamOf('pay_stub', stub.id), world.services);
        const state = aggregate.get('pay_stub', stub.id)!;
        const own = linesOf(aggregate);
        if (own.length > 0) expect(shown(state as unknown as StubTotals)).toEqual(totalsOf(own));
        const fresh = await afresh(ground, stub);
        expect(figures(own)).toEqual(figures(fresh.lines));
        expect(own.length === 0 || shown(state as unknown as StubTotals)).toEqual(
          own.length === 0 || shown(fresh.totals),
        );
      }
  });
  await fc.assert(property, {
    numRuns: RUNS,
    reporter: ({ failed, counterexample, seed, errorInstance }) => {
      if (!failed) return;
      const steps = (counterexample?.[0] ?? []).map(({ says }) => `  ${says}`);
      throw new Error([`seed ${seed}, shortened to:`, ...steps, String(errorInstance)].join('\n'), {
        cause: errorInstance,
      });
    },
  });
});
