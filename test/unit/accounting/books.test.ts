import { expect, test } from 'vitest';
import { readCodeBook } from '../../../src/accounting/code-book.ts';
import { NO_CODES } from '../../../src/accounting/codes/places.ts';
import { makePosting } from '../../../src/accounting/posting.ts';
import type { Line } from '../../../src/calculation/index.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { type PayrollWorld, payrollWorld, SALARY } from '../../support/payroll-world.ts';

/** An employer's books from its records to the rows of an entry: what tags, groups and settings do. */
interface Books extends PayrollWorld {
  code(type: string, title: string, more?: JsonObject): Promise<RecordOf<'accounting_code'>>;
  group(label: string, more?: JsonObject): Promise<RecordOf<'tag_group'>>;
  tag(group: RecordOf<'tag_group'>, label: string, more?: JsonObject): Promise<RecordOf<'tag'>>;
  rule(more: JsonObject): Promise<RecordOf<'accounting_code_rule'>>;
  settings(more: JsonObject): Promise<unknown>;
}

const books = async (): Promise<Books> => {
  const world = await payrollWorld();
  const { given, employer } = world;
  const own = { business_entity_id: employer.id };
  return {
    ...world,
    code: (type, title, more = {}) => given.created('accounting_code', { ...own, type, title, ...more }),
    group: (label, more = {}) => given.created('tag_group', { ...own, label, ...more }),
    tag: ({ id }, label, more = {}) => given.created('tag', { tag_group_id: id, label, ...more }),
    rule: (more) => given.created('accounting_code_rule', { ...own, ...more }),
    settings: (more) => given.changed('business_entity', employer.id, more),
  };
};

const spread = (...shares: [RecordOf<'tag'>[], string][]) => ({
  unit: 'percentage',
  tag_allocations: shares.map(([tags, value]) => ({ tags: tags.map(({ id }) => id), value })),
});

const line = (kind: Line['kind'], type: string, amount: string, tags?: object): Line =>
  ({ kind, type, custom_amount: amount, managed_amount: null, managed_tag_assignment: tags ?? null }) as Line;

/** Rows of the entry of some lines, with the labels of their tags: `Earnings: Salary [North] 60 -`. */
const rowsOf = async (world: Books, lines: readonly Line[]): Promise<string[]> => {
  const posting = makePosting(await readCodeBook(world.employer.id, world.services, world.tenant));
  for (const one of lines) posting.add(one);
  const labels = new Map(world.rows('tag').map(({ id, label }) => [id, label]));
  return posting
    .entry()
    .rows.map(({ title, tag_ids, debit, credit, formatted_accounting_code: formatted }) => {
      const tags = tag_ids.map((id) => labels.get(id)).sort();
      return `${title}${formatted === null ? '' : ` (${formatted})`} [${tags}] ${debit ?? '-'} ${credit ?? '-'}`;
    })
    .sort();
};

test('tag groups, rule 2, entries, rule 6, and rows, rule 3: rows are split by the tags of groups that are dimensions, and by no others', async () => {
  const world = await books();
  const [site, team] = [await world.group('Site', { is_journal_entry_dimension: true }), await world.group('Team')];
  const [north, south, bakers] = [
    await world.tag(site, 'North'),
    await world.tag(site, 'South'),
    await world.tag(team, 'Bakers'),
  ];
  const tags = spread([[north, bakers], '60'], [[south], '30']);
  expect(await rowsOf(world, [line('earning', 'salary', '100', tags)])).toEqual([
    'Earnings: Salary [North] 60 -',
    'Earnings: Salary [South] 30 -',
    'Earnings: Salary [] 10 -',
    'Payroll payable [] - 100',
  ]);
  // Rows, rule 3: what is alike in side, code and tags is one row.
  const twice = [line('earning', 'salary', '100', tags), line('earning', 'salary', '100', spread([[north], '100']))];
  expect(await rowsOf(world, twice)).toContain('Earnings: Salary [North] 160 -');
});

test('tag groups, rule 3, and code rules, rule 7: rules use the tags of the primary group, separately for each share', async () => {
  const world = await books();
  const [site, team] = [await world.group('Site'), await world.group('Team')];
  const [north, south, bakers] = [
    await world.tag(site, 'North'),
    await world.tag(site, 'South'),
    await world.tag(team, 'Bakers'),
  ];
  const [all, ofSite, ofNorth] = [
    await world.code('expense', 'Wages'),
    await world.code('expense', 'Wages of a site'),
    await world.code('expense', 'Wages in the north'),
  ];
  await world.settings({ primary_tag_group_id: site.id });
  await world.rule({ type: 'earning', expense_accounting_code_id: all.id });
  await world.rule({ type: 'earning', tag_group_id: site.id, expense_accounting_code_id: ofSite.id });
  await world.rule({ type: 'earning', tag_id: north.id, expense_accounting_code_id: ofNorth.id });
  const wages = [line('earning', 'salary', '100', spread([[north], '50'], [[south], '30'], [[bakers], '15']))];
  expect(await rowsOf(world, wages)).toEqual([
    'Payroll payable [] - 100',
    'Wages [] 20 -',
    'Wages in the north [] 50 -',
    'Wages of a site [] 30 -',
  ]);
  // With another primary group those rules match nothing, until it is their own again.
  const before = await rowsOf(world, wages);
  await world.settings({ primary_tag_group_id: team.id });
  expect(await rowsOf(world, wages)).toEqual(['Payroll payable [] - 100', 'Wages [] 100 -']);
  await world.settings({ primary_tag_group_id: site.id });
  expect(await rowsOf(world, wages)).toEqual(before);
});

test('code rules, rules 6 and 12: a segment of a tag group is the id of its tag in a provider, else its label, else the fallback', async () => {
  const world = await books();
  const [site, wages] = [await world.group('Site'), await world.code('expense', 'Wages', { code: '6010' })];
  const synced = { integrations: { quickbooks: { id: '500' }, xero: { id: null } } };
  const [known, unknown] = [await world.tag(site, 'North', synced), await world.tag(site, 'South')];
  await world.rule({
    type: 'earning',
    expense_segment_template: {
      segments: [
        { type: 'accounting_code', accounting_code_id: wages.id },
        {
          type: 'tag_group',
          tag_group_id: site.id,
          prefix: '-',
          transforms: ['uppercase'],
          truncate: 3,
          fallback: 'GEN',
        },
        { type: 'text', text: 'X', prefix: '/' },
      ],
    },
  });
  const tags = spread([[known], '50'], [[unknown], '30']);
  expect(await rowsOf(world, [line('earning', 'salary', '100', tags)])).toEqual([
    'Payroll payable [] - 100',
    'Wages (6010-500/X) [] 50 -',
    'Wages (6010-GEN/X) [] 20 -',
    'Wages (6010-SOU/X) [] 30 -',
  ]);
});

test('tag assignments, rule 5: withholdings are allocated like the remuneration that they apply to, unless the setting says otherwise', async () => {
  const world = await books();
  const site = await world.group('Site', { is_journal_entry_dimension: true });
  const [north, south] = [await world.tag(site, 'North'), await world.tag(site, 'South')];
  const lines = [
    line('earning', 'salary', '300', spread([[north], '100'])),
    line('earning', 'bonus_discretionary', '100', spread([[south], '100'])),
    // What is paid back is nobody's remuneration.
    line('reimbursement', 'travel_expenses', '1000', spread([[south], '100'])),
    line('statutory_withholding', 'cpp', '20'),
    line('employer_statutory_withholding', 'cpp', '20'),
  ];
  const cpp = async () => (await rowsOf(world, lines)).filter((row) => row.includes('CPP'));
  expect(await cpp()).toEqual([
    'Employer contributions: CPP (expense) [North] 15 -',
    'Employer contributions: CPP (expense) [South] 5 -',
    'Employer contributions: CPP (liability) [North] - 15',
    'Employer contributions: CPP (liability) [South] - 5',
    'Source deductions: CPP [North] - 15',
    'Source deductions: CPP [South] - 5',
  ]);
  // What a correction gives back goes to the tags of the pay that it takes back.
  const takenBack = lines.map((one) => ({ ...one, custom_amount: `-${one.custom_amount}` }));
  expect((await rowsOf(world, takenBack)).filter((row) => row.includes('(expense)'))).toEqual([
    'Employer contributions: CPP (expense) [North] - 15',
    'Employer contributions: CPP (expense) [South] - 5',
  ]);
  // What corrects a contribution of an earlier pay goes where that one went, whatever is paid beside it.
  const correction = line('employer_statutory_withholding', 'cpp', '-8', spread([[south], '25']));
  lines.push({ ...correction, source_adjustment_id: 'adjst_1' });
  expect((await cpp()).filter((row) => row.includes('(expense)'))).toEqual([
    'Employer contributions: CPP (expense) [North] 15 -',
    'Employer contributions: CPP (expense) [South] 3 -',
    'Employer contributions: CPP (expense) [] - 6',
  ]);
  lines.pop();
  await world.settings({ resolve_journal_entry_stat_withholdings: false });
  expect(await cpp()).toEqual([
    'Employer contributions: CPP (expense) [] 20 -',
    'Employer contributions: CPP (liability) [] - 20',
    'Source deductions: CPP [] - 20',
  ]);
});

test('tag assignments, rule 5: what a withholding applies to depends on the province of employment', () => {
  const tagged = (tag: string) => ({ unit: 'percentage', tag_allocations: [{ tags: [tag], value: '100' }] });
  const tagsOf = (withheld: Line, province: string): string[] => {
    const posting = makePosting({ ...NO_CODES, dimensionsOf: (tags) => tags }, province);
    posting.add(line('earning', 'salary', '300', tagged('north')));
    posting.add(line('employer_benefit', 'dental', '100', tagged('south')));
    posting.add(withheld);
    const isOf = ({ type }: { type: string }) => type === withheld.kind;
    const rows = posting.entry().rows.filter(({ sources }) => sources.some(isOf));
    return rows.map(({ tag_ids, debit, credit }) => `${tag_ids} ${debit ?? credit}`).sort();
  };
  // A dental plan is taxable in Quebec alone.
  const tax = line('statutory_withholding', 'provincial_income_tax', '40');
  expect(tagsOf(tax, 'ca_on')).toEqual(['north 40']);
  expect(tagsOf(tax, 'ca_qc')).toEqual(['north 30', 'south 10']);
  expect(tagsOf(line('statutory_withholding', 'federal_income_tax', '40'), 'ca_qc')).toEqual(['north 40']);
});

test('tag assignments, rule 2: the assignment of a line is used before that of its rate, and that before that of the work assignment', async () => {
  const world = await books();
  const site = await world.group('Site');
  const [north, south, east] = [
    await world.tag(site, 'North'),
    await world.tag(site, 'South'),
    await world.tag(site, 'East'),
  ];
  const [plain, rated] = [
    await world.hired({ rate: SALARY, tag_assignment: spread([[north], '100']) }),
    await world.hired({
      tag_assignment: spread([[north], '100']),
      rate: { ...SALARY, tag_assignment: spread([[south], '100']) },
    }),
  ];
  await world.populated();
  const lineOf = ({ assignment }: typeof plain) =>
    world.rows('earning_line_item').find(({ work_assignment_id: id }) => id === assignment.id)!;
  expect(lineOf(plain).managed_tag_assignment).toMatchObject(spread([[north], '100']));
  expect(lineOf(rated).managed_tag_assignment).toMatchObject(spread([[south], '100']));
  const hand = await world.given.created('earning_line_item', {
    pay_stub_id: lineOf(rated).pay_stub_id,
    earning_type: 'bonus_discretionary',
    custom_amount: '10',
    custom_hours: '2',
    custom_tag_assignment: { unit: 'hours', tag_allocations: [{ tags: [east.id], value: '1' }] },
  });
  expect(hand.managed_tag_assignment).toMatchObject(spread([[north], '100']));
  await world.settings({ primary_tag_group_id: site.id });
  // Rule 3: of what its hours allocate, the rest has no tags.
  await world.rule({ type: 'earning', expense_accounting_code_id: (await world.code('expense', 'Wages')).id });
  await world.rule({
    tag_id: east.id,
    type: 'earning',
    expense_accounting_code_id: (await world.code('expense', 'In the east')).id,
  });
  expect(
    await rowsOf(
      world,
      [hand as unknown as Line].map((one) => ({ ...one, kind: 'earning' })),
    ),
  ).toEqual(['In the east [] 5 -', 'Payroll payable [] - 10', 'Wages [] 5 -']);
});

test('entries, rule 7, and rows, rule 2: each type without a code is listed once for its side, and none when everything resolves', async () => {
  const world = await books();
  const lines = [
    line('earning', 'salary', '100'),
    line('earning', 'salary', '50'),
    line('statutory_withholding', 'ei', '3'),
    line('employer_statutory_withholding', 'ei', '4'),
  ];
  const entry = async () => {
    const posting = makePosting(await readCodeBook(world.employer.id, world.services, world.tenant));
    for (const one of lines) posting.add(one);
    return posting.entry();
  };
  expect(await entry()).toMatchObject({
    is_missing_line_item_accounting_codes: true,
    is_missing_default_account_payable: true,
    is_missing_default_bank_account: false,
    invalid_expense_types: [
      { type: 'earning', subtype: 'salary' },
      { type: 'employer_statutory_withholding', subtype: 'ei' },
    ],
    invalid_liability_types: [
      { type: 'employer_statutory_withholding', subtype: 'ei' },
      { type: 'statutory_withholding', subtype: 'ei' },
    ],
  });
  const [spent, owed] = [
    await world.code('expense', 'Spent', {
      fallback_mappings: [
        { type: 'earning', subtype: 'salary' },
        { type: 'employer_statutory_withholding', subtype: 'ei' },
      ],
    }),
    await world.code('liability', 'Owed', {
      fallback_mappings: [
        { type: 'statutory_withholding', subtype: 'ei' },
        { type: 'employer_statutory_withholding', subtype: 'ei' },
      ],
    }),
  ];
  await world.settings({ default_payroll_payable_accounting_code_id: owed.id });
  const whole = await entry();
  expect(whole).toMatchObject({
    is_missing_line_item_accounting_codes: false,
    is_missing_default_account_payable: false,
    invalid_expense_types: [],
    invalid_liability_types: [],
  });
  expect(whole.rows.map(({ accounting_code_id: id, debit, credit }) => [id, debit, credit])).toEqual([
    [spent.id, '154', null],
    [owed.id, null, '7'],
    [owed.id, null, '147'],
  ]);
});
