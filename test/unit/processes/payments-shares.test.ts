import { expect, test } from 'vitest';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { sharesOf } from '../../../src/processes/payments/shares.ts';
import { inMemory } from '../../support/in-memory.ts';
import { ACCOUNT } from '../../support/payments-world.ts';

test('net pay without a split goes to the primary account of each employee and contractor, and to none of those without one', async () => {
  const { given, services, tenant, clock } = inMemory();
  const [ada, eve] = [
    await given.created('employee', { first_name: 'Ada', last_name: 'Roy' }),
    await given.created('employee', { first_name: 'Eve', last_name: 'Ash' }),
  ];
  const [bo, cy] = [
    await given.created('contractor', { first_name: 'Bo', last_name: 'Li' }),
    await given.created('contractor', { first_name: 'Cy', last_name: 'Fox' }),
  ];
  const ofAda = await given.created('bank_account', { employee_id: ada.id, ...ACCOUNT });
  // Of two accounts the earlier one is primary.
  clock.advance(1);
  await given.created('bank_account', { employee_id: ada.id, ...ACCOUNT, account_number: '1111111' });
  const ofBo = await given.created('bank_account', { contractor_id: bo.id, ...ACCOUNT, account_number: '7654321' });
  const none = { employee_id: null, contractor_id: null, work_assignment_id: 'wa_none', employee_summary: {} };
  const stubs = [
    { ...none, id: 'ada', employee_id: ada.id, employee_summary: { net: '10.01' }, contractor_summary: {} },
    { ...none, id: 'eve', employee_id: eve.id, employee_summary: { net: '10.02' }, contractor_summary: {} },
    { ...none, id: 'bo', contractor_id: bo.id, contractor_summary: { net: '10.03' } },
    { ...none, id: 'cy', contractor_id: cy.id, contractor_summary: { net: '10.04' } },
  ] as unknown as RecordOf<'pay_stub'>[];
  expect(Object.fromEntries(await sharesOf(stubs, services, tenant))).toEqual({
    ada: [{ bank_account_id: ofAda.id, amount: '10.01' }],
    eve: [{ bank_account_id: null, amount: '10.02' }],
    bo: [{ bank_account_id: ofBo.id, amount: '10.03' }],
    cy: [{ bank_account_id: null, amount: '10.04' }],
  });
});
