import type { DatabaseAddress } from '../src/database/connect.ts';
import { openSide } from './read-models.ts';

// A process of its own that rebuilds a read model and tells how fast that was, how much of the processors it used for
// it, and how much memory it took at most.

const { address, count } = JSON.parse(process.argv[2]!) as { address: DatabaseAddress; count: number };
const side = await openSide(address);
const before = process.cpuUsage();
const rate = await side.rebuild(count);
const { user, system } = process.cpuUsage(before);
await side.close();
// In kilobytes on every platform.
process.send!({ rate, processor_s: (user + system) / 1_000_000, peak_MB: process.resourceUsage().maxRSS / 1_024 }, () =>
  process.exit(0),
);
