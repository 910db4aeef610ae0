/** The command line itself is wrong. The message is one sentence. */
export class UsageError extends Error {
  override name = 'UsageError';
}
