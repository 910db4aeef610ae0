import { expect, test } from 'vitest';
import { paymentOf } from '../../../src/accounting/posting.ts';
import { reconcile } from '../../../src/audit/reconcile.ts';
import { reversalsUndo } from '../../../src/audit/reversals.ts';
import { fixed } from '../../../src/values/fixed.ts';
import { auditIn, foundIn } from '../../support/audit-in-memory.ts';
import { paymentsWorld } from '../../support/payments-world.ts';
import { payrollWorld } from '../../support/payroll-world.ts';

/** Given entries in the books, the reconciliation finds nothing while they are right, and what is wrong with them. */

test('nothing is found in an entry whose amounts all cancel out on one code', async () => {
  const world = await payrollWorld();
  await world.given.created('accounting_code', {
    business_entity_id: world.employer.id,
    type: 'expense',
    title: 'Pay of contractors',
    fallback_mappings: [
      { type: 'earning', subtype: 'invoice_payment' },
      { type: 'reimbursement', subtype: 'non_taxable_reimbursement' },
    ],
  });
  const contractor = await world.given.created('contractor', { first_name: 'Lou', last_name: 'Roy' });
  const work = await world.given.created('work_assignment', {
    contractor_id: contractor.id,
    pay_schedule_id: world.schedule.id,
  });
  const payroll = await world.given.created('payroll', {
    pay_schedule_id: world.schedule.id,
    type: 'correction',
    pay_date: '2026-11-06',
    period_start: '2026-10-01',
    period_end: '2026-10-31',
  });
  const stub = await world.given.created('pay_stub', { payroll_id: payroll.id, work_assignment_id: work.id });
  const line = (kind: string, type: string, custom_amount: string) =>
    world.given.created(`${kind}_line_item`, { pay_stub_id: stub.id, [`${kind}_type`]: type, custom_amount });
  // What was booked as a fee was an expense that is paid back.
  await line('earning', 'invoice_payment', '-100');
  await line('reimbursement', 'non_taxable_reimbursement', '100');
  await world.populated();
  await world.given.events('payroll', payroll.id, {
    type: 'PayrollApprovalStarted',
    data: { pay_schedule_id: world.schedule.id },
  });
  await world.follow(world.managers.approval, world.managers.journal);
  const entries = world.rows('journal_entry');
  expect(entries.map(({ journal_entry_rows }) => journal_entry_rows)).toEqual([[], []]);
  expect((await reconcile(payroll.id, auditIn(world)))?.found).toEqual([]);
});

const paymentFound = async () => {
  const world = await paymentsWorld(2);
  await world.approved();
  const found = async () =>
    (await reconcile(world.payroll.id, auditIn(world)))!.found.map(({ record, what }) => `${record}: ${what}`);
  expect(await found()).toEqual([]);
  return { world, found };
};

test('the entry of a payment is compared with the net pay: it is there once', async () => {
  const { world, found } = await paymentFound();
  await world.at('2026-11-19T05:00:00.000Z');
  expect(await found()).toEqual([]);
  const entry = world.rows('journal_entry').find(({ type }) => type === 'payroll_payment')!;
  const { data } = (await world.services.store.readStream(`journal_entry-${entry.id}`))[0]!;
  const again = entry.id.replace(/.{4}$/, 'AAAA');
  await world.given.events('journal_entry', again, { type: 'JournalEntryPosted', data });
  expect(await found()).toEqual([expect.stringMatching(/: payrl_\S+ is posted twice, by \S+ and by \S+$/)]);
});

test('the entry of a payment is found to be missing, or of another amount', async () => {
  const { world, found } = await paymentFound();
  const { payroll } = world;
  const { approved_event_id: approval_id } = (await world.stateOf('payroll', payroll.id))!;
  const [recording] = world.rows('journal_entry').filter(({ type }) => type === 'payroll_recording');
  const { data } = (await world.services.store.readStream(`journal_entry-${recording!.id}`))[0]!;
  await world.given.events('payroll', payroll.id, {
    type: 'PayrollProcessing',
    data: { approval_id: approval_id ?? null },
  });
  expect(await found()).toEqual([`${payroll.id}: ${payroll.id} has no journal entry of its payment`]);
  const { payroll_id, pay_stub_id, posted_on } = data;
  const { rows, ...entry } = paymentOf(fixed('1'));
  const id = recording!.id.replace(/.{4}$/, 'AAAA');
  await world.given.events('journal_entry', id, {
    type: 'JournalEntryPosted',
    data: {
      ...{ type: 'payroll_payment', title: 'Payment', title_translations: { en: 'Payment', fr: 'Paiement' } },
      ...{ payroll_id: payroll_id ?? null, pay_stub_id: pay_stub_id ?? null, posted_on: posted_on ?? null },
      ...entry,
      journal_entry_rows: rows,
    },
  });
  expect(await found()).toEqual([`${id}: the rows of the entry of ${payroll.id} are not what its lines come to`]);
});

test('a reversal that leaves out a row is found, also where two rows differ only in how a slash divides them', async () => {
  const world = await paymentsWorld(1);
  await world.approved();
  const [posted] = world.rows('journal_entry');
  const { data } = (await world.services.store.readStream(`journal_entry-${posted!.id}`))[0]!;
  const row = (formatted_accounting_code: string, title: string, sides: { debit?: string; credit?: string }) => ({
    ...{ title, title_translations: { en: title, fr: title } },
    ...{ debit: sides.debit ?? null, credit: sides.credit ?? null },
    ...{ accounting_code_id: null, formatted_accounting_code, tag_ids: [] },
  });
  const [one, other] = ['AAAA', 'BBBB'].map((end) => posted!.id.replace(/.{4}$/, end)) as [string, string];
  const rows = [row('4000', '2/Pay', { debit: '10' }), row('4000/2', 'Pay', { credit: '10' })];
  const { row_count: _, offset_sources: __, ...whole } = data;
  await world.given.events(
    'journal_entry',
    one,
    { type: 'JournalEntryPosted', data: { ...whole, total: '10', journal_entry_rows: rows } },
    { type: 'JournalEntryReversed', data: { reversed_by_id: other } },
  );
  const found = async () =>
    (await foundIn(world, [reversalsUndo])).map(({ invariant, what }) => `${invariant}: ${what}`);
  const left = `reversals_undo: ${one} is reversed by ${other}, and the two do not add up to zero on 4000 2/Pay, 4000/2 Pay`;
  // The entry says by what it is reversed before that is posted.
  expect(await found()).toEqual([left]);
  await world.given.events('journal_entry', other, {
    type: 'JournalEntryPosted',
    data: { ...whole, total: '0', journal_entry_rows: [], reverses_id: one },
  });
  expect(await found()).toEqual([left]);
});
