import { amountOf, LINE_KINDS } from '../../calculation/index.ts';
import type { Aggregate } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { lineItemObject } from '../../payrolls/events/pay-stub.ts';
import { linesOf } from '../../payrolls/stubs/calculate.ts';
import { textOf } from '../../values/json.ts';
import type { Text } from '../../values/text.ts';

/**
 * Whether an adjustment on a pay stub no longer makes up what its line item differs by. Who corrects a line item looks
 * in the read models for whether it is closed, and who opens its pay stub looks there for adjustments: of two that are
 * decided in the same moment neither sees the other. Both are written, and the line item may change then. So each
 * adjustment is looked at again when its pay stub is closed, in the one order of a company's approvals and unapprovals.
 *
 * @param aggregate of the pay stub
 * @returns why the pay stub cannot be closed; undefined where it can
 */
export const overtakenAdjustment = async (
  aggregate: Aggregate,
  { read }: Pick<Services, 'read'>,
  tenant: Tenant,
): Promise<Text | undefined> => {
  const adjustments = aggregate.all('adjustment');
  if (adjustments.length === 0) return undefined;
  const corrections = new Map(linesOf(aggregate).map((line) => [line.source_adjustment_id, line]));
  const sources = adjustments.flatMap(({ source_pay_stub_id }) => source_pay_stub_id ?? []);
  const stubs = await read.getMany('pay_stub', tenant, sources);
  for (const kind of LINE_KINDS) {
    const some = adjustments.filter((one) => one.kind === kind);
    const ids = some.map(({ source_line_item_id }) => textOf(source_line_item_id));
    const lines = await read.getMany(lineItemObject(kind), tenant, ids);
    for (const { id, source_line_item_id, source_pay_stub_id, expected_amount } of some) {
      const [line, correction] = [lines.get(textOf(source_line_item_id)), corrections.get(id)];
      const isClosed = stubs.get(source_pay_stub_id ?? '')?.is_closed === true;
      if (!isClosed || !line || !correction) return overtaken(id);
      if (!amountOf(line).plus(amountOf(correction)).eq(textOf(expected_amount))) return overtaken(id);
    }
  }
  return undefined;
};

const overtaken = (id: string): Text => ({
  en: `The adjustment ${id} corrects a line item of a payroll that has become a draft again, and may have changed since: delete the adjustment, and make it again where it is still needed.`,
  fr: `Le rajustement ${id} corrige une ligne d'une paie qui est revenue au brouillon, et qui a pu changer depuis : supprimez le rajustement, et refaites-le s'il est encore nécessaire.`,
});
