import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { body } from '../src/http/requests/body.ts';
import { makeBodyRoom } from '../src/http/requests/body-room.ts';
import { type Env, respondText } from '../src/http/requests/exchange.ts';
import { query } from '../src/http/requests/query.ts';
import { startServer } from '../src/http/server.ts';
import { PER_PAGE, pageBody } from '../src/kernel/answers/lists.ts';
import { candidateOfCreate } from '../src/kernel/changes/decide.ts';
import type { Operation, Preferences } from '../src/kernel/definition/operation.ts';
import type { State } from '../src/kernel/definition/resource.ts';
import { show, type View } from '../src/kernel/definition/show.ts';
import { operations } from '../src/operations.ts';
import { employee } from '../src/people/employee.ts';
import { registry } from '../src/registry.ts';
import { newId } from '../src/values/ids.ts';
import type { Json, JsonObject } from '../src/values/json.ts';

// A server that answers from memory: the routes of employees, their validation and how they are written, and nothing
// else. No credential, limit, idempotency, log line, metric, event or database.

const preferences: Preferences = {
  deprecate_sync_bulk: true,
  deprecate_flat_bulk_shape: true,
  deprecate_benefit_percent: true,
};
const view: View = {
  locale: 'en',
  preferences,
  publicUrl: 'http://127.0.0.1',
  registry,
  extras: {},
  asked: new Set(),
  expanded: new Map(),
};
const COMPANY = 'cmp_01JD2N8V5RAAAAAAAAAAAAAAAA';

const operation = (id: string): Operation => {
  const found = operations.find((one) => one.id === id);
  if (!found) throw new Error(`there is no operation ${id}`);
  return found;
};
const create = operation('create_employee');
const retrieve = operation('retrieve_employee');
const list = operation('list_employees');

const rows = new Map<string, State>();
/** What a list shows: the records that were there before the load began. */
let listed: State[] = [];

const answer = (c: Context<Env>, status: number, value: unknown): Response =>
  respondText(c.get('exchange'), status, JSON.stringify(value));

const app = new Hono<Env>();
app.use((c, next) => {
  c.set('exchange', { request_id: '', publicUrl: '', locale: 'en', headers: {}, preferences });
  return next();
});
const holds = async (): Promise<void> => {};
app.post('/employees', query(create), body(create, makeBodyRoom(), holds), (c) => {
  const now_ms = Date.now();
  const identity = {
    id: newId('emp', now_ms),
    scope_id: COMPANY,
    occurred_at: `${new Date(now_ms).toISOString().slice(0, -1)}000Z`,
  };
  const state = candidateOfCreate(employee, c.req.valid('json' as never) as JsonObject, identity);
  rows.set(state.id, state);
  return answer(c, 201, show(employee, state, view));
});
app.get('/employees/:employee', query(retrieve), (c) => {
  const state = rows.get(c.req.param('employee')!);
  return state ? answer(c, 200, show(employee, state, view)) : answer(c, 404, { message: 'not found' });
});
app.get('/employees', query(list), (c) => {
  const asked = c.req.valid('query' as never) as JsonObject;
  const page = (asked.page as number | undefined) ?? 1;
  const per_page = (asked.per_page as number | undefined) ?? PER_PAGE;
  const some = listed.slice((page - 1) * per_page, page * per_page).map((state) => show(employee, state, view));
  return answer(
    c,
    200,
    pageBody(some as unknown as Json[], { total: listed.length }, page, per_page, '/employees', asked),
  );
});
app.post('/listed', (c) => {
  listed = [...rows.values()];
  return c.body(null, 204);
});

const { address } = await startServer(app, { host: '127.0.0.1', port: 0 });
process.send!({ url: `http://${address.host}:${address.port}`, instance: randomUUID() });
process.once('disconnect', () => process.exit(0));
