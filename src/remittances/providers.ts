import { PROVINCES } from '../employers/tax-property-templates.ts';
import type { State } from '../kernel/definition/resource.ts';
import { HEALTH_TAX_PROVINCES } from '../statutory/editions/figures.ts';
import { filled, textOf } from '../values/json.ts';
import type { Issue } from '../values/problem.ts';
import type { Text } from '../values/text.ts';

/**
 * The providers that receive remittances: tax agencies, workers' compensation boards, and provinces and territories
 * with levies on payrolls.
 */
export interface Provider {
  category: Category;
  label: Text;
  /** The form of its account identifiers; undefined where any text is allowed. */
  form?: { pattern: RegExp; example: string };
  /** How often its employers may remit; none where it does not sort them. */
  remitterTypes: readonly RemitterType[];
}

export const CATEGORIES = [
  'ca_tax_agency',
  'ca_workers_compensation',
  'ca_health_tax',
  'ca_payroll_tax',
  'other',
] as const;
export type Category = (typeof CATEGORIES)[number];

/** Canada Revenue Agency, guide T4001; Revenu Québec, guide TP-1015.G: how often an employer remits. */
export const REMITTER_TYPES = [
  'regular',
  'quarterly',
  'accelerated_threshold_1',
  'accelerated_threshold_2',
  'annual',
] as const;
export type RemitterType = (typeof REMITTER_TYPES)[number];

/** Where the health tax on payrolls has a payee of its own: Quebec's goes to Revenu Québec with the rest. */
const HEALTH_TAX: readonly string[] = HEALTH_TAX_PROVINCES.filter((province) => province !== 'QC').map(
  (province) => `ca_${province.toLowerCase()}`,
);

/** The territories that tax what employees earn: employers withhold it and remit it to the territory. */
const PAYROLL_TAX = ['ca_nt', 'ca_nu'];

const provinces = Object.entries(PROVINCES).filter(([province]) => province !== 'ca_oc');

export const PROVIDERS: Readonly<Record<string, Provider>> = {
  ca_cra: {
    category: 'ca_tax_agency',
    label: { en: 'Canada Revenue Agency', fr: 'Agence du revenu du Canada' },
    form: { pattern: /^\d{9}RP\d{4}$/, example: '123456789RP0001' },
    remitterTypes: REMITTER_TYPES.filter((type) => type !== 'annual'),
  },
  ca_rq: {
    category: 'ca_tax_agency',
    label: { en: 'Revenu Québec', fr: 'Revenu Québec' },
    form: { pattern: /^\d{10}RS\d{4}$/, example: '1234567890RS0001' },
    remitterTypes: REMITTER_TYPES,
  },
  ...Object.fromEntries(
    provinces.map(([province, { en, fr }]): [string, Provider] => [
      `${province}_workers_compensation`,
      {
        category: 'ca_workers_compensation',
        label: { en: `Workers' compensation (${en})`, fr: `Indemnisation des accidents du travail (${fr})` },
        remitterTypes: [],
      },
    ]),
  ),
  ...Object.fromEntries(
    provinces
      .filter(([province]) => HEALTH_TAX.includes(province))
      .map(([province, { en, fr }]): [string, Provider] => [
        `${province}_health_tax`,
        {
          category: 'ca_health_tax',
          label: { en: `Employer health tax (${en})`, fr: `Impôt-santé des employeurs (${fr})` },
          remitterTypes: [],
        },
      ]),
  ),
  ...Object.fromEntries(
    provinces
      .filter(([province]) => PAYROLL_TAX.includes(province))
      .map(([province, { en, fr }]): [string, Provider] => [
        `${province}_payroll_tax`,
        {
          category: 'ca_payroll_tax',
          label: { en: `Payroll tax (${en})`, fr: `Impôt sur le salaire (${fr})` },
          remitterTypes: [],
        },
      ]),
  ),
  other: { category: 'other', label: { en: 'Other payee', fr: 'Autre bénéficiaire' }, remitterTypes: [] },
};

export const PROVIDER_NAMES = filled(Object.keys(PROVIDERS));

/** What an account says that its provider does not take. */
export const providerIssues = (candidate: State): Issue[] => {
  const provider = PROVIDERS[textOf(candidate.account_provider)];
  if (!provider) return [];
  const issues: Issue[] = [];
  const { account_identifier: identifier, remitter_type, metadata } = candidate;
  const { form, category, remitterTypes } = provider;
  if (typeof identifier === 'string' && form && !form.pattern.test(identifier))
    issues.push({
      path: 'account_identifier',
      text: { en: `must have the form ${form.example}`, fr: `doit avoir la forme ${form.example}` },
    });
  if (remitter_type !== null && remitterTypes.length === 0)
    issues.push({
      path: 'remitter_type',
      text: {
        en: 'belongs to accounts with a tax agency (ca_cra, ca_rq)',
        fr: 'appartient aux comptes auprès des administrations fiscales (ca_cra, ca_rq)',
      },
    });
  else if (remitter_type !== null && !remitterTypes.some((type) => type === remitter_type))
    issues.push({
      path: 'remitter_type',
      text: {
        en: `must be one of ${remitterTypes.join(', ')} with ${candidate.account_provider}`,
        fr: `doit être l'un de ${remitterTypes.join(', ')} auprès de ${candidate.account_provider}`,
      },
    });
  if (metadata !== null && category !== 'ca_workers_compensation')
    issues.push({
      path: 'metadata',
      text: {
        en: "belongs to accounts with a workers' compensation board",
        fr: "appartient aux comptes auprès d'un organisme d'indemnisation des accidents du travail",
      },
    });
  return issues;
};
