import { afterAll, expect, test } from 'vitest';
import { type Employer, makeEmployer } from '../support/employer.ts';
import { startTestService } from '../support/service.ts';

// What the declarations of resources make of bad input, beyond what the conventions refuse everywhere.
const service = await startTestService();
afterAll(() => service.close());
const employer: Employer = await makeEmployer(service);
const { call, must } = employer;

const errorsOf = async (method: string, path: string, body?: unknown) => {
  const answer = await call(method, path, body);
  expect(answer.status).toBe(422);
  return answer.body.errors;
};

test('a blank text is refused where a text is required', async () => {
  const blank = { last_name: ['must not be blank'] };
  expect(await errorsOf('POST', '/employees', { first_name: 'Ada', last_name: ' \t\n' })).toEqual(blank);
  const task = await must(202, 'POST', '/employees/batch/upsert', [{ first_name: 'Ada', last_name: ' ' }, 7]);
  const { results } = await employer.ended(task);
  expect(results.map(({ errors }: { errors: unknown }) => errors)).toEqual([
    blank,
    { element: ['must be an object, not a number'] },
  ]);
  expect(results[1].message).toBe('The request is not valid. element: must be an object, not a number');
});

test('a code of a country is refused with one of a country as the example', async () => {
  expect(await errorsOf('POST', '/employees', { ...NAMES, country_code: 'CAN', province_code: 'Ontario' })).toEqual({
    country_code: ['must be two capital letters, e.g. CA'],
    province_code: ['must be two capital letters, e.g. ON'],
  });
});

test('of an address in Canada a province and a postal code are refused that are none', async () => {
  const wrong = {
    province_code: ['must be a province or territory of Canada, such as ON; of another country give its country_code'],
    postal_code: ['must be a postal code of Canada, such as K1A 0B1; of another country give its country_code'],
  };
  const nowhere = { province_code: 'QQ', postal_code: '75008' };
  expect(await errorsOf('POST', '/employees', { ...NAMES, ...nowhere })).toEqual(wrong);
  expect(await errorsOf('PUT', `/business_entities/${employer.business_entity_id}`, nowhere)).toEqual(wrong);
  const account = { business_entity_id: employer.business_entity_id, account_provider: 'ca_on_workers_compensation' };
  expect(await errorsOf('POST', '/remittance_accounts', { ...account, ...nowhere, country_code: 'CA' })).toEqual(wrong);
  const abroad = { ...NAMES, province_code: 'NY', country_code: 'US', postal_code: '10001' };
  const { id } = await must(201, 'POST', '/employees', abroad);
  await must(200, 'PUT', `/employees/${id}`, { postal_code: '10002' });
  expect(await errorsOf('PUT', `/employees/${id}`, { country_code: 'CA' })).toEqual(wrong);
  const home = { country_code: 'CA', province_code: 'YT', postal_code: 'y1a-1a1' };
  expect((await must(200, 'PUT', `/employees/${id}`, home)).data).toMatchObject(home);
  // One that is not known.
  await must(200, 'PUT', `/employees/${id}`, { postal_code: '' });
});

test('what rules refuse of a bulk call is named where the caller wrote it, also in the deprecated flat form', async () => {
  const selection = { business_entity_id: employer.business_entity_id, work_assignments: { include: 'all' } };
  const item = { allowance_type: 'parking_allowance', amount: 5, frequency: 'per_payroll' };
  const written = { ...item, effective_from: '2026-12-01', effective_to: '2026-11-01' };
  const wrong = ['must not be before effective_from (2026-12-01)'];
  const path = '/allowances/bulk/create';
  expect(await errorsOf('POST', path, { ...selection, data: written })).toEqual({ 'data.effective_to': wrong });
  const headers = { Prefer: 'deprecate_flat_bulk_shape=false' };
  const flat = await call('POST', path, { ...selection, ...written }, headers);
  expect([flat.status, flat.body.errors]).toEqual([422, { effective_to: wrong }]);
});

test('a date of birth after today is refused', async () => {
  const born = (date_of_birth: string) => ({ ...NAMES, date_of_birth });
  const today = service.clock.instant().slice(0, 10);
  expect(await errorsOf('POST', '/employees', born('2199-12-31'))).toEqual({
    date_of_birth: [`must not be after today (${today})`],
  });
  const { id } = await must(201, 'POST', '/employees', born(today));
  expect(await errorsOf('PUT', `/employees/${id}`, { date_of_birth: '2199-12-31' })).toEqual({
    date_of_birth: [`must not be after today (${today})`],
  });
  const changed = await must(200, 'PUT', `/employees/${id}`, { date_of_birth: null });
  expect(changed.data.date_of_birth).toBeNull();
});

test('a sort with more than one direction is refused', async () => {
  const path = '/employees?sort=first_name:asc:desc';
  expect((await errorsOf('GET', path)).sort[0]).toMatch(/^"first_name:asc:desc" is no sort/);
});

test('a sort that names a field twice is refused', async () => {
  expect(await errorsOf('GET', '/employees?sort=first_name:asc,last_name,first_name:desc')).toEqual({
    sort: ['names first_name more than once; name each field once'],
  });
  await must(200, 'GET', '/employees?sort=first_name,last_name:desc');
});

test('an error of a query parameter that is not an array names it without brackets', async () => {
  expect(await errorsOf('GET', '/employees?search_names[]=x')).toEqual({
    search_names: ['must be a single value, not an array'],
  });
});

test('a selection that is neither "all" nor criteria is refused, and the message says both', async () => {
  const { business_entity_id } = employer;
  const body = { business_entity_id, work_assignments: { include: 'some' } };
  expect(await errorsOf('POST', '/work_assignments/search', body)).toEqual({
    'work_assignments.include': ['must be "all" or an object'],
  });
});

test('a tax property that is created with its owner cannot name another owner', async () => {
  const [path, person] = ['/work_assignments', await must(201, 'POST', '/employees', NAMES)];
  const property = { type: 'ca::cpp_exempt', value: true, effective_from: '2026-01-01' };
  const body = (owner_id: unknown) => ({
    employee_id: person.id,
    pay_schedule_id: employer.pay_schedule_id,
    tax_properties: [{ ...property, owner_id }],
  });
  expect(await errorsOf('POST', path, body('nobody'))).toEqual({
    'tax_properties.0.owner_id': ['must be null or left out: the owner is the record that this call creates'],
  });
  await must(201, 'POST', path, body(null));
});
const NAMES = { first_name: 'Ada', last_name: 'Byron' };

test('a tax property that an approved payroll used cannot end before that payroll, and stays locked', async () => {
  const [payroll] = await employer.payrolls();
  const [property] = (await must(200, 'GET', `/tax_properties?owner_id=${employer.business_entity_id}`)).data;
  await must(200, 'POST', `/payrolls/${payroll!.id}/approve`, {});
  const path = `/tax_properties/${property.id}`;
  const { pay_date } = payroll!.data;
  expect((await must(200, 'GET', path)).data.earliest_valid_effective_to).toBe(pay_date);

  const refusal = [`must not be before ${pay_date}, the pay date of a payroll that is approved, or being approved`];
  for (const effective_to of ['2026-01-31', '2026-11-19'])
    expect(await errorsOf('PUT', path, { effective_to })).toEqual({ effective_to: refusal });
  const { data } = await must(200, 'PUT', path, { effective_to: pay_date });
  expect(data).toMatchObject({ effective_to: pay_date, is_editable: false, is_deletable: false });

  // No payroll was calculated with one that is dated back, so none is said to use it.
  const [owner_id] = employer.assignments;
  const backdated = { owner_id, type: 'ca::cpp_exempt', value: true, effective_from: '2026-01-01' };
  const { id } = await must(201, 'POST', '/tax_properties', backdated);
  expect((await must(400, 'DELETE', `/tax_properties/${id}`)).message).toBe(
    `A payroll of ${pay_date}, on which this property is in force, is approved, or being approved; it cannot be deleted. End it with effective_to instead.`,
  );
});

test('what each resource of people and employers refuses by its schema is told in both languages, and nothing is stored', async () => {
  const ours = `/companies/${employer.company_id}`;
  const { business_entity_id, assignments } = employer;
  const person = await must(201, 'POST', '/employees', NAMES);
  const contractor = await must(201, 'POST', '/contractors', { business_name: 'Mill Ltd.' });
  const roe = await must(201, 'POST', '/business_entity_roe_authorizations', { business_entity_id });
  const entity = `/business_entities/${business_entity_id}`;
  const everybody = { business_entity_id, work_assignments: { include: 'all' } };
  const account = await must(201, 'POST', '/remittance_accounts', { business_entity_id, account_provider: 'other' });
  const enrollment = { remittance_account_id: account.id, effective_from: '2026-01-01' };
  const filters = (path: string) => ['GET', `${path}?archived_at[gte]=soon`, undefined, ['archived_at.gte']] as const;
  const cases: (readonly [method: string, path: string, body: unknown, members: readonly string[]])[] = [
    ['PUT', ours, { name: ' ', pay_day_movement_setting: 'sideways' }, ['name', 'pay_day_movement_setting']],
    ['PUT', entity, { contact_email: 'nobody', province_code: 'Ontario' }, ['contact_email', 'province_code']],
    ['PUT', entity, { country_code: null }, ['country_code']],
    [
      'POST',
      '/business_entities',
      { name: 'Mill Inc.', business_number: '123456782RP0001', country_code: null },
      ['country_code'],
    ],
    // All at once, although a check digit is no matter of form.
    ['PUT', `/employees/${person.id}`, { work_email: 'x', sin: '046454287' }, ['work_email', 'sin']],
    ['PUT', `/contractors/${contractor.id}`, { business_number: '1', sin: '046454287' }, ['business_number', 'sin']],
    ['PUT', `/business_entity_roe_authorizations/${roe.id}`, { note: 'x'.repeat(1_001) }, ['note']],
    ['POST', '/business_entity_roe_authorizations', { business_entity_id: 'be_none' }, ['business_entity_id']],
    ['POST', '/business_entity_roe_authorizations', {}, ['business_entity_id']],
    filters('/employees'),
    filters('/contractors'),
    filters('/work_assignments'),
    ['GET', '/holidays?observed_date[before]=2026-01-01', undefined, ['observed_date.before']],
    ['GET', '/holidays?original_date=tomorrow', undefined, ['original_date']],
    ['PUT', `/work_assignments/${assignments[0]}`, { archived_at: '2026-02-30' }, ['archived_at']],
    ['POST', '/work_assignments/search', { business_entity_id }, ['work_assignments']],
    ['POST', '/work_assignments/bulk/create', { payees: {}, data: {} }, ['payees.include', 'data.pay_schedule_id']],
    [
      'POST',
      '/work_assignments/bulk/create',
      { payees: { include: 'all' }, data: { pay_schedule_id: 'pysch_none', contractor_id: contractor.id } },
      ['data.contractor_id'],
    ],
    ['POST', '/work_assignments/bulk/update', { ...everybody, title: 'Cook' }, ['title']],
    ['POST', '/remittance_account_enrollments/bulk/create', { ...everybody, ...enrollment }, ['remittance_account_id']],
  ];
  const told: unknown[] = [];
  const inOne: string[] = [];
  for (const [method, path, body, members] of cases) {
    const [en, fr] = await Promise.all(
      ['en', 'fr'].map((language) => call(method, path, body, { 'Accept-Language': language })),
    );
    told.push([path, en!.status, fr!.status, Object.keys(en!.body.errors ?? {})]);
    inOne.push(...members.filter((member) => en!.body.errors?.[member]?.[0] === fr!.body.errors?.[member]?.[0]));
  }
  expect(told).toEqual(cases.map(([, path, , members]) => [path, 422, 422, expect.arrayContaining([...members])]));
  expect(inOne).toEqual([]);
  const create = async (body: unknown) =>
    (await service.request('POST', '/companies', body, service.partnerSecret)).body;
  expect(Object.keys((await create({ preferred_locale: 'de' })).errors).sort()).toEqual(['name', 'preferred_locale']);
  expect((await must(200, 'GET', `/employees/${person.id}`)).data.sin_last_3).toBeNull();
});
