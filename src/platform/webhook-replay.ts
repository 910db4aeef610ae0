import { z } from 'zod';
import { type Action, action } from '../kernel/calls/actions.ts';
import { needRow } from '../kernel/calls/operations.ts';
import { instantSchema } from '../kernel/definition/envelopes.ts';
import type { Operation } from '../kernel/definition/operation.ts';
import { refine } from '../kernel/definition/schemas.ts';
import type { KeptReplay } from '../kernel/definition/services.ts';
import { isDate } from '../values/dates.ts';
import type { JsonObject } from '../values/json.ts';
import type { Issue } from '../values/problem.ts';
import { webhookReplayAsked } from './events.ts';
import { webhook } from './webhook.ts';
import { refusedWhileDisabled, untilWebhooksFollowed } from './webhook-delivery.ts';

/** Telling a webhook again of what the ledger holds, for a receiver that was away or lost what it knew. */

interface Wish {
  after_position?: string | undefined;
  since?: string | undefined;
}

const POSITION = /^\d{1,18}$/;
const WHEN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/;

/** As events keep instants: with six digits. */
const keptInstant = (text: string): string => {
  const [seconds = '', digits = ''] = text.slice(0, -1).split('.');
  return `${seconds}.${digits.padEnd(6, '0')}Z`;
};

const instantGiven = z
  .string()
  .refine(
    // Of 30 February the runtime makes 2 March.
    (text) => WHEN.test(text) && isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)),
    refine({
      en: 'must be an instant in UTC in the form YYYY-MM-DDTHH:MM:SSZ, with up to six decimal places of seconds',
      fr: "doit être un instant en UTC sous la forme AAAA-MM-JJTHH:MM:SSZ, avec jusqu'à six décimales de seconde",
    }),
  )
  .meta({
    description: 'Start at this time, by business time',
    format: 'date-time',
    pattern: WHEN.source,
    examples: ['2026-01-05T09:00:00Z'],
  });

const replaySchema = z
  .object({
    object: z.literal('webhook_replay').meta({ description: 'Type of the record' }),
    data: z
      .object({
        status: z.enum(['none', 'running', 'done']).meta({
          description:
            '`none` when there was no replay; `done` when all its calls are recorded, though perhaps not yet made',
        }),
        after_position: z.string().nullable().meta({ description: 'It covers events after this position' }),
        since: instantSchema().nullable().meta({ description: 'Earlier events are skipped' }),
        position: z.string().nullable().meta({ description: 'Position that it has reached' }),
        until_position: z
          .string()
          .nullable()
          .meta({ description: 'Position at which it ends; it moves on with events that happen meanwhile' }),
      })
      .meta({ description: 'Status' }),
    links: z
      .object({
        self: z.string().meta({
          description: 'Links',
          examples: ['/webhooks/whk_01K2ZQ7M4T8W3N5R6V9X0Y1A2B/replay'],
        }),
      })
      .meta({ description: 'Links' }),
  })
  .meta({ id: 'webhook_replay', description: 'The last replay to a webhook.' });

const shown = (webhook_id: string, replay: KeptReplay | undefined): JsonObject => ({
  object: 'webhook_replay',
  data: {
    status: replay === undefined ? 'none' : replay.after < replay.until ? 'running' : 'done',
    after_position: replay?.from.toString() ?? null,
    since: replay?.since ?? null,
    position: replay?.after.toString() ?? null,
    until_position: replay?.until.toString() ?? null,
  },
  links: { self: `/webhooks/${webhook_id}/replay` },
});

const retrieveReplay: Operation = {
  id: 'retrieve_webhook_replay',
  method: 'GET',
  auth: 'partner',
  tag: 'webhook',
  path: '/webhooks/{webhook}/replay',
  summary: 'Retrieve the progress of a replay',
  description: 'Shows the last replay requested.',
  answers: { 200: { description: 'Status', schema: replaySchema } },
  problems: [404],
  run: async (call) => {
    const { id } = await needRow(webhook, call);
    return { status: 200, body: shown(id, await call.services.deliveries.replayOf(id)) };
  },
};

/** Where a replay cannot begin. */
const wishIssues = function* ({ after_position, since }: Wish, now: string, read: bigint): Iterable<Issue> {
  if ((after_position === undefined) === (since === undefined))
    yield {
      path: 'after_position',
      text: {
        en: 'is required, or since, and not both',
        fr: 'est obligatoire sans since, et exclu avec lui',
      },
    };
  if (after_position !== undefined && BigInt(after_position) > read)
    yield {
      path: 'after_position',
      text: {
        en: 'is beyond the end of the ledger; use the position of a call',
        fr: "se trouve après la fin du registre; prenez une position qu'un appel a donnée",
      },
    };
  if (since !== undefined && keptInstant(since) > now)
    yield { path: 'since', text: { en: 'must not be in the future', fr: 'ne doit pas être à venir' } };
};

const replay: Action<Wish, undefined, 'webhook'> = {
  on: webhook,
  name: 'replay',
  summary: 'Replay events to a webhook',
  description:
    'Calls it again, in order, for the events that it is subscribed to: from a position in the ledger or a time up to now. Events that happen meanwhile follow. A request while one is running restarts it at the earlier position.',
  body: z
    .strictObject({
      after_position: z
        .string()
        .refine(
          (text) => POSITION.test(text),
          refine({
            en: 'must be a position as a call has it: up to 18 digits, e.g. "90210"',
            fr: 'doit être une position telle qu\'un appel la porte : au plus 18 chiffres, p. ex. "90210"',
          }),
        )
        .meta({ pattern: POSITION.source })
        .optional()
        .meta({
          description: 'Start after this position: the `position` of the last call that you have',
          examples: ['90210'],
        }),
      since: instantGiven.optional(),
    })
    .meta({ id: 'webhook_replay_create', description: 'Where it starts; give exactly one' }),
  examples: {
    since: { summary: 'From a time', value: { since: '2026-01-05T09:00:00Z' } },
    position: { summary: 'From the position of a call', value: { after_position: '1' } },
  },
  answers: { 200: { description: 'It has started', schema: replaySchema } },
  problems: [400, 404],
  validate: ({ body, origin, services }) => wishIssues(body, origin.occurred_at, services.gate.readPosition()),
  refuse: refusedWhileDisabled,
  events: ({ body: { after_position = null, since } }) => [
    webhookReplayAsked({ after_position, since: since === undefined ? null : keptInstant(since) }),
  ],
  answer: async ({ id }, call) => {
    await untilWebhooksFollowed(call);
    return { status: 200, body: shown(id, await call.services.deliveries.replayOf(id)) };
  },
};

export const webhookReplayOperations: readonly Operation[] = [
  retrieveReplay,
  { ...action(replay), takesIfMatch: false },
];
