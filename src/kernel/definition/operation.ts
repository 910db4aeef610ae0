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

/** The media types of answers; most are JSON. */
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

/** A request that passed authentication, limits and its schemas; `B` is the parsed body, `Q` the parsed query. */
// biome-ignore lint/suspicious/noExplicitAny: the body of an unknown operation may be anything
export interface Call<B = any, Q = JsonObject> {
  tenant: Tenant;
  params: Record<string, string>;
  /** The parsed query. */
  query: Q;
  /** The parsed body. */
  body: B;
  /** The file that was sent instead of a JSON body. */
  upload?: Uploaded;
  locale: Locale;
  preferences: Preferences;
  /**
   * The available type that Accept prefers; among equals the first.
   *
   * @throws Problem 406 that lists the available types
   */
  choose(available: readonly Representation[]): Representation;
  /** The revision of If-Match, when it was sent. */
  ifMatch?: string;
  origin: Origin;
  services: Services;
  /** Path and query of the request as it was sent, for page links. */
  url: URL;
}

/** A file that an operation takes besides, or instead of, a JSON body. */
export interface Upload {
  /** Media types that the body itself may have; in a form every file counts as the first of them. */
  types: readonly [string, ...string[]];
  /** Part of a form (multipart/form-data) that holds it. */
  member: string;
  /** Default 10 MiB. */
  max_bytes?: number;
  /** Its content, for the reference. */
  description: string;
  example?: string;
}

/** A file as it was sent. */
export interface Uploaded {
  bytes: Uint8Array;
  type: string;
  /** Its name in the form: only to be shown, never trusted. */
  name?: string;
  /** Other fields of the form. */
  fields: Readonly<Record<string, string>>;
}

/** An answer that is a file. */
export interface FileReply {
  type: FileType;
  /** Read as fast as the caller takes it; ended when the caller disconnects. Nothing opens before the first chunk. */
  bytes: AsyncIterable<Uint8Array>;
  /** File name for saving. */
  name?: string;
  /** In bytes, if known. */
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

/** The answer of one status. */
export interface AnswerShape {
  description: string;
  /** Schema of its JSON; absent where there is none. */
  schema?: z.ZodType;
  /** Besides JSON, or instead of it: chosen by Accept. Only reads and refusals answer with files. */
  files?: readonly FileType[];
  /** Whether it has Retry-After, because the result is still being made. */
  retryAfter?: boolean;
}

/** One operation of the API. Its route, its page of the reference and its checks follow from this. */
export interface Operation {
  /** Unique; the operationId of the reference. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With parameters in braces: `/allowances/{allowance}`. */
  path: string;
  /** `public`: without a credential, and rate-limited by address; `identify` finds the tenant that it acts for. */
  auth: Auth | 'public';
  /** For a public operation: finds the tenant from the request. @throws Problem when it names none */
  identify?: (call: Pick<Call, 'params' | 'query' | 'services'>) => Promise<Tenant>;
  /** Counts in the reveal bucket too: always, or when a file is requested. */
  reveal?: boolean | 'files';
  /** Tag of the reference. */
  tag: string;
  summary: string;
  description?: string;
  /** Schemas of path parameters that are no ids of a resource. */
  params?: Readonly<Record<string, z.ZodType>>;
  query?: QueryParameters;
  /** Schema of the body; a function where it depends on the caller's preferences. */
  body?: z.ZodType | ((preferences: Preferences) => z.ZodType);
  /** The body as the reference shows it, where parts of it are checked by the operation itself. */
  shownBody?: z.ZodType;
  /**
   * For a search or preview: page links of its answer repeat the body in their query, so the query may have members of
   * the body, as the body has them.
   */
  linksRepeatBody?: boolean;
  /** For a POST that only calculates: it is answered for a company that can only be read, too. */
  storesNothing?: boolean;
  /**
   * Of a list: whether its read waits among far pages (timing/far-pages.ts), whichever page a call asks for. A search
   * for a text does. Then the answer does not wait among large ones too.
   */
  readsFar?: (call: Pick<Call<JsonObject>, 'query' | 'body' | 'services'>) => boolean;
  /** Of a read: whether each of its answers is made as a large page is, a few of a company at once. */
  isLarge?: true;
  /** A file that it takes; without `body` it takes only the file. */
  upload?: Upload;
  /** Whether the body may be absent (an action without members). */
  bodyOptional?: boolean;
  /** Successful answers by status, and a refusal that comes as a file. */
  answers: Record<number, AnswerShape>;
  /** Problem statuses beyond those that every operation has. */
  problems?: readonly number[];
  /**
   * For operations that people open in a browser: makes a page from the body when Accept prefers text/html to JSON.
   * Problems are shown as pages too.
   */
  page?: (body: JsonObject, locale: Locale) => ShownPage;
  /** The preferences that change its answer, for Vary and Preference-Applied. */
  prefers?: readonly (keyof Preferences)[];
  /** Takes If-Match although its method does not imply it: an action on a record. */
  takesIfMatch?: boolean;
  /** Answers depend on the language. */
  localized?: boolean;
  /** Resource it belongs to, for the examples and the ETag. */
  resource?: ResourceDefinition;
  /**
   * The secret or token in the answer, if any. A repeated request gets the stored answer only while that is valid;
   * afterwards the operation runs again.
   */
  standsWhile?: (answer: JsonObject) => string | undefined;
  /** Whether a page in a browser may call it, with a token of purpose `component`; default only if it reads. */
  component?: boolean;
  examples?: Record<string, { summary: string; value: unknown }>;
  run: (call: Call) => Promise<Reply>;
}

/** Query parameters by name: the schema of each, and how it is written. */
export type QueryParameters = Record<
  string,
  { schema: z.ZodType; form?: 'value' | 'array' | 'date'; describe?: string; required?: boolean }
>;

/** The parsed query; parameters that are not required may be absent. */
export type QueryOf<Q extends QueryParameters> = {
  [K in keyof Q as Q[K] extends { required: true } ? K : never]: z.output<Q[K]['schema']>;
} & {
  [K in keyof Q as Q[K] extends { required: true } ? never : K]?: z.output<Q[K]['schema']>;
};

/** Declares an operation; its schemas type the body and the query of `run`. */
export const defineOperation = <B extends z.ZodType, const Q extends QueryParameters = Record<never, never>>(
  operation: Omit<Operation, 'body' | 'query' | 'run'> & {
    body?: B;
    query?: Q;
    run: (call: Call<z.output<B>, QueryOf<Q>>) => Promise<Reply>;
  },
  // The route parses body and query with these schemas before it calls `run`; the type of any operation cannot express
  // that.
): Operation => operation as Operation;

/** Whether an operation answers what there is and changes nothing: each GET, and a search or preview by POST. */
export const onlyReads = ({ method, linksRepeatBody }: Operation): boolean =>
  method === 'GET' || linksRepeatBody === true;

/** The only example of a body. */
export const oneExample = (value: unknown): NonNullable<Operation['examples']> => ({
  example: { summary: 'An example', value },
});

/** 202: the result is still being made; the caller should retry after so many seconds. */
export const notReady = (seconds: number): Reply => ({ status: 202, headers: { 'Retry-After': String(seconds) } });
