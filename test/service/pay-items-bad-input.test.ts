import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { START } from '../../src/event-store/port.ts';
import { type Employer, makeEmployer } from '../support/employer.ts';
import { startTestService, type TestService } from '../support/service.ts';

/**
 * What no family of pay items takes, as one table: each row is sent alone in both languages, and all of a family's rows
 * together in a batch between two good elements. A refusal names the member, says it in the language that was asked for,
 * and leaves the log where it was.
 */
let service: TestService;
let employer: Employer;
/** What bodies name, by what they are. */
let known: Record<'employee' | 'contractor' | 'stub' | 'rate', string>;

beforeAll(async () => {
  service = await startTestService();
  employer = await makeEmployer(service, 1);
  const { must, assignments, pay_schedule_id } = employer;
  const { id: contractor_id } = await must(201, 'POST', '/contractors', { business_name: 'Pemberton Milling' });
  const contractor = await must(201, 'POST', '/work_assignments', { contractor_id, pay_schedule_id });
  const rate = await must(201, 'POST', '/pay_rates', RATE(assignments[0]!));
  const [payroll] = await employer.payrolls();
  const stub = await employer.stubOf(payroll!.id, assignments[0]!);
  known = { employee: assignments[0]!, contractor: contractor.id, stub, rate: rate.id };
});
afterAll(() => service?.close());

const RATE = (work_assignment_id: string) => ({
  work_assignment_id,
  type: 'hourly',
  rate: 20,
  expected_hours_per_week: 40,
  effective_from: '2026-01-01',
});

type Body = Record<string, unknown>;
interface Bad {
  what: string;
  /** What is other than in a good body. */
  sent: () => Body;
  /** The member that is named; the first of several. */
  names: string;
}
interface Family {
  path: string;
  good: () => Body;
  bad: Bad[];
  /** There is no batch call. */
  alone?: true;
}

/** A row for each value that is no amount of dollars. */
const dollars = (member: string, more: Body = {}): Bad[] =>
  ['12.345', 1e9, 'NaN', -1, '1e3', true].map((value) => ({
    what: `${member} ${JSON.stringify(value)}`,
    sent: () => ({ ...more, [member]: value }),
    names: member,
  }));
/** A row for each value that is no percentage; what is no number at all is refused as dollars are. */
const percentage = (member: string, more: Body = {}): Bad[] =>
  [100.5, '101', -0.5].map((value) => ({
    what: `${member} of ${value} percent`,
    sent: () => ({ ...more, [member]: value }),
    names: member,
  }));
const one = (what: string, sent: Body | (() => Body), names: string): Bad => ({
  what,
  sent: typeof sent === 'function' ? sent : () => sent,
  names,
});

const RANGE = one(
  'effective_to before effective_from',
  { effective_from: '2026-02-01', effective_to: '2026-01-31' },
  'effective_to',
);
const MONTHLY = { frequency: 'per_month', date_basis: 'by_pay_date' };
const months: Bad[] = [
  one('cadence [0]', { ...MONTHLY, pay_period_cadence: [0] }, 'pay_period_cadence.0'),
  one('cadence []', { ...MONTHLY, pay_period_cadence: [] }, 'pay_period_cadence'),
  one('cadence [1, 1]', { ...MONTHLY, pay_period_cadence: [1, 1] }, 'pay_period_cadence'),
  one('a cadence without a month', { frequency: 'once', pay_period_cadence: [1] }, 'pay_period_cadence'),
  one('an unknown frequency', { frequency: 'yearly' }, 'frequency'),
];
const OF_EMPLOYEE = one(
  'the work assignment of a contractor',
  () => ({ work_assignment_id: known.contractor }),
  'work_assignment_id',
);
const NOBODY = one(
  'a work assignment that is not there',
  { work_assignment_id: 'wrk_01K2ZQ7M4T8W3N5R6V9X0Y1A2B' },
  'work_assignment_id',
);
const typed = (kind: string): Bad[] => [
  one('an unknown type', { [`${kind}_type`]: 'nothing' }, `${kind}_type`),
  one('no type', { [`${kind}_type`]: undefined }, `${kind}_type`),
];
const ofIncome: Bad[] = [
  ...percentage('amount', { amount_type: 'percent' }),
  one('per_month with a percentage', { ...MONTHLY, amount_type: 'percent', amount: 5 }, 'frequency'),
  one('an unknown income', { income_basis: 'some' }, 'income_basis'),
];
const recurring = (kind: string, type: string, bad: Bad[], more: Body = {}): [string, Family] => [
  kind,
  {
    path: `/${kind}s`,
    good: () => ({
      work_assignment_id: known.employee,
      [`${kind}_type`]: type,
      amount: 10,
      frequency: 'per_payroll',
      effective_from: '2026-01-01',
      ...more,
    }),
    bad: [...typed(kind), ...dollars('amount'), ...months, RANGE, NOBODY, ...bad],
  },
];
const line = (kind: string, type: string, bad: Bad[] = []): [string, Family] => [
  `${kind} line item`,
  {
    path: `/${kind}_line_items`,
    good: () => ({ pay_stub_id: known.stub, [`${kind}_type`]: type, custom_amount: 10 }),
    bad: [
      ...typed(kind),
      ...dollars('custom_amount'),
      one('a pay stub that is not there', { pay_stub_id: 'payst_01K2ZQ7M4T8W3N5R6V9X0Y1A2B' }, 'pay_stub_id'),
      ...bad,
    ],
  },
];
const CAP = [...dollars('max_annual_contribution'), ...percentage('coverage_multiplier')];
const FIXED = { amount_type: 'fixed' };

const FAMILIES: [string, Family][] = [
  recurring('earning', 'bonus_discretionary', [
    one('a salary', { earning_type: 'salary' }, 'earning_type'),
    one('a correction of vacation pay', { earning_type: 'vacation_accrual_adjustment' }, 'earning_type'),
  ]),
  recurring('allowance', 'parking_allowance', [OF_EMPLOYEE]),
  recurring('reimbursement', 'non_taxable_reimbursement', []),
  recurring('employee_benefit', 'dental', [OF_EMPLOYEE, ...ofIncome, ...CAP], FIXED),
  recurring('employer_benefit', 'dental', [OF_EMPLOYEE, ...ofIncome, ...CAP], FIXED),
  recurring(
    'deduction',
    'union_dues',
    [
      OF_EMPLOYEE,
      ...ofIncome,
      ...dollars('income_exemption_amount'),
      ...percentage('income_exemption_percent'),
      one('per_month with dollars an hour', { ...MONTHLY, amount_type: 'fixed_per_hour' }, 'frequency'),
      one(
        'a subtraction of what is no deduction',
        { income_subtractions: [{ type: 'earning' }] },
        'income_subtractions.0.type',
      ),
    ],
    FIXED,
  ),
  [
    'pay rate',
    {
      path: '/pay_rates',
      good: () => RATE(known.employee),
      bad: [
        ...[1e9, 'NaN', -1].map((rate) => one(`rate ${rate}`, { rate }, 'rate')),
        one('more hours than a week has', { expected_hours_per_week: 169 }, 'expected_hours_per_week'),
        one(
          'a salary without hours',
          { type: 'salary', rate: 52_000, expected_hours_per_week: 0 },
          'expected_hours_per_week',
        ),
        one('an unknown type', { type: 'daily' }, 'type'),
        RANGE,
        OF_EMPLOYEE,
      ],
    },
  ],
  [
    'overtime rate',
    {
      path: '/overtime_rates',
      alone: true,
      good: () => ({ pay_rate_id: known.rate, rate_multiplier: 1.5 }),
      bad: [
        ...['NaN', -1, 101].map((value) =>
          one(`rate_multiplier ${value}`, { rate_multiplier: value }, 'rate_multiplier'),
        ),
        one('hourly_rate_override -1', { hourly_rate_override: -1 }, 'hourly_rate_override'),
        one('a pay rate that is not there', { pay_rate_id: 'payrt_01K2ZQ7M4T8W3N5R6V9X0Y1A2B' }, 'pay_rate_id'),
      ],
    },
  ],
  [
    'vacation pay setting',
    {
      path: '/vacation_pay_settings',
      alone: true,
      good: () => ({ work_assignment_id: known.employee, percentage: 4, effective_from: '2026-01-01' }),
      bad: [
        ...percentage('percentage'),
        one('percentage NaN', { percentage: 'NaN' }, 'percentage'),
        one('an unknown method', { vacation_pay_method: 'later' }, 'vacation_pay_method'),
        RANGE,
        OF_EMPLOYEE,
      ],
    },
  ],
  line('earning', 'commission', [
    one('a day that lies outside of the pay period', { custom_earned_on: '2026-01-01' }, 'custom_earned_on'),
    one('hours NaN', { custom_hours: 'NaN' }, 'custom_hours'),
  ]),
  line('allowance', 'parking_allowance'),
  line('reimbursement', 'non_taxable_reimbursement'),
  line('employee_benefit', 'dental'),
  line('employer_benefit', 'dental'),
  line('deduction', 'union_dues'),
];

const head = async () => service.service.services.store.head();
const sent = ({ good }: Family, bad: Bad): Body => ({ ...good(), ...bad.sent() });
const inLanguage = (method: string, path: string, body: unknown, language: string) =>
  employer.call(method, path, body, { 'Accept-Language': language });

describe.each(FAMILIES)('%s', (_name, family) => {
  test('names what is wrong, in English and in French, and stores nothing', async () => {
    const before = await head();
    expect(before).toBeGreaterThan(START);
    const wrong: unknown[] = [];
    for (const bad of family.bad) {
      const [en, fr] = [
        await inLanguage('POST', family.path, sent(family, bad), 'en'),
        await inLanguage('POST', family.path, sent(family, bad), 'fr'),
      ];
      const [said] = [en, fr].map(({ body }) => Object.keys(body?.errors ?? {}));
      const sentences = [en, fr].map(({ body }) => body?.errors?.[bad.names]?.[0]);
      const isTold = sentences[0] && sentences[1] && sentences[0] !== sentences[1];
      if (en.status !== 422 || fr.status !== 422 || said![0] !== bad.names || !isTold)
        wrong.push([bad.what, en.status, fr.status, said, sentences]);
    }
    expect(wrong).toEqual([]);
    expect(await head()).toBe(before);
  });
});

describe.each(FAMILIES.filter(([, { alone }]) => !alone))('%s', (_name, family) => {
  test('in a batch harms no other element', async () => {
    const elements = [family.good(), ...family.bad.map((bad) => sent(family, bad)), family.good()];
    const task = await employer.must(202, 'POST', `${family.path}/batch/upsert`, elements);
    const { status, results } = await employer.ended(task);
    expect(status).toBe('error');
    type Entry = { index?: number; id: string | null; status?: string; errors?: Body };
    const entries = results as Entry[];
    const refused = entries.filter((entry) => entry.status === 'error');
    expect(refused.map(({ index, errors }) => [index, Object.keys(errors ?? {})[0]])).toEqual(
      family.bad.map(({ names }, at) => [at + 1, names]),
    );
    const written = entries.filter((entry) => entry.status !== 'error');
    expect(written).toHaveLength(2);
    for (const { id } of written) {
      await employer.must(200, 'GET', `${family.path}/${id}`);
      await employer.must(204, 'DELETE', `${family.path}/${id}`);
    }
  });
});
