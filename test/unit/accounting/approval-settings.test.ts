import { expect, test } from 'vitest';
import { MOST_ROWS } from '../../../src/accounting/rows-at-most.ts';
import { connectionId } from '../../../src/integrations/connection.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { beginPosting } from '../../../src/processes/payroll/journal.ts';
import { journalRefusal } from '../../../src/processes/payroll/journal-refusal.ts';
import type { Appended } from '../../support/in-memory.ts';
import { payrollWorld, SALARY } from '../../support/payroll-world.ts';

/** Journal entries, rule 8: an employer may want them complete, or ready for export, before a payroll is approved. */
const ready = async (settings: object) => {
  const world = await payrollWorld();
  await world.hired({ rate: SALARY });
  await world.populated();
  await world.given.changed('business_entity', world.employer.id, { ...settings });
  const [payroll] = await world.drafts();
  const approve = async () => {
    await world.given.events('payroll', payroll!.id, {
      type: 'PayrollApprovalStarted',
      data: { pay_schedule_id: payroll!.pay_schedule_id! },
    });
    return world.when(() => world.follow(world.managers.approval));
  };
  const code = (type: string, title: string) =>
    world.given.created('accounting_code', { business_entity_id: world.employer.id, type, title });
  const rule = (type: string, codes: object) =>
    world.given.created('accounting_code_rule', { business_entity_id: world.employer.id, type, ...codes });
  /** Codes for every line of an ordinary payroll, and for what is owed. */
  const coded = async () => {
    const [expense, liability] = [await code('expense', 'Wages'), await code('liability', 'Owed')];
    await rule('earning', { expense_accounting_code_id: expense.id });
    await rule('statutory_withholding', { liability_accounting_code_id: liability.id });
    await rule('employer_statutory_withholding', {
      expense_accounting_code_id: expense.id,
      liability_accounting_code_id: liability.id,
    });
    await world.given.changed('business_entity', world.employer.id, {
      default_payroll_payable_accounting_code_id: liability.id,
    });
    return { expense, liability };
  };
  return { ...world, payroll: payroll!, approve, coded };
};

const reasonOf = (events: readonly Appended[]): string => {
  const abandoned = events.find(({ type }) => type === 'PayrollApprovalAbandoned');
  return (abandoned?.data.reason as { en: string } | undefined)?.en ?? '';
};

const refusalOf = async (
  { services, tenant, payroll }: Awaited<ReturnType<typeof ready>>,
  entity: RecordOf<'business_entity'>,
  isPaid: boolean,
) => journalRefusal(payroll, entity, await beginPosting(entity.id, services, tenant), isPaid, services, tenant);

test('payroll 12, entries, rule 8, code rules, rule 11, and tag assignments, rule 7: a payroll with lines without a code cannot be approved, and the reason lists them', async () => {
  const world = await ready({ block_approval_on_incomplete_journal_entries: true });
  const { events } = await world.approve();
  const reason = reasonOf(events);
  expect(reason).toContain('no expense accounting code is found for earning salary');
  expect(reason).toContain('statutory_withholding cpp');
  expect(reason).toContain('default_payroll_payable_accounting_code');
  expect((await world.stateOf('payroll', world.payroll.id))?.status).toBe('draft');
  // What this approval closed is open again.
  expect((await world.stubs(world.payroll)).map(({ is_closed }) => is_closed)).toEqual([false]);

  await world.coded();
  expect((await world.approve()).types).toContain('PayrollApproved');
});

test('rule 8: a payroll that moves money needs a code for the bank too', async () => {
  const world = await ready({ block_approval_on_incomplete_journal_entries: true });
  await world.coded();
  expect((await world.approve()).types).toContain('PayrollApproved');
  const entity = await world.stateOf('business_entity', world.employer.id);
  expect(await refusalOf(world, entity!, false)).toBeUndefined();
  expect((await refusalOf(world, entity!, true))?.en).toContain('default_bank_accounting_code');
});

test('rule 8: where net pay is nothing, no money leaves the bank, and nothing is payable', async () => {
  const world = await ready({ block_approval_on_incomplete_journal_entries: true });
  await world.coded();
  await world.given.changed('business_entity', world.employer.id, { default_payroll_payable_accounting_code_id: null });
  const [stub] = await world.stubs(world.payroll);
  for (const type of ['earning', 'statutory_withholding', 'employer_statutory_withholding'] as const)
    for (const { id } of world.rows(`${type}_line_item`))
      await world.given.changed(`${type}_line_item`, id, { custom_amount: '0' });
  await world.populated();
  expect((await world.approve()).types).toContain('PayrollApproved');
  expect(await world.stateOf('pay_stub', stub!.id)).toMatchObject({ employee_summary: { net: '0' } });
  const entity = await world.stateOf('business_entity', world.employer.id);
  expect(await refusalOf(world, entity!, true)).toBeUndefined();
});

test('rule 8: with the other setting codes must be linked to a provider', async () => {
  const world = await ready({ block_approval_on_missing_export_identifiers: true });
  const { expense, liability } = await world.coded();
  const { events } = await world.approve();
  expect(reasonOf(events)).toContain('accounting codes are not linked to an accounting provider: Wages, Owed');
  for (const { id } of [expense, liability])
    await world.given.events('accounting_code', id, {
      type: 'AccountingCodeLinked',
      data: {
        business_entity_id: world.employer.id,
        provider: 'xero',
        external_id: `a-${id}`,
        external_code: '477',
        realm_id: null,
      },
    });
  const entity = await world.stateOf('business_entity', world.employer.id);
  expect((await world.approve()).types).toContain('PayrollApproved');
  // Where one is connected, that one counts.
  const connection = connectionId(world.employer.id, 'quickbooks');
  await world.given.events('integration_connection', connection, {
    type: 'IntegrationConnected',
    data: { business_entity_id: world.employer.id, provider: 'quickbooks', realm_id: '1', by: 'import' },
  });
  expect((await refusalOf(world, entity!, false))?.en).toContain('Wages, Owed');
});

test('rule 8: with the other setting codes and tags must be those of the books that the employer is connected with', async () => {
  const world = await ready({ block_approval_on_missing_export_identifiers: true });
  const { expense, liability } = await world.coded();
  const { given, employer } = world;
  const { id: business_entity_id } = employer;
  const linked = async (realm_id: string, external_code: string | null = '477') => {
    for (const { id } of [expense, liability])
      await given.events('accounting_code', id, {
        type: 'AccountingCodeLinked',
        data: { business_entity_id, provider: 'xero', external_id: `a-${id}`, external_code, realm_id },
      });
  };
  const connected = (realm_id: string) =>
    given.events('integration_connection', connectionId(business_entity_id, 'xero'), {
      type: 'IntegrationConnected',
      data: { business_entity_id, provider: 'xero', realm_id, by: 'import' },
    });
  const group = await given.created('tag_group', {
    business_entity_id,
    label: 'Site',
    is_journal_entry_dimension: true,
  });
  const tag = await given.created('tag', {
    tag_group_id: group.id,
    label: 'North',
    integrations: { xero: { id: 't-1' } },
  });
  const imported = (realm_id: string) =>
    given.events('tag', tag.id, {
      type: 'TagLinked',
      data: { tag_group_id: group.id, business_entity_id, provider: 'xero', external_id: 't-1', realm_id },
    });
  const [assignment] = world.rows('work_assignment');
  const shares = [{ tags: [tag.id], value: '100' }];
  await given.changed('work_assignment', assignment!.id, {
    tag_assignment: { unit: 'percentage', tag_allocations: shares },
  });
  await world.populated();
  await linked('A');
  await imported('A');
  await connected('B');
  const reason = reasonOf((await world.approve()).events);
  expect(reason).toContain('accounting codes are not linked to an accounting provider: ');
  expect(reason).toContain('tags are not linked to an accounting provider: North');
  // An account without a code cannot be booked on there.
  await connected('A');
  await linked('A', null);
  expect(reasonOf((await world.approve()).events)).toMatch(/provider: (Wages, Owed|Owed, Wages)[.;]/);
  await linked('A');
  // Of a dimension that the provider does not know an export leaves the tag out.
  expect(reasonOf((await world.approve()).events)).toMatch(
    /: tag groups are linked to no dimension of an accounting provider \(category, department, project\): Site\.$/,
  );
  await given.changed('tag_group', group.id, { integrations: { xero: { id: 'g-1', type: 'category' } } });
  expect((await world.approve()).types).toContain('PayrollApproved');
});

test('rule 8: with the other setting each row is booked on a code: one that is built from segments alone is no account', async () => {
  const world = await ready({ block_approval_on_missing_export_identifiers: true });
  await world.given.created('accounting_code_rule', {
    business_entity_id: world.employer.id,
    type: 'earning',
    expense_segment_template: { segments: [{ type: 'text', text: 'PAY-1' }] },
  });
  const { events } = await world.approve();
  const reason = reasonOf(events);
  expect(reason).toContain('rows are booked on no accounting code: ');
  for (const row of ['PAY-1', 'Employer contributions: CPP (expense)']) expect(reason).toContain(row);
  // What the other setting names is not told twice.
  await world.given.changed('business_entity', world.employer.id, {
    block_approval_on_incomplete_journal_entries: true,
  });
  expect(reasonOf((await world.approve()).events)).toMatch(/; rows are booked on no accounting code: PAY-1\.$/);
});

test('rule 8: with the other setting the entry of the payment needs an account of the bank as well', async () => {
  const world = await ready({ block_approval_on_missing_export_identifiers: true });
  const { expense, liability } = await world.coded();
  const link = async ({ id }: { id: string }) =>
    world.given.events('accounting_code', id, {
      type: 'AccountingCodeLinked',
      data: {
        ...{ business_entity_id: world.employer.id, provider: 'xero', realm_id: null },
        ...{ external_id: `a-${id}`, external_code: '477' },
      },
    });
  for (const code of [expense, liability]) await link(code);
  expect((await world.approve()).types).toContain('PayrollApproved');
  const entity = await world.stateOf('business_entity', world.employer.id);
  expect(await refusalOf(world, entity!, false)).toBeUndefined();
  const refusal = await refusalOf(world, entity!, true);
  expect(refusal?.en).toMatch(/: rows are booked on no accounting code: Bank\.$/);
  expect(refusal?.fr).toMatch(/ : des lignes ne sont inscrites à aucun code comptable : Banque\.$/);
});

test('without either setting an approval needs no codes', async () => {
  const world = await ready({});
  expect((await world.approve()).types).toContain('PayrollApproved');
});

/** Bonuses of one pay stub, each of them on a hundred pairs of tags that no other one has. */
const onPairsOfTags = async (world: Awaited<ReturnType<typeof ready>>, bonuses: number): Promise<void> => {
  const own = { business_entity_id: world.employer.id };
  const tagsOf = async (label: string): Promise<string[]> => {
    const group = await world.given.created('tag_group', { ...own, label, is_journal_entry_dimension: true });
    const tags: string[] = [];
    for (let i = 0; i < 64; i++)
      tags.push((await world.given.created('tag', { tag_group_id: group.id, label: `${label} ${i}` })).id);
    return tags;
  };
  const [projects, sites] = [await tagsOf('Project'), await tagsOf('Site')];
  const pairs = projects.flatMap((project) => sites.map((site) => [project, site]));
  const [stub] = await world.stubs(world.payroll);
  for (let at = 0; at < bonuses; at++)
    await world.given.created('earning_line_item', {
      pay_stub_id: stub!.id,
      earning_type: 'bonus_discretionary',
      custom_amount: '1000',
      custom_tag_assignment: {
        unit: 'percentage',
        tag_allocations: pairs.slice(100 * at, 100 * (at + 1)).map((pair) => ({ tags: pair, value: '1' })),
      },
    });
  await world.populated();
};

test('limits: a payroll whose journal entry would have more rows than one holds is not approved, and the reason says what to allocate otherwise', async () => {
  const world = await ready({});
  await onPairsOfTags(world, 40);
  const { events } = await world.approve();
  expect(reasonOf(events)).toContain(`more than ${MOST_ROWS} rows`);
  expect(reasonOf(events)).toContain('combinations of tags');
  expect((await world.stateOf('payroll', world.payroll.id))?.status).toBe('draft');
  expect((await world.stubs(world.payroll)).map(({ is_closed }) => is_closed)).toEqual([false]);

  // Withholdings on no tags leave a tenth of the rows: that can be posted.
  await world.given.changed('business_entity', world.employer.id, { resolve_journal_entry_stat_withholdings: false });
  expect((await world.approve()).types).toContain('PayrollApproved');
});
