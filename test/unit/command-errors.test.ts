import { expect, test } from 'vitest';
import { sentenceOf } from '../../src/cli/terminal/errors.ts';

test('a command that a full disk ended says so, and what to do', () => {
  const full = Object.assign(new Error('could not extend file "base/16384/2610"'), { code: '53100' });
  expect(sentenceOf(full)).toBe(
    'the disk of the database is full: make room on it, and run the command again (could not extend file "base/16384/2610")',
  );
  expect(sentenceOf(new Error('there is no partner ptn_1'))).toBe('there is no partner ptn_1');
});
