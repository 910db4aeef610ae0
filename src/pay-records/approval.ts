import { z } from 'zod';
import type { Lookup } from '../kernel/definition/resource.ts';
import { all, equal } from '../values/condition.ts';

/** An approval of a payroll, as its state keeps it while it is under way. */
export const approvalSchema = z.object({
  event_id: z.string().meta({ description: 'The event that started it' }),
  actor: z.string().nullable().optional().meta({ description: 'Who approved' }),
  is_abandoned: z.boolean().optional().meta({ description: 'Given up: its stubs are being opened again' }),
});
export type Approval = z.infer<typeof approvalSchema>;

/** Whether an approval closed a stub. Closings did not always say it: such a stub was closed by the one under way. */
export const isClosedBy = (
  { is_closed, closed_by }: { is_closed: boolean; closed_by?: string | null },
  approval_id: string,
): boolean => is_closed && (closed_by ?? approval_id) === approval_id;

/** The approval of a payroll that is under way. */
export const approvalOf = (payroll: { approval: Approval | null } | undefined): Approval | null =>
  payroll?.approval ?? null;

/** Whether an approval of a payroll of a pay schedule is under way, as far as can be read. */
export const isScheduleApproving = async (
  pay_schedule_id: string,
  { services: { read, registry }, tenant }: Pick<Lookup, 'services' | 'tenant'>,
): Promise<boolean> => {
  if (!registry.get('payroll')) return false;
  const ofSchedule = all(equal('pay_schedule_id', pay_schedule_id), equal('status', 'draft'));
  const drafts = await read.find('payroll', tenant, ofSchedule);
  return drafts.some((draft) => approvalOf(draft) !== null);
};
