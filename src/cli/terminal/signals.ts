/** Twice the same Ctrl-C: the terminal signals the whole process group, and npm passes it on to us once more. */
const SAME_SIGNAL_ms = 500;

/** SIGHUP: the terminal was closed. */
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;
export type EndSignal = (typeof SIGNALS)[number];

/** What a process ends with that a signal ended, as shells have it. SIGPIPE: nobody reads what it prints any more. */
export const EXIT_CODES: Readonly<Record<EndSignal | 'SIGPIPE', number>> = {
  SIGHUP: 129,
  SIGINT: 130,
  SIGPIPE: 141,
  SIGTERM: 143,
};

/**
 * Calls `first` at the first end signal of this process, and `again` at the next one.
 *
 * @returns what stops listening
 */
export const onEndSignal = (first: (signal: EndSignal) => void, again: (signal: EndSignal) => void): (() => void) => {
  let first_ms: number | undefined;
  const onSignal = (signal: EndSignal): void => {
    const now_ms = performance.now();
    if (first_ms === undefined) {
      first_ms = now_ms;
      first(signal);
    } else if (now_ms - first_ms >= SAME_SIGNAL_ms) again(signal);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
};
