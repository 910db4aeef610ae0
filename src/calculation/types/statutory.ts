import { labelled } from './item-type.ts';

const CPP = { label: { en: 'CPP', fr: 'RPC' } };
const CPP2 = { label: { en: 'CPP2', fr: 'RPC2' } };
const EI = { label: { en: 'EI', fr: 'AE' } };
const QPP = { label: { en: 'QPP', fr: 'RRQ' } };
const QPP2 = { label: { en: 'QPP2', fr: 'RRQ2' } };
const QPIP = { label: { en: 'QPIP', fr: 'RQAP' } };

/** What is withheld from an employee by law, in the order of a stub. */
export const STATUTORY_WITHHOLDING_TYPES = labelled({
  federal_income_tax: { label: { en: 'Federal Income Tax', fr: 'Impôt fédéral' } },
  provincial_income_tax: { label: { en: 'Provincial Income Tax', fr: 'Impôt provincial' } },
  cpp: CPP,
  cpp_2: CPP2,
  qpp: QPP,
  qpp_2: QPP2,
  ei: EI,
  qpip: QPIP,
  nt_payroll_tax: {
    label: { en: 'Northwest Territories Payroll Tax', fr: 'Impôt sur le salaire des Territoires du Nord-Ouest' },
  },
  nu_payroll_tax: { label: { en: 'Nunavut Payroll Tax', fr: 'Impôt sur le salaire du Nunavut' } },
});

/** What an employer contributes by law. */
export const EMPLOYER_STATUTORY_WITHHOLDING_TYPES = labelled({
  cpp: CPP,
  cpp_2: CPP2,
  qpp: QPP,
  qpp_2: QPP2,
  ei: EI,
  qpip: QPIP,
  employer_health_tax: { label: { en: 'Employer Health Tax', fr: 'Impôt-santé des employeurs' } },
  health_services_fund: { label: { en: 'Health Services Fund', fr: 'Fonds des services de santé' } },
  workers_compensation: {
    label: { en: "Workers' Compensation", fr: 'Indemnisation des accidents du travail' },
  },
  labour_standards: {
    label: { en: 'Labour Standards Contribution', fr: 'Cotisation relative aux normes du travail' },
  },
  workforce_skills_fund: {
    label: {
      en: 'Workforce Skills Development and Recognition Fund',
      fr: "Fonds de développement et de reconnaissance des compétences de la main-d'œuvre",
    },
  },
});
