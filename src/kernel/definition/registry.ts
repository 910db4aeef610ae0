import type { EventDeclaration } from '../events/define.ts';
import type { ResourceDefinition } from './resource.ts';

/** All declared resources. A resource is one file and one line in `src/registry.ts`. */
export interface Registry {
  all: readonly ResourceDefinition[];
  /** Events that belong to no resource: they change no record. */
  events: readonly EventDeclaration[];
  /** The definition of an object name, if there is one. */
  get(object: string): ResourceDefinition | undefined;
  /** The definition of an object name that must exist. @throws when there is none */
  need(object: string): ResourceDefinition;
}

/**
 * @throws when two definitions share an object, path or prefix, or a part declares limits, which only records with a
 *   stream of their own are held to
 */
export const makeRegistry = (
  definitions: readonly ResourceDefinition[],
  events: readonly EventDeclaration[] = [],
): Registry => {
  const byObject = new Map<string, ResourceDefinition>();
  const seen = new Set<string>();
  for (const definition of definitions) {
    for (const key of [`object ${definition.object}`, `path ${definition.path}`, `prefix ${definition.prefix}`]) {
      if (seen.has(key)) throw new Error(`two resources share the ${key}`);
      seen.add(key);
    }
    if (definition.partOf && definition.limits)
      throw new Error(`a ${definition.object} is part of another record, and there are no limits for parts`);
    byObject.set(definition.object, definition);
  }
  return {
    all: definitions,
    events,
    get: (object) => byObject.get(object),
    need: (object) => {
      const found = byObject.get(object);
      if (!found) throw new Error(`no resource ${object} is declared`);
      return found;
    },
  };
};
