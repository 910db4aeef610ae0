import type { TaskInHand } from '../../kernel/calls/task-kind.ts';
import { writeChanges } from '../../kernel/changes/write.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import { groupBy } from '../../values/group.ts';
import { unavailable } from '../../values/problem.ts';
import { form } from '../form.ts';
import { FILED } from '../model/states.ts';
import type { GenerationInput } from './generation-input.ts';
import { baseOfForm, type Existing, keyOfForm } from './matching.ts';

type Form = RecordOf<'form'>;

/** How long a task waits until it can read what it wrote; then it is tried again. */
const READABLE_ms = 10_000;

const BEHIND = {
  en: 'Whether another generation made the same forms cannot be told yet.',
  fr: 'On ne peut dire encore si une autre production a fait les mêmes formulaires.',
};

/** The form that an agency has of those of one slip: one that no other took back or changed since. */
export const filedOf = (forms: readonly Form[]): Form | undefined => {
  const filed = forms.filter(({ status }) => FILED.includes(status ?? ''));
  const superseded = new Set(filed.map(({ original_form_id }) => original_form_id));
  return filed.findLast(({ id, stage }) => stage !== 'cancellation' && !superseded.has(id));
};

/**
 * Whether an agency has got another form of a slip since a draft of it was made, for which the draft was meant: no
 * original is made while it has one, and an amendment or a cancellation refers to the one that it has.
 */
const filedInstead = (draft: Form, ofSlip: readonly Form[]): Form | undefined =>
  draft.stage === 'original'
    ? filedOf(ofSlip)
    : ofSlip.find(
        ({ status, stage, original_form_id }) =>
          FILED.includes(status ?? '') && stage === draft.stage && original_form_id === draft.original_form_id,
      );

const OPEN = ['draft', 'approved', 'processing'];
/** Whether a form is still to be filed: a slip has one such form of a stage. */
const isOpen = ({ status }: Form): boolean => OPEN.includes(status ?? '');

/** What a task made of slips, as far as it can be told from the forms that there were before. */
export interface MadeBefore {
  /** Forms that an earlier try of the same step made, which was cut off behind that. */
  own: ReadonlySet<string>;
  /** Forms that stand for nothing that this task made: that one of a slip stands beside them was meant. */
  known: ReadonlySet<string>;
}

/**
 * Tells the forms of an earlier try by the ids that they get. A slip that was given one had none then that is still to
 * be filed, so each such form that stands beside it now is a twin of it.
 *
 * @param slips the forms that there are of each slip
 * @param idOf the id of the form that this task makes of a slip
 */
export const madeBefore = (
  slips: readonly Existing[],
  before: readonly Form[],
  idOf: (slip: Existing) => string,
): MadeBefore => {
  const known = new Set(before.map(({ id }) => id));
  const own = new Set<string>();
  for (const slip of slips) {
    const id = idOf(slip);
    if (!slip.forms.some((one) => one.id === id)) continue;
    own.add(id);
    for (const one of slip.forms) if (isOpen(one)) known.delete(one.id);
  }
  return { own, known };
};

/**
 * Two generations at once, in whichever processes, both find a slip without a form and make one each. So the forms of
 * the slips are read again once those that were made can be read: of two makers the later one at least finds both. The
 * form with the lowest id stays, whoever made it, unless another one was approved or filed meanwhile.
 *
 * @param made the forms that this task made, in this try or an earlier one: the slip of each by its id, except the account
 * @param position behind which all of them can be read; undefined where nothing was written
 * @param known ids of the forms that there were before: that one of a slip stands beside them was meant
 * @param read the forms of the same payees as they are now
 * @returns by the id of each form that was deleted, here or by the other generation, the one that stays
 */
export const deleteMadeTwice = async (
  made: ReadonlyMap<string, string>,
  position: bigint | undefined,
  known: ReadonlySet<string>,
  read: () => Promise<Form[]>,
  { input: { stage }, origin, services }: TaskInHand<GenerationInput>,
): Promise<Map<string, Form>> => {
  const deleted = new Map<string, Form>();
  if (made.size === 0) return deleted;
  if (position !== undefined && !(await services.gate.followed(position, [], READABLE_ms)))
    throw unavailable(BEHIND, 1);
  const isGenerated = (one: Form): boolean =>
    isOpen(one) && (made.has(one.id) || (!known.has(one.id) && one.stage === stage && one.from_payroll.length > 0));
  const there = await read();
  for (const all of groupBy(there, keyOfForm).values()) {
    for (const draft of all.filter(({ id, status }) => made.has(id) && status === 'draft')) {
      const filed = filedInstead(draft, all);
      if (filed) deleted.set(draft.id, filed);
    }
    const ofSlip = all.filter((one) => isGenerated(one) && !deleted.has(one.id));
    const own = ofSlip.filter(({ id }) => made.has(id));
    const others = ofSlip.filter(({ id }) => !made.has(id));
    if (own.length === 0 || others.length === 0) continue;
    // What somebody approved meanwhile stays.
    const approved = ofSlip.find(({ status }) => status !== 'draft');
    const first = approved ?? ofSlip.toSorted((a, b) => (a.id < b.id ? -1 : 1))[0]!;
    for (const { id, status } of made.has(first.id) ? others : own) if (status === 'draft') deleted.set(id, first);
  }
  const changes = [...deleted.keys()].map((id) => ({ op: 'delete' as const, id }));
  if (changes.length > 0) await writeChanges(form, changes, origin, services);
  // The other one may have found both first, and deleted what this task made.
  for (const [id, slip] of made) {
    if (there.some((one) => one.id === id)) continue;
    const stays = there.find((one) => baseOfForm(one) === slip && isGenerated(one));
    if (stays) deleted.set(id, stays);
  }
  return deleted;
};
