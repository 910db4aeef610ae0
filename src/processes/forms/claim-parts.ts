import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { overlapping } from '../../employers/dated-parts.ts';
import { claimPropertyId, claimsOf } from '../../forms/claim-rules.ts';
import { CLAIMS } from '../../forms/claims.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { giveWay } from '../../timing/give-way.ts';
import { all, compare, oneOf } from '../../values/condition.ts';
import { addDays } from '../../values/dates.ts';
import { sameJson, textOf } from '../../values/json.ts';
import type { DueKind } from '../../work/due-work.ts';
import type { DueStore } from '../../work/port.ts';
import { makeTurns, type Turn, type TurnsOptions } from '../../work/turn.ts';
import type { ProcessManager } from '../managers/manager.ts';
import { awaitReadable, refuseStale } from '../payroll/stub-calculation.ts';
import { SCHEDULES } from '../population/population-later.ts';
import { alignWhole, claimsManager } from './claims.ts';

const PARTS_KIND = 'claim_parts';
const OF_COMPANY = 'claim_parts_of_company';
/** The only row of {@link PARTS_KIND}: which parts of claims the returns of all companies were given. */
const ALL = 'all';
/** Rows of schedules that are read together. */
const AT_ONCE = 1_000;
/** Returns whose tax properties are read together: a work assignment has at most 250 of these. */
const FORMS_AT_ONCE = 50;
/** The row of {@link PARTS_KIND} stays, and is due again when it is asked for. */
const NEVER = '9999-01-01T00:00:00.000000Z';
/** While one version of the service replaces another, the earlier one still applies returns as it knows them. */
const REPLACED_ms = 10 * 60_000;

const partsPayload = z.object({ parts: z.string() });
const companyPayload = z.object({ partner_id: z.string(), company_id: z.string() });

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
 * parts, each company has a row of due work that goes through its returns, in turns.
 *
 * Only a part that is missing is added, of a claim that stands as the return says it. What somebody changed or set by
 * hand meanwhile stays as it is. It works by comparison, so what is repeated finds no difference.
 *
 * @param options `parts`: which parts are given, as text; default those of this version
 */
export const makeClaims = (
  due: DueStore,
  services: Services,
  { parts = partsGiven(), ...options }: TurnsOptions & { parts?: string } = {},
): { manager: ProcessManager; schedule(): Promise<void>; kinds: DueKind[] } => {
  const turns = makeTurns(options);
  const everybody: DueKind = {
    kind: PARTS_KIND,
    concurrency: 1,
    run: async ({ payload, signal }) => {
      if (partsPayload.parse(payload).parts !== parts) return { again_in_ms: REPLACED_ms };
      for (let after = '', more = true; more; ) {
        signal.throwIfAborted();
        // Where nobody is paid on a schedule no claim is used.
        const rows = await due.notEnded(SCHEDULES, after, AT_ONCE);
        const companies = new Map(rows.map(({ payload: of }) => [textOf(of?.company_id), companyPayload.parse(of)]));
        await due.ask([...companies].map(([key, of]) => ({ kind: OF_COMPANY, key, payload: of })));
        after = rows.at(-1)?.key ?? after;
        more = rows.length === AT_ONCE;
      }
      return { again_at: NEVER };
    },
  };
  const ofCompany: DueKind = {
    kind: OF_COMPANY,
    concurrency: 2,
    run: async (work) => {
      const tenant = companyPayload.parse(work.payload);
      refuseStale(tenant, services);
      await awaitReadable(services);
      const done = await turns.take(parts, work, (turn) => addParts(tenant, services, turn));
      return 'done' in done ? undefined : { again_in_ms: 0, bookmark: done.bookmark };
    },
  };
  return {
    manager: claimsManager(services),
    schedule: async () => {
      const [followed] = await due.notEnded(PARTS_KIND, '', 1);
      if (followed?.payload?.parts !== parts)
        await due.ask([{ kind: PARTS_KIND, key: ALL, payload: { parts }, due_in_ms: REPLACED_ms }]);
    },
    kinds: [everybody, ofCompany],
  };
};

/** Adds the missing parts of a company's returns. */
const addParts = async (tenant: Tenant, services: Services, turn: Turn): Promise<void> => {
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
    for (const [{ owner_id: owner }, only] of owing) {
      await giveWay();
      const cause = { id: randomUUID(), metadata: { ...tenant } };
      await alignWhole({ owner, cause, touched: new Set(), services, tenant, only });
    }
    // The next page, and the next turn in whichever process, are to find what was added.
    if (owing.length > 0) await awaitReadable(services);
    turn.reach(OF_COMPANY, forms.at(-1)!.id);
    await turn.giveWay();
  }
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
