import type { RecordOf } from '../../src/kernel/definition/resource.ts';
import type { Evidence } from './checks.ts';

/**
 * The number of an account with a tax agency is that of the employer's tax property, whichever was changed.
 *
 * @returns a sentence for each account and property that differ
 */
export const numbersAreEqual = ({ rows }: Evidence): string[] => {
  const accounts = new Map(
    (rows('remittance_account') as RecordOf<'remittance_account'>[]).map((one) => [one.id, one]),
  );
  const properties = (rows('tax_property') as RecordOf<'tax_property'>[]).filter(({ type }) =>
    ['ca::tax_id', 'ca::qc::tax_id'].includes(type),
  );
  const byAccount = new Map(properties.map((one) => [one.remittance_account_id, one]));
  const differing = properties.flatMap(({ id, value, remittance_account_id }) => {
    if (!remittance_account_id) return [];
    const account = accounts.get(remittance_account_id);
    if (!account) return [`the tax property ${id} has the number of ${remittance_account_id}, which is gone`];
    return account.account_identifier === value
      ? []
      : [`${account.id} has the number ${account.account_identifier}, and its tax property ${id} ${String(value)}`];
  });
  const without = [...accounts.values()].flatMap(({ id, account_identifier, account_provider }) =>
    account_identifier !== null && account_provider !== 'other' && !byAccount.has(id)
      ? [`${id} has the number ${account_identifier}, and no tax property holds it`]
      : [],
  );
  const perAccount = properties.filter(({ remittance_account_id }) => remittance_account_id !== null);
  const twice = perAccount.length > new Set(perAccount.map((one) => one.remittance_account_id)).size;
  return [...differing, ...without, ...(twice ? ['an account has two tax properties'] : [])];
};
