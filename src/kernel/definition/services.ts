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
import type { State } from './resource.ts';
import type { Change, Origin } from './writer.ts';

// Long: types and their sentences alone: what the kernel is given is read in one place.

/**
 * On whose behalf a request or process acts. Every read and write of records passes one; nothing else names a scope.
 */
export interface Tenant {
  partner_id: string;
  /** The company of a company token; absent for a partner. */
  company_id?: string;
  /** A partner reads records of all its companies at once. Nothing is ever written so. */
  every_company?: boolean;
}

/** What contexts may use of the world. Made once by `main.ts`. */
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
  /** Over what payments of live employers go; null where the operator has set nothing, and no money can move. */
  paymentRail: string | null;
  /** Who sends RL-1 slips to Revenu Québec, as that knows it; absent where the operator has set nothing. */
  revenuQuebec?: RevenuQuebecSender | null;
  /** Base address for absolute links, without a slash at its end. */
  publicUrl: string;
}

/** A transmitter of slips to Revenu Québec, and the software that makes them. */
export interface RevenuQuebecSender {
  /** NP and six digits. */
  transmitter_number: string;
  /** RQ-yy-nn-nnn: given again for each year's slips. */
  certification_number: string;
  partner_id: string;
  product_id: string;
  /** Series of numbers that its RL-1 slips of each year are given from, in this order; they do not overlap. */
  rl1_numbers: readonly { first: number; last: number }[];
}

/** Reads of one moment, for work that reads much and must not see half of what happens meanwhile. */
export interface Snapshots {
  /**
   * Runs work on a reader that sees the read models of a company as they are at one position of the log, however
   * long it takes: everything of the company up to it, and nothing behind it. Few run at once in a process; others
   * wait.
   *
   * @throws Problem 503 when the read models do not come to one position in time
   */
  take<T>(tenant: Tenant, work: (read: Reader, position: Position) => Promise<T>): Promise<T>;
}

/** Read your writes: waits until what was appended can be read. */
export interface Gate {
  /**
   * Waits until everything up to a position is followed: the read models have passed it, the named process managers have
   * handled all of the tenant's up to it (without a tenant: of everybody's), and the same holds for what they appended
   * handling the events from `since` on. False when `within_ms` (default 2,000) ran out first, or at once when the tenant's
   * work is parked.
   *
   * @param since position of the first event that is asked about; default the last one alone. START for all that there
   *   was: who asks about the end of the log asks so, since what came before it may still lead to more behind it
   */
  followed(
    upTo: Position,
    follows?: readonly string[],
    within_ms?: number,
    tenant?: Tenant,
    since?: Position,
  ): Promise<boolean>;
  /**
   * Since when a process manager has not handled what can be read of a tenant, in milliseconds of the epoch; undefined
   * while it keeps up, give or take the two seconds that an answer waits for it.
   */
  behindSince(manager: string, tenant?: Tenant): number | undefined;
  /**
   * The read model that cannot follow a tenant's events, if one cannot: what is read of the tenant is older than its
   * streams then, so nothing may be decided by it.
   */
  readOnly(tenant: Tenant): string | undefined;
  /** The position that all live read models have passed: what is read from now on holds everything up to it. */
  readPosition(): Position;
}

/** An access token as its holder gets it, once. */
export interface IssuedToken {
  access_token: string;
  /** Whole minutes left. */
  expires_in: number;
  expires_at: string;
}

/** A valid secret of a partner, as it may be shown: what it is called by, never what it is. */
export interface PartnerSecret {
  id: string;
  created_at: string;
  /** To the minute; null when it was not used since this is noted. */
  last_used_at: string | null;
  /** Set when it has been replaced. */
  expires_at: string | null;
}

/** Secrets of partners and access tokens of companies: kept as hashes, never in events. */
export interface Credentials {
  issueToken(company: {
    company_id: string;
    partner_id: string;
    purpose: 'access' | 'component';
  }): Promise<IssuedToken>;
  /** Revokes every token of the company. */
  revokeTokens(company_id: string): Promise<void>;
  /** Whether a secret or token is good now. */
  isValid(secret: string): Promise<boolean>;
  /** The secrets of a partner that are valid, oldest first. */
  listSecrets(partner_id: string): Promise<PartnerSecret[]>;
  /**
   * Another secret for a partner; those that it has end when `overlap_minutes` are over. Called again with the same
   * seed it is the same one with a new value.
   *
   * @throws SecretRefused when as many are valid as may be
   */
  issueSecret(request: { partner_id: string; seed: string; overlap_minutes: number; actor: string }): Promise<{
    id: string;
    /** Known here and now only. */
    secret: string;
    created_at: string;
    others_expire_at: string;
  }>;
  /**
   * Ends a secret at once. @throws SecretRefused when there is none with this id, or it is the last that stays valid
   */
  revokeSecret(request: { partner_id: string; id: string; actor: string }): Promise<void>;
  /** When a webhook was last called, signed with all keys that were valid then; null when it never was. */
  lastSigned(webhook_id: string): Promise<string | null>;
}

/** One call to a webhook, with what came of it so far: kept for 30 days after its end. Times are the database's. */
export interface KeptDelivery {
  id: string;
  webhook_id: string;
  sequence: bigint;
  /** Place in the ledger of what it is about; null where that was not kept. */
  position: bigint | null;
  event: string;
  /** Which record it is about, as receivers see it. */
  resource: JsonObject;
  status: DeliveryStatus;
  attempts: number;
  created_at: Instant;
  /** Of one that is pending: before then it is not tried. */
  due_at: Instant;
  ended_at: Instant | null;
  last_attempt: {
    ended_at: Instant;
    duration_ms: number;
    /** The receiver's answer; null when there was none, and why. */
    status: number | null;
    error: string | null;
    /** The beginning of the answer's body. */
    excerpt: string | null;
  } | null;
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'cancelled';

/** How far the last replay of a webhook has come. */
export interface KeptReplay {
  /** It sends what is behind this place, */
  from: bigint;
  /** has come to this one, */
  after: bigint;
  /** and ends at this one. */
  until: bigint;
  /** What happened before is passed over. */
  since: Instant | null;
}

/** Calls to webhooks, as they are. The caller has made sure that the webhook is the tenant's. */
export interface Deliveries {
  /** A page of a webhook's, the latest first. */
  list(
    webhook_id: string,
    filter: { status?: DeliveryStatus; event?: string; resource_id?: string },
    page: { page: number; per_page: number },
  ): Promise<{ rows: KeptDelivery[]; total: number }>;
  find(id: string): Promise<KeptDelivery | undefined>;
  /** The last replay of a webhook; undefined when there was none. */
  replayOf(webhook_id: string): Promise<KeptReplay | undefined>;
}

/** Whose tokens of an accounting provider are meant: a connection, and what the provider calls the books. */
export interface ProviderConnection {
  id: string;
  provider: 'quickbooks' | 'xero';
  realm_id: string;
}

/** Tokens as a provider hands them out; lifetimes in seconds. */
export interface ProviderTokens {
  access_token: string;
  access_token_expires_in: number;
  refresh_token: string;
}

/** A request to a provider, below the address of its books. */
export interface ProviderRequest {
  method: 'GET' | 'POST';
  path: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: JsonObject;
}

/** Accounting providers: their OAuth, the tokens of connections, and calls with them. */
export interface Providers {
  /** Where a user authorizes a provider; undefined where the service is not registered with it. */
  authorizationUrl(provider: ProviderConnection['provider'], state: string): string | undefined;
  /**
   * Trades the code of a redirect for tokens and keeps them. Called again for the same state it answers as before.
   *
   * @throws ProviderRefused, ProviderUnavailable
   */
  exchange(
    connection: Omit<ProviderConnection, 'realm_id'>,
    answer: { state_digest: string; code: string; realm_id: string | undefined },
  ): Promise<{ realm_id: string }>;
  /**
   * Keeps tokens that came from elsewhere. @throws ProviderRefused, ProviderUnavailable when the books cannot be found
   * by them
   */
  keep(
    connection: Omit<ProviderConnection, 'realm_id'>,
    tokens: ProviderTokens,
    realm_id: string | undefined,
  ): Promise<{ realm_id: string }>;
  /** Forgets the tokens, and revokes them at the provider where that can be reached. */
  forget(connection: Omit<ProviderConnection, 'realm_id'>): Promise<void>;
  /**
   * Asks a provider, with tokens that are renewed where they must be; waits a while where it asks for time.
   *
   * @throws ProviderRefused when it says no, ProviderUnauthorized when it takes the tokens no more, ProviderUnavailable when
   * it gave no answer: then what was asked for may have been done
   */
  ask(connection: ProviderConnection, request: ProviderRequest, signal?: AbortSignal): Promise<Json>;
}

/** A provider said no. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A provider takes the tokens of a connection no more: it has to be authorized again. */
export class ProviderUnauthorized extends Error {
  override name = 'ProviderUnauthorized';
}

/** A provider gave no answer, or none that says what became of the request. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
}

/** Work on many records, to be done outside the request: what `async_task` shows. */
export interface TaskRequest {
  type: 'bulk_create' | 'bulk_update' | 'bulk_delete' | 'batch_upsert' | 'batch_delete';
  /** Resource whose records are written. */
  object: string;
  /** Written to every target of a bulk call. */
  data?: JsonObject;
  /**
   * Bulk: the records, fixed now. For a create `id` is the new record's, `parent` what it is made on; of a part that is
   * changed or deleted `container` is the record that it lives with.
   */
  targets?: readonly { id: string; parent?: string; container?: string }[];
  /** Member of a new record that names its parent. */
  parentMember?: string;
  /** Batch: each element stands for itself; `index` is its place in the body. */
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
  /** Records the task and gives its first state; from then on it is done, whatever happens to this process. */
  start(request: TaskRequest | StepsRequest, origin: Origin): Promise<{ state: State; position: Position | undefined }>;
  /** The task that an earlier try of the same request started, if one did. */
  earlier(origin: Origin): Promise<State | undefined>;
  /** The task when it has ended and can be read, or as it is when the time is up. */
  ended(id: string, tenant: Tenant, within_ms: number): Promise<State>;
  /**
   * Asks that a task end soon: what is done stays done, and each step that is left is recorded as cancelled. Nothing
   * happens to one that has ended.
   *
   * @throws Problem 404 when the tenant has no such task, 400 when its kind cannot be cancelled
   */
  cancel(id: string, origin: Origin): Promise<void>;
}

/** What the service may call by itself, at addresses that callers choose. */
export interface Outbound {
  /** Why a URL may not be kept; nothing when it may. Where a name leads is judged when it is called. */
  refuses(url: URL): Text | undefined;
}

/** A file to be kept. */
export interface NewFile {
  /** The same to each that makes it again: of several that do, the first one's stays. */
  id: string;
  /** The company that it belongs to. */
  tenant: Tenant;
  /** What it is called when it is saved. */
  name: string;
  type: FileType;
  /** Whether it can be made again from the ledger: then it goes when a person of the company is erased. */
  derived: boolean;
  /** When it is deleted by itself, by business time; default never. */
  expires_at?: Instant;
  /** Default 512 MiB. */
  max_bytes?: number;
}

/** A file that is there, whole. */
export interface StoredFile {
  id: string;
  name: string;
  type: FileType;
  /** In bytes. */
  size: number;
  /** SHA-256 of its bytes, in hex: what events may say of it. */
  sha256: string;
  made_at: Instant;
  expires_at: Instant | null;
}

/** Where files are kept. Events hold ids and hashes of them, never what is in them. */
export interface Files {
  /**
   * Keeps a file as it comes, in bounded memory. It is there when this resolves, whole, or not at all. When there is
   * one of this id, nothing is read and that one is given.
   *
   * @throws Problem 400 when it becomes larger than it may; what the source throws; the signal's reason
   */
  write(file: NewFile, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<StoredFile>;
  /** A file of the company; undefined when it has none of this id. */
  find(id: string, tenant: Tenant): Promise<StoredFile | undefined>;
  /**
   * What is in a file, piece by piece; nothing is opened before the first. It ends only when all of it was read and its
   * hash is right.
   *
   * @throws FileGone when it is deleted meanwhile, or is not there; FileDamaged when it is not what was written
   */
  read(id: string, tenant: Tenant): AsyncIterable<Uint8Array>;
  /** Deletes a file of the company with its bytes; gives whether there was one. */
  delete(id: string, tenant: Tenant): Promise<boolean>;
}
