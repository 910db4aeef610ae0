import type { Hono } from 'hono';
import { makeSite } from '../docs/site.ts';
import type { Operation } from '../kernel/definition/operation.ts';
import type { Services } from '../kernel/definition/services.ts';
import { eventSchema } from './event-schema.ts';
import { VERSION } from './openapi/document.ts';
import { answerWith, makeReference, takesGzip } from './reference.ts';
import { type Env, respond } from './requests/exchange.ts';

/** Mounts what says how the service is used, for anybody: its addresses, the pages of `/docs`, reference and events. */
export const mountDescriptions = (
  app: Hono<Env>,
  operations: readonly Operation[],
  { publicUrl, folder, registry }: Pick<Services, 'publicUrl' | 'folder' | 'registry'>,
): void => {
  app.get('/', (c) =>
    respond(c.get('exchange'), 200, {
      object: 'service',
      data: { name: 'payroll-ledger', version: VERSION },
      links: {
        self: '/',
        docs: '/docs',
        reference: '/openapi.json',
        events: '/events.schema.json',
        live: '/health/live',
        ready: '/health/ready',
      },
    }),
  );

  const site = makeSite();
  app.on('GET', ['/docs', '/docs/*'], async (c) => {
    const exchange = c.get('exchange');
    const gzip = takesGzip(c.req.header('Accept-Encoding'));
    const { status, headers, body } = await site(c.req.path, exchange.locale, gzip);
    return new Response(body, { status, headers: { ...exchange.headers, ...headers } });
  });

  app.get('/openapi.json', makeReference(operations, publicUrl));
  let events: ReturnType<typeof answerWith> | undefined;
  app.get('/events.schema.json', (c) => {
    events ??= answerWith(JSON.stringify(eventSchema(folder, registry)));
    return events(c, { 'Content-Type': 'application/schema+json' });
  });
};
