import type { PayrollFacts, YearToDateFacts } from '../../calculation/model/types.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { isYear, payeeOf, sumsOf } from '../../pay-records/year-to-date.ts';
import { all, compare, oneOf } from '../../values/condition.ts';
import { dateOf, maxDate, minDate, yearOf } from '../../values/dates.ts';
import { groupBy } from '../../values/group.ts';
import { frequenciesOf } from './payroll-facts.ts';

type Sums = Pick<YearToDateFacts, 'bases'>;
type Stub = RecordOf<'pay_stub'>;

const whoseOf = (payee: string, entity: string): string => `${payee}/${entity}`;

/**
 * What was paid before in the year by schedules that pay as often as that of each stub: an average of a week's and a month's
 * pays is no pay of either. Only of stubs that may pay something apart from regular pay, where the employer has schedules of
 * several frequencies; else the year's sums say it.
 *
 * @returns by stub id
 */
export const paidAsOften = async (
  stubs: readonly Stub[],
  payrollOf: (stub: Stub) => PayrollFacts,
  services: Services,
  tenant: Tenant,
): Promise<Map<string, Sums>> => {
  const { read } = services;
  const found = new Map<string, Sums>();
  const mayBeApart = stubs.filter((stub) => ['off_cycle', 'correction'].includes(payrollOf(stub).type));
  if (mayBeApart.length === 0) return found;
  const entities = [...new Set(mayBeApart.map(({ business_entity_id }) => business_entity_id))];
  const schedules = await read.find('pay_schedule', tenant, oneOf('business_entity_id', entities));
  const paying = groupBy(schedules, ({ business_entity_id }) => business_entity_id);
  const isMixed = ({ business_entity_id }: Stub): boolean => {
    const own = (paying.get(business_entity_id) ?? []).map(({ pay_frequency }) => pay_frequency);
    return new Set(own).size > 1 || own.includes('custom');
  };
  const asked = mayBeApart.filter(isMixed);
  if (asked.length === 0) return found;
  const days = asked.map(({ pay_date }) => pay_date);
  const where = all(
    oneOf('payee_id', [...new Set(asked.map(payeeOf))]),
    oneOf('business_entity_id', entities),
    compare('span', '>=', dateOf(yearOf(days.reduce(minDate)), 1, 1)),
    compare('span', '<', days.reduce(maxDate)),
  );
  const rows: RecordOf<'year_to_date'>[] = [];
  for await (const page of read.pages('year_to_date', tenant, where)) rows.push(...page.filter((row) => !isYear(row)));
  const payrollIds = [...new Set(rows.flatMap(({ payroll_id }) => payroll_id ?? []))];
  const frequencies = await frequenciesOf(await read.getMany('payroll', tenant, payrollIds), services, tenant);
  const byPay = groupBy(rows, (row) => whoseOf(row.payee_id, row.business_entity_id));
  for (const stub of asked) {
    const { pay_date, business_entity_id } = stub;
    const { pay_frequency } = payrollOf(stub);
    const own = (byPay.get(whoseOf(payeeOf(stub), business_entity_id)) ?? []).filter(
      ({ span, payroll_id = '' }) =>
        span < pay_date && span.slice(0, 4) === pay_date.slice(0, 4) && frequencies.get(payroll_id) === pay_frequency,
    );
    found.set(stub.id, { bases: sumsOf(own.map(({ sums }) => sums)).bases });
  }
  return found;
};
