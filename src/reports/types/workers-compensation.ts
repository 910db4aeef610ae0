import { PROVINCES } from '../../employers/tax-property-templates.ts';
import type { Text } from '../../values/text.ts';
import {
  dateColumn,
  employerColumn,
  moneyColumn,
  onlySheet,
  type ReportType,
  textColumn,
} from '../model/report-type.ts';
import { amountAt, periodOf, type ReportedStub, stubsOf } from '../source/payrolls.ts';

/** What of a pay stub a board of workers' compensation assesses. */
interface Assessed extends ReportedStub {
  province: Text | null;
  earnings: string;
  premium: string;
}

const ASSESSABLE = /^assessable_([a-z]{2})$/;

async function* assessed(stubs: AsyncIterable<ReportedStub>): AsyncGenerator<Assessed> {
  for await (const reported of stubs) {
    const premium = amountAt(reported, 'employer_statutory_withholding', 'workers_compensation');
    const [found] = Object.entries(reported.stub.bases ?? {}).filter(([name]) => ASSESSABLE.test(name));
    if (!found && premium === '0') continue;
    const [, place] = ASSESSABLE.exec(found?.[0] ?? '') ?? [];
    yield { ...reported, province: PROVINCES[`ca_${place}`] ?? null, earnings: found?.[1] ?? '0', premium };
  }
}

/** Premiums of workers' compensation by pay stub, beside the earnings that the board of the province assesses. */
export const workersCompensation: ReportType = {
  name: 'workers-compensation',
  title: { en: "Workers' compensation", fr: 'Indemnisation des accidents du travail' },
  purpose: "Workers' compensation premiums by pay stub, with the assessable earnings, by province of work.",
  scope: ['business_entity', 'pay_schedule', 'payroll'],
  needs: 'none',
  filters: { by: 'payrolls', status: null },
  formats: ['csv', 'xlsx'],
  sheets: onlySheet<Assessed>({
    title: { en: "Workers' compensation", fr: 'Accidents du travail' },
    columns: [
      employerColumn(({ payroll }) => payroll.employer),
      dateColumn('Pay date', 'Date de paie', ({ payroll }) => payroll.pay_date),
      textColumn('Pay period', 'Période de paie', periodOf, 26),
      textColumn('Employee number', "Numéro d'employé", ({ payee }) => payee.number, 12),
      textColumn('Payee', 'Bénéficiaire', ({ payee }) => payee.name, 26),
      textColumn('Province of work', 'Province de travail', ({ province }) => province, 24),
      moneyColumn(
        'Gross pay',
        'Paie brute',
        ({ stub }) => stub.employee_summary?.gross ?? stub.contractor_summary?.gross,
      ),
      moneyColumn('Assessable earnings', 'Gains assurables', ({ earnings }) => earnings),
      moneyColumn('Premium', 'Prime', ({ premium }) => premium),
    ],
    rows: (source) => assessed(stubsOf(source)),
  }),
};
