import type { Text } from '../values/text.ts';

/** Why a payment came to nothing. */
export const FAILURE_REASONS = [
  'insufficient_funds',
  'account_not_found',
  'payment_stopped',
  'account_closed',
  'debits_not_allowed',
  'funds_not_cleared',
  'currency_mismatch',
  'payee_deceased',
  'account_frozen',
  'invalid_account_number',
  'name_mismatch',
  'refused_by_payee',
  'no_agreement',
  'agreement_revoked',
  'institution_in_default',
  'bank_account_missing',
  'other',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/**
 * Whether a debit that came back says that its payer has no agreement to be debited: it was revoked (917 of a person, 920
 * of a business), or there never was one (915). What was not as agreed or not announced (916, 918, 919, 921) is one
 * debit. Rule H1 of Payments Canada allows a debit only under an agreement in force, and a new one after that.
 */
export const endsAgreement = (of: { reason: FailureReason; return_code: string | null }): boolean =>
  of.reason === 'agreement_revoked' || (of.reason === 'no_agreement' && (of.return_code ?? '915') === '915');

/** What a reason is called to people. */
export const REASON_TEXTS: Readonly<Record<FailureReason, Text>> = {
  insufficient_funds: { en: 'there was not enough money in the account', fr: 'provision insuffisante' },
  account_not_found: { en: 'the account was not found', fr: 'compte introuvable' },
  payment_stopped: { en: 'the payment was stopped', fr: 'paiement arrêté' },
  account_closed: { en: 'the account is closed', fr: 'compte fermé' },
  debits_not_allowed: { en: 'the account takes no debits', fr: 'aucun débit permis sur ce compte' },
  funds_not_cleared: { en: 'the funds were not cleared', fr: 'fonds non compensés' },
  currency_mismatch: { en: 'the account is in another currency', fr: 'compte dans une autre devise' },
  payee_deceased: { en: 'the account holder is deceased', fr: 'titulaire décédé' },
  account_frozen: { en: 'the account is frozen', fr: 'compte bloqué' },
  invalid_account_number: { en: 'the account number is not valid', fr: 'numéro de compte invalide' },
  name_mismatch: { en: 'the name is not that of the account', fr: 'le nom ne correspond pas au compte' },
  refused_by_payee: { en: 'the account holder refused it', fr: 'refusé par le titulaire' },
  no_agreement: { en: 'there is no agreement to be debited', fr: "aucun accord de débit préautorisé n'existe" },
  agreement_revoked: { en: 'the agreement to be debited was revoked', fr: 'accord de débit préautorisé révoqué' },
  institution_in_default: { en: 'the institution is in default', fr: 'institution en défaut' },
  bank_account_missing: {
    en: 'there was no longer a bank account when it was due for submission',
    fr: "il n'y avait plus de compte bancaire au moment de sa soumission",
  },
  other: { en: 'the bank gave another reason', fr: 'la banque a donné une autre raison' },
};
