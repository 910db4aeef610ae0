import { expect, test } from 'vitest';
import { valuesOf, versionOf } from '../../../src/forms/of-record.ts';
import { formTypeOf } from '../../../src/forms/types/index.ts';
import { valueIssues } from '../../../src/forms/values.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { claimsManager } from '../../../src/processes/forms/claims.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import type { Problem } from '../../../src/values/problem.ts';
import type { Appended } from '../../support/in-memory.ts';
import { type PayrollWorld, type PayrollWorldOptions, payrollWorld, SALARY } from '../../support/payroll-world.ts';
import { before } from '../../support/right-before.ts';

/**
 * Given a return that claims, when a payroll of its person is approved meanwhile, then the return and the pay agree.
 */
interface Claimed extends PayrollWorld {
  form: RecordOf<'form'>;
  owner_id: string;
  /** Approves the first payroll, of which the pay date is 20 November. */
  approve(): Promise<void>;
  /** Has what forms claim applied. */
  applied(): Promise<void>;
  /** What the federal claim is when. */
  claims(): string[];
}

const said = (claim: number): JsonObject => ({
  line_1_basic_personal_amount: claim,
  line_13_total_claim_amount: claim,
});
const td1 = (owner_id: string, effective_date: string, claim: number): JsonObject => ({
  ...{ owner_id, type: 'td1', effective_date },
  ...said(claim),
});

const claimed = async (options: PayrollWorldOptions = {}): Promise<Claimed> => {
  const world = await payrollWorld(options);
  const { population, approval, journal } = world.managers;
  const claims = claimsManager(world.services);
  const { assignment } = await world.hired({ rate: SALARY });
  const form = await world.given.created('form', td1(assignment.id, '2026-01-01', 20_000));
  await world.follow(claims, population);
  const [payroll] = await world.drafts();
  return {
    ...world,
    form,
    owner_id: assignment.id,
    approve: async () => {
      const data = { pay_schedule_id: world.schedule.id };
      await world.given.events('payroll', payroll!.id, { type: 'PayrollApprovalStarted', data });
      await world.follow(population, approval, journal);
      expect((await world.stateOf('payroll', payroll!.id))?.status).toBe('paid');
    },
    applied: () => world.follow(claims, population),
    claims: () =>
      world
        .rows('tax_property')
        .filter(({ type }) => type === 'ca::federal::claim_amount')
        .map(({ value, effective_from, effective_to }) => `${value} ${effective_from}..${effective_to ?? ''}`)
        .sort(),
  };
};

test('a return whose claim pay is just being approved with is neither changed nor deleted', async () => {
  const problems: (Problem | undefined)[] = [];
  let world: Claimed | undefined;
  world = await claimed({
    store: before('PayStubClosed', async () => {
      const { given, form, owner_id, when } = world!;
      for (const act of [
        () => given.changed('form', form.id, said(30_000)),
        () => given.deleted('form', form.id),
        () => given.created('form', td1(owner_id, '2026-11-10', 30_000)),
      ])
        problems.push((await when<unknown>(act)).problem);
    }),
  });
  await world.approve();
  expect(problems.map((problem) => problem?.status)).toEqual([422, 400, 422]);
  await world.applied();
  expect(world.claims()).toEqual(['20000 2026-01-01..']);
});

test.each<[string, (world: Claimed) => Promise<unknown>, string[]]>([
  ['was deleted', ({ given, form }) => given.deleted('form', form.id), ['20000 2026-01-01..2026-11-20']],
  [
    'was followed by another one',
    ({ given, owner_id }) => given.created('form', td1(owner_id, '2026-11-10', 30_000)),
    ['20000 2026-01-01..2026-11-20', '30000 2026-11-21..'],
  ],
  ['was changed', ({ given, form }) => given.changed('form', form.id, said(30_000)), ['20000 2026-01-01..']],
])(
  'a return that %s right before pay with its claim is approved applies from the day after that pay',
  async (_, act, left) => {
    let world: Claimed | undefined;
    world = await claimed({ store: before('WorkAssignmentHeld', () => act(world!)) });
    await world.approve();
    await world.applied();
    expect(world.claims()).toEqual(left);
    await world.given.created('form', td1(world.owner_id, '2026-12-01', 40_000));
    await world.applied();
    expect(world.claims().at(-1)).toBe('40000 2026-12-01..');
  },
);

test('a return with errors does not end the one before it: that holds until the errors are corrected', async () => {
  const world = await claimed();
  const wrong = { ...td1(world.owner_id, '2026-11-10', 30_000), line_1_basic_personal_amount: 3_000 };
  const { id, validation_error_count } = await world.given.created('form', wrong);
  expect(validation_error_count).toBe(1);
  await world.applied();
  expect(world.claims()).toEqual(['20000 2026-01-01..']);
  await world.given.changed('form', id, said(30_000));
  await world.applied();
  expect(world.claims()).toEqual(['20000 2026-01-01..2026-11-09', '30000 2026-11-10..']);
  await world.given.changed('form', id, said(-1));
  await world.applied();
  expect(world.claims()).toEqual(['20000 2026-01-01..']);
});

test('pension income and tuition of a return do not rise at New Year: they are stated apart, as long as its claim holds', async () => {
  const world = await claimed();
  const { owner_id, given, form, applied } = world;
  await given.deleted('form', form.id);
  await applied();
  const hand = { owner_id, type: 'ca::federal::claim_amount', value: '16000', effective_from: '2027-03-01' };
  await given.created('tax_property', hand);
  const lines = { line_1_basic_personal_amount: 15_000, line_4_pension_income_amount: 2_000, line_5_tuition: 3_000 };
  await given.created('form', { ...td1(owner_id, '2026-11-10', 20_000), ...lines });
  const provincial = { basic_personal_amount: 12_000, tuition_amount: 400, total_claim_amount: 12_400 };
  await given.created('form', { owner_id, type: 'td1ab', effective_date: '2026-11-10', ...provincial });
  await given.created('form', {
    ...{ owner_id, type: 'td1on', effective_date: '2026-11-10' },
    ...{ pension_income_amount: 1_796, total_claim_amount: 1_796 },
  });
  await applied();
  const apart = () =>
    world
      .rows('tax_property')
      .filter(({ type }) => String(type).endsWith('not_indexed'))
      .map(
        ({ type, value, effective_from, effective_to }) => `${type} ${value} ${effective_from}..${effective_to ?? ''}`,
      )
      .sort();
  expect(apart()).toEqual([
    'ca::ab::claim_amount_not_indexed 400 2026-11-10..',
    'ca::federal::claim_amount_not_indexed 5000 2026-11-10..2027-02-28',
  ]);
  await given.created('form', { ...td1(owner_id, '2026-11-20', 0), more_than_one_employer_or_payer: true });
  await given.created('form', { ...td1(owner_id, '2026-12-01', 20_000), ...lines });
  await applied();
  expect(apart()).toEqual([
    'ca::ab::claim_amount_not_indexed 400 2026-11-10..',
    'ca::federal::claim_amount_not_indexed 5000 2026-11-10..2026-11-19',
    'ca::federal::claim_amount_not_indexed 5000 2026-12-01..2027-02-28',
  ]);
});

test("the no of a non-resident beside a claim is an error, which says what a resident's return has: no claim is dropped in silence", async () => {
  const world = await claimed();
  const { given, owner_id, applied, claims } = world;
  const answer = (is: boolean | null) => ({ ninety_percent_world_income_taxable_income: is });
  const unchecked = { more_than_one_employer_or_payer: false, total_income_less_than_total_claim_amount: false };
  const made = await given.created('form', { ...td1(owner_id, '2026-11-10', 30_000), ...unchecked, ...answer(false) });
  expect(made.validation_error_count).toBe(1);
  const issues = valueIssues(formTypeOf('td1'), versionOf(made), valuesOf(made));
  expect(issues.map(({ path, text }) => [path, text.en, text.fr])).toEqual([
    [
      'ninety_percent_world_income_taxable_income',
      '90% or more of world income taxable in Canada (non-residents only) must be null for a resident of Canada: false is an answer of a non-resident, beside which line 13 is 0.',
      "90 % ou plus du revenu mondial imposable au Canada (non-résidents seulement) doit être null pour un résident du Canada : false est la réponse d'un non-résident, avec laquelle la ligne 13 est 0.",
    ],
  ]);
  await applied();
  expect(claims()).toEqual(['20000 2026-01-01..']);
  await given.changed('form', made.id, answer(null));
  await applied();
  expect(claims()).toEqual(['20000 2026-01-01..2026-11-09', '30000 2026-11-10..']);
  await given.changed('form', made.id, { ...answer(false), ...said(0) });
  await applied();
  expect(claims()).toEqual(['0 2026-11-10..', '20000 2026-01-01..2026-11-09']);
});

test('of two returns of the same day that are written in the same moment one applies', async () => {
  const world = await claimed();
  world.holdBack(true);
  for (const claim of [30_000, 40_000]) {
    world.clock.advance(1);
    await world.given.created('form', td1(world.owner_id, '2026-12-01', claim));
  }
  world.holdBack(false);
  await world.applied();
  expect(world.rows('form')).toHaveLength(3);
  expect(world.claims()).toEqual(['20000 2026-01-01..2026-11-30', '40000 2026-12-01..']);
});

/** The highest amount that each kind of return takes. */
const MOST = '99999999';
test.each<[string, readonly string[]]>([
  ['td1', ['line_13_total_claim_amount', 'prescribed_zone_deduction', 'additional_tax_deduction']],
  ['td1on', ['total_claim_amount']],
  ['td1x', ['commission_income']],
  ['tp1015', ['line_10_total_claim_amount', 'line_11_additional_tax', 'line_19_deductions']],
])('a valid %s claims what tax properties take, whatever its amounts are', async (type, members) => {
  const world = await claimed();
  const { assignment } = await world.hired({ rate: SALARY });
  const amounts = Object.fromEntries(members.map((member) => [member, MOST]));
  const body = { owner_id: assignment.id, type, effective_date: '2026-02-01', ...amounts };
  const { id } = await world.given.created('form', body);
  const errors = async () => (await world.stateOf('form', id))?.validation_error_count;
  expect(await errors()).toBe(0);
  await world.applied();
  const made = world.rows('tax_property').filter(({ owner_id }) => owner_id === assignment.id);
  expect(made.filter(({ value }) => JSON.stringify(value).includes(MOST))).toHaveLength(members.length);
  for (const member of members) {
    await world.given.changed('form', id, { [member]: '99999999.01' });
    expect([member, await errors()]).toEqual([member, 1]);
    await world.given.changed('form', id, amounts);
  }
  await world.given.changed('form', id, { [members[0]!]: '999999999' });
  await world.applied();
});

test('a return for which its work assignment has no room is refused; one that was written in the same moment stops nobody else', async () => {
  let fill: (() => Promise<void>) | undefined;
  const world = await claimed({
    store: (shared) => ({
      ...shared,
      append: async (stream, events, expected) => {
        if (events.some(({ type }) => type === 'FormCreated')) await fill?.();
        return shared.append(stream, events, expected);
      },
    }),
  });
  const { given, owner_id, rows, applied, when } = world;
  const properties = Array.from({
    length: 250 - rows('tax_property').filter((one) => one.owner_id === owner_id).length,
  });
  fill = async () => {
    fill = undefined;
    const created = properties.map((_, i) => ({
      type: 'TaxPropertyCreated',
      data: {
        ...{ id: `txp_01K2ZQ7M4T8W3N5R6V9X0Y${String(1000 + i)}`, owner_id, type: 'ca::cpp_exempt', value: true },
        ...{ effective_from: `${1900 + i}-01-01`, effective_to: `${1900 + i}-01-31` },
        ...{ note: null, remittance_account_id: null },
      },
    }));
    await given.events('work_assignment', owner_id, ...created);
  };
  await given.created('form', td1(owner_id, '2026-12-01', 30_000));
  const { assignment: other } = await world.hired({ rate: SALARY });
  await given.created('form', td1(other.id, '2026-01-01', 17_000));
  await applied();
  expect(rows('tax_property').find((one) => one.owner_id === other.id && one.value === '17000')).toBeDefined();
  expect(world.claims()).not.toContain('30000 2026-12-01..');
  const refused = await when<unknown>(() => given.created('form', td1(owner_id, '2026-12-02', 40_000)));
  expect([refused.problem?.status, refused.problem?.text.en]).toEqual([
    422,
    expect.stringContaining('250 tax properties'),
  ]);
});

test('a work assignment has 1,000 returns at most, with errors or without: each is compared with all of its type', async () => {
  const world = await claimed();
  const { given, owner_id, when } = world;
  const wrong = { owner_id, type: 'td1', line_1_basic_personal_amount: 1 };
  const day = (i: number) => new Date(Date.UTC(2026, 5, 1 + i)).toISOString().slice(0, 10);
  const { events } = await when<unknown>(() => given.created('form', { ...wrong, effective_date: day(1) }));
  const [{ id, type, data }] = events as [Appended];
  for (let i = 2; i < 999; i++)
    await given.events('form', `${id.slice(0, -4)}${i + 1_000}`, { type, data: { ...data, effective_date: day(i) } });
  await given.created('form', { ...wrong, effective_date: day(999) });
  const refused = await when<unknown>(() => given.created('form', { ...wrong, effective_date: day(1_000) }));
  expect([refused.problem?.status, refused.problem?.text.en]).toEqual([422, expect.stringContaining('1000 forms')]);
});
