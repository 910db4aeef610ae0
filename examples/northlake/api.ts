import { setTimeout as pause } from 'node:timers/promises';
import { every, given, type PayrollClient, type PayrollProblem } from '../../client/index.ts';

/** The interface as the acts call it: the typed client, and what they share around it. */
export { given, payrollClient } from '../../client/index.ts';
export type Api = PayrollClient;

/** A record of any kind, as acts hand it to each other. */
export interface Resource {
  id: string;
  object: string;
  // biome-ignore lint/suspicious/noExplicitAny: members of any resource
  data: any;
  links: { self: string };
}

/** Most records of a page. */
const PER_PAGE = 100;

type Read = Parameters<typeof every<Resource>>[0];

/** All records of a list: `all((paged) => api.GET('/employees', { params: { query: paged } }))`. */
export const all = async (
  read: (paged: { page: number; per_page: number }) => ReturnType<Read>,
): Promise<Resource[]> => {
  const records: Resource[] = [];
  for await (const record of every((page) => read({ page, per_page: PER_PAGE }))) records.push(record);
  return records;
};

const LOOK_EVERY_ms = 200;
const PATIENCE_ms = 30_000;

/** A task as it ended. That of a call may have ended by its answer, or not. @throws when it does not end within 30 s */
export const ended = async (api: Api, begun: Resource): Promise<Resource> => {
  let task = begun;
  for (const end_ms = performance.now() + PATIENCE_ms; task.data.status === 'processing'; ) {
    if (performance.now() > end_ms) throw new Error(`task ${task.id} did not end within ${PATIENCE_ms / 1_000} s`);
    await pause(LOOK_EVERY_ms);
    task = await given(api.GET('/async_tasks/{async_task}', { params: { path: { async_task: task.id } } }));
  }
  return task;
};

/** Reads answers that are no JSON, or are wanted as they came, with one credential. */
export const filesOf = (url: string, credential: string) => {
  const read = async (path: string, accept?: string): Promise<Response> => {
    const headers = { Authorization: `Bearer ${credential}`, ...(accept === undefined ? {} : { Accept: accept }) };
    const response = await fetch(new URL(path, url), { headers });
    if (!response.ok) throw new Error(`GET ${path} was answered with ${response.status}: ${await response.text()}`);
    return response;
  };
  return {
    text: async (path: string, accept?: string): Promise<string> => (await read(path, accept)).text(),
    bytes: async (path: string, accept?: string): Promise<Uint8Array> =>
      new Uint8Array(await (await read(path, accept)).arrayBuffer()),
  };
};

/** What an example that failed says: of a refusal also the members that were wrong. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { errors = {} } = error as Partial<PayrollProblem>;
  return [error.message, ...Object.entries(errors).map(([place, texts]) => `  ${place}: ${texts.join(', ')}`)].join(
    '\n',
  );
};
