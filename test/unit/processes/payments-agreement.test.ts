import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../../src/event-store/errors.ts';
import { act } from '../../../src/kernel/calls/actions.ts';
import { readEvents } from '../../../src/kernel/changes/execute.ts';
import { streamOf } from '../../../src/kernel/definition/resource.ts';
import { readReturns } from '../../../src/payments/cpa-005/returns.ts';
import { payroll } from '../../../src/payrolls/payroll.ts';
import { failByHand, failedByHand, settledByHand } from '../../../src/processes/payments/by-hand.ts';
import { fileTakenUp, fileWasWritten, nextFile, openAside } from '../../../src/processes/payments/files.ts';
import { takeReturns } from '../../../src/processes/payments/returned.ts';
import { waitingForFile } from '../../../src/processes/payments/waiting.ts';
import { objectsOf } from '../../../src/values/json.ts';
import { ORIGINATOR } from '../../support/payments-play.ts';
import { ACCOUNT, type PaymentsWorld, paymentsWorld, SIGNED } from '../../support/payments-world.ts';
import { returnFile } from '../../support/return-file.ts';

// A debit that comes back: which returns end the agreement to be debited, and of which account.

/** A payroll whose debit was submitted, and comes back. */
const returned = async (reason: string, return_code: string | null, meanwhile: 'signed' | 'nothing' = 'nothing') => {
  const world = await paymentsWorld(1);
  await world.approved();
  await world.at('2026-11-17T21:30:00.000Z');
  const [debit] = await world.payments({ destination: 'payroll_float' });
  const own = () => world.rows('bank_account').find(({ business_entity_id }) => business_entity_id !== null)!;
  world.clock.set('2026-11-18T15:00:00.000Z');
  if (meanwhile === 'signed') await world.given.changed('bank_account', own().id, SIGNED);
  const data = { payroll_id: world.payroll.id, reason, return_code, returned_on: '2026-11-18' };
  await world.given.events('payment', debit!.id, { type: 'PaymentFailed', data });
  await world.followed();
  return { world, account: own(), debit: debit! };
};

test.each([
  ['insufficient_funds', '901', true],
  ['payment_stopped', '903', true],
  ['account_closed', '905', true],
  ['no_agreement', '915', false],
  ['no_agreement', '916', true],
  ['agreement_revoked', '917', false],
  ['no_agreement', '918', true],
  ['no_agreement', '919', true],
  ['agreement_revoked', '920', false],
  ['no_agreement', '921', true],
  ['agreement_revoked', null, false],
])('a debit that comes back for %s (%s): the agreement goes on: %s', async (reason, code, goesOn) => {
  const { account } = await returned(reason, code);
  expect(typeof account.pad_signed_at === 'string').toBe(goesOn);
  expect(account.pad_signer_name).toBe(goesOn ? SIGNED.pad_signer_name : null);
});

test('an agreement that was signed since the debit was submitted is another one, and goes on', async () => {
  const { account } = await returned('agreement_revoked', '920', 'signed');
  expect(account.pad_signed_at).toBe('2026-11-18T15:00:00.000000Z');
});

test('a return that is handled again ends no agreement that was signed since', async () => {
  const { world, account, debit } = await returned('agreement_revoked', '920');
  await world.given.changed('bank_account', account.id, SIGNED);
  await world.at('2026-11-18T15:00:00.000Z');
  const failed = (await readEvents(streamOf('payment', debit.id), world.services)).at(-1)!;
  expect(failed.type).toBe('PaymentFailed');
  const events = [{ ...failed, position: await world.services.store.head(), lease: undefined }];
  await world.managers.payments.handle({ events, signal: new AbortController().signal }, undefined);
  await world.followed();
  expect((await world.stateOf('bank_account', account.id))?.pad_signed_at).toBe('2026-11-18T15:00:00.000000Z');
});

test('a deposit that comes back so ends nothing', async () => {
  const { world } = await returned('insufficient_funds', '901');
  const [deposit] = await world.payments({ destination: 'employee' });
  const data = {
    payroll_id: world.payroll.id,
    reason: 'agreement_revoked',
    return_code: '920',
    returned_on: '2026-11-19',
  };
  await world.given.events('payment', deposit!.id, { type: 'PaymentFailed', data });
  await world.followed();
  expect(world.rows('bank_account').filter(({ pad_signed_at }) => pad_signed_at !== null)).toHaveLength(1);
});

/** A debit of a payroll that was submitted to a bank, and is in no file yet. */
const submitted = async () => {
  const world = await paymentsWorld(1, { rail: 'cpa_005' });
  await world.given.events('company', world.tenant.company_id!, {
    type: 'CompanyCreated',
    data: { name: 'Northlake' },
  });
  await world.approved();
  await world.at('2026-11-17T21:30:00.000Z');
  const account = world.rows('bank_account').find(({ business_entity_id }) => business_entity_id !== null)!;
  const waiting = async () => {
    const why: unknown[] = [];
    for await (const page of waitingForFile(world.tenant.partner_id, world.clock.today(), world.services))
      why.push(...page.map((one) => one.why));
    return why;
  };
  const file = () => nextFile(world.tenant.partner_id, ORIGINATOR, world.services);
  const [debit] = await world.payments({ destination: 'payroll_float' });
  return { world, account, debit: debit!, waiting, file };
};

/** Types of what the payroll warns of. */
const warningsOf = async ({ rows, payroll: { id }, services, tenant }: PaymentsWorld) => {
  const own = rows('payroll').filter((row) => row.id === id);
  const extras = await payroll.extras!(own, services, tenant, new Set());
  return objectsOf(extras.get(id)?.warnings).map(({ type }) => type);
};

const REVOKED = { pad_signer_name: null, pad_signer_email: null, pad_signer_title: null };

test.each([
  ['was revoked', REVOKED],
  ['was for another account, which somebody signed for', { ...SIGNED, account_number: '7654321' }],
])('a debit that was submitted is in no file when its agreement %s before one is made', async (_, change) => {
  const { world, account, debit, waiting, file } = await submitted();
  await world.given.changed('bank_account', account.id, change);
  expect(await file()).toBeUndefined();
  expect(await waiting()).toEqual([expect.stringContaining('the agreement to be debited has ended')]);
  // Nobody signs: the debit comes to nothing, and can be made again when somebody does.
  await act(failedByHand, debit.id, {
    origin: world.origin(),
    services: world.services,
    body: { reason: 'agreement_revoked', note: 'by letter' },
  });
  expect((await world.stateOf('payment', debit.id))?.status).toBe('failed');
});

test('signed again for the same account, it is in the next file', async () => {
  const { world, account, debit, file } = await submitted();
  await world.given.changed('bank_account', account.id, REVOKED);
  expect(await file()).toBeUndefined();
  await world.given.changed('bank_account', account.id, SIGNED);
  expect(await file()).toMatchObject({ number: 1, debits: debit.amount, payments: 1 });
});

test('a file that was decided is not made while the agreement for a debit in it has ended, and as decided once it is signed', async () => {
  const { world, account, file } = await submitted();
  const decided = await file();
  await world.given.changed('bank_account', account.id, REVOKED);
  expect(await file()).toBeUndefined();
  expect(await openAside(world.services)).toEqual([{ originator_id: ORIGINATOR.id, number: 1 }]);
  await world.given.changed('bank_account', account.id, SIGNED);
  expect(await fileTakenUp(1, ORIGINATOR.id, world.services)).toEqual(decided);
});

test('a debit that is recorded as paid by wire, while it is signed for again, is in no file that goes to the bank', async () => {
  const { world, account, debit, file } = await submitted();
  const { given, services } = world;
  await given.changed('bank_account', account.id, REVOKED);
  const { append } = services.store;
  let [comes, goes]: (() => void)[] = [];
  const isAsked = new Promise<void>((resolve) => {
    comes = resolve;
  });
  const isDecided = new Promise<void>((resolve) => {
    goes = resolve;
  });
  services.store.append = async (stream, events, expected) => {
    const [first] = events;
    if (first?.type === 'PaymentSettled') {
      comes!();
      await isDecided;
    }
    const appended = await append(stream, events, expected);
    if (first?.type === 'PaymentFileDecided') {
      goes!();
      await settled;
    }
    return appended;
  };
  const settled = act(settledByHand, debit.id, { origin: world.origin(), services, body: { note: 'wire 77' } });
  await isAsked;
  await given.changed('bank_account', account.id, SIGNED);
  expect(await file()).toBeUndefined();
  expect((await settled).record.status).toBe('paid');
  expect(await openAside(services)).toEqual([{ originator_id: ORIGINATOR.id, number: 1 }]);
});

test('a payroll says that nobody agrees to its debit any more, until somebody signs or the bank has it', async () => {
  const { world, account, file } = await submitted();
  const { services, given } = world;
  const warnings = () => warningsOf(world);
  expect(await warnings()).toEqual([]);
  await given.changed('bank_account', account.id, REVOKED);
  expect(await warnings()).toEqual(['bank_account_pad_not_signed']);
  await given.changed('bank_account', account.id, SIGNED);
  expect(await warnings()).toEqual([]);
  await file();
  await fileWasWritten(1, ORIGINATOR.id, services);
  await given.changed('bank_account', account.id, REVOKED);
  expect(await warnings()).toEqual([]);
});

test('a payroll says so too where the account of its debit is deleted, though the one that is left is signed for', async () => {
  const { world, account, waiting } = await submitted();
  const data = { institution_number: '004', transit_number: '00123', account_number: '7654321', ...SIGNED };
  await world.given.created('bank_account', { business_entity_id: world.employer.id, ...data });
  expect(await warningsOf(world)).toEqual([]);
  await world.given.deleted('bank_account', account.id);
  expect(await waiting()).toEqual([expect.stringContaining('the agreement to be debited has ended')]);
  expect(await warningsOf(world)).toEqual(['bank_account_pad_not_signed']);
});

/** Signed for, and another account. */
const MOVED = { ...SIGNED, account_number: '7654321' };

test('a payroll says so too where somebody signed for other numbers, until the account has those of the debit again', async () => {
  const { world, account, waiting } = await submitted();
  world.clock.set('2026-11-18T15:00:00.000Z');
  await world.given.changed('bank_account', account.id, SIGNED);
  expect(await warningsOf(world)).toEqual([]);
  await world.given.changed('bank_account', account.id, MOVED);
  expect(await waiting()).toEqual([expect.stringContaining('the agreement to be debited has ended')]);
  expect(await warningsOf(world)).toEqual(['bank_account_pad_not_signed']);
  await world.given.changed('bank_account', account.id, { ...ACCOUNT, ...SIGNED });
  expect(await waiting()).toEqual([undefined]);
  expect(await warningsOf(world)).toEqual([]);
});

test('a debit whose account got other numbers fails by hand, and made again it is of these', async () => {
  const { world, account, debit } = await submitted();
  world.clock.set('2026-11-18T15:00:00.000Z');
  await world.given.changed('bank_account', account.id, MOVED);
  const { services } = world;
  const body = { reason: 'no_agreement', note: 'another account' } as const;
  await failByHand(debit.id, { origin: world.origin(), services, body });
  await world.followed();
  const replaced_by_id = debit.id.replace(/.{4}$/, 'AAAA');
  const again = { payroll_id: world.payroll.id, replaced_by_id };
  await world.given.events('payment', debit.id, { type: 'PaymentReissued', data: again });
  await world.followed();
  await world.at('2026-11-18T21:30:00.000Z');
  const found = [];
  for await (const page of waitingForFile(world.tenant.partner_id, world.clock.today(), services)) found.push(...page);
  expect(found).toMatchObject([{ item: { instruction: { account_number: '7654321' } } }]);
  expect(await warningsOf(world)).toEqual([]);
});

test('a payroll is shown where what became of its debit or of the account cannot be read', async () => {
  const { world, account, debit } = await submitted();
  world.clock.set('2026-11-18T15:00:00.000Z');
  await world.given.changed('bank_account', account.id, MOVED);
  const { store } = world.services;
  const { readStream } = store;
  let unreadable = '';
  let why: Error;
  store.readStream = async (stream, options) => {
    if (stream === unreadable) throw why;
    return readStream(stream, options);
  };
  // What was written can be read while the event store is away, too.
  for (why of [new Error('BankAccountTeleported is of a newer version'), new StoreUnavailable('away', 'not_written')])
    for (unreadable of [`bank_account-${account.id}`, `payment-${debit.id}`])
      expect(await warningsOf(world)).toEqual([]);
  unreadable = '';
  expect(await warningsOf(world)).toEqual(['bank_account_pad_not_signed']);
});

test('an approved payroll whose debit will fail for want of an agreement says so before its day', async () => {
  const world = await paymentsWorld(1, { rail: 'cpa_005' });
  await world.approved();
  const account = world.rows('bank_account').find(({ business_entity_id }) => business_entity_id !== null)!;
  await world.given.changed('bank_account', account.id, REVOKED);
  expect(await warningsOf(world)).toEqual(['bank_account_pad_not_signed']);
});

/** A debit that the bank has, and the file in which it comes back. */
const sentBack = async () => {
  const { world, account, debit, file } = await submitted();
  await file();
  await fileWasWritten(1, ORIGINATOR.id, world.services);
  const { amount, cross_reference } = debit;
  const back = returnFile([{ kind: 'debit', return_code: '920', amount, date: '2026-11-18', cross_reference }]);
  const take = async () =>
    takeReturns(await readReturns(back.split('\r\n')), [world.tenant.partner_id], world.services);
  return { world, account, debit, take };
};

test('a return that was read has ended the agreement, before the service comes to it', async () => {
  const { world, account, debit, take } = await sentBack();
  const { taken } = await take();
  expect(taken).toMatchObject([{ payment: debit.id, reason: 'agreement_revoked' }]);
  expect((await world.stateOf('bank_account', account.id))?.pad_signed_at).toBeNull();
});

test('what is recorded by hand has ended the agreement, before the service comes to it', async () => {
  const { world, account, debit } = await sentBack();
  await failByHand(debit.id, {
    origin: world.origin(),
    services: world.services,
    body: { reason: 'agreement_revoked', note: 'by letter' },
  });
  expect((await world.stateOf('bank_account', account.id))?.pad_signed_at).toBeNull();
});

test('a return is taken where the account whose agreement it ends cannot be read', async () => {
  const { world, account, debit, take } = await sentBack();
  const { store } = world.services;
  const { readStream } = store;
  store.readStream = async (stream, options) => {
    if (stream === `bank_account-${account.id}`) throw new Error('BankAccountTeleported is of a newer version');
    return readStream(stream, options);
  };
  const { taken } = await take();
  expect(taken).toEqual([expect.objectContaining({ payment: debit.id, reason: 'agreement_revoked' })]);
  expect((await world.stateOf('payment', debit.id))?.status).toBe('failed');
});
