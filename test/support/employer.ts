import { expect } from 'vitest';
import type { TestAnswer, TestService } from './service.ts';
import { until } from './until.ts';

/**
 * A company with an employer in preview, a bi-weekly schedule with four payrolls at the end of 2026, and people with
 * work assignments.
 */
export interface Employer {
  company_id: string;
  /** Its token, for calls to another process. */
  token: string;
  business_entity_id: string;
  pay_schedule_id: string;
  /** Work assignments of employees, in the order in which they were made. */
  assignments: string[];
  /** A call of the company. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  /** The same, where the answer must have a status; gives its body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  must(status: number, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<any>;
  /** Polls a task until it ended; gives its data. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  ended(task: any): Promise<any>;
  hire(count: number): Promise<string[]>;
  /** Draft payrolls by pay date. */
  payrolls(): Promise<{ id: string; data: { pay_date: string; period_start: string; period_end: string } }[]>;
  /** The stub of an assignment on a payroll. */
  stubOf(payroll_id: string, work_assignment_id: string): Promise<string>;
}

export const makeEmployer = async (service: TestService, people = 1): Promise<Employer> => {
  const { id: company_id, token, request: call } = await service.company();
  const must: Employer['must'] = async (status, method, path, body, headers) => {
    const answer = await call(method, path, body, headers);
    expect({ status: answer.status, ...(answer.status === status ? {} : { body: answer.body }) }).toEqual({ status });
    return answer.body;
  };
  const entity = await must(201, 'POST', '/business_entities', {
    name: 'Northlake Foods',
    business_number: '123456782RP0001',
    in_preview: true,
    tax_properties: [{ type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2026-01-01' }],
  });
  const schedule = await must(201, 'POST', '/pay_schedules', {
    business_entity_id: entity.id,
    title: 'Bi-weekly',
    pay_frequency: 'bi-weekly',
    anchor_pay_date: '2026-11-20',
    anchor_end_of_pay_period: '2026-11-14',
    generate_payrolls_from: '2026-11-20',
  });
  const employer: Employer = {
    company_id,
    token,
    business_entity_id: entity.id,
    pay_schedule_id: schedule.id,
    assignments: [],
    call,
    must,
    ended: async (task) => {
      let { data } = task;
      await until(async () => {
        if (data.status === 'processing') ({ data } = await must(200, 'GET', `/async_tasks/${task.id}`));
        return data.status !== 'processing';
      });
      return data;
    },
    hire: async (count) => {
      const hired: string[] = [];
      for (let i = 0; i < count; i++) {
        const number = employer.assignments.length + i;
        const person = await must(201, 'POST', '/employees', { first_name: `Ada${number}`, last_name: 'Byron' });
        const assignment = await must(201, 'POST', '/work_assignments', {
          employee_id: person.id,
          pay_schedule_id: schedule.id,
        });
        hired.push(assignment.id);
      }
      employer.assignments.push(...hired);
      return hired;
    },
    payrolls: async () => {
      const { data } = await must(200, 'GET', `/payrolls?pay_schedule_id=${schedule.id}&status=draft&per_page=100`);
      return data;
    },
    stubOf: async (payroll_id, work_assignment_id) => {
      const { data } = await must(
        200,
        'GET',
        `/pay_stubs?payroll_id=${payroll_id}&work_assignment_id=${work_assignment_id}`,
      );
      expect(data).toHaveLength(1);
      return data[0].id;
    },
  };
  await employer.hire(people);
  return employer;
};
