import { z } from 'zod';
import { type Acting, action, type Progress } from '../kernel/calls/actions.ts';
import { envelopeSchema } from '../kernel/definition/envelopes.ts';
import { makeLookup } from '../kernel/definition/lookup.ts';
import { recordEvents } from '../kernel/definition/record-events.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import { exampleId, idSchema } from '../kernel/definition/schemas.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import type { EventBody } from '../kernel/events/define.ts';
import { overlapping } from '../values/condition.ts';
import { textOf } from '../values/json.ts';
import type { Issue } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { accountingCode, mappingsOf } from './accounting-code.ts';
import { accountingCodeLinked, accountingCodesMerged } from './events.ts';
import { type ItemTypePair, pairKey } from './item-types.ts';

/** Folding accounting codes into one: what names the others names that one from then on, and they are gone. */

type Code = RecordOf<'accounting_code'>;

/** Most codes of one call. */
const MOST = 100;
/** Thousands of records may name a code. */
const MERGE_ms = 30_000;

const bodySchema = z
  .strictObject({
    accounting_code_ids: z
      .array(idSchema('accounting_code'))
      .min(1)
      .max(MOST)
      .meta({ description: 'Codes to merge and delete', examples: [[exampleId('accounting_code')]] }),
  })
  .meta({ id: 'accounting_code_merge', description: 'The codes to merge into this one' });
type Body = z.output<typeof bodySchema>;

/**
 * Most codes that one may take in over the years: its event and its row name each of them, so that whatever still names
 * one of them is led to it.
 */
const MOST_ABSORBED = 8_000;

const issuesOf = function* (record: Code, codes: readonly (Code | undefined)[]): Iterable<Issue> {
  const seen = new Set<string>();
  for (const [i, code] of codes.entries()) {
    const path = `accounting_code_ids.${i}`;
    if (!code) continue;
    if (code.id === record.id)
      yield {
        path,
        text: { en: 'is the code that the others go into', fr: 'est le code dans lequel les autres sont fusionnés' },
      };
    else if (seen.has(code.id)) yield { path, text: { en: 'stands there twice', fr: 'y figure deux fois' } };
    else if (code.business_entity_id !== record.business_entity_id)
      yield {
        path,
        text: { en: 'is a code of another business entity', fr: "est un code d'une autre entité" },
      };
    else if (code.type !== record.type)
      yield {
        path,
        text: {
          en: `is a code of type ${code.type}; only codes of type ${record.type} go into this one`,
          fr: `est un code de type ${code.type}; seuls des codes de type ${record.type} peuvent y être fusionnés`,
        },
      };
    seen.add(code.id);
  }
};

export const mergeAccountingCodes = action({
  on: accountingCode,
  name: 'merge',
  summary: 'Merge accounting codes into one',
  description:
    'Records that use the codes in the body use this one from then on. Their fallback mappings move to it, and they are deleted. All codes must be of the same type and employer. Line items of closed pay stubs and posted entries stay as they are.',
  body: bodySchema,
  examples: {
    example: { summary: 'One code', value: { accounting_code_ids: [exampleId('accounting_code')] } },
  },
  answers: { 200: { description: 'The remaining code', schema: envelopeSchema(accountingCode) } },
  problems: [400, 404, 409, 422],
  facts: ({ body, services, origin }): Promise<(Code | undefined)[]> => {
    const lookup = makeLookup(services, origin.tenant);
    return Promise.all(body.accounting_code_ids.map((id) => lookup.get('accounting_code', id)));
  },
  validate: ({ record, facts }: Acting<Body, (Code | undefined)[], 'accounting_code'>) => issuesOf(record, facts),
  refuse: ({ record, body, facts }): Text | undefined => {
    if (record.merging?.length) return STILL_RUNNING;
    const all = goingInto(record, body.accounting_code_ids, facts);
    return (record.absorbed?.length ?? 0) + all.length > MOST_ABSORBED ? TOO_MANY : undefined;
  },
  events: ({ record, body, facts }) => mergedInto(record, body.accounting_code_ids, facts),
  follows: {
    managers: ['merges'],
    within_ms: MERGE_ms,
    progress: ({ merging }): Progress => (merging?.length ? { is: 'running', text: STILL_RUNNING } : { is: 'done' }),
  },
});

const goingInto = (into: Code, ids: readonly string[], codes: readonly (Code | undefined)[]): string[] => {
  const before = codes.flatMap((code) => code?.absorbed ?? []);
  return [...new Set([...ids, ...before])].filter((id) => id !== into.id);
};

/**
 * What happens to the code that others go into: their fallback mappings become its own, it is the account that they are
 * where it is none of that provider, and what names them is about to name it.
 *
 * @param ids of the codes that go
 * @param codes those of them that are there
 */
export const mergedInto = (into: Code, ids: readonly string[], codes: readonly (Code | undefined)[]): EventBody[] => {
  const { business_entity_id } = into;
  const own = new Map(mappingsOf(into).map((pair) => [pairKey(pair), pair]));
  const all = new Map([...own, ...codes.flatMap((code) => (code ? mappingsOf(code) : [])).map(withKey)]);
  const whose = textOf(business_entity_id);
  const links = new Map(
    codes.flatMap((code) => Object.entries(code?.accounts ?? {})).filter(([provider]) => !into.accounts?.[provider]),
  );
  return [
    ...(all.size === own.size
      ? []
      : [recordEvents(accountingCode).changed({ business_entity_id, fallback_mappings: [...all.values()] })]),
    ...[...links].map(([provider, { id, code, realm_id }]) =>
      accountingCodeLinked({
        business_entity_id: whose,
        provider: provider === 'xero' ? 'xero' : 'quickbooks',
        external_id: id,
        external_code: code,
        realm_id,
      }),
    ),
    accountingCodesMerged({ business_entity_id: whose, accounting_code_ids: goingInto(into, ids, codes) }),
  ];
};

const withKey = (pair: ItemTypePair): [string, ItemTypePair] => [pairKey(pair), pair];

const TOO_MANY: Text = {
  en: `Too many codes have been merged into this one: it can absorb ${MOST_ABSORBED} at most. Merge them into another one.`,
  fr: `Trop de codes ont été fusionnés dans celui-ci : il peut en absorber ${MOST_ABSORBED} au plus. Fusionnez-les dans un autre.`,
};

const STILL_RUNNING: Text = {
  en: 'Codes are being merged into this one. Wait until that has ended, then repeat the request.',
  fr: 'Une fusion dans ce code est en cours. Attendez la fin, puis répétez la requête.',
};

/*
 * Codes that went into others. A record may name one of them all the same: it was written at the moment of the merge,
 * or it is closed, and nobody writes it any more. It means the code that is left.
 */

/** For each id of a code that is there no more the one that it went into; `codes` are all that there are. */
export const standIns = (codes: readonly Pick<Code, 'id' | 'absorbed'>[]): Map<string, string> => {
  const there = new Set(codes.map(({ id }) => id));
  return new Map(
    codes.flatMap(({ id, absorbed = [] }) => absorbed.filter((gone) => !there.has(gone)).map((gone) => [gone, id])),
  );
};

/**
 * The codes that ids mean, by id: their own, or the one that they went into. Ids of codes that were simply deleted, and
 * ids of none, are left out.
 */
export const codesMeant = async (
  ids: readonly string[],
  { read }: Pick<Services, 'read'>,
  tenant: Tenant,
): Promise<Map<string, Code>> => {
  const found = await read.getMany('accounting_code', tenant, ids);
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0) return found;
  const others = await read.find('accounting_code', tenant, overlapping('absorbed', missing));
  const byGone = new Map(others.flatMap((code) => (code.absorbed ?? []).map((gone): [string, Code] => [gone, code])));
  return new Map(
    ids.flatMap((id): [string, Code][] => {
      const code = found.get(id) ?? byGone.get(id);
      return code ? [[id, code]] : [];
    }),
  );
};
