import {
  NO_ORGANISATION,
  OTHER_BOOKS,
  type ProviderConnection,
  ProviderRefused,
  type ProviderRequest,
  ProviderUnavailable,
} from '../../kernel/definition/services.ts';
import { pause, pauses } from '../../timing/pauses.ts';
import type { ProviderName } from './endpoints.ts';
import { connectedBy, organisationsIn } from './organisations.ts';
import type { Answer } from './provider-calls.ts';
import { refusalOf } from './provider-words.ts';

/** For how long a provider is asked again: a browser waits, and another that uses the same code waits a little longer. */
const ASKED_AGAIN_ms = 4_000;
const [FIRST_PAUSE_ms, LONGEST_PAUSE_ms] = [250, 2_000];

/** What tokens of Xero are for. */
export const CONNECTIONS = { method: 'GET', path: '/connections' } as const;

/**
 * What a provider calls the books that tokens are for. Xero says it when it is asked. For QuickBooks the redirect names
 * them, or a caller does, and either may name another company's: so the tokens have to open them.
 *
 * @param given by the redirect or a caller
 * @param ask asks the provider with the tokens, for as long as it is given
 * @throws ProviderRefused where the tokens are refused, or are for no books or for others, ProviderUnavailable where
 *   the provider does not say it in time
 */
export const realmOf = async (
  provider: ProviderName,
  access_token: string,
  given: string | undefined,
  ask: (request: ProviderRequest, within_ms: number) => Promise<Answer>,
): Promise<string> => {
  /** What it says is the matter with the tokens themselves. */
  const refusal = (answer: Answer) => refusalOf(answer, [access_token, `Bearer ${access_token}`]);
  if (provider === 'quickbooks') {
    if (!given) throw new ProviderRefused(400, 'the redirect names no realmId');
    const company = encodeURIComponent(given);
    const path = `/v3/company/${company}/companyinfo/${company}`;
    const answer = await answered((within_ms) => ask({ method: 'GET', path }, within_ms));
    if (answer.status === 403) throw new ProviderRefused(403, OTHER_BOOKS);
    if (answer.status >= 300) throw refusal(answer);
    return given;
  }
  const answer = await answered((within_ms) => ask(CONNECTIONS, within_ms));
  if (answer.status >= 300) throw refusal(answer);
  const latest = connectedBy(access_token, organisationsIn(answer.body));
  if (!latest) throw new ProviderRefused(answer.status, NO_ORGANISATION);
  return latest.tenant_id;
};

/** Whether an organisation of Xero has ended its connection with the service, which the tokens of its user outlive. */
export const hasLeft = async (
  { provider, realm_id }: ProviderConnection,
  ask: (request: ProviderRequest) => Promise<Answer>,
): Promise<boolean> => {
  if (provider !== 'xero') return false;
  const { status, body } = await ask(CONNECTIONS);
  return status < 300 && Array.isArray(body) && organisationsIn(body).every(({ tenant_id }) => tenant_id !== realm_id);
};

/** An answer that is one. It is asked for again for a while, since the code that tokens were given for is good once. */
const answered = async (ask: (within_ms: number) => Promise<Answer>): Promise<Answer> => {
  const until_ms = performance.now() + ASKED_AGAIN_ms;
  const nextPause_ms = pauses(FIRST_PAUSE_ms, LONGEST_PAUSE_ms);
  for (;;) {
    const answer = await ask(Math.max(1, until_ms - performance.now())).catch(unlessAway);
    const isAway = answer instanceof ProviderUnavailable;
    if (!isAway && answer.status !== 429 && answer.status < 500) return answer;
    const wait_ms = Math.max(nextPause_ms(), isAway ? 0 : (answer.retryAfter_s ?? 0) * 1_000);
    if (performance.now() + wait_ms > until_ms)
      throw isAway ? answer : new ProviderUnavailable(`status ${answer.status}`);
    await pause(wait_ms);
  }
};

const unlessAway = (error: unknown): ProviderUnavailable => {
  if (error instanceof ProviderUnavailable) return error;
  throw error;
};
