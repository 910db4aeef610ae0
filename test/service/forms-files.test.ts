import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roeAnswer } from '../../src/employers/roe-authorization.ts';
import { rl1Number } from '../../src/forms/model/rl1-number.ts';
import { type Action, act } from '../../src/kernel/calls/actions.ts';
import { streamOf } from '../../src/kernel/definition/resource.ts';
import type { Json } from '../../src/values/json.ts';
import { faultsOf, textsAt } from '../support/agency-schemas.ts';
import { runHere } from '../support/command.ts';
import { type Body, employerWith } from '../support/salaried.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

// Records of employment from payroll, slips and agencies' files by HTTP.

const SIN = '046454286';
let service: TestService;
let employer: Awaited<ReturnType<typeof employerWith>>;
beforeAll(async () => {
  service = await startTestService({ hasCommands: true });
  // The evening of the 5th in Toronto.
  service.clock.set('2026-01-06T02:00:00.000Z');
  employer = await employerWith(service, [{ province: 'ca_on', salary: 52_000 }]);
  await employer.call('PUT', `/employees/${employer.employees[0]}`, {
    sin: SIN,
    address_line_1: '1 Main Street',
    city: 'Toronto',
    province_code: 'ON',
    country_code: 'CA',
    postal_code: 'M5V 2T6',
  });
  await employer.call('PUT', `/business_entities/${employer.entity.id}`, {
    address_line_1: '1 Mill Street',
    city: 'Kingston',
    contact_name: 'Ana Field',
    contact_email: 'ana@example.test',
    contact_area_code: '416',
    contact_phone_number: '5550100',
  });
  await employer.call('PUT', `/work_assignments/${employer.assignments[0]}`, { title: 'Baker' });
  await employer.approve();
  await employer.approve();
});
afterAll(() => service.close());

const asked = (method: string, path: string, body?: unknown, headers = {}) =>
  employer.company.request(method, path, body, headers);
const must = async (status: number, method: string, path: string, body?: unknown, headers = {}): Promise<Body> => {
  const answer = await asked(method, path, body, headers);
  expect({ status: answer.status, ...(answer.status === status ? {} : { body: answer.body ?? answer.text }) }).toEqual({
    status,
  });
  return answer.body;
};

const bytesOf = async (path: string, accept: string) => {
  const token = employer.company.token;
  return fetch(`${service.url}${path}`, { headers: { Authorization: `Bearer ${token}`, Accept: accept } });
};
const pdfText = async (answer: Response): Promise<string[]> =>
  (await extractText(await getDocumentProxy(new Uint8Array(await answer.arrayBuffer())))).text;

test('forms, rules 2 and 4, and types, rules 2 and 3: a record of employment is computed from stubs, completed, submitted by hand, and downloaded as XML and PDF', async () => {
  const asking = {
    effective_date: '2026-02-01',
    employee_id: employer.employees[0],
    first_day_worked: '2025-12-22',
    last_day_for_which_paid: '2026-01-16',
  };
  const { data } = await must(200, 'POST', '/form_types/roe/populate', asking);
  expect(data.fields).toMatchObject({
    block_6_pay_period_type: 'B',
    block_12_final_pay_period_ending_date: '2026-01-18',
    block_15_total_insurable_hours: '160',
    block_15_total_insurable_earnings: 4_000,
    pp1_insurable_earnings: 2_000,
    pp2_insurable_earnings: 2_000,
    employee_address_line_2: 'Toronto ON',
    contact_last_name: 'Field',
    contact_area_code: 416,
    contact_phone_number: 5550100,
    block_13_occupation: 'Baker',
    block_14_expected_recall_code: 'U',
  });
  const back = await must(200, 'POST', '/form_types/roe/populate', { ...asking, expected_recall_date: '2026-04-06' });
  expect(back.data.fields).toMatchObject({
    block_14_expected_recall_code: 'Y',
    block_14_expected_recall_date: '2026-04-06',
  });
  const past = { ...asking, expected_recall_date: '2026-01-16' };
  expect(Object.keys((await must(422, 'POST', '/form_types/roe/populate', past)).errors)).toEqual([
    'expected_recall_date',
  ]);
  const body = { owner_id: employer.employees[0], type: 'roe', effective_date: '2026-02-01' };
  const form = await must(201, 'POST', '/forms', body);
  const path = `/forms/${form.id}`;
  // Without what the agency needs there is no file, and each field is named.
  const empty = await asked('GET', `${path}/download`, undefined, { Accept: 'application/xml' });
  expect(empty.status).toBe(422);
  expect(Object.keys(empty.body.errors)).toContain(`${form.id}.block_10_first_day_worked`);
  const filled = await must(200, 'PUT', path, { ...data.fields, block_16_separation_code: 'A00' });
  expect(filled.data).toMatchObject({
    status: 'draft',
    validation_error_count: 0,
    block_8_social_insurance_number: null,
  });
  const done = await must(200, 'POST', `${path}/submit`);
  expect(done.data).toMatchObject({ status: 'done', is_editable: false });
  await must(400, 'PUT', path, { block_16_separation_code: 'E00' });

  const xml = await (await bytesOf(`${path}/download`, 'application/xml')).text();
  expect(await faultsOf(xml, 'roe')).toEqual([]);
  expect(textsAt(xml, 'B8')).toEqual([SIN]);
  expect(textsAt(xml, 'B15A')).toEqual(['160']);
  const answer = await bytesOf(`${path}/download`, 'application/pdf');
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  // The form itself answers the same, to who asks it for a file.
  expect(await (await bytesOf(path, 'application/xml')).text()).toBe(xml);
  expect((await bytesOf(path, 'application/pdf')).headers.get('Content-Type')).toBe('application/pdf');
  expect((await bytesOf(path, 'text/csv')).status).toBe(406);
  const [page = ''] = await pdfText(answer);
  expect(page).toContain('046 454 286');
  expect(page).toContain('Ada Roy');
  // The number is in what was downloaded alone.
  expect((await asked('GET', path)).text).not.toContain(SIN);
  const without = { ...asking, last_day_for_which_paid: '2025-12-01' };
  expect(Object.keys((await must(422, 'POST', '/form_types/roe/populate', without)).errors)).toEqual([
    'last_day_for_which_paid',
  ]);
  expect(
    Object.keys((await must(422, 'POST', '/form_types/roe/populate', { effective_date: '2026-02-01' })).errors),
  ).toEqual(['employee_id']);
});

const roe = {
  type: 'roe',
  effective_date: '2026-02-01',
  block_5_cra_payroll_account_number: '123456782RP0001',
  block_6_pay_period_type: 'B',
  employee_first_name: 'Ada',
  employee_last_name: 'Roy',
  employee_address_line_1: '1 Main Street',
  employee_address_line_2: 'Toronto ON',
  employee_postal_code: 'M5V 2T6',
  contact_first_name: 'Ana',
  contact_last_name: 'Field',
  contact_area_code: '416',
  contact_phone_number: '5550100',
  block_10_first_day_worked: '2025-12-22',
  block_11_last_day_for_which_paid: '2026-01-16',
  block_12_final_pay_period_ending_date: '2026-01-18',
  block_15_total_insurable_hours: 160,
  pp1_insurable_earnings: 2_000,
  pp2_insurable_earnings: 2_000,
  block_16_separation_code: 'A00',
};

/** What an operator records, as the command line does. */
const operator = async <B extends Json, O extends string>(
  declared: Action<B, undefined, O>,
  id: string,
  body: NoInfer<B>,
) => {
  const { services, foundation } = service.service;
  const seed = randomUUID();
  const [first] = await services.store.readStream(streamOf(declared.on.object, id), { limit: 1 });
  const { partner_id = '', company_id = '' } = first!.metadata;
  const origin = {
    tenant: { partner_id, company_id },
    actor: 'operator:test',
    request_id: seed,
    correlation_id: seed,
    occurred_at: services.clock.instant(),
    mayRepeat: false,
    seed,
  };
  await act(declared, id, { origin, services, body });
  await services.gate.followed(await foundation.store.head());
};
const authorized = async (entity: string): Promise<void> => {
  const path = '/business_entity_roe_authorizations';
  const { id } = await must(201, 'POST', path, { business_entity_id: entity });
  await operator(roeAnswer, id, { outcome: 'authorized', note: 'By letter.' });
};
const statusBecomes = (path: string, status: string) =>
  until(async () => (await must(200, 'GET', path)).data.status === status);

test('forms, rule 6: records of employment are sent only with an authorization of the government', async () => {
  const entity = employer.entity.id;
  const about = { ...roe, owner_id: employer.employees[0] };
  const form = await must(201, 'POST', '/forms', about);
  const path = `/forms/${form.id}`;
  expect(form.data.metadata.submission_setting).toBe('manual');
  await must(422, 'PUT', `/business_entities/${entity}`, { roe_submission_setting: 'by_pigeon' });
  const { data } = await must(200, 'PUT', `/business_entities/${entity}`, { roe_submission_setting: 'managed' });
  expect(data.ca_settings).toEqual({ roe_submission_setting: 'managed' });
  expect((await must(200, 'GET', path)).data.metadata.submission_setting).toBe('managed');

  const nobodyAsked = await must(400, 'POST', `${path}/submit`);
  expect(nobodyAsked.message).toContain('no authorization was asked for');
  const request = await must(201, 'POST', '/business_entity_roe_authorizations', { business_entity_id: entity });
  expect((await must(400, 'POST', `${path}/submit`)).message).toContain(
    `not answered yet to the request ${request.id}`,
  );
  await operator(roeAnswer, request.id, { outcome: 'unauthorized', note: 'No.' });
  expect((await must(400, 'POST', `${path}/submit`)).message).toContain('refused the authorization');
  await authorized(entity);
  // What Service Canada would not take does not leave, though by hand it may be submitted so.
  await must(200, 'PUT', path, { employee_postal_code: 'nowhere' });
  expect((await must(400, 'POST', `${path}/submit`)).message).toContain('Postal code must be a postal code of Canada');
  await must(200, 'PUT', path, { employee_postal_code: 'M5V 2T6' });
  // A refusal takes no number and stores nothing.
  expect((await must(200, 'GET', path)).data).toMatchObject({ status: 'draft', number: null });

  // In preview an agency is simulated, and says what it was told to.
  const sent = await must(200, 'POST', `${path}/submit`);
  expect(sent.data).toMatchObject({ is_editable: false, metadata: { submission_setting: 'managed' } });
  await statusBecomes(path, 'done');
  await must(400, 'POST', `${path}/submit`);
  await must(400, 'POST', `${path}/simulate`, { outcome: 'accept' });
  const other = await must(201, 'POST', '/forms', { ...about, block_18_comments: 'Of other work' });
  await must(422, 'POST', `/forms/${other.id}/simulate`, { outcome: 'reject' });
  const reasons = [{ code: '17', text: 'Block 17 says too little.' }];
  await must(200, 'POST', `/forms/${other.id}/simulate`, { outcome: 'reject', reasons });
  await must(200, 'POST', `/forms/${other.id}/submit`);
  await statusBecomes(`/forms/${other.id}`, 'rejected');
  expect((await must(200, 'GET', `/forms/${other.id}`)).data.rejection_reasons).toEqual(reasons);
  await must(200, 'PUT', `/business_entities/${entity}`, { roe_submission_setting: 'manual' });
  // How it was submitted does not change with the setting.
  expect((await must(200, 'GET', path)).data.metadata.submission_setting).toBe('managed');
});

test('a form of a live employer waits until an operator records the answer, and a record that replaces it has its serial number', async () => {
  const live = await must(201, 'POST', '/business_entities', {
    business_number: '123456782RP0001',
    name: 'Live Bakery',
    in_preview: false,
  });
  await must(200, 'PUT', `/business_entities/${live.id}`, { roe_submission_setting: 'managed' });
  await authorized(live.id);
  const about = { ...roe, owner_id: employer.employees[0], business_entity_id: live.id };
  const form = await must(201, 'POST', '/forms', about);
  const path = `/forms/${form.id}`;
  await must(200, 'POST', `${path}/submit`);
  const listed = await payroll('forms', 'waiting', '--json');
  const lines = listed.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  // What employers in preview send is answered by a simulated agency, and granted authorizations wait for nobody.
  expect(lines).toEqual([
    expect.objectContaining({ id: form.id, what: 'roe original', employer: 'Live Bakery', status: 'processing' }),
  ]);
  const answer = (...args: string[]) => payroll('forms', ...args);
  expect((await answer('receive', form.id)).out).toContain(`${form.id} was received`);
  // What a command appends is read a moment later: no answer of the service waits for it.
  const becomes = (status: string) => until(async () => (await must(200, 'GET', path)).data.status === status);
  await becomes('submitted');
  await must(400, 'POST', `${path}/simulate`, { outcome: 'accept' });
  expect((await answer('accept', form.id, '--confirmation', 'W123')).code).toBe(2);
  expect(await answer('accept', 'emp_1')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/give that of a batch, fbat_…, or of a form, form_…/),
  });
  expect((await answer('accept', form.id, '--confirmation', 'W12345678')).code).toBe(0);
  await becomes('done');
  expect((await must(200, 'GET', path)).data).toMatchObject({ status: 'done', block_1_serial_number: 'W12345678' });
  expect((await answer('accept', form.id, '--confirmation', 'W12345678')).out).toContain('recorded already');
  expect(await answer('reject', form.id, '--reason', 'Late.')).toMatchObject({
    code: 1,
    err: expect.stringContaining('The form is done'),
  });
  expect((await payroll('forms', 'waiting')).out).toBe('nothing is waiting for an operator\n');
  const amendment = await must(201, 'POST', '/forms', {
    owner_id: employer.employees[0],
    type: 'roe',
    stage: 'amendment',
    original_form_id: form.id,
  });
  expect(amendment.data).toMatchObject({
    block_1_serial_number: null,
    block_2_serial_number_of_amended_or_replaced: 'W12345678',
    block_15_total_insurable_hours: 160,
  });
  // No file cancels a record: the operator is told which one to delete in ROE Web.
  const cancelling = { owner_id: employer.employees[0], type: 'roe', stage: 'cancellation', original_form_id: form.id };
  const cancellation = await must(201, 'POST', '/forms', cancelling);
  await must(200, 'POST', `/forms/${cancellation.id}/submit`);
  expect((await payroll('forms', 'waiting')).out).toMatch(/roe cancellation of W12345678 .* 2026-01-05\n/);
  // Programs read JSON alone: no sentence stands for numbers that are not set.
  const numbers = await Promise.all([payroll('forms', 'numbers'), payroll('forms', 'numbers', '--json')]);
  expect(numbers.map(({ code, out }) => [code, out])).toEqual([
    [0, expect.stringMatching(/^no numbers of RL-1 slips are set/)],
    [0, ''],
  ]);
  expect((await answer('accept', cancellation.id)).code).toBe(0);
});

/** The command line, beside the service. */
const payroll = async (...args: string[]) => {
  const command = runHere(args, service.env);
  return { code: await command.ended, out: command.stdout(), err: command.stderr() };
};

test('the slips of a submitted batch can be downloaded: one XML for the agency, one PDF for the people', async () => {
  const batch = await must(201, 'POST', '/form_batches', {
    owner_id: employer.entity.id,
    form_type: 't4',
    effective_date: '2026-12-31',
  });
  const form = await must(201, 'POST', '/forms', {
    owner_id: employer.employees[0],
    type: 't4',
    form_batch_id: batch.id,
    employee_first_name: 'Ada',
    employee_surname: 'Roy',
    box_54_payroll_account_number: '123456782RP0001',
    box_10_province_territory_or_country_of_employment_code: 'ON',
    box_45_employer_offered_dental_benefits: '1',
    box_14_employment_income: 52_000,
  });
  await must(400, 'GET', `/forms/${form.id}/download`, undefined, { Accept: 'application/pdf' });
  await must(400, 'GET', `/form_batches/${batch.id}/download`, undefined, { Accept: 'application/xml' });
  await must(200, 'POST', `/forms/${form.id}/approve`);
  await must(400, 'GET', `/forms/${form.id}/download`, undefined, { Accept: 'application/xml' });
  await must(200, 'POST', `/form_batches/${batch.id}/submit`, {});
  const xml = await (await bytesOf(`/form_batches/${batch.id}/download`, 'application/xml')).text();
  expect(await faultsOf(xml, 't4')).toEqual([]);
  expect(textsAt(xml, 'sin')).toEqual([SIN]);
  expect(textsAt(xml, 'slp_cnt')).toEqual(['1']);
  expect(textsAt(xml, 'tot_empt_incamt')).toEqual(['52000.00']);
  const pages = await pdfText(await bytesOf(`/form_batches/${batch.id}/download`, 'application/pdf'));
  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain('52,000.00');
  await readInBrowser(form.id, batch.id);
});

/** A page in a browser reads the record alone: no number of a person, and no file that has one. */
const readInBrowser = async (form: string, batch: string) => {
  const { body } = await service.request(
    'POST',
    '/token',
    { company_id: employer.company.id, purpose: 'component' },
    service.partnerSecret,
  );
  const read = (path: string, accept: string) =>
    fetch(`${service.url}${path}`, { headers: { Authorization: `Bearer ${body.access_token}`, Accept: accept } });
  for (const path of [`/forms/${form}`, `/forms/${form}?expand=owner`, '/forms?type=t4&expand=owner'])
    for (const accept of ['application/json', '*/*', 'application/json, application/pdf;q=0.1']) {
      const answer = await read(path, accept);
      expect([path, accept, answer.status]).toEqual([path, accept, 200]);
      expect(answer.headers.get('Content-Type')).toContain('application/json');
      const text = await answer.text();
      expect(text).toContain(form);
      expect(text.replaceAll(/\D/g, '')).not.toContain(SIN);
    }
  const files = [`/forms/${form}`, `/forms/${form}/download`, `/form_batches/${batch}/download`];
  const reveals = [`/employees/${employer.employees[0]}/reveal`];
  for (const path of [...files, ...reveals])
    for (const accept of ['application/pdf', 'application/xml', 'application/pdf, application/json;q=0.1']) {
      const answer = await read(path, accept);
      expect([path, accept, answer.status]).toEqual([path, accept, 403]);
      expect((await answer.text()).replaceAll(/\D/g, '')).not.toContain(SIN);
    }
};

test('an RL-1 with more additional information than fits on a slip gets numbers of further slips, and keeps them', async () => {
  const made = await must(201, 'POST', '/forms', {
    owner_id: employer.employees[0],
    type: 'rl1',
    effective_date: '2026-12-31',
    employee_first_name: 'Ada',
    employee_surname: 'Roy',
    identification_number: '1234567890RS0001',
    box_a_employment_income: 52_000,
    box_o_other_income: 600,
    code_ra_supplementary_unemployment_benefits: 100,
    code_rd_fees_for_services: 200,
    code_rj_retiring_allowance: 300,
    code_g_1_taxable_benefits_in_kind: 40,
    code_235_premiums_private_health_services_plan: 60,
  });
  const path = `/forms/${made.id}`;
  const { number } = (await must(200, 'POST', `${path}/approve`)).data;
  const told = async () => (await pdfText(await bytesOf(`${path}/download`, 'application/pdf')))[0];
  expect(await told()).toContain(`Slip number ${rl1Number(number)}, ${rl1Number(number + 1)}\n`);
  await must(200, 'POST', `${path}/unapprove`);
  await must(200, 'POST', `${path}/approve`);
  expect(await told()).toContain(`Slip number ${rl1Number(number)}, ${rl1Number(number + 1)}\n`);
});
