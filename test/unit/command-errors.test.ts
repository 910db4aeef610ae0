import { expect, test } from 'vitest';
import { sentenceOf } from '../../src/cli/terminal/errors.ts';

test('a command that a full disk ended says so, and what to do', () => {
  const full = Object.assign(new Error('could not extend file "base/16384/2610"'), { code: '53100' });
  expect(sentenceOf(full)).toBe(
    'the disk of the database is full: make room on it, and run the command again (could not extend file "base/16384/2610")',
  );
  expect(sentenceOf(new Error('there is no partner ptn_1'))).toBe('there is no partner ptn_1');
});

test('a command whose database has gone away says so, also where several addresses of its name were tried', () => {
  const tried = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:5432`));
  const gone = Object.assign(new AggregateError(tried), { code: 'ECONNREFUSED' });
  expect(sentenceOf(gone)).toBe('connect ECONNREFUSED ::1:5432');
});

test('a command that the database has no connection for says what to do', () => {
  const none = Object.assign(new Error('sorry, too many clients already'), { code: '53300' });
  expect(sentenceOf(none)).toBe(
    'the database has no connection left: raise its max_connections, or end what holds them, and run the command again (sorry, too many clients already)',
  );
});
