/**
 * Waits until a condition holds, looking every few milliseconds.
 *
 * @throws Error when it does not hold within `deadline_ms`.
 */
export async function until(condition: () => boolean | Promise<boolean>, deadline_ms = 10_000): Promise<void> {
  const end_ms = performance.now() + deadline_ms;
  while (!(await condition())) {
    if (performance.now() > end_ms) throw new Error(`it did not become true within ${deadline_ms} ms: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
