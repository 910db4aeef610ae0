import type { z } from 'zod';
import type { State } from '../kernel/definition/resource.ts';
import { decimalSchema, moneySchema } from '../kernel/definition/schemas.ts';
import type { JsonObject } from '../values/json.ts';
import { decimal } from '../values/money.ts';
import type { Issue } from '../values/problem.ts';
import { MONTH_CASES, PLACES } from './recurring/fields.ts';

/** What an amount is where it need not be dollars: of benefits and deductions. */
export type AmountKind = 'fixed' | 'fixed_per_hour' | 'percent';

const MAX_PERCENT = 100;

/** How amount, its kind and the frequency go together, for the reference. */
export const amountCases = (kinds: readonly AmountKind[], most?: string) => {
  const dollars = moneySchema({ min: '0', ...(most === undefined ? {} : { max: most }) });
  const percentage = decimalSchema({ places: PLACES, min: '0', max: String(MAX_PERCENT) });
  const ofKind: Partial<Record<AmountKind, { amount: z.ZodType }>> = { percent: { amount: percentage } };
  return [
    ...MONTH_CASES.map(({ properties, ...rest }) => ({
      ...rest,
      properties: { ...properties, amount_type: { const: 'fixed' }, amount: dollars },
    })),
    ...kinds
      .filter((kind) => kind !== 'fixed')
      .map((kind) => ({
        properties: {
          amount_type: { const: kind },
          ...ofKind[kind],
          frequency: { enum: ['once', 'per_payroll'] },
          date_basis: { type: 'null' },
          pay_period_cadence: { type: 'null' },
        },
        required: ['amount_type'],
      })),
  ];
};

/** An amount fits its kind: dollars and cents, or a percentage; and only dollars can be spread over a month. */
export function* amountIssues({ amount, amount_type: kind, frequency }: State, sent: JsonObject): Iterable<Issue> {
  const path = sent.amount === undefined ? 'amount_type' : 'amount';
  const value = typeof amount === 'string' ? decimal(amount) : null;
  if (value && kind === 'fixed' && !value.eq(value.round(2)))
    yield {
      path,
      text: {
        en: `a fixed amount must have at most 2 decimal places, and the amount is ${amount}`,
        fr: `un montant fixe doit avoir au plus 2 décimales, et le montant est ${amount}`,
      },
    };
  if (value && kind === 'percent' && value.gt(MAX_PERCENT))
    yield {
      path,
      text: {
        en: `a percentage must be at most ${MAX_PERCENT}, and the amount is ${amount}`,
        fr: `un pourcentage doit être ${MAX_PERCENT} ou moins, et le montant est ${amount}`,
      },
    };
  if (frequency === 'per_month' && kind !== 'fixed')
    yield {
      path: 'frequency',
      text: {
        en: `per_month needs a fixed amount, and amount_type is ${kind}; say once or per_payroll`,
        fr: `per_month demande un montant fixe, et amount_type est ${kind}; indiquez once ou per_payroll`,
      },
    };
}
