import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { batched } from '../../../src/database/batched.ts';
import { addressKey, callsByAddress, UNKNOWN_PER_WINDOW, WINDOW_MS } from '../../../src/http/door/calls-by-address.ts';
import { clientAddress, parseTrustedProxies } from '../../../src/http/door/client-address.ts';
import { findJsonFault } from '../../../src/http/requests/json-place.ts';
import { negotiateLocale } from '../../../src/http/requests/language.ts';
import { findLosses } from '../../../src/http/requests/parser-losses.ts';
import { checkRepeated } from '../../../src/http/requests/repeated-body.ts';
import { makeKeyring } from '../../../src/privacy/keyring.ts';
import { Problem } from '../../../src/values/problem.ts';

describe('the place of a fault in JSON', () => {
  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };

  test('is found exactly when the runtime finds the text broken', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"\\u00e9"',
      '"\\x"',
      '1',
      '-0.5e3',
      '01',
      'true',
      'nul',
      ' ',
      '\n',
      '"',
    ];
    const broken = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));
    const cut = fc.tuple(fc.json(), fc.nat(30)).map(([text, n]) => text.slice(0, n));
    fc.assert(
      fc.property(fc.oneof(broken, cut, fc.json()), (text) => {
        expect(findJsonFault(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 3_000 },
    );
  });

  test('comes after text that could still become valid JSON', () => {
    expect(findJsonFault('{"a": [1, 2,\n  tru]}')).toEqual({ line: 2, column: 3, found: '"t"' });
    expect(findJsonFault(`${'['.repeat(500_000)}`)).toEqual({ line: 1, column: 500_001, found: '' });
    expect(findJsonFault(`"${'x'.repeat(1_000_000)}`)?.column).toBe(1_000_002);
  });
});

describe('duplicate names in an object', () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('1', '"a"', '"\\\\"', '"{[,:\\""', 'null'),
      tie('list'),
      tie('object'),
    ),
    list: fc.array(tie('any'), { maxLength: 3 }).map((items) => ({ list: items })),
    object: fc
      .array(fc.tuple(fc.constantFrom('a', 'b', '\\u0061', '__proto__', '', '\\\\', '\\"'), tie('any')), {
        maxLength: 4,
      })
      .map((members) => ({ members })),
  }));
  type Made = string | { list: Made[] } | { members: [string, Made][] };
  const written = (made: Made): string => {
    if (typeof made === 'string') return made;
    if ('list' in made) return `[ ${made.list.map(written).join(' ,')}]`;
    return `{${made.members.map(([name, inner]) => `"${name}" : ${written(inner)}`).join(', ')} }`;
  };
  /** The same, found in what the text was written from. */
  const repeatedIn = (made: Made, path: string[]): string[] => {
    if (typeof made === 'string') return [];
    if ('list' in made) return made.list.flatMap((item, i) => repeatedIn(item, [...path, String(i)]));
    const names = made.members.map(([name]) => String(JSON.parse(`"${name}"`)));
    return made.members.flatMap(([, inner], i) => {
      const at = [...path, names[i]!];
      return [...(names.indexOf(names[i]!) < i ? [at.join('.')] : []), ...repeatedIn(inner, at)];
    });
  };

  test('are all found, and no others', () => {
    fc.assert(
      fc.property(value.object, (made) => {
        // Of a recursive value the library does not know the type.
        const object = made as Made;
        expect(findLosses(written(object)).repeated).toEqual([...new Set(repeatedIn(object, []))].slice(0, 20));
      }),
      { numRuns: 3_000 },
    );
  });

  test('do not make the search hang in truncated text', () => {
    const text = '{"a":[{"b":"\\\\"},{"b":"\\"","\\u0062":1}],"a":{}}';
    for (let end = 0; end <= text.length; end++) expect(findLosses(text.slice(0, end)).repeated.length).toBeLessThan(3);
    expect(findLosses(text).repeated).toEqual(['a.1.b', 'a']);
    expect(findLosses(`{"a":"${'\\'.repeat(1_000_001)}`).repeated).toEqual([]);
  });
});

describe('numbers that a double cannot represent', () => {
  const isRounded = (number: string) => findLosses(`{"a":[1,{"b":${number}}]}`).rounded.length > 0;

  test.each(['12345678901234567.89', '0.1234567890123456789', '-9999999999.12345678', '9007199254740993', '1e-400'])(
    '%s is reported with its place',
    (number) => {
      expect(findLosses(`{"c":"${number}","a":[1,{"b":${number}},${number}]}`)).toEqual({
        repeated: [],
        rounded: ['a.1.b', 'a.2'],
      });
      expect(findLosses(number).rounded).toEqual(['']);
    },
  );

  test('do not include numbers that the runtime writes, or with at most fifteen digits', () => {
    const figure = fc.tuple(
      fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }),
      fc.integer({ min: -15, max: 9 }),
    );
    fc.assert(fc.property(figure, ([digits, exponent]) => !isRounded(`${digits}e${exponent}`)));
    const double = fc.double({ noDefaultInfinity: true, noNaN: true });
    fc.assert(fc.property(double, (value) => !isRounded(JSON.stringify(value))));
    for (const same of ['1.50000000000000000000', '100000000000000000000', '-0.0000000000000000000'])
      expect(isRounded(same), same).toBe(false);
  });
});

test('the language is English or French, as Accept-Language prefers', () => {
  const cases: [string | undefined, string][] = [
    [undefined, 'en'],
    ['', 'en'],
    ['fr', 'fr'],
    ['FR-ca', 'fr'],
    ['en, fr', 'en'],
    ['fr;q=0.9, en;q=0.8', 'fr'],
    ['fr;q=0.5, en-CA;q=0.50001', 'en'],
    ['es, fr;q=0.1', 'fr'],
    ['*;q=0.5, fr;q=0.6', 'fr'],
    ['fr;q=nonsense', 'en'],
    ['fr;q=0', 'en'],
    ['frankish', 'en'],
  ];
  for (const [header, locale] of cases) expect([header, negotiateLocale(header)]).toEqual([header, locale]);
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (header) => {
      expect(['en', 'fr']).toContain(negotiateLocale(header));
    }),
  );
});

describe('calls by address', () => {
  test('are counted by address for a minute', () => {
    const began_ms = 1_000_000;
    let now_ms = began_ms;
    const calls = callsByAddress(UNKNOWN_PER_WINDOW, () => now_ms);
    for (let i = 0; i < UNKNOWN_PER_WINDOW; i++) expect(calls.count('192.0.2.1')).toBe(0);
    expect(calls.left('192.0.2.1')).toBe(0);
    expect(calls.count('192.0.2.1')).toBe(60);
    expect(calls.count('192.0.2.2')).toBe(0);
    now_ms = began_ms + WINDOW_MS - 1;
    expect(calls.count('192.0.2.1')).toBe(1);
    now_ms = began_ms + WINDOW_MS;
    expect(calls.left('192.0.2.1')).toBe(UNKNOWN_PER_WINDOW);
    expect(calls.count('192.0.2.1')).toBe(0);
  });

  test('count an IPv6 network as one address, and an IPv4-mapped address as IPv4', () => {
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe(addressKey('2001:db8:1:2::9'));
    expect(addressKey('2001:db8:1:2::9')).not.toBe(addressKey('2001:db8:1:3::9'));
    expect(addressKey('2001:db8::1')).toBe(addressKey('2001:db8:0:0:5::'));
    expect(addressKey('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0');
    expect(addressKey('::1')).toBe('0:0:0:0');
    expect(addressKey('2001::1:2:3:4:5:6')).toBe('2001:0:1:2');
  });

  test('forget the oldest address when there are too many', () => {
    const calls = callsByAddress(UNKNOWN_PER_WINDOW, () => 0);
    for (let i = 0; i < UNKNOWN_PER_WINDOW; i++) calls.count('first');
    for (let i = 0; i < 10_000; i++) calls.count(`address-${i}`);
    expect(calls.left('first')).toBe(UNKNOWN_PER_WINDOW);
  });
});

describe('the address of a caller', () => {
  const proxies = parseTrustedProxies(['10.0.0.0/8', '2001:db8::7'])!;
  const cases: [connected: string, forwarded: string | undefined, caller: string][] = [
    ['192.0.2.1', undefined, '192.0.2.1'],
    // Not from a proxy: anyone can write the header.
    ['192.0.2.1', '198.51.100.1', '192.0.2.1'],
    ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['2001:db8::7', '198.51.100.1', '198.51.100.1'],
    // What stands before the last address that is no proxy was written by the caller.
    ['10.0.0.1', '203.0.113.9, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
    ['10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['10.0.0.1', '[2001:db8::9]:443', '2001:db8::9'],
    ['10.0.0.1', 'nonsense', '10.0.0.1'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['10.0.0.1', '10.0.0.2, 10.0.0.3', '10.0.0.2'],
    ['local', '198.51.100.1', 'local'],
  ];
  test.each(cases)('connected from %s, forwarded for %s: %s', (connected, forwarded, caller) => {
    expect(clientAddress(connected, forwarded, proxies)).toBe(caller);
  });

  test('is not read with a list of proxies that has an invalid network', () => {
    for (const wrong of ['10.0.0.0/33', 'proxy', '']) expect(parseTrustedProxies([wrong])).toBeUndefined();
    // What some write for 172.16.0.0/12 is 172.0.0.16 in the old form of addresses: a network of strangers.
    for (const short of ['172.16/12', '10', '0x0a.0.0.1', '010.0.0.1'])
      expect([short, parseTrustedProxies([short])]).toEqual([short, undefined]);
  });
});

test('a network of IPv4 proxies counts in the form of IPv6 too, in which some tools write it', () => {
  const trusts = (entry: string, address: string) => parseTrustedProxies([entry])?.trusts(address);
  for (const entry of ['::ffff:10.0.0.0/104', '::ffff:a00:0/104', '10.0.0.0/8'])
    expect([entry, trusts(entry, '10.9.9.9'), trusts(entry, '::ffff:10.9.9.9'), trusts(entry, '11.0.0.1')]).toEqual([
      entry,
      true,
      true,
      false,
    ]);
  // More than all of IPv4, and no network of either.
  expect(parseTrustedProxies(['::ffff:0:0/95'])).toBeUndefined();
  expect(trusts('::ffff:0:0/96', '192.0.2.1')).toBe(true);
});

describe('work for many at once', () => {
  test('handles items that arrive together in one batch, in order, and answers each caller', async () => {
    const batches: number[][] = [];
    const double = batched(
      async (items: readonly number[]) => {
        batches.push([...items]);
        await Promise.resolve();
        return items.map((item) => item * 2);
      },
      { most: 3 },
    );
    const first = [1, 2, 3, 4].map(double);
    expect(await Promise.all(first)).toEqual([2, 4, 6, 8]);
    expect(await double(5)).toBe(10);
    expect(batches).toEqual([[1, 2, 3], [4], [5]]);
  });

  describe('waits for more', () => {
    const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
    afterEach(() => vi.restoreAllMocks());

    /** Two items in each of seven turns of the event loop, which take so long; gives the first batch. */
    const firstOf = async (turn_ms: number): Promise<number[]> => {
      let now_ms = 0;
      vi.spyOn(performance, 'now').mockImplementation(() => now_ms);
      const batches: number[][] = [];
      const work = batched(async (items: readonly number[]) => {
        batches.push([...items]);
        return items;
      });
      const given: Promise<number>[] = [];
      for (let i = 1; i <= 7; i++) {
        given.push(work(i), work(i + 100));
        await turn();
        now_ms += turn_ms;
      }
      await Promise.all(given);
      return batches[0]!;
    };

    test('as long as each turn of the event loop brings some, four turns at most', async () => {
      expect(await firstOf(0.1)).toEqual([1, 101, 2, 102, 3, 103, 4, 104]);
    });

    test('and not while turns are long', async () => {
      expect(await firstOf(10)).toEqual([1, 101, 2, 102]);
    });

    test('and not when one comes alone', async () => {
      const batches: number[][] = [];
      const work = batched(async (items: readonly number[]) => {
        batches.push([...items]);
        return items;
      });
      const alone = work(8);
      await turn();
      expect(batches).toEqual([[8]]);
      expect(await alone).toBe(8);
    });
  });

  test('gives no work without items to a lane that found none left', async () => {
    const sizes: number[] = [];
    const work = batched(
      async (items: readonly number[]) => {
        sizes.push(items.length);
        return items;
      },
      { lanes: 3 },
    );
    await Promise.all([1, 2, 3].map(work));
    expect(sizes).toEqual([3]);
  });

  test('fails only the batch of a failure, and continues with the next', async () => {
    const work = batched(
      async (items: readonly string[]) => {
        if (items.includes('bad')) throw new Error('refused');
        return items;
      },
      { most: 1 },
    );
    const settled = await Promise.allSettled(['a', 'bad', 'b'].map(work));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('refuses items when the queue is full', async () => {
    const work = batched(async (items: readonly number[]) => items, {
      mostWaiting: 2,
      whenFull: () => new Error('full'),
    });
    const settled = await Promise.allSettled([1, 2, 3].map(work));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });
});

test('a sealed value can only be opened for the same purpose and binding, with a key that is available', () => {
  const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const ring = makeKeyring(one);
  const box = ring.seal('purpose', Buffer.from('plain'), 'bound');
  expect(ring.open('purpose', box, 'bound')?.toString()).toBe('plain');
  expect(() => ring.open('purpose', box, 'other')).toThrow();
  expect(() => ring.open('other', box, 'bound')).toThrow();
  for (let i = 4; i < box.length; i++) {
    const altered = Buffer.from(box);
    altered[i]! ^= 1;
    expect(() => ring.open('purpose', altered, 'bound')).toThrow();
  }
  expect(makeKeyring(two).open('purpose', box, 'bound')).toBeUndefined();
  expect(makeKeyring(two, one).open('purpose', box, 'bound')?.toString()).toBe('plain');
  expect(() => makeKeyring(Buffer.alloc(16))).toThrow('32 bytes');
});

test('of very many parameters that differ from the body of a search the rest is counted', () => {
  const repeated = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`other_${i}`, ['1']]));
  const rest = { en: 'has 10 more faults that are not named', fr: 'a 10 autres erreurs qui ne sont pas nommées' };
  let refusal: unknown;
  try {
    checkRepeated(repeated, {});
  } catch (error) {
    refusal = error;
  }
  if (!(refusal instanceof Problem)) throw new Error(`no problem but ${refusal}`);
  expect(refusal.issues).toHaveLength(51);
  expect(refusal.issues[50]).toEqual({ path: 'body', text: rest, count: 10 });
  expect(refusal.text.fr).toMatch(/ \(et 59 de plus\)$/);
});
