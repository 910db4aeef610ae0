import type { Json } from '../../src/values/json.ts';

const OTHERS: readonly Json[] = [
  null,
  true,
  1,
  1.5,
  2 ** 60,
  'text',
  [],
  ['text'],
  [1],
  [[1]],
  {},
  { a: 'text' },
  { a: 1 },
];

/** The value with one of its parts replaced, taken away or doubled, in every way. */
export function* changed(value: Json): Generator<Json> {
  yield* OTHERS;
  if (Array.isArray(value)) {
    yield [...value, ...value];
    for (const [at, part] of value.entries()) {
      yield value.toSpliced(at, 1);
      for (const other of changed(part)) yield value.with(at, other);
    }
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, another: 'text' };
    for (const [name, part] of Object.entries(value)) {
      const { [name]: _, ...rest } = value;
      yield rest;
      for (const other of changed(part)) yield { ...rest, [name]: other };
    }
  }
}
