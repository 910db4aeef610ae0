import type { z } from 'zod';
import type { Position } from '../../event-store/port.ts';
import type { Condition } from '../../values/condition.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import type { Issue } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import type { DomainEvent, Earlier, EventBody, EventDeclaration, RowKey } from '../events/define.ts';
import type { Field, Fields, StateOfFields } from './fields.ts';
import type { Call, Operation, Preferences } from './operation.ts';
import type { Services, Tenant } from './services.ts';
import type { Origin, Writer } from './writer.ts';

// Long: only types and their comments: all that a resource may declare, in one place.

/**
 * The declaration of a resource: its fields, operations and rules. Routes, OpenAPI, events, read table, lists,
 * filters, expand, bulk and batch follow from it. Its particular behaviour is in functions (`rules`, `extras`,
 * `evolve`, `writer`); its own operations (approve, end_preview) are declared beside it.
 */
export interface ResourceDefinition<F extends Fields = Fields, O extends string = string, X extends Facts = Facts> {
  /** Object name in answers, stream category and read table: `work_assignment`. */
  object: O;
  plural: string;
  /** Prefix of its ids, without the underscore. */
  prefix: string;
  /** Path of its collection: `/work_assignments`. */
  path: string;
  /** Folder it belongs to, also the name of the projection that holds its table. */
  context: string;
  /** Whose records these are: a partner's (company, webhook) or a company's. */
  scope: 'partner' | 'company';
  /** One sentence for the API reference. */
  purpose: string;
  fields: F;
  /** Stored members that are no fields, with their schemas: they are in events and state, but not in answers. */
  members?: Readonly<Record<string, z.ZodType>>;
  /** Members of a create body that are no fields (tax_properties of a new employer); rules find them in `sent`. */
  createOnly?: Record<string, z.ZodType>;
  /** Members of an update body that are no fields: they say how it is done; rules find them in `sent`. */
  updateOnly?: Record<string, z.ZodType>;
  /** Relations to many, shown only when expanded: member -> the other resource and its columns that name this one. */
  lists?: Record<string, { of: string; by: string | readonly string[] }>;
  /** Query parameters of the list. */
  filters?: Filters;
  /** Sort names of the list, each with its column. */
  sorts?: Record<string, string>;
  /** Order of a list without `sort`; default by id, which is by creation. */
  order?: readonly { column: string; direction: 'asc' | 'desc' }[];
  /** Lists leave out records whose `archived_at` is past, unless include_archived is true. */
  archivable?: boolean;
  operations: readonly OperationName[];
  /** How many records there may be. */
  limits?: readonly Limit[];
  /** Its `refuse` keeps named records from deletion; references/kept.ts does so for concurrent writes. */
  keptWhileNamed?: boolean;
  /** Records that name one name none once it is deleted (references/kept.ts). */
  forgottenWhenDeleted?: boolean;
  /** Keys that only one record may have at a time. */
  reserves?: readonly Reservation[];
  /** Who may call: default `company` for a company's records, `partner` for a partner's. */
  auth?: Partial<Record<OperationName, Auth>>;
  bulk?: Bulk;
  /** The body of `search`, where there is no selection. */
  search?: Search;
  rules?: Rules<StateWith<F>, X>;
  /**
   * Derived members, loaded once for a page of rows; keyed by id. `tenant` is that of their company, also where a
   * partner sees them below it; `asked` are the members that `expand` names.
   */
  extras?(
    rows: readonly StateWith<F>[],
    services: Services,
    tenant: Tenant,
    asked: ReadonlySet<string>,
  ): Promise<Map<string, JsonObject>>;
  /** Its events beyond created, changed and deleted, declared in its context's events.ts. `evolve` folds them. */
  events?: readonly EventDeclaration[];
  /** Earlier versions of its events created and changed. */
  earlier?: Partial<Record<'created' | 'changed', Earlier<JsonObject>>>;
  /** Folds its own event types into the record `key`; the kernel folds created, changed and deleted. */
  evolve?(state: StateWith<F> | undefined, event: DomainEvent, key: RowKey): State | undefined;
  /** How changes of it are written; default: one stream per record. */
  writer?: Writer;
  /**
   * A part of another resource (a line item of its pay stub, a tax property of its owner): it lives in the stream of
   * its container, whose id is in the stored member `by`.
   */
  partOf?: { objects: readonly string[]; by: string };
  /** The rules of a container for changes of its parts. */
  container?: Container;
  /** The person whose key encrypts the personal members, from an event's data; default the record itself. */
  personalSubject?: (data: JsonObject) => string;
  /**
   * A schema for bodies other than a strict object of `members` (a legacy form by preference), with the same output.
   * Used for single, bulk and batch requests; in bulk requests the parent is not among the members.
   */
  bodies?: (on: 'create' | 'update', members: Record<string, z.ZodType>, preferences: Preferences) => z.ZodType;
  /** The preferences that change its requests or answers. */
  prefers?: Operation['prefers'];
  /** Members that are only in the answer to a create (the first token of a company). */
  afterCreate?(state: StateWith<F>, call: Call): Promise<JsonObject>;
  /** JSON schema keywords for what its rules require of a body beyond its fields; for the reference. */
  wants?: { create?: Readonly<Record<string, unknown>>; update?: Readonly<Record<string, unknown>> };
  /**
   * Members of the example bodies in the reference, whose values are the examples of the fields; default the required
   * ones and, of an update, the first.
   */
  examples?: { create?: readonly string[]; update?: readonly string[] };
  /** Why it has no create, update or delete, and what to do instead: the text of the 405. */
  absent?: Partial<Record<'create' | 'update' | 'delete', Text>>;
  /** The token in the answer to a create: see `standsWhile` of an operation. */
  createStandsWhile?: Operation['standsWhile'];
  /** Writing operations that a page in a browser may call, with a token of purpose `component`. */
  component?: readonly OperationName[];
  /** Process managers that an answer waits for. */
  follows?: readonly string[];
  /** One of these may change the record that was written, so an answer has it as it is after that. */
  isChangedByFollowers?: boolean;
  /**
   * Of parts: those that an answer waits for as well where a change reaches others than the record that the part is in,
   * which it does only now and then.
   */
  reaches?: {
    follows: readonly string[];
    /** @param owners the records whose parts were changed, as they are since */
    others(owners: readonly State[], services: Services, tenant: Tenant): Promise<boolean>;
  };
  /** Columns of the read table beyond those of its fields. */
  columns?: Record<string, Column>;
  /** Column groups with an index each; columns of references are indexed anyway. */
  indexes?: readonly (readonly string[])[];
  /** Read tables of sums over its records. */
  sums?: readonly SumTable[];
  /**
   * How many rows of a table name one of its records: few, or those of a whole staff; default those of a person or of a
   * payroll. Rows are found by the id that the fewest name.
   */
  namedBy?: 'few' | 'staff';
  /**
   * A company may have very many: their number is stored, so that a list of all of them need not count. Where lists are
   * filtered by columns that have few values in a company, it is stored for each of these, and names them.
   */
  counted?: true | readonly [string, ...string[]];
  /**
   * Its records are nearly always left as they were made. So read models do not keep their rows in memory for a later
   * change, where they would take the place of others.
   */
  seldomChanges?: boolean;
  /**
   * Which records are listed, where that is not all; the others can be read by id. As a condition on rows, and as a
   * predicate on a record.
   */
  listed?: { where: Condition; has(state: State): boolean };
  /** Whether webhooks are called about its changes; default true. */
  announced?: boolean;
  /** How `links.self` is written: relative, absolute on the public address (company), or by query (partner). */
  link?: 'relative' | 'absolute' | 'by_query';
}

/** The members of the kernel in every record. */
export type Kept = {
  id: string;
  /** The company, or the partner for a partner's records. */
  scope_id: string;
  created_at: string;
  updated_at: string;
  /** Revision of the last event that changed this record's own members, as text: its ETag. */
  version: string;
};

/** The state of any record: its stored members beside those of the kernel. Decimals are text. */
export interface State extends Kept {
  [member: string]: Json;
}

/** The state of a record with these fields. */
export type StateWith<F extends Fields> = State & StateOfFields<F>;

/**
 * The types of all records by object name, for reads. Each resource adds its own beside its fields:
 *
 *     declare module '../kernel/definition/resource.ts' {
 *       interface Records {
 *         pay_stub: StateOfFields<typeof fields>;
 *       }
 *     }
 *
 * So the kernel imports no context, and `read.get('pay_stub', …)` still returns a pay stub.
 */
// biome-ignore lint/suspicious/noEmptyInterface: contexts add to it.
export interface Records {}

/** The record of an object, whose state has been folded from its events. */
// The types of `Records` hold for folded states, since events are checked against the fields when they are appended.
export const recordOf = <K extends string>(_object: K, state: State): RecordOf<K> => state as RecordOf<K>;

/** The record of an object; any state for a name that is known only at run time. */
export type RecordOf<K extends string> = K extends keyof Records ? Kept & Records[K] : State;

export type OperationName =
  | 'list'
  | 'create'
  | 'retrieve'
  | 'update'
  | 'delete'
  | 'reveal'
  | 'search'
  | 'bulk_create'
  | 'bulk_update'
  | 'bulk_delete'
  | 'batch_upsert'
  | 'batch_delete';

export type Auth = 'partner' | 'company' | 'either';

export type ColumnType = 'text' | 'numeric' | 'integer' | 'boolean' | 'date' | 'text[]';

export interface Column {
  type: ColumnType;
  /** Value of the column for a state. */
  of(state: State): Json;
}

/**
 * Sums over many records, as rows of a read table of their own. Each record adds parts; a row is the sum of the parts
 * of one id, and exists while there are any. It is in the same projection as the records, so it always agrees with
 * them, and is rebuilt and verified with them.
 */
export interface SumTable {
  name: string;
  columns: Record<string, Column>;
  /** Column groups with an index each. */
  indexes: readonly (readonly string[])[];
  /** The parts that a record adds now; none while it does not count. */
  parts(state: State): readonly SumPart[];
}

export interface SumPart {
  /** Id of the row. */
  id: string;
  /** Members of the row: the same in all parts of this id. */
  members: JsonObject;
  /** Decimals to add up, in objects of any depth. A sum of 0 is left out. */
  adds: JsonObject;
}

/** One filter of a list, a bulk call or a criteria object. */
// biome-ignore lint/suspicious/noExplicitAny: each filter has its own type of value, which its schema checks
export interface Filter<V = any> {
  schema: z.ZodType<V>;
  /** How it is written in a query: default one value. */
  form?: 'value' | 'array' | 'date';
  describe?: string;
  /** It must be given; in the sets of a search only at the root. */
  required?: boolean;
  /** Objects whose ids it takes: in a body, an id that names none of them is a 422. */
  names?: readonly string[];
  where: (value: V, today: string) => Condition;
}
export type Filters = Record<string, Filter>;

/** How many records of a kind there may be (room.ts). */
export interface Limit {
  /**
   * Member of their bodies, and column, by which they are counted: `work_assignment_id`; default the company or
   * partner.
   */
  by?: string;
  most: number;
  /** Resources that are counted together, this one among them; default it alone. */
  together?: readonly string[];
  /** Which of them count, by the members named; default all. */
  counting?: {
    members: readonly string[];
    where: (today: string) => Condition;
    of: (state: State, today: string) => boolean;
  };
  /** Writers of different records do not wait for each other, so the limit may be exceeded a little. */
  loose?: boolean;
  /**
   * Those that are created or deleted take turns among all processes: for records of a parent that are made one by
   * one, and seldom.
   */
  isExact?: boolean;
  /** Texts: who has the limit (`the work assignment`) and what is limited (`pay rates`). */
  whose: Text;
  what: Text;
}

/** Something that only one record of a company (or partner) may have at a time (kernel/changes/reservations.ts). */
export interface Reservation {
  /** Distinguishes the reservations of one resource; it must never change. */
  name: string;
  /** The key of a record; undefined while it has none. */
  key: (state: State) => string | undefined;
  /** Where the 422 is, and what it says of the record that has the key. */
  path: string;
  taken: (holder: State) => Text;
}

/** Search by filters in a body; `any_of` may have sets of the same filters. */
export interface Search {
  filters: Filters;
  /** The body that the reference shows. */
  example: JsonObject;
}

/** What bulk calls and search select: parents (to create items on) and, through them, items. */
export interface Bulk {
  /** Member of the body that holds the selection: work_assignments, pay_stubs, payees. */
  selection: Selection;
  /**
   * Member of a new item that names the selected record: `work_assignment_id`. Absent where the selected are updated
   * themselves.
   */
  parent: string;
  /** The selection of bulk create, where it differs from that of update and delete (payees of work assignments). */
  createSelection?: Selection;
  /** Filters on the items, at the root of update, delete and search bodies. */
  filters: Filters;
  /** Bulk update and delete leave these items out; search shows them. */
  skip?: Condition;
  /** Why bulk create or update asks for too much with this data for so many, by members of the data. */
  asksTooMuch?(data: JsonObject, targets: number, lookup: Lookup): Promise<readonly Issue[]>;
}

export interface Selection {
  member: string;
  /** Objects that are selected, e.g. ['work_assignment'], or ['employee', 'contractor']. */
  of: readonly string[];
  /** Required ids at the root that limit the selection, each with the column of the selected and of the items. */
  within: Record<string, { object: string; column: string; itemColumn?: string }>;
  /** Column of the items that names the selected record: `work_assignment_id`. */
  itemColumn: string;
  /** Keys of include and exclude. */
  criteria: Filters;
  /** Archived records are left out, unless `archived` or `ids` is among the criteria. */
  archivable?: boolean;
  /** Leaves out records that cannot be a parent, e.g. contractors' assignments. */
  eligible?: Condition;
  /** A second selection among dependents of the selected records: the pay rates of work assignments. */
  nested?: NestedSelection;
  /** 400 when a record of `within` forbids changes (a payroll that is no draft). */
  refuse?(bounds: Record<string, State>): Text | undefined;
}

/** A second selection among the dependents of the first; all of them when it is absent. */
export interface NestedSelection {
  /** Member of the body that holds it. */
  member: string;
  object: string;
  /** Its column that names a record of the first selection. */
  by: string;
  /** Column of the items that names a record of this selection. */
  itemColumn: string;
  criteria: Filters;
}

/** The records of one stream, by object and id, for decisions about a container or a part. */
export interface Aggregate {
  get<K extends string>(object: K, id: string): RecordOf<K> | undefined;
  /** All records of an object in the stream. */
  all<K extends string>(object: K): RecordOf<K>[];
}

/** A container's rules for changes of its parts. */
export interface Container {
  /** 400 when its parts may not change now (a pay stub that is closed). */
  refuse?(state: State, part: string, action: 'create' | 'update' | 'delete'): Text | undefined;
  /**
   * Further events for the same append after parts changed (a recalculation). `aggregate` already has the changes.
   */
  conclude?(state: State, aggregate: Aggregate, origin: Origin, services: Services): Promise<EventBody[]>;
}

/** The reads of rules: current rows of the same tenant. */
export interface Lookup {
  tenant: Tenant;
  services: Services;
  /** Whether the change was requested by a page in a browser, with a token of purpose `component`. */
  component: boolean;
  /** How far the read models had come at the least when its rows were read: no row is read twice. */
  readFrom: Position;
  /** Calls of one tick are one query. */
  get<K extends string>(object: K, id: string): Promise<RecordOf<K> | undefined>;
}

/** A resource's own rules. All are pure except `facts`, which fetches what the others need. */
export interface Rules<S = State, X extends Facts = Facts> {
  /**
   * Fetched before the decision and passed to the others. `aggregate` has the other records of the stream. A deletion
   * asks with the record as it is: there `candidate` is `previous` itself.
   */
  facts?(lookup: Lookup, candidate: S, previous: S | undefined, aggregate: Aggregate): Promise<X>;
  /** Fills in members that the caller left out or that follow from others. */
  complete?(candidate: S, previous: S | undefined, facts: X, context: DecideContext): S;
  /** Inadmissible members: 422. */
  validate?(candidate: S, previous: S | undefined, facts: X, context: DecideContext): Iterable<Issue>;
  /** What the state forbids: 400. */
  refuse?(
    action: 'create' | 'update' | 'delete',
    previous: S | undefined,
    candidate: S | undefined,
    facts: X,
    context: DecideContext,
  ): Text | undefined;
  /** Parts created together with it, in the same append: their object and their stored members. */
  parts?(candidate: S, facts: X, context: DecideContext): readonly { object: string; members: JsonObject }[];
  /** Parts of the same stream that are deleted together with it. */
  partsLeaving?(previous: S, context: DecideContext): readonly RowKey[];
}

/** The input of pure rules beside states and facts. */
export interface DecideContext {
  tenant: Tenant;
  /** Who changes it, as the origin names them: `company:<id>`, `process:<name>`. */
  actor: string;
  /** Business time of the change. */
  occurred_at: string;
  /** The business day. */
  today: string;
  /** The other records of the stream: siblings of a part, parts of a container. */
  aggregate: Aggregate;
  /** Members as the caller sent them, to distinguish an absent member from one sent with its old value. */
  sent: JsonObject;
}

// biome-ignore lint/suspicious/noExplicitAny: the rules that fetch facts know their shape
export type Facts = Record<string, any>;

export type { DomainEvent, EventBody, RowKey } from '../events/define.ts';

/** Declares a resource, and keeps the types of its fields. */
export const defineResource = <F extends Fields, const O extends string, X extends Facts = Facts>(
  definition: ResourceDefinition<F, O, X>,
): ResourceDefinition<F, O, X> => definition;

/** Stored member of a field: `member` if set, else `<name>_id` for a reference and its name otherwise. */
export const storedName = (name: string, field: Field): string | undefined =>
  field.stored === 'none' ? undefined : (field.member ?? memberName(name, field));

/** Member of a body that sets a field. */
export const bodyName = (name: string, field: Field): string => field.write?.name ?? memberName(name, field);

const memberName = (name: string, field: Field): string => (field.stored === 'id' ? `${name}_id` : name);

/** `employee_benefit` -> `EmployeeBenefit`. */
export const pascalCase = (object: string): string =>
  object.replace(/(^|_)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase());

/** The stream of a record: `<object>-<id>`. */
export const streamOf = (object: string, id: string): string => `${object}-${id}`;

/** Category and id of a stream name. */
export const parseStream = (stream: string): { object: string; id: string } => {
  const dash = stream.indexOf('-');
  return { object: stream.slice(0, dash), id: stream.slice(dash + 1) };
};
