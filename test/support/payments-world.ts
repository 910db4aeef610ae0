import type { RecordOf } from '../../src/kernel/definition/resource.ts';
import type { Remitted } from '../../src/remittances/remitted.ts';
import { equal } from '../../src/values/condition.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { type Hired, type PayrollWorld, type PayrollWorldOptions, payrollWorld, SALARY } from './payroll-world.ts';

/** A live employer in memory whose first payroll is there, with everybody paid into an account. */
export interface PaymentsWorld extends PayrollWorld {
  payroll: RecordOf<'payroll'>;
  people: Hired[];
  /** Approves the payroll, and lets its payments be made. */
  approved(): Promise<void>;
  /** Sets the clock, and moves the payments as far as they go then. */
  at(instant: string): Promise<void>;
  /** Lets what happened to payments be followed, and moves them. */
  followed(): Promise<void>;
  /** Payments of the payroll, in the order of ids. */
  payments(where?: Partial<RecordOf<'payment'>>): Promise<RecordOf<'payment'>[]>;
  statusNow(): Promise<string | undefined>;
}

export const ACCOUNT: JsonObject = { institution_number: '003', transit_number: '00123', account_number: '1234781' };
export const SIGNED: JsonObject = {
  pad_signer_name: 'Ada Roy',
  pad_signer_email: 'ada@northlake.example',
  pad_signer_title: 'Owner',
};

export const paymentsWorld = async (
  people = 2,
  { isPreview = false, ...options }: PayrollWorldOptions & { isPreview?: boolean } = {},
): Promise<PaymentsWorld> => {
  const remitted: Remitted[] = [];
  const world = await payrollWorld({ remittancesOf: async () => remitted, ...options });
  const { given, services, tenant, managers, clock } = world;
  await given.created('bank_account', { business_entity_id: world.employer.id, ...ACCOUNT, ...SIGNED });
  const account = await given.created('remittance_account', {
    business_entity_id: world.employer.id,
    account_provider: 'ca_cra',
    account_identifier: '123456782RP0001',
  });
  const amount = '777.77';
  remitted.push({
    remittance_account_id: account.id,
    destination: 'cra',
    is_manual: false,
    is_moved: false,
    amount,
    due_on: '2026-12-15',
  });
  const hired: Hired[] = [];
  for (let i = 0; i < people; i++) {
    const one = await world.hired({ rate: SALARY });
    await given.created('bank_account', {
      employee_id: one.employee.id,
      ...ACCOUNT,
      account_number: String(2_000_000 + i),
    });
    hired.push(one);
  }
  await world.populated();
  if (!isPreview)
    await given.events('business_entity', world.employer.id, {
      type: 'BusinessEntityChanged',
      data: { in_preview: false },
    });
  const payroll = (await world.drafts())[0]!;
  const all = [managers.approval, managers.journal, managers.payments];
  const followed = async () => {
    await world.follow(...all);
    await world.moved(payroll);
    await world.follow(...all);
  };
  return {
    ...world,
    payroll,
    people: hired,
    approved: async () => {
      const data = { pay_schedule_id: world.schedule.id };
      await given.events('payroll', payroll.id, { type: 'PayrollApprovalStarted', data });
      await world.follow(...all);
    },
    at: async (instant) => {
      clock.set(instant);
      await followed();
    },
    followed,
    payments: async (where = {}) =>
      (await services.read.find('payment', tenant, equal('payroll_id', payroll.id))).filter((one) =>
        Object.entries(where).every(([member, value]) => one[member as keyof typeof one] === value),
      ),
    statusNow: async () => (await world.stateOf('payroll', payroll.id))?.status,
  };
};

/** Three accounts that get a third each, and a cent that none of them can be without. */
export const splitInThree = async (world: PaymentsWorld, percentages = ['33.33', '33.33', '33.34']) => {
  const employee_id = world.people[0]!.employee.id;
  const accounts = await Promise.all(
    ['7000001', '7000002', '7000003'].map((account_number) =>
      world.given.created('bank_account', {
        employee_id,
        institution_number: '003',
        transit_number: '00123',
        account_number,
      }),
    ),
  );
  const places = accounts.map(({ id }, i) => ({
    [`priority_${i + 1}_bank_account_id`]: id,
    [`priority_${i + 1}_amount`]: percentages[i],
  }));
  return world.given.created('pay_split', {
    employee_id,
    type: 'percentage',
    is_default: true,
    ...Object.assign({}, ...places),
  });
};
