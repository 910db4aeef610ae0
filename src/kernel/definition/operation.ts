import type { z } from 'zod';
import type { Json, JsonObject } from '../../values/json.ts';
import type { Locale } from '../../values/text.ts';
import type { Auth, ResourceDefinition } from './resource.ts';
import type { Services, Tenant } from './services.ts';
import type { Origin } from './writer.ts';

/** The three preferences a caller may state, by header or by kind of partner. */
export interface Preferences {
  deprecate_sync_bulk: boolean;
  deprecate_flat_bulk_shape: boolean;
  deprecate_benefit_percent: boolean;
}

/** What an answer may be; JSON is what most are. */
export const MEDIA_TYPES = {
  json: 'application/json',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  xml: 'application/xml',
  zip: 'application/zip',
  gzip: 'application/gzip',
} as const;
export type Representation = keyof typeof MEDIA_TYPES;
export type FileType = Exclude<Representation, 'json'>;

/** A request that passed authentication, limits and its schemas: `B` is what the body schema gives, `Q` the query's. */
// biome-ignore lint/suspicious/noExplicitAny: of an operation that is not known the body may be anything
export interface Call<B = any, Q = JsonObject> {
  tenant: Tenant;
  params: Record<string, string>;
  /** What the query schema gave. */
  query: Q;
  /** What the body schema gave. */
  body: B;
  /** The file that came instead of a JSON body. */
  upload?: Uploaded;
  locale: Locale;
  preferences: Preferences;
  /**
   * The type that Accept prefers of those there are; the first of equal ones.
   *
   * @throws Problem 406 that says what there is
   */
  choose(available: readonly Representation[]): Representation;
  /** The revision of If-Match, when one was named. */
  ifMatch?: string;
  origin: Origin;
  services: Services;
  /** Path and query of the request as it came, for page links. */
  url: URL;
}

/** What an operation takes beside, or instead of, a JSON body. */
export interface Upload {
  /** Media types that it may have as the body itself; in a form any file is taken for the first of them. */
  types: readonly [string, ...string[]];
  /** Part of a form (multipart/form-data) that holds it. */
  member: string;
  /** Default 10 MiB. */
  max_bytes?: number;
  /** What is in it, for the reference. */
  description: string;
  example?: string;
}

/** A file as it came. */
export interface Uploaded {
  bytes: Uint8Array;
  type: string;
  /** As the form called it: to be shown, never to be trusted. */
  name?: string;
  /** Other fields of the form. */
  fields: Readonly<Record<string, string>>;
}

/** An answer that is a file. */
export interface FileReply {
  type: FileType;
  /** Read as fast as the caller takes it; ended when the caller goes away. Nothing is opened before the first piece. */
  bytes: AsyncIterable<Uint8Array>;
  /** What it is called when it is saved. */
  name?: string;
  /** In bytes, where it is known. */
  size?: number;
}

export interface Reply {
  status: number;
  /** Instead of a body. */
  file?: FileReply;
  body?: Json | Record<string, unknown>;
  headers?: Record<string, string>;
}

/** A page for people: a heading, and paragraphs of plain text. */
export interface ShownPage {
  title: string;
  text: readonly string[];
}

/** What an answer of one status is. */
export interface AnswerShape {
  description: string;
  /** Of its JSON; absent where there is none. */
  schema?: z.ZodType;
  /** Beside JSON, or instead of it: chosen by Accept. Only what reads answers files, and what refuses. */
  files?: readonly FileType[];
  /** It says in Retry-After when to ask again: what is asked for is still being made. */
  retryAfter?: boolean;
}

/** One operation of the interface: everything that its route, its reference page and its checks are made from. */
export interface Operation {
  /** Unique; the operationId of the reference. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With parameters in braces: `/allowances/{allowance}`. */
  path: string;
  /** `public`: anybody, without a credential, so many times from one address; `identify` says for whom it acts. */
  auth: Auth | 'public';
  /** Of a public operation: the tenant that it acts for, by what was sent. @throws Problem where that names nobody */
  identify?: (call: Pick<Call, 'params' | 'query' | 'services'>) => Promise<Tenant>;
  /** Counts in the reveal bucket too: always, or when a file is asked for. */
  reveal?: boolean | 'files';
  /** Tag of the reference. */
  tag: string;
  summary: string;
  description?: string;
  /** Parameters of the path that are no ids of a resource: what each takes. */
  params?: Readonly<Record<string, z.ZodType>>;
  query?: QueryParameters;
  /** Schema of the body; a function where it depends on what the caller prefers. */
  body?: z.ZodType | ((preferences: Preferences) => z.ZodType);
  /** The body as the reference shows it, where parts of it are checked by the operation itself. */
  shownBody?: z.ZodType;
  /** A file that it takes; without `body` it takes nothing else. */
  upload?: Upload;
  /** A body may be left out altogether (an action without members). */
  bodyOptional?: boolean;
  /** Successful answers by status, and a refusal that comes as a file. */
  answers: Record<number, AnswerShape>;
  /** Problem statuses beyond those that every operation has. */
  problems?: readonly number[];
  /**
   * People come to it in a browser: what they are shown of an answer's body where Accept likes text/html better than
   * JSON. Problems are shown to them too.
   */
  page?: (body: JsonObject, locale: Locale) => ShownPage;
  /** The preferences that change its answer; Vary and Preference-Applied name them. */
  prefers?: readonly (keyof Preferences)[];
  /** Takes If-Match, where that does not follow from its method: an action on a record. */
  takesIfMatch?: boolean;
  /** Answers depend on the language. */
  localized?: boolean;
  /** Resource it belongs to, for the examples and the ETag. */
  resource?: ResourceDefinition;
  /**
   * Where the answer hands out a secret or token: that one. An answer is given again to a repeated request only while
   * it is good; past that the operation is run again.
   */
  standsWhile?: (answer: JsonObject) => string | undefined;
  /** Whether a page in a browser may call it, with a token of purpose `component`; default what only reads. */
  component?: boolean;
  examples?: Record<string, { summary: string; value: unknown }>;
  run: (call: Call) => Promise<Reply>;
}

/** Query parameters by name: the schema of each, and how it is written. */
export type QueryParameters = Record<
  string,
  { schema: z.ZodType; form?: 'value' | 'array' | 'date'; describe?: string; required?: boolean }
>;

/** What query parameters give: those that are not required may be left out. */
export type QueryOf<Q extends QueryParameters> = {
  [K in keyof Q as Q[K] extends { required: true } ? K : never]: z.output<Q[K]['schema']>;
} & {
  [K in keyof Q as Q[K] extends { required: true } ? never : K]?: z.output<Q[K]['schema']>;
};

/** Declares an operation, whose `run` gets the body and the query as its schemas give them. */
export const defineOperation = <B extends z.ZodType, const Q extends QueryParameters = Record<never, never>>(
  operation: Omit<Operation, 'body' | 'query' | 'run'> & {
    body?: B;
    query?: Q;
    run: (call: Call<z.output<B>, QueryOf<Q>>) => Promise<Reply>;
  },
  // The route parses body and query by these very schemas before it calls `run`; the type of any operation cannot say
  // so.
): Operation => operation as Operation;

/** 202: what is asked for is still being made; ask again after so many seconds. */
export const notReady = (seconds: number): Reply => ({ status: 202, headers: { 'Retry-After': String(seconds) } });
