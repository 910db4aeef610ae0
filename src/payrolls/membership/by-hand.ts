import type { Position } from '../../event-store/port.ts';
import { matchVersion } from '../../kernel/changes/decide.ts';
import { appendBy, appendByEvents, type LoadedStream, loadStream, readEvents } from '../../kernel/changes/execute.ts';
import type { LoadedWith } from '../../kernel/changes/remembered.ts';
import { eventId } from '../../kernel/changes/sealing.ts';
import { type DomainEvent, type EventBody, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import type { Origin, Outcome } from '../../kernel/definition/writer.ts';
import { keysOf, textOf } from '../../values/json.ts';
import { invalid, notFound, refused, unknownId } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import { isGenerated, isOpenDraft } from '../events/list.ts';
import { stubId } from '../events/pay-stub.ts';
import { payrollStubsAdded, payrollStubsRemoved } from '../events/payroll.ts';
import { payStubEvents } from '../events/records.ts';
import { loadMembers } from './members.ts';
import type { Member } from './stub-list.ts';
import { removeStub, stubMembers } from './stub-streams.ts';

/**
 * Stubs that callers put on payrolls made by hand, and take off them. The payroll's list decides first, as for those
 * that the service makes; a process that dies between the list and the stub leaves the rest to population.
 */

/** Stubs that a payroll may have: docs/limits.md. */
export const MOST_STUBS = 20_000;

/** What a payroll's stream says when a stub that it listed is yet to be made. */
export interface Listed {
  /** As its stream has it: read models may show it on the pay date that it had before. */
  payroll: RecordOf<'payroll'>;
  /** The stubs that it lists: a repeated request may find that what it listed was taken off since. */
  stubs: ReadonlyMap<string, string>;
  /** Where read models were before it was asked: whoever takes the stub off after that does so behind it. */
  facts_position: Position;
}

/**
 * Puts work assignments on a payroll's list, in one append.
 *
 * @param step distinguishes the appends of one request
 * @throws Problem 400 when it is no draft that callers fill, 422 when it has no room
 */
export const listByHand = async (
  payroll: RecordOf<'payroll'>,
  members: readonly Member[],
  step: string,
  origin: Origin,
  services: Services,
): Promise<Listed & { position: Position | undefined }> => {
  const facts_position = services.gate.readPosition();
  const added: EventBody[] = [payrollStubsAdded({ stubs: [...members] }, { facts_position })];
  const decide = async ({
    beside: listed,
    aggregate,
  }: LoadedWith<ReadonlyMap<string, string>>): Promise<EventBody[]> => {
    const refusal = refusalOf(aggregate.get('payroll', payroll.id));
    if (refusal) throw refused(refusal);
    if (listed.size + members.length > MOST_STUBS) throw invalid([{ path: 'payroll_id', text: FULL }]);
    return added;
  };
  const stream = streamOf('payroll', payroll.id);
  const { position, repeated, aggregate } = await appendBy(loadMembers, stream, step, origin, services, decide);
  const listed = { position, payroll: aggregate.get('payroll', payroll.id) ?? payroll, facts_position };
  if (!repeated) return { ...listed, stubs: new Map(members.map((member) => [member.id, member.work_assignment_id])) };
  const now = await loadMembers(stream, services);
  const there = now.aggregate.get('payroll', payroll.id);
  return there ? { ...listed, payroll: there, stubs: now.beside } : { ...listed, stubs: new Map() };
};

const FULL: Text = {
  en: `the payroll would have more than ${MOST_STUBS} pay stubs, the most that it may have`,
  fr: `la paie aurait plus de ${MOST_STUBS} bulletins, le maximum permis`,
};

/** Why callers cannot put stubs on a payroll or take them off; undefined where they can. */
export const refusalOf = (payroll: RecordOf<'payroll'> | undefined): Text | undefined => {
  if (!payroll) return GONE;
  if (isGenerated(payroll)) return FOLLOWS;
  return isOpenDraft(payroll) ? undefined : NOT_DRAFT;
};

const GONE: Text = { en: 'The payroll no longer exists.', fr: "La paie n'existe plus." };
const NOT_DRAFT: Text = {
  en: 'The payroll is no draft, or its approval is under way; its pay stubs stay as they are.',
  fr: "La paie n'est pas au brouillon, ou son approbation est en cours; ses bulletins restent tels quels.",
};
const FOLLOWS: Text = {
  en: 'Who is on a regular payroll follows from its pay schedule and the work assignments; instead move a work assignment, or archive it as of a day before the pay period.',
  fr: "Les bulletins d'une paie régulière suivent son calendrier et les affectations; déplacez plutôt une affectation, ou archivez-la à une date antérieure à la période de paie.",
};

/** What a caller gives of a stub. */
export type GivenOfStub = { note: string | null; external_ref: string | null };

/**
 * What the payroll says on whose list an earlier try of the same request has put a stub, if it is still there: that it
 * could not be put there any more, since an approval has begun or the person has moved, is no answer then.
 */
export const listedBefore = async (
  payrollId: string,
  stub: string,
  origin: Origin,
  services: Services,
): Promise<Listed | undefined> => {
  const facts_position = services.gate.readPosition();
  const stream = streamOf('payroll', payrollId);
  const { beside: stubs, aggregate } = await loadMembers(stream, services);
  const payroll = aggregate.get('payroll', payrollId);
  if (!payroll || !stubs.has(stub)) return undefined;
  const isOurs = await isInList(eventId(origin, stream, listing(stub), 0), payrollId, services);
  return isOurs ? { payroll, stubs, facts_position } : undefined;
};

/** The step by which one stub is listed. */
export const listing = (stub: string): string => `listed ${stub}`;

const isInList = async (event_id: string, payrollId: string, services: Services): Promise<boolean> =>
  (await readEvents(streamOf('payroll', payrollId), services)).some(({ id }) => id === event_id);

/**
 * Makes a stub that its payroll has listed. One that is taken off the list before it is made is removed by population:
 * its facts are those of the list.
 *
 * @throws Problem 422 where somebody else made it; 400 where it was listed by an earlier try, and taken off since
 */
export const makeByHand = async (
  { payroll, stubs: listed, facts_position }: Listed,
  assignment: RecordOf<'work_assignment'>,
  given: GivenOfStub,
  origin: Origin,
  services: Services,
): Promise<Outcome> => {
  const id = stubId(payroll, assignment.id);
  const data = { ...stubMembers(payroll, assignment), ...given };
  const decide = async ({ aggregate, events }: LoadedStream): Promise<EventBody[]> => {
    const there = aggregate.get('pay_stub', id);
    if (!listed.has(id)) throw refused(TAKEN_OFF);
    if (!there) return [payStubEvents.created(data, { facts_position })];
    // Population finished it, since the process that listed it died, or was slow.
    if (events.findLast(payStubEvents.created.is)?.metadata.actor?.startsWith('process:') !== true)
      throw invalid([{ path: 'work_assignment_id', text: ALREADY }]);
    const differs = there.is_closed !== true && keysOf(given).some((name) => there[name] !== given[name]);
    const identity = { payroll_id: payroll.id, work_assignment_id: assignment.id };
    return differs ? [payStubEvents.changed({ ...identity, ...given })] : [];
  };
  const appended = await appendByEvents(streamOf('pay_stub', id), 'created', origin, services, decide);
  const { aggregate, position, repeated } = appended;
  return { ok: true, id, state: aggregate.get('pay_stub', id), position, repeated };
};

export const ALREADY: Text = {
  en: 'has a pay stub on this payroll already',
  fr: 'a déjà un bulletin sur cette paie',
};

const TAKEN_OFF: Text = {
  en: 'An earlier try of this request put the pay stub on the payroll, and it was taken off since.',
  fr: 'Une tentative antérieure de cette requête a mis le bulletin sur la paie, et il en a été retiré depuis.',
};

/** Takes a stub off its payroll's list and removes it. @throws Problem 404, 409, 400 */
export const removeByHand = async (
  id: string,
  ifMatch: string | undefined,
  origin: Origin,
  services: Services,
): Promise<Outcome> => {
  const stream = streamOf('pay_stub', id);
  const { aggregate, events } = await loadStream(stream, services);
  const stub = aggregate.get('pay_stub', id);
  const created: DomainEvent | undefined = events.find(payStubEvents.created.is);
  if (!created || created.metadata.company_id !== origin.tenant.company_id) throw notFound('pay_stub');
  if (stub) matchVersion(stub, ifMatch);
  const [payroll_id, work_assignment_id] = [textOf(created.data.payroll_id), textOf(created.data.work_assignment_id)];
  const step = `released ${id}`;
  if (!stub) {
    const isRemoved = events.some((event) => event.id === eventId(origin, stream, 'removed', 0));
    // An earlier try took it off the list, and population did the rest.
    const isReleased = async () =>
      origin.mayRepeat && isInList(eventId(origin, streamOf('payroll', payroll_id), step, 0), payroll_id, services);
    if (!isRemoved && !(await isReleased())) throw notFound('pay_stub');
  }
  const facts_position = services.gate.readPosition();
  const released = await appendBy(
    loadMembers,
    streamOf('payroll', payroll_id),
    step,
    origin,
    services,
    async (loaded) => {
      const refusal = refusalOf(loaded.aggregate.get('payroll', payroll_id));
      if (refusal) throw refused(refusal);
      if (!loaded.beside.has(id)) return [];
      return [payrollStubsRemoved({ stubs: [{ id, work_assignment_id }] }, { facts_position })];
    },
  );
  // Taken off by an earlier try, and put there again since by another request.
  if (released.repeated && (await loadMembers(streamOf('payroll', payroll_id), services)).beside.has(id))
    return { ok: true, id, state: undefined, position: undefined, repeated: true };
  const acting = { services, tenant: origin.tenant, once: () => origin };
  const { position } = await removeStub(id, facts_position, acting);
  return { ok: true, id, state: undefined, position: position ?? released.position, repeated: position === undefined };
};

/** 422: an id of a body that names nothing. */
export const unknown = (path: string) => ({ path, text: unknownId(path.replace(/_id$/, '')) });
