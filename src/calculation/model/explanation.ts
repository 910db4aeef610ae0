/**
 * How an amount came about, step by step. Each step follows a rule of this table, and names the figures that it used
 * and the records that they are based on. Rules of the law are not here: the statutory part names its own steps.
 */
import type { Decimal } from '../../values/money.ts';
import { decimal, toText } from '../../values/money.ts';
import type { Text } from '../../values/text.ts';
import type { Context } from './context.ts';
import type { ItemFacts } from './facts.ts';
import type { Amount, Line, Recurrence, Step, StepRecord } from './types.ts';

interface Rule {
  /** By the names of the figures. */
  formula: string;
  says: Text;
}

/** By the name of the step, which stays: closed stubs keep names and formulas, and find the sentence here. */
export const RULES = {
  salary: {
    formula: 'rate / periods',
    says: {
      en: "The year's salary is divided by the number of pays of the year.",
      fr: "Le salaire de l'année est divisé par le nombre de paies de l'année.",
    },
  },
  shared_salary: {
    formula: 'rate / periods × working_days / period_days',
    says: {
      en: 'Salaries follow one another within the period: each is paid for its share of the working days.',
      fr: 'Des salaires se succèdent au cours de la période : chacun est versé pour sa part des jours ouvrables.',
    },
  },
  prorated_salary: {
    formula: 'rate × working_days × min(1 / 260, 1 / (periods × salaried_days))',
    says: {
      en: 'Salaries are in force on some working days of the period only: each day is worth a 260th of the year, and all of them no more than a whole pay.',
      fr: "Des salaires ne sont en vigueur que certains jours ouvrables de la période : chaque jour vaut un 260e de l'année, et tous ensemble pas plus qu'une paie entière.",
    },
  },
  entered_hours: {
    formula: 'salary × custom_hours / managed_hours',
    says: {
      en: 'Hours were entered for the salary: it is paid in proportion to the expected hours.',
      fr: 'Des heures ont été saisies pour le salaire : il est versé en proportion des heures prévues.',
    },
  },
  wage: {
    formula: 'rate × hours',
    says: { en: 'The hours entered are paid at the wage.', fr: 'Les heures saisies sont payées au taux horaire.' },
  },
  hourly_rate: {
    formula: 'rate / (expected_hours_per_week × 52)',
    says: {
      en: "An hour of a salary is the year's salary divided by the expected hours of 52 weeks.",
      fr: "Une heure d'un salaire vaut le salaire de l'année divisé par les heures prévues de 52 semaines.",
    },
  },
  overtime_multiplier: {
    formula: 'hourly_rate × rate_multiplier',
    says: {
      en: 'An hour of overtime is the hourly rate times the multiplier of the overtime rate.',
      fr: "Une heure supplémentaire vaut le taux horaire multiplié par le multiplicateur du taux d'heures supplémentaires.",
    },
  },
  overtime_override: {
    formula: 'hourly_rate_override',
    says: {
      en: 'The overtime rate says itself what an hour is paid.',
      fr: "Le taux d'heures supplémentaires indique lui-même ce que vaut l'heure.",
    },
  },
  hours_at_rate: {
    formula: 'rate × hours',
    says: { en: 'The hours are paid at the rate of the line.', fr: 'Les heures sont payées au taux de la ligne.' },
  },
  once: {
    formula: 'amount',
    says: {
      en: 'The item falls once, on the first payroll that it is in force on.',
      fr: "L'élément n'est appliqué qu'une fois, à la première paie où il est en vigueur.",
    },
  },
  per_payroll: {
    formula: 'amount',
    says: { en: 'The item falls on every payroll.', fr: "L'élément est appliqué à chaque paie." },
  },
  per_month: {
    formula: 'min(amount / parts, amount − taken_by_earlier_payrolls)',
    says: {
      en: "The month's amount is split evenly over the payrolls of the month that the cadence selects; the last one gets the remainder. No more is taken than payrolls of the month that are approved left of it.",
      fr: "Le montant du mois est réparti également entre les paies du mois que la fréquence désigne; la dernière prend le reste de la division. Rien n'est pris au-delà de ce que les paies approuvées du mois en ont laissé.",
    },
  },
  income: {
    formula: 'sum of the lines of income_basis and of income_includes',
    says: {
      en: 'The income that the percentage is taken of.',
      fr: 'Le revenu sur lequel le pourcentage est calculé.',
    },
  },
  benefit_percent: {
    formula: 'income × coverage_multiplier × percent',
    says: {
      en: 'The percentage of the income that is covered; of a negative income nothing is taken.',
      fr: "Le pourcentage du revenu assuré; rien n'est pris sur un revenu négatif.",
    },
  },
  sales_tax: {
    formula: 'amount + (parts_before + amount) × percent − parts_before × percent',
    says: {
      en: 'The provincial tax on insurance premiums is added, by the province of employment. The parts of a month together bear the tax of the whole amount.',
      fr: "La taxe provinciale sur les primes d'assurance est ajoutée, selon la province d'emploi. Les parts d'un mois portent ensemble la taxe du montant entier.",
    },
  },
  max_annual_contribution: {
    formula: 'min(amount, cap − used_by_earlier_pay_stubs − used_by_later_pay_stubs − used_on_this_pay_stub)',
    says: {
      en: "The year's cap for all line items of the type is reached: what other lines have used up is taken off it.",
      fr: "Le plafond annuel de toutes les lignes de ce type est atteint : ce que d'autres lignes en ont utilisé en est soustrait.",
    },
  },
  max_contribution_per_period: {
    formula: 'min(amount, cap)',
    says: {
      en: 'The cap of this benefit for a pay period is reached.',
      fr: 'Le plafond de cet avantage pour une période de paie est atteint.',
    },
  },
  fixed_per_hour: {
    formula: 'amount × hours',
    says: {
      en: 'The deduction is taken for each hour of the earnings of the pay stub.',
      fr: 'La retenue est prise pour chaque heure des gains du bulletin de paie.',
    },
  },
  income_subtractions: {
    formula: 'sum of the lines of income_subtractions',
    says: {
      en: 'Subtractions from the income before the percentage is taken.',
      fr: 'Ce qui est soustrait du revenu avant le calcul du pourcentage.',
    },
  },
  income_statutory_withholdings: {
    formula: 'sum of the statutory withholdings',
    says: {
      en: 'Statutory withholdings come first: the percentage is taken of what they leave.',
      fr: "Les retenues à la source passent d'abord : le pourcentage est calculé sur ce qu'elles laissent.",
    },
  },
  deduction_percent: {
    formula: 'max(0, income − subtractions − withholdings − exemption_amount) × (100 − exemption_percent) % × percent',
    says: {
      en: 'The percentage of the income that subtractions, withholdings and exemptions leave.',
      fr: 'Le pourcentage du revenu que laissent les soustractions, les retenues à la source et les exemptions.',
    },
  },
  custom_amount: {
    formula: 'custom_amount',
    says: {
      en: 'An amount was entered in place of the calculated one.',
      fr: 'Un montant a été saisi à la place du montant calculé.',
    },
  },
  entered: {
    formula: 'custom_amount',
    says: { en: 'The line was entered with this amount.', fr: 'La ligne a été saisie avec ce montant.' },
  },
  adjustment: {
    formula: 'amount of the adjustment',
    says: {
      en: 'The line comes from an adjustment of an earlier pay stub.',
      fr: "La ligne vient d'un rajustement d'un bulletin de paie antérieur.",
    },
  },
  accrued_vacation_pay: {
    formula: 'amount × percentage',
    says: {
      en: 'Vacation pay that accrues on the line, by the setting in force on the pay date.',
      fr: "Indemnité de vacances qui s'accumule sur la ligne, selon le paramètre en vigueur à la date de paie.",
    },
  },
  custom_accrued_vacation_pay: {
    formula: 'accrued_vacation_pay',
    says: {
      en: 'What accrues on the line was entered, or follows from the line that it corrects, in place of what the setting gives.',
      fr: "Ce qui s'accumule sur la ligne a été saisi, ou découle de la ligne qu'elle corrige, à la place de ce que donne le paramètre.",
    },
  },
  vacation_pay: {
    formula: 'sum of what accrued per period',
    says: {
      en: 'The vacation pay that accrues on the lines of this pay stub is paid with it.',
      fr: "L'indemnité de vacances qui s'accumule sur les lignes de ce bulletin est versée avec lui.",
    },
  },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;

/** How lines of the statutory part come out of the steps of the law. */
export const STATUTORY_RULES = {
  statutory_amount: {
    formula: 'sum of the figures',
    says: {
      en: 'The result of the previous steps on this line: tax on regular pay, on non-periodic pay and on lump sums, and additional tax that is asked for, less what earlier pay stubs of the pay date bore and what an exemption takes off. Money taken back gives back no more than was withheld this year.',
      fr: "Ce que donnent les étapes précédentes sur cette ligne : l'impôt sur la paie régulière, sur les paiements non périodiques et sur les paiements forfaitaires, et l'impôt supplémentaire demandé, moins ce que les bulletins précédents de la même date de paie ont supporté et ce qu'une exonération enlève. L'argent repris ne rend pas plus que ce qui a été retenu cette année.",
    },
  },
  employer_ei: {
    formula:
      'EI × multiplier, not beyond maximum − premiums_so_far, − earlier_pay_stubs_of_the_date, + bound_of_the_year',
    says: {
      en: "The employer's premium is the employee's times the multiplier of the CRA account, not beyond what is left of the maximum of the year, which goes by the multiplier of the law, less what earlier pay stubs of the pay date bore. The bound of the year is what its maximums change where money was taken back.",
      fr: "La cotisation de l'employeur est celle de l'employé multipliée par le multiplicateur du compte de l'ARC, sans dépasser ce qui reste du maximum annuel, lequel suit le multiplicateur de la loi, moins ce que les bulletins précédents de la même date de paie ont supporté. La limite de l'année est ce que changent ses maximums lorsque de l'argent a été repris.",
    },
  },
  employer_qpip: {
    formula:
      'rate × earnings, not beyond the maximum of the year, − earlier_pay_stubs_of_the_date, + bound_of_the_year',
    says: {
      en: "The employer's premium has its own rate and yearly maximum; what earlier pay stubs of the pay date bore is taken off. The bound of the year is what its maximums change where money was taken back.",
      fr: "La cotisation de l'employeur a son propre taux et son propre maximum annuel; ce que les bulletins précédents de la même date de paie ont supporté en est soustrait. La limite de l'année est ce que changent ses maximums lorsque de l'argent a été repris.",
    },
  },
} as const satisfies Record<string, Rule>;

const SENTENCES = new Map<string, Text>(
  Object.entries({ ...RULES, ...STATUTORY_RULES }).map(([name, { says }]) => [name, says]),
);

/** The sentence of a step's rule; undefined for steps of the statutory part, and for names of earlier versions. */
export const ruleOf = (name: string): Text | undefined => SENTENCES.get(name);

export const NO_STEPS: readonly Step[] = [];

/**
 * One step of an explanation; none, and nothing looked up, when none was asked for.
 *
 * @param figures a text is shown as it is: an amount in plain notation, a day, a name
 */
export const step = (
  context: Pick<Context, 'options'>,
  name: RuleName,
  value: Decimal,
  figures: Readonly<Record<string, Decimal | Amount | number>>,
  records?: () => readonly StepRecord[],
): readonly Step[] => {
  if (!context.options.explain) return NO_STEPS;
  const shown: Record<string, string> = {};
  for (const [key, figure] of Object.entries(figures))
    shown[key] = typeof figure === 'string' ? figure : toText(decimal(figure));
  const found = records?.() ?? [];
  return [
    {
      name,
      formula: RULES[name].formula,
      value: toText(value),
      figures: shown,
      ...(found.length > 0 ? { records: found } : {}),
    },
  ];
};

/** A rate or recurring item, and the preset that its values are of. */
export const itemRecords = (
  object: Recurrence['object'] | 'overtime_rate',
  { id, business_preset_id }: Pick<ItemFacts, 'id' | 'business_preset_id'>,
): StepRecord[] => [
  { object, id },
  ...(business_preset_id ? [{ object: 'business_preset', id: business_preset_id }] : []),
];

/** Lines of the stub, as records that a step is based on. */
export const lineRecords = (lines: Iterable<{ line: Pick<Line, 'kind' | 'id'> }>): StepRecord[] =>
  Array.from(lines, ({ line }) => ({ object: `${line.kind}_line_item`, id: line.id }));
