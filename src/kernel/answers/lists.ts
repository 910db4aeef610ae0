import {
  ALWAYS,
  absent,
  all,
  any,
  type Condition,
  compare,
  dateCondition,
  dateFilterOf,
} from '../../values/condition.ts';
import { isId } from '../../values/ids.ts';
import { type Json, type JsonObject, numberOr, textOrNull, textsOf } from '../../values/json.ts';
import { invalid } from '../../values/problem.ts';
import { encodeQuery } from '../../values/query-text.ts';
import type { Call, Reply } from '../definition/operation.ts';
import type { Page } from '../definition/reader.ts';
import type { Filters, ResourceDefinition } from '../definition/resource.ts';
import { parseExpand, present } from './present.ts';

/** List answers: conditions, pages and links. */
export const PER_PAGE = 15;

/** The condition that the filters of a request make. */
export const filterCondition = (filters: Filters, values: JsonObject, today: string): Condition => {
  const parts = Object.entries(filters).flatMap(([name, filter]) =>
    values[name] === undefined ? [] : [filter.where(values[name], today)],
  );
  return parts.length === 0 ? ALWAYS : all(...parts);
};

/** Leaves out archived records, unless the flag or a date asks for them, and records that are never listed. */
const shownCondition = (definition: ResourceDefinition, query: JsonObject, today: string): Condition => {
  if (!definition.archivable) return definition.listed?.where ?? ALWAYS;
  const on = dateFilterOf(query.archived_at);
  if (on !== undefined) return dateCondition('archived_at', on);
  return query.include_archived ? ALWAYS : notArchived(today);
};

/** Not archived on a day: no date, or a later one. */
export const notArchived = (today: string): Condition => any(absent('archived_at'), compare('archived_at', '>', today));

type Order = readonly { column: string; direction: 'asc' | 'desc' }[];

/** @throws Problem 422 for a field that the list cannot be sorted by. */
const parseSort = (definition: ResourceDefinition, sort: string | undefined): Order | undefined => {
  if (sort === undefined) return definition.order;
  const sorts = definition.sorts ?? {};
  const named = new Set<string>();
  return sort.split(',').map((part) => {
    const [field = '', direction = 'asc', ...more] = part.trim().split(':');
    const column = Object.hasOwn(sorts, field) ? sorts[field] : undefined;
    if (column === undefined || more.length > 0 || (direction !== 'asc' && direction !== 'desc')) {
      const names = Object.keys(sorts).join(', ');
      throw invalid([
        {
          path: 'sort',
          text: {
            en: `"${part.slice(0, 100)}" is no sort; write field, field:asc or field:desc with one of ${names}`,
            fr: `« ${part.slice(0, 100)} » n'est pas un tri; écrivez champ, champ:asc ou champ:desc avec l'un de ${names}`,
          },
        },
      ]);
    }
    if (named.has(field))
      throw invalid([
        {
          path: 'sort',
          text: {
            en: `names ${field} more than once; name each field once`,
            fr: `nomme ${field} plus d'une fois; nommez chaque champ une seule fois`,
          },
        },
      ]);
    named.add(field);
    return { column, direction };
  });
};

/** Whether the records of a list come in the order of their ids unless `sort` is given: then `after` goes on in it. */
export const goesById = ({ order }: ResourceDefinition): boolean => order === undefined;

/**
 * The records after `after`. Whoever reads on after the last record of a page meets each that stays once, whatever is
 * made, archived or deleted meanwhile; a page by its number is another one when a record before it goes or comes.
 *
 * @throws Problem 422 for what is no id of such a record, and beside `sort`
 */
const behind = ({ prefix, object }: ResourceDefinition, { after, sort }: JsonObject): Condition => {
  if (typeof after !== 'string') return ALWAYS;
  if (sort !== undefined)
    throw invalid([
      {
        path: 'after',
        text: {
          en: 'goes on in the order of creation; leave out sort, or go by page',
          fr: "continue dans l'ordre de création; omettez sort, ou allez par page",
        },
      },
    ]);
  if (!isId(after) || !after.startsWith(`${prefix}_`))
    throw invalid([
      {
        path: 'after',
        text: {
          en: `must be the id of a record of object ${object}, the last one of the page before: ${prefix}_ and 26 characters`,
          fr: `doit être l'id d'un dossier d'objet ${object}, le dernier de la page précédente : ${prefix}_ et 26 caractères`,
        },
      },
    ]);
  return compare('id', '>', after);
};

export interface ListOptions {
  filters?: Filters;
  /** Restricts the list, in addition to the query. */
  where?: Condition;
  /**
   * For a search or preview, which have a body: what page links repeat of it and of the query. These links are
   * absolute; those of other lists are relative, as `links.self` is.
   */
  repeated?: JsonObject;
}

/**
 * Characters of a page link that repeats a body, at most: servers and proxies refuse addresses that are much longer.
 */
const LONGEST_LINK = 4_000;

/**
 * What the page links of a search or preview repeat: its body and its query. A selection may be too large for an
 * address: then it is the query alone, and the links are followed with the body in any case.
 */
export const repeatedBy = ({ body, query }: Pick<Call<JsonObject>, 'body' | 'query'>): JsonObject => {
  const { data: _, ...selected } = body;
  const whole = { ...selected, ...query };
  return encodeQuery(whole).length > LONGEST_LINK ? query : whole;
};

/** Runs a list operation: filters, archive, sort and page of the query. */
export const listReply = async (
  definition: ResourceDefinition,
  call: Call,
  options: ListOptions = {},
): Promise<Reply> => {
  const { services, tenant, query } = call;
  const page = numberOr(query.page, 1);
  const per_page = numberOr(query.per_page, PER_PAGE);
  const expand = parseExpand(definition, textsOf(query.expand), services.registry);
  const today = services.clock.today();
  const bounds = options.where ?? shownCondition(definition, query, today);
  const found = await services.read.list(definition.object, tenant, {
    where: all(
      bounds,
      filterCondition(options.filters ?? definition.filters ?? {}, query, today),
      behind(definition, query),
    ),
    order: parseSort(definition, textOrNull(query.sort) ?? undefined),
    page,
    per_page,
  });
  const data = await present(definition, found.rows, call, expand);
  const { repeated } = options;
  const { pathname } = call.url;
  const path = repeated ? `${services.publicUrl}${pathname}` : pathname;
  return { status: 200, body: pageBody(data, found, page, per_page, path, repeated ?? query) };
};

/** The list envelope. Links repeat the query, arrays as key[0]=…, the page last. */
export const pageBody = (
  data: readonly Json[],
  found: Pick<Page, 'total'>,
  page: number,
  per_page: number,
  path: string,
  query: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const last_page = Math.max(1, Math.ceil(found.total / per_page));
  const { page: _, ...rest } = query;
  const text = encodeQuery(rest);
  const link = (to: number) => `${path}?${text === '' ? '' : `${text}&`}page=${to}`;
  return {
    object: 'list',
    data: [...data],
    links: {
      first: link(1),
      last: link(last_page),
      prev: page > 1 ? link(Math.min(page - 1, last_page)) : null,
      next: page < last_page ? link(page + 1) : null,
    },
    meta: { current_page: page, last_page, per_page, total: found.total, has_more: page < last_page },
  };
};
