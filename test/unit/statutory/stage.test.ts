import { describe, expect, test } from 'vitest';
import type { Line, StubFacts, StubResult, TaxPropertyFacts } from '../../../src/calculation/index.ts';
import { STATUTORY_RULES } from '../../../src/calculation/model/explanation.ts';
import { calculateRequest } from '../../../src/statutory/request/calculate.ts';
import { STATUTORY_EFFECTS } from '../../../src/statutory/stage/effects.ts';
import { hasTaxedPay, SUMS_OF_TAXED_PAY } from '../../../src/statutory/stage/exempt-work.ts';
import { createWithholdingStage } from '../../../src/statutory/stage/stage.ts';
import { yearToDate } from '../../../src/statutory/stage/stage-year.ts';
import { addDays } from '../../../src/values/dates.ts';
import type { Fixed } from '../../../src/values/fixed.ts';
import { fixed, toText } from '../../../src/values/fixed.ts';
import { after, calculate, calendar2026, given, handMadeLine, onPayroll, salary } from '../payrolls/given.ts';

// The stage as the pay stub pipeline calls it: lines in, statutory lines and the year's sums out.

const stage = createWithholdingStage();
const run = (facts: StubFacts, more: Parameters<typeof calculate>[1] = {}): StubResult =>
  calculate(facts, { withholdings: stage, effects: STATUTORY_EFFECTS, ...more });

const line = (kind: Line['kind'], type: string, amount: string): Line =>
  handMadeLine(kind, type, { custom_amount: amount });

const property = (
  type: string,
  value: unknown,
  owner: TaxPropertyFacts['owner'] = 'work_assignment',
): TaxPropertyFacts => ({
  id: `taxp_${type}`,
  owner,
  owner_id: owner === 'remittance_account' ? 'remac_cra' : `${owner}_1`,
  type,
  value,
  effective_from: '2020-01-01',
  effective_to: null,
});

const withProperties = (facts: StubFacts, ...properties: TaxPropertyFacts[]): StubFacts => ({
  ...facts,
  tax_properties: [...facts.tax_properties, ...properties],
});

const inProvince = (facts: StubFacts, province: string): StubFacts =>
  withProperties(facts, property('ca::province_of_employment', province));

const statutory = (result: StubResult): Record<string, string> =>
  Object.fromEntries(
    result.lines
      .filter(({ kind }) => kind === 'statutory_withholding')
      .map(({ type, managed_amount }) => [type, managed_amount!]),
  );
const contributed = (result: StubResult): Record<string, string> =>
  Object.fromEntries(
    result.lines
      .filter(({ kind }) => kind === 'employer_statutory_withholding')
      .map(({ type, managed_amount }) => [type, managed_amount!]),
  );

type Recorded = NonNullable<StubFacts['same_pay_date']>;

/** What a result leaves for later stubs, summed onto what was there. */
const recordedWith = (before: Recorded, result: StubResult): Recorded => {
  const add = (sums: Record<string, string>, name: string, amount: string) => {
    sums[name] = toText(fixed(sums[name] ?? '0') + fixed(amount));
  };
  const bases = { ...before.bases };
  for (const [name, amount] of Object.entries(result.bases)) add(bases, name, amount);
  const amounts: Record<string, Record<string, string>> = {};
  for (const [kind, types] of Object.entries(before.amounts)) amounts[kind] = { ...types };
  for (const { kind, type, custom_amount, managed_amount } of result.lines) {
    amounts[kind] ??= {};
    add(amounts[kind], type, custom_amount ?? managed_amount ?? '0');
  }
  return { amounts, bases };
};
const NOTHING: Recorded = { amounts: {}, bases: {} };
const withYear = (facts: StubFacts, year: Recorded): StubFacts => ({
  ...facts,
  year_to_date: { ...year, consumed_once: [] },
});

describe('the withholding stage', () => {
  test('withholds what the calculation of the same figures says', () => {
    const result = run(given({ pay_rates: [salary('60000')] }));
    const { employee, employer } = calculateRequest({
      pay_date: '2026-01-09',
      pay_periods: 26,
      province_of_employment: 'ON',
      regular_pay: '2307.69',
    });
    expect(statutory(result)).toEqual({
      federal_income_tax: employee.federal_tax,
      provincial_income_tax: employee.provincial_tax,
      cpp: employee.cpp,
      ei: employee.ei,
    });
    expect(contributed(result)).toEqual({ cpp: employer.cpp, ei: employer.ei });
    expect(result.warnings).toContainEqual(expect.objectContaining({ type: 'figure_missing' }));
    expect(result.bases).toMatchObject({ taxable: '2307.69', pensionable: '2307.69', insurable: '2307.69' });
  });

  test('claim amounts of earlier forms are indexed at New Year (T4127 chapter 2, TP-1015.F 2.1)', () => {
    const claimed = (place: string, amounts: [string, string, string, string?][], pay_date: string) => {
      const facts = onPayroll(inProvince(given({ lines: [line('earning', 'wage', '3000')] }), place), { pay_date });
      const own = amounts.map(([type, value, effective_from]) => ({ ...property(type, value), effective_from }));
      const { federal_income_tax, provincial_income_tax } = statutory(run(withProperties(facts, ...own)));
      return [federal_income_tax, provincial_income_tax];
    };
    const of2025: [string, string, string][] = [
      ['ca::federal::claim_amount', '16129', '2025-01-01'],
      ['ca::on::claim_amount', '12747', '2025-01-01'],
    ];
    expect(claimed('ca_on', of2025, '2026-03-13')).toEqual(['341.15', '181.48']);
    const before: [string, string, string][] = [['ca::nl::claim_amount', '11188', '2026-01-01']];
    expect(claimed('ca_nl', before, '2026-06-26')[1]).toBe('278.22');
    expect(claimed('ca_nl', before, '2026-07-10')[1]).toBe('265.47');
    // In Quebec line 9 of the form stays as it is.
    const quebec = (amounts: [string, string, string][]) => claimed('ca_qc', amounts, '2026-03-13')[1];
    expect(quebec([['ca::qc::claim_amount', '18571', '2025-03-01']])).toBe(quebec([]));
    expect(
      quebec([
        ['ca::qc::claim_amount', '20571', '2025-03-01'],
        ['ca::qc::claim_amount_not_indexed', '2000', '2025-03-01'],
      ]),
    ).toBe(quebec([['ca::qc::claim_amount', '20952', '2026-01-01']]));
  });

  test('a stub whose earnings are taken off it is as empty as it was made', () => {
    const facts = given({ lines: [line('earning', 'wage', '2000')] });
    const rest = run(facts).lines.filter(({ kind }) => kind !== 'earning');
    expect(rest.map(({ type }) => type)).toContain('federal_income_tax');
    const emptied = run({ ...facts, lines: rest });
    expect([emptied.lines, emptied.bases]).toEqual([[], {}]);
  });

  test('every statutory line explains itself', () => {
    const result = run(given({ pay_rates: [salary('60000')] }), { explain: true });
    for (const { id, kind, type } of result.lines) {
      if (kind !== 'statutory_withholding') continue;
      const steps = result.explanation[id];
      expect(steps?.length, type).toBeGreaterThan(0);
    }
    const federal = result.lines.find(({ type }) => type === 'federal_income_tax')!;
    const names = result.explanation[federal.id]!.map(({ name }) => name);
    expect(names).toEqual(['F5', 'F5A', 'A', 'K1', 'K2', 'K4', 'T3', 'T1', 'federal tax']);
    expect(result.explanation[federal.id]!.at(-2)!.source).toEqual(['t4127-122']);
  });

  test('ends the explanation of a line with its amount, and gives its rule in two languages', () => {
    const told = new Set<string>();
    const check = (facts: StubFacts, what: string): ReturnType<typeof run> => {
      const result = run(facts, { explain: true });
      const statutoryLines = result.lines.filter(({ kind }) => kind.endsWith('statutory_withholding'));
      expect(statutoryLines.length, what).toBeGreaterThan(3);
      for (const { id, kind, type, managed_amount } of statutoryLines) {
        const last = result.explanation[id]!.at(-1)!;
        expect([what, kind, type, last.value]).toEqual([what, kind, type, managed_amount]);
        told.add(last.name);
      }
      return result;
    };
    const asked = [property('ca::federal::additional_tax', '25'), property('ca::qc::additional_tax', '15')];
    const paid = [line('earning', 'wage', '3000'), line('earning', 'bonus_discretionary', '2000')];
    const lump = line('earning', 'retiring_allowance', '4000');
    for (const place of ['ca_on', 'ca_qc', 'ca_bc', 'ca_nt']) {
      const first = check(inProvince(given({ lines: [paid[0]!] }), place), `${place} a wage`);
      check(inProvince(given({ lines: [...paid, lump] }), place), `${place} a bonus and a lump sum`);
      check(withProperties(inProvince(given({ lines: paid }), place), ...asked), `${place} additional tax`);
      const small = [line('earning', 'wage', '80'), line('earning', 'bonus_discretionary', '600')];
      check(inProvince(given({ lines: small }), place), `${place} a bonus at the flat rate`);
      const [plan, second] = place === 'ca_qc' ? ['qpp', 'qpp_2'] : ['cpp', 'cpp_2'];
      const contributed = { [plan]: '4230.45', [second]: '216' };
      const bases = { pensionable: '80000', taxable: '80000', federal_tax: '9000', provincial_tax: '9000' };
      const back = withYear(given({ lines: [line('earning', 'wage', '-1000')] }, 20), {
        amounts: { statutory_withholding: contributed },
        bases,
      });
      check(onPayroll(inProvince(back, place), { type: 'correction' }), `${place} money taken back above a ceiling`);
      const averaged = withProperties(given({ lines: paid }), property('ca::income_tax_method', 'cumulative'));
      check(inProvince(averaged, place), `${place} a bonus beside averaged pay`);
      const again = given({ lines: paid, same_pay_date: recordedWith(NOTHING, first) });
      check(inProvince(again, place), `${place} a second stub of the date`);
    }
    for (const name of Object.keys(STATUTORY_RULES)) expect(told).toContain(name);
    for (const { says } of Object.values(STATUTORY_RULES)) expect(says.en).not.toBe(says.fr);
  });

  test('counts lines by their types: in kind, in cash, reducing or not at all', () => {
    const facts = given({
      pay_rates: [salary('60000')],
      lines: [
        line('employer_benefit', 'vehicle_employer_provided', '100'),
        line('employer_benefit', 'pension_dcpp', '500'),
        line('allowance', 'cell_phone_allowance', '50'),
        line('allowance', 'non_taxable_allowance', '70'),
        line('employee_benefit', 'pension_rrsp', '200'),
        line('deduction', 'union_dues', '15'),
        line('earning', 'bonus_discretionary', '1000'),
      ],
    });
    const result = run(facts);
    const { employee } = calculateRequest({
      pay_date: '2026-01-09',
      pay_periods: 26,
      province_of_employment: 'ON',
      regular_pay: '2307.69',
      taxable_benefits_in_kind: '100',
      taxable_benefits_cash: '50',
      bonus: '1000',
      rrsp: '200',
      union_dues: '15',
    });
    expect(statutory(result)).toEqual({
      federal_income_tax: toText(fixed(employee.federal_tax) + fixed(employee.federal_tax_on_bonus)),
      provincial_income_tax: toText(fixed(employee.provincial_tax) + fixed(employee.provincial_tax_on_bonus)),
      cpp: employee.cpp,
      ei: employee.ei,
    });
  });

  test('reaches the maximums in a year of pays, and does not exceed them', () => {
    let year = NOTHING;
    for (let payroll = 0; payroll < calendar2026.length; payroll++) {
      const result = run(withYear(given({ pay_rates: [salary('100000')] }, payroll), year));
      year = recordedWith(year, result);
    }
    expect(year.amounts.statutory_withholding).toMatchObject({ cpp: '4230.45', cpp_2: '416', ei: '1123.07' });
    expect(year.amounts.employer_statutory_withholding).toMatchObject({ cpp: '4230.45', cpp_2: '416' });
  });

  test('continues from the contributions to the other plan after a move to Quebec', () => {
    let year = NOTHING;
    for (let payroll = 0; payroll < calendar2026.length; payroll++) {
      const facts = given({ pay_rates: [salary('100000')] }, payroll);
      const moved = payroll < 10 ? facts : inProvince(facts, 'ca_qc');
      year = recordedWith(year, run(withYear(moved, year)));
    }
    const { cpp, qpp, cpp_2, qpp_2, ei } = year.amounts.statutory_withholding!;
    // What was contributed to CPP counts at the ratio of the rates, so that both together are one maximum.
    const asQpp = (fixed(cpp!) * 63n) / 59n + fixed(qpp!);
    expect(Number(toText(asQpp))).toBeGreaterThan(4479);
    expect(fixed(cpp!) * 630n + fixed(qpp!) * 595n).toBeLessThanOrEqual(fixed('4479.31') * 595n);
    expect(toText(fixed(cpp_2 ?? '0') + fixed(qpp_2!))).toBe('416');
    // Ten pays outside Quebec at 1.63 %, the rest of the insurable maximum at 1.3 %.
    const outside = 10n * fixed('62.69');
    const inside = ((fixed('68900') - 10n * fixed('3846.15')) * 13n) / 1000n;
    const off: Fixed = fixed(ei!) - outside - inside;
    expect(Math.abs(Number(toText(off)))).toBeLessThan(0.05);
  });

  test('treats two stubs of one person on one pay date as one pay', () => {
    const first = run(given({ lines: [line('earning', 'wage', '1500')] }));
    const second = run(
      given({
        work_assignment: { id: 'wrk_2', payee: 'employee' },
        lines: [line('earning', 'wage', '800')],
        same_pay_date: recordedWith(NOTHING, first),
      }),
    );
    const together = statutory(run(given({ lines: [line('earning', 'wage', '2300')] })));
    for (const [type, amount] of Object.entries(together)) {
      const parts = fixed(statutory(first)[type]!) + fixed(statutory(second)[type]!);
      expect(toText(parts), type).toBe(amount);
    }
  });

  test.each([
    ['ca_on', 'ca::cpp_exempt', true],
    ['ca_on', 'ca::ei_exempt', true],
    ['ca_qc', 'ca::qc::qpp_exempt', true],
    ['ca_qc', 'ca::qc::qpip_exempt', true],
    ['ca_on', 'ca::payee', 'pensioner'],
    ['ca_qc', 'ca::payee', 'pensioner'],
  ])(
    'in %s work with %s gives back none of what other work of its date bore, in either order',
    (place, type, value) => {
      const exempt = [property(type, value)];
      type Work = [wage: string, own: TaxPropertyFacts[], other: TaxPropertyFacts[]];
      const paid = ([wage, own, other]: Work, date: Recorded) => {
        const facts = given({ lines: [line('earning', 'wage', wage)], same_pay_date: date });
        const others = [{ id: 'wrk_2', pay_rates: [], tax_properties: other }];
        return run(withProperties(inProvince({ ...facts, other_assignments: others }, place), ...own));
      };
      const both = (one: Work, other: Work) => {
        const first = paid(one, NOTHING);
        const second = paid(other, recordedWith(NOTHING, first));
        return { first, second, sums: recordedWith(recordedWith(NOTHING, first), second).amounts };
      };
      const work: Work = ['2000', [], exempt];
      const spared: Work = ['1500', exempt, []];
      const { first, second, sums } = both(work, spared);
      const alone = run(inProvince(given({ lines: [line('earning', 'wage', '2000')] }), place));
      expect([statutory(first), contributed(first)]).toEqual([statutory(alone), contributed(alone)]);
      for (const amount of Object.values({ ...contributed(second), ...statutory(second) }))
        expect(fixed(amount) > 0n).toBe(true);
      expect(both(spared, work).sums).toEqual(sums);
    },
  );

  test.each([
    ['ca_on', ['ca::federal_tax_exempt', 'ca::provincial_tax_exempt'], ['163.23', '91.6']],
    ['ca_on', ['ca::federal_tax_exempt'], ['163.23', '226.77']],
    ['ca_on', ['ca::provincial_tax_exempt'], ['442.63', '91.6']],
    ['ca_bc', ['ca::federal::total_income_less_than_total_claim_amount'], ['163.23', '181']],
    ['ca_bc', ['ca::bc::total_income_less_than_total_claim_amount'], ['442.63', '69.37']],
    ['ca_qc', ['ca::federal_tax_exempt'], ['135.3', '441.46']],
    ['ca_qc', ['ca::provincial_tax_exempt'], ['367.74', '167.53']],
  ])(
    'in %s work with %j bears none of the tax, and other work of its date none for it',
    (place, types, [tax, other]) => {
      const paid = (wage: string, isExempt: boolean, date: Recorded) => {
        const facts = inProvince(given({ lines: [line('earning', 'wage', wage)], same_pay_date: date }), place);
        const own = isExempt ? types.map((type) => property(type, true)) : [];
        const result = run(withProperties(facts, ...own), { explain: true });
        for (const { id, kind, type, managed_amount } of result.lines)
          if (kind === 'statutory_withholding' && result.explanation[id])
            expect([type, result.explanation[id].at(-1)!.value]).toEqual([type, managed_amount]);
        return result;
      };
      const taxes = (...works: [string, boolean][]) => {
        let date = NOTHING;
        for (const [wage, isExempt] of works) date = recordedWith(date, paid(wage, isExempt, date));
        const { federal_income_tax, provincial_income_tax } = date.amounts.statutory_withholding!;
        return [federal_income_tax, provincial_income_tax].map(Number);
      };
      // Of 2,000.00, or of all 3,500.00 where that work is not exempt from it.
      const [federal, provincial] = [Number(tax), Number(other)];
      for (const made of [
        taxes(['2000', false], ['1500', true]),
        taxes(['1500', true], ['2000', false]),
        taxes(['500', false], ['1500', true], ['1500', false]),
        taxes(['1500', true], ['500', false], ['1500', false]),
      ]) {
        // Earlier stubs count their own contributions: what is left of a tax on all differs by their credits.
        expect(Math.abs(made[0]! - federal)).toBeLessThan(0.02);
        expect(Math.abs(made[1]! - provincial)).toBeLessThan(0.02);
      }
    },
  );

  describe('pay that was exempt from an income tax earlier in the year', () => {
    const AVERAGED = [
      property('ca::income_tax_method', 'cumulative'),
      property('ca::qc::income_tax_method', 'cumulative'),
    ];
    const BY_THE_YEAR = [
      property('ca::bonus_tax_basis', 'year_to_date'),
      property('ca::qc::bonus_tax_method', 'first'),
    ];
    const [FEDERAL, PROVINCIAL] = ['ca::federal_tax_exempt', 'ca::provincial_tax_exempt'];
    const paid = (place: string, amounts: [string, string][], at: number, year: Recorded, own: TaxPropertyFacts[]) => {
      const facts = given({ lines: amounts.map(([type, amount]) => line('earning', type, amount)) }, at);
      return run(withYear(withProperties(inProvince(facts, place), ...own), year));
    };
    const wage: [string, string][] = [['wage', '2000']];
    const bonus: [string, string][] = [...wage, ['bonus_discretionary', '3000']];
    /** Taxes of the second and the third pay, each with a bonus, after a first one with a bonus that is exempt. */
    const after = (place: string, first: TaxPropertyFacts[] | null, own: TaxPropertyFacts[]) => {
      let year = first ? recordedWith(NOTHING, paid(place, bonus, 0, NOTHING, [...own, ...first])) : NOTHING;
      return [1, 2].map((at) => {
        const result = paid(place, bonus, at, year, own);
        year = recordedWith(year, result);
        const { federal_income_tax, provincial_income_tax } = statutory(result);
        return { federal: federal_income_tax, provincial: provincial_income_tax };
      });
    };

    test.each([
      ['ca_on', 'by the bonus method', []],
      ['ca_on', 'averaged', AVERAGED],
      ['ca_on', 'on the year so far', BY_THE_YEAR],
      ['ca_qc', 'by the bonus method', []],
      ['ca_qc', 'averaged', AVERAGED],
      ['ca_qc', 'on the year so far', BY_THE_YEAR],
    ])('does not count for it: in %s, %s', (place, _, own) => {
      const none = after(place, null, own);
      const taxed = after(place, [], own);
      expect(after(place, [property(FEDERAL!, true), property(PROVINCIAL!, true)], own)).toEqual(none);
      expect(after(place, [property(FEDERAL!, true)], own)).toEqual(
        none.map(({ federal }, at) => ({ federal, provincial: taxed[at]!.provincial })),
      );
      expect(after(place, [property(PROVINCIAL!, true)], own)).toEqual(
        none.map(({ provincial }, at) => ({ federal: taxed[at]!.federal, provincial })),
      );
    });

    test('is no regular pay that a payment made apart is taxed beside', () => {
      const exempt = [property(FEDERAL!, true), property(PROVINCIAL!, true)];
      const apart = (year: Recorded) =>
        statutory(paid('ca_on', [['bonus_discretionary', '9000']], 3, year, [])).federal_income_tax;
      const first = recordedWith(NOTHING, paid('ca_on', [['wage', '4000']], 0, NOTHING, exempt));
      const regular = (before: Recorded) => recordedWith(before, paid('ca_on', wage, 1, before, []));
      expect(apart(regular(first))).toBe(apart(regular(NOTHING)));
      // Nor is it looked for as such: a day counts as one with regular pay where it bore one of the taxes.
      const federalOnly = recordedWith(NOTHING, paid('ca_on', wage, 0, NOTHING, exempt.slice(0, 1)));
      expect([first, federalOnly, regular(first)].map(({ bases }) => hasTaxedPay(bases))).toEqual([false, true, true]);
      // Beside it on one date: the pay of the date is that of the work which is taxed, whichever is paid first.
      const beside = { ...given({ lines: [line('earning', 'wage', '2000')] }, 1), same_pay_date: first };
      expect(apart(recordedWith(first, run(inProvince(beside, 'ca_on'))))).toBe(apart(regular(NOTHING)));
    });

    test('counts where nothing was withheld as income was said to be below the claim: averaging makes up for it', () => {
      const below = ['federal', 'on'].map((place) =>
        property(`ca::${place}::total_income_less_than_total_claim_amount`, true),
      );
      const withheld = (first: TaxPropertyFacts[]) => {
        const year = recordedWith(NOTHING, paid('ca_on', wage, 0, NOTHING, [...AVERAGED, ...first]));
        return recordedWith(year, paid('ca_on', wage, 1, year, AVERAGED)).amounts.statutory_withholding;
      };
      expect(withheld(below)).toEqual(withheld([]));
    });

    test('is left out of every sum that income tax depends on, but those that count whatever pay bears it', () => {
      const asked = new Set<string>();
      const sums: Record<string, string> = new Proxy(
        {},
        {
          get: (_, name) => {
            if (typeof name === 'string') asked.add(name);
          },
        },
      );
      for (const place of ['ON', 'QC', 'MB'] as const) yearToDate({ bases: sums, employee: {}, employer: {} }, place);
      for (const place of ['ca_on', 'ca_qc'])
        for (const amounts of [bonus, bonus.slice(1)])
          paid(place, amounts, 1, { amounts: {}, bases: sums }, [...AVERAGED, ...BY_THE_YEAR]);
      run(given({ lines: [line('earning', 'wage', '2000')], same_pay_date: { amounts: {}, bases: sums } }));
      const counted = new Set<string>([...SUMS_OF_TAXED_PAY, 'periodic_pays']);
      // Tax that was withheld, what forms say of each pay, levies of the employer, maximums, and what went into plans from
      // lump sums, which have rates of their own.
      const kept =
        /^(entered_|additional_)?(federal|provincial)_tax|^alimony|^fhsa|^shares_|^levies_quebec|^insurable_quebec|^pension_|^lump_sums_transferred$/;
      expect([...asked].filter((name) => !counted.has(name) && !kept.test(name))).toEqual([]);
      expect([...counted].filter((name) => !asked.has(name))).toEqual([]);
    });
  });

  test('uses for each of two assignments in Ontario and Quebec the rates of its province, in either order', () => {
    const paid = (place: string, wage: string, date: Recorded) =>
      run(inProvince(given({ lines: [line('earning', 'wage', wage)], same_pay_date: date }), place));
    const ofBoth = (first: string, second: string) => {
      const one = paid(first, '2000', NOTHING);
      const other = paid(second, '1500', recordedWith(NOTHING, one));
      const third = paid(first, '500', recordedWith(recordedWith(NOTHING, one), other));
      return [one, other, third];
    };
    // 2026: EI 1.63 % and 1.3 %, CPP 5.95 % and QPP 6.3 % with an exemption of 134.61 on the first, QPIP 0.43 %.
    const [ontario, quebec, again] = ofBoth('ca_on', 'ca_qc').map(statutory);
    expect(ontario).toMatchObject({ ei: '32.6', cpp: '110.99' });
    expect(quebec).toMatchObject({ ei: '19.5', qpp: '94.5', qpip: '6.45' });
    expect(again).toMatchObject({ ei: '8.15', cpp: '29.75' });
    const [before, after] = ofBoth('ca_qc', 'ca_on').map(statutory);
    expect(before).toMatchObject({ ei: '26', qpp: '117.52', qpip: '8.6' });
    expect(after).toMatchObject({ ei: '24.45', cpp: '89.25' });
    expect(after).not.toHaveProperty('qpip');
    // Employers bear the same of pensions, and 1.4 times of insurance.
    const [, employer] = ofBoth('ca_on', 'ca_qc').map(contributed);
    expect(employer).toMatchObject({ qpp: '94.5', ei: '27.3' });
    // No dollar is taxed in both provinces: what is paid second bears what the top of its province's scale takes of it.
    const tax = (bears: Record<string, string>) => Number(bears.provincial_income_tax);
    const whole = (place: string, wage: string) => tax(statutory(paid(place, wage, NOTHING)));
    expect(tax(quebec!)).toBeCloseTo(whole('ca_qc', '3500') - whole('ca_qc', '2000'), 1);
    expect(tax(after!)).toBeCloseTo(whole('ca_on', '3500') - whole('ca_on', '2000'), 1);
  });

  test('uses for each of two assignments under two CRA accounts the EI rate of its account, on one pay date and over the year', () => {
    const reduced = property('ca::ei_premium_reduction', { employer_multiplier: '1.2' });
    const main = property('ca::ei_premium_reduction', { employer_multiplier: '1.3' }, 'business_entity');
    const paid = (wage: string, year: Recorded, date: Recorded, ...own: TaxPropertyFacts[]) =>
      run(
        withProperties(
          { ...given({ lines: [line('earning', 'wage', wage)] }), employer_year_to_date: year, same_pay_date: date },
          main,
          ...own,
        ),
      );
    let year = NOTHING;
    const borne = { main: 0n, other: 0n };
    for (let pay = 1; pay <= 26; pay++) {
      const first = paid('2000', year, NOTHING);
      const second = paid('1000', year, recordedWith(NOTHING, first), reduced);
      if (pay === 1) {
        // 2026: 1.63 % of 2,000.00 and of 1,000.00, times 1.3 and 1.2.
        expect([statutory(first).ei, statutory(second).ei]).toEqual(['32.6', '16.3']);
        expect([contributed(first).ei, contributed(second).ei]).toEqual(['42.38', '19.56']);
      }
      borne.main += fixed(contributed(first).ei!);
      borne.other += fixed(contributed(second).ei!);
      year = recordedWith(recordedWith(year, first), second);
    }
    // The person's maximum of 1,123.07 is reached in the 23rd pay, where 14.67 is left for the second assignment: 23 ×
    // 42.38, and 22 × 19.56 + 17.60.
    expect(year.amounts.statutory_withholding!.ei).toBe('1123.07');
    expect([toText(borne.main), toText(borne.other)]).toEqual(['974.74', '447.92']);
    expect(statutory(paid('2000', year, NOTHING)).ei).toBe('0');
  });

  test('uses the EI rate of the assignment, else of the CRA account that it is enrolled in, else of the employer', () => {
    const rate = (multiplier: string, owner: TaxPropertyFacts['owner']) =>
      property('ca::ei_premium_reduction', { employer_multiplier: multiplier }, owner);
    const premium = (accounts: string[], ...rates: TaxPropertyFacts[]) =>
      contributed(
        run(
          withProperties(
            {
              ...given({ lines: [line('earning', 'wage', '2000')] }),
              remittance_accounts: accounts.map((id) => ({
                id,
                account_provider: 'ca_cra',
                category: 'ca_tax_agency',
              })),
            },
            ...rates,
          ),
        ),
      ).ei;
    const [main, enrolled, own] = [
      rate('1.3', 'business_entity'),
      rate('1.2', 'remittance_account'),
      rate('1.1', 'work_assignment'),
    ];
    expect(premium(['remac_cra'], main, enrolled)).toBe('39.12');
    expect(premium(['remac_other'], main, enrolled)).toBe('42.38');
    expect(premium(['remac_cra'], main, enrolled, own)).toBe('35.86');
  });

  test('continues a second assignment from the year to date with the employer, not from its own', () => {
    const facts = given({ lines: [line('earning', 'wage', '3000')] });
    const full: Recorded = {
      amounts: { statutory_withholding: { cpp: '4230.45', ei: '1123.07' } },
      bases: { pensionable: '80000', insurable: '80000' },
    };
    expect(statutory(run(facts)).cpp).not.toBe('0');
    const result = statutory(run({ ...facts, employer_year_to_date: full }));
    expect(result).toMatchObject({ cpp: '0', cpp_2: '120', ei: '0' });
  });

  test('calculates nothing for a historical payroll, which counts in the year to date', () => {
    const facts = onPayroll(
      given({ lines: [line('earning', 'wage', '40000'), line('statutory_withholding', 'cpp', '2000')] }),
      { type: 'historical' },
    );
    const result = run(facts);
    expect(result.lines.filter(({ is_system }) => is_system)).toEqual([]);
    expect(result.bases).toMatchObject({ pensionable: '40000', insurable: '40000', taxable: '40000' });
  });

  test("in Quebec a bonus that is paid apart is taxed beside what the last pays were by Quebec's rules", () => {
    // Ten pays of 2,010.00 and 100.00 of the employer's to a health plan each: G is 2,110.00, H 1,450 / 26 = 55.77, CSB
    // 63.00 x 0.01 / 0.063 = 10.00. TP-1015.F 2.1.2: I2 = 26 x 2,054.23 + 1,000 - 10 = 54,399.98, above 54,345, so T is
    // 19 % of 990.00; by the salary alone it would be 51,799.98, and 14 %.
    const ten: Recorded = {
      amounts: {},
      bases: { taxable: '20100', periodic_pays: '10', all_taxable_quebec: '21100' },
    };
    const bonus = inProvince(given({ lines: [line('earning', 'bonus_discretionary', '1000')] }, 10), 'ca_qc');
    const result = run(onPayroll(withYear(bonus, ten), { type: 'off_cycle' }));
    expect(statutory(result).provincial_income_tax).toBe('188.1');
  });

  test('an off-cycle bonus on the date of a regular pay that is averaged bears the tax of the bonus alone', () => {
    // Hired in March: averaged over six pays, 2,500.00 bear nothing. T4127 chapter 4, of both: C = 0.0595 x (3,500 - 134.61)
    // = 200.24, F5A 24.04, F5B 9.61. A = 26 x (2,500 - 24.04) = 64,374.96, with B 65,365.35. Federal: 13,399.90 - 13,196.87,
    // less 6.93 and 2.28: 193.82; and F5A of 24.04 for 23.65 takes 242.58 - 242.50 off. Ontario: 5,980.93 - 5,890.31, less
    // 2.50 and 0.83: 87.29; less 131.46 - 131.43.
    const averaged = property('ca::income_tax_method', 'cumulative');
    const regular = run(withProperties(given({ lines: [line('earning', 'wage', '2500')] }, 5), averaged));
    expect(statutory(regular)).toMatchObject({ federal_income_tax: '0', provincial_income_tax: '0' });
    const bonus = withProperties(given({ lines: [line('earning', 'bonus_discretionary', '1000')] }, 5), averaged);
    const beside = { ...bonus, same_pay_date: recordedWith(NOTHING, regular) };
    for (const type of ['off_cycle', 'correction'] as const) {
      const { federal_income_tax, provincial_income_tax, cpp, ei } = statutory(run(onPayroll(beside, { type })));
      expect([federal_income_tax, provincial_income_tax, cpp, ei]).toEqual(['193.74', '87.26', '59.5', '16.3']);
    }
    // A wage of 500.00 that is taken back gives no tax back, since that pay bore none.
    const wage = withProperties(given({ lines: [line('earning', 'wage', '-500')] }, 5), averaged);
    const back = onPayroll({ ...wage, same_pay_date: recordedWith(NOTHING, regular) }, { type: 'correction' });
    const { federal_income_tax = '0', provincial_income_tax = '0', cpp } = statutory(run(back));
    expect([federal_income_tax, provincial_income_tax, cpp]).toEqual(['0', '0', '-29.75']);
  });

  test.each([
    ['an RRSP contribution', 'employee_benefit', 'pension_rrsp'],
    ['union dues', 'deduction', 'union_dues'],
  ] as const)('%s from a bonus that was paid apart is not averaged as one from regular pay', (_, kind, type) => {
    // Five pays of 2,500.00 with F5A of 23.65 each and M of 1,200.00, then 10,000.00 of which all is deducted: F4 =
    // 10,000.
    const five: Recorded = {
      amounts: { statutory_withholding: { cpp: '703.70', ei: '203.75' } },
      bases: {
        ...{ taxable: '12500', periodic_pays: '5', pensionable: '12500', insurable: '12500' },
        ...{ f5a: '118.25', federal_tax: '1200' },
      },
    };
    const deducted = line(kind, type, '10000');
    const bonus = given({ lines: [line('earning', 'bonus_discretionary', '10000'), deducted] }, 5);
    const apart = run(onPayroll(withYear(bonus, five), { type: 'off_cycle', pay_date: '2026-03-13' }));
    expect(statutory(apart)).toMatchObject({ federal_income_tax: '0', provincial_income_tax: '0' });
    // T4127 chapter 5, pay 6: A = 26/6 x (15,000 - 118.25 - 23.65) + max(0, 10,000 - 10,000 - 100) = 64,385.10.
    // T1 = 13,198.95 - 3,804 - 2,303.28 - 492.72 - 157.23 - 210.14 = 6,231.58; x 6/26 - 1,200 = 238.06.
    const pay = withYear(given({ lines: [line('earning', 'wage', '2500')] }, 5), recordedWith(five, apart));
    const averaged = withProperties(pay, property('ca::income_tax_method', 'cumulative'));
    expect(statutory(run(averaged)).federal_income_tax).toBe('238.06');
    // Chapter 4, a pay on the date of the bonus: C = 0.0595 x (12,500 - 134.61) = 735.74, F5A = 123.65 x 2,500 / 12,500
    // = 24.73, A = 26 x (2,500 - 24.73) = 64,357.02. T1 = 13,193.19 - 3,804 - 2,303.28 - 426.20 - 148.33 - 210.14 =
    // 6,301.24.
    const wage = withYear(given({ lines: [line('earning', 'wage', '2500')] }, 5), five);
    const beside = run({ ...wage, same_pay_date: recordedWith(NOTHING, apart) });
    expect(statutory(beside).federal_income_tax).toBe('242.36');
  });

  describe('tax that was entered', () => {
    test('stays on a payroll that is not the next one, though nothing is paid there until it is', () => {
      const facts = given({ pay_rates: [salary('60000')] });
      const entered = after(facts, run(facts), (one) =>
        one.type === 'federal_income_tax' ? { ...one, custom_amount: '500' } : one,
      );
      const waiting = onPayroll(entered, { takes_recurring_items: false });
      const kept = run(waiting);
      expect(kept.lines.map(({ type, custom_amount }) => [type, custom_amount])).toEqual([
        ['federal_income_tax', '500'],
      ]);
      expect(run(after(waiting, kept))).toMatchObject({ changed: [], removed: [] });
      const next = run(onPayroll(after(waiting, kept), { takes_recurring_items: true }));
      const own = next.lines.find(({ type }) => type === 'federal_income_tax');
      expect(own).toMatchObject({ custom_amount: '500', managed_amount: statutory(run(facts)).federal_income_tax });
    });

    const typed = (result: StubResult, type: string, custom_amount: string): Line => ({
      ...result.lines.find((one) => one.type === type)!,
      custom_amount,
    });
    /** A pay again, with amounts entered on its lines of income tax. */
    const paid = (facts: StubFacts, federal: string, provincial: string): Recorded => {
      const result = run(facts);
      const lines = [
        ...facts.lines,
        typed(result, 'federal_income_tax', federal),
        typed(result, 'provincial_income_tax', provincial),
      ];
      return recordedWith(NOTHING, run({ ...facts, lines }));
    };

    test.each(['ca_on', 'ca_qc'])(
      'in %s in place of the calculated one is what the year has had, where tax is averaged',
      (place) => {
        const averaged = (payroll: number): StubFacts =>
          withProperties(
            inProvince(given({ pay_rates: [salary('78000')] }, payroll), place),
            property('ca::income_tax_method', 'cumulative'),
            property('ca::qc::income_tax_method', 'cumulative'),
          );
        const first = run(averaged(0));
        const { federal_income_tax: federal = '', provincial_income_tax: provincial = '' } = statutory(first);
        const more = (amount: string) => toText(fixed(amount) + fixed('100'));
        const year = paid(averaged(0), more(federal), more(provincial));
        const plain = statutory(run(withYear(averaged(1), recordedWith(NOTHING, first))));
        const next = statutory(run(withYear(averaged(1), year)));
        for (const type of ['federal_income_tax', 'provincial_income_tax'])
          expect(fixed(plain[type]!) - fixed(next[type]!), type).toBe(fixed('100'));
      },
    );

    test('as none leaves nothing that a correction could give back', () => {
      const year = paid(given({ pay_rates: [salary('60000')] }), '0', '0');
      const correction = given({ lines: [line('earning', 'wage', '-500')] }, 1);
      const result = statutory(run(onPayroll(withYear(correction, year), { type: 'correction' })));
      expect(result).toMatchObject({ federal_income_tax: '0', provincial_income_tax: '0', cpp: '-29.75' });
    });

    test('on a correction by itself counts as withheld, in the province of employment', () => {
      const alone = given({ lines: [line('statutory_withholding', 'federal_income_tax', '120')] });
      const result = run(onPayroll(alone, { type: 'correction' }));
      expect(statutory(result)).toEqual({ federal_income_tax: null });
      expect(result.bases).toEqual({ employed_on: '1', entered_federal_tax: '120' });
    });
  });

  test('a bonus apart goes by the regular pay of both assignments together, which are one pay', () => {
    const paid = (date: Recorded) => run(given({ lines: [line('earning', 'wage', '2000')], same_pay_date: date }));
    const first = paid(NOTHING);
    const year = recordedWith(recordedWith(NOTHING, first), paid(recordedWith(NOTHING, first)));
    const bonus = given({ lines: [line('earning', 'bonus_discretionary', '4000')] }, 1);
    const { federal_income_tax, provincial_income_tax } = statutory(
      run(onPayroll(withYear({ ...bonus, employer_year_to_date: year }, year), { type: 'off_cycle' })),
    );
    // T4127 chapter 4: A0 = 26 x 4,000 = 104,000, where CPP and EI have their caps. F5B = 238 x 0.01 / 0.0595 = 40, so
    // A1 = 107,960. Federal: 20.5 % of 3,960. Ontario: 11.16 % of it less 4,376, less 9.15 % of A0 less 2,210, is
    // 366.34, with a surtax of 20 %.
    expect(Number(federal_income_tax)).toBeCloseTo(811.8, 1);
    expect(Number(provincial_income_tax)).toBeCloseTo(439.61, 1);
  });

  test('a bonus by what the year has had and has left counts all its pays, though averaging began within it', () => {
    const paid = run(given({ lines: [line('earning', 'wage', '2000')] }));
    const year = recordedWith(recordedWith(NOTHING, paid), paid);
    const taxed = (averaging: Pick<StubFacts, 'averaging'>) => {
      const bonus = given({ lines: [line('earning', 'bonus_discretionary', '4000')], ...averaging }, 2);
      const facts = withProperties(withYear(bonus, year), property('ca::bonus_tax_basis', 'year_to_date'));
      return statutory(run(onPayroll(facts, { type: 'off_cycle' })));
    };
    expect(taxed({ averaging: { before: year, first_period: 3 } })).toEqual(taxed({}));
  });

  test('a bonus before the first pay of the year is taxed beside the regular pay of the year before', () => {
    // T4127 chapter 4, I = 0: I is 62,500.00 / 25 = 2,500.00, so A goes from 65,000 to 65,000 + 10,000 - 100 = 74,900.
    // Federal: 0.205 x 9,900 = 2,029.50, less 0.14 x 3,519.45 - 0.14 x 3,044.34 = 66.51 and 0.14 x 1,123.07 - 0.14 x
    // 1,059.50 = 8.90. Ontario: 0.0915 x 9,900 = 905.85, less 23.99 and 3.22, and 150 of health premium.
    const bonus = given({ lines: [line('earning', 'bonus_discretionary', '10000')] });
    const first = onPayroll(bonus, { type: 'off_cycle', pay_date: '2026-01-02' });
    const { federal_income_tax, provincial_income_tax } = statutory(
      run({ ...first, last_year: { bases: { taxable: '62500', periodic_pays: '25' } } }),
    );
    expect([federal_income_tax, provincial_income_tax]).toEqual(['1954.09', '1028.64']);
  });

  test('a bonus after a change of the schedule is taxed beside the pay of a year, however often it was paid', () => {
    const monthly = (facts: StubFacts): StubFacts =>
      onPayroll(facts, { pay_frequency: 'monthly', regular_periods_count: 12 });
    const wage = (amount: string) => given({ lines: [line('earning', 'wage', amount)] });
    const bonus = given({ lines: [line('earning', 'bonus_discretionary', '4000')] }, 3);
    const taxed = (facts: StubFacts) => {
      const { federal_income_tax, provincial_income_tax } = statutory(run(facts));
      return [federal_income_tax, provincial_income_tax];
    };
    const twoWeeks = recordedWith(NOTHING, run(wage('2400')));
    const months = recordedWith(NOTHING, run(monthly(wage('5200'))));
    const both = recordedWith(twoWeeks, run(monthly(withYear(wage('5200'), twoWeeks))));
    // 62,400 a year in 26 pays, and in 12: of the year before, of this one, on a payroll of either kind.
    const beside = (year: Recorded) => taxed(monthly(withYear(bonus, year)));
    expect(beside(both)).toEqual(beside(recordedWith(months, run(monthly(withYear(wage('5200'), months))))));
    const offCycle = (sums: Recorded) =>
      taxed(onPayroll(monthly({ ...bonus, last_year: sums }), { type: 'off_cycle', pay_date: '2026-01-02' }));
    expect(offCycle(both)).toEqual(offCycle(months));
  });

  describe('a historical payroll of ten months, 22 of 26 pays of 64,000 a year', () => {
    const held = onPayroll(
      given({
        lines: [
          line('earning', 'salary', '54153.85'),
          line('statutory_withholding', 'federal_income_tax', '5177.55'),
          line('statutory_withholding', 'provincial_income_tax', '2820.51'),
          line('statutory_withholding', 'cpp', '2900.10'),
          line('statutory_withholding', 'ei', '1002.45'),
        ],
      }),
      { type: 'historical', period_start: '2026-01-01', period_end: '2026-10-31', pay_date: '2026-11-06' },
    );
    const year = recordedWith(NOTHING, run(held));

    test('is 22 pays to the bonus method, not one', () => {
      // T4127 chapter 4, I = 0: I is 54,153.85 / 22 = 2,461.54. A: 26 x 2,461.54 = 64,000.04, and with B - F5B of
      // 1,000 - 10 it is 64,990.04 (F5B = 1,000 x 0.0595 x 0.01 / 0.0595). Federal: 13,322.96 - 13,120.01 = 202.95 by
      // 20.5 %, less 0.14 x (3,044.18 - 2,994.68) = 6.93 and 0.14 x (1,059.50 - 1,043.20) = 2.28: 193.74. Ontario:
      // 5,946.59 - 5,856.00 = 90.59 by 9.15 %, less 0.0505 of the same, 2.50 and 0.82: 87.27.
      const bonus = given({ lines: [line('earning', 'bonus_discretionary', '1000')] }, 22);
      const { federal_income_tax, provincial_income_tax } = statutory(
        run(onPayroll(withYear(bonus, year), { type: 'off_cycle', takes_recurring_items: false })),
      );
      expect([federal_income_tax, provincial_income_tax]).toEqual(['193.74', '87.27']);
    });

    test('with an off-cycle bonus into a plan the employer adds to, taxes both beside those pays', () => {
      // As above with B = 1,100 and F3 = 100: F5B = 1,100 x 0.01 = 11.00, A = 64,989.04. Federal: 13,322.75 - 13,120.01
      // = 202.74, less 0.14 x 3,049.13 - 419.26 = 7.62 and 0.14 x 1,061.13 - 146.05 = 2.51: 192.61. Ontario: 5,946.50 -
      // 5,856.00 = 90.50, less 153.98 - 151.23 = 2.75 and 53.59 - 52.68 = 0.91: 86.84. No exemption of a period: CPP is
      // 0.0595 x 1,100 = 65.45.
      const lines = [line('earning', 'bonus_discretionary', '1000'), line('employer_benefit', 'pension_rrsp', '100')];
      const result = run(onPayroll(withYear(given({ lines }, 22), year), { type: 'off_cycle' }));
      const { federal_income_tax, provincial_income_tax, cpp } = statutory(result);
      expect([federal_income_tax, provincial_income_tax, cpp]).toEqual(['192.61', '86.84', '65.45']);
      expect(result.bases).toMatchObject({ non_periodic: '1100', registered_plans_non_periodic: '100' });
      // Wages on an off-cycle payroll are a pay of their own.
      const wages = run(onPayroll(given({ lines: [line('earning', 'wage', '2000')] }), { type: 'off_cycle' }));
      expect(wages.bases).toMatchObject({ taxable: '2000', periodic_pays: '1' });
    });

    test('has its tax withheld already where tax is averaged over the year', () => {
      // T4127 chapter 5, pay 23: S1 = 26/23, M = 5,177.55 and 2,820.51, F5 = 2,900.10 x 0.01 / 0.0595 = 487.41 and 23.27.
      // A = S1 x (54,153.85 + 2,461.54 - 487.41 - 23.27) = 63,422.72. T1 = 13,001.66 - 3,804 - 2,303.28 - 419.27 - 146.05
      // - 210.14 = 6,118.92; / S1 - M = 5,412.89 - 5,177.55 = 235.34. T2 = 5,803.18 - 2,210 - 655.94 - 151.23 - 52.68
      // + 600 = 3,333.33; / S1 - M = 2,948.715 - 2,820.51 = 128.205.
      const pay = withYear(given({ lines: [line('earning', 'salary', '2461.54')] }, 22), year);
      const averaged = withProperties(pay, property('ca::income_tax_method', 'cumulative'));
      const { federal_income_tax, provincial_income_tax } = statutory(run(averaged));
      expect([federal_income_tax, provincial_income_tax]).toEqual(['235.34', '128.21']);
    });

    test('gives back what it withheld when money is taken back', () => {
      // The bonus the other way round, from 64,000.04 to 63,010.04. Federal: 13,120.01 - 12,917.06, less 6.93 and 2.28.
      // Ontario: 5,856.00 - 5,765.42, less 2.50 and 0.82. Nothing was withheld by this service itself.
      const back = given({ lines: [line('earning', 'bonus_discretionary', '-1000')] }, 22);
      const { federal_income_tax, provincial_income_tax } = statutory(
        run(onPayroll(withYear(back, year), { type: 'correction' })),
      );
      expect([federal_income_tax, provincial_income_tax]).toEqual(['-193.74', '-87.26']);
    });

    test('of two work assignments is 22 pays as well, with what workers may deduct of so many', () => {
      const ten_months = { period_start: '2026-01-01', period_end: '2026-10-31' };
      const part = (salary: string, place: string, before?: StubResult, ...own: TaxPropertyFacts[]): StubResult => {
        const facts = onPayroll(given({ lines: [line('earning', 'salary', salary)] }), held.payroll);
        const earlier_provider = before && { earlier_provider: { periods: [ten_months], bases: before.bases } };
        return run({ ...withProperties(inProvince(facts, place), ...own), ...earlier_provider });
      };
      const both = (place: string): Recorded => {
        const first = part('10000', place);
        return recordedWith(recordedWith(NOTHING, first), part('44153.85', place, first));
      };
      const bonus = given({ lines: [line('earning', 'bonus_discretionary', '1000')] }, 22);
      const taxes = (before: Recorded) => {
        const { federal_income_tax, provincial_income_tax } = statutory(
          run(onPayroll(withYear(bonus, before), { type: 'off_cycle', takes_recurring_items: false })),
        );
        return [federal_income_tax, provincial_income_tax];
      };
      // The bonus of the first test.
      expect(taxes(both('ca_on'))).toEqual(['193.74', '87.27']);
      // Of one that is exempt from income tax none, and then of the other all.
      const exempt = ['federal', 'provincial'].map((tax) => property(`ca::${tax}_tax_exempt`, true));
      const first = part('10000', 'ca_on', undefined, ...exempt);
      const beside = recordedWith(recordedWith(NOTHING, first), part('44153.85', 'ca_on', first));
      expect(taxes(beside)).toEqual(taxes(recordedWith(NOTHING, part('44153.85', 'ca_on'))));
      // TP-1015.F, H: 6 % of both, at most 22/26 of 1,450.
      expect(both('ca_qc').bases).toMatchObject({ periodic_pays: '22', worker_deduction: '1226.92' });
    });

    test('shares its tax between periodic pay and bonuses as it was paid', () => {
      // 3,000 of tax on 8,000 of salary and 2,000 of bonus: M 2,400, M1 600. 14 days are one pay.
      const mixed = onPayroll(
        given({
          lines: [
            line('earning', 'salary', '8000'),
            line('earning', 'bonus_discretionary', '2000'),
            line('statutory_withholding', 'federal_income_tax', '3000'),
          ],
        }),
        { type: 'historical' },
      );
      expect(run(mixed).bases).toMatchObject({
        federal_tax: '2400',
        federal_tax_on_non_periodic: '600',
        periodic_pays: '1',
      });
    });
  });

  test('tax property 10: first nations: lowers taxable and pensionable earnings, and not insurable ones', () => {
    const facts = given({ lines: [line('earning', 'wage', '2000')] });
    const half = { exemption_percentage: '50', pension_opt_in: false };
    const result = run(withProperties(facts, property('ca::first_nation_exemptions', half)));
    expect(result.bases).toMatchObject({ taxable: '1000', pensionable: '1000', insurable: '2000' });
    const opted = run(
      withProperties(facts, property('ca::first_nation_exemptions', { ...half, pension_opt_in: true })),
    );
    expect(opted.bases).toMatchObject({ taxable: '1000', pensionable: '2000' });
  });

  test.each(['ca_on', 'ca_qc'])(
    'what goes into a pension plan, and dues, lower income tax as far as the pay is taxable; an RRSP whole (%s)',
    (province) => {
      // Premiums are due on exempt pay too, and give a credit: nobody pays them here.
      const insured = [property('ca::ei_exempt', true), property('ca::qc::qpip_exempt', true)];
      const tax = (lines: Line[], exempt: string) => {
        const part = { exemption_percentage: exempt, pension_opt_in: false };
        const facts = withProperties(given({ lines }), property('ca::first_nation_exemptions', part), ...insured);
        const { federal_income_tax, provincial_income_tax } = statutory(run(inProvince(facts, province)));
        return [federal_income_tax, provincial_income_tax];
      };
      const lines = (part: number) => [
        line('earning', 'wage', String(3000 * part)),
        line('employee_benefit', 'pension_dcpp', String(200 * part)),
        line('employee_benefit', 'pension_prpp', String(100 * part)),
        line('deduction', 'union_dues', String(50 * part)),
        line('employee_benefit', 'pension_rrsp', '80'),
      ];
      expect(tax(lines(1), '40')).toEqual(tax(lines(0.6), '0'));
    },
  );

  test('uses tax properties: claims, exemptions, additional tax, reduced EI', () => {
    const facts = {
      ...given({ lines: [line('earning', 'wage', '2307.69')] }),
      remittance_accounts: [{ id: 'remac_cra', account_provider: 'ca_cra', category: 'ca_tax_agency' }],
    };
    const plain = statutory(run(facts));
    const changed = run(
      withProperties(
        facts,
        property('ca::federal::additional_tax', '25'),
        // The form of this year: an older one's amount is indexed.
        { ...property('ca::on::claim_amount', '12989'), effective_from: '2026-01-01' },
        property('ca::cpp_exempt', true),
        property('ca::ei_premium_reduction', { employer_multiplier: '1.2' }, 'remittance_account'),
      ),
    );
    const { employee } = calculateRequest({
      pay_date: '2026-01-09',
      pay_periods: 26,
      province_of_employment: 'ON',
      regular_pay: '2307.69',
      is_cpp_exempt: true,
      additional_tax: '25',
    });
    expect(statutory(changed)).toEqual({
      federal_income_tax: employee.federal_tax,
      provincial_income_tax: employee.provincial_tax,
      ei: plain.ei,
    });
    expect(contributed(changed)).toEqual({ ei: '45.14' });
    expect(changed.lines.find(({ type }) => type === 'ei')).toMatchObject({ remittance_account_id: 'remac_cra' });
    const exempt = run(withProperties(facts, property('ca::federal::total_income_less_than_total_claim_amount', true)));
    expect(statutory(exempt).federal_income_tax).toBe('0');
  });

  test.each([
    ['800', '100', '50', '150'],
    ['250', '180', '60', '180'],
    ['250', '300', '10', '0'],
  ])(
    'pay stub 7: of a pay of %s asked for %s federal and %s Quebec tax it withholds %s',
    (pay, federal, quebec, withheld) => {
      const facts = inProvince(given({ lines: [line('earning', 'wage', pay)] }), 'ca_qc');
      const asked = withProperties(
        facts,
        property('ca::federal::additional_tax', federal),
        property('ca::qc::additional_tax', quebec),
      );
      const sum = (result: StubResult) => {
        const { federal_income_tax, provincial_income_tax } = statutory(result);
        return fixed(federal_income_tax!) + fixed(provincial_income_tax!);
      };
      const result = run(asked);
      expect(toText(sum(result) - sum(run(facts)))).toBe(withheld);
      const isShort = result.warnings.some(({ type }) => type === 'additional_tax_not_withheld');
      expect(isShort).toBe(withheld !== toText(fixed(federal) + fixed(quebec)));
    },
  );

  test('withholds additional tax that one of two works asks for, whichever is paid first, and the higher of two once', () => {
    const asking = (amount: string) => [property('ca::federal::additional_tax', amount)];
    const paid = (own: TaxPropertyFacts[], date: Recorded) =>
      run(withProperties(given({ lines: [line('earning', 'wage', '2000')], same_pay_date: date }), ...own));
    const both = (first: TaxPropertyFacts[], second: TaxPropertyFacts[]) => {
      const one = recordedWith(NOTHING, paid(first, NOTHING));
      return fixed(recordedWith(one, paid(second, one)).amounts.statutory_withholding!.federal_income_tax!);
    };
    const none = both([], []);
    const more = ([first, second]: [TaxPropertyFacts[], TaxPropertyFacts[]]) => toText(both(first, second) - none);
    expect(more([[], asking('50')])).toBe('50');
    expect(more([asking('50'), []])).toBe('50');
    expect(more([asking('30'), asking('50')])).toBe('50');
    expect(more([asking('50'), asking('30')])).toBe('50');
  });

  test.each([
    ['ca_on', 'ca::federal::alimony'],
    ['ca_sk', 'ca::federal::labour_sponsored_shares'],
    ['ca_sk', 'ca::sk::labour_sponsored_shares'],
    ['ca_qc', 'ca::qc::fhsa'],
  ])('in %s counts %s once for a pay date, whichever of two works states it', (place, type) => {
    const paid = (own: TaxPropertyFacts[], date: Recorded) =>
      run(
        withProperties(
          inProvince(given({ lines: [line('earning', 'wage', '2000')], same_pay_date: date }), place),
          ...own,
        ),
      );
    const both = (first: TaxPropertyFacts[], second: TaxPropertyFacts[]) => {
      const one = recordedWith(NOTHING, paid(first, NOTHING));
      return recordedWith(one, paid(second, one)).amounts;
    };
    const stated = [property(type, '100')];
    const once = both(stated, []);
    expect(once).not.toEqual(both([], []));
    expect([both([], stated), both(stated, stated)]).toEqual([once, once]);
  });

  test('withholds nothing from zero and negative pay', () => {
    expect(statutory(run(given()))).toEqual({});
    const zero = run(given({ lines: [line('earning', 'wage', '0')] }));
    expect(statutory(zero)).toEqual({});
    const negative = statutory(run(given({ lines: [line('earning', 'wage', '-500')] })));
    expect(negative).toEqual({ federal_income_tax: '0', provincial_income_tax: '0', cpp: '0', ei: '0' });
  });

  test('returns with a negative correction what was withheld, and never more', () => {
    const regular = run(
      given({ pay_rates: [salary('60000')], lines: [line('earning', 'bonus_discretionary', '500')] }),
    );
    const year = recordedWith(NOTHING, regular);
    const correction = onPayroll(withYear(given({ lines: [line('earning', 'bonus_discretionary', '-500')] }), year), {
      type: 'correction',
    });
    const result = run(correction);
    const bonusAlone = recordedWith(year, result).amounts.statutory_withholding!;
    const plain = statutory(run(given({ pay_rates: [salary('60000')] })));
    expect(statutory(result)).toMatchObject({ cpp: '-29.75', ei: '-8.15' });
    for (const type of ['cpp', 'ei', 'federal_income_tax', 'provincial_income_tax']) {
      const off = Number(toText(fixed(bonusAlone[type]!) - fixed(plain[type]!)));
      expect(Math.abs(off), type).toBeLessThan(0.6);
    }
    const all = onPayroll(withYear(given({ lines: [line('earning', 'wage', '-90000')] }), year), {
      type: 'correction',
    });
    for (const [type, amount] of Object.entries(statutory(run(all)))) {
      expect(fixed(amount) + fixed(year.amounts.statutory_withholding![type]!) >= 0n, type).toBe(true);
    }
  });

  test.each([
    // 0.04 x (85,000 - 74,600) stays due as long as 85,000 were earned; so do 0.0043 and 0.00602 of 103,000 (QPIP), and
    // the class's 2 % of the board's maximum.
    ['ca_on', '130000', { cpp_2: '416' }, { cpp_2: '416', workers_compensation: '2434' }],
    [
      'ca_qc',
      '130000',
      { qpp_2: '416', qpip: '442.9' },
      { qpp_2: '416', qpip: '620.06', workers_compensation: '2060' },
    ],
  ] as const)(
    'in %s money taken back above the maximums of the year gives back none of what they ask for',
    (place, paid, employee, employer) => {
      const classed = property(`ca::${place.slice(3)}::workers_compensation_class`, {
        rate: '2',
        code: 'A',
        industry: 'Baking',
      });
      const of = (amount: string, type: 'regular' | 'correction', year: Recorded): Recorded => {
        const facts = given({ lines: [line('earning', 'bonus_discretionary', amount)] }, 20);
        return recordedWith(
          year,
          run(onPayroll(withYear(withProperties(inProvince(facts, place), classed), year), { type })),
        );
      };
      const year = of(paid, 'regular', NOTHING);
      const corrected = of('-5000', 'correction', year);
      for (const { amounts } of [year, corrected]) {
        expect(amounts.statutory_withholding).toMatchObject(employee);
        expect(amounts.employer_statutory_withholding).toMatchObject(employer);
      }
      // What is left below the maximums bears less: 0.04 x (80,000 - 74,600).
      const second = place === 'ca_qc' ? 'qpp_2' : 'cpp_2';
      expect(of('-45000', 'correction', corrected).amounts.statutory_withholding).toMatchObject({ [second]: '216' });
    },
  );

  test.each([
    // 0.0595 or 0.063 of what is left of 26 pays of 3,500.00 less 30,000.00, and of the exemption of each, 134.61.
    ['ca_on', 'cpp', 3421.26],
    ['ca_qc', 'qpp', 3622.51],
  ])(
    'in %s money taken back when the maximum of the year was reached leaves the pays to come their exemption',
    (place, plan, whole) => {
      let year = NOTHING;
      const pay = (earned: string, payroll: number, type: 'regular' | 'correction' = 'regular') => {
        const facts = inProvince(given({ lines: [line('earning', 'wage', earned)] }, payroll), place);
        year = recordedWith(year, run(onPayroll(withYear(facts, year), { type })));
        return year.amounts.statutory_withholding![plan]!;
      };
      for (let payroll = 0; payroll < 21; payroll++) pay('3500', payroll);
      expect(pay('20000', 21)).toBe(place === 'ca_on' ? '4230.45' : '4479.3');
      pay('-46500', 21, 'correction');
      for (let payroll = 22; payroll < 26; payroll++) pay('3500', payroll);
      // A contribution is to the cent, so 26 of them are off by some.
      expect(Number(year.amounts.statutory_withholding![plan])).toBeCloseTo(whole, 0);
    },
  );

  // 0.0595 of what is left of the pay less what of the year's exemption it had: T4127 chapter 6.
  test.each<[string, { born?: string; properties?: TaxPropertyFacts[] }, [string, number][], number]>([
    // 20 x 3,500.00 + 20,000.00 - 46,500.00 = 43,500.00, less 20 x 134.61.
    [
      'whose income is exempt, but not from CPP',
      { properties: [property('ca::first_nation_exemptions', { exemption_percentage: '100', pension_opt_in: true })] },
      [
        ['3500', 20],
        ['20000 bonus', 1],
        ['-46500', 1],
      ],
      2428.06,
    ],
    // 4 x 25,000.00 - 60,000.00 = 40,000.00, less 3,500.00 x 4 x 62 / 365: the exemption of commissions goes by days.
    [
      'with commissions now and then',
      { properties: [property('ca::federal::commission', { income: 90_000, expenses: 0 })] },
      [
        ['25000 commission', 4],
        ['-60000', 1],
      ],
      2238.5,
    ],
    // 26 x 3,000.00 + 12 x 500.00 - 10,000.00 = 74,000.00, less 26 x 134.61 and 12 x 291.66.
    [
      'with two schedules',
      {},
      [
        ['3000', 26],
        ['500 monthly', 12],
        ['-10000', 1],
      ],
      3986.51,
    ],
    // 11 x 3,500.00 - 10,000.00 = 28,500.00, less 11 x 134.61: the regular pay of the date has its part.
    [
      'who is paid on that date',
      {},
      [
        ['3500', 11],
        ['-10000 beside', 1],
      ],
      1607.65,
    ],
    // 10 x 3,500.00 + 100.00 - 10,000.00 = 25,100.00, less 10 x 134.61 and the 100.00, which are below their part.
    [
      'who is paid less than that part on that date',
      {},
      [
        ['3500', 10],
        ['100', 1],
        ['-10000 beside', 1],
      ],
      1407.41,
    ],
    // 11 x 3,500.00 - 3,450.00 = 35,050.00, less 11 x 134.61: what is left of the pay is below its part.
    [
      'nearly all of whose pay of that date is taken back',
      {},
      [
        ['3500', 11],
        ['-3450 beside', 1],
      ],
      1997.37,
    ],
    // 6 x 3,500.00 + 30,000.00 - 25,000.00 = 26,000.00, less 6 x 134.61: 13 pays of before had no part.
    [
      'who became 18',
      { born: '2008-06-15' },
      [
        ['3500', 19],
        ['30000 bonus', 1],
        ['-25000', 1],
      ],
      1498.94,
    ],
    // 30,000.00 + 10 x 4,500.00 - 20,000.00 = 55,000.00, less 10 x 134.61: what 10 pays of 40.00 left of theirs is lost.
    [
      'with pays below it',
      {},
      [
        ['40', 10],
        ['4500', 10],
        ['30000 bonus', 1],
        ['-20000', 1],
      ],
      3192.41,
    ],
  ])('money taken back of somebody %s leaves what the year would have borne without it', (_, of, pays, borne) => {
    let [year, before] = [NOTHING, NOTHING];
    let last: StubResult | undefined;
    // Far enough into the year for 62 days before a payment.
    let payroll = pays[0]![0].endsWith('commission') ? 5 : 0;
    for (const [what, count] of pays)
      for (let i = 0; i < count; i++) {
        const [amount, kind] = what.split(' ');
        const [isBack, isBonus, isBeside] = [amount!.startsWith('-'), kind === 'bonus', kind === 'beside'];
        const type = isBonus ? 'bonus_discretionary' : kind === 'commission' ? 'commission' : 'wage';
        if (!isBeside) before = year;
        let facts = withYear(given({ lines: [line('earning', type, amount!)] }, Math.min(payroll, 25)), before);
        facts = withProperties(facts, ...(of.properties ?? []));
        facts = onPayroll(facts, { type: isBack ? 'correction' : isBonus ? 'off_cycle' : 'regular' });
        if (kind === 'monthly') facts = onPayroll(facts, { pay_frequency: 'monthly', regular_periods_count: 12 });
        if (kind === 'commission') facts = { ...facts, last_paid_on: addDays(facts.payroll.pay_date, -62) };
        if (isBeside) facts = { ...facts, same_pay_date: recordedWith(NOTHING, last!) };
        if (of.born) facts = { ...facts, employee: { id: 'emp_1', birth_date: of.born } };
        last = run(facts);
        year = recordedWith(year, last);
        if (!isBack && !isBonus && kind !== 'monthly') payroll++;
      }
    // A contribution is to the cent, so some of them are off by some.
    const total = fixed(year.amounts.statutory_withholding!.cpp!);
    expect(Math.abs(Number(toText(total)) - borne), toText(total)).toBeLessThan(0.2);
  });

  // What is left of a pay of 2,000.00 is below its part of the exemption, nothing, or less than nothing. The sixth of
  // 13,000.00 passes 74,600.00, above which the second contribution is due.
  test.each(
    ['ca_on', 'ca_qc'].flatMap((place) => [
      ...['-1900', '-1999.99', '-2000', '-2000.01', '-2001'].map((amount) => [place, amount, '2000'] as const),
      [place, '-4000', '13000'] as const,
    ]),
  )('in %s %s taken back on the date of a pay of %s gives back what it does a day later', (place, amount, wage) => {
    const of = (earned: string, type: 'regular' | 'correction', year: Recorded, same_pay_date?: Recorded) => {
      const facts = withYear(inProvince(given({ lines: [line('earning', 'wage', earned)] }, 6), place), year);
      return run(onPayroll({ ...facts, ...(same_pay_date ? { same_pay_date } : {}) }, { type }));
    };
    let before = NOTHING;
    for (let pays = 0; pays < 5; pays++) before = recordedWith(before, of(wage, 'regular', before));
    const pay = of(wage, 'regular', before);
    const beside = of(amount, 'correction', before, recordedWith(NOTHING, pay));
    const later = of(amount, 'correction', recordedWith(before, pay));
    for (const [type, given_back] of Object.entries(statutory(later)))
      expect(Math.abs(Number(statutory(beside)[type]) - Number(given_back)), type).toBeLessThan(0.025);
    // What the sums of the year go on with: the enhanced contributions on the money alone, none of those on the pay.
    expect(Number(beside.bases.f5b)).toBeCloseTo(Number(later.bases.f5b), 1);
    expect(Math.abs(Number(beside.bases.f5a ?? '0'))).toBeLessThan(0.02);
  });

  test.each([
    // 26 x 3,000.00 - 4,000.00 = 74,000.00, above the 68,900.00 of EI; 0.0595 or 0.063 of it less 26 x 134.61 is 35.69
    // or 37.79 below the maximum; nothing is left above 74,600.00.
    ['ca_on', { ei: 0, cpp: -35.69, cpp_2: -136 }],
    ['ca_qc', { ei: 0, qpp: -37.79, qpp_2: -136, qpip: -17.2 }],
  ])(
    'in %s money taken back on the date of a pay, when later ones are approved, leaves what the year would have borne without it',
    (place, back) => {
      const pays: StubResult[] = [];
      const sumOf = (some: readonly StubResult[]) => some.reduce(recordedWith, NOTHING);
      const pay = (payroll: number) =>
        withYear(inProvince(given({ lines: [line('earning', 'wage', '3000')] }, payroll), place), sumOf(pays));
      for (let payroll = 0; payroll < 26; payroll++) pays.push(run(pay(payroll)));
      const taken = inProvince(given({ lines: [line('earning', 'wage', '-4000')] }, 10), place);
      const [before, of_date, later] = [pays.slice(0, 10), pays.slice(10, 11), pays.slice(11)].map(sumOf);
      const facts = { ...withYear(taken, before!), same_pay_date: of_date, employer_year_later: later };
      const { amounts, bases } = recordedWith(NOTHING, run(onPayroll(facts, { type: 'correction' })));
      for (const [type, amount] of Object.entries(back))
        expect(Math.abs(Number(amounts.statutory_withholding![type] ?? '0') - amount), type).toBeLessThan(0.2);
      // The pay's part of the enhanced contributions stays, 0.01 of 35.69 / 0.0595 or 37.79 / 0.063 and 136.00 comes back.
      expect(Math.abs(Number(bases.f5a ?? '0'))).toBeLessThan(0.02);
      expect(Math.abs(Number(bases.f5b) + 142)).toBeLessThan(0.05);
    },
  );

  test.each([
    // 26 x 5,000.00 - 4,000.00 = 126,000.00, above all ceilings of 2026: nothing comes back.
    ['ca_on', ['ei']],
    ['ca_qc', ['ei', 'qpip']],
  ])("in %s the employer's premiums say what the maximums of the year bound of money taken back", (place, types) => {
    const pays: StubResult[] = [];
    const sumOf = (some: readonly StubResult[]) => some.reduce(recordedWith, NOTHING);
    const of = (amount: string, payroll: number) =>
      inProvince(given({ lines: [line('earning', 'wage', amount)] }, payroll), place);
    for (let payroll = 0; payroll < 26; payroll++) pays.push(run(withYear(of('5000', payroll), sumOf(pays))));
    const [before, of_date, later] = [pays.slice(0, 10), pays.slice(10, 11), pays.slice(11)].map(sumOf);
    const facts = { ...withYear(of('-4000', 10), before!), same_pay_date: of_date, employer_year_later: later };
    const { lines, explanation } = run(onPayroll(facts, { type: 'correction' }), { explain: true });
    for (const type of types) {
      const premium = lines.find((one) => one.kind === 'employer_statutory_withholding' && one.type === type)!;
      const { value, figures } = explanation[premium.id]!.at(-1)!;
      expect([premium.managed_amount, value], type).toEqual(['0', '0']);
      const figure = (name: string) => Number(figures[name] ?? '0');
      const asked = type === 'ei' ? figure('EI') * figure('multiplier') : figure('rate') * figure('earnings');
      const all = asked - figure('earlier_pay_stubs_of_the_date') + figure('bound_of_the_year');
      expect(all, type).toBeCloseTo(0, 1);
      expect(figure('bound_of_the_year'), type).toBeGreaterThan(0);
    }
  });

  test.each(['ca_on', 'ca_qc'])(
    'in %s gives back tax of the pay of the same date, though it is the first of the year, and never more than that',
    (place) => {
      const of = (amount: string, type: 'regular' | 'correction', paid: Recorded) =>
        run(
          onPayroll(inProvince(given({ lines: [line('earning', 'wage', amount)], same_pay_date: paid }), place), {
            type,
          }),
        );
      const taxes = (result: ReturnType<typeof run>) => {
        const { federal_income_tax = '0', provincial_income_tax = '0' } = statutory(result);
        return [Number(federal_income_tax), Number(provincial_income_tax)] as const;
      };
      const pay = of('2000', 'regular', NOTHING);
      const year = recordedWith(NOTHING, pay);
      const [federal, provincial] = taxes(pay);
      const [back, ofProvince] = taxes(of('-500', 'correction', year));
      // At least at the lowest rates: 14 % less the credits for contributions, and 5.05 % or 14 % of the province.
      expect(back).toBeLessThan(-50);
      expect(ofProvince).toBeLessThan(-20);
      const all = taxes(of('-20000', 'correction', year));
      expect(all.map((one, i) => one >= -[federal, provincial][i]!)).toEqual([true, true]);
    },
  );

  test.each([
    ['ca_on', 'wage'],
    ['ca_qc', 'wage'],
    ['ca_on', 'retiring_allowance'],
    ['ca_qc', 'retiring_allowance'],
  ])('in %s a correction of %s that gives back all that was withheld says so in its explanation', (place, type) => {
    const of = (amount: string, on: Partial<StubFacts>, payroll = 0) =>
      onPayroll(
        { ...inProvince(given({ lines: [line('earning', type, amount)] }, payroll), place), ...on },
        {
          type: amount.startsWith('-') ? 'correction' : 'regular',
        },
      );
    const paid = run(of('2000', {}));
    const year = recordedWith(NOTHING, paid);
    // On the date of the pay, and later.
    for (const facts of [of('-20000', { same_pay_date: year }), withYear(of('-20000', {}, 1), year)]) {
      const back = run(facts, { explain: true });
      for (const tax of ['federal_income_tax', 'provincial_income_tax'] as const) {
        const given_back = back.lines.find((one) => one.type === tax && one.kind === 'statutory_withholding');
        if (!given_back || given_back.managed_amount === '0') continue;
        expect(fixed(given_back.managed_amount!)).toBe(-fixed(statutory(paid)[tax]!));
        const steps = back.explanation[given_back.id]!;
        expect(steps.at(-1)!.value).toBe(given_back.managed_amount);
        const figures = steps.flatMap((step) => Object.keys(step.figures));
        expect(figures).toContainEqual(
          expect.stringMatching(/^(?:no more than was withheld this year|bound_of_the_year)$/),
        );
      }
    }
  });

  test.each([
    // TP-1015.F 2.1.1: 26 x (1,000.00 - H 55.77 - CS 8.65) = 24,325.08; (0.14 x that - 0.14 x 18,952) / 26 = 28.93.
    ['ca_on', 'ca_qc', '28.93'],
    // T4127 chapter 4: A is 26 x (1,000.00 - 8.65) = 25,775.10; 0.0505 x (A - 12,989 - 1,113.74 - 423.80) = 568.05,
    // less S 600.00 - 568.05 = 31.95 with V2 of 300.00, by 26.
    ['ca_qc', 'ca_on', '32.16'],
  ])(
    'after a move from %s to %s gives back what was withheld there, and none of what the other agency has',
    (from, to, withheld) => {
      const pay = (amount: string, place: string, year: Recorded, type: 'regular' | 'correction', payroll: number) => {
        const facts = given({ lines: [line('earning', 'wage', amount)] }, payroll);
        return run(onPayroll(withYear(inProvince(facts, place), year), { type }));
      };
      let year = recordedWith(NOTHING, pay('3000', from, NOTHING, 'regular', 0));
      year = recordedWith(year, pay('3000', from, year, 'regular', 1));
      const moved = pay('1000', to, year, 'regular', 2);
      expect(statutory(moved).provincial_income_tax).toBe(withheld);
      const back = statutory(pay('-3000', to, recordedWith(year, moved), 'correction', 3));
      expect(back.provincial_income_tax).toBe(`-${withheld}`);
      // Federal tax goes to one agency: at 20.5 % of what is above 58,523.00 a year and 14 % of the rest.
      expect(Number(back.federal_income_tax)).toBeLessThan(-0.14 * 0.8 * 3000);
    },
  );

  test.each(['ca_on', 'ca_qc', 'ca_ab'])(
    'in %s gives back the flat tax of a small bonus that is taken back',
    (place) => {
      // T4127 chapter 4: 15 % of 2,000 beside pays of 100, 10 % and 5 %; in Quebec 10 %, and 7 % by TP-1015.F 2.1.2.
      const pay = (lines: Line[], year: Recorded, type: 'regular' | 'correction') =>
        run(onPayroll(withYear(inProvince(given({ lines }), place), year), { type }));
      const bonus = (amount: string) => line('earning', 'bonus_discretionary', amount);
      const year = recordedWith(NOTHING, pay([line('earning', 'wage', '100'), bonus('2000')], NOTHING, 'regular'));
      const { federal_income_tax = '', provincial_income_tax = '' } = year.amounts.statutory_withholding!;
      expect([federal_income_tax, provincial_income_tax]).toEqual(['200', place === 'ca_qc' ? '140' : '100']);
      expect(statutory(pay([bonus('-2000')], year, 'correction'))).toMatchObject({
        federal_income_tax: `-${federal_income_tax}`,
        provincial_income_tax: `-${provincial_income_tax}`,
      });
      expect(statutory(pay([bonus('-500')], year, 'correction'))).toMatchObject({ federal_income_tax: '-50' });
    },
  );

  test.each([
    // Rows of TP-1015.F: 24 % above 108,680, whose second method takes it of the whole bonus less CSB; 14 % below
    // 54,345, and 7 % flat up to 18,952.
    ['3800', '20000'],
    ['700', '3000'],
  ])(
    'in Quebec gives back the tax of a bonus beside %s that is taken back, by the row that it had reached',
    (wage, amount) => {
      const pay = (lines: Line[], year: Recorded, type: 'regular' | 'correction', payroll: number) =>
        run(onPayroll(withYear(inProvince(given({ lines }, payroll), 'ca_qc'), year), { type }));
      const year = recordedWith(NOTHING, pay([line('earning', 'wage', wage)], NOTHING, 'regular', 0));
      const bonus = pay([line('earning', 'bonus_discretionary', amount)], year, 'correction', 1);
      const after = recordedWith(year, bonus);
      const back = pay([line('earning', 'bonus_discretionary', `-${amount}`)], after, 'correction', 2);
      const [paid, returned] = [bonus, back].map((result) => fixed(statutory(result).provincial_income_tax!));
      expect(paid! > 0n).toBe(true);
      expect(toText(paid! + returned!)).toBe('0');
    },
  );

  test.each(['ca_on', 'ca_bc', 'ca_qc'])(
    'in %s a large bonus that is taken back leaves no tax, and takes none of other pay',
    (place) => {
      // Beside pays of 800 the contributions on 18,000 are more than a year of such pays asks for: K2 counts them while
      // the bonus stands, and no longer when it is taken back.
      const pay = (earning: Line, year: Recorded, type: 'regular' | 'correction', payroll: number) =>
        run(onPayroll(withYear(inProvince(given({ lines: [earning] }, payroll), place), year), { type }));
      let year = NOTHING;
      for (let payroll = 0; payroll < 15; payroll++)
        year = recordedWith(year, pay(line('earning', 'wage', '800'), year, 'regular', payroll));
      const bonus = pay(line('earning', 'bonus_discretionary', '18000'), year, 'correction', 15);
      const back = pay(line('earning', 'bonus_discretionary', '-18000'), recordedWith(year, bonus), 'correction', 16);
      for (const type of ['federal_income_tax', 'provincial_income_tax']) {
        const left = fixed(statutory(bonus)[type]!) + fixed(statutory(back)[type]!);
        expect(left > -fixed('0.1') && left < fixed('0.1'), `${type} ${toText(left)}`).toBe(true);
      }
    },
  );

  test("an exempt part of an employer's RRSP contribution is deducted no second time (Indian Act, s. 87)", () => {
    const exempt = property('ca::first_nation_exemptions', { exemption_percentage: '40', pension_opt_in: true });
    const tax = (...lines: Line[]) =>
      statutory(run(withProperties(given({ lines: [line('earning', 'wage', '3000'), ...lines] }), exempt)))
        .federal_income_tax;
    // What goes straight into the plan is taxed and deducted at once. CPP and EI on it alone lower the tax.
    const [plain, contributed] = [tax(), tax(line('employer_benefit', 'pension_rrsp', '500'))];
    const lower = fixed(plain!) - fixed(contributed!);
    expect(lower >= 0n && lower < fixed('7'), toText(lower)).toBe(true);
  });

  test('a correction on the pay date of what it corrects leaves the exemption of that pay as it is', () => {
    // T4127 chapter 6, X once a period: 0.0595 x (2,100 - 134.61) = 116.94 less 0.0595 x (2,000 - 134.61) = 110.99.
    const regular = recordedWith(NOTHING, run(given({ lines: [line('earning', 'wage', '2000')] })));
    const beside = (amount: string) => ({
      ...given({ lines: [line('earning', 'wage', amount)] }),
      same_pay_date: regular,
    });
    const cpp = (amount: string) => statutory(run(onPayroll(beside(amount), { type: 'correction' }))).cpp;
    expect([cpp('100'), cpp('-100')]).toEqual(['5.95', '-5.95']);
  });

  test('counts fund shares of earlier stubs in Quebec toward the limits of the year', () => {
    const facts = inProvince(
      given({
        lines: [line('earning', 'wage', '3000'), line('employee_benefit', 'fonds_solidarite_ftq_rrsp', '200')],
      }),
      'ca_qc',
    );
    const first = run(facts);
    expect(first.bases).toMatchObject({ shares_ftq: '200' });
    const after = (shares_ftq: string) => statutory(run(withYear(facts, { amounts: {}, bases: { shares_ftq } })));
    const off = (of: Record<string, string>, type: string) => fixed(of[type]!) - fixed(statutory(first)[type]!);
    expect(off(after('4900'), 'provincial_income_tax')).toBe(fixed('15'));
    expect(off(after('5000'), 'provincial_income_tax')).toBe(fixed('30'));
    expect(off(after('5000'), 'federal_income_tax') > fixed('25')).toBe(true);
  });

  test('taxes retiring allowances as lump sums, and withholds nothing else from them', () => {
    const lump = given({ lines: [line('earning', 'retiring_allowance', '12000')] });
    expect(statutory(run(lump))).toMatchObject({ federal_income_tax: '2400', provincial_income_tax: '0', cpp: '0' });
    expect(statutory(run(inProvince(lump, 'ca_qc')))).toMatchObject({
      federal_income_tax: '1200',
      provincial_income_tax: '2280',
    });
    const more = withYear(lump, { amounts: {}, bases: { lump_sums: '4000' } });
    expect(statutory(run(more)).federal_income_tax).toBe('3600');
  });

  test('pension contributions are deducted in Quebec from what is pensionable: none from regular pay that is not (TP-1015.F 2.1, S3)', () => {
    const lines = [
      line('earning', 'supplemental_unemployment', '2000'),
      line('earning', 'bonus_discretionary', '10000'),
    ];
    const result = run(inProvince(given({ lines }), 'ca_qc'), { explain: true });
    // C = 6.3 % of 10,000 and CS = CSB = 100. I = 26 x (2,000 - 55.77) = 50,549.98 and
    // Y = 0.14 x I - 0.14 x 18,952 = 4,423.72, of a pay 170.14. B: 19 % of 9,900 = 1,881.00.
    expect(statutory(result)).toMatchObject({ qpp: '630', provincial_income_tax: '2051.14' });
    const { id } = result.lines.find(({ type }) => type === 'provincial_income_tax')!;
    const csa = result.explanation[id]!.find(({ name }) => name === 'CSA');
    expect(csa).toMatchObject({ value: '0', figures: { S3: '10000', B2: '10000' } });
  });

  test('a retiring allowance on the date of a bonus bears its own tax alone, and the bonus keeps its own', () => {
    // The last pay before the bonus was 3,000.00, those of the year 2,400.00 on average.
    const year = { amounts: {}, bases: { taxable: '24000', all_taxable: '24000', periodic_pays: '10' } };
    const of = (lines: Line[], more: Partial<StubFacts>, type: 'off_cycle' | 'regular') =>
      run(onPayroll(withYear(given({ lines, ...more }, 10), year), { type }), { explain: true });
    const last_pay = { bases: { taxable: '3000', all_taxable: '3000', periodic_pays: '1' } };
    const bonus = of([line('earning', 'bonus_discretionary', '5000')], { last_pay }, 'off_cycle');
    const same_pay_date = recordedWith(NOTHING, bonus);
    const lump = of([line('earning', 'retiring_allowance', '12000')], { same_pay_date }, 'regular');
    expect(statutory(lump)).toMatchObject({ federal_income_tax: '2400', provincial_income_tax: '0' });
    const federal = lump.lines.find(({ type }) => type === 'federal_income_tax')!;
    expect(lump.explanation[federal.id]!.map(({ name }) => name)).toEqual(['tax on lump sum']);
  });

  test.each([
    // CRA and Revenu Québec: 20 % of 12,000 outside Quebec; 10 % and 19 % in it.
    ['ca_on', '2400', '0'],
    ['ca_qc', '1200', '2280'],
  ])(
    'in %s gives back the tax that a retiring allowance bore, when all or a part of it is taken back',
    (place, federal, provincial) => {
      const of = (amount: string, year: Recorded = NOTHING, type: 'off_cycle' | 'correction' = 'correction') => {
        const facts = inProvince(given({ lines: [line('earning', 'retiring_allowance', amount)] }), place);
        return run(onPayroll(withYear(facts, year), { type }));
      };
      const paid = recordedWith(NOTHING, of('12000', NOTHING, 'off_cycle'));
      const back = (amount: string, year = paid) => {
        const { federal_income_tax, provincial_income_tax } = statutory(of(amount, year));
        return [federal_income_tax, provincial_income_tax];
      };
      const less = (tax: string, divisor: bigint) => toText(-fixed(tax) / divisor);
      // Of a year without any there is nothing that could come back.
      expect(back('-12000', NOTHING)).toEqual(['0', '0']);
      expect(back('-1000', recordedWith(paid, of('-13000', paid)))).toEqual(['0', '0']);
      expect(back('-12000')).toEqual([less(federal, 1n), less(provincial, 1n)]);
      expect(back('-6000')).toEqual([less(federal, 2n), less(provincial, 2n)]);
      // What two smaller ones bore was less than the rate of both together: never more comes back than was withheld.
      const first = recordedWith(NOTHING, of('4000', NOTHING, 'off_cycle'));
      const both = recordedWith(first, of('4000', first, 'off_cycle'));
      const held = both.amounts.statutory_withholding!;
      expect(back('-8000', both)).toEqual([
        less(held.federal_income_tax!, 1n),
        less(held.provincial_income_tax ?? '0', 1n),
      ]);
    },
  );

  test.each(['ca_on', 'ca_qc'])(
    'in %s pay that is taken back bears nothing where more came back than was withheld, as by hand',
    (place) => {
      const of = (earning: string, amount: string, year: Recorded, type: 'regular' | 'correction' = 'correction') => {
        const facts = inProvince(given({ lines: [line('earning', earning, amount)] }), place);
        return run(onPayroll(withYear(facts, year), { type }));
      };
      const paid = recordedWith(NOTHING, of('wage', '4000', NOTHING, 'regular'));
      const below = (amounts: Record<string, string> = {}) =>
        Object.fromEntries(Object.keys(amounts).map((type) => [type, '-20']));
      const year: Recorded = {
        amounts: Object.fromEntries(Object.entries(paid.amounts).map(([kind, types]) => [kind, below(types)])),
        bases: {
          ...paid.bases,
          entered_federal_tax: toText(-fixed(paid.bases.federal_tax!) - fixed('20')),
          entered_provincial_tax: toText(-fixed(paid.bases.provincial_tax!) - fixed('20')),
        },
      };
      for (const result of [of('wage', '-1000', year), of('bonus_discretionary', '-1000', year)])
        expect(
          Object.entries({ ...contributed(result), ...statutory(result) }).filter(([, tax]) => fixed(tax) > 0n),
        ).toEqual([]);
    },
  );

  test('gives no tax back of a lump sum that bore none, once its payee is exempt no more', () => {
    const of = (amount: string, year: Recorded, ...exempt: TaxPropertyFacts[]) => {
      const facts = withYear(given({ lines: [line('earning', 'retiring_allowance', amount)] }), year);
      return run(withProperties(onPayroll(facts, { type: 'correction' }), ...exempt));
    };
    const after = (year: Recorded, amount: string, ...exempt: TaxPropertyFacts[]) =>
      recordedWith(year, of(amount, year, ...exempt));
    const tax = (amount: string, year: Recorded) => statutory(of(amount, year)).federal_income_tax;
    const exempt = property('ca::federal_tax_exempt', true);
    const untaxed = after(NOTHING, '12000', exempt);
    expect(tax('-12000', untaxed)).toBe('0');
    const half = after(untaxed, '-6000');
    expect(tax('-6000', half)).toBe('0');
    expect(tax('-6000', after(half, '-6000'))).toBe('0');
    // 30 % of 5,000, as 17,000 were paid in the year.
    const both = after(untaxed, '5000');
    expect(tax('-17000', both)).toBe('-1500');
  });

  // 10 % of the 5,000.00 that are paid in cash; in Quebec 5 %, and 14 % of its own.
  test.each([
    ['ca_on', '500', '0', '1000', '0'],
    ['ca_qc', '250', '700', '500', '950'],
  ])(
    'in %s what goes from a retiring allowance into an RRSP bears no tax, and lowers that of no pay',
    (at, federal, own, taken, taken_own) => {
      const of = (amounts: readonly [string, string], year: Recorded) =>
        inProvince(
          withYear(
            given({
              lines: [
                line('earning', 'retiring_allowance', amounts[0]),
                line('employee_benefit', 'pension_rrsp', amounts[1]),
              ],
            }),
            year,
          ),
          at,
        );
      const paid = run(onPayroll(of(['20000', '15000'], NOTHING), { type: 'off_cycle' }));
      expect(statutory(paid)).toMatchObject({ federal_income_tax: federal, provincial_income_tax: own });
      const wage = inProvince(given({ lines: [line('earning', 'wage', '2000')] }), at);
      const beside = run({ ...wage, same_pay_date: recordedWith(NOTHING, paid) });
      expect(statutory(beside)).toEqual(statutory(run(wage)));
      const back = run(onPayroll(of(['-20000', '-15000'], recordedWith(NOTHING, paid)), { type: 'correction' }));
      expect(Number(statutory(back).federal_income_tax)).toBe(-Number(federal));
      expect(Number(statutory(back).provincial_income_tax ?? '0')).toBe(0 - Number(own));
      // A transfer that comes back alone bears what 10,000.00 paid in cash bear beside what these 5,000.00 have borne.
      const alone = inProvince(
        withYear(given({ lines: [line('employee_benefit', 'pension_rrsp', '-5000')] }), recordedWith(NOTHING, paid)),
        at,
      );
      const returned = run(onPayroll(alone, { type: 'correction' }));
      expect(statutory(returned)).toMatchObject({ federal_income_tax: taken, provincial_income_tax: taken_own });
      expect(returned.bases).toMatchObject({ lump_sums: '5000', lump_sums_transferred: '-5000' });
      expect(statutory(run({ ...wage, same_pay_date: recordedWith(NOTHING, returned) }))).toEqual(statutory(run(wage)));
    },
  );

  test('what goes into an RRSP from a lump sum that is exempt lowers no tax, and what comes back of pay stays of pay', () => {
    const lines = [line('earning', 'retiring_allowance', '20000'), line('employee_benefit', 'pension_rrsp', '15000')];
    const exempt = property('ca::first_nation_exemptions', { exemption_percentage: '100' });
    const paid = run(onPayroll(withProperties(given({ lines }), exempt), { type: 'off_cycle' }));
    const wage = given({ lines: [line('earning', 'wage', '2000')] });
    expect(statutory(run({ ...wage, same_pay_date: recordedWith(NOTHING, paid) }))).toEqual(statutory(run(wage)));
    const of_pay = { ...NOTHING, bases: { ...paid.bases, registered_plans: '20000' } };
    const taken = [line('earning', 'retiring_allowance', '-20000'), line('employee_benefit', 'pension_rrsp', '-15000')];
    const together = run(
      onPayroll(withYear(withProperties(given({ lines: taken }), exempt), of_pay), { type: 'correction' }),
    );
    expect(together.bases).not.toHaveProperty('registered_plans');
    const year = { ...NOTHING, bases: { lump_sums_transferred: '15000', registered_plans: '600' } };
    const back = given({ lines: [line('employee_benefit', 'pension_rrsp', '-600')] });
    expect(run(onPayroll(withYear(back, year), { type: 'correction' })).bases).toMatchObject({
      registered_plans: '-600',
    });
  });

  test('what a stub was closed with as a contribution comes back as one, with the lump sum that bore all of its tax', () => {
    const lines = [line('earning', 'retiring_allowance', '-20000'), line('employee_benefit', 'pension_rrsp', '-15000')];
    const back = (transferred: Record<string, string>): StubResult => {
      const bases = { lump_sums: '20000', lump_sums_of_known_tax: '20000', federal_tax_on_lump_sums: '6000' };
      const year = { amounts: {}, bases: { ...bases, registered_plans: '15600', ...transferred } };
      return run(onPayroll(withYear(given({ lines }), year), { type: 'correction' }));
    };
    const closedBefore = back({});
    expect(statutory(closedBefore).federal_income_tax).toBe('-6000');
    expect(closedBefore.bases).toMatchObject({ lump_sums: '-20000', registered_plans: '-15000' });
    const noted = back({ lump_sums_transferred: '15000' });
    expect(statutory(noted).federal_income_tax).toBe('-1500');
    expect(noted.bases).not.toHaveProperty('registered_plans');
  });

  test('a retiring allowance that goes into an RRSP as a whole says so, and what is over stays a contribution made once', () => {
    const of = (amount: string) => [
      line('earning', 'retiring_allowance', amount),
      line('employee_benefit', 'pension_rrsp_non_periodic', '5000'),
    ];
    const apart = (amount: string) =>
      run(onPayroll(given({ lines: of(amount) }), { type: 'off_cycle' }), { explain: true });
    const whole = apart('5000');
    const federal = whole.lines.find(({ type }) => type === 'federal_income_tax')!;
    expect(statutory(whole).federal_income_tax).toBe('0');
    expect(JSON.stringify(whole.explanation[federal.id])).toContain('went into registered plans');
    expect(apart('1000').bases).toMatchObject({ registered_plans_non_periodic: '4000' });
    expect(apart('1000').bases).not.toHaveProperty('registered_plans');
  });

  test('a lump sum whose tax no stub remembers is taken back at the rate, also in two corrections, and no further', () => {
    const of = (amount: string, year: Recorded, options?: Parameters<typeof run>[1]) => {
      const facts = withYear(given({ lines: [line('earning', 'retiring_allowance', amount)] }), year);
      return run(onPayroll(facts, { type: 'correction' }), options);
    };
    const tax = (amount: string, year: Recorded) => statutory(of(amount, year)).federal_income_tax;
    // From another provider: 20 % of 12,000, and of 6,000.
    const history: Recorded = { amounts: {}, bases: { lump_sums: '12000' } };
    expect(tax('-6000', history)).toBe('-1200');
    const half = recordedWith(history, of('-6000', history));
    expect(tax('-6000', half)).toBe('-1200');
    const none = recordedWith(half, of('-6000', half));
    expect(tax('-1000', none)).toBe('0');
    // Of 12,000 no more than these were paid.
    const less = recordedWith(history, of('-13000', history));
    expect(tax('-13000', history)).toBe('-2400');
    const { lines, explanation } = of('-13000', history, { explain: true });
    const step = explanation[lines.find(({ type }) => type === 'federal_income_tax')!.id]!.find(
      ({ name }) => name === 'tax on lump sum',
    );
    expect(step!.figures).toMatchObject({
      rate: '0.2',
      'lump sum': '-13000',
      'no more than was withheld this year': '2400',
    });
    expect(tax('-1000', less)).toBe('0');
  });

  test('gives no tax back of lump sums whose tax came back already, nor what somebody entered in its place', () => {
    const of = (amount: string, year: Recorded, tax?: string) => {
      const facts = withYear(given({ lines: [line('earning', 'retiring_allowance', amount)] }), year);
      const stub = onPayroll(facts, { type: 'correction' });
      const result = run(stub);
      if (tax === undefined) return result;
      const own = result.lines.find(({ type }) => type === 'federal_income_tax')!;
      return run({ ...stub, lines: [...stub.lines, { ...own, custom_amount: tax }] });
    };
    const after = (year: Recorded, amount: string, tax?: string) => recordedWith(year, of(amount, year, tax));
    const tax = (amount: string, year: Recorded) => statutory(of(amount, year)).federal_income_tax;
    // 10 % of 4,000 and 20 % of 4,000; 20 % of 6,000 is all of it.
    const both = after(after(NOTHING, '4000'), '4000');
    expect(tax('-6000', both)).toBe('-1200');
    expect(tax('-2000', after(both, '-6000'))).toBe('0');
    // The agency allowed its payer to withhold nothing, or less than the rate.
    expect(tax('-4000', after(NOTHING, '4000', '0'))).toBe('0');
    expect(tax('-4000', after(NOTHING, '4000', '150'))).toBe('-150');
  });

  test('takes no tax on a lump sum of somebody who is exempt from it', () => {
    // 12,000.00: 20 % in Ontario; in Quebec 10 % federal (1,200.00) and 19 % provincial (2,280.00).
    const lump = given({ lines: [line('earning', 'retiring_allowance', '12000')] });
    const taxes = (place: string, ...exempt: string[]) => {
      const properties = exempt.map((from) => property(`ca::${from}`, true));
      const lines = statutory(run(withProperties(inProvince(lump, place), ...properties)));
      return [lines.federal_income_tax, lines.provincial_income_tax];
    };
    expect(taxes('ca_on', 'federal_tax_exempt')).toEqual(['0', '0']);
    expect(taxes('ca_on', 'federal_tax_exempt', 'non_resident')).toEqual(['0', '0']);
    expect(taxes('ca_on', 'provincial_tax_exempt')).toEqual(['2400', '0']);
    expect(taxes('ca_qc', 'federal_tax_exempt')).toEqual(['0', '2280']);
    expect(taxes('ca_qc', 'provincial_tax_exempt')).toEqual(['1200', '0']);
  });

  // Revenu Québec, "Indemnity in Lieu of Notice": a retiring allowance, subject to income tax, QPIP and labour
  // standards only; "Retiring Allowances": 14 % of a payment up to 5,000, 19 % of one above. To the CRA it is
  // employment income.
  test('wages in lieu of notice are a retiring allowance in Quebec, with premiums and labour standards', () => {
    const total_payroll = { previous_year: '500000', to_date: '0' };
    const paid = (amount: string, more: Partial<StubFacts> = {}) => {
      const lines = [line('earning', 'wage', '2000'), line('earning', 'in_lieu_wages', amount)];
      const facts = given({ lines, business_entity: { id: 'be_1', total_payroll }, ...more });
      const classed = property('ca::qc::workers_compensation_class', { rate: '2', code: 'A', industry: 'Baking' });
      return run(withProperties(inProvince(facts, 'ca_qc'), classed));
    };
    const four = paid('4000');
    // 167.53 on 2,000 a pay, and 14 % of 4,000; QPP on 2,000; QPIP 0.43 % and EI 1.3 % of 6,000.
    expect(statutory(four)).toMatchObject({ provincial_income_tax: '727.53', qpp: '117.52', qpip: '25.8', ei: '78' });
    // 1.65 % and the class's 2 % of 2,000; 0.06 % of 6,000.
    expect(contributed(four)).toMatchObject({
      health_services_fund: '33',
      workers_compensation: '40',
      labour_standards: '3.6',
    });
    expect(four.bases).toMatchObject({ all_taxable: '6000', all_taxable_quebec: '2000', qpip_earnings: '6000' });
    // 19 % of 6,000, and of 4,000 where 4,000 were paid before in the year.
    expect(statutory(paid('6000')).provincial_income_tax).toBe('1307.53');
    const year_to_date = { amounts: {}, bases: four.bases, consumed_once: [] };
    expect(statutory(paid('4000', { year_to_date })).provincial_income_tax).toBe('927.53');
  });

  // LE-39.0.2 of 2026, lines 3 and 4: wages in lieu of notice, and other indemnities for the end of the contract, count
  // beside box A; a retiring allowance for service does not.
  test('severance pay bears labour standards in Quebec, and a retiring allowance does not', () => {
    const levied = (type: string) =>
      contributed(run(inProvince(given({ lines: [line('earning', type, '10000')] }), 'ca_qc'))).labour_standards;
    expect(levied('severance_pay')).toBe('6');
    expect(levied('retiring_allowance')).toBeUndefined();
  });

  test('employer: health tax by forecast, compensation to its maximum, labour standards in Quebec', () => {
    const forecasts = {
      ca_on: { approved: '500000', expected: '1500000' },
      ca_qc: { approved: '0', expected: '3000000' },
      ca_nl: { approved: '4000000', expected: '0' },
    };
    const facts = given({
      lines: [line('earning', 'wage', '4000')],
      business_entity: {
        id: 'be_1',
        annual_remuneration: forecasts,
        total_payroll: { previous_year: '9000000', to_date: '500000' },
      },
    });
    // 1.95 % on the half of the payroll that is above the exemption.
    expect(contributed(run(facts)).employer_health_tax).toBe('39');
    const quebec = contributed(run(inProvince(facts, 'ca_qc')));
    // Quebec's fund goes by what was paid everywhere in the year before: nine million.
    expect(quebec).toMatchObject({ health_services_fund: '170.4', labour_standards: '2.4' });
    const overridden = withProperties(facts, property('ca::on::eht', { exemption: '0', rate: '1' }, 'business_entity'));
    expect(contributed(run(overridden)).employer_health_tax).toBe('40');
    const nl = run(inProvince(facts, 'ca_nl'));
    expect(contributed(nl).employer_health_tax).toBe('40');
    expect(nl.warnings).toContainEqual(expect.objectContaining({ type: 'recalled_figure' }));

    const history = { rate: '2.5', code: '123', industry: 'x', historical_remuneration: '119000' };
    const compensation = (effective_from: string, first_pay_date?: string) => {
      const classified = { ...property('ca::on::workers_compensation_class', history), effective_from };
      const paid = first_pay_date === undefined ? facts : { ...facts, first_pay_date };
      return contributed(run(withProperties(paid, classified))).workers_compensation;
    };
    // 121,700 a year less 119,000 leaves 2,700 at 2.5 %. What was paid in 2025 is none of 2026: 2.5 % of all 4,000.
    expect([compensation('2025-07-01', '2025-07-11'), compensation('2025-07-01', '2025-03-14')]).toEqual([
      '100',
      '100',
    ]);
    expect([compensation('2026-01-01', '2025-07-11'), compensation('2025-07-01')]).toEqual(['67.5', '67.5']);
  });

  test("workers' compensation goes on from a historical payroll to the year's maximum, or from what its class states", () => {
    const held = onPayroll(given({ lines: [line('earning', 'wage', '120000')] }), { type: 'historical' });
    const year = recordedWith(NOTHING, run(held));
    const compensation = (more: Record<string, string>) => {
      const classified = property('ca::on::workers_compensation_class', { rate: '2.5', code: '123', ...more });
      const from_this_year = { ...classified, effective_from: '2026-01-01' };
      const facts = withYear(given({ lines: [line('earning', 'wage', '4000')] }), year);
      return contributed(run(withProperties(facts, from_this_year))).workers_compensation;
    };
    // 121,700 a year less 120,000 leaves 1,700 at 2.5 %; less 119,000 that are stated, 2,700.
    expect([compensation({}), compensation({ historical_remuneration: '119000' })]).toEqual(['42.5', '67.5']);
  });

  describe("Quebec's health services fund (TP-1015.F part 5)", () => {
    const at = (
      total_payroll: { previous_year: string | null; to_date: string },
      properties: [string, unknown][] = [],
      pay = '4000',
    ) => {
      const facts = inProvince(
        given({ lines: [line('earning', 'wage', pay)], business_entity: { id: 'be_1', total_payroll } }),
        'ca_qc',
      );
      const own = properties.map(([type, value]) => property(type, value, 'business_entity'));
      const result = run(withProperties(facts, ...own));
      return [
        contributed(result).health_services_fund,
        result.warnings.map(({ message }) => message?.en).join(),
      ] as const;
    };
    const years = { previous_year: '3000000', to_date: '900000' };
    const FUND = 'ca::qc::health_services_fund';

    test('uses the total payroll of the year before', () => {
      // 1.2662 + 0.3838 × 3 = 2.42 %.
      expect(at(years)).toEqual(['96.8', '']);
      expect(at({ ...years, to_date: '7000000' })).toEqual(['96.8', '']);
    });

    test('uses the payroll of this year so far for a new employer', () => {
      expect(at(years, [[FUND, { is_new_employer: true }]])).toEqual(['66', '']);
      expect(at({ ...years, to_date: '2000000' }, [[FUND, { is_new_employer: true }]])).toEqual(['81.2', '']);
      expect(at({ previous_year: null, to_date: '2000000' }, [[FUND, { is_new_employer: true }]])[1]).toBe('');
    });

    test('treats an employer without figures of the year before like a new one, with a warning', () => {
      const [amount, warning] = at({ previous_year: null, to_date: '2000000' });
      expect(amount).toBe('81.2');
      expect(warning).toContain('ca::qc::health_services_fund');
    });

    test('uses what the employer states, and its sector', () => {
      expect(at(years, [['ca::qc::eht', { annual_remuneration: '7800000' }]])).toEqual(['170.4', '']);
      // 0.8074 + 0.4426 × 3 = 2.14 %.
      expect(at(years, [[FUND, { sector: 'primary_and_manufacturing' }]])).toEqual(['85.6', '']);
      expect(at(years, [[FUND, { sector: 'public' }]])).toEqual(['170.4', '']);
    });
  });

  // Revenu Québec, "Contributions paid to a private health services plan": subject to source deductions and
  // contributions other than QPIP, in boxes A, G and J. CNESST: what is in box A is assessable. Elsewhere the premium
  // is no income.
  test('a health plan that the employer pays for is income in Quebec, on which all is due but QPIP and EI', () => {
    const classOf = (place: string) =>
      property(`ca::${place}::workers_compensation_class`, { rate: '2', code: 'A', industry: 'Baking' });
    const paid = (province: string) => {
      const lines = [line('earning', 'wage', '2000'), line('employer_benefit', 'health', '100')];
      const total_payroll = { previous_year: '500000', to_date: '0' };
      const facts = inProvince(given({ lines, business_entity: { id: 'be_1', total_payroll } }), province);
      return run(withProperties(facts, classOf('qc'), classOf('on')));
    };
    const quebec = paid('ca_qc');
    // (2,100 − 3,500 / 26) × 6.3 %; 2,000 × 0.43 %; 2,000 × 1.3 %.
    expect(statutory(quebec)).toMatchObject({ qpp: '123.82', qpip: '8.6', ei: '26' });
    // 2,100 at 1.65 %, at 0.06 % and at the class's 2 %.
    expect(contributed(quebec)).toMatchObject({
      qpp: '123.82',
      health_services_fund: '34.65',
      labour_standards: '1.26',
      workers_compensation: '42',
    });
    expect(quebec.bases).toMatchObject({ pensionable: '2100', insurable: '2000', all_taxable: '2000' });
    const ontario = paid('ca_on');
    // (2,000 − 3,500 / 26) × 5.95 %, and 2 % of 2,000.
    expect(statutory(ontario).cpp).toBe('110.99');
    expect(contributed(ontario).workers_compensation).toBe('40');
  });

  // Revenu Québec, table of remuneration, note 2: a benefit in kind counts for the health services fund, labour
  // standards and the skills fund. Boards assess what boxes 14 and A hold; New Brunswick leaves group life premiums
  // out.
  test("a taxable benefit in kind counts for labour standards in Quebec and for workers' compensation", () => {
    const paid = (province: string, benefit: string) => {
      const lines = [line('earning', 'wage', '2000'), line('employer_benefit', benefit, '300')];
      const place = province.slice(3);
      const classed = property(`ca::${place}::workers_compensation_class`, {
        rate: '2',
        code: 'A',
        industry: 'Baking',
      });
      const { labour_standards, workers_compensation } = contributed(
        run(withProperties(inProvince(given({ lines }), province), classed)),
      );
      return [labour_standards, workers_compensation];
    };
    // 2,300 at 0.06 % and at the class's 2 %.
    expect(paid('ca_qc', 'vehicle_employer_provided')).toEqual(['1.38', '46']);
    expect(paid('ca_ab', 'vehicle_employer_provided')).toEqual([undefined, '46']);
    expect(paid('ca_sk', 'group_term_life_insurance')).toEqual([undefined, '46']);
    expect(paid('ca_nb', 'group_term_life_insurance')).toEqual([undefined, '40']);
    // Of a transit pass nothing is income in Quebec; elsewhere a health plan is none.
    expect(paid('ca_qc', 'transit_pass')).toEqual(['1.2', '40']);
    expect(paid('ca_on', 'health')).toEqual([undefined, '40']);
  });

  // Revenu Québec, "Acquisition of Shares in a Labour-Sponsored Fund": a benefit in kind, subject to income tax only.
  test("shares of a labour-sponsored fund that the employer buys bear Quebec's income tax and nothing else there", () => {
    const paid = (...benefits: Line[]) => {
      const total_payroll = { previous_year: '500000', to_date: '0' };
      const lines = [line('earning', 'wage', '2000'), ...benefits];
      return run(inProvince(given({ lines, business_entity: { id: 'be_1', total_payroll } }), 'ca_qc'));
    };
    const [without, shares] = [paid(), paid(line('employer_benefit', 'fonds_solidarite_ftq', '100'))];
    const { federal_income_tax: _f, provincial_income_tax: before, ...rest } = statutory(without);
    const { federal_income_tax: _g, provincial_income_tax: after, ...same } = statutory(shares);
    // 14 % of 100, as 2,000 a pay is in the first row.
    expect(fixed(after!) - fixed(before!)).toBe(fixed('14'));
    expect(same).toEqual(rest);
    expect(contributed(shares)).toEqual(contributed(without));
    expect(shares.warnings).toEqual(without.warnings);
  });

  test('tax property 6: uses the province of employment for tax and health tax, and the province of work for compensation', () => {
    const wage = given({ lines: [line('earning', 'wage', '2000')] });
    const classOf = (place: string, rate: string) =>
      property(`ca::${place}::workers_compensation_class`, { rate, code: 'A', industry: 'Baking' });
    const health = property('ca::on::eht', { annual_remuneration: '6000000', exemption: '0' }, 'business_entity');
    const employed = withProperties(inProvince(wage, 'ca_on'), classOf('on', '1'), classOf('ab', '3'), health);
    const moved = withProperties(employed, property('ca::province_of_work', 'ca_ab'));
    const [at, away] = [run(employed), run(moved)];
    expect(statutory(away)).toEqual(statutory(at));
    const { workers_compensation: here, ...levies } = contributed(at);
    const { workers_compensation: there, ...same } = contributed(away);
    expect([here, there]).toEqual(['20', '60']);
    expect(same).toEqual(levies);
    expect(Number(levies.employer_health_tax)).toBeGreaterThan(0);
  });

  test('uses the place of work and its property for territorial payroll tax', () => {
    const facts = given({ lines: [line('earning', 'wage', '1000')] });
    expect(statutory(run(inProvince(facts, 'ca_nt'))).nt_payroll_tax).toBe('20');
    expect(statutory(run(withProperties(facts, property('ca::province_of_work', 'ca_nu')))).nu_payroll_tax).toBe('20');
    const exempt = withProperties(inProvince(facts, 'ca_nt'), property('ca::nt::territorial_payroll_tax', false));
    expect(statutory(run(exempt)).nt_payroll_tax).toBeUndefined();
  });

  // TP-1015.F 2.2: CSA1 is that of all earlier pays. S1 is 13, I is 13 x (10,000.00 - 1,450 / 13 - 2 x 50.00) = 127,249.98,
  // Y 0.24 x that - 8,151 - 0.14 x 18,952 = 19,735.72; by 13 less the 759.07 of the first pay (the same Y, by 26).
  test('in Quebec the pension contributions on commissions that are averaged are deducted as those of regular pay are', () => {
    const pay = (payroll: number, year: Recorded) => {
      const facts = inProvince(given({ lines: [line('earning', 'commission', '5000')] }, payroll), 'ca_qc');
      return run(withYear(withProperties(facts, property('ca::qc::commission', { percentage: 100 })), year));
    };
    const first = pay(0, NOTHING);
    expect(statutory(first)).toMatchObject({ qpp: '315', provincial_income_tax: '759.07' });
    expect(statutory(pay(1, recordedWith(NOTHING, first))).provincial_income_tax).toBe('759.06');
  });

  test('gives back no more territorial payroll tax than was withheld this year', () => {
    const paid = (amount: string, year: Recorded) =>
      run(withYear(inProvince(given({ lines: [line('earning', 'wage', amount)] }), 'ca_nt'), year));
    const back = (year: Recorded) => statutory(paid('-1000', year)).nt_payroll_tax;
    expect(back(recordedWith(NOTHING, paid('5000', NOTHING)))).toBe('-20');
    expect(back(recordedWith(NOTHING, paid('400', NOTHING)))).toBe('-8');
    expect(back(NOTHING)).toBeUndefined();
  });

  // Two percent of what the year comes to: 1,000.00 taken back ahead of 600.00 and 3,000.00 leaves 2,600.00.
  test.each(['nt', 'nu'])(
    'in %s what money taken back ahead of its pay could not give back lowers that of later pay',
    (at) => {
      const type = `${at}_payroll_tax`;
      let year = NOTHING;
      const due = (['-1000', '600', '3000', '500'] as const).map((amount, payroll) => {
        const facts = inProvince(given({ lines: [line('earning', 'wage', amount)] }, payroll), `ca_${at}`);
        const result = run(withYear(facts, year), { explain: true });
        year = recordedWith(year, result);
        const tax = result.lines.find((one) => one.type === type);
        if (tax) expect(result.explanation[tax.id]!.at(-1)!.value).toBe(tax.managed_amount);
        return tax?.managed_amount ?? '0';
      });
      expect(due).toEqual(['0', '0', '52', '10']);
      const pay = inProvince(given({ lines: [line('earning', 'wage', '3000')] }), `ca_${at}`);
      const correction = inProvince(given({ lines: [line('earning', 'wage', '-1000')] }), `ca_${at}`);
      const of_date = recordedWith(NOTHING, run(onPayroll(correction, { type: 'correction' })));
      expect(statutory(run({ ...pay, same_pay_date: of_date }))[type]).toBe('40');
    },
  );

  test('what is taken back in a territory behind pay of another place does not lower its payroll tax on later pay', () => {
    let year = NOTHING;
    const pays = [
      ['ca_on', '5000'],
      ['ca_nt', '-1000'],
      ['ca_nt', '3000'],
    ] as const;
    const due = pays.map(([at, amount], payroll) => {
      const facts = inProvince(given({ lines: [line('earning', 'wage', amount)] }, payroll), at);
      const result = run(withYear(facts, year));
      year = recordedWith(year, result);
      return statutory(result).nt_payroll_tax;
    });
    expect(due.at(-1)).toBe('60');
  });

  // Two percent of 2,000.00 is 40.00: 20.00 came back by hand, with the money or later, so the pay bears all of its own.
  test.each([[['-20', '0']], [['0', '-20']], [['-5', '-15']]])(
    'payroll tax of a territory that was given back by hand (%j) does not lower that of later pay',
    (by_hand) => {
      let year = NOTHING;
      for (const [payroll, amount] of by_hand.entries()) {
        const back = line('statutory_withholding', 'nt_payroll_tax', amount);
        const lines = payroll === 0 ? [line('earning', 'wage', '-1000'), back] : [back];
        year = recordedWith(year, run(withYear(inProvince(given({ lines }, payroll), 'ca_nt'), year)));
      }
      const pay = inProvince(given({ lines: [line('earning', 'wage', '3000')] }, 2), 'ca_nt');
      expect(statutory(run(withYear(pay, year))).nt_payroll_tax).toBe('60');
    },
  );

  test('a pay on which payroll tax of a territory was set to 0 by hand, and that is taken back, does not lower later pay', () => {
    let year = NOTHING;
    const due = ['1000', '-1000', '3000'].map((amount, payroll) => {
      const facts = withYear(inProvince(given({ lines: [line('earning', 'wage', amount)] }, payroll), 'ca_nt'), year);
      const result = run(facts);
      const tax = result.lines.find(({ type }) => type === 'nt_payroll_tax');
      const set = payroll === 0 ? [...facts.lines, { ...tax!, custom_amount: '0' }] : facts.lines;
      year = recordedWith(year, run({ ...facts, lines: set }));
      return tax?.managed_amount ?? '0';
    });
    expect(due).toEqual(['20', '0', '60']);
  });

  test('gives each pay of a year with 27 pays a 27th of the exemption', () => {
    const facts = onPayroll(given({ lines: [line('earning', 'wage', '2000')] }), { regular_periods_count: 27 });
    const { employee } = calculateRequest({
      pay_date: '2026-01-09',
      pay_periods: 27,
      province_of_employment: 'ON',
      regular_pay: '2000',
    });
    expect(statutory(run(facts))).toMatchObject({ cpp: employee.cpp, federal_income_tax: employee.federal_tax });
  });

  test('uses the newest figures after their year, with a warning on the stub', () => {
    const facts = onPayroll(given({ lines: [line('earning', 'wage', '2000')] }), { pay_date: '2031-01-10' });
    const result = run(facts);
    expect(result.is_pending_tax_rates).toBe(true);
    expect(result.warnings).toContainEqual(expect.objectContaining({ type: 'pending_tax_rates' }));
    expect(statutory(result).cpp).toBe('110.99');
  });
});
