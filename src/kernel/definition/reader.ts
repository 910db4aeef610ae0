import type { Condition } from '../../values/condition.ts';
import type { RecordOf, State } from './resource.ts';
import type { Tenant } from './services.ts';

/** Most rows of one `find`, and most groups of one aggregate. */
export const MAX_FOUND = 20_000;
/** Rows of one page of `pages`, unless the caller says otherwise. */
export const PAGE_ROWS = 1_000;

/** No generation of the read model can be read: it is being built. */
export class NotReadable extends Error {
  override name = 'NotReadable';
}

/** A read holds more than it may give at once: it has to page, to aggregate, or to ask for less. Never cut off. */
export class TooManyRows extends Error {
  override name = 'TooManyRows';
  readonly object: string;
  readonly bound: number;

  constructor(object: string, bound: number) {
    super(`more than ${bound} rows of ${object} for one read: page through them or aggregate`);
    this.object = object;
    this.bound = bound;
  }
}

export interface ListQuery {
  where: Condition;
  order?: readonly { column: string; direction: 'asc' | 'desc' }[];
  page: number;
  per_page: number;
}

export interface Page<R = State> {
  rows: R[];
  total: number;
}

/** The first rows of those that fit. */
export interface First<R = State> {
  rows: R[];
  /** Whether others fit too. */
  more: boolean;
}

/** The least and the greatest value of a column, as text. */
export interface Range {
  least: string;
  greatest: string;
}

/**
 * Reads the read models, always within one tenant. No read gives fewer rows than fit without saying so: `find` throws,
 * `first` says that there are more, `list` says the total, `pages` comes to the end, the others aggregate.
 */
export interface Reader {
  get<K extends string>(object: K, tenant: Tenant, id: string): Promise<RecordOf<K> | undefined>;
  /** Those of the ids that there are. As many rows as ids: who has many asks in turns. */
  getMany<K extends string>(object: K, tenant: Tenant, ids: readonly string[]): Promise<Map<string, RecordOf<K>>>;
  /**
   * All rows that fit, in id order: for what is few by its nature.
   *
   * @throws TooManyRows when they are more than `MAX_FOUND`
   */
  find<K extends string>(object: K, tenant: Tenant, where: Condition): Promise<RecordOf<K>[]>;
  /** The first rows in id order, at most `limit` (and that at most `MAX_FOUND`), and whether there are more. */
  first<K extends string>(object: K, tenant: Tenant, where: Condition, limit: number): Promise<First<RecordOf<K>>>;
  /**
   * All rows that fit, however many, in id order, a page at a time. Each page is a query of its own, from the id on where
   * the last one ended, so memory holds one page. It is no snapshot: a row that is there and fits all the while comes
   * exactly once, as it was when its page was read; one that appears, goes, or begins or ceases to fit meanwhile may come
   * or not; none comes twice. When the read model is swapped for a new generation between two pages that holds as well,
   * for the new one is where the old one was or later.
   */
  pages<K extends string>(object: K, tenant: Tenant, where: Condition, size?: number): AsyncIterable<RecordOf<K>[]>;
  list<K extends string>(object: K, tenant: Tenant, query: ListQuery): Promise<Page<RecordOf<K>>>;
  count(object: string, tenant: Tenant, where: Condition): Promise<number>;
  /**
   * Of the rows with each value of a column the first one in the order of another column, and among equals by id; rows
   * without that one count nowhere. As many rows as values.
   */
  firstOfEach<K extends string>(
    object: K,
    tenant: Tenant,
    by: string,
    values: readonly string[],
    order: { column: string; direction: 'asc' | 'desc' },
    where?: Condition,
  ): Promise<Map<string, RecordOf<K>>>;
  /**
   * How many rows fit by the value of a column; rows without that value count nowhere.
   *
   * @throws TooManyRows when there are more than `MAX_FOUND` values to count by
   */
  counts(object: string, tenant: Tenant, by: string, where: Condition): Promise<Map<string, number>>;
  /** Whether any row fits. */
  exists(object: string, tenant: Tenant, where: Condition): Promise<boolean>;
  /** Which of the values are in a column of any row that fits. */
  existing(
    object: string,
    tenant: Tenant,
    column: string,
    values: readonly string[],
    where?: Condition,
  ): Promise<Set<string>>;
  /**
   * Sums of numeric columns by the value of a column, as decimal text; rows without that value count nowhere.
   *
   * @throws TooManyRows when there are more than `MAX_FOUND` values to sum by
   */
  sums(
    object: string,
    tenant: Tenant,
    by: string,
    columns: readonly string[],
    where: Condition,
  ): Promise<Map<string, Record<string, string>>>;
  /**
   * The least and greatest value of a column by the value of another; rows without either count nowhere.
   *
   * @throws TooManyRows when there are more than `MAX_FOUND` values to group by
   */
  ranges(object: string, tenant: Tenant, by: string, column: string, where: Condition): Promise<Map<string, Range>>;
}
