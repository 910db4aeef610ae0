import { afterAll, expect, test } from 'vitest';
import { callsOf, monthlyEmployer } from '../support/calls.ts';
import { startTestService } from '../support/service.ts';

// What is the same for everybody and is never written, and what tax properties come to: read from outside.
const service = await startTestService();
afterAll(() => service.close());
const company = await service.company();
const { request } = company;
const { made } = callsOf(() => ({ service, company }));

const get = async (path: string, headers?: Record<string, string>) => request('GET', path, undefined, headers);

test('holidays are listed by jurisdiction and span of days, in the language of the request', async () => {
  const path =
    '/holidays?jurisdiction=ca_on&type=statutory&original_date[gte]=2026-07-01&original_date[lte]=2026-12-31';
  const { status, body } = await get(path, { 'Accept-Language': 'fr' });
  expect(status).toBe(200);
  expect(
    body.data.map(({ data }: { data: { name: string; observed_date: string } }) => [data.name, data.observed_date]),
  ).toEqual([
    ['Canada Day', '2026-07-01'],
    ['Labour Day', '2026-09-07'],
    ['Thanksgiving Day', '2026-10-12'],
    ['Christmas Day', '2026-12-25'],
    ['Boxing Day', '2026-12-26'],
  ]);
  expect(body.data[1].data).toMatchObject({
    jurisdiction: 'ca_on',
    name_translated: 'Fête du Travail',
    name_translations: { en: 'Labour Day', fr: 'Fête du Travail' },
  });
  const again = await get(body.data[1].links.self);
  expect(again.body.data.name_translated).toBe('Labour Day');
  expect((await get('/holidays/hol_01K2ZQ7M4T8W3N5R6V9X0Y1A2B')).status).toBe(404);
});

test('a holiday that the law moves has both its days, and is found by either', async () => {
  // New Year's Day of 2028 is a Saturday: the federal one is kept on the Monday.
  const kept = await get('/holidays?jurisdiction=ca_federal&observed_date=2028-01-03');
  expect(kept.body.data.map(({ data }: { data: object }) => data)).toMatchObject([
    { name: "New Year's Day", original_date: '2028-01-01', observed_date: '2028-01-03' },
  ]);
  expect((await get('/holidays?jurisdiction=ca_federal&original_date=2028-01-01')).body.data[0].id).toBe(
    kept.body.data[0].id,
  );
});

test('without a date holidays of last year, this year and next year are listed, page by page', async () => {
  const first = (await get('/holidays?per_page=100')).body;
  const last = (await get(first.links.last)).body;
  expect([first.data[0].data.original_date, last.data.at(-1).data.original_date]).toEqual(['2025-01-01', '2027-12-26']);
  expect((await get('/holidays?jurisdiction=ca_xx')).status).toBe(422);
});

test('a filter beyond the years that are known is refused, and not answered with fewer holidays', async () => {
  const beyond: [string, string[]][] = [
    ['original_date=1999-07-01', ['original_date']],
    ['original_date[gte]=1990-01-01&original_date[lt]=2003-01-01', ['original_date.gte']],
    ['observed_date[gt]=2100-12-31&original_date=2101-01-01', ['original_date']],
    ['observed_date[gte]=2026-01-01&observed_date[lte]=2101-01-01', ['observed_date.lte']],
  ];
  for (const [query, places] of beyond) {
    const { status, body } = await get(`/holidays?${query}`, { 'Accept-Language': 'fr' });
    expect([query, status, body.errors]).toEqual([
      query,
      422,
      Object.fromEntries(places.map((place) => [place, ['doit aller du 2000-01-01 au 2100-12-31']])),
    ]);
  }
  const edge = await get('/holidays?jurisdiction=ca_on&observed_date[gte]=2100-12-25&original_date[lte]=2100-12-31');
  expect(edge.body.meta.total).toBe(2);
  const first = await get('/holidays?jurisdiction=ca_on&observed_date[gte]=2000-01-01&observed_date[lt]=2000-02-01');
  expect(first.body.meta.total).toBe(1);
});

test('a template lists the values that a tax property may have', async () => {
  const { body } = await get('/tax_property_templates?type=ca::province_of_employment,ca::tax_id');
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['ca::province_of_employment', 'ca::tax_id']);
  const one = await get('/tax_property_templates/ca::province_of_employment', { 'Accept-Language': 'fr' });
  expect(one.body.data).toMatchObject({
    label: "Province d'emploi",
    format: 'string',
    options: { ca_oc: "À l'extérieur du Canada" },
    nullable: false,
    allow_concurrent: false,
  });
  expect((await get('/tax_property_templates/ca::unheard_of')).status).toBe(404);
});

test("a work assignment's own tax property comes before its employer's, from the day on which it holds", async () => {
  const { entity, schedule: pay_schedule_id } = await monthlyEmployer(made);
  const employee_id = await made('/employees', { first_name: 'Ada', last_name: 'Roy' });
  const assignment = await made('/work_assignments', {
    employee_id,
    pay_schedule_id,
    tax_properties: [{ type: 'ca::province_of_employment', value: 'ca_qc', effective_from: '2026-03-01' }],
  });
  const province = async (query: string) => {
    const { body } = await get(`/effective_tax_properties?type=ca::province_of_employment&${query}`);
    expect(Object.keys(body)).toEqual(['object', 'data']);
    const [{ data }] = body.data;
    const source = await get(data.source_tax_property.links.self);
    return [data.value, source.body.data.owner.id];
  };
  expect(await province(`work_assignment_id=${assignment}&effective_on=2026-02-28`)).toEqual(['ca_on', entity]);
  expect(await province(`work_assignment_id=${assignment}&effective_on=2026-03-01`)).toEqual(['ca_qc', assignment]);
  expect(await province(`business_entity_id=${entity}&effective_on=2026-03-01`)).toEqual(['ca_on', entity]);
  const exempt = await get(`/effective_tax_properties?type=ca::cpp_exempt&work_assignment_id=${assignment}`);
  expect(exempt.body.data).toEqual([
    { object: 'effective_tax_property', data: { type: 'ca::cpp_exempt', value: null, source_tax_property: null } },
  ]);
  const neither = await get('/effective_tax_properties');
  expect([neither.status, Object.keys(neither.body.errors)]).toEqual([422, ['work_assignment_id']]);
});
