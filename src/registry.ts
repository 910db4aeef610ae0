import { accountingCode } from './accounting/accounting-code.ts';
import { accountingCodeRule } from './accounting/accounting-code-rule.ts';
import { journalEntry } from './accounting/journal-entry.ts';
import { mergeAccountingCodes } from './accounting/merge.ts';
import { tag } from './accounting/tag.ts';
import { tagGroup } from './accounting/tag-group.ts';
import { bankAccount } from './banking/bank-account.ts';
import { paySplit } from './banking/pay-split.ts';
import { CATALOGUES } from './catalogues/catalogues.ts';
import { businessEntity } from './employers/business-entity.ts';
import { endPreview } from './employers/end-preview.ts';
import { holidayOperations } from './employers/holiday.ts';
import { paySchedule } from './employers/pay-schedule.ts';
import { roeAuthorization } from './employers/roe-authorization.ts';
import { taxProperty } from './employers/tax-property.ts';
import { listEffectiveTaxProperties, TAX_PROPERTY_CATALOGUE } from './employers/tax-property-reads.ts';
import { retrieveVerification } from './employers/verification.ts';
import { formDownloads } from './forms/downloads/operations.ts';
import { formNumbersTaken } from './forms/events.ts';
import { formActions } from './forms/filing/actions.ts';
import { form } from './forms/form.ts';
import { formBatch } from './forms/form-batch.ts';
import { formTypeOperations } from './forms/form-type-operations.ts';
import { formGeneration } from './forms/year/generate.ts';
import { generateForms } from './forms/year/generate-operation.ts';
import { formSources } from './forms/year/sources.ts';
import { authorizationOperations } from './integrations/authorization.ts';
import { integrationConnection } from './integrations/connection.ts';
import { integrationOperations } from './integrations/integration.ts';
import { integrationSync } from './integrations/sync.ts';
import { syncIntegration } from './integrations/sync-operation.ts';
import { catalogueOperations } from './kernel/calls/catalogues.ts';
import { operationsOf } from './kernel/calls/operations.ts';
import type { TaskKind } from './kernel/calls/task-kind.ts';
import type { Operation } from './kernel/definition/operation.ts';
import { upcastersOfAll } from './kernel/definition/record-events.ts';
import { makeRegistry, type Registry } from './kernel/definition/registry.ts';
import type { Upcasters } from './kernel/events/hydrate.ts';
import { adjustment } from './pay-items/adjustments/adjustment.ts';
import { deduction, deductionLineItem } from './pay-items/deduction.ts';
import { earning } from './pay-items/earning.ts';
import { earningLineItem } from './pay-items/earning-line-item.ts';
import { employeeBenefit } from './pay-items/employee-benefit.ts';
import { employeeBenefitLineItem } from './pay-items/employee-benefit-line-item.ts';
import { employerBenefit, employerBenefitLineItem } from './pay-items/employer-benefit.ts';
import { fixedItems, fixedLineItems } from './pay-items/fixed-items.ts';
import { importHours } from './pay-items/hours/payroll-hours.ts';
import { businessPreset } from './pay-items/presets/business-preset.ts';
import { overtimeRate } from './pay-items/rates/overtime-rate.ts';
import { payRate } from './pay-items/rates/pay-rate.ts';
import {
  employerStatutoryWithholdingLineItem,
  statutoryWithholdingLineItem,
} from './pay-items/statutory-line-items.ts';
import { stubFileOperations } from './pay-items/stubs-by-file/operations.ts';
import { importPayStubs } from './pay-items/stubs-by-file/writing.ts';
import { terminateWorkAssignment, termination } from './pay-items/termination/termination.ts';
import { listVacationPayHistory, retrieveVacationPayBalance } from './pay-items/vacation/vacation-pay-balance.ts';
import { vacationPaySetting } from './pay-items/vacation/vacation-pay-setting.ts';
import { paymentOperations } from './payments/actions.ts';
import { payment } from './payments/payment.ts';
import { listPayrollRemittances } from './payments/payroll-remittances.ts';
import { approvePayroll } from './payrolls/approve.ts';
import { listPayrollChanges } from './payrolls/changes.ts';
import { explainPayStub } from './payrolls/explanation.ts';
import { calculateEmployerHealthTax } from './payrolls/health-tax-calculation.ts';
import { explainStatutoryHolidayPay } from './payrolls/holiday-pay-calculation.ts';
import { payStub } from './payrolls/pay-stub.ts';
import { payroll } from './payrolls/payroll.ts';
import { unapprovePayroll } from './payrolls/unapprove.ts';
import { calculateStatutoryWithholdings } from './payrolls/withholding-calculation.ts';
import { contractor } from './people/contractor.ts';
import { employee } from './people/employee.ts';
import { workAssignment } from './people/work-assignment.ts';
import { asyncTask } from './platform/async-task.ts';
import { company } from './platform/company.ts';
import { partner, retrievePartner } from './platform/partner.ts';
import { partnerSecretOperations } from './platform/partner-secret.ts';
import { tokenOperations } from './platform/token.ts';
import { webhook } from './platform/webhook.ts';
import { webhookDeliveryOperations } from './platform/webhook-delivery.ts';
import { webhookKeyOperations } from './platform/webhook-key.ts';
import { webhookReplayOperations } from './platform/webhook-replay.ts';
import { processEventSkipped } from './processes/managers/events.ts';
import { remittanceAccountEnrollment } from './remittances/enrollment.ts';
import { remittanceAccount } from './remittances/remittance-account.ts';
import { report } from './reports/report.ts';
import { reportOperations } from './reports/report-operations.ts';
import { usageRecord } from './usage/usage-record.ts';
import { usageSummaryOperations } from './usage/usage-summary.ts';

/** Every resource, in the order in which the reference shows them. */
export const registry: Registry = makeRegistry(
  [
    partner,
    company,
    businessEntity,
    roeAuthorization,
    paySchedule,
    taxProperty,
    employee,
    contractor,
    bankAccount,
    paySplit,
    workAssignment,
    remittanceAccount,
    remittanceAccountEnrollment,
    businessPreset,
    payRate,
    overtimeRate,
    vacationPaySetting,
    earning,
    ...Object.values(fixedItems),
    deduction,
    employeeBenefit,
    employerBenefit,
    asyncTask,
    webhook,
    payroll,
    payStub,
    payment,
    earningLineItem,
    ...Object.values(fixedLineItems),
    deductionLineItem,
    employeeBenefitLineItem,
    employerBenefitLineItem,
    statutoryWithholdingLineItem,
    employerStatutoryWithholdingLineItem,
    adjustment,
    journalEntry,
    tagGroup,
    tag,
    accountingCode,
    accountingCodeRule,
    report,
    formBatch,
    form,
    usageRecord,
    integrationConnection,
  ],
  [processEventSkipped, formNumbersTaken],
);

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

/** How events of older shapes are read. */
export const upcasters: Upcasters = upcastersOfAll(registry.all);
