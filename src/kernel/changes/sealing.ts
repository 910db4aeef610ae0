import type { NewEvent } from '../../event-store/port.ts';
import { derivedUuid } from '../../values/ids.ts';
import { type JsonObject, merged } from '../../values/json.ts';
import { type Problem, refused } from '../../values/problem.ts';
import { type Folder, partId } from '../definition/fold.ts';
import { personalMembers } from '../definition/personal.ts';
import { type DomainEvent, type EventBody, parseStream, type ResourceDefinition } from '../definition/resource.ts';
import type { Services } from '../definition/services.ts';
import type { Origin } from '../definition/writer.ts';
import { type CausedBy, newEvent } from '../events/define.ts';
import { PersonErased } from '../events/keys.ts';
import type { LoadedRecords } from './remembered.ts';

/** Events as they are appended: with ids that derive from their cause, metadata, and sealed personal members. */

/** The id of an event: the same for the same cause, stream, step and place in the append. */
export const eventId = (origin: Origin, stream: string, step: string, index: number): string =>
  derivedUuid(origin.seed, stream, step, String(index));

const metadataOf = (origin: Origin): CausedBy => ({
  partner_id: origin.tenant.partner_id,
  actor: origin.actor,
  request_id: origin.request_id,
  correlation_id: origin.correlation_id,
  occurred_at: origin.occurred_at,
  // Behind the other members (see `merged`).
  ...(origin.tenant.company_id === undefined ? {} : { company_id: origin.tenant.company_id }),
  ...(origin.causation_id === undefined ? {} : { causation_id: origin.causation_id }),
  ...(origin.idempotency_key === undefined ? {} : { idempotency_key: origin.idempotency_key }),
});

/**
 * Events as they are appended, with encrypted personal members, and as the domain sees them.
 *
 * @throws UnfitEvent before anything is stored
 */
export const sealed = async (
  stream: string,
  bodies: readonly EventBody[],
  step: string,
  origin: Origin,
  services: Services,
): Promise<{ stored: NewEvent[]; domain: DomainEvent[] }> => {
  const base = metadataOf(origin);
  const stored: NewEvent[] = [];
  const domain: DomainEvent[] = [];
  const counts = new Map<string, number>();
  for (const body of bodies) {
    const of = body.step ?? step;
    const index = counts.get(of) ?? 0;
    counts.set(of, index + 1);
    const id = eventId(origin, stream, of, index);
    const event = newEvent(services.folder.declarationOf(body.type), id, body, base);
    stored.push({ ...event, data: await withSealed(stream, body, services) });
    const { data, metadata } = event;
    domain.push({ id, type: body.type, stream, revision: 0n, data, metadata });
  }
  return { stored, domain };
};

/** Takes events that are not appended yet into the records of their stream: what is decided next sees them. */
export const foldUnwritten = (
  bodies: readonly EventBody[],
  { stream, aggregate }: Pick<LoadedRecords, 'stream' | 'aggregate'>,
  { tenant, occurred_at }: Pick<Origin, 'tenant' | 'occurred_at'>,
  folder: Pick<Folder, 'fold'>,
): void => {
  const metadata = { ...tenant, occurred_at };
  for (const { type, data } of bodies) folder.fold(aggregate, { id: '', type, stream, revision: 0n, data, metadata });
};

/** The data of an event as stored in the log: its personal members are encrypted as one object. */
const withSealed = async (stream: string, body: EventBody, services: Services): Promise<JsonObject> => {
  if (body.personal) {
    const { subject, members } = body.personal;
    await services.keys.prepare([subject]);
    return merged(body.data, { personal: await seal(subject, members, services) });
  }
  const definition = services.folder.ownerOf(body.type);
  const names = definition ? personalMembers(definition).filter((name) => name in body.data) : [];
  if (!definition || names.length === 0) return body.data;
  const clear: JsonObject = {};
  const personal: JsonObject = {};
  for (const [name, value] of Object.entries(body.data)) (names.includes(name) ? personal : clear)[name] = value;
  const subject = subjectOf(definition, stream, body);
  await services.keys.prepare([subject]);
  clear.personal = await seal(subject, personal, services);
  return clear;
};

/** @throws Problem 400 when the person was erased: it is that record's refusal, not a failure of the service */
const seal = async (subject: string, members: JsonObject, services: Services): Promise<JsonObject> => {
  try {
    return { ...(await services.keys.seal(subject, members)) };
  } catch (error) {
    if (error instanceof PersonErased) throw erasedPerson();
    throw error;
  }
};

/** 400: nothing personal can be written about the person. */
export const erasedPerson = (): Problem => refused(ERASED);

const ERASED = {
  en: 'The personal data of this record were erased; no personal data can be written to it.',
  fr: 'Les données personnelles de ce dossier ont été effacées; rien de personnel ne peut plus y être écrit.',
};

const subjectOf = (definition: ResourceDefinition, stream: string, body: EventBody): string => {
  if (definition.personalSubject) return definition.personalSubject(body.data);
  return definition.partOf ? partId({ ...body, stream }) : parseStream(stream).id;
};
