import type { DatabaseAddress } from '../src/database/connect.ts';
import { openPostgresEventStore } from '../src/event-store/postgres/store.ts';

// A process of its own that reads a log from start to end and tells how much memory that took at most.

const database = JSON.parse(process.argv[2]!) as DatabaseAddress;
const store = openPostgresEventStore({ database });
let count = 0;
for await (const batch of store.readAll({ after: 0n, upTo: await store.head() })) count += batch.length;
await store.close();
// In kilobytes on every platform.
process.send!({ count, peak_MB: process.resourceUsage().maxRSS / 1_024 }, () => process.exit(0));
