import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Bench, type Measurement, type Row, row } from '../bench.ts';
import { make, makeCompany, withService } from '../employer.ts';

/**
 * Calls to receivers that answer at once: from the append of what happened until they are told of all of it, by the whole
 * service, signed, one attempt each. The receivers listen in the same process.
 */
const RECEIVERS = 10;
const EVENTS = 500;
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

const measure = async (bench: Bench): Promise<Row[]> =>
  withService(await bench.freshDatabase(), ['api', 'projections', 'processes'], async (service) => {
    const { services } = service;
    const company = await makeCompany(service);
    const receivers = await Promise.all(Array.from({ length: RECEIVERS }, sink));
    const told = () => receivers.reduce((sum, { calls }) => sum + calls(), 0);
    try {
      const partner = { partner_id: company.tenant.partner_id };
      await make(
        services,
        partner,
        'webhook',
        receivers.map(({ url }) => ({ url, events: ['resource_created'], is_enabled: true })),
      );
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
            setup: `${EVENTS} records made, ${RECEIVERS} receivers told of each; from the first append to the last answer`,
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
