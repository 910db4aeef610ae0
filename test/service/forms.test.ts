import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, employerWith, LAST_OF_YEAR } from '../support/salaried.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

// Forms by HTTP: an employer in preview with two people and an approved payroll.

let service: TestService;
let payroll: Body;
let employer: Awaited<ReturnType<typeof employerWith>>;
beforeAll(async () => {
  service = await startTestService();
  employer = await employerWith(
    service,
    [
      { province: 'ca_on', salary: 52_000 },
      { province: 'ca_qc', salary: 78_000 },
    ],
    LAST_OF_YEAR,
  );
  payroll = await employer.approve();
});
afterAll(() => service.close());

const asked = (method: string, path: string, body?: unknown, headers = {}) =>
  employer.company.request(method, path, body, headers);
const must = async (status: number, method: string, path: string, body?: unknown): Promise<Body> => {
  const answer = await asked(method, path, body);
  expect({ status: answer.status, ...(answer.status === status ? {} : { body: answer.body }) }).toEqual({ status });
  return answer.body;
};

test('forms, rule 11, and types, rule 5: the catalogue lists each type with its owners, and the fields of the version on a day', async () => {
  const { data } = await must(200, 'GET', '/form_types');
  expect(data.find(({ id }: Body) => id === 't4')).toEqual({
    id: 't4',
    object: 'form_type',
    data: { type: 't4', label: 'T4 Statement of Remuneration Paid', owner_types: ['employee'] },
    links: { self: '/form_types/t4' },
  });
  const { data: full } = await must(200, 'GET', '/form_types/t4?effective_date=2025-06-30');
  expect(full).toMatchObject({ version_year: 2025, version_month: 'january', supports_generation: true });
  expect(Object.keys(full)).not.toEqual(expect.arrayContaining(['year']));
  expect(full.fields).toContainEqual({
    key: 'box_14_employment_income',
    label: 'Employment income (Box 14)',
    type: 'currency',
    required: false,
    readonly: false,
    width: 8,
    options: null,
  });
  await must(404, 'GET', '/form_types/t5');
  await must(422, 'GET', '/form_types/t4?effective_date=2019-12-31');
});

test('types, rule 4: values are validated without being stored, and errors use labels in the language of the request', async () => {
  const values = { tax_year: '2026', box_14_employment_income: -1, employee_surname: 'Kovačević' };
  const { data } = await must(200, 'POST', '/form_types/t4/validate', values);
  expect(data.errors.box_14_employment_income).toEqual(['Employment income (Box 14) must be at least 0.']);
  expect(data.errors.box_45_employer_offered_dental_benefits).toEqual([
    'Employer-offered dental benefits (Box 45) is required.',
  ]);
  expect(data.written_otherwise).toEqual({ employee_surname: 'Kovacevic' });
  const french = await asked('POST', '/form_types/t4/validate', values, { 'Accept-Language': 'fr' });
  expect(french.body.data.errors.box_14_employment_income).toEqual(["Revenus d'emploi (case 14) doit être 0 ou plus."]);
});

test('types: what no form could hold is an error by member too, and only refused where it would be stored', async () => {
  const unfit = {
    box_14_employment_income: 'many',
    box_18_employees_ei_premiums: '12.345',
    box_45_employer_offered_dental_benefits: '9',
    box_12_social_insurance_number: '046454286',
    employee_initial: ['A'],
    nonsense: 1,
  };
  const strangers = { box_a_employment_income: 1 };
  const { data } = await must(200, 'POST', '/form_types/t4/validate', { tax_year: '2026', ...unfit, ...strangers });
  expect(data.errors).toMatchObject({
    box_14_employment_income: [
      expect.stringMatching(/^Employment income \(Box 14\) must be a number in plain notation/),
    ],
    box_45_employer_offered_dental_benefits: [
      'Employer-offered dental benefits (Box 45) must be one of "1", "2", "3", "4", "5".',
    ],
    box_a_employment_income: [expect.stringMatching(/^is no field of t4 /)],
    nonsense: ['is not a member of this request; leave it out'],
  });
  for (const key of Object.keys(unfit)) expect([key, data.errors[key]]).toEqual([key, [expect.any(String)]]);
  const { errors } = await must(422, 'POST', '/forms', { ...t4, owner_id: employer.employees[0], ...unfit });
  expect(Object.keys(errors).toSorted()).toEqual(Object.keys(unfit).toSorted());
  for (const body of [[], { effective_date: '2026-13-01' }, { stage: 'copy' }])
    await must(422, 'POST', '/form_types/t4/validate', body);
  const named = await must(422, 'POST', '/form_types/t4/validate', JSON.parse('{"__proto__":1}'));
  expect(Object.keys(named.errors)).toEqual(['__proto__']);
});

/** Boxes of the published slips that payroll can fill; further information comes by codes. */
const BOXES = {
  t4: '10 12 14 16 16a 17 17a 18 19 20 22 24 26 27 27a 28 28 28 29 44 45 46 50 52 54 55 56',
  t4a: '012 013 015 016 018 020 022 024 028 048 061 105 106 107 118 119 135 152',
  rl1: 'a b_a b_b c d e f g h i j k l m n o p q r s t u v w',
};

test.each(Object.entries(BOXES))(
  'the versions of %s from 2024 on have every box that payroll can fill',
  async (type, boxes) => {
    for (const year of [2024, 2025, 2026]) {
      const { data } = await must(200, 'GET', `/form_types/${type}?effective_date=${year}-12-31`);
      const keys: string[] = data.fields.map(({ key }: Body) => key);
      const told = keys.flatMap((key) => /^box_(\d+a?|[a-z](?:_[ab])?)_/.exec(key)?.[1] ?? []);
      expect([year, ...told.toSorted()]).toEqual([year, ...boxes.split(' ')]);
      expect(data.version_year).toBe(year);
    }
  },
);

const t4 = {
  type: 't4',
  effective_date: '2026-12-31',
  employee_surname: 'Tremblay',
  box_54_payroll_account_number: '123456782RP0001',
  box_10_province_territory_or_country_of_employment_code: 'ON',
  box_45_employer_offered_dental_benefits: '1',
  box_14_employment_income: '52000.00',
};

test('forms, rule 2: a form is filled in, approved, locked and unapproved, and is not sent by itself', async () => {
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
  expect(refused).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^The form has 1 error: .*\(Box 18\)/) },
  });
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
  await must(200, 'POST', `/forms/${next.id}/unapprove`);
  await must(204, 'DELETE', `/forms/${next.id}`);
});

test('forms, rule 3, and batches, rules 1, 3 and 4: forms are generated from paid amounts and put into a batch, and each box can be traced to its stubs', async () => {
  const batch = await must(201, 'POST', '/form_batches', {
    owner_id: employer.entity.id,
    form_type: 't4',
    tax_year: 2026,
    effective_date: '2026-12-31',
  });
  expect(batch.data).toMatchObject({ status: 'draft', metadata: { flags: { is_submittable: false } } });
  const early = { owner_id: employer.entity.id, form_type: 't4', effective_date: '1900-01-01' };
  expect(await asked('POST', '/form_batches', early)).toMatchObject({
    status: 422,
    body: { errors: { effective_date: ['must be a day on which there is a version of t4: from 2024-01-01'] } },
  });
  const fixed = { owner_id: employer.entity.id, form_type: 't4', form_stage: 'original' };
  await must(200, 'PUT', `/form_batches/${batch.id}`, { ...fixed, note: 'First' });
  const changed = await asked('PUT', `/form_batches/${batch.id}`, { ...fixed, form_type: 't4a' });
  expect([changed.status, Object.keys(changed.body.errors)]).toEqual([422, ['form_type']]);
  const generated = async (type: string, body: object) => {
    const task = await must(201, 'POST', `/form_types/${type}/generate`, body);
    expect(task).toMatchObject({ object: 'async_task', data: { type: 'form_generation' } });
    await until(async () => (await must(200, 'GET', `/async_tasks/${task.id}`)).data.status !== 'processing');
    return must(200, 'GET', `/async_tasks/${task.id}`);
  };
  const body = { form_batch_id: batch.id, values: { box_45_employer_offered_dental_benefits: '3' } };
  const task = await generated('t4', body);
  expect(task.data).toMatchObject({ status: 'completed' });
  const provinceOf = ({ data }: Body) => data.box_10_province_territory_or_country_of_employment_code;
  const listed = async (): Promise<Body[]> =>
    (await must(200, 'GET', `/forms?form_batch_id=${batch.id}`)).data.sort((a: Body, b: Body) =>
      provinceOf(a) < provinceOf(b) ? -1 : 1,
    );
  const forms = await listed();
  expect(forms.map(provinceOf)).toEqual(['ON', 'QC']);
  const stub = await employer.stubOf(payroll, 0);
  const lines = await employer.linesOf(stub, 'statutory_withholding');
  expect(forms[0].data).toMatchObject({
    tax_year: '2026',
    employee_surname: 'Roy',
    box_14_employment_income: 2000,
    box_16_employees_cpp_contributions: lines.cpp,
    box_18_employees_ei_premiums: lines.ei,
    box_22_income_tax_deducted: Number((lines.federal_income_tax! + lines.provincial_income_tax!).toFixed(2)),
    box_24_ei_insurable_earnings: 2000,
    box_45_employer_offered_dental_benefits: '3',
    box_54_payroll_account_number: '123456782RP0001',
    validation_error_count: 0,
    stage: 'original',
  });
  // Done again, drafts are filled anew and none is made twice.
  await generated('t4', body);
  expect((await listed()).map(({ id }) => id)).toEqual(forms.map(({ id }) => id));
  expect((await asked('POST', '/form_types/t4/generate', { tax_year: 2025 })).status).toBe(400);
  expect((await asked('POST', '/form_types/t4/generate', { tax_year: 2025, contractor_ids: [] })).status).toBe(422);
  const rl1 = await generated('rl1', { tax_year: 2026 });
  const [slip] = rl1.data.results.filter(({ status }: Body) => status !== 'error');
  const { data } = await must(200, 'GET', `/forms/${slip.id}`);
  expect(data).toMatchObject({ box_a_employment_income: 3000, box_g_pensionable_salary: 3000 });

  const sources = await must(200, 'GET', `/forms/${forms[0].id}/sources`);
  const box = sources.data.boxes.find(({ key }: Body) => key === 'box_14_employment_income');
  expect(box).toMatchObject({ box: '14', value: 2000, from_stubs: 2000 });
  expect(box.lines).toEqual([expect.objectContaining({ pay_stub_id: stub.id, kind: 'earning', amount: 2000 })]);

  // Submitted when every form is valid and approved, and not before.
  const submit = (id: string) => asked('POST', `/form_batches/${id}/submit`);
  expect((await submit(batch.id)).status).toBe(400);
  const numbers: number[] = [];
  for (const { id } of forms) numbers.push((await must(200, 'POST', `/forms/${id}/approve`)).data.number);
  expect(new Set(numbers).size).toBe(2);
  expect((await must(200, 'GET', `/form_batches/${batch.id}`)).data.metadata).toMatchObject({
    counts: { total: 2, valid: 2, invalid: 0, approved: 2 },
    flags: { is_submittable: true },
  });
  expect((await submit(batch.id)).status).toBe(200);
  const ended = async (id: string, status: string) => {
    await until(async () => (await must(200, 'GET', `/form_batches/${id}`)).data.status === status);
    await until(async () => (await must(200, 'GET', `/form_batches/${id}`)).data.metadata.counts[status] > 0);
    return (await must(200, 'GET', `/form_batches/${id}`)).data;
  };
  const done = await ended(batch.id, 'done');
  expect(done.metadata).toMatchObject({
    counts: { done: 2 },
    identifiers: { confirmation_number: expect.stringMatching(/^SIM-/) },
  });
  expect(done.metadata.timestamps.completed_at).toEqual(expect.any(String));
  expect((await submit(batch.id)).status).toBe(400);
  await must(400, 'DELETE', `/form_batches/${batch.id}`);

  // One is amended: it refers to the original, tells its values but what is new, and may be rejected.
  const owner_id = forms[0].data.owner.id;
  const missing = await asked('POST', '/forms', { type: 't4', owner_id, stage: 'amendment' });
  expect(missing).toMatchObject({ status: 422, body: { errors: { original_form_id: [expect.any(String)] } } });
  const amending = await must(201, 'POST', '/form_batches', {
    owner_id: employer.entity.id,
    form_type: 't4',
    form_stage: 'amendment',
    tax_year: 2026,
    effective_date: '2026-12-31',
  });
  const amended = await must(201, 'POST', '/forms', {
    type: 't4',
    owner_id,
    stage: 'amendment',
    original_form_id: forms[0].id,
    form_batch_id: amending.id,
    box_44_union_dues: 12.5,
  });
  expect(amended.data).toMatchObject({
    box_14_employment_income: 2000,
    box_44_union_dues: 12.5,
    original_form: { id: forms[0].id },
    stage: 'amendment',
  });
  await must(200, 'POST', `/forms/${amended.id}/approve`);
  const outcome = { outcome: 'reject', reasons: [{ code: '40012', text: 'The account is closed.' }] };
  await must(422, 'POST', `/form_batches/${amending.id}/simulate`, { outcome: 'reject' });
  await must(200, 'POST', `/form_batches/${amending.id}/simulate`, outcome);
  await must(200, 'POST', `/form_batches/${amending.id}/submit`);
  expect((await ended(amending.id, 'rejected')).rejection_reasons).toEqual(outcome.reasons);
  expect((await must(200, 'GET', `/forms/${amended.id}`)).data).toMatchObject({
    status: 'rejected',
    rejection_reasons: outcome.reasons,
  });
  // The agency has none of it, so nothing can refer to it: another one takes its place.
  const again = { type: 't4', owner_id, stage: 'amendment' };
  await must(422, 'POST', '/forms', { ...again, original_form_id: amended.id });
  const locked = await must(400, 'PUT', `/forms/${amended.id}`, { box_44_union_dues: 10 });
  expect(locked.message).toMatch(/Make another one in its place\.$/);

  // The last form that the agency has of a slip can be amended or cancelled, and a cancellation cannot.
  const isAmendable = async ({ id }: Body) => (await must(200, 'GET', `/forms/${id}`)).data.metadata.flags.is_amendable;
  const filedIn = async (form_stage: string, original_form_id: string, values = {}) => {
    const owned = { owner_id: employer.entity.id, form_type: 't4', tax_year: 2026, effective_date: '2026-12-31' };
    const { id } = await must(201, 'POST', '/form_batches', { ...owned, form_stage });
    const one = { type: 't4', owner_id, stage: form_stage, original_form_id, form_batch_id: id, ...values };
    const made = await must(201, 'POST', '/forms', one);
    await must(200, 'POST', `/forms/${made.id}/approve`);
    await must(200, 'POST', `/form_batches/${id}/submit`);
    await ended(id, 'done');
    return made;
  };
  expect([await isAmendable(forms[0]), await isAmendable(amended)]).toEqual([true, false]);
  const second = await filedIn('amendment', forms[0].id, { box_44_union_dues: 12.5 });
  expect([await isAmendable(forms[0]), await isAmendable(second)]).toEqual([false, true]);
  await must(422, 'POST', '/forms', { ...again, original_form_id: forms[0].id });
  const cancelled = await filedIn('cancellation', second.id);
  expect([await isAmendable(second), await isAmendable(cancelled)]).toEqual([false, false]);
});

/** The status of a refusal, and what it says in English and French: of each wrong member, or as a whole. */
const told = async (method: string, path: string, body?: unknown) => {
  const [en, fr] = await Promise.all(
    ['en', 'fr'].map((language) => asked(method, path, body, { 'Accept-Language': language })),
  );
  return [en!.status, ...[en!, fr!].map((answer) => answer.body.errors ?? answer.body.message)];
};

test.each<[what: string, type: string, values: object, key: string, en: RegExp, fr: RegExp]>([
  [
    'a text that is wider than its box',
    't4',
    { employee_number: 'x'.repeat(21) },
    'employee_number',
    /must have at most 20 characters: it has 21\.$/,
    /doit avoir au plus 20 caractères : il en a 21\.$/,
  ],
  [
    'an amount that is wider than its box',
    't4',
    { box_18_employees_ei_premiums: 1_234_567 },
    'box_18_employees_ei_premiums',
    /\(Box 18\) must have at most \d digits before the point: it has 7\.$/,
    /\(case 18\) doit avoir au plus \d chiffres avant le point : il en a 7\.$/,
  ],
  [
    "characters that the agency's file has none of",
    't4',
    { employee_surname: '李' },
    'employee_surname',
    /has characters that the agency's file does not take and that have no plain form: 李\.$/,
    /n'ont pas de forme simple : 李\.$/,
  ],
  [
    'contributions to both plans',
    't4',
    { box_16_employees_cpp_contributions: 1, box_17_employees_qpp_contributions: 1 },
    'box_17_employees_qpp_contributions',
    /cannot be combined with CPP contributions \(Box 16 or 16A\)/,
    /ne peut accompagner des cotisations au RPC \(case 16 ou 16A\)/,
  ],
  [
    'second contributions to both plans',
    't4',
    { box_16a_employees_cpp2_contributions: 1, box_17a_employees_qpp2_contributions: 1 },
    'box_17_employees_qpp_contributions',
    /cannot be combined with CPP contributions \(Box 16 or 16A\)/,
    /ne peut accompagner des cotisations au RPC \(case 16 ou 16A\)/,
  ],
  [
    'an exemption from a plan beside second contributions to it',
    't4',
    { box_28_cpp_or_qpp_exempt_code: true, box_16a_employees_cpp2_contributions: 1 },
    'box_28_cpp_or_qpp_exempt_code',
    /earnings that they are due on \(Box 16, 16A, 17, 17A, 26\)/,
    /gains qui y sont assujettis \(case 16, 16A, 17, 17A, 26\)/,
  ],
  [
    'nobody',
    't4a',
    {},
    'recipient_surname',
    /is required when recipient_corporation_name is absent\.$/,
    /est obligatoire quand recipient_corporation_name est absent\.$/,
  ],
  [
    'a person and a corporation',
    't4a',
    { recipient_surname: 'Roy', recipient_corporation_name: 'Mill Ltd.' },
    'recipient_corporation_name',
    /cannot be combined with a surname/,
    /ne peut accompagner un nom de famille/,
  ],
  [
    'a first day behind the last one',
    'roe',
    { block_10_first_day_worked: '2026-02-01', block_11_last_day_for_which_paid: '2026-01-31' },
    'block_11_last_day_for_which_paid',
    /must not be before the first day worked\.$/,
    /ne doit pas précéder le premier jour de travail\.$/,
  ],
  [
    'a period that ends before the last day',
    'roe',
    { block_11_last_day_for_which_paid: '2026-01-31', block_12_final_pay_period_ending_date: '2026-01-30' },
    'block_12_final_pay_period_ending_date',
    /must not be before the last day for which paid\.$/,
    /ne doit pas précéder le dernier jour payé\.$/,
  ],
  [
    'a recall without a date',
    'roe',
    { block_14_expected_recall_code: 'Y' },
    'block_14_expected_recall_date',
    /is required with code Y in block 14\.$/,
    /est obligatoire avec le code Y de la case 14\.$/,
  ],
  [
    'a date of a recall that is not expected',
    'roe',
    { block_14_expected_recall_code: 'N', block_14_expected_recall_date: '2026-12-01' },
    'block_14_expected_recall_date',
    /is only allowed with code Y in block 14\.$/,
    /accompagne le code Y de la case 14, et aucun autre\.$/,
  ],
  [
    'another reason, without a word about it',
    'roe',
    { block_16_separation_code: 'K00' },
    'block_18_comments',
    /must explain a reason that is none of the others\.$/,
    /doit expliquer une raison qui n'est aucune des autres\.$/,
  ],
  [
    'a period too many',
    'roe',
    { block_6_pay_period_type: 'M', pp14_insurable_earnings: 1 },
    'pp14_insurable_earnings',
    /is one period too many: this pay period type has at most 13\.$/,
    /est une période de trop/,
  ],
  [
    'a period too few',
    'roe',
    {
      ...{ block_6_pay_period_type: 'W', pp1_insurable_earnings: 1, pp2_insurable_earnings: 0 },
      ...{ block_10_first_day_worked: '2026-01-07', block_12_final_pay_period_ending_date: '2026-01-31' },
    },
    'pp3_insurable_earnings',
    /is required: block 15C tells 2 of the pay periods from block 10 to block 12, which are at least 3; one without/,
    /est obligatoire : la case 15C indique 2 des périodes de paie de la case 10 à la case 12, qui sont au moins 3/,
  ],
  [
    'a period left out between others',
    'roe',
    { block_6_pay_period_type: 'W', pp1_insurable_earnings: 1, pp3_insurable_earnings: 0 },
    'pp2_insurable_earnings',
    /is required: block 15C tells an earlier pay period; one without earnings is 0.* or enter the figure where nobody will approve it\.$/,
    /est obligatoire : la case 15C indique une période de paie antérieure/,
  ],
  [
    'claims of somebody who claims elsewhere',
    'td1',
    { more_than_one_employer_or_payer: true, line_13_total_claim_amount: 1 },
    'line_13_total_claim_amount',
    /must be 0 for a person who claims these amounts with another employer or payer\.$/,
    /doit être 0 pour une personne qui demande ces montants/,
  ],
  [
    'more expenses than income',
    'td1x',
    { commission_income: 10, commission_expenses: 11 },
    'commission_expenses',
    /must be at most the income, 10\.$/,
    /ne doit pas dépasser le revenu, 10\.$/,
  ],
])(
  'types, rule 4: values with %s are told with their field, in both languages',
  async (_, type, values, key, ...says) => {
    for (const [at, language] of ['en', 'fr'].entries()) {
      const path = `/form_types/${type}/validate`;
      const { body } = await asked('POST', path, values, { 'Accept-Language': language });
      expect(body.data.errors[key]).toEqual([expect.stringMatching(says[at]!)]);
    }
  },
);

test('forms and batches of the wrong kind are refused, in both languages, and nothing is made', async () => {
  const [owner_id] = employer.employees;
  const entity = employer.entity.id;
  const before = (await must(200, 'GET', '/forms')).meta.total;
  expect(await told('POST', '/forms', { ...t4, owner_id: employer.assignments[0] })).toEqual([
    422,
    { owner_id: ['must name an employee: a form of type t4 is theirs'] },
    { owner_id: ['doit nommer un employé : un formulaire de type t4 est le leur'] },
  ]);
  expect(await told('POST', '/forms', { type: 'td1', owner_id })).toEqual([
    422,
    { owner_id: ['must name a work assignment: a form of type td1 is theirs'] },
    { owner_id: ['doit nommer une affectation : un formulaire de type td1 est le leur'] },
  ]);
  for (const form_type of ['roe', 'td1'])
    expect(await told('POST', '/form_batches', { owner_id: entity, form_type })).toEqual([
      422,
      { form_type: [expect.stringMatching(/^must be one of "t4", "t4a", "rl1"$/)] },
      { form_type: [expect.stringMatching(/^doit être une de ces valeurs : "t4", "t4a", "rl1"$/)] },
    ]);
  const wrongType = async (call: string, type: string) => {
    const effective_date = '2026-12-31';
    const [status, en, fr] = await told('POST', `/form_types/${type}/${call}`, { effective_date });
    expect([call, type, status, Object.keys(en), Object.keys(fr)]).toEqual([
      call,
      type,
      422,
      ['form_type'],
      ['form_type'],
    ]);
    expect(en.form_type).not.toEqual(fr.form_type);
  };
  for (const type of ['roe', 'td1']) await wrongType('generate', type);
  for (const type of ['t4', 'td1']) await wrongType('populate', type);
  const [day, en, fr] = await told('POST', '/form_types/t4/generate', { effective_date: '1999-12-31' });
  expect([day, Object.keys(en), en.effective_date]).toEqual([
    422,
    ['effective_date'],
    expect.not.arrayContaining(fr.effective_date),
  ]);
  const canceling = { owner_id: entity, form_type: 't4', form_stage: 'cancellation', tax_year: 2025 };
  const { id: form_batch_id } = await must(201, 'POST', '/form_batches', canceling);
  expect(await told('POST', '/form_types/t4/generate', { form_batch_id })).toEqual([
    400,
    'The agency has no form of the tax year 2025, so there is nothing to cancel.',
    "L'organisme n'a aucun formulaire de l'année d'imposition 2025 : il n'y a rien à annuler.",
  ]);
  await must(204, 'DELETE', `/form_batches/${form_batch_id}`);
  const populate = (more: object) =>
    told('POST', '/form_types/roe/populate', { effective_date: '2026-02-01', ...more });
  const days = { first_day_worked: '2025-12-01', last_day_for_which_paid: '2026-01-10' };
  const [, theirs] = employer.assignments;
  expect(await populate({ employee_id: owner_id, work_assignment_ids: [theirs], ...days })).toEqual([
    422,
    { work_assignment_ids: [`holds ${theirs}, which is no work assignment of the employee`] },
    { work_assignment_ids: [`contient ${theirs}, qui n'est pas une affectation de l'employé`] },
  ]);
  const { id: idle } = await must(201, 'POST', '/employees', { first_name: 'Ida', last_name: 'Idle' });
  expect(await populate({ employee_id: idle, ...days })).toEqual([
    400,
    'The employee has no work assignment.',
    "L'employé n'a aucune affectation.",
  ]);
  const long_ago = { first_day_worked: '2001-12-01', last_day_for_which_paid: '2002-01-10' };
  expect(await populate({ employee_id: owner_id, ...long_ago })).toEqual([
    422,
    { last_day_for_which_paid: [expect.stringMatching(/^must be in the period of a regular payroll .*by hand$/)] },
    { last_day_for_which_paid: [expect.stringMatching(/^doit être dans la période d'une paie régulière/)] },
  ]);
  expect((await must(200, 'GET', '/forms')).meta.total).toBe(before);
});

test('what a form or batch has been through decides what can be done, in both languages', async () => {
  const [owner_id] = employer.employees;
  const batch = await must(201, 'POST', '/form_batches', {
    ...{ owner_id: employer.entity.id, form_type: 't4', tax_year: 2026, effective_date: '2026-12-31' },
  });
  const path = `/form_batches/${batch.id}`;
  expect(await told('POST', `${path}/submit`)).toEqual([
    400,
    'The batch has no forms.',
    "Le lot n'a pas de formulaires.",
  ]);
  const form = await must(201, 'POST', '/forms', {
    ...t4,
    owner_id,
    form_batch_id: batch.id,
    box_18_employees_ei_premiums: 1_234_567,
  });
  expect(await told('POST', `${path}/submit`)).toEqual([
    400,
    '1 form of the batch, out of 1, has errors: every form must be valid and approved.',
    '1 formulaire du lot, sur 1, a des erreurs : chacun doit être valide et approuvé.',
  ]);
  expect((await must(200, 'GET', path)).data).toMatchObject({ status: 'draft', metadata: { counts: { invalid: 1 } } });
  expect(await told('DELETE', path)).toEqual([
    400,
    'The batch has forms: take them out of it, or delete them, first.',
    expect.stringMatching(/^Le lot a des formulaires/),
  ]);
  await must(200, 'PUT', `/forms/${form.id}`, { box_18_employees_ei_premiums: 10 });
  await must(200, 'POST', `/forms/${form.id}/approve`);
  const locked = [
    400,
    'The form is approved; only a draft can be changed or deleted. Unapprove it first.',
    expect.stringMatching(/^Le formulaire est « approved ».*Annulez d'abord son approbation\.$/),
  ];
  expect(await told('PUT', `/forms/${form.id}`, { box_14_employment_income: 1 })).toEqual(locked);
  expect(await told('DELETE', `/forms/${form.id}`)).toEqual(locked);
  expect((await must(200, 'GET', `/forms/${form.id}`)).data.box_14_employment_income).toBe(52_000);
  expect(await told('POST', `/forms/${form.id}/submit`)).toEqual([
    400,
    'A year-end form is submitted with its batch: submit the batch.',
    expect.stringMatching(/lot/),
  ]);
  const reasons = [{ code: '1', text: 'No.' }];
  expect(await told('POST', `${path}/simulate`, { outcome: 'accept', reasons })).toEqual([
    422,
    { reasons: ['belongs to the outcome reject'] },
    { reasons: ['appartient au résultat reject'] },
  ]);
  expect(await told('POST', `/forms/${form.id}/simulate`, { outcome: 'accept' })).toEqual([
    400,
    'The form is not filed individually: an agency answers its batch.',
    expect.stringMatching(/lot/),
  ]);
  await must(200, 'POST', `${path}/submit`);
  expect(await told('POST', `/forms/${form.id}/unapprove`)).toEqual([
    400,
    expect.stringMatching(/^The (batch of the form is|form is) (processing|submitted|done)/),
    expect.any(String),
  ]);
  expect(await told('DELETE', path)).toEqual([
    400,
    expect.stringMatching(/^The batch is \w+; only a draft can be deleted\.$/),
    expect.stringMatching(/^Le lot est/),
  ]);
});
