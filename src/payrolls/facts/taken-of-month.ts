import { RECURRING_KINDS, type RecurringKind } from '../../calculation/model/families.ts';
import { amountOf } from '../../calculation/model/lines.ts';
import { DAY_OF_MONTH, dateBasisOf } from '../../calculation/model/recurrence.ts';
import type { Amount, StubFacts } from '../../calculation/model/types.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { all, oneOf } from '../../values/condition.ts';
import { toText } from '../../values/money.ts';
import { lineItemObject } from '../events/pay-stub.ts';

/** A `per_month` item of a stub, and the approved payrolls of the stub's month. */
interface Asked {
  stub: string;
  kind: RecurringKind;
  item: string;
  payrolls: readonly string[];
}

const askedOf = (stub: string, { payroll, recurring }: Pick<StubFacts, 'payroll' | 'recurring'>): Asked[] => {
  const beside = payroll.approved_beside ?? [];
  if (beside.length === 0) return [];
  return RECURRING_KINDS.flatMap((kind) =>
    recurring[`${kind}s`].flatMap((item) => {
      if (item.frequency !== 'per_month') return [];
      const monthOf = (one: (typeof beside)[number] | typeof payroll) =>
        one[DAY_OF_MONTH[dateBasisOf(item)]].slice(0, 7);
      const payrolls = beside.filter((one) => monthOf(one) === monthOf(payroll)).map(({ id }) => id);
      return payrolls.length === 0 ? [] : [{ stub, kind, item: item.id, payrolls }];
    }),
  );
};

/**
 * What approved payrolls of a custom schedule took of the `per_month` items of stubs, in the month of each stub.
 *
 * @param facts by stub id
 * @returns amounts of lines by item, by stub id; of other schedules nothing is read
 */
export const takenOfMonths = async (
  facts: ReadonlyMap<string, Pick<StubFacts, 'payroll' | 'recurring'>>,
  { read }: Services,
  tenant: Tenant,
): Promise<Map<string, Record<string, Amount[]>>> => {
  const asked = [...facts].flatMap(([stub, known]) => askedOf(stub, known));
  const found = new Map<string, Record<string, Amount[]>>();
  for (const kind of RECURRING_KINDS) {
    const ofKind = asked.filter((one) => one.kind === kind);
    if (ofKind.length === 0) continue;
    const items = oneOf('recurrence_id', [...new Set(ofKind.map(({ item }) => item))]);
    const payrolls = oneOf('payroll_id', [...new Set(ofKind.flatMap((one) => one.payrolls))]);
    for await (const lines of read.pages(lineItemObject(kind), tenant, all(items, payrolls)))
      for (const line of lines)
        for (const { stub } of ofKind.filter(
          (one) => one.item === line.recurrence?.id && one.payrolls.includes(line.payroll_id),
        )) {
          const taken = found.get(stub) ?? {};
          found.set(stub, taken);
          taken[line.recurrence!.id] = [...(taken[line.recurrence!.id] ?? []), toText(amountOf(line))];
        }
  }
  return found;
};
