import { makeReadModels } from '../../projections/read-models.ts';
import { openThreadContext, serviceThreads, type ThreadData } from '../../src/fill-thread-context.ts';
import { silent } from './read-models.ts';

// Builds the read models of the service on a log without any, by threads that start from wherever this runs from:
// examples and scripts run the TypeScript source. Prints the rows that were compared, and how many of them differ.

const { address, masterKey } = JSON.parse(process.argv[2]!) as Pick<ThreadData, 'address'> & { masterKey: string };
const data: ThreadData = { address, masterKey: Buffer.from(masterKey, 'hex'), previousMasterKey: undefined };
const { store, hydrate, open, projections, close } = await openThreadContext(data);
const sql = open({ max: 4 });
const parts = { projections, store, hydrate, sql, open, log: silent };
const built = makeReadModels({ ...parts, threads: { ...serviceThreads(data), count: 2, from: 0n } });
await built.start();
await built.stop();
// To start a thread takes seconds: who verifies is one alone.
const alone = makeReadModels(parts);
await alone.start({ feed: false });
const verified = await alone.verify();
await alone.stop();
await sql.end({ timeout: 2 });
await close();
const sum = (of: (one: (typeof verified)[number]) => number): number => verified.reduce((all, one) => all + of(one), 0);
process.stdout.write(JSON.stringify({ rows: sum(({ rows }) => rows), differ: sum((one) => one.differences) }));
