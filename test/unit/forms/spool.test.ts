import { readdirSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { spooled } from '../../../src/forms/downloads/spool.ts';

const pieces = (count: number) =>
  Array.from({ length: count }, (_, i) => Buffer.from(`slip ${i} 046454286;`.repeat(40)));
const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('payroll-ledger-'));

/** What goes through, and how often it was made. */
const through = async (count: number, most: number) => {
  let made = 0;
  const make = async function* () {
    made++;
    yield* pieces(count);
  };
  const got: Uint8Array[] = [];
  for await (const piece of await spooled(make(), most)) got.push(piece);
  return { made, text: Buffer.concat(got).toString() };
};

test.each([
  ['in memory', 1_000_000],
  ['over the disk', 2_000],
  ['wholly over the disk', 0],
])('a spooled file is read as it was written, and made once: %s', async (_, most) => {
  const before = left();
  const { made, text } = await through(2_000, most);
  expect(made).toBe(1);
  expect(text === Buffer.concat(pieces(2_000)).toString()).toBe(true);
  expect(left()).toEqual(before);
});

test('an error is reported before the first byte is sent', async () => {
  const failing = async function* () {
    yield* pieces(10);
    throw new Error('no file of this');
  };
  await expect(spooled(failing(), 100)).rejects.toThrow('no file of this');
});

/** Spooled files that are open. */
const open = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes('payroll-ledger-');
    } catch {
      return false; // That of the folder itself is closed by now.
    }
  }).length;

test.each([
  ['who reads nothing of it', 0],
  ['who leaves early', 1],
])('a spooled file is closed by %s', async (_, read) => {
  const make = async function* () {
    yield* pieces(2_000);
  };
  const source = (await spooled(make(), 0))[Symbol.asyncIterator]();
  for (let i = 0; i < read; i++) expect((await source.next()).done).toBe(false);
  expect(open()).toBe(1);
  await source.return!();
  expect(open()).toBe(0);
});
