import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/operations.ts';
import { callsOf } from '../support/calls.ts';
import { startTestService, type TestCompany, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Numbered rules of employers, their schedules, people and payrolls, which no other file names. */
let service: TestService;
let company: TestCompany;

const { made, data, refused, told } = callsOf(() => ({ service, company }));

beforeAll(async () => {
  service = await startTestService();
  company = await service.company();
});
afterAll(() => service.close());

const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  company.request(method, path, body, headers);
const put = async (path: string, body: unknown): Promise<void> => {
  const { status, text } = await call('PUT', path, body);
  if (status !== 200) throw new Error(`PUT ${path}: ${status} ${text}`);
};
const PLACE = { type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2025-01-01' };
const employer = (more: object = {}) =>
  made('/business_entities', { name: 'Medlar', business_number: '123456782RP0001', in_preview: true, ...more });
const monthly = (business_entity_id: string, more: object = {}) =>
  made('/pay_schedules', {
    business_entity_id,
    title: 'Monthly',
    pay_frequency: 'monthly',
    anchor_pay_date: '2026-01-30',
    anchor_end_of_pay_period: '2026-01-31',
    day_1: -1,
    ...more,
  });
interface Listed {
  id: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  data: any;
}
const payrollsOf = async (schedule: string): Promise<Listed[]> =>
  data(`/payrolls?pay_schedule_id=${schedule}&per_page=100`);
const stubOf = async (payroll: string, assignment: string): Promise<Listed> =>
  (await data(`/pay_stubs?payroll_id=${payroll}&work_assignment_id=${assignment}`))[0];
const warningsOf = (record: { warnings: { data: { data: { type: string } }[] } }) =>
  record.warnings.data.map((one) => one.data.type);

test('partner 1, 3, company 2: the partner has its own address and is read-only; links of a company are absolute', async () => {
  const partner = (await service.request('GET', '/partner', undefined, service.partnerSecret)).body;
  expect(partner.links.self).toBe(`/partner?partner=${partner.id}`);
  const written = await service.request('POST', '/partner', { name: 'Another' }, service.partnerSecret);
  expect([written.status, written.headers.get('Allow')]).toEqual([405, expect.not.stringMatching(/POST|PUT|DELETE/)]);
  const own = (await call('GET', `/companies/${company.id}`)).body;
  expect(own.links.self).toMatch(new RegExp(`^https?://.+/companies/${company.id}$`));
});

describe('employers', () => {
  test('business entity 1, 5, 6, 9: a company has several; a live one lists what is missing, and generates no payrolls of the past', async () => {
    const [one, other] = [await employer(), await employer({ in_preview: false })];
    expect((await data('/business_entities')).map(({ id }: Listed) => id)).toEqual(
      expect.arrayContaining([one, other]),
    );
    const lacking = warningsOf(await data(`/business_entities/${other}`));
    expect(lacking.toSorted()).toEqual([
      'bank_account_doesnt_exists',
      'business_legal_information_not_provided',
      'business_verification_incomplete',
      'province_of_employment_not_provided',
    ]);
    const schedule = {
      business_entity_id: other,
      title: 'Monthly',
      pay_frequency: 'monthly',
      anchor_pay_date: '2026-01-30',
      anchor_end_of_pay_period: '2026-01-31',
      day_1: -1,
      generate_payrolls_from: '2026-01-30',
    };
    expect(await refused('POST', '/pay_schedules', schedule)).toEqual([422, ['generate_payrolls_from']]);
    expect((await call('DELETE', `/business_entities/${other}`)).status).toBe(405);
  });

  test('business entity verification 1: it is created with the employer, and cannot be created by a request', async () => {
    const id = await employer();
    expect((await data(`/business_entities/${id}/verification`)).status).toBe('processing');
    expect((await call('POST', `/business_entities/${id}/verification`, {})).status).toBe(405);
  });
});

test('business entity verification 2: data that is filled in later belongs to the same check, which lasts until an operator answers it', async () => {
  const id = await employer();
  const check = async () => (await call('GET', `/business_entities/${id}/verification`)).body;
  const begun = await check();
  const lacking = async () => warningsOf(await data(`/business_entities/${id}`));
  expect(await lacking()).toContain('business_legal_information_not_provided');
  await put(`/business_entities/${id}`, {
    legal_name: 'Late Ltd.',
    legal_registration_number: '1234567',
    address_line_1: '1 Harbour Street',
    city: 'Toronto',
    province_code: 'ON',
    country_code: 'CA',
    postal_code: 'M5V 2T6',
  });
  expect(await lacking()).not.toContain('business_legal_information_not_provided');
  expect(await check()).toEqual(begun);
});

describe('pay schedules', () => {
  test('pay schedule 2, 9: monthly schedules need one day, semi-monthly ones two, and both the first day of the first period', async () => {
    const business_entity_id = await employer();
    const body = {
      business_entity_id,
      title: 'Twice',
      pay_frequency: 'semi-monthly',
      anchor_pay_date: '2026-01-15',
      anchor_end_of_pay_period: '2026-01-15',
    };
    expect(await refused('POST', '/pay_schedules', { ...body, pay_frequency: 'monthly' })).toEqual([422, ['day_1']]);
    const [status, members] = await refused('POST', '/pay_schedules', { ...body, day_1: 15 });
    expect([status, members]).toEqual([422, ['day_2']]);
    const anchored = { ...body, day_1: 15, day_2: -1 };
    const french = await call('POST', '/pay_schedules', anchored, { 'Accept-Language': 'fr' });
    expect([french.status, french.body.message]).toEqual([
      400,
      expect.stringContaining('Un calendrier de paie bimensuel'),
    ]);
    await made('/pay_schedules', { ...anchored, anchor_start_of_pay_period: '2026-01-01' });
  });

  test('payroll 2, 3, business entity 8, pay schedule 3, 6: a monthly schedule has twelve payrolls a year, debited three business days before, due at 16:30 in Toronto', async () => {
    const payrolls = await payrollsOf(await monthly(await employer()));
    expect(payrolls).toHaveLength(12);
    expect(payrolls.map((one) => [one.data.period_number, one.data.period_label])).toEqual(
      payrolls.map((_, at) => [at + 1, `${at + 1}`]),
    );
    expect(payrolls[0]!.data).toMatchObject({
      regular_periods_count: 12,
      period_start: '2026-01-01',
      period_end: '2026-01-31',
      // A Saturday.
      original_pay_date: '2026-01-31',
      pay_date: '2026-01-30',
      is_impacted_by_weekend_or_holiday: true,
      debit_date: '2026-01-27',
      approval_due_at: '2026-01-27T21:30:00.000000Z',
    });
    expect(payrolls[5]!.data).toMatchObject({
      pay_date: '2026-06-30',
      is_impacted_by_weekend_or_holiday: false,
      debit_date: '2026-06-25',
      approval_due_at: '2026-06-25T20:30:00.000000Z',
    });
  });

  test('company 1, pay schedule 4: the schedule, else the employer, else the company decides where a pay date moves to', async () => {
    const entity = await employer();
    const schedule = await monthly(entity);
    const first = async () => (await payrollsOf(schedule))[0]!.data.pay_date;
    const follow = (day: string) => until(async () => (await first()) === day);
    expect(await first()).toBe('2026-01-30');
    await put(`/companies/${company.id}`, { pay_day_movement_setting: 'next_business_day' });
    await follow('2026-02-02');
    await put(`/business_entities/${entity}`, { pay_day_movement_setting: 'previous_business_day' });
    await follow('2026-01-30');
    await put(`/pay_schedules/${schedule}`, { pay_day_movement_setting: 'next_business_day' });
    await follow('2026-02-02');
    await put(`/companies/${company.id}`, { pay_day_movement_setting: 'inherit' });
  });

  test('pay schedule: the first day of its period stays as it was given, and is worked out where none is', async () => {
    const given = { pay_frequency: 'bi-weekly', anchor_pay_date: '2026-11-20', anchor_end_of_pay_period: '2026-11-14' };
    const entity = await employer({ tax_properties: [PLACE] });
    await made('/remittance_accounts', {
      business_entity_id: entity,
      account_provider: 'ca_cra',
      account_identifier: '123456782RP0001',
    });
    const start = { anchor_start_of_pay_period: '2026-11-05' };
    const schedule = await monthly(entity, { ...given, ...start, generate_payrolls_from: '2026-11-20' });
    const startOf = async () => (await data(`/pay_schedules/${schedule}`)).anchor_start_of_pay_period;
    await put(`/pay_schedules/${schedule}`, { title: 'Renamed' });
    expect(await startOf()).toBe('2026-11-05');
    await put(`/pay_schedules/${schedule}`, { anchor_end_of_pay_period: '2026-11-13' });
    expect(await startOf()).toBe('2026-10-31');
    await put(`/pay_schedules/${schedule}`, { ...start, anchor_end_of_pay_period: '2026-11-14' });
    await put(`/pay_schedules/${schedule}`, { anchor_start_of_pay_period: null });
    expect(await startOf()).toBe('2026-11-01');
    await put(`/pay_schedules/${schedule}`, start);
    // Also once a payroll has left draft, where no date may change.
    const [payroll] = await payrollsOf(schedule);
    expect((await call('POST', `/payrolls/${payroll!.id}/approve`)).status).toBe(200);
    await put(`/pay_schedules/${schedule}`, { title: 'Every other Friday' });
    expect(await startOf()).toBe('2026-11-05');
  });

  test('pay schedule: is_deletable says what its deletion meets, also while somebody is on it', async () => {
    const schedule = await monthly(await employer());
    const isDeletable = async () => (await data(`/pay_schedules/${schedule}`)).is_deletable;
    expect(await isDeletable()).toBe(true);
    const employee_id = await made('/employees', { first_name: 'Ada', last_name: 'On It' });
    const job = await made('/work_assignments', { employee_id, pay_schedule_id: schedule });
    expect(await isDeletable()).toBe(false);
    expect((await call('DELETE', `/pay_schedules/${schedule}`)).status).toBe(400);
    await put(`/work_assignments/${job}`, { pay_schedule_id: await monthly(await employer()) });
    expect(await isDeletable()).toBe(true);
    expect((await call('DELETE', `/pay_schedules/${schedule}`)).status).toBe(204);
  });

  test('holiday 1: holidays are read-only', async () => {
    expect((await call('GET', '/holidays')).status).toBe(200);
    expect((await call('POST', '/holidays', {})).status).toBe(405);
  });
});

test.each([
  ['a day that no month has', { pay_frequency: 'monthly', day_1: 32 }, 'day_1', /^must be /],
  [
    'two days that fall together in February',
    { day_1: 30, day_2: -1 },
    'day_2',
    /^must be another day of the month than day_1, also in February$/,
  ],
  [
    'a period that ends before it starts',
    { anchor_end_of_pay_period: '2025-12-31' },
    'anchor_end_of_pay_period',
    /^must not be before anchor_start_of_pay_period$/,
  ],
  [
    'one period a month',
    { anchor_end_of_pay_period: '2026-01-31' },
    'anchor_end_of_pay_period',
    /^must be another day of the month than the day before anchor_start_of_pay_period, also in February: /,
  ],
  [
    'an anchor on which it does not pay',
    { anchor_pay_date: '2026-01-28' },
    'anchor_pay_date',
    /^must be a day on which the schedule pays by its days of the month: 2026-01-20 or 2026-02-05$/,
  ],
  [
    'a first period of more than a month',
    { anchor_start_of_pay_period: '2025-12-01', anchor_end_of_pay_period: '2026-01-15' },
    'anchor_start_of_pay_period',
    /^must be 2026-01-01: two earning periods in each month leave no longer one/,
  ],
])('a pay schedule with %s is refused, in both languages', async (_, change, member, says) => {
  const [status, en, fr] = await told('POST', '/pay_schedules', {
    business_entity_id: await employer(),
    title: 'Twice',
    pay_frequency: 'semi-monthly',
    anchor_pay_date: '2026-01-20',
    anchor_start_of_pay_period: '2026-01-01',
    anchor_end_of_pay_period: '2026-01-15',
    day_1: 20,
    day_2: 5,
    ...change,
  });
  expect([status, en?.[member]]).toEqual([422, expect.arrayContaining([expect.stringMatching(says)])]);
  for (const text of fr?.[member] ?? ['']) expect(text).toMatch(/^(ne )?doit /);
});

test('pay schedule 4: an anchor to which a weekend moved the pay date is taken, and one that is there already is left alone', async () => {
  const schedule = await monthly(await employer());
  const [given] = await payrollsOf(schedule);
  expect(given!.data).toMatchObject({ original_pay_date: '2026-01-31', pay_date: '2026-01-30' });
  expect((await call('PUT', `/pay_schedules/${schedule}`, { day_1: 15 })).status).toBe(200);
  expect(await refused('PUT', `/pay_schedules/${schedule}`, { anchor_pay_date: '2026-02-05' })).toEqual([
    422,
    ['anchor_pay_date'],
  ]);
});

test('pay schedule 9: a change to semi-monthly needs the first day of the first period as well, in both languages', async () => {
  const path = `/pay_schedules/${await monthly(await employer())}`;
  const twice = { pay_frequency: 'semi-monthly', day_1: 15, day_2: -1, anchor_start_of_pay_period: null };
  expect(await told('PUT', path, twice)).toEqual([
    400,
    expect.stringMatching(/^A semi-monthly pay schedule needs anchor_start_of_pay_period/),
    expect.stringMatching(/^Un calendrier de paie bimensuel demande anchor_start_of_pay_period/),
  ]);
});

test('every batch is of 1 to 100 elements', async () => {
  const batches = operations.filter(({ path }) => path.endsWith('/batch/upsert'));
  expect(batches.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['employees', 'contractors', 'work_assignments'].map((all) => `/${all}/batch/upsert`)),
  );
  for (const { method, path } of batches)
    for (const [body, en, fr] of [
      [[], 'must have at least 1 item', 'doit avoir au moins 1 élément'],
      [Array(101).fill({}), 'must have at most 100 items', 'doit avoir au plus 100 éléments'],
    ] as const) {
      const [status, english, french] = await told(method, path, body);
      expect([path, status, english?.body, french?.body]).toEqual([path, 422, [en], [fr]]);
    }
});

describe('people', () => {
  test('a work assignment is of one payee, and is paid by a split of its own employee, in both languages', async () => {
    const pay_schedule_id = await monthly(await employer());
    const employee_id = await made('/employees', { first_name: 'Ada', last_name: 'Unsplit' });
    const contractor_id = await made('/contractors', { business_name: 'Unsplit Ltd.' });
    const one = [
      422,
      { employee_id: ['exactly one of employee_id and contractor_id must be given'] },
      { employee_id: [expect.stringMatching(/^exactement un de employee_id et contractor_id doit être donné/)] },
    ];
    for (const payees of [{}, { employee_id, contractor_id }])
      expect(await told('POST', '/work_assignments', { pay_schedule_id, ...payees })).toEqual(one);
    const other = await made('/employees', { first_name: 'Bo', last_name: 'Split' });
    const accounts: string[] = [];
    for (const account_number of ['7654781', '7654782'])
      accounts.push(
        await made('/bank_accounts', {
          employee_id: other,
          ...{ institution_number: '003', transit_number: '00123', account_number },
        }),
      );
    const pay_split_id = await made('/pay_splits', {
      employee_id: other,
      type: 'percentage',
      ...{ priority_1_bank_account_id: accounts[0], priority_1_amount: 60 },
      ...{ priority_2_bank_account_id: accounts[1], priority_2_amount: 40 },
    });
    expect(await told('POST', '/work_assignments', { pay_schedule_id, employee_id, pay_split_id })).toEqual([
      422,
      { pay_split_id: ["must be a pay split of the assignment's employee"] },
      { pay_split_id: ["doit être une répartition de la paie de l'employé de l'affectation"] },
    ]);
  });

  test('employee 3, work assignment 1, 5: archived people are left out of lists; a payee has one primary assignment; there is no bulk deletion', async () => {
    const schedule = await monthly(await employer());
    const employee_id = await made('/employees', { first_name: 'Ada', last_name: 'Archived' });
    const first = await made('/work_assignments', { employee_id, pay_schedule_id: schedule });
    const second = await made('/work_assignments', { employee_id, pay_schedule_id: schedule });
    const main = async () =>
      (await data(`/work_assignments?employee_id=${employee_id}`)).map((one: Listed) => [one.id, one.data.is_primary]);
    expect(await main()).toEqual(
      [
        [first, true],
        [second, false],
      ].sort(),
    );
    await put(`/work_assignments/${second}`, { is_primary: true });
    expect(await main()).toEqual(
      [
        [first, false],
        [second, true],
      ].sort(),
    );
    expect([404, 405]).toContain((await call('POST', '/work_assignments/bulk/delete', {})).status);
    await put(`/employees/${employee_id}`, { archived_at: '2026-01-01' });
    const names = async (query: string) => (await data(`/employees?search_names=Archived${query}`)).length;
    expect([await names(''), await names('&include_archived=true')]).toEqual([0, 1]);
  });

  test('bulk calls 7: archived work assignments and payees that a selection names by id are not left out of it', async () => {
    const business_entity_id = await employer();
    const pay_schedule_id = await monthly(business_entity_id);
    const employee_id = await made('/employees', { first_name: 'Ada', last_name: 'Back Again' });
    const job = { employee_id, pay_schedule_id };
    const past = await made('/work_assignments', { ...job, archived_at: '2025-12-31' });
    const present = await made('/work_assignments', job);
    const chosen = (include: object | 'all') => ({ business_entity_id, work_assignments: { include } });
    const found = async (include: object | 'all') =>
      (await call('POST', '/work_assignments/search', chosen(include))).body.data.map(({ id }: Listed) => id);
    expect(await found({ ids: [past, present] })).toEqual([past, present].sort());
    expect(await found({ ids: [past, present], archived: false })).toEqual([present]);
    expect(await found({ pay_schedule_id })).toEqual([present]);
    expect(await found('all')).toEqual([present]);
    const back = { ...chosen({ ids: [past] }), data: { archived_at: null } };
    const sync = { Prefer: 'deprecate_sync_bulk=false' };
    expect((await call('POST', '/work_assignments/bulk/update', back, sync)).body.data).toHaveLength(1);
    expect((await data(`/work_assignments/${past}`)).archived_at).toBeNull();
    await put(`/employees/${employee_id}`, { archived_at: '2026-01-01' });
    const payees = async (include: object) =>
      (await call('POST', '/work_assignments/bulk/create/scope', { payees: { include } })).body.data.length;
    expect([await payees({ ids: [employee_id] }), await payees({ payee_names: 'Back Again' })]).toEqual([1, 0]);
  });

  test('work assignment 5: the mark of the primary one goes back and forth, by calls of their own or in one batch', async () => {
    const schedule = await monthly(await employer());
    const employee_id = await made('/employees', { first_name: 'Ada', last_name: 'Of Two Jobs' });
    const job = { employee_id, pay_schedule_id: schedule };
    const first = await made('/work_assignments', job);
    // While there is no other one, it is the primary one in any case.
    expect(await refused('PUT', `/work_assignments/${first}`, { is_primary: false })).toEqual([422, ['is_primary']]);
    const second = await made('/work_assignments', job);
    const marked = async () => {
      const jobs: Listed[] = await data(`/work_assignments?employee_id=${employee_id}`);
      return jobs.filter((one) => one.data.is_primary).map((one) => one.id);
    };
    for (const id of [first, second, first, second, first]) {
      service.clock.advance(1);
      await put(`/work_assignments/${id}`, { is_primary: true });
      expect(await marked()).toEqual([id]);
      // Who sends the mark each time changes nothing by it.
      const before = await data(`/work_assignments/${id}`);
      service.clock.advance(1);
      await put(`/work_assignments/${id}`, { is_primary: true });
      expect(await data(`/work_assignments/${id}`)).toEqual(before);
    }
    // Also where the clock was set back since another one was marked.
    for (const id of [second, first]) {
      service.clock.advance(-60_000);
      await put(`/work_assignments/${id}`, { is_primary: true });
      expect(await marked()).toEqual([id]);
    }
    service.clock.advance(120_000);
    // Who keeps such marks of its own sends both of them, in either order.
    for (const [to, from] of [
      [second, first],
      [first, second],
    ]) {
      service.clock.advance(1);
      const swapped = await call('POST', '/work_assignments/batch/upsert', [
        { id: to, is_primary: true },
        { id: from, is_primary: false },
      ]);
      // Where the answer waited long enough the task has not ended yet.
      await until(async () => (await data(`/async_tasks/${swapped.body.id}`)).status !== 'processing');
      expect((await data(`/async_tasks/${swapped.body.id}`)).status).toBe('completed');
      expect(await marked()).toEqual([to]);
    }
    // One of them is always the primary one.
    await put(`/work_assignments/${first}`, { is_primary: false });
    expect(await marked()).toEqual([first]);
  });

  test('what names or identifies an employer, its account or who signs for it is never blank', async () => {
    const entity = await employer();
    const legal = { legal_name: '', legal_registration_number: '  ' };
    expect(await refused('PUT', `/business_entities/${entity}`, legal)).toEqual([422, Object.keys(legal)]);
    expect(warningsOf(await data(`/business_entities/${entity}`))).toContain('business_legal_information_not_provided');
    const account = { business_entity_id: entity, account_provider: 'ca_on_workers_compensation' };
    const blank = { label: ' ', account_identifier: '' };
    expect(await refused('POST', '/remittance_accounts', { ...account, ...blank })).toEqual([422, Object.keys(blank)]);
    const numbers = { institution_number: '003', transit_number: '00123', account_number: '7654321' };
    const signer = { pad_signer_name: ' ', pad_signer_email: 'ada@medlar.example', pad_signer_title: '' };
    const [status, members] = await refused('POST', '/bank_accounts', {
      business_entity_id: entity,
      ...numbers,
      ...signer,
    });
    expect([status, members]).toEqual([422, ['pad_signer_name', 'pad_signer_title']]);
  });

  test('members that no answer shows cannot be expanded', async () => {
    for (const query of ['/work_assignments?expand[]=pay_split', '/business_entities?expand[]=primary_tag_group'])
      expect(await refused('GET', query)).toEqual([422, ['expand.0']]);
  });

  test('employee 1: a person belongs to the company, and works for an employer through the schedule of a work assignment', async () => {
    const entities = [await employer(), await employer()];
    const schedules = [await monthly(entities[0]!), await monthly(entities[1]!)];
    const employee_id = await made('/employees', { first_name: 'Ada', last_name: 'Of Two' });
    const person = await data(`/employees/${employee_id}`);
    expect(person.company.id).toBe(company.id);
    expect(Object.keys(person)).not.toContain('business_entity');
    for (const pay_schedule_id of schedules) await made('/work_assignments', { employee_id, pay_schedule_id });
    const jobs = await data(`/work_assignments?employee_id=${employee_id}`);
    expect(jobs.map((one: Listed) => [one.data.pay_schedule.id, one.data.business_entity.id])).toEqual([
      [schedules[0], entities[0]],
      [schedules[1], entities[1]],
    ]);
    expect(
      await refused('POST', '/work_assignments', {
        employee_id,
        pay_schedule_id: schedules[0],
        business_entity_id: entities[1],
      }),
    ).toEqual([422, ['business_entity_id']]);
  });

  test('work assignment 2, 3: one task changes many and lists each by its id; tax properties decide the jurisdiction', async () => {
    const business_entity_id = await employer({ tax_properties: [PLACE] });
    const pay_schedule_id = await monthly(business_entity_id);
    const ids: string[] = [];
    for (const last_name of ['One', 'Two'])
      ids.push(
        await made('/work_assignments', {
          employee_id: await made('/employees', { first_name: 'Ada', last_name }),
          pay_schedule_id,
        }),
      );
    const { status, body: task } = await call('POST', '/work_assignments/bulk/update', {
      business_entity_id,
      work_assignments: { include: 'all' },
      data: { title: 'Baker' },
    });
    expect(status).toBe(202);
    await until(async () => (await data(`/async_tasks/${task.id}`)).status !== 'processing');
    const { results } = await data(`/async_tasks/${task.id}`);
    expect(results).toEqual([...ids].sort().map((id) => ({ id, object: 'work_assignment' })));

    const [id] = ids;
    const jurisdiction = async () => (await data(`/work_assignments/${id}`)).current_tax_jurisdiction;
    expect(await jurisdiction()).toBe('ca_on');
    await made('/tax_properties', { ...PLACE, owner_id: id, value: 'ca_bc', effective_to: '2025-12-31' });
    expect(await jurisdiction()).toBe('ca_on');
    await made('/tax_properties', { ...PLACE, owner_id: id, value: 'ca_ab', effective_from: '2026-01-01' });
    expect(await jurisdiction()).toBe('ca_ab');
    for (const gone of ['tax_jurisdiction', 'is_cpp_exempt', 'is_ei_exempt', 'current_tax_jurisdiction'])
      expect(await refused('PUT', `/work_assignments/${id}`, { [gone]: null })).toEqual([422, [gone]]);
  });

  test('a termination ends pay rates and recurring items on one day and archives, all of it or nothing', async () => {
    const pay_schedule_id = await monthly(await employer());
    const employee_id = await made('/employees', { first_name: 'Ada', last_name: 'Leaving' });
    const work_assignment_id = await made('/work_assignments', { employee_id, pay_schedule_id });
    const each = { work_assignment_id, amount: 10, frequency: 'per_payroll', effective_from: '2026-01-01' };
    const items = [
      `/pay_rates/${await made('/pay_rates', { work_assignment_id, type: 'hourly', rate: 20, expected_hours_per_week: 40, effective_from: '2026-01-01' })}`,
      `/allowances/${await made('/allowances', { ...each, allowance_type: 'cell_phone_allowance' })}`,
      `/deductions/${await made('/deductions', { ...each, amount_type: 'fixed', deduction_type: 'union_dues' })}`,
    ];
    const over = `/earnings/${await made('/earnings', { ...each, earning_type: 'commission', effective_to: '2026-01-31' })}`;
    const later = await made('/reimbursements', {
      ...each,
      reimbursement_type: 'taxable_reimbursement',
      effective_from: '2026-06-01',
    });
    const path = `/work_assignments/${work_assignment_id}`;
    const body = { effective_to: '2026-03-15', archived_at: '2026-03-16' };
    const ends = () => Promise.all([...items, over].map(async (item) => (await data(item)).effective_to));
    const begins = await call('POST', `${path}/terminate`, body, { 'Accept-Language': 'fr' });
    expect([begins.status, begins.body.errors]).toEqual([
      422,
      { effective_to: [`reimbursement ${later} : ne doit pas précéder effective_from (2026-06-01)`] },
    ]);
    expect(await ends()).toEqual([null, null, null, '2026-01-31']);
    expect(await refused('POST', `${path}/terminate`, { archived_at: '2026-03-16' })).toEqual([422, ['effective_to']]);
    await call('DELETE', `/reimbursements/${later}`);
    // The last days would be on no pay stub.
    expect(await refused('POST', `${path}/terminate`, { ...body, archived_at: '2026-03-14' })).toEqual([
      422,
      ['archived_at'],
    ]);
    expect(await ends()).toEqual([null, null, null, '2026-01-31']);
    const key = { 'X-Idempotency-Key': 'last-day' };
    const ended = await call('POST', `${path}/terminate`, body, key);
    expect([ended.status, ended.body.data.archived_at]).toEqual([200, '2026-03-16']);
    expect(await ends()).toEqual(['2026-03-15', '2026-03-15', '2026-03-15', '2026-01-31']);
    // What is repeated is the answer of before, also when something holds beyond the day again.
    await put(items[1]!, { effective_to: null });
    expect((await call('POST', `${path}/terminate`, body, key)).body).toEqual(ended.body);
    expect((await data(items[1]!)).effective_to).toBeNull();
  });

  test('work assignment 4: pay rates and allowances are for employees; contractors have earnings and reimbursements', async () => {
    const pay_schedule_id = await monthly(await employer());
    const contractor_id = await made('/contractors', {
      business_name: 'Mill Ltd.',
      business_number: '123456782RT0001',
    });
    const work_assignment_id = await made('/work_assignments', { contractor_id, pay_schedule_id });
    const each = { work_assignment_id, amount: 10, frequency: 'per_payroll', effective_from: '2026-01-01' };
    const rate = { work_assignment_id, rate: 20, expected_hours_per_week: 40, effective_from: '2026-01-01' };
    const ofEmployees = [
      ['/pay_rates', { ...rate, type: 'hourly' }],
      ['/allowances', { ...each, allowance_type: 'cell_phone_allowance' }],
    ] as const;
    for (const [path, body] of ofEmployees)
      expect([path, ...(await refused('POST', path, body))]).toEqual([path, 422, ['work_assignment_id']]);
    await made('/earnings', { ...each, earning_type: 'commission_self_employed' });
    await made('/reimbursements', { ...each, reimbursement_type: 'taxable_reimbursement' });
  });

  test('contractor 2, 3, pay split 1, 6: the SIN of a contractor is in no answer; pay splits are for employees, with seven accounts at most', async () => {
    const contractor = await call('POST', '/contractors', { first_name: 'Bo', last_name: 'Li', sin: '046454286' });
    expect(contractor.body.data).toMatchObject({ sin_last_3: '286' });
    expect(contractor.text).not.toContain('046454286');
    expect((await call('GET', `/contractors/${contractor.body.id}/reveal`)).status).toBe(404);
    const numbers = { institution_number: '003', transit_number: '00123', account_number: '7654781' };
    const account = await made('/bank_accounts', { contractor_id: contractor.body.id, ...numbers });
    const split = { type: 'percentage', priority_1_bank_account_id: account, priority_1_amount: 100 };
    expect((await refused('POST', '/pay_splits', { ...split, contractor_id: contractor.body.id }))[0]).toBe(422);
    const [, members] = await refused('POST', '/pay_splits', { ...split, priority_8_bank_account_id: account });
    expect(members).toContain('priority_8_bank_account_id');
  });
});

describe('a live payroll', () => {
  let payroll: string;
  let schedule: string;
  let entity: string;
  const assignments: string[] = [];
  const approve = () => call('POST', `/payrolls/${payroll}/approve`, {});
  const blockers = async () => warningsOf(await data(`/payrolls/${payroll}`));

  beforeAll(async () => {
    entity = await made('/business_entities', {
      name: 'Medlar',
      business_number: '123456782RP0001',
      in_preview: false,
    });
    schedule = await monthly(entity);
    const employee_id = await made('/employees', { first_name: 'Ada', last_name: 'Paid', date_of_birth: '1990-05-17' });
    const contractor_id = await made('/contractors', { business_name: 'Lakeshore Milling' });
    for (const payee of [{ employee_id }, { contractor_id }])
      assignments.push(await made('/work_assignments', { ...payee, pay_schedule_id: schedule }));
    await made('/allowances', {
      work_assignment_id: assignments[0],
      allowance_type: 'cell_phone_allowance',
      amount: 50,
      frequency: 'per_payroll',
      effective_from: '2026-01-01',
    });
    payroll = (await payrollsOf(schedule))[0]!.id;
  });

  test('the sentence of a warning is in the language of the request, on a pay stub and in its explanation', async () => {
    const { id } = await stubOf(payroll, assignments[0]!);
    const sentences = async (locale: string) => {
      const ask = async (path: string) =>
        (await call('GET', `/pay_stubs/${id}${path}`, undefined, { 'Accept-Language': locale })).body.data.warnings;
      const [stub, explanation] = [await ask(''), await ask('/explanation')];
      return [
        stub.data.map((one: Listed) => one.data.message),
        explanation.map((one: { message: string }) => one.message),
      ];
    };
    const english = ['Nothing is withheld while the province of employment is not known.'];
    expect(await sentences('en')).toEqual([english, english]);
    const french = ["Rien n'est retenu tant que la province d'emploi n'est pas connue."];
    expect(await sentences('fr')).toEqual([french, french]);
  });

  test('payroll 1, pay stub 1, pay schedule 5: everybody has a stub on every payroll, and recurring items only on the next one', async () => {
    const [next, later] = await payrollsOf(schedule);
    const gross = async (of: string) => (await stubOf(of, assignments[0]!)).data.employee_summary.gross;
    expect([await gross(next!.id), await gross(later!.id)]).toEqual([50, 0]);
    expect((await stubOf(later!.id, assignments[1]!)).data.contractor_summary.gross).toBe(0);
  });

  test("pay stub 4: a contractor's stub has the figures of a contractor, without deductions", async () => {
    const stub = await stubOf(payroll, assignments[1]!);
    await made('/earning_line_items', { pay_stub_id: stub.id, earning_type: 'wage', custom_amount: 800 });
    const shown = await data(`/pay_stubs/${stub.id}`);
    expect(shown.contractor_summary).toMatchObject({ gross: 800, reimbursements: 0, net: 800 });
    expect(shown.contractor_summary).not.toHaveProperty('subtractions');
    expect(shown.employee_summary).toMatchObject({ gross: null, subtractions: null, net: null });
    expect(shown.line_item_summary.statutory_withholdings.period).toBe(0);
  });

  test('it is in no preview that could end, and its draft cannot be unapproved, in both languages', async () => {
    expect(await told('POST', `/business_entities/${entity}/end_preview`)).toEqual([
      400,
      'The business entity is not in preview.',
      "L'entité n'est pas en mode aperçu.",
    ]);
    expect(await told('POST', `/payrolls/${payroll}/unapprove`, {})).toEqual([
      400,
      'The payroll is a draft; only an approved payroll can be unapproved.',
      'La paie est au brouillon; seule une paie approuvée peut être ramenée au brouillon.',
    ]);
  });

  test('payroll 11, 15, pay stub 5, tax property 7, business entity 7, remittance account 1: can be approved when nothing is missing, and lists until then what is', async () => {
    const needed = [
      'province_of_employment_missing',
      'bank_account_doesnt_exists',
      'remittance_account_missing',
      'payee_bank_account_doesnt_exists',
    ];
    expect(await blockers()).toEqual(expect.arrayContaining(needed));
    // What the employer warns of is told in its words, what concerns the payroll alone in the payroll's.
    const { warnings } = await data(`/payrolls/${payroll}`);
    const warning = (namespace: string, type: string, message: string) => ({
      object: 'warning',
      data: { namespace, type, message },
    });
    expect(warnings.data).toEqual(
      expect.arrayContaining([
        warning('onboarding', 'bank_account_doesnt_exists', 'The business entity has no primary bank account.'),
        warning(
          'payroll',
          'remittance_account_missing',
          'The CRA remittance account is missing, or one that amounts go to has no account_identifier.',
        ),
      ]),
    );
    const french = await call('GET', `/business_entities/${entity}`, undefined, { 'Accept-Language': 'fr' });
    expect(french.body.data.warnings.data).toContainEqual(
      warning('onboarding', 'bank_account_doesnt_exists', "Il n'y a pas de compte bancaire."),
    );
    const lacking = async (type: string, remedy: () => Promise<unknown>) => {
      expect(await blockers()).toContain(type);
      const { status, body } = await approve();
      expect([status, body.message]).toEqual([400, expect.any(String)]);
      await remedy();
      expect(await blockers()).not.toContain(type);
    };
    await lacking('province_of_employment_missing', () => made('/tax_properties', { ...PLACE, owner_id: entity }));
    let account = '';
    await lacking('bank_account_doesnt_exists', async () => {
      const numbers = { institution_number: '003', transit_number: '00123', account_number: '7654321' };
      account = await made('/bank_accounts', { business_entity_id: entity, ...numbers });
    });
    await lacking('bank_account_pad_not_signed', () =>
      put(`/bank_accounts/${account}`, {
        pad_signer_name: 'Ada Roy',
        pad_signer_email: 'ada.roy@northlake.example',
        pad_signer_title: 'Owner',
      }),
    );
    await lacking('remittance_account_missing', () =>
      made('/remittance_accounts', {
        business_entity_id: entity,
        account_provider: 'ca_cra',
        account_identifier: '123456782RP0001',
      }),
    );
    await lacking('payee_bank_account_doesnt_exists', async () => {
      for (const assignment of assignments)
        await put(`/pay_stubs/${(await stubOf(payroll, assignment)).id}`, { payment_method: 'manual' });
    });
    expect((await approve()).status).toBe(200);
    expect((await data(`/payrolls/${payroll}`)).warnings.data).toEqual([]);
  });

  test('payroll 19, tax property 2, 3: locks the tax properties that it used, except for their end', async () => {
    const [property] = await data(`/tax_properties?owner_id=${entity}&type=ca::province_of_employment`);
    expect(property.data).toMatchObject({ is_editable: false, is_deletable: false });
    const path = `/tax_properties/${property.id}`;
    expect([400, 422]).toContain((await call('PUT', path, { value: 'ca_bc' })).status);
    expect((await call('DELETE', path)).status).toBe(400);
    expect([400, 422]).toContain((await call('PUT', path, { effective_to: '2026-01-15' })).status);
    // What stays as it is may be sent along.
    const { value, effective_from } = property.data;
    await put(path, { value, effective_from, effective_to: '2026-01-31' });
    await made('/tax_properties', { ...PLACE, owner_id: entity, value: 'ca_bc', effective_from: '2026-02-01' });
    const [, , later] = await payrollsOf(schedule);
    const { status, body } = await call('POST', `/payrolls/${later!.id}/approve`, {});
    // Payroll 13: one before it is a draft.
    expect([status, later!.data.is_blocked_by_draft, body.message]).toEqual([400, true, expect.any(String)]);
  });

  test('what an approved payroll used stays: its account, its schedule and its calendar, in both languages', async () => {
    expect(await told('POST', `/payrolls/${payroll}/approve`, {})).toEqual([
      400,
      'The payroll is approved; only a draft payroll can be approved.',
      'La paie est « approved »; seule une paie au brouillon peut être approuvée.',
    ]);
    const [account] = await data(`/remittance_accounts?business_entity_id=${entity}`);
    expect(await told('DELETE', `/remittance_accounts/${account.id}`)).toEqual([
      400,
      'A payroll that is approved uses this account; it cannot be deleted.',
      'Une paie approuvée utilise ce compte; il ne peut être supprimé.',
    ]);
    expect(await told('DELETE', `/pay_schedules/${schedule}`)).toEqual([
      400,
      'A payroll of this pay schedule has left draft; the schedule cannot be deleted.',
      "Une paie de ce calendrier n'est plus au brouillon; le calendrier ne peut être supprimé.",
    ]);
    expect((await data(`/pay_schedules/${schedule}`)).is_editable).toBe(false);
    expect(await told('PUT', `/pay_schedules/${schedule}`, { pay_frequency: 'weekly' })).toEqual([
      400,
      'A payroll of this pay schedule has left draft; pay_frequency can no longer change.',
      "Une paie de ce calendrier n'est plus au brouillon; pay_frequency ne peut plus changer.",
    ]);
    const { id } = await stubOf(payroll, assignments[0]!);
    expect(await told('PUT', `/pay_stubs/${id}`, { payment_method: 'direct_deposit' })).toEqual([
      400,
      'The pay stub is closed and cannot change: its payroll is no longer a draft, or is being approved or unapproved now.',
      expect.stringMatching(/n'est plus/),
    ]);
  });

  test('with negative net pay it cannot be approved, in both languages', async () => {
    const [, later] = await payrollsOf(schedule);
    const { id } = await stubOf(later!.id, assignments[0]!);
    await put(`/pay_stubs/${id}`, { payment_method: 'manual' });
    const line = { pay_stub_id: id, deduction_type: 'union_dues', custom_amount: 900 };
    await made('/deduction_line_items', line);
    expect(warningsOf(await data(`/payrolls/${later!.id}`))).toContain('negative_net_pay');
    expect(await told('POST', `/payrolls/${later!.id}/approve`, {})).toEqual([
      400,
      expect.stringContaining('a pay stub has negative net pay, which cannot be paid; lower its deductions'),
      expect.stringContaining('un bulletin donne une paie nette négative'),
    ]);
  });
});
