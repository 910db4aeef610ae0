import { beforeEach, describe, expect, test } from 'vitest';
import type { State } from '../../../src/kernel/definition/resource.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { type InMemory, inMemory, STRANGER } from '../../support/in-memory.ts';
import { ask, registry } from '../../support/library.ts';

let world: InMemory;
let ada: State;
let grace: State;
beforeEach(async () => {
  world = inMemory({ registry });
  ada = await world.given.created('author', { name: 'Ada' });
  grace = await world.given.created('author', { name: 'Grace' });
  for (const [title, shelf, author_id, status, editor_ids] of [
    ['early ada', 'north', ada.id, 'in', []],
    ['ada', 'north', ada.id, 'lent', [ada.id, grace.id]],
    ['grace', 'north', grace.id, 'torn', [ada.id]],
    ['nobody', 'north', null, 'in', []],
    ['below', 'cellar', ada.id, 'in', [grace.id]],
  ] as const)
    await world.given.created('book', { title, shelf, author_id, status, editor_ids: [...editor_ids] });
});

type Listed = { data: { data: { title: string } }[]; meta: JsonObject; links: JsonObject };
const search = async (body: JsonObject, more: Parameters<typeof ask>[2] = {}) =>
  (await ask(world, 'search_books', { body: { shelf: 'north', ...body }, ...more })).body as unknown as Listed;
/** In the order of the alphabet: those of one instant have ids in any order. */
const titlesOf = ({ data }: Listed) => data.map((one) => one.data.title).sort();
const titles = async (body: JsonObject) => titlesOf(await search(body));

describe('a search by filters', () => {
  test('combines the filters of a set with AND, and matches a list by its elements', async () => {
    expect(await titles({ editors: { include: [grace.id] } })).toEqual(['ada']);
    expect(await titles({ editors: { exclude: [grace.id] } })).toEqual(['early ada', 'grace', 'nobody']);
    expect(await titles({})).toEqual(['ada', 'early ada', 'grace', 'nobody']);
    expect(await titles({ authors: { include: [ada.id] } })).toEqual(['ada', 'early ada']);
    expect(await titles({ authors: { include: [ada.id] }, statuses: { exclude: ['in'] } })).toEqual(['ada']);
    expect(await titles({ authors: { exclude: [ada.id] } })).toEqual(['grace', 'nobody']);
    expect(await titles({ has_author: false })).toEqual(['nobody']);
    expect(await titles({ has_author: true })).toEqual(['ada', 'early ada', 'grace']);
  });

  test('requires one set of any_of beside the root, at any depth; an empty any_of adds nothing', async () => {
    expect(await titles({ any_of: [] })).toEqual(['ada', 'early ada', 'grace', 'nobody']);
    const lent = { statuses: { include: ['lent'] } };
    expect(await titles({ any_of: [lent, { has_author: false }] })).toEqual(['ada', 'nobody']);
    const inner = { has_author: true, any_of: [lent, { statuses: { include: ['torn'] } }] };
    expect(await titles({ any_of: [inner, { has_author: false }] })).toEqual(['ada', 'grace', 'nobody']);
    expect(await titles({ authors: { include: [grace.id] }, any_of: [inner] })).toEqual(['grace']);
  });

  test('reports unknown ids with their places, also in nested sets', async () => {
    const authors = { include: [ada.id, 'aut_none'] };
    const { problem } = await world.when(() => search({ authors, any_of: [{}, { any_of: [{ authors }] }] }));
    expect(problem?.issues.map(({ path }) => path)).toEqual([
      'authors.include.1',
      'any_of.1.any_of.0.authors.include.1',
    ]);
  });

  test('needs required filters only at the root', async () => {
    await expect(ask(world, 'search_books', { body: {} })).rejects.toThrow(/shelf/);
    await expect(search({ any_of: [{ has_author: false }] })).resolves.toBeDefined();
  });

  test('has limits on sets side by side, sets in all, and nested sets', async () => {
    const sets = (count: number, set: JsonObject = {}) => Array.from({ length: count }, () => set);
    await expect(search({ any_of: sets(21) })).rejects.toThrow();
    await expect(search({ any_of: [{ any_of: [{ any_of: [{ any_of: [] }] }] }] })).rejects.toThrow();
    const { problem } = await world.when(() => search({ any_of: sets(20, { any_of: sets(5) }) }));
    expect([problem?.status, problem?.issues.map(({ path }) => path)]).toEqual([422, ['any_of']]);
  });

  test('repeats its body in the links to its pages', async () => {
    const { links, meta } = await search({ any_of: [{ has_author: true }] }, { query: { per_page: 1 } });
    expect(meta).toMatchObject({ total: 3, per_page: 1 });
    expect(decodeURIComponent(links.next as string)).toBe(
      'http://localhost/books/search?shelf=north&any_of[0][has_author]=true&per_page=1&page=2',
    );
  });
});

describe('a partner', () => {
  const partner = () => ({ partner_id: world.tenant.partner_id });
  const list = async (tenant: { partner_id: string; company_id?: string }, query: JsonObject) =>
    titlesOf((await ask(world, 'list_books', { tenant, query })).body as unknown as Listed);

  test('reads the records of all its companies, and of no other partner', async () => {
    await world.given.events('company', world.tenant.company_id!, { type: 'CompanyCreated', data: { name: 'One' } });
    await world.given.events('company', STRANGER.company_id!, { type: 'CompanyCreated', data: { name: 'Two' } });
    const theirs = { title: 'theirs', shelf: 'north' };
    const made = await ask(world, 'create_book', { body: theirs, tenant: STRANGER });
    expect(await list(partner(), { shelf: 'north' })).toEqual(['ada', 'early ada', 'grace', 'nobody', 'theirs']);
    expect(await list(STRANGER, { shelf: 'north' })).toEqual(['theirs']);
    expect(await list({ partner_id: 'ptn_other' }, { shelf: 'north' })).toEqual([]);
    const { id } = made.body as { id: string };
    const read = (tenant: { partner_id: string }) => ask(world, 'retrieve_book', { tenant, params: { book: id } });
    expect((await read(partner())).status).toBe(200);
    await expect(read({ partner_id: 'ptn_other' })).rejects.toMatchObject({ status: 404 });
  });
});
