import { beforeAll, expect, test } from 'vitest';
import { REPORT_TYPES } from '../../../src/reports/types.ts';
import { type PayrollWorld, payrollWorld, SALARY, SCHEDULE } from '../../support/payroll-world.ts';
import { ofYear, reportRows } from '../../support/report-rows.ts';

/** Given somebody who works for two employers of a company, each row of its reports says for which of them. */

const IN_FORCE = { effective_from: '2026-01-01' };
const PROPERTIES = [
  { type: 'ca::province_of_employment', value: 'ca_on', ...IN_FORCE },
  {
    type: 'ca::on::workers_compensation_class',
    value: { rate: 1.5, code: '112', industry: 'Bakeries' },
    ...IN_FORCE,
  },
];

let world: PayrollWorld;
beforeAll(async () => {
  world = await payrollWorld();
  const { given, managers } = world;
  const { employee, assignment } = await world.hired({ rate: SALARY, tax_properties: PROPERTIES });
  const { id: business_entity_id } = await given.created('business_entity', {
    name: 'Southlake Foods',
    business_number: '987654321RP0001',
    in_preview: true,
    tax_properties: PROPERTIES.slice(0, 1),
  });
  const schedule = await given.created('pay_schedule', { ...SCHEDULE, business_entity_id });
  const other = await given.created('work_assignment', {
    employee_id: employee.id,
    pay_schedule_id: schedule.id,
    tax_properties: PROPERTIES,
  });
  await given.created('pay_rate', { work_assignment_id: other.id, ...SALARY });
  for (const { id: work_assignment_id } of [assignment, other])
    await given.created('vacation_pay_setting', { work_assignment_id, percentage: 4, ...IN_FORCE });
  await world.populated();
  const { pay_date } = (await world.drafts())[0]!;
  for (const payroll of (await world.drafts()).filter((one) => one.pay_date === pay_date)) {
    const data = { pay_schedule_id: payroll.pay_schedule_id };
    await given.events('payroll', payroll.id, { type: 'PayrollApprovalStarted', data });
    await world.follow(managers.approval, managers.journal, managers.population);
  }
});

const OF_COMPANY = REPORT_TYPES.filter(({ needs }) => needs === 'none').flatMap(({ name, sheets }) =>
  sheets.map((sheet) => [name, sheet.name] as const),
);
/** Nobody works in Quebec, or is a contractor. */
const EMPTY = ['rq-remittance', 'ei-qpp-qpip-balance', 'rl1-preview'];

test.each(OF_COMPANY)('%s, sheet %s', async (name, sheet) => {
  const { columns } = REPORT_TYPES.find((type) => type.name === name)!.sheets.find((one) => one.name === sheet)!;
  expect(columns[0]).toMatchObject({ title: { en: 'Employer', fr: 'Employeur' } });
  const rows = await reportRows(world, name, ofYear(2026), sheet);
  if (EMPTY.includes(name) || sheet === 'rl1' || sheet === 't4a') return expect(rows).toEqual([]);
  expect([...new Set(rows.map(({ Employer }) => Employer))].sort()).toEqual(['Northlake Foods', 'Southlake Foods']);
});
