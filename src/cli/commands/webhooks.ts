import { join } from 'node:path';
import type { Foundation } from '../../foundation.ts';
import { act } from '../../kernel/calls/actions.ts';
import { loadStream } from '../../kernel/changes/execute.ts';
import { operatorOrigin } from '../../kernel/changes/operator.ts';
import { type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import { assemble } from '../../main.ts';
import { proveKept, writePrivateJson } from '../../platform/first-partner.ts';
import { MOST_OVERLAP_minutes } from '../../platform/partner-secret.ts';
import { keyRevocation, keyRotation, keysOf, presentValue, usedKeys } from '../../platform/webhook-key.ts';
import { Problem } from '../../values/problem.ts';
import { attached } from '../terminal/attach.ts';
import { UsageError } from '../terminal/errors.ts';
import { say } from '../terminal/print.ts';
import { table } from '../terminal/table.ts';

const found = async (id: string, services: Services): Promise<RecordOf<'webhook'>> => {
  const { aggregate } = await loadStream(streamOf('webhook', id), services);
  const state = aggregate.get('webhook', id);
  if (!state) throw new UsageError(`there is no webhook ${id}`);
  return state;
};

/** What a problem says of a request is what a command fails with. */
const onWebhook = (
  env: NodeJS.ProcessEnv,
  id: string,
  work: (state: RecordOf<'webhook'>, services: Services, origin: Origin, foundation: Foundation) => Promise<void>,
): Promise<void> =>
  attached(env, async (foundation) => {
    const { services } = assemble(foundation, '');
    const state = await found(id, services);
    const origin = operatorOrigin({ partner_id: state.scope_id }, services);
    await work(state, services, origin, foundation).catch((error: unknown) => {
      throw error instanceof Problem ? new Error(error.text.en) : error;
    });
  });

/** `payroll webhooks keys`: the valid ones, with when they were made and last used and until when they are valid. */
export const listKeys = (env: NodeJS.ProcessEnv, id: string): Promise<void> =>
  onWebhook(env, id, async (state, services) => {
    const rows = (await usedKeys(state, services)).map((key) => [
      key.id,
      key.created_at,
      key.last_used_at ?? 'not yet',
      key.expires_at ?? 'for good',
    ]);
    say(table(['key', 'made', 'last used', 'valid until'], rows));
  });

/** `payroll webhooks rotate`: another key, printed on a terminal and elsewhere kept in a file of DATA_DIR. */
export const rotate = (env: NodeJS.ProcessEnv, id: string, { overlap }: { overlap: string }): Promise<void> => {
  if (!/^\d{1,5}$/.test(overlap) || Number(overlap) > MOST_OVERLAP_minutes)
    throw new UsageError(`--overlap must be whole minutes from 0 to ${MOST_OVERLAP_minutes}`);
  return onWebhook(env, id, async (_, services, origin, { config }) => {
    if (!process.stdout.isTTY) await proveKept(config.dataDir);
    const { record } = await act(keyRotation, id, { origin, services, body: { overlap_minutes: Number(overlap) } });
    const key = await presentValue(record, services);
    const { earlier_key: earlier } = record;
    say(`webhook ${id} has the key ${record.key_id}; ${earlier?.id} before it is valid until ${earlier?.expires_at}`);
    if (process.stdout.isTTY) {
      say(`  key  ${key}`);
      return;
    }
    const path = join(config.dataDir, `key-${record.key_id}.json`);
    await writePrivateJson(path, { webhook: id, id: record.key_id, key });
    say(`  it is in ${path} (mode 0600)`);
  });
};

/** `payroll webhooks revoke`: the next calls are not signed with it any more. */
export const revoke = (env: NodeJS.ProcessEnv, id: string, key: string): Promise<void> =>
  onWebhook(env, id, async (state, services, origin) => {
    if (!keysOf(state, origin.occurred_at).some((one) => one.id === key))
      throw new UsageError(`webhook ${id} has no valid key ${key}`);
    await act(keyRevocation, id, { origin, services, params: { webhook_key: key } });
    say(`key ${key} was revoked`);
  });
