/** Figures of a pay stub, added up from its lines a second time, by rules that are written here once more. */
import { amountOf, isMoney, kindsOf, type Line, type LineKind, type Part } from '../../../src/calculation/index.ts';
import { REMITTED_KINDS } from '../../../src/calculation/model/families.ts';
import { sum } from '../../../src/values/money.ts';

/** The sum of the lines of some families. */
export const total = (lines: readonly Line[], ...kinds: readonly LineKind[]): string =>
  sum(lines.filter((line) => kinds.includes(line.kind) && isMoney(line)).map(amountOf)).toString();

/** Which families make a figure. A family that is not named here goes by the table of families. */
const MAKING: Readonly<Record<Part, readonly LineKind[]>> = {
  gross: ['earning', 'allowance'],
  subtractions: ['statutory_withholding', 'deduction', 'employee_benefit'],
  reimbursements: ['reimbursement'],
  employer: ['employer_statutory_withholding', 'employer_benefit'],
};
const named = Object.values(MAKING).flat();
const withOthers = (kinds: readonly LineKind[], ofTable: readonly LineKind[]): readonly LineKind[] => [
  ...kinds,
  ...ofTable.filter((kind) => !named.includes(kind)),
];

/** Families that make a figure. */
export const making = (part: Part): readonly LineKind[] => withOthers(MAKING[part], kindsOf(part));

/** Families whose amounts are owed to somebody else than the payee. */
export const remitted = withOthers([...MAKING.subtractions, ...MAKING.employer], REMITTED_KINDS);
