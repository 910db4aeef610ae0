import { reasonOf } from './values/describe-error.ts';

/** What prevents a start. The message is one sentence for the operator. */
export class StartFailed extends Error {
  override name = 'StartFailed';
}

/** A URL as it may be printed. */
const withoutSecrets = (url: string): string => {
  try {
    const { protocol, host, pathname } = new URL(url);
    return `${protocol}//${host}${pathname}`;
  } catch {
    return 'the address given';
  }
};

/** That a server of a setting does not answer as it should. */
export const cannotBeReached = (setting: string, url: string, cause: unknown): StartFailed =>
  new StartFailed(`${setting} cannot be reached at ${withoutSecrets(url)}: ${reasonOf(cause)}`, { cause });
