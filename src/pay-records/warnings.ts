import { z } from 'zod';
import { embeddedListSchema } from '../kernel/definition/envelopes.ts';
import type { JsonObject } from '../values/json.ts';
import type { Locale, Text } from '../values/text.ts';

/** What a warning says. */
export const warningData = z.object({
  namespace: z.string().meta({ description: 'The area it concerns', examples: ['onboarding'] }),
  type: z.string().meta({ description: 'Type of warning', examples: ['bank_account_doesnt_exists'] }),
  message: z.string().optional().meta({ description: 'The warning in a sentence' }),
});

export const warningsSchema = embeddedListSchema(
  z
    .object({
      object: z.literal('warning').meta({ description: 'Type of the record' }),
      data: warningData.meta({ description: 'The warning' }),
    })
    .meta({ id: 'warning', description: 'A warning' }),
).meta({ id: 'warnings', description: 'Warnings' });

/** What employers, people and their bank accounts still lack, by the types of the warnings. */
const LACKING = {
  business_legal_information_not_provided: {
    en: 'The legal name (legal_name) or the registration number (legal_registration_number) is missing.',
    fr: "La dénomination sociale (legal_name) ou le numéro d'immatriculation (legal_registration_number) manque.",
  },
  province_of_employment_not_provided: {
    en: 'There is no province of employment today: give one as a tax property ca::province_of_employment.',
    fr: "Il n'y a pas de province d'emploi aujourd'hui : donnez-en une par une propriété fiscale ca::province_of_employment.",
  },
  business_verification_incomplete: {
    en: 'The operator of the service has not confirmed who the employer is.',
    fr: "L'exploitant du service n'a pas confirmé l'identité de l'employeur.",
  },
  business_verification_failed: {
    en: 'The operator of the service could not confirm who the employer is; failure_reasons of its verification say why.',
    fr: "L'exploitant du service n'a pu confirmer l'identité de l'employeur; failure_reasons de sa vérification disent pourquoi.",
  },
  bank_account_doesnt_exists: {
    en: 'There is no bank account.',
    fr: "Il n'y a pas de compte bancaire.",
  },
  bank_account_pad_not_signed: {
    en: 'The pre-authorized debit agreement is not signed: pad_signer_name, pad_signer_email and pad_signer_title of the bank account, given together, sign it.',
    fr: "L'accord de débit préautorisé n'est pas signé : pad_signer_name, pad_signer_email et pad_signer_title du compte bancaire, donnés ensemble, le signent.",
  },
} as const satisfies Record<string, Text>;

/** A warning of what is lacking, as answers show it. */
export const warning = (type: keyof typeof LACKING, locale: Locale): JsonObject => ({
  object: 'warning',
  data: { namespace: 'onboarding', type, message: LACKING[type][locale] },
});
