import type { TaskInHand } from '../../kernel/calls/task-kind.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Change } from '../../kernel/definition/writer.ts';
import { derivedId } from '../../values/ids.ts';
import type { JsonObject } from '../../values/json.ts';
import type { refused } from '../../values/problem.ts';
import { form } from '../form.ts';
import { areSameValues, valuesOf } from '../of-record.ts';
import { formTypeOf } from '../types/index.ts';
import { isUnwritable } from '../values.ts';
import type { GenerationInput } from './generation-input.ts';
import { filedOf } from './made-twice.ts';
import type { Existing } from './matching.ts';
import { GONE, LEFT_OVER, NOTHING_FILED, ON_ITS_WAY, PAID_AGAIN, SAME, THERE, UNCHANGED } from './said.ts';

/** What is done about each slip of a year: from what payroll comes to and the forms that there are, without a read. */

type Form = RecordOf<'form'>;

/** What comes of one slip: a change of a form, why there is none, or nothing where none is wanted. */
export type Planned = { payee_id: string } & (
  | { change: Change }
  | { problem: ReturnType<typeof refused>; id?: string }
  | { nothing: true }
);

/** A form that is waiting to be filed prevents another one of the slip. */
const waitingIn = (forms: readonly Form[]): Form | undefined =>
  forms.find(({ status }) => status === 'approved' || status === 'processing');

/** The id of the form that a task makes of a slip: the same in each try. */
export const formId = (key: string, { input: { stage }, origin }: TaskInHand<GenerationInput>): string =>
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
export const planOf = (
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
export const cancellationOf = (
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
export const leftOver = ({ payee_id, forms }: Existing, stage: GenerationInput['stage']): Planned | undefined => {
  const filled = forms.filter(({ from_payroll }) => from_payroll.length > 0);
  const draft = filled.find((one) => one.stage === stage && (one.status === 'draft' || one.status === 'approved'));
  if (draft) return { payee_id, problem: LEFT_OVER(draft), id: draft.id };
  const sent = filled.find((one) => one.stage !== 'cancellation' && one.status === 'processing');
  if (sent) return { payee_id, problem: ON_ITS_WAY(sent), id: sent.id };
  const last = filedOf(filled);
  return last && { payee_id, problem: GONE(last), id: last.id };
};
