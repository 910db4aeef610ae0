import { open } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { inWords, openLog, toFile } from '../../src/cli/terminal/log.ts';

/** The log of a service, and a disk that is full. */
const refused = (code: string): Error => Object.assign(new Error(code), { code });

test('a line that cannot be written ends nothing', async () => {
  const full = await open('/dev/full', 'w');
  const log = openLog({ logLevel: 'info' }, toFile(full.fd));
  log.fatal('the disk of the log is full');
  await full.close();
});

test('on a terminal each entry is one line, and nothing that an error quotes acts on the terminal', () => {
  const written: string[] = [];
  const err = { name: 'Error', message: 'it said \u001b[2Jno\n10:38:02 info  all is well', at: ['at it'] };
  const entry = { time: '2026-01-15T10:38:01Z', level: 'warn', msg: 'a call failed', key: 'a\u202eb', err };
  inWords({ write: (text: string) => written.push(text) }).write(JSON.stringify(entry));
  expect(written.join('')).toBe(
    '10:38:01 warn  a call failed key=a\\u202eb (Error: it said \\u001b[2Jno\\u000a10:38:02 info  all is well, at it)\n',
  );
});

test('the next line that can be written comes after one that says how many were lost', () => {
  let isFull = false;
  let written = '';
  const log = openLog(
    { logLevel: 'info' },
    toFile(7, {
      write: (_, bytes) => {
        if (isFull) throw refused('ENOSPC');
        // Half a line still fits.
        isFull = bytes.includes('second');
        const taken = isFull ? bytes.subarray(0, 20) : bytes;
        written += taken.toString();
        return taken.length;
      },
    }),
  );
  log.info('first');
  log.info('second');
  log.info('third');
  isFull = false;
  log.info('fourth');
  const lines = written.split('\n').flatMap((line) => (line.endsWith('}') ? [JSON.parse(line)] : []));
  expect(lines).toEqual([
    expect.objectContaining({ msg: 'first' }),
    expect.objectContaining({ level: 'error', lost: 2, msg: 'lines of the log could not be written' }),
    expect.objectContaining({ msg: 'fourth' }),
  ]);
});

test('a pipe that is full for a moment loses nothing', () => {
  let written = '';
  let asked = 0;
  toFile(7, {
    write: (_, bytes) => {
      asked += 1;
      if (asked === 2) throw refused('EAGAIN');
      const taken = bytes.subarray(0, 4);
      written += taken.toString();
      return taken.length;
    },
  }).write('a line of the log\n');
  expect(written).toBe('a line of the log\n');
});

test('a pipe that stays full holds the process up for half a second in all, and for no other line until one went through', () => {
  let isFull = true;
  let written = '';
  let waited_ms = 0;
  const out = toFile(7, {
    write: (_, bytes) => {
      if (isFull) throw refused('EAGAIN');
      written += bytes.toString();
      return bytes.length;
    },
    wait: (ms) => {
      waited_ms += ms;
      if (waited_ms > 10_000) throw new Error('it waits without an end');
    },
  });
  for (let line = 1; line <= 50; line++) out.write(`${line}\n`);
  expect([waited_ms, written]).toEqual([500, '']);
  isFull = false;
  out.write('51\n');
  expect(written).toMatch(/^\{.*"lost":50,.*\}\n51\n$/);
  isFull = true;
  out.write('52\n');
  expect(waited_ms).toBe(1_000);
});
