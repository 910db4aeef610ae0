import { afterAll, expect, test } from 'vitest';
import { operations } from '../../src/operations.ts';
import { employerWith, LAST_OF_YEAR } from '../support/salaried.ts';
import { startTestService } from '../support/service.ts';

/** Whoever follows a link of an answer arrives. */
const service = await startTestService();
afterAll(() => service.close());

/** Every `links.self` in an answer, however deep. */
const selves = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const { links } = value as { links?: { self?: unknown } };
  return [...(typeof links?.self === 'string' ? [links.self] : []), ...Object.values(value).flatMap(selves)];
};

test('every links.self of the records of an employer leads to its record', async () => {
  const of = await employerWith(service, [{ province: 'ca_on', salary: 52_000 }], LAST_OF_YEAR);
  const { company } = of;
  const made = async (path: string, body: unknown) => {
    const answer = await company.request('POST', path, body);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  };
  const always = { work_assignment_id: of.assignments[0], frequency: 'per_payroll', effective_from: '2026-01-01' };
  await made('/allowances', { ...always, amount: 25, allowance_type: 'cell_phone_allowance' });
  await made('/employee_benefits', { ...always, amount: 10, amount_type: 'fixed', employee_benefit_type: 'dental' });
  const payroll = await of.next();
  expect((await company.request('POST', `/payrolls/${payroll.id}/approve`, {})).status).toBe(200);
  const hook = { url: 'https://example.com/hook', events: ['resource_created'] };
  expect((await service.request('POST', '/webhooks', hook, service.partnerSecret)).status).toBe(201);

  const read = async (path: string) => {
    const mine = await company.request('GET', path);
    return mine.status === 403 ? service.request('GET', path, undefined, service.partnerSecret) : mine;
  };
  const found = new Set<string>();
  const look = (body: unknown): void => {
    for (const link of selves(body)) found.add(link);
  };
  for (const { method, path } of operations)
    if (method === 'GET' && !path.includes('{')) look((await read(`${path}`)).body);
  // What is found leads on: a record may name what no list shows.
  const visited = new Set<string>();
  const lost: [string, number][] = [];
  while (visited.size < found.size)
    for (const link of found) {
      if (visited.has(link)) continue;
      visited.add(link);
      const { status, body } = await read(link);
      if (status === 200) look(body);
      else lost.push([link, status]);
    }
  expect(lost).toEqual([]);
  const kinds = new Set([...visited].map((link) => link.replace(service.url, '').split(/[/?]/)[1]));
  for (const kind of ['earning_types', 'allowance_types', 'statutory_withholding_types', 'journal_entries', 'partner'])
    expect(kinds).toContain(kind);
});

test('a catalogue is paged, in the language of the request; pages beyond its end are empty', async () => {
  const { request } = await service.company();
  const page = await request('GET', '/earning_types?per_page=2&page=2', undefined, { 'Accept-Language': 'fr' });
  expect(page.body).toMatchObject({ object: 'list', meta: { current_page: 2, per_page: 2, has_more: true } });
  expect(page.body.data).toHaveLength(2);
  expect(page.body.links.next).toBe('/earning_types?per_page=2&page=3');
  const [{ links, data }] = page.body.data;
  const one = await request('GET', links.self, undefined, { 'Accept-Language': 'fr' });
  expect([one.status, one.body.data]).toEqual([200, data]);
  expect((await request('GET', '/earning_types/none')).status).toBe(404);
});
