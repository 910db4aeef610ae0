import type { TaskInHand } from '../../kernel/calls/task-kind.ts';
import { writeChanges } from '../../kernel/changes/write.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import { groupBy } from '../../values/group.ts';
import { unavailable } from '../../values/problem.ts';
import { form } from '../form.ts';
import type { GenerationInput } from './generate.ts';
import { keyOfForm } from './matching.ts';

type Form = RecordOf<'form'>;

/** How long a task waits until it can read what it wrote; then it is tried again. */
const READABLE_ms = 10_000;

const BEHIND = {
  en: 'Whether another generation made the same forms cannot be told yet.',
  fr: 'On ne peut dire encore si une autre production a fait les mêmes formulaires.',
};

/**
 * Two generations at once, in whichever processes, both find a slip without a form and make one each. So the forms of
 * the slips are read again once those that were made can be read: of two makers the later one at least finds both. The
 * form with the lowest id stays, whoever made it.
 *
 * @param made ids of the forms that this task made
 * @param position behind which all of them can be read; undefined where nothing was written
 * @param known ids of the forms that there were before: that one of a slip stands beside them was meant
 * @param read the forms of the same payees as they are now
 * @returns by the id of each form that was deleted, the one that stays
 */
export const deleteMadeTwice = async (
  made: ReadonlySet<string>,
  position: bigint | undefined,
  known: ReadonlySet<string>,
  read: () => Promise<Form[]>,
  { input: { stage }, origin, services }: TaskInHand<GenerationInput>,
): Promise<Map<string, string>> => {
  const deleted = new Map<string, string>();
  if (made.size === 0) return deleted;
  if (position !== undefined && !(await services.gate.followed(position, [], READABLE_ms)))
    throw unavailable(BEHIND, 1);
  const generated = (await read()).filter(
    (one) =>
      one.status === 'draft' &&
      (made.has(one.id) || (!known.has(one.id) && one.stage === stage && one.from_payroll.length > 0)),
  );
  for (const ofSlip of groupBy(generated, keyOfForm).values()) {
    const own = ofSlip.filter(({ id }) => made.has(id));
    const others = ofSlip.filter(({ id }) => !made.has(id));
    if (own.length === 0 || others.length === 0) continue;
    const [first] = ofSlip.map(({ id }) => id).sort();
    for (const { id } of made.has(first!) ? others : own) deleted.set(id, first!);
  }
  const changes = [...deleted.keys()].map((id) => ({ op: 'delete' as const, id }));
  if (changes.length > 0) await writeChanges(form, changes, origin, services);
  return deleted;
};
