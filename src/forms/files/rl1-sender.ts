import { z } from 'zod';

/** The sender's settings for RL-1 slips, as Revenu Québec gives them. All of them belong together. */
export const REVENU_QUEBEC_SETTINGS = {
  RQ_TRANSMITTER_NUMBER: z
    .string()
    .regex(/^NP\d{6}$/, 'it must be NP and six digits')
    .optional(),
  RQ_CERTIFICATION_NUMBER: z
    .string()
    .regex(
      /^RQ-\d{2}-\d{2}-\d{3}(,RQ-\d{2}-\d{2}-\d{3})*$/,
      'it must be like RQ-26-01-001, or one for the slips of each year, like RQ-25-01-014,RQ-26-01-001',
    )
    .transform((text) => text.split(','))
    .refine(
      (all) => new Set(all.map((one) => one.slice(0, 5))).size === all.length,
      'it must have one number for the slips of a year',
    )
    .optional(),
  RQ_PARTNER_ID: z.string().min(1).max(60).optional(),
  RQ_PRODUCT_ID: z.string().min(1).max(60).optional(),
  RQ_RL1_NUMBERS: z
    .string()
    .regex(
      /^\d{8}-\d{8}(,\d{8}-\d{8})*$/,
      'it must be series of eight digits each, like 10000001-10004999,20000001-20000999',
    )
    .transform((text) =>
      text.split(',').map((series) => {
        const [first = 0, last = 0] = series.split('-').map(Number);
        return { first, last };
      }),
    )
    .refine(
      (all) => all.every(({ first, last }) => 0 < first && first <= last),
      'each series must begin above 00000000, and not behind its end',
    )
    .refine((all) => {
      const sorted = [...all].sort((a, b) => a.first - b.first);
      return sorted.every(({ first }, i) => i === 0 || sorted[i - 1]!.last < first);
    }, 'its series must not overlap')
    .optional(),
} as const;

type Given = { [name in keyof typeof REVENU_QUEBEC_SETTINGS]?: z.output<(typeof REVENU_QUEBEC_SETTINGS)[name]> };

/** Which sender's settings for RL-1 slips are missing where some are set, in a sentence or two. */
const whatSenderLacks = (given: Given): string => {
  const names = Object.keys(REVENU_QUEBEC_SETTINGS);
  const missing = names.filter((name) => !(name in given));
  const are = `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`;
  const numbers =
    missing.join() === 'RQ_RL1_NUMBERS'
      ? ' It holds the numbers that Revenu Québec assigned to RL-1 slips, like 10000001-10004999, which versions before this one did not ask for.'
      : '';
  return `${are}: ${names.join(', ')} belong together, so set all, or none.${numbers}`;
};

/** Who sends them; undefined where nothing is set; where some of it is, a sentence that says what is missing. */
export const revenuQuebecSenderOf = (given: Given) => {
  const {
    RQ_TRANSMITTER_NUMBER: transmitter_number,
    RQ_CERTIFICATION_NUMBER: certification_numbers,
    RQ_PARTNER_ID: partner_id,
    RQ_PRODUCT_ID: product_id,
    RQ_RL1_NUMBERS: rl1_numbers,
  } = given;
  if (transmitter_number && certification_numbers && partner_id && product_id && rl1_numbers)
    return { transmitter_number, certification_numbers, partner_id, product_id, rl1_numbers };
  const some = transmitter_number || certification_numbers || partner_id || product_id || rl1_numbers;
  return some ? whatSenderLacks(given) : undefined;
};

/** Who sends RL-1 slips, and with what software. */
export type SlipSender = Exclude<ReturnType<typeof revenuQuebecSenderOf>, string | undefined>;
