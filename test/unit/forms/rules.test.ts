import { expect, test } from 'vitest';
import { formDownloads } from '../../../src/forms/downloads/operations.ts';
import { formApproved } from '../../../src/forms/events.ts';
import { approveForm, submitFormBatch } from '../../../src/forms/filing/actions.ts';
import { submitForm } from '../../../src/forms/filing/submit.ts';
import { FORM_TYPES, formTypeOf } from '../../../src/forms/types/index.ts';
import { operations } from '../../../src/operations.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { SALARY } from '../../support/payroll-world.ts';
import { before } from '../../support/right-before.ts';
import { yearEnd } from '../../support/year-end.ts';

/** Rules of forms, of their types and of their batches that no other test here or of the service tells. */

test('forms, rule 1, and batches, rule 2: T4 and T4A go to the CRA, RL-1 to Revenu Québec, records of employment to Service Canada', () => {
  expect(['t4', 't4a', 'rl1', 'roe'].map((type) => formTypeOf(type).agency)).toEqual([
    'cra',
    'cra',
    'rq',
    'service_canada',
  ]);
});

test('forms, rules 7 and 8: a record of employment includes corrections, and no historical payrolls and no transit passes in Quebec', async () => {
  const world = await yearEnd({ province: 'ca_qc' });
  const { assignment, employee } = await world.hired({ rate: SALARY });
  await world.given.created('reimbursement', {
    work_assignment_id: assignment.id,
    reimbursement_type: 'transit_pass',
    amount: '90',
    frequency: 'per_payroll',
    effective_from: '2026-01-01',
  });
  await world.populated();
  const { pay_date, period_start, period_end } = await world.paid();
  const body = {
    effective_date: '2026-12-31',
    employee_id: employee.id,
    first_day_worked: period_start!,
    last_day_for_which_paid: period_end!,
  };
  const earnings = async () => (await world.populatedForm('roe', body)).pp1_insurable_earnings;
  expect(await earnings()).toBe(2000);
  const beside = async (type: 'correction' | 'historical', custom_amount: string) => {
    const period = { pay_date, period_start, period_end } as { pay_date: string };
    const payroll = await world.given.created('payroll', { pay_schedule_id: world.schedule.id, type, ...period });
    const stub = await world.given.created('pay_stub', {
      payroll_id: payroll.id,
      work_assignment_id: assignment.id,
    });
    const line = { pay_stub_id: stub.id, earning_type: 'bonus_discretionary', custom_amount };
    await world.given.created('earning_line_item', line);
    await world.populated();
    await world.paid(payroll);
  };
  await beside('correction', '-150');
  expect(await earnings()).toBe(1850);
  await beside('historical', '400');
  expect(await earnings()).toBe(1850);
});

test('hours that a correction takes back are not insurable hours of a record of employment', async () => {
  const world = await yearEnd();
  const { assignment, employee } = await world.hired({ rate: SALARY });
  await world.populated();
  const { pay_date, period_start, period_end } = await world.paid();
  const period = { pay_date, period_start, period_end } as { pay_date: string };
  const payroll = await world.given.created('payroll', {
    ...{ pay_schedule_id: world.schedule.id, type: 'correction' },
    ...period,
  });
  const stub = await world.given.created('pay_stub', { payroll_id: payroll.id, work_assignment_id: assignment.id });
  await world.given.created('earning_line_item', {
    ...{ pay_stub_id: stub.id, earning_type: 'wage', custom_amount: '-200', custom_hours: '-8' },
  });
  await world.populated();
  await world.paid(payroll);
  const days = { first_day_worked: period_start!, last_day_for_which_paid: period_end! };
  const fields = await world.populatedForm('roe', { effective_date: '2026-12-31', employee_id: employee.id, ...days });
  expect([fields.pp1_insurable_earnings, fields.block_15_total_insurable_hours]).toEqual([1800, '72']);
});

test('forms, rule 10: claim returns have no status, and cannot be approved or filed', async () => {
  const world = await yearEnd();
  const { assignment } = await world.hired();
  const form = await world.given.created('form', {
    type: 'td1',
    owner_id: assignment.id,
    effective_date: '2026-01-01',
    line_1_basic_personal_amount: '16452',
    line_13_total_claim_amount: '16452',
  });
  expect([form.status, form.number]).toEqual([null, null]);
  const actions = operations.filter(({ id }) => /^(approve|submit)_form$/.test(id));
  expect(actions).toHaveLength(2);
  for (const action of actions)
    expect((await world.when(() => action.run(world.call({ params: { form: form.id } })))).problem?.status).toBe(400);
  expect(formTypeOf('td1').agency).toBeNull();
});

test('forms, rule 11: the fields of a form depend on its type and version, and others are refused', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired();
  const made = (more: JsonObject) => world.when(() => world.given.created('form', { owner_id: employee.id, ...more }));
  const other = await made({ type: 't4', effective_date: '2026-12-31', box_a_employment_income: '1' });
  expect(other.problem?.issues?.map(({ path }) => path)).toEqual(['box_a_employment_income']);
  const before = await made({ type: 't4', effective_date: '2019-12-31' });
  expect(before.problem?.issues?.map(({ path }) => path)).toEqual(['effective_date']);
  const keys = FORM_TYPES.map(({ versions }) =>
    versions
      .at(-1)!
      .fields.map(({ key }) => key)
      .join(),
  );
  expect(new Set(keys).size).toBeGreaterThan(5);
});

test('the version of a form or a batch follows from its tax year where no day is given', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired();
  const owned = { owner_id: world.employer.id, form_type: 'rl1' };
  const batch = await world.given.created('form_batch', { ...owned, tax_year: 2025 });
  expect(batch).toMatchObject({ tax_year: 2025, effective_date: '2025-12-31' });
  expect(await world.given.created('form_batch', owned)).toMatchObject({
    tax_year: 2026,
    effective_date: world.services.clock.today(),
  });
  const made = await world.given.created('form', { owner_id: employee.id, type: 't4', tax_year: '2025' });
  expect(made).toMatchObject({ tax_year_of: 2025, effective_date: '2025-12-31' });
  const dated = { owner_id: employee.id, type: 't4', tax_year: '2025', effective_date: '2026-02-01' };
  expect(await world.given.created('form', dated)).toMatchObject({ tax_year_of: 2025, effective_date: '2026-02-01' });
});

test('an amendment and a cancellation refer to the form that the agency has now, and to none that was replaced or taken back', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired();
  const own = { type: 't4', owner_id: employee.id, effective_date: '2026-12-31' };
  const made = (more: JsonObject = {}) => world.given.created('form', { ...own, ...more });
  const refused = async (original_form_id: string) => {
    const { problem } = await world.when(() => made({ stage: 'amendment', original_form_id }));
    return problem?.issues?.map(({ path, text }) => `${path}: ${text.en}`);
  };
  const original = await made();
  await world.filed(original);
  const values = {
    ...{ employee_surname: 'Roy', box_54_payroll_account_number: '123456782RP0001' },
    ...{ box_10_province_territory_or_country_of_employment_code: 'ON', box_45_employer_offered_dental_benefits: '1' },
  };
  const amendment = await made({ stage: 'amendment', original_form_id: original.id });
  const late = await made({ stage: 'amendment', original_form_id: original.id, ...values });
  await world.filed(amendment);
  // Made when nothing had replaced the original yet.
  const approved = await world.when(() => approveForm.run(world.call({ params: { form: late.id } })));
  expect([approved.problem?.status, approved.events]).toEqual([400, []]);
  expect(approved.problem?.text.en).toContain(`${amendment.id} has replaced it`);
  expect(await refused(original.id)).toEqual([
    `original_form_id: must name the form that the agency has now: ${amendment.id} has replaced it`,
  ]);
  const cancellation = await made({ stage: 'cancellation', original_form_id: amendment.id });
  await world.filed(cancellation);
  expect(await refused(amendment.id)).toEqual([
    `original_form_id: must name the form that the agency has now: ${cancellation.id} has cancelled it`,
  ]);
});

test('of two amendments of one form only one can be approved and sent, also when both were approved in the same moment', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired();
  const own = { type: 't4', owner_id: employee.id, effective_date: '2026-12-31' };
  const original = await world.given.created('form', own);
  await world.filed(original);
  const form_batch_id = (await world.batch('t4', { form_stage: 'amendment' })).id;
  const amendment = () =>
    world.given.created('form', {
      ...{ ...own, stage: 'amendment', original_form_id: original.id, form_batch_id },
      ...{ employee_surname: 'Roy', box_54_payroll_account_number: '123456782RP0001' },
      ...{
        box_10_province_territory_or_country_of_employment_code: 'ON',
        box_45_employer_offered_dental_benefits: '1',
      },
    });
  const [first, second] = [await amendment(), await amendment()];
  const approve = ({ id }: { id: string }) => world.when(() => approveForm.run(world.call({ params: { form: id } })));
  expect((await approve(first)).problem).toBeUndefined();
  const refused = await approve(second);
  expect([refused.problem?.status, refused.events]).toEqual([400, []]);
  expect(refused.problem?.text.en).toContain(`${second.id} and ${first.id} both refer to ${original.id}`);
  await world.given.events('form', second.id, { type: 'FormApproved', data: { number: 2 } });
  const sent = await world.when(() => submitFormBatch.run(world.call({ params: { form_batch: form_batch_id } })));
  expect([sent.problem?.status, sent.events]).toEqual([400, []]);
  expect(sent.problem?.text.en).toContain(`both refer to ${original.id}`);
});

test('an amendment of a form that the agency rejected since is neither approved nor sent, nor is such a record of employment', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired();
  const own = { type: 't4', owner_id: employee.id, effective_date: '2026-12-31' };
  const original = await world.given.created('form', own);
  const data = { number: 1 };
  await world.given.events('form', original.id, { type: 'FormApproved', data }, { type: 'FormReceived', data: {} });
  const form_batch_id = (await world.batch('t4', { form_stage: 'amendment' })).id;
  const values = {
    ...{ employee_surname: 'Roy', box_54_payroll_account_number: '123456782RP0001' },
    ...{ box_10_province_territory_or_country_of_employment_code: 'ON', box_45_employer_offered_dental_benefits: '1' },
  };
  const refers = { stage: 'amendment', original_form_id: original.id, form_batch_id };
  const amendment = await world.given.created('form', { ...own, ...refers, ...values });
  const rejected = { type: 'FormRejected', data: { reasons: [{ code: null, text: 'The account is closed.' }] } };
  await world.given.events('form', original.id, rejected);
  const approved = await world.when(() => approveForm.run(world.call({ params: { form: amendment.id } })));
  expect([approved.problem?.status, approved.events]).toEqual([400, []]);
  expect(approved.problem?.text.en).toContain(`${original.id} is rejected`);
  await world.given.events('form', amendment.id, { type: 'FormApproved', data: { number: 2 } });
  const sent = await world.when(() => submitFormBatch.run(world.call({ params: { form_batch: form_batch_id } })));
  expect([sent.problem?.status, sent.events]).toEqual([400, []]);
  expect(sent.problem?.text.en).toContain(`${original.id} is rejected`);
});

test('a form whose tax year does not have four digits is stored with an error, and belongs to no year', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired();
  const made = await world.given.created('form', { owner_id: employee.id, type: 't4', effective_date: '2026-12-31' });
  expect(made.tax_year_of).toBe(2026);
  for (const tax_year of ['9'.repeat(40), '1e9', '0x7ea', ' 2026', '-2026']) {
    const { tax_year_of, values, validation_error_count } = await world.given.changed('form', made.id, { tax_year });
    expect([tax_year_of, values.tax_year]).toEqual([null, tax_year]);
    expect(validation_error_count).toBeGreaterThan(made.validation_error_count);
  }
});

test('batches, rule 5: right after its submission a batch is processing, and its forms are still approved', async () => {
  const world = await yearEnd();
  await world.hired({ rate: SALARY });
  await world.populated();
  await world.paid();
  const batch = await world.batch('t4');
  await world.generated('t4', {
    form_batch_id: batch.id,
    values: { box_45_employer_offered_dental_benefits: '1' },
  });
  const [form] = world.forms('t4');
  await world.given.events('form', form!.id, { type: formApproved.type, data: { number: 1 } });
  const submit = operations.find(({ id }) => id === 'submit_form_batch')!;
  const { body } = (await submit.run(world.call({ params: { form_batch: batch.id } }))) as { body: unknown };
  expect(body).toMatchObject({
    data: { status: 'processing', metadata: { counts: { total: 1, approved: 1, processing: 0 } } },
  });
});

test('a record of employment names in block 2 the record that it replaces, and nothing where the number of that one is not known', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired();
  const made = (more: JsonObject = {}) =>
    world.given.created('form', { type: 'roe', owner_id: employee.id, effective_date: '2026-12-31', ...more });
  const replacing = ({ id }: { id: string }, more: JsonObject = {}) =>
    made({ stage: 'amendment', original_form_id: id, ...more });
  const serials = ({ values }: Awaited<ReturnType<typeof made>>) => [
    values.block_1_serial_number ?? null,
    values.block_2_serial_number_of_amended_or_replaced ?? null,
  ];
  const original = await made({ block_1_serial_number: 'W11111111' });
  await world.filed(original);
  const first = await replacing(original);
  expect(serials(first)).toEqual([null, 'W11111111']);
  await world.filed(first);
  // Uploaded by hand, with a number that nobody has entered.
  const second = await replacing(first);
  expect(serials(second)).toEqual([null, null]);
  expect(serials(await replacing(first, { block_2_serial_number_of_amended_or_replaced: 'W22222222' }))).toEqual([
    null,
    'W22222222',
  ]);
});

test('the cancellation of a record of employment is no file, which would replace the record: it says what to delete', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired();
  const own = { type: 'roe', owner_id: employee.id, effective_date: '2026-12-31' };
  const original = await world.given.created('form', { ...own, block_1_serial_number: 'W11111111' });
  await world.filed(original);
  const referring = { ...own, original_form_id: original.id };
  const amendment = await world.given.created('form', { ...referring, stage: 'amendment' });
  const cancellation = await world.given.created('form', { ...referring, stage: 'cancellation' });
  const file = async (kind: 'xml' | 'pdf', { id }: { id: string }) => {
    const call = world.call({ params: { form: id }, choose: () => kind });
    const { problem } = await world.when(() => formDownloads.find((one) => one.id === 'download_form')!.run(call));
    return [problem?.status, problem?.text.en, problem?.text.fr];
  };
  expect(await file('xml', cancellation)).toEqual([
    400,
    'Service Canada cancels no record of employment by a file, which could only replace it: delete record W11111111 in ROE Web.',
    "Service Canada n'annule aucun relevé d'emploi par un fichier, qui ne pourrait que le remplacer : supprimez le relevé W11111111 dans RE Web.",
  ]);
  // What it lacks is named: the person's address.
  expect((await file('xml', amendment))[0]).toBe(422);
  expect((await file('pdf', cancellation))[0]).toBeUndefined();
});

test('of two records of employment that replace one, only one can be submitted', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired();
  const own = { type: 'roe', owner_id: employee.id, effective_date: '2026-12-31' };
  const original = await world.given.created('form', { ...own, block_1_serial_number: 'W11111111' });
  await world.filed(original);
  const replacing = () => world.given.created('form', { ...own, stage: 'amendment', original_form_id: original.id });
  const [first, second] = [await replacing(), await replacing()];
  const submit = ({ id }: { id: string }) => world.when(() => submitForm.run(world.call({ params: { form: id } })));
  const authorization = { number: 1, roe_authorization_id: 'roe_01K2ZQ7M4T8W3N5R6V9X0Y1A2B' };
  await world.given.events('form', first.id, { type: 'FormSent', data: authorization });
  const meanwhile = await submit(second);
  expect([meanwhile.problem?.status, meanwhile.events]).toEqual([400, []]);
  expect(meanwhile.problem?.text.en).toContain(`${first.id} refers to ${original.id} too`);
  await world.given.events('form', first.id, { type: 'FormAccepted', data: {} });
  const after = await submit(second);
  expect([after.problem?.status, after.events]).toEqual([400, []]);
  expect(after.problem?.text.en).toContain(`${first.id} has replaced it`);
});

test('of two records of employment that replace one, only one is submitted when both are in the same moment', async () => {
  let other: (() => Promise<unknown>) | undefined;
  const world = await yearEnd({ store: before('FormSubmitted', async () => other?.()) });
  const { employee } = await world.hired();
  const own = { type: 'roe', owner_id: employee.id, effective_date: '2026-12-31' };
  const original = await world.given.created('form', { ...own, block_1_serial_number: 'W11111111' });
  await world.filed(original);
  const replacing = (stage: string, more = {}) =>
    world.given.created('form', { ...own, stage, original_form_id: original.id, ...more });
  const [first, second] = [
    await replacing('amendment', { block_18_comments: 'Other hours' }),
    await replacing('cancellation'),
  ];
  const submit = ({ id }: { id: string }) => submitForm.run(world.call({ params: { form: id } }));
  other = () => submit(second);
  const { problem } = await world.when(() => submit(first));
  expect([problem?.status, problem?.text.en]).toEqual([
    400,
    `original_form_id must name the form that the agency has now: ${second.id} has cancelled it. Delete this form, and make another one.`,
  ]);
  expect(Object.fromEntries(world.forms('roe').map(({ id, status }) => [id, status]))).toEqual({
    ...{ [original.id]: 'done', [first.id]: 'draft', [second.id]: 'done' },
  });
});

test('an amendment is of the employer and the tax year of the form that it refers to', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired();
  const other = await world.given.created('business_entity', {
    name: 'Southlake Foods',
    business_number: '123456782RP0002',
  });
  const made = (more: JsonObject = {}) =>
    world.given.created('form', { type: 't4', owner_id: employee.id, effective_date: '2026-12-31', ...more });
  const original = await made();
  await world.filed(original);
  const referring = { stage: 'amendment', original_form_id: original.id };
  const refusal = async (act: () => Promise<unknown>) =>
    (await world.when(act)).problem?.issues?.map(({ path, text }) => `${path}: ${text.en}`);
  expect(await refusal(() => made({ ...referring, business_entity_id: other.id }))).toEqual([
    `original_form_id: must name a form of the same employer: it is of ${world.employer.id}`,
  ]);
  const ofYear = ['tax_year: must be 2026, that of the form that is referred to: cancel it to report another year'];
  expect(await refusal(() => made({ ...referring, tax_year: '2025' }))).toEqual(ofYear);
  const amendment = await made(referring);
  expect(await refusal(() => world.given.changed('form', amendment.id, { tax_year: '2025' }))).toEqual(ofYear);
  expect(amendment).toMatchObject({ business_entity_id: world.employer.id, tax_year_of: 2026 });
});

test('a form in a batch is of the tax year of the batch, whose file is of one year', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired();
  const batch = await world.batch('t4');
  const own = { type: 't4', owner_id: employee.id, form_batch_id: batch.id };
  const { id } = await world.given.created('form', own);
  const { problem } = await world.when<unknown>(() => world.given.changed('form', id, { tax_year: '2025' }));
  expect(problem?.issues?.map(({ path, text }) => [path, text.en, text.fr])).toEqual([
    [
      'tax_year',
      'must be that of its batch, 2026: take the form out of the batch to report another year',
      'doit être celle de son lot, 2026 : retirez le formulaire du lot pour déclarer une autre année',
    ],
  ]);
  const out = await world.given.changed('form', id, { tax_year: '2025', form_batch_id: null });
  expect([out.tax_year_of, out.form_batch_id]).toEqual([2025, null]);
});

test('what is wrong with an amendment is listed as it is counted: the record that it replaces', async () => {
  const world = await yearEnd();
  const validate = operations.find(({ id }) => id === 'validate_form_type')!;
  const listed = async (body: JsonObject) => {
    const answer = (await validate.run(world.call({ params: { form_type: 'roe' }, body }))) as { body: unknown };
    return Object.keys((answer.body as { data: { errors: JsonObject } }).data.errors);
  };
  const block_2 = 'block_2_serial_number_of_amended_or_replaced';
  const own = { effective_date: '2026-12-31' };
  expect(await listed(own)).not.toContain(block_2);
  expect(await listed({ ...own, stage: 'amendment' })).toContain(block_2);
  const known = { ...own, stage: 'amendment', [block_2]: 'W12345678' };
  expect(await listed(known)).toEqual(await listed(own));
});
