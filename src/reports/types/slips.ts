import { accountsOfEmployers } from '../../employers/enrolled-in.ts';
import { type FormField, type FormType, versionOn } from '../../forms/model/form-type.ts';
import { rl1 } from '../../forms/types/rl1.ts';
import { t4 } from '../../forms/types/t4.ts';
import { t4a } from '../../forms/types/t4a.ts';
import type { SlipName } from '../../statutory/editions/line-item-types.ts';
import { ALWAYS } from '../../values/condition.ts';
import { dateOf } from '../../values/dates.ts';
import type { Decimal } from '../../values/money.ts';
import { toText } from '../../values/money.ts';
import {
  employerColumn,
  moneyColumn,
  type ReportColumn,
  type ReportSheet,
  type ReportSource,
  reportSheet,
  textColumn,
} from '../model/report-type.ts';
import { AGENCY_OF, accountNumberOf } from '../source/accounts.ts';
import { boxesOf, mergeBoxes } from '../source/boxes.ts';
import { withPartiallyPaid } from '../source/payrolls.ts';
import { type PaidPerson, peopleOf, peoplePagesOf } from '../source/people.ts';
import { type Repeated, repeatedOf, whoseOf } from '../source/repeated.ts';
import { takenOffWherePaid } from '../source/taken-off.ts';
import { byProvince, placeOf } from '../source/tally.ts';

/**
 * What a year comes to in the boxes of its slips, from pay stubs alone: a row for each slip. A slip is of one account
 * of its employer at the agency; a T4 of one province of employment; an RL-1 of employment in Quebec; a T4A of a
 * contractor, or of what a person was paid beside employment. Columns are the boxes of the form; what goes into them
 * the catalogue of line item types shows.
 */
interface Slip extends PaidPerson {
  /** The number of the employer's account at the agency. */
  account: string | null;
  boxes: ReadonlyMap<string, Decimal>;
}

const accountColumn = (box: string): ReportColumn<Slip> =>
  textColumn(`${box}Account`, `${box}Compte`, ({ account }) => account, 18);

const whose = (box = ''): ReportColumn<Slip>[] => [
  employerColumn(({ employer }) => employer),
  accountColumn(box),
  textColumn('Employee number', "Numéro d'employé", ({ payee }) => payee.number, 12),
  textColumn('Employee', 'Employé', ({ payee }) => payee.name, 24),
];

/** What a box is called, without the words that name it: those are in front. */
const nameOf = (label: string): string => label.replace(/ \([^()]*\)$/, '');

const boxColumn = ({ box = '', label }: FormField): ReportColumn<Slip> =>
  moneyColumn(`${box} ${nameOf(label.en)}`, `${box} ${nameOf(label.fr)}`, ({ boxes }) => {
    const amount = boxes.get(box);
    return amount ? toText(amount) : '0';
  });

/** A column for each box of the latest version of a form. */
const boxColumns = (type: FormType): ReportColumn<Slip>[] =>
  (type.versions.at(-1)?.fields ?? []).filter(({ box }) => box !== undefined).map(boxColumn);

async function* slipsOf(
  slip: SlipName,
  type: FormType,
  source: ReportSource,
  people: AsyncIterable<PaidPerson & { repeated?: Repeated }>,
): AsyncGenerator<Slip> {
  const year = source.request.filters.year!;
  const known = new Set(versionOn(type, dateOf(year, 12, 31))?.fields.flatMap(({ box }) => box ?? []));
  // A company has few employers.
  const employers = await source.read.find('business_entity', source.tenant, ALWAYS);
  const byId = new Map(employers.map((employer) => [employer.id, employer]));
  const ids = employers.map(({ id }) => id);
  const { accounts } = await accountsOfEmployers(ids, source, source.tenant);
  for await (const person of people) {
    const whose = whoseOf(person.payee.id, person.business_entity_id);
    const own = boxesOf(slip, person);
    const boxes = new Map(person.repeated?.onto(whose, own) ?? own);
    // A year before the first version of the form is shown with the boxes of the latest one.
    for (const box of boxes.keys()) if (known.size > 0 && !known.has(box)) boxes.delete(box);
    const { business_number = null } = byId.get(person.business_entity_id) ?? {};
    const account = accountNumberOf(AGENCY_OF[slip], person, accounts, business_number);
    if (boxes.size > 0) yield { ...person, account, boxes };
  }
}

/** Who worked in Quebec, with what their RL-1 repeats of T4s of other provinces. */
async function* inQuebec(source: ReportSource): AsyncGenerator<PaidPerson & { repeated: Repeated }> {
  for await (const page of peoplePagesOf(source, ['employee'], byProvince, 'ca_rq')) {
    const people = page.map(({ payee, of }) => ({ person: payee.id, of }));
    const repeated = await repeatedOf(people, source);
    for (const person of page) if (person.of === 'QC') yield { ...person, repeated };
  }
}

const isOfSame = (one: Slip, other: Slip | undefined): boolean =>
  one.payee.id === other?.payee.id &&
  one.business_entity_id === other.business_entity_id &&
  one.account_id === other.account_id;

/** The slips of each person from an employer under one account; they come one behind the other. */
async function* ofOnePayee(slips: AsyncIterable<Slip>): AsyncGenerator<Slip[]> {
  let last: Slip[] = [];
  for await (const slip of slips) {
    if (last.length > 0 && !isOfSame(slip, last[0])) {
      yield last;
      last = [];
    }
    last.push(slip);
  }
  if (last.length > 0) yield last;
}

/** A T4A is of all provinces, though what goes to it is calculated in each; one that comes to nothing there is none. */
async function* together(slips: AsyncIterable<Slip>): AsyncGenerator<Slip> {
  for await (const own of ofOnePayee(slips)) {
    const slip = { ...own[0]!, boxes: own.map(({ boxes }) => boxes).reduce(mergeBoxes) };
    if (slip.boxes.size > 0) yield slip;
  }
}

/** T4s whose boxes are not below 0 where what was taken back was paid in another province. */
async function* takenOff(slips: AsyncIterable<Slip>): AsyncGenerator<Slip> {
  for await (const own of ofOnePayee(slips)) yield* takenOffWherePaid(own);
}

/** T4: employment income and what was deducted of it, by employer and province of employment. */
export const t4Sheet: ReportSheet = reportSheet<Slip>({
  name: 't4',
  title: { en: 'T4', fr: 'T4' },
  columns: [...whose('54 '), textColumn('10 Province', '10 Province', ({ of }) => placeOf(of), 8), ...boxColumns(t4)],
  rows: (source) =>
    takenOff(slipsOf('t4', t4, source, peopleOf(withPartiallyPaid(source), ['employee'], byProvince, 'ca_cra'))),
});

/** RL-1: employment income in Quebec, and what was deducted of it. */
export const rl1Sheet: ReportSheet = reportSheet<Slip>({
  name: 'rl1',
  title: { en: 'RL-1', fr: 'RL-1' },
  columns: [...whose(), ...boxColumns(rl1)],
  rows: (source) => slipsOf('rl1', rl1, source, inQuebec(withPartiallyPaid(source))),
});

/** T4A: fees of contractors, and what employees were paid beside employment. */
export const t4aSheet: ReportSheet = reportSheet<Slip>({
  name: 't4a',
  title: { en: 'T4A', fr: 'T4A' },
  columns: [
    employerColumn(({ employer }) => employer),
    accountColumn('061 '),
    textColumn('Recipient', 'Bénéficiaire', ({ payee }) => payee.name, 30),
    ...boxColumns(t4a),
  ],
  rows: (source) =>
    together(
      slipsOf(
        't4a',
        t4a,
        source,
        peopleOf(withPartiallyPaid(source), ['contractor', 'employee'], byProvince, 'ca_cra'),
      ),
    ),
});
