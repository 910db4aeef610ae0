import { z } from 'zod';
import { defineTask, NOTHING_DONE, type StepResult, type TaskInHand } from '../../kernel/calls/task-kind.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { writeChanges } from '../../kernel/changes/write.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Change, Outcome } from '../../kernel/definition/writer.ts';
import type { ReportSource } from '../../reports/model/report-type.ts';
import { placeOf } from '../../reports/source/tally.ts';
import { giveWay } from '../../timing/give-way.ts';
import { all, equal, oneOf } from '../../values/condition.ts';
import { piecesOf } from '../../values/group.ts';
import type { JsonObject } from '../../values/json.ts';
import { form } from '../form.ts';
import { versionOn } from '../model/form-type.ts';
import { takeNumbers } from '../numbers.ts';
import { formTypeOf } from '../types/index.ts';
import { type GenerationInput, inputSchema } from './generation-input.ts';
import { deleteMadeTwice, madeBefore } from './made-twice.ts';
import { type Existing, matched, type NumberedSlip } from './matching.ts';
import { cancellationOf, formId, leftOver, type Planned, planOf } from './planning.ts';
import { IN_ANOTHER_BATCH, NOT_PAID, NOTHING_FILED, ON_NO_SLIP } from './said.ts';
import {
  accountNumbers,
  accountOf,
  boxesFilled,
  type LeftOut,
  type MadeSlip,
  PROVINCE_KEY,
  recordsOf,
  slipsOf,
  sourceOf,
  valuesOfSlip,
  type YearAsked,
} from './slips.ts';
import { unpaidOf } from './unpaid.ts';

/** Forms made from payroll, for a year: long work, a step for each payee. */

/**
 * Forms that are written together: one chunk of them at once would hold the thread, for writing and for reading it
 * back.
 */
const WRITTEN_TOGETHER = 20;

const stepSchema = z.strictObject({ payee_id: z.string() });

type Form = RecordOf<'form'>;

/** Forms of a year that there are of some owners, in the order in which they were made. */
const existingForms = async (
  ids: readonly string[],
  { input, services, origin }: TaskInHand<GenerationInput>,
): Promise<Form[]> => {
  const found: Form[] = [];
  const { business_entity_id, province } = input;
  const where = all(
    equal('type', input.form_type),
    equal('tax_year_of', input.tax_year),
    oneOf('owner_id', ids),
    ...(business_entity_id === null ? [] : [equal('business_entity_id', business_entity_id)]),
  );
  for await (const rows of services.read.pages('form', origin.tenant, where))
    found.push(...rows.filter(({ values }) => province === null || values[PROVINCE_KEY] === province));
  return found;
};

/** The slips that payroll comes to for some payees. */
const slipsOfPayees = async (
  ids: readonly string[],
  asked: YearAsked,
  source: ReportSource,
  leftOut: LeftOut,
  { province }: GenerationInput,
): Promise<MadeSlip[]> => {
  const [employees, contractors] = ['emp_', 'ctr_'].map((prefix) => ids.filter((id) => id.startsWith(prefix)));
  const slips = await Promise.all([
    slipsOf(asked, 'employee', employees!, source),
    slipsOf(asked, 'contractor', contractors!, source, leftOut),
  ]);
  return slips.flat().filter((slip) => province === null || placeOf(slip.province) === province);
};

/** What there is to do for some payees. */
interface Plan {
  planned: Planned[];
  /** The forms that there were. */
  before: readonly Form[];
  /** The same by their slips: those that payroll comes to, and the others. */
  existing: readonly Existing[];
}

/** @param leftOut gets what of payees is on no slip */
const planFor = async (ids: readonly string[], leftOut: LeftOut, task: TaskInHand<GenerationInput>): Promise<Plan> => {
  const { input, services, origin, signal } = task;
  const { form_type: slip, tax_year, business_entity_id } = input;
  const asked: YearAsked = { slip, tax_year, business_entity_id };
  const source = sourceOf(asked, services.read, origin.tenant, signal);
  const slips = await slipsOfPayees(ids, asked, source, leftOut, input);
  const records = await recordsOf(slips, tax_year, services, origin.tenant);
  const numbered = slips.map((slip): NumberedSlip => ({ slip, account: accountOf(slip, records) }));
  const before = await existingForms(ids, task);
  const { made, others } = matched(numbered, before, input.form_type, accountNumbers(records));
  const existing = [...made, ...others];
  if (input.stage === 'cancellation')
    return { planned: existing.flatMap((one) => cancellationOf(one, task) ?? []), before, existing };
  const version = versionOn(formTypeOf(input.form_type), input.effective_date)!;
  const unpaid = await unpaidOf(asked, ids, services, origin.tenant);
  const planned: Planned[] = [];
  for (const [at, slip] of slips.entries()) {
    await giveWay();
    const own = given(valuesOfSlip(slip, asked, version, records), input.values);
    const flags = Object.keys(own).filter((key) => own[key] === true);
    const from_payroll = [...boxesFilled(slip, version), ...flags];
    const values = { ...input.values, ...own, from_payroll, unpaid_payrolls: unpaid(slip) };
    planned.push(...planOf(made[at]!, slip.business_entity_id, values, task));
  }
  planned.push(...others.flatMap((one) => leftOver(one, input.stage) ?? []));
  return { planned, before, existing };
};

/** Writes changes of forms, a few at a time. */
const writeInPieces = async (
  changes: readonly Change[],
  { origin, services }: TaskInHand<GenerationInput>,
): Promise<Map<string, Outcome>> => {
  const outcomes = new Map<string, Outcome>();
  for (const some of piecesOf(changes, WRITTEN_TOGETHER)) {
    await giveWay();
    for (const outcome of await writeChanges(form, some, origin, services)) outcomes.set(outcome.id, outcome);
  }
  return outcomes;
};

/** @param staying by the id of each form that was deleted since, the one that stays in its place */
const endOf = (
  planned: Planned,
  outcomes: ReadonlyMap<string, Outcome>,
  staying: ReadonlyMap<string, Form>,
  { form_batch_id }: GenerationInput,
): StepResult => {
  if ('nothing' in planned) return NOTHING_DONE;
  if ('problem' in planned)
    return { problem: planned.problem, ...(planned.id === undefined ? {} : { id: planned.id }) };
  const { op, id } = planned.change;
  const outcome = outcomes.get(id)!;
  const stays = staying.get(id);
  if (stays && form_batch_id !== null && stays.form_batch_id !== form_batch_id)
    return { id: stays.id, problem: IN_ANOTHER_BATCH(stays) };
  if (outcome.ok) return { id: stays?.id ?? id };
  // A form that was not made has no id that anybody could look for.
  return { problem: outcome.problem, ...(op === 'create' ? {} : { id }) };
};

export const formGeneration = defineTask({
  name: 'generate_forms',
  type: 'form_generation',
  object: 'form',
  input: inputSchema,
  step: stepSchema,
  // As many payees as a read of their stubs takes.
  chunk: 200,
  cancellable: true,
  run: async (steps, task) => {
    const ids = steps.map(({ step }) => step.payee_id);
    const leftOut: LeftOut = new Map();
    const { planned, before, existing } = await planFor(ids, leftOut, task);
    const wanted = planned.flatMap((one) => ('change' in one ? [one.change] : []));
    const changes = await withNumbers(wanted, task);
    const outcomes = await writeInPieces(changes, task);
    const position = latest([...outcomes.values()].map((outcome) => (outcome.ok ? outcome.position : undefined)));
    const created = new Set(changes.flatMap(({ op, id }) => (op === 'create' && outcomes.get(id)?.ok ? [id] : [])));
    const { own, known } = madeBefore(existing, before, ({ key }) => formId(key, task));
    const mine = new Map(
      existing.flatMap(({ key, base }) => {
        const id = formId(key, task);
        return created.has(id) || own.has(id) ? [[id, base] as const] : [];
      }),
    );
    const stays = await deleteMadeTwice(mine, position, known, () => existingForms(ids, task), task);
    const results = ids.map((id): StepResult => {
      const ended = planned
        .filter(({ payee_id }) => payee_id === id)
        .map((one) => endOf(one, outcomes, stays, task.input));
      return resultOf(ended, leftOut.get(id), task.input);
    });
    return { results, ...(position === undefined ? {} : { position }) };
  },
});

/** What is said of a payee: what failed before what is on no slip, and that before the form that was made. */
const resultOf = (
  ended: readonly StepResult[],
  onNoSlip: ReadonlySet<string> | undefined,
  { stage, named }: GenerationInput,
): StepResult => {
  const failed = ended.find((result) => 'problem' in result);
  if (failed) return failed;
  // A step shows one form; those of other provinces and employers are listed by their owner.
  const done = ended.find((result) => result !== NOTHING_DONE);
  if (onNoSlip && stage !== 'cancellation') return { ...done, problem: ON_NO_SLIP(onNoSlip) };
  if (ended.length === 0 && named) return { problem: stage === 'cancellation' ? NOTHING_FILED : NOT_PAID };
  return done ?? NOTHING_DONE;
};

/** Slips that are made get numbers, other ones in each try; an RL-1 gets its number when it is approved. */
const withNumbers = async (
  changes: readonly Change[],
  { input, origin, services }: TaskInHand<GenerationInput>,
): Promise<Change[]> => {
  const count = input.form_type === 'rl1' ? 0 : changes.filter(({ op }) => op === 'create').length;
  if (count === 0) return [...changes];
  let { first: number } = await takeNumbers('slips', { anew: 'numbers' }, count, origin, services);
  return changes.map((change) =>
    change.op === 'create' ? { ...change, input: { ...change.input, number: number++ } } : change,
  );
};

/** Values of a slip; where payroll says nothing, what was given for all. */
const given = (values: Record<string, string | number | boolean | null>, others: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(values).filter(([key, value]) => (value !== null && value !== false) || !Object.hasOwn(others, key)),
  );
