import { lockedBy } from '../../employers/dated-parts.ts';
import type { Position } from '../../event-store/port.ts';
import { claimPropertyId, claimsOf } from '../../forms/claim-rules.ts';
import { CLAIMS } from '../../forms/claims.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { loadRecords } from '../../kernel/changes/remembered.ts';
import { writeChanges } from '../../kernel/changes/write.ts';
import { eventsOf } from '../../kernel/definition/record-events.ts';
import { parseStream, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import type { Change } from '../../kernel/definition/writer.ts';
import { heldUntil } from '../../pay-records/holds.ts';
import { all, equal, oneOf } from '../../values/condition.ts';
import { addDays, type CalendarDate, dateOf, minDate, yearOf } from '../../values/dates.ts';
import { type Json, sameJson, textOf } from '../../values/json.ts';
import type { Problem } from '../../values/problem.ts';
import type { TurnsOptions } from '../../work/turn.ts';
import type { Cause, ManagedBatch, ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { oneByOne } from '../managers/one-by-one.ts';
import { actingFor } from '../payroll/origins.ts';
import { awaitReadable } from '../payroll/stub-calculation.ts';

type Form = RecordOf<'form'>;
type Property = RecordOf<'tax_property'>;

/**
 * Applies returns for source deductions (TD1, TP-1015.3): the claims of a completed return become tax properties of its
 * work assignment, from its effective date until the next return of its type. A property that was set by hand ends the
 * day before, and one that is set by hand for a later day takes precedence from then on. The two are in different
 * streams, so one append cannot do it: pay may be approved in between. What that pay used stays until its pay date, and
 * what the form says applies from the day after.
 *
 * It works by comparison: a repeated run finds no difference. The ids of the properties derive from the form's. The
 * returns of thousands take turns: when other companies wait, it stops between two work assignments.
 */
export const claimsManager = (services: Services, options: TurnsOptions = {}): ProcessManager => ({
  name: 'claims',
  handles: ({ stream, type }) => parseStream(stream).object === 'form' && HANDLED.has(type),
  handle: (batch: ManagedBatch) => {
    const touched = new Map<string, Set<string>>();
    for (const { stream, data } of batch.events) {
      const owner = textOf(data.owner_id);
      touched.set(owner, (touched.get(owner) ?? new Set()).add(parseStream(stream).id));
    }
    return oneByOne(
      () => awaitReadable(services),
      options,
      async (cause) => {
        const owner = textOf(cause.data.owner_id);
        const forms = touched.get(owner);
        // All of the batch can be read, so each work assignment is aligned once, for all of its returns.
        if (!forms || !owner.startsWith(ASSIGNMENT)) return undefined;
        touched.delete(owner);
        return alignWhole({ owner, cause, touched: forms, services, tenant: tenantOf(cause) });
      },
    )(batch);
  },
});

const ASSIGNMENT = 'wrk_';
const FORM_EVENTS = eventsOf('form');
const HANDLED: ReadonlySet<string> = new Set(
  [FORM_EVENTS.created, FORM_EVENTS.changed, FORM_EVENTS.deleted].map(({ type }) => type),
);
const GOVERNED = [...new Set(Object.values(CLAIMS).flatMap(({ properties }) => properties))];

/** A property as the forms require it. */
interface Wanted {
  id: string;
  type: string;
  value: Json;
  from: CalendarDate;
  to: CalendarDate | null;
}

interface Standing {
  type: string;
  /** Whether a return says it for its year alone. */
  isOfYear: boolean;
  forms: readonly Form[];
  properties: readonly Property[];
  /** Those of the type that it says something of, where there is one. */
  whole: readonly Property[];
  locks: ReadonlyMap<string, string>;
  /** Ids of the properties that forms made, including deleted forms. */
  made: ReadonlySet<string>;
  log: Services['log'];
}

const isLaterThan = (day: CalendarDate, other: CalendarDate | null): boolean => other !== null && day > other;

/** The changes after which the properties of one type agree with the forms. Endings come before beginnings. */
const changesOf = ({ type, isOfYear, forms, properties, whole, locks, made, log }: Standing): Change[] => {
  const byHand = properties.filter(({ id }) => !made.has(id));
  const ending = [...byHand, ...whole.filter(({ id }) => !made.has(id))];
  const ends: Change[] = [];
  const wanted: Wanted[] = [];
  for (const [i, form] of forms.entries()) {
    const value = claimsOf(form)[type] ?? null;
    if (value === null) continue;
    let from = form.effective_date;
    for (const { id, effective_from } of properties) {
      if (!made.has(id) || id === claimPropertyId(form.id, type) || textOf(effective_from) > from) continue;
      const lock = locks.get(id);
      if (lock !== undefined && lock >= from) from = addDays(lock, 1);
    }
    for (const hand of byHand) {
      const start = textOf(hand.effective_from);
      if (start > from || isLaterThan(from, hand.effective_to)) continue;
      const lock = locks.get(hand.id);
      // Approved pay used the property until then, so it must stay until then.
      if (lock !== undefined && lock >= from) from = addDays(lock, 1);
      ends.push(
        start === from
          ? { op: 'delete', id: hand.id, container: form.owner_id }
          : { op: 'update', id: hand.id, input: { effective_to: addDays(from, -1) }, container: form.owner_id },
      );
    }
    const later = [
      ...forms.slice(i + 1, i + 2).map(({ effective_date }) => effective_date),
      ...ending.map(({ effective_from }) => textOf(effective_from)).filter((start) => start > from),
    ].sort()[0];
    const ends_with_year = isOfYear ? dateOf(yearOf(form.effective_date), 12, 31) : null;
    const before = later === undefined ? null : addDays(later, -1);
    const to =
      before !== null && ends_with_year !== null ? minDate(before, ends_with_year) : (before ?? ends_with_year);
    // Nothing is left of it where later pay used another one.
    if (to === null || from <= to) wanted.push({ id: claimPropertyId(form.id, type), type, value, from, to });
  }
  return [...ends, ...madeChanges(wanted, { properties, locks, made, log, owner: forms[0]?.owner_id ?? '' })];
};

const USED_MEANWHILE =
  'a return for source deductions was changed in the moment in which pay that uses it was approved: what it claimed before holds until another return takes effect';

const madeChanges = (
  wanted: readonly Wanted[],
  { properties, locks, made, log, owner }: Omit<Standing, 'type' | 'isOfYear' | 'forms' | 'whole'> & { owner: string },
): Change[] => {
  const wantedById = new Map(wanted.map((one) => [one.id, one]));
  const gone: Change[] = [];
  const shorter: Change[] = [];
  const others: Change[] = [];
  for (const { id, effective_to, owner_id } of properties) {
    if (!made.has(id) || wantedById.has(id)) continue;
    const container = textOf(owner_id);
    const lock = locks.get(id);
    if (lock === undefined) gone.push({ op: 'delete', id, container });
    else if (effective_to !== lock) shorter.push({ op: 'update', id, input: { effective_to: lock }, container });
  }
  for (const { id, type, value, from, to } of wanted) {
    const now = properties.find((property) => property.id === id);
    if (!now) {
      others.push({
        op: 'create',
        id,
        input: { owner_id: owner, type, value, effective_from: from, effective_to: to },
      });
      continue;
    }
    const lock = locks.get(id);
    const end = to !== null && lock !== undefined && lock > to ? lock : to;
    const isOther = !sameJson(now.value, value);
    if (isOther && lock !== undefined) log.warn({ owner, property: id }, USED_MEANWHILE);
    const input = {
      ...(isOther && lock === undefined ? { value } : {}),
      ...(now.effective_to === end ? {} : { effective_to: end }),
    };
    if (Object.keys(input).length === 0) continue;
    const isShorter = end !== null && (now.effective_to === null || textOf(now.effective_to) > end);
    (isShorter ? shorter : others).push({ op: 'update', id, input, container: owner });
  }
  return [...gone, ...shorter, ...others];
};

/** Whether the same change may be taken later: the store is away, or others write the stream. */
const isPassing = ({ status }: Problem): boolean => status >= 500 || status === 409;

/** The work on one work assignment. */
interface Aligning {
  owner: string;
  cause: Cause;
  /** Its returns that were written. */
  touched: ReadonlySet<string>;
  services: Services;
  tenant: Tenant;
  /** Ids of the tax properties that are made, when nothing else is to change. */
  only?: ReadonlySet<string>;
}

const tenantOf = ({ metadata: { partner_id = '', company_id } }: ManagedEvent): Tenant =>
  company_id === undefined ? { partner_id } : { partner_id, company_id };

const NOT_TAKEN =
  'what a return for source deductions claims was refused as a tax property: the work assignment goes without it';

/**
 * Aligns one work assignment. A running approval may hold it: the work is retried when that has ended. What is refused
 * for another reason, and again by what can be read now, stays as it is, since the returns of everybody else must not
 * wait for it.
 */
export const alignWhole = async (work: Aligning): Promise<Position | undefined> => {
  const { owner, services, tenant } = work;
  let { last, refusal } = await align(work);
  if (refusal) {
    const { aggregate } = await loadRecords(streamOf('work_assignment', owner), services);
    const assignment = aggregate.get('work_assignment', owner);
    if (assignment && (await heldUntil([assignment], services, tenant)).size > 0) throw refusal;
    await awaitReadable(services);
    const again = await align(work);
    last = latest([last, again.last]);
    refusal = again.refusal;
  }
  if (refusal) services.log.warn({ owner, why: refusal.text.en }, NOT_TAKEN);
  return last;
};

/** @returns the position of the last append, and what was refused */
const align = async ({
  owner,
  cause,
  touched,
  services,
  tenant,
  only,
}: Aligning): Promise<{ last: Position | undefined; refusal: Problem | undefined }> => {
  const { once } = actingFor('claims', cause, tenant, services);
  const [forms, properties] = await Promise.all([
    services.read.find('form', tenant, all(equal('owner_id', owner), oneOf('type', Object.keys(CLAIMS)))),
    services.read.find('tax_property', tenant, all(equal('owner_id', owner), oneOf('type', GOVERNED))),
  ]);
  const ids = [...new Set([...touched, ...forms.map(({ id }) => id)])];
  const made = new Set(ids.flatMap((id) => GOVERNED.map((type) => claimPropertyId(id, type))));
  const locks = await lockedBy(properties, services, tenant);
  const ordered = forms.toSorted((a, b) =>
    a.effective_date === b.effective_date ? (a.id < b.id ? -1 : 1) : a.effective_date < b.effective_date ? -1 : 1,
  );
  const definition = services.registry.need('tax_property');
  const isWanted = ({ op, id }: Change) => !only || (op === 'create' && only.has(id));
  let last: Position | undefined;
  let refusal: Problem | undefined;
  for (const [name, { properties: types, of_year = [], part_of = {} }] of Object.entries(CLAIMS))
    for (const type of types) {
      const standing = {
        type,
        isOfYear: of_year.includes(type),
        // One with errors claims nothing, and ends nothing: the one before it holds until they are corrected.
        forms: ordered.filter((form) => form.type === name && form.validation_error_count === 0),
        properties: properties.filter((property) => property.type === type),
        whole: properties.filter((property) => property.type === part_of[type]),
        locks,
        made,
        log: services.log,
      };
      // One after the other: a property may need the period that the previous change has freed.
      for (const change of changesOf(standing).filter(isWanted)) {
        const [outcome] = await writeChanges(definition, [change], once(`claim/${change.op}`, change.id), services);
        if (outcome?.ok) last = latest([last, outcome.position]);
        else if (outcome && isPassing(outcome.problem)) throw outcome.problem;
        else if (outcome) refusal = outcome.problem;
      }
    }
  return { last, refusal };
};
