/** The stages that another room fills, statutory withholdings and statutory holiday pay, and what a calculation takes. */
import type { Instant } from '../../values/dates.ts';
import type { StubFacts } from './facts.ts';
import type { Amount, LineKind, Step, TagShare, Translations, TypeEffects, Warning } from './types.ts';

/** A line with its effective figures, as later stages see it. */
export interface FiguredLine {
  id: string;
  kind: LineKind;
  type: string;
  is_managed: boolean;
  amount: Amount;
  hours: Amount | null;
  accrued_vacation_pay: Amount;
  remittance_account_id: string | null;
  /** Day on which it was earned; null where it was earned over the period. */
  earned_on: string | null;
  /** Where it has no day: whether it is for all working days of the period, or for those that are no holidays. */
  is_for_all_days: boolean;
  /** Whether it is the vacation pay of what accrued on the lines beside it, as the calculation makes it. */
  pays_accrued: boolean;
  /** The hours that a salary has by itself in its period; null where it has none, and of other lines. */
  own_hours: Amount | null;
  /** The pay rate that it is paid by; null where none is named. */
  pay_rate_id: string | null;
}

export interface WithholdingStageRequest {
  facts: StubFacts;
  /** Province or territory of employment at the pay date, e.g. `ca_on`; null when no tax property says it. */
  province: string | null;
  /**
   * The lines of the stub whose amounts are known: earnings, allowances, reimbursements, benefits of both sides, and
   * those deductions that do not themselves depend on withholdings. Statutory kinds are not among them.
   */
  lines: readonly FiguredLine[];
  /**
   * Additional tax that was asked for. The pipeline asks for all of it first; when net pay cannot bear that it asks
   * again with the federal part alone, and then with none.
   */
  additional_tax: 'all' | 'federal' | 'none';
  explain: boolean;
}

/**
 * A statutory amount; at most one of a type on each side. A zero amount makes a line too: leave out what does not
 * apply.
 */
export interface StatutoryAmount {
  type: string;
  amount: Amount;
  title: string;
  title_translations: Translations;
  remittance_account_id: string | null;
  steps?: readonly Step[];
}

export interface WithholdingStageAnswer {
  employee: readonly StatutoryAmount[];
  employer: readonly StatutoryAmount[];
  /** Additional tax that `employee` includes, by who asked for it. */
  additional_tax: { federal: Amount; quebec: Amount };
  /** By type the remittance account of amounts that were entered; left out where nothing is calculated. */
  accounts?: Readonly<Record<string, string | null>>;
  /** Types of amounts that nobody bears where employment is: what was entered on their lines goes with a move. */
  of_other_places?: ReadonlySet<string>;
  /** What the year needs to remember of this stub (pensionable, insurable, taxable, …). */
  bases: Readonly<Record<string, Amount>>;
  /** The pay date lies beyond the newest known figures. */
  is_pending_tax_rates: boolean;
  warnings: readonly Warning[];
}

export type WithholdingStage = (request: WithholdingStageRequest) => WithholdingStageAnswer;

export interface HolidayPayRequest {
  facts: StubFacts;
  province: string | null;
  /** Earnings of this stub with the pay of some of its holidays, and the vacation pay that is paid with all of them. */
  earnings(holidays: readonly HolidayPay[]): readonly FiguredLine[];
  explain: boolean;
}

/** Holiday pay that the service generates, one line each; of 0 there is one only where a caller entered something on it. */
export interface HolidayPay {
  /** The same for the same holiday, e.g. `ca_on/labour_day/2026`. */
  key: string;
  amount: Amount;
  hours: Amount | null;
  title: string;
  title_translations: Translations;
  earned_on: string;
  /** The earnings that its entitlement is based on: its tags are theirs. Left out where it is based on none. */
  basis?: readonly BasisOfPay[];
  steps?: readonly Step[];
}

/** What of an earning counts for something else: of a line of this stub, or of an earlier one with its tags. */
export interface BasisOfPay {
  amount: Amount;
  line_id?: string | undefined;
  /** Of an earlier line; one of this stub has the tags that it is given. */
  tag_shares?: readonly TagShare[];
}

export type HolidayPayStage = (request: HolidayPayRequest) => readonly HolidayPay[];

export interface CalculationOptions {
  /** The id of the managed line of a key: the same for the same stub, kind and key, always. */
  lineId: (kind: LineKind, key: string) => string;
  /** The time that new and changed lines carry. */
  now: Instant;
  /** Whether to explain how each amount came about; costs time. */
  explain?: boolean;
  effects?: TypeEffects;
  withholdings?: WithholdingStage;
  holidayPay?: HolidayPayStage;
}
