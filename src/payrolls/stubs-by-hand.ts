import { appendInTurns } from '../kernel/changes/in-turns.ts';
import { outcomeOf } from '../kernel/changes/outcomes.ts';
import { writeChanges } from '../kernel/changes/write.ts';
import { makeLookup } from '../kernel/definition/lookup.ts';
import type { Lookup, RecordOf, ResourceDefinition } from '../kernel/definition/resource.ts';
import type { Services } from '../kernel/definition/services.ts';
import type { Change, Origin, Outcome, Writer } from '../kernel/definition/writer.ts';
import { ERASED_PAYEE, isErased } from '../people/erased-payee.ts';
import { piecesOf } from '../values/group.ts';
import { textIf, textOrNull } from '../values/json.ts';
import { memoizedOn } from '../values/memoized.ts';
import { type Issue, invalid, Problem, refused } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { stubId } from './events/pay-stub.ts';
import {
  ALREADY,
  type GivenOfStub,
  type Listed,
  listByHand,
  listedBefore,
  listing,
  makeByHand,
  refusalOf,
  removeByHand,
  unknown,
} from './membership/by-hand.ts';

/** Changes of this many stubs are made at once. */
const AT_ONCE = 16;

/**
 * The writer of pay stubs. One that a caller makes or deletes concerns the list of its payroll as well, which decides;
 * what else changes of a stub is a change of its own stream.
 */
export const writeStubs: Writer = async (definition, changes, origin, services, mode = 'write') => {
  const outcomes = new Map<Change, Outcome>();
  const plain = changes.filter(({ op }) => op === 'update');
  const own = plain.length === 0 ? [] : await writeChanges(withoutWriter(definition), plain, origin, services, mode);
  for (const [at, change] of plain.entries()) outcomes.set(change, own[at]!);
  const others = changes.filter(({ op }) => op !== 'update');
  const lookup = makeLookup(services, origin.tenant);
  for (const some of piecesOf(others, AT_ONCE))
    await Promise.all(
      some.map(async (change) => {
        outcomes.set(change, await outcomeOf(change, origin, () => writeStub(change, origin, lookup, services)));
      }),
    );
  return changes.map((change) => outcomes.get(change)!);
};

const withoutWriter = memoizedOn((definition: ResourceDefinition) => ({ ...definition, writer: undefined }));

const writeStub = async (change: Change, origin: Origin, lookup: Lookup, services: Services): Promise<Outcome> => {
  if (change.op === 'delete') return removeByHand(change.id, change.ifMatch, origin, services);
  if (change.op === 'update') throw new Error('a pay stub is changed in its own stream');
  const [payroll_id, work_assignment_id] = [textIf(change.input.payroll_id), textIf(change.input.work_assignment_id)];
  const [note, external_ref] = [textOrNull(change.input.note), textOrNull(change.input.external_ref)];
  const [payroll, assignment] = await Promise.all([
    lookup.get('payroll', payroll_id ?? ''),
    lookup.get('work_assignment', work_assignment_id ?? ''),
  ]);
  const given = { note, external_ref };
  if (origin.mayRepeat && payroll && assignment) {
    const before = await listedBefore(payroll.id, stubId(payroll, assignment.id), origin, services);
    if (before) return makeByHand(before, assignment, given, origin, services);
  }
  const issues: Issue[] = [];
  if (!payroll) issues.push(unknown('payroll_id'));
  if (!assignment) issues.push(unknown('work_assignment_id'));
  if (payroll && assignment && assignment.pay_schedule_id !== payroll.pay_schedule_id)
    issues.push({ path: 'work_assignment_id', text: OTHER_SCHEDULE });
  if (payroll && assignment && (await areErased(payroll, [assignment], origin, services)).has(assignment.id))
    issues.push({ path: 'work_assignment_id', text: ERASED_PAYEE });
  if (issues.length > 0 || !payroll || !assignment) throw invalid(issues);
  const refusal = refusalOf(payroll);
  if (refusal) throw refused(refusal);
  const id = stubId(payroll, assignment.id);
  // A repeat finds its own, in the streams.
  if (!origin.mayRepeat && (await lookup.get('pay_stub', id)))
    throw invalid([{ path: 'work_assignment_id', text: ALREADY }]);
  const listed = await listByHand(payroll, [{ id, work_assignment_id: assignment.id }], listing(id), origin, services);
  const outcome = await makeByHand(listed, assignment, given, origin, services);
  if (!outcome.ok || outcome.position !== undefined || outcome.repeated) return outcome;
  return { ...outcome, position: listed.position };
};

/** Who is put on a payroll, with what a caller gives of the stub. */
export type ToPut = GivenOfStub & { assignment: RecordOf<'work_assignment'> };

/**
 * Puts people on a payroll that callers fill: all of them on its list in one append, then each stub in its own stream.
 *
 * @param people on the payroll's schedule, and at most 2,000, as an event of the list holds
 * @returns what became of each; where the list does not take them all of them are refused
 */
export const putStubs = async (
  payroll: RecordOf<'payroll'>,
  people: readonly ToPut[],
  origin: Origin,
  services: Services,
): Promise<Outcome[]> => {
  if (people.length === 0) return [];
  const gone = await areErased(
    payroll,
    people.map(({ assignment }) => assignment),
    origin,
    services,
  );
  if (gone.size > 0) return putBeside(gone, payroll, people, origin, services);
  const members = people.map(({ assignment }) => ({
    id: stubId(payroll, assignment.id),
    work_assignment_id: assignment.id,
  }));
  let listed: Listed;
  try {
    listed = await listByHand(payroll, members, listing(members[0]!.id), origin, services);
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return members.map(({ id }) => ({ ok: false, id, problem: error }));
  }
  return appendInTurns(people, services, ({ assignment, note, external_ref }, i) =>
    outcomeOf({ op: 'create', id: members[i]!.id, input: {} }, origin, () =>
      makeByHand(listed, assignment, { note, external_ref }, origin, services),
    ),
  );
};

/** As {@link putStubs}, where some were erased: they are refused, and the others are put on the payroll. */
const putBeside = async (
  gone: ReadonlySet<string>,
  payroll: RecordOf<'payroll'>,
  people: readonly ToPut[],
  origin: Origin,
  services: Services,
): Promise<Outcome[]> => {
  const there = people.filter(({ assignment }) => !gone.has(assignment.id));
  const outcomes = (await putStubs(payroll, there, origin, services))[Symbol.iterator]();
  return people.map(({ assignment }): Outcome => {
    if (!gone.has(assignment.id)) return outcomes.next().value!;
    const problem = invalid([{ path: 'work_assignment_id', text: ERASED_PAYEE }]);
    return { ok: false, id: stubId(payroll, assignment.id), problem };
  });
};

/**
 * Of which work assignments the person was erased. What is deducted depends on what is known of them: only a historical
 * payroll says itself what was deducted.
 *
 * @returns ids of the work assignments
 */
const areErased = async (
  { type }: RecordOf<'payroll'>,
  assignments: readonly RecordOf<'work_assignment'>[],
  { tenant }: Origin,
  { read }: Services,
): Promise<Set<string>> => {
  if (type === 'historical') return new Set();
  const [employees, contractors] = await Promise.all([
    read.getMany(
      'employee',
      tenant,
      assignments.flatMap(({ employee_id }) => employee_id ?? []),
    ),
    read.getMany(
      'contractor',
      tenant,
      assignments.flatMap(({ contractor_id }) => contractor_id ?? []),
    ),
  ]);
  const isGone = ({ employee_id, contractor_id }: RecordOf<'work_assignment'>): boolean => {
    const payee = employees.get(employee_id ?? '') ?? contractors.get(contractor_id ?? '');
    return payee !== undefined && isErased(payee);
  };
  return new Set(assignments.filter(isGone).map(({ id }) => id));
};

export const OTHER_SCHEDULE: Text = {
  en: 'must be on the pay schedule of the payroll',
  fr: 'doit être sur le calendrier de paie de la paie',
};
