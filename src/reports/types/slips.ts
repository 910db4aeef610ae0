import type { Edition } from '../../statutory/editions/edition.ts';
import { treatmentOf } from '../../statutory/editions/line-item-types.ts';
import { ALWAYS } from '../../values/condition.ts';
import { type Decimal, max, min, toText, ZERO } from '../../values/money.ts';
import {
  moneyColumn,
  type ReportColumn,
  type ReportSheet,
  type ReportSource,
  reportSheet,
  textColumn,
} from '../model/report-type.ts';
import { GROSS, type PaidPerson, peopleOf } from '../source/people.ts';
import { baseSum, provinceOf, Tally, typeSum } from '../source/tally.ts';
import { editionOf, insurableMost, pensionableMost } from '../source/year-figures.ts';

/**
 * What a year comes to in the boxes of its slips, from pay stubs alone: a row for each slip. A T4 is of one employer and
 * one province of employment; an RL-1 of employment in Quebec; a T4A of a contractor.
 */
interface Slip extends PaidPerson {
  /** What the employer is called. */
  employer: string | null;
  edition: Edition | undefined;
  /** What earlier slips of the person with the employer told of earnings that have a ceiling in the year. */
  told: Tally;
}

const EMPLOYEE = 'statutory_withholding';
const EMPLOYER = 'employer_statutory_withholding';

const withheld = (...types: string[]) => {
  const of = ({ sums }: Slip) => sums.text(...types.map((type) => typeSum(EMPLOYEE, type)));
  return of;
};
const contributed = (...types: string[]) => {
  const of = ({ sums }: Slip) => sums.text(...types.map((type) => typeSum(EMPLOYER, type)));
  return of;
};
const base = (...names: string[]) => {
  const of = ({ sums }: Slip) => sums.text(...names.map(baseSum));
  return of;
};

/** The part of a year's earnings that a slip tells: up to the year's ceiling, less what earlier slips have told. */
const capped = (name: string, ceiling: (edition: Edition) => Decimal) => {
  const of = ({ sums, edition, told }: Slip): string => {
    const earnings = sums.at(baseSum(name));
    if (!edition) return toText(earnings);
    const left = max(ceiling(edition).minus(told.at(baseSum(name))), ZERO);
    return toText(min(earnings, left));
  };
  return of;
};

/** Contributions to registered pension plans: what is taken from pay for them, and may be deducted at once. */
const PENSION_PLANS = ['pension_dbpp', 'pension_dcpp', 'pension_mfpp', 'pension_prpp'];
const pensionPlans = ({ sums }: Slip): string =>
  sums.text(...PENSION_PLANS.map((type) => typeSum('employee_benefit', type)));

/** Benefits that Quebec taxes and Canada does not: the employer's part of private health insurance. */
const healthInsurance = ({ sums }: Slip): string => {
  const names = sums.names().filter((name) => {
    const [kind = '', type] = name.split('/');
    const treatment = kind === 'employer_benefit' && type !== undefined ? treatmentOf(kind, type) : null;
    return treatment?.income_tax === 'none' && treatment.quebec_tax === 'taxable';
  });
  return sums.text(...names);
};

const isOfQuebec = ({ of }: Pick<PaidPerson, 'of'>): boolean => of === 'QC';

/** Quebec's income tax stands on an RL-1. */
const incomeTax = (slip: Slip): string =>
  isOfQuebec(slip)
    ? withheld('federal_income_tax')(slip)
    : withheld('federal_income_tax', 'provincial_income_tax')(slip);

const employerColumn = (): ReportColumn<Slip> => textColumn('Employer', 'Employeur', ({ employer }) => employer, 24);

const whose = (): ReportColumn<Slip>[] => [
  employerColumn(),
  textColumn('Employee number', "Numéro d'employé", ({ payee }) => payee.number, 12),
  textColumn('Employee', 'Employé', ({ payee }) => payee.name, 24),
];

const box = (number: string, en: string, fr: string, of: (slip: Slip) => string): ReportColumn<Slip> =>
  moneyColumn(`${number} ${en}`, `${number} ${fr}`, of);

const pension = ({ cpp }: Edition): Decimal => pensionableMost(cpp);

async function* slipsOf(source: ReportSource, people: AsyncIterable<PaidPerson>): AsyncGenerator<Slip> {
  const edition = editionOf(source.request.filters.year!);
  // A company has few employers.
  const employers = await source.read.find('business_entity', source.tenant, ALWAYS);
  const names = new Map(employers.map(({ id, name }) => [id, name]));
  let told: { of: string; sums: Tally } | undefined;
  for await (const person of people) {
    const of = `${person.payee.id}/${person.business_entity_id}`;
    if (told?.of !== of) told = { of, sums: new Tally() };
    yield { ...person, employer: names.get(person.business_entity_id) ?? null, edition, told: told.sums };
    for (const name of CEILINGS) told.sums.add(baseSum(name), person.sums.at(baseSum(name)));
  }
}

const CEILINGS = ['insurable', 'pensionable', 'qpip_earnings'];

/** T4: employment income and what was deducted of it, by employer and province of employment. */
export const t4Sheet: ReportSheet = reportSheet<Slip>({
  name: 't4',
  title: { en: 'T4', fr: 'T4' },
  columns: [
    ...whose(),
    textColumn('10 Province', '10 Province', ({ of }) => of, 8),
    box('14', 'Employment income', "Revenus d'emploi", base('all_taxable')),
    box('16', 'CPP', 'RPC', withheld('cpp')),
    box('16A', 'CPP2', 'RPC2', withheld('cpp_2')),
    box('17', 'QPP', 'RRQ', withheld('qpp')),
    box('17A', 'QPP2', 'RRQ2', withheld('qpp_2')),
    box('18', 'EI premiums', "Cotisations à l'AE", withheld('ei')),
    box('20', 'RPP', 'RPA', pensionPlans),
    box('22', 'Income tax', 'Impôt', incomeTax),
    box(
      '24',
      'EI insurable earnings',
      "Gains assurables de l'AE",
      capped('insurable', ({ ei }) => insurableMost(ei)),
    ),
    box('26', 'Pensionable earnings', 'Gains ouvrant droit à pension', capped('pensionable', pension)),
    box('44', 'Union dues', 'Cotisations syndicales', base('union_dues')),
    box('55', 'PPIP premiums', 'Cotisations au RPAP', withheld('qpip')),
    box(
      '56',
      'PPIP insurable earnings',
      'Gains assurables du RPAP',
      capped('qpip_earnings', ({ qpip }) => insurableMost(qpip)),
    ),
    box('66-67', 'Retiring allowances', 'Allocations de retraite', base('lump_sums')),
    box('19', "Employer's EI premiums", "Cotisations de l'employeur à l'AE", contributed('ei')),
    box('27', "Employer's CPP", "RPC de l'employeur", contributed('cpp')),
    box('27A', "Employer's CPP2", "RPC2 de l'employeur", contributed('cpp_2')),
  ],
  rows: (source) =>
    slipsOf(
      source,
      peopleOf(source, ['employee'], (stub) => provinceOf(stub) ?? ''),
    ),
});

/** RL-1: employment income in Quebec, and what was deducted of it. */
export const rl1Sheet: ReportSheet = reportSheet<Slip>({
  name: 'rl1',
  title: { en: 'RL-1', fr: 'RL-1' },
  columns: [
    ...whose(),
    box('A', 'Employment income', "Revenus d'emploi", base('all_taxable_quebec')),
    box('B.A', 'QPP', 'RRQ', withheld('qpp')),
    box('B.B', 'QPP2', 'RRQ2', withheld('qpp_2')),
    box('C', 'EI premiums', "Cotisations à l'AE", withheld('ei')),
    box('D', 'RPP', 'RPA', pensionPlans),
    box('E', 'Quebec income tax', 'Impôt du Québec', withheld('provincial_income_tax')),
    box('F', 'Union dues', 'Cotisations syndicales', base('union_dues')),
    box(
      'G',
      'Pensionable salary',
      'Salaire admissible au RRQ',
      capped('pensionable', ({ qpp }) => pensionableMost(qpp)),
    ),
    box('H', 'QPIP premiums', 'Cotisations au RQAP', withheld('qpip')),
    box(
      'I',
      'QPIP eligible salary',
      'Salaire admissible au RQAP',
      capped('qpip_earnings', ({ qpip }) => insurableMost(qpip)),
    ),
    box('J', 'Private health plan', "Régime privé d'assurance maladie", healthInsurance),
  ],
  rows: (source) =>
    slipsOf(
      source,
      peopleOf(source, ['employee'], (stub) => (provinceOf(stub) === 'QC' ? 'QC' : undefined)),
    ),
});

/** T4A: fees of contractors. */
export const t4aSheet: ReportSheet = reportSheet<Slip>({
  name: 't4a',
  title: { en: 'T4A', fr: 'T4A' },
  columns: [
    employerColumn(),
    textColumn('Recipient', 'Bénéficiaire', ({ payee }) => payee.name, 30),
    box('048', 'Fees for services', 'Honoraires', ({ sums }) => sums.text(GROSS)),
  ],
  rows: (source) => slipsOf(source, peopleOf(source, ['contractor'])),
});
