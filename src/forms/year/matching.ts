import type { RecordOf } from '../../kernel/definition/resource.ts';
import { placeOf } from '../../reports/source/tally.ts';
import { groupBy } from '../../values/group.ts';
import { textOrNull } from '../../values/json.ts';
import { accountNamed } from '../model/accounts.ts';
import { FILED } from '../model/states.ts';
import { type MadeSlip, PROVINCE_KEY } from './slips.ts';

/** Which existing forms report which slips of a year. */

type Form = RecordOf<'form'>;

/** Forms of one slip that there are, in the order in which they were made. */
export interface Existing {
  payee_id: string;
  /** What tells it apart from all others of the year. */
  key: string;
  /** The same except the employer's account. */
  base: string;
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

/** The same of a form. */
export const baseOfForm = ({ owner_id, business_entity_id, values }: Form): string =>
  keyOf(owner_id, business_entity_id, textOrNull(values[PROVINCE_KEY]));

/** What tells the slip of a form apart from all others of its type and year. */
export const keyOfForm = (one: Form): string => keyOf(baseOfForm(one), accountNamed(one));

/** Forms of one slip, in the order in which they were made: each one but the first refers to another of them. */
interface Chain {
  forms: readonly Form[];
  /** What tells the slip apart, except the account: as the agency has it, where it has any of the forms. */
  base: string;
  /** The account that the forms name; null where none does. */
  account: string | null;
  /** Whether no form names an account but drafts: these are filled again with that of their slip. */
  isFree: boolean;
  /** Whether the agency has none of the forms any more, nor waits for one. */
  isEnded: boolean;
}

const isFiled = ({ status }: Form): boolean => FILED.includes(status ?? '');

const chainOf = (forms: readonly Form[]): Chain => {
  const filed = forms.filter(isFiled);
  const firm = forms.filter(({ status }) => status !== 'draft');
  const named = (some: readonly Form[]): string | undefined => some.flatMap((one) => accountNamed(one) ?? []).at(-1);
  const fixed = named(filed) ?? named(firm);
  return {
    forms,
    base: baseOfForm(filed.at(-1) ?? forms.at(-1)!),
    account: fixed ?? named(forms) ?? null,
    isFree: fixed === undefined,
    isEnded: filed.at(-1)?.stage === 'cancellation',
  };
};

const chainsOf = (forms: readonly Form[]): Chain[] => {
  const chains: Form[][] = [];
  const of = new Map<string, Form[]>();
  for (const form of forms) {
    const before = of.get(form.original_form_id ?? '');
    const chain = before ?? [];
    if (!before) chains.push(chain);
    chain.push(form);
    of.set(form.id, chain);
  }
  return chains.map(chainOf);
};

/**
 * Forms by the slips that they tell: those of its account, and what refers to them. Others tell the slips that have no
 * form, in their order: where they name no account, are drafts that name one which no slip is of, or name one by hand
 * where payroll knows none. What else is left belongs to slips that payroll does not come to.
 *
 * @param known numbers of accounts that payroll knows
 * @returns one for each slip, in their order, and behind them those that payroll comes to nothing of
 */
export const matched = (
  slips: readonly NumberedSlip[],
  forms: readonly Form[],
  type: MadeSlip['slip'],
  known: ReadonlySet<string>,
): { made: Existing[]; others: Existing[] } => {
  const chainsOfBase = groupBy(chainsOf(forms), ({ base }) => base);
  const reported = new Map<NumberedSlip, Form[]>();
  for (const [base, own] of groupBy(slips, (slip) => baseOf(slip, type))) {
    const left: Chain[] = [];
    for (const chain of chainsOfBase.get(base) ?? []) {
      const slip = chain.account === null ? undefined : own.find(({ account }) => account === chain.account);
      if (slip) reported.set(slip, [...(reported.get(slip) ?? []), ...chain.forms]);
      else left.push(chain);
    }
    // An original may have been made again once the one before was cancelled: that one is of the slip.
    const inOrder = [...left.filter(({ isEnded }) => !isEnded), ...left.filter(({ isEnded }) => isEnded)];
    for (const slip of own.filter((one) => !reported.has(one))) {
      const isByHand = ({ account }: Chain): boolean => slip.account === null && !known.has(account ?? '');
      const at = inOrder.findIndex((chain) => chain.isFree || isByHand(chain));
      for (const { forms: of } of at === -1 ? [] : inOrder.splice(at, 1)) reported.set(slip, [...of]);
    }
  }
  const made = slips.map((one): Existing => {
    const { payee_id, account_id } = one.slip;
    const base = baseOf(one, type);
    return { payee_id, base, key: keyOf(base, account_id), forms: reported.get(one) ?? [], isMade: true };
  });
  const taken = new Set(made.flatMap((one) => one.forms));
  const rest = groupBy(
    forms.filter((form) => !taken.has(form)),
    keyOfForm,
  );
  const others = [...rest].map(([key, own]): Existing => {
    const [first] = own;
    return { payee_id: first!.owner_id ?? '', key, base: baseOfForm(first!), forms: own, isMade: false };
  });
  return { made, others };
};
