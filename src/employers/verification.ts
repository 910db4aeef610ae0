import { z } from 'zod';
import type { Action } from '../kernel/calls/actions.ts';
import { needRow } from '../kernel/calls/operations.ts';
import { instantSchema } from '../kernel/definition/envelopes.ts';
import { selfLinkSchema, stubSchema } from '../kernel/definition/fields.ts';
import type { Operation } from '../kernel/definition/operation.ts';
import { recordLink } from '../kernel/definition/show.ts';
import { businessEntity } from './business-entity.ts';
import { VERIFICATION_EVENTS, verificationOf } from './verified.ts';

const schema = z
  .object({
    id: z.string().meta({ description: 'Its id' }),
    object: z.literal('business_entity_verification').meta({ description: 'Type of the record' }),
    data: z
      .object({
        business_entity: stubSchema(['business_entity']).meta({ description: 'The employer that is verified' }),
        status: z
          .enum(['processing', 'approved', 'failed'])
          .meta({ description: 'processing until an operator has verified it; then approved or failed' }),
        failure_reasons: z.array(z.string()).meta({ description: 'Why it failed; empty otherwise' }),
        created_at: instantSchema().meta({ description: 'When it started: at the creation of the employer' }),
        updated_at: instantSchema().meta({ description: 'When it last changed' }),
      })
      .meta({ description: "The verification's data" }),
    links: selfLinkSchema,
  })
  .meta({ id: 'business_entity_verification', description: "Verification of an employer's identity" });

/** How far the check of who an employer is has come. It begins with the employer, and nobody makes one. */
export const retrieveVerification: Operation = {
  id: 'retrieve_business_entity_verification',
  method: 'GET',
  path: '/business_entities/{business_entity}/verification',
  auth: 'company',
  tag: 'business_entity',
  summary: 'Retrieve the verification of a business entity',
  description:
    "It starts when the employer is created. An operator verifies the employer's identity and records the result.",
  answers: { 200: { description: 'The verification', schema } },
  problems: [404],
  run: async (call) => {
    const entity = await needRow(businessEntity, call);
    const { status, failure_reasons, updated_at } = verificationOf(entity);
    return {
      status: 200,
      body: {
        // One for each employer: its id is the employer's under another prefix.
        id: entity.id.replace(/^be_/, 'bev_'),
        object: 'business_entity_verification',
        data: {
          business_entity: recordLink('business_entity', entity.id, call.services),
          status,
          failure_reasons,
          created_at: entity.created_at,
          updated_at: updated_at ?? entity.created_at,
        },
        links: { self: `${businessEntity.path}/${entity.id}/verification` },
      },
    };
  },
};

export interface VerificationOutcome {
  outcome: 'approved' | 'failed';
  failure_reasons: string[];
  /** What the operator has to say of it, kept in the ledger alone. */
  note: string;
}

/**
 * An operator records what a check came to. One that failed may be approved later, after documents were looked at; one
 * that was approved stays so, since payrolls may depend on it.
 */
export const verificationOutcome: Action<VerificationOutcome> = {
  on: businessEntity,
  name: 'verification',
  summary: 'Record what a check of the employer came to',
  refuse: ({ record, body }) =>
    verificationOf(record).status === 'approved' && body.outcome === 'failed'
      ? { en: 'The business entity is approved already.', fr: "L'entité est déjà approuvée." }
      : undefined,
  events: ({ record, body: { outcome, failure_reasons, note } }) => {
    const now = verificationOf(record);
    const same = now.status === outcome && JSON.stringify(now.failure_reasons) === JSON.stringify(failure_reasons);
    return same ? [] : [VERIFICATION_EVENTS[outcome]({ failure_reasons, note })];
  },
};
