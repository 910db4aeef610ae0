import { expect, test } from 'vitest';
import { pageBody, repeatedBy } from '../../../src/kernel/answers/lists.ts';

/** The pages of a list of so many records, fifteen a page. */
const pageOf = (total: number, page: number, query: Record<string, unknown> = {}) => {
  const { links, meta } = pageBody([], { total }, page, 15, '/things', query) as {
    links: Record<string, string | null>;
    meta: Record<string, unknown>;
  };
  return { ...links, ...meta };
};

test.each([
  [0, 1, { prev: null, next: null, last: '/things?page=1', last_page: 1, has_more: false }],
  [15, 1, { prev: null, next: null, last_page: 1, has_more: false }],
  [16, 1, { prev: null, next: '/things?page=2', last: '/things?page=2', last_page: 2, has_more: true }],
  [16, 2, { prev: '/things?page=1', next: null, first: '/things?page=1', has_more: false }],
  [46, 3, { prev: '/things?page=2', next: '/things?page=4', last_page: 4, has_more: true }],
  // Behind the end the page before is the last one there is.
  [16, 9, { prev: '/things?page=2', next: null, current_page: 9, last_page: 2, has_more: false }],
])('of %i records page %i names those before and after it', (total, page, told) => {
  expect(pageOf(total, page)).toMatchObject({ ...told, total, per_page: 15 });
});

test('links of pages repeat the query, with their own page', () => {
  const { first, next } = pageOf(40, 2, { page: 2, ids: ['a', 'b'], name: 'Zoë' });
  expect([first, next]).toEqual([1, 3].map((page) => `/things?ids%5B0%5D=a&ids%5B1%5D=b&name=Zo%C3%AB&page=${page}`));
});

test('links of a search repeat its selection, unless they became too long to be followed', () => {
  const selected = (ids: string) => repeatedBy({ body: { data: { title: 'x' }, ids }, query: { page: 2 } });
  // `ids=` and `&page=2` are eleven characters.
  const most = 'a'.repeat(4_000 - 11);
  expect(selected(most)).toEqual({ ids: most, page: 2 });
  expect(selected(`${most}a`)).toEqual({ page: 2 });
});
