import { amountOf, hoursOf, isMoney, LINE_KINDS, type LineKind } from '../../calculation/index.ts';
import { lettingGo, oneAhead } from '../../kernel/changes/one-ahead.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import { lineItemObject } from '../../payrolls/events/pay-stub.ts';
import { giveWay } from '../../timing/give-way.ts';
import { oneOf } from '../../values/condition.ts';
import { toText } from '../../values/money.ts';
import type { Text } from '../../values/text.ts';
import type { ReportSource } from '../model/report-type.ts';
import { type ReportedStub, stubPages } from './payrolls.ts';

type LineRecord = RecordOf<`${LineKind}_line_item`>;

/**
 * A line item, only what reports show of it: the lines of a page are in memory together, and their records are several
 * times as large.
 */
export interface ReportedLine extends Pick<ReportedStub, 'payroll' | 'payee' | 'assignment'> {
  kind: LineKind;
  type: string;
  /** Its own title, where it has one. */
  title: Text | null;
  remittance_account_id: string | null;
  /** Dollars; null of a line that only corrects a balance. */
  amount: string | null;
  hours: string | null;
}

/** A stub whose lines are read, as they show it. */
type LineOwner = Pick<ReportedStub, 'payroll' | 'payee' | 'assignment'> & { id: string };

/** The lines of reported stubs, stub by stub, in the order of kinds and ids; default of all kinds. */
export async function* linesOf(
  source: ReportSource,
  kinds: readonly LineKind[] = LINE_KINDS,
): AsyncGenerator<ReportedLine> {
  for await (const page of oneAhead(owners(source))) yield* linesOfPage(page, kinds, source);
}

/** Whose lines are read together; the records of their stubs are let go. */
async function* owners(source: ReportSource): AsyncGenerator<LineOwner[]> {
  for await (const page of stubPages(source))
    yield page.map(({ stub: { id }, payroll, payee, assignment }) => ({ id, payroll, payee, assignment }));
}

async function* linesOfPage(
  page: readonly LineOwner[],
  kinds: readonly LineKind[],
  { read, tenant }: Pick<ReportSource, 'read' | 'tenant'>,
): AsyncGenerator<ReportedLine> {
  const byStub = new Map<string, { of: LineOwner; lines: ReportedLine[] }>(
    page.map((of) => [of.id, { of, lines: [] }]),
  );
  const where = oneOf('pay_stub_id', [...byStub.keys()]);
  for (const kind of kinds)
    for await (const records of read.pages(lineItemObject(kind), tenant, where))
      for (const line of lettingGo(records)) {
        const hours = hoursOf(line);
        const { of, lines } = byStub.get(line.pay_stub_id)!;
        lines.push({
          payroll: of.payroll,
          payee: of.payee,
          assignment: of.assignment,
          kind,
          type: line.type,
          title: titleOf(line),
          remittance_account_id: line.remittance_account_id ?? null,
          amount: isMoney(line) ? toText(amountOf(line)) : null,
          hours: hours === null ? null : toText(hours),
        });
        await giveWay();
      }
  for (const { lines } of byStub.values()) yield* lettingGo(lines);
}

const titleOf = ({ title, title_translations }: LineRecord): Text | null => {
  const { en, fr } = title_translations ?? {};
  const plain = title ?? en ?? fr ?? null;
  return plain === null ? null : { en: en ?? plain, fr: fr ?? plain };
};
