import type { z } from 'zod';
import type { Condition } from '../../values/condition.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import type { Issue } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import type { DomainEvent, Earlier, EventBody, EventDeclaration, RowKey } from '../events/define.ts';
import type { Field, Fields, StateOfFields } from './fields.ts';
import type { Call, Operation, Preferences } from './operation.ts';
import type { Limit } from './room.ts';
import type { Services, Tenant } from './services.ts';
import type { Origin, Writer } from './writer.ts';

// Long: types and their sentences alone: what a resource may declare is read in one place.

/**
 * A resource, declared: what it is made of, what may be asked of it, what it refuses. Routes, OpenAPI, events, read
 * table, lists, filters, expand, bulk and batch follow from this. What a resource does in its own way is in its
 * file as functions (`rules`, `extras`, `evolve`, `writer`); its own operations (approve, end_preview) are declared
 * beside it.
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
  /** Stored members that are no fields, with their schemas: events and state keep them, answers do not show them. */
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
  /** How many there may be beside each other. */
  limits?: readonly Limit[];
  /** A record of it that another one names is not deleted, by its `refuse`; nor in that very moment: references/kept.ts. */
  keptWhileNamed?: boolean;
  /** What only one of them may have at a time. */
  reserves?: readonly Reservation[];
  /** Who may call: default `company` for a company's records, `partner` for a partner's. */
  auth?: Partial<Record<OperationName, Auth>>;
  bulk?: Bulk;
  /** What `search` takes in its body, where there is no selection. */
  search?: Search;
  rules?: Rules<StateWith<F>, X>;
  /** Derived members, loaded once for a page of rows; keyed by id. `asked` are the members that `expand` names. */
  extras?(
    rows: readonly StateWith<F>[],
    services: Services,
    tenant: Tenant,
    asked: ReadonlySet<string>,
  ): Promise<Map<string, JsonObject>>;
  /** Events of its own beyond created, changed and deleted, declared in its context's events.ts. `evolve` folds them. */
  events?: readonly EventDeclaration[];
  /** The versions that its events created and changed had before its fields were what they are. */
  earlier?: Partial<Record<'created' | 'changed', Earlier<JsonObject>>>;
  /** How its own event types fold into the record `key`; the kernel folds created, changed and deleted. */
  evolve?(state: StateWith<F> | undefined, event: DomainEvent, key: RowKey): State | undefined;
  /** How changes of it are written; default: one stream per record. */
  writer?: Writer;
  /**
   * A part of another resource (a line item of its pay stub, a tax property of its owner): it lives in the stream of
   * its container, whose id is in the stored member `by`.
   */
  partOf?: { objects: readonly string[]; by: string };
  /** What a container says to changes of its parts. */
  container?: Container;
  /** Whose key the personal members of its events are sealed under, from an event's data; default the record itself. */
  personalSubject?: (data: JsonObject) => string;
  /**
   * Another schema for bodies than a strict object of `members` (a legacy form by preference); it gives what that one
   * would give. Used for single, bulk and batch requests alike; in bulk requests the parent is not among the members.
   */
  bodies?: (on: 'create' | 'update', members: Record<string, z.ZodType>, preferences: Preferences) => z.ZodType;
  /** The preferences that change its requests or answers. */
  prefers?: Operation['prefers'];
  /** Members that only the answer to a create carries (the first token of a company). */
  afterCreate?(state: StateWith<F>, call: Call): Promise<JsonObject>;
  /** JSON schema keywords for what its rules want of a body beyond what its fields say; for the reference. */
  wants?: { create?: Readonly<Record<string, unknown>>; update?: Readonly<Record<string, unknown>> };
  /**
   * Members of the example bodies in the reference, whose values are the examples of the fields; default the required
   * ones and, of an update, the first.
   */
  examples?: { create?: readonly string[]; update?: readonly string[] };
  /** Why it has no create, update or delete, and what to do instead: the text of the 405. */
  absent?: Partial<Record<'create' | 'update' | 'delete', Text>>;
  /** The token that the answer to a create hands out: see `standsWhile` of an operation. */
  createStandsWhile?: Operation['standsWhile'];
  /** Writing operations that a page in a browser may call, with a token of purpose `component`. */
  component?: readonly OperationName[];
  /** Process managers whose consequences an answer waits for. */
  follows?: readonly string[];
  /** Columns of the read table beyond those of its fields. */
  columns?: Record<string, Column>;
  /** Column groups with an index each; columns of references are indexed anyway. */
  indexes?: readonly (readonly string[])[];
  /** Read tables of what its records come to together. */
  sums?: readonly SumTable[];
  /** A company may have very many: their number is kept, so that a list of all of them need not count. */
  counted?: boolean;
  /**
   * What a list shows, where that is not every record; the others answer by id. As a condition on rows, and on a
   * record.
   */
  listed?: { where: Condition; has(state: State): boolean };
  /** Whether webhooks are called about its changes; default true. */
  announced?: boolean;
  /** How `links.self` is written: relative, absolute on the public address (company), or by query (partner). */
  link?: 'relative' | 'absolute' | 'by_query';
}

/** What the kernel keeps of every record. */
export type Kept = {
  id: string;
  /** The company, or the partner for a partner's records. */
  scope_id: string;
  created_at: string;
  updated_at: string;
  /** Revision of the last event that changed this record's own members, as text: its ETag. */
  version: string;
};

/** The state of any record: its stored members beside what the kernel keeps. Decimals are text. */
export interface State extends Kept {
  [member: string]: Json;
}

/** The state of a record with these fields. */
export type StateWith<F extends Fields> = State & StateOfFields<F>;

/**
 * The records of the service by their object names: what a read gives. Each resource adds its own beside its fields:
 *
 *     declare module '../kernel/definition/resource.ts' {
 *       interface Records {
 *         pay_stub: StateOfFields<typeof fields>;
 *       }
 *     }
 *
 * So the kernel imports no context, and `read.get('pay_stub', …)` gives a pay stub all the same.
 */
// biome-ignore lint/suspicious/noEmptyInterface: contexts fill it.
export interface Records {}

/** The record of an object, whose state has been folded from its events. */
// What `Records` says of an object holds of its states, since its events are held against its fields when appended.
export const recordOf = <K extends string>(_object: K, state: State): RecordOf<K> => state as RecordOf<K>;

/** The record of an object; of a name that is known only at run time, any state. */
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
 * What many records come to, as rows of a read table of its own. Each record adds parts; a row is the sum of the parts
 * of one id, and is there while there are any. It is kept in the same projection as the records, so it always says what
 * they say, and is rebuilt and verified with them.
 */
export interface SumTable {
  name: string;
  columns: Record<string, Column>;
  /** Column groups with an index each. */
  indexes: readonly (readonly string[])[];
  /** What a record adds now; nothing while it does not count. */
  parts(state: State): readonly SumPart[];
}

export interface SumPart {
  /** Of the row. */
  id: string;
  /** Members of the row: the same in all parts of this id. */
  members: JsonObject;
  /** Decimals, in objects as deep as need be, that are added up. A sum of 0 is left out. */
  adds: JsonObject;
}

/** One filter of a list, a bulk call or a criteria object. */
// biome-ignore lint/suspicious/noExplicitAny: what the values of filters side by side are, the schema of each says
export interface Filter<V = any> {
  schema: z.ZodType<V>;
  /** How it is written in a query: default one value. */
  form?: 'value' | 'array' | 'date';
  describe?: string;
  /** It must be given; in the sets of a search, at the root alone. */
  required?: boolean;
  /** Objects whose ids it takes: in a body, an id that names none of them is a 422. */
  names?: readonly string[];
  where: (value: V, today: string) => Condition;
}
export type Filters = Record<string, Filter>;

/** Something that only one record of a company (or partner) may have at a time (kernel/changes/reservations.ts). */
export interface Reservation {
  /** Tells apart those of one resource; never changed. */
  name: string;
  /** What a record has, as a text; undefined while it has nothing of it. */
  key: (state: State) => string | undefined;
  /**
   * The event by which who has it gives it up to the next one (the mark of a primary account). Right then nobody has it,
   * and for longer when the next one dies: who reads it knows what then counts. Without it the next one is refused.
   */
  yields?: (holder: State) => EventBody;
  /** Where the 422 is, and what it says. */
  path: string;
  taken: Text;
}

/** Searching by filters in a body; sets of the same filters may be in `any_of`. */
export interface Search {
  filters: Filters;
  /** The body that the reference shows. */
  example: JsonObject;
}

/** What bulk calls and search select: parents (to create on) and, through them, items. */
export interface Bulk {
  /** Member of the body that holds the selection: work_assignments, pay_stubs, payees. */
  selection: Selection;
  /**
   * Member of a new item that names the selected record: `work_assignment_id`. Absent where the selected are updated
   * themselves.
   */
  parent: string;
  /** What bulk create is made on, where that is not what update and delete select through (payees of work assignments). */
  createSelection?: Selection;
  /** Filters on the items, at the root of update, delete and search bodies. */
  filters: Filters;
  /** Bulk update and delete leave these items out; search shows them. */
  skip?: Condition;
}

export interface Selection {
  member: string;
  /** Objects that are selected, e.g. ['work_assignment'], or ['employee', 'contractor']. */
  of: readonly string[];
  /** Required ids at the root that bound the selection, each with the column of the selected and of the items. */
  within: Record<string, { object: string; column: string; itemColumn?: string }>;
  /** Column of the items that names the selected record: `work_assignment_id`. */
  itemColumn: string;
  /** Keys of include and exclude. */
  criteria: Filters;
  /** Archived records are left out, unless `archived` is among the criteria. */
  archivable?: boolean;
  /** Criterion that leaves out what cannot be a parent, e.g. contractors' assignments. */
  eligible?: Condition;
  /** What depends on the selected and is selected in its turn: the pay rates of work assignments. */
  nested?: NestedSelection;
  /** 400 when the bound record forbids changes (a payroll that is no draft). */
  refuse?(bounds: Record<string, State>): Text | undefined;
}

/** A second selection among what depends on the records of a first; left out of a body it takes all of them. */
export interface NestedSelection {
  /** Member of the body that holds it. */
  member: string;
  object: string;
  /** Its column that names a record of the first selection. */
  by: string;
  /** Column of the items that names one of it. */
  itemColumn: string;
  criteria: Filters;
}

/** The records of one stream, by object and id: what a decision about a container or a part is based on. */
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
   * What else follows in the same append from changed parts (a recalculation). `aggregate` already holds the changes.
   */
  conclude?(state: State, aggregate: Aggregate, origin: Origin, services: Services): Promise<EventBody[]>;
}

/** Where a rule may look: present rows of the same tenant. */
export interface Lookup {
  tenant: Tenant;
  services: Services;
  /** For a change that a page in a browser asks for, with a token of purpose `component`. */
  component: boolean;
  /** Gets of one tick are one query. */
  get<K extends string>(object: K, id: string): Promise<RecordOf<K> | undefined>;
}

/** A resource's own rules. Each is pure but `facts`, which fetches what the others need. */
export interface Rules<S = State, X extends Facts = Facts> {
  /** Fetched before deciding; passed to the others. `aggregate` holds the other records of the stream. */
  facts?(lookup: Lookup, candidate: S, previous: S | undefined, aggregate: Aggregate): Promise<X>;
  /** Fills in what the caller left out and what follows from other members. */
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

/** What a pure rule may know beside states and facts. */
export interface DecideContext {
  tenant: Tenant;
  /** Business time of the change. */
  occurred_at: string;
  /** The business day. */
  today: string;
  /** The other records of the stream: siblings of a part, parts of a container. */
  aggregate: Aggregate;
  /** Members as the caller sent them: so a member left out differs from one sent with its old value. */
  sent: JsonObject;
}

// biome-ignore lint/suspicious/noExplicitAny: the rules that fetch facts know their shape
export type Facts = Record<string, any>;

export type { DomainEvent, EventBody, RowKey } from '../events/define.ts';

/** Declares a resource; gives it back with the types of its fields kept. */
export const defineResource = <F extends Fields, const O extends string, X extends Facts = Facts>(
  definition: ResourceDefinition<F, O, X>,
): ResourceDefinition<F, O, X> => definition;

/** Stored member of a field: `<name>_id` for a reference, its name otherwise, unless it says another. */
export const storedName = (name: string, field: Field): string | undefined =>
  field.stored === 'none' ? undefined : (field.member ?? memberName(name, field));

/** Member of a body that sets a field. */
export const bodyName = (name: string, field: Field): string => field.write?.name ?? memberName(name, field);

const memberName = (name: string, field: Field): string => (field.stored === 'id' ? `${name}_id` : name);

/** `employee_benefit` -> `EmployeeBenefit`. */
export const pascalCase = (object: string): string =>
  object.replace(/(^|_)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase());

export const streamOf = (object: string, id: string): string => `${object}-${id}`;

/** Category and id of a stream name. */
export const parseStream = (stream: string): { object: string; id: string } => {
  const dash = stream.indexOf('-');
  return { object: stream.slice(0, dash), id: stream.slice(dash + 1) };
};
