import type { Tenant } from '../../src/kernel/definition/services.ts';
import type { Random } from '../support/generate.ts';
import { byHandActions } from './commands/by-hand.ts';
import { claimActions } from './commands/claims.ts';
import { employerTaxActions } from './commands/employer-taxes.ts';
import { employerActions } from './commands/employers.ts';
import { erasureActions } from './commands/erasure.ts';
import { fileActions } from './commands/files.ts';
import { formActions } from './commands/forms.ts';
import { itemActions } from './commands/items.ts';
import { moneyActions } from './commands/money.ts';
import { payActions } from './commands/pay.ts';
import { paymentActions } from './commands/payments.ts';
import { payrollActions } from './commands/payrolls.ts';
import { peopleActions } from './commands/people.ts';
import { yearActions } from './commands/years.ts';
import { faults, freezes } from './faults.ts';
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

const IN_PREVIEW = { ...employerActions, ...peopleActions, ...payActions, ...payrollActions, ...faults };
const OF_YEARS = { ...itemActions, ...yearActions, ...moneyActions, ...employerTaxActions };
const OF_FILES = { ...fileActions, ...claimActions };
const KINDS = {
  ...{ ...IN_PREVIEW, ...paymentActions, ...byHandActions, ...OF_YEARS, ...formActions, ...erasureActions },
  ...{ ...OF_FILES, ...freezes },
};

export type ActionName = keyof typeof KINDS;

export const kindOf = (name: ActionName): ActionKind => KINDS[name];

const weighed = (kinds: Readonly<Record<string, ActionKind>>): readonly { name: ActionName; weight: number }[] =>
  Object.entries(kinds).map(([name, { weight }]) => ({ name: name as ActionName, weight }));

/** What a plan is made of. */
export interface Play {
  /** What the companies are set up with. */
  setup: readonly ActionName[];
  actions: readonly { name: ActionName; weight: number }[];
  /** What each company does last, when all is at rest. */
  end?: readonly ActionName[];
  /** When it may begin; default at any time of the year. */
  begins?: readonly string[];
  /** Whether codes are merged and tags deleted: its processes have the managers of these too. */
  books?: boolean;
}

/** Long before the tax rates of a year are not known yet. */
const EARLY = ['2026-01-05T17:00:00Z', '2026-06-15T17:00:00Z'];

/** A company with an employer in preview, two schedules and some people. */
export const PREVIEW: Play = {
  setup: ['company', 'employer', 'schedule', 'schedule', 'hire', 'hire', 'hire'],
  actions: weighed(IN_PREVIEW),
};

/** A live employer, whose payrolls move simulated money. */
export const LIVE: Play = {
  setup: [
    ...(['company', 'liveEmployer', 'liveSchedule', 'hire', 'hire', 'hire'] as const),
    ...(['openAccount', 'openAccount', 'openAccount', 'approve', 'comeAll'] as const),
  ],
  actions: weighed({ ...IN_PREVIEW, ...paymentActions }),
};

/** The same, whose accounts come and go, while processes stand still before what they append and others take over. */
export const FROZEN: Play = {
  setup: LIVE.setup,
  actions: weighed({ ...IN_PREVIEW, ...paymentActions, ...moneyActions, ...freezes }),
};

/** An employer in preview with a custom schedule beside the others, whose payrolls are made by hand too. */
export const BY_HAND: Play = {
  setup: [
    ...(['company', 'employer', 'accounts', 'customSchedule', 'schedule', 'hire', 'hire', 'hire', 'hire'] as const),
    ...(['makePayroll', 'makePayroll', 'approve'] as const),
  ],
  actions: weighed({ ...IN_PREVIEW, ...paymentActions, ...byHandActions }),
};

/** Employers with items of every family, whose people leave and come back, and whose books are kept with tags. */
export const YEARS: Play = {
  setup: [
    ...(['company', 'employer', 'accounts', 'schedule', 'hire', 'hire', 'hire', 'contract', 'createAny'] as const),
    ...(['createAny', 'createAny', 'vacation', 'code', 'tag', 'preset'] as const),
  ],
  actions: weighed({ ...IN_PREVIEW, ...byHandActions, ...itemActions, ...yearActions, ...employerTaxActions }),
  books: true,
};

/** The same of a live employer, whose deductions and contributions are remitted and whose net pay is split. */
export const LIVE_YEARS: Play = {
  setup: [
    ...(['company', 'liveEmployer', 'liveSchedule', 'hire', 'hire', 'openAccount', 'openAccount'] as const),
    ...(['openAccount', 'openAccount', 'approve', 'comeAll', 'split', 'createAny', 'createAny', 'remit'] as const),
    ...(['payNext', 'comeAll'] as const),
  ],
  begins: EARLY,
  actions: weighed({ ...IN_PREVIEW, ...byHandActions, ...paymentActions, ...OF_YEARS }),
  books: true,
};

/** Employers whose year ends: forms are made of what was paid, filed and corrected. */
export const FILINGS: Play = {
  setup: [
    ...(['company', 'employer', 'accounts', 'schedule', 'hireWhole', 'hireWhole', 'hire', 'contract'] as const),
    ...(['approve', 'approve', 'approve', 'payDay', 'fileYear', 'fileYear'] as const),
  ],
  actions: weighed({
    ...{ ...peopleActions, ...payrollActions, ...byHandActions, ...faults },
    ...{ ...formActions, ...erasureActions, ...employerTaxActions },
  }),
  end: ['rest', 'fileAll'],
  begins: EARLY,
  books: true,
};

/**
 * Employers whose pay stubs and hours come as files, whose people have statutory holidays and claim credits, and whose
 * people and items are changed many at a time, also while a payroll is being approved.
 */
export const FILES: Play = {
  setup: [
    ...(['company', 'employer', 'accounts', 'schedule', 'schedule', 'hire', 'hire', 'hire', 'contract'] as const),
    ...(['holidayPay', 'holidayPay', 'preset', 'claim', 'stubsByFile'] as const),
  ],
  actions: weighed({ ...IN_PREVIEW, ...byHandActions, ...OF_FILES }),
  books: true,
};
