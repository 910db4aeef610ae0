import { z } from 'zod';

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
