import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { FormStatus } from '../model/states.ts';

/** What an agency answers, to a batch or to a form that is filed alone. */
export type AgencyAnswer =
  | { outcome: 'receive'; confirmation_number: string | null }
  | { outcome: 'accept'; confirmation_number: string | null }
  | { outcome: 'reject'; reasons: { code: string | null; text: string }[] };

/** What comes to an agency: a batch, or a form that is filed alone. */
export interface Submission {
  /** Number of the file, or of the form. */
  number: number | null;
  status: FormStatus | null;
  /** What a simulated agency is to say. */
  script: RecordOf<'form_batch'>['script'];
}

/** The port through which batches and forms that are filed alone go to agencies. */
export interface AgencyPort {
  /**
   * Hands something over; the same may be handed over again.
   *
   * @returns what the agency answers at once, in its order; nothing where it answers later, by an operator
   */
  submit(submission: Submission): Promise<readonly AgencyAnswer[]>;
}

const SIMULATED = 'SIM-';

/** Whether what was submitted is with the simulated agency, and with no other: by the number that was given for it. */
export const isSimulated = (confirmation_number: string | null): boolean =>
  confirmation_number?.startsWith(SIMULATED) === true;

/** An agency that moves nothing, for employers in preview: it answers what the script says, else takes all. */
const simulatedAgency: AgencyPort = {
  submit: async ({ script, number, status }) => {
    const confirmation_number = `${SIMULATED}${String(number ?? 0).padStart(8, '0')}`;
    if (script?.outcome === 'reject') return [{ outcome: 'reject', reasons: script.reasons }];
    const received: AgencyAnswer[] = status === 'submitted' ? [] : [{ outcome: 'receive', confirmation_number }];
    return script?.outcome === 'receive' ? received : [...received, { outcome: 'accept', confirmation_number }];
  },
};

/** Files that somebody uploads by hand: an operator records what the agency answers (`payroll forms`). */
const byHand: AgencyPort = { submit: async () => [] };

/** Which way what an employer files goes. No agency is called over a network. */
export const agencyOf = ({ in_preview }: Pick<RecordOf<'business_entity'>, 'in_preview'>): AgencyPort =>
  in_preview ? simulatedAgency : byHand;
