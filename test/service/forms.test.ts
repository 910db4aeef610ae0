import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, employerWith } from '../support/salaried.ts';
import { startTestService, type TestService } from '../support/service.ts';

// Forms by HTTP: an employer in preview with two people and an approved payroll.

let service: TestService;
let employer: Awaited<ReturnType<typeof employerWith>>;
beforeAll(async () => {
  service = await startTestService();
  employer = await employerWith(service, [
    { province: 'ca_on', salary: 52_000 },
    { province: 'ca_qc', salary: 78_000 },
  ]);
  await employer.approve();
});
afterAll(() => service.close());

const asked = (method: string, path: string, body?: unknown, headers = {}) =>
  employer.company.request(method, path, body, headers);
const must = async (status: number, method: string, path: string, body?: unknown): Promise<Body> => {
  const answer = await asked(method, path, body);
  expect({ status: answer.status, ...(answer.status === status ? {} : { body: answer.body }) }).toEqual({ status });
  return answer.body;
};

test('the catalogue names each type with its owners, and the fields of the version of a day', async () => {
  const { data } = await must(200, 'GET', '/form_types');
  expect(data.find(({ id }: Body) => id === 't4')).toEqual({
    id: 't4',
    object: 'form_type',
    data: { type: 't4', label: 'T4 Statement of Remuneration Paid', owner_types: ['employee'] },
    links: { self: '/form_types/t4' },
  });
  const { data: full } = await must(200, 'GET', '/form_types/t4?effective_date=2025-06-30');
  expect(full).toMatchObject({ version_year: 2025, version_month: 'january', supports_generation: true });
  expect(full.fields).toContainEqual({
    key: 'box_14_employment_income',
    label: 'Employment income (Box 14)',
    type: 'currency',
    required: false,
    readonly: false,
    width: 9,
    options: null,
  });
  await must(404, 'GET', '/form_types/t5');
  await must(422, 'GET', '/form_types/t4?effective_date=2019-12-31');
});

test('values are checked without being stored, told by label and in the language of who asks', async () => {
  const values = { tax_year: '2026', box_14_employment_income: -1, employee_surname: 'Kovačević' };
  const { data } = await must(200, 'POST', '/form_types/t4/validate', values);
  expect(data.errors.box_14_employment_income).toEqual(['Employment income (Box 14) must be at least 0.']);
  expect(data.errors.box_45_employer_offered_dental_benefits).toEqual([
    'Employer-offered dental benefits (Box 45) is required.',
  ]);
  expect(data.written_otherwise).toEqual({ employee_surname: 'Kovacevic' });
  const french = await asked('POST', '/form_types/t4/validate', values, { 'Accept-Language': 'fr' });
  expect(french.body.data.errors.box_14_employment_income).toEqual([
    "Revenus d'emploi (case 14) doit être au moins 0.",
  ]);
  const stranger = await asked('POST', '/form_types/t4/validate', { box_a_employment_income: 1 });
  expect(stranger.status).toBe(422);
  expect(Object.keys(stranger.body.errors)).toEqual(['box_a_employment_income']);
});

const t4 = {
  type: 't4',
  effective_date: '2026-12-31',
  employee_surname: 'Tremblay',
  box_54_payroll_account_number: '123456782RP0001',
  box_10_province_territory_or_country_of_employment_code: 'ON',
  box_45_employer_offered_dental_benefits: '1',
  box_14_employment_income: '52000.00',
};

test('a form is entered, approved, locked, taken back, and goes nowhere by itself', async () => {
  const owner_id = employer.employees[0];
  const made = await must(201, 'POST', '/forms', { ...t4, owner_id });
  expect(made.data).toMatchObject({
    owner: { id: owner_id, object: 'employee' },
    business_entity: { id: employer.entity.id },
    stage: 'original',
    status: 'draft',
    version_year: 2026,
    tax_year: '2026',
    box_14_employment_income: 52_000,
    box_12_social_insurance_number: null,
    validation_error_count: 0,
    number: null,
    metadata: { flags: { is_editable: true, is_approvable: true, is_unapprovable: false } },
  });
  expect(made.data).not.toHaveProperty('box_a_employment_income');
  const path = `/forms/${made.id}`;
  const changed = await must(200, 'PUT', path, { box_18_employees_ei_premiums: 1049.12 });
  expect(changed.data).toMatchObject({ box_14_employment_income: 52_000, box_18_employees_ei_premiums: 1049.12 });
  const wide = await must(200, 'PUT', path, { box_18_employees_ei_premiums: 1_234_567 });
  expect(wide.data.validation_error_count).toBe(1);
  const refused = await asked('POST', `${path}/approve`);
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('(Box 18)') } });
  await must(200, 'PUT', path, { box_18_employees_ei_premiums: 1049.12 });

  const approved = await must(200, 'POST', `${path}/approve`);
  expect(approved.data).toMatchObject({ status: 'approved', is_editable: false, number: 1 });
  expect(approved.data.metadata.flags.is_unapprovable).toBe(true);
  await must(400, 'PUT', path, { box_14_employment_income: 1 });
  await must(400, 'DELETE', path);
  await must(400, 'POST', `${path}/approve`);
  await must(400, 'POST', `${path}/submit`);
  const back = await must(200, 'POST', `${path}/unapprove`);
  expect(back.data).toMatchObject({ status: 'draft', number: 1 });
  await must(400, 'POST', `${path}/unapprove`);
  await must(204, 'DELETE', path);

  // A number that was given once is never given again.
  const next = await must(201, 'POST', '/forms', { ...t4, owner_id });
  expect((await must(200, 'POST', `/forms/${next.id}/approve`)).data.number).toBe(2);
});
