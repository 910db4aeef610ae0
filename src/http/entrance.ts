import type { App } from './app.ts';

/**
 * Stands at the port until the app can: the port is taken first of all, so that a second start on it fails before it
 * touches anything. Says that the process lives, and that the rest comes soon.
 */
export const makeEntrance = (): Pick<App, 'fetch'> & {
  /** From now on this app answers. */
  open(app: Pick<App, 'fetch'>): void;
} => {
  let fetch: App['fetch'] = (request) =>
    new URL(request.url).pathname === '/health/live'
      ? Response.json({ status: 'live' })
      : Response.json(
          { status: 'starting', message: 'The service is starting; try again in a moment.' },
          { status: 503, headers: { 'Retry-After': '1' } },
        );
  return {
    fetch: (...request) => fetch(...request),
    open: (app) => {
      fetch = app.fetch;
    },
  };
};
