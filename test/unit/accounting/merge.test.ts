import { describe, expect, test } from 'vitest';
import { readCodeBook } from '../../../src/accounting/code-book.ts';
import { accountingCodesMerged } from '../../../src/accounting/events.ts';
import { mergeAccountingCodes } from '../../../src/accounting/merge.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { mergeManager } from '../../../src/processes/accounting/merges.ts';
import type { Problem } from '../../../src/values/problem.ts';
import { fewFound } from '../../support/few-found.ts';
import { type PayrollWorldOptions, payrollWorld, SALARY } from '../../support/payroll-world.ts';
import { reportRows } from '../../support/report-rows.ts';
import { before } from '../../support/right-before.ts';

/** Accounting codes, rule 5: a merge deletes codes and lets everything that named them name the one that is left. */
const ready = async (options: PayrollWorldOptions = {}) => {
  const world = await payrollWorld(options);
  const { given, employer } = world;
  const code = (title: string, more: object = {}) =>
    given.created('accounting_code', { business_entity_id: employer.id, type: 'expense', title, ...more });
  const merges = mergeManager(world.services);
  /** Merges as a request does, with the manager at work; gives what was refused. */
  const merge = async (into: RecordOf<'accounting_code'>, ...gone: { id: string }[]) => {
    const gate = {
      ...world.services.gate,
      followed: async (position: bigint) => {
        await world.follow(merges);
        return world.services.gate.followed(position);
      },
    };
    return world.when(() =>
      mergeAccountingCodes.run({
        tenant: world.tenant,
        params: { accounting_code: into.id },
        query: {},
        body: { accounting_code_ids: gone.map(({ id }) => id) },
        locale: 'en',
        origin: world.origin(),
        services: { ...world.services, gate },
        url: new URL('http://localhost/'),
        choose: ([first]) => first!,
        preferences: { deprecate_sync_bulk: true, deprecate_flat_bulk_shape: true, deprecate_benefit_percent: true },
      }),
    );
  };
  return { ...world, code, merge, merges };
};

const pathsOf = (problem: Problem | undefined) => problem?.issues.map(({ path }) => path);

test('rules 1 and 5: after a merge items, lines, presets, rules, templates and settings refer to the remaining code', async () => {
  const world = await ready();
  const { given, employer, code, merge, stateOf } = world;
  const into = await code('Wages', { fallback_mappings: [{ type: 'earning', subtype: 'salary' }] });
  const gone = await code('Wages, old', { fallback_mappings: [{ type: 'earning', subtype: 'bonus_discretionary' }] });
  const owed = await given.created('accounting_code', {
    business_entity_id: employer.id,
    type: 'liability',
    title: 'Owed',
  });
  const { assignment } = await world.hired();
  const rate = await given.created('pay_rate', {
    work_assignment_id: assignment.id,
    ...SALARY,
    expense_accounting_code_id: gone.id,
  });
  await world.populated();
  const preset = await given.created('business_preset', {
    business_entity_id: employer.id,
    type: 'earning',
    name: 'Premium',
    expense_accounting_code_id: gone.id,
  });
  const rule = await given.created('accounting_code_rule', {
    business_entity_id: employer.id,
    type: 'earning',
    expense_segment_template: { segments: [{ type: 'accounting_code', accounting_code_id: gone.id }] },
  });
  const { problem } = await merge(into, gone);
  expect(problem).toBeUndefined();
  expect(await stateOf('accounting_code', gone.id)).toBeUndefined();
  expect((await stateOf('pay_rate', rate.id))?.expense_accounting_code_id).toBe(into.id);
  expect((await stateOf('business_preset', preset.id))?.expense_accounting_code_id).toBe(into.id);
  const template = (await stateOf('accounting_code_rule', rule.id))?.expense_segment_template;
  expect(JSON.stringify(template)).toContain(into.id);
  expect(JSON.stringify(world.rows('earning_line_item'))).not.toContain(gone.id);
  expect((await stateOf('accounting_code', into.id))?.fallback_mappings).toEqual([
    { type: 'earning', subtype: 'salary' },
    { type: 'earning', subtype: 'bonus_discretionary' },
  ]);
  expect(await stateOf('accounting_code', owed.id)).toBeDefined();
});

test('rule 5: codes of another type or employer, the code itself and duplicates are refused, with their place', async () => {
  const { given, code, merge, employer } = await ready();
  const into = await code('Wages');
  const other = await code('Wages, old');
  const liability = await given.created('accounting_code', {
    business_entity_id: employer.id,
    type: 'liability',
    title: 'Owed',
  });
  const entity = await given.created('business_entity', { name: 'Eastlake', business_number: '123456782RP0002' });
  const foreign = await given.created('accounting_code', {
    business_entity_id: entity.id,
    type: 'expense',
    title: 'Wages',
  });
  const { problem, events } = await merge(into, other, liability, foreign, into, other);
  expect(problem?.status).toBe(422);
  expect(pathsOf(problem)).toEqual([1, 2, 3, 4].map((place) => `accounting_code_ids.${place}`));
  expect(events).toEqual([]);
});

test('a merge into a code that another merge has just taken in is done: its codes go where that one went', async () => {
  const world = await ready();
  const { given, employer, code, merge, stateOf } = world;
  const [first, second, third] = [await code('Wages'), await code('Wages, old'), await code('Wages, older')];
  // Accepted right before: nothing of it is carried out yet.
  const taken = { business_entity_id: employer.id, accounting_code_ids: [second.id] };
  await given.events('accounting_code', first.id, accountingCodesMerged(taken));
  expect((await merge(second, third, first)).problem).toBeUndefined();
  const left = await stateOf('accounting_code', first.id);
  expect([left?.absorbed, left?.merging]).toEqual([[second.id, third.id], []]);
  expect([await stateOf('accounting_code', second.id), await stateOf('accounting_code', third.id)]).toEqual([
    undefined,
    undefined,
  ]);
});

type World = Awaited<ReturnType<typeof ready>>;
const codeOf = async (world: World, { id }: { id: string }) =>
  (await world.stateOf('pay_rate', id))?.expense_accounting_code_id;

/** Who writes in the very moment of a merge. */
describe('a record that refers to a code while it is merged', () => {
  const rateWith = async (world: World, code: { id: string }) => {
    const { assignment } = await world.hired();
    const rate = { work_assignment_id: assignment.id, ...SALARY, expense_accounting_code_id: code.id };
    return world.given.created('pay_rate', rate);
  };

  test('rule 5: refers to the remaining code when it is checked before the merge and written after it', async () => {
    let merged = async (): Promise<unknown> => undefined;
    const world = await ready({ store: before('PayRateCreated', () => merged()) });
    const [into, gone] = [await world.code('Wages'), await world.code('Wages, old')];
    merged = async () => expect((await world.merge(into, gone)).problem).toBeUndefined();
    const rate = await rateWith(world, gone);
    expect(await world.stateOf('accounting_code', gone.id)).toBeUndefined();
    await world.follow(world.merges);
    expect(await codeOf(world, rate)).toBe(into.id);
  });

  test('rule 5: refers to the remaining code when it is written between the last check of the merge and its end', async () => {
    let written = async (): Promise<unknown> => undefined;
    const world = await ready({ store: before('AccountingCodeDeleted', () => written()) });
    const [into, gone] = [await world.code('Wages'), await world.code('Wages, old')];
    let rate: { id: string } | undefined;
    written = async () => {
      rate = await rateWith(world, gone);
    };
    expect((await world.merge(into, gone)).problem).toBeUndefined();
    await world.follow(world.merges);
    expect(await codeOf(world, rate!)).toBe(into.id);
  });

  test('rule 5: refers to the remaining code also when it is checked before the end of the merge can be read', async () => {
    let written = async (): Promise<unknown> => undefined;
    const world = await ready({ store: before('AccountingCodeDeleted', () => written()) });
    const [into, gone] = [await world.code('Wages'), await world.code('Wages, old')];
    let rate: { id: string } | undefined;
    written = async () => {
      rate = await rateWith(world, gone);
      world.comeTo(await world.services.store.head());
    };
    expect((await world.merge(into, gone)).problem).toBeUndefined();
    await world.follow(world.merges);
    world.comeTo(await world.services.store.head());
    await world.follow(world.merges);
    expect(await codeOf(world, rate!)).toBe(into.id);
  });

  test('rule 5: is refused, with its place, after the merge has ended', async () => {
    const world = await ready();
    const [into, gone] = [await world.code('Wages'), await world.code('Wages, old')];
    await world.merge(into, gone);
    const { problem } = await world.when(() => rateWith(world, gone));
    expect([problem?.status, pathsOf(problem)]).toEqual([422, ['expense_accounting_code_id']]);
  });

  test('rule 5: refers to the remaining code when it is a closed line whose pay stub is reopened', async () => {
    const world = await ready();
    const [into, gone] = [await world.code('Wages'), await world.code('Wages, old')];
    await rateWith(world, gone);
    await world.populated();
    const [payroll] = await world.drafts();
    const [stub] = await world.stubs(payroll!);
    const bonus = await world.given.created('earning_line_item', {
      pay_stub_id: stub!.id,
      earning_type: 'bonus_discretionary',
      custom_amount: '5',
      custom_expense_accounting_code_id: gone.id,
    });
    const { pay_schedule_id } = payroll!;
    const { population, approval, journal } = world.managers;
    const go = async (type: string) => {
      await world.given.events('payroll', payroll!.id, { type, data: { pay_schedule_id } });
      await world.follow(population, approval, journal);
    };
    await go('PayrollApprovalStarted');
    await world.merge(into, gone);
    // More codes took in others than one read gives.
    for (const title of ['Rent', 'Heat']) await world.merge(await world.code(title), await world.code(`${title}, old`));
    const named = () => world.rows('earning_line_item').filter((line) => JSON.stringify(line).includes(gone.id)).length;
    expect(named()).toBe(2);
    await go('PayrollUnapprovalStarted');
    await world.follow(mergeManager(fewFound(world.services, 2)));
    expect(named()).toBe(0);
    expect(await world.stateOf('earning_line_item', bonus.id)).toMatchObject({
      custom_expense_accounting_code_id: into.id,
    });
  });

  test('rule 5: is posted to the remaining code when it is a closed line', async () => {
    const world = await ready();
    const [into, gone] = [await world.code('Wages'), await world.code('Wages, old')];
    await rateWith(world, gone);
    await world.populated();
    const [payroll] = await world.drafts();
    await world.given.events('payroll', payroll!.id, {
      type: 'PayrollApprovalStarted',
      data: { pay_schedule_id: payroll!.pay_schedule_id! },
    });
    await world.follow(world.managers.approval);
    await world.merge(into, gone);
    expect(JSON.stringify(world.rows('earning_line_item'))).toContain(gone.id);
    await world.follow(world.managers.journal);
    const posted = world.rows('journal_entry').flatMap(({ journal_entry_rows }) => journal_entry_rows);
    const wages = posted.filter(({ sources }) => sources.some(({ type }) => type === 'earning'));
    expect(wages.map(({ accounting_code_id, title }) => [accounting_code_id, title])).toEqual([
      [into.id, 'Wages'],
      [into.id, 'Wages'],
    ]);
  });
});

describe('a merge of a code that closed pay stubs and posted entries name', () => {
  /** An approved payroll whose wages are booked on a code. */
  const booked = async ({ people = 1, ...options }: PayrollWorldOptions & { people?: number } = {}) => {
    const world = await ready(options);
    const { given, managers, schedule } = world;
    const own = { expense_accounting_code_id: (await world.code('Wages, old', { code: '5001' })).id };
    const [into, gone] = [await world.code('Wages', { code: '5000' }), { id: own.expense_accounting_code_id }];
    for (let person = 0; person < people; person++) {
      const { assignment } = await world.hired();
      await given.created('pay_rate', { work_assignment_id: assignment.id, ...SALARY, ...own });
    }
    await world.populated();
    const [payroll] = await world.drafts();
    const data = { pay_schedule_id: schedule.id };
    await given.events('payroll', payroll!.id, { type: 'PayrollApprovalStarted', data });
    await world.follow(managers.approval, managers.journal, managers.population);
    return { world, into, gone, payroll: payroll! };
  };

  test('reads no closed pay stub: they are never changed, and grow with the years', async () => {
    const read: string[] = [];
    const counting: PayrollWorldOptions['store'] = (store) => ({
      ...store,
      readStream: (stream, options) => {
        read.push(stream);
        return store.readStream(stream, options);
      },
    });
    const { world, into, gone, payroll } = await booked({ store: counting });
    const [closed] = await world.stubs(payroll);
    const [open] = await world.stubs((await world.drafts())[0]!);
    read.length = 0;
    expect((await world.merge(into, gone)).problem).toBeUndefined();
    expect(read).toContain(`pay_stub-${open!.id}`);
    expect(read).not.toContain(`pay_stub-${closed!.id}`);
  });

  test('has lines of pay stubs that are reopened together read together', async () => {
    const { world, into, gone, payroll } = await booked({ people: 5 });
    await world.merge(into, gone);
    const data = { pay_schedule_id: world.schedule.id };
    await world.given.events('payroll', payroll.id, { type: 'PayrollUnapprovalStarted', data });
    await world.follow(world.managers.approval);
    const kinds = new Set(world.services.registry.all.filter(({ partOf }) => partOf?.by === 'pay_stub_id')).size;
    const before = world.asked.length;
    await world.follow(world.merges);
    // A page of each kind of record that a stub has.
    expect(world.asked.slice(before).filter((question) => question === 'first').length).toBeLessThanOrEqual(kinds);
    expect(JSON.stringify(world.rows('earning_line_item'))).not.toContain(gone.id);
  });

  test('is followed by reports of these entries: their rows are of the account that is left', async () => {
    const { world, into, gone, payroll } = await booked();
    const of = { business_entity_id: world.employer.id, payroll_id: payroll.id };
    const accounts = async () =>
      (await reportRows(world, 'journal-entry', of)).flatMap((row) =>
        row['Accounting code'] === null ? [] : [[row['Accounting code'], row.Account]],
      );
    expect(await accounts()).toEqual([['5001', { en: 'Wages, old', fr: 'Wages, old' }]]);
    await world.merge(into, gone);
    expect(await accounts()).toEqual([['5000', { en: 'Wages', fr: 'Wages' }]]);
  });
});

describe('a record that is made to refer to a code during its deletion loses the reference', () => {
  const rateFor = async (world: World, code: { id: string }) => {
    const { assignment } = await world.hired();
    return { work_assignment_id: assignment.id, ...SALARY, expense_accounting_code_id: code.id };
  };

  test('when it is checked before the deletion and written after it', async () => {
    let deleted = async (): Promise<unknown> => undefined;
    const world = await ready({ store: before('PayRateCreated', () => deleted()) });
    const code = await world.code('Wages');
    deleted = () => world.given.deleted('accounting_code', code.id);
    const rate = await world.given.created('pay_rate', await rateFor(world, code));
    expect(await world.stateOf('accounting_code', code.id)).toBeUndefined();
    await world.follow(world.merges);
    expect(await codeOf(world, rate)).toBeNull();
  });

  test('when it is written between the decision and the append of the deletion', async () => {
    let written = async (): Promise<unknown> => undefined;
    const world = await ready({ store: before('AccountingCodeDeleted', () => written()) });
    const [code, other] = [await world.code('Wages'), await world.code('Other')];
    const segment = ({ id }: { id: string }) => ({ type: 'accounting_code', accounting_code_id: id });
    const rule = (...codes: { id: string }[]) =>
      world.given.created('accounting_code_rule', {
        business_entity_id: world.employer.id,
        type: 'earning',
        expense_segment_template: { segments: codes.map(segment) },
      });
    const body = await rateFor(world, code);
    let made: { rate: { id: string }; rules: { id: string }[] } | undefined;
    written = async () => {
      made = { rate: await world.given.created('pay_rate', body), rules: [await rule(code), await rule(code, other)] };
    };
    await world.given.deleted('accounting_code', code.id);
    await world.follow(world.merges);
    expect(await codeOf(world, made!.rate)).toBeNull();
    const templates = await Promise.all(
      made!.rules.map(async ({ id }) => (await world.stateOf('accounting_code_rule', id))!.expense_segment_template),
    );
    expect(templates).toEqual([null, { segments: [expect.objectContaining(segment(other))] }]);
    const { events } = await world.when(() => world.follow({ ...world.merges, name: 'merges once more' }));
    expect(events).toEqual([]);
  });

  test('and a code that is referred to cannot be deleted', async () => {
    const world = await ready();
    const code = await world.code('Wages');
    const rate = await world.given.created('pay_rate', await rateFor(world, code));
    const { problem, events } = await world.when(() => world.given.deleted('accounting_code', code.id));
    expect([problem?.status, events]).toEqual([400, []]);
    await world.follow(world.merges);
    expect(await codeOf(world, rate)).toBe(code.id);
  });
});

/** Asks for a merge without waiting for it. */
const asked = async (
  { given, employer }: Awaited<ReturnType<typeof ready>>,
  into: { id: string },
  gone: { id: string },
) =>
  given.events('accounting_code', into.id, {
    type: 'AccountingCodesMerged',
    data: { business_entity_id: employer.id, accounting_code_ids: [gone.id] },
  });

test('rule 5: a merge into a code that is merged meanwhile goes into the remaining code', async () => {
  const world = await ready();
  const [first, second, last] = [await world.code('One'), await world.code('Two'), await world.code('Three')];
  const { assignment } = await world.hired();
  const fallback_mappings = [{ type: 'earning', subtype: 'salary' }];
  await world.given.changed('accounting_code', first.id, { fallback_mappings });
  const rate = await world.given.created('pay_rate', {
    work_assignment_id: assignment.id,
    ...SALARY,
    expense_accounting_code_id: first.id,
  });
  await asked(world, last, second);
  await asked(world, second, first);
  await world.follow(world.merges);
  expect((await world.stateOf('pay_rate', rate.id))?.expense_accounting_code_id).toBe(last.id);
  expect(world.rows('accounting_code').map(({ id }) => id)).toEqual([last.id]);
  expect(await world.stateOf('accounting_code', last.id)).toMatchObject({ merging: [], fallback_mappings });
});

test('rule 5: a code is neither deleted nor of another type while others are merged into it, so that no record loses its code', async () => {
  let during = async (): Promise<unknown> => undefined;
  const world = await ready({ store: before('PayRateChanged', () => during()) });
  const { given, stateOf } = world;
  const [into, gone] = [await world.code('Wages'), await world.code('Wages, old')];
  const { assignment } = await world.hired();
  const expense_accounting_code_id = gone.id;
  const body = { work_assignment_id: assignment.id, ...SALARY, expense_accounting_code_id };
  const rate = await given.created('pay_rate', body);
  const refused: unknown[] = [];
  during = async () => {
    for (const act of [
      () => given.changed('accounting_code', into.id, { type: 'liability' }),
      () => given.deleted('accounting_code', into.id),
    ])
      await act().catch(({ status }: Problem) => refused.push(status));
  };
  expect((await world.merge(into, gone)).problem).toBeUndefined();
  await world.follow(world.merges);
  expect((await stateOf('pay_rate', rate.id))?.expense_accounting_code_id).toBe(into.id);
  expect(await stateOf('accounting_code', into.id)).toMatchObject({ type: 'expense' });
  expect(refused).toEqual([422, 400]);
});

test('rule 5: of two codes that are merged into each other one remains', async () => {
  const world = await ready();
  const [one, other] = [await world.code('One'), await world.code('Other')];
  await asked(world, one, other);
  await asked(world, other, one);
  await world.follow(world.merges);
  expect(world.rows('accounting_code').map(({ id }) => id)).toEqual([one.id]);
});

test("rules 5 and 7: the remaining code takes over the provider's account of the merged code, unless it has one", async () => {
  const world = await ready();
  const [into, gone] = [await world.code('Wages'), await world.code('Wages, old')];
  await world.given.events('accounting_code', gone.id, {
    type: 'AccountingCodeLinked',
    data: {
      business_entity_id: world.employer.id,
      provider: 'xero',
      external_id: 'a-477',
      external_code: '477',
      realm_id: 'o-1',
    },
  });
  await world.merge(into, gone);
  expect(await world.stateOf('accounting_code', into.id)).toMatchObject({
    mapping: { xero: true, quickbooks: false },
    accounts: { xero: { id: 'a-477', code: '477', realm_id: 'o-1' } },
  });
});

test('rule 5, and code rules, rule 9: a merge puts no rule before one that was changed after it', async () => {
  const world = await ready();
  const { code, clock, employer, given, merge, services, stateOf, tenant } = world;
  const [into, gone, other] = [await code('Wages'), await code('Wages, old'), await code('Pay')];
  const rule = ({ id: expense_accounting_code_id }: { id: string }) => {
    clock.advance(60_000);
    return given.created('accounting_code_rule', {
      business_entity_id: employer.id,
      type: 'earning',
      expense_accounting_code_id,
    });
  };
  const [earlier, later] = [await rule(gone), await rule(other)];
  const decides = async () => {
    const asked = { kind: 'earning', type: 'salary', side: 'expense', custom: null, managed: null, tags: [] } as const;
    const codes = await readCodeBook(employer.id, services, tenant);
    return codes.resolve({ ...asked, business_preset_id: null }).decision?.id;
  };
  expect(await decides()).toBe(later.id);
  clock.advance(60_000);
  await merge(into, gone);
  expect((await stateOf('accounting_code_rule', earlier.id))?.expense_accounting_code_id).toBe(into.id);
  expect(await decides()).toBe(later.id);
  // However often: and a change that somebody asks for puts it first.
  clock.advance(60_000);
  const further = await code('Salaries');
  await merge(further, into);
  expect(await decides()).toBe(later.id);
  clock.advance(60_000);
  await given.changed('accounting_code_rule', earlier.id, { subtypes: ['salary', 'wage'] });
  await given.changed('accounting_code_rule', earlier.id, { subtypes: [] });
  expect(await decides()).toBe(earlier.id);
});

test('a report of entries names the account of a code that was deleted since as it was called', async () => {
  const { approval, given, ...world } = await ready().then((made) => ({ ...made, approval: made.managers.approval }));
  const code = await world.code('Wages, old', { title_translations: { fr: 'Salaires, anciens' } });
  const rule = await given.created('accounting_code_rule', {
    business_entity_id: world.employer.id,
    type: 'earning',
    expense_accounting_code_id: code.id,
  });
  await world.hired({ rate: SALARY });
  await world.populated();
  const [payroll] = await world.drafts();
  const data = { pay_schedule_id: world.schedule.id };
  await given.events('payroll', payroll!.id, { type: 'PayrollApprovalStarted', data });
  await world.follow(approval, world.managers.journal, world.managers.population);
  await given.deleted('accounting_code_rule', rule.id);
  await given.deleted('accounting_code', code.id);
  const rows = await reportRows(world, 'journal-entry', {
    business_entity_id: world.employer.id,
    payroll_id: payroll!.id,
  });
  expect(rows.flatMap(({ Account }) => Account ?? [])).toEqual([{ en: 'Wages, old', fr: 'Salaires, anciens' }]);
});
