import type { DomainEvent, State } from '../kernel/definition/resource.ts';
import { stamped } from '../kernel/events/stamp.ts';
import { objectOf, textOrNull, textsOf } from '../values/json.ts';
import { businessEntityVerificationFailed, businessEntityVerified } from './events.ts';

/** What came of checking who an employer is, as the employer's own stream says it. */
export const VERIFICATION_EVENTS = {
  approved: businessEntityVerified,
  failed: businessEntityVerificationFailed,
};

const STATUSES = ['processing', 'approved', 'failed'] as const;

export interface Verification {
  status: (typeof STATUSES)[number];
  failure_reasons: string[];
  /** Null while nobody has checked it. */
  updated_at: string | null;
}

/** How far it has come; of an employer that nobody has checked yet, that it is being looked at. */
export const verificationOf = (entity: State): Verification => {
  const held = objectOf(entity.verification);
  return {
    status: STATUSES.find((status) => status === held.status) ?? 'processing',
    failure_reasons: textsOf(held.failure_reasons),
    updated_at: textOrNull(held.updated_at),
  };
};

/** Folds what an operator recorded into the employer. */
export const evolveVerified = (state: State, event: DomainEvent): State => {
  if (!businessEntityVerified.is(event) && !businessEntityVerificationFailed.is(event)) return state;
  const status = businessEntityVerified.is(event) ? 'approved' : 'failed';
  const now = stamped(state, event);
  const { failure_reasons } = event.data;
  return { ...now, verification: { status, failure_reasons, updated_at: now.updated_at } };
};
