import { vacationPayBefore } from '../../pay-records/vacation-pay.ts';
import { decimal, toText, ZERO } from '../../values/money.ts';
import {
  dateColumn,
  employerColumn,
  figureColumn,
  moneyColumn,
  onlySheet,
  type ReportSource,
  type ReportType,
  textColumn,
} from '../model/report-type.ts';
import { periodOf, type TitledStub, titledStubPages } from '../source/payrolls.ts';
import { assignmentColumn, payrollTypeColumn } from './remittances.ts';

/** What a pay stub did to the vacation pay of its work assignment. */
interface Accrual extends TitledStub {
  before: string;
  accrued: string;
  paid: string;
  adjusted: string;
  after: string;
}

/**
 * Each follows from the one that is paid before it, which what a stub had at its closing does not where that was first.
 */
async function* accruals(source: ReportSource): AsyncGenerator<Accrual> {
  for await (const page of titledStubPages(source)) {
    const balances = await vacationPayBefore(
      page.map(({ stub }) => stub),
      source,
      source.tenant,
    );
    for (const reported of page) {
      const { accrued = '0', paid = '0', adjusted = '0' } = reported.stub.vacation_pay ?? {};
      const before = balances.get(reported.stub.id)!;
      const after = toText(decimal(before).plus(accrued).plus(adjusted).minus(paid));
      // Who never had any is left out.
      if ([before, accrued, paid, adjusted, after].every((figure) => decimal(figure).eq(ZERO))) continue;
      yield { ...reported, before, accrued, paid, adjusted, after };
    }
  }
}

/** Vacation pay by pay stub: the balance before, what accrued, was paid and was corrected, and what is left. */
export const vacationAccrual: ReportType = {
  name: 'vacation-accrual',
  title: { en: 'Vacation accrual', fr: 'Accumulation des vacances' },
  purpose: 'Vacation pay by pay stub: opening balance, accrued, paid, corrected, closing balance.',
  scope: ['business_entity', 'pay_schedule', 'payroll'],
  needs: 'none',
  filters: { by: 'payrolls', status: null },
  formats: ['csv', 'xlsx'],
  sheets: onlySheet<Accrual>({
    title: { en: 'Vacation accrual', fr: 'Vacances' },
    columns: [
      employerColumn(({ payroll }) => payroll.employer),
      dateColumn('Pay date', 'Date de paie', ({ payroll }) => payroll.pay_date),
      textColumn('Pay period', 'Période de paie', periodOf, 26),
      textColumn('Employee number', "Numéro d'employé", ({ payee }) => payee.number, 12),
      textColumn('Payee', 'Bénéficiaire', ({ payee }) => payee.name, 26),
      figureColumn('Opening balance', "Solde d'ouverture", ({ before }) => before),
      moneyColumn('Accrued', 'Accumulé', ({ accrued }) => accrued),
      moneyColumn('Paid', 'Payé', ({ paid }) => paid),
      moneyColumn('Corrected', 'Corrigé', ({ adjusted }) => adjusted),
      figureColumn('Closing balance', 'Solde de fermeture', ({ after }) => after),
      payrollTypeColumn(),
      assignmentColumn(),
    ],
    rows: accruals,
  }),
};
