import type { Tenant } from '../../src/kernel/definition/services.ts';
import type { Random } from '../support/generate.ts';
import { employerActions } from './commands/employers.ts';
import { payActions } from './commands/pay.ts';
import { payrollActions } from './commands/payrolls.ts';
import { peopleActions } from './commands/people.ts';
import { faults } from './faults.ts';
import type { World } from './world.ts';

/** Everything that a plan may let happen, by name. */

/** What an action sees: its company, where it exists already, and random numbers of its own. */
export interface Scene {
  world: World;
  /** Undefined until the company of the action was created. */
  tenant: Tenant | undefined;
  random: Random;
}

export interface ActionKind {
  /** How often it comes, against the others. */
  weight: number;
  /** Resolves when it is over. An action that finds nothing to act on does nothing. */
  run: (scene: Scene) => Promise<unknown>;
}

const KINDS = { ...employerActions, ...peopleActions, ...payActions, ...payrollActions, ...faults };

export type ActionName = keyof typeof KINDS;

export const kindOf = (name: ActionName): ActionKind => KINDS[name];

export const ACTIONS: readonly { name: ActionName; weight: number }[] = Object.entries(KINDS).map(
  ([name, { weight }]) => ({ name: name as ActionName, weight }),
);

/** A company with an employer, two schedules and some people. */
export const SETUP: readonly ActionName[] = ['company', 'employer', 'schedule', 'schedule', 'hire', 'hire', 'hire'];
