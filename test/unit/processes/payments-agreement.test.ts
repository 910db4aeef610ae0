import { expect, test } from 'vitest';
import { readEvents } from '../../../src/kernel/changes/execute.ts';
import { streamOf } from '../../../src/kernel/definition/resource.ts';
import { paymentsWorld, SIGNED } from '../../support/payments-world.ts';

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
  const events = [{ ...failed, position: await world.services.store.head() }];
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
