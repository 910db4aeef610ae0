/** The accounting providers that are served, and what can be synchronized with each. */
export const PROVIDERS = ['quickbooks', 'xero'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

export const LABELS: Readonly<Record<ProviderName, string>> = { quickbooks: 'QuickBooks', xero: 'Xero' };

export const SYNCS = ['accounting_codes', 'category', 'department', 'journal_entries', 'project'] as const;
export type Sync = (typeof SYNCS)[number];
/** Imports of tracking dimensions. */
const DIMENSIONS = ['category', 'department', 'project'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** QuickBooks has locations and projects of its own; Xero has tracking categories alone. */
export const SYNCS_OF: Readonly<Record<ProviderName, readonly Sync[]>> = {
  quickbooks: SYNCS,
  xero: ['accounting_codes', 'category', 'journal_entries'],
};
