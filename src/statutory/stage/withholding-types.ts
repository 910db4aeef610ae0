import type { Translations } from '../../calculation/model/types.ts';

/** A statutory line item type: its name in the interface's catalogue, in both languages. */
export interface StatutoryType {
  type: string;
  label: { en: string; fr: string };
}

const CPP = { en: 'CPP', fr: 'RPC' };
const CPP2 = { en: 'CPP2', fr: 'RPC2' };
const EI = { en: 'EI', fr: 'AE' };
const QPP = { en: 'QPP', fr: 'RRQ' };
const QPP2 = { en: 'QPP2', fr: 'RRQ2' };
const QPIP = { en: 'QPIP', fr: 'RQAP' };

/** What is withheld from an employee, in the order of a stub. */
export const STATUTORY_WITHHOLDING_TYPES = [
  { type: 'federal_income_tax', label: { en: 'Federal Income Tax', fr: 'Impôt fédéral' } },
  { type: 'provincial_income_tax', label: { en: 'Provincial Income Tax', fr: 'Impôt provincial' } },
  { type: 'cpp', label: CPP },
  { type: 'cpp_2', label: CPP2 },
  { type: 'qpp', label: QPP },
  { type: 'qpp_2', label: QPP2 },
  { type: 'ei', label: EI },
  { type: 'qpip', label: QPIP },
  {
    type: 'nt_payroll_tax',
    label: { en: 'Northwest Territories Payroll Tax', fr: 'Impôt sur la paie des Territoires du Nord-Ouest' },
  },
  { type: 'nu_payroll_tax', label: { en: 'Nunavut Payroll Tax', fr: 'Impôt sur la paie du Nunavut' } },
] as const satisfies readonly StatutoryType[];

/** What the employer contributes. */
export const EMPLOYER_STATUTORY_WITHHOLDING_TYPES = [
  { type: 'cpp', label: CPP },
  { type: 'cpp_2', label: CPP2 },
  { type: 'qpp', label: QPP },
  { type: 'qpp_2', label: QPP2 },
  { type: 'ei', label: EI },
  { type: 'qpip', label: QPIP },
  { type: 'employer_health_tax', label: { en: 'Employer Health Tax', fr: 'Impôt-santé des employeurs' } },
  { type: 'health_services_fund', label: { en: 'Health Services Fund', fr: 'Fonds des services de santé' } },
  {
    type: 'workers_compensation',
    label: { en: "Workers' Compensation", fr: 'Indemnisation des accidents du travail' },
  },
  {
    type: 'labour_standards',
    label: { en: 'Labour Standards Contribution', fr: 'Cotisation relative aux normes du travail' },
  },
  {
    type: 'workforce_skills_fund',
    label: {
      en: 'Workforce Skills Development and Recognition Fund',
      fr: "Fonds de développement et de reconnaissance des compétences de la main-d'œuvre",
    },
  },
] as const satisfies readonly StatutoryType[];

export type StatutoryWithholdingType = (typeof STATUTORY_WITHHOLDING_TYPES)[number]['type'];
export type EmployerStatutoryWithholdingType = (typeof EMPLOYER_STATUTORY_WITHHOLDING_TYPES)[number]['type'];

const EMPLOYEE_LABELS = new Map<string, Translations>(
  STATUTORY_WITHHOLDING_TYPES.map(({ type, label }) => [type, label]),
);
const EMPLOYER_LABELS = new Map<string, Translations>(
  EMPLOYER_STATUTORY_WITHHOLDING_TYPES.map(({ type, label }) => [type, label]),
);

/** The title of a line of a type, in both languages. */
export const titleOf = (
  side: 'employee' | 'employer',
  type: string,
): { title: string; title_translations: Translations } => {
  const label = (side === 'employee' ? EMPLOYEE_LABELS : EMPLOYER_LABELS).get(type);
  return { title: label?.en ?? type, title_translations: label ?? { en: type } };
};
