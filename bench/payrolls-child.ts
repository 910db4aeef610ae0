import type { DatabaseAddress } from '../src/database/connect.ts';
import { approveNext, hire, makeCompany, pay, untilFollowed, withService } from './employer.ts';

// A service in a process of its own, which approves payroll after payroll of one employer and tells how much memory it
// holds after each, when what can be collected was (node --expose-gc).

const { address, people, payrolls } = JSON.parse(process.argv[2]!) as {
  address: DatabaseAddress;
  people: number;
  payrolls: number;
};

const tell = (message: unknown): Promise<void> => new Promise((resolve) => process.send!(message, () => resolve()));

/** Bytes of live objects and buffers. */
const held = async (): Promise<number> => {
  for (let i = 0; i < 3; i++) {
    globalThis.gc!();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

await withService(address, ['api', 'projections', 'processes'], async (service) => {
  const { services } = service;
  const company = await makeCompany(service);
  // Three years of bi-weekly payrolls, or as many as are wanted.
  const first = new Date(Date.UTC(2026, 11, 18) - (payrolls - 1) * 14 * 86_400_000).toISOString().slice(0, 10);
  const { schedule, assignments } = await hire(services, company.tenant, people, first);
  await untilFollowed(services, await services.store.head(), ['population']);
  await pay(services, company.tenant, assignments);
  await untilFollowed(services, await services.store.head(), ['population']);
  for (let n = 1; n <= payrolls; n++) {
    const { took_s } = await approveNext(service, company, schedule);
    // In kilobytes on every platform.
    await tell({ n, took_s, held_MB: (await held()) / 1e6, peak_MB: process.resourceUsage().maxRSS / 1_024 });
  }
});
process.exit(0);
