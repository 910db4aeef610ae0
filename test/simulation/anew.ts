import type { DomainEvent } from '../../src/kernel/definition/resource.ts';
import { sameJson } from '../../src/values/json.ts';
import { makeReadTables } from './read-tables.ts';
import type { World } from './world.ts';

/**
 * The read models made anew from the whole log, one event after the other: what a rebuild gives. They were fed in
 * batches, some of them behind others; their rows and sums must be the same.
 *
 * @returns a sentence for each row that differs
 */
export const differsAnew = ({ ground: { projections, tables } }: World, events: readonly DomainEvent[]): string[] => {
  const anew = makeReadTables(projections);
  for (const event of events) for (const projection of projections) anew.apply(projection, event);
  return projections.flatMap(({ tables: own }) =>
    own.flatMap(({ name }) => {
      const made = new Map(anew.all(name).map((row) => [row.id, row]));
      const differing = tables.all(name).flatMap((row) => {
        const other = made.get(row.id);
        made.delete(row.id);
        return other && sameJson(other, row) ? [] : [`${name} ${row.id} is not what a rebuild makes of it`];
      });
      return [...differing, ...[...made.keys()].map((id) => `${name} ${id} is there after a rebuild alone`)];
    }),
  );
};
