import { FAMILIES, PAID_KINDS, type RecurringKind } from '../../calculation/index.ts';
import { typeTitle } from '../../catalogues/catalogues.ts';
import { objectOf, textIf } from '../../values/json.ts';
import { sum, toText } from '../../values/money.ts';
import {
  dateColumn,
  figureColumn,
  moneyColumn,
  type ReportType,
  reportSheet,
  textColumn,
} from '../model/report-type.ts';
import { linesOf, type ReportedLine } from '../source/lines.ts';
import { amountAt, oneByOne, type ReportedStub, type TitledStub, titledStubPages } from '../source/payrolls.ts';
import { onSide } from '../source/sides.ts';
import { assignmentColumn, payrollTypeColumn } from './remittances.ts';

type Of = Pick<ReportedStub, 'payroll' | 'payee'>;
type TitledLine = ReportedLine & Pick<TitledStub, 'assignment'>;

const whose = [
  dateColumn<Of>('Pay date', 'Date de paie', ({ payroll }) => payroll.pay_date),
  textColumn<Of>('Employee number', "Numéro d'employé", ({ payee }) => payee.number, 12),
  textColumn<Of>('Payee', 'Bénéficiaire', ({ payee }) => payee.name, 26),
];

const summary = (member: 'gross' | 'net') => {
  const of = ({ stub }: ReportedStub) => stub.employee_summary?.[member] ?? stub.contractor_summary?.[member];
  return of;
};
const family = (kind: RecurringKind) => {
  const { summary } = FAMILIES[kind];
  const of = ({ stub }: ReportedStub) => textIf(objectOf(objectOf(stub.line_item_summary)[summary]).period);
  return of;
};
const withheld = (...types: readonly string[]) => {
  const of = (row: ReportedStub) => toText(sum(types.map((type) => amountAt(row, 'statutory_withholding', type))));
  return of;
};

/**
 * What everybody is paid on one payroll, or on those of a schedule: a row for each pay stub, and one for each of its
 * lines.
 */
export const payrollRegister: ReportType = {
  name: 'payroll-register',
  title: { en: 'Payroll register', fr: 'Registre de paie' },
  purpose: 'The pay of everyone on a payroll, or on the payrolls of a pay schedule, by pay stub and by line item.',
  scope: ['payroll', 'pay_schedule'],
  needs: 'one',
  filters: { by: 'payrolls', status: null },
  formats: ['csv', 'xlsx', 'pdf'],
  sheets: [
    reportSheet<TitledStub>({
      name: 'summary',
      title: { en: 'Summary', fr: 'Sommaire' },
      columns: [
        ...whose,
        ...PAID_KINDS.map((kind) => {
          const { en, fr } = FAMILIES[kind].title;
          return moneyColumn<TitledStub>(en, fr, family(kind));
        }),
        moneyColumn('Gross pay', 'Paie brute', summary('gross')),
        moneyColumn('Federal tax', 'Impôt fédéral', withheld('federal_income_tax')),
        moneyColumn('Provincial tax', 'Impôt provincial', withheld('provincial_income_tax')),
        moneyColumn('CPP and QPP', 'RPC et RRQ', withheld('cpp', 'cpp_2', 'qpp', 'qpp_2')),
        moneyColumn('EI', 'AE', withheld('ei')),
        moneyColumn('QPIP', 'RQAP', withheld('qpip')),
        moneyColumn('Territorial tax', 'Impôt territorial', withheld('nt_payroll_tax', 'nu_payroll_tax')),
        moneyColumn('Deductions', 'Retenues', family('deduction')),
        moneyColumn('Employee benefits', "Avantages, part de l'employé", family('employee_benefit')),
        moneyColumn('Net pay', 'Paie nette', summary('net')),
        moneyColumn(
          'Employer contributions',
          "Cotisations de l'employeur",
          ({ stub }) => stub.company_summary?.taxes_and_contributions,
        ),
        moneyColumn('Employer benefits', "Avantages, part de l'employeur", family('employer_benefit')),
        payrollTypeColumn(),
        assignmentColumn(),
      ],
      rows: (source) => oneByOne(titledStubPages(source)),
    }),
    reportSheet<TitledLine>({
      name: 'detail',
      title: { en: 'Detail', fr: 'Détail' },
      columns: [
        ...whose,
        dateColumn('Period start', 'Début de la période', ({ payroll }) => payroll.period_start),
        dateColumn('Period end', 'Fin de la période', ({ payroll }) => payroll.period_end),
        textColumn('Kind', 'Genre', ({ kind }) => FAMILIES[kind].title, 22),
        textColumn('Type', 'Type', ({ kind, type }) => typeTitle(kind, type), 26),
        textColumn('Title', 'Libellé', ({ title }) => title, 26),
        figureColumn('Hours', 'Heures', ({ hours }) => hours),
        moneyColumn('Paid to payee', 'Versé', onSide('paid')),
        moneyColumn('Taken from pay', 'Retenu', onSide('taken')),
        moneyColumn('Borne by employer', "À la charge de l'employeur", onSide('borne')),
        payrollTypeColumn(),
        assignmentColumn(),
      ],
      rows: (source) => linesOf(titledStubPages(source), source),
    }),
  ],
};
