import { mergeAccountingCodes } from './accounting/merge.ts';
import { CATALOGUES } from './catalogues/catalogues.ts';
import { holidayOperations } from './employers/holiday.ts';
import { listEffectiveTaxProperties, TAX_PROPERTY_CATALOGUE } from './employers/tax-property-reads.ts';
import { retrieveVerification } from './employers/verification.ts';
import { formDownloads } from './forms/downloads/operations.ts';
import { formActions } from './forms/filing/actions.ts';
import { formTypeOperations } from './forms/form-type-operations.ts';
import { formGeneration } from './forms/year/generate.ts';
import { generateForms } from './forms/year/generate-operation.ts';
import { formSources } from './forms/year/sources.ts';
import { authorizationOperations } from './integrations/authorization.ts';
import { integrationOperations } from './integrations/integration.ts';
import { integrationSync } from './integrations/sync.ts';
import { syncIntegration } from './integrations/sync-operation.ts';
import { catalogueOperations } from './kernel/calls/catalogues.ts';
import { operationsOf } from './kernel/calls/operations.ts';
import type { TaskKind } from './kernel/calls/task-kind.ts';
import type { Operation } from './kernel/definition/operation.ts';
import { importHours } from './pay-items/hours/payroll-hours.ts';
import { stubFileOperations } from './pay-items/stubs-by-file/operations.ts';
import { importPayStubs } from './pay-items/stubs-by-file/writing.ts';
import { terminateWorkAssignment, termination } from './pay-items/termination/termination.ts';
import { listVacationPayHistory, retrieveVacationPayBalance } from './pay-items/vacation/vacation-pay-balance.ts';
import { paymentOperations } from './payments/actions.ts';
import { listPayrollRemittances } from './payments/payroll-remittances.ts';
import { approvePayroll } from './payrolls/approve.ts';
import { listPayrollChanges } from './payrolls/changes.ts';
import { endPreview } from './payrolls/end-preview.ts';
import { explainPayStub } from './payrolls/explanations/explanation.ts';
import { calculateEmployerHealthTax } from './payrolls/explanations/health-tax-calculation.ts';
import { explainStatutoryHolidayPay } from './payrolls/explanations/holiday-pay-calculation.ts';
import { calculateStatutoryWithholdings } from './payrolls/explanations/withholding-calculation.ts';
import { unapprovePayroll } from './payrolls/unapprove.ts';
import { retrievePartner } from './platform/partner.ts';
import { partnerSecretOperations } from './platform/partner-secret.ts';
import { tokenOperations } from './platform/token.ts';
import { webhookDeliveryOperations } from './platform/webhook-delivery.ts';
import { webhookKeyOperations } from './platform/webhook-key.ts';
import { webhookReplayOperations } from './platform/webhook-replay.ts';
import { registry } from './registry.ts';
import { reportOperations } from './reports/report-operations.ts';
import { usageSummaryOperations } from './usage/usage-summary.ts';

/** Every operation: those that definitions make, and those that are written out. */
export const operations: readonly Operation[] = [
  ...registry.all.flatMap(operationsOf),
  ...tokenOperations,
  retrievePartner,
  ...partnerSecretOperations,
  ...webhookKeyOperations,
  ...webhookDeliveryOperations,
  ...webhookReplayOperations,
  mergeAccountingCodes,
  ...integrationOperations,
  syncIntegration,
  ...authorizationOperations,
  ...Object.values(CATALOGUES).flatMap(catalogueOperations),
  ...catalogueOperations(TAX_PROPERTY_CATALOGUE),
  listEffectiveTaxProperties,
  ...holidayOperations,
  retrieveVerification,
  endPreview,
  approvePayroll,
  unapprovePayroll,
  ...paymentOperations,
  explainPayStub,
  listPayrollChanges,
  listPayrollRemittances,
  calculateStatutoryWithholdings,
  calculateEmployerHealthTax,
  explainStatutoryHolidayPay,
  retrieveVacationPayBalance,
  listVacationPayHistory,
  importHours,
  terminateWorkAssignment,
  ...stubFileOperations,
  ...reportOperations,
  ...formTypeOperations,
  generateForms,
  formSources,
  ...formActions,
  ...formDownloads,
  ...usageSummaryOperations,
];

/** Kinds of long work beside bulk and batch calls, which every resource has by its operations. */
export const TASK_KINDS: readonly TaskKind[] = [integrationSync, importPayStubs, termination, formGeneration];
