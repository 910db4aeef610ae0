import type { Text } from '../values/text.ts';
import type { App } from './app.ts';
import { negotiateLocale } from './requests/language.ts';

const STARTING: Text = {
  en: 'The service is starting; try again in a moment.',
  fr: 'Le service démarre; réessayez dans un instant.',
};

/** In the words of `/health/ready`, which are English. An upgrade may take minutes for the second of them. */
const WAITING_FOR = ['the start: the database is opened, and read models that are new or have changed are built'];

const starting = (request: Request): Response => {
  const { pathname } = new URL(request.url);
  if (pathname === '/health/live') return Response.json({ status: 'live' });
  const headers = { 'Retry-After': '1', 'Cache-Control': 'no-store' };
  if (pathname === '/health/ready')
    return Response.json({ status: 'starting', waiting_for: WAITING_FOR }, { status: 503, headers });
  const locale = negotiateLocale(request.headers.get('Accept-Language') ?? undefined);
  return Response.json(
    { message: STARTING[locale] },
    { status: 503, headers: { ...headers, 'Content-Language': locale, Vary: 'Accept-Language' } },
  );
};

/**
 * Answers at the port until the app is ready: the port is taken first, so that a second start on it fails before it
 * touches anything. It answers that the process is alive, and starting.
 */
export const makeEntrance = (): Pick<App, 'fetch'> & {
  /** Lets this app answer from now on. */
  open(app: Pick<App, 'fetch'>): void;
} => {
  let fetch: App['fetch'] = starting;
  return {
    fetch: (...request) => fetch(...request),
    open: (app) => {
      fetch = app.fetch;
    },
  };
};
