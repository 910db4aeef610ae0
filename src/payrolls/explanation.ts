import { z } from 'zod';
import type { Json } from '../event-store/port.ts';
import { loadStream } from '../kernel/execute.ts';
import type { Operation } from '../kernel/operation.ts';
import { needRow } from '../kernel/operations.ts';
import { notFound } from '../kernel/problem.ts';
import { streamOf } from '../kernel/resource.ts';
import { runPipeline } from './calculate.ts';
import { payStub } from './pay-stub.ts';
import { stubFacts } from './stub-facts.ts';
import { stepSchema } from './withholding-calculation.ts';

const answer = z.object({
  object: z.literal('pay_stub_explanation'),
  data: z.object({
    pay_stub_id: z.string(),
    lines: z.array(
      z.object({
        id: z.string(),
        line_item_type: z.string(),
        type: z.string(),
        amount: z.number(),
        steps: z.array(stepSchema),
      }),
    ),
    warnings: z.array(z.unknown()),
  }),
});

/**
 * How each amount of a stub came about. It is worked out anew from the same facts, which gives the same amounts while
 * the stub is open; of a closed stub it explains the figures as they stand now.
 */
export const explainPayStub: Operation = {
  id: 'explain_pay_stub',
  method: 'GET',
  path: '/pay_stubs/{pay_stub}/explanation',
  auth: 'company',
  tag: 'pay_stub',
  summary: 'Explain the amounts of a pay stub, step by step',
  answers: { 200: { description: 'The steps of every line', schema: answer } },
  problems: [404],
  localized: true,
  resource: payStub,
  run: async (call) => {
    const row = await needRow(payStub, call);
    const { services, tenant } = call;
    const [facts, loaded] = await Promise.all([
      stubFacts([row], services, tenant),
      loadStream(streamOf('pay_stub', row.id), services),
    ]);
    const known = facts.get(row.id);
    if (!known) throw notFound();
    const result = runPipeline(row, known, loaded.aggregate, row.updated_at, true);
    const lines = result.lines.map((line) => ({
      id: line.id,
      line_item_type: line.kind,
      type: line.type,
      amount: Number(line.custom_amount ?? line.managed_amount ?? '0'),
      steps: (result.explanation[line.id] ?? []) as unknown as Json,
    }));
    const data = { pay_stub_id: row.id, lines, warnings: result.warnings as unknown as Json };
    return { status: 200, body: { object: 'pay_stub_explanation', data } };
  },
};
