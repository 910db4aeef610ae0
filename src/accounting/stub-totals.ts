import { FAMILIES, kindsOf, LINE_KINDS, type LineKind, type Part } from '../calculation/index.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import { type Fixed, fixed, toText } from '../values/fixed.ts';
import type { PostingSums } from './posting.ts';

/**
 * What pay stubs say of themselves, to be held against what their lines come to: an entry is made of lines, and is
 * right only when it equals the totals that people were shown and paid by.
 */

/** Two figures that ought to be one. */
export interface Difference {
  /** What is compared, in words: `earnings`, `net pay`. */
  of: string;
  /** What the lines come to. */
  lines: string;
  /** What the totals say. */
  totals: string;
}

/** A difference as people read it. */
export const differenceText = ({ of, lines, totals }: Difference): string =>
  `${of}: ${lines} by its lines, ${totals} by its totals`;

type Summarized = keyof RecordOf<'pay_stub'>['line_item_summary'];

const summaryOf = (stub: RecordOf<'pay_stub'>, name: Summarized): string => stub.line_item_summary[name]?.period ?? '0';

/** The total of a stub that its lines of a kind make. */
const totalOf = (kind: LineKind, stub: RecordOf<'pay_stub'>): string => {
  const { summary } = FAMILIES[kind];
  return summary === null ? stub.company_summary.taxes_and_contributions : summaryOf(stub, summary);
};

const compared = (of: string, lines: Fixed, totals: string): Difference[] =>
  lines === fixed(totals) ? [] : [{ of, lines: toText(lines), totals }];

const figures = (posting: PostingSums) => {
  const of = (part: Part) => kindsOf(part).reduce((total, kind) => total + posting.ofKind(kind), 0n);
  const [gross, subtractions, reimbursements] = [of('gross'), of('subtractions'), of('reimbursements')];
  return { gross, subtractions, reimbursements, net: gross - subtractions + reimbursements };
};

/** The net pay that lines come to. */
export const netOf = (posting: PostingSums): Fixed => figures(posting).net;

/** Where the lines of a stub do not come to its totals; nothing where they do. */
export const stubDifferences = (posting: PostingSums, stub: RecordOf<'pay_stub'>): Difference[] => [
  ...LINE_KINDS.flatMap((kind) => compared(`${kind.replaceAll('_', ' ')}s`, posting.ofKind(kind), totalOf(kind, stub))),
  ...compared('net pay', netOf(posting), stub.employee_summary.net ?? stub.contractor_summary.net ?? '0'),
];

/** Columns of pay stubs whose sums are those of a payroll. */
export const PAYROLL_COLUMNS = [
  'gross',
  'contractor_gross',
  'subtractions',
  'reimbursements',
  'contractor_reimbursements',
  'net',
  'contractor_net',
  'employer_taxes',
  'employer_benefits',
] as const;

/**
 * Where the lines of all stubs of a payroll do not come to the sums of their totals.
 *
 * @param sums of {@link PAYROLL_COLUMNS}; absent where the payroll has no stub
 */
export const payrollDifferences = (
  posting: PostingSums,
  sums: Readonly<Record<string, string>> | undefined,
): Difference[] => {
  const at = (name: (typeof PAYROLL_COLUMNS)[number]): Fixed => fixed(sums?.[name] ?? '0');
  const of = (...columns: (typeof PAYROLL_COLUMNS)[number][]) =>
    toText(columns.reduce((total, name) => total + at(name), 0n));
  const { gross, subtractions, reimbursements, net } = figures(posting);
  // The totals of a contractor have no member for what is taken off: it is what net pay lacks of the others.
  const takenOff = at('contractor_gross') + at('contractor_reimbursements') - at('contractor_net');
  return [
    ...compared('gross pay', gross, of('gross', 'contractor_gross')),
    ...compared('subtractions', subtractions, toText(at('subtractions') + takenOff)),
    ...compared('reimbursements', reimbursements, of('reimbursements', 'contractor_reimbursements')),
    ...compared('net pay', net, of('net', 'contractor_net')),
    ...compared('employer contributions', posting.ofKind('employer_statutory_withholding'), of('employer_taxes')),
    ...compared('employer benefits', posting.ofKind('employer_benefit'), of('employer_benefits')),
  ];
};
