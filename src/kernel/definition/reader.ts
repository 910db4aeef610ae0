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

/**
 * A read has more rows than it may return at once: the code must page, aggregate, or ask for less. Rows are never cut
 * off.
 */
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

/** Bytes of the records of a page, as the database keeps them: as text they may be eight times as many. */
export const MAX_PAGE_BYTES = 8 * 1024 * 1024;

/** The records of a page are too large to be read at once: the caller must ask for fewer. One record never is. */
export class TooLargePage extends Error {
  override name = 'TooLargePage';

  constructor(object: string) {
    super(`a page of ${object} has more than ${MAX_PAGE_BYTES} bytes`);
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

/** The first of the rows that match. */
export interface First<R = State> {
  rows: R[];
  /** Whether more rows match. */
  more: boolean;
}

/** The least and the greatest value of a column, as text. */
export interface Range {
  least: string;
  greatest: string;
}

/**
 * Reads the read models, always within one tenant. No read silently returns fewer rows than match: `find` throws,
 * `first` says that there are more, `list` says the total, `pages` returns all of them, the others aggregate.
 */
export interface Reader {
  get<K extends string>(object: K, tenant: Tenant, id: string): Promise<RecordOf<K> | undefined>;
  /** The rows of the ids that exist. It returns as many rows as ids, so many ids must be read in portions. */
  getMany<K extends string>(object: K, tenant: Tenant, ids: readonly string[]): Promise<Map<string, RecordOf<K>>>;
  /**
   * The same of several tables, by table. What is found of an id is as of one moment: sums that are kept apart, and of
   * which one is taken from another, are read so.
   */
  getTogether(
    objects: readonly string[],
    tenant: Tenant,
    ids: readonly string[],
  ): Promise<Map<string, Map<string, State>>>;
  /**
   * All rows that match, in id order: for records that are few by nature.
   *
   * @throws TooManyRows when they are more than `MAX_FOUND`
   */
  find<K extends string>(object: K, tenant: Tenant, where: Condition): Promise<RecordOf<K>[]>;
  /** The first rows in id order, at most `limit` (and that at most `MAX_FOUND`), and whether there are more. */
  first<K extends string>(object: K, tenant: Tenant, where: Condition, limit: number): Promise<First<RecordOf<K>>>;
  /**
   * All rows that match, however many, in id order, a page at a time. Each page is a query of its own, from the last id
   * of the previous page on, so one page is in memory. It is no snapshot: a row that exists and matches all the time is
   * returned exactly once, as it was when its page was read; one that appears, is deleted, or begins or ceases to match
   * meanwhile may be returned or not; no row is returned twice. This also holds when the read model is swapped for a
   * new generation between two pages, since the new one is at the same position or a later one.
   */
  pages<K extends string>(object: K, tenant: Tenant, where: Condition, size?: number): AsyncIterable<RecordOf<K>[]>;
  /**
   * A page, and how many there are in all. The further behind a page lies, the more it costs, and a search for a text
   * looks through all rows. So a process reads few such pages of a company or partner at once, and the rest waits: the
   * others find connections all the same.
   *
   * @throws TooManyFarPages when too many wait already (far-pages.ts)
   * @throws TooLargePage for several records that are larger together than `MAX_PAGE_BYTES`
   */
  list<K extends string>(object: K, tenant: Tenant, query: ListQuery): Promise<Page<RecordOf<K>>>;
  count(object: string, tenant: Tenant, where: Condition): Promise<number>;
  /**
   * For each value of a column the first row in the order of another column, and among equals by id; rows without a
   * value in the other column are ignored. It returns as many rows as values.
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
   * How many rows match, by the value of a column; rows without a value are ignored.
   *
   * @throws TooManyRows when there are more than `MAX_FOUND` values to count by
   */
  counts(object: string, tenant: Tenant, by: string, where: Condition): Promise<Map<string, number>>;
  /**
   * How many rows of each part match, by the value of a column, all as of one moment; rows without a value are ignored.
   * Values without any row that matches `where` are absent.
   *
   * @throws TooManyRows when there are more than `MAX_FOUND` values to count by
   */
  countsOfParts(
    object: string,
    tenant: Tenant,
    by: string,
    where: Condition,
    parts: Readonly<Record<string, Condition>>,
  ): Promise<Map<string, Record<string, number>>>;
  /** Whether any row matches. */
  exists(object: string, tenant: Tenant, where: Condition): Promise<boolean>;
  /** Which of the values are in a column of any matching row. */
  existing(
    object: string,
    tenant: Tenant,
    column: string,
    values: readonly string[],
    where?: Condition,
  ): Promise<Set<string>>;
  /**
   * Sums of numeric columns by the value of a column, as decimal text; rows without a value are ignored.
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
   * The least and greatest value of a column by the value of another; rows without either are ignored.
   *
   * @throws TooManyRows when there are more than `MAX_FOUND` values to group by
   */
  ranges(object: string, tenant: Tenant, by: string, column: string, where: Condition): Promise<Map<string, Range>>;
}

/** All rows of {@link Reader.pages}: of what is many by nature, and few enough to be in memory at once. */
export const rowsOf = async <R>(pages: AsyncIterable<readonly R[]>): Promise<R[]> => {
  const rows: R[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
};
