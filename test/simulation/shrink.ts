import type { Failure } from './checks.ts';
import { runPlan } from './driver.ts';
import { CALM, type Profile } from './network.ts';
import type { Action, Plan } from './plan.ts';

/** Whether a plan still fails in the way that is looked for. */
export type StillFails = (plan: Plan) => Promise<boolean>;

/** A plan still fails when the same invariant does not hold. */
export const failsLike =
  (invariant: string): StillFails =>
  async (plan) =>
    (await runPlan(plan)).failures.some((failure) => failure.invariant === invariant);

/**
 * A shorter plan that fails alike: without the actions that it takes not, in calmer surroundings, each action awaited.
 *
 * @param runs at most so many are made
 */
export const shrink = async (failing: Plan, stillFails: StillFails, runs = 400): Promise<Plan> => {
  let plan = failing;
  let left = runs;
  const attempt = async (change: Partial<Plan>): Promise<boolean> => {
    const candidate = { ...plan, ...change };
    if (left <= 0) return false;
    left -= 1;
    if (!(await stillFails(candidate))) return false;
    plan = candidate;
    return true;
  };
  const without = (from: number, count: number): Partial<Plan> => ({
    actions: plan.actions.filter((_, at) => at < from || at >= from + count),
    setup: plan.setup - plan.actions.slice(from, from + count).filter((_, i) => from + i < plan.setup).length,
  });
  const withAction = (at: number, change: Partial<Action>): Partial<Plan> => ({
    actions: plan.actions.map((action, i) => (i === at ? { ...action, ...change } : action)),
  });

  for (
    let size = Math.ceil(plan.actions.length / 2);
    size >= 1 && left > 0;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  )
    // From the end: what comes last stands on what came before.
    for (let at = plan.actions.length - size; at >= 0; at -= size) await attempt(without(at, size));
  if (!(await attempt({ profile: CALM })))
    for (const name of Object.keys(CALM) as (keyof Profile)[])
      if (plan.profile[name] !== CALM[name]) await attempt({ profile: { ...plan.profile, [name]: CALM[name] } });
  for (let processes = 1; processes < plan.processes; processes++) if (await attempt({ processes })) break;
  for (let at = 0; at < plan.actions.length; at++) {
    if (!plan.actions[at]!.waits) await attempt(withAction(at, { waits: true }));
    if (plan.actions[at]!.after_ms > 0) await attempt(withAction(at, { after_ms: 0 }));
  }
  for (let at = plan.actions.length - 1; at >= 0; at--) await attempt(without(at, 1));
  return plan;
};

/** The plan as a reader may follow it. */
export const describePlan = ({ processes, begins, profile, setup, actions }: Plan): string =>
  [
    `${processes} processes from ${begins}, ${JSON.stringify(profile)}`,
    ...actions.map(
      ({ name, company, after_ms, waits }, at) =>
        `${at < setup ? 'set up: ' : after_ms > 0 ? `after ${after_ms} ms: ` : ''}${name} (company ${company})${waits ? '' : ', and goes on at once'}`,
    ),
  ].join('\n');

/**
 * What is wrong with a run, and the shortest plan that still fails like it; empty when nothing is.
 *
 * @param most runs that may be spent on making it short
 */
export const wrongIn = async (plan: Plan, failures: readonly Failure[], most: number): Promise<string> => {
  const [first] = failures;
  if (!first) return '';
  const short = await shrink(plan, failsLike(first.invariant), most);
  return [
    `seed ${plan.seed} fails`,
    ...failures.slice(0, 5).map(({ invariant, about }) => `${invariant}: ${about}`),
    'the shortest that still fails:',
    describePlan(short),
    JSON.stringify(short),
  ].join('\n');
};
