/** Pauses between repeated tries: from `first_ms` doubling up to `most_ms`, each shortened by up to half at random. */
export function pauses(first_ms: number, most_ms: number): { next_ms(): number; reset(): void } {
  let next_ms = first_ms;
  return {
    next_ms() {
      const pause_ms = next_ms * (0.5 + Math.random() / 2);
      next_ms = Math.min(next_ms * 2, most_ms);
      return pause_ms;
    },
    reset() {
      next_ms = first_ms;
    },
  };
}
