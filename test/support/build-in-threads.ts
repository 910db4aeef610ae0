import { makeReadModels } from '../../projections/read-models.ts';
import { type GroundData, openGround, serviceThreads } from '../../src/fill-ground.ts';
import { silent } from './read-models.ts';

// Builds the read models of the service on a log without any, and verifies them, by threads that start from wherever this
// runs from: `npm start` runs the TypeScript source. Prints the rows that were compared, and how many of them differ.

const { address, masterKey } = JSON.parse(process.argv[2]!) as Pick<GroundData, 'address'> & { masterKey: string };
const data: GroundData = { address, masterKey: Buffer.from(masterKey, 'hex'), previousMasterKey: undefined };
const { store, hydrate, open, projections, close } = await openGround(data);
const sql = open({ max: 4 });
const threads = { ...serviceThreads(data), count: 2, from: 0n };
const models = makeReadModels({ projections, store, hydrate, sql, open, threads, log: silent });
await models.start();
const verified = await models.verify();
await models.stop();
await sql.end({ timeout: 2 });
await close();
const sum = (of: (one: (typeof verified)[number]) => number): number => verified.reduce((all, one) => all + of(one), 0);
process.stdout.write(JSON.stringify({ rows: sum(({ rows }) => rows), differ: sum((one) => one.differences) }));
