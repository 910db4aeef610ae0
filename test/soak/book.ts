import { readRecord } from '../torture/record.ts';

/** What a company's caller was told, and what must be there because of it. */

export type Fields = Readonly<Record<string, unknown>>;

/** What an acknowledged request has made of one record. */
export type Effect =
  | { of: string; id: string; made: Fields }
  | { of: string; id: string; changed: Fields }
  | { of: string; id: string; gone: true };

/** What an answer must say of what was sent: everything but lists of parts. */
export const sent = (body: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value !== 'object'));

export const made =
  (of: string, body: object) =>
  (answer: { id: string }): Effect[] => [{ of, id: answer.id, made: sent(body) }];

/** A line of the record. */
export interface Acknowledged {
  company: string;
  method: string;
  path: string;
  effects: Effect[];
}

/** What a record must be. */
export interface Expected {
  fields: Fields;
  gone: boolean;
}

/** By resource and id. */
export type Book = Map<string, Map<string, Expected>>;

/** Puts what was acknowledged into a company's book. */
export const enter = (book: Book, effects: readonly Effect[]): void => {
  for (const effect of effects) {
    const records = book.get(effect.of) ?? new Map<string, Expected>();
    book.set(effect.of, records);
    const before = records.get(effect.id)?.fields ?? {};
    if ('gone' in effect) records.set(effect.id, { fields: {}, gone: true });
    else if ('made' in effect) records.set(effect.id, { fields: effect.made, gone: false });
    else records.set(effect.id, { fields: { ...before, ...effect.changed }, gone: false });
  }
};

/** The books of all companies, from what was written down. */
export const booksOf = async (path: string): Promise<Map<string, Book>> => {
  const books = new Map<string, Book>();
  for (const { company, effects } of await readRecord<Acknowledged>(path)) {
    const book = books.get(company) ?? new Map();
    books.set(company, book);
    enter(book, effects);
  }
  return books;
};

/** What an answer says of a member that was sent: a reference and a type by its id. */
const shown = (data: Fields, member: string): unknown => {
  const value = data[member] ?? (member.endsWith('_id') ? data[member.slice(0, -3)] : undefined);
  const isRecord = typeof value === 'object' && value !== null && 'id' in value;
  return isRecord ? value.id : (value ?? null);
};

const REACH = 100;

type Read = (path: string) => Promise<{ status: number; body?: { data?: unknown; meta?: { total: number } } }>;

interface Row {
  id: string;
  data: Fields;
}

/** All records of a list, page by page. */
const rowsOf = async (of: string, where: string, read: Read): Promise<Map<string, Fields>> => {
  const rows = new Map<string, Fields>();
  for (let page = 1; ; page++) {
    const { status, body } = await read(`/${of}?per_page=${REACH}&page=${page}${where}`);
    if (status !== 200) throw new Error(`the list of ${of} was answered with ${status}`);
    const data = body!.data as Row[];
    for (const row of data) rows.set(row.id, row.data);
    if (data.length < REACH) return rows;
  }
};

/** Lists that hold more than what callers made: what the service made is left out. */
const OWN: Readonly<Record<string, (data: Fields) => boolean>> = {
  earning_line_items: (data) => data.is_managed === false,
  payrolls: () => false,
  payments: () => false,
};

/** Lists that are asked for of an employer. */
const OF_EMPLOYER: ReadonlySet<string> = new Set(['payments']);

/**
 * Holds a company's records against its book: what was acknowledged is there as it was sent, what was deleted is not,
 * and nothing is there that nobody was told of.
 *
 * @param wentWith whether a record that is missing went with the one that holds it
 * @param entity the company's employer
 * @returns what differs
 */
export const differences = async (
  book: Book,
  read: Read,
  wentWith: (of: string, id: string) => Promise<boolean>,
  entity = '',
): Promise<string[]> => {
  const differs: string[] = [];
  for (const [of, expected] of book) {
    const rows = await rowsOf(of, OF_EMPLOYER.has(of) ? `&business_entity_id=${entity}` : '', read);
    for (const [id, { fields, gone }] of expected) {
      const listed = rows.get(id);
      if (gone) {
        if (listed) differs.push(`${of}/${id} was deleted and is there`);
        continue;
      }
      // A list leaves out what is archived.
      const data = listed ?? ((await read(`/${of}/${id}`)).body?.data as Fields | undefined);
      if (!data) {
        if (!(await wentWith(of, id))) differs.push(`${of}/${id} was acknowledged and is not there`);
        continue;
      }
      for (const [member, sent] of Object.entries(fields))
        if (shown(data, member) !== sent)
          differs.push(
            `${of}/${id} has ${member} ${JSON.stringify(shown(data, member))} and was told ${JSON.stringify(sent)}`,
          );
    }
    const isOwn = OWN[of] ?? (() => true);
    for (const [id, data] of rows)
      if (!expected.has(id) && isOwn(data)) differs.push(`${of}/${id} is there and nobody was told of it`);
  }
  return differs;
};
