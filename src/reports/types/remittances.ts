import { decimal } from '../../values/money.ts';
import type { Text } from '../../values/text.ts';
import {
  countColumn,
  dateColumn,
  employerColumn,
  moneyColumn,
  onlySheet,
  type ReportColumn,
  type ReportSource,
  type ReportType,
  textColumn,
} from '../model/report-type.ts';
import { hasAmountOf, type PayrollSums, payrollSumsOf } from '../source/payroll-sums.ts';
import { periodOf, type ReportedStub, type TitledStub } from '../source/payrolls.ts';
import { addStub, provinceOf, typeSum } from '../source/tally.ts';

/** What is owed to a tax agency from payrolls: to the Canada Revenue Agency, to Revenu Québec. */

const ALL = { scope: ['business_entity', 'pay_schedule', 'payroll'], needs: 'none' } as const;

const PAYROLL_TYPE: Readonly<Record<string, Text>> = {
  regular: { en: 'Regular', fr: 'Régulière' },
  off_cycle: { en: 'Off-cycle', fr: 'Hors cycle' },
  historical: { en: 'Historical', fr: 'Historique' },
  correction: { en: 'Correction', fr: 'Correction' },
};

/** What tells payrolls of one pay date apart. */
export const payrollTypeColumn = (): ReportColumn<Pick<PayrollSums, 'payroll'>> =>
  textColumn('Payroll type', 'Type de paie', ({ payroll }) => PAYROLL_TYPE[payroll.type] ?? null, 12);

/** What tells the pay stubs of one person on one payroll apart. */
export const assignmentColumn = (): ReportColumn<Pick<TitledStub, 'assignment'>> =>
  textColumn('Work assignment', 'Affectation', ({ assignment }) => assignment);

/** The payroll that a row is of. */
export const payrollColumns = (): ReportColumn<Pick<PayrollSums, 'payroll'>>[] => [
  employerColumn(({ payroll }) => payroll.employer),
  dateColumn('Pay date', 'Date de paie', ({ payroll }) => payroll.pay_date),
  textColumn('Pay period', 'Période de paie', periodOf, 26),
  payrollTypeColumn(),
];

interface Remitted {
  title: Text;
  /** Kinds and types of lines whose sum it is. */
  of: readonly (readonly [kind: string, type: string])[];
}

const employee = 'statutory_withholding';
const employer = 'employer_statutory_withholding';

const withheld = (en: string, fr: string, ...types: string[]): Remitted => ({
  title: { en, fr },
  of: types.map((type) => [employee, type] as const),
});
const contributed = (en: string, fr: string, ...types: string[]): Remitted => ({
  title: { en, fr },
  of: types.map((type) => [employer, type] as const),
});

const sumOf = (remitted: readonly Remitted[]) => {
  const names = remitted.flatMap(({ of }) => of.map(([kind, type]) => typeSum(kind, type)));
  return ({ sums }: PayrollSums) => sums.text(...names);
};

const remittance = (
  declared: Pick<ReportType, 'name' | 'title' | 'purpose'>,
  columns: readonly Remitted[],
  rows: (source: ReportSource) => AsyncIterable<PayrollSums>,
): ReportType => ({
  ...declared,
  ...ALL,
  filters: { by: 'payrolls', status: null },
  formats: ['csv', 'xlsx'],
  sheets: onlySheet<PayrollSums>({
    title: declared.title,
    columns: [
      ...payrollColumns(),
      countColumn('Employees', 'Employés', ({ count }) => count),
      moneyColumn('Gross pay', 'Paie brute', ({ gross }) => gross),
      ...columns.map((column) => moneyColumn<PayrollSums>(column.title.en, column.title.fr, sumOf([column]))),
      moneyColumn('Total to remit', 'Total à verser', sumOf(columns)),
    ],
    rows,
  }),
});

/** Quebec's income tax is remitted to Revenu Québec, that of all other provinces to the Canada Revenue Agency. */
const addWithoutTax =
  (isWithout: (stub: ReportedStub['stub']) => boolean): typeof addStub =>
  (sums, stub) => {
    addStub(sums, stub);
    const tax = stub.amounts?.[employee]?.provincial_income_tax;
    if (tax !== undefined && isWithout(stub))
      sums.add(typeSum(employee, 'provincial_income_tax'), decimal(tax).times(-1));
  };

const isOfQuebec = (stub: ReportedStub['stub']): boolean => provinceOf(stub) === 'QC';

const typesOf = (columns: readonly Remitted[]): Remitted['of'] => columns.flatMap(({ of }) => of);

const QUEBEC_TAX = withheld('Quebec income tax', 'Impôt du Québec', 'provincial_income_tax');
const CONTRIBUTIONS_IN_QUEBEC = [
  withheld('QPP, employees', 'RRQ, employés', 'qpp'),
  contributed('QPP, employer', 'RRQ, employeur', 'qpp'),
  withheld('QPP2, employees', 'RRQ2, employés', 'qpp_2'),
  contributed('QPP2, employer', 'RRQ2, employeur', 'qpp_2'),
  withheld('QPIP, employees', 'RQAP, employés', 'qpip'),
  contributed('QPIP, employer', 'RQAP, employeur', 'qpip'),
  contributed('Health services fund', 'Fonds des services de santé', 'health_services_fund'),
  contributed('Labour standards', 'Normes du travail', 'labour_standards'),
  contributed('Skills fund', 'Fonds des compétences', 'workforce_skills_fund'),
];

/**
 * Of employees in Quebec the Canada Revenue Agency has federal tax and EI, and Revenu Québec the rest. A correction may
 * have contributions to Revenu Québec of somebody who is employed elsewhere.
 */
export const rqRemittance = remittance(
  {
    name: 'rq-remittance',
    title: { en: 'Revenu Québec remittance', fr: 'Versements à Revenu Québec' },
    purpose: 'Amounts owed to Revenu Québec from payrolls of employees in Quebec.',
  },
  [QUEBEC_TAX, ...CONTRIBUTIONS_IN_QUEBEC],
  (source) =>
    payrollSumsOf(
      source,
      ({ stub, payee }) => {
        const isEmployed = payee.kind === 'employee' && isOfQuebec(stub);
        return isEmployed || hasAmountOf(stub, typesOf(CONTRIBUTIONS_IN_QUEBEC)) ? { of: 'QC', isEmployed } : undefined;
      },
      addWithoutTax((stub) => !isOfQuebec(stub)),
    ),
);

const CRA_COLUMNS = [
  withheld('Federal income tax', 'Impôt fédéral', 'federal_income_tax'),
  withheld('Provincial income tax', 'Impôt provincial', 'provincial_income_tax'),
  withheld('CPP, employees', 'RPC, employés', 'cpp'),
  contributed('CPP, employer', 'RPC, employeur', 'cpp'),
  withheld('CPP2, employees', 'RPC2, employés', 'cpp_2'),
  contributed('CPP2, employer', 'RPC2, employeur', 'cpp_2'),
  withheld('EI, employees', 'AE, employés', 'ei'),
  contributed('EI, employer', 'AE, employeur', 'ei'),
];

export const craRemittance = remittance(
  {
    name: 'cra-remittance',
    title: { en: 'CRA remittance', fr: "Versements à l'ARC" },
    purpose: 'Amounts owed to the Canada Revenue Agency from payrolls: income tax, CPP and EI.',
  },
  CRA_COLUMNS,
  (source) =>
    payrollSumsOf(
      source,
      ({ stub, payee }) => {
        const isEmployed = payee.kind === 'employee';
        // Of a contractor what somebody withheld by hand.
        return isEmployed || hasAmountOf(stub, typesOf(CRA_COLUMNS)) ? { of: '', isEmployed } : undefined;
      },
      addWithoutTax(isOfQuebec),
    ),
);
