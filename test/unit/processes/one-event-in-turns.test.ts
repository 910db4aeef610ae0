import { expect, test } from 'vitest';
import { accountingCodesMerged } from '../../../src/accounting/events.ts';
import { formApproved, formBatchSubmitted } from '../../../src/forms/events.ts';
import type { Reader } from '../../../src/kernel/definition/reader.ts';
import type { Services } from '../../../src/kernel/definition/services.ts';
import { mergeManager } from '../../../src/processes/accounting/merges.ts';
import { claimsManager } from '../../../src/processes/forms/claims.ts';
import { formManager } from '../../../src/processes/forms/forms.ts';
import { isUnfinished, type ProcessManager } from '../../../src/processes/managers/manager.ts';
import { ALWAYS } from '../../../src/values/condition.ts';
import { type PayrollWorld, payrollWorld } from '../../support/payroll-world.ts';

/**
 * Given an event that very many records follow, when other companies wait, then it is followed a page at a time, by
 * whichever process has the next turn, and each record once.
 */
const PAGE = 3;
const RECORDS = 8;

/** Services whose reader gives small pages. */
const bySmallPages = (services: Services): Services => {
  const pages: Reader['pages'] = (object, tenant, where) => services.read.pages(object, tenant, where, PAGE);
  const read = new Proxy(services.read, {
    get: (of, member) => (member === 'pages' ? pages : Reflect.get(of, member)),
  });
  return { ...services, read };
};

/** A manager whose turns are taken by processes in turn, and what `count` gave behind each unfinished one. */
const sharedBy = (of: (services: Services) => ProcessManager, world: PayrollWorld, count: () => number) => {
  const services = bySmallPages(world.services);
  const processes = [of(services), of(services)] as const;
  const counts: number[] = [];
  let turn = 0;
  const handle: ProcessManager['handle'] = async (batch, context) => {
    const handled = await processes[turn++ % 2]!.handle(batch, context);
    if (!isUnfinished(handled)) return handled;
    await world.services.read.count('employee', world.tenant, ALWAYS);
    counts.push(count());
    return handled;
  };
  return { manager: { ...processes[0], handle }, counts };
};

const merging = async () => {
  const world = await payrollWorld();
  const { given, employer } = world;
  const code = (title: string) =>
    given.created('accounting_code', { business_entity_id: employer.id, type: 'expense', title });
  const [into, gone] = [await code('Wages'), await code('Wages, old')];
  for (let n = 0; n < RECORDS; n++)
    await given.created('business_preset', {
      ...{ business_entity_id: employer.id, type: 'earning', name: `Premium ${n}` },
      expense_accounting_code_id: gone.id,
    });
  const data = { business_entity_id: employer.id, accounting_code_ids: [gone.id] };
  await given.events('accounting_code', into.id, { type: accountingCodesMerged.type, data });
  const left = () =>
    world.rows('business_preset').filter(({ expense_accounting_code_id: id }) => id === gone.id).length;
  return { ...world, gone, left };
};

test('a merge of accounting codes', async () => {
  const world = await merging();
  const { manager, counts } = sharedBy((services) => mergeManager(services, { turn_ms: 0 }), world, world.left);
  const { events } = await world.when(() => world.follow(manager));
  expect(counts.filter((left) => left < RECORDS).slice(0, 3)).toEqual([5, 2, 0]);
  expect(events.filter(({ type }) => type === 'BusinessPresetChanged')).toHaveLength(RECORDS);
  expect(await world.stateOf('accounting_code', world.gone.id)).toBeUndefined();
});

test('what a merge wrote is checked for codes that are gone without a question for each record', async () => {
  const world = await merging();
  world.asked.length = 0;
  await world.follow(mergeManager(world.services));
  expect(world.left()).toBe(0);
  expect(world.asked.filter((question) => question === 'getMany').length).toBeLessThan(RECORDS);
});

test('returns for source deductions of many people, each applied once', async () => {
  const world = await payrollWorld();
  for (let n = 0; n < RECORDS; n++) {
    const { assignment } = await world.hired();
    await world.given.created('form', {
      ...{ owner_id: assignment.id, type: 'td1', effective_date: '2026-01-01' },
      ...{ line_1_basic_personal_amount: 20_000, line_13_total_claim_amount: 20_000 },
    });
  }
  const claims = () => world.rows('tax_property').filter(({ type }) => type === 'ca::federal::claim_amount').length;
  const { manager, counts } = sharedBy((services) => claimsManager(services, { turn_ms: 0 }), world, claims);
  const { events } = await world.when(() => world.follow(manager));
  expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(claims()).toBe(RECORDS);
  expect(events.filter(({ type }) => type === 'TaxPropertyCreated')).toHaveLength(RECORDS);
});

/** Forms of a batch that is submitted; how many of them were approved. */
const filing = async (approved: number) => {
  const world = await payrollWorld();
  const { given, employer } = world;
  const { id } = await given.created('form_batch', {
    ...{ owner_id: employer.id, form_type: 't4', effective_date: '2026-12-31' },
  });
  for (let n = 1; n <= RECORDS; n++) {
    const { id: owner_id } = await given.created('employee', { first_name: 'Ada', last_name: `Roy ${n}` });
    const of = { owner_id, type: 't4', form_batch_id: id, box_14_employment_income: '52000' };
    const form = await given.created('form', of);
    if (n <= approved) await given.events('form', form.id, { type: formApproved.type, data: { number: n } });
  }
  await given.events('form_batch', id, { type: formBatchSubmitted.type, data: { reference: 1, forms: RECORDS } });
  const inStatus = (status: string) => world.rows('form').filter((form) => form.status === status).length;
  return { ...world, inStatus };
};

test('a batch of forms that is filed, and what its agency answers', async () => {
  const world = await filing(RECORDS);
  const { manager, counts } = sharedBy(
    (services) => formManager(services, { turn_ms: 0 }),
    world,
    () => world.inStatus('processing'),
  );
  const { types } = await world.when(() => world.follow(manager));
  expect(counts.slice(0, 3)).toEqual([3, 6, 8]);
  expect(world.inStatus('done')).toBe(RECORDS);
  expect(types.filter((type) => type === 'FormFiling')).toHaveLength(RECORDS);
  expect(types.filter((type) => type === 'FormAccepted')).toHaveLength(RECORDS);
  expect(world.rows('form_batch')[0]).toMatchObject({ status: 'done', forms_filed: RECORDS });
});

test('a batch of which one form is a draft again: the others are returned, whichever process found it', async () => {
  const world = await filing(RECORDS - 1);
  const { manager, counts } = sharedBy(
    (services) => formManager(services, { turn_ms: 0 }),
    world,
    () => world.inStatus('processing'),
  );
  await world.when(() => world.follow(manager));
  expect([counts.length, counts[2], counts[5]]).toEqual([6, RECORDS - 1, 0]);
  expect(world.inStatus('approved')).toBe(RECORDS - 1);
  expect(world.rows('form_batch')[0]).toMatchObject({ status: 'draft', forms_filed: null });
});
