import { expect, test } from 'vitest';
import { primarySince } from '../../../src/kernel/answers/primary.ts';

const NOW = '2026-01-05T17:00:00.000000Z';

test.each([
  [[], NOW],
  [['2026-01-05T16:59:59.999999Z'], NOW],
  [[NOW], '2026-01-05T17:00:00.000001Z'],
  [['2029-03-01T00:00:00.123999Z', '2027-03-01T00:00:00.000000Z'], '2029-03-01T00:00:00.124000Z'],
  [['2026-12-31T23:59:59.999999Z'], '2027-01-01T00:00:00.000000Z'],
])('what is made primary beside %j comes last', (others, from) => {
  expect(primarySince(true, NOW, others, '2026-01-01T00:00:00.000000Z')).toBe(from);
});
