import { WEBHOOK_CALLS } from '../../platform/webhook-calls.ts';
import type { Components, Node } from './components.ts';

const header = (name: string, description: string, example: string): Node => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', examples: [example] },
});

/** Headers that each call has. */
const HEADERS: readonly Node[] = [
  header('Webhook-Id', 'Id of the delivery, the same on every retry', 'whd_01K2ZQ7M4T8W3N5R6V9X0Y1A2B'),
  header('Webhook-Timestamp', 'Time of this attempt, in Unix seconds', '1767628800'),
  header(
    'Webhook-Signature',
    'Signature of the body with the key of the webhook, in its `signature_format`; two signatures, separated by a space, while the key is being replaced',
    'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
  ),
];

/** The calls that receivers get, by event. */
export const webhookCalls = (components: Components): Record<string, Node> =>
  Object.fromEntries(
    WEBHOOK_CALLS.map(({ event, summary, description, schema, example }) => [
      event,
      {
        post: {
          operationId: `told_of_${event}`,
          tags: ['webhook'],
          summary,
          description,
          security: [],
          parameters: HEADERS,
          requestBody: {
            required: true,
            description: 'The event',
            content: {
              'application/json': {
                schema: components.schema(schema, 'output'),
                examples: { example: { summary: 'An example', value: components.example(example) } },
              },
            },
          },
          responses: {
            '2XX': { description: 'Received: it is not sent again' },
            410: { description: 'Gone: the webhook is disabled' },
            429: { description: 'Too many requests: nothing is sent until Retry-After' },
            default: { description: 'Not received: it is retried for three days' },
          },
        },
      },
    ]),
  );
