import type { TestCompany, TestService } from './service.ts';

/** Calls of a company that a test file makes before its tests. */
export const callsOf = (world: () => { service: TestService; company: TestCompany }) => ({
  /** Makes a record; gives its id. @throws when it is refused */
  made: async (path: string, body: unknown): Promise<string> => {
    const { service, company } = world();
    // Ids begin with the time: what is made later comes later.
    service.clock.advance(1);
    const answer = await company.request('POST', path, body);
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.text}`);
    return answer.body.id;
  },
  data: async (path: string) => (await world().company.request('GET', path)).body.data,
  /** Status and the members that are named as wrong. */
  refused: async (method: string, path: string, body?: unknown) => {
    const { status, body: problem } = await world().company.request(method, path, body);
    return [status, Object.keys(problem?.errors ?? {})];
  },
  /** The status of a refusal, and what it says in English and French: of each wrong member, or as a whole. */
  told: async (method: string, path: string, body?: unknown) => {
    const { company } = world();
    const [en, fr] = await Promise.all(
      ['en', 'fr'].map((language) => company.request(method, path, body, { 'Accept-Language': language })),
    );
    return [en!.status, ...[en!, fr!].map((answer) => answer.body?.errors ?? answer.body?.message)];
  },
});

type Made = ReturnType<typeof callsOf>['made'];

/** An employer of Ontario in preview, with what a test changes of it, and its monthly pay schedule. Gives their ids. */
export const monthlyEmployer = async (
  made: Made,
  change: object = {},
): Promise<{ entity: string; schedule: string }> => {
  const entity = await made('/business_entities', {
    name: 'Quince',
    business_number: '123456782RP0001',
    in_preview: true,
    tax_properties: [{ type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2025-01-01' }],
    ...change,
  });
  const schedule = await made('/pay_schedules', {
    business_entity_id: entity,
    title: 'Monthly',
    pay_frequency: 'monthly',
    anchor_pay_date: '2026-01-30',
    anchor_end_of_pay_period: '2026-01-31',
    day_1: -1,
  });
  return { entity, schedule };
};
