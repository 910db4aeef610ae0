import { expect, test } from 'vitest';
import { calculateEmployerHealthTax } from '../../../src/payrolls/explanations/health-tax-calculation.ts';
import { itemsOf, objectOf } from '../../../src/values/json.ts';
import { yearEnd } from '../../support/year-end.ts';

test("the tax of the year before counts the share of an exemption that the employer stated for it, as this year's does", async () => {
  const world = await yearEnd({ province: 'ca_bc' });
  await world.given.created('tax_property', {
    ...{ owner_id: world.employer.id, type: 'ca::bc::eht', effective_from: '2025-01-01' },
    value: { exemption: '300000' },
  });
  const { assignment } = await world.hired({
    tax_properties: [{ type: 'ca::province_of_employment', effective_from: '2025-01-01', value: 'ca_bc' }],
  });
  const earned = async (type: string, pay_date: string, custom_amount: string) => {
    const period = { period_start: pay_date, period_end: pay_date };
    const given = { pay_schedule_id: world.schedule.id, type, pay_date, ...period };
    const payroll = await world.given.created('payroll', given);
    const stub = await world.given.created('pay_stub', { payroll_id: payroll.id, work_assignment_id: assignment.id });
    const line = { pay_stub_id: stub.id, earning_type: 'wage', custom_amount };
    await world.given.created('earning_line_item', line);
    await world.populated();
    await world.paid(payroll);
  };
  await earned('historical', '2025-12-15', '900000');
  await earned('historical', '2026-06-15', '950000');
  const body = { business_entity_id: world.employer.id, year: 2026 };
  const { body: answer } = await calculateEmployerHealthTax.run(
    world.call({ body: { quebec_remittance_frequency: 'monthly', ...body } }) as never,
  );
  const taxes = itemsOf(objectOf(objectOf(answer).data).health_taxes).map(objectOf);
  const bc = taxes[0]!;
  // (950,000 - 300,000) × 5.85 %, and a quarter of (900,000 - 300,000) × 5.85 %.
  expect(bc.annual_tax).toBe(38_025);
  expect(itemsOf(bc.instalments).map((one) => objectOf(one).amount)).toEqual([8775, 8775, 8775]);
});
