/** Stage 3, allowances and reimbursements: fixed amounts, to employees both, to contractors reimbursements alone. */
import type { Context } from '../model/context.ts';
import type { Figured } from '../model/lines.ts';
import { handMade, inOrder, managedLine } from '../model/lines.ts';
import { type Share, shareOf } from '../model/recurrence.ts';
import type { RecurringItemFacts } from '../model/types.ts';

const fixedLine = (
  context: Context,
  kind: 'allowance' | 'reimbursement',
  type: string,
  item: RecurringItemFacts,
  { amount, steps }: Share,
): Figured =>
  managedLine(context, {
    kind,
    type,
    key: item.id,
    recurrence: { object: kind, id: item.id },
    item,
    amount,
    steps,
  });

export const allowancesAndReimbursements = (context: Context): Figured[] => {
  const { recurring, work_assignment } = context.facts;
  const lines: Figured[] = [];
  if (work_assignment.payee === 'employee') {
    for (const item of inOrder(recurring.allowances)) {
      const share = shareOf(context, 'allowance', item);
      if (share !== null) lines.push(fixedLine(context, 'allowance', item.allowance_type, item, share));
    }
  }
  for (const item of inOrder(recurring.reimbursements)) {
    const share = shareOf(context, 'reimbursement', item);
    if (share !== null) lines.push(fixedLine(context, 'reimbursement', item.reimbursement_type, item, share));
  }
  lines.push(...handMade(context, 'allowance'), ...handMade(context, 'reimbursement'));
  return lines;
};
