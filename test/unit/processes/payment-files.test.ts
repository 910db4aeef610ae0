import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { paymentsStandInOneFile } from '../../../src/audit/payment-files.ts';
import { StoreUnavailable } from '../../../src/event-store/errors.ts';
import type { EventStore } from '../../../src/event-store/port.ts';
import { act } from '../../../src/kernel/calls/actions.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { paidAmong } from '../../../src/pay-records/paid-stubs.ts';
import { readReturns } from '../../../src/payments/cpa-005/returns.ts';
import { fileStream } from '../../../src/payments/file-streams.ts';
import type { Rail } from '../../../src/payments/rails.ts';
import { failedByHand, settledByHand } from '../../../src/processes/payments/by-hand.ts';
import { decidedAs, fileAgain, filesOf, type MadeFile } from '../../../src/processes/payments/decided-files.ts';
import {
  fileTakenUp,
  fileWasSent,
  fileWasWritten,
  nextFile,
  openAside,
} from '../../../src/processes/payments/files.ts';
import { payeeIsForgotten, payeeIsKnown } from '../../../src/processes/payments/payees.ts';
import { takeReturns } from '../../../src/processes/payments/returned.ts';
import { setAside } from '../../../src/processes/payments/set-aside.ts';
import { remittedByHand, type Waiting, waitingForFile } from '../../../src/processes/payments/waiting.ts';
import { equal } from '../../../src/values/condition.ts';
import { sum, toText } from '../../../src/values/money.ts';
import { foundIn } from '../../support/audit-in-memory.ts';
import { ORIGINATOR } from '../../support/payments-play.ts';
import { ACCOUNT, type PaymentsWorld, paymentsWorld, SIGNED } from '../../support/payments-world.ts';
import { type GivenBack, returnFile } from '../../support/return-file.ts';

/** Given payments that were submitted to a bank, when files are made of them, then each is in one file, once. */

const DEBITED = '2026-11-17T21:30:00.000Z';
const SETTLED = '2026-11-19T05:00:00.000Z';
const SENT = '2026-11-19T21:30:00.000Z';
const UNFUNDED =
  'the debit that funds it was returned; it waits until 16:30 in Toronto of the day on which that counts as paid again';

const made = (world: PaymentsWorld): Promise<MadeFile | undefined> =>
  nextFile(world.tenant.partner_id, ORIGINATOR, world.services);
/** Makes a file and writes it to the folder of the operator, over one of the same name. */
const laid = async (world: PaymentsWorld, folder: Map<number, string>): Promise<MadeFile | undefined> => {
  const file = await made(world);
  if (!file) return undefined;
  const before = folder.get(file.number);
  if (before !== undefined) expect(file.text).toBe(before);
  folder.set(file.number, file.text);
  await fileWasWritten(file.number, ORIGINATOR.id, world.services);
  return file;
};
/** References of the payments in files, in their order. */
const referencesIn = (folder: ReadonlyMap<number, string>): string[] =>
  [...folder.values()].flatMap((text) =>
    [...text.matchAll(/NLAKE00001([0-9A-Z]{19})000300123/g)].map(([, one]) => one!),
  );
const approved = async (
  people: number,
  {
    store,
    rail = 'cpa_005',
    until = DEBITED,
  }: { store?: (own: EventStore) => EventStore; rail?: Rail; until?: string } = {},
): Promise<PaymentsWorld> => {
  const world = await paymentsWorld(people, { rail, ...(store ? { store } : {}) });
  // Waiting payments of a partner are read company by company.
  await world.given.events('company', world.tenant.company_id!, {
    type: 'CompanyCreated',
    data: { name: 'Northlake' },
  });
  await world.approved();
  await world.at(until);
  return world;
};

describe('a file for the bank', () => {
  test('has the debit on its day, and pay when the debit has settled', async () => {
    const world = await approved(2);
    const folder = new Map<number, string>();
    const [debit] = await world.payments({ destination: 'payroll_float' });
    expect(await laid(world, folder)).toMatchObject({ number: 1, debits: debit!.amount, credits: '0', payments: 1 });
    expect((await world.payments({ destination: 'payroll_float' }))[0]).toMatchObject({ expected_at: '2026-11-19' });
    for (const day of [SETTLED, SENT]) await world.at(day);
    const pay = await world.payments({ destination: 'employee' });
    const credits = toText(sum(pay.map(({ amount }) => amount)));
    expect(await laid(world, folder)).toMatchObject({ number: 2, debits: '0', credits, payments: 2 });
    expect(referencesIn(folder)).toEqual([debit, ...pay].map((one) => one!.cross_reference));
    expect(folder.get(2)).toContain('ADA 0 BYRON');
  });

  test('does not debit an account whose agreement ended after the approval; made again once it is signed', async () => {
    const world = await approved(1, { until: '2026-11-16T15:00:00.000Z' });
    const [account] = await world.services.read.find(
      'bank_account',
      world.tenant,
      equal('business_entity_id', world.employer.id),
    );
    // Other numbers, and nobody has signed for them.
    await world.given.changed('bank_account', account!.id, { account_number: '7654321' });
    await world.at(DEBITED);
    const [debit] = await world.payments({ destination: 'payroll_float' });
    expect(debit).toMatchObject({ status: 'failed', failure_reason: 'no_agreement' });
    expect(await made(world)).toBeUndefined();
    await world.given.changed('bank_account', account!.id, SIGNED);
    const replaced_by_id = debit!.id.replace(/.{4}$/, 'AAAA');
    const data = { payroll_id: world.payroll.id, replaced_by_id };
    await world.given.events('payment', debit!.id, { type: 'PaymentReissued', data });
    await world.followed();
    await world.at('2026-11-18T21:30:00.000Z');
    expect(await laid(world, new Map())).toMatchObject({ debits: debit!.amount, payments: 1 });
  });

  test('bank account 1: debits the primary account of the employer, and no other one', async () => {
    const world = await approved(1, { until: '2026-11-16T18:00:00.000Z' });
    const own = { business_entity_id: world.employer.id, ...ACCOUNT, ...SIGNED };
    const [first] = world.rows('bank_account').filter(({ business_entity_id }) => business_entity_id !== null);
    await world.given.created('bank_account', { ...own, account_number: '7654323' });
    const main = await world.given.created('bank_account', { ...own, account_number: '7654322', is_primary: true });
    expect([first!.account_number_last_3, main.account_number_last_3]).toEqual(['781', '322']);
    await world.at(DEBITED);
    const folder = new Map<number, string>();
    expect(await laid(world, folder)).toMatchObject({ number: 1, payments: 1 });
    expect(folder.get(1)).toContain('7654322');
    expect(folder.get(1)).not.toMatch(/7654323|1234781/);
  });

  test('is not made when no payment waits', async () => {
    const world = await approved(1);
    await laid(world, new Map());
    expect(await made(world)).toBeUndefined();
  });

  test('is refused for want of a number only where a payment waits', async () => {
    const world = await approved(1);
    expect(await nextFile(world.tenant.partner_id, ORIGINATOR, world.services, 9_999)).toMatchObject({ number: 9_999 });
    await fileWasWritten(9_999, ORIGINATOR.id, world.services);
    expect(await made(world)).toBeUndefined();
    for (const day of [SETTLED, SENT]) await world.at(day);
    await expect(made(world)).rejects.toThrow('all 9999 file numbers of NLAKE00001 are used, and none is used twice');
  });

  test('leaves out a payment that is already in a file, though parked read models still show it as waiting', async () => {
    const world = await approved(1);
    const before = await world.payments({ destination: 'payroll_float' });
    await laid(world, new Map());
    const read = Object.create(world.services.read, {
      pages: {
        value: async function* () {
          yield before;
        },
      },
    });
    const { result, events } = await world.when(() => made({ ...world, services: { ...world.services, read } }));
    expect([result, events]).toEqual([undefined, []]);
  });

  test('leaves out a payment whose events cannot be read, reports it, and has all other payments', async () => {
    const world = await approved(2);
    const folder = new Map<number, string>();
    await laid(world, folder);
    for (const day of [SETTLED, SENT]) await world.at(day);
    const [broken, whole] = await world.payments({ destination: 'employee' });
    const { store } = world.services;
    const readStream: EventStore['readStream'] = async (stream, options) => {
      if (stream === `payment-${broken!.id}`) throw new Error('PaymentTeleported is of a newer version');
      return store.readStream(stream, options);
    };
    const services = { ...world.services, store: { ...store, readStream } };
    expect(await made({ ...world, services })).toMatchObject({ payments: 1, credits: whole!.amount });
    const reported: unknown[] = [];
    for await (const page of waitingForFile(world.tenant.partner_id, world.clock.today(), services))
      reported.push(...page.map(({ payment, why }) => [payment.id, why]));
    expect(reported).toEqual([[broken!.id, 'its events cannot be read: PaymentTeleported is of a newer version']]);
  });

  test('is made again with the same bytes until it is recorded as written, whatever waits since', async () => {
    const world = await approved(2);
    const first = await made(world);
    world.clock.set('2026-12-24T17:00:00.000Z');
    const { result, events } = await world.when(() => made(world));
    expect(result).toEqual(first);
    expect(events).toEqual([]);
    const listed: unknown[] = [];
    for await (const file of filesOf(ORIGINATOR.id, world.services)) listed.push(file);
    expect(listed).toMatchObject([{ state: 'decided', is_written: false }]);
  });

  test('can be written again later, by its number', async () => {
    const world = await approved(1);
    const folder = new Map<number, string>();
    const first = await laid(world, folder);
    for (const day of [SETTLED, SENT]) await world.at(day);
    await laid(world, folder);
    const listed: unknown[] = [];
    for await (const file of filesOf(ORIGINATOR.id, world.services)) listed.push(file);
    expect(listed).toMatchObject([
      { number: 1, payments: 1, state: 'written', debits: first!.debits },
      { number: 2, payments: 1, state: 'written' },
    ]);
    expect(await fileAgain(1, ORIGINATOR.id, world.services)).toEqual(first);
    expect((await fileAgain(2, ORIGINATOR.id, world.services)).text).toBe(folder.get(2));
    await expect(fileAgain(3, ORIGINATOR.id, world.services)).rejects.toThrow('NLAKE00001 has sent no file 3');
  });

  test('is found by its number, made and listed also where another program appended to the stream of the files', async () => {
    const world = await approved(1);
    const { store } = world.services;
    const stream = fileStream(ORIGINATOR.id);
    const foreign = async (): Promise<void> => {
      const events = ['PaymentFileDecided', 'Noted'].map((type) => ({
        id: randomUUID(),
        type,
        data: { file_number: 7 },
        metadata: {},
      }));
      const before = await store.readStream(stream).catch(() => []);
      await store.append(stream, events, before.at(-1)?.revision ?? 'no_stream');
    };
    const folder = new Map<number, string>();
    await foreign();
    const first = await made(world);
    await foreign();
    await foreign();
    expect(await laid(world, folder)).toEqual(first);
    await foreign();
    for (const day of [SETTLED, SENT]) await world.at(day);
    const second = await made(world);
    // The pages of a list do not end where a file ends.
    for (let times = 0; times < 10; times++) await foreign();
    expect(await laid(world, folder)).toEqual(second);
    await foreign();
    const listed: unknown[] = [];
    for await (const { number, state } of filesOf(ORIGINATOR.id, world.services)) listed.push([number, state]);
    expect(listed).toEqual([
      [1, 'written'],
      [2, 'written'],
    ]);
    for (const [number, text] of folder)
      expect((await fileAgain(number, ORIGINATOR.id, world.services)).text).toBe(text);
    for (const number of [0, 3, 7])
      await expect(fileAgain(number, ORIGINATOR.id, world.services)).rejects.toThrow(`has sent no file ${number}`);
    expect(await foundIn(world, [paymentsStandInOneFile])).toEqual([]);
    const { revision } = (await store.readStream(stream)).at(-1)!;
    const many = Array.from({ length: 400 }, () => ({ id: randomUUID(), type: 'Noted', data: {}, metadata: {} }));
    await store.append(stream, many, revision);
    const reads = vi.spyOn(store, 'readStream');
    await expect(fileAgain(3, ORIGINATOR.id, world.services)).rejects.toThrow('has sent no file 3');
    expect(reads.mock.calls.length).toBeLessThan(50);
  });

  test('is written as it was decided, also when the settings of the originator have changed since', async () => {
    const world = await approved(1);
    const first = await made(world);
    const other = { ...ORIGINATOR, short_name: 'Southlake' };
    expect(await nextFile(world.tenant.partner_id, other, world.services)).toEqual(first);
  });

  test('debits on its own day what has waited for days, and that settles two business days later', async () => {
    const world = await approved(1);
    world.clock.set('2026-11-20T17:00:00.000Z');
    const file = await made(world);
    expect(file!.text.split('\r\n')[1]).toContain('026324');
    expect((await world.payments({ destination: 'payroll_float' }))[0]).toMatchObject({ expected_at: '2026-11-24' });
  });

  test('has a number that the operator gives only if it is the first one; later numbers follow', async () => {
    const world = await approved(1);
    const partner = world.tenant.partner_id;
    expect(await nextFile(partner, ORIGINATOR, world.services, 58)).toMatchObject({ number: 58 });
    await fileWasWritten(58, ORIGINATOR.id, world.services);
    for (const day of [SETTLED, SENT]) await world.at(day);
    await expect(nextFile(partner, ORIGINATOR, world.services, 1)).rejects.toThrow(
      'NLAKE00001 has sent files: the number of the next one follows from the last, which was 58',
    );
    expect(await made(world)).toMatchObject({ number: 59 });
    await fileWasWritten(59, ORIGINATOR.id, world.services);
    expect((await fileAgain(59, ORIGINATOR.id, world.services)).number).toBe(59);
    await expect(fileAgain(57, ORIGINATOR.id, world.services)).rejects.toThrow('has sent no file 57');
    const listed: unknown[] = [];
    for await (const { number, is_written } of filesOf(ORIGINATOR.id, world.services))
      listed.push([number, is_written]);
    expect(listed).toEqual([
      [58, true],
      [59, true],
    ]);
  });

  test('leaves out a payment that does not fit and reports it; after a correction its replacement is in a file', async () => {
    const world = await approved(2);
    const { employee } = world.people[0]!;
    await world.given.changed('employee', employee.id, { first_name: '李', last_name: '雷' });
    const folder = new Map<number, string>();
    await laid(world, folder);
    for (const day of [SETTLED, SENT]) await world.at(day);
    expect(await laid(world, folder)).toMatchObject({ number: 2, payments: 1 });
    expect(await made(world)).toBeUndefined();
    const unfit: Waiting[] = [];
    for await (const page of waitingForFile(world.tenant.partner_id, world.clock.today(), world.services))
      unfit.push(...page);
    expect(unfit.map(({ why }) => why)).toEqual(['its payee has no name in letters from A to Z']);
    const { id } = unfit[0]!.payment;
    const recorded = { origin: world.origin(), services: world.services };
    await act(failedByHand, id, {
      ...recorded,
      body: { reason: 'name_mismatch', note: 'asked for the name' },
    });
    await world.given.changed('employee', employee.id, { first_name: 'Lei', last_name: 'Li' });
    const replaced_by_id = id.replace(/.{4}$/, 'AAAA');
    const data = { payroll_id: world.payroll.id, replaced_by_id };
    await world.given.events('payment', id, { type: 'PaymentReissued', data });
    await world.followed();
    for (const day of ['2026-11-20T22:00:00.000Z', '2026-11-23T22:00:00.000Z']) await world.at(day);
    await laid(world, folder);
    expect(folder.get(3)).toContain('LEI LI');
  });

  test('has remittances once the account of the payee is known; until then they are paid by hand', async () => {
    const world = await approved(1);
    const { services, tenant } = world;
    const folder = new Map<number, string>();
    const byHand = async () => {
      const ids: string[] = [];
      for await (const page of remittedByHand(tenant.partner_id, services))
        ids.push(...page.map(({ payment, why }) => why ?? payment.id));
      return ids;
    };
    const [planned] = await world.payments({ destination: 'cra' });
    const account = { institution_number: '001', transit_number: '00456', account_number: '7654321', name: 'Receiver' };
    await payeeIsKnown('ca_cra', { ...account, name: 'Another' }, { partner_id: tenant.partner_id }, services);
    // An entry for one account goes before one for its provider.
    await payeeIsKnown(planned!.remittance_account_id!, account, tenant, services);
    await laid(world, folder);
    for (const day of [SETTLED, SENT]) await world.at(day);
    await laid(world, folder);
    await world.at('2026-11-20T21:30:00.000Z');
    const [remitted] = await world.payments({ destination: 'cra' });
    expect(await byHand()).toEqual([]);
    expect(await laid(world, folder)).toMatchObject({ number: 3, credits: remitted!.amount, payments: 1 });
    // Accounts payable, on the day on which it is due, with the employer's number where the payee sees it.
    expect(folder.get(3)).toMatch(/460\d{10}026349000100456/);
    expect(folder.get(3)).toContain('RECEIVER');
    expect(folder.get(3)).toContain('123456782RP0001');
    await world.at('2026-12-15T12:00:00.000Z');
    expect(await world.statusNow()).toBe('paid');
    expect(await fileAgain(3, ORIGINATOR.id, services)).toMatchObject({ text: folder.get(3) });
    const stored = await services.store.readStream('payment_payees-ca_cra');
    expect(JSON.stringify(stored.map(({ data }) => data))).not.toMatch(/7654321|Another/);

    const later = await approved(1);
    await payeeIsKnown('ca_cra', account, { partner_id: tenant.partner_id }, later.services);
    expect(await payeeIsForgotten('ca_cra', { partner_id: tenant.partner_id }, later.services)).toBe(true);
    expect(await payeeIsForgotten('ca_cra', { partner_id: tenant.partner_id }, later.services)).toBe(false);
    await laid(later, new Map());
    for (const day of [SETTLED, SENT, '2026-11-20T21:30:00.000Z']) await later.at(day);
    expect(await later.payments({ destination: 'cra', status: 'processing' })).toHaveLength(1);
    const reported: string[] = [];
    for await (const page of remittedByHand(tenant.partner_id, later.services))
      reported.push(...page.map(({ payment }) => payment.id));
    expect(reported).toHaveLength(1);
    // Long after its day, when nothing else would wake the payroll.
    const recorded = { origin: later.origin(), services: later.services };
    await act(settledByHand, reported[0]!, { ...recorded, body: { note: 'through the bank' } });
    later.later.length = 0;
    await later.follow(later.managers.payments);
    expect(later.later).toEqual([`payments ${later.payroll.id}`]);
  });

  test('must have a payment before an operator can record that it failed; nobody can record that it settled', async () => {
    const world = await approved(1);
    const [debit] = await world.payments({ destination: 'payroll_float' });
    const asked = (of: 'settled' | 'failed') => {
      const recorded = { origin: world.origin(), services: world.services };
      return of === 'settled'
        ? act(settledByHand, debit!.id, { ...recorded, body: { note: 'wired' } })
        : act(failedByHand, debit!.id, {
            ...recorded,
            body: { reason: 'other', note: 'lost' },
          });
    };
    await expect(asked('settled')).rejects.toThrow('The payment waits for a file for the bank');
    await expect(asked('failed')).rejects.toThrow('The payment waits for a file for the bank');
    await laid(world, new Map());
    await expect(asked('settled')).rejects.toThrow('The payment is in file 1: it counts as paid on 2026-11-19');
    await asked('failed');
    expect((await world.stateOf('payment', debit!.id))?.status).toBe('failed');
  });

  test('has no pay whose debit was returned after the pay was submitted, until the debit is paid again', async () => {
    const world = await approved(2);
    const folder = new Map<number, string>();
    await laid(world, folder);
    for (const day of [SETTLED, SENT]) await world.at(day);
    const [debit] = await world.payments({ destination: 'payroll_float' });
    const { payroll_id } = debit!;
    const returned = { reason: 'insufficient_funds', return_code: '901', returned_on: '2026-11-19' };
    await world.given.events('payment', debit!.id, { type: 'PaymentFailed', data: { payroll_id, ...returned } });
    await world.followed();
    expect((await world.payments({ destination: 'employee' })).map(({ status }) => status)).toEqual([
      'processing',
      'processing',
    ]);
    expect(await made(world)).toBeUndefined();
    const reported: unknown[] = [];
    for await (const page of waitingForFile(world.tenant.partner_id, world.clock.today(), world.services))
      reported.push(...page.map(({ why }) => why));
    expect(reported).toEqual([UNFUNDED, UNFUNDED]);
    const replaced_by_id = debit!.id.replace(/.{4}$/, 'AAAA');
    await world.given.events('payment', debit!.id, { type: 'PaymentReissued', data: { payroll_id, replaced_by_id } });
    await world.followed();
    await world.at('2026-11-20T22:00:00.000Z');
    expect(await laid(world, folder)).toMatchObject({ number: 2, debits: debit!.amount, payments: 1 });
    // It counts as paid since midnight, and its bank may return it until the hour.
    await world.at('2026-11-24T15:00:00.000Z');
    expect((await world.payments({ id: replaced_by_id }))[0]!.status).toBe('paid');
    expect(await made(world)).toBeUndefined();
    await world.at('2026-11-24T21:30:00.000Z');
    const pay = await world.payments({ destination: 'employee' });
    expect(await laid(world, folder)).toMatchObject({
      number: 3,
      payments: 2,
      credits: toText(sum(pay.map(({ amount }) => amount))),
    });
  });

  test('that was decided is not made while the debit that funds pay in it is returned, and as it was decided once that is paid again', async () => {
    const world = await approved(2);
    const folder = new Map<number, string>();
    await laid(world, folder);
    for (const day of [SETTLED, SENT]) await world.at(day);
    const [debit] = await world.payments({ destination: 'payroll_float' });
    // The command ended before it wrote the file.
    const file = await made(world);
    expect(file).toMatchObject({ number: 2, payments: 2 });
    const { payroll_id } = debit!;
    const returned = { reason: 'insufficient_funds', return_code: '901', returned_on: '2026-11-20' };
    await world.given.events('payment', debit!.id, { type: 'PaymentFailed', data: { payroll_id, ...returned } });
    await world.followed();
    expect(await made(world)).toBeUndefined();
    const taken = () => fileTakenUp(2, ORIGINATOR.id, world.services);
    expect(await taken()).toBeUndefined();
    const whys: (string | null)[] = [];
    for await (const { why } of filesOf(ORIGINATOR.id, world.services)) whys.push(why);
    expect(whys).toEqual([null, expect.stringMatching(/^of payment pmt_\w+ the debit that funds it was returned/)]);
    const replaced_by_id = debit!.id.replace(/.{4}$/, 'AAAA');
    await world.given.events('payment', debit!.id, { type: 'PaymentReissued', data: { payroll_id, replaced_by_id } });
    await world.followed();
    await world.at('2026-11-20T22:00:00.000Z');
    expect(await laid(world, folder)).toMatchObject({ number: 3, debits: debit!.amount, payments: 1 });
    await world.at('2026-11-25T22:00:00.000Z');
    expect((await taken())?.text).toBe(file!.text);
  });

  test('has no pay that another payroll has no paid debit for, beside pay that is funded', async () => {
    const world = await approved(1);
    await laid(world, new Map());
    for (const day of [SETTLED, SENT]) await world.at(day);
    const [pay] = await world.payments({ destination: 'employee' });
    const elsewhere = pay!.id.replace(/.{4}$/, 'ZZZZ');
    const payroll_id = pay!.payroll_id.replace(/.{4}$/, 'ZZZZ');
    const { store, clock } = world.services;
    const [created] = await store.readStream(`payment-${pay!.id}`);
    const { process_at, expected_at } = pay!;
    await world.given.events(
      'payment',
      elsewhere,
      { type: 'PaymentCreated', data: { ...created!.data, payroll_id, approval_id: randomUUID() } },
      {
        type: 'PaymentSubmitted',
        data: { payroll_id, process_at, expected_at, is_remitted_by_file: false, bank_account_id: null },
      },
    );
    const waiting: unknown[] = [];
    for await (const page of waitingForFile(world.tenant.partner_id, clock.today(), world.services))
      waiting.push(...page.map(({ payment: { id }, item, why }) => [id, item?.amount ?? why]));
    expect(waiting).toEqual([
      [pay!.id, pay!.amount],
      [elsewhere, UNFUNDED],
    ]);
  });

  test('does not wait for ever for pay whose debit was returned and is never paid: an operator records that it came to nothing', async () => {
    const world = await approved(1);
    await laid(world, new Map());
    for (const day of [SETTLED, SENT]) await world.at(day);
    const [[debit], [payee]] = [
      await world.payments({ destination: 'payroll_float' }),
      await world.payments({ destination: 'employee' }),
    ];
    const recorded = { origin: world.origin(), services: world.services };
    const failing = () => act(failedByHand, payee!.id, { ...recorded, body: { reason: 'other', note: 'bankrupt' } });
    await expect(failing()).rejects.toThrow('The payment waits for a file for the bank');
    const { payroll_id } = debit!;
    const returned = { reason: 'insufficient_funds', return_code: '901', returned_on: '2026-11-19' };
    await world.given.events('payment', debit!.id, { type: 'PaymentFailed', data: { payroll_id, ...returned } });
    await world.followed();
    const settling = act(settledByHand, payee!.id, { ...recorded, body: { note: 'paid in cash' } });
    await expect(settling).rejects.toThrow('The debit that funds the payment was returned');
    await failing();
    expect((await world.stateOf('payment', payee!.id))?.status).toBe('failed');
    const waits: Waiting[] = [];
    for await (const page of waitingForFile(world.tenant.partner_id, world.clock.today(), world.services))
      waits.push(...page);
    expect(waits).toEqual([]);
  });

  test('is not made for a remittance by hand, which is reported as unfunded after its debit was returned', async () => {
    const world = await approved(1);
    await laid(world, new Map());
    for (const day of [SETTLED, SENT, '2026-11-20T21:30:00.000Z']) await world.at(day);
    const byHand = async () => {
      const reported: unknown[] = [];
      for await (const page of remittedByHand(world.tenant.partner_id, world.services))
        reported.push(...page.map(({ payment, why }) => [payment.destination, why]));
      return reported;
    };
    expect(await byHand()).toEqual([['cra', undefined]]);
    const [debit] = await world.payments({ destination: 'payroll_float' });
    const { payroll_id } = debit!;
    const data = { payroll_id, reason: 'insufficient_funds', return_code: '901', returned_on: '2026-11-20' };
    await world.given.events('payment', debit!.id, { type: 'PaymentFailed', data });
    await world.followed();
    expect(await byHand()).toEqual([['cra', UNFUNDED]]);
  });

  test('is not made of payments by another rail', async () => {
    const world = await approved(1, { rail: 'simulated' });
    expect(await made(world)).toBeUndefined();
  });
});

describe('a file of returns', () => {
  const back = (payment: RecordOf<'payment'>, more: Partial<GivenBack> = {}): GivenBack => ({
    kind: payment.destination === 'payroll_float' ? 'debit' : 'credit',
    return_code: '901',
    amount: payment.amount,
    date: '2026-11-18',
    cross_reference: payment.cross_reference,
    ...more,
  });
  const taken = async (world: PaymentsWorld, ...given: GivenBack[]) =>
    takeReturns(await readReturns(returnFile(given).split('\r\n')), [world.tenant.partner_id], world.services);
  const sent = async () => {
    const world = await approved(2);
    const folder = new Map<number, string>();
    await laid(world, folder);
    const [debit] = await world.payments({ destination: 'payroll_float' });
    return { world, folder, debit: debit! };
  };

  test('fails each payment with its reason; unknown and repeated returns are reported and change nothing', async () => {
    const { world, debit } = await sent();
    const { result, events } = await world.when(() =>
      taken(world, back(debit), back(debit), back(debit, { cross_reference: 'STRANGER' })),
    );
    expect(result!.taken.map(({ payment, why }) => payment ?? why)).toEqual([
      debit.id,
      'it is returned before in this file',
      'no payment was sent under it',
    ]);
    expect(events.map(({ type, data }) => [type, data.reason, data.return_code, data.returned_on])).toEqual([
      ['PaymentFailed', 'insufficient_funds', '901', '2026-11-18'],
    ]);
    await world.followed();
    expect(await world.statusNow()).toBe('partially_paid');
    const again = await world.when(() => taken(world, back(debit)));
    expect([again.result!.taken[0]!.why, again.events]).toEqual([`payment ${debit.id} is failed already`, []]);
  });

  test('of a payment whose events cannot be read is reported and changes nothing; the others are taken', async () => {
    const { world, folder } = await sent();
    for (const day of [SETTLED, SENT]) await world.at(day);
    await laid(world, folder);
    // The read models of its company are parked before its last event.
    const rows = await world.payments({ destination: 'employee' });
    await world.at('2026-11-25T22:00:00.000Z');
    const [broken, whole] = rows;
    const { store } = world.services;
    const readStream: EventStore['readStream'] = async (stream, options) => {
      if (stream === `payment-${broken!.id}`) throw new Error('PaymentTeleported is of a newer version');
      return store.readStream(stream, options);
    };
    const read = Object.create(world.services.read, { find: { value: async () => rows } });
    const services = { ...world.services, read, store: { ...store, readStream } };
    const { result } = await world.when(() => taken({ ...world, services }, back(broken!), back(whole!)));
    expect(result?.taken.map(({ payment, why }) => payment ?? why)).toEqual([
      `payment ${broken!.id} is not changed: its events cannot be read: PaymentTeleported is of a newer version`,
      whole!.id,
    ]);
  });

  test('of a file that the ended command had laid, but not recorded as written, changes nothing until it is: the file is completed, not set aside', async () => {
    const world = await approved(2);
    const { services } = world;
    const { number } = (await made(world))!;
    const [debit] = await world.payments({ destination: 'payroll_float' });
    const isNot = async () => {
      const { result, events } = await world.when(() => taken(world, back(debit!)));
      expect([result!.taken[0]!.why, events]).toEqual([
        expect.stringContaining(`is in file ${number}, which is not recorded as written`),
        [],
      ]);
    };
    await isNot();
    await setAside(await decidedAs(number, ORIGINATOR.id, services), 'damaged', services);
    await world.followed();
    await isNot();
    await fileWasSent(number, 'the bank has it', ORIGINATOR.id, services);
    await world.followed();
    expect((await taken(world, back(debit!))).taken[0]!.payment).toBe(debit!.id);
    await world.followed();
    expect(await world.stateOf('payment', debit!.id)).toMatchObject({ status: 'failed', file_number: number });
    expect(await openAside(services)).toEqual([]);
  });

  test('of a deposit that is then paid by cheque: recorded as paid, it is not made again, nor returned twice', async () => {
    const { world, debit, folder } = await sent();
    for (const day of [SETTLED, SENT]) await world.at(day);
    await laid(world, folder);
    const [payee] = await world.payments({ destination: 'employee' });
    await world.at('2026-11-20T22:00:00.000Z');
    await taken(world, back(payee!));
    await world.followed();
    const isPaid = async () => {
      const [stub] = (await world.stubs(world.payroll)).filter(({ id }) => id === payee!.pay_stub_id);
      return (await paidAmong([stub!], world.services, world.tenant)).length === 1;
    };
    expect(await isPaid()).toBe(false);
    const { services } = world;
    const body = { note: 'cheque 118' };
    await act(settledByHand, payee!.id, { origin: world.origin('cheque'), services, body });
    await world.followed();
    expect(await isPaid()).toBe(true);
    const again = await world.when(() => taken(world, back(payee!)));
    expect(again.events).toEqual([]);
    expect(again.result!.taken[0]!.why).toBe(`payment ${payee!.id} came back before, and was paid otherwise`);
    // A failure by hand may have been a mistake: this may be the first return.
    const letter = { reason: 'account_closed' as const, note: 'a letter' };
    const byHand = (cause: string) =>
      act(failedByHand, payee!.id, { origin: world.origin(cause), services, body: letter });
    await byHand('letter');
    await act(settledByHand, payee!.id, { origin: world.origin('mistake'), services, body });
    const first = await world.when(() => taken(world, back(payee!)));
    expect([first.events, first.result!.taken[0]!.why]).toEqual([
      [],
      `payment ${payee!.id} was recorded as failed by hand, and as paid since: if it came back only now, record that with "payroll payments fail"`,
    ]);
    await byHand('return');
    expect(await world.stateOf('payment', payee!.id)).toMatchObject({ status: 'failed' });
    await expect(act(settledByHand, debit.id, { origin: world.origin('debit'), services, body })).rejects.toMatchObject(
      { status: 400 },
    );
  });

  test('of a debit that the employer then wires: what it funds is made again, and paid', async () => {
    const { world, debit, folder } = await sent();
    await taken(world, back(debit));
    await world.followed();
    expect((await world.payments({ status: 'canceled' })).length).toBe(3);
    const body = { note: 'wired on the 18th' };
    await act(settledByHand, debit.id, { origin: world.origin('wire'), services: world.services, body });
    // Nobody is paid yet: what the debit funds is to be made again first.
    const { types } = await world.when(world.followed);
    expect(types.filter((type) => type.startsWith('PayrollP'))).toEqual(['PayrollProcessing']);
    for (const day of [SETTLED, SENT]) await world.at(day);
    expect(await laid(world, folder)).toMatchObject({ debits: '0', payments: 2 });
  });

  test('with another amount or kind than was sent is rejected as a whole', async () => {
    const { world, debit } = await sent();
    const [payee] = await world.payments({ destination: 'employee' });
    const unsent = back(payee!);
    for (const altered of [back(debit, { amount: '1.00' }), back(debit, { kind: 'credit' })]) {
      const { result, events } = await world.when(() => taken(world, unsent, altered));
      expect([result!.faults.length, result!.taken, events]).toEqual([1, [], []]);
    }
    expect((await taken(world, unsent)).taken[0]!.why).toBe('no payment was sent under it');
  });

  test('that was cut off is rejected as a whole', async () => {
    const { world, debit } = await sent();
    const lines = returnFile([back(debit)])
      .split('\r\n')
      .slice(0, 2);
    const take = async () => takeReturns(await readReturns(lines), [world.tenant.partner_id], world.services);
    const { result, events } = await world.when(take);
    expect([result!.faults.length, result!.taken, events]).toEqual([1, [], []]);
  });

  test('of an originator that sent no file is rejected as a whole', async () => {
    const { world, debit } = await sent();
    for (const other of ['SLAKE00001', '\u0000'.repeat(10), ' '.repeat(10)]) {
      const lines = returnFile([back(debit)])
        .replaceAll('NLAKE00001', other)
        .split('\r\n');
      const { faults, taken: none } = await takeReturns(
        await readReturns(lines),
        [world.tenant.partner_id],
        world.services,
      );
      expect([faults.map(({ text }) => text), none]).toEqual([
        [expect.stringContaining('as which no file was sent')],
        [],
      ]);
    }
  });

  test('makes a payment fail that already counted as paid', async () => {
    const { world, folder } = await sent();
    for (const day of [SETTLED, SENT]) await world.at(day);
    await laid(world, folder);
    await world.at('2026-11-23T05:00:00.000Z');
    const [payee] = await world.payments({ destination: 'employee' });
    expect(payee!.status).toBe('paid');
    await taken(world, back(payee!, { return_code: '905', date: '2026-11-23' }));
    await world.followed();
    expect(await world.stateOf('payment', payee!.id)).toMatchObject({ status: 'failed', return_code: '905' });
    expect(await world.statusNow()).toBe('partially_paid');
  });
});

describe('the making of files', () => {
  /** What is in the folder and in the log when the process died right before or after its nth append. */
  const cameOf = async (nth: number, where: 'before' | 'behind') => {
    let counted = false;
    let appends = 0;
    let deaths = 0;
    const store = (own: EventStore): EventStore => ({
      ...own,
      append: async (stream, events, expected) => {
        if (counted) appends += 1;
        if (!counted || appends !== nth) return own.append(stream, events, expected);
        deaths += 1;
        if (where === 'behind') await own.append(stream, events, expected);
        throw new StoreUnavailable('the process died', 'unknown');
      },
    });
    const world = await approved(2, { store });
    const folder = new Map<number, string>();
    const { events } = await world.when(async () => {
      for (const days of [[], [SETTLED, SENT]]) {
        for (const day of days) await world.at(day);
        counted = true;
        // The process that takes over does the same.
        await laid(world, folder).catch(() => laid(world, folder));
        counted = false;
      }
    });
    const decided = events.filter(({ type }) => type === 'PaymentFileDecided');
    const ids = decided.flatMap(({ data }) => Object.values(data.payments as Record<string, string[]>).flat());
    const filed = events.filter(({ type }) => type === 'PaymentFiled').map(({ id }) => id);
    const payments = await Promise.all(ids.map((id) => world.stateOf('payment', id)));
    // Each that was decided was filed once, and is in the files once, in the order of the decision.
    expect([...filed].sort()).toEqual([...ids].sort());
    expect(referencesIn(folder)).toEqual(payments.map((payment) => payment?.cross_reference));
    const waited = (await world.payments()).filter(({ destination }) => destination !== 'cra');
    expect([...ids].sort()).toEqual(waited.map(({ id }) => id).sort());
    return { files: [...folder.keys()], numbers: decided.map(({ data }) => data.file_number), deaths };
  };

  test('gives the same files wherever the process dies: each payment is in them once', async () => {
    expect(await cameOf(0, 'before')).toEqual({ files: [1, 2], numbers: [1, 2], deaths: 0 });
    let last = 0;
    for (let nth = 1; last === nth - 1; nth++)
      for (const where of ['before', 'behind'] as const) {
        const { deaths, ...came } = await cameOf(nth, where);
        expect({ nth, where, ...came }).toEqual({ nth, where, files: [1, 2], numbers: [1, 2] });
        if (deaths > 0) last = nth;
      }
    // The originator, two decisions, three payments, two files that were written.
    expect(last).toBe(8);
  });

  test('gives one file when two processes make it at once', async () => {
    const world = await approved(2);
    const { events } = await world.when(async () => {
      const [one, other] = await Promise.all([made(world), made(world)]);
      expect(one).toEqual(other);
    });
    expect(events.map(({ type }) => type)).toEqual(['PaymentOriginatorUsed', 'PaymentFileDecided', 'PaymentFiled']);
  });
});
