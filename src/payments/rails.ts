/**
 * Over what payments go: `simulated` moves no money, `cpa_005` makes files for a bank (Payments Canada Standard 005).
 */
export const RAILS = ['simulated', 'cpa_005'] as const;
export type Rail = (typeof RAILS)[number];
