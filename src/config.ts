import { z } from 'zod';
import { REVENU_QUEBEC_SETTINGS, revenuQuebecSenderOf, type SlipSender } from './forms/files/rl1-sender.ts';
import { parseTrustedProxies, type TrustedProxies } from './http/door/client-address.ts';
import { ENDPOINTS, type ProviderApp, type ProviderName } from './integrations/access/endpoints.ts';
import { ORIGINATOR_SETTINGS, originatorOf } from './payments/cpa-005/originator.ts';
import type { Originator } from './payments/events.ts';
import { RAILS, type Rail } from './payments/rails.ts';
import { isSecret, SECRET_FORM } from './platform/credentials.ts';
import { KEEP, type Keep } from './processes/sweeper.ts';
import {
  flag,
  integer,
  isBare,
  isDay,
  isDecodable,
  MASTER_KEY_FORM,
  masterKey,
  namesOneHost,
  problem,
  url,
} from './setting-forms.ts';
import { textIf } from './values/json.ts';

/** What a process does. One alone does everything; several share the work. */
export const ROLES = ['api', 'projections', 'processes'] as const;
export type Role = (typeof ROLES)[number];

const isRole = (text: string): text is Role => ROLES.some((role) => role === text);

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The settings of a process, from its environment. */
export interface Config {
  port: number;
  host: string;
  /** Absent when operators have no port of their own. */
  adminPort?: number;
  adminHost?: string;
  dataDir: string;
  /** A folder for files that the service keeps; absent when they are kept in the database. */
  filesDir?: string;
  databaseUrl?: string;
  eventStoreDbUrl?: string;
  /** How the names of our streams begin there. No setting: tests give each log on one server a beginning of its own. */
  eventStoreDbPrefix?: string;
  partnerSecret?: string;
  /** Absent with the embedded database, which keeps one in DATA_DIR. */
  masterKey?: Buffer;
  previousMasterKey?: Buffer;
  limits: { requests: number; reveal: number };
  /** Origins of pages in browsers that may call with a token of purpose `component`. */
  corsOrigins?: readonly string[];
  /** Proxies whose X-Forwarded-For is believed. */
  trustedProxies?: TrustedProxies;
  webhookAllowPrivate: boolean;
  keep: Keep;
  /** The service as accounting providers know it; absent of those that it is not registered with. */
  providers?: Partial<Record<ProviderName, ProviderApp>>;
  /** Absent when it follows from HOST and PORT: see {@link publicUrlOf}. */
  publicUrl?: string;
  /** Over what payments of live employers go; absent, their payrolls cannot be approved. */
  paymentRail?: Rail;
  /** Who sends RL-1 slips; absent where it was not set. */
  revenuQuebec?: SlipSender;
  /** Who sends files to the bank. */
  originator?: Originator;
  testClock_ms?: number;
  /** How long it still answers after SIGTERM, and says that it is not ready. */
  stopDelay_ms: number;
  logLevel: (typeof LOG_LEVELS)[number];
  roles: readonly Role[];
}

/** A setting that stops the start. The message is one sentence: which setting, what is wrong, what would be right. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const EVENTSTOREDB_EXAMPLE = 'esdb://host:2113?tls=false';

const settings = z.object({
  // Where nothing else is likely to listen, and no privilege is needed.
  PORT: integer(0, 65_535).default(8080),
  // Loopback: a service that holds people's pay is opened to a network on purpose, not by forgetting to close it.
  HOST: z.string().max(255).default('127.0.0.1'),
  // What only operators should see is shown where only they can ask.
  ADMIN_PORT: integer(0, 65_535).optional(),
  ADMIN_HOST: z.string().max(255).default('127.0.0.1'),
  // Beside the code, so that two commands suffice and removing it starts over.
  DATA_DIR: z.string().default('./.data'),
  FILES_DIR: z.string().min(1).optional(),
  DATABASE_URL: z
    .string()
    .refine(
      namesOneHost,
      problem(
        'it must name one host, not several: a name or a proxy that leads to the server that takes writes (a comma behind an @ in its password is written as %2C)',
      ),
    )
    .pipe(
      url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/payroll').refine(
        isDecodable,
        problem('a % in its password, or elsewhere in it, must be written as %25'),
      ),
    )
    .optional(),
  EVENTSTOREDB_URL: url(['esdb:', 'esdb+discover:'], EVENTSTOREDB_EXAMPLE)
    .refine(
      (value) => !URL.canParse(value) || new URL(value).host !== '',
      problem(`it must be a URL like ${EVENTSTOREDB_EXAMPLE}`),
    )
    .optional(),
  PARTNER_SECRET: z.string().refine(isSecret, problem(SECRET_FORM)).optional(),
  MASTER_KEY: masterKey().optional(),
  MASTER_KEY_PREVIOUS: masterKey().optional(),
  // The limits of the interface, per entity and minute.
  RATE_LIMIT_REQUESTS: integer(1, 100_000_000).default(1_000),
  RATE_LIMIT_REVEAL: integer(1, 100_000_000).default(25),
  // Pages in browsers are let in by name; a wildcard would let any page try a token that it got hold of.
  CORS_ORIGINS: z
    .string()
    .transform((value) => value.split(',').map((origin) => origin.trim()))
    .refine(
      (origins) => origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
      problem('it must list origins separated by commas, like https://app.example.com,https://admin.example.com'),
    )
    .optional(),
  // Nobody by default: anyone can write the header.
  TRUSTED_PROXIES: z
    .string()
    .transform((value) => parseTrustedProxies(value.split(',').map((entry) => entry.trim())))
    .refine(
      (proxies) => proxies !== undefined,
      problem('it must list IP addresses or networks of proxies, separated by commas, like 10.0.0.0/8,192.0.2.7'),
    )
    .optional(),
  // Webhooks go to addresses that callers choose; inside a network those could reach what only it should.
  WEBHOOK_ALLOW_PRIVATE: flag().default(false),
  KEEP_WEBHOOK_DELIVERIES_DAYS: integer(1, 3_650).default(KEEP.webhookDeliveries_days),
  KEEP_DUE_WORK_DAYS: integer(1, 3_650).default(KEEP.dueWork_days),
  KEEP_READ_GENERATIONS_MINUTES: integer(1, 100_000).default(KEEP.readGenerations_minutes),
  ...REVENU_QUEBEC_SETTINGS,
  // The service as accounting providers know it, and where they are: a sandbox has other addresses.
  QUICKBOOKS_CLIENT_ID: z.string().max(255).optional(),
  QUICKBOOKS_CLIENT_SECRET: z.string().max(255).optional(),
  QUICKBOOKS_AUTHORIZE_URL: url(['https:', 'http:'], ENDPOINTS.quickbooks.authorize).default(
    ENDPOINTS.quickbooks.authorize,
  ),
  QUICKBOOKS_TOKEN_URL: url(['https:', 'http:'], ENDPOINTS.quickbooks.token).default(ENDPOINTS.quickbooks.token),
  QUICKBOOKS_REVOKE_URL: url(['https:', 'http:'], ENDPOINTS.quickbooks.revoke).default(ENDPOINTS.quickbooks.revoke),
  QUICKBOOKS_API_URL: url(['https:', 'http:'], ENDPOINTS.quickbooks.api).default(ENDPOINTS.quickbooks.api),
  XERO_CLIENT_ID: z.string().max(255).optional(),
  XERO_CLIENT_SECRET: z.string().max(255).optional(),
  XERO_AUTHORIZE_URL: url(['https:', 'http:'], ENDPOINTS.xero.authorize).default(ENDPOINTS.xero.authorize),
  XERO_TOKEN_URL: url(['https:', 'http:'], ENDPOINTS.xero.token).default(ENDPOINTS.xero.token),
  XERO_REVOKE_URL: url(['https:', 'http:'], ENDPOINTS.xero.revoke).default(ENDPOINTS.xero.revoke),
  XERO_API_URL: url(['https:', 'http:'], ENDPOINTS.xero.api).default(ENDPOINTS.xero.api),
  PUBLIC_URL: url(['http:', 'https:'], 'https://payroll.example.com')
    .refine(
      (value) => !URL.canParse(value) || isBare(new URL(value)),
      problem('it must hold no user, password, query or fragment: paths are written behind it, and everybody sees it'),
    )
    // As headers and links take it: only ASCII characters, also of names like https://paie.québec.example.
    .transform((value) => new URL(value).href.replace(/\/+$/, ''))
    .optional(),
  // Beside the embedded database nobody is paid in earnest; a database of one's own may hold employers who are.
  PAYMENT_RAIL: z.enum(RAILS).optional(),
  ...ORIGINATOR_SETTINGS,
  TEST_CLOCK: z
    .string()
    .refine(
      (value) =>
        /^20\d\d-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(value) &&
        isDay(value) &&
        !Number.isNaN(Date.parse(value)),
      problem('it must be an instant from 2000 to 2099, like 2026-01-15T15:00:00Z'),
    )
    .transform((value) => Date.parse(value))
    .optional(),
  // A proxy that looks once a second, or every two, has turned away; ten seconds are what most give a process to end.
  STOP_DELAY_SECONDS: integer(0, 300).optional(),
  // Each request is one line; debug adds what only helps to find a fault.
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  ROLES: z
    .string()
    .transform((value) => value.split(',').map((role) => role.trim()))
    .refine((roles) => roles.every(isRole), problem(`it must name some of ${ROLES.join(', ')}, separated by commas`))
    .transform((roles) => [...new Set(roles.filter(isRole))])
    .default([...ROLES]),
});

const STOP_DELAY_s = 3;

/** Beside an embedded database nobody else would answer instead; and to a process without that role nobody is sent. */
const delayOf = ({ STOP_DELAY_SECONDS: given, DATABASE_URL, ROLES: roles }: Settings): number =>
  1_000 * (given ?? (DATABASE_URL !== undefined && roles.includes('api') ? STOP_DELAY_s : 0));

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(settings.shape);

/**
 * Without the value that was given: it may be a secret that came into the wrong setting, and the message is in
 * logs.
 */
const sentence = (issue: z.core.$ZodIssue): string => {
  const text = issue.code === 'custom' ? textIf(issue.params?.text) : undefined;
  const values = issue.code === 'invalid_value' ? `it must be one of ${issue.values.join(', ')}` : issue.message;
  return `${String(issue.path[0])} cannot be used: ${text ?? values}.`;
};

type Settings = z.output<typeof settings>;

/**
 * The service as a provider knows it, when it has both an id and a secret there. @throws ConfigError when it has one of
 * both
 */
const appOf = (name: ProviderName, all: Settings): Partial<Record<ProviderName, ProviderApp>> => {
  const prefix = name === 'quickbooks' ? 'QUICKBOOKS' : 'XERO';
  const client_id = all[`${prefix}_CLIENT_ID`];
  const client_secret = all[`${prefix}_CLIENT_SECRET`];
  if (client_id === undefined && client_secret === undefined) return {};
  if (client_id === undefined || client_secret === undefined)
    throw new ConfigError(`${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET belong together: set both, or neither.`);
  const app: ProviderApp = {
    client_id,
    client_secret,
    authorize: all[`${prefix}_AUTHORIZE_URL`],
    token: all[`${prefix}_TOKEN_URL`],
    revoke: all[`${prefix}_REVOKE_URL`],
    api: all[`${prefix}_API_URL`].replace(/\/+$/, ''),
  };
  return { [name]: app };
};

/** @throws ConfigError when the sender's settings for slips are not all there */
const slipSenderOf = (all: Settings): SlipSender | undefined => {
  const sender = revenuQuebecSenderOf(all);
  if (typeof sender === 'string') throw new ConfigError(sender);
  return sender;
};

/**
 * Over what payments go, and who sends files for it. @throws ConfigError when the sender's settings are not all
 * there
 */
const railOf = (all: Settings): Pick<Config, 'paymentRail' | 'originator'> => {
  const originator = originatorOf(all);
  if (originator && 'missing' in originator)
    throw new ConfigError(`${originator.missing.join(', ')} missing: who sends files to the bank is set as a whole.`);
  if (all.PAYMENT_RAIL === 'cpa_005' && !originator)
    throw new ConfigError(
      `PAYMENT_RAIL ("cpa_005") cannot be used: it needs ${Object.keys(ORIGINATOR_SETTINGS).join(', ')}, as agreed with the bank.`,
    );
  const rail = all.PAYMENT_RAIL ?? (all.DATABASE_URL === undefined ? 'simulated' : undefined);
  return { ...(rail ? { paymentRail: rail } : {}), ...(originator ? { originator } : {}) };
};

/**
 * Reads the settings. An empty variable counts as absent, as compose files write it.
 *
 * @throws ConfigError with one sentence for the first setting that is wrong
 */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const given: Record<string, string> = {};
  for (const name of Object.keys(settings.shape)) {
    const value = env[name]?.trim();
    if (value) given[name] = value;
  }
  const parsed = settings.safeParse(given);
  if (!parsed.success) throw new ConfigError(sentence(parsed.error.issues[0]!));
  const all = parsed.data;
  if (all.DATABASE_URL !== undefined && all.MASTER_KEY === undefined)
    throw new ConfigError(
      `MASTER_KEY is missing: with DATABASE_URL ${MASTER_KEY_FORM}; keep it safe, without it the people in the database cannot be read.`,
    );
  if (all.DATABASE_URL !== undefined && all.TEST_CLOCK !== undefined)
    throw new ConfigError(
      'TEST_CLOCK cannot be used with DATABASE_URL: a made-up time must not enter a shared ledger.',
    );
  if (all.DATABASE_URL === undefined && all.ROLES.length < ROLES.length)
    throw new ConfigError(
      `ROLES (${all.ROLES.join(',')}) leaves work to other processes, which cannot share the embedded database: set DATABASE_URL too, or leave ROLES out.`,
    );
  if (all.ADMIN_PORT !== undefined && all.ADMIN_PORT !== 0 && all.ADMIN_PORT === all.PORT)
    throw new ConfigError(`ADMIN_PORT (${all.ADMIN_PORT}) cannot be used: PORT is the same; choose another one.`);
  return {
    port: all.PORT,
    host: all.HOST,
    ...(all.ADMIN_PORT === undefined ? {} : { adminPort: all.ADMIN_PORT, adminHost: all.ADMIN_HOST }),
    dataDir: all.DATA_DIR,
    ...(all.FILES_DIR === undefined ? {} : { filesDir: all.FILES_DIR }),
    databaseUrl: all.DATABASE_URL,
    eventStoreDbUrl: all.EVENTSTOREDB_URL,
    partnerSecret: all.PARTNER_SECRET,
    masterKey: all.MASTER_KEY,
    previousMasterKey: all.MASTER_KEY_PREVIOUS,
    limits: { requests: all.RATE_LIMIT_REQUESTS, reveal: all.RATE_LIMIT_REVEAL },
    corsOrigins: all.CORS_ORIGINS,
    trustedProxies: all.TRUSTED_PROXIES,
    webhookAllowPrivate: all.WEBHOOK_ALLOW_PRIVATE,
    keep: {
      webhookDeliveries_days: all.KEEP_WEBHOOK_DELIVERIES_DAYS,
      dueWork_days: all.KEEP_DUE_WORK_DAYS,
      readGenerations_minutes: all.KEEP_READ_GENERATIONS_MINUTES,
    },
    providers: { ...appOf('quickbooks', all), ...appOf('xero', all) },
    publicUrl: all.PUBLIC_URL,
    ...railOf(all),
    revenuQuebec: slipSenderOf(all),
    testClock_ms: all.TEST_CLOCK,
    stopDelay_ms: delayOf(all),
    logLevel: all.LOG_LEVEL,
    roles: all.ROLES,
  };
};

/**
 * The base address of absolute links, without a slash at its end: PUBLIC_URL, else what HOST and the port that is
 * listened on make. Never the Host header, which the caller writes.
 */
export const publicUrlOf = (config: Pick<Config, 'publicUrl' | 'host'>, port: number): string => {
  if (config.publicUrl !== undefined) return config.publicUrl;
  const everywhere = config.host === '0.0.0.0' || config.host === '::';
  const host = everywhere ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host;
  return `http://${host}:${port}`;
};
