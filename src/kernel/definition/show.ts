import type { Json, JsonObject } from '../../values/json.ts';
import type { Locale } from '../../values/text.ts';
import type { Field } from './fields.ts';
import type { Preferences } from './operation.ts';
import type { Registry } from './registry.ts';
import { type ResourceDefinition, type State, storedName } from './resource.ts';

/** An envelope: one record as an answer shows it. */
export type Envelope = { id: string; object: string; data: JsonObject; links: { self: string } };

/** How and to whom a record is shown. */
export interface View {
  locale: Locale;
  preferences: Preferences;
  publicUrl: string;
  registry: Registry;
  /** What the resource's `extras` loaded for this row. */
  extras: JsonObject;
  /** Members that `expand` names. */
  asked: ReadonlySet<string>;
  /** What `expand` loaded for this row, by member: one envelope, or a list. */
  expanded: ReadonlyMap<string, Envelope | Envelope[]>;
}

export const selfLink = (definition: ResourceDefinition, id: string, view: Pick<View, 'publicUrl'>): string =>
  definition.link === 'by_query'
    ? `${definition.path}?${definition.object}=${id}`
    : `${definition.link === 'absolute' ? view.publicUrl : ''}${definition.path}/${id}`;

/** The stub of a related record: what it is and where, without data. */
export const stub = (object: string, id: string, view: Pick<View, 'publicUrl' | 'registry'>): JsonObject => {
  const definition = view.registry.get(object);
  return { id, object, links: { self: definition ? selfLink(definition, id, view) : `/${object}s/${id}` } };
};

/** Id that a reference member holds in a state. */
export const referencedId = (name: string, field: Field, state: State): string | null =>
  typeof field.reference?.from === 'function'
    ? field.reference.from(state)
    : ((state[field.reference?.from ?? storedName(name, field) ?? `${name}_id`] as string | null | undefined) ?? null);

const shownReference = (name: string, field: Field, state: State, view: View): Json => {
  const id = referencedId(name, field, state);
  if (id === null) return null;
  const expanded = view.expanded.get(name);
  if (expanded && !Array.isArray(expanded)) return expanded;
  return stub(objectOfId(field.reference?.to ?? [], id, view.registry), id, view);
};

/** Which of the objects an id belongs to, told by its prefix. */
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
    const stored = storedName(name, field);
    const value: Json | undefined = field.show
      ? field.show(state, view)
      : field.reference
        ? shownReference(name, field, state, view)
        : stored === undefined || field.personal === 'sealed'
          ? null
          : (state[stored] ?? null);
    if (value !== undefined) data[name] = value;
  }
  for (const name of Object.keys(definition.lists ?? {})) {
    const expanded = view.expanded.get(name);
    if (Array.isArray(expanded)) data[name] = embeddedList(expanded);
  }
  data.created_at = state.created_at;
  data.updated_at = state.updated_at;
  return { id: state.id, object: definition.object, data, links: { self: selfLink(definition, state.id, view) } };
};
