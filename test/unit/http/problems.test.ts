import type { Context } from 'hono';
import { afterEach, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../../../src/event-store/errors.ts';
import { storeUnavailable as notAdmitted, onError } from '../../../src/http/answers/problems.ts';
import { refusedByStore } from '../../../src/kernel/changes/outcomes.ts';
import { UnknownEventType } from '../../../src/kernel/events/define.ts';
import { NewerSchemaVersion } from '../../../src/kernel/events/hydrate.ts';

const warn = vi.fn();
const exchange = { request_id: 'one', locale: 'en', headers: {} };
// What a request in hand brings to the handler, and no more.
const context = { get: () => exchange, req: { method: 'PUT', header: () => undefined } } as unknown as Context;
const handler = onError({ warn } as never, () => new Response());
afterEach(() => void warn.mockReset());

test('a change that the event store refuses is reported to the caller, and its cause to the operator', async () => {
  const full = new StoreUnavailable('could not extend file: No space left on device', 'not_written');
  const answer = await handler(refusedByStore(full) as Error, context);
  expect(answer.status).toBe(503);
  expect(await answer.text()).not.toContain('space');
  const error = expect.objectContaining({ message: expect.stringContaining('No space left on device') });
  expect(warn).toHaveBeenCalledWith({ request_id: 'one', error }, 'the event store is not available');
});

test('why a caller could not be admitted is said to the operator: the database has no connection left, for example', async () => {
  const full = Object.assign(new Error('too many connections for database'), { code: '53300' });
  expect((await handler(notAdmitted('not_written', 1, full), context)).status).toBe(503);
  const error = expect.objectContaining({ code: '53300' });
  expect(warn).toHaveBeenCalledWith({ request_id: 'one', error }, 'the database is not available');
});

test.each([new UnknownEventType('TreeStruckByLightning'), new NewerSchemaVersion('TreeFelled', 9, 1)])(
  'what a newer version wrote is asked for again, of a process of that version: $name',
  async (error) => {
    const answer = await handler(error, context);
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(await answer.text()).toMatch(/written by a newer version .* same X-Idempotency-Key/);
    const named = expect.objectContaining({ message: error.message });
    const says = 'a request needs an event of a newer version than this one';
    expect(warn).toHaveBeenCalledWith({ request_id: 'one', error: named }, says);
  },
);
