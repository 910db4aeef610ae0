import { amountOf, hoursOf, isMoney, LINE_KINDS, type LineKind } from '../../calculation/index.ts';
import { lettingGo, oneAhead } from '../../kernel/changes/one-ahead.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import { lineItemObject } from '../../payrolls/events/pay-stub.ts';
import { giveWay } from '../../timing/give-way.ts';
import { oneOf } from '../../values/condition.ts';
import { toText } from '../../values/money.ts';
import type { Text } from '../../values/text.ts';
import type { ReportSource } from '../model/report-type.ts';
import type { ReportedStub } from './payrolls.ts';

type LineRecord = RecordOf<`${LineKind}_line_item`>;

/**
 * A line item, only what reports show of it: the lines of a page are in memory together, and their records are several
 * times as large.
 */
export interface ReportedLine extends Omit<ReportedStub, 'stub'> {
  kind: LineKind;
  type: string;
  /** Its own title, where it has one. */
  title: Text | null;
  remittance_account_id: string | null;
  /** Dollars; null of a line that only corrects a balance. */
  amount: string | null;
  hours: string | null;
}

/** A line of a stub, with what else its stub shows. */
type LineOf<S extends ReportedStub> = ReportedLine & Omit<S, 'stub'>;

/** A stub whose lines are read; its record is let go. */
interface LineOwner<S extends ReportedStub> {
  id: string;
  shown: Omit<S, 'stub'>;
}

/**
 * The lines of reported stubs, stub by stub, in the order of kinds and ids.
 *
 * @param pages the stubs
 * @param kinds default all
 */
export async function* linesOf<S extends ReportedStub>(
  pages: AsyncIterable<S[]>,
  source: ReportSource,
  kinds: readonly LineKind[] = LINE_KINDS,
): AsyncGenerator<LineOf<S>> {
  for await (const page of oneAhead(owners(pages))) yield* linesOfPage(page, kinds, source);
}

async function* owners<S extends ReportedStub>(pages: AsyncIterable<S[]>): AsyncGenerator<LineOwner<S>[]> {
  for await (const page of pages) yield page.map(({ stub, ...shown }) => ({ id: stub.id, shown }));
}

async function* linesOfPage<S extends ReportedStub>(
  page: readonly LineOwner<S>[],
  kinds: readonly LineKind[],
  { read, tenant }: Pick<ReportSource, 'read' | 'tenant'>,
): AsyncGenerator<LineOf<S>> {
  const byStub = new Map<string, { shown: Omit<S, 'stub'>; lines: LineOf<S>[] }>(
    page.map(({ id, shown }) => [id, { shown, lines: [] }]),
  );
  const where = oneOf('pay_stub_id', [...byStub.keys()]);
  for (const kind of kinds)
    for await (const records of read.pages(lineItemObject(kind), tenant, where))
      for (const line of lettingGo(records)) {
        const hours = hoursOf(line);
        const { shown, lines } = byStub.get(line.pay_stub_id)!;
        lines.push({
          kind,
          type: line.type,
          title: titleOf(line),
          remittance_account_id: line.remittance_account_id ?? null,
          amount: isMoney(line) ? toText(amountOf(line)) : null,
          hours: hours === null ? null : toText(hours),
          ...shown,
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
