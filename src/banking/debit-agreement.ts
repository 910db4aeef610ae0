import type { State } from '../kernel/definition/resource.ts';
import { type JsonObject, textOrNull } from '../values/json.ts';
import type { Issue } from '../values/problem.ts';

/**
 * The pre-authorized debit agreement of an employer's bank account: without it the account is not debited. Whoever
 * gives the members of the signer signs it, for the account as it is then.
 */

/** The signer: all members are given, or none. */
export const SIGNER = ['pad_signer_name', 'pad_signer_email', 'pad_signer_title'] as const;
/** Members that identify the account. A new value means another account, for which the agreement does not hold. */
const ACCOUNT_IDENTITY = ['institution_number', 'transit_number', 'account_number'] as const;

const NO_SIGNER = { pad_signer_name: null, pad_signer_email: null, pad_signer_title: null };
/** The members of an agreement that has ended. */
export const NO_AGREEMENT = { ...NO_SIGNER, pad_signed_at: null };

/** Whether an account is an employer's; others are not debited. */
export const isOfEmployer = (account: State): boolean => typeof account.business_entity_id === 'string';

/** Whether an employer agreed that the account is debited. */
export const isSigned = (account: State): boolean => typeof account.pad_signed_at === 'string';

/** Whether an employer agrees to a debit of an account with these numbers: it signed, and they are still the same. */
export const agreesTo = (
  account: State | undefined,
  debited: Readonly<Record<(typeof ACCOUNT_IDENTITY)[number], string>>,
): boolean =>
  account !== undefined && isSigned(account) && ACCOUNT_IDENTITY.every((member) => account[member] === debited[member]);

/**
 * Members of the agreement after a change of the account. It ends when the numbers change: for new ones it is signed
 * by whoever is named together with them, in all members.
 */
export const agreementOf = (
  candidate: State,
  previous: State | undefined,
  sent: JsonObject,
  occurred_at: string,
): Partial<Record<(typeof SIGNER)[number], string | null>> & { pad_signed_at: string | null } => {
  const isOtherAccount =
    previous !== undefined && ACCOUNT_IDENTITY.some((member) => candidate[member] !== previous[member]);
  const given = isOtherAccount ? sent : candidate;
  const signer = Object.fromEntries(SIGNER.map((member) => [member, textOrNull(given[member]) ?? null]));
  if (Object.values(signer).includes(null)) return { ...signer, pad_signed_at: null };
  const signs = SIGNER.some((member) => typeof sent[member] === 'string');
  return { ...signer, pad_signed_at: signs ? occurred_at : (textOrNull(previous?.pad_signed_at) ?? null) };
};

/** What is wrong with the signer of an account: it is not an employer's, or a member is missing. */
export const signerIssues = (account: State): Issue[] => {
  const given = SIGNER.filter((member) => typeof account[member] === 'string');
  if (given.length === 0) return [];
  if (!isOfEmployer(account))
    return given.map((path) => ({
      path,
      text: {
        en: "is only for an employer's account: accounts of payees are not debited",
        fr: "est réservé au compte d'un employeur : le compte d'un bénéficiaire n'est pas débité",
      },
    }));
  return SIGNER.filter((member) => !given.includes(member)).map((path) => ({
    path,
    text: {
      en: `is required with ${given.join(' and ')}: together they sign the pre-authorized debit agreement`,
      fr: `est obligatoire avec ${given.join(' et ')} : ensemble, ils signent l'accord de débit préautorisé`,
    },
  }));
};
