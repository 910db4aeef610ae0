import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { openEventStoreDbEventStore } from '../../src/event-store/eventstoredb/store.ts';
import { startStandIn } from '../support/eventstoredb-stand-in/server.ts';
import { contract } from './contract.ts';
import { type Control, faults } from './eventstoredb-faults.ts';

// Always against the stand-in; against a real server as well when EVENTSTOREDB_URL names one. Each run has a prefix of
// its own there and leaves the events of other runs, and of other applications, as they are.
//
// When EVENTSTOREDB_CONTROL names a command besides, the real server is also killed, frozen and restarted under load.
// The command is told `kill` (as a power cut would), `stop` (as an operator would), `start`, `freeze` or `thaw`, and
// returns when that is done.

const ownPrefix = () => `contract_${randomUUID().replaceAll('-', '')}.`;

contract('EventStoreDB (the stand-in)', async () => {
  const server = await startStandIn();
  const prefix = ownPrefix();
  return { open: () => openEventStoreDbEventStore({ url: server.url, prefix }), end: () => server.stop() };
});

faults('EventStoreDB (the stand-in)', async () => {
  const { url, network, stop } = await startStandIn();
  const orders = {
    kill: () => network.close(),
    stop: () => network.close(),
    start: () => network.open(),
    freeze: async () => network.freeze(),
    thaw: async () => network.thaw(),
  };
  return { url, control: (order) => orders[order](), frozen_ms: 300, end: stop };
});

const { EVENTSTOREDB_URL: url, EVENTSTOREDB_CONTROL: command } = process.env;
if (url) {
  contract('EventStoreDB (a real server)', async () => {
    const prefix = ownPrefix();
    return { open: () => openEventStoreDbEventStore({ url, prefix }), end: async () => undefined };
  });
}
if (url && command) {
  const control: Control = async (order) => void (await promisify(execFile)(command, [order]));
  faults('EventStoreDB (a real server)', async () => ({ url, control, frozen_ms: 4_000, end: async () => undefined }));
}
