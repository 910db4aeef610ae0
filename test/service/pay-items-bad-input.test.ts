import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIXED_KINDS, fixedFor } from '../../src/calculation/model/families.ts';
import { type Position, START } from '../../src/event-store/port.ts';
import { FIXED_FAMILIES } from '../../src/pay-items/fixed-families.ts';
import { type Employer, makeEmployer } from '../support/employer.ts';
import { startTestService, type TestService } from '../support/service.ts';

/**
 * What no family of pay items takes, as one table: each row is sent alone in both languages, and all of a family's rows
 * together in a batch between two good elements. A refusal names the member, says it in the language that was asked
 * for, and leaves the log where it was.
 */
let service: TestService;
let employer: Employer;
/** What bodies name, by what they are. */
let known: Record<'employee' | 'contractor' | 'stub' | 'rate' | 'payroll', string>;

beforeAll(async () => {
  service = await startTestService();
  employer = await makeEmployer(service, 1);
  const { must, assignments, pay_schedule_id } = employer;
  const { id: contractor_id } = await must(201, 'POST', '/contractors', { business_name: 'Pemberton Milling' });
  const contractor = await must(201, 'POST', '/work_assignments', { contractor_id, pay_schedule_id });
  const rate = await must(201, 'POST', '/pay_rates', RATE(assignments[0]!));
  const [payroll] = await employer.payrolls();
  const stub = await employer.stubOf(payroll!.id, assignments[0]!);
  known = { employee: assignments[0]!, contractor: contractor.id, stub, rate: rate.id, payroll: payroll!.id };
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
  ['12.345', 1e12, 'NaN', -1, '1e3', true].map((value) => ({
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
  ...FIXED_KINDS.map((kind) =>
    recurring(kind, FIXED_FAMILIES[kind].type.example, fixedFor(kind) === 'employees' ? [OF_EMPLOYEE] : []),
  ),
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
  ...FIXED_KINDS.map((kind) => line(kind, FIXED_FAMILIES[kind].type.example)),
  line('employee_benefit', 'dental'),
  line('employer_benefit', 'dental'),
  line('deduction', 'union_dues'),
];

const LINES = FAMILIES.filter(([, { path }]) => path.endsWith('_line_items'));
const withoutStub = ({ pay_stub_id: _, ...data }: Body): Body => data;

const head = async () => service.service.services.store.head();
/** What requests have stored since: by themselves, processes work on behind answers of before. */
const storedSince = async (after: Position): Promise<string[]> => {
  const { store } = service.service.services;
  const stored: string[] = [];
  for await (const events of store.readAll({ after, upTo: await store.head() }))
    for (const { type, metadata } of events) if (!metadata.actor?.startsWith('process:')) stored.push(type);
  return stored;
};
const sent = ({ good }: Family, bad: Bad): Body => ({ ...good(), ...bad.sent() });
const inLanguage = (method: string, path: string, body: unknown, language: string) =>
  employer.call(method, path, body, { 'Accept-Language': language });

interface Row {
  what: string;
  method: string;
  path: string;
  body: unknown;
  /** All members that are named, or the first of them; none where a sentence alone says why the state forbids it. */
  names?: string | string[];
}

/**
 * Each is refused, 422 with the member or 400 with a sentence, in the language that is asked for; nothing is stored.
 */
const expectRefused = async (rows: readonly Row[], status: 400 | 422): Promise<void> => {
  const before = await head();
  expect(before).toBeGreaterThan(START);
  const wrong: unknown[] = [];
  for (const { what, method, path, body, names } of rows) {
    const answers = await Promise.all(['en', 'fr'].map((language) => inLanguage(method, path, body, language)));
    const members = Object.keys(answers[0]!.body?.errors ?? {});
    const isNamed = Array.isArray(names) ? members.join() === names.join() : members[0] === names;
    const [en, fr] = answers.map(({ body }) =>
      names === undefined ? body?.message : body?.errors?.[[names].flat()[0]!]?.[0],
    );
    if (answers.some((answer) => answer.status !== status) || !isNamed || !en || !fr || en === fr)
      wrong.push([what, method, path, ...answers.map((answer) => answer.status), members, en, fr]);
  }
  expect(wrong).toEqual([]);
  expect(await storedSince(before)).toEqual([]);
};

describe.each(FAMILIES)('%s', (_name, family) => {
  test('a bad body is refused with the wrong members, in English and in French, and nothing is stored', () =>
    expectRefused(
      family.bad.map((bad) => ({ ...bad, method: 'POST', path: family.path, body: sent(family, bad) })),
      422,
    ));

  test('a bad change is refused, and nothing is stored', async () => {
    const { id } = await employer.must(201, 'POST', family.path, family.good());
    const path = `${family.path}/${id}`;
    const changes = family.bad.map((bad) => ({ ...bad, method: 'PUT', path, body: bad.sent() }));
    // What a creation leaves out, a change may.
    const rows = changes.filter(({ body }) => Object.values(body).some((value) => value !== undefined));
    await expectRefused(rows, 422);
    await employer.must(204, 'DELETE', path);
  });
});

test('a bulk call that selects nobody is told of ids that name nothing, as one that selects somebody is', async () => {
  const nobody = {
    business_entity_id: employer.business_entity_id,
    work_assignments: { include: 'all', exclude: { archived: false } },
  };
  const { work_assignment_id: _, ...rate } = RATE('');
  const row = (verb: string, data: object): Row => ({
    what: `a bulk ${verb} for nobody`,
    method: 'POST',
    path: `/pay_rates/bulk/${verb}`,
    body: { ...nobody, data: { ...data, business_preset_id: 'preset_none' } },
    names: 'data.business_preset_id',
  });
  await expectRefused([row('create', rate), row('update', {})], 422);
});

test('the word "all" in the place of an id is one that names nothing', async () => {
  const row = (path: string, body: Body, names: string): Row => ({ what: path, method: 'POST', path, body, names });
  const { business_entity_id } = employer;
  const chosen = { business_entity_id, work_assignments: { include: { ids: ['all'] } } };
  const rows = [
    row('/pay_rates/bulk/delete', chosen, 'work_assignments.include.ids.0'),
    row(
      '/pay_rates/search',
      { ...chosen, work_assignments: { include: 'all' }, ids: { include: ['all'] } },
      'ids.include.0',
    ),
    row('/accounting_code_rules/search', { business_entity_id: 'all' }, 'business_entity_id'),
    row('/accounting_code_rules/search', { business_entity_id, tags: { exclude: ['all'] } }, 'tags.exclude.0'),
  ];
  await expectRefused(rows, 422);
  const all = { business_entity_id, tags: { include: 'all' } };
  await employer.must(200, 'POST', '/accounting_code_rules/search', all);
});

describe.each(FAMILIES.filter(([, { alone }]) => !alone))('%s', (_name, family) => {
  test('a bad element of a batch does not affect the other elements', async () => {
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

  test('bulk calls 5, 17, 21, decided 1: members beside the selection are each named in the error; batches are arrays of 1 to 100', async () => {
    const { work_assignment_id: _, pay_stub_id: __, ...data } = family.good();
    const selection = family.path.endsWith('_line_items')
      ? { payroll_id: known.payroll, pay_stubs: { include: 'all' } }
      : { business_entity_id: employer.business_entity_id, work_assignments: { include: 'all' } };
    const misplaced = { ...selection, ...data, data };
    // Where a filter has the name of a member, what stands there is the filter.
    const members = Object.keys(data).filter((name) => !['effective_from', 'effective_to'].includes(name));
    const post = (path: string, body: unknown, names: string | string[]): Row => ({
      what: path,
      method: 'POST',
      path: `${family.path}/${path}`,
      body,
      names,
    });
    await expectRefused(
      [
        post('bulk/create', misplaced, Object.keys(data)),
        post('bulk/update', misplaced, members),
        post('batch/upsert', [], 'body'),
        post('batch/upsert', { data: [family.good()] }, 'body'),
        post('batch/delete', { ids: [] }, 'body'),
        post('batch/delete', [], 'body'),
        post('batch/upsert', Array(101).fill(family.good()), 'body'),
      ],
      422,
    );
  });
});

const NOBODYS = '01K2ZQ7M4T8W3N5R6V9X0Y1A2B';

test('bad presets, adjustments, hours, settings and statutory lines are refused with the wrong members, and not stored', async () => {
  const { business_entity_id, must, assignments } = employer;
  const [first] = assignments as [string];
  const row = (what: string, path: string, body: Body, names: string | string[]): Row => ({
    what,
    method: 'POST',
    path,
    body,
    names,
  });
  const preset = (what: string, more: Body, names: string) =>
    row(what, '/business_presets', { business_entity_id, type: 'earning', name: 'Shift', ...more }, names);
  const tied = await must(201, 'POST', '/business_presets', { business_entity_id, type: 'earning', name: 'Any' });
  const later = (await employer.payrolls())[1]!;
  const line = await must(201, 'POST', '/earning_line_items', {
    pay_stub_id: known.stub,
    earning_type: 'gratuity',
    custom_amount: 10,
  });
  const correction = {
    correction_pay_stub_id: await employer.stubOf(later.id, first),
    source_line_item_id: line.id,
    expected_amount: 5,
  };
  const setting = { work_assignment_id: first, percentage: 4, effective_from: '2026-01-01' };
  const active = await must(201, 'POST', '/vacation_pay_settings', setting);
  const hours = (entries: Body[], names: string) =>
    row(
      `hours ${JSON.stringify(entries)}`,
      `/payrolls/${known.payroll}/hours`,
      { data: [{ work_assignment_id: first, wage: entries }] },
      names,
    );
  const withheld = { pay_stub_id: known.stub, custom_amount: 10 };
  await expectRefused(
    [
      preset('no employer', { business_entity_id: undefined }, 'business_entity_id'),
      preset('no name', { name: undefined }, 'name'),
      preset('no type', { type: undefined }, 'type'),
      preset('a statutory type', { type: 'statutory_withholding' }, 'type'),
      preset('a type of another kind', { subtype: 'dental' }, 'subtype'),
      preset('an account that is not there', { remittance_account_id: `remac_${NOBODYS}` }, 'remittance_account_id'),
      preset(
        'a code that is not there',
        { expense_accounting_code_id: `acc_${NOBODYS}` },
        'expense_accounting_code_id',
      ),
      {
        ...preset('another way to keep', {}, 'keep_existing_values'),
        method: 'PUT',
        path: `/business_presets/${tied.id}`,
        body: { keep_existing_values: 'some' },
      },
      {
        ...preset('a list of nobody', {}, 'business_entity_id'),
        method: 'GET',
        path: '/business_presets',
        body: undefined,
      },
      row('a line of a draft', '/adjustments', correction, 'source_line_item_id'),
      ...dollars('expected_amount')
        .filter(({ what }) => !what.includes('-1'))
        .map(({ what, sent, names }) => row(what, '/adjustments', { ...correction, ...sent() }, names)),
      row('a second setting', '/vacation_pay_settings', { ...setting, effective_from: '2026-06-01' }, 'effective_from'),
      hours([{ hours: 1 }, { hours: 2 }], 'data.0.wage.1'),
      hours([{ hours: 1, earned_on: '2020-01-01' }], 'data.0.wage.0.earned_on'),
      hours([{ hours: 1, pay_rate_id: `payrt_${NOBODYS}` }], 'data.0.wage.0.pay_rate_id'),
      ...['statutory_withholding', 'employer_statutory_withholding'].flatMap((kind) => [
        row(
          'by hand on a regular payroll',
          `/${kind}_line_items`,
          { ...withheld, [`${kind}_type`]: 'ei' },
          'pay_stub_id',
        ),
        row('an unknown type', `/${kind}_line_items`, { ...withheld, [`${kind}_type`]: 'nothing' }, `${kind}_type`),
        row('no type', `/${kind}_line_items`, withheld, `${kind}_type`),
      ]),
    ],
    422,
  );
  await must(204, 'DELETE', `/vacation_pay_settings/${active.id}`);
  await must(204, 'DELETE', `/earning_line_items/${line.id}`);
});

test('managed and system lines, values of a preset, and records that an approved payroll used cannot be changed', async () => {
  const { business_entity_id, must, ended, assignments } = employer;
  const [first] = assignments as [string];
  const row = (what: string, method: string, path: string, body?: Body): Row => ({ what, method, path, body });
  const preset = await must(201, 'POST', '/business_presets', {
    business_entity_id,
    type: 'earning',
    subtype: 'gratuity',
    name: 'Tips',
    title: 'Tips',
  });
  const item = FAMILIES.find(([name]) => name === 'earning')![1].good();
  const earning = await must(201, 'POST', '/earnings', {
    ...item,
    earning_type: undefined,
    business_preset_id: preset.id,
    amount: 500,
  });
  const overtime = await must(201, 'POST', '/overtime_rates', { pay_rate_id: known.rate, rate_multiplier: 1.5 });
  const setting = await must(201, 'POST', '/vacation_pay_settings', {
    work_assignment_id: first,
    percentage: 4,
    effective_from: '2026-01-01',
  });
  const line = await must(201, 'POST', '/earning_line_items', {
    pay_stub_id: known.stub,
    earning_type: 'overtime',
    overtime_rate_id: overtime.id,
    custom_hours: 2,
  });
  const managedLines = async (kind: string): Promise<string[]> => {
    const { data } = await must(200, 'GET', `/${kind}_line_items?pay_stub_id=${known.stub}&per_page=100`);
    const managed = data.filter((one: { data: { is_managed: boolean } }) => one.data.is_managed);
    return managed.map(({ id }: { id: string }) => `/${kind}_line_items/${id}`);
  };
  const earnings = await managedLines('earning');
  expect(earnings.length).toBeGreaterThan(1);
  const system = [
    ...(await managedLines('statutory_withholding')),
    ...(await managedLines('employer_statutory_withholding')),
  ];
  expect(system.length).toBeGreaterThan(2);
  await expectRefused(
    [
      row('what the preset supplies', 'PUT', `/earnings/${earning.id}`, { title: 'Mine' }),
      row('the preset in use', 'DELETE', `/business_presets/${preset.id}`),
      ...[...earnings, ...system].flatMap((path) => [
        row('the title of a managed line', 'PUT', path, { title: 'Mine' }),
        row('a managed line', 'DELETE', path),
      ]),
      row('an overtime rate with a line', 'DELETE', `/overtime_rates/${overtime.id}`),
      row('a pay rate with a line', 'DELETE', `/pay_rates/${known.rate}`),
    ],
    400,
  );

  await must(200, 'POST', `/payrolls/${known.payroll}/approve`, {});
  const entered = { pay_stub_id: known.stub, earning_type: 'commission', custom_amount: 1 };
  const selection = { payroll_id: known.payroll, pay_stubs: { include: 'all' } };
  await expectRefused(
    [
      row('a line on a closed stub', 'POST', '/earning_line_items', entered),
      row('the amount of one', 'PUT', `/earning_line_items/${line.id}`, { custom_amount: 1 }),
      row('the whole of it', 'DELETE', `/earning_line_items/${line.id}`),
      ...LINES.flatMap(([, { path, good }]) => [
        row('lines on closed stubs', 'POST', `${path}/bulk/create`, { ...selection, data: withoutStub(good()) }),
        row('amounts on closed stubs', 'POST', `${path}/bulk/update`, { ...selection, data: { custom_amount: 1 } }),
        row('lines off closed stubs', 'POST', `${path}/bulk/delete`, selection),
      ]),
      row('hours of a closed payroll', 'POST', `/payrolls/${known.payroll}/hours`, {
        data: [{ work_assignment_id: first, wage: [{ hours: 1 }] }],
      }),
      row('the figure of a used pay rate', 'PUT', `/pay_rates/${known.rate}`, { rate: 21 }),
      row('a used pay rate', 'DELETE', `/pay_rates/${known.rate}`),
      row('the multiplier of a used rate', 'PUT', `/overtime_rates/${overtime.id}`, { rate_multiplier: 2 }),
      row('a used overtime rate', 'DELETE', `/overtime_rates/${overtime.id}`),
      row('the figure of a used setting', 'PUT', `/vacation_pay_settings/${setting.id}`, { percentage: 5 }),
      row('a used setting', 'DELETE', `/vacation_pay_settings/${setting.id}`),
    ],
    400,
  );
  // In a batch and a bulk call they are told, and the others are written.
  const free = await must(201, 'POST', '/pay_rates', { ...RATE(first), effective_from: '2027-01-01' });
  const task = await must(202, 'POST', '/pay_rates/batch/upsert', [
    { id: known.rate, rate: 21 },
    { id: free.id, rate: 22 },
  ]);
  expect((await ended(task)).results).toMatchObject([{ index: 0, status: 'error' }, { id: free.id }]);
  const bulk = await must(202, 'POST', '/pay_rates/bulk/update', {
    business_entity_id,
    work_assignments: { include: { ids: [first] } },
    data: { rate: 23 },
  });
  const { status, results } = await ended(bulk);
  expect(status).toBe('error');
  expect(results.filter((entry: Body) => entry.status === 'error').map(({ id }: Body) => id)).toEqual([known.rate]);
  const rateOf = async (id: string) => (await must(200, 'GET', `/pay_rates/${id}`)).data.rate;
  expect([await rateOf(known.rate), await rateOf(free.id)]).toEqual([20, 23]);
});
