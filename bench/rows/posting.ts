import { makeResolver, type Rule } from '../../src/accounting/codes/resolver.ts';
import { type CodeBook, makePosting, NO_CODES } from '../../src/accounting/posting.ts';
import type { Line } from '../../src/calculation/model/types.ts';
import { type Bench, inTurn, type Measurement, type Row, row } from '../bench.ts';

/**
 * Making the journal entries of a payroll of lines that are read already: 1,000 stubs of 15 lines, each spread over three
 * departments, and an employer with 200 rules. Reading and appending are part of the row of approvals.
 */
const STUBS = 1_000;
const LINES = 15;
const RULES = 200;
const PROMISED_s = 3;

const KINDS = [
  ['earning', 'salary'],
  ['earning', 'overtime'],
  ['earning', 'vacation_pay'],
  ['allowance', 'cell_phone_allowance'],
  ['reimbursement', 'travel_expenses'],
  ['deduction', 'union_dues'],
  ['employee_benefit', 'dental'],
  ['employer_benefit', 'dental'],
  ['statutory_withholding', 'federal_income_tax'],
  ['statutory_withholding', 'provincial_income_tax'],
  ['statutory_withholding', 'cpp'],
  ['statutory_withholding', 'ei'],
  ['employer_statutory_withholding', 'cpp'],
  ['employer_statutory_withholding', 'ei'],
  ['employer_statutory_withholding', 'employer_health_tax'],
] as const;
const TAGS = ['tag_a', 'tag_b', 'tag_c'];
const SHARES = ['33.3', '33.3', '33.4'];

const linesOf = (stub: number): Line[] =>
  Array.from({ length: LINES }, (_, at): Line => {
    const [kind, type] = KINDS[at]!;
    const cents = ((stub * 7_919 + at * 104_729) % 200_000) + 1;
    const managed_tag_assignment = {
      unit: 'percentage' as const,
      is_component_locked: false,
      tag_allocations: TAGS.map((tag, i) => ({ tags: [tag], value: SHARES[i]! })),
    };
    return {
      kind,
      type,
      custom_amount: (cents / 100).toFixed(2),
      managed_amount: null,
      managed_tag_assignment,
    } as Line;
  });

/** Rules of tags, kinds and types, most of which another one goes before. */
const rules: Rule[] = Array.from({ length: RULES }, (_, i) => {
  const [type, subtype] = KINDS[i % KINDS.length]!;
  const tag_id = i % 2 === 0 ? TAGS[i % TAGS.length]! : null;
  return {
    id: `accrl_${i}`,
    tag_id,
    tag_group_id: tag_id === null ? null : 'taggr_1',
    business_preset_id: null,
    type,
    subtypes: i % 3 === 0 ? [subtype] : [],
    expense_accounting_code_id: `expense_${i % 20}`,
    liability_accounting_code_id: `liability_${i % 20}`,
    expense_segment_template: null,
    liability_segment_template: null,
    updated_at: `2026-01-${String((i % 28) + 1).padStart(2, '0')}`,
  };
});

const codes = (): CodeBook => ({
  ...NO_CODES,
  resolve: makeResolver(rules, {
    codes: new Map(
      ['expense', 'liability'].flatMap((type) =>
        Array.from({ length: 20 }, (_, i) => [`${type}_${i}`, { type, code: `${i}` }] as const),
      ),
    ),
    tags: new Map(TAGS.map((id) => [id, { tag_group_id: 'taggr_1', code: id }])),
    primary_tag_group_id: 'taggr_1',
    presets: new Map(),
    fallbacks: { expense: new Map(), liability: new Map() },
  }),
  dimensionsOf: (tags) => tags,
});

const post = async (stubs: readonly Line[][]): Promise<number> => {
  const begun_ms = performance.now();
  const book = codes();
  const whole = makePosting(book);
  for (const lines of stubs) {
    const own = makePosting(book);
    for (const line of lines) own.add(line);
    own.entry();
    whole.include(own);
  }
  whole.entry();
  return (performance.now() - begun_ms) / 1_000;
};

const measure = async ({ rounds }: Bench): Promise<Row[]> => {
  const stubs = Array.from({ length: STUBS }, (_, i) => linesOf(i));
  const [ours = []] = await inTurn(rounds, [() => post(stubs)]);
  return [
    row(
      {
        name: 'journal entries of 1,000 stubs',
        unit: 's',
        baseline_name: 's promised',
        goal: 1,
        less: true,
        setup: `${LINES} lines a stub, ${TAGS.length} allocations, ${RULES} rules; ${rounds} rounds; of lines in memory`,
      },
      ours,
      [PROMISED_s],
    ),
  ];
};

export const measurements: Measurement[] = [{ name: 'posting', measure }];
