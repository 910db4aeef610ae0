import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_CODES } from '../../../src/accounting/codes/places.ts';
import { makePosting } from '../../../src/accounting/posting.ts';
import { reversalOf } from '../../../src/accounting/reversal.ts';
import { payrollDifferences, stubDifferences } from '../../../src/accounting/stub-totals.ts';
import { LINE_KINDS, type Line } from '../../../src/calculation/index.ts';
import { MAX_APPEND_BYTES } from '../../../src/event-store/port.ts';
import { fixed } from '../../../src/values/fixed.ts';
import { decimal, sum, toText } from '../../../src/values/money.ts';
import { making } from '../payrolls/figures.ts';

const line = (kind: Line['kind'], type: string, amount: string): Line =>
  ({ kind, type, custom_amount: amount, managed_amount: null }) as Line;

const postingOf = (lines: readonly Line[]) => {
  const posting = makePosting();
  for (const each of lines) posting.add(each);
  return posting.entry();
};

const anyLine = fc
  .tuple(
    fc.constantFrom(...LINE_KINDS),
    fc.constantFrom('salary', 'dental', 'cpp', 'other'),
    fc.integer({ min: -5_000_000, max: 5_000_000 }),
  )
  .map(([kind, type, cents]) => line(kind, type, toText(decimal(cents).div(100))));

const PAID = [...making('gross'), ...making('reimbursements')];
const net = (lines: readonly Line[]) =>
  sum(
    lines.map(({ kind, custom_amount }) => {
      if (PAID.includes(kind)) return custom_amount!;
      return making('employer').includes(kind) ? '0' : decimal(custom_amount!).times(-1);
    }),
  );

test('entries, rule 4: debits equal credits whatever the lines, and payroll payable is their net pay', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 40 }), (lines) => {
      const { rows, total } = postingOf(lines);
      expect(toText(sum(rows.map(({ debit }) => debit ?? '0')))).toBe(total);
      expect(toText(sum(rows.map(({ credit }) => credit ?? '0')))).toBe(total);
      const payable = rows.find(({ title }) => title === 'Payroll payable');
      expect(toText(decimal(payable?.credit ?? '0').minus(payable?.debit ?? '0'))).toBe(toText(net(lines)));
      for (const { debit, credit } of rows) expect([debit === null, credit === null].filter(Boolean)).toHaveLength(1);
    }),
  );
});

test('rows, rule 5, and entries, rules 3 and 4: an employer contribution is an expense and a liability; a withholding is only a liability', () => {
  const { rows, invalid_expense_types, invalid_liability_types } = postingOf([
    line('earning', 'salary', '2000'),
    line('statutory_withholding', 'cpp', '100'),
    line('employer_statutory_withholding', 'cpp', '100'),
  ]);
  const told = rows.map(({ title, debit, credit }) => `${title} ${debit ?? '-'} ${credit ?? '-'}`);
  expect(told.sort()).toEqual([
    'Earnings: Salary 2000 -',
    'Employer contributions: CPP (expense) 100 -',
    'Employer contributions: CPP (liability) - 100',
    'Payroll payable - 1900',
    'Source deductions: CPP - 100',
  ]);
  expect(rows.map(({ title_translations }) => title_translations.fr).sort()).toEqual([
    "Cotisations de l'employeur : RPC (charge)",
    "Cotisations de l'employeur : RPC (passif)",
    'Gains : Salaire',
    'Retenues à la source : RPC',
    'Salaires à payer',
  ]);
  expect(invalid_expense_types).toContainEqual({ type: 'employer_statutory_withholding', subtype: 'cpp' });
  expect(invalid_expense_types).not.toContainEqual({ type: 'statutory_withholding', subtype: 'cpp' });
  expect(invalid_liability_types).toContainEqual({ type: 'statutory_withholding', subtype: 'cpp' });
});

test('entries, rule 7: a line of nothing is on no row, and lacks no code', () => {
  // A code is decided for what has a tag, and for nothing else.
  const coded = { accounting_code_id: 'acco_1', formatted: null, decision: null };
  const posting = makePosting({
    ...NO_CODES,
    resolve: (asked) => (asked.tags.length > 0 ? coded : NO_CODES.resolve(asked)),
  });
  const on = {
    unit: 'percentage' as const,
    is_component_locked: false,
    tag_allocations: [{ tags: ['tag_1'], value: '100' }],
  };
  const salary = (amount: string): Line => ({ ...line('earning', 'salary', amount), managed_tag_assignment: on });
  for (const one of [salary('50'), salary('0'), line('statutory_withholding', 'ei', '0')]) posting.add(one);
  const { invalid_expense_types, invalid_liability_types, is_missing_line_item_accounting_codes } = posting.entry();
  expect([invalid_expense_types, invalid_liability_types]).toEqual([[], []]);
  expect(is_missing_line_item_accounting_codes).toBe(false);
});

test('entries, rule 7: types that cancel out on a row without a code are on no row, and lack no code', () => {
  const [more, less] = [makePosting(), makePosting()];
  more.add(line('earning', 'salary', '50'));
  less.add(line('earning', 'salary', '-50'));
  const payroll = makePosting();
  for (const stub of [more, less]) payroll.include(stub);
  const lacksNothing = {
    is_missing_line_item_accounting_codes: false,
    is_missing_default_account_payable: false,
    invalid_expense_types: [],
    invalid_liability_types: [],
  };
  expect(payroll.entry()).toMatchObject({ rows: [], ...lacksNothing });
  // The entries of the pay stubs have such rows, and an approval is asked for all of them.
  const salary = [{ type: 'earning', subtype: 'salary' }];
  const lacking = { is_missing_default_account_payable: true, invalid_expense_types: salary };
  for (const stub of [more, less]) expect(stub.entry()).toMatchObject(lacking);
  expect(payroll.lacking()).toMatchObject(lacking);
  less.add(line('earning', 'salary', '50'));
  expect(less.entry()).toMatchObject(lacksNothing);
});

test('entries: net pay of nothing is on no row, so payroll payable lacks no code', () => {
  const { rows, is_missing_default_account_payable } = postingOf([
    line('earning', 'salary', '100'),
    line('deduction', 'other', '100'),
  ]);
  expect(rows.map(({ title }) => title)).not.toContain('Payroll payable');
  expect(is_missing_default_account_payable).toBe(false);
});

test('a tag that is called null makes a code of that name, and no row of another one', () => {
  const made = (formatted: string | null) => ({ accounting_code_id: 'acco_1', formatted, decision: null });
  const posting = makePosting({ ...NO_CODES, resolve: ({ type }) => made(type === 'salary' ? 'null' : null) });
  for (const type of ['salary', 'wage']) posting.add(line('earning', type, '10'));
  const codes = posting.entry().rows.map(({ debit, formatted_accounting_code }) => [debit, formatted_accounting_code]);
  expect(codes).toEqual([
    ['10', 'null'],
    ['10', null],
    [null, null],
  ]);
});

test('rows, rule 4: a negative line is posted on the other side', () => {
  const { rows } = postingOf([line('earning', 'salary', '-50')]);
  expect(rows.map(({ title, debit, credit }) => [title, debit, credit])).toEqual([
    ['Payroll payable', '50', null],
    ['Earnings: Salary', null, '50'],
  ]);
});

test('the entry of several stubs is that of all their lines, and has the sum of each kind', () => {
  fc.assert(
    fc.property(fc.array(fc.array(anyLine, { maxLength: 10 }), { maxLength: 6 }), (stubs) => {
      const all = makePosting();
      for (const lines of stubs) {
        const one = makePosting();
        for (const each of lines) one.add(each);
        all.include(one);
      }
      expect(all.entry()).toEqual(postingOf(stubs.flat()));
      for (const kind of LINE_KINDS) {
        const ofKind = stubs.flat().filter((each) => each.kind === kind);
        expect(all.ofKind(kind)).toBe(fixed(sum(ofKind.map(({ custom_amount }) => custom_amount!))));
      }
    }),
  );
});

test('rows, rule 5: a row fits into an append, however many rules book on its code and whatever cancels out', () => {
  const rules = 1_000;
  const posting = makePosting({
    ...NO_CODES,
    resolve: ({ kind, tags: [tag] }) => ({
      accounting_code_id: kind === 'allowance' ? `acco_of_${tag}` : 'acco_1',
      formatted: null,
      decision: { by: 'accounting_code_rule', id: `acr_01K2Z8T6Q4X9M3B7C5D1${tag}` },
    }),
  });
  for (let tag = 0; tag < rules; tag++) {
    const custom_tag_assignment = { unit: 'percentage', tag_allocations: [{ tags: [`${tag}`], value: '100' }] };
    const booked = (kind: Line['kind'], type: string, amount: string) =>
      posting.add({ ...line(kind, type, amount), custom_tag_assignment } as Line);
    booked('earning', 'salary', '10.01');
    booked('earning', 'other', '5');
    booked('allowance', 'other', '7');
    booked('allowance', 'salary', '-7');
  }
  const { rows, offset_sources } = posting.entry();
  const [wages] = rows;
  expect(wages).toMatchObject({ accounting_code_id: 'acco_1', debit: '15010' });
  expect(wages!.sources).toEqual([
    { type: 'earning', subtype: 'other', side: 'expense', decision: null, amount: '5000' },
    { type: 'earning', subtype: 'salary', side: 'expense', decision: null, amount: '10010' },
  ]);
  expect(offset_sources.map(({ subtype, amount }) => [subtype, amount])).toEqual([
    ['other', '7000'],
    ['salary', '-7000'],
  ]);
  for (const part of [...rows, offset_sources])
    expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(MAX_APPEND_BYTES / 2);
});

test('lines come to the totals of their stub, with what is reimbursed, and differ by a cent that is missing', () => {
  const posting = makePosting();
  posting.add(line('earning', 'wage', '1000'));
  posting.add(line('reimbursement', 'non_taxable_reimbursement', '55.5'));
  posting.add(line('deduction', 'other_deduction', '100'));
  const stub = (netPay: string) =>
    ({
      line_item_summary: {
        earnings: { period: '1000' },
        reimbursements: { period: '55.5' },
        deductions: { period: '100' },
      },
      company_summary: { taxes_and_contributions: '0' },
      employee_summary: { net: netPay },
      contractor_summary: { net: null },
    }) as unknown as Parameters<typeof stubDifferences>[1];
  expect(stubDifferences(posting, stub('955.5'))).toEqual([]);
  expect(stubDifferences(posting, stub('955.51'))).toEqual([{ of: 'net pay', lines: '955.5', totals: '955.51' }]);
  const sums = { gross: '1000', subtractions: '100', reimbursements: '55.5', net: '955.5' };
  expect(payrollDifferences(posting, sums)).toEqual([]);
  // Of a contractor nobody stores what is taken off: it is what net pay lacks of the others.
  const contractor = { contractor_gross: '1000', contractor_reimbursements: '55.5', contractor_net: '955.5' };
  expect(payrollDifferences(posting, contractor)).toEqual([]);
});

test('a reversal takes back each row and each source of it', () => {
  const source = { object: 'earning', amount: '12.5' };
  const row = (more: object) => ({ title: 'Wages', debit: '12.5', credit: null, tags: [], ...more });
  const posted = {
    ...{ title: 'Pay', title_translations: { en: 'Pay', fr: 'Paie' }, total: '12.5', offset_sources: [source] },
    journal_entry_rows: [row({ sources: [source] }), row({ debit: null, credit: '12.5' })],
  } as unknown as Parameters<typeof reversalOf>[1];
  const taken = { ...source, amount: '-12.5' };
  expect(reversalOf('jrnl_1', posted, [row({ debit: '3', sources: [] }) as never])).toMatchObject({
    ...{ reverses_id: 'jrnl_1', title: 'Reversal: Pay', total: '12.5', offset_sources: [taken] },
    journal_entry_rows: [
      row({ debit: null, credit: '12.5', sources: [taken] }),
      row({}),
      row({ debit: null, credit: '3', sources: [] }),
    ],
  });
});
