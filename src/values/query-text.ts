/** The parameters of a query of nested values, as names and texts: `a[b][0]` and `c`. Nothing for null. */
export const queryPairs = (query: Readonly<Record<string, unknown>>): [string, string][] => {
  const pairs: [string, string][] = [];
  const add = (name: string, value: unknown): void => {
    if (value === null || value === undefined) return;
    if (Array.isArray(value)) for (const [i, item] of value.entries()) add(`${name}[${i}]`, item);
    else if (typeof value === 'object') for (const [key, item] of Object.entries(value)) add(`${name}[${key}]`, item);
    else pairs.push([name, String(value)]);
  };
  for (const [name, value] of Object.entries(query)) add(name, value);
  return pairs;
};

/** A query text of nested values: `a[b][0]=c`, percent-encoded. */
export const encodeQuery = (query: Readonly<Record<string, unknown>>): string =>
  queryPairs(query)
    .map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`)
    .join('&');
