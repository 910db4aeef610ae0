import { z } from 'zod';
import { ruleOf } from '../../calculation/model/explanation.ts';
import { LINE_KINDS, PAID_BY } from '../../calculation/model/families.ts';
import type { Step } from '../../calculation/model/types.ts';
import { needRow } from '../../kernel/calls/operations.ts';
import { inTurns } from '../../kernel/changes/in-turns.ts';
import { lastEvent } from '../../kernel/changes/reading.ts';
import { loadRecords } from '../../kernel/changes/remembered.ts';
import { selfLinkSchema } from '../../kernel/definition/fields.ts';
import type { Operation } from '../../kernel/definition/operation.ts';
import { streamOf } from '../../kernel/definition/resource.ts';
import { ID_OF } from '../../kernel/definition/schemas.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { recordLink } from '../../kernel/definition/show.ts';
import { warningData } from '../../pay-records/warnings.ts';
import { presentStep } from '../../statutory/request/present.ts';
import { toNumber } from '../../values/money.ts';
import { notFound } from '../../values/problem.ts';
import { lineItemObject, payStubExplained } from '../events/pay-stub.ts';
import { stubFacts } from '../facts/stub-facts.ts';
import { payStub } from '../pay-stub.ts';
import { shownWarnings } from '../shown-warnings.ts';
import { linesOf } from '../stubs/calculate.ts';
import { explain, keptExplanation } from '../stubs/closing-explanation.ts';
import { withCapUse } from './cap-use.ts';
import { stepSchema } from './withholding-calculation.ts';

const lineItems = LINE_KINDS.map(lineItemObject);
/** What a step may depend on. */
const STANDS_ON = [...PAID_BY, ...lineItems, 'adjustment', 'business_preset', 'vacation_pay_setting'] as const;

const standsOn = z
  .object({
    id: z.string().meta({ description: 'Its id', [ID_OF]: STANDS_ON }),
    object: z.enum(STANDS_ON).meta({ description: 'Type of the record' }),
    links: selfLinkSchema,
  })
  .meta({ id: 'explanation_record', description: 'A record that a step is based on, with its link' });

const explanationStep = stepSchema
  .extend({
    rule: z
      .object({ en: z.string().meta({ description: 'In English' }), fr: z.string().meta({ description: 'In French' }) })
      .optional()
      .meta({ description: 'The rule in one sentence, where it is not a statutory rule' }),
    records: z.array(standsOn).optional().meta({
      description: 'The records that it is based on: rates, items, settings, and line items whose amounts it uses',
    }),
  })
  .meta({ id: 'explanation_step', description: 'A step in the calculation of a line item' });

const answer = z
  .object({
    object: z.literal('pay_stub_explanation').meta({ description: 'Type of the record' }),
    data: z
      .object({
        pay_stub_id: z.string().meta({ description: 'The pay stub that it explains', [ID_OF]: ['pay_stub'] }),
        lines: z
          .array(
            z.object({
              id: z.string().meta({ description: 'The line item' }),
              line_item_type: z.string().meta({ description: 'The kind of line item', examples: ['earning'] }),
              type: z.string().meta({ description: 'Its type', examples: ['salary'] }),
              amount: z.number().meta({ description: 'Amount in dollars' }),
              steps: z.array(explanationStep).meta({ description: 'The calculation, step by step' }),
            }),
          )
          .meta({ description: 'Its line items' }),
        is_complete: z.boolean().meta({ description: 'False where steps or records of a line are no longer known' }),
        warnings: z.array(warningData).meta({ description: 'Warnings' }),
      })
      .meta({ description: 'The explanation' }),
  })
  .meta({ id: 'pay_stub_explanation', description: 'How the amounts of a pay stub were calculated' });

/** A step as answers show it: its rule, if the law has none for it, and what it is based on. */
const present = ({ records, ...step }: Step, services: Services) => {
  const rule = ruleOf(step.name);
  return {
    ...presentStep(step),
    ...(rule ? { rule } : {}),
    ...(records?.length ? { records: records.map(({ object, id }) => recordLink(object, id, services)) } : {}),
  };
};

/**
 * How each amount of a stub came about. While the stub is open it is calculated from the facts of now, which are those
 * that its amounts are calculated from; of a closed stub it is what was kept when it was closed, so it continues
 * explaining the amounts that are based on it.
 */
export const explainPayStub: Operation = {
  id: 'explain_pay_stub',
  method: 'GET',
  path: '/pay_stubs/{pay_stub}/explanation',
  auth: 'company',
  tag: 'pay_stub',
  summary: 'Explain the amounts of a pay stub, step by step',
  description:
    'For an open pay stub it is calculated from current data; for a closed one it is what was stored when it was closed.',
  answers: { 200: { description: 'The steps of each line item', schema: answer } },
  problems: [404],
  localized: true,
  // Of 500 lines it is seven megabytes, calculated without a break.
  isLarge: true,
  resource: payStub,
  run: async (call) => {
    const row = await needRow(payStub, call);
    const { services, tenant } = call;
    const stream = streamOf('pay_stub', row.id);
    const { aggregate } = await loadRecords(stream, services);
    const stub = aggregate.get('pay_stub', row.id);
    if (!stub) throw notFound();
    const closing = stub.is_closed ? await lastEvent(stream, payStubExplained, services) : undefined;
    const kept = closing && keptExplanation([closing]);
    const facts = kept ? undefined : (await stubFacts([stub], services, tenant)).get(stub.id);
    const explained = kept ?? (facts && (await explain(stub, facts, aggregate, services, tenant)));
    if (!explained) throw notFound();
    const explainedLines = await inTurns(linesOf(aggregate), async (line) => ({
      line,
      ...(await withCapUse(line, explained.steps[line.id] ?? [], stub, services, tenant)),
    }));
    const lines = explainedLines.map(({ line, steps }) => ({
      id: line.id,
      line_item_type: line.kind,
      type: line.type,
      amount: toNumber(line.custom_amount ?? line.managed_amount ?? '0'),
      steps: steps.map((step) => present(step, services)),
    }));
    const is_complete = explained.is_complete && explainedLines.every((one) => one.is_complete);
    const data = { pay_stub_id: stub.id, lines, is_complete, warnings: shownWarnings(stub.warnings, call.locale) };
    return { status: 200, body: { object: 'pay_stub_explanation', data } };
  },
};
