import { PROVINCES } from '../employers/tax-property-templates.ts';
import { filled } from '../values/json.ts';
import type { Text } from '../values/text.ts';

/** To whom what was collected is remitted: tax agencies, boards of workers' compensation, provinces that levy on payrolls. */
export interface Provider {
  category: Category;
  label: Text;
  /** What its account identifiers look like; undefined where any text may be one. */
  form?: { pattern: RegExp; example: string };
  /** Whether the agency sorts employers by how often they remit. */
  hasRemitterTypes: boolean;
}

export const CATEGORIES = ['ca_tax_agency', 'ca_workers_compensation', 'ca_health_tax', 'other'] as const;
export type Category = (typeof CATEGORIES)[number];

/** Canada Revenue Agency, guide T4001; Revenu Québec, guide TP-1015.G: how often an employer remits. */
export const REMITTER_TYPES = ['regular', 'quarterly', 'accelerated_threshold_1', 'accelerated_threshold_2'] as const;

/** The provinces that levy a health or education tax on payrolls and collect it themselves. */
const HEALTH_TAX = ['ca_bc', 'ca_mb', 'ca_nl', 'ca_on'];

const provinces = Object.entries(PROVINCES).filter(([province]) => province !== 'ca_oc');

export const PROVIDERS: Readonly<Record<string, Provider>> = {
  ca_cra: {
    category: 'ca_tax_agency',
    label: { en: 'Canada Revenue Agency', fr: 'Agence du revenu du Canada' },
    form: { pattern: /^\d{9}RP\d{4}$/, example: '123456789RP0001' },
    hasRemitterTypes: true,
  },
  ca_rq: {
    category: 'ca_tax_agency',
    label: { en: 'Revenu Québec', fr: 'Revenu Québec' },
    form: { pattern: /^\d{10}RS\d{4}$/, example: '1234567890RS0001' },
    hasRemitterTypes: true,
  },
  ...Object.fromEntries(
    provinces.map(([province, { en, fr }]): [string, Provider] => [
      `${province}_workers_compensation`,
      {
        category: 'ca_workers_compensation',
        label: { en: `Workers' compensation (${en})`, fr: `Indemnisation des accidents du travail (${fr})` },
        hasRemitterTypes: false,
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
          label: { en: `Employer health tax (${en})`, fr: `Cotisation patronale pour la santé (${fr})` },
          hasRemitterTypes: false,
        },
      ]),
  ),
  other: { category: 'other', label: { en: 'Other payee', fr: 'Autre bénéficiaire' }, hasRemitterTypes: false },
};

export const PROVIDER_NAMES = filled(Object.keys(PROVIDERS));
