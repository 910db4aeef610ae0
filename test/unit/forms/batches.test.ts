import { getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { formDownloads } from '../../../src/forms/downloads/operations.ts';
import {
  formAccepted,
  formApproved,
  formBatchAccepted,
  formBatchAnswered,
  formBatchReceived,
  formBatchRejected,
  formBatchScripted,
  formBatchSubmitted,
  formSent,
  formSubmitted,
  formUnapproved,
} from '../../../src/forms/events.ts';
import { approveForm, submitFormBatch } from '../../../src/forms/filing/actions.ts';
import type { AgencyAnswer } from '../../../src/forms/filing/agency.ts';
import { answerForm, answerFormBatch } from '../../../src/forms/filing/answers.ts';
import { waitingForOperator } from '../../../src/forms/filing/waiting.ts';
import { countsOf, formBatch } from '../../../src/forms/form-batch.ts';
import { takeNumbers } from '../../../src/forms/numbers.ts';
import { formTypeOf } from '../../../src/forms/types/index.ts';
import { act } from '../../../src/kernel/calls/actions.ts';
import { retrieveOperation } from '../../../src/kernel/calls/operations.ts';
import type { Operation } from '../../../src/kernel/definition/operation.ts';
import type { Reader } from '../../../src/kernel/definition/reader.ts';
import { formManager } from '../../../src/processes/forms/forms.ts';
import { usageManager } from '../../../src/processes/usage/usage.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { type PayrollWorld, payrollWorld, SALARY } from '../../support/payroll-world.ts';
import { yearEnd } from '../../support/year-end.ts';

/** Given a batch of approved forms, when it is submitted, then all of them go to the agency or none does. */

const BOXES = { box_14_employment_income: '52000' };
const BOX_A = { box_a_employment_income: '52000' };

const aBatch = async (world: PayrollWorld) => {
  const batch = await world.given.created('form_batch', {
    owner_id: world.employer.id,
    form_type: 't4',
    effective_date: '2026-12-31',
  });
  const forms = [];
  for (const last_name of ['Roy', 'Tremblay']) {
    const { id: owner_id } = await world.given.created('employee', { first_name: 'Ada', last_name });
    const form = await world.given.created('form', { owner_id, type: 't4', form_batch_id: batch.id, ...BOXES });
    await world.given.events('form', form.id, { type: formApproved.type, data: { number: forms.length + 1 } });
    forms.push(form);
  }
  return { batch, forms };
};

const statuses = (world: PayrollWorld) => world.rows('form').map(({ status }) => status);

test('a submitted batch and its forms are accepted by the simulated agency, and a repeated submission does nothing', async () => {
  const world = await payrollWorld();
  const { batch } = await aBatch(world);
  const forms = formManager(world.services);
  await world.given.events('form_batch', batch.id, { type: formBatchSubmitted.type, data: { reference: 1, forms: 2 } });
  const { events } = await world.when(() => world.follow(forms));
  expect(statuses(world)).toEqual(['done', 'done']);
  expect(world.rows('form_batch')[0]).toMatchObject({ status: 'done', confirmation_number: 'SIM-00000001' });
  // Who sees that the batch ended sees that its forms did.
  const types = events.map(({ type }) => type);
  expect(types.indexOf(formBatchAccepted.type)).toBeGreaterThan(types.lastIndexOf(formAccepted.type));
  const again = await world.when(() => world.follow({ ...forms, name: 'forms of another process' }));
  expect(again.events).toEqual([]);
});

test('a batch says that it was rejected once its forms do, and they are made again then', async () => {
  const world = await yearEnd();
  await world.hired({ rate: SALARY });
  await world.populated();
  await world.paid();
  const { id: form_batch_id } = await world.batch('t4');
  const forms = formManager(world.services);
  await world.generated('t4', { tax_year: 2026, form_batch_id });
  const [first] = world.forms('t4');
  await world.given.events('form', first!.id, { type: formApproved.type, data: { number: 1 } });
  await world.given.events(
    'form_batch',
    form_batch_id,
    { type: formBatchScripted.type, data: { outcome: 'receive', reasons: [] } },
    { type: formBatchSubmitted.type, data: { reference: 1, forms: 1 } },
  );
  await world.follow(forms);
  const answered = async (body: AgencyAnswer) => {
    const { services, origin } = world;
    const { problem } = await world.when(() =>
      act(answerFormBatch, form_batch_id, { origin: origin(), services, body }),
    );
    return problem?.text.en;
  };
  const shown = () => [world.rows('form_batch')[0]!.status, world.forms('t4')[0]!.status];
  const reasons = [{ code: '40012', text: 'The account is closed.' }];
  expect(await answered({ outcome: 'reject', reasons })).toBeUndefined();
  expect(shown()).toEqual(['submitted', 'submitted']);
  // An answer that is on its way to the forms counts already.
  expect(await answered({ outcome: 'accept', confirmation_number: null })).toBe(
    'The batch is rejected: an agency answers a submitted form or batch, once.',
  );
  await world.follow(forms);
  expect(shown()).toEqual(['rejected', 'rejected']);
  expect(world.rows('form_batch')[0]!.rejection_reasons).toEqual(reasons);
  const again = await world.batch('t4');
  const results = await world.generated('t4', { tax_year: 2026, form_batch_id: again.id });
  expect(results.filter((one) => 'problem' in one)).toEqual([]);
  expect(world.forms('t4').map(({ status }) => status)).toEqual(['rejected', 'draft']);
});

test('an answer that came to no form ends the batch once it is given again: a process of the version before may pass over it', async () => {
  const world = await payrollWorld();
  const { batch } = await aBatch(world);
  const forms = formManager(world.services);
  const script = { type: formBatchScripted.type, data: { outcome: 'receive', reasons: [] } };
  const submitted = { type: formBatchSubmitted.type, data: { reference: 1, forms: 2 } };
  await world.given.events('form_batch', batch.id, script, submitted);
  await world.follow(forms);
  const accepted = async () => {
    const { services, origin } = world;
    const body = { outcome: 'accept' as const, confirmation_number: 'A-1' };
    return world.when(() => act(answerFormBatch, batch.id, { origin: origin(), services, body }));
  };
  await accepted();
  // Whose manager knows no such event.
  await world.follow({ ...forms, handles: () => false });
  expect(statuses(world)).toEqual(['submitted', 'submitted']);
  await accepted();
  await world.follow(forms);
  expect(statuses(world)).toEqual(['done', 'done']);
  expect(world.rows('form_batch')[0]).toMatchObject({ status: 'done', confirmation_number: 'A-1' });
  expect((await accepted()).events).toEqual([]);
});

test('a rejection that a process of the version before recorded behind an acceptance is that of the forms, too', async () => {
  const world = await payrollWorld();
  const { batch } = await aBatch(world);
  const forms = formManager(world.services);
  await world.given.events('form_batch', batch.id, { type: formBatchSubmitted.type, data: { reference: 1, forms: 2 } });
  await world.follow(forms);
  await world.given.events('form_batch', batch.id, { type: formBatchRejected.type, data: { reasons: [] } });
  await world.follow(forms);
  expect([...statuses(world), world.rows('form_batch')[0]!.status]).toEqual(['rejected', 'rejected', 'rejected']);
});

test('an operator is told of a batch that has not ended ten minutes after its answer was recorded', async () => {
  const world = await payrollWorld();
  const { batch } = await aBatch(world);
  const { employer, services, tenant } = world;
  await world.given.events('business_entity', employer.id, {
    type: 'BusinessEntityChanged',
    data: { in_preview: false },
  });
  // In memory each read is of one company.
  const read: Reader = {
    ...services.read,
    pages: (object, _, where, rows) => services.read.pages(object, tenant, where, rows),
    getMany: (object, _, ids) => services.read.getMany(object, tenant, ids),
  };
  const waiting = async () => {
    await world.follow({ ...formManager(services), handles: () => false });
    const found = [];
    for await (const rows of waitingForOperator(tenant.partner_id, { ...services, read })) found.push(...rows);
    return found.map(({ id, what, status }) => ({ id, what, status }));
  };
  const submitted = { type: formBatchSubmitted.type, data: { reference: 1, forms: 2 } };
  const received = { type: formBatchReceived.type, data: { confirmation_number: null } };
  await world.given.events('form_batch', batch.id, submitted, received);
  const listed = { id: batch.id, what: 't4 2026 original' };
  expect(await waiting()).toEqual([{ ...listed, status: 'submitted' }]);
  const data = { outcome: 'accept', confirmation_number: null, reasons: [] };
  await world.given.events('form_batch', batch.id, { type: formBatchAnswered.type, data });
  expect(await waiting()).toEqual([]);
  world.clock.advance(10 * 60_000 + 1);
  expect(await waiting()).toEqual([{ ...listed, status: 'accept recorded' }]);
});

test('no answer is recorded of a batch before all of its forms are on their way: it may be a draft again', async () => {
  const world = await payrollWorld();
  const { batch, forms } = await aBatch(world);
  const manager = formManager(world.services);
  const submitted = { type: formBatchSubmitted.type, data: { reference: 1, forms: 2 } };
  await world.given.events('form_batch', batch.id, submitted);
  await world.given.events('form', forms[1]!.id, { type: formUnapproved.type, data: {} });
  const { services, origin } = world;
  const body = { outcome: 'accept' as const, confirmation_number: null };
  const early = await world.when(() => act(answerFormBatch, batch.id, { origin: origin(), services, body }));
  await world.follow(manager);
  await world.given.events('form', forms[1]!.id, { type: formApproved.type, data: { number: 2 } });
  await world.given.events('form_batch', batch.id, submitted);
  await world.follow(manager);
  expect([...statuses(world), world.rows('form_batch')[0]!.status]).toEqual(['done', 'done', 'done']);
  expect([early.problem?.status, early.problem?.text.en, early.events]).toEqual([
    400,
    'The forms of the batch are just being submitted: repeat the command in a moment.',
    [],
  ]);
});

test('what the simulated agency took is rejected when its employer leaves preview, and what another agency has stays', async () => {
  const world = await payrollWorld();
  const [{ batch }, other] = [await aBatch(world), await aBatch(world)];
  const { id: owner_id } = world.rows('employee')[0]!;
  const alone = { type: 'roe', owner_id, business_entity_id: world.employer.id };
  const [sent, byHand] = [await world.given.created('form', alone), await world.given.created('form', alone)];
  const forms = formManager(world.services);
  const data = { reference: 1, forms: 2 };
  await world.given.events('form_batch', batch.id, { type: formBatchSubmitted.type, data });
  const number = 9;
  await world.given.events('form', sent.id, { type: formSent.type, data: { number, roe_authorization_id: 'roea_1' } });
  await world.given.events('form', byHand.id, { type: formSubmitted.type, data: { number } });
  await world.follow(forms);
  const received = { type: formBatchReceived.type, data: { confirmation_number: 'A-1' } };
  await world.given.events('form_batch', other.batch.id, { type: formBatchSubmitted.type, data }, received);
  const flags = { convert_paid_payrolls: true, preserve_draft_line_items: true, preserve_draft_off_cycles: true };
  await world.given.events('business_entity', world.employer.id, { type: 'BusinessEntityPreviewEnded', data: flags });
  await world.follow(forms);
  const shown = (id: string) =>
    [...world.rows('form_batch'), ...world.rows('form')].find((one) => one.id === id)?.status;
  const taken = world.rows('form').filter(({ form_batch_id }) => form_batch_id === batch.id);
  expect(taken.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([batch, sent, byHand, other.batch].map(({ id }) => shown(id))).toEqual([
    ...['rejected', 'rejected', 'done', 'submitted'],
  ]);
  expect(world.rows('form_batch').find(({ id }) => id === batch.id)?.rejection_reasons[0]?.text).toContain(
    'in preview',
  );
});

test('an operator can reject what only the simulated agency has of an employer that is live, and nothing else that is done', async () => {
  const world = await payrollWorld();
  const [{ batch }, other] = [await aBatch(world), await aBatch(world)];
  const forms = formManager(world.services);
  const data = { reference: 1, forms: 2 };
  await world.given.events('form_batch', batch.id, { type: formBatchSubmitted.type, data });
  await world.follow(forms);
  await world.given.events('form_batch', other.batch.id, { type: formBatchSubmitted.type, data });
  const rejected = async (id: string) => {
    const body = { outcome: 'reject' as const, reasons: [{ code: null, text: 'It was in preview.' }] };
    const { services, origin } = world;
    const { problem } = await world.when(() => act(answerFormBatch, id, { origin: origin(), services, body }));
    return problem?.text.en ?? 'rejected';
  };
  const onlyOnce = 'The batch is done: an agency answers a submitted form or batch, once.';
  expect(await rejected(batch.id)).toBe(onlyOnce);
  // It went live under a version that left what the simulated agency had.
  const live = { type: 'BusinessEntityChanged', data: { in_preview: false } };
  await world.given.events('business_entity', world.employer.id, live);
  const accepted = { type: formBatchAccepted.type, data: { confirmation_number: 'A-1' } };
  await world.given.events('form_batch', other.batch.id, accepted);
  expect([await rejected(other.batch.id), await rejected(batch.id)]).toEqual([onlyOnce, 'rejected']);
  await world.follow(forms);
  const statusesIn = (id: string) =>
    world.rows('form').flatMap(({ form_batch_id, status }) => (form_batch_id === id ? [status] : []));
  expect(statusesIn(batch.id)).toEqual(['rejected', 'rejected']);
  // Of a batch that ended before its forms, as under an earlier version, these end too.
  expect(statusesIn(other.batch.id)).toEqual(['done', 'done']);
});

test('an operator can reject a record of employment that the simulated agency took before its employer went live, and none that came later', async () => {
  const world = await payrollWorld();
  const { employee } = await world.hired();
  const alone = { type: 'roe', owner_id: employee.id, business_entity_id: world.employer.id };
  const forms = formManager(world.services);
  const sent = async () => {
    const { id } = await world.given.created('form', alone);
    const data = { number: 9, roe_authorization_id: 'roea_1' };
    await world.given.events('form', id, { type: formSent.type, data });
    return id;
  };
  const rejected = async (id: string) => {
    const body = { outcome: 'reject' as const, reasons: [{ code: null, text: 'It was in preview.' }] };
    const { services, origin } = world;
    const { problem } = await world.when(() => act(answerForm, id, { origin: origin(), services, body }));
    return problem?.text.en ?? 'rejected';
  };
  const before = await sent();
  await world.follow(forms);
  const onlyOnce = 'The form is done: an agency answers a submitted form or batch, once.';
  expect(await rejected(before)).toBe(onlyOnce);
  world.clock.set('2027-01-20T15:00:00.000Z');
  const live = { type: 'BusinessEntityChanged', data: { in_preview: false } };
  await world.given.events('business_entity', world.employer.id, live);
  await world.follow(usageManager(world.services));
  world.clock.set('2027-01-21T15:00:00.000Z');
  const after = await sent();
  await world.given.events('form', after, { type: formAccepted.type, data: {} });
  expect([await rejected(after), await rejected(before)]).toEqual([onlyOnce, 'rejected']);
});

test('when a form is no longer approved, none is submitted, and the batch is a draft again', async () => {
  const world = await payrollWorld();
  const { batch, forms } = await aBatch(world);
  await world.given.events('form_batch', batch.id, { type: formBatchSubmitted.type, data: { reference: 1, forms: 2 } });
  await world.given.events('form', forms[1]!.id, { type: formUnapproved.type, data: {} });
  await world.follow(formManager(world.services));
  expect(statuses(world).sort()).toEqual(['approved', 'draft']);
  expect(world.rows('form_batch')[0]).toMatchObject({ status: 'draft', submitted_at: null });
});

test('a batch that is a draft again says why, in the language of its reader, until it is submitted again', async () => {
  const world = await yearEnd();
  const { batch, forms } = await aBatch(world);
  const [kept, taken] = forms;
  const why = async (locale: 'en' | 'fr') => {
    const answer = await retrieveOperation(formBatch).run(world.call({ params: { form_batch: batch.id }, locale }));
    return (answer as unknown as { body: { data: JsonObject } }).body.data.return_reason;
  };
  const submitted = { type: formBatchSubmitted.type, data: { reference: 1, forms: 2 } };
  expect(await why('en')).toBeNull();
  await world.given.events('form_batch', batch.id, submitted);
  await world.given.events('form', taken!.id, { type: formUnapproved.type, data: {} });
  await world.follow(formManager(world.services));
  expect(await why('en')).toBe(
    `The form ${taken!.id} was not approved any more when the batch was submitted, so nothing was sent: approve it, or take it out of the batch, and submit the batch again.`,
  );
  expect(await why('fr')).toContain(`Le formulaire ${taken!.id} n'était plus approuvé`);
  const owner_id = taken!.owner_id;
  await world.given.events('form', taken!.id, { type: 'FormChanged', data: { owner_id, form_batch_id: null } });
  await world.given.events('form_batch', batch.id, submitted);
  expect(await why('en')).toBeNull();
  await world.follow(formManager(world.services));
  expect(statuses(world).sort()).toEqual(['approved', 'draft']);
  expect(await why('en')).toBe(
    'Other forms were in the batch than those that it was submitted with, so nothing was sent: submit it again.',
  );
  await world.given.events('form_batch', batch.id, { ...submitted, data: { reference: 2, forms: 1 } });
  await world.follow(formManager(world.services));
  expect([(await world.stateOf('form', kept!.id))?.status, await why('fr')]).toEqual(['done', null]);
});

test('a submission or an answer that was cut off between two forms, or behind the last of them, goes on when it is repeated', async () => {
  const begun = ['FormFiling', 'FormBatchFiled', 'FormBatchReturned'];
  const ends = ['FormAccepted', 'FormBatchAccepted'];
  for (const [cut, types] of [begun, ends].flatMap((of) => [['form', of] as const, ['form_batch', of] as const])) {
    let appends = 0;
    const world = await payrollWorld({
      store: (store) => ({
        ...store,
        append: async (stream, events, expected) => {
          if (types.includes(events[0]!.type) && stream.startsWith(`${cut}-`) && ++appends === (cut === 'form' ? 2 : 1))
            throw new Error('the process died');
          return store.append(stream, events, expected);
        },
      }),
    });
    const { batch } = await aBatch(world);
    const data = { reference: 1, forms: 2 };
    await world.given.events('form_batch', batch.id, { type: formBatchSubmitted.type, data });
    const forms = formManager(world.services);
    await expect(world.follow(forms)).rejects.toThrow('the process died');
    await world.follow({ ...forms, name: 'forms of the next process' });
    expect(statuses(world)).toEqual(['done', 'done']);
    expect(world.rows('form_batch')[0]).toMatchObject({ status: 'done', forms_filed: 2 });
  }
});

test('a batch that is a draft again has no file for the agency until it is submitted again', async () => {
  const world = await yearEnd();
  const { batch, forms } = await aBatch(world);
  const download = formDownloads.find(({ id }) => id === 'download_form_batch')!;
  const refusal = async (kind: 'xml' | 'pdf') => {
    const call = world.call({ params: { form_batch: batch.id }, choose: () => kind });
    return (await world.when(() => download.run(call))).problem?.text.en;
  };
  await world.given.events('form_batch', batch.id, { type: formBatchSubmitted.type, data: { reference: 1, forms: 2 } });
  await world.given.events('form', forms[1]!.id, { type: formUnapproved.type, data: {} });
  await world.follow(formManager(world.services));
  for (const kind of ['xml', 'pdf'] as const)
    expect(await refusal(kind)).toBe('The batch is a draft: its files are available once it is submitted.');
});

test('a batch has no file before all of its forms are submitted, since it may be a draft again', async () => {
  const world = await yearEnd();
  const { batch } = await aBatch(world);
  const download = formDownloads.find(({ id }) => id === 'download_form_batch')!;
  const made = async (kind: 'xml' | 'pdf') => {
    const call = world.call({ params: { form_batch: batch.id }, choose: () => kind });
    const { problem } = await world.when(() => download.run(call));
    return [problem?.status, problem?.text.en];
  };
  await world.given.events('form_batch', batch.id, { type: formBatchSubmitted.type, data: { reference: 1, forms: 2 } });
  for (const kind of ['xml', 'pdf'] as const)
    expect(await made(kind)).toEqual([
      503,
      'The forms of the batch are just being submitted: repeat the request in a moment.',
    ]);
  await world.follow(formManager(world.services));
  expect(await made('pdf')).toEqual([undefined, undefined]);
});

test('a form that was put into a batch in the moment of its submission is in none of its files, and is not approved there', async () => {
  const world = await yearEnd();
  const { batch } = await aBatch(world);
  const { id: owner_id } = await world.given.created('employee', { first_name: 'Ada', last_name: 'Late' });
  const late = await world.given.created('form', {
    ...{ owner_id, type: 't4', business_entity_id: world.employer.id, ...BOXES, employee_surname: 'Late' },
    ...{ box_54_payroll_account_number: '123456782RP0001', box_45_employer_offered_dental_benefits: '1' },
    ...{ box_10_province_territory_or_country_of_employment_code: 'ON', tax_year: '2026' },
  });
  await world.given.events('form_batch', batch.id, { type: formBatchSubmitted.type, data: { reference: 1, forms: 2 } });
  await world.follow(formManager(world.services));
  await world.given.events('form', late.id, { type: 'FormChanged', data: { owner_id, form_batch_id: batch.id } });
  const call = world.call({ params: { form_batch: batch.id }, choose: () => 'pdf' });
  const answer = await formDownloads.find(({ id }) => id === 'download_form_batch')!.run(call);
  const pieces: Uint8Array[] = [];
  for await (const piece of (answer as { file: { bytes: AsyncIterable<Uint8Array> } }).file.bytes) pieces.push(piece);
  expect((await getDocumentProxy(new Uint8Array(Buffer.concat(pieces)))).numPages).toBe(2);
  const approve = () => approveForm.run(world.call({ params: { form: late.id } }));
  const refused = await world.when(approve);
  expect([refused.problem?.status, refused.problem?.text.en]).toEqual([
    400,
    `The batch ${batch.id} of the form is done, and went without it: take the form out of it, or put it into another one.`,
  ]);
  await world.given.changed('form', late.id, { form_batch_id: null });
  expect((await world.when(approve)).problem).toBeUndefined();
});

test('a batch with more forms than the file of an agency may hold is refused, and told to be parted', async () => {
  const world = await yearEnd();
  const { id } = await world.batch('t4');
  const { read } = world.services;
  const submitted = async (total: number) => {
    const many: Reader['countsOfParts'] = async () => new Map([[id, { total, approved: total }]]);
    const services = { ...world.services, read: { ...read, countsOfParts: many } };
    const call = world.call({ params: { form_batch: id }, body: undefined, services });
    const { problem, events } = await world.when(() => submitFormBatch.run(call));
    return [problem?.status, problem?.text.en, events.length];
  };
  expect(await submitted(100_001)).toEqual([
    400,
    'The batch has 100001 forms, and the file of an agency holds at most 100000: put the others into another batch.',
    0,
  ]);
  // Two events: the number of its file, and that it was submitted.
  expect(await submitted(100_000)).toEqual([undefined, undefined, 2]);
});

test('a batch without forms, with a form with errors, or with an unapproved form is refused, and nothing is stored', async () => {
  const world = await yearEnd();
  const { batch, forms } = await aBatch(world);
  const submitted = async (id: string) => {
    const { problem, events } = await world.when(() =>
      submitFormBatch.run(world.call({ params: { form_batch: id }, body: undefined })),
    );
    expect(events).toEqual([]);
    return [problem?.status, problem?.text.en, problem?.text.fr];
  };
  const empty = await world.given.created('form_batch', {
    ...{ owner_id: world.employer.id, form_type: 't4', effective_date: '2026-12-31' },
  });
  expect(await submitted(empty.id)).toEqual([400, 'The batch has no forms.', "Le lot n'a pas de formulaires."]);
  // Approved by an event, though nothing says where they worked.
  expect(world.rows('form').map(({ validation_error_count }) => validation_error_count > 0)).toEqual([true, true]);
  expect((await submitted(batch.id))[1]).toContain('2 forms of the batch, out of 2, have errors');
  const valid = {
    ...{ employee_surname: 'Roy', box_54_payroll_account_number: '123456782RP0001', tax_year: '2026' },
    ...{ box_10_province_territory_or_country_of_employment_code: 'ON', box_45_employer_offered_dental_benefits: '1' },
  };
  for (const { id } of forms) {
    await world.given.events('form', id, { type: formUnapproved.type, data: {} });
    await world.given.changed('form', id, valid);
  }
  expect(await submitted(batch.id)).toEqual([
    400,
    '2 forms of the batch, out of 2, are not approved: every form must be valid and approved.',
    '2 formulaires du lot, sur 2, ne sont pas approuvés : chacun doit être valide et approuvé.',
  ]);
});

test.each([
  [
    't4',
    {
      ...{ employee_surname: 'Roy', box_54_payroll_account_number: '123456782RP0001' },
      ...{
        box_10_province_territory_or_country_of_employment_code: 'ON',
        box_45_employer_offered_dental_benefits: '1',
      },
    },
  ],
  ['t4a', { recipient_surname: 'Roy', box_061_payers_account_number: '123456782RP0001' }],
  ['rl1', { employee_first_name: 'Zoë', employee_surname: 'Roy', identification_number: '1234567890RS0001', ...BOX_A }],
])(
  'a batch of %s of a live employer is submitted when its file can be made, and until then each field that lacks is named',
  async (type, values) => {
    const world = await yearEnd({
      services: {
        revenuQuebec: {
          ...{
            transmitter_number: 'NP123456',
            certification_numbers: ['RQ-26-01-001'],
            partner_id: 'P',
            product_id: 'Q',
          },
          rl1_numbers: [{ first: 10_000_001, last: 10_000_009 }],
        },
      },
    });
    const employer = await world.given.created('business_entity', {
      ...{ name: 'Bakery', business_number: '123456782RP0001', in_preview: false },
    });
    const person = await world.given.created('employee', { first_name: 'Zoë', last_name: 'Roy', sin: '046454286' });
    const batch = await world.batch(type, { owner_id: employer.id });
    const form = await world.given.created('form', {
      ...{ type, owner_id: person.id, business_entity_id: employer.id, form_batch_id: batch.id, tax_year: '2026' },
      ...values,
    });
    const approved = await world.when(() => approveForm.run(world.call({ params: { form: form.id } })));
    expect(approved.problem?.issues ?? approved.problem?.text.en).toBeUndefined();
    const submitted = async () => {
      const { problem, events } = await world.when(() =>
        submitFormBatch.run(world.call({ params: { form_batch: batch.id }, body: undefined })),
      );
      return { status: problem?.status ?? 200, named: problem?.issues.map(({ path }) => path), stored: events.length };
    };
    const contact = ['contact_name', 'contact_area_code', 'contact_phone_number'];
    const email = type === 'rl1' ? [] : ['contact_email'];
    const named = [...contact, ...email, 'employer_address_line_1'];
    expect(await submitted()).toEqual({ status: 422, named, stored: 0 });
    await world.given.changed('form_batch', batch.id, {
      ...{ contact_name: 'Ana Field', contact_email: 'ana@example.test', contact_area_code: '416' },
    });
    await world.given.changed('business_entity', employer.id, { address_line_1: '1 rue Main', city: 'Laval' });
    expect(await submitted()).toEqual({ status: 422, named: ['contact_phone_number'], stored: 0 });
    await world.given.changed('business_entity', employer.id, { contact_phone_number: '5550100' });
    expect((await submitted()).status).toBe(200);
  },
);

test('the counts of a batch are of one moment, though forms are added to it while it is read', async () => {
  const world = await payrollWorld();
  const { batch, forms } = await aBatch(world);
  let before: Promise<unknown> = Promise.resolve();
  const read = Object.fromEntries(
    Object.entries(world.services.read).map(([name, ask]) => [
      name,
      (...args: unknown[]) => {
        const answer = before.then(() => (ask as (...args: unknown[]) => unknown)(...args));
        before = answer.then(() =>
          world.given.created('form', { owner_id: forms[0]!.owner_id, type: 't4', form_batch_id: batch.id, ...BOXES }),
        );
        return answer;
      },
    ]),
  ) as unknown as PayrollWorld['services']['read'];
  const counts = (await countsOf([batch.id], { read }, world.tenant)).get(batch.id)!;
  const { total, valid, invalid, ...statuses } = counts;
  expect(Object.values(statuses).reduce((sum, count) => sum + count)).toBe(total);
  expect(counts).toMatchObject({ total: 2, approved: 2, draft: 0 });
  await before;
});

test('an amendment of a T4 on fewer or more slips than were filed is not approved: one of them would stay with the CRA', async () => {
  const world = await yearEnd();
  const codes = formTypeOf('t4')
    .versions.at(-1)!
    .fields.flatMap(({ key }) => (/^code_\d\d_/.test(key) ? [key] : []));
  const withCodes = (count: number) => Object.fromEntries(codes.map((key, i) => [key, i < count ? '10' : null]));
  const { id: owner_id } = await world.given.created('employee', {
    ...{ first_name: 'Ada', last_name: 'Roy', sin: '046454286' },
  });
  const original = await world.given.created('form', {
    ...{ owner_id, type: 't4', business_entity_id: world.employer.id, ...BOXES, employee_surname: 'Roy' },
    ...{ box_54_payroll_account_number: '123456782RP0001', box_45_employer_offered_dental_benefits: '1' },
    ...{ box_10_province_territory_or_country_of_employment_code: 'ON', tax_year: '2026', ...withCodes(7) },
  });
  for (const { type } of [formApproved, formAccepted])
    await world.given.events('form', original.id, { type, data: type === formApproved.type ? { number: 1 } : {} });
  const amendment = await world.given.created('form', {
    ...{ type: 't4', owner_id, stage: 'amendment', original_form_id: original.id },
  });
  const approved = async (count: number) => {
    await world.given.changed('form', amendment.id, withCodes(count));
    const { problem } = await world.when(() => approveForm.run(world.call({ params: { form: amendment.id } })));
    return [problem?.status, problem?.text.en];
  };
  const needs = (own: number) => [
    400,
    `In the agency's file the number of slips of ${amendment.id} is ${own}, and that of ${original.id}, which it amends, 2, by their codes of other information. Delete ${amendment.id}, cancel ${original.id}, and file another original.`,
  ];
  expect([await approved(6), await approved(13), await approved(8)]).toEqual([
    needs(1),
    needs(3),
    [undefined, undefined],
  ]);
});

test("a form that lacked its person's social insurance number is approved once that is given, and its batch is submitted", async () => {
  const world = await yearEnd();
  const employee = await world.given.created('employee', { first_name: 'Zoë', last_name: 'Roy' });
  const batch = await world.batch('rl1');
  const { id, validation_error_count } = await world.given.created('form', {
    ...{ type: 'rl1', owner_id: employee.id, form_batch_id: batch.id, box_a_employment_income: '52000' },
    ...{ employee_first_name: 'Zoë', employee_surname: 'Roy', identification_number: '1234567890RS0001' },
  });
  expect(validation_error_count).toBe(1);
  await world.given.changed('employee', employee.id, { sin: '046454286' });
  const done = async (operation: Operation, params: Record<string, string>) =>
    (await world.when(() => operation.run(world.call({ params, body: undefined })))).problem?.text.en ?? 'done';
  expect(await done(approveForm, { form: id })).toBe('done');
  expect(world.forms('rl1')[0]).toMatchObject({ status: 'approved', validation_error_count: 0 });
  expect(await done(submitFormBatch, { form_batch: batch.id })).toBe('done');
});

test('concurrent requests for numbers get different ones, and read one event however many were given before', async () => {
  let [reads, read] = [0, 0];
  const { services, origin } = await payrollWorld({
    store: (store) => ({
      ...store,
      readStream: async (stream, options) => {
        const events = await store.readStream(stream, options);
        reads += 1;
        read += events.length;
        return events;
      },
    }),
  });
  const take = (seed: string) => takeNumbers('slips', { anew: 'numbers' }, 3, origin(seed), services);
  const taken = await Promise.all(Array.from({ length: 20 }, (_, i) => take(`cause ${i}`)));
  const all = taken.flatMap(({ first, last }) => [first, first + 1, last]);
  expect(new Set(all).size).toBe(60);
  expect(Math.max(...all)).toBe(60);
  read = 0;
  expect(await take('cause 7')).toEqual({ first: 61, last: 63 });
  expect(read).toBe(1);
  // Behind what another program appended the numbers go on, and do not begin again.
  const foreign = () => ({ id: crypto.randomUUID(), type: 'FormNumbersTaken', data: { last: 4 }, metadata: {} });
  const stream = `form_numbers-${origin('').tenant.company_id}_slips`;
  const { revision } = (await services.store.readStream(stream)).at(-1)!;
  await services.store.append(stream, [foreign(), foreign()], revision);
  expect(await take('cause 8')).toEqual({ first: 64, last: 66 });
  // It may have appended very many, which are not read one by one.
  const many = Array.from({ length: 900 }, foreign);
  await services.store.append(stream, many, (await services.store.readStream(stream)).at(-1)!.revision);
  reads = 0;
  expect(await take('cause 9')).toEqual({ first: 67, last: 69 });
  expect(reads).toBeLessThan(10);
});
