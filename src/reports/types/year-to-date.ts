import { FAMILIES, LINE_KINDS, type LineKind } from '../../calculation/index.ts';
import { catalogueOf } from '../../catalogues/catalogues.ts';
import { toText } from '../../values/money.ts';
import {
  employerColumn,
  moneyColumn,
  onlySheet,
  type ReportSource,
  type ReportType,
  textColumn,
} from '../model/report-type.ts';
import { type PaidPerson, peopleOf } from '../source/people.ts';
import { onSide } from '../source/sides.ts';
import { typeSum } from '../source/tally.ts';

/** What one payee was paid, or had taken, of one type. */
interface OfType extends PaidPerson {
  kind: LineKind;
  type: string;
  amount: string;
}

async function* byType(source: ReportSource): AsyncGenerator<OfType> {
  for await (const person of peopleOf(source, ['employee', 'contractor'])) {
    const names = new Set(person.sums.names());
    for (const kind of LINE_KINDS)
      for (const type of [...catalogueOf(kind).values].sort())
        if (isPaid(kind, type) && names.has(typeSum(kind, type)))
          yield { ...person, kind, type, amount: toText(person.sums.at(typeSum(kind, type))) };
  }
}

/** What only corrects the balance of vacation pay is paid to nobody. */
const isPaid = (kind: LineKind, type: string): boolean => kind !== 'earning' || type !== 'vacation_accrual_adjustment';

/** What each payee was paid, and had taken from it, since the year began: by type of line items. */
export const yearToDateReport: ReportType = {
  name: 'year-to-date',
  title: { en: 'Year to date', fr: "Cumul de l'année" },
  purpose: 'Earnings and deductions of each payee, year to date, by type of line item.',
  scope: ['business_entity', 'pay_schedule', 'payroll'],
  needs: 'none',
  filters: { by: 'payrolls', status: null, ofYear: true },
  formats: ['csv', 'xlsx'],
  sheets: onlySheet<OfType>({
    title: { en: 'Year to date', fr: 'Cumul' },
    columns: [
      employerColumn(({ employer }) => employer),
      textColumn('Employee number', "Numéro d'employé", ({ payee }) => payee.number, 12),
      textColumn('Payee', 'Bénéficiaire', ({ payee }) => payee.name, 26),
      textColumn('Kind', 'Genre', ({ kind }) => FAMILIES[kind].title, 24),
      textColumn('Type', 'Type', ({ kind, type }) => catalogueOf(kind).types[type]?.label ?? null, 28),
      moneyColumn('Paid to payee', 'Versé', onSide('paid')),
      moneyColumn('Taken from pay', 'Retenu', onSide('taken')),
      moneyColumn('Borne by employer', "À la charge de l'employeur", onSide('borne')),
    ],
    rows: byType,
  }),
};
