import { randomUUID } from 'node:crypto';
import { openEventStoreDbEventStore } from '../../src/event-store/eventstoredb/store.ts';
import { startStandIn } from '../support/eventstoredb-stand-in/server.ts';
import { contract } from './contract.ts';

// Always against the stand-in; against a real server as well when EVENTSTOREDB_URL names one. Each run has a prefix of
// its own there and leaves the events of other runs, and of other applications, as they are.

const ownPrefix = () => `contract_${randomUUID().replaceAll('-', '')}.`;

contract('EventStoreDB (the stand-in)', async () => {
  const server = await startStandIn();
  const prefix = ownPrefix();
  return { open: () => openEventStoreDbEventStore({ url: server.url, prefix }), end: () => server.stop() };
});

const url = process.env.EVENTSTOREDB_URL;
if (url) {
  contract('EventStoreDB (a real server)', async () => {
    const prefix = ownPrefix();
    return { open: () => openEventStoreDbEventStore({ url, prefix }), end: async () => undefined };
  });
}
