/** What was to be checked cannot all be read: the answer is neither yes nor no. The message is one sentence. */
export class NotChecked extends Error {
  override name = 'NotChecked';
}

/** The command line itself is wrong, or names what is not there. The message is one sentence. */
export class UsageError extends Error {
  override name = 'UsageError';
}
