import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeWeights, partsOf } from '../../../src/accounting/codes/allocation.ts';
import { type CodeBook, NO_CODES } from '../../../src/accounting/codes/places.ts';
import { makeResolver, type Rule } from '../../../src/accounting/codes/resolver.ts';
import { makePosting } from '../../../src/accounting/posting.ts';
import { LINE_KINDS } from '../../../src/calculation/index.ts';
import type { Line } from '../../../src/calculation/model/types.ts';
import { CENT, type Fixed, fixed, toText as fixedText } from '../../../src/values/fixed.ts';
import { decimal, sum, toText } from '../../../src/values/money.ts';

/** Tag assignments, rules 1, 3, 5 and 8; what any lines, tags and rules come to. */

const cents = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }).map((amount) => BigInt(amount) * CENT);
const total = (parts: readonly { amount: Fixed }[]): Fixed => parts.reduce((all, { amount }) => all + amount, 0n);
const TAGS = ['tag_a', 'tag_b', 'tag_c', 'tag_d'];
const share = fc.record({
  tags: fc.subarray(TAGS, { minLength: 1, maxLength: 2 }),
  value: fc.integer({ min: 0, max: 10_000 }).map((value) => toText(decimal(value).div(100))),
});
const assignment = fc.record({
  unit: fc.constantFrom('percentage' as const, 'amount' as const, 'hours' as const),
  is_component_locked: fc.boolean(),
  tag_allocations: fc.array(share, { maxLength: 6 }),
});

test('rule 8: the parts of an allocated amount add up to it to the cent', () => {
  const hours = fc.option(fc.integer({ min: 0, max: 200 }).map((value) => decimal(value)));
  fc.assert(
    fc.property(cents, hours, fc.option(assignment), (amount, worked, of) => {
      const parts = partsOf({ amount, hours: worked, assignment: of });
      expect(total(parts)).toBe(amount);
      for (const part of parts) expect(part.amount % CENT).toBe(0n);
      // None is of the other sign: nobody's cost is lowered by another's share.
      for (const part of parts) expect(part.amount * amount).toBeGreaterThanOrEqual(0n);
    }),
  );
});

test('rule 3: the unallocated rest has no tags; rule 8: with equal remainders the earlier part gets the cent', () => {
  const of = (unit: 'percentage' | 'amount' | 'hours', ...values: string[]) => ({
    unit,
    is_component_locked: false,
    tag_allocations: values.map((value, i) => ({ tags: [TAGS[i]!], value })),
  });
  const shown = (amount: string, given: ReturnType<typeof of>) =>
    partsOf({ amount: fixed(amount), hours: null, assignment: given }).map((part) => [
      part.tags.join(),
      fixedText(part.amount),
    ]);
  expect(shown('100.00', of('percentage', '60', '15'))).toEqual([
    ['tag_a', '60'],
    ['tag_b', '15'],
    ['', '25'],
  ]);
  expect(shown('100.00', of('percentage', '50'))).toEqual([
    ['tag_a', '50'],
    ['', '50'],
  ]);
  // More is allocated than there is: in proportion, and nothing is left.
  expect(shown('100.00', of('hours', '0.25', '0.25'))).toEqual([
    ['tag_a', '50'],
    ['tag_b', '50'],
  ]);
  expect(shown('0.01', of('percentage', '50', '50'))).toEqual([['tag_a', '0.01']]);
  expect(shown('-10.00', of('amount', '4', '4'))).toEqual([
    ['tag_a', '-4'],
    ['tag_b', '-4'],
    ['', '-2'],
  ]);
});

test('rule 5: an amount that is allocated like other parts adds up, and goes only to their tags', () => {
  const part = fc.record({ tags: fc.subarray(TAGS, { maxLength: 2 }), amount: cents });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), cents, (parts, amount) => {
      const weights = makeWeights();
      for (const one of parts) weights.add(one);
      const spread = weights.spread(amount);
      expect(total(spread)).toBe(amount);
      const known = new Set(['', ...parts.map(({ tags }) => [...tags].sort().join(' '))]);
      for (const { tags } of spread) expect(known.has([...tags].sort().join(' '))).toBe(true);
    }),
  );
});

test('rule 5: parts of the same tags are one, in whatever order they name them; those that share one tag stay apart', () => {
  const weights = makeWeights();
  const parts: [string[], string][] = [
    [['tag_a', 'tag_b'], '30'],
    [['tag_a', 'tag_c'], '20'],
    [['tag_a'], '20'],
    [['tag_b', 'tag_a'], '30'],
  ];
  for (const [tags, amount] of parts) weights.add({ tags, amount: fixed(amount) });
  const spread = weights.spread(fixed('10')).map(({ tags, amount }) => [tags.toSorted().join(), fixedText(amount)]);
  expect(spread).toEqual([
    ['tag_a,tag_b', '6'],
    ['tag_a,tag_c', '2'],
    ['tag_a', '2'],
  ]);
});

test('a withholding follows all lines of the type that it applies to, and not the last of them alone', () => {
  const tagged = (kind: Line['kind'], type: string, custom_amount: string, tag?: string) =>
    ({
      ...{ kind, type, custom_amount, managed_amount: null },
      managed_tag_assignment: tag && {
        ...{ unit: 'percentage', is_component_locked: false, tag_allocations: [{ tags: [tag], value: '100' }] },
      },
    }) as Line;
  const posting = makePosting({ ...NO_CODES, dimensionsOf: (tags) => tags }, 'ca_on');
  posting.add(tagged('earning', 'wage', '300', 'tag_a'));
  posting.add(tagged('earning', 'wage', '100', 'tag_b'));
  // What people pay themselves is no pay: nothing is withheld from it.
  posting.add(tagged('employee_benefit', 'pension_rrsp', '400', 'tag_c'));
  posting.add(tagged('statutory_withholding', 'federal_income_tax', '40'));
  const { rows } = posting.entry();
  const tax = rows.filter(({ title_translations: { en } }) => /tax/i.test(en));
  expect(tax.map(({ tag_ids, credit }) => [...tag_ids, credit])).toEqual([
    ['tag_a', '30'],
    ['tag_b', '10'],
  ]);
});

const CODES = ['acco_1', 'acco_2', 'acco_3', 'acco_4'];
const line = fc
  .tuple(
    fc.constantFrom(...LINE_KINDS),
    fc.constantFrom('salary', 'dental', 'cpp', 'ei'),
    fc.integer({ min: -5_000_000, max: 5_000_000 }),
    fc.option(assignment, { nil: undefined }),
    fc.option(fc.constantFrom(...CODES), { nil: undefined }),
  )
  .map(([kind, type, amount, managed_tag_assignment, custom_expense_accounting_code_id]) => {
    const own = {
      kind,
      type,
      custom_amount: toText(decimal(amount).div(100)),
      managed_amount: null,
      managed_hours: '40',
    };
    return { ...own, managed_tag_assignment, custom_expense_accounting_code_id } as Line;
  });
const code = fc.option(fc.constantFrom(...CODES));
const rules = fc.array(
  fc.record({
    type: fc.option(fc.constantFrom(...LINE_KINDS)),
    tag_id: fc.option(fc.constantFrom(...TAGS)),
    expense_accounting_code_id: code,
    liability_accounting_code_id: code,
    updated_at: fc.constantFrom('2026-01-01', '2026-01-02'),
  }),
  { maxLength: 20 },
);

test('journal entries: debits equal credits with any lines, tags and rules, and sources add up to their rows', () => {
  const dimensions = fc.subarray(TAGS);
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), rules, dimensions, fc.boolean(), (lines, some, split, spreads) => {
      const compiled = some.map(
        (rule, i): Rule => ({
          id: `accrl_${i}`,
          tag_group_id: rule.tag_id === null ? null : 'taggr_1',
          business_preset_id: null,
          subtypes: [],
          expense_segment_template: null,
          liability_segment_template: null,
          ...rule,
        }),
      );
      const book: CodeBook = {
        ...NO_CODES,
        resolve: makeResolver(compiled, {
          codes: new Map(CODES.map((id, i) => [id, { type: i < 2 ? 'expense' : 'liability', code: `${i}` }])),
          standIns: new Map(),
          tags: new Map(TAGS.map((id) => [id, { tag_group_id: 'taggr_1', code: id }])),
          primary_tag_group_id: 'taggr_1',
          presets: new Map(),
          fallbacks: { expense: new Map(), liability: new Map() },
        }),
        dimensionsOf: (tags) => tags.filter((tag) => split.includes(tag)),
        spreadsWithholdings: spreads,
      };
      const posting = makePosting(book);
      for (const one of lines) posting.add(one);
      const { rows, total: whole, ...entry } = posting.entry();
      const side = (name: 'debit' | 'credit') => toText(sum(rows.map((row) => row[name] ?? '0')));
      expect([side('debit'), side('credit')]).toEqual([whole, whole]);
      for (const row of rows) {
        // Journal entry rows, rule 4: exactly one of both.
        expect([row.debit, row.credit].filter((amount) => amount !== null)).toHaveLength(1);
        if (row.sources.length === 0) continue;
        const balance = decimal(row.debit ?? '0').minus(row.credit ?? '0');
        expect(toText(sum(row.sources.map(({ amount }) => amount)))).toBe(toText(balance));
      }
      // Journal entries, rule 7: the flag says whether either list holds anything, and each names a type once.
      const { invalid_expense_types: expense, invalid_liability_types: liability } = entry;
      expect(entry.is_missing_line_item_accounting_codes).toBe(expense.length + liability.length > 0);
      for (const list of [expense, liability])
        expect(new Set(list.map(({ type, subtype }) => `${type}/${subtype}`)).size).toBe(list.length);
      // Rule 3: what is withheld is owed alone.
      expect(expense.map(({ type }) => type)).not.toContain('statutory_withholding');
    }),
  );
});
