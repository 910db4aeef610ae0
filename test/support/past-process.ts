import { hire, makeCompany, pay, untilFollowed, withService } from '../../bench/employer.ts';
import type { DatabaseAddress } from '../../src/database/connect.ts';
import { layPast } from './past.ts';

// A service in a process of its own, before which an employer's past passes: as its read models and process managers
// see payroll after payroll. Tells how much memory it holds, when what can be collected was (node --expose-gc).

export interface PastOrders {
  address: DatabaseAddress;
  people: number;
  payrolls: number;
  /** After so many it tells, again and again. */
  every: number;
}

export interface Held {
  payrolls: number;
  /** Live objects and buffers. */
  held_MB: number;
}

const { address, people, payrolls, every } = JSON.parse(process.argv[2]!) as PastOrders;

const tell = (message: Held): Promise<void> => new Promise((resolve) => process.send!(message, () => resolve()));

const held_MB = async (): Promise<number> => {
  for (let i = 0; i < 3; i++) {
    globalThis.gc!();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
};

const laid = await withService(address, ['api', 'projections', 'processes'], async (service) => {
  const { services } = service;
  const { tenant } = await makeCompany(service);
  const { schedule, assignments } = await hire(services, tenant, people, '2026-12-18');
  await pay(services, tenant, assignments);
  await untilFollowed(services, await services.store.head(), ['population']);
  return { tenant, schedule };
});
await withService(address, ['api', 'projections'], async ({ services }) => {
  await layPast(services, laid.tenant, laid.schedule, payrolls, async (count) => {
    if (count % every > 0) return;
    await untilFollowed(services, await services.store.head());
    await tell({ payrolls: count, held_MB: await held_MB() });
  });
});
process.exit(0);
