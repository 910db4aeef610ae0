import { z } from 'zod';
import { type Acting, action, type Progress } from '../kernel/calls/actions.ts';
import { envelopeSchema } from '../kernel/definition/envelopes.ts';
import { makeLookup } from '../kernel/definition/lookup.ts';
import { recordEvents } from '../kernel/definition/record-events.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import { exampleId, idSchema } from '../kernel/definition/schemas.ts';
import { sameJson, textOf } from '../values/json.ts';
import type { Issue } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { accountingCode, mappingsOf } from './accounting-code.ts';
import { accountingCodesMerged } from './events.ts';

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
      .meta({ description: 'Codes that go', examples: [[exampleId('accounting_code')]] }),
  })
  .meta({ id: 'accounting_code_merge', description: 'What is folded into the code' });
type Body = z.output<typeof bodySchema>;

const issuesOf = function* (record: Code, codes: readonly (Code | undefined)[]): Iterable<Issue> {
  const seen = new Set<string>();
  for (const [i, code] of codes.entries()) {
    const path = `accounting_code_ids.${i}`;
    if (!code) continue;
    if (code.id === record.id)
      yield { path, text: { en: 'is the code that the others go into', fr: 'est le code où vont les autres' } };
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
          fr: `est un code de type ${code.type}; seuls des codes de type ${record.type} vont dans celui-ci`,
        },
      };
    seen.add(code.id);
  }
};

export const mergeAccountingCodes = action({
  on: accountingCode,
  name: 'merge',
  summary: 'Fold accounting codes into one',
  description:
    'What names the codes of the body names this one from then on, their fallback mappings become its own, and they are deleted. All are of one type and employer. Lines of closed pay stubs and posted entries stay as they were booked.',
  body: bodySchema,
  examples: {
    example: { summary: 'One code', value: { accounting_code_ids: [exampleId('accounting_code')] } },
  },
  answers: { 200: { description: 'The code that is left', schema: envelopeSchema(accountingCode) } },
  problems: [400, 404, 409, 422],
  facts: ({ body, services, origin }): Promise<(Code | undefined)[]> => {
    const lookup = makeLookup(services, origin.tenant);
    return Promise.all(body.accounting_code_ids.map((id) => lookup.get('accounting_code', id)));
  },
  validate: ({ record, facts }: Acting<Body, (Code | undefined)[], 'accounting_code'>) => issuesOf(record, facts),
  refuse: ({ record }): Text | undefined => (record.merging?.length ? STILL_RUNNING : undefined),
  events: ({ record, body, facts }) => {
    const own = mappingsOf(record);
    const all = [...own, ...facts.flatMap((code) => (code ? mappingsOf(code) : []))];
    const { business_entity_id } = record;
    return [
      ...(sameJson(own, all)
        ? []
        : [
            recordEvents(accountingCode).changed({
              business_entity_id,
              fallback_mappings: all.map(({ type, subtype }) => ({ type, subtype })),
            }),
          ]),
      accountingCodesMerged({
        business_entity_id: textOf(business_entity_id),
        accounting_code_ids: body.accounting_code_ids,
      }),
    ];
  },
  follows: {
    managers: ['merges'],
    within_ms: MERGE_ms,
    progress: ({ merging }): Progress => (merging?.length ? { is: 'running', text: STILL_RUNNING } : { is: 'done' }),
  },
});

const STILL_RUNNING: Text = {
  en: 'Codes are being folded into this one. Wait for its end, then repeat the request.',
  fr: 'Une fusion dans ce code est en cours. Attendez la fin, puis répétez la requête.',
};
