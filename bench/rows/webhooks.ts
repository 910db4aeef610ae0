import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Service } from '../../src/main.ts';
import { type Bench, type Measurement, type Row, row } from '../bench.ts';
import { make, makeCompany, withService } from '../employer.ts';

/**
 * Calls to receivers that answer at once: from the append of what happened until they are told of all of it, by the
 * whole service, signed, one attempt each. The receivers listen in the same process.
 */
const RECEIVERS = 10;
const EVENTS = 500;
/** Calls to each receiver that ended before. */
const EARLIER = 20_000;
const PROMISED_per_s = 500;

/** A receiver that counts. */
const sink = async () => {
  let calls = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      calls += 1;
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    calls: () => calls,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const LOOK_ms = 20;
const PATIENCE_ms = 120_000;

/** What a month leaves behind: calls that have ended, each with its attempt. */
const layDeliveries = async ({ foundation: { sql } }: Service, webhooks: readonly string[]): Promise<void> => {
  await sql`
    insert into webhook_endpoints (webhook_id, last_sequence) select unnest(${webhooks}::text[]), ${EARLIER}
    on conflict (webhook_id) do update set last_sequence = excluded.last_sequence`;
  await sql`
    with laid as (
      insert into webhook_deliveries (
        id, webhook_id, sequence, event, resource_id, position, body, due_at, attempts, outcome, ended_at, created_at)
      select webhook_id || '-' || n, webhook_id, n, 'resource_created', 'emp_' || n, n, '{}', at, 1, 'delivered', at, at
      from unnest(${webhooks}::text[]) webhook_id, generate_series(1, ${EARLIER}::int4) n,
        lateral (select clock_timestamp() - n * interval '1 minute' as at) happened
      returning id, ended_at)
    insert into webhook_attempts (delivery_id, attempt, duration_ms, status, ended_at)
    select id, 1, 5, 204, ended_at from laid`;
  await sql`analyze webhook_deliveries, webhook_attempts`;
};

const measure = async (bench: Bench): Promise<Row[]> =>
  withService(await bench.freshDatabase(), ['api', 'projections', 'processes'], async (service) => {
    const { services } = service;
    const company = await makeCompany(service);
    const receivers = await Promise.all(Array.from({ length: RECEIVERS }, sink));
    const told = () => receivers.reduce((sum, { calls }) => sum + calls(), 0);
    try {
      const partner = { partner_id: company.tenant.partner_id };
      const hooks = await make(
        services,
        partner,
        'webhook',
        receivers.map(({ url }) => ({ url, events: ['resource_created'], is_enabled: true })),
      );
      await layDeliveries(service, hooks);
      const rates: number[] = [];
      for (let round = 0; round <= bench.rounds; round++) {
        const before = told();
        const begun_ms = performance.now();
        const people = Array.from({ length: EVENTS }, (_, i) => ({
          first_name: `Ada ${round}`,
          last_name: `Roy ${i}`,
        }));
        await make(services, company.tenant, 'employee', people);
        while (told() < before + EVENTS * RECEIVERS) {
          if (performance.now() > begun_ms + PATIENCE_ms) throw new Error(`${told() - before} calls in two minutes`);
          await new Promise((resolve) => setTimeout(resolve, LOOK_ms));
        }
        if (round > 0) rates.push((EVENTS * RECEIVERS) / ((performance.now() - begun_ms) / 1_000));
      }
      return [
        row(
          {
            name: 'calls to webhooks',
            unit: 'calls/s',
            baseline_name: 'calls/s promised',
            goal: 1,
            setup: `${EVENTS} records made, ${RECEIVERS} receivers told of each, which were called ${EARLIER} times before; from the first append to the last answer`,
          },
          rates,
          [PROMISED_per_s],
        ),
      ];
    } finally {
      for (const { close } of receivers) close();
    }
  });

export const measurements: Measurement[] = [{ name: 'webhooks', measure }];
