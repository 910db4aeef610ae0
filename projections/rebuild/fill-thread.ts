import { parentPort, workerData } from 'node:worker_threads';
import { onlyTablesOf } from '../model/model.ts';
import { openFillConnections } from './fill.ts';
import { fillShare, type OpenThreadContext, type ThreadNews, type ThreadOrders } from './fill-threads.ts';

// A thread that fills read models with its share of the log: see fill-threads.ts.

// The orders come from the thread that started this one: fill-threads.ts, in the same process.
const { module, data, targets, upTo, share, cache_bytes } = workerData as ThreadOrders;
const post = (news: ThreadNews): void => parentPort!.postMessage(news);

// The module that the orders name exports `openThreadContext`, of this type.
const { openThreadContext } = (await import(module)) as { openThreadContext: OpenThreadContext };
const { store, hydrate, open, projections, close } = await openThreadContext(data);
const { sql, copying, end } = openFillConnections(open);
try {
  const fillings = targets.map(({ projection, owners, ...target }) => {
    const whole = projections.find(({ name }) => name === projection)!;
    return { ...target, owners, projection: owners ? onlyTablesOf(whole, new Set(owners)) : whole };
  });
  const found = await fillShare(fillings, upTo, {
    store,
    share,
    hydrate,
    sql,
    copying,
    signal: new AbortController().signal,
    cache_bytes,
    onBatch: (events, position) => post({ kind: 'batch', events, position }),
  });
  post({ kind: 'done', found });
} finally {
  await end();
  await close();
}
