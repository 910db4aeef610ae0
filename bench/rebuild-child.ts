import type { DatabaseAddress } from '../src/database/connect.ts';
import { openSide } from './read-models.ts';

// A process of its own that rebuilds a read model and tells how fast that was and how much memory it took at most.

const { address, count } = JSON.parse(process.argv[2]!) as { address: DatabaseAddress; count: number };
const side = await openSide(address);
const rate = await side.rebuild(count);
await side.close();
// In kilobytes on every platform.
process.send!({ rate, peak_MB: process.resourceUsage().maxRSS / 1_024 }, () => process.exit(0));
