import type { RecordOf } from '../../src/kernel/definition/resource.ts';
import type { Rail } from '../../src/payments/rails.ts';
import type { ProcessManager } from '../../src/processes/managers/manager.ts';
import { movePayments } from '../../src/processes/payments/moving.ts';
import { paymentsManager } from '../../src/processes/payments/payments.ts';
import { approvalManager } from '../../src/processes/payroll/approval.ts';
import { journalManager } from '../../src/processes/payroll/journal.ts';
import { type Later, populationManager } from '../../src/processes/population/population.ts';
import { usageManager } from '../../src/processes/usage/usage.ts';
import { type RemittancesOf, remittancesOf } from '../../src/remittances/remitted.ts';
import { equal } from '../../src/values/condition.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { type InMemory, type InMemoryOptions, inMemory } from './in-memory.ts';

/** An employer in memory, with process managers that the test runs by hand. */
export interface PayrollWorld extends InMemory {
  managers: Record<'population' | 'approval' | 'journal' | 'payments' | 'usage', ProcessManager>;
  /** Moves the payments of a payroll as far as they can go now; gives when there is more to do. */
  moved(payroll: RecordOf<'payroll'>): Promise<string | undefined>;
  /** What population left for later, in words: `levies bus_…`. */
  later: string[];
  employer: RecordOf<'business_entity'>;
  schedule: RecordOf<'pay_schedule'>;
  /** Somebody with a work assignment, and a pay rate when one is given; population has not seen it. */
  hired(input?: JsonObject): Promise<Hired>;
  /** Lets population come to rest. */
  populated(): Promise<void>;
  /** Drafts of the schedule in the order of their pay dates. */
  drafts(): Promise<RecordOf<'payroll'>[]>;
  /** Stubs of a payroll, those of a work assignment or all. */
  stubs(payroll: RecordOf<'payroll'>, assignment?: RecordOf<'work_assignment'>): Promise<RecordOf<'pay_stub'>[]>;
}

export interface Hired {
  employee: RecordOf<'employee'>;
  assignment: RecordOf<'work_assignment'>;
}

export interface PayrollWorldOptions extends InMemoryOptions {
  /** Members of the schedule beside the ordinary ones. */
  schedule?: JsonObject;
  province?: string;
  properties?: readonly JsonObject[];
  /** Over what payments go; default simulated, null for none. */
  rail?: Rail | null;
  /** What its payrolls remit; default what their line items say. */
  remittancesOf?: RemittancesOf;
}

/** Bi-weekly, with four payrolls left of 27 in the year: pay dates 20 November, 4, 18 and 31 December. */
export const SCHEDULE: JsonObject = {
  title: 'Bi-weekly',
  pay_frequency: 'bi-weekly',
  anchor_pay_date: '2026-11-20',
  anchor_end_of_pay_period: '2026-11-14',
  generate_payrolls_from: '2026-11-20',
};
/** 2,000.00 in each of the 27 periods. */
export const SALARY: JsonObject = {
  type: 'salary',
  rate: '54000',
  expected_hours_per_week: '40',
  effective_from: '2026-01-01',
};

export const payrollWorld = async (options: PayrollWorldOptions = {}): Promise<PayrollWorld> => {
  const { rail = 'simulated' } = options;
  const world = inMemory({
    now: '2026-11-16T17:00:00.000Z',
    ...options,
    services: { paymentRail: rail, ...options.services },
  });
  const { given, services, tenant } = world;
  const later: string[] = [];
  const notes: Later = {
    nextYear: async ({ id }) => void later.push(`next year ${id}`),
    levies: async (id) => void later.push(`levies ${id}`),
  };
  const population = populationManager(services, notes);
  const approval = approvalManager(services);
  const journal = journalManager(services);
  const asked = {
    now: async (ids: readonly string[]) => void later.push(...ids.map((id) => `payments ${id}`)),
    lookAgain: async () => {},
  };
  const payments = paymentsManager({ services, remittancesOf: options.remittancesOf ?? remittancesOf }, asked);
  const place = { type: 'ca::province_of_employment', effective_from: '2026-01-01' };
  const province = options.province ?? 'ca_on';
  const employer = await given.created('business_entity', {
    name: 'Northlake Foods',
    business_number: '123456782RP0001',
    in_preview: true,
    tax_properties: [{ ...place, value: province }, ...(options.properties ?? [])],
  });
  const schedule = await given.created('pay_schedule', {
    ...SCHEDULE,
    business_entity_id: employer.id,
    ...options.schedule,
  });
  let people = 0;
  return {
    ...world,
    managers: { population, approval, journal, payments, usage: usageManager(services) },
    moved: ({ id }) =>
      movePayments({ payroll_id: id, tenant, services, lease: undefined, signal: new AbortController().signal }),
    later,
    employer,
    schedule,
    hired: async ({ rate, ...input } = {}) => {
      const employee = await given.created('employee', {
        first_name: `Ada ${people++}`,
        last_name: 'Byron',
        date_of_birth: '1990-07-11',
      });
      const assignment = await given.created('work_assignment', {
        employee_id: employee.id,
        pay_schedule_id: schedule.id,
        tax_properties: [{ ...place, value: province }],
        ...input,
      });
      if (rate) await given.created('pay_rate', { work_assignment_id: assignment.id, ...(rate as JsonObject) });
      return { employee, assignment };
    },
    populated: () => world.follow(population),
    drafts: async () =>
      (await services.read.find('payroll', tenant, equal('status', 'draft'))).sort((a, b) =>
        (a.pay_date as string) < (b.pay_date as string) ? -1 : 1,
      ),
    stubs: async (payroll, assignment) =>
      (await services.read.find('pay_stub', tenant, equal('payroll_id', payroll.id))).filter(
        ({ work_assignment_id }) => assignment === undefined || work_assignment_id === assignment.id,
      ),
  };
};
