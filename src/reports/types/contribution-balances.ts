import type { Edition, PensionPlan } from '../../statutory/editions/edition.ts';
import { groupBy } from '../../values/group.ts';
import { type Decimal, decimal, max, sum, toText, ZERO } from '../../values/money.ts';
import {
  countColumn,
  employerColumn,
  flagColumn,
  moneyColumn,
  onlySheet,
  type ReportColumn,
  type ReportSource,
  type ReportType,
  textColumn,
} from '../model/report-type.ts';
import { contributoryMonthsOf } from '../source/contributory-months.ts';
import { type Insured, insuredByRate } from '../source/ei-rates.ts';
import { type PaidPerson, peoplePagesOf } from '../source/people.ts';
import { baseSum, provinceOf, typeSum } from '../source/tally.ts';
import {
  insurableMost,
  ownEditionOf,
  type PensionDue,
  pensionDue,
  premiumAt,
  premiumDue,
} from '../source/year-figures.ts';

/**
 * What should have been deducted from each employee by the rules of the whole year, beside what was: nothing where more
 * is taken back than was paid. Pay by pay the exemption is taken in parts, so some cents or, for somebody who came late
 * in the year, more than the year asks for is ordinary; less is what an agency would ask for.
 */
interface Balance extends PaidPerson {
  /** Null where they are not known. */
  months: number | null;
  /** Worked on both sides of Quebec's border: the year that both pension plans share is reckoned by neither alone. */
  isInBoth: boolean;
  /** By what is contributed; absent where it is not said. */
  due: Readonly<Record<string, Decimal | undefined>>;
}

interface Contribution {
  /** Of what is withheld: its type of line item. */
  type: string;
  label: { en: string; fr: string };
  /** Where its earnings are among the year's sums. */
  earnings: string;
  earningsLabel?: { en: string; fr: string };
}

interface Plan {
  isQuebec: boolean;
  contributions: readonly Contribution[];
  due: (edition: Edition, person: PaidPerson, months: number | null, beside: Beside) => Balance['due'];
}

/** What a person's contributions depend on beside the person's own sums. */
interface Beside {
  /** The same person with the same employer, on the other side of Quebec's border. */
  elsewhere: PaidPerson | undefined;
  /** Insurable earnings by the rate of EI, a part for each; undefined where the law's rate is the only one. */
  insured: readonly Insured[] | undefined;
}

const deducted = (type: string): string => typeSum('statutory_withholding', type);
const earned = ({ sums }: PaidPerson, name: string): Decimal => sums.at(baseSum(name));

/**
 * What a pension plan asks for; nothing is said where the months are not known, or the other plan had a part of the
 * year.
 */
const pensionDueOf = (
  plan: PensionPlan,
  person: PaidPerson,
  months: number | null,
  elsewhere: PaidPerson | undefined,
): Partial<PensionDue> => (months === null || elsewhere ? {} : pensionDue(plan, earned(person, 'pensionable'), months));

/**
 * What employment insurance asks for. Its ceiling is one for Quebec and elsewhere, and for all rates that an employer
 * states: above it nothing is said where there were several, since premiums were due on what was paid first.
 */
const insuranceDue = (
  plan: Edition['ei'],
  person: PaidPerson,
  { elsewhere, insured = [{ rate: null, earnings: earned(person, 'insurable') }] }: Beside,
): Decimal | undefined => {
  const all = [earned(person, 'insurable'), ...(elsewhere ? [earned(elsewhere, 'insurable')] : [])];
  const isOfSeveral = elsewhere !== undefined || insured.length > 1;
  if (isOfSeveral && sum(all).gt(insurableMost(plan))) return undefined;
  const premiums = insured.map(({ rate, earnings }) =>
    premiumDue(rate === null ? plan : premiumAt(plan, rate), earnings),
  );
  return max(sum(premiums), ZERO);
};

/** On which side of Quebec's border a stub was paid: `QC`, or nothing. */
const sideOf = (stub: Parameters<typeof provinceOf>[0]): string => (provinceOf(stub) === 'QC' ? 'QC' : '');

async function* balances(source: ReportSource, of: Plan): AsyncGenerator<Balance> {
  const year = source.request.filters.year!;
  const edition = ownEditionOf(year);
  const wanted = of.isQuebec ? 'QC' : '';
  const pages = peoplePagesOf(source, ['employee'], sideOf);
  for await (const page of pages) {
    const people = page.filter((person) => person.of === wanted);
    const others = new Map(page.filter((person) => person.of !== wanted).map((person) => [keyOf(person), person]));
    const works = worksOf(page);
    const contributory = edition
      ? await contributoryMonthsOf(
          people,
          (person) => works.get(keyOf(person))!,
          edition,
          of.isQuebec ? 'QC' : 'ON',
          year,
          source,
        )
      : new Map<PaidPerson, number | null>();
    const insured = await insuredByRate(people, sideOf, source);
    for (const person of people) {
      const elsewhere = others.get(keyOf(person));
      const months = contributory.get(person) ?? null;
      const beside = { elsewhere, insured: insured.get(person) };
      const due = edition ? of.due(edition, person, months, beside) : {};
      const balance = { ...person, months, isInBoth: elsewhere !== undefined, due };
      if (!isNothing(balance, of.contributions)) yield balance;
    }
  }
}

const keyOf = ({ payee, business_entity_id }: PaidPerson): string => `${payee.id}/${business_entity_id}`;

/** The work assignments that each person was paid for by an employer, in Quebec and elsewhere. */
const worksOf = (page: readonly PaidPerson[]): Map<string, ReadonlySet<string>> =>
  new Map(
    [...groupBy(page, keyOf)].map(([key, parts]) => [key, new Set(parts.flatMap((part) => [...part.assignments]))]),
  );

const isNothing = (balance: Balance, contributions: readonly Contribution[]): boolean =>
  contributions.every(
    ({ type, earnings }) => balance.sums.at(deducted(type)).eq(ZERO) && earned(balance, earnings).eq(ZERO),
  );

const columnsOf = ({ type, label: { en, fr }, earnings, earningsLabel }: Contribution): ReportColumn<Balance>[] => [
  ...(earningsLabel
    ? [moneyColumn<Balance>(earningsLabel.en, earningsLabel.fr, ({ sums }) => sums.text(baseSum(earnings)))]
    : []),
  moneyColumn(`${en} due`, `${fr}, dû`, ({ due }) => (due[type] ? toText(due[type]) : null)),
  moneyColumn(`${en} deducted`, `${fr}, retenu`, ({ sums }) => sums.text(deducted(type))),
  moneyColumn(`${en} shortfall`, `${fr}, manque`, ({ due, sums }) =>
    due[type] ? toText(max(decimal(due[type]).minus(sums.at(deducted(type))), ZERO)) : null,
  ),
];

const balanceReport = (declared: Pick<ReportType, 'name' | 'title' | 'purpose'>, of: Plan): ReportType => ({
  ...declared,
  scope: ['business_entity'],
  needs: 'none',
  filters: { by: 'year', required: false, status: ['approved', 'processing', 'paid', 'partially_paid'] },
  formats: ['csv', 'xlsx'],
  sheets: onlySheet<Balance>({
    title: { en: 'Balance', fr: 'Solde' },
    columns: [
      employerColumn(({ employer }) => employer),
      textColumn('Employee number', "Numéro d'employé", ({ payee }) => payee.number, 12),
      textColumn('Employee', 'Employé', ({ payee }) => payee.name, 26),
      of.isQuebec
        ? flagColumn('Also outside Quebec', 'Aussi hors du Québec', ({ isInBoth }) => isInBoth)
        : flagColumn('Also in Quebec', 'Aussi au Québec', ({ isInBoth }) => isInBoth),
      { ...countColumn<Balance>('Months', 'Mois', ({ months }) => months), total: false },
      ...of.contributions.flatMap(columnsOf),
    ],
    rows: (source) => balances(source, of),
  }),
});

const PENSIONABLE = { en: 'Pensionable earnings', fr: 'Gains ouvrant droit à pension' };
const INSURABLE = { en: 'Insurable earnings', fr: 'Gains assurables' };

export const eiCppBalance = balanceReport(
  {
    name: 'ei-cpp-balance',
    title: { en: 'EI and CPP balance', fr: "Solde de l'AE et du RPC" },
    purpose: 'Expected CPP and EI deductions by the rules of the year, compared with actual ones, by employee.',
  },
  {
    isQuebec: false,
    contributions: [
      { type: 'cpp', label: { en: 'CPP', fr: 'RPC' }, earnings: 'pensionable', earningsLabel: PENSIONABLE },
      { type: 'cpp_2', label: { en: 'CPP2', fr: 'RPC2' }, earnings: 'pensionable' },
      { type: 'ei', label: { en: 'EI', fr: 'AE' }, earnings: 'insurable', earningsLabel: INSURABLE },
    ],
    due: ({ cpp, ei }, person, months, beside) => {
      const { first, second } = pensionDueOf(cpp, person, months, beside.elsewhere);
      return { cpp: first, cpp_2: second, ei: insuranceDue(ei, person, beside) };
    },
  },
);

export const eiQppQpipBalance = balanceReport(
  {
    name: 'ei-qpp-qpip-balance',
    title: { en: 'EI, QPP and QPIP balance', fr: "Solde de l'AE, du RRQ et du RQAP" },
    purpose:
      'Expected QPP, QPIP and EI deductions by the rules of the year, compared with actual ones, by employee in Quebec.',
  },
  {
    isQuebec: true,
    contributions: [
      { type: 'qpp', label: { en: 'QPP', fr: 'RRQ' }, earnings: 'pensionable', earningsLabel: PENSIONABLE },
      { type: 'qpp_2', label: { en: 'QPP2', fr: 'RRQ2' }, earnings: 'pensionable' },
      {
        type: 'qpip',
        label: { en: 'QPIP', fr: 'RQAP' },
        earnings: 'qpip_earnings',
        earningsLabel: { en: 'QPIP earnings', fr: 'Gains du RQAP' },
      },
      { type: 'ei', label: { en: 'EI', fr: 'AE' }, earnings: 'insurable', earningsLabel: INSURABLE },
    ],
    due: ({ qpp, qpip, ei_quebec }, person, months, beside) => {
      const { first, second } = pensionDueOf(qpp, person, months, beside.elsewhere);
      return {
        qpp: first,
        qpp_2: second,
        qpip: max(premiumDue(qpip, earned(person, 'qpip_earnings')), ZERO),
        ei: insuranceDue(ei_quebec, person, beside),
      };
    },
  },
);
