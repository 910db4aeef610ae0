import type { State } from '../../src/kernel/definition/resource.ts';
import type { Services } from '../../src/kernel/definition/services.ts';

/** What a reader handed over. */
export interface Handed {
  /** By resource. */
  rows: Record<string, number>;
  bytes: number;
  /** Whatever was asked, times. */
  asked: number;
}

const rowsIn = (found: unknown): readonly unknown[] => {
  if (found instanceof Map) return [...found.values()];
  if (Array.isArray(found)) return found;
  const { rows } = (found ?? {}) as { rows?: unknown[] };
  return rows ?? [];
};

/** The rows that a reader hands over while something is done; each is shown to `look` too. */
export const handedOver = async (
  services: Services,
  work: (services: Services) => Promise<unknown>,
  look: (object: string, row: State) => void = () => {},
): Promise<Handed> => {
  const handed: Handed = { rows: {}, bytes: 0, asked: 0 };
  const count = (object: string, rows: readonly unknown[]) => {
    handed.rows[object] = (handed.rows[object] ?? 0) + rows.length;
    handed.bytes += JSON.stringify(rows).length;
    for (const row of rows) look(object, row as State);
  };
  const counted =
    (method: (...all: unknown[]) => unknown) =>
    async (object: string, ...given: unknown[]) => {
      handed.asked += 1;
      const found = await method(object, ...given);
      count(object, rowsIn(found));
      return found;
    };
  const together =
    (method: (...all: unknown[]) => unknown) =>
    async (objects: readonly string[], ...given: unknown[]) => {
      handed.asked += 1;
      const found = (await method(objects, ...given)) as ReadonlyMap<string, unknown>;
      for (const object of objects) count(object, rowsIn(found.get(object)));
      return found;
    };
  const paged = (method: (...all: unknown[]) => AsyncIterable<unknown[]>) =>
    async function* (object: string, ...given: unknown[]) {
      handed.asked += 1;
      for await (const rows of method(object, ...given)) {
        count(object, rows);
        yield rows;
      }
    };
  const counting = (name: string) => (name === 'pages' ? paged : name === 'getTogether' ? together : counted);
  const read = Object.fromEntries(
    Object.entries(services.read).map(([name, method]) => [name, counting(name)(method)]),
  );
  await work({ ...services, read: read as unknown as Services['read'] });
  return handed;
};
