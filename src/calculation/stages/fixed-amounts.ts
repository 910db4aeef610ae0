/** Stage 2, families whose items are an amount each time and nothing more: allowances, reimbursements. */
import { textOf } from '../../values/json.ts';
import type { Context } from '../model/context.ts';
import type { RecurringItemFacts } from '../model/facts.ts';
import { FIXED_KINDS, type FixedKind, fixedFor } from '../model/families.ts';
import type { Figured } from '../model/lines.ts';
import { handMade, inOrder, managedLine } from '../model/lines.ts';
import { shareOf } from '../model/recurrence.ts';

const recurringLines = (context: Context, kind: FixedKind): Figured[] => {
  const items: readonly RecurringItemFacts[] = context.facts.recurring[`${kind}s`];
  return inOrder(items).flatMap((item) => {
    const share = shareOf(context, kind, item);
    if (share === null) return [];
    const type = textOf(Reflect.get(item, `${kind}_type`));
    return [
      managedLine(context, { kind, type, key: item.id, recurrence: { object: kind, id: item.id }, item, ...share }),
    ];
  });
};

/** First those of recurring items, then those that were entered by hand. */
export const fixedAmounts = (context: Context): Figured[] => {
  const isEmployee = context.facts.work_assignment.payee === 'employee';
  const kinds = FIXED_KINDS.filter((kind) => isEmployee || fixedFor(kind) === 'everybody');
  return [
    ...kinds.flatMap((kind) => recurringLines(context, kind)),
    ...FIXED_KINDS.flatMap((kind) => handMade(context, kind)),
  ];
};
