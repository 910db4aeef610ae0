import { expect, test } from 'vitest';
import { mergeAccountingCodes } from '../../../src/accounting/merge.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { mergeManager } from '../../../src/processes/accounting/merges.ts';
import type { Problem } from '../../../src/values/problem.ts';
import { payrollWorld, SALARY } from '../../support/payroll-world.ts';

/** Accounting codes, rule 5: a merge deletes codes and lets everything that named them name the one that is left. */
const ready = async () => {
  const world = await payrollWorld();
  const { given, employer } = world;
  const code = (title: string, more: object = {}) =>
    given.created('accounting_code', { business_entity_id: employer.id, type: 'expense', title, ...more });
  const merges = mergeManager(world.services);
  /** Merges as a request does, with the manager at work; gives what was refused. */
  const merge = async (into: RecordOf<'accounting_code'>, ...gone: { id: string }[]) => {
    const gate = {
      ...world.services.gate,
      settled: async (position: bigint) => {
        await world.follow(merges);
        return world.services.gate.settled(position);
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
  return { ...world, code, merge };
};

const pathsOf = (problem: Problem | undefined) => problem?.issues.map(({ path }) => path);

test('rule 5: items, lines, presets, rules, templates and settings name the code that is left', async () => {
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

test('rule 5: codes of another type, of another employer, the code itself and one named twice are refused by their place', async () => {
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
