import { expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { StoreUnavailable } from '../../../src/event-store/errors.ts';
import type { EventStore } from '../../../src/event-store/port.ts';
import { formDownloads } from '../../../src/forms/downloads/operations.ts';
import { revenuQuebecSenderOf } from '../../../src/forms/files/rl1-sender.ts';
import { approveForm, submitFormBatch, unapproveForm } from '../../../src/forms/filing/actions.ts';
import {
  certificationOf,
  rl1FilesLeft,
  rl1NumbersGiven,
  rl1NumbersLeft,
  takeRl1Numbers,
} from '../../../src/forms/rl1-numbers.ts';
import { readEvents } from '../../../src/kernel/changes/execute.ts';
import { operatorOrigin } from '../../../src/kernel/changes/operator.ts';
import type { Operation } from '../../../src/kernel/definition/operation.ts';
import { streamOf } from '../../../src/kernel/definition/resource.ts';
import type { Services } from '../../../src/kernel/definition/services.ts';
import { formManager } from '../../../src/processes/forms/forms.ts';
import { type YearEnd, yearEnd } from '../../support/year-end.ts';

/**
 * Given the series of numbers that Revenu Québec assigned, when RL-1s of live employers are approved, then each has one
 * of them.
 */

const SENDER = {
  transmitter_number: 'NP123456',
  certification_numbers: ['RQ-25-01-014', 'RQ-26-01-001'],
  partner_id: '0000000000001A01',
  product_id: '00000000000001A2',
};
const series = (...ends: [number, number][]) => ({
  ...SENDER,
  rl1_numbers: ends.map(([first, last]) => ({ first, last })),
});

const doing = async (world: YearEnd, operation: Operation, id: string, services = world.services): Promise<string> => {
  const { problem } = await world.when(() =>
    operation.run(world.call({ params: { form: id, form_batch: id }, body: undefined, services })),
  );
  return problem?.text.en ?? 'done';
};

/** What another process has, or this one when it was started again: the same log, and nothing that was remembered. */
const otherProcess = ({ services }: YearEnd, store: Partial<EventStore> = {}): Services => ({
  ...services,
  store: { ...services.store, ...store },
});

/** An employer in Quebec, and RL-1s of its people. */
const quebec = async (world: YearEnd, in_preview: boolean) => {
  const employer = await world.given.created('business_entity', {
    ...{ name: 'Boulangerie', business_number: '123456782RP0001', in_preview },
    ...{ contact_name: 'Ada Roy', contact_area_code: '514', contact_phone_number: '5550100' },
    ...{ address_line_1: '1 rue Main', city: 'Laval', province_code: 'QC', postal_code: 'H7A 0A1', country_code: 'CA' },
  });
  const slip = async (tax_year = '2026', more = {}) => {
    const { id: owner_id } = await world.given.created('employee', {
      ...{ first_name: 'Zoë', last_name: 'Roy', sin: '046454286' },
    });
    return world.given.created('form', {
      ...{ type: 'rl1', owner_id, business_entity_id: employer.id, effective_date: `${tax_year}-12-31`, tax_year },
      ...{ employee_first_name: 'Zoë', employee_surname: 'Roy', identification_number: '1234567890RS0001' },
      ...{ box_a_employment_income: '52000' },
      ...more,
    });
  };
  return { employer, slip };
};
/** Numbers that forms have, in their order; 0 of those without. */
const numbers = (world: YearEnd) =>
  world
    .rows('form')
    .map(({ number }) => number ?? 0)
    .sort((a, b) => a - b);

test('each slip gets the next number of its year from the first series with any left, never one twice, and an error when all are used', async () => {
  const errors: unknown[] = [];
  const world = await yearEnd({
    services: { revenuQuebec: series([10_000_001, 10_000_002], [20_000_007, 20_000_007]) },
  });
  world.services.log.error = (...said: unknown[]) => void errors.push(said);
  const { slip } = await quebec(world, false);
  const forms = [];
  for (let i = 0; i < 4; i++) forms.push(await slip());
  for (const { id } of forms.slice(0, 3)) expect(await doing(world, approveForm, id)).toBe('done');
  expect(numbers(world)).toEqual([0, 10_000_001, 10_000_002, 20_000_007]);
  expect(await doing(world, approveForm, forms[3]!.id)).toContain('Not enough numbers of RL-1 slips of 2026 are left');
  expect(errors).toHaveLength(1);
  // It keeps its number, and gives it to no other.
  await doing(world, unapproveForm, forms[0]!.id);
  expect(await doing(world, approveForm, forms[3]!.id)).toContain('Not enough numbers');
  expect(await doing(world, approveForm, forms[0]!.id)).toBe('done');
  // The series begin anew with the slips of another year.
  const earlier = await slip('2025');
  expect(await doing(world, approveForm, earlier.id)).toBe('done');
  expect(numbers(world)).toEqual([0, 10_000_001, 10_000_001, 10_000_002, 20_000_007]);
});

test('of many requests of two processes that approve a slip in the same moment, one alone takes a number of the series', async () => {
  const rq = series([10_000_001, 10_000_003]);
  const world = await yearEnd({ services: { revenuQuebec: rq } });
  const { slip } = await quebec(world, false);
  const [{ id }, other, last] = [await slip(), await slip(), await slip()];
  const approvedByMany = async (form: string) => {
    const processes = [world.services, otherProcess(world)];
    const said = Array.from({ length: 20 }, (_, i) => doing(world, approveForm, form, processes[i % 2]));
    expect((await Promise.all(said)).filter((text) => text !== 'done')).toEqual(
      Array(19).fill('The form is approved; only a draft can be approved.'),
    );
  };
  await approvedByMany(id);
  expect(await doing(world, approveForm, other.id)).toBe('done');
  // The last number of the series is there for each of them, too.
  await approvedByMany(last.id);
  expect(numbers(world)).toEqual([10_000_001, 10_000_002, 10_000_003]);
  expect(await rl1NumbersLeft(2026, rq, world.services)).toMatchObject({ left: 0 });
});

test('who approves a slip again after a process died at it is given the numbers that it had taken', async () => {
  const rq = series([10_000_001, 10_000_001], [20_000_001, 20_000_003]);
  const world = await yearEnd({ services: { revenuQuebec: rq } });
  const { slip } = await quebec(world, false);
  const [{ id }, other] = [await slip(), await slip()];
  const dying = otherProcess(world, {
    append: async (stream, ...given) => {
      if (stream === `form-${id}`) throw new StoreUnavailable('away', 'not_written');
      return world.services.store.append(stream, ...given);
    },
  });
  expect(await doing(world, approveForm, id, dying)).toContain('nothing was stored');
  expect(await doing(world, approveForm, other.id)).toBe('done');
  expect(await doing(world, approveForm, id, otherProcess(world))).toBe('done');
  expect(numbers(world)).toEqual([10_000_001, 20_000_001]);
  expect(await rl1NumbersLeft(2026, rq, world.services)).toMatchObject({ left: 2 });
});

test('a cancellation takes no number of the series: it has that of the slip that it takes back, also when none is left', async () => {
  const rq = series([10_000_001, 10_000_001]);
  const world = await yearEnd({ services: { revenuQuebec: rq } });
  const { slip } = await quebec(world, false);
  const form = await slip();
  expect(await doing(world, approveForm, form.id)).toBe('done');
  await world.given.events('form', form.id, { type: 'FormAccepted', data: {} });
  const { id } = await world.given.created('form', {
    ...{ type: 'rl1', owner_id: form.owner_id, stage: 'cancellation', original_form_id: form.id },
  });
  expect(await doing(world, approveForm, id)).toBe('done');
  expect(numbers(world)).toEqual([10_000_001, 10_000_001]);
  expect(await rl1NumbersLeft(2026, rq, world.services)).toMatchObject({ left: 0 });
});

test('without a series a live employer cannot approve an RL-1; one in preview uses no numbers of a series, and cannot send its own when it is live', async () => {
  const none = await yearEnd();
  const { slip } = await quebec(none, false);
  expect(await doing(none, approveForm, (await slip()).id)).toContain('RQ_RL1_NUMBERS');
  const world = await yearEnd({ services: { revenuQuebec: series([10_000_001, 10_000_009]) } });
  const { employer, slip: inPreview } = await quebec(world, true);
  const batch = await world.given.created('form_batch', {
    ...{ owner_id: employer.id, form_type: 'rl1', effective_date: '2026-12-31' },
  });
  const form = await inPreview('2026', { form_batch_id: batch.id });
  expect(await doing(world, approveForm, form.id)).toBe('done');
  expect(numbers(world)).toEqual([1]);
  await world.given.events('business_entity', employer.id, {
    type: 'BusinessEntityChanged',
    data: { in_preview: false },
  });
  expect(await doing(world, submitFormBatch, batch.id)).toContain('none of those that Revenu Québec assigned');
  await doing(world, unapproveForm, form.id);
  expect(await doing(world, approveForm, form.id)).toBe('done');
  expect(numbers(world)).toEqual([10_000_001]);
  expect(await doing(world, submitFormBatch, batch.id)).toBe('done');
});

test('no two companies have files of one name: a live employer takes the next number of the transmitter and year', async () => {
  const world = await yearEnd({ services: { revenuQuebec: series([10_000_001, 10_000_009]) } });
  // Another company has sent two of them.
  const given = { type: 'FormNumbersTaken', data: { first: 1, last: 2 } };
  await world.given.events('form_numbers', 'rl1_files_NP123456_2026', given);
  const { employer, slip } = await quebec(world, false);
  const sent = async (tax_year: string) => {
    const batch = await world.given.created('form_batch', {
      ...{ owner_id: employer.id, form_type: 'rl1', effective_date: `${tax_year}-12-31` },
    });
    const { id } = await slip(tax_year, { form_batch_id: batch.id });
    for (const [operation, of] of [[approveForm, id] as const, [submitFormBatch, batch.id] as const])
      expect(await doing(world, operation, of)).toBe('done');
    return (await world.stateOf('form_batch', batch.id))!.reference;
  };
  expect([await sent('2026'), await sent('2026'), await sent('2025')]).toEqual([3, 4, 1]);
});

test('each submission of a batch takes one file number, however many requests make it, and a batch that was returned has another', async () => {
  const world = await yearEnd({ services: { revenuQuebec: series([10_000_001, 10_000_009]) } });
  const { employer, slip } = await quebec(world, false);
  const batch = await world.given.created('form_batch', {
    ...{ owner_id: employer.id, form_type: 'rl1', effective_date: '2026-12-31' },
  });
  const { id } = await slip('2026', { form_batch_id: batch.id });
  expect(await doing(world, approveForm, id)).toBe('done');
  const submittedByMany = async () => {
    const processes = [world.services, otherProcess(world)];
    const said = Array.from({ length: 6 }, (_, i) => doing(world, submitFormBatch, batch.id, processes[i % 2]));
    expect((await Promise.all(said)).filter((text) => text !== 'done')).toEqual(
      Array(5).fill('The batch is processing; only a draft can be submitted.'),
    );
    return (await world.stateOf('form_batch', batch.id))!.reference;
  };
  expect(await submittedByMany()).toBe(1);
  await world.given.events('form_batch', batch.id, { type: 'FormBatchReturned', data: { form_id: id } });
  expect(await submittedByMany()).toBe(2);
  const [last] = await readEvents(streamOf('form_numbers', 'rl1_files_NP123456_2026'), world.services, {
    ...{ direction: 'backwards', limit: 1 },
  });
  expect(last?.data).toEqual({ first: 2, last: 2 });
});

test('the thousandth file of a year has no name, so its batch stays a draft with its forms, and the log says what to do before that', async () => {
  const warned: object[] = [];
  const errors: object[] = [];
  const rq = series([10_000_001, 10_000_009]);
  const world = await yearEnd({ services: { revenuQuebec: rq } });
  Object.assign(world.services.log, {
    warn: (about: object) => void warned.push(about),
    error: (about: object) => void errors.push(about),
  });
  const files = 'rl1_files_NP123456_2026';
  await world.given.events('form_numbers', files, { type: 'FormNumbersTaken', data: { first: 1, last: 998 } });
  const { employer, slip } = await quebec(world, false);
  const sent = async () => {
    const batch = await world.given.created('form_batch', {
      ...{ owner_id: employer.id, form_type: 'rl1', effective_date: '2026-12-31' },
    });
    const { id } = await slip('2026', { form_batch_id: batch.id });
    expect(await doing(world, approveForm, id)).toBe('done');
    return { said: await doing(world, submitFormBatch, batch.id), batch };
  };
  expect((await sent()).said).toBe('done');
  expect(warned).toEqual([{ tax_year: 2026, files_left: 0 }]);
  const { said, batch } = await sent();
  expect(said).toContain('999 files with RL-1 slips of 2026 were made');
  expect(errors).toEqual([{ tax_year: 2026 }]);
  expect(await world.stateOf('form_batch', batch.id)).toMatchObject({ status: 'draft', reference: null });
  expect([await rl1FilesLeft(2026, rq, world.services), await rl1FilesLeft(2025, rq, world.services)]).toEqual([
    0, 999,
  ]);
});

test('with another transmitter number and its series a year goes on: approved slips get other numbers, and filed ones are cancelled by theirs', async () => {
  const rq = series([10_000_001, 10_000_009]);
  const world = await yearEnd({ services: { revenuQuebec: rq } });
  const { employer, slip } = await quebec(world, false);
  const batchOf = (more = {}) =>
    world.given.created('form_batch', {
      ...{ owner_id: employer.id, form_type: 'rl1', effective_date: '2026-12-31', ...more },
    });
  const filed = await slip();
  expect(await doing(world, approveForm, filed.id)).toBe('done');
  await world.given.events('form', filed.id, { type: 'FormAccepted', data: {} });
  const late = await batchOf();
  const waiting = await slip('2026', { form_batch_id: late.id });
  expect(await doing(world, approveForm, waiting.id)).toBe('done');
  await world.given.events('form_numbers', 'rl1_files_NP123456_2026', {
    ...{ type: 'FormNumbersTaken', data: { first: 1, last: 999 } },
  });
  expect(await doing(world, submitFormBatch, late.id)).toMatch(
    /another transmitter number.*\(RQ_TRANSMITTER_NUMBER\).*series.*\(RQ_RL1_NUMBERS\)/,
  );
  const later: Services = {
    ...world.services,
    revenuQuebec: { ...series([50_000_001, 50_000_009]), transmitter_number: 'NP654321' },
  };
  const done = (operation: Operation, id: string) => doing(world, operation, id, later);
  expect(await done(submitFormBatch, late.id)).toContain(waiting.id);
  for (const [operation, id] of [
    [unapproveForm, waiting.id],
    [approveForm, waiting.id],
    [submitFormBatch, late.id],
  ] as const)
    expect(await done(operation, id)).toBe('done');
  expect([numbers(world), (await world.stateOf('form_batch', late.id))?.reference]).toEqual([
    [10_000_001, 50_000_001],
    1,
  ]);
  const back = await batchOf({ form_stage: 'cancellation' });
  const { id } = await world.given.created('form', {
    ...{ type: 'rl1', owner_id: filed.owner_id, stage: 'cancellation', original_form_id: filed.id },
    form_batch_id: back.id,
  });
  expect(await done(approveForm, id)).toBe('done');
  expect(await done(submitFormBatch, back.id)).toBe('done');
});

test('the file of a batch that waits to be uploaded is not made with another transmitter than it was submitted with', async () => {
  const world = await yearEnd({ services: { revenuQuebec: series([10_000_001, 10_000_009]) } });
  const { employer, slip } = await quebec(world, false);
  const batch = await world.given.created('form_batch', {
    ...{ owner_id: employer.id, form_type: 'rl1', effective_date: '2026-12-31' },
  });
  const { id } = await slip('2026', { form_batch_id: batch.id, employee_province_or_territory_code: 'QC' });
  expect(await doing(world, approveForm, id)).toBe('done');
  expect(await doing(world, submitFormBatch, batch.id)).toBe('done');
  await world.follow(formManager(world.services));
  const download = formDownloads.find((one) => one.id === 'download_form_batch')!;
  const downloaded = async (services = world.services) => {
    const call = world.call({ params: { form_batch: batch.id }, choose: () => 'xml', services });
    let name: string | undefined;
    const { problem } = await world.when(async () => {
      const answer = await download.run(call);
      ({ name } = (answer as { file: { name: string } }).file);
    });
    return name ?? problem?.text.en;
  };
  expect(await downloaded()).toBe('26123456001.xml');
  const revenuQuebec = { ...series([50_000_001, 50_000_009]), transmitter_number: 'NP654321' };
  const other = { ...world.services, revenuQuebec };
  expect(await downloaded(other)).toMatch(new RegExp(`^The form ${id} .*sets those of then.*or rejects the batch`));
  // Nobody uploads it once its agency has answered.
  await world.given.events('form_batch', batch.id, {
    ...{ type: 'FormBatchAccepted', data: { confirmation_number: 'RQ-1' } },
  });
  await world.follow(formManager(world.services));
  expect(await downloaded(other)).toBe('26654321001.xml');
});

test('a file carries the number of the certification for its tax year, and without one nothing is sent', async () => {
  const rq = series([10_000_001, 10_000_009]);
  const world = await yearEnd({ services: { revenuQuebec: { ...rq, certification_numbers: ['RQ-25-01-014'] } } });
  const { employer, slip } = await quebec(world, false);
  const sent = async (tax_year: string) => {
    const batch = await world.given.created('form_batch', {
      ...{ owner_id: employer.id, form_type: 'rl1', effective_date: `${tax_year}-12-31` },
    });
    const { id } = await slip(tax_year, { form_batch_id: batch.id });
    expect(await doing(world, approveForm, id)).toBe('done');
    return doing(world, submitFormBatch, batch.id);
  };
  expect(await sent('2026')).toContain('no number of a certification for 2026 (RQ_CERTIFICATION_NUMBER)');
  expect(await sent('2025')).toBe('done');
  expect([2025, 2026, 2024].map((year) => certificationOf(year, rq))).toEqual([
    'RQ-25-01-014',
    'RQ-26-01-001',
    undefined,
  ]);
});

test('the remaining numbers are counted by year, and the log warns when less than a tenth is left, once for each hundredth', async () => {
  const warned: unknown[] = [];
  const rq = series([10_000_001, 10_000_150], [20_000_001, 20_000_050]);
  const { services } = await yearEnd({ services: { revenuQuebec: rq } });
  services.log.warn = (about: object) => void warned.push(about);
  const tenant = { partner_id: 'prtnr_1', company_id: 'cmpny_1' };
  let takers = 0;
  const take = (count: number) =>
    takeRl1Numbers(2026, count, `taker ${takers++}`, rq, operatorOrigin(tenant, services), services);
  await take(100);
  expect(await rl1NumbersLeft(2026, rq, services)).toEqual({ tax_year: 2026, assigned: 200, left: 100 });
  expect(await take(80)).toHaveLength(80);
  expect(await rl1NumbersLeft(2026, rq, services)).toEqual({ tax_year: 2026, assigned: 200, left: 20 });
  expect(warned).toEqual([]);
  // The nineteenth is of the tenth hundredth, as the twentieth was; then each second one begins another.
  for (let i = 0; i < 4; i++) await take(1);
  expect(warned).toEqual([19, 18, 16].map((left) => ({ tax_year: 2026, left, assigned: 200 })));
  // Nothing of it concerns the slips of another year.
  expect(await rl1NumbersLeft(2025, rq, services)).toEqual({ tax_year: 2025, assigned: 200, left: 200 });
});

test('a request for more numbers than are left takes none, so that a smaller request succeeds, and the log says how many each company was given', async () => {
  const errors: object[] = [];
  const rq = series([10_000_001, 10_000_006], [20_000_001, 20_000_004]);
  const { services } = await yearEnd({ services: { revenuQuebec: rq } });
  services.log.error = (about: object) => void errors.push(about);
  let takers = 0;
  const take = (company_id: string, count: number) => {
    const origin = operatorOrigin({ partner_id: 'prtnr_1', company_id }, services);
    return takeRl1Numbers(2026, count, `taker ${takers++}`, rq, origin, services);
  };
  await take('cmpny_small', 1);
  // Of both series.
  await take('cmpny_large', 7);
  await expect(take('cmpny_large', 3)).rejects.toMatchObject({ status: 400 });
  expect(errors).toEqual([
    {
      tax_year: 2026,
      wanted: 3,
      left: 2,
      most: [
        { company: 'cmpny_large', given: 7 },
        { company: 'cmpny_small', given: 1 },
      ],
    },
  ]);
  expect(await take('cmpny_small', 2)).toEqual([20_000_003, 20_000_004]);
  expect(await rl1NumbersGiven(2026, rq, services)).toEqual([
    { company: 'cmpny_large', given: 7 },
    { company: 'cmpny_small', given: 3 },
  ]);
  expect(await rl1NumbersGiven(2025, rq, services)).toEqual([]);
});

test('series are read from the settings, and an invalid setting stops the start', () => {
  const env = {
    RQ_TRANSMITTER_NUMBER: 'NP123456',
    RQ_CERTIFICATION_NUMBER: 'RQ-26-01-001',
    RQ_PARTNER_ID: 'a',
    RQ_PRODUCT_ID: 'b',
  };
  expect(
    readConfig({ ...env, RQ_RL1_NUMBERS: '10000001-10004999,00000005-00000009' }).revenuQuebec?.rl1_numbers,
  ).toEqual([
    { first: 10_000_001, last: 10_004_999 },
    { first: 5, last: 9 },
  ]);
  const certified = (numbers: string) =>
    readConfig({ ...env, RQ_CERTIFICATION_NUMBER: numbers, RQ_RL1_NUMBERS: '10000001-10004999' }).revenuQuebec
      ?.certification_numbers;
  expect(certified('RQ-25-01-014,RQ-26-01-001')).toEqual(['RQ-25-01-014', 'RQ-26-01-001']);
  expect(() => certified('RQ-26-01-014,RQ-26-01-001')).toThrow(/RQ_CERTIFICATION_NUMBER/);
  // As they were complete before numbers were asked for.
  expect(() => readConfig(env)).toThrow(/^RQ_RL1_NUMBERS is missing: .*belong together.* like 10000001-10004999/);
  const { RQ_PARTNER_ID: _, ...fewer } = env;
  expect(() => readConfig(fewer)).toThrow(/^RQ_PARTNER_ID, RQ_RL1_NUMBERS are missing: [^.]*set all, or none\.$/);
  for (const wrong of ['1-9', '10000009-10000001', '00000000-00000009', '10000001-10000005,10000005-10000009'])
    expect(() => readConfig({ ...env, RQ_RL1_NUMBERS: wrong })).toThrow(/RQ_RL1_NUMBERS/);
  expect(revenuQuebecSenderOf({})).toBeUndefined();
});
