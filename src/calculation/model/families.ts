import { filled, keysOf } from '../../values/json.ts';
import type { Text } from '../../values/text.ts';
import { ALLOWANCE_TYPES } from '../types/allowances.ts';
import { DEDUCTION_TYPES } from '../types/deductions.ts';
import { EARNING_TYPES } from '../types/earnings.ts';
import { EMPLOYEE_BENEFIT_TYPES } from '../types/employee-benefits.ts';
import { EMPLOYER_BENEFIT_TYPES } from '../types/employer-benefits.ts';
import type { ItemType, TreatedType } from '../types/item-type.ts';
import { REIMBURSEMENT_TYPES } from '../types/reimbursements.ts';
import { EMPLOYER_STATUTORY_WITHHOLDING_TYPES, STATUTORY_WITHHOLDING_TYPES } from '../types/statutory.ts';

/**
 * The families of pay items, a row each: what is paid to people, taken from them, or borne by their employer. Kinds of
 * line items, names, catalogues of types, prefixes of ids, sides in the ledger, totals and titles follow from this
 * table.
 */

/** An expense is debited, a liability credited. Costs of the employer are both: spent, and owed until remitted. */
export type Side = 'expense' | 'liability';

/**
 * Which figure of a stub its lines belong to: what is earned, what is taken from it, what is paid back beside it (net
 * pay is the first less the second plus the third), or what the employer bears beyond that.
 */
export type Part = 'gross' | 'subtractions' | 'reimbursements' | 'employer';

interface Row {
  part: Part;
  /** The member of `line_item_summary` that has their sum; null where it is elsewhere. */
  summary: string | null;
  /** With which the ids of its line items begin. */
  line_prefix: string;
  sides: readonly Side[];
  /** Of its rows in a journal. */
  title: Text;
}

/** A family that recurs: its items are resources named as the kind, and put managed lines on stubs. */
interface Recurring extends Row {
  /** With which the ids of its recurring items begin. */
  prefix: string;
  types: Readonly<Record<string, TreatedType>>;
}

/** A family that has fields of its own. */
interface Own extends Recurring {
  fixed: null;
}

/**
 * A family whose items are an amount in dollars that the payee is paid each time, and nothing more. Its resources
 * follow from this row and a few words (src/pay-items/fixed-items.ts). What is remitted needs fields of its own: to
 * which account.
 */
interface Fixed extends Recurring {
  part: 'gross' | 'reimbursements';
  summary: string;
  sides: readonly ['expense'];
  /** Who may have an item. */
  fixed: 'employees' | 'everybody';
}

/** A family that the calculation makes from the law. */
interface Statutory extends Row {
  prefix: null;
  fixed: null;
  types: Readonly<Record<string, ItemType>>;
}

export const FAMILIES = {
  earning: {
    part: 'gross',
    summary: 'earnings',
    prefix: 'ern',
    line_prefix: 'ernli',
    sides: ['expense'],
    title: { en: 'Earnings', fr: 'Gains' },
    fixed: null,
    types: EARNING_TYPES,
  },
  allowance: {
    part: 'gross',
    summary: 'allowances',
    prefix: 'alw',
    line_prefix: 'alwli',
    sides: ['expense'],
    title: { en: 'Allowances', fr: 'Allocations' },
    fixed: 'employees',
    types: ALLOWANCE_TYPES,
  },
  deduction: {
    part: 'subtractions',
    summary: 'deductions',
    prefix: 'ded',
    line_prefix: 'dedli',
    sides: ['liability'],
    title: { en: 'Deductions', fr: 'Retenues' },
    fixed: null,
    types: DEDUCTION_TYPES,
  },
  employee_benefit: {
    part: 'subtractions',
    summary: 'employee_benefits',
    prefix: 'eeb',
    line_prefix: 'eebli',
    sides: ['liability'],
    title: { en: 'Employee benefits', fr: "Avantages sociaux, part de l'employé" },
    fixed: null,
    types: EMPLOYEE_BENEFIT_TYPES,
  },
  employer_benefit: {
    part: 'employer',
    summary: 'employer_benefits',
    prefix: 'erb',
    line_prefix: 'erbli',
    sides: ['expense', 'liability'],
    title: { en: 'Employer benefits', fr: "Avantages sociaux, part de l'employeur" },
    fixed: null,
    types: EMPLOYER_BENEFIT_TYPES,
  },
  reimbursement: {
    part: 'reimbursements',
    summary: 'reimbursements',
    prefix: 'rei',
    line_prefix: 'reili',
    sides: ['expense'],
    title: { en: 'Reimbursements', fr: 'Remboursements' },
    fixed: 'everybody',
    types: REIMBURSEMENT_TYPES,
  },
  statutory_withholding: {
    part: 'subtractions',
    summary: 'statutory_withholdings',
    prefix: null,
    line_prefix: 'stwli',
    sides: ['liability'],
    title: { en: 'Source deductions', fr: 'Retenues à la source' },
    fixed: null,
    types: STATUTORY_WITHHOLDING_TYPES,
  },
  employer_statutory_withholding: {
    part: 'employer',
    summary: null,
    prefix: null,
    line_prefix: 'eswli',
    sides: ['expense', 'liability'],
    title: { en: 'Employer contributions', fr: "Cotisations de l'employeur" },
    fixed: null,
    types: EMPLOYER_STATUTORY_WITHHOLDING_TYPES,
  },
} as const satisfies Record<string, Own | Fixed | Statutory>;

export type LineKind = keyof typeof FAMILIES;

/** The types of a family, by name. */
export type TypeOf<K extends LineKind> = Extract<keyof (typeof FAMILIES)[K]['types'], string>;

export const LINE_KINDS: readonly LineKind[] = keysOf(FAMILIES);

/** Which figure of a stub the lines of a family belong to. */
export const partOf = (kind: LineKind): Part => FAMILIES[kind].part;

/** Families whose lines make a figure of a stub. */
export const kindsOf = (part: Part): readonly LineKind[] => LINE_KINDS.filter((kind) => partOf(kind) === part);

/** Families whose lines are owed to somebody else than the payee: an agency, an insurer, a union. */
export const REMITTED_KINDS = LINE_KINDS.filter((kind) => FAMILIES[kind].sides.some((side) => side === 'liability'));

/** Families of what is withheld or contributed by law. */
export const STATUTORY_KINDS: readonly LineKind[] = ['statutory_withholding', 'employer_statutory_withholding'];

/** Families that recur. */
export type RecurringKind = {
  [K in LineKind]: (typeof FAMILIES)[K]['prefix'] extends null ? never : K;
}[LineKind];

export const RECURRING_KINDS = LINE_KINDS.filter((kind): kind is RecurringKind => FAMILIES[kind].prefix !== null);

/** Families of what the payee is paid. */
export const PAID_KINDS = filled(
  RECURRING_KINDS.filter((kind) => partOf(kind) === 'gross' || partOf(kind) === 'reimbursements'),
);

/** Families whose items are an amount in dollars each time and nothing more. */
export type FixedKind = {
  [K in LineKind]: (typeof FAMILIES)[K]['fixed'] extends null ? never : K;
}[LineKind];

export const FIXED_KINDS = LINE_KINDS.filter((kind): kind is FixedKind => FAMILIES[kind].fixed !== null);

/** Who may have an item of such a family. */
export const fixedFor = (kind: FixedKind): Fixed['fixed'] => FAMILIES[kind].fixed;

/** The members of `line_item_summary` that have the sums of families. */
export type Summarized = Exclude<(typeof FAMILIES)[LineKind]['summary'], null>;

/** Something for each of those members, by its family. */
export const bySummary = <T>(of: (kind: LineKind) => T): Readonly<Record<Summarized, T>> => {
  const made: Partial<Record<Summarized, T>> = {};
  for (const kind of LINE_KINDS) {
    const { summary } = FAMILIES[kind];
    if (summary !== null) made[summary] = of(kind);
  }
  // Every row that has such a member was gone through.
  return made as Record<Summarized, T>;
};

/** Resources that put managed lines on a work assignment's stubs by themselves. */
export const RECURRENCES = ['pay_rate', ...RECURRING_KINDS] as const;

/** Those, and what lines are calculated by: a change of one changes what is paid. */
export const PAID_BY = [...RECURRENCES, 'overtime_rate'] as const;
