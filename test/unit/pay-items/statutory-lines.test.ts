import { expect, test } from 'vitest';
import { payrollWorld } from '../../support/payroll-world.ts';

/** Nothing is withheld from a contractor: the file of pay stubs says so, and so does a request. */
test.each(['historical', 'correction'])('a statutory line of a contractor is refused on a %s payroll', async (type) => {
  const { given, schedule, when } = await payrollWorld();
  const contractor = await given.created('contractor', { business_name: 'Lakeshore Milling Ltd.' });
  const fees = await given.created('work_assignment', { contractor_id: contractor.id, pay_schedule_id: schedule.id });
  const period = { period_start: '2026-11-01', period_end: '2026-11-14' };
  const payroll = await given.created('payroll', {
    ...{ type, pay_schedule_id: schedule.id, pay_date: '2026-11-20', ...period },
  });
  const stub = await given.created('pay_stub', { payroll_id: payroll.id, work_assignment_id: fees.id });
  for (const [kind, of] of [
    ['statutory_withholding', 'federal_income_tax'],
    ['employer_statutory_withholding', 'cpp'],
  ] as const) {
    const line = { pay_stub_id: stub.id, [`${kind}_type`]: of, custom_amount: '41.5' };
    const { problem } = await when(() => given.created(`${kind}_line_item`, line));
    expect(problem?.issues.map(({ path, text }) => [path, text.en])).toEqual([
      ['pay_stub_id', "must be an employee's pay stub: nothing is withheld from a contractor"],
    ]);
  }
  const fee = { pay_stub_id: stub.id, earning_type: 'invoice_payment', custom_amount: '1000' };
  expect((await when(() => given.created('earning_line_item', fee))).problem).toBeUndefined();
});

test('a statutory line takes no tags: it has those of the pay that it is of', async () => {
  const { given, schedule, when, employer, hired } = await payrollWorld();
  const { assignment } = await hired();
  const period = { period_start: '2026-11-01', period_end: '2026-11-14' };
  const payroll = await given.created('payroll', {
    ...{ type: 'correction', pay_schedule_id: schedule.id, pay_date: '2026-11-20', ...period },
  });
  const stub = await given.created('pay_stub', { payroll_id: payroll.id, work_assignment_id: assignment.id });
  const group = await given.created('tag_group', { business_entity_id: employer.id, label: 'Place' });
  const tag = await given.created('tag', { tag_group_id: group.id, label: 'Bakery' });
  const tags = { unit: 'percentage', tag_allocations: [{ tags: [tag.id], value: '100' }] };
  const line = { pay_stub_id: stub.id, statutory_withholding_type: 'federal_income_tax', custom_amount: '41.5' };
  const object = 'statutory_withholding_line_item';
  const created = await when(() => given.created(object, { ...line, custom_tag_assignment: tags }));
  const { id } = await given.created(object, line);
  const changed = await when(() => given.changed(object, id, { custom_tag_assignment: tags }));
  for (const { problem } of [created, changed]) {
    expect(problem?.issues.map(({ path }) => path)).toEqual(['custom_tag_assignment']);
    expect(problem?.issues[0]?.text.en).toContain('has the tags of the pay that it is of');
  }
  expect((await when(() => given.changed(object, id, { custom_tag_assignment: null }))).problem).toBeUndefined();
});

test.each(['correction', 'historical'])(
  'what is entered on a %s payroll goes to the account that calculated lines go to, where the service calculates',
  async (type) => {
    const { given, schedule, employer, hired, populated, rows } = await payrollWorld({ province: 'ca_qc' });
    const account = (account_provider: string) =>
      given.created('remittance_account', { business_entity_id: employer.id, account_provider });
    const [cra, division, quebec] = [await account('ca_cra'), await account('ca_cra'), await account('ca_rq')];
    const { assignment } = await hired();
    const enrolled = { remittance_account_id: division.id, work_assignment_id: assignment.id };
    await given.created('remittance_account_enrollment', { ...enrolled, effective_from: '2026-01-01' });
    const period = { period_start: '2026-11-01', period_end: '2026-11-14' };
    const payroll = await given.created('payroll', {
      ...{ type, pay_schedule_id: schedule.id, pay_date: '2026-11-20', ...period },
    });
    const stub = await given.created('pay_stub', { payroll_id: payroll.id, work_assignment_id: assignment.id });
    const entered = (kind: string, of: string) =>
      given.created(`${kind}_line_item`, { pay_stub_id: stub.id, [`${kind}_type`]: of, custom_amount: '41.5' });
    for (const of of ['federal_income_tax', 'provincial_income_tax', 'qpp', 'cpp'])
      await entered('statutory_withholding', of);
    await entered('employer_statutory_withholding', 'ei');
    await populated();
    const lines = ['statutory_withholding_line_item', 'employer_statutory_withholding_line_item'].flatMap((kind) =>
      rows(kind).filter(({ is_system }) => is_system === false),
    );
    const goesTo = Object.fromEntries(lines.map((line) => [line.type, line.remittance_account_id]));
    const [federal, provincial] = type === 'correction' ? [division.id, quebec.id] : [null, null];
    expect(goesTo).toEqual({
      ...{ federal_income_tax: federal, cpp: federal, ei: federal },
      ...{ provincial_income_tax: provincial, qpp: provincial },
    });
    expect(federal).not.toBe(cra.id);
  },
);
