import { type LineKind, PAID_KINDS } from '../../calculation/model/families.ts';
import { HEALTH_TAX_PROVINCES, JURISDICTIONS } from '../../statutory/editions/figures.ts';
import { isAt, type TypeTreatment, treatmentOf } from '../../statutory/editions/line-item-types.ts';

/** Provinces whose health tax is a line of its own type. */
const HEALTH_TAXES = HEALTH_TAX_PROVINCES.filter((province) => province !== 'QC');

/** By type of withholding or contribution: whether remuneration is part of what it is calculated on. */
const APPLIES: Readonly<Record<string, (counts: TypeTreatment) => boolean>> = {
  federal_income_tax: ({ income_tax }) => income_tax !== 'none',
  provincial_income_tax: ({ income_tax, quebec_tax }) => income_tax !== 'none' || quebec_tax !== 'none',
  cpp: ({ cpp }) => cpp,
  cpp_2: ({ cpp }) => cpp,
  qpp: ({ qpp }) => qpp,
  qpp_2: ({ qpp }) => qpp,
  ei: ({ ei, ei_quebec }) => ei || ei_quebec,
  qpip: ({ qpip }) => qpip,
  nt_payroll_tax: ({ income_tax }) => income_tax !== 'none',
  nu_payroll_tax: ({ income_tax }) => income_tax !== 'none',
  employer_health_tax: ({ health_tax }) => HEALTH_TAXES.some((province) => isAt(health_tax, province)),
  health_services_fund: ({ health_tax }) => isAt(health_tax, 'QC'),
  workers_compensation: ({ workers_compensation: places }) => JURISDICTIONS.some((place) => isAt(places, place)),
  labour_standards: ({ labour_standards }) => labour_standards,
  workforce_skills_fund: ({ health_tax }) => isAt(health_tax, 'QC'),
};

/** What people are paid or given: what withholdings may apply to. Their own contributions only lower it. */
export const REMUNERATION: readonly LineKind[] = [...PAID_KINDS, 'employer_benefit'];

interface Typed {
  kind: LineKind;
  type: string;
}

/**
 * Whether a line is remuneration that a withholding or contribution applies to, by how its type counts
 * (src/calculation/types).
 */
export const isBaseOf = (withholding: Typed, line: Typed): boolean => {
  if (!REMUNERATION.includes(line.kind)) return false;
  const counts = treatmentOf(line.kind, line.type);
  return counts !== null && (APPLIES[withholding.type]?.(counts) ?? false);
};
