import { type Json, type JsonObject, textOrNull } from '../../values/json.ts';
import type { Locale } from '../../values/text.ts';
import { type Field, keptValue } from './fields.ts';
import type { Preferences } from './operation.ts';
import type { Registry } from './registry.ts';
import { type ResourceDefinition, type State, storedName } from './resource.ts';

/** An envelope: one record as an answer shows it. */
export type Envelope = { id: string; object: string; data: JsonObject; links: { self: string } };

/** How a record is shown, and to which audience. */
export interface View {
  locale: Locale;
  preferences: Preferences;
  publicUrl: string;
  registry: Registry;
  /** The members that the resource's `extras` loaded for this row. */
  extras: JsonObject;
  /** Members that `expand` names. */
  asked: ReadonlySet<string>;
  /** The records that `expand` loaded for this row, by member. */
  expanded: ReadonlyMap<string, readonly Envelope[]>;
}

/** The address of a record: its path, or absolute where the resource says so. */
export const selfLink = (definition: ResourceDefinition, id: string, view: Pick<View, 'publicUrl'>): string =>
  definition.link === 'by_query'
    ? `${definition.path}?${definition.object}=${id}`
    : `${definition.link === 'absolute' ? view.publicUrl : ''}${definition.path}/${id}`;

/** A related record without its data: its type, id and link. */
export const recordLink = (object: string, id: string, view: Pick<View, 'publicUrl' | 'registry'>): JsonObject => {
  const definition = view.registry.get(object);
  return { id, object, links: { self: definition ? selfLink(definition, id, view) : `/${object}s/${id}` } };
};

/** The id in a reference member of a state. */
export const referencedId = (name: string, field: Field, state: State): string | null =>
  typeof field.reference?.from === 'function'
    ? field.reference.from(state)
    : textOrNull(state[field.reference?.from ?? storedName(name, field) ?? `${name}_id`]);

/** The record that a reference names: what `expand` loaded of it, else its type, id and link. */
const shownReference = (name: string, field: Field, state: State, view: View): Json => {
  const id = referencedId(name, field, state);
  if (id === null) return null;
  const found = view.expanded.get(name)?.find((one) => one.id === id);
  return found ?? recordLink(objectOfId(field.reference?.to ?? [], id, view.registry), id, view);
};

/** The value of a field in an answer. */
const shownValue = (name: string, field: Field, state: State, view: View): Json | undefined => {
  if (field.show) return field.show(state, view);
  if (field.reference) return shownReference(name, field, state, view);
  const stored = storedName(name, field);
  return stored === undefined || field.personal === 'sealed'
    ? null
    : (keptValue(state, stored, field.write?.initial) ?? null);
};

/** Which of the objects an id belongs to, by its prefix. */
export const objectOfId = (objects: readonly string[], id: string, registry: Registry): string => {
  const prefix = id.slice(0, id.indexOf('_'));
  return objects.find((object) => registry.get(object)?.prefix === prefix) ?? objects[0]!;
};

/** A complete list that has no page of its own: embedded in data. */
export const embeddedList = (data: readonly Json[]): JsonObject => ({ object: 'list', data: [...data] });

/** Shows a record. Members come in the order in which the resource declares them. */
export const show = (definition: ResourceDefinition, state: State, view: View): Envelope => {
  const data: JsonObject = {};
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.hidden || (field.onlyExpanded && !view.asked.has(name))) continue;
    const value = shownValue(name, field, state, view);
    if (value !== undefined) data[name] = value;
  }
  for (const name of Object.keys(definition.lists ?? {})) {
    const expanded = view.expanded.get(name);
    if (expanded) data[name] = embeddedList(expanded);
  }
  data.created_at = state.created_at;
  data.updated_at = state.updated_at;
  return { id: state.id, object: definition.object, data, links: { self: selfLink(definition, state.id, view) } };
};
