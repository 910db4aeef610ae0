import { accountingCode } from './accounting/accounting-code.ts';
import { journalEntry } from './accounting/journal-entry.ts';
import { accountingCodeRule } from './accounting/rules/accounting-code-rule.ts';
import { tag } from './accounting/tag.ts';
import { tagGroup } from './accounting/tag-group.ts';
import { bankAccount } from './banking/bank-account.ts';
import { paySplit } from './banking/pay-split.ts';
import { businessEntity } from './employers/business-entity.ts';
import { paySchedule } from './employers/pay-schedule.ts';
import { roeAuthorization } from './employers/roe-authorization.ts';
import { taxProperty } from './employers/tax-property.ts';
import { formNumbersTaken } from './forms/events.ts';
import { form } from './forms/form.ts';
import { formBatch } from './forms/form-batch.ts';
import { integrationConnection } from './integrations/connection.ts';
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
import { businessPreset } from './pay-items/presets/business-preset.ts';
import { overtimeRate } from './pay-items/rates/overtime-rate.ts';
import { payRate } from './pay-items/rates/pay-rate.ts';
import {
  employerStatutoryWithholdingLineItem,
  statutoryWithholdingLineItem,
} from './pay-items/statutory-line-items.ts';
import { vacationPaySetting } from './pay-items/vacation/vacation-pay-setting.ts';
import { payment } from './payments/payment.ts';
import { payStub } from './payrolls/pay-stub.ts';
import { payroll } from './payrolls/payroll.ts';
import { contractor } from './people/contractor.ts';
import { employee } from './people/employee.ts';
import { workAssignment } from './people/work-assignment.ts';
import { asyncTask } from './platform/async-task.ts';
import { company } from './platform/company.ts';
import { partner } from './platform/partner.ts';
import { webhook } from './platform/webhook.ts';
import { processEventSkipped } from './processes/managers/events.ts';
import { remittanceAccountEnrollment } from './remittances/enrollment.ts';
import { remittanceAccount } from './remittances/remittance-account.ts';
import { report } from './reports/report.ts';
import { usageRecord } from './usage/usage-record.ts';

// Without operations: those are beside it (operations.ts), and threads that fill read models go without.

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

/** How events of older shapes are read. */
export const upcasters: Upcasters = upcastersOfAll(registry.all);
