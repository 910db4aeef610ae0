import { z } from 'zod';
import { defineTask, NOTHING_DONE, type StepResult, type TaskInHand } from '../../kernel/calls/task-kind.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { writeChanges } from '../../kernel/changes/write.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Change, Outcome } from '../../kernel/definition/writer.ts';
import { placeOf } from '../../reports/source/tally.ts';
import { giveWay } from '../../timing/give-way.ts';
import { all, equal, oneOf } from '../../values/condition.ts';
import { piecesOf } from '../../values/group.ts';
import { derivedId } from '../../values/ids.ts';
import type { JsonObject } from '../../values/json.ts';
import type { refused } from '../../values/problem.ts';
import { form } from '../form.ts';
import { versionOn } from '../model/form-type.ts';
import { takeNumbers } from '../numbers.ts';
import { areSameValues, valuesOf } from '../of-record.ts';
import { formTypeOf } from '../types/index.ts';
import { isUnwritable } from '../values.ts';
import { deleteMadeTwice, filedOf, madeBefore } from './made-twice.ts';
import { type Existing, matched, type NumberedSlip } from './matching.ts';
import {
  GONE,
  LEFT_OVER,
  NOT_PAID,
  NOTHING_FILED,
  ON_ITS_WAY,
  ON_NO_SLIP,
  PAID_AGAIN,
  SAME,
  THERE,
  UNCHANGED,
} from './said.ts';
import {
  accountNumbers,
  accountOf,
  boxesFilled,
  type LeftOut,
  PROVINCE_KEY,
  recordsOf,
  slipsOf,
  sourceOf,
  valuesOfSlip,
  type YearAsked,
} from './slips.ts';
import { unpaidOf } from './unpaid.ts';

/** Forms made from payroll, for a year: long work, a step for each payee. */

const inputSchema = z.strictObject({
  form_type: z.enum(['t4', 't4a', 'rl1']),
  effective_date: z.string(),
  tax_year: z.int(),
  form_batch_id: z.string().nullable(),
  business_entity_id: z.string().nullable(),
  stage: z.enum(['original', 'amendment', 'cancellation']),
  /**
   * Payees were named: a cancellation takes their slips back even where payroll still has figures for them, and a
   * problem says where there is nothing to do for one of them.
   */
  named: z.boolean().default(false),
  province: z.string().nullable(),
  /** Values of every form, where payroll gives none: settings, nothing personal. */
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type GenerationInput = z.output<typeof inputSchema>;

/**
 * Forms that are written together: one chunk of them at once would hold the thread, for writing and for reading it
 * back.
 */
const WRITTEN_TOGETHER = 20;

const stepSchema = z.strictObject({ payee_id: z.string() });

type Form = RecordOf<'form'>;

/** What comes of one slip: a change of a form, why there is none, or nothing where none is wanted. */
type Planned = { payee_id: string } & (
  | { change: Change }
  | { problem: ReturnType<typeof refused>; id?: string }
  | { nothing: true }
);

/** A form that is waiting to be filed prevents another one of the slip. */
const waitingIn = (forms: readonly Form[]): Form | undefined =>
  forms.find(({ status }) => status === 'approved' || status === 'processing');

const formId = (key: string, { input: { stage }, origin }: TaskInHand<GenerationInput>): string =>
  derivedId(form.prefix, Date.parse(origin.occurred_at), `${origin.seed}/${stage}/${key}`);

/** What all forms of a task have. */
const sharedBy = ({ form_type: type, effective_date, stage, form_batch_id }: GenerationInput): JsonObject => ({
  type,
  effective_date,
  stage,
  ...(form_batch_id === null ? {} : { form_batch_id }),
});

/**
 * Boxes that payroll filled before and comes to nothing in now. What was entered by hand stays, and so does a flag that
 * payroll neither sets nor clears: what is gone with somebody who was erased.
 */
const emptied = (before: Form | undefined, values: JsonObject): JsonObject =>
  Object.fromEntries(
    (before?.from_payroll ?? []).flatMap((key) =>
      Object.hasOwn(values, key) || before?.values[key] === true ? [] : [[key, null]],
    ),
  );

/** A figure that no slip can have. */
const BELOW_0 = /^-\d/;

/**
 * What payroll says, but for flags that were set by hand and that it has no reason for, texts that were entered in
 * place of those that the agency's file cannot hold, and boxes that it filled below 0 and that were emptied or set to
 * 0.
 */
const besideHands = (before: Form | undefined, values: JsonObject): JsonObject => {
  if (!before) return values;
  const byHand = valuesOf(before);
  const { agency } = formTypeOf(before.type);
  const isByHand = (key: string) => byHand[key] === true && !before.from_payroll.includes(key);
  // Payroll itself fills no box with 0.
  const isEmptied = (key: string) => Number(byHand[key] ?? 0) === 0 && before.from_payroll.includes(key);
  const isWritten = (key: string) => typeof byHand[key] === 'string' && !isUnwritable(byHand[key], agency);
  return Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) =>
        !(value === false && isByHand(key)) &&
        !(isUnwritable(value, agency) && isWritten(key)) &&
        !(BELOW_0.test(String(value)) && isEmptied(key)),
    ),
  );
};

/** What is of the day on which a slip is made, and not of its year: where its payee lives by now, and their number. */
const OF_NOW =
  /^(?:employee|recipient)_(?:address_line_[12]|city|province_or_territory_code|country_code|postal_code|number)$/;

/** An original or an amendment. */
const planOf = (
  { payee_id, key, forms }: Existing,
  business_entity_id: string,
  values: JsonObject,
  task: TaskInHand<GenerationInput>,
): Planned[] => {
  const { stage, form_batch_id } = task.input;
  const filledIn = (from: Form | undefined): JsonObject => ({ ...emptied(from, values), ...besideHands(from, values) });
  const create = (more: JsonObject, from?: Form): Planned[] => {
    const own = { owner_id: payee_id, business_entity_id, ...filledIn(from), ...more };
    return [{ payee_id, change: { op: 'create', id: formId(key, task), input: { ...sharedBy(task.input), ...own } } }];
  };
  const draft = forms.find((one) => one.status === 'draft' && one.stage === stage);
  const [waiting, last] = [waitingIn(forms), filedOf(forms)];
  if (draft) {
    const [filled, moved]: JsonObject[] = [filledIn(draft), form_batch_id === null ? {} : { form_batch_id }];
    const change: Change = { op: 'update', id: draft.id, input: { ...filled, ...moved } };
    const isLeft =
      last?.id === draft.original_form_id && areSameValues({ ...valuesOf(draft), ...filled }, valuesOf(last));
    return [{ payee_id, change }, ...(isLeft ? [{ payee_id, problem: UNCHANGED(draft), id: draft.id }] : [])];
  }
  const isSame = (one: Form) => {
    const recorded = valuesOf(one);
    const isOfNow = (key: string) => !task.input.named && OF_NOW.test(key);
    return areSameValues({ ...recorded, ...filledIn(one) }, recorded, isOfNow);
  };
  const isInTheWay = waiting ?? (stage === 'original' ? last : undefined);
  if (isInTheWay) return [{ payee_id, problem: THERE(isInTheWay, isSame(isInTheWay)), id: isInTheWay.id }];
  if (stage === 'original') return create({});
  if (!last) return [{ payee_id, problem: NOTHING_FILED }];
  if (!isSame(last)) return create({ original_form_id: last.id }, last);
  return [task.input.named ? { payee_id, problem: SAME(last), id: last.id } : { payee_id, nothing: true }];
};

/** A cancellation: it repeats the form that it takes back. */
const cancellationOf = (
  { payee_id, key, forms, isMade }: Existing,
  task: TaskInHand<GenerationInput>,
): Planned | undefined => {
  const last = filedOf(forms);
  if (!last) return undefined;
  const { form_batch_id, named } = task.input;
  const draft = forms.find((one) => one.status === 'draft' && one.stage === 'cancellation');
  if (isMade && !named)
    return draft ? { payee_id, problem: PAID_AGAIN(draft), id: draft.id } : { payee_id, nothing: true };
  const waiting = waitingIn(forms);
  if (waiting) return { payee_id, problem: THERE(waiting, true), id: waiting.id };
  if (draft) return { payee_id, change: { op: 'update', id: draft.id, input: { form_batch_id } } };
  const own = { owner_id: payee_id, business_entity_id: last.business_entity_id, original_form_id: last.id };
  const input = { ...sharedBy(task.input), ...own, effective_date: last.effective_date };
  return { payee_id, change: { op: 'create', id: formId(key, task), input } };
};

/** What is said of forms that payroll has no figures for any more; nothing of those that were made by hand. */
const leftOver = ({ payee_id, forms }: Existing, stage: GenerationInput['stage']): Planned | undefined => {
  const filled = forms.filter(({ from_payroll }) => from_payroll.length > 0);
  const draft = filled.find((one) => one.stage === stage && (one.status === 'draft' || one.status === 'approved'));
  if (draft) return { payee_id, problem: LEFT_OVER(draft), id: draft.id };
  const sent = filled.find((one) => one.stage !== 'cancellation' && one.status === 'processing');
  if (sent) return { payee_id, problem: ON_ITS_WAY(sent), id: sent.id };
  const last = filedOf(filled);
  return last && { payee_id, problem: GONE(last), id: last.id };
};

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
    const { input, services, origin, signal } = task;
    const asked: YearAsked = {
      slip: input.form_type,
      tax_year: input.tax_year,
      business_entity_id: input.business_entity_id,
    };
    const version = versionOn(formTypeOf(input.form_type), input.effective_date)!;
    const source = sourceOf(asked, services.read, origin.tenant, signal);
    const ids = steps.map(({ step }) => step.payee_id);
    const leftOut: LeftOut = new Map();
    const slips = (
      await Promise.all([
        slipsOf(
          asked,
          'employee',
          ids.filter((id) => id.startsWith('emp_')),
          source,
        ),
        slipsOf(
          asked,
          'contractor',
          ids.filter((id) => id.startsWith('ctr_')),
          source,
          leftOut,
        ),
      ])
    )
      .flat()
      .filter(({ province }) => input.province === null || placeOf(province) === input.province);
    const records = await recordsOf(slips, input.tax_year, services, origin.tenant);
    const numbered = slips.map((slip): NumberedSlip => ({ slip, account: accountOf(slip, records) }));
    const before = await existingForms(ids, task);
    const { made, others } = matched(numbered, before, input.form_type, accountNumbers(records));
    const planned: Planned[] = [];
    if (input.stage === 'cancellation') {
      planned.push(...[...made, ...others].flatMap((one) => cancellationOf(one, task) ?? []));
    } else {
      const unpaid = await unpaidOf(asked, ids, services, origin.tenant);
      for (const [at, slip] of slips.entries()) {
        await giveWay();
        const own = given(valuesOfSlip(slip, asked, version, records), input.values);
        const flags = Object.keys(own).filter((key) => own[key] === true);
        const from_payroll = [...boxesFilled(slip, version), ...flags];
        const without = { from_payroll, unpaid_payrolls: unpaid(slip) };
        planned.push(...planOf(made[at]!, slip.business_entity_id, { ...input.values, ...own, ...without }, task));
      }
      planned.push(...others.flatMap((one) => leftOver(one, input.stage) ?? []));
    }
    const changes = await withNumbers(
      planned.flatMap((one) => ('change' in one ? [one.change] : [])),
      task,
    );
    const outcomes: Outcome[] = [];
    for (const some of piecesOf(changes, WRITTEN_TOGETHER)) {
      await giveWay();
      outcomes.push(...(await writeChanges(form, some, origin, services)));
    }
    const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
    const position = latest(outcomes.map((outcome) => (outcome.ok ? outcome.position : undefined)));
    const created = changes.flatMap(({ op, id }) => (op === 'create' && byId.get(id)?.ok ? [id] : []));
    const { own, known } = madeBefore([...made, ...others], before, ({ key }) => formId(key, task));
    const mine = new Set([...created, ...own]);
    const stays = await deleteMadeTwice(mine, position, known, () => existingForms(ids, task), task);
    const results = ids.map((id): StepResult => {
      const own = planned.filter(({ payee_id }) => payee_id === id);
      const ended = own.map((one): StepResult => {
        if ('nothing' in one) return NOTHING_DONE;
        if ('problem' in one) return { problem: one.problem, ...(one.id === undefined ? {} : { id: one.id }) };
        const { op, id } = one.change;
        const outcome = byId.get(id)!;
        if (outcome.ok) return { id: stays.get(id) ?? id };
        // A form that was not made has no id that anybody could look for.
        return { problem: outcome.problem, ...(op === 'create' ? {} : { id }) };
      });
      return resultOf(ended, leftOut.get(id), input);
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
