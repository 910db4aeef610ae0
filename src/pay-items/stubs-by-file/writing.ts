import { z } from 'zod';
import { FAMILIES, LINE_KINDS } from '../../calculation/index.ts';
import { defineTask, type StepResult } from '../../kernel/calls/task-kind.ts';
import { type PartChange, writePartsTogether } from '../../kernel/changes/write-parts.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import { lineItemObject, stubId } from '../../payrolls/events/pay-stub.ts';
import { putStubs } from '../../payrolls/stubs-by-hand.ts';
import { derivedId } from '../../values/ids.ts';
import { textOf } from '../../values/json.ts';
import { invalid, type Problem, unknownId } from '../../values/problem.ts';

/** Pay stubs with all of their lines, written many at a time: what a file of a payroll made by hand comes to. */

const line = z.strictObject({
  kind: z.enum(LINE_KINDS),
  line: z.string(),
  // Checked by the schemas of the file's columns.
  input: z.record(z.string(), z.json()),
});
const step = z.strictObject({
  work_assignment_id: z.string(),
  note: z.string().nullable(),
  external_ref: z.string().nullable(),
  lines: z.array(line),
});

/** A stub to be written. */
export type StubToWrite = z.infer<typeof step>;

/** The id of a stub's line that came by a file: the same whenever it comes. */
export const lineIdOf = (stub_id: string, { kind, line }: StubToWrite['lines'][number], made_ms: number): string =>
  derivedId(FAMILIES[kind].line_prefix, made_ms, `file/${stub_id}/${line}`);

export interface WrittenStub {
  id: string;
  /** Why it, or a line of it, was refused. */
  problem?: Problem;
}

/**
 * Puts people on a payroll that callers fill, with the lines of their stubs. Done again with the same origin it finds
 * what it did.
 *
 * @param isNew false of a stub that is there already, and only lacks lines
 * @returns what became of each, in their order, and where the last of it was appended
 */
export const writeStubsOfFile = async (
  payroll: RecordOf<'payroll'>,
  stubs: readonly StubToWrite[],
  origin: Origin,
  services: Services,
  isNew: (stub: StubToWrite, at: number) => boolean = () => true,
): Promise<{ written: WrittenStub[]; position: bigint | undefined }> => {
  const ids = stubs.map(({ work_assignment_id }) => work_assignment_id);
  const assignments = await services.read.getMany('work_assignment', origin.tenant, ids);
  const known = stubs.filter(isNew).flatMap((stub) => {
    const assignment = assignments.get(stub.work_assignment_id);
    return assignment ? [{ assignment, note: stub.note, external_ref: stub.external_ref }] : [];
  });
  const put = await putStubs(payroll, known, origin, services);
  const problems = new Map<string, Problem>();
  let position: bigint | undefined;
  const see = (at: bigint | undefined) => {
    if (at !== undefined && (position === undefined || at > position)) position = at;
  };
  for (const outcome of put) {
    if (outcome.ok) see(outcome.position);
    else problems.set(outcome.id, outcome.problem);
  }
  const made_ms = Date.parse(payroll.created_at);
  // All lines of a stub are one append, and one calculation.
  const changes = stubs.flatMap((stub): PartChange[] => {
    const pay_stub_id = stubId(payroll, stub.work_assignment_id);
    if (problems.has(pay_stub_id) || !assignments.has(stub.work_assignment_id)) return [];
    return stub.lines.map((one) => ({
      definition: services.registry.need(lineItemObject(one.kind)),
      change: { op: 'create', id: lineIdOf(pay_stub_id, one, made_ms), input: { ...one.input, pay_stub_id } },
    }));
  });
  // Their stubs are there, whether they can be read yet or not: the streams tell.
  const outcomes = await writePartsTogether(changes, { ...origin, mayRepeat: true }, services);
  outcomes.forEach((outcome, i) => {
    const { change } = changes[i]!;
    if (outcome.ok) see(outcome.position);
    else if (change.op === 'create') problems.set(textOf(change.input.pay_stub_id), outcome.problem);
  });
  const written = stubs.map(({ work_assignment_id }): WrittenStub => {
    const id = stubId(payroll, work_assignment_id);
    const problem = assignments.has(work_assignment_id)
      ? problems.get(id)
      : invalid([{ path: 'work_assignment_id', text: unknownId('work_assignment') }]);
    return problem ? { id, problem } : { id };
  });
  return { written, position };
};

/** The task that a file of pay stubs becomes: a step for each row. */
export const importPayStubs = defineTask({
  name: 'import_pay_stubs',
  type: 'bulk_create',
  object: 'pay_stub',
  input: z.strictObject({ payroll_id: z.string() }),
  step,
  chunk: 100,
  follows: ['population'],
  run: async (steps, { input, origin, services }) => {
    const payroll = await services.read.get('payroll', origin.tenant, input.payroll_id);
    if (!payroll) {
      const problem = invalid([{ path: 'payroll_id', text: unknownId('payroll') }]);
      return { results: steps.map(() => ({ problem })) };
    }
    const { written, position } = await writeStubsOfFile(
      payroll,
      steps.map(({ step }) => step),
      origin,
      services,
    );
    const results: StepResult[] = written.map(({ id, problem }) => (problem ? { id, problem } : { id }));
    return { results, ...(position === undefined ? {} : { position }) };
  },
});
