import type { Logger } from 'pino';
import type { EventStore, Position } from '../../event-store/port.ts';
import type { Clock } from '../../values/clock.ts';
import type { Instant } from '../../values/dates.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import type { Problem } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import type { Upcasters } from '../events/hydrate.ts';
import type { PersonalKeys } from '../events/keys.ts';
import type { Folder } from './fold.ts';
import type { FileType } from './operation.ts';
import type { Reader } from './reader.ts';
import type { Registry } from './registry.ts';
import type { RecordOf, State } from './resource.ts';
import type { Change, Origin } from './writer.ts';

// Long: only types and their comments: everything that the kernel is given, in one place.

/**
 * On whose behalf a request or process acts. Every read and write of records takes one, and only this names a scope.
 */
export interface Tenant {
  partner_id: string;
  /** The company of a company token; absent for a partner. */
  company_id?: string;
  /** A partner reads records of all its companies at once; only for reads. */
  every_company?: boolean;
}

/** The services that contexts may use. Made once by `main.ts`. */
export interface Services {
  clock: Clock;
  store: EventStore;
  read: Reader;
  snapshots: Snapshots;
  keys: PersonalKeys;
  gate: Gate;
  credentials: Credentials;
  deliveries: Deliveries;
  providers: Providers;
  tasks: Tasks;
  outbound: Outbound;
  files: Files;
  registry: Registry;
  folder: Folder;
  upcasters: Upcasters;
  log: Logger;
  /** The rail for payments of live employers; null where the operator has set none, so that no money can move. */
  paymentRail: string | null;
  /** The registered sender of RL-1 slips to Revenu Québec; absent where the operator has set none. */
  revenuQuebec?: RevenuQuebecSender | null;
  /** Base address for absolute links, without a slash at its end. */
  publicUrl: string;
}

/** A transmitter of slips to Revenu Québec, and the software that makes them. */
export interface RevenuQuebecSender {
  /** NP and six digits. */
  transmitter_number: string;
  /** RQ-yy-nn-nnn: one for the slips of each year. */
  certification_numbers: readonly string[];
  partner_id: string;
  product_id: string;
  /** Number ranges for its RL-1 slips of each year, used in this order; they do not overlap. */
  rl1_numbers: readonly { first: number; last: number }[];
}

/** Consistent reads, for work that reads much and must not see partial changes. */
export interface Snapshots {
  /**
   * Runs work with a reader that sees the read models of a company as of one position of the log, however long it
   * takes: all of the company's events up to it, and none after it. Few run at once in a process; others wait.
   *
   * @throws Problem 503 when the read models do not reach a common position in time
   */
  take<T>(tenant: Tenant, work: (read: Reader, position: Position) => Promise<T>): Promise<T>;
}

/** Read your writes: waits until what was appended can be read. */
export interface Gate {
  /**
   * Waits until everything up to a position is followed: the read models have passed it, the named process managers
   * have handled the tenant's events up to it (without a tenant: all events), and the same holds for what they appended
   * for them. False when `within_ms` (default 2,000) ran out first, or at once when the tenant's work is parked.
   *
   * @param since of a tenant: position of the first of its events that are waited for, so that an answer does not wait
   *   for what earlier calls asked for. Default all up to the position, with what was appended for the last of them.
   *   START for the whole log: when waiting for its end, since earlier events may still cause others after it
   */
  followed(
    upTo: Position,
    follows?: readonly string[],
    within_ms?: number,
    tenant?: Tenant,
    since?: Position,
  ): Promise<boolean>;
  /**
   * Whether waiting for these managers of a tenant is of no use, so that `followed` was false though time was left: a
   * read model has stopped, the tenant is parked in one, or a manager's work on it is parked.
   */
  isStuck(follows: readonly string[], tenant: Tenant): boolean;
  /**
   * Since when a process manager has lagged behind a tenant's readable events, in milliseconds of the epoch; undefined
   * while it keeps up, within the two seconds that an answer waits for it.
   */
  behindSince(manager: string, tenant?: Tenant): number | undefined;
  /**
   * The read model that cannot follow a tenant's events, if any: then the tenant's rows are older than its streams, so
   * no decision may be based on them.
   */
  readOnly(tenant: Tenant): string | undefined;
  /** The position that all live read models have passed: later reads include everything up to it. */
  readPosition(): Position;
}

/** An access token, as it is returned once to its holder. */
export interface IssuedToken {
  access_token: string;
  /** Whole minutes left. */
  expires_in: number;
  expires_at: string;
}

/** A valid secret of a partner, as it may be shown: never with its value. */
export interface PartnerSecret {
  id: string;
  created_at: string;
  /** To the minute; null when no use has been recorded. */
  last_used_at: string | null;
  /** Set when it has been replaced. */
  expires_at: string | null;
}

/** Secrets of partners and access tokens of companies: stored as hashes, never in events. */
export interface Credentials {
  issueToken(company: {
    company_id: string;
    partner_id: string;
    purpose: 'access' | 'component';
  }): Promise<IssuedToken>;
  /** Revokes every token of the company. */
  revokeTokens(company_id: string): Promise<void>;
  /** Whether a secret or token is valid now. */
  isValid(secret: string): Promise<boolean>;
  /** The secrets of a partner that are valid, oldest first. */
  listSecrets(partner_id: string): Promise<PartnerSecret[]>;
  /**
   * Issues another secret for a partner; the others expire after `overlap_minutes`. Called again with the same seed it
   * issues the same secret with a new value.
   *
   * @throws SecretRefused when the most allowed are valid already
   */
  issueSecret(request: { partner_id: string; overlap_minutes: number; origin: Origin }): Promise<{
    id: string;
    /** Returned only here. */
    secret: string;
    created_at: string;
    others_expire_at: string;
  }>;
  /**
   * Revokes a secret at once. @throws SecretRefused when there is none with this id, or it is the last that stays valid
   */
  revokeSecret(request: { partner_id: string; id: string; origin: Origin }): Promise<void>;
  /** When a webhook was last called, signed with all keys that were valid then; null when it never was. */
  lastSigned(webhook_id: string): Promise<string | null>;
}

/** One call to a webhook and its outcome so far; kept for a time after its end. Times are those of the database. */
export interface KeptDelivery {
  id: string;
  webhook_id: string;
  sequence: bigint;
  /** Position in the log of the event that it is about; null where that was not stored. */
  position: bigint | null;
  event: string;
  /** The record that it is about, as receivers see it. */
  resource: JsonObject;
  status: DeliveryStatus;
  attempts: number;
  created_at: Instant;
  /** A pending call is not tried before this time. */
  due_at: Instant;
  ended_at: Instant | null;
  last_attempt: {
    ended_at: Instant;
    duration_ms: number;
    /** Status of the receiver's answer; null when there was none, and `error` says why. */
    status: number | null;
    error: string | null;
    /** The beginning of the answer's body. */
    excerpt: string | null;
  } | null;
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'cancelled';

/** The progress of the last replay of a webhook. */
export interface KeptReplay {
  /** It sends the events after this position. */
  from: bigint;
  /** It has reached this position. */
  after: bigint;
  /** It ends at this position. */
  until: bigint;
  /** Earlier events are skipped. */
  since: Instant | null;
}

/** Reads calls to webhooks. The caller has checked that the webhook belongs to the tenant. */
export interface Deliveries {
  /**
   * A page of the calls to a webhook of a partner, the latest first.
   *
   * @throws TooManyFarPages when too many wait already (far-pages.ts)
   */
  list(
    webhook: { id: string; partner_id: string },
    filter: { status?: DeliveryStatus; event?: string; resource_id?: string },
    page: { page: number; per_page: number },
  ): Promise<{ rows: KeptDelivery[]; total: number }>;
  find(id: string): Promise<KeptDelivery | undefined>;
  /** The last replay of a webhook; undefined when there was none. */
  replayOf(webhook_id: string): Promise<KeptReplay | undefined>;
}

/** A connection to an accounting provider, and the provider's id of the books. */
export interface ProviderConnection {
  id: string;
  provider: 'quickbooks' | 'xero';
  realm_id: string;
}

/** Tokens as a provider issues them; lifetimes in seconds. */
export interface ProviderTokens {
  access_token: string;
  access_token_expires_in: number;
  refresh_token: string;
}

/** A request to a provider, below the address of its books. */
export interface ProviderRequest {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: JsonObject;
}

/** Accounting providers: their OAuth, the tokens of connections, and calls with them. */
export interface Providers {
  /** The address where a user authorizes a provider; undefined where the service is not registered with it. */
  authorizationUrl(provider: ProviderConnection['provider'], state: string): string | undefined;
  /**
   * Exchanges the code of a redirect for tokens and stores them. Called again for the same state it returns the same.
   *
   * @throws ProviderRefused, ProviderUnavailable
   */
  exchange(
    connection: Omit<ProviderConnection, 'realm_id'>,
    answer: { state_digest: string; code: string; realm_id: string | undefined },
  ): Promise<{ realm_id: string }>;
  /**
   * Stores tokens from another source, renewed where they have ended.
   *
   * @returns the books, and the tokens as they are stored
   * @throws ProviderRefused, ProviderUnavailable when the books cannot be found with them
   */
  keep(
    connection: Omit<ProviderConnection, 'realm_id'>,
    tokens: ProviderTokens,
    realm_id: string | undefined,
  ): Promise<{ realm_id: string; tokens: ProviderTokens }>;
  /**
   * Deletes the tokens, and ends the connection at the provider if that can be reached and no other employer is
   * connected with the same books. A slow provider is not waited for: it is told behind the answer.
   *
   * @returns whether there were any
   */
  forget(connection: Omit<ProviderConnection, 'realm_id'>): Promise<boolean>;
  /** The same, but only for the tokens that the redirect of a state brought. */
  forgetOf(connection: Omit<ProviderConnection, 'realm_id'>, state_digest: string): Promise<void>;
  /**
   * The same, but only for the tokens that a provider refused.
   *
   * @returns false when the connection has other tokens by now: it was renewed or authorized again
   */
  forgetRefused(connection: Omit<ProviderConnection, 'realm_id'>, refusal: ProviderUnauthorized): Promise<boolean>;
  /**
   * Sends a request to a provider. Renews tokens when necessary, and waits some seconds when the provider asks for
   * that.
   *
   * @throws ProviderRefused when it refuses the request, ProviderUnauthorized when it no longer accepts the tokens,
   *   ProviderBusy when it asks for a longer pause, ProviderUnavailable when it gave no answer: then it may have
   *   carried the request out
   */
  ask(connection: ProviderConnection, request: ProviderRequest, signal?: AbortSignal): Promise<Json>;
}

/** A provider refused a request, or what it answers cannot be used. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused';
  readonly status: number;
  /** Why, as whoever asked reads it: the provider's own words are in its language. */
  readonly said: Text;
  constructor(status: number, said: string | Text) {
    const text = typeof said === 'string' ? { en: said, fr: said } : said;
    super(text.en);
    this.status = status;
    this.said = text;
  }
}

/** What is said of a refusal whose tokens are for no books. */
export const NO_ORGANISATION = {
  en: 'the tokens are for no organisation',
  fr: 'les jetons ne valent pour aucune organisation',
};
/** Of one whose tokens are not for the books that were named beside them. */
export const OTHER_BOOKS = {
  en: 'the tokens are not for the company that realmId names',
  fr: "les jetons ne valent pas pour l'entreprise que realmId nomme",
};
/** Of one whose provider did not say in time what its tokens are for. */
export const ORGANISATION_UNKNOWN = { en: 'the organisation is unknown', fr: "l'organisation est inconnue" };

/** A provider no longer accepts the tokens of a connection: it must be authorized again. */
export class ProviderUnauthorized extends Error {
  override name = 'ProviderUnauthorized';
  /** Version of the tokens that it refused; undefined where there were none. */
  readonly version: bigint | undefined;
  constructor(message: string, version?: bigint) {
    super(message);
    this.version = version;
  }
}

/** A provider gave no answer, or none that shows the outcome of the request. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
}

/** A provider accepts no more requests for a while, and did nothing: due work is tried again after that time. */
export class ProviderBusy extends ProviderUnavailable {
  override name = 'ProviderBusy';
  readonly again_in_ms: number;
  constructor(message: string, again_in_ms: number) {
    super(message);
    this.again_in_ms = again_in_ms;
  }
}

/** Nothing was asked of a provider: another task is at the same, or another connection is being made. */
export class ProviderInUse extends ProviderUnavailable {
  override name = 'ProviderInUse';
  /** What is under way, as whoever asked reads it. */
  readonly text: Text;
  constructor(message: string, text: Text) {
    super(message);
    this.text = text;
  }
}

/** Work on many records outside the request, shown as `async_task`. */
export interface TaskRequest {
  type: 'bulk_create' | 'bulk_update' | 'bulk_delete' | 'batch_upsert' | 'batch_delete';
  /** Resource whose records are written. */
  object: string;
  /** Written to every target of a bulk call. */
  data?: JsonObject;
  /**
   * Bulk: the records, fixed now. For a create `id` is that of the new record and `parent` the record that it is made
   * on. For a change or deletion of a part, `container` is the record whose stream it is in.
   */
  targets?: readonly { id: string; parent?: string; container?: string }[];
  /** Batch: independent elements; `index` is the position in the body. */
  elements?: readonly { index: number; change: Change }[];
  /** Elements that were refused before the task began; they become error entries of the results. */
  refused?: readonly TaskFailure[];
}

/** Work of a declared kind (kernel/calls/task-kind.ts), whose steps are fixed now. */
export interface StepsRequest {
  kind: string;
  input: JsonObject;
  steps: readonly Json[];
}

export interface TaskFailure {
  index: number;
  id?: string;
  problem: Problem;
}

export interface Tasks {
  /** Records the task and returns its first state; from then on it will be run, even if this process crashes. */
  start(request: TaskRequest | StepsRequest, origin: Origin): Promise<{ state: State; position: Position | undefined }>;
  /** The task that an earlier try of the same request started, if one did. */
  earlier(origin: Origin): Promise<State | undefined>;
  /**
   * What came of each step of a task that has ended, in their order.
   *
   * @throws Problem 429 when too many of its company wait already for the results of tasks with many
   */
  results(task: RecordOf<'async_task'>): Promise<JsonObject[]>;
  /** The task once it has ended and can be read, or as it is after the time limit. */
  ended(id: string, tenant: Tenant, within_ms: number): Promise<State>;
  /**
   * Cancels a task: finished steps remain, and the others are recorded as cancelled. It has no effect on a task that
   * has ended.
   *
   * @throws Problem 404 when the tenant has no such task, 400 when its kind cannot be cancelled
   */
  cancel(id: string, origin: Origin): Promise<void>;
}

/** Rules for outgoing calls to addresses that callers choose. */
export interface Outbound {
  /** Why a URL may not be stored; undefined when it may. The address of its host name is checked at the call. */
  refuses(url: URL): Text | undefined;
}

/** A file to be stored. */
export interface NewFile {
  /** The same whenever the file is made again; the one that was stored first remains. */
  id: string;
  /** The company that it belongs to. */
  tenant: Tenant;
  /** File name for saving. */
  name: string;
  type: FileType;
  /** Whether it can be made again from the log: then it is deleted when a person of the company is erased. */
  derived: boolean;
  /** When it is deleted automatically, in business time; default never. */
  expires_at?: Instant;
  /** Default 512 MiB. */
  max_bytes?: number;
}

/** A completely stored file. */
export interface StoredFile {
  id: string;
  name: string;
  type: FileType;
  /** In bytes. */
  size: number;
  /** SHA-256 of its bytes, in hex, which events may hold. */
  sha256: string;
  made_at: Instant;
  expires_at: Instant | null;
}

/** The bytes that were stored of a file, encrypted, and those that there are. */
export interface MeasuredFile {
  id: string;
  stored: number;
  there: number;
}

/** Stores files. Events hold their ids and hashes, never their content. */
export interface Files {
  /**
   * Stores a file from a stream, in bounded memory: the whole file or nothing. When a file with this id exists, nothing
   * is read and that one is returned.
   *
   * @throws Problem 400 when it exceeds its limit; the error of the source; the signal's reason
   */
  write(file: NewFile, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<StoredFile>;
  /** A file of the company; undefined when it has none with this id. */
  find(id: string, tenant: Tenant): Promise<StoredFile | undefined>;
  /**
   * The content of a file in chunks; nothing is opened before the first. It ends normally only when everything was read
   * and the hash is right.
   *
   * @throws FileGone when it does not exist or is deleted meanwhile; FileDamaged when it is not what was written;
   *   Problem 503 when the place that it is kept in is away
   */
  read(id: string, tenant: Tenant): AsyncIterable<Uint8Array>;
  /**
   * Sizes of some files of the company, with what there is of each. Nothing is read of them; one that does not exist is
   * left out.
   *
   * @throws Problem 503 when the place that they are kept in is away
   */
  measure(ids: readonly string[], tenant: Tenant): Promise<MeasuredFile[]>;
  /** Deletes a file of the company with its bytes; returns whether there was one. */
  delete(id: string, tenant: Tenant): Promise<boolean>;
}
