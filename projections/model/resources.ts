import type { Folder } from '../../src/kernel/definition/fold.ts';
import { rowState } from '../../src/kernel/definition/personal.ts';
import { recordEvents } from '../../src/kernel/definition/record-events.ts';
import type { Registry } from '../../src/kernel/definition/registry.ts';
import { type ResourceDefinition, type SumTable, streamOf } from '../../src/kernel/definition/resource.ts';
import { groupBy } from '../../src/values/group.ts';
import { categoryOf, type Projection, type RowRef, type Rows, stateOf } from './model.ts';
import { countsOf, sumTableOf, tableOf } from './tables.ts';
import { ADDED, VERSIONS } from './versions.ts';

/**
 * The projections of all declared resources: one for each context, with a table for each of its resources. Rows are
 * folded by the kernel's own functions, so a row always equals the state that its stream folds to.
 */
export const resourceProjections = (
  registry: Registry,
  folder: Folder,
  versions: Readonly<Record<string, number>> = VERSIONS,
): Projection[] => {
  const contexts = groupBy(registry.all, ({ context }) => context);
  const creations = new Map<string, string>(registry.all.map((one) => [recordEvents(one).created.type, one.object]));
  return [...contexts].map(([name, definitions]) => ({
    name,
    version: definitions.reduce((sum, { object }) => sum + (versions[object] ?? 1), ADDED[name] ?? 0),
    tables: definitions.flatMap((one) =>
      [tableOf(one), ...sumsOf(one).map((sum) => sumTableOf(one, sum))].map((table) => ({
        ...table,
        listed: one.listed?.where,
        owner: one.object,
        version: versions[one.object] ?? 1,
        categories: categoriesOf(one),
      })),
    ),
    projector: contextProjector(definitions, folder, creations),
    sums: definitions.flatMap((one) => sumsOf(one).map(({ name, parts }) => ({ of: one.object, table: name, parts }))),
  }));
};

const sumsOf = (definition: ResourceDefinition): readonly SumTable[] => {
  const { sums = [], counted } = definition;
  return counted ? [...sums, countsOf(definition)] : sums;
};

/** Categories of the streams that hold its records: their own, and those of the records that they are parts of. */
const categoriesOf = ({ object, partOf }: ResourceDefinition): string[] => [object, ...(partOf?.objects ?? [])];

const contextProjector = (
  definitions: readonly ResourceDefinition[],
  folder: Folder,
  creations: ReadonlyMap<string, string>,
): Projection['projector'] => {
  const byObject = new Map(definitions.map((definition) => [definition.object, definition]));
  const categories = new Set(definitions.flatMap(categoriesOf));
  return {
    handles: (category) => categories.has(category),
    touches: (event) => {
      const created = creations.get(event.type);
      const refs: RowRef[] = [];
      for (const { object, id } of folder.touchedBy(event)) {
        const definition = byObject.get(object);
        if (!definition) continue;
        if (!livesIn(definition, event.stream))
          throw new Error(`${event.type} in stream ${event.stream} touches ${object}, which does not live there`);
        // Before the first event of its stream there is no record: one of an entry is not named after its creation.
        const isFirst = event.revision === 0n && event.stream === streamOf(object, id);
        refs.push({ table: object, id, fresh: object === created || isFirst });
      }
      return refs;
    },
    apply: (event, rows: Rows, refs) => {
      for (const { table, id } of refs) {
        const definition = byObject.get(table)!;
        const row = rows.get(table, id);
        const before = row && stateOf(row);
        const after = folder.evolveRow({ object: table, id }, before, event);
        if (after === undefined) {
          if (before) rows.delete(table, id);
        } else if (after !== before) rows.put(table, rowState(definition, after));
      }
    },
  };
};

/** Whether a stream may hold records of a resource: one of their own, or of a record that they are parts of. */
const livesIn = ({ object, partOf }: ResourceDefinition, stream: string): boolean => {
  const category = categoryOf(stream);
  return category === object || (partOf?.objects.includes(category) ?? false);
};
