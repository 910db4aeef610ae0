import { z } from 'zod';
import { overlapping } from '../../employers/dated-parts.ts';
import { claimPropertyId, claimsOf } from '../../forms/claim-rules.ts';
import { CLAIMS } from '../../forms/claims.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { giveWay } from '../../timing/give-way.ts';
import { all, compare, oneOf } from '../../values/condition.ts';
import { addDays } from '../../values/dates.ts';
import { groupBy } from '../../values/group.ts';
import { type Json, sameJson } from '../../values/json.ts';
import type { DueKind } from '../../work/due-work.ts';
import type { DueStore } from '../../work/port.ts';
import { makeTurns, type Turn, type TurnsOptions } from '../../work/turn.ts';
import type { Cause } from '../managers/manager.ts';
import { causeOfRun } from '../managers/origin.ts';
import { awaitReadable, refuseStale } from '../payroll/stub-calculation.ts';
import { onceEachVersion } from '../population/each-version.ts';
import { alignWhole } from './claims.ts';

const OF_COMPANY = 'claim_parts_of_company';
/** Returns whose tax properties are read together: a work assignment has at most 250 of these. */
const FORMS_AT_ONCE = 50;
/** While one version of the service replaces another, the earlier one still applies returns as it knows them. */
const REPLACED_ms = 10 * 60_000;

const tenantPayload = z.object({ partner_id: z.string(), company_id: z.string() });

type Form = RecordOf<'form'>;
type Property = RecordOf<'tax_property'>;

/** The type that each part says something of, by type of return and of part: `td1`, `…claim_amount_not_indexed`. */
const partsOf = (type: string): Readonly<Record<string, string>> => CLAIMS[type]?.part_of ?? {};
const TYPES = Object.keys(CLAIMS).filter((type) => Object.keys(partsOf(type)).length > 0);
const WITH_WHOLES = [...new Set(TYPES.flatMap((type) => Object.entries(partsOf(type)).flat()))];

/** Which parts this version of the service gives to returns: another text where any came or went. */
const partsGiven = (): string => JSON.stringify(TYPES.map((type) => [type, partsOf(type)]));

/**
 * Returns whose claims were applied before a part of them was known as a tax property of its own get that part without
 * anybody changing them: otherwise what does not rise at New Year would. After a start of a version that knows other
 * parts, each company's returns are gone through, in turns. Where nobody is paid on a schedule no claim is used.
 *
 * Only a part that is missing is added, of a claim that stands as the return says it. What somebody changed or set by
 * hand meanwhile stays as it is. It works by comparison, so what is repeated finds no difference.
 *
 * @param options `parts`: which parts are given, as text; default those of this version
 */
export const makeClaimParts = (
  due: DueStore,
  services: Services,
  { parts = partsGiven(), ...options }: TurnsOptions & { parts?: string } = {},
): { schedule(): Promise<void>; kinds: DueKind[] } => {
  const turns = makeTurns(options);
  return onceEachVersion(due, {
    all: 'claim_parts',
    each: OF_COMPANY,
    member: 'parts',
    version: parts,
    left_ms: REPLACED_ms,
    after_ms: REPLACED_ms,
    rowOf: ({ partner_id, company_id }) => ({ key: company_id, payload: { partner_id, company_id } }),
    run: async (work) => {
      const tenant = tenantPayload.parse(work.payload);
      refuseStale(tenant, services);
      await awaitReadable(services);
      const done = await turns.take(parts, work, (turn) =>
        addParts(causeOfRun(tenant, work.lease), tenant, services, turn),
      );
      return 'done' in done ? undefined : { again_in_ms: 0, bookmark: done.bookmark };
    },
  });
};

/** Adds the missing parts of a company's returns. */
const addParts = async (cause: Cause, tenant: Tenant, services: Services, turn: Turn): Promise<void> => {
  const where = all(oneOf('type', TYPES), compare('id', '>', turn.reached(OF_COMPANY)));
  for await (const forms of services.read.pages('form', tenant, where, FORMS_AT_ONCE)) {
    const owners = [...new Set(forms.map(({ owner_id }) => owner_id))];
    const properties = await services.read.find(
      'tax_property',
      tenant,
      all(oneOf('owner_id', owners), oneOf('type', WITH_WHOLES)),
    );
    const lacking = new Map(forms.map((form) => [form, new Set(lackingParts(form, properties))]));
    const owing = [...lacking].filter(([, parts]) => parts.size > 0);
    const known = await returnsOf(
      owing.map(([{ owner_id }]) => owner_id),
      tenant,
      services,
    );
    for (const [{ owner_id: owner }, only] of owing) {
      await giveWay();
      await alignWhole({ owner, cause, touched: new Set(), services, tenant, only });
    }
    await followChanged(known, cause, tenant, services);
    turn.reach(OF_COMPANY, forms.at(-1)!.id);
    await turn.giveWay();
  }
};

/**
 * Aligns work assignments as a whole whose returns were changed meanwhile: that may have been followed before the parts
 * of the old ones were added. Afterwards what was added can be read: by the next page, and by the next turn in whichever
 * process.
 *
 * @param known the returns that there were before, by work assignment
 * @throws Error when others go on changing them; the work must be retried
 */
const followChanged = async (
  known: ReadonlyMap<string, readonly Form[]>,
  cause: Cause,
  tenant: Tenant,
  services: Services,
): Promise<void> => {
  let before = known;
  for (let times = 0; before.size > 0; times++) {
    await awaitReadable(services);
    const now = await returnsOf([...before.keys()], tenant, services);
    const changed = [...before].filter(([owner, forms]) => !sameJson(forms.map(saidBy), now.get(owner)!.map(saidBy)));
    if (changed.length > 0 && times === MOST_CHANGED)
      throw new Error(`returns of ${changed.length} work assignments are changed again and again`);
    for (const [owner, forms] of changed) {
      const touched = new Set([...forms, ...now.get(owner)!].map(({ id }) => id));
      await alignWhole({ owner, cause, touched, services, tenant });
    }
    before = new Map(changed.map(([owner]) => [owner, now.get(owner)!]));
  }
};

const MOST_CHANGED = 100;

/** What of a return decides which tax properties there are. */
const saidBy = (form: Form): Json => [form.id, form.effective_date, form.validation_error_count, claimsOf(form)];

/** The returns with parts of some work assignments, by these, in the order of ids. */
const returnsOf = async (
  owners: readonly string[],
  tenant: Tenant,
  { read }: Services,
): Promise<Map<string, Form[]>> => {
  if (owners.length === 0) return new Map();
  const found = await read.find('form', tenant, all(oneOf('owner_id', [...new Set(owners)]), oneOf('type', TYPES)));
  const byOwner = groupBy(found, ({ owner_id }) => owner_id);
  return new Map(owners.map((owner) => [owner, byOwner.get(owner) ?? []]));
};

/** Ids of the parts that a return says of a claim that stands as it says, and that nobody has said. */
const lackingParts = (form: Form, properties: readonly Property[]): string[] => {
  const said = claimsOf(form);
  const isMade = ({ id }: Property, type: string) => id === claimPropertyId(form.id, type);
  return Object.entries(partsOf(form.type)).flatMap(([part, whole]) => {
    if ((said[part] ?? null) === null) return [];
    const claim = properties.find((one) => isMade(one, whole) && sameJson(one.value, said[whole] ?? null));
    const own = (of: string) => properties.filter(({ owner_id, type }) => owner_id === form.owner_id && type === of);
    if (!claim || own(part).some((one) => overlapping(one, claim))) return [];
    // What ends without another claim behind it was ended by hand: the part would go on alone.
    const next = claim.effective_to === null ? null : addDays(claim.effective_to, 1);
    if (next !== null && !own(whole).some(({ effective_from }) => effective_from === next)) return [];
    return [claimPropertyId(form.id, part)];
  });
};
