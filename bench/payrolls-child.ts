import type { DatabaseAddress } from '../src/database/connect.ts';
import type { Service } from '../src/main.ts';
import { manualClock } from '../src/values/clock.ts';
import { approveNext, askAt, hirePaid, makeCompany, untilFollowed, withService } from './employer.ts';
import { PARTNER_SECRET } from './service-child.ts';

// A service in a process of its own, which approves payroll after payroll of one employer and tells how much memory it
// holds after each, when what can be collected was (node --expose-gc).

const {
  address,
  people,
  payrolls,
  last = '2026-12-18',
  today,
} = JSON.parse(process.argv[2]!) as {
  address: DatabaseAddress;
  people: number;
  payrolls: number;
  /** Pay date of the last one. By default its year is about to end, so that all drafts of the next one are there too. */
  last?: string;
  /** Day on which the first one is approved; by default its pay date. */
  today?: string;
};

// Whoever waits for what is told here is gone.
process.on('disconnect', () => process.exit(2));

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

const PERIOD_ms = 14 * 86_400_000;
/** Bi-weekly payrolls, of which the last one is paid in the last year that statutory rates are known of. */
const first_ms = Date.parse(`${last}T17:00:00.000Z`) - (payrolls - 1) * PERIOD_ms;
// The service lives through them: time goes on with each.
const clock = manualClock(today === undefined ? new Date(first_ms).toISOString() : `${today}T17:00:00.000Z`);

const lived = async (service: Service): Promise<void> => {
  const { services } = service;
  const partner = askAt(service.url, PARTNER_SECRET);
  const company = await makeCompany(service);
  const first = new Date(first_ms).toISOString().slice(0, 10);
  const schedule = await hirePaid(services, company.tenant, people, first);
  await untilFollowed(services, await services.store.head(), ['population']);
  for (let n = 1; n <= payrolls; n++) {
    // A token is good for an hour.
    const { access_token: token } = await partner('POST', '/token', { company_id: company.tenant.company_id });
    const { took_s } = await approveNext(service, { ...company, token, ask: askAt(service.url, token) }, schedule);
    // In kilobytes on every platform.
    await tell({ n, took_s, held_MB: (await held()) / 1e6, peak_MB: process.resourceUsage().maxRSS / 1_024 });
    clock.advance(PERIOD_ms);
  }
};

await withService(address, ['api', 'projections', 'processes'], lived, { clock });
process.exit(0);
