import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Asked, type Chart, makeResolver, type Rule } from '../../../src/accounting/codes/resolver.ts';

const CODES = ['acco_1', 'acco_2', 'acco_3', 'acco_4'];
const CHART: Chart = {
  codes: new Map([
    ...CODES.map((id): [string, { type: string; code: string }] => [id, { type: 'expense', code: id.slice(5) }]),
    ['acco_owed', { type: 'liability', code: '2000' }],
  ]),
  standIns: new Map([['acco_merged', 'acco_1']]),
  tags: new Map([
    ['tag_a', { tag_group_id: 'taggr_1', code: 'A' }],
    ['tag_b', { tag_group_id: 'taggr_1', code: 'B' }],
    ['tag_x', { tag_group_id: 'taggr_2', code: 'X' }],
  ]),
  primary_tag_group_id: 'taggr_1',
  presets: new Map([['bp_coded', { expense: 'acco_4', liability: null }]]),
  fallbacks: { expense: new Map([['earning/salary', 'acco_3']]), liability: new Map() },
};

const rule = (members: Partial<Rule>): Rule => ({
  id: 'accr_1',
  tag_group_id: null,
  tag_id: null,
  business_preset_id: null,
  type: null,
  subtypes: [],
  expense_accounting_code_id: null,
  liability_accounting_code_id: null,
  expense_segment_template: null,
  liability_segment_template: null,
  updated_at: '2026-01-01T00:00:00.000Z',
  ...members,
});
const asked = (members: Partial<Asked> = {}): Asked => ({
  kind: 'earning',
  type: 'salary',
  side: 'expense',
  business_preset_id: null,
  custom: null,
  managed: null,
  tags: [],
  ...members,
});
const resolve = (rules: readonly Rule[], members: Partial<Asked> = {}) => makeResolver(rules, CHART)(asked(members));

test('codes, rules 2 to 4: own code, then recurring item, then preset, then rule, then fallback, then nothing', () => {
  const rules = [rule({ type: 'earning', expense_accounting_code_id: 'acco_2' })];
  const by = (members: Partial<Asked>, some = rules) => {
    const { accounting_code_id, decision } = resolve(some, members);
    return [accounting_code_id, decision?.by ?? null];
  };
  const preset = 'bp_coded';
  expect(by({ custom: 'acco_1', managed: 'acco_2', business_preset_id: preset })).toEqual(['acco_1', 'line_item']);
  expect(by({ managed: 'acco_1', business_preset_id: preset })).toEqual(['acco_1', 'recurring_item']);
  expect(by({ business_preset_id: preset })).toEqual(['acco_4', 'business_preset']);
  expect(by({})).toEqual(['acco_2', 'accounting_code_rule']);
  expect(by({}, [])).toEqual(['acco_3', 'fallback_mapping']);
  expect(by({ type: 'wage' }, [])).toEqual([null, null]);
  expect(by({ side: 'liability', kind: 'deduction', custom: 'acco_owed' })).toEqual(['acco_owed', 'line_item']);
});

test('codes, rule 6: a deleted code and a code of another side are ignored', () => {
  expect(resolve([], { custom: 'acco_gone' }).decision?.by).toBe('fallback_mapping');
  expect(resolve([], { custom: 'acco_owed' }).decision?.by).toBe('fallback_mapping');
});

test('codes, rule 5: a merged code resolves to the remaining one, wherever it is referred to', () => {
  const merged = 'acco_merged';
  expect(resolve([], { custom: merged })).toMatchObject({
    accounting_code_id: 'acco_1',
    decision: { by: 'line_item' },
  });
  expect(resolve([], { managed: merged }).accounting_code_id).toBe('acco_1');
  const [own] = [rule({ type: 'earning', expense_accounting_code_id: merged })];
  expect(resolve([own!]).accounting_code_id).toBe('acco_1');
  const segments = [{ ...SEGMENT, type: 'accounting_code' as const, accounting_code_id: merged }];
  const template = rule({ type: 'earning', expense_segment_template: { segments } });
  expect(resolve([template])).toMatchObject({ accounting_code_id: 'acco_1', formatted: '1' });
});

test('code rules, rule 8: a rule for one side leaves the other side to the next rule, and so does an empty template', () => {
  const empty = { segments: [{ ...SEGMENT, type: 'tag_group' as const, tag_group_id: 'taggr_2' }] };
  const rules = [
    rule({ id: 'accr_1', type: 'earning', subtypes: ['salary'], liability_accounting_code_id: 'acco_owed' }),
    rule({ id: 'accr_2', type: 'earning', subtypes: ['salary'], expense_segment_template: empty }),
    rule({ id: 'accr_3', type: 'earning', expense_accounting_code_id: 'acco_2' }),
  ];
  expect(resolve(rules).decision).toEqual({ by: 'accounting_code_rule', id: 'accr_3' });
  expect(resolve(rules, { tags: ['tag_x'] })).toEqual({
    accounting_code_id: null,
    formatted: 'X',
    decision: { by: 'accounting_code_rule', id: 'accr_2' },
  });
});

const SEGMENT = {
  type: 'text',
  accounting_code_id: null,
  tag_group_id: null,
  text: null,
  prefix: null,
  suffix: null,
  transforms: [],
  truncate: null,
  fallback: null,
} as const;

/** The rules that match, the most specific first, as the interface says it: one by one, without an index. */
const inOrder = (rules: readonly Rule[], { kind, type, business_preset_id, tags }: Asked): Rule[] => {
  const primary = tags.find((id) => CHART.tags.get(id)?.tag_group_id === 'taggr_1') ?? null;
  const scope = (one: Rule): number =>
    one.business_preset_id !== null ? 3 : one.type === null ? 0 : one.subtypes.length > 0 ? 2 : 1;
  const tagged = (one: Rule): number => (one.tag_id !== null ? 2 : one.tag_group_id !== null ? 1 : 0);
  return rules
    .filter((one) => one.business_preset_id === null || one.business_preset_id === business_preset_id)
    .filter((one) => one.type === null || one.type === kind)
    .filter((one) => one.subtypes.length === 0 || one.subtypes.includes(type))
    .filter((one) => one.tag_id === null || one.tag_id === primary)
    .filter((one) => one.tag_group_id === null || (primary !== null && one.tag_group_id === 'taggr_1'))
    .sort(
      (a, b) =>
        scope(b) - scope(a) ||
        tagged(b) - tagged(a) ||
        b.updated_at.localeCompare(a.updated_at) ||
        (a.id < b.id ? 1 : -1),
    );
};

test('code rules, rules 1, 2 and 9: the most specific rule decides, then the one that was changed last', () => {
  const what = fc.oneof(
    fc.constantFrom('bp_1', 'bp_2').map((business_preset_id) => ({ business_preset_id })),
    fc.record({
      type: fc.constantFrom('earning' as const, 'allowance' as const),
      subtypes: fc.subarray(['salary', 'wage', 'bonus_discretionary']),
    }),
    fc.constant({}),
  );
  const whose = fc.oneof(
    fc.constantFrom('tag_a', 'tag_b').map((tag_id) => ({ tag_id, tag_group_id: 'taggr_1' })),
    fc.constantFrom('taggr_1', 'taggr_2').map((tag_group_id) => ({ tag_group_id })),
    fc.constant({}),
  );
  const anyRules = fc
    .array(fc.tuple(what, whose, fc.constantFrom(...CODES), fc.integer({ min: 1, max: 3 })), { maxLength: 30 })
    .map((some) =>
      some.map(([of, tags, code, day], i) =>
        rule({
          ...of,
          ...tags,
          id: `accr_${String(i).padStart(3, '0')}`,
          expense_accounting_code_id: code,
          updated_at: `2026-01-0${day}T00:00:00.000Z`,
        }),
      ),
    );
  const anyAsked = fc.record({
    kind: fc.constantFrom('earning' as const, 'allowance' as const),
    type: fc.constantFrom('salary', 'wage', 'commission'),
    business_preset_id: fc.constantFrom(null, 'bp_1', 'bp_2'),
    tags: fc.constantFrom([], ['tag_a'], ['tag_x', 'tag_b'], ['tag_x']),
  });
  fc.assert(
    fc.property(anyRules, anyAsked, (rules, members) => {
      const [best] = inOrder(rules, asked(members));
      const { accounting_code_id, decision } = resolve(rules, members);
      if (best)
        expect([accounting_code_id, decision]).toEqual([
          best.expense_accounting_code_id,
          { by: 'accounting_code_rule', id: best.id },
        ]);
      else expect(decision?.by ?? 'nothing').not.toBe('accounting_code_rule');
    }),
  );
});
