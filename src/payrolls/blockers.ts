import { debitsNotAgreed } from '../banking/debits-not-agreed.ts';
import {
  RATE_NOT_IN_FORCE,
  SALARY_PAID_TWICE,
  TOLD_BY_PAYROLLS,
  WAGE_PAID_TWICE,
} from '../calculation/model/warnings.ts';
import { paidOn } from '../calendar/business-days.ts';
import { bankHolidays } from '../calendar/holidays.ts';
import { debitedAccounts } from '../employers/debited-account.ts';
import { type Agency, agenciesOf, unnamedAccountsOf } from '../employers/remitted-with.ts';
import { provincesByDay } from '../employers/tax-properties-in-force.ts';
import { inTurns } from '../kernel/changes/in-turns.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { together } from '../pay-records/remitted.ts';
import { EDITIONS } from '../statutory/editions/index.ts';
import { yearOf } from '../values/dates.ts';
import type { JsonObject } from '../values/json.ts';
import type { Text } from '../values/text.ts';
import { type PayrollSums, payrollSums } from './facts/payroll-sums.ts';
import type { PayrollTotals } from './facts/payroll-totals.ts';
import { type StaffLacks, staffLacks } from './facts/staff-lacks.ts';
import { CORRECTS_A_DRAFT, correctingDrafts } from './order-of-approval.ts';

/** Something that keeps a payroll from being approved, or that is only told. `type` names it in `warnings`. */
export interface Blocker {
  type: string;
  /** The payroll can be approved all the same. */
  isOnlyTold?: true;
  /** What it has to do with: the payroll itself, or what its employer warns of in the same words. */
  namespace?: 'onboarding';
  text: Text;
}

const NO_PROVINCE: Blocker = {
  type: 'province_of_employment_missing',
  text: {
    en: 'the business entity has no province of employment on the pay date (tax property ca::province_of_employment)',
    fr: "l'entité n'a pas de province d'emploi à la date de paie (propriété fiscale ca::province_of_employment)",
  },
};

/** Also checked by an approval that is under way: the source may become a draft meanwhile. */
export const SOURCE_IS_DRAFT: Blocker = { type: 'source_payroll_draft', text: CORRECTS_A_DRAFT };

const PENDING_RATES: Blocker = {
  type: 'tax_rates_pending',
  text: {
    en: 'the tax rates for the pay date are not known yet',
    fr: "les taux d'imposition de la date de paie ne sont pas encore connus",
  },
};

const NO_FIGURES: Blocker = {
  type: 'tax_rates_unknown',
  text: {
    en: `there are no statutory figures for pay dates before ${EDITIONS.first_day}; only a historical payroll can have one`,
    fr: `il n'y a pas de chiffres officiels pour les dates de paie avant le ${EDITIONS.first_day}; seule une paie historique peut en avoir une`,
  },
};

const NO_ACCOUNT: Blocker = {
  type: 'bank_account_doesnt_exists',
  namespace: 'onboarding',
  text: {
    en: 'the business entity has no primary bank account',
    fr: "l'entité n'a pas de compte bancaire principal",
  },
};

const NOT_SIGNED: Blocker = {
  type: 'bank_account_pad_not_signed',
  namespace: 'onboarding',
  text: {
    en: 'the business entity has no active pre-authorized debit agreement',
    fr: "l'entité n'a pas d'accord de débit préautorisé actif",
  },
};

const CRA_ACCOUNT: Blocker = {
  type: 'remittance_account_missing',
  text: {
    en: 'the CRA remittance account is missing, or one that amounts go to has no account_identifier',
    fr: "le compte de versement de l'ARC est manquant, ou un compte où vont des montants n'a pas d'account_identifier",
  },
};

const QUEBEC_ACCOUNT: Blocker = {
  type: 'quebec_remittance_account_missing',
  text: {
    en: 'the Revenu Québec remittance account is missing, or one that amounts go to has no account_identifier',
    fr: "le compte de versement de Revenu Québec est manquant, ou un compte où vont des montants n'a pas d'account_identifier",
  },
};

const NEGATIVE_NET_PAY: Blocker = {
  type: 'negative_net_pay',
  text: {
    en: 'a pay stub has negative net pay, which cannot be paid; lower its deductions',
    fr: 'un bulletin donne une paie nette négative, qui ne peut être payée; diminuez ce qui en est retenu',
  },
};

const NO_RAIL: Blocker = {
  type: 'payment_rail_missing',
  text: {
    en: 'the service is not set up to move money (its operator sets PAYMENT_RAIL), so only employers in preview can be paid',
    fr: "le service n'est pas configuré pour déplacer de l'argent (son exploitant définit PAYMENT_RAIL); seuls les employeurs en aperçu peuvent être payés",
  },
};

const DIRECT_DEPOSIT: Blocker = {
  type: 'payee_bank_account_doesnt_exists',
  text: {
    en: 'a payee paid by direct deposit has no bank account (or set payment_method of the pay stub to manual)',
    fr: "un bénéficiaire payé par dépôt direct n'a pas de compte bancaire (ou mettez payment_method du bulletin à manual)",
  },
};

/**
 * Approved now, it is too late for its pay date, and payees get their money in the year behind it: its figures, slips
 * and remittances stay those of the year of the pay date.
 */
const PAID_IN_ANOTHER_YEAR: Blocker = {
  type: 'paid_in_another_year',
  isOnlyTold: true,
  text: {
    en: 'approved now, its direct deposits arrive in the year after that of the pay date, which its withholdings and slips are of',
    fr: "approuvée maintenant, ses dépôts directs arrivent l'année qui suit celle de la date de paie, dont sont ses retenues et ses feuillets",
  },
};

/** No payment takes it back, and no later remittance is lower for it: it is claimed from the agency or provider. */
const REMITTANCE_BELOW_ZERO: Blocker = {
  type: 'remittance_below_zero',
  isOnlyTold: true,
  text: {
    en: 'more of a remittance account is taken back than the payroll remits to it (see its remittances); claim the difference from whom it was remitted to',
    fr: "plus est repris d'un compte de versement que la paie n'y verse (voyez ses versements); réclamez la différence à qui elle a été versée",
  },
};

/** What warnings of pay stubs tell, by their types. */
const TOLD_TEXTS: Readonly<Record<(typeof TOLD_BY_PAYROLLS)[number], Text>> = {
  // Somebody moved to this schedule within a period that another one has paid, or a custom payroll was made twice.
  [SALARY_PAID_TWICE]: {
    en: 'a salary is paid for days that another payroll has paid, or beside hours that it holds (see the warnings of its pay stubs); lower its line item where that is not meant',
    fr: "un salaire est payé pour des jours qu'une autre paie a payés, ou à côté d'heures qu'il comprend (voyez les avertissements de ses bulletins); diminuez-en la ligne si ce n'est pas voulu",
  },
  [WAGE_PAID_TWICE]: {
    en: "hours of a wage are paid beside those on the wage's own line item (see the warnings of its pay stubs); delete the earlier ones where they are the same",
    fr: 'des heures à un taux horaire sont payées à côté de celles de la ligne du taux lui-même (voyez les avertissements de ses bulletins); supprimez les premières si ce sont les mêmes',
  },
  [RATE_NOT_IN_FORCE]: {
    en: 'hours or an amount were entered at a pay rate that is not in force in the pay period, and are paid by it (see the warnings of its pay stubs); enter them at another rate where that is meant',
    fr: "des heures ou un montant ont été saisis selon un taux qui n'est pas en vigueur dans la période de paie, et sont payés selon celui-ci (voyez les avertissements de ses bulletins); saisissez-les selon un autre taux si c'est voulu",
  },
};

const TOLD: ReadonlyMap<string, Blocker> = new Map(
  TOLD_BY_PAYROLLS.map((type) => [type, { type, isOnlyTold: true, text: TOLD_TEXTS[type] }]),
);

/** Banks rest on weekends and federal holidays. */
const banksRest = bankHolidays(null);

/**
 * What blocks the approval of each payroll, and what is only told before it, by id: in preview only a missing province
 * of employment, a correction of a draft, and tax rates that are not known (yet); live, whatever money needs as well.
 *
 * @param sums of these payrolls, where the caller reads them anyway
 */
export const approvalBlockers = async (
  payrolls: readonly RecordOf<'payroll'>[],
  services: Services,
  tenant: Tenant,
  sums?: Promise<PayrollSums>,
): Promise<Map<string, Blocker[]>> => {
  const drafts = payrolls.filter(({ status }) => status === 'draft');
  if (drafts.length === 0) return new Map();
  const entityIds = [...new Set(drafts.map(({ business_entity_id }) => business_entity_id))];
  const [entities, { totals, remitted }, provinces, accounts, agencies, unnamed, correcting] = await Promise.all([
    services.read.getMany('business_entity', tenant, entityIds),
    sums ?? payrollSums(drafts, services, tenant),
    provincesByDay(entityIds, services, tenant),
    debitedAccounts(entityIds, services, tenant),
    agenciesOf(entityIds, services, tenant),
    unnamedAccountsOf(entityIds, services, tenant),
    correctingDrafts(drafts, services, tenant),
  ]);
  const lacks = staffLacks(drafts, services, tenant);
  const found = await inTurns(drafts, (payroll) => {
    const entity = payroll.business_entity_id;
    const amounts = remitted.get(payroll.id);
    const known = {
      totals: totals.get(payroll.id)!,
      province: provinces(entity, payroll.pay_date),
      account: accounts.get(entity),
      agencies: agencies.get(entity) ?? new Set(),
      goesToUnnamed: (agency: Agency) => (unnamed.get(`${entity}/${agency}`) ?? []).some((id) => amounts?.has(id)),
      takesBack: [...(amounts ?? [])].some(([account, amount]) => account !== null && together(amount).lt(0)),
      correctsDraft: correcting.has(payroll.id),
      lacks,
    };
    return blockersOf(payroll, entities.get(entity), known, services);
  });
  return new Map(drafts.map(({ id }, i) => [id, found[i]!]));
};

/** The same of drafts, and of approved payrolls that nobody agrees to their debit any more. */
export const blockersShown = async (
  payrolls: readonly RecordOf<'payroll'>[],
  services: Services,
  tenant: Tenant,
  sums: Promise<PayrollSums>,
): Promise<Map<string, Blocker[]>> => {
  const [drafts, notAgreed] = await Promise.all([
    approvalBlockers(payrolls, services, tenant, sums),
    debitsNotAgreed(payrolls, services, tenant),
  ]);
  return new Map([...drafts, ...[...notAgreed].map((id): [string, Blocker[]] => [id, [NOT_SIGNED]])]);
};

/** Everything that blocks an approval, as a sentence for the caller; undefined where nothing does. */
export const blockedBy = (found: readonly Blocker[] = []): Text | undefined => {
  const blockers = found.filter(({ isOnlyTold }) => !isOnlyTold);
  return blockers.length === 0
    ? undefined
    : {
        en: `The payroll cannot be approved: ${blockers.map(({ text }) => text.en).join('; ')}.`,
        fr: `La paie ne peut être approuvée : ${blockers.map(({ text }) => text.fr).join('; ')}.`,
      };
};

/** The same of one alone, as a warning says it. */
export const inSentence = ({ en, fr }: Text): JsonObject => ({ en: sentence(en), fr: sentence(fr) });

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

interface Known {
  totals: PayrollTotals;
  /** Of the employer, on the pay date. */
  province: string | null;
  /** The account of the employer that is debited. */
  account: { isSigned: boolean } | undefined;
  /** Those with which the employer has an account that can be remitted to. */
  agencies: ReadonlySet<Agency>;
  /** Whether anything, withheld or contributed, goes to an account with an agency that has no identifier. */
  goesToUnnamed: (agency: Agency) => boolean;
  /** Whether what comes back from a remittance account is more than what goes to it. */
  takesBack: boolean;
  /** Whether it corrects a payroll that is a draft again. */
  correctsDraft: boolean;
  lacks: StaffLacks;
}

const blockersOf = async (
  payroll: RecordOf<'payroll'>,
  entity: RecordOf<'business_entity'> | undefined,
  { totals, province, account, agencies, goesToUnnamed, takesBack, correctsDraft, lacks }: Known,
  services: Services,
): Promise<Blocker[]> => {
  const day = payroll.pay_date;
  const found: Blocker[] = [];
  const moneyMoves = MONEY_MOVES.has(payroll.type);
  if (province === null) found.push(NO_PROVINCE);
  if (correctsDraft) found.push(SOURCE_IS_DRAFT);
  if (day < EDITIONS.first_day && payroll.type !== 'historical') found.push(NO_FIGURES);
  if (entity?.in_preview !== true) {
    if (moneyMoves && services.paymentRail === null) found.push(NO_RAIL);
    if (moneyMoves && !account) found.push(NO_ACCOUNT);
    else if (moneyMoves && account?.isSigned !== true) found.push(NOT_SIGNED);
    if (!agencies.has('ca_cra') || goesToUnnamed('ca_cra')) found.push(CRA_ACCOUNT);
    const lacksQuebec = !agencies.has('ca_rq') && (province === QUEBEC || (await lacks.quebec(payroll)));
    if (lacksQuebec || goesToUnnamed('ca_rq')) found.push(QUEBEC_ACCOUNT);
    if (takesBack) found.push(REMITTANCE_BELOW_ZERO);
    if (moneyMoves && totals.hasNegativeNetPay) found.push(NEGATIVE_NET_PAY);
    if (moneyMoves && totals.hasDirectDeposits) {
      if (await lacks.account(payroll)) found.push(DIRECT_DEPOSIT);
      if (yearOf(paidOn(payroll, services.clock.instant(), banksRest)) > yearOf(day)) found.push(PAID_IN_ANOTHER_YEAR);
    }
  }
  found.push(...totals.told.flatMap((type) => TOLD.get(type) ?? []));
  if (totals.isPendingTaxRates) found.push(PENDING_RATES);
  return found;
};

/** Types of payrolls by which people are paid; the others only correct or complete figures. */
const MONEY_MOVES: ReadonlySet<string> = new Set(['regular', 'off_cycle']);

const QUEBEC = 'ca_qc';
