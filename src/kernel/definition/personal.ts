import { memoizedOn } from '../../values/memoized.ts';
import { type ResourceDefinition, type State, storedName } from './resource.ts';

const members = (definition: ResourceDefinition, personal: readonly ('searchable' | 'sealed')[]): string[] =>
  Object.entries(definition.fields).flatMap(([name, field]) =>
    field.personal && personal.includes(field.personal) ? [storedName(name, field) ?? name] : [],
  );

/** Which members of a resource's records are personal: events carry them encrypted. */
const personalNames = memoizedOn((definition: ResourceDefinition) => ({
  personal: members(definition, ['searchable', 'sealed']),
  sealed: members(definition, ['sealed']),
}));

/** Stored members that events carry encrypted. */
export const personalMembers = (definition: ResourceDefinition): readonly string[] =>
  personalNames(definition).personal;

/** Stored members that are in no read model. */
const sealedMembers = (definition: ResourceDefinition): readonly string[] => personalNames(definition).sealed;

/** Whether its records are persons, or encrypted under the key of one, so that erasure blanks their rows. */
export const isErasable = (definition: ResourceDefinition): boolean =>
  definition.partOf === undefined && personalMembers(definition).length > 0;

/** A record as read models store it: without sealed members. */
export const rowState = (definition: ResourceDefinition, state: State): State => {
  const sealed = sealedMembers(definition);
  if (sealed.length === 0) return state;
  const row = { ...state };
  for (const member of sealed) delete row[member];
  return row;
};
