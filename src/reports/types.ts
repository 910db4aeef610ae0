import { filled } from '../values/json.ts';
import type { ReportType } from './model/report-type.ts';
import { eiCppBalance, eiQppQpipBalance } from './types/contribution-balances.ts';
import { employerHealthTax } from './types/employer-health-tax.ts';
import { journalEntryReport } from './types/journal-entry.ts';
import { journalEntryLineItem } from './types/journal-entry-line-item.ts';
import { liability } from './types/liability.ts';
import { payrollRegister } from './types/payroll-register.ts';
import { craRemittance, rqRemittance } from './types/remittances.ts';
import { vacationAccrual } from './types/vacation-accrual.ts';
import { workersCompensation } from './types/workers-compensation.ts';
import { rl1Preview, t4Preview, yearEndForms } from './types/year-end.ts';
import { yearToDateReport } from './types/year-to-date.ts';

/** Every type of report, in the order in which the reference shows them. */
export const REPORT_TYPES: readonly ReportType[] = [
  craRemittance,
  eiCppBalance,
  eiQppQpipBalance,
  employerHealthTax,
  journalEntryReport,
  journalEntryLineItem,
  liability,
  payrollRegister,
  rl1Preview,
  rqRemittance,
  t4Preview,
  vacationAccrual,
  workersCompensation,
  yearEndForms,
  yearToDateReport,
];

export const REPORT_TYPE_NAMES = filled(REPORT_TYPES.map(({ name }) => name));

const byName = new Map(REPORT_TYPES.map((type) => [type.name, type]));

/** A type by its name. @throws an error for one that there is not: names are checked where they come in */
export const reportTypeOf = (name: string): ReportType => {
  const type = byName.get(name);
  if (!type) throw new Error(`there is no report type ${name}`);
  return type;
};
