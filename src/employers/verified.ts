import type { DomainEvent, State } from '../kernel/definition/resource.ts';
import type { JsonObject } from '../values/json.ts';
import { businessEntityVerificationFailed, businessEntityVerified } from './events.ts';

/** What came of checking who an employer is, as the employer's own stream tells it. */
export const VERIFICATION_EVENTS = {
  approved: businessEntityVerified,
  failed: businessEntityVerificationFailed,
};

export interface Verification {
  status: 'processing' | 'approved' | 'failed';
  failure_reasons: string[];
  /** Null while nobody has checked it. */
  updated_at: string | null;
}

/** How far it has come; of an employer that nobody has checked yet, that it is being looked at. */
export const verificationOf = (entity: State): Verification => {
  const held = entity.verification as JsonObject | null | undefined;
  return {
    status: (held?.status ?? 'processing') as Verification['status'],
    failure_reasons: (held?.failure_reasons ?? []) as string[],
    updated_at: (held?.updated_at ?? null) as string | null,
  };
};

/** Folds what an operator recorded into the employer. */
export const evolveVerified = (state: State, event: DomainEvent): State => {
  if (!businessEntityVerified.is(event) && !businessEntityVerificationFailed.is(event)) return state;
  const status = businessEntityVerified.is(event) ? 'approved' : 'failed';
  const updated_at = event.metadata.occurred_at ?? state.updated_at;
  const { failure_reasons } = event.data;
  return {
    ...state,
    verification: { status, failure_reasons, updated_at },
    updated_at,
    version: event.revision.toString(),
  };
};
