import { type LineKind, type Part, partOf } from '../../calculation/index.ts';

/** Whose the amount of a line is: paid to the payee, taken from what is paid, or borne by the employer beside it. */
export type LineSide = 'paid' | 'taken' | 'borne';

const SIDES: Readonly<Record<Part, LineSide>> = {
  gross: 'paid',
  reimbursements: 'paid',
  subtractions: 'taken',
  employer: 'borne',
};

/** On which side lines of a kind are. */
const sideOf = (kind: LineKind): LineSide => SIDES[partOf(kind)];

/** The amount of what is on one side, and nothing of the others: so each side has a sum. */
export const onSide =
  (side: LineSide) =>
  ({ kind, amount }: { kind: LineKind; amount: string | null }): string | null =>
    sideOf(kind) === side ? amount : null;
