import { describe, expect, test } from 'vitest';
import {
  candidateOfCreate,
  candidateOfUpdate,
  decideCreate,
  decideDelete,
  decideUpdate,
} from '../../../src/kernel/changes/decide.ts';
import { decideContext } from '../../../src/kernel/changes/execute.ts';
import { makeAggregate } from '../../../src/kernel/definition/fold.ts';
import type { State } from '../../../src/kernel/definition/resource.ts';
import { namedReferences } from '../../../src/kernel/references/named.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { Problem } from '../../../src/values/problem.ts';
import { box, crate } from '../../support/depot.ts';

/** The pure half of a change: a state and a body in; events, or what is refused, out. */
const context = (sent: JsonObject) => ({
  tenant: { partner_id: 'ptn_1', company_id: 'cmp_1' },
  actor: 'company:cmp_1',
  occurred_at: '2026-01-05T17:00:00.000000Z',
  today: '2026-01-05',
  aggregate: makeAggregate(),
  sent,
});
const IDENTITY = { id: 'crt_1', scope_id: 'cmp_1', occurred_at: '2026-01-05T17:00:00.000000Z' };
const NORTH: State = {
  ...candidateOfCreate(crate, { driver_id: 'drv_1', label: 'North', colour: 'red' }, IDENTITY),
  version: '3',
};

const create = (body: JsonObject, unknown: string[] = []) => {
  const named = unknown.map((path) => ({ path, objects: ['driver'], id: 'drv_0' }));
  return decideCreate(crate, candidateOfCreate(crate, body, IDENTITY), named, {}, context(body));
};
const update = (previous: State, body: JsonObject, ifMatch?: string) =>
  decideUpdate(crate, previous, body, ifMatch, candidateOfUpdate(crate, previous, body), [], {}, context(body));

const refusal = (decide: () => unknown) => {
  try {
    decide();
  } catch (error) {
    if (error instanceof Problem) return { status: error.status, members: error.issues.map(({ path }) => path) };
    throw error;
  }
  return undefined;
};

describe('a create', () => {
  test('appends every member of the record, with initial values for absent ones', () => {
    const { events } = create({ driver_id: 'drv_1', label: 'North' });
    expect(events).toEqual([
      {
        type: 'CrateCreated',
        data: { driver_id: 'drv_1', label: 'North', colour: null, weight: 0, sealed: false },
      },
    ]);
  });

  test('of a part appends its id, since the stream is that of its container', () => {
    const body = { crate_id: 'crt_1', weight: 5 };
    const candidate = candidateOfCreate(box, body, { ...IDENTITY, id: 'box_1' });
    const { events } = decideCreate(box, candidate, [], {}, context(body));
    expect(events[0]!.data).toEqual({ id: 'box_1', crate_id: 'crt_1', weight: 5, tag: null });
  });

  test('reports unknown ids and inadmissible members together', () => {
    expect(refusal(() => create({ driver_id: 'drv_0', label: 'nowhere' }, ['driver_id']))).toEqual({
      status: 422,
      members: ['driver_id', 'label'],
    });
  });
});

describe('an update', () => {
  test('appends only the members that changed, and the references that were fixed at the creation', () => {
    const { events, after } = update(NORTH, { label: 'South', colour: 'red' });
    expect(events).toEqual([{ type: 'CrateChanged', data: { driver_id: 'drv_1', label: 'South' } }]);
    expect(after).toMatchObject({ label: 'South', colour: 'red' });
  });

  test('that changes nothing appends nothing', () => {
    expect(update(NORTH, { label: 'North' }).events).toEqual([]);
    expect(update(NORTH, {}).events).toEqual([]);
  });

  test('of a record that forbids it is a 400, also when it would change nothing', () => {
    const sealed = { ...NORTH, sealed: true };
    expect(refusal(() => update(sealed, { label: 'North' }))).toEqual({ status: 400, members: [] });
    expect(refusal(() => update(sealed, {}))).toBeUndefined();
  });

  test('of another version than that of If-Match is a 409, before anything else is checked', () => {
    expect(refusal(() => update(NORTH, { label: 'nowhere' }, '2'))).toEqual({ status: 409, members: [] });
    expect(refusal(() => update(NORTH, { label: 'nowhere' }, '3'))).toEqual({ status: 422, members: ['label'] });
  });

  test('looks up a reference only when it changes', () => {
    expect(namedReferences(crate, { driver_id: 'drv_1' }, NORTH)).toEqual([]);
    expect(namedReferences(crate, { driver_id: 'drv_2' }, NORTH)).toEqual([
      { path: 'driver_id', objects: ['driver'], id: 'drv_2' },
    ]);
  });
});

describe('a delete', () => {
  test('appends the owner of the record', () => {
    const decision = decideDelete(crate, NORTH, undefined, {}, context({}));
    expect(decision).toEqual({ events: [{ type: 'CrateDeleted', data: { driver_id: 'drv_1' } }], after: undefined });
  });

  test('of a missing record is a 404, of another version a 409, and of a record that forbids it a 400', () => {
    const remove = (state: State | undefined, ifMatch?: string) =>
      refusal(() => decideDelete(crate, state, ifMatch, {}, context({})))?.status;
    expect([remove(undefined), remove(NORTH, '2'), remove({ ...NORTH, sealed: true })]).toEqual([404, 409, 400]);
  });
});

test("the day on which something is decided is Toronto's, also when it is the next one in Greenwich", () => {
  const dayAt = (occurred_at: string) => {
    const cause = { tenant: { partner_id: 'ptn_1' }, actor: '', request_id: '', correlation_id: '', occurred_at };
    const loaded = {
      stream: 'crate-1',
      aggregate: makeAggregate(),
      expected: 'no_stream' as const,
      mayHave: () => false,
    };
    return decideContext({ ...cause, seed: '', mayRepeat: false }, loaded, {}).today;
  };
  expect([dayAt('2026-01-06T04:59:59.000000Z'), dayAt('2026-01-06T05:00:00.000000Z')]).toEqual([
    '2026-01-05',
    '2026-01-06',
  ]);
});
