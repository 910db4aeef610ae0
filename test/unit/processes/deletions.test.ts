import { describe, expect, test } from 'vitest';
import { namedRecordsAreThere } from '../../../src/audit/named-records.ts';
import { defaultSplits } from '../../../src/banking/pay-split.ts';
import type { EventStore } from '../../../src/event-store/port.ts';
import type { State } from '../../../src/kernel/definition/resource.ts';
import { deletionManager } from '../../../src/processes/records/deletions.ts';
import { WRITES } from '../../../src/processes/tasks/task-writes.ts';
import { registry } from '../../../src/registry.ts';
import { foundIn } from '../../support/audit-in-memory.ts';
import { type Hired, type PayrollWorld, payrollWorld, SALARY } from '../../support/payroll-world.ts';

/**
 * Given a record that is kept while others name it, when it is deleted at the same time as a write that names it, then
 * it stays.
 */
const ACCOUNT = { institution_number: '003', transit_number: '00011' };

/** What is deleted, and a write that names it, by its object. */
interface Case {
  named(world: PayrollWorld, hired: Hired): Promise<State>;
  by: string;
  write(world: PayrollWorld, hired: Hired, id: string): Promise<State>;
}

const bankAccount = ({ given }: PayrollWorld, { employee }: Hired, account_number = '1234567') =>
  given.created('bank_account', { employee_id: employee.id, ...ACCOUNT, account_number });
const split = async (world: PayrollWorld, hired: Hired, first?: string) =>
  world.given.created('pay_split', {
    employee_id: hired.employee.id,
    type: 'percentage',
    priority_1_bank_account_id: first ?? (await bankAccount(world, hired)).id,
    priority_1_amount: 70,
    priority_2_bank_account_id: (await bankAccount(world, hired, '7654321')).id,
    priority_2_amount: 30,
  });
const rate = ({ given }: PayrollWorld, { assignment }: Hired) =>
  given.created('pay_rate', { work_assignment_id: assignment.id, ...SALARY });
const overtime = ({ given }: PayrollWorld, pay_rate_id: string) =>
  given.created('overtime_rate', { pay_rate_id, rate_multiplier: 2 });
const account = ({ given, employer }: PayrollWorld) =>
  given.created('remittance_account', {
    business_entity_id: employer.id,
    account_provider: 'ca_cra',
    account_identifier: '123456782RP0002',
    tax_properties: [
      { type: 'ca::ei_premium_reduction', value: { employer_multiplier: 1.2 }, effective_from: '2026-01-01' },
    ],
  });

const CASES: Record<string, Case> = {
  bank_account: { named: bankAccount, by: 'pay_split', write: split },
  pay_split: {
    named: (world, hired) => split(world, hired),
    by: 'work_assignment',
    write: ({ given }, { assignment }, id) => given.changed('work_assignment', assignment.id, { pay_split_id: id }),
  },
  pay_schedule: {
    named: ({ given, employer }) =>
      given.created('pay_schedule', {
        business_entity_id: employer.id,
        title: 'Other',
        pay_frequency: 'weekly',
        anchor_pay_date: '2026-11-20',
        anchor_end_of_pay_period: '2026-11-14',
      }),
    by: 'work_assignment',
    write: ({ given }, { employee }, id) =>
      given.created('work_assignment', { employee_id: employee.id, pay_schedule_id: id }),
  },
  business_preset: {
    named: ({ given, employer }) =>
      given.created('business_preset', {
        business_entity_id: employer.id,
        name: 'Parking',
        type: 'allowance',
        subtype: 'parking_allowance',
        title: 'Parking',
      }),
    by: 'allowance',
    write: ({ given }, { assignment }, id) =>
      given.created('allowance', {
        work_assignment_id: assignment.id,
        business_preset_id: id,
        amount: '40',
        frequency: 'per_payroll',
        effective_from: '2026-01-01',
      }),
  },
  remittance_account: {
    named: account,
    by: 'remittance_account_enrollment',
    write: ({ given }, { assignment }, id) =>
      given.created('remittance_account_enrollment', {
        remittance_account_id: id,
        work_assignment_id: assignment.id,
        effective_from: '2026-01-01',
      }),
  },
  form_batch: {
    named: ({ given, employer }) =>
      given.created('form_batch', { owner_id: employer.id, form_type: 't4', effective_date: '2026-12-31' }),
    by: 'form',
    write: ({ given }, { employee }, id) =>
      given.created('form', { type: 't4', owner_id: employee.id, form_batch_id: id }),
  },
  pay_rate: { named: rate, by: 'overtime_rate', write: (world, _, id) => overtime(world, id) },
  overtime_rate: {
    named: async (world, hired) => overtime(world, (await rate(world, hired)).id),
    by: 'earning_line_item',
    write: async (world, _, id) => {
      const [payroll] = await world.drafts();
      const [stub] = await world.stubs(payroll!);
      return world.given.created('earning_line_item', {
        pay_stub_id: stub!.id,
        earning_type: 'overtime',
        overtime_rate_id: id,
        custom_hours: '2',
      });
    },
  },
};

/** An employer of one person whose log does something right before a next append, once. */
const world = async () => {
  let next: { stream: (stream: string) => boolean; act: () => Promise<unknown> } | undefined;
  const store = (shared: EventStore): EventStore => ({
    ...shared,
    append: async (stream, events, expected) => {
      const due = next?.stream(stream) ? next : undefined;
      if (due) next = undefined;
      await due?.act();
      return shared.append(stream, events, expected);
    },
  });
  const made = await payrollWorld({ store });
  const hired = await made.hired();
  await made.populated();
  const rightBefore = (stream: (stream: string) => boolean, act: () => Promise<unknown>): void => {
    next = { stream, act };
  };
  return { made, hired, rightBefore, deletions: deletionManager(made.services) };
};

const KEPT_BY_KERNEL = { version: expect.any(String), created_at: expect.any(String), updated_at: expect.any(String) };

test('every resource whose records are kept while others name them has a case here', () => {
  const kept = registry.all.filter(({ keptWhileNamed }) => keptWhileNamed).map(({ object }) => object);
  expect(Object.keys(CASES).sort()).toEqual(kept.sort());
});

describe.each(Object.entries(CASES))('a deletion of a %s', (object, { named, by, write }) => {
  test(`that was decided before, and appended after, a ${by} that names the record is undone`, async () => {
    const { made, hired, rightBefore, deletions } = await world();
    const record = await named(made, hired);
    rightBefore(
      (stream) => stream === `${object}-${record.id}`,
      () => write(made, hired, record.id),
    );
    await made.given.deleted(object, record.id);
    expect(made.rows(object)).not.toContainEqual(expect.objectContaining({ id: record.id }));
    await made.follow(deletions);
    expect(await made.stateOf(object, record.id)).toEqual({ ...record, ...KEPT_BY_KERNEL });
  });

  test(`that was checked before a ${by} that names the record was appended is checked again and undone`, async () => {
    const { made, hired, rightBefore, deletions } = await world();
    const record = await named(made, hired);
    await made.follow(deletions);
    rightBefore(
      (stream) => !stream.startsWith('bank_account-'),
      async () => {
        await made.given.deleted(object, record.id);
        await made.follow(deletions);
        expect(await made.stateOf(object, record.id)).toBeUndefined();
      },
    );
    const naming = await write(made, hired, record.id);
    await made.follow(deletions);
    expect(await made.stateOf(object, record.id)).toEqual({ ...record, ...KEPT_BY_KERNEL });
    expect(made.rows(by)).toContainEqual(expect.objectContaining({ id: naming.id }));
    expect(await foundIn(made, [namedRecordsAreThere])).toEqual([]);
  });

  test('without a conflict is final', async () => {
    const { made, hired, deletions } = await world();
    const record = await named(made, hired);
    await made.given.deleted(object, record.id);
    const { events } = await made.when(() => made.follow(deletions));
    expect(events).toEqual([]);
    expect(await made.stateOf(object, record.id)).toBeUndefined();
  });
});

test('a deletion that was checked before a write that names the record decided once more, after a conflict, is undone', async () => {
  const { made, hired, rightBefore, deletions } = await world();
  const { named, write } = CASES.pay_split!;
  const record = await named(made, hired);
  await made.follow(deletions);
  rightBefore(
    (stream) => stream === `work_assignment-${hired.assignment.id}`,
    async () => {
      await made.given.deleted('pay_split', record.id);
      await made.follow(deletions);
      await made.given.changed('work_assignment', hired.assignment.id, { title: 'Baker' });
    },
  );
  await write(made, hired, record.id);
  await made.follow(deletions);
  expect(await made.stateOf('pay_split', record.id)).toEqual({ ...record, ...KEPT_BY_KERNEL });
  expect(await foundIn(made, [namedRecordsAreThere])).toEqual([]);
});

/** Which of the employee's pay splits pay goes by, as answers show it. */
const defaultsOf = (made: PayrollWorld) => [...defaultSplits(made.rows('pay_split'))];

describe('a deleted default pay split', () => {
  test.each(['was the default until the end', 'was made none before'])(
    'is not followed by the former one when it %s',
    async (how) => {
      const { made, hired, deletions } = await world();
      const [former, last, other] = [
        await split(made, hired),
        await split(made, hired),
        await split(made, hired),
      ] as const;
      for (const { id } of [former, last]) {
        made.clock.advance(1_000);
        await made.given.changed('pay_split', id, { is_default: true });
      }
      expect(defaultsOf(made)).toEqual([last.id]);
      if (how === 'was made none before') {
        made.clock.advance(1_000);
        await made.given.changed('pay_split', last.id, { is_default: false });
      }
      await made.given.deleted('pay_split', last.id);
      const { events } = await made.when(() => made.follow(deletions));
      expect(defaultsOf(made)).toEqual([]);
      expect(events.map(({ id }) => id)).toEqual([former.id]);
      // What was forgotten is no bar: made the default by a caller, it is.
      made.clock.advance(1_000);
      await made.given.changed('pay_split', former.id, { is_default: true });
      expect(defaultsOf(made)).toEqual([former.id]);
      await made.given.deleted('pay_split', other.id);
      await made.follow(deletions);
      expect(defaultsOf(made)).toEqual([former.id]);
    },
  );

  test('that was kept since a work assignment names it is the default as before', async () => {
    const { made, hired, rightBefore, deletions } = await world();
    const former = await split(made, hired);
    const last = await split(made, hired);
    for (const { id } of [former, last]) {
      made.clock.advance(1_000);
      await made.given.changed('pay_split', id, { is_default: true });
    }
    rightBefore(
      (stream) => stream === `pay_split-${last.id}`,
      () => made.given.changed('work_assignment', hired.assignment.id, { pay_split_id: last.id }),
    );
    await made.given.deleted('pay_split', last.id);
    await made.follow(deletions);
    expect(defaultsOf(made)).toEqual([last.id]);
  });
});

describe.each([
  ['employee_benefit', 'employer_benefit'],
  ['employer_benefit', 'employee_benefit'],
])('a deleted %s that a paired %s names', (object, by) => {
  const benefit = (made: PayrollWorld, { assignment }: Hired, kind: string, more = {}) =>
    made.given.created(kind, {
      ...{ work_assignment_id: assignment.id, [`${kind}_type`]: 'dental', amount: 40, amount_type: 'fixed' },
      ...{ frequency: 'per_payroll', effective_from: '2026-01-01', ...more },
    });

  test('is removed from the other one', async () => {
    const { made, hired, deletions } = await world();
    const gone = await benefit(made, hired, object);
    const naming = await benefit(made, hired, by, { [`${object}_id`]: gone.id });
    await made.given.changed(object, gone.id, { [`${by}_id`]: naming.id });
    await made.given.deleted(object, gone.id);
    const { events } = await made.when(() => made.follow(deletions));
    expect(events.map(({ object, data }) => ({ object, data }))).toEqual([
      { object: by, data: expect.objectContaining({ [`${object}_id`]: null }) },
    ]);
    expect(await made.stateOf(by, naming.id)).toMatchObject({ [`${object}_id`]: null, amount: '40' });
    // The other one can be deleted, too.
    await made.given.deleted(by, naming.id);
    expect((await made.when(() => made.follow(deletions))).events).toEqual([]);
  });

  test('is removed from the other one also when that is written at the same time', async () => {
    const { made, hired, rightBefore, deletions } = await world();
    const gone = await benefit(made, hired, object);
    await made.follow(deletions);
    rightBefore(
      (stream) => stream.startsWith(`${by}-`),
      async () => {
        await made.given.deleted(object, gone.id);
        await made.follow(deletions);
      },
    );
    const naming = await benefit(made, hired, by, { [`${object}_id`]: gone.id });
    expect(await foundIn(made, [namedRecordsAreThere])).toMatchObject([{ record: naming.id }]);
    await made.follow(deletions);
    expect(await made.stateOf(by, naming.id)).toMatchObject({ [`${object}_id`]: null });
    expect(await foundIn(made, [namedRecordsAreThere])).toEqual([]);
  });
});

test('the audit finds a record that names a deleted one', async () => {
  const { made, hired } = await world();
  const record = await CASES.remittance_account!.named(made, hired);
  const naming = await CASES.remittance_account!.write(made, hired, record.id);
  expect(await foundIn(made, [namedRecordsAreThere])).toEqual([]);
  await made.given.events('remittance_account', record.id, {
    type: 'RemittanceAccountDeleted',
    data: { business_entity_id: made.employer.id },
  });
  const found = await foundIn(made, [namedRecordsAreThere]);
  expect(found).toContainEqual(
    expect.objectContaining({ record: naming.id, what: expect.stringContaining(record.id) }),
  );
});

test('when a deletion is undone, the parts of the record come back with it', async () => {
  const { made, hired, rightBefore, deletions } = await world();
  const { named, write } = CASES.remittance_account!;
  const record = await named(made, hired);
  const parts = made.rows('tax_property').filter(({ owner_id }) => owner_id === record.id);
  expect(parts).toHaveLength(1);
  rightBefore(
    (stream) => stream === `remittance_account-${record.id}`,
    () => write(made, hired, record.id),
  );
  await made.given.deleted('remittance_account', record.id);
  await made.follow(deletions);
  const back = made.rows('tax_property').filter(({ owner_id }) => owner_id === record.id);
  expect(back).toEqual(parts.map((part) => ({ ...part, ...KEPT_BY_KERNEL })));
});

test('in a bulk deletion only an element whose deletion was undone is an error', async () => {
  const { made, hired, rightBefore, deletions } = await world();
  const { named, write } = CASES.pay_rate!;
  const [first, second] = [await named(made, hired), await named(made, hired)];
  rightBefore(
    (stream) => stream === `pay_rate-${first.id}`,
    () => write(made, hired, first.id),
  );
  const { gate } = made.services;
  const services = {
    ...made.services,
    gate: {
      ...gate,
      followed: async (...[upTo, managers = []]: Parameters<typeof gate.followed>) => {
        if (managers.includes('deletions')) await made.follow(deletions);
        return gate.followed(upTo);
      },
    },
  };
  const bulk = WRITES.find(({ name }) => name === 'bulk_delete')!;
  const steps = [first, second].map(({ id }, index) => ({ index, step: { change: { op: 'delete', id } } }));
  const started = { of: 'pay_rate' };
  const { signal } = new AbortController();
  const task = { id: 'task', started, failed: 0, origin: made.origin(), services, signal };
  const { entries } = await bulk.run(steps, task);
  expect(entries).toMatchObject([
    { id: first.id, status: 'error', message: { en: expect.stringContaining('overtime') } },
    { id: second.id, object: 'pay_rate' },
  ]);
  expect(entries[1]).not.toHaveProperty('status');
  expect(await made.stateOf('pay_rate', second.id)).toBeUndefined();
});

test('a deletion is final when another record has taken a key that only one record may have', async () => {
  const { made, hired, rightBefore, deletions } = await world();
  const { named, write } = CASES.remittance_account!;
  const record = await named(made, hired);
  rightBefore(
    (stream) => stream === `remittance_account-${record.id}`,
    () => write(made, hired, record.id),
  );
  await made.given.deleted('remittance_account', record.id);
  const second = await account(made);
  await made.follow(deletions);
  expect(made.rows('remittance_account').map(({ id }) => id)).toEqual([second.id]);
});
