import { z } from 'zod';
import type { Call, Operation, Preferences, Reply, Representation } from '../../src/kernel/definition/operation.ts';
import type { Tenant } from '../../src/kernel/definition/services.ts';
import { operations } from '../../src/operations.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { Problem } from '../../src/values/problem.ts';
import type { Network } from './network.ts';
import type { Process } from './process.ts';
import type { World } from './world.ts';

/** A request as a client makes it, with a key under which it may be repeated. */
export interface Request {
  operation: string;
  params?: Record<string, string>;
  query?: JsonObject;
  body?: unknown;
  /** A CSV in place of a body. */
  upload?: string;
  /** What the answer is to be, where there is a choice. */
  accept?: Representation;
}

/** A request that was made, and what became of it. */
export interface Asked extends Request {
  /** Also its request id and its idempotency key. */
  id: string;
  tenant: Tenant;
  occurred_at: string;
  tries: number;
  /** `lost`: the client gave up without having heard what became of it. */
  outcome: 'asked' | 'done' | 'refused' | 'lost';
  /** What the service keeps with its key: where it writes. */
  container?: string;
  reply?: Reply;
  /** Of an answer that is one, its text. */
  file?: string;
  problem?: Problem;
}

const PREFERENCES: Preferences = {
  deprecate_sync_bulk: true,
  deprecate_flat_bulk_shape: true,
  deprecate_benefit_percent: true,
};

/** A key that a process works on is free again so long after the process was heard of. */
const KEY_LEASE_ms = 10_000;
const LOOK_ms = 1_000;
const MAX_TRIES = 40;

const byId = new Map(operations.map((operation) => [operation.id, operation]));

/** @throws when no operation is called so */
export const operationOf = (id: string): Operation => {
  const found = byId.get(id);
  if (!found) throw new Error(`there is no operation ${id}`);
  return found;
};

const bodyOf = (operation: Operation, body: unknown): unknown => {
  const schema = typeof operation.body === 'function' ? operation.body(PREFERENCES) : operation.body;
  const parsed = (schema ?? z.strictObject({})).safeParse(body ?? {});
  if (!parsed.success)
    throw new Error(`${operation.id} does not take ${JSON.stringify(body)}: ${parsed.error.message}`);
  return parsed.data;
};

/**
 * Makes a request until it is answered: a 5xx, or a process that died or stands still, and it is repeated elsewhere
 * under its key.
 */
export const send = (world: World, tenant: Tenant, request: Request): Promise<Asked> => {
  const { scheduler, ground, random } = world;
  const asked: Asked = {
    ...request,
    id: `req_${world.asked.length}`,
    tenant,
    occurred_at: ground.clock.instant(),
    tries: 0,
    outcome: 'asked',
  };
  world.asked.push(asked);
  const operation = operationOf(request.operation);
  const body = request.upload === undefined ? bodyOf(operation, request.body) : undefined;
  const patience = random.next() < world.profile().giveUp ? 1 : MAX_TRIES;

  return new Promise((resolve) => {
    let current = 0;
    let holder: string | undefined;
    const finish = (outcome: Asked['outcome'], heard: Pick<Asked, 'reply' | 'problem' | 'file'> = {}): void => {
      if (asked.outcome !== 'asked') return;
      Object.assign(asked, heard, { outcome });
      resolve(asked);
    };
    const again = (delay_ms: number): void => void scheduler.after(delay_ms, undefined, attempt);
    const attempt = (): void => {
      if (asked.outcome !== 'asked') return;
      const ready = world.processes.filter((process) => process.ready && !process.host.paused);
      if (ready.length === 0) {
        again(LOOK_ms);
        return;
      }
      if (asked.tries >= patience) {
        finish('lost');
        return;
      }
      const process = random.pick(ready);
      const turn = ++current;
      asked.tries += 1;
      const call = callOf(asked, body, process, ground.network);
      const { lease } = call.origin;
      const heard = (settle: () => void): void =>
        void scheduler.after(ground.network.delay_ms(), undefined, () => {
          // An answer to a try that the client has given up is not heard.
          if (turn === current) settle();
        });
      scheduler.after(ground.network.delay_ms(), process.host, () => {
        // It takes the key over from whichever try had it.
        if (holder !== undefined) ground.weather.lost.add(holder);
        holder = lease;
        answerOf(operation, call).then(
          (answer) => heard(() => finish((answer.reply?.status ?? 0) < 400 ? 'done' : 'refused', answer)),
          (error: unknown) =>
            heard(() => {
              if (error instanceof Problem && error.status < 500) finish('refused', { problem: error });
              else again(LOOK_ms * random.next());
            }),
        );
      });
      watch(process, turn, 0);
    };
    /** Whether the process still answers, as long as the answer has not come. */
    const watch = (process: Process, turn: number, silent_ms: number): void => {
      scheduler.after(LOOK_ms, undefined, () => {
        if (turn !== current || asked.outcome !== 'asked') return;
        const silent = process.host.paused || !process.host.alive;
        if (silent && silent_ms >= KEY_LEASE_ms) {
          current += 1;
          attempt();
        } else watch(process, turn, silent ? silent_ms + LOOK_ms : 0);
      });
    };
    attempt();
  });
};

/** An answer as it arrives: a file is read to its end. */
const answerOf = async (operation: Operation, call: Call): Promise<Pick<Asked, 'reply' | 'file'>> => {
  const { file, ...reply } = await operation.run(call);
  if (!file) return { reply: JSON.parse(JSON.stringify(reply)) as Reply };
  const pieces: Uint8Array[] = [];
  for await (const piece of file.bytes) pieces.push(piece);
  return { reply, file: Buffer.concat(pieces).toString() };
};

const callOf = (asked: Asked, body: unknown, { host, services }: Process, network: Network): Call => {
  const { tenant } = asked;
  const path = operationOf(asked.operation).path;
  return {
    tenant,
    params: asked.params ?? {},
    query: asked.query ?? {},
    body: body as JsonObject,
    ...(asked.upload === undefined
      ? {}
      : { upload: { bytes: Buffer.from(asked.upload), type: 'text/csv', fields: {} } }),
    choose: (available) => available.find((one) => one === asked.accept) ?? available[0]!,
    locale: 'en',
    preferences: PREFERENCES,
    origin: {
      tenant,
      actor: tenant.company_id === undefined ? `partner:${tenant.partner_id}` : `company:${tenant.company_id}`,
      request_id: asked.id,
      correlation_id: asked.id,
      idempotency_key: asked.id,
      occurred_at: asked.occurred_at,
      seed: asked.id,
      mayRepeat: asked.tries > 1,
      lease: `${asked.id}/${asked.tries}`,
      container: {
        known: asked.container,
        keep: (id) =>
          network.call(host, () => {
            asked.container = id;
          }),
      },
    },
    services,
    url: new URL(path, 'http://localhost'),
  };
};
