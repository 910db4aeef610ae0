import { REMUNERATION } from '../../accounting/codes/withholding-bases.ts';
import type { Line } from '../../calculation/model/types.ts';
import type { Lookup } from '../../kernel/definition/resource.ts';
import { lineItemObject } from '../../payrolls/events/pay-stub.ts';
import { lineOf } from '../../payrolls/stubs/line-defaults.ts';
import { oneOf } from '../../values/condition.ts';
import { groupBy } from '../../values/group.ts';
import { textOf } from '../../values/json.ts';
import { perTurn } from '../../values/per-turn.ts';

// What the rules of an adjustment look up, for all adjustments of a bulk call that ask in one turn together.

/** The lines of pay stubs that are remuneration: of all that are asked for in one turn, one read for each kind. */
export const remunerationOn = perTurn(
  async ({ services, tenant }: Lookup, stubs: readonly string[]): Promise<Line[][]> => {
    const where = oneOf('pay_stub_id', [...new Set(stubs)]);
    const ofKinds = await Promise.all(
      REMUNERATION.map(async (kind) => {
        const lines: { on: string; line: Line }[] = [];
        for await (const rows of services.read.pages(lineItemObject(kind), tenant, where))
          for (const row of rows) lines.push({ on: textOf(row.pay_stub_id), line: lineOf({ ...row, kind }) });
        return lines;
      }),
    );
    const byStub = groupBy(ofKinds.flat(), ({ on }) => on);
    return stubs.map((stub) => (byStub.get(stub) ?? []).map(({ line }) => line));
  },
);

/** The adjustment that corrects each of some line items; they are asked for likewise. */
export const adjustmentsOf = perTurn(
  async ({ services, tenant }: Lookup, lines: readonly string[]): Promise<(string | undefined)[]> => {
    const where = oneOf('source_line_item_id', [...new Set(lines)]);
    const byLine = new Map<string, string>();
    for await (const rows of services.read.pages('adjustment', tenant, where))
      for (const { id, source_line_item_id } of rows) byLine.set(source_line_item_id ?? '', id);
    return lines.map((line) => byLine.get(line));
  },
);
