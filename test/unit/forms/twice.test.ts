import { expect, test } from 'vitest';
import { approveForm, submitFormBatch, unapproveForm } from '../../../src/forms/filing/actions.ts';
import { submitForm } from '../../../src/forms/filing/submit.ts';
import { NOTHING_DONE } from '../../../src/kernel/calls/task-kind.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { SALARY } from '../../support/payroll-world.ts';
import { yearEnd } from '../../support/year-end.ts';

/** Given an original that its agency has, or is to get, when another original of the same payee is approved. */

const SLIP = {
  employee_surname: 'Roy',
  box_54_payroll_account_number: '123456782RP0001',
  box_10_province_territory_or_country_of_employment_code: 'ON',
  box_45_employer_offered_dental_benefits: '1',
  box_14_employment_income: '52000',
};

const slips = async () => {
  const world = await yearEnd();
  const { employee } = await world.hired();
  const made = (more: JsonObject = {}) =>
    world.given.created('form', {
      ...{ type: 't4', owner_id: employee.id, effective_date: '2026-12-31', ...SLIP },
      ...more,
    });
  const said = async (action: typeof approveForm, { id }: { id: string }) => {
    const { problem, events } = await world.when(() => action.run(world.call({ params: { form: id } })));
    return problem ? [problem.status, events.length, problem.text.en] : 'done';
  };
  return { world, made, said };
};

test('an original that says the same as one that is approved or filed is refused, whoever moved meanwhile', async () => {
  const { world, made, said } = await slips();
  const [first, second] = [await made(), await made({ employee_address_line_1: '1 Other Street' })];
  expect(await said(approveForm, first)).toBe('done');
  const twice = (status: string) => [
    400,
    0,
    `${second.id} would be filed twice: ${first.id} of the same payee, account and year says the same, and is ${status}. Delete one of them; to file the slip once more, submit a cancellation of ${first.id} first.`,
  ];
  expect(await said(approveForm, second)).toEqual(twice('approved'));
  expect(await said(unapproveForm, first)).toBe('done');
  expect(await said(approveForm, second)).toBe('done');
  expect(await said(unapproveForm, second)).toBe('done');
  await world.filed(first);
  expect(await said(approveForm, second)).toEqual(twice('done'));
});

test('an original is approved where a second slip may be meant, or after the first was cancelled, changed or rejected', async () => {
  const { world, made, said } = await slips();
  const first = await made();
  await world.filed(first);
  const others: JsonObject[] = [
    { box_14_employment_income: '52000.01' },
    { box_29_employment_code: '11' },
    { box_54_payroll_account_number: '123456782RP0002' },
    { box_10_province_territory_or_country_of_employment_code: 'BC' },
    { employee_number: 'B-2' },
    { tax_year: '2025' },
  ];
  for (const other of others) expect([other, await said(approveForm, await made(other))]).toEqual([other, 'done']);
  const again = await made();
  expect(await said(approveForm, again)).toEqual([400, 0, expect.stringContaining(first.id)]);
  const amendment = await made({
    stage: 'amendment',
    original_form_id: first.id,
    box_14_employment_income: '53000',
  });
  expect(await said(approveForm, amendment)).toBe('done');
  expect(await said(approveForm, again)).toBe('done');
  await world.filed(amendment);
  const asAmended = await made({ box_14_employment_income: '53000' });
  expect(await said(approveForm, asAmended)).toEqual([400, 0, expect.stringContaining(amendment.id)]);
  const cancellation = await made({
    stage: 'cancellation',
    original_form_id: amendment.id,
    box_14_employment_income: '53000',
  });
  expect(await said(approveForm, cancellation)).toBe('done');
  expect(await said(approveForm, asAmended)).toBe('done');
  const reasons = [{ code: null, text: 'The account is closed.' }];
  await world.given.events('form', asAmended.id, { type: 'FormRejected', data: { reasons } });
  expect(await said(approveForm, await made({ box_14_employment_income: '53000' }))).toBe('done');
});

test('a flag that is not set says what a blank says, and a box with 0 what an empty one does: they make no second slip, and no amendment', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired({ rate: SALARY });
  await world.populated();
  await world.paid();
  const body = { tax_year: 2026, values: { box_45_employer_offered_dental_benefits: '1' } };
  await world.generated('t4', body);
  const [generated] = world.forms('t4');
  const { values } = generated!;
  expect(values).toMatchObject({ box_28_cpp_or_qpp_exempt_code: false });
  const told = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== false));
  const byHand = await world.given.created('form', {
    ...{ type: 't4', owner_id: employee.id, effective_date: '2026-12-31', ...generated!.person, ...told },
    box_46_charitable_donations: '0',
  });
  await world.filed(generated!);
  const approval = await world.when(() => approveForm.run(world.call({ params: { form: byHand.id } })));
  expect(approval.problem?.text.en).toContain(`${byHand.id} would be filed twice: ${generated!.id}`);

  // The same where the one that was filed was made by hand.
  const cancellation = { type: 't4', owner_id: employee.id, stage: 'cancellation', original_form_id: generated!.id };
  await world.filed(await world.given.created('form', cancellation));
  await world.filed(byHand);
  const { id: form_batch_id } = await world.batch('t4', { form_stage: 'amendment' });
  expect(await world.generated('t4', { ...body, form_batch_id })).toEqual([NOTHING_DONE]);
});

test('nor is a batch submitted with one that was approved in the same moment, or before the cancellation is submitted', async () => {
  const { world, made, said } = await slips();
  const [one, other] = [await world.batch('t4'), await world.batch('t4')];
  const submitted = async ({ id }: { id: string }) => {
    const { problem } = await world.when(() => submitFormBatch.run(world.call({ params: { form_batch: id } })));
    return problem ? [problem.status, problem.text.en] : 'done';
  };
  const first = await made({ form_batch_id: one.id });
  const second = await made({ form_batch_id: other.id });
  expect(await said(approveForm, first)).toBe('done');
  // Its request did not see the other one.
  await world.given.events('form', second.id, { type: 'FormApproved', data: { number: 7 } });
  expect(await submitted(other)).toEqual([
    400,
    expect.stringContaining(`${second.id} would be filed twice: ${first.id}`),
  ]);
  expect(await said(unapproveForm, second)).toBe('done');
  await world.filed(first);
  const cancelling = await world.batch('t4', { form_stage: 'cancellation' });
  const cancellation = await made({
    stage: 'cancellation',
    original_form_id: first.id,
    form_batch_id: cancelling.id,
  });
  expect(await said(approveForm, cancellation)).toBe('done');
  expect(await said(approveForm, second)).toBe('done');
  expect(await submitted(other)).toEqual([400, expect.stringContaining('submit a cancellation')]);
  expect(await submitted(cancelling)).toBe('done');
  await world.given.events('form', cancellation.id, { type: 'FormFiling', data: { form_batch_id: cancelling.id } });
  expect(await submitted(other)).toBe('done');
});

test('a record of employment that says what one says that was issued is issued again once that is cancelled', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired();
  const record = (more: JsonObject = {}) =>
    world.given.created('form', {
      ...{ type: 'roe', owner_id: employee.id, effective_date: '2026-12-31', contact_last_name: 'Field' },
      ...{ block_10_first_day_worked: '2026-03-02', block_11_last_day_for_which_paid: '2026-11-14', ...more },
    });
  const said = async ({ id }: { id: string }) => {
    const { problem, events } = await world.when(() => submitForm.run(world.call({ params: { form: id } })));
    return problem ? [problem.status, events.length, problem.text.en] : 'done';
  };
  const first = await record();
  expect(await said(first)).toBe('done');
  const second = await record({ contact_last_name: 'Roy', employee_last_name: 'Roy' });
  expect(await said(second)).toEqual([
    400,
    0,
    `${second.id} would be issued twice: ${first.id} of the same person, account and days says the same, and is done. Delete ${second.id}; to issue the record once more, submit a cancellation of ${first.id} first.`,
  ]);
  // Of other days, or with other pay: whether it takes the place of the first one nobody but the employer knows.
  expect(await said(await record({ block_11_last_day_for_which_paid: '2026-11-15' }))).toBe('done');
  expect(await said(await record({ pp1_insurable_earnings: '0' }))).toBe('done');
  const cancellation = await record({ stage: 'cancellation', original_form_id: first.id });
  expect(await said(cancellation)).toBe('done');
  expect(await said(second)).toBe('done');
});

test('a cancellation that says other than the slip that it takes back is refused', async () => {
  const { world, made, said } = await slips();
  const first = await made();
  await world.filed(first);
  const cancellation = await made({ stage: 'cancellation', original_form_id: first.id, box_14_employment_income: 77 });
  const refused = [
    400,
    0,
    `${cancellation.id} says other than ${first.id}, which it cancels, in Employment income (Box 14): a cancellation repeats what the agency has. Correct it, or delete it and make another one.`,
  ];
  expect(await said(approveForm, cancellation)).toEqual(refused);
  // A box with 0 says what a blank does.
  await world.given.changed('form', cancellation.id, {
    box_14_employment_income: 52_000,
    box_46_charitable_donations: 0,
  });
  expect(await said(approveForm, cancellation)).toBe('done');
});
