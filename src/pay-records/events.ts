import { z } from 'zod';
import { keptDateSchema } from '../kernel/definition/schemas.ts';
import { defineEvent } from '../kernel/events/define.ts';

/** An approval holds what it is about to read: a change of it is refused from here on, as long as that is under way. */
const holdSchema = z.strictObject({
  payroll_id: z.string().meta({ description: 'The payroll that is being approved' }),
  approval_id: z.string().meta({ description: 'The approval, by the event that started it' }),
  until: keptDateSchema.meta({ description: 'The last day for which the approval goes by the record' }),
  ended: z.array(z.string()).meta({ description: 'Approvals whose holds on the record are over' }),
});

const id = z.string().nullable().optional();

export const payRateHeld = defineEvent({
  type: 'PayRateHeld',
  version: 1,
  says: 'An approval is about to read a pay rate, which cannot change meanwhile.',
  data: holdSchema.extend({ work_assignment_id: id.meta({ description: 'Whose rate it is' }) }),
});

export const workAssignmentHeld = defineEvent({
  type: 'WorkAssignmentHeld',
  version: 1,
  says: 'An approval is about to read the tax properties of a work assignment, which cannot change meanwhile.',
  data: holdSchema.extend({
    employee_id: id.meta({ description: 'The employee' }),
    contractor_id: id.meta({ description: 'The contractor' }),
  }),
});

export const businessEntityHeld = defineEvent({
  type: 'BusinessEntityHeld',
  version: 1,
  says: 'An approval is about to read the tax properties of an employer, which cannot change meanwhile.',
  data: holdSchema,
});

export const payScheduleHeld = defineEvent({
  type: 'PayScheduleHeld',
  version: 1,
  says: 'An approval is about to pay a period of a pay schedule, whose calendar cannot change meanwhile.',
  data: holdSchema.extend({ business_entity_id: id.meta({ description: 'The employer that uses it' }) }),
});

export const remittanceAccountHeld = defineEvent({
  type: 'RemittanceAccountHeld',
  version: 1,
  says: 'An approval is about to read a remittance account: it is not deleted meanwhile, and its tax properties do not change.',
  data: holdSchema.extend({ business_entity_id: id.meta({ description: 'Whose account it is' }) }),
});

export const overtimeRateHeld = defineEvent({
  type: 'OvertimeRateHeld',
  version: 1,
  says: 'An approval is about to read an overtime rate, which cannot change meanwhile.',
  data: holdSchema.extend({
    pay_rate_id: id.meta({ description: 'The pay rate that it multiplies' }),
    work_assignment_id: id.meta({ description: 'Whose rate it is' }),
  }),
});

/** The event that holds a record of each resource that approvals hold. */
export const HELD = {
  pay_rate: payRateHeld,
  overtime_rate: overtimeRateHeld,
  work_assignment: workAssignmentHeld,
  business_entity: businessEntityHeld,
  pay_schedule: payScheduleHeld,
  remittance_account: remittanceAccountHeld,
};
