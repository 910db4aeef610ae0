import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatCode,
  type Segment,
  type SegmentValues,
  TRANSFORMS,
} from '../../../src/accounting/codes/segment-template.ts';

const segment = (members: Partial<Segment>): Segment => ({
  type: 'text',
  accounting_code_id: null,
  tag_group_id: null,
  text: null,
  prefix: null,
  suffix: null,
  transforms: [],
  truncate: null,
  fallback: null,
  ...members,
});
const text = (value: string, more: Partial<Segment> = {}) => segment({ text: value, ...more });
const VALUES: SegmentValues = {
  codeOf: (id) => (id === 'acco_wages' ? '6010' : null),
  tagCodeOf: (group) => (group === 'taggr_site' ? 'Québec-Nord' : null),
};
const format = (...segments: Segment[]) => formatCode({ segments }, VALUES);

test('code rules, rule 6: the values of segments are concatenated, each from its source', () => {
  expect(
    format(
      segment({ type: 'accounting_code', accounting_code_id: 'acco_wages', suffix: '-' }),
      segment({
        type: 'tag_group',
        tag_group_id: 'taggr_site',
        transforms: ['alphanumeric', 'uppercase'],
        truncate: 4,
        prefix: '[',
        suffix: ']',
      }),
      text('/A'),
    ),
  ).toBe('6010-[QUÉB]/A');
});

test('code rules, rule 6: a segment without a value has its fallback with prefix and suffix; without a fallback it is left out', () => {
  const none = segment({ type: 'tag_group', tag_group_id: 'taggr_none', prefix: '<', suffix: '>' });
  expect(format(text('a'), none, text('b'))).toBe('ab');
  expect(format(text('a'), { ...none, fallback: 'GEN' }, text('b'))).toBe('a<GEN>b');
  expect(format(text('--', { transforms: ['alphanumeric'], prefix: 'p' }))).toBe('');
});

test('code rules, rule 6: transforms are applied in their order, then the maximum length', () => {
  expect(format(text('a-bc', { transforms: ['alphanumeric'], truncate: 2 }))).toBe('ab');
  expect(format(text('ß', { transforms: ['uppercase', 'lowercase'] }))).toBe('ss');
  expect(format(text('ß', { transforms: ['lowercase', 'uppercase'] }))).toBe('SS');
  expect(format(text('👩‍🌾x', { truncate: 1 }))).toBe('👩');
});

describe('code rules, rule 6: for any segments', () => {
  const any = fc.record({
    type: fc.constantFrom('accounting_code', 'tag_group', 'text'),
    accounting_code_id: fc.constantFrom(null, 'acco_wages', 'acco_gone'),
    tag_group_id: fc.constantFrom(null, 'taggr_site', 'taggr_none'),
    text: fc.option(fc.string()),
    prefix: fc.option(fc.string({ maxLength: 5 })),
    suffix: fc.option(fc.string({ maxLength: 5 })),
    transforms: fc.subarray([...TRANSFORMS]),
    truncate: fc.option(fc.integer({ min: 1, max: 10 })),
    fallback: fc.option(fc.string({ maxLength: 5 })),
  }) as fc.Arbitrary<Segment>;

  test('a code is the concatenation of its segments', () => {
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 20 }), (segments) => {
        expect(format(...segments)).toBe(segments.map((one) => format(one)).join(''));
      }),
    );
  });

  test('a segment is empty, or its prefix, its cut value or fallback, and its suffix', () => {
    fc.assert(
      fc.property(any, (one) => {
        const made = format(one);
        if (made === '') return;
        const { prefix, suffix, truncate, fallback } = one;
        expect(made.startsWith(prefix ?? '')).toBe(true);
        expect(made.endsWith(suffix ?? '')).toBe(true);
        const middle = made.slice((prefix ?? '').length, made.length - (suffix ?? '').length);
        expect(middle).not.toBe('');
        if (truncate !== null && middle !== fallback) expect([...middle].length).toBeLessThanOrEqual(truncate);
      }),
    );
  });
});
