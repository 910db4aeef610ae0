import { z } from 'zod';
import { type Action, action } from '../../src/kernel/calls/actions.ts';
import { callback, oneTimeState } from '../../src/kernel/calls/callbacks.ts';
import { operationsOf } from '../../src/kernel/calls/operations.ts';
import { PREFERRED } from '../../src/kernel/calls/requests.ts';
import { about, choice, flag, integer, money, reference, settings, text } from '../../src/kernel/definition/fields.ts';
import { chosen, hasValue } from '../../src/kernel/definition/filters.ts';
import type { Operation, Reply } from '../../src/kernel/definition/operation.ts';
import { eventsOf } from '../../src/kernel/definition/record-events.ts';
import { makeRegistry } from '../../src/kernel/definition/registry.ts';
import { defineResource } from '../../src/kernel/definition/resource.ts';
import { idSchema } from '../../src/kernel/definition/schemas.ts';
import type { Tenant } from '../../src/kernel/definition/services.ts';
import type { Origin } from '../../src/kernel/definition/writer.ts';
import { equal } from '../../src/values/condition.ts';
import { formatInstant } from '../../src/values/dates.ts';
import type { Json, JsonObject } from '../../src/values/json.ts';
import type { InMemory } from './in-memory.ts';

/**
 * Made-up resources for tests of what the kernel offers: a library of books by an author, of a topic, in chapters with
 * authors and topics of their own; books are lent and bound.
 */
const company = defineResource({
  object: 'company',
  plural: 'companies',
  prefix: 'cmp',
  path: '/companies',
  context: 'platform',
  scope: 'partner',
  purpose: 'Keeps a library.',
  fields: { name: text({ required: true, column: true }) },
  operations: [],
});

const named = { name: about('Name', text({ required: true, column: true }), 'Ada') };
const author = defineResource({
  object: 'author',
  plural: 'authors',
  prefix: 'aut',
  path: '/authors',
  context: 'library',
  scope: 'company',
  purpose: 'Writes.',
  fields: named,
  operations: ['retrieve'],
});
const topic = defineResource({
  object: 'topic',
  plural: 'topics',
  prefix: 'top',
  path: '/topics',
  context: 'library',
  scope: 'company',
  purpose: 'What is written of.',
  fields: { ...named, author: about('Who began it', reference('author', { nullable: true })) },
  operations: ['retrieve'],
});

const chapter = z.strictObject({
  title: z.string(),
  author_id: idSchema('author').nullable(),
  topics: z.array(idSchema('topic')),
});

export const book = defineResource({
  object: 'book',
  plural: 'books',
  prefix: 'bok',
  path: '/books',
  context: 'library',
  scope: 'company',
  purpose: 'Stands on a shelf.',
  fields: {
    title: about('What stands on it', text({ required: true, column: true }), 'Notes'),
    shelf: about('Where it stands', choice(['north', 'south', 'cellar'], { column: true, initial: 'north' }), 'north'),
    author: about('Who wrote it', reference('author', { nullable: true })),
    topic: about('What it is of', reference('topic', { nullable: true })),
    editor_ids: about(
      'Who edited it',
      { ...settings(z.array(idSchema('author')).max(20), { initial: [] }), column: 'text[]' },
      [],
    ),
    chapters: about('Its chapters', settings(z.array(chapter).max(50), { initial: [] }), []),
    status: about('Where it is', choice(['in', 'lent', 'binding', 'torn'], { initial: 'in', column: true }), 'in'),
    reader: about('Who has it', reference('author', { nullable: true })),
    shelfmark: about('Its own mark', text({ nullable: true }), 'QA76'),
    times_lent: about('How often it was lent', integer({ min: 0, max: 1_000_000, initial: 0 }), 0),
    fine: about('Dollars for each day that it is late', money('fine', { initial: '0.5' }), 0.5),
    is_rare: about('Whether it is rare', flag(), false),
  },
  filters: {
    shelf: { schema: z.string(), required: true, where: (value: string) => equal('shelf', value) },
  },
  search: {
    filters: {
      shelf: { schema: z.string(), required: true, where: (value: string) => equal('shelf', value) },
      authors: chosen('author_id', { names: ['author'] }),
      editors: chosen('editor_ids', { names: ['author'], called: 'editors', many: true }),
      statuses: chosen('status', { values: ['in', 'lent', 'binding', 'torn'], called: 'statuses' }),
      has_author: hasValue('author_id'),
    },
    example: { shelf: 'north' },
  },
  members: {
    asked: z.strictObject({ digest: z.string(), expires_at: z.string() }).nullable(),
    place: z.string().nullable(),
  },
  reserves: [
    {
      name: 'shelfmark',
      key: ({ shelfmark }) => (shelfmark as string | null) ?? undefined,
      path: 'shelfmark',
      taken: () => ({ en: 'is the mark of another book', fr: "est la cote d'un autre livre" }),
    },
  ],
  auth: { list: 'either', retrieve: 'either' },
  operations: ['list', 'retrieve', 'create', 'update', 'search'],
});

const OUT = { en: 'The book is lent.', fr: 'Le livre est prêté.' };

/** Lends a book to a reader. */
export const lending: Action<{ reader_id: string; days: number }, number> = {
  on: book,
  name: 'lend',
  summary: 'Lend a book',
  body: z.strictObject({ reader_id: idSchema('author'), days: z.int().default(14) }),
  facts: async ({ record, services, origin }) =>
    services.read.count('book', origin.tenant, equal('status', 'lent')).then((count) => count + Number(record.version)),
  validate: function* ({ body }) {
    if (body.days > 30) yield { path: 'days', text: { en: 'must be at most 30', fr: 'doit être au plus 30' } };
  },
  refuse: ({ record }) => (record.status === 'lent' ? OUT : undefined),
  events: ({ record, body }) => [
    eventsOf('book').changed({
      status: 'lent',
      reader_id: body.reader_id,
      times_lent: (record.times_lent as number) + 1,
    }),
  ],
};

/** Hands out an address at which somebody without a credential confirms where a book is. */
export const asking: Action<{ minutes: number }> = {
  on: book,
  name: 'ask',
  summary: 'Ask who has a book',
  body: z.strictObject({ minutes: z.int().default(10) }),
  events: ({ record, body, origin }) => {
    const { digest } = oneTimeState(record.id, origin);
    const expires_at = formatInstant(Date.parse(origin.occurred_at) + body.minutes * 60_000);
    return [eventsOf('book').changed({ asked: { digest, expires_at } })];
  },
  answer: ({ id }, { origin }) => ({ status: 200, body: { state: oneTimeState(id, origin).state } }),
};

/** What is called back. */
export const confirming = callback({
  on: book,
  id: 'confirm_book',
  name: 'confirm',
  path: '/books/confirmed',
  summary: 'Confirm where a book is',
  query: { place: { schema: z.string() } },
  awaits: ({ asked }) => (asked ?? undefined) as { digest: string; expires_at: string } | undefined,
  events: ({ body }) => [eventsOf('book').changed({ asked: null, place: body.place ?? null })],
  answers: { 200: { description: 'Confirmed' } },
  answer: () => ({ status: 200, body: { confirmed: true } }),
});

/** Sends a book to be bound: somebody else says how that ended. */
export const binding: Action = {
  on: book,
  name: 'bind',
  summary: 'Bind a book',
  refuse: ({ record }) => (record.status === 'lent' ? OUT : undefined),
  events: ({ record }) => (record.status === 'binding' ? [] : [eventsOf('book').changed({ status: 'binding' })]),
  follows: {
    managers: ['binder'],
    within_ms: 20,
    rest: { en: 'It is bound, and its mark is still being made.', fr: 'Il est relié, et sa cote est encore à faire.' },
    progress: ({ status }) => {
      if (status === 'binding')
        return { is: 'running', text: { en: 'It is being bound.', fr: 'Il est à la reliure.' } };
      if (status === 'torn') return { is: 'abandoned', text: { en: 'It is torn.', fr: 'Il est déchiré.' } };
      return { is: 'done' };
    },
  },
};

export const registry = makeRegistry([company, author, topic, book]);

const operations: readonly Operation[] = [
  ...operationsOf(book),
  action(lending),
  action(binding),
  action(asking),
  confirming,
];

export interface Asked {
  params?: Record<string, string>;
  query?: JsonObject;
  body?: Json;
  ifMatch?: string;
  tenant?: Tenant;
  /** The same origin again is the same request, repeated. */
  origin?: Origin;
}

/** Calls an operation of the library as HTTP would, with a body that its schema gave. */
export const ask = async (world: InMemory, id: string, asked: Asked = {}): Promise<Reply> => {
  const operation = operations.find((one) => one.id === id)!;
  const schema = typeof operation.body === 'function' ? operation.body(PREFERRED) : operation.body;
  const { params = {}, query = {}, ifMatch } = asked;
  const identified = await operation.identify?.({ params, query, services: world.services });
  const tenant = identified ?? asked.tenant ?? world.tenant;
  const origin = asked.origin ?? world.origin();
  return operation.run({
    tenant,
    params,
    query,
    body: schema?.parse(asked.body ?? {}),
    locale: 'en',
    preferences: PREFERRED,
    ifMatch,
    origin: { ...origin, tenant },
    services: world.services,
    url: new URL(`http://localhost${operation.path}`),
    choose: (types) => types[0]!,
  });
};
