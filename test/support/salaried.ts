import type { TestCompany, TestService } from './service.ts';
import { until } from './until.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
export type Body = any;

export const caller = (company: TestCompany) => async (method: string, path: string, body?: unknown) => {
  const answer = await company.request(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body as Body;
};

export const BI_WEEKLY = {
  title: 'Bi-weekly',
  pay_frequency: 'bi-weekly',
  anchor_pay_date: '2026-01-09',
  anchor_end_of_pay_period: '2026-01-04',
  generate_payrolls_from: '2026-01-09',
};

/**
 * The same from its last payrolls of 2026 on. Whatever changes somebody's pay is worked into all drafts of the year: a
 * test that asks nothing of a year has a few of them.
 */
export const LAST_OF_YEAR = { ...BI_WEEKLY, generate_payrolls_from: '2026-11-27' };

export interface Hired {
  province: string;
  salary: number;
  employee_id?: string;
  tax_properties?: { type: string; value: unknown; effective_from?: string }[];
}

/** An employer in preview, with a schedule and people on salaries. */
export const employerWith = async (
  service: TestService,
  people: readonly Hired[],
  schedule: Record<string, unknown> = BI_WEEKLY,
  properties: readonly { type: string; value: unknown; effective_from?: string }[] = [],
  from = '2023-01-01',
) => {
  const company = await service.company();
  const call = caller(company);
  const entity = await call('POST', '/business_entities', {
    business_number: '123456782RP0001',
    name: 'Northlake Bakery',
    in_preview: true,
    tax_properties: [{ type: 'ca::province_of_employment', value: 'ca_on' }, ...properties].map((property) => ({
      effective_from: from,
      ...property,
    })),
  });
  const { id: pay_schedule_id } = await call('POST', '/pay_schedules', { business_entity_id: entity.id, ...schedule });
  const assignments: string[] = [];
  const employees: string[] = [];
  const rates: string[] = [];
  const hire = async ({ province, salary, employee_id, tax_properties = [] }: Hired, on: string = pay_schedule_id) => {
    const person =
      employee_id ??
      (await call('POST', '/employees', { first_name: 'Ada', last_name: 'Roy', date_of_birth: '1990-07-11' })).id;
    const own = [{ type: 'ca::province_of_employment', value: province }, ...tax_properties];
    const assignment = await call('POST', '/work_assignments', {
      employee_id: person,
      pay_schedule_id: on,
      tax_properties: own.map((property) => ({ effective_from: from, ...property })),
    });
    const rate = await call('POST', '/pay_rates', {
      work_assignment_id: assignment.id,
      type: 'salary',
      rate: salary,
      expected_hours_per_week: 40,
      effective_from: from,
    });
    employees.push(person);
    assignments.push(assignment.id);
    rates.push(rate.id);
    // On a busy machine the answer may have stopped waiting for the next payroll to take the person in.
    const at = assignments.length - 1;
    await until(async () => (await stubOf(await next(on), at))?.data.employee_summary?.gross > 0);
  };
  const next = async (schedule_id: string = pay_schedule_id) =>
    (await call('GET', `/payrolls?status=draft&per_page=1&pay_schedule_id=${schedule_id}`)).data[0] as Body;
  const stubOf = async (payroll: Body, assignment: number) =>
    (await call('GET', `/pay_stubs?payroll_id=${payroll.id}&work_assignment_id=${assignments[assignment]}`))
      .data[0] as Body;
  const linesOf = async (stub: Body, kind: string): Promise<Record<string, number>> => {
    const { data } = await call('GET', `/${kind}_line_items?pay_stub_id=${stub.id}&per_page=100`);
    return Object.fromEntries(data.map((line: Body) => [typeOf(line, kind), line.data.amount]));
  };
  const typeOf = (line: Body, kind: string) => line.data[`${kind}_type`]?.id ?? line.data[`${kind}_type`];
  const approve = async (schedule_id?: string) => {
    const payroll = await next(schedule_id);
    await call('POST', `/payrolls/${payroll.id}/approve`, {});
    return payroll;
  };
  for (const person of people) await hire(person);
  return { entity, company, call, employees, assignments, rates, hire, next, approve, stubOf, linesOf };
};
