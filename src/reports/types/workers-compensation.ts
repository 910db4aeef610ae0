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

/** The sums of a stub that name its province of work, those first whose amount is assessed here. */
const OF_WORK = [/^assessable_([a-z]{2})$/, /^above_assessable_([a-z]{2})$/, /^earlier_work_([a-z]{2})$/] as const;

const placeIn = (names: readonly string[], like: RegExp): string | undefined =>
  names.flatMap((name) => like.exec(name)?.[1] ?? [])[0];

async function* assessed(stubs: AsyncIterable<ReportedStub>): AsyncGenerator<Assessed> {
  for await (const reported of stubs) {
    const premium = amountAt(reported, 'employer_statutory_withholding', 'workers_compensation');
    const { bases = {} } = reported.stub;
    const [place, ...others] = OF_WORK.map((like) => placeIn(Object.keys(bases), like));
    if (place === undefined && premium === '0') continue;
    // Of pay above the maximum, or that an earlier provider paid, nothing is assessed: the premium was entered.
    const province = PROVINCES[`ca_${[place, ...others].find((one) => one !== undefined)}`] ?? null;
    yield { ...reported, province, earnings: bases[`assessable_${place}`] ?? '0', premium };
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
