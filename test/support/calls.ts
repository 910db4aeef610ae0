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
});
