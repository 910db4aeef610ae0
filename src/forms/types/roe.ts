import { daysBetween } from '../../values/dates.ts';
import { decimal } from '../../values/money.ts';
import type { Issue } from '../../values/problem.ts';
import {
  type FormField,
  type FormType,
  type FormValues,
  type FormVersion,
  yearlyVersions,
} from '../model/form-type.ts';
import {
  EXPLAINED,
  MOST_HOLIDAYS,
  MOST_MONIES,
  MOST_PERIODS,
  OTHER_MONIES,
  PERIOD_COUNTS,
  placesOf,
  RECALL_CODES,
  SEPARATION_CODES,
  SERIAL_NUMBER,
  VACATION_PAY_CODES,
} from '../model/roe-codes.ts';
import type { FormStage } from '../model/states.ts';
import { choice, currency, formed, payrollAccount, sin, text } from './fields.ts';

const date = (key: string, en: string, fr: string, required = false): FormField => ({
  key,
  label: { en, fr },
  kind: 'date',
  width: 10,
  ...(required ? { required } : {}),
});

const labelled = <T extends { label: { en: string; fr: string } }>(codes: Readonly<Record<string, T>>) =>
  Object.fromEntries(Object.entries(codes).map(([code, { label }]) => [code, label]));

const SERIAL = formed(
  SERIAL_NUMBER,
  'must be a letter and eight digits',
  "doit être formé d'une lettre et de huit chiffres",
);

const person = (): FormField[] => [
  sin('block_8_social_insurance_number', 'Social insurance number (Block 8)', "Numéro d'assurance sociale (case 8)"),
  text('employee_first_name', 'First name', 'Prénom', 20, { personal: true, required: true }),
  text('employee_initial', 'Initial', 'Initiale', 4, { personal: true }),
  text('employee_last_name', 'Last name', 'Nom de famille', 28, { personal: true, required: true }),
  ...[1, 2, 3].map((n) =>
    text(`employee_address_line_${n}`, `Address line ${n}`, `Ligne d'adresse ${n}`, 35, {
      personal: true,
      ...(n < 3 ? { required: true } : {}),
    }),
  ),
  text('employee_postal_code', 'Postal code', 'Code postal', 10, { personal: true, required: true }),
];

const contact = (): FormField[] => [
  text('contact_first_name', "Contact's first name", 'Prénom de la personne-ressource', 20, { required: true }),
  text('contact_last_name', "Contact's last name", 'Nom de la personne-ressource', 28, { required: true }),
  text('contact_area_code', "Contact's area code", 'Indicatif régional de la personne-ressource', 3, {
    required: true,
    ...formed(/^\d{3}$/, 'must be three digits', 'doit être formé de trois chiffres'),
  }),
  text('contact_phone_number', "Contact's telephone number", 'Numéro de téléphone de la personne-ressource', 8, {
    required: true,
    ...formed(/^\d{3}-?\d{4}$/, 'must be seven digits', 'doit être formé de sept chiffres'),
  }),
  text('contact_phone_number_extension', "Contact's extension", 'Poste de la personne-ressource', 8, {
    ...formed(/^\d{1,8}$/, 'must be at most eight digits', "doit être formé d'au plus huit chiffres"),
  }),
];

const money = (key: string, en: string, fr: string): FormField => currency(key, en, fr, undefined, { width: 7 });

const separation = (): FormField[] => [
  choice('block_17a_vacation_pay_code', 'Vacation pay (Block 17A)', 'Paie de vacances (case 17A)', VACATION_PAY_CODES),
  date('block_17a_vacation_pay_start_date', 'Vacation pay from (Block 17A)', 'Paie de vacances du (case 17A)'),
  date('block_17a_vacation_pay_end_date', 'Vacation pay to (Block 17A)', 'Paie de vacances au (case 17A)'),
  money(
    'block_17a_vacation_pay_amount',
    'Vacation pay amount (Block 17A)',
    'Montant de la paie de vacances (case 17A)',
  ),
  ...placesOf(MOST_HOLIDAYS).flatMap((n) => [
    date(`block_17b_holiday_${n}_date`, `Holiday ${n} (Block 17B)`, `Jour férié ${n} (case 17B)`),
    money(
      `block_17b_holiday_${n}_amount`,
      `Pay of holiday ${n} (Block 17B)`,
      `Indemnité du jour férié ${n} (case 17B)`,
    ),
  ]),
  ...placesOf(MOST_MONIES).flatMap((n) => [
    choice(
      `block_17c_other_monies_${n}_code`,
      `Other monies ${n} (Block 17C)`,
      `Autres sommes ${n} (case 17C)`,
      OTHER_MONIES,
    ),
    date(
      `block_17c_other_monies_${n}_start_date`,
      `Other monies ${n} from (Block 17C)`,
      `Autres sommes ${n} du (case 17C)`,
    ),
    date(
      `block_17c_other_monies_${n}_end_date`,
      `Other monies ${n} to (Block 17C)`,
      `Autres sommes ${n} au (case 17C)`,
    ),
    money(
      `block_17c_other_monies_${n}_amount`,
      `Amount of other monies ${n} (Block 17C)`,
      `Montant des autres sommes ${n} (case 17C)`,
    ),
  ]),
];

const fieldsOf = (): FormField[] => [
  text('block_1_serial_number', 'Serial number (Block 1)', 'Numéro de série (case 1)', 9, SERIAL),
  text(
    'block_2_serial_number_of_amended_or_replaced',
    'Serial number of the record amended or replaced (Block 2)',
    'Numéro de série du relevé modifié ou remplacé (case 2)',
    9,
    SERIAL,
  ),
  text(
    'block_3_employer_payroll_reference_number',
    'Payroll reference number (Block 3)',
    'Numéro de référence de la paie (case 3)',
    26,
  ),
  payrollAccount(
    'block_5_cra_payroll_account_number',
    'CRA payroll account number (Block 5)',
    "Numéro de compte de paie de l'ARC (case 5)",
  ),
  choice(
    'block_6_pay_period_type',
    'Pay period type (Block 6)',
    'Genre de période de paie (case 6)',
    labelled(PERIOD_COUNTS),
    {
      required: true,
    },
  ),
  ...person(),
  ...contact(),
  date('block_10_first_day_worked', 'First day worked (Block 10)', 'Premier jour de travail (case 10)', true),
  date('block_11_last_day_for_which_paid', 'Last day for which paid (Block 11)', 'Dernier jour payé (case 11)', true),
  date(
    'block_12_final_pay_period_ending_date',
    'Final pay period ending date (Block 12)',
    'Date de fin de la dernière période de paie (case 12)',
    true,
  ),
  text('block_13_occupation', 'Occupation (Block 13)', 'Profession (case 13)', 40),
  choice('block_14_expected_recall_code', 'Expected recall (Block 14)', 'Rappel prévu (case 14)', RECALL_CODES),
  date('block_14_expected_recall_date', 'Expected date of recall (Block 14)', 'Date prévue du rappel (case 14)'),
  {
    key: 'block_15_total_insurable_hours',
    label: { en: 'Total insurable hours (Block 15A)', fr: "Total des heures d'emploi assurables (case 15A)" },
    kind: 'decimal',
    width: 4,
    required: true,
    min: '0',
  },
  currency(
    'block_15_total_insurable_earnings',
    'Total insurable earnings (Block 15B)',
    'Total de la rémunération assurable (case 15B)',
  ),
  choice('block_16_separation_code', 'Reason for issuing (Block 16)', 'Raison du relevé (case 16)', SEPARATION_CODES, {
    required: true,
  }),
  ...separation(),
  text('block_18_comments', 'Comments (Block 18)', 'Commentaires (case 18)', 160),
  ...placesOf(MOST_PERIODS).map((n) =>
    money(
      `pp${n}_insurable_earnings`,
      `Insurable earnings of pay period ${n} (Block 15C)`,
      `Rémunération assurable de la période ${n} (case 15C)`,
    ),
  ),
];

const at = (values: FormValues, key: string): string => String(values[key] ?? '');

const isMore = (values: FormValues, key: string): boolean => decimal(at(values, key) || '0').gt(0);

/** Places of block 17 that the file would leave out as a whole, with what somebody entered there. */
function* separationIssues(values: FormValues): Iterable<Issue> {
  const coded = ['block_17a_vacation_pay', ...placesOf(MOST_MONIES).map((n) => `block_17c_other_monies_${n}`)];
  for (const place of coded) {
    const isDated = [`${place}_start_date`, `${place}_end_date`].some((key) => at(values, key) !== '');
    if (at(values, `${place}_code`) === '' && (isDated || isMore(values, `${place}_amount`)))
      yield {
        path: `${place}_code`,
        text: {
          en: 'is required where its amount or its dates are given',
          fr: 'est obligatoire quand son montant ou ses dates sont donnés',
        },
      };
  }
  for (const n of placesOf(MOST_HOLIDAYS)) {
    const [date, amount] = [`block_17b_holiday_${n}_date`, `block_17b_holiday_${n}_amount`];
    if (at(values, date) !== '' && at(values, amount) === '')
      yield {
        path: amount,
        text: { en: 'is required where its date is given', fr: 'est obligatoire quand sa date est donnée' },
      };
  }
}

/** What stands for a pay period of block 15C. */
const NOT_TOLD = {
  en: 'one without earnings is 0, and one whose payroll is not approved has no figure yet: approve it (unapproved_payrolls of the population names it), and fill the form in again, or enter the figure where nobody will approve it',
  fr: "une période sans rémunération est 0, et une dont la paie n'est pas approuvée n'a pas encore de montant : approuvez cette paie (unapproved_payrolls du préremplissage l'indique), puis remplissez à nouveau le formulaire, ou inscrivez le montant si personne ne l'approuvera",
};

/**
 * Places of block 15C that are too many, left out, or too few: it has every consecutive period from the first day
 * worked on, as many as the pay period type has. Only whole periods are asked for: where the work changed to another
 * schedule one is longer.
 */
function* periodIssues(values: FormValues, stage: FormStage): Iterable<Issue> {
  const type = PERIOD_COUNTS[at(values, 'block_6_pay_period_type')];
  const most = type?.fields ?? MOST_PERIODS;
  const told = placesOf(MOST_PERIODS).filter((n) => at(values, `pp${n}_insurable_earnings`) !== '');
  const over = told.find((n) => n > most);
  if (over !== undefined)
    yield {
      path: `pp${over}_insurable_earnings`,
      text: {
        en: `is one period too many: this pay period type has at most ${most}`,
        fr: `est une période de trop : ce genre de période de paie en indique au plus ${most}`,
      },
    };
  // A cancellation repeats what was filed.
  if (stage === 'cancellation') return;
  const between = told.findIndex((n, i) => n !== i + 1);
  if (between >= 0)
    yield {
      path: `pp${between + 1}_insurable_earnings`,
      text: {
        en: `is required: block 15C tells an earlier pay period; ${NOT_TOLD.en}`,
        fr: `est obligatoire : la case 15C indique une période de paie antérieure; ${NOT_TOLD.fr}`,
      },
    };
  const [first, final] = [at(values, 'block_10_first_day_worked'), at(values, 'block_12_final_pay_period_ending_date')];
  if (!type || !first || !final || final < first) return;
  const given = told.at(-1) ?? 0;
  const whole = Math.floor((daysBetween(first, final) + 1) / type.longest);
  const least = Math.min(most, Math.max(whole, 1));
  if (given < least)
    yield {
      path: `pp${given + 1}_insurable_earnings`,
      text: {
        en: `is required: block 15C tells ${given} of the pay periods from block 10 to block 12, which are at least ${least}; ${NOT_TOLD.en}`,
        fr: `est obligatoire : la case 15C indique ${given} des périodes de paie de la case 10 à la case 12, qui sont au moins ${least}; ${NOT_TOLD.fr}`,
      },
    };
}

function* check(values: FormValues, _version: FormVersion, stage: FormStage): Iterable<Issue> {
  yield* separationIssues(values);
  const [first, last, final] = [
    'block_10_first_day_worked',
    'block_11_last_day_for_which_paid',
    'block_12_final_pay_period_ending_date',
  ].map((key) => at(values, key));
  if (first && last && last < first)
    yield {
      path: 'block_11_last_day_for_which_paid',
      text: { en: 'must not be before the first day worked', fr: 'ne doit pas précéder le premier jour de travail' },
    };
  if (last && final && final < last)
    yield {
      path: 'block_12_final_pay_period_ending_date',
      text: { en: 'must not be before the last day for which paid', fr: 'ne doit pas précéder le dernier jour payé' },
    };
  const recall = at(values, 'block_14_expected_recall_code');
  const on = at(values, 'block_14_expected_recall_date');
  if ((recall === 'Y') !== (on !== ''))
    yield {
      path: 'block_14_expected_recall_date',
      text:
        recall === 'Y'
          ? { en: 'is required with code Y in block 14', fr: 'est obligatoire avec le code Y de la case 14' }
          : {
              en: 'is only allowed with code Y in block 14',
              fr: 'accompagne le code Y de la case 14, et aucun autre',
            },
    };
  if (EXPLAINED.has(at(values, 'block_16_separation_code')) && at(values, 'block_18_comments') === '')
    yield {
      path: 'block_18_comments',
      text: {
        en: 'must explain a reason that is none of the others',
        fr: "doit expliquer une raison qui n'est aucune des autres",
      },
    };
  yield* periodIssues(values, stage);
}

/** Record of employment: what Employment Insurance needs when earnings are interrupted. */
export const roe: FormType = {
  type: 'roe',
  label: { en: 'ROE Record of Employment', fr: "RE Relevé d'emploi" },
  owner_types: ['employee'],
  life: 'alone',
  agency: 'service_canada',
  exportable_as: ['pdf', 'xml'],
  versions: yearlyVersions(2024, 2026, fieldsOf),
  check,
};
