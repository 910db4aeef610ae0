import { beforeEach, describe, expect, test } from 'vitest';
import type { State } from '../../../src/kernel/definition/resource.ts';
import { Problem } from '../../../src/values/problem.ts';
import { type InMemory, inMemory, STRANGER } from '../../support/in-memory.ts';
import { ask, registry } from '../../support/library.ts';

let world: InMemory;
let book: State;
let reader: State;
beforeEach(async () => {
  world = inMemory({ registry });
  reader = await world.given.created('author', { name: 'Ada' });
  book = await world.given.created('book', { title: 'Notes' });
});

const lend = (asked: Parameters<typeof ask>[2] = {}) =>
  ask(world, 'lend_book', { params: { book: book.id }, body: { reader_id: reader.id }, ...asked });
const bind = () => ask(world, 'bind_book', { params: { book: book.id } });
const statusOf = async (work: () => Promise<unknown>): Promise<[number, string[]]> => {
  const error = await work().then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof Problem)) throw error ?? new Error('it was not refused');
  return [error.status, error.issues.map(({ path }) => path)];
};

describe('an action', () => {
  test('appends its events to the record and answers with the record and its ETag', async () => {
    const { result, events } = await world.when(() => lend());
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['BookChanged', { status: 'lent', reader_id: reader.id, times_lent: 1 }],
    ]);
    expect(result).toMatchObject({ status: 200, headers: { ETag: '"1"' } });
    expect(result!.body).toMatchObject({ id: book.id, data: { status: 'lent', reader: { id: reader.id } } });
    expect(world.rows('book')[0]).toMatchObject({ status: 'lent' });
  });

  test('on a missing record, or on one of another company, is a 404', async () => {
    expect(await statusOf(() => lend({ params: { book: 'bok_none' } }))).toEqual([404, []]);
    expect(await statusOf(() => lend({ tenant: STRANGER }))).toEqual([404, []]);
  });

  test('on another version than that of If-Match is a 409, before its rules are checked', async () => {
    const tooLong = { reader_id: reader.id, days: 31 };
    expect(await statusOf(() => lend({ ifMatch: '7', body: tooLong }))).toEqual([409, []]);
    expect(await statusOf(() => lend({ ifMatch: '0', body: tooLong }))).toEqual([422, ['days']]);
    expect((await lend({ ifMatch: '0' })).status).toBe(200);
  });

  test('with an unknown id in the body is a 422 at that member, with all other errors', async () => {
    const refused = await statusOf(() => lend({ body: { reader_id: 'aut_none', days: 31 } }));
    expect(refused).toEqual([422, ['reader_id', 'days']]);
  });

  test('that the state of the record forbids is a 400, and nothing is appended', async () => {
    await lend();
    const { problem, events } = await world.when(() => lend());
    expect([problem?.status, problem?.text.en, events]).toEqual([400, 'The book is lent.', []]);
  });

  test('that is repeated is done once, and has the first answer, though the record has changed since', async () => {
    const origin = world.origin('once');
    const first = await lend({ origin });
    await world.given.events('book', book.id, { type: 'BookChanged', data: { status: 'in', reader_id: null } });
    const { result, events } = await world.when(() => lend({ origin, ifMatch: '0' }));
    expect(events).toEqual([]);
    expect(result).toEqual(first);
  });

  test('is refused when a concurrent one made it inadmissible', async () => {
    const both = await Promise.all(
      [lend(), lend()].map((one) =>
        one.then(
          ({ status }) => status,
          (error) => error.status,
        ),
      ),
    );
    expect(both.sort()).toEqual([200, 400]);
    expect(await world.stateOf('book', book.id)).toMatchObject({ times_lent: 1 });
  });
});

test('an action and a callback wait for what follows from their own events, and not for what was asked for before', async () => {
  const { gate } = world.services;
  const waits: { position: bigint; since: bigint | undefined }[] = [];
  world.services.gate = {
    ...gate,
    followed: (position, follows, within_ms, tenant, since) => {
      waits.push({ position, since });
      return gate.followed(position, follows, within_ms, tenant, since);
    },
  };
  await lend();
  const { body } = await ask(world, 'ask_book', { params: { book: book.id }, body: { minutes: 10 } });
  await ask(world, 'confirm_book', { query: { state: (body as { state: string }).state, place: 'at home' } });
  expect(waits).toHaveLength(3);
  expect(waits.map(({ since }) => since)).toEqual(waits.map(({ position }) => position));
});

describe('an action that process managers complete', () => {
  const ends = (status: string) => world.given.events('book', book.id, { type: 'BookChanged', data: { status } });

  test('is a 503 with Retry-After while it continues, and a repeat starts nothing', async () => {
    const { problem, types } = await world.when(bind);
    expect([problem?.status, problem?.headers['Retry-After'], types]).toEqual([503, '5', ['BookChanged']]);
    const again = await world.when(bind);
    expect([again.problem?.status, again.types]).toEqual([503, []]);
  });

  test('is answered with its outcome: the record, or a 400 when it was abandoned', async () => {
    for (const [end, status] of [
      ['in', 200],
      ['torn', 400],
    ] as const) {
      world.services.gate.followed = async () => {
        if ((await world.stateOf('book', book.id))?.status === 'binding') await ends(end);
        return true;
      };
      const { result, problem } = await world.when(bind);
      expect(result?.status ?? problem?.status).toBe(status);
    }
  });
});

describe('an action of which more is promised than its record says', () => {
  /** As managers do that have ended the binding, and are at work on the rest, or were parked at it meanwhile. */
  const bound = ({ isParked }: { isParked: boolean }) => {
    world.services.gate.followed = async () => {
      await world.given.events('book', book.id, { type: 'BookChanged', data: { status: 'in' } });
      return false;
    };
    world.services.gate.isStuck = () => isParked;
    return world.when(bind);
  };

  test('is a 503 that says what is still being made, where that is not in time', async () => {
    const { problem } = await bound({ isParked: false });
    expect([problem?.status, problem?.headers['Retry-After']]).toEqual([503, '5']);
    expect(problem?.text.en).toContain('still being made');
  });

  test('is answered with its record where a manager is parked, however late: nobody waits for that', async () => {
    expect((await bound({ isParked: true })).result?.status).toBe(200);
  });
});

describe('a callback', () => {
  const place = 'at home';
  const askFor = async (minutes = 10, origin = world.origin()) =>
    ((await ask(world, 'ask_book', { params: { book: book.id }, body: { minutes }, origin })).body as { state: string })
      .state;
  const confirm = (state: string) => world.when(() => ask(world, 'confirm_book', { query: { state, place } }));
  const NOT_VALID = 'The link is not valid, has ended, or was used. Begin again where it came from.';

  test('acts once, for the company of the record of its state', async () => {
    const state = await askFor();
    const { result, events } = await confirm(state);
    expect(result).toEqual({ status: 200, body: { confirmed: true } });
    expect(events).toMatchObject([{ id: book.id, data: { asked: null, place }, metadata: world.tenant }]);
    // Loaded again, the redirect is answered again, and nothing happens.
    expect(await confirm(state)).toMatchObject({ result: { status: 200 }, events: [] });
    const next = await askFor();
    expect(next).not.toBe(state);
    expect((await confirm(next)).types).toEqual(['BookChanged']);
  });

  test('with a wrong, unknown, expired or replaced state is refused with the same message', async () => {
    const replaced = await askFor();
    const state = await askFor(5);
    const [id, nonce] = state.split('.');
    for (const wrong of [replaced, `${id}.${nonce}x`, `${id}.`, `bok_none.${nonce}`, `${state}.x`, 'x']) {
      const { problem, events } = await confirm(wrong);
      expect([problem?.status, problem?.text.en, events]).toEqual([400, NOT_VALID, []]);
    }
    world.clock.advance(5 * 60_000);
    expect((await confirm(state)).problem?.text.en).toBe(NOT_VALID);
  });

  test('has the same state when its request is repeated, and the ledger does not contain the state', async () => {
    const origin = world.origin('once');
    const state = await askFor(10, origin);
    expect(await askFor(10, origin)).toBe(state);
    const log = JSON.stringify(await world.services.store.readStream(`book-${book.id}`), (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(log).not.toContain(state.split('.')[1]);
  });
});
