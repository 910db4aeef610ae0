import { z } from 'zod';
import { JURISDICTIONS } from '../calendar/holidays.ts';
import { decimalSchema, refine, textSchema } from '../kernel/definition/schemas.ts';
import { HSF_SECTORS } from '../statutory/employer/health-tax.ts';
import { filled, type Json, type JsonObject, textOf } from '../values/json.ts';
import { toNumber } from '../values/money.ts';
import type { Text } from '../values/text.ts';

// Long: a table, an entry for each tax property that the governments' forms know.

/** The catalogue of tax properties: what each is called, what its value looks like, and whose it may be. */
export type TaxPropertyOwner = 'business_entity' | 'work_assignment' | 'remittance_account';

/** What kind of record an owner is, by its id. */
export const ownerObject = (ownerId: string): TaxPropertyOwner =>
  ownerId.startsWith('be_') ? 'business_entity' : ownerId.startsWith('wrk_') ? 'work_assignment' : 'remittance_account';

export interface TaxPropertyTemplate {
  label: Text;
  format: 'string' | 'boolean' | 'numeric' | 'date' | 'object';
  /** Every admitted value with its label; null when the value is free. */
  options: Readonly<Record<string, Text>> | null;
  owners: readonly TaxPropertyOwner[];
  /** Checks a value as sent and gives the form that is kept: decimals as text. */
  value: z.ZodType;
  /** Members of an object value that are decimals, shown as numbers. */
  decimals?: readonly string[];
  /** Offered to work assignments of this jurisdiction only. */
  jurisdiction?: string;
  /** Whether several of an owner may hold on one day, with different values. */
  concurrent?: boolean;
}

export const PROVINCES: Readonly<Record<string, Text>> = {
  ca_ab: { en: 'Alberta', fr: 'Alberta' },
  ca_bc: { en: 'British Columbia', fr: 'Colombie-Britannique' },
  ca_mb: { en: 'Manitoba', fr: 'Manitoba' },
  ca_nb: { en: 'New Brunswick', fr: 'Nouveau-Brunswick' },
  ca_nl: { en: 'Newfoundland and Labrador', fr: 'Terre-Neuve-et-Labrador' },
  ca_ns: { en: 'Nova Scotia', fr: 'Nouvelle-Écosse' },
  ca_nt: { en: 'Northwest Territories', fr: 'Territoires du Nord-Ouest' },
  ca_nu: { en: 'Nunavut', fr: 'Nunavut' },
  ca_on: { en: 'Ontario', fr: 'Ontario' },
  ca_pe: { en: 'Prince Edward Island', fr: 'Île-du-Prince-Édouard' },
  ca_qc: { en: 'Quebec', fr: 'Québec' },
  ca_sk: { en: 'Saskatchewan', fr: 'Saskatchewan' },
  ca_yt: { en: 'Yukon', fr: 'Yukon' },
  ca_oc: { en: 'Outside Canada', fr: "À l'extérieur du Canada" },
};

const PLACES = ['ab', 'bc', 'mb', 'nb', 'nl', 'ns', 'nt', 'nu', 'on', 'pe', 'qc', 'sk', 'yt'] as const;

const dollars = () => decimalSchema({ places: 2, min: '0', max: '99999999' });
const percent = () => decimalSchema({ places: 6, min: '0', max: '100' });

/** A member of a value, with what the reference says of it. */
const described = (schema: z.ZodType, description: string, example?: string): z.ZodType =>
  schema.meta({ description, ...(example === undefined ? {} : { examples: [example] }) });

const bool = (
  en: string,
  fr: string,
  owners: readonly TaxPropertyOwner[] = ['work_assignment'],
): TaxPropertyTemplate => ({
  label: { en, fr },
  format: 'boolean',
  options: null,
  owners,
  value: z.boolean(),
});

const numeric = (en: string, fr: string, jurisdiction?: string): TaxPropertyTemplate => ({
  label: { en, fr },
  format: 'numeric',
  options: null,
  owners: ['work_assignment'],
  value: dollars(),
  jurisdiction,
});

const province = (en: string, fr: string, owners: readonly TaxPropertyOwner[]): TaxPropertyTemplate => ({
  label: { en, fr },
  format: 'string',
  options: PROVINCES,
  owners,
  value: z.enum(filled(Object.keys(PROVINCES))),
});

const account = (pattern: RegExp, form: string) =>
  textSchema({ max: 20 })
    .refine(
      (value) => pattern.test(value),
      refine({ en: `must have the form ${form}`, fr: `doit avoir la forme ${form}` }),
    )
    .meta({ pattern: pattern.source, examples: [form] });

const CRA_ACCOUNT_FORM = '123456789RP0001';
const craAccount = () => account(/^\d{9}RP\d{4}$/, CRA_ACCOUNT_FORM);

const accountNumber = (en: string, fr: string, value: z.ZodType): TaxPropertyTemplate => ({
  label: { en, fr },
  format: 'string',
  options: null,
  owners: ['business_entity'],
  value,
  // An employer may have several accounts with an agency, each with a number of its own.
  concurrent: true,
});

const object = (
  en: string,
  fr: string,
  owners: readonly TaxPropertyOwner[],
  value: z.ZodType,
  decimals: readonly string[],
): TaxPropertyTemplate => ({ label: { en, fr }, format: 'object', options: null, owners, value, decimals });

const healthTax = (place: string, exemption: boolean): TaxPropertyTemplate =>
  object(
    `Employer health tax (${place.toUpperCase()})`,
    `Impôt-santé des employeurs (${place.toUpperCase()})`,
    ['business_entity'],
    z.strictObject({
      annual_remuneration: described(
        decimalSchema({ places: 2, min: '0', max: '99999999999' }).optional(),
        'Dollars the employer expects to pay in the year',
      ),
      ...(exemption ? { exemption: described(dollars().optional(), 'Dollars of the year that are exempt') } : {}),
      rate: described(percent().optional(), 'Percent of remuneration'),
    }),
    ['annual_remuneration', 'exemption', 'rate'],
  );

const compensationClass = (place: string): TaxPropertyTemplate =>
  object(
    `Workers' compensation class (${place.toUpperCase()})`,
    `Classe d'indemnisation des accidents du travail (${place.toUpperCase()})`,
    ['work_assignment'],
    z.strictObject({
      rate: described(percent(), 'Percent of assessable earnings'),
      code: described(textSchema({ min: 1, max: 50 }), 'Code of the class', '112'),
      industry: described(textSchema({ min: 1, max: 255 }), 'What the class covers', 'Bakeries'),
      historical_remuneration: described(
        dollars().optional(),
        'Assessable dollars of the year before the setting begins',
      ),
    }),
    ['rate', 'historical_remuneration'],
  );

const WA = ['work_assignment'] as const;

/** How statutory holiday pay may be set: by which rules, and from which day its average counts back. */
export const HOLIDAY_PAY_STRATEGIES = ['provincial_rules_only'] as const;
export const HOLIDAY_DATE_BASES = ['before_holiday_week', 'before_holiday'] as const;

/** Provinces with a credit for shares of labour-sponsored funds; Quebec's funds are line item types. */
const FUND_PLACES = ['mb', 'nb', 'ns', 'sk'] as const;

const CLAIM_CODES = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'E'] as const;
const claimCode = (en: string, fr: string): TaxPropertyTemplate => ({
  label: { en, fr },
  format: 'string',
  options: Object.fromEntries(CLAIM_CODES.map((code) => [code, { en: code, fr: code }])),
  owners: WA,
  value: z.enum(CLAIM_CODES),
});

export const TAX_PROPERTY_TEMPLATES: Readonly<Record<string, TaxPropertyTemplate>> = {
  'ca::province_of_employment': province('Province of Employment', "Province d'emploi", [
    'business_entity',
    'work_assignment',
  ]),
  'ca::province_of_work': province('Province of Work', 'Province de travail', WA),
  'ca::tax_id': accountNumber('Tax ID', "Numéro d'entreprise", craAccount()),
  'ca::qc::tax_id': accountNumber(
    'Quebec tax ID',
    "Numéro d'identification du Québec",
    account(/^\d{10}RS\d{4}$/, '1234567890RS0001'),
  ),
  'ca::federal_oc_surtax_exempt': bool(
    'Exempt from the surtax for employment outside Canada',
    "Exempté de la surtaxe pour emploi à l'extérieur du Canada",
    ['business_entity', 'work_assignment'],
  ),
  'ca::on::eht': healthTax('on', true),
  'ca::mb::eht': healthTax('mb', true),
  'ca::nl::eht': healthTax('nl', true),
  'ca::bc::eht': healthTax('bc', true),
  'ca::qc::eht': healthTax('qc', false),
  'ca::qc::health_services_fund': object(
    'Health services fund: sector, and whether the employer is new (QC)',
    "Fonds des services de santé : secteur, et s'il s'agit d'un nouvel employeur (QC)",
    ['business_entity'],
    z.strictObject({
      sector: described(z.enum(HSF_SECTORS).optional(), 'Sector of the employer'),
      is_new_employer: described(z.boolean().optional(), 'Whether it paid nobody in Quebec in earlier years'),
    }),
    [],
  ),
  'ca::qc::workforce_skills_fund': object(
    'Workforce skills fund set aside with each pay (QC)',
    "Fonds des compétences de la main-d'œuvre mis de côté à chaque paie (QC)",
    ['business_entity'],
    z.strictObject({
      training_percentage: described(
        percent().optional(),
        'Percent of pay spent on training: what is left of the 1 % is set aside',
      ),
    }),
    ['training_percentage'],
  ),
  'ca::income_tax_method': {
    label: { en: 'Income tax method', fr: "Méthode de calcul de l'impôt" },
    format: 'string',
    options: {
      periodic: { en: 'Each pay by itself (option 1)', fr: 'Chaque paie séparément (option 1)' },
      cumulative: { en: 'Cumulative averaging (option 2)', fr: 'Calcul cumulatif de la moyenne (option 2)' },
    },
    owners: ['business_entity', 'work_assignment'],
    value: z.enum(['periodic', 'cumulative']),
  },
  'ca::rounding_mode': {
    label: { en: 'Rounding of statutory amounts', fr: 'Arrondissement des montants légaux' },
    format: 'string',
    options: {
      formulas: { en: 'As the published formulas say', fr: 'Selon les formules publiées' },
      calculator: { en: "As the CRA's calculator does", fr: "Comme le calculateur de l'ARC" },
    },
    owners: ['business_entity'],
    value: z.enum(['formulas', 'calculator']),
  },
  'ca::bonus_tax_basis': {
    label: { en: 'What a bonus is taxed on', fr: "Base de l'impôt sur une prime" },
    format: 'string',
    options: {
      annualized: { en: 'A year of pays like the present one', fr: 'Une année de paies comme celle-ci' },
      year_to_date: { en: 'The year so far and what is left of it', fr: "Les cumuls de l'année et ce qui en reste" },
    },
    owners: ['business_entity', 'work_assignment'],
    value: z.enum(['annualized', 'year_to_date']),
  },
  'ca::qc::income_tax_method': {
    label: { en: "Quebec's income tax method", fr: "Méthode de calcul de l'impôt du Québec" },
    format: 'string',
    options: {
      periodic: { en: 'Regular payments (TP-1015.F, 2.1)', fr: 'Paiements réguliers (TP-1015.F, 2.1)' },
      cumulative: {
        en: 'Cumulative averaging, for variable pay (TP-1015.F, 2.2)',
        fr: 'Base moyenne cumulative, pour une rémunération variable (TP-1015.F, 2.2)',
      },
    },
    owners: ['business_entity', 'work_assignment'],
    value: z.enum(['periodic', 'cumulative']),
  },
  'ca::qc::bonus_tax_method': {
    label: { en: "Quebec's method for bonuses and the like", fr: 'Méthode du Québec pour les gratifications' },
    format: 'string',
    options: {
      second: { en: 'Second method: on this pay', fr: 'Seconde méthode : sur cette paie' },
      first: { en: 'First method: on the whole year', fr: "Première méthode : sur l'année entière" },
    },
    owners: ['business_entity', 'work_assignment'],
    value: z.enum(['second', 'first']),
  },
  'ca::payee': {
    label: { en: 'The payee', fr: 'Qui est payé' },
    format: 'string',
    options: {
      employee: { en: 'An employee', fr: 'Une personne employée' },
      pensioner: { en: 'A pensioner', fr: 'Une personne retraitée' },
      other: { en: 'Another beneficiary', fr: 'Une autre personne bénéficiaire' },
    },
    owners: WA,
    value: z.enum(['employee', 'pensioner', 'other']),
  },
  'ca::non_resident': bool('Not a resident of Canada', 'Non-résident du Canada'),
  'ca::pensionable_months': {
    label: { en: 'Months of the year with pension contributions', fr: "Mois de l'année avec cotisations de pension" },
    format: 'numeric',
    options: null,
    owners: WA,
    value: decimalSchema({ places: 0, min: '0', max: '12' }),
  },
  'ca::federal_tax_exempt': bool('Exempt from federal income tax', "Exempté de l'impôt fédéral"),
  'ca::provincial_tax_exempt': bool('Exempt from provincial income tax', "Exempté de l'impôt provincial"),
  'ca::cpp_exempt': bool('CPP exempt', 'Exempté du RPC'),
  'ca::ei_exempt': bool('EI exempt', "Exempté de l'AE"),
  'ca::qc::qpp_exempt': bool('QPP exempt', 'Exempté du RRQ'),
  'ca::qc::qpip_exempt': bool('QPIP exempt', 'Exempté du RQAP'),
  'ca::nt::territorial_payroll_tax': bool(
    'Northwest Territories payroll tax',
    'Impôt sur le salaire des Territoires du Nord-Ouest',
  ),
  'ca::nu::territorial_payroll_tax': bool('Nunavut payroll tax', 'Impôt sur le salaire du Nunavut'),
  'ca::federal::additional_tax': numeric('Additional federal tax per pay', 'Impôt fédéral supplémentaire par paie'),
  'ca::federal::claim_amount': numeric('Federal TD1 claim amount', 'Montant de la demande fédérale TD1'),
  'ca::federal::claim_amount_not_indexed': numeric(
    'Part of the federal claim amount that is not indexed',
    "Partie du montant de la demande fédérale qui n'est pas indexée",
  ),
  'ca::federal::total_income_less_than_total_claim_amount': bool(
    'Total income below the federal claim amount',
    'Revenu total inférieur au montant de la demande fédérale',
  ),
  'ca::federal::annual_deduction_at_source': numeric('Authorized annual deduction', 'Déduction annuelle autorisée'),
  'ca::federal::annual_credit_at_source': numeric(
    'Credits authorized by a tax office (K3)',
    'Crédits autorisés par un bureau des services fiscaux (K3)',
  ),
  'ca::federal::northern_deduction': numeric(
    'Deduction for living in a prescribed zone (HD)',
    'Déduction pour les habitants de régions éloignées (HD)',
  ),
  'ca::federal::alimony': numeric(
    'Alimony of an order before May 1997, per pay (F2)',
    "Pension alimentaire d'une ordonnance d'avant mai 1997, par paie (F2)",
  ),
  'ca::federal::labour_sponsored_shares': numeric(
    'Shares of labour-sponsored funds bought per pay (federal credit)',
    'Actions de fonds de travailleurs achetées par paie (crédit fédéral)',
  ),
  'ca::federal::commission': object(
    'Commission income and expenses of the year (TD1X)',
    "Revenus et dépenses de commissions de l'année (TD1X)",
    WA,
    z.strictObject({
      income: described(dollars(), 'Dollars of commission in the year'),
      expenses: described(dollars().optional(), 'Dollars of expenses in the year'),
    }),
    ['income', 'expenses'],
  ),
  'ca::federal::claim_code': claimCode('Federal claim code', 'Code de demande fédéral'),
  'ca::qc::commission': object(
    'Percentage by which commissions count (TP-1015.R.13.1)',
    'Pourcentage des commissions qui compte (TP-1015.R.13.1)',
    WA,
    z.strictObject({ percentage: percent() }),
    ['percentage'],
  ),
  'ca::qc::fhsa': numeric(
    'Contribution to a first home savings account per pay (F of TP-1015.F)',
    'Cotisation à un CELIAPP par paie (F de TP-1015.F)',
    'ca_qc',
  ),
  'ca::qc::form_deductions': numeric(
    'Deductions of line 19 of the TP-1015.3 (J)',
    'Déductions de la ligne 19 du TP-1015.3 (J)',
    'ca_qc',
  ),
  'ca::qc::annual_deduction_at_source': numeric(
    'Annual deductions authorized by Revenu Québec (J1)',
    'Déductions annuelles autorisées par Revenu Québec (J1)',
    'ca_qc',
  ),
  ...Object.fromEntries(
    PLACES.map((place) => {
      const name = PROVINCES[`ca_${place}`]!;
      const label = [`${name.en}: credits authorized by a tax office`, `${name.fr} : crédits autorisés`] as const;
      return [`ca::${place}::annual_credit_at_source`, numeric(...label, `ca_${place}`)];
    }),
  ),
  ...Object.fromEntries(
    PLACES.filter((place) => place !== 'qc').map((place) => {
      const name = PROVINCES[`ca_${place}`]!;
      return [
        `ca::${place}::claim_code`,
        { ...claimCode(`${name.en} claim code`, `Code de demande (${name.fr})`), jurisdiction: `ca_${place}` },
      ];
    }),
  ),
  ...Object.fromEntries(
    FUND_PLACES.map((place) => {
      const name = PROVINCES[`ca_${place}`]!;
      const label = [
        `Shares of labour-sponsored funds bought per pay (${name.en})`,
        `Actions de fonds de travailleurs achetées par paie (${name.fr})`,
      ] as const;
      return [`ca::${place}::labour_sponsored_shares`, numeric(...label, `ca_${place}`)];
    }),
  ),
  'ca::statutory_holiday_pay': object(
    'Statutory holiday pay',
    'Indemnité de jour férié',
    WA,
    z.strictObject({
      calculate_entitlement: described(z.boolean().optional(), 'Whether holiday pay is calculated'),
      calculation_strategy: described(z.enum(HOLIDAY_PAY_STRATEGIES).optional(), 'The rules that apply'),
      override_rule_set: described(
        z.enum(JURISDICTIONS).nullable().optional(),
        'Rules of another jurisdiction than the place of work',
        'ca_on',
      ),
      override_date_basis: described(
        z.enum(HOLIDAY_DATE_BASES).nullable().optional(),
        'Day from which the averaging period counts back',
        'before_holiday',
      ),
      hours: described(
        decimalSchema({ places: 6, min: '0', max: '24' }).nullable().optional(),
        'Hours a day, used instead of an average',
      ),
      pay_rate: described(
        decimalSchema({ places: 6, min: '0', max: '9999999' }).nullable().optional(),
        'Dollars an hour, used instead of an average',
      ),
    }),
    ['hours', 'pay_rate'],
  ),
  'ca::first_nation_exemptions': object(
    'First Nations exemption (section 87)',
    'Exemption des Premières Nations (article 87)',
    WA,
    z.strictObject({
      exemption_percentage: described(percent(), 'Percent of pay that is exempt'),
      pension_opt_in: described(z.boolean().default(false), 'Whether pension contributions are still made'),
    }),
    ['exemption_percentage'],
  ),
  ...Object.fromEntries(PLACES.map((place) => [`ca::${place}::workers_compensation_class`, compensationClass(place)])),
  ...Object.fromEntries(
    PLACES.map((place) => {
      const name = PROVINCES[`ca_${place}`]!;
      const label = [`${name.en} claim amount`, `Montant de la demande (${name.fr})`] as const;
      return [`ca::${place}::claim_amount`, numeric(...label, `ca_${place}`)];
    }),
  ),
  ...Object.fromEntries(
    PLACES.filter((place) => place !== 'on').map((place) => {
      const name = PROVINCES[`ca_${place}`]!;
      const label = [
        `Part of the ${name.en} claim amount that is not indexed`,
        `Partie du montant de la demande qui n'est pas indexée (${name.fr})`,
      ] as const;
      return [`ca::${place}::claim_amount_not_indexed`, numeric(...label, `ca_${place}`)];
    }),
  ),
  ...Object.fromEntries(
    PLACES.filter((place) => place !== 'on' && place !== 'qc').map((place) => {
      const name = PROVINCES[`ca_${place}`]!;
      const template = bool(
        `Total income below the ${name.en} claim amount`,
        `Revenu total inférieur au montant de la demande (${name.fr})`,
      );
      return [`ca::${place}::total_income_less_than_total_claim_amount`, { ...template, jurisdiction: `ca_${place}` }];
    }),
  ),
  'ca::on::dependent_children_credit': numeric('Ontario dependent children', 'Enfants à charge (Ontario)', 'ca_on'),
  'ca::on::impaired_dependants_credit': numeric(
    'Ontario impaired dependants',
    'Personnes à charge handicapées (Ontario)',
    'ca_on',
  ),
  'ca::qc::additional_tax': numeric(
    'Additional Quebec tax per pay',
    'Impôt du Québec supplémentaire par paie',
    'ca_qc',
  ),
  'ca::ei_premium_reduction': object(
    'EI premium reduction',
    "Réduction du taux de cotisation à l'AE",
    // An employer's CRA accounts have rates of their own: the employer's is that of its main account, and a work
    // assignment paid under another account has that account's.
    ['business_entity', 'work_assignment', 'remittance_account'],
    z.strictObject({
      account_identifier: described(craAccount().optional(), 'CRA account that the rate belongs to', CRA_ACCOUNT_FORM),
      employee_rate: described(percent().optional(), "The employee's rate, in percent of insurable earnings"),
      employer_multiplier: described(
        decimalSchema({ places: 6, min: '1', max: '1.4' }),
        "The employer's premiums as a multiple of the employee's",
      ),
    }),
    ['employee_rate', 'employer_multiplier'],
  ),
};

export const TAX_PROPERTY_TYPES = filled(Object.keys(TAX_PROPERTY_TEMPLATES));

/** The types that an owner accepts; those of one province's forms only where that province is in force. */
export const availableTaxProperties = (owner: TaxPropertyOwner, jurisdiction: string | null): string[] =>
  Object.entries(TAX_PROPERTY_TEMPLATES)
    .filter(([, template]) => template.owners.includes(owner))
    .filter(([, template]) => template.jurisdiction === undefined || template.jurisdiction === jurisdiction)
    .map(([type]) => type);

/** The types that a remittance account accepts, by whom it is with: the CRA reduces the EI premiums of an account. */
export const propertiesOfAccount = (account_provider: string): string[] =>
  account_provider === 'ca_cra' ? availableTaxProperties('remittance_account', null) : [];

/** A kept value as an answer shows it: decimals as numbers. */
export const shownTaxPropertyValue = (type: string, value: Json): Json => {
  const template = TAX_PROPERTY_TEMPLATES[type];
  if (value === null || !template) return value;
  if (template.format === 'numeric') return toNumber(textOf(value));
  if (template.format !== 'object') return value;
  const shown: JsonObject = {};
  for (const [name, member] of Object.entries(value))
    shown[name] = template.decimals?.includes(name) && typeof member === 'string' ? toNumber(member) : member;
  return shown;
};
