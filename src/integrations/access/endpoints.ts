import type { ProviderConnection } from '../../kernel/definition/services.ts';

export type ProviderName = ProviderConnection['provider'];

/** Where a provider is found. All of it can be set, so that a sandbox or a test is called in the same way. */
export interface Endpoints {
  authorize: string;
  token: string;
  revoke: string;
  /** Without a slash at its end. */
  api: string;
}

/** The service as it is registered with a provider. */
export interface ProviderApp extends Endpoints {
  client_id: string;
  client_secret: string;
}

/** The service as each provider knows it; absent where it is not registered. */
export type ProviderApps = Partial<Record<ProviderName, ProviderApp>>;

/** What providers publish of their own services. */
export const ENDPOINTS: Readonly<Record<ProviderName, Endpoints>> = {
  quickbooks: {
    authorize: 'https://appcenter.intuit.com/connect/oauth2',
    token: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
    revoke: 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke',
    api: 'https://quickbooks.api.intuit.com',
  },
  xero: {
    authorize: 'https://login.xero.com/identity/connect/authorize',
    token: 'https://identity.xero.com/connect/token',
    revoke: 'https://identity.xero.com/connect/revocation',
    api: 'https://api.xero.com',
  },
};

/**
 * What is asked for: reading the chart of accounts and tracking dimensions, writing entries, and tokens that can be
 * renewed. Xero gives applications that were registered since March 2026 no scope for all kinds of transactions, and
 * older ones none after September 2027.
 */
export const SCOPES: Readonly<Record<ProviderName, string>> = {
  quickbooks: 'com.intuit.quickbooks.accounting',
  xero: 'offline_access accounting.settings accounting.manualjournals accounting.banktransactions',
};
