import type { DatabaseAddress } from '../src/database/connect.ts';
import { askAt, withService } from './employer.ts';
import { generated, registered } from './rows/forms.ts';

// A service in a process of its own on a database that is filled: it makes one register, or the forms of one year, and tells
// what the whole process took at its peak.

export interface FormsOrders {
  address: DatabaseAddress;
  token: string;
  pay_schedule_id: string;
  /** Nothing: what the service takes by itself. */
  work: 'nothing' | 'register' | 'forms';
}

const { address, token, pay_schedule_id, work } = JSON.parse(process.argv[2]!) as FormsOrders;
await withService(address, ['api', 'projections', 'processes'], async ({ url }) => {
  const ask = askAt(url, token);
  if (work === 'register') await registered(url, { ask, token }, pay_schedule_id);
  if (work === 'forms') await generated(ask, 't4');
  // In kilobytes on every platform.
  const peak_MB = process.resourceUsage().maxRSS / 1_024;
  await new Promise<void>((resolve) => process.send!({ peak_MB }, () => resolve()));
});
process.exit(0);
