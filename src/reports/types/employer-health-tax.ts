import { PROVINCES } from '../../employers/tax-property-templates.ts';
import { HEALTH_TAX_PROVINCES } from '../../statutory/editions/figures.ts';
import { countColumn, moneyColumn, onlySheet, type ReportType, textColumn } from '../model/report-type.ts';
import { hasAmountOf, type PayrollSums, payrollSumsOf } from '../source/payroll-sums.ts';
import { baseSum, provinceOf, typeSum } from '../source/tally.ts';
import { payrollColumns } from './remittances.ts';

const LEVYING: ReadonlySet<string> = new Set(HEALTH_TAX_PROVINCES);

const KIND = 'employer_statutory_withholding';
const TAXES = ['employer_health_tax', 'health_services_fund'] as const;

const tax = (type: (typeof TAXES)[number]) => {
  const of = ({ sums }: PayrollSums) => sums.text(typeSum(KIND, type));
  return of;
};

/** Health taxes of employers by payroll and province, beside the remuneration that they depend on. */
export const employerHealthTax: ReportType = {
  name: 'employer-health-tax',
  title: { en: 'Employer health tax', fr: 'Impôt-santé des employeurs' },
  purpose: 'Health taxes of employers by payroll and province, with the remuneration that they are based on.',
  scope: ['business_entity', 'pay_schedule', 'payroll'],
  needs: 'none',
  filters: { by: 'payrolls', status: null },
  formats: ['csv', 'xlsx'],
  sheets: onlySheet<PayrollSums>({
    title: { en: 'Employer health tax', fr: 'Impôt-santé' },
    columns: [
      ...payrollColumns(),
      textColumn('Province', 'Province', ({ of }) => PROVINCES[`ca_${of.toLowerCase()}`] ?? null, 24),
      countColumn('Employees', 'Employés', ({ count }) => count),
      moneyColumn('Remuneration', 'Rémunération', ({ of, sums }) =>
        sums.text(baseSum(`health_tax_${of.toLowerCase()}`)),
      ),
      moneyColumn('Employer health tax', 'Impôt-santé', tax('employer_health_tax')),
      moneyColumn('Health services fund', 'Fonds des services de santé', tax('health_services_fund')),
    ],
    rows: (source) =>
      payrollSumsOf(source, ({ stub, payee }) => {
        const of = provinceOf(stub) ?? '';
        const isEmployed = payee.kind === 'employee';
        if (isEmployed && LEVYING.has(of)) return { of, isEmployed };
        // What a correction has of a tax that is not levied where its payee is employed now.
        const isTaxed = TAXES.some((type) => hasAmountOf(stub, [[KIND, type]]));
        return isTaxed ? { of, isEmployed } : undefined;
      }),
  }),
};
