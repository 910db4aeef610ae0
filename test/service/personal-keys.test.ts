import { afterAll, expect, test } from 'vitest';
import type { Sql } from '../../src/database/connect.ts';
import { makeKeyring } from '../../src/privacy/keyring.ts';
import { enterMasterKey, retireMasterKeys, WrongMasterKey } from '../../src/privacy/master-keys.ts';
import { makePersonalKeys, PersonalKeyMissing, rewrapPersonalKeys } from '../../src/privacy/personal-keys.ts';
import { freshDatabase } from '../support/database.ts';

const database = await freshDatabase();
afterAll(() => database.drop());
const { sql } = database;
const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);

/** One process, with a clock of its own. */
const processWith = (master = OLD, previous?: Buffer, cacheSize?: number) => {
  let now_ms = 0;
  const keys = makePersonalKeys({ sql, keyring: makeKeyring(master, previous), now_ms: () => now_ms, cacheSize });
  return { ...keys, later: (ms: number) => (now_ms += ms) };
};

test('sealed data can be opened in any process, and shows nothing while it is sealed', async () => {
  const one = processWith();
  await one.prepare(['emp_1', 'emp_2']);
  const sealed = [await one.seal('emp_1', { sin: '046454286' }), await one.seal('emp_2', { name: 'Ada' })];
  expect(JSON.stringify(sealed)).not.toMatch(/046454286|Ada/);
  expect(await one.open(sealed)).toEqual([{ sin: '046454286' }, { name: 'Ada' }]);
  expect(await processWith().open([...sealed].reverse())).toEqual([{ name: 'Ada' }, { sin: '046454286' }]);
  expect((await one.seal('emp_1', { a: 1 })).box).not.toBe((await one.seal('emp_1', { a: 1 })).box);
});

test('a person has one key, also when several processes prepare it at once', async () => {
  const processes = [processWith(), processWith(), processWith()];
  const subjects = Array.from({ length: 50 }, (_, i) => `many_${i}`);
  await Promise.all(processes.flatMap(({ prepare }) => subjects.map((subject) => prepare([subject, 'many_0']))));
  const sealed = await Promise.all(subjects.map((subject, i) => processes[i % 3]!.seal(subject, { subject })));
  expect(await processes[1]!.open(sealed)).toEqual(subjects.map((subject) => ({ subject })));
});

test('a box can only be opened under the name of its person', async () => {
  const keys = processWith();
  await keys.prepare(['emp_a', 'emp_b']);
  const { box } = await keys.seal('emp_a', { name: 'Ada' });
  await expect(keys.open([{ subject: 'emp_b', box }])).rejects.toThrow();
  // Nor does a wrapped key that was moved to another row.
  await sql`update personal_keys set wrapped = (select wrapped from personal_keys where subject = 'emp_a') where subject = 'emp_b'`;
  await expect(processWith().open([{ subject: 'emp_b', box }])).rejects.toThrow();
});

test('an erased person stays erased: nothing can be opened or sealed, and no second key is made', async () => {
  const one = processWith();
  const two = processWith();
  await one.prepare(['emp_gone']);
  const sealed = await one.seal('emp_gone', { name: 'Ada' });
  expect(await two.open([sealed])).toEqual([{ name: 'Ada' }]);
  await one.erase('emp_gone');
  expect(await one.open([sealed])).toEqual([null]);
  await one.prepare(['emp_gone']);
  await expect(one.seal('emp_gone', { name: 'Eve' })).rejects.toThrow('was erased');
  // Another process reads with the key that it holds for its period, and writes nothing with it.
  expect(await two.open([sealed])).toEqual([{ name: 'Ada' }]);
  await expect(two.seal('emp_gone', { name: 'Eve' })).rejects.toThrow('was erased');
  const three = processWith();
  await three.prepare(['emp_kept']);
  await two.prepare(['emp_kept']);
  const kept = await two.seal('emp_kept', { name: 'Bo' });
  await three.erase('emp_kept');
  expect(await two.open([kept])).toEqual([{ name: 'Bo' }]);
  two.later(10_001);
  expect(await two.open([kept])).toEqual([null]);
  expect(await two.open([sealed])).toEqual([null]);
  await one.erase('emp_never_seen');
  await one.prepare(['emp_never_seen']);
  await expect(one.seal('emp_never_seen', {})).rejects.toThrow('was erased');
});

test('a key that was asked for before its person was erased, and comes after that, is not believed', async () => {
  const other = processWith();
  await other.prepare(['emp_asked']);
  const sealed = await other.seal('emp_asked', { name: 'Ada' });
  let comes = (): void => {};
  const answered = new Promise<void>((resolve) => {
    comes = resolve;
  });
  // The answer of the database waits in the process, as on a busy machine.
  let hasRead = (): void => {};
  const read = new Promise<void>((resolve) => {
    hasRead = resolve;
  });
  const slow = ((strings: TemplateStringsArray, ...values: never[]) => {
    const asked = sql(strings, ...values);
    if (!strings[0]!.includes('select subject, wrapped')) return asked;
    return asked.then(async (rows) => {
      hasRead();
      await answered;
      return rows;
    });
  }) as unknown as Sql;
  const keys = makePersonalKeys({ sql: slow, keyring: makeKeyring(OLD) });
  const opening = keys.open([sealed]);
  await read;
  await keys.erase('emp_asked');
  comes();
  await opening;
  expect(await keys.open([sealed])).toEqual([null]);
});

test('a key that is missing without having been erased is an error, not an empty person', async () => {
  const keys = processWith();
  await expect(keys.open([{ subject: 'emp_unknown', box: '' }])).rejects.toThrow(PersonalKeyMissing);
  await expect(keys.seal('emp_unknown', {})).rejects.toThrow(PersonalKeyMissing);
});

test('data of more people than fit in the cache can be sealed and opened', async () => {
  const keys = processWith(OLD, undefined, 10);
  const subjects = Array.from({ length: 40 }, (_, i) => `crowd_${i}`);
  await keys.prepare(subjects);
  const sealed = await Promise.all(subjects.map((subject) => keys.seal(subject, { subject })));
  expect(await keys.open(sealed)).toEqual(subjects.map((subject) => ({ subject })));
});

test('while MASTER_KEY is replaced every person can be read', async () => {
  const old = processWith(OLD);
  await old.prepare(['emp_r']);
  const sealed = await old.seal('emp_r', { name: 'Ada' });
  await enterMasterKey(sql, makeKeyring(OLD));
  await expect(enterMasterKey(sql, makeKeyring(NEW))).rejects.toThrow(WrongMasterKey);
  await expect(processWith(NEW).open([sealed])).rejects.toThrow(WrongMasterKey);

  const both = makeKeyring(NEW, OLD);
  await enterMasterKey(sql, both);
  expect(await processWith(NEW, OLD).open([sealed])).toEqual([{ name: 'Ada' }]);
  const [{ count } = { count: 0n }] =
    await sql`select count(*) from personal_keys where wrapped is not null and subject <> 'emp_b'`;
  await sql`delete from personal_keys where subject = 'emp_b'`;
  expect(await rewrapPersonalKeys(sql, both, { batch: 7 })).toBe(Number(count));
  expect(await rewrapPersonalKeys(sql, both)).toBe(0);
  await enterMasterKey(sql, makeKeyring(OLD, NEW));
  await retireMasterKeys(sql, makeKeyring(NEW, OLD));
  await enterMasterKey(sql, makeKeyring(NEW));
  expect(await processWith(NEW).open([sealed])).toEqual([{ name: 'Ada' }]);
  await expect(enterMasterKey(sql, makeKeyring(OLD))).rejects.toThrow(WrongMasterKey);

  // A process that was not started again wraps nothing under the old one: nobody may keep it any more.
  await expect(old.prepare(['emp_late'])).rejects.toThrow(WrongMasterKey);
  await enterMasterKey(sql, makeKeyring(NEW));
  // What was wrapped right before is found, and the key stays in use until it is wrapped anew.
  await enterMasterKey(sql, makeKeyring(OLD, NEW));
  await old.prepare(['emp_late']);
  expect(await retireMasterKeys(sql, both)).toBe(false);
  expect(await rewrapPersonalKeys(sql, both)).toBe(1);
  expect(await retireMasterKeys(sql, both)).toBe(true);
  await enterMasterKey(sql, makeKeyring(NEW));
});

test('of processes that begin together on an empty database with different keys, one goes on', async () => {
  const empty = await freshDatabase();
  const keyrings = [makeKeyring(OLD), makeKeyring(NEW)];
  const began = await Promise.allSettled(keyrings.map((keyring) => enterMasterKey(empty.sql, keyring)));
  const refused = began.filter(({ status }) => status === 'rejected');
  expect(refused).toEqual([expect.objectContaining({ reason: expect.any(WrongMasterKey) })]);
  await enterMasterKey(empty.sql, keyrings[began.findIndex(({ status }) => status === 'fulfilled')]!);
  await empty.drop();
});
