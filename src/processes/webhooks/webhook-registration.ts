import { appendTo } from '../../kernel/changes/execute.ts';
import { type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { webhookDisabled } from '../../platform/events.ts';
import { type SigningKey, signingKeys, webhook } from '../../platform/webhook.ts';
import { loopTurn } from '../../timing/give-way.ts';

/** A registration as it is now. */
export interface Current {
  row: RecordOf<'webhook'> | undefined;
  /** Those that are valid; none where the partner's key was erased. */
  keys: string[];
}

/** Whether calls are made: it is there and enabled, and something signs them. */
export const isCalled = (current: Current): current is Current & { row: RecordOf<'webhook'> } =>
  current.row?.is_enabled === true && current.keys.length > 0;

/**
 * The current registration and its valid keys. Read again for each call, since a webhook that was disabled or deleted
 * gets no more calls; calls that start together share one read.
 */
export const currentRegistration = (id: string, partner_id: string, services: Services) => {
  let reading: Promise<Current> | undefined;
  let opened: { box: string; keys: SigningKey[] } | undefined;
  const read = async (): Promise<Current> => {
    await loopTurn();
    reading = undefined;
    const row = await services.read.get(webhook.object, { partner_id }, id);
    if (!row) return { row, keys: [] };
    const box = JSON.stringify([row.sealed_key, row.earlier_key ?? null]);
    if (opened?.box !== box) opened = { box, keys: await signingKeys(row, services) };
    const now = services.clock.instant();
    const valid = opened.keys.filter(({ expires_at }) => expires_at === null || expires_at > now);
    return { row, keys: valid.map(({ key }) => key) };
  };
  return (): Promise<Current> => {
    reading ??= read();
    return reading;
  };
};

/**
 * Disables a webhook by an event, so that callers can see it.
 *
 * @param url the address that it was called at
 * @param lease of the run that called it
 * @returns false when it has another address by now, of which those calls said nothing: then it stays as it is
 */
export const disable = async (
  id: string,
  partner_id: string,
  { reason, url, lease }: { reason: string; url: string; lease: string | undefined },
  services: Services,
): Promise<boolean> => {
  const seed = `webhooks/disable/${id}/${services.clock.instant()}`;
  const origin = {
    tenant: { partner_id },
    actor: 'process:webhooks',
    request_id: seed,
    correlation_id: seed,
    occurred_at: services.clock.instant(),
    mayRepeat: false,
    seed,
    lease,
  };
  let isElsewhere = false;
  const { position } = await appendTo(
    streamOf(webhook.object, id),
    'disable',
    origin,
    services,
    async ({ aggregate }) => {
      const now = aggregate.get(webhook.object, id);
      isElsewhere = now?.is_enabled === true && now.url !== url;
      return now?.is_enabled && !isElsewhere ? [webhookDisabled({ reason })] : [];
    },
  );
  if (isElsewhere) return false;
  services.log.warn({ webhook: id, reason }, 'a webhook was disabled');
  if (position !== undefined) await services.gate.followed(position);
  return true;
};
