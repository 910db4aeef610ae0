import { setTimeout as pause } from 'node:timers/promises';

/**
 * The first looks follow each other closely, since most of what is waited for is nearly there: who looks takes a
 * processor.
 */
const FIRST_ms = 5;
const LONGEST_ms = 50;

/**
 * Waits until a condition holds, looking every few milliseconds, and less often the longer it takes.
 *
 * @throws Error when it does not hold within `deadline_ms`.
 */
export async function until(condition: () => boolean | Promise<boolean>, deadline_ms = 60_000): Promise<void> {
  const end_ms = performance.now() + deadline_ms;
  for (let pause_ms = FIRST_ms; !(await condition()); pause_ms = Math.min(1.5 * pause_ms, LONGEST_ms)) {
    if (performance.now() > end_ms) throw new Error(`it did not become true within ${deadline_ms} ms: ${condition}`);
    await pause(pause_ms);
  }
}
