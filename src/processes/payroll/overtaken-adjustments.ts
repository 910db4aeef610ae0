import { amountOf, LINE_KINDS } from '../../calculation/index.ts';
import { isAcrossQuebec, provincesOfPay } from '../../employers/tax-properties-in-force.ts';
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
 * So it is for a move that was recorded since tax was corrected: the tax would come back from another agency than the
 * slips and reports of the pay stub say.
 *
 * @param aggregate of the pay stub
 * @returns why the pay stub cannot be closed; undefined where it can
 */
export const overtakenAdjustment = async (
  aggregate: Aggregate,
  services: Services,
  tenant: Tenant,
): Promise<Text | undefined> => {
  const adjustments = aggregate.all('adjustment');
  const [stub] = aggregate.all('pay_stub');
  if (adjustments.length === 0 || !stub) return undefined;
  const { read } = services;
  const corrections = new Map(linesOf(aggregate).map((line) => [line.source_adjustment_id, line]));
  const sources = adjustments.flatMap(({ source_pay_stub_id }) => source_pay_stub_id ?? []);
  const stubs = await read.getMany('pay_stub', tenant, sources);
  const provinceOf = await provincesOfPay([stub], services, tenant);
  for (const kind of LINE_KINDS) {
    const some = adjustments.filter((one) => one.kind === kind);
    const ids = some.map(({ source_line_item_id }) => textOf(source_line_item_id));
    const lines = await read.getMany(lineItemObject(kind), tenant, ids);
    for (const { id, source_line_item_id, source_pay_stub_id, expected_amount } of some) {
      const [line, correction] = [lines.get(textOf(source_line_item_id)), corrections.get(id)];
      const source = stubs.get(source_pay_stub_id ?? '');
      if (source?.is_closed !== true || !line || !correction) return overtaken(id);
      if (!amountOf(line).plus(amountOf(correction)).eq(textOf(expected_amount))) return overtaken(id);
      if (isAcrossQuebec({ kind, type: line.type }, [source, stub], provinceOf)) return acrossQuebec(id);
    }
  }
  return undefined;
};

const acrossQuebec = (id: string): Text => ({
  en: `The adjustment ${id} corrects income tax across a move into Quebec or out of it, whose income tax goes to another agency: delete the adjustment, and make it on a correction payroll with a pay date before the move.`,
  fr: `Le rajustement ${id} corrige de l'impôt de l'autre côté d'un changement de province d'emploi, vers le Québec ou hors de celui-ci, dont l'impôt va à un autre organisme : supprimez le rajustement, et faites-le sur une paie de correction dont la date de paie précède ce changement.`,
});

const overtaken = (id: string): Text => ({
  en: `The adjustment ${id} corrects a line item of a payroll that has become a draft again, and may have changed since: delete the adjustment, and make it again where it is still needed.`,
  fr: `Le rajustement ${id} corrige une ligne d'une paie qui est revenue au brouillon, et qui a pu changer depuis : supprimez le rajustement, et refaites-le s'il est encore nécessaire.`,
});
