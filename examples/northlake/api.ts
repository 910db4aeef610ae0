/** A record as the interface shows it. */
export interface Resource {
  id: string;
  object: string;
  // biome-ignore lint/suspicious/noExplicitAny: members of any resource
  data: any;
  links: { self: string };
}
export interface List {
  object: 'list';
  data: Resource[];
  meta: { total: number; has_more: boolean; last_page: number };
}

/** The service said no where the example needs a yes. */
export class Unexpected extends Error {
  override name = 'Unexpected';
}

export interface Api {
  get(path: string): Promise<Resource>;
  list(path: string): Promise<List>;
  /** All records of a list, page by page. */
  all(path: string): Promise<Resource[]>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Resource>;
  remove(path: string): Promise<void>;
  /** The bytes of an answer. */
  text(path: string): Promise<string>;
}

/** Most records of a page. */
const PER_PAGE = 100;
const MAX_PAGES = 1_000;

/** The interface at an address, called with one credential. Anything but a 2xx answer is thrown. */
export const makeApi = (url: string, credential: string): Api => {
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<string> => {
    const response = await fetch(new URL(path, url), {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        Authorization: `Bearer ${credential}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
    });
    const text = await response.text();
    if (!response.ok) throw new Unexpected(`${method} ${path} was answered with ${response.status}: ${text}`);
    return text;
  };
  const list = async (path: string): Promise<List> => JSON.parse(await send('GET', path)) as List;
  return {
    get: async (path) => JSON.parse(await send('GET', path)) as Resource,
    list,
    all: async (path) => {
      const records: Resource[] = [];
      for (let page = 1; page <= MAX_PAGES; page++) {
        const { data, meta } = await list(`${path}${path.includes('?') ? '&' : '?'}per_page=${PER_PAGE}&page=${page}`);
        records.push(...data);
        if (!meta.has_more) break;
      }
      return records;
    },
    post: async (path, body, headers) => JSON.parse(await send('POST', path, body, headers)) as Resource,
    remove: async (path) => void (await send('DELETE', path)),
    text: (path) => send('GET', path),
  };
};
