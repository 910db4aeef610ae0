import type { State } from '../kernel/definition/resource.ts';

/** Whether an approval closed a stub. A stub that was closed before closings told it was closed by the one under way. */
export const isClosedBy = ({ is_closed, closed_by }: State, approval_id: string): boolean =>
  is_closed === true && (closed_by ?? approval_id) === approval_id;

/** An approval of a payroll, as its state keeps it. */
export interface Approval {
  event_id: string;
  /** Given up: its stubs are being opened again. */
  is_abandoned?: boolean;
}

export const approvalOf = (payroll: State | undefined): Approval | null =>
  (payroll?.approval as unknown as Approval | null | undefined) ?? null;
