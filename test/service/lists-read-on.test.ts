import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestCompany, type TestService } from '../support/service.ts';

// What others change while somebody reads a list to its end.

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService();
  company = await service.company();
});
afterAll(() => service?.close());

const hired = async (names: readonly string[]): Promise<string[]> => {
  const ids: string[] = [];
  for (const last_name of names) {
    const { status, body } = await company.request('POST', '/employees', { first_name: 'Ada', last_name });
    expect(status).toBe(201);
    ids.push(body.id);
  }
  return ids;
};

const archived = async (id: string): Promise<void> => {
  const { status } = await company.request('PUT', `/employees/${id}`, { archived_at: '2020-01-01' });
  expect(status).toBe(200);
};

test('behind the last record of a page a list goes on with none missed or repeated, while others leave it and join it', async () => {
  const ids = (await hired(['One', 'Two', 'Three', 'Four', 'Five'])).sort();
  const seen: string[] = [];
  let path = '/employees?per_page=2';
  for (let more = true; more; ) {
    const { status, body } = await company.request('GET', path);
    expect(status).toBe(200);
    const page: string[] = body.data.map(({ id }: { id: string }) => id);
    seen.push(...page);
    more = body.meta.has_more;
    path = `/employees?per_page=2&after=${page.at(-1)}`;
    // By number the next page would begin one too far.
    if (seen.length <= 4) await archived(page[0]!);
    await hired(seen.length === 2 ? ['Six'] : []);
  }
  expect(new Set(seen).size).toBe(seen.length);
  // Whoever joins comes where its id is: with one time for all, anywhere.
  expect(seen.filter((id) => ids.includes(id))).toEqual(ids);
});

test('what a list goes on behind has to be an id of its records, and has no sort beside it', async () => {
  const [id] = await hired(['Seven']);
  const refused = async (query: string, language = 'en') => {
    const headers = { 'Accept-Language': language };
    const { status, body } = await company.request('GET', `/employees?${query}`, undefined, headers);
    return [status, body.errors?.after];
  };
  const form = 'must be the id of a record of object employee, the last one of the page before: emp_ and 26 characters';
  expect(await refused('after=2')).toEqual([422, [form]]);
  expect(await refused(`after=${id!.replace('emp_', 'wrk_')}`)).toEqual([422, [form]]);
  expect(await refused(`after=${id}&sort=last_name`)).toEqual([
    422,
    ['goes on in the order of creation; leave out sort, or go by page'],
  ]);
  expect(await refused(`after=${id}&sort=last_name`, 'fr')).toEqual([
    422,
    ["continue dans l'ordre de création; omettez sort, ou allez par page"],
  ]);
});
