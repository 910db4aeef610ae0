import { keysOf } from '../../values/json.ts';
import type { Text } from '../../values/text.ts';

/**
 * The families of pay items, a row each: what is paid to people, taken from them, or borne by their employer. Kinds of
 * line items, names, prefixes of ids, sides in the ledger, totals and titles follow from this table.
 */

/** An expense is debited, a liability credited. Costs of the employer are both: spent, and owed until remitted. */
export type Side = 'expense' | 'liability';

interface Family {
  /** In which member of `line_item_summary` a stub tells their sum; null where it tells it elsewhere. */
  summary: string | null;
  /**
   * With which the ids of its recurring items begin: resources named as the kind, that put managed lines on stubs. Null
   * where nothing recurs.
   */
  prefix: string | null;
  /** With which the ids of its line items begin. */
  line_prefix: string;
  sides: readonly Side[];
  /** Of its rows in a journal. */
  title: Text;
}

export const FAMILIES = {
  earning: {
    summary: 'earnings',
    prefix: 'ern',
    line_prefix: 'ernli',
    sides: ['expense'],
    title: { en: 'Earnings', fr: 'Gains' },
  },
  allowance: {
    summary: 'allowances',
    prefix: 'alw',
    line_prefix: 'alwli',
    sides: ['expense'],
    title: { en: 'Allowances', fr: 'Allocations' },
  },
  deduction: {
    summary: 'deductions',
    prefix: 'ded',
    line_prefix: 'dedli',
    sides: ['liability'],
    title: { en: 'Deductions', fr: 'Retenues' },
  },
  employee_benefit: {
    summary: 'employee_benefits',
    prefix: 'eeb',
    line_prefix: 'eebli',
    sides: ['liability'],
    title: { en: 'Employee benefits', fr: 'Avantages sociaux, part de l’employé' },
  },
  employer_benefit: {
    summary: 'employer_benefits',
    prefix: 'erb',
    line_prefix: 'erbli',
    sides: ['expense', 'liability'],
    title: { en: 'Employer benefits', fr: 'Avantages sociaux, part de l’employeur' },
  },
  reimbursement: {
    summary: 'reimbursements',
    prefix: 'rei',
    line_prefix: 'reili',
    sides: ['expense'],
    title: { en: 'Reimbursements', fr: 'Remboursements' },
  },
  statutory_withholding: {
    summary: 'statutory_withholdings',
    prefix: null,
    line_prefix: 'stwli',
    sides: ['liability'],
    title: { en: 'Source deductions', fr: 'Retenues à la source' },
  },
  employer_statutory_withholding: {
    summary: null,
    prefix: null,
    line_prefix: 'eswli',
    sides: ['expense', 'liability'],
    title: { en: 'Employer contributions', fr: 'Cotisations de l’employeur' },
  },
} as const satisfies Record<string, Family>;

export type LineKind = keyof typeof FAMILIES;

export const LINE_KINDS: readonly LineKind[] = keysOf(FAMILIES);

/** Families whose lines are owed to somebody else than the payee: an agency, an insurer, a union. */
export const REMITTED_KINDS = LINE_KINDS.filter((kind) => FAMILIES[kind].sides.some((side) => side === 'liability'));

/** Families that recur. */
export type RecurringKind = {
  [K in LineKind]: (typeof FAMILIES)[K]['prefix'] extends null ? never : K;
}[LineKind];

export const RECURRING_KINDS = LINE_KINDS.filter((kind): kind is RecurringKind => FAMILIES[kind].prefix !== null);

/** Resources that put managed lines on a work assignment's stubs by themselves. */
export const RECURRENCES = ['pay_rate', ...RECURRING_KINDS] as const;

/** Those, and what lines are worked out by: a change of one changes what is paid. */
export const PAID_BY = [...RECURRENCES, 'overtime_rate'] as const;
