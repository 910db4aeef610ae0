import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Text } from '../values/text.ts';
import { accountIn } from './accounting-code.ts';
import type { Lacking } from './codes/lacking.ts';
import { DIMENSIONS } from './events.ts';
import { tagIdIn, tagIn } from './tag.ts';

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

/** Books that an employer is connected with: an id counts in those that it is from. */
interface Connected {
  provider: Provider;
  realm_id: string | null;
}

/** What an entry is made of. */
interface Exported {
  codes: readonly Code[];
  tags: readonly Tag[];
  /** Of the tags, by id. */
  groups: ReadonlyMap<string, RecordOf<'tag_group'>>;
  /** What rows are called that are booked on no code. */
  uncoded: readonly Text[];
}

/**
 * What an entry lacks to be exported.
 *
 * @param connected the books that the employer is connected with; where there are none, those of any provider are enough
 * @returns nothing when everything is known to them
 */
export const lackingIdentifiers = (
  { codes, tags, groups, uncoded }: Exported,
  connected: readonly Connected[],
): Text[] => {
  const lacks = (has: (provider: Provider, realm_id: string | null) => boolean) =>
    connected.length === 0
      ? !PROVIDERS.some((provider) => has(provider, null))
      : !connected.every(({ provider, realm_id }) => has(provider, realm_id));
  const unlinkedCodes = codes.filter((code) => lacks((provider, realm_id) => isLinked(code, provider, realm_id)));
  const isKnown = (tag: Tag) => (provider: Provider, realm_id: string | null) =>
    tagIn(tag, groups.get(tag.tag_group_id ?? ''), provider, realm_id) !== null;
  const hasId = (tag: Tag) => (provider: Provider, realm_id: string | null) =>
    Boolean(tagIdIn(tag, provider, realm_id));
  const unknownTags = tags.filter((tag) => lacks(isKnown(tag)));
  const unlinkedTags = unknownTags.filter((tag) => lacks(hasId(tag)));
  // The others are there, and what they are a part of is no dimension there.
  const outside = unknownTags.filter((tag) => !lacks(hasId(tag)));
  const found: Text[] = [];
  if (uncoded.length > 0) {
    const names = (locale: 'en' | 'fr') => listed(uncoded.map((title) => title[locale]))[locale];
    found.push({
      en: `rows are booked on no accounting code: ${names('en')}`,
      fr: `des lignes ne sont inscrites à aucun code comptable : ${names('fr')}`,
    });
  }
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
  if (outside.length > 0) {
    const labels = new Set(outside.map((tag) => groups.get(tag.tag_group_id ?? '')?.label ?? tag.label));
    const names = listed([...labels]);
    found.push({
      en: `tag groups are linked to no dimension of an accounting provider (${DIMENSIONS.join(', ')}): ${names.en}`,
      fr: `des groupes d'étiquettes ne sont liés à aucune dimension d'un fournisseur comptable (${DIMENSIONS.join(', ')}) : ${names.fr}`,
    });
  }
  return found;
};

/** Whether an entry can be booked on a code there. Xero calls accounts by their codes, except those of banks. */
const isLinked = (code: Code, provider: Provider, realm_id: string | null): boolean => {
  const account = accountIn(code, provider, realm_id);
  return account !== undefined && (provider !== 'xero' || account.is_bank || account.code !== null);
};
