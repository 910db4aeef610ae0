import type { RecordOf } from '../kernel/definition/resource.ts';
import { objectOf, textOrNull } from '../values/json.ts';
import type { Text } from '../values/text.ts';
import type { Lacking } from './codes/lacking.ts';

/** What an employer's settings want of journal entries before a payroll can be approved. */

/** Types of line items that are named in a text; of more, how many there are. */
const MOST_NAMED = 10;

/** Whether entries are looked at before an approval at all. */
export const wantsComplete = (entity: Partial<RecordOf<'business_entity'>> | undefined): boolean =>
  entity?.block_approval_on_incomplete_journal_entries === true ||
  entity?.block_approval_on_missing_export_identifiers === true;

const listed = (names: readonly string[]): Text => {
  const rest = names.length - MOST_NAMED;
  const some = names.slice(0, MOST_NAMED).join(', ');
  return rest > 0 ? { en: `${some} and ${rest} more`, fr: `${some} et ${rest} de plus` } : { en: some, fr: some };
};

/**
 * What entries lack to be complete.
 *
 * @param isPaid whether net pay leaves the bank, so that an entry of the payment follows, which needs the bank's code
 * @returns nothing when they are complete
 */
export const lackingCodes = (lacking: Lacking, isPaid: boolean, bank: string | null): Text[] => {
  const names = (side: 'expense' | 'liability') => lacking[`invalid_${side}_types`].map(pairName);
  const [expense, liability] = [listed(names('expense')), listed(names('liability'))];
  const found: Text[] = [];
  if (lacking.invalid_expense_types.length > 0)
    found.push({
      en: `no expense accounting code is found for ${expense.en}`,
      fr: `aucun code comptable de charge n'est trouvé pour ${expense.fr}`,
    });
  if (lacking.invalid_liability_types.length > 0)
    found.push({
      en: `no liability accounting code is found for ${liability.en}`,
      fr: `aucun code comptable de passif n'est trouvé pour ${liability.fr}`,
    });
  if (lacking.is_missing_default_account_payable)
    found.push({
      en: 'the business entity has no default_payroll_payable_accounting_code',
      fr: "l'entité n'a pas de default_payroll_payable_accounting_code",
    });
  if (isPaid && bank === null)
    found.push({
      en: 'the business entity has no default_bank_accounting_code',
      fr: "l'entité n'a pas de default_bank_accounting_code",
    });
  return found;
};

const pairName = ({ type, subtype }: { type: string; subtype: string }): string => `${type} ${subtype}`;

const PROVIDERS = ['quickbooks', 'xero'] as const;
type Provider = (typeof PROVIDERS)[number];
type Code = RecordOf<'accounting_code'>;
type Tag = RecordOf<'tag'>;

/**
 * What codes and tags of an entry lack to be exported.
 *
 * @param connected the providers that the employer is connected with; where there is none, one of any is enough
 * @returns nothing when everything is known to them
 */
export const lackingIdentifiers = (
  codes: readonly Code[],
  tags: readonly Tag[],
  connected: readonly Provider[],
): Text[] => {
  const lacks = (has: (provider: Provider) => boolean) =>
    connected.length === 0 ? !PROVIDERS.some(has) : !connected.every(has);
  const unlinkedCodes = codes.filter(({ mapping }) => lacks((provider) => isLinked(mapping, provider)));
  const unlinkedTags = tags.filter(({ integrations }) => lacks((provider) => idIn(integrations, provider) !== null));
  const found: Text[] = [];
  if (unlinkedCodes.length > 0) {
    const names = listed(unlinkedCodes.map(({ code, title }) => code ?? title));
    found.push({
      en: `accounting codes are not linked to an accounting provider: ${names.en}`,
      fr: `des codes comptables ne sont liés à aucun fournisseur comptable : ${names.fr}`,
    });
  }
  if (unlinkedTags.length > 0) {
    const names = listed(unlinkedTags.map(({ label }) => label));
    found.push({
      en: `tags are not linked to an accounting provider: ${names.en}`,
      fr: `des étiquettes ne sont liées à aucun fournisseur comptable : ${names.fr}`,
    });
  }
  return found;
};

const isLinked = (mapping: unknown, provider: Provider): boolean => objectOf(mapping)[provider] === true;

const idIn = (integrations: unknown, provider: Provider): string | null =>
  textOrNull(objectOf(objectOf(integrations)[provider]).id);
