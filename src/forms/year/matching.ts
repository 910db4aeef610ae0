import type { RecordOf } from '../../kernel/definition/resource.ts';
import { groupBy } from '../../values/group.ts';
import { textOrNull } from '../../values/json.ts';
import { accountNamed } from '../model/accounts.ts';
import { type MadeSlip, PROVINCE_KEY, placeOf } from './slips.ts';

/** Which existing forms report which slips of a year. */

type Form = RecordOf<'form'>;

/** Forms of one slip that there are, in the order in which they were made. */
export interface Existing {
  payee_id: string;
  /** What tells it apart from all others of the year. */
  key: string;
  forms: readonly Form[];
  /** Whether payroll comes to it. */
  isMade: boolean;
}

/** A slip that payroll comes to, with its number of the employer's account at the agency; null where that has none. */
export interface NumberedSlip {
  slip: MadeSlip;
  account: string | null;
}

const keyOf = (...parts: readonly (string | null)[]): string => parts.map((part) => part ?? '').join('/');

/** What tells slips of a payee apart, except the employer's account. */
const baseOf = ({ slip }: NumberedSlip, type: string): string =>
  keyOf(slip.payee_id, slip.business_entity_id, type === 't4' ? placeOf(slip.province) : null);

const baseOfForm = ({ owner_id, business_entity_id, values }: Form): string =>
  keyOf(owner_id, business_entity_id, textOrNull(values[PROVINCE_KEY]));

/** What tells the slip of a form apart from all others of its type and year. */
export const keyOfForm = (one: Form): string => keyOf(baseOfForm(one), accountNamed(one));

/**
 * Forms by the slips that they tell: those of its account. Those that name no account yet, and drafts that name one
 * which no slip is of, tell the slips that have no form, in their order. What else is left belongs to slips that
 * payroll does not come to.
 *
 * @returns one for each slip, in their order, and behind them those that payroll comes to nothing of
 */
export const matched = (
  slips: readonly NumberedSlip[],
  forms: readonly Form[],
  type: MadeSlip['slip'],
): { made: Existing[]; others: Existing[] } => {
  const formsOf = groupBy(forms, baseOfForm);
  const reported = new Map<NumberedSlip, Form[]>();
  for (const [base, own] of groupBy(slips, (slip) => baseOf(slip, type))) {
    const there = formsOf.get(base) ?? [];
    const left: Form[] = [];
    for (const form of there) {
      const account = accountNamed(form);
      const slip = account === null ? undefined : own.find((one) => one.account === account);
      if (slip) reported.set(slip, [...(reported.get(slip) ?? []), form]);
      else left.push(form);
    }
    const unreported = own.filter((slip) => !reported.has(slip));
    // A draft that names another account is filled again with that of its slip.
    const free = left.filter((form) => form.status === 'draft' || accountNamed(form) === null);
    for (const ofStage of groupBy(free, ({ stage }) => stage).values())
      for (const [at, slip] of unreported.entries()) {
        const form = ofStage[at];
        if (form) reported.set(slip, [...(reported.get(slip) ?? []), form]);
      }
  }
  const made = slips.map((one): Existing => {
    const { payee_id, account_id } = one.slip;
    return { payee_id, key: keyOf(baseOf(one, type), account_id), forms: reported.get(one) ?? [], isMade: true };
  });
  const taken = new Set(made.flatMap((one) => one.forms));
  const rest = groupBy(
    forms.filter((form) => !taken.has(form)),
    keyOfForm,
  );
  const others = [...rest].map(([key, own]): Existing => {
    return { payee_id: own[0]!.owner_id ?? '', key, forms: own, isMade: false };
  });
  return { made, others };
};
