import { type LineKind, PAID_KINDS } from '../../calculation/model/families.ts';
import type { Jurisdiction } from '../../statutory/editions/figures.ts';
import { isAt, jurisdictionOf, type TypeTreatment, treatmentOf } from '../../statutory/editions/line-item-types.ts';

/** By type of withholding or contribution: whether remuneration is part of what it is calculated on in a place. */
const APPLIES: Readonly<Record<string, (counts: TypeTreatment, place: Jurisdiction | null) => boolean>> = {
  federal_income_tax: ({ income_tax }) => income_tax !== 'none',
  provincial_income_tax: ({ income_tax, quebec_tax }, place) => (place === 'QC' ? quebec_tax : income_tax) !== 'none',
  cpp: ({ cpp }) => cpp,
  cpp_2: ({ cpp }) => cpp,
  qpp: ({ qpp }) => qpp,
  qpp_2: ({ qpp }) => qpp,
  ei: ({ ei, ei_quebec }, place) => (place === 'QC' ? ei_quebec : ei),
  qpip: ({ qpip }) => qpip,
  nt_payroll_tax: ({ income_tax }) => income_tax !== 'none',
  nu_payroll_tax: ({ income_tax }) => income_tax !== 'none',
  employer_health_tax: ({ health_tax }, place) => isAt(health_tax, place),
  health_services_fund: ({ health_tax }) => isAt(health_tax, 'QC'),
  workers_compensation: ({ workers_compensation }, place) => isAt(workers_compensation, place),
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
 * (src/calculation/types): a dental plan is taxable in Quebec, and of no tax elsewhere.
 *
 * @param province of employment of their pay stub, as `ca_on`; null where none is known
 */
export const isBaseOf = (withholding: Typed, line: Typed, province: string | null): boolean => {
  if (!REMUNERATION.includes(line.kind)) return false;
  const counts = treatmentOf(line.kind, line.type);
  return counts !== null && (APPLIES[withholding.type]?.(counts, jurisdictionOf(province)) ?? false);
};
