import { PRIORITIES } from '../banking/splits-of-accounts.ts';
import type { RecordOf, State } from '../kernel/definition/resource.ts';
import { textOrNull } from '../values/json.ts';
import { allocate, type Decimal, decimal, min, toText, ZERO } from '../values/money.ts';
import type { Share } from './events.ts';

/** The accounts of a split in their order, each with its percentage or dollars; the last of dollars has none. */
const placesOf = (split: State): { account: string; amount: string | null }[] =>
  PRIORITIES.flatMap((n) => {
    const account = split[`priority_${n}_bank_account_id`];
    return typeof account === 'string' ? [{ account, amount: textOrNull(split[`priority_${n}_amount`]) ?? null }] : [];
  });

/**
 * Divides net pay over the accounts of a pay split, to the cent: by percentage by largest remainder, so that the parts
 * are the whole; in dollars in the order of the accounts, as far as the pay goes, and the last one gets what is left.
 * Who would get nothing is left out.
 *
 * @param net dollars, more than 0
 */
export const divided = (net: Decimal, split: RecordOf<'pay_split'>): Share[] => {
  const places = placesOf(split);
  const parts = split.type === 'fixed' ? inDollars(net, places) : byPercentage(net, places);
  return places.flatMap(({ account }, i) =>
    parts[i]!.gt(0) ? [{ bank_account_id: account, amount: toText(parts[i]!) }] : [],
  );
};

const byPercentage = (net: Decimal, places: readonly { amount: string | null }[]): Decimal[] =>
  allocate(
    net,
    places.map(({ amount }) => amount ?? '0'),
  );

const inDollars = (net: Decimal, places: readonly { amount: string | null }[]): Decimal[] => {
  let left = net;
  return places.map(({ amount }, i) => {
    const wanted = amount === null || i === places.length - 1 ? left : decimal(amount);
    const part = left.gt(0) ? min(wanted, left) : ZERO;
    left = left.minus(part);
    return part;
  });
};
