import { afterAll, expect, test } from 'vitest';
import { startTestService } from '../support/service.ts';

const service = await startTestService();
afterAll(() => service.close());

test('a created record can be listed at once, in the process that wrote it and in another', async () => {
  const { id, token, request } = await service.company('Northlake Bakery');
  const created = await request('POST', '/employees', { first_name: 'Zoë', last_name: 'Nguyễn', sin: '046454286' });
  expect(created).toMatchObject({
    status: 201,
    body: { object: 'employee', data: { company: { id }, sin_last_3: '286' } },
  });

  const other = await service.another();
  for (const url of [service.url, other.url]) {
    const listed = await service.request('GET', `${url}/employees?search_names=zoe`, undefined, token);
    expect(listed.body).toMatchObject({
      meta: { total: 1 },
      data: [{ id: created.body.id, data: { last_name: 'Nguyễn' } }],
    });
  }
});

test('when several processes start on an empty store, one registers the first partner', async () => {
  const partners = await service.database.sql`select partner_id from partners`;
  expect(partners).toHaveLength(1);
});

test('a company sees no records of another', async () => {
  const [one, two] = [await service.company(), await service.company()];
  const { body } = await one.request('POST', '/employees', { first_name: 'Ada', last_name: 'Obi' });
  expect((await two.request('GET', `/employees/${body.id}`)).status).toBe(404);
  expect((await two.request('GET', '/employees')).body.meta.total).toBe(0);
});

test('people are found by a search without accents', async () => {
  const { request } = await service.company();
  for (const [first_name, last_name] of [
    ['Łucja', 'Wiśniewska'],
    ['LŒTITIA', 'Gœthals'],
    ['Đoàn', 'Søndergård'],
    ['Hồng Nhung', 'Weiß'],
    ['Marc‑André', 'L’Heureux'],
    ['Pat', "O'Brien"],
  ])
    await request('POST', '/employees', { first_name, last_name });
  const found = async (text: string): Promise<string[]> =>
    (await request('GET', `/employees?search_names=${encodeURIComponent(text)}`)).body.data.map(
      ({ data }: { data: { last_name: string } }) => data.last_name,
    );
  expect(await found('lucja')).toEqual(['Wiśniewska']);
  expect(await found('ŁUCJA')).toEqual(['Wiśniewska']);
  expect(await found('loetitia')).toEqual(['Gœthals']);
  expect(await found('Gœth')).toEqual(['Gœthals']);
  expect(await found('doan')).toEqual(['Søndergård']);
  expect(await found('sondergard')).toEqual(['Søndergård']);
  expect(await found('hong nhung')).toEqual(['Weiß']);
  expect(await found('weiss')).toEqual(['Weiß']);
  // As one keyboard writes them and as another does.
  expect(await found("l'heureux")).toEqual(['L’Heureux']);
  expect(await found('marc-andre')).toEqual(['L’Heureux']);
  expect(await found('O’Brien')).toEqual(["O'Brien"]);
  // A whole name, as it is said and as lists have it; each of its words counts.
  expect(await found('Lucja Wisniewska')).toEqual(['Wiśniewska']);
  expect(await found('Weiß, Hồng Nhung')).toEqual(['Weiß']);
  expect(await found('Lucja Weiss')).toEqual([]);
  expect(await found('nobody , ')).toEqual([]);
});
