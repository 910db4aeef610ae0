/** Remuneration of a stub that its employer's health taxes depend on, and where it was earned (`ca_on`, …). */
export interface StubRemuneration {
  province: string;
  all: string;
  /** The part that is paid every period. */
  periodic: string;
}

const BASE = /^health_tax_([a-z]{2})$/;

/** Reads it off the sums that a calculated stub carries; null where the stub has none. */
export const remunerationOf = (bases: Readonly<Record<string, string>>): StubRemuneration | null => {
  for (const [name, all] of Object.entries(bases)) {
    const province = BASE.exec(name)?.[1];
    if (province) return { province: `ca_${province}`, all, periodic: bases.health_tax_periodic ?? '0' };
  }
  return null;
};

/** What stubs come to, by province. */
export type Remunerations = Record<string, { all: string; periodic: string }>;
