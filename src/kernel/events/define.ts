import type { z } from 'zod';
import { NewerEvent } from '../../event-store/errors.ts';
import type { EventMetadata, NewEvent, Position } from '../../event-store/port.ts';
import { type JsonObject, merged } from '../../values/json.ts';

/**
 * Declarations of events: a name, a version, one sentence, the schema of the data. Writers make events by the
 * declaration, readers narrow by it, and appended events are checked against it. So each name is in one place, and an
 * event without a declaration does not compile.
 */
/**
 * The name of an event, from a declaration or from the log (`eventName`). It is a text that cannot be compared with
 * other texts: `event.type === 'PayrollAproved'` does not compile, nor does the correct spelling; use `is` of the
 * declaration. The member stands for all names and does not exist at run time.
 */
export declare enum EventName {
  one = 'an event',
  another = 'another event',
}

/** The name of an event in a stream. Whether it is declared is checked when it is folded. */
// The only place where a text becomes a name: all other code has it from a declaration.
export const eventName = (type: string): EventName => type as EventName;

/** An event as contexts see it: upcast, and with decrypted personal members. */
export interface DomainEvent<D extends JsonObject = JsonObject> {
  id: string;
  type: EventName;
  stream: string;
  revision: bigint;
  data: D;
  metadata: EventMetadata;
}

/** Names one record, and so one row of a read table. */
export interface RowKey {
  object: string;
  id: string;
}

/** Turns the data of one version of an event into that of the next. */
export type Upcaster = (data: JsonObject) => JsonObject;

/** An event to be written: the kernel adds id and metadata, and encrypts its personal members. */
export interface EventBody {
  type: EventName;
  data: JsonObject;
  /** Members to encrypt under the key of a subject, when the personal fields of the resource do not say it. */
  personal?: { subject: string; members: JsonObject };
  /**
   * For events that were calculated from read models: the position that all of them had passed before they were read.
   * It is stored with the event, so that a reader knows which later events the calculation did not include.
   */
  facts_position?: Position;
  /** The step that its id derives from, where that is another one than that of its append. It is not stored. */
  step?: string;
}

/** The declaration of an event. */
export interface EventDeclaration {
  type: EventName;
  version: number;
  /** What happened, in one sentence. */
  says: string;
  /** Schema of its data, with decrypted personal members. */
  schema: z.ZodType;
  /**
   * Says quickly that data fits the schema, for an event of hundreds of parts. Where it does not, the schema decides.
   */
  fits?: (data: JsonObject) => boolean;
  /** Schemas of the earlier versions, from 1 on. */
  earlier: readonly z.ZodType[];
  /** The first turns version 1 into 2, and so on. */
  upcasters: readonly Upcaster[];
  /** The records that it changes; default that of its stream. */
  touches: 'self' | ((event: DomainEvent) => RowKey[]);
}

/** Makes one kind of event, and recognises it among others. */
export interface EventMaker<D extends JsonObject = JsonObject> {
  type: EventName;
  /** The event to be appended. */
  (data: D, more?: Pick<EventBody, 'personal' | 'facts_position'>): EventBody;
  /** Whether an event is of this type; narrows its data. */
  is<E extends DomainEvent>(event: E): event is E & Narrowed<D>;
}

declare const declared: unique symbol;
/**
 * An event of one declaration. Its type is narrower than any name, so that the negative case of `is` is not `never`.
 */
interface Narrowed<D extends JsonObject> {
  type: EventName & { readonly [declared]: true };
  data: D;
}

/** A declared event: called with its data it gives the event to be appended. */
export interface DeclaredEvent<D extends JsonObject = JsonObject> extends EventMaker<D>, EventDeclaration {
  type: EventName;
}

/** The data of an event. */
export type EventData<E> = E extends EventMaker<infer D> ? D : never;

/** The maker of the events of a name. */
export const eventMaker = <D extends JsonObject>(type: EventName): EventMaker<D> => {
  const make = (data: D, more: Pick<EventBody, 'personal' | 'facts_position'> = {}): EventBody => ({
    type,
    data,
    ...more,
  });
  const is = <E extends DomainEvent>(event: E): event is E & Narrowed<D> => event.type === type;
  return Object.assign(make, { type, is });
};

/** The earlier versions of an event, and how each becomes the next; `Next` is the result of the last step. */
export interface Earlier<Next extends JsonObject> {
  schemas: readonly z.ZodType[];
  upcasters: readonly Upcaster[];
  /** The next version: its schema accepts the result of the previous step. */
  next<V extends JsonObject, N extends JsonObject>(
    schema: z.ZodType<V> & (Next extends V ? unknown : never),
    upcast: (data: V) => N,
  ): Earlier<N>;
}

const stepsOf = <N extends JsonObject>(schemas: readonly z.ZodType[], upcasters: readonly Upcaster[]): Earlier<N> => ({
  schemas,
  upcasters,
  next: (schema, upcast) =>
    stepsOf([...schemas, schema], [...upcasters, (data: JsonObject) => upcast(schema.parse(data))]),
});

/** Version 1 of an event that has changed since, and how it becomes version 2; `next` declares further versions. */
export const version1 = <V extends JsonObject, N extends JsonObject>(
  schema: z.ZodType<V>,
  upcast: (data: V) => N,
): Earlier<N> => stepsOf<N>([schema], [(data) => upcast(schema.parse(data))]);

/**
 * Declares an event.
 *
 * @param of.data schema of its data; members that it does not name are refused
 * @param of.fits says quickly what fits; a test holds it against the schema
 * @param of.earlier the versions before this one
 * @param of.touches the records that it changes: default that of its stream, `nothing` for what is read from the stream
 * alone
 * @throws when the version does not follow the earlier ones
 */
export const defineEvent = <D extends JsonObject>(of: {
  type: string;
  version: number;
  says: string;
  data: z.ZodType<D>;
  fits?: EventDeclaration['fits'];
  earlier?: Earlier<NoInfer<D>>;
  touches?: 'nothing' | ((event: DomainEvent<NoInfer<D>>) => RowKey[]);
}): DeclaredEvent<D> => {
  const { version, says, fits, earlier, touches } = of;
  const type = eventName(of.type);
  const upcasters = earlier?.upcasters ?? [];
  if (version !== upcasters.length + 1)
    throw new Error(`${type} is declared as version ${version} with ${upcasters.length} versions before it`);
  const maker = eventMaker<D>(type);
  const rows: EventDeclaration['touches'] =
    touches === undefined ? 'self' : (event) => (touches === 'nothing' || !maker.is(event) ? [] : touches(event));
  const declaration = { type, version, says, schema: of.data, earlier: earlier?.schemas ?? [], upcasters };
  return Object.assign(maker, { ...declaration, touches: rows, ...(fits && { fits }) });
};

/**
 * Declares an event whose data has no type of its own: what follows from the fields of a resource.
 *
 * @param earlier the versions before this one, where its fields were others
 */
export const declareEvent = <D extends JsonObject>(
  type: string,
  says: string,
  schema: z.ZodType,
  earlier?: Earlier<JsonObject>,
): DeclaredEvent<D> => {
  const { schemas = [], upcasters = [] } = earlier ?? {};
  const declaration = { version: upcasters.length + 1, says, schema, earlier: schemas, upcasters };
  return Object.assign(eventMaker<D>(eventName(type)), { ...declaration, touches: 'self' as const });
};

/** An event whose type no declaration knows: the code is older than the log. */
export class UnknownEventType extends NewerEvent {
  readonly type: string;
  constructor(type: string) {
    super(`no resource declares the event type ${type}`);
    this.type = type;
  }
}

/** An event that does not fit its declaration: an error of the code that made it. Nothing is stored of its append. */
class UnfitEvent extends Error {
  override name = 'UnfitEvent';
  readonly type: string;
  /** Members and what is wrong with each; never their values. */
  readonly reasons: readonly { member: string; reason: string }[];

  constructor(type: string, reasons: UnfitEvent['reasons']) {
    const listed = reasons.map(({ member, reason }) => (member === '' ? reason : `${member}: ${reason}`));
    super(`the event ${type} does not fit its declaration: ${listed.join('; ')}`);
    this.type = type;
    this.reasons = reasons;
  }
}

const FITS = { success: true, error: undefined } as const;
/** Limit of reported faults. */
const MOST_REASONS = 10;

/** What the metadata of every event name: who, when, and the request or command that it goes back to. */
export type CausedBy = EventMetadata & Required<Pick<EventMetadata, 'actor' | 'occurred_at' | 'correlation_id'>>;

/**
 * The event to append, made from an id, a body and its metadata, and checked against its declaration. Every event of
 * the service is made here, before its personal members are encrypted.
 *
 * @throws UnfitEvent
 */
export const newEvent = (
  { type, version, schema, fits }: EventDeclaration,
  id: string,
  { data, personal, facts_position }: Omit<EventBody, 'type'>,
  metadata: CausedBy,
): NewEvent => {
  const whole = personal ? merged(data, personal.members) : data;
  const { success, error } = fits?.(whole) ? FITS : schema.safeParse(whole);
  if (!success) {
    const reasons = error.issues.slice(0, MOST_REASONS);
    throw new UnfitEvent(
      type,
      reasons.map(({ path, message }) => ({ member: path.join('.'), reason: message })),
    );
  }
  const standing = facts_position === undefined ? {} : { facts_position: String(facts_position) };
  return { id, type, data: whole, metadata: merged(metadata, { schema_version: version, ...standing }) };
};
