import { decimal, sum, toText } from '../../values/money.ts';
import type { Issue } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import { type FormField, type FormType, type FormValues, yearlyVersions } from '../model/form-type.ts';
import { currency as anyDollars, flag, PROVINCES_OF_SLIPS } from './fields.ts';
import { OF_PLACES, type Place, TD1_PLACES, WITHOUT } from './td1-places.ts';

/**
 * The TD1 family: what an employee claims of credits, so that less tax is withheld. Kept by the employer, filed
 * nowhere.
 */

/** What the tax properties that the amounts of returns become may hold, at most. */
const MOST_DOLLARS = '99999999';
const currency: typeof anyDollars = (key, en, fr, box, more = {}) =>
  anyDollars(key, en, fr, box, { max: MOST_DOLLARS, ...more });

const MORE_THAN_ONE = flag(
  'more_than_one_employer_or_payer',
  'More than one employer or payer at the same time',
  "Plus d'un employeur ou payeur à la fois",
);
const LITTLE_INCOME = flag(
  'total_income_less_than_total_claim_amount',
  'Total income is less than the total claim amount',
  'Le revenu total est inférieur au montant total de la demande',
);

/** Lines of the federal return: keys, and what they are called. */
const LINES: readonly [key: string, en: string, fr: string][] = [
  ['line_1_basic_personal_amount', 'Basic personal amount', 'Montant personnel de base'],
  [
    'line_2_infirm_children_caregiver_amount',
    'Canada caregiver amount for infirm children under age 18',
    'Montant canadien pour aidants naturels pour enfants ayant une déficience âgés de moins de 18 ans',
  ],
  ['line_3_age_amount', 'Age amount', "Montant en raison de l'âge"],
  ['line_4_pension_income_amount', 'Pension income amount', 'Montant pour revenu de pension'],
  ['line_5_tuition', 'Tuition', 'Frais de scolarité'],
  ['line_6_disability_amount', 'Disability amount', 'Montant pour personnes handicapées'],
  [
    'line_7_spouse_or_common_law_partner_amount',
    'Spouse or common-law partner amount',
    'Montant pour époux ou conjoint de fait',
  ],
  [
    'line_8_eligible_dependent_amount',
    'Amount for an eligible dependant',
    'Montant pour une personne à charge admissible',
  ],
  [
    'line_9_infirm_dependent_caregiver_amount',
    'Canada caregiver amount for an eligible dependant or spouse',
    'Montant canadien pour aidants naturels pour une personne à charge admissible ou un conjoint',
  ],
  [
    'line_10_dependent_caregiver_amount',
    'Canada caregiver amount for dependants age 18 or older',
    'Montant canadien pour aidants naturels pour personnes à charge de 18 ans ou plus',
  ],
  [
    'line_11_spouse_or_common_law_transfer_amount',
    'Amounts transferred from a spouse or common-law partner',
    "Montants transférés d'un époux ou conjoint de fait",
  ],
  [
    'line_12_dependent_transfer_amount',
    'Amounts transferred from a dependant',
    "Montants transférés d'une personne à charge",
  ],
];
const TOTAL = 'line_13_total_claim_amount';
const NON_RESIDENT = 'ninety_percent_world_income_taxable_income';

/** Claims of provincial returns. Their lines have other numbers in each province and year, so keys have none. */
const PROVINCIAL: readonly [key: string, en: string, fr: string][] = [
  ['basic_personal_amount', 'Basic personal amount of the province', 'Montant personnel de base de la province'],
  ['age_amount', 'Age amount of the province', "Montant en raison de l'âge de la province"],
  ['pension_income_amount', 'Pension income amount of the province', 'Montant pour revenu de pension de la province'],
  ['tuition_amount', 'Tuition amount of the province', 'Montant pour frais de scolarité de la province'],
  ['disability_amount', 'Disability amount of the province', 'Montant pour personnes handicapées de la province'],
  [
    'spouse_or_common_law_partner_amount',
    'Spouse or common-law partner amount of the province',
    'Montant pour époux ou conjoint de fait de la province',
  ],
  [
    'eligible_dependent_amount',
    'Amount for an eligible dependant of the province',
    'Montant pour une personne à charge admissible de la province',
  ],
  ['caregiver_amount', 'Caregiver amount of the province', 'Montant pour aidants naturels de la province'],
  [
    'other_provincial_amounts',
    'Other amounts that the return of the province knows',
    'Autres montants que connaît la déclaration de la province',
  ],
  [
    'spouse_or_common_law_transfer_amount',
    'Amounts of the province transferred from a spouse or common-law partner',
    "Montants de la province transférés d'un époux ou conjoint de fait",
  ],
  [
    'dependent_transfer_amount',
    'Amounts of the province transferred from a dependant',
    "Montants de la province transférés d'une personne à charge",
  ],
];
const PROVINCIAL_TOTAL = 'total_claim_amount';

const amountOf = (values: FormValues, key: string): string | null => {
  const value = values[key];
  return value === null || value === undefined ? null : String(value);
};

/**
 * A total that is not what its lines come to. Where no line is given it stands for itself; for somebody who claims
 * elsewhere it is 0.
 */
function* totalIssues(values: FormValues, total: string, lines: readonly string[]): Iterable<Issue> {
  const amounts = lines.flatMap((key) => amountOf(values, key) ?? []);
  const claimed = amountOf(values, total);
  if (claimed === null) return;
  if (values.more_than_one_employer_or_payer === true && decimal(claimed).gt(0))
    yield {
      path: total,
      text: {
        en: 'must be 0 for a person who claims these amounts with another employer or payer',
        fr: 'doit être 0 pour une personne qui demande ces montants à un autre employeur ou payeur',
      },
    };
  else if (amounts.length > 0 && values.more_than_one_employer_or_payer !== true && !sum(amounts).eq(claimed))
    yield {
      path: total,
      text: {
        en: `must be the sum of its lines, ${toText(sum(amounts))}`,
        fr: `doit être la somme de ses lignes, ${toText(sum(amounts))}`,
      },
    };
}

const line = ([key, en, fr]: readonly [string, string, string]): FormField => {
  const [, number] = /^line_(\d+)_/.exec(key) ?? [];
  return currency(key, number ? `${en} (Line ${number})` : en, number ? `${fr} (ligne ${number})` : fr);
};

const federalFields = (): FormField[] => [
  ...LINES.map(line),
  currency(TOTAL, 'Total claim amount (Line 13)', 'Montant total de la demande (ligne 13)', undefined, {
    required: true,
  }),
  MORE_THAN_ONE,
  LITTLE_INCOME,
  flag(
    NON_RESIDENT,
    '90% or more of world income taxable in Canada (non-residents only)',
    '90 % ou plus du revenu mondial imposable au Canada (non-résidents seulement)',
  ),
  currency(
    'prescribed_zone_deduction',
    'Deduction for living in a prescribed zone',
    'Déduction pour les habitants de régions éloignées',
  ),
  currency(
    'additional_tax_deduction',
    'Additional tax to be deducted from each pay',
    'Impôt additionnel à retenir sur chaque paie',
  ),
];

/**
 * The question to non-residents, answered with no beside a claim: who answers it so claims 0, and a resident leaves it
 * blank (the return's part "Non-residents").
 */
function* nonResidentIssues(values: FormValues): Iterable<Issue> {
  if (values[NON_RESIDENT] === false && decimal(amountOf(values, TOTAL) ?? '0').gt(0))
    yield {
      path: NON_RESIDENT,
      text: {
        en: 'must be null for a resident of Canada: false is an answer of a non-resident, beside which line 13 is 0',
        fr: "doit être null pour un résident du Canada : false est la réponse d'un non-résident, avec laquelle la ligne 13 est 0",
      },
    };
}

const kept = (type: string, label: Text, fields: () => FormField[], check?: FormType['check']): FormType => ({
  type,
  label,
  owner_types: ['work_assignment'],
  life: 'kept',
  agency: null,
  exportable_as: [],
  versions: yearlyVersions(2024, 2026, fields),
  ...(check ? { check } : {}),
});

const td1 = kept(
  'td1',
  { en: 'TD1 Personal Tax Credits Return', fr: "TD1 Déclaration des crédits d'impôt personnels" },
  federalFields,
  function* (values) {
    yield* totalIssues(
      values,
      TOTAL,
      LINES.map(([key]) => key),
    );
    yield* nonResidentIssues(values);
  },
);

const provincial = (place: Place): FormType => {
  const claims = [
    ...PROVINCIAL.filter(([key]) => !WITHOUT[place]?.includes(key)),
    ...OF_PLACES.flatMap(([places, claim]) => (places.includes(place) ? [claim] : [])),
  ];
  const letters = place.toUpperCase();
  const name = PROVINCES_OF_SLIPS[letters]!;
  return kept(
    `td1${place}`,
    {
      en: `TD1${letters} ${name.en} Personal Tax Credits Return`,
      fr: `TD1${letters} Déclaration des crédits d'impôt personnels (${name.fr})`,
    },
    () => [
      ...claims.map(line),
      currency(
        PROVINCIAL_TOTAL,
        'Total claim amount of the province',
        'Montant total de la demande de la province',
        undefined,
        {
          required: true,
        },
      ),
      MORE_THAN_ONE,
      LITTLE_INCOME,
    ],
    (values) =>
      totalIssues(
        values,
        PROVINCIAL_TOTAL,
        claims.map(([key]) => key),
      ),
  );
};

const PROVINCIAL_TD1S: readonly FormType[] = TD1_PLACES.map(provincial);

const td1x = kept(
  'td1x',
  {
    en: 'TD1X Statement of Commission Income and Expenses',
    fr: 'TD1X État du revenu et des dépenses de commissions',
  },
  () => [
    currency('commission_income', 'Commission income of the year', "Revenu de commissions de l'année", undefined, {
      required: true,
    }),
    currency('commission_expenses', 'Commission expenses of the year', "Dépenses de commissions de l'année"),
  ],
  function* (values) {
    const [income, expenses] = [amountOf(values, 'commission_income'), amountOf(values, 'commission_expenses')];
    if (income !== null && expenses !== null && decimal(expenses).gt(income))
      yield {
        path: 'commission_expenses',
        text: { en: `must be at most the income, ${income}`, fr: `ne doit pas dépasser le revenu, ${income}` },
      };
  },
);

/** Quebec's return of source deductions. */
const tp1015 = kept(
  'tp1015',
  { en: 'TP-1015.3-V Source Deductions Return', fr: "TP-1015.3 Déclaration pour la retenue d'impôt" },
  () => [
    currency('line_1_basic_amount', 'Basic amount of Québec (Line 1)', 'Montant de base du Québec (ligne 1)'),
    currency(
      'line_2_amount_transferred_from_spouse',
      'Amount transferred from one spouse to the other (Line 2)',
      "Montant transféré d'un conjoint à l'autre (ligne 2)",
    ),
    currency('amount_for_dependants', 'Amount for dependants', 'Montant pour personnes à charge'),
    currency(
      'amount_for_impairment',
      'Amount for a severe and prolonged impairment (Line 5)',
      'Montant pour déficience grave et prolongée (ligne 5)',
    ),
    currency(
      'amount_for_age_living_alone_or_retirement_income',
      'Age amount, amount for a person living alone and amount for retirement income (Line 6)',
      "Montant accordé en raison de l'âge ou pour personne vivant seule ou pour revenus de retraite (ligne 6)",
    ),
    currency(
      'line_10_total_claim_amount',
      'Total of the amounts claimed (Line 10)',
      'Total des montants demandés (ligne 10)',
      undefined,
      { required: true },
    ),
    currency(
      'line_11_additional_tax',
      'Additional Québec income tax for each pay (Line 11)',
      'Impôt additionnel du Québec par paie (ligne 11)',
    ),
    currency(
      'line_19_deductions',
      'Deductions for living in a remote area and for support payments (Line 19)',
      'Déductions pour région éloignée et pension alimentaire (ligne 19)',
    ),
    flag(
      'line_20_exemption',
      'No Québec income tax is to be withheld (Line 20)',
      'Aucun impôt du Québec à retenir (ligne 20)',
    ),
    MORE_THAN_ONE,
  ],
  (values) =>
    totalIssues(values, 'line_10_total_claim_amount', [
      'line_1_basic_amount',
      'line_2_amount_transferred_from_spouse',
      'amount_for_dependants',
      'amount_for_impairment',
      'amount_for_age_living_alone_or_retirement_income',
    ]),
);

/** Returns that say what is withheld of a work assignment's pay. */
export const CLAIM_FORMS: readonly FormType[] = [td1, ...PROVINCIAL_TD1S, td1x, tp1015];
