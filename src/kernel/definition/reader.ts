import type { Condition } from '../../values/condition.ts';
import type { State } from './resource.ts';
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

export interface Page {
  rows: State[];
  total: number;
}

/** The first rows of those that fit. */
export interface First {
  rows: State[];
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
 * `first` says that there are more, `list` tells the total, `pages` comes to the end, the others aggregate.
 */
export interface Reader {
  get(object: string, tenant: Tenant, id: string): Promise<State | undefined>;
  /** Those of the ids that there are. As many rows as ids: who has many asks in turns. */
  getMany(object: string, tenant: Tenant, ids: readonly string[]): Promise<Map<string, State>>;
  /**
   * All rows that fit, in id order: for what is few by its nature.
   *
   * @throws TooManyRows when they are more than `MAX_FOUND`
   */
  find(object: string, tenant: Tenant, where: Condition): Promise<State[]>;
  /** The first rows in id order, at most `limit` (and that at most `MAX_FOUND`), and whether there are more. */
  first(object: string, tenant: Tenant, where: Condition, limit: number): Promise<First>;
  /**
   * All rows that fit, however many, in id order, a page at a time. Each page is a query of its own, from the id on where
   * the last one ended, so memory holds one page. It is no snapshot: a row that is there and fits all the while comes
   * exactly once, as it was when its page was read; one that appears, goes, or begins or ceases to fit meanwhile may come
   * or not; none comes twice. When the read model is swapped for a new generation between two pages that holds as well,
   * for the new one stands where the old one stood or later.
   */
  pages(object: string, tenant: Tenant, where: Condition, size?: number): AsyncIterable<State[]>;
  list(object: string, tenant: Tenant, query: ListQuery): Promise<Page>;
  count(object: string, tenant: Tenant, where: Condition): Promise<number>;
  /**
   * Of the rows with each value of a column the first one in the order of another column, and among equals by id; rows
   * without that one count nowhere. As many rows as values.
   */
  firstOfEach(
    object: string,
    tenant: Tenant,
    by: string,
    values: readonly string[],
    order: { column: string; direction: 'asc' | 'desc' },
    where?: Condition,
  ): Promise<Map<string, State>>;
  /**
   * How many rows fit by the value of a column; rows without that value count nowhere.
   *
   * @throws TooManyRows when there are more than `MAX_FOUND` values to count by
   */
  counts(object: string, tenant: Tenant, by: string, where: Condition): Promise<Map<string, number>>;
  /** Whether any row fits. */
  exists(object: string, tenant: Tenant, where: Condition): Promise<boolean>;
  /** Which of the values stand in a column of any row that fits. */
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
