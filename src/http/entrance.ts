import type { App } from './app.ts';

/**
 * Answers at the port until the app is ready: the port is taken first, so that a second start on it fails before it
 * touches anything. It answers that the process is alive, and starting.
 */
export const makeEntrance = (): Pick<App, 'fetch'> & {
  /** Lets this app answer from now on. */
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
