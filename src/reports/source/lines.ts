import { amountOf, hoursOf, isMoney, LINE_KINDS, type LineKind } from '../../calculation/index.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import { lineItemObject } from '../../payrolls/events/pay-stub.ts';
import { giveWay } from '../../timing/give-way.ts';
import { oneOf } from '../../values/condition.ts';
import { toText } from '../../values/money.ts';
import type { ReportSource } from '../model/report-type.ts';
import { type ReportedStub, stubPagesOf } from './payrolls.ts';

/** A line item as reports show it. */
export interface ReportedLine extends ReportedStub {
  kind: LineKind;
  line: RecordOf<`${LineKind}_line_item`>;
  /** Dollars; null of a line that only corrects a balance. */
  amount: string | null;
  hours: string | null;
}

/** The lines of reported stubs, stub by stub, in the order of kinds and ids; default of all kinds. */
export async function* linesOf(
  source: ReportSource,
  kinds: readonly LineKind[] = LINE_KINDS,
): AsyncGenerator<ReportedLine> {
  for await (const page of stubPagesOf(source)) yield* linesOfPage(page, kinds, source);
}

async function* linesOfPage(
  page: readonly ReportedStub[],
  kinds: readonly LineKind[],
  { read, tenant }: Pick<ReportSource, 'read' | 'tenant'>,
): AsyncGenerator<ReportedLine> {
  const byStub = new Map<string, ReportedLine[]>(page.map(({ stub }) => [stub.id, []]));
  const stubs = new Map(page.map((reported) => [reported.stub.id, reported]));
  const where = oneOf('pay_stub_id', [...byStub.keys()]);
  for (const kind of kinds)
    for await (const lines of read.pages(lineItemObject(kind), tenant, where))
      for (const line of lines) {
        const hours = hoursOf(line);
        byStub.get(line.pay_stub_id)!.push({
          ...stubs.get(line.pay_stub_id)!,
          kind,
          line,
          amount: isMoney(line) ? toText(amountOf(line)) : null,
          hours: hours === null ? null : toText(hours),
        });
        await giveWay();
      }
  for (const lines of byStub.values()) yield* lines;
}
