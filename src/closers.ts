import type { Logger } from 'pino';

/** Called when the process ends, in the opposite order. */
export type Closers = (() => Promise<unknown>)[];

/** What is to be closed, the last opened first; who closes while it is closing waits for the same end. */
export const makeClosers = (log: Logger): { closers: Closers; close: () => Promise<void> } => {
  const closers: Closers = [];
  const closeAll = async (): Promise<void> => {
    for (let closer = closers.pop(); closer; closer = closers.pop())
      await closer().catch((error: unknown) =>
        log.warn({ err: error }, 'closing a part of the service failed; the shutdown continues'),
      );
  };
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= closeAll();
    return closing;
  };
  return { closers, close };
};
