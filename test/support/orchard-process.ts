import type { DatabaseAddress } from '../../src/database/connect.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import { openPostgresEventStore } from '../../src/event-store/postgres/store.ts';
import { gardenerOf, processesOn, readModelsOn } from './read-models.ts';

// A process of the orchard, for tests that kill it. It is told what to do by messages and answers each with one.

export interface Orders {
  address: DatabaseAddress;
  /** Whether it also runs the process manager `gardener`. */
  gardener?: boolean;
}

export type Order =
  | { do: 'feeds' }
  | { do: 'followed'; position: string; follows?: string[]; within_ms?: number }
  /** Begins to rebuild and stands still in the middle; answers when it does. */
  | { do: 'rebuild halfway' };

const { address, gardener } = JSON.parse(process.argv[2]!) as Orders;
const real = openPostgresEventStore({ database: address });
let halfway: (() => void) | undefined;
const store: EventStore = {
  ...real,
  async *readAll(options) {
    if (!halfway) return yield* real.readAll(options);
    for await (const events of real.readAll({ ...options, batchSize: 50 })) {
      yield events;
      halfway();
      await new Promise(() => {});
    }
  },
};
const models = readModelsOn({ address }, store);
await models.start();
const processes = processesOn(models, store, gardener ? [gardenerOf(store)] : []);
await processes.start();

const obey = async (order: Order): Promise<unknown> => {
  if (order.do === 'feeds') return [...models.feeds(), ...processes.runs()];
  if (order.do === 'followed') return models.gate.followed(BigInt(order.position), order.follows, order.within_ms);
  return new Promise((resolve) => {
    halfway = () => resolve('halfway');
    models.rebuild().catch(() => {});
  });
};

process.on('message', (order: Order) => {
  void obey(order).then((answer) => process.send?.({ answer }));
});
process.send?.({ answer: 'ready' });
