import { beforeEach, describe, expect, test } from 'vitest';
import { defaultAccounts } from '../../../src/employers/enrolled-in.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { identifiersManager } from '../../../src/processes/remittances/identifiers.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { type PayrollWorld, payrollWorld, SALARY } from '../../support/payroll-world.ts';
import { before } from '../../support/right-before.ts';

/** The identifier of an account with a tax agency, and the employer's tax property that tells it, are kept equal. */
const [FIRST, SECOND, THIRD] = ['123456782RP0001', '123456782RP0002', '123456782RP0003'];
let world: PayrollWorld;

const account = (more: JsonObject = {}) =>
  world.given.created('remittance_account', {
    business_entity_id: world.employer.id,
    account_provider: 'ca_cra',
    ...more,
  });
const property = (value: string, type = 'ca::tax_id') =>
  world.given.created('tax_property', {
    owner_id: world.employer.id,
    type,
    value,
    effective_from: '2026-01-01',
  });
const aligned = () => world.follow(identifiersManager(world.services));
/** Identifiers of the accounts and of the properties, and whether each pair names each other. */
const pairs = () => {
  const told = world.rows('tax_property').filter(({ type }) => type === 'ca::tax_id' || type === 'ca::qc::tax_id');
  const accounts = world.rows('remittance_account');
  for (const { id, source_tax_property_id } of accounts)
    expect(told.find(({ remittance_account_id }) => remittance_account_id === id)?.id ?? null).toBe(
      source_tax_property_id ?? null,
    );
  return {
    accounts: accounts.map(({ account_identifier }) => account_identifier).sort(),
    properties: told.map(({ value }) => value).sort(),
  };
};
const both = (...identifiers: (string | undefined)[]) => ({ accounts: identifiers, properties: identifiers });
const refused = async (act: () => Promise<unknown>) => (await world.when(act)).problem;

beforeEach(async () => {
  world = await payrollWorld();
});

describe('an account with an agency', () => {
  test('that gets an identifier has a property, which follows it and is deleted with it', async () => {
    const made = await account({ account_identifier: FIRST });
    await aligned();
    expect(pairs()).toEqual(both(FIRST));
    world.clock.advance(1000);
    await world.given.changed('remittance_account', made.id, { account_identifier: SECOND });
    await aligned();
    expect(pairs()).toEqual(both(SECOND));
    await world.given.changed('remittance_account', made.id, { account_identifier: null });
    await aligned();
    expect(pairs()).toEqual({ accounts: [null], properties: [] });
    await world.given.changed('remittance_account', made.id, { account_identifier: THIRD });
    await aligned();
    expect(pairs()).toEqual(both(THIRD));
    await world.given.deleted('remittance_account', made.id);
    await aligned();
    expect(pairs()).toEqual(both());
  });

  test('uses an existing property with its identifier; an account of another kind needs none', async () => {
    const told = await property(FIRST!);
    await account({ account_identifier: FIRST });
    await account({ account_provider: 'ca_on_workers_compensation', account_identifier: '7001' });
    await aligned();
    expect(world.rows('tax_property').map(({ id }) => id)).toContain(told.id);
    expect(pairs()).toEqual({ accounts: [FIRST, '7001'], properties: [FIRST] });
  });
});

describe('a tax property with an identifier', () => {
  test('sets it on the account without one, or creates an account', async () => {
    const made = await account({ label: 'Main' });
    await property(FIRST!);
    await property('1234567890RS0001', 'ca::qc::tax_id');
    await aligned();
    expect(pairs()).toEqual(both(FIRST, '1234567890RS0001'));
    expect(world.rows('remittance_account').find(({ id }) => id === made.id)).toMatchObject({
      label: 'Main',
      account_identifier: FIRST,
    });
    // Several of them hold at once, one for each account.
    await property(SECOND!);
    await aligned();
    expect(pairs()).toEqual(both(FIRST, SECOND, '1234567890RS0001'));
    expect(await refused(() => property(SECOND!))).toMatchObject({ status: 422 });
  });

  test('that has ended, or is to come, is not that of the account without one, nor of the main account', async () => {
    const at = (value: string, effective_from: string, effective_to: string | null) => ({
      ...{ type: 'ca::tax_id', value, effective_from, effective_to },
    });
    const numbers = [
      at(FIRST!, '2015-01-01', '2024-12-31'),
      at(SECOND!, '2027-01-01', null),
      at(THIRD!, '2025-01-01', '2026-12-31'),
    ];
    for (let i = 0; i < 8; i++) {
      const { id } = await world.given.created('business_entity', {
        ...{ name: `Northlake ${i}`, business_number: `12345678${i}RP0001`, tax_properties: numbers },
      });
      // Every other employer has an account already.
      if (i % 2 === 0)
        await world.given.created('remittance_account', { business_entity_id: id, account_provider: 'ca_cra' });
      await aligned();
      const accounts = world.rows('remittance_account').filter(({ business_entity_id }) => business_entity_id === id);
      const main = defaultAccounts(accounts);
      const told = accounts.map(({ id: one, account_identifier }) => [account_identifier, main.has(one)]);
      expect(told.sort()).toEqual([
        [SECOND, false],
        [THIRD, true],
      ]);
    }
  });

  test('is followed by its account, and cannot be deleted before that', async () => {
    const told = await property(FIRST!);
    await aligned();
    world.clock.advance(1000);
    await world.given.changed('tax_property', told.id, { value: SECOND! });
    await aligned();
    expect(pairs()).toEqual(both(SECOND));
    expect(await refused(() => world.given.deleted('tax_property', told.id))).toMatchObject({ status: 400 });
  });

  test('is locked with its account by a payroll that used the account', async () => {
    await world.hired({ rate: SALARY });
    const told = await property(FIRST!);
    await aligned();
    await world.populated();
    const [payroll] = (await world.drafts()) as [RecordOf<'payroll'>];
    const change = () => world.given.changed('tax_property', told.id, { value: SECOND! });
    await world.given.events('payroll', payroll.id, {
      type: 'PayrollApprovalStarted',
      data: { pay_schedule_id: world.schedule.id },
    });
    await world.follow(world.managers.approval, world.managers.population);
    expect(await refused(change)).toMatchObject({ status: 422, issues: [{ path: 'value' }] });
    const [used] = world.rows('remittance_account');
    expect(
      await refused(() => world.given.changed('remittance_account', used!.id, { account_identifier: SECOND! })),
    ).toMatchObject({ status: 422, issues: [{ path: 'account_identifier' }] });
  });
});

describe('a change of a tax property that its account would not follow is refused, whatever the days of the property', () => {
  const ended = async () => {
    await world.hired({ rate: SALARY });
    const told = await property(FIRST!);
    await aligned();
    await world.given.changed('tax_property', told.id, { effective_to: '2026-01-31' });
    await world.populated();
    const [payroll] = (await world.drafts()) as [RecordOf<'payroll'>];
    return {
      changed: () => refused(() => world.given.changed('tax_property', told.id, { value: SECOND! })),
      begins: () =>
        world.given.events('payroll', payroll.id, {
          type: 'PayrollApprovalStarted',
          data: { pay_schedule_id: world.schedule.id },
        }),
    };
  };

  test('since an approved payroll used the account', async () => {
    const { changed, begins } = await ended();
    await begins();
    await world.follow(world.managers.approval, world.managers.population);
    expect(await changed()).toMatchObject({ status: 422, issues: [{ path: 'value' }] });
    await aligned();
    expect(pairs()).toEqual(both(FIRST));
  });

  test('while a payroll of the employer is being approved', async () => {
    let problem: unknown;
    let changed: (() => Promise<unknown>) | undefined;
    world = await payrollWorld({
      store: before('PayStubClosed', async () => {
        problem = await changed!();
      }),
    });
    const of = await ended();
    changed = of.changed;
    await of.begins();
    await world.follow(world.managers.approval, world.managers.population);
    expect(problem).toMatchObject({ status: 422, issues: [{ path: 'value', text: { en: /being approved/ } }] });
  });

  test('where another account has the number', async () => {
    const told = await property(FIRST!);
    await account({ account_identifier: SECOND });
    await aligned();
    const other = world.rows('tax_property').find(({ value }) => value === SECOND)!;
    await world.given.changed('tax_property', other.id, { effective_to: '2026-12-31' });
    await world.given.changed('tax_property', told.id, { effective_from: '2027-01-01' });
    expect(await refused(() => world.given.changed('tax_property', told.id, { value: SECOND! }))).toMatchObject({
      ...{ status: 422, issues: [{ path: 'value' }] },
    });
    world.clock.advance(1000);
    await world.given.changed('tax_property', told.id, { value: THIRD! });
    await aligned();
    expect(pairs()).toEqual(both(SECOND, THIRD));
  });
});

test('of concurrent changes of account and property the last one is followed', async () => {
  const made = await account({ account_identifier: FIRST });
  await aligned();
  const told = world.rows('tax_property').find(({ value }) => value === FIRST)!;
  await world.given.changed('remittance_account', made.id, { account_identifier: SECOND });
  await world.given.changed('tax_property', told.id, { value: THIRD! });
  await world.given.changed('remittance_account', made.id, { label: 'Later, and about something else' });
  await aligned();
  expect(pairs()).toEqual(both(THIRD));
});

test('a second check appends nothing', async () => {
  await account({ account_identifier: FIRST });
  await property(SECOND!);
  await aligned();
  const { events } = await world.when(() => world.follow({ ...identifiersManager(world.services), name: 'again' }));
  expect(events).toEqual([]);
});

test('when a process dies between two appends the next one completes the change', async () => {
  // A property that gives its identifier takes four appends, and another account's claim of it is looked at with them.
  for (let dies = 1; dies <= 5; dies++) {
    let left = Number.POSITIVE_INFINITY;
    world = await payrollWorld({
      store: (store) => ({
        ...store,
        append: async (...args) => {
          if (--left === 0) throw new Error('died');
          return store.append(...args);
        },
      }),
    });
    await property(FIRST!);
    const named = await account({ account_identifier: SECOND, label: 'Named' });
    left = dies;
    const died = await aligned().then(
      () => false,
      () => true,
    );
    if (dies === 1) expect(died).toBe(true);
    left = Number.POSITIVE_INFINITY;
    // Whoever takes over is handed the same events again.
    await world.follow({ ...identifiersManager(world.services), name: 'next' });
    expect(pairs()).toEqual(both(FIRST, SECOND));
    expect(world.rows('remittance_account').filter(({ id }) => id === named.id)).toHaveLength(1);
  }
});

test('an identifier of another account is not taken from it: the property is reset', async () => {
  await account({ account_identifier: FIRST });
  await account({ account_identifier: SECOND });
  await aligned();
  const told = world.rows('tax_property').find(({ value }) => value === FIRST)!;
  expect(await refused(() => world.given.changed('tax_property', told.id, { value: SECOND! }))).toMatchObject({
    status: 422,
  });
  expect(pairs()).toEqual(both(FIRST, SECOND));
});
