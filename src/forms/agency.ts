import type { RecordOf } from '../kernel/definition/resource.ts';
import type { AgencyAnswer } from './actions.ts';

/** What a batch that is on its way comes to an agency with. */
export interface Submission {
  batch: RecordOf<'form_batch'>;
  employer: RecordOf<'business_entity'>;
}

/** The port through which batches go to agencies. */
export interface AgencyPort {
  /**
   * Hands a batch over; the same one may be handed over again.
   *
   * @returns what the agency answers at once, in its order; nothing where it answers later, by an operator
   */
  submit(submission: Submission): Promise<readonly AgencyAnswer[]>;
}

/** An agency that moves nothing, for employers in preview: it answers what the batch's script says, else takes all. */
export const simulatedAgency: AgencyPort = {
  submit: async ({ batch: { script, reference, status } }) => {
    const confirmation_number = `SIM-${String(reference ?? 0).padStart(8, '0')}`;
    if (script?.outcome === 'reject') return [{ outcome: 'reject', reasons: script.reasons }];
    const received: AgencyAnswer[] = status === 'submitted' ? [] : [{ outcome: 'receive', confirmation_number }];
    return script?.outcome === 'receive' ? received : [...received, { outcome: 'accept', confirmation_number }];
  },
};

/** Files that somebody uploads by hand: an operator records what the agency answers (`payroll forms`). */
export const byHand: AgencyPort = { submit: async () => [] };

/** Which way the batches of an employer go. */
export const agencyOf = ({ in_preview }: Pick<RecordOf<'business_entity'>, 'in_preview'>): AgencyPort =>
  in_preview ? simulatedAgency : byHand;
