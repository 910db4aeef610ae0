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
  header('Webhook-Id', 'Id of the delivery, the same on every repeat', 'whd_01K2ZQ7M4T8W3N5R6V9X0Y1A2B'),
  header('Webhook-Timestamp', 'When this attempt was made, in seconds since 1970', '1767628800'),
  header(
    'Webhook-Signature',
    'Signature of the body under the key of the registration, in the form that its `signature_format` says; two of them, separated by a space, while the key is being replaced',
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
            description: 'What happened',
            content: {
              'application/json': {
                schema: components.schema(schema, 'output'),
                examples: { example: { summary: 'An example', value: components.example(example) } },
              },
            },
          },
          responses: {
            '2XX': { description: 'Taken: it is not sent again' },
            410: { description: 'Gone for good: the registration is disabled' },
            429: { description: 'Too many: with Retry-After nothing is sent until then' },
            default: { description: 'Not taken: it is sent again, for three days' },
          },
        },
      },
    ]),
  );
