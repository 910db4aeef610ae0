import { exemptionOncePerPay } from './basic-exemption.ts';
import { closedStubStands, paidStubsAreCounted, usedRateStands } from './closed-stubs.ts';
import { enteredStays } from './entered.ts';
import type { Invariant } from './invariant.ts';
import {
  everyoneIsOnTheirPayrolls,
  oneStubPerPeriod,
  openStubsAreInPlace,
  payrollListsItsStubs,
} from './membership.ts';
import { namedRecordsAreThere } from './named-records.ts';
import { openStubIsCalculated } from './open-stubs.ts';
import type { LogInvariant } from './over-the-log.ts';
import { paymentsStandInOneFile } from './payment-files.ts';
import { paymentsEqualThePayroll, remittancesEqualTheLines } from './payments.ts';
import { journalEqualsStubs } from './reconcile.ts';
import { reportContentsAreThere } from './report-contents.ts';
import { draftsAreNotPosted, reversalsUndo } from './reversals.ts';
import { comesToRest } from './unfinished.ts';
import { ledgerIsWhole } from './whole-ledger.ts';
import { yearToDateIsTheSum } from './year-to-date.ts';

/**
 * All of them, in the order in which they run: rest first, since unfinished work explains findings of the others. Those
 * that look at the same subjects as an earlier one run beside it.
 */
export const INVARIANTS: readonly Invariant[] = [
  comesToRest,
  oneStubPerPeriod,
  everyoneIsOnTheirPayrolls,
  openStubsAreInPlace,
  payrollListsItsStubs,
  openStubIsCalculated,
  closedStubStands,
  exemptionOncePerPay,
  usedRateStands,
  paidStubsAreCounted,
  namedRecordsAreThere,
  yearToDateIsTheSum,
  journalEqualsStubs,
  paymentsEqualThePayroll,
  remittancesEqualTheLines,
  paymentsStandInOneFile,
  draftsAreNotPosted,
  reversalsUndo,
  reportContentsAreThere,
  enteredStays,
  ledgerIsWhole,
];

/** Those whose subjects are in the log, which is read once for all of them. */
export const OF_THE_LOG: readonly LogInvariant[] = [enteredStays, paymentsStandInOneFile, ledgerIsWhole];
