import type { RecordOf } from '../../src/kernel/definition/resource.ts';
import type { Services, Tenant } from '../../src/kernel/definition/services.ts';
import { vacationPayOf, vacationPayOfClosed } from '../../src/pay-records/vacation-pay.ts';
import { PAYROLL_TYPES } from '../../src/payrolls/payroll.ts';
import type { ReportFilters, ReportType } from '../../src/reports/model/report-type.ts';
import { REPORT_TYPES } from '../../src/reports/types.ts';
import { ALWAYS, equal } from '../../src/values/condition.ts';
import { dateOf, yearOf } from '../../src/values/dates.ts';
import { decimal, sum, toText } from '../../src/values/money.ts';

/** What is read of a company at rest, by ways that the service has for it. */

const left = ({ vacation_pay }: RecordOf<'pay_stub'>) => {
  const { accrued = '0', paid = '0', adjusted = '0' } = vacation_pay ?? {};
  return decimal(accrued).plus(adjusted).minus(paid);
};

/**
 * What is left of somebody's vacation pay is what accrued and was corrected on closed stubs, less what was paid: as the
 * balance of the work assignment says it, and as its history ends.
 *
 * @returns a sentence for each that differs
 */
export const vacationDiffers = async (services: Services, tenant: Tenant): Promise<string[]> => {
  const { read } = services;
  const assignments = (await read.find('work_assignment', tenant, ALWAYS)) as unknown as RecordOf<'work_assignment'>[];
  const told = await vacationPayOf(assignments, services, tenant);
  const found: string[] = [];
  for (const assignment of assignments) {
    const closed = (await read.find(
      'pay_stub',
      tenant,
      equal('work_assignment_id', assignment.id),
    )) as unknown as RecordOf<'pay_stub'>[];
    const own = closed.filter(
      ({ is_closed, business_entity_id }) => is_closed && business_entity_id === assignment.business_entity_id,
    );
    const expected = toText(sum(own.map(left)));
    const balance = told.get(assignment.id)?.accrued ?? '0';
    const end = (await vacationPayOfClosed(assignment, services, tenant)).at(-1)?.closing ?? '0';
    if (balance !== expected || end !== expected)
      found.push(
        `${assignment.id} has ${balance} of vacation pay, its history ends with ${end}, and ${expected} is left`,
      );
  }
  return found;
};

const filtersFor = ({ filters }: ReportType, year: number): ReportFilters => ({
  payroll_type: [...PAYROLL_TYPES],
  payroll_status: filters.status === null ? null : [...filters.status],
  pay_date_from: dateOf(year, 1, 1),
  pay_date_to: dateOf(year, 12, 31),
  year: filters.by === 'year' ? year : null,
});

/**
 * Every report can be made of every year, of employers and of payrolls.
 *
 * @returns a sentence for each that cannot
 */
export const reportsFail = async ({ read }: Services, tenant: Tenant): Promise<string[]> => {
  const payrolls = (await read.find('payroll', tenant, ALWAYS)) as unknown as RecordOf<'payroll'>[];
  // One of each employer and year, the last.
  const last = new Map(payrolls.map((one) => [`${one.business_entity_id} ${yearOf(one.pay_date)}`, one]));
  const found: string[] = [];
  for (const { id, business_entity_id, pay_date } of last.values())
    for (const type of REPORT_TYPES) {
      const ofPayroll = !type.scope.includes('business_entity');
      const request = {
        business_entity_id: ofPayroll ? null : (business_entity_id as string),
        pay_schedule_id: null,
        payroll_id: ofPayroll ? id : null,
        filters: filtersFor(type, yearOf(pay_date)),
      };
      const source = { read, tenant, request, signal: new AbortController().signal };
      try {
        for (const sheet of type.sheets) for await (const row of sheet.rows(source)) JSON.stringify(row);
      } catch (error) {
        found.push(`the report ${type.name} of ${business_entity_id} cannot be made: ${String(error)}`);
      }
    }
  return found;
};
