import { expect, test } from 'vitest';
import { UnreadableEvent } from '../../../src/event-store/errors.ts';
import type { ReadStreamOptions, StreamEvent } from '../../../src/event-store/port.ts';
import { refuseGap } from '../../../src/event-store/postgres/log.ts';

/** What is read of a stream follows one another from where it was asked for, or is refused. */
const checked = (revisions: number[], options: ReadStreamOptions) => () =>
  refuseGap(
    'tree-1',
    revisions.map((revision) => ({ revision: BigInt(revision) }) as StreamEvent),
    options,
  );
const BACK = { direction: 'backwards' } as const;

test.each<[number[], ReadStreamOptions]>([
  [[], {}],
  [[0, 1, 2], {}],
  [[0, 1], { limit: 2 }],
  [[3, 4], { from: 3n }],
  [[2, 1, 0], BACK],
  [[2, 1], { ...BACK, limit: 2 }],
  [[2, 1, 0], { ...BACK, limit: 9 }],
  // Asked from behind the end.
  [[2, 1, 0], { ...BACK, from: 9n }],
  [[], BACK],
])('revisions %j are what %o asks for', (revisions, options) => {
  expect(checked(revisions, options)).not.toThrow();
});

test.each<[number[], ReadStreamOptions, string]>([
  [[1, 2], {}, 'has revision 1 and no revision 0'],
  [[0, 2], {}, 'has revision 2 and no revision 1'],
  [[4, 5], { from: 3n }, 'has revision 4 and no revision 3'],
  [[3, 1, 0], BACK, 'has revision 1 and no revision 2'],
  [[2, 1], BACK, 'has revision 1 and no revision 0'],
  [[3, 2], { ...BACK, limit: 3 }, 'has revision 2 and no revision 1'],
])('revisions %j are not all that %o asks for', (revisions, options, says) => {
  expect(checked(revisions, options)).toThrow(UnreadableEvent);
  expect(checked(revisions, options)).toThrow(says);
});
