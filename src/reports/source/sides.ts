import type { LineKind } from '../../calculation/index.ts';

const PAID: ReadonlySet<LineKind> = new Set(['earning', 'allowance', 'reimbursement']);
const BORNE: ReadonlySet<LineKind> = new Set(['employer_benefit', 'employer_statutory_withholding']);

/** Whose the amount of a line is: paid to the payee, taken from what is paid, or borne by the employer beside it. */
export type LineSide = 'paid' | 'taken' | 'borne';

export const sideOf = (kind: LineKind): LineSide => (PAID.has(kind) ? 'paid' : BORNE.has(kind) ? 'borne' : 'taken');

/** The amount of what stands on one side, and nothing of the others: so each side has a sum. */
export const onSide =
  (side: LineSide) =>
  ({ kind, amount }: { kind: LineKind; amount: string | null }): string | null =>
    sideOf(kind) === side ? amount : null;
