import { z } from 'zod';

/** The settings of who sends RL-1 slips, as Revenu Québec gives them. All of them belong together. */
export const REVENU_QUEBEC_SETTINGS = {
  RQ_TRANSMITTER_NUMBER: z
    .string()
    .regex(/^NP\d{6}$/, 'it must be NP and six digits')
    .optional(),
  RQ_CERTIFICATION_NUMBER: z
    .string()
    .regex(/^RQ-\d{2}-\d{2}-\d{3}$/, 'it must be like RQ-26-01-001')
    .optional(),
  RQ_PARTNER_ID: z.string().min(1).max(60).optional(),
  RQ_PRODUCT_ID: z.string().min(1).max(60).optional(),
} as const;

/** Who sends them; undefined where nothing is set, `partly` where some of it is. */
export const revenuQuebecSenderOf = (given: { readonly [name in keyof typeof REVENU_QUEBEC_SETTINGS]?: string }) => {
  const {
    RQ_TRANSMITTER_NUMBER: transmitter_number,
    RQ_CERTIFICATION_NUMBER: certification_number,
    RQ_PARTNER_ID: partner_id,
    RQ_PRODUCT_ID: product_id,
  } = given;
  if (transmitter_number && certification_number && partner_id && product_id)
    return { transmitter_number, certification_number, partner_id, product_id };
  return transmitter_number || certification_number || partner_id || product_id ? 'partly' : undefined;
};

/** Who sends RL-1 slips, and with what software. */
export type SlipSender = Exclude<ReturnType<typeof revenuQuebecSenderOf>, 'partly' | undefined>;
