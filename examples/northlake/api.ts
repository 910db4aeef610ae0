import { every, type PayrollClient, type PayrollProblem } from '../../client/index.ts';

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

/** Reads the bytes of answers with one credential. */
export const textsOf =
  (url: string, credential: string) =>
  async (path: string): Promise<string> => {
    const response = await fetch(new URL(path, url), { headers: { Authorization: `Bearer ${credential}` } });
    const text = await response.text();
    if (!response.ok) throw new Error(`GET ${path} was answered with ${response.status}: ${text}`);
    return text;
  };

/** What an example that failed says: of a refusal also the members that were wrong. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { errors = {} } = error as Partial<PayrollProblem>;
  return [error.message, ...Object.entries(errors).map(([place, texts]) => `  ${place}: ${texts.join(', ')}`)].join(
    '\n',
  );
};
