import type { DatabaseAddress } from '../../src/database/connect.ts';
import { START } from '../../src/event-store/port.ts';
import { openPostgresEventStore } from '../../src/event-store/postgres/store.ts';
import { openRecord, type Seen } from './record.ts';

// A process that follows the log from its start and writes down what it is handed, until it has what it is told to
// wait for.

interface Task {
  database: DatabaseAddress;
  name: string;
  record: string;
}

const task = JSON.parse(process.argv[2]!) as Task;
const store = openPostgresEventStore({ database: task.database, name: task.name, readDeadline_ms: 2_000 });
const record = openRecord(task.record);
let reached = START;
let until: bigint | undefined;
let check = (): void => {};

const subscription = store.subscribeAll({
  after: START,
  batchSize: 500,
  onBatch: async ({ events, upTo }) => {
    for (const { position, id } of events) record([String(position), id] satisfies Seen);
    reached = upTo;
    check();
  },
});
// Whoever started this is gone: nobody waits for the end.
process.on('disconnect', () => process.exit(2));
process.on('message', (message: { until: string }) => {
  until = BigInt(message.until);
  check();
});
const arrived = new Promise<void>((resolve) => {
  check = () => {
    if (until !== undefined && reached >= until) resolve();
  };
});
process.send!({ ready: true });
await arrived;
await subscription.stop();
await store.close();
process.exit(0);
