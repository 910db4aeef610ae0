import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { overlapped } from '../../../src/kernel/changes/one-ahead.ts';

async function* from<T>(...items: T[]): AsyncGenerator<T> {
  yield* items;
}

/** Work whose end the test decides. */
const held = () => {
  const begun: string[] = [];
  const ends = new Map<string, { resolve: (result: string) => void; reject: (error: Error) => void }>();
  const work = (item: string): Promise<string> => {
    begun.push(item);
    return new Promise((resolve, reject) => {
      ends.set(item, { resolve, reject });
    });
  };
  return {
    begun,
    work,
    end: (item: string) => ends.get(item)!.resolve(item),
    fail: (item: string) => ends.get(item)!.reject(new Error(item)),
  };
};

describe('overlapped work', () => {
  test('begins an item while the one before runs, and no further one', async () => {
    const { begun, work, end } = held();
    const done: string[] = [];
    const all = overlapped(from('a', 'b', 'c'), work, (item) => void done.push(item));
    await nextTurn();
    expect(begun).toEqual(['a', 'b']);
    // The later one ends first; its result waits for that of the earlier one.
    end('b');
    await nextTurn();
    expect({ begun, done }).toEqual({ begun: ['a', 'b'], done: [] });
    end('a');
    await nextTurn();
    expect({ begun, done }).toEqual({ begun: ['a', 'b', 'c'], done: ['a', 'b'] });
    end('c');
    await all;
    expect(done).toEqual(['a', 'b', 'c']);
  });

  test('that fails ends once what was begun has ended, and gives no result behind the failure', async () => {
    const { begun, work, end, fail } = held();
    const done: string[] = [];
    let failure: unknown;
    const all = overlapped(from('a', 'b', 'c'), work, (item) => void done.push(item)).catch((error: unknown) => {
      failure = error;
    });
    await nextTurn();
    fail('a');
    await nextTurn();
    expect(failure).toBeUndefined();
    end('b');
    await all;
    expect(failure).toEqual(new Error('a'));
    expect({ begun, done }).toEqual({ begun: ['a', 'b'], done: [] });
  });

  test('that is ended between two items gives the results of all that was begun', async () => {
    const { begun, work, end } = held();
    const done: string[] = [];
    const over = new Error('the turn is over');
    const between = () => (begun.length === 2 ? Promise.reject(over) : undefined);
    const all = overlapped(from('a', 'b', 'c'), work, (item) => void done.push(item), between);
    const ended = expect(all).rejects.toBe(over);
    await nextTurn();
    end('a');
    await nextTurn();
    end('b');
    await ended;
    expect({ begun, done }).toEqual({ begun: ['a', 'b'], done: ['a', 'b'] });
  });

  test('waits for what runs when its items cannot be read any further', async () => {
    const { work, end } = held();
    async function* broken(): AsyncGenerator<string> {
      yield 'a';
      throw new Error('no more');
    }
    let failure: unknown;
    const all = overlapped(broken(), work, () => {}).catch((error: unknown) => {
      failure = error;
    });
    await nextTurn();
    expect(failure).toBeUndefined();
    end('a');
    await all;
    expect(failure).toEqual(new Error('no more'));
  });

  test('that fails while nobody waits for it yet, ends when its turn comes, and not the process', async () => {
    const { work, fail } = held();
    const unhandled: unknown[] = [];
    const listener = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', listener);
    try {
      let next = () => {};
      async function* slow(): AsyncGenerator<string> {
        yield 'a';
        await new Promise<void>((resolve) => {
          next = resolve;
        });
      }
      const ended = expect(overlapped(slow(), work, () => {})).rejects.toThrow('a');
      await nextTurn();
      fail('a');
      await nextTurn();
      await nextTurn();
      next();
      await ended;
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', listener);
    }
  });
});
