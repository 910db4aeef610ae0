// Builds the read models of the service in a database without events: `node build-read-models.mjs PROGRAM ADDRESS`,
// with the folder of the compiled program and the address as JSON (test/support/database-server.ts).
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pino from 'pino';

const [program, address] = [process.argv[2], JSON.parse(process.argv[3])];
const from = (file) => import(pathToFileURL(join(program, file)).href);
const [
  { makeReadModels },
  { resourceProjections },
  { openDatabase },
  { openPostgresEventStore },
  { makeFolder },
  { registry },
] = await Promise.all(
  [
    'projections/read-models.js',
    'projections/model/resources.js',
    'src/database/connect.js',
    'src/event-store/postgres/store.js',
    'src/kernel/definition/fold.js',
    'src/registry.js',
  ].map(from),
);
const open = (options) => openDatabase(address, options);
const sql = open({ max: 4 });
const store = openPostgresEventStore({ database: address });
const models = makeReadModels({
  projections: resourceProjections(registry, makeFolder(registry)),
  store,
  hydrate: async () => {
    throw new Error('a template has no events');
  },
  sql,
  open,
  log: pino({ level: 'error' }, pino.destination(2)),
});
await models.start();
const ready = models.ready();
await models.stop();
await store.close();
await sql.end({ timeout: 2 });
if (!ready) process.exit(1);
