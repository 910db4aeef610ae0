import { type Json, type JsonObject, textOrNull, textsOf } from '../../values/json.ts';
import type { Locale } from '../../values/text.ts';
import type { Field, Fields } from './fields.ts';
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
  /** The records that `expand` loaded for this row, by member, or by the path of one in a list of objects. */
  expanded: ReadonlyMap<string, readonly Envelope[]>;
}

export const selfLink = (definition: ResourceDefinition, id: string, view: Pick<View, 'publicUrl'>): string =>
  definition.link === 'by_query'
    ? `${definition.path}?${definition.object}=${id}`
    : `${definition.link === 'absolute' ? view.publicUrl : ''}${definition.path}/${id}`;

/** The stub of a related record: its type, id and link, without data. */
export const stub = (object: string, id: string, view: Pick<View, 'publicUrl' | 'registry'>): JsonObject => {
  const definition = view.registry.get(object);
  return { id, object, links: { self: definition ? selfLink(definition, id, view) : `/${object}s/${id}` } };
};

/** The id in a reference member of a state. */
const referencedId = (name: string, field: Field, state: State): string | null =>
  typeof field.reference?.from === 'function'
    ? field.reference.from(state)
    : textOrNull(state[field.reference?.from ?? storedName(name, field) ?? `${name}_id`]);

/** The objects in a member of a state. */
const heldIn = (name: string, field: Field, state: JsonObject): State[] => {
  const value = state[storedName(name, field) ?? name] ?? [];
  // What a member holds is shown as a record is: its fields look at their own members alone.
  return (Array.isArray(value) ? value : [value]) as State[];
};

/** The field at a path: a member, or a member of the objects in it (`tag_allocations.tags`). */
export const fieldAt = (fields: Fields, path: string): Field | undefined => {
  const dot = path.indexOf('.');
  if (dot === -1) return fields[path];
  const held = fields[path.slice(0, dot)]?.holds;
  return held && fieldAt(held.fields, path.slice(dot + 1));
};

/** The ids of the reference at a path of a state. */
export const idsAt = (fields: Fields, path: string, state: State): string[] => {
  const dot = path.indexOf('.');
  const name = dot === -1 ? path : path.slice(0, dot);
  const field = fields[name];
  if (!field) return [];
  if (dot !== -1) {
    const { holds } = field;
    return holds ? heldIn(name, field, state).flatMap((one) => idsAt(holds.fields, path.slice(dot + 1), one)) : [];
  }
  if (field.reference?.many) return textsOf(state[storedName(name, field) ?? name]);
  const id = referencedId(name, field, state);
  return id === null ? [] : [id];
};

/** @param path of the reference, as `expand` names it */
const shownReference = (name: string, field: Field, state: State, view: View, path = name): Json => {
  const found = view.expanded.get(path);
  const shown = (id: string): Json =>
    found?.find((one) => one.id === id) ?? stub(objectOfId(field.reference?.to ?? [], id, view.registry), id, view);
  if (field.reference?.many) {
    const ids = state[storedName(name, field) ?? name];
    return Array.isArray(ids) ? textsOf(ids).map(shown) : null;
  }
  const id = referencedId(name, field, state);
  return id === null ? null : shown(id);
};

/** What a member holds: its objects, each shown by their own fields. */
const shownHeld = (name: string, field: Field, state: State, view: View, path = name): Json => {
  const { fields, many } = field.holds!;
  const shown = heldIn(name, field, state).map((one) => {
    const data: JsonObject = {};
    for (const [inner, each] of Object.entries(fields)) {
      const value = shownValue(inner, each, one, view, `${path}.${inner}`);
      if (value !== undefined) data[inner] = value;
    }
    return data;
  });
  return many ? shown : (shown[0] ?? null);
};

/** The value of a field in an answer. */
const shownValue = (name: string, field: Field, state: State, view: View, path = name): Json | undefined => {
  if (field.show) return field.show(state, view);
  if (field.holds) return shownHeld(name, field, state, view, path);
  if (field.reference) return shownReference(name, field, state, view, path);
  const stored = storedName(name, field);
  return stored === undefined || field.personal === 'sealed' ? null : (state[stored] ?? null);
};

/** Whether `expand` names a member, or something in it. */
const isAsked = (name: string, { asked }: View): boolean =>
  asked.has(name) || [...asked].some((path) => path.startsWith(`${name}.`));

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
    if (field.hidden || (field.onlyExpanded && !isAsked(name, view))) continue;
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
