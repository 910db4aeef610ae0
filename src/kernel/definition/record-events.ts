import { z } from 'zod';
import type { JsonObject } from '../../values/json.ts';
import { memoizedOn } from '../../values/memoized.ts';
import { sentence, withArticle, wordsOf } from '../../values/text.ts';
import {
  type DeclaredEvent,
  declareEvent,
  type Earlier,
  type EventMaker,
  eventMaker,
  eventName,
} from '../events/define.ts';
import { type Upcasters, upcastersOf } from '../events/hydrate.ts';
import { describedBy } from './fields.ts';
import { isErasable } from './personal.ts';
import { type Kept, pascalCase, type RecordOf, type ResourceDefinition, storedName } from './resource.ts';

/**
 * The events of every declared resource: created, changed and deleted; revealed (`EmployeeRevealed`), which records
 * that sealed members were read and changes nothing; and erased (`EmployeeErased`), which blanks the personal members
 * in read models. Their schemas follow from the fields of the resource, in the stored form.
 */
export interface RecordEvents {
  created: DeclaredEvent;
  changed: DeclaredEvent;
  deleted: DeclaredEvent;
  revealed?: DeclaredEvent<{ members: string[] }>;
  erased?: DeclaredEvent<{ reason: string }>;
  /** Another record took a key that this one had claimed: what was decided before that cannot be written any more. */
  fenced?: DeclaredEvent;
}

/** The events of a resource's records. */
export const recordEvents = memoizedOn((definition: ResourceDefinition): RecordEvents => declare(definition));

/** The upcasters of all resources' events. */
export const upcastersOfAll = (definitions: readonly ResourceDefinition[]): Upcasters =>
  upcastersOf(
    definitions.flatMap((definition) => {
      const { events = [], earlier } = definition;
      if (!earlier) return events;
      const { created, changed } = recordEvents(definition);
      return [...events, created, changed];
    }),
  );

const REVEALED = 'Revealed';

/** Whether an event records that sealed members were read. */
export const isRevealing = (type: string): boolean => type.endsWith(REVEALED);

const named = (object: string, verb: string): string => `${pascalCase(object)}${verb}`;

const declare = (definition: ResourceDefinition): RecordEvents => {
  const { object, operations } = definition;
  const what = wordsOf(object);
  const aRecord = sentence(withArticle(object));
  const { identity, members } = shapesOf(definition);
  const changed = z.strictObject({ ...members, ...identity }).partial();
  const event = <D extends JsonObject = JsonObject>(
    verb: string,
    says: string,
    schema: z.ZodType,
    earlier?: Earlier<JsonObject>,
  ): DeclaredEvent<D> => declareEvent(named(object, verb), says, schema, earlier);
  const { created: wasCreated, changed: wasChanged } = definition.earlier ?? {};
  const whole = z.strictObject({ ...members, ...identity });
  return {
    created: event('Created', `${aRecord} was created.`, whole, wasCreated),
    changed: event('Changed', `${aRecord} was changed: the members that differ, and whose it is.`, changed, wasChanged),
    deleted: event('Deleted', `${aRecord} was deleted: whose it was.`, z.strictObject(identity)),
    ...(operations.includes('reveal') && {
      revealed: event(
        REVEALED,
        `Somebody read what is sealed of the ${what}; metadata name who.`,
        z.strictObject({ members: z.array(z.string()).meta({ description: 'What was read' }) }),
      ),
    }),
    ...((definition.reserves || definition.limits?.some(({ isExact }) => isExact)) && {
      fenced: event(
        'Fenced',
        `Another record took a key that this ${what} had claimed: what was decided before is not written any more.`,
        z.strictObject({}),
      ),
    }),
    ...(isErasable(definition) && {
      erased: event(
        'Erased',
        `The person of the ${what} was erased: the key of its personal members was destroyed.`,
        z.strictObject({ reason: z.string().meta({ description: "The operator's reason" }) }),
      ),
    }),
  };
};

/** The members that every event of a record may repeat, and those of the event of its creation. */
const shapesOf = (definition: ResourceDefinition): Record<'identity' | 'members', Record<string, z.ZodType>> => {
  const id: Record<string, z.ZodType> = definition.partOf
    ? { id: z.string().meta({ description: 'Its id: it lives in the stream of what it is a part of' }) }
    : {};
  const identity: Record<string, z.ZodType> = { ...id };
  const members: Record<string, z.ZodType> = {};
  for (const [name, schema] of Object.entries(definition.members ?? {})) members[name] = schema.optional();
  for (const [name, field] of Object.entries(definition.fields)) {
    const stored = storedName(name, field);
    if (stored === undefined) continue;
    const schema = describedBy({ about: field.about }, field.storedAs ?? z.unknown());
    // A member that no body sets exists only from the time when the service sets it.
    members[stored] = field.write?.required && field.write.on !== 'update' ? schema : schema.optional();
    if (field.reference) identity[stored] = schema.optional();
  }
  return { identity, members: { ...id, ...members } };
};

/** Makes events of a resource by its name, for rooms that must not import its declaration. */
export const eventsOf = <K extends string>(
  object: K,
): Record<'created' | 'changed' | 'deleted', EventMaker<Partial<Omit<RecordOf<K>, keyof Kept>> & JsonObject>> => {
  const maker = (verb: string) =>
    eventMaker<Partial<Omit<RecordOf<K>, keyof Kept>> & JsonObject>(eventName(named(object, verb)));
  return { created: maker('Created'), changed: maker('Changed'), deleted: maker('Deleted') };
};
