import { eventType, type Folder, rowState } from '../src/kernel/fold.ts';
import type { Registry } from '../src/kernel/registry.ts';
import { type DomainEvent, parseStream, type ResourceDefinition, type State } from '../src/kernel/resource.ts';
import type { Projection, RowRef, Rows } from './model.ts';
import { tableOf } from './tables.ts';
import { VERSIONS } from './versions.ts';

/**
 * Serves every declared resource: one projection for each context, with a table for each of its resources. Rows are
 * folded with the kernel's own functions, so a read row is the fold of its stream.
 */
export const resourceProjections = (
  registry: Registry,
  folder: Folder,
  versions: Readonly<Record<string, number>> = VERSIONS,
): Projection[] => {
  const contexts = new Map<string, ResourceDefinition[]>();
  for (const definition of registry.all)
    contexts.set(definition.context, [...(contexts.get(definition.context) ?? []), definition]);
  const touched = touchedOnce(registry, folder);
  return [...contexts].map(([name, definitions]) => ({
    name,
    version: versions[name] ?? 1,
    tables: definitions.map(tableOf),
    projector: contextProjector(definitions, folder, touched),
  }));
};

const contextProjector = (
  definitions: readonly ResourceDefinition[],
  folder: Folder,
  touched: (event: DomainEvent) => readonly RowRef[],
): Projection['projector'] => {
  const byObject = new Map(definitions.map((definition) => [definition.object, definition]));
  // The streams that its records live in: their own, and those of what they are parts of.
  const categories = new Set(definitions.flatMap(({ object, partOf }) => [object, ...(partOf?.objects ?? [])]));
  return {
    handles: (category) => categories.has(category),
    touches: (event) => touched(event).filter(({ table }) => byObject.has(table)),
    apply: (event, rows: Rows, refs) => {
      for (const { table, id } of refs) {
        const definition = byObject.get(table)!;
        const before = rows.get(table, id) as State | undefined;
        const after = folder.evolveRow({ object: table, id }, before, event);
        if (after === undefined) rows.delete(table, id);
        else if (after !== before) rows.put(table, rowState(definition, after));
      }
    },
  };
};

/** What an event touches, asked once for all contexts. */
const touchedOnce = (registry: Registry, folder: Folder): ((event: DomainEvent) => readonly RowRef[]) => {
  const creations = new Map(registry.all.map((definition) => [eventType(definition, 'Created'), definition.object]));
  const known = new WeakMap<DomainEvent, readonly RowRef[]>();
  return (event) => {
    const before = known.get(event);
    if (before) return before;
    const { object: category } = parseStream(event.stream);
    const created = creations.get(event.type);
    const refs = folder.touchedBy(event).map(({ object, id }) => {
      if (object !== category && !registry.get(object)?.partOf?.objects.includes(category))
        throw new Error(`${event.type} in a stream of ${category} touches ${object}, which is no part of it`);
      return { table: object, id, fresh: object === created };
    });
    known.set(event, refs);
    return refs;
  };
};
