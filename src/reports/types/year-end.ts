import type { ReportType } from '../model/report-type.ts';
import { rl1Sheet, t4aSheet, t4Sheet } from './slips.ts';

/** Payrolls that slips are of: the interface names these three. */
const OF_A_YEAR = { by: 'year', required: false, status: ['approved', 'processing', 'paid'] } as const;

const preview = { scope: ['business_entity'], needs: 'none', filters: OF_A_YEAR } as const;

/** What the T4 slips of a year will tell. */
export const t4Preview: ReportType = {
  ...preview,
  name: 't4-preview',
  title: { en: 'T4 preview', fr: 'Aperçu des T4' },
  purpose: 'T4 slips of a year as they would be now, box by box.',
  formats: ['csv', 'xlsx', 'pdf'],
  sheets: [t4Sheet],
};

/** What the RL-1 slips of a year will tell. */
export const rl1Preview: ReportType = {
  ...preview,
  name: 'rl1-preview',
  title: { en: 'RL-1 preview', fr: 'Aperçu des RL-1' },
  purpose: 'RL-1 slips of a year as they would be now, box by box.',
  formats: ['csv', 'xlsx', 'pdf'],
  sheets: [rl1Sheet],
};

/** The slips of a year in one workbook. */
export const yearEndForms: ReportType = {
  ...preview,
  filters: { ...OF_A_YEAR, required: true },
  name: 'year-end-forms',
  title: { en: 'Year-end forms', fr: "Formulaires de fin d'année" },
  purpose: 'T4, T4A and RL-1 slips of a year, a sheet for each form.',
  formats: ['csv', 'xlsx'],
  sheets: [t4Sheet, t4aSheet, rl1Sheet],
};
