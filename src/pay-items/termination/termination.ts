import { z } from 'zod';
import { RECURRENCES } from '../../calculation/model/families.ts';
import { needRow, recordReply } from '../../kernel/calls/operations.ts';
import { defineTask, type StepResult } from '../../kernel/calls/task-kind.ts';
import { endOfTask } from '../../kernel/calls/tasks.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { writeChanges } from '../../kernel/changes/write.ts';
import { envelopeSchema, recordOf } from '../../kernel/definition/envelopes.ts';
import { allReadable } from '../../kernel/definition/lookup.ts';
import { type Call, defineOperation } from '../../kernel/definition/operation.ts';
import type { State } from '../../kernel/definition/resource.ts';
import { dateSchema } from '../../kernel/definition/schemas.ts';
import type { Services } from '../../kernel/definition/services.ts';
import type { Change, Origin, Outcome } from '../../kernel/definition/writer.ts';
import { workAssignment } from '../../people/work-assignment.ts';
import { absent, all, any, compare, equal } from '../../values/condition.ts';
import type { CalendarDate } from '../../values/dates.ts';
import { groupBy } from '../../values/group.ts';
import { type Issue, invalid, refused } from '../../values/problem.ts';

/**
 * The end of somebody's work: pay rates and recurring items of a work assignment end on one day, and the assignment
 * itself may be archived with them. Each of them has a stream of its own, so what is to be done is recorded as a task
 * first.
 */

/** Ending a hundred items takes a moment; the answer waits for it this long. */
const ENDED_ms = 30_000;

const day = z.string().nullable();
const step = z.strictObject({ object: z.enum([...RECURRENCES, 'work_assignment']), id: z.string(), day });
type Step = z.infer<typeof step>;

/** What a step changes of its record. */
const changeOf = ({ object, id, day }: Step): Change => ({
  op: 'update',
  id,
  input: { [object === 'work_assignment' ? 'archived_at' : 'effective_to']: day },
});

/** Does steps, or only checks them; gives what became of each, in their order. */
const carried = async (
  steps: readonly Step[],
  origin: Origin,
  services: Services,
  mode: 'write' | 'check',
): Promise<Outcome[]> => {
  const outcomes = new Map<Step, Outcome>();
  for (const [object, some] of groupBy(steps, (one) => one.object)) {
    const found = await writeChanges(services.registry.need(object), some.map(changeOf), origin, services, mode);
    for (const [at, outcome] of found.entries()) outcomes.set(some[at]!, outcome);
  }
  return steps.map((one) => outcomes.get(one)!);
};

const GOES_ON = refused({
  en: 'The work assignment is not archived, since something of it could not end. Terminate it again when that can.',
  fr: "L'affectation n'est pas archivée, puisqu'un de ses éléments n'a pu prendre fin. Mettez-y fin à nouveau quand il le pourra.",
});

/** The task that a termination becomes: a step for each item that ends, and behind them one for the assignment. */
export const termination = defineTask({
  name: 'terminate_work_assignment',
  type: 'bulk_update',
  object: workAssignment.object,
  input: z.strictObject({ work_assignment_id: z.string() }),
  step,
  // It names items of several kinds, which results have no place for.
  statusOnly: true,
  follows: ['population'],
  run: async (steps, { failed, origin, services }) => {
    const all = steps.map(({ step }) => step);
    const ended = await carried(
      all.filter(({ object }) => object !== workAssignment.object),
      origin,
      services,
      'write',
    );
    // An approval may have begun since all of it was checked: what goes on is not archived.
    const own = all.filter(({ object }) => object === workAssignment.object);
    const outcomes = [
      ...ended,
      ...(failed === 0 && ended.every(({ ok }) => ok)
        ? await carried(own, origin, services, 'write')
        : own.map(({ id }): Outcome => ({ ok: false, id, problem: GOES_ON }))),
    ];
    const results = outcomes.map(
      (outcome): StepResult => (outcome.ok ? { id: outcome.id } : { id: outcome.id, problem: outcome.problem }),
    );
    const position = latest(outcomes.map((outcome) => (outcome.ok ? outcome.position : undefined)));
    return { results, ...(position === undefined ? {} : { position }) };
  },
});

const body = z
  .strictObject({
    effective_to: dateSchema().meta({
      description: 'Last day of its pay rates and recurring items; those that end earlier stay as they are',
      examples: ['2026-06-30'],
    }),
    archived_at: dateSchema()
      .nullable()
      .optional()
      .meta({
        description: 'First day on which it is archived, not before effective_to; unchanged when left out',
        examples: ['2026-07-01'],
      }),
  })
  .meta({ id: 'work_assignment_terminate', description: 'When the work ends' });

/** Ends the pay rates and recurring items of a work assignment on one day, all of them or none. */
export const terminateWorkAssignment = defineOperation({
  id: 'terminate_work_assignment',
  method: 'POST',
  path: `${workAssignment.path}/{${workAssignment.object}}/terminate`,
  auth: 'company',
  tag: workAssignment.object,
  resource: workAssignment,
  localized: true,
  summary: 'End the pay rates and recurring items of a work assignment',
  description:
    'Those in effect beyond the day end on it. The work assignment is archived if requested. If one of them cannot end then (an approved payroll uses it for longer, or it begins later), the answer is an error that names it, and nothing changes. If it takes longer than half a minute, the answer is 202 with the task that continues.',
  body,
  examples: {
    example: { summary: 'The last day', value: { effective_to: '2026-06-30' } },
  },
  answers: {
    200: { description: 'The work assignment', schema: envelopeSchema(workAssignment) },
    202: { description: 'The task that continues', schema: recordOf('async_task') },
  },
  problems: [400, 404, 409, 422],
  run: async (call) => {
    const { services, origin } = call;
    const row = await needRow(workAssignment, call);
    const earlier = origin.mayRepeat ? await services.tasks.earlier(origin) : undefined;
    const task = earlier ?? (await started(row, call.body, call));
    const unfinished = task && (await endOfTask(task, ENDED_ms, call));
    return unfinished ?? recordReply(workAssignment, await needRow(workAssignment, call), call, 200);
  },
});

/** @returns the task that was begun; undefined where nothing holds beyond the day @throws Problem 422 */
const started = async (
  { id }: State,
  { effective_to, archived_at }: z.infer<typeof body>,
  call: Pick<Call, 'services' | 'origin' | 'tenant'>,
): Promise<State | undefined> => {
  const { services, origin, tenant } = call;
  if (typeof archived_at === 'string' && archived_at < effective_to) throw invalid([archivedBefore(effective_to)]);
  await allReadable(services, tenant);
  const steps = await itemsBeyond(id, effective_to, services, call);
  if (archived_at !== undefined) steps.push({ object: 'work_assignment', id, day: archived_at });
  if (steps.length === 0) return undefined;
  const checked = await carried(steps, origin, services, 'check');
  const issues = checked.flatMap((outcome, at) => issuesOf(steps[at]!, outcome));
  if (issues.length > 0) throw invalid(issues);
  const input = { work_assignment_id: id };
  return (await services.tasks.start({ kind: termination.name, input, steps }, origin)).state;
};

/** No payroll whose period begins later has a pay stub for the days in between, which are worked. */
const archivedBefore = (effective_to: CalendarDate): Issue => ({
  path: 'archived_at',
  text: {
    en: `must not be before effective_to (${effective_to}): the last days would not be paid`,
    fr: `ne doit pas précéder effective_to (${effective_to}) : les derniers jours ne seraient pas payés`,
  },
});

/** A step for each pay rate and recurring item of a work assignment that holds beyond a day. */
const itemsBeyond = async (
  id: string,
  day: CalendarDate,
  { read }: Services,
  { tenant }: Pick<Call, 'tenant'>,
): Promise<Step[]> => {
  const beyond = all(equal('work_assignment_id', id), any(absent('effective_to'), compare('effective_to', '>', day)));
  const steps: Step[] = [];
  for (const object of RECURRENCES)
    for await (const rows of read.pages(object, tenant, beyond))
      steps.push(...rows.map((row) => ({ object, id: row.id, day })));
  return steps;
};

/** What prevents a step, reported at the member that asks for it, with the item that it is of. */
const issuesOf = ({ object, id }: Step, outcome: Outcome): Issue[] => {
  if (outcome.ok) return [];
  if (object === 'work_assignment') return [...outcome.problem.issues];
  const { issues, text } = outcome.problem;
  return (issues.length > 0 ? issues.map((one) => one.text) : [text]).map(({ en, fr }) => ({
    path: 'effective_to',
    text: { en: `${object} ${id}: ${en}`, fr: `${object} ${id} : ${fr}` },
  }));
};
