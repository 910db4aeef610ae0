import { expect, test } from 'vitest';
import { overridesOf, sharesOf, tagsOf } from '../../../src/moving-in/cells.ts';

/** Lists in cells, as people type them: in French with a decimal comma, and a blank before the sign of percentages. */

const sharesIn = (cell: string) => sharesOf(cell, (name) => name);

test.each([
  ['60.5 Kitchen + East; 39.5 Bar'],
  ['60,5 Kitchen + East; 39,5 Bar'],
  ['60,5% Kitchen+East ;39,5% Bar;'],
  ['60,5 %  Kitchen  +  East; 39,5\u00a0% Bar'],
])('%s are two shares', (cell) => {
  expect(tagsOf(cell)).toEqual(['Kitchen', 'East', 'Bar']);
  expect(sharesIn(cell)).toEqual({
    value: {
      unit: 'percentage',
      tag_allocations: [
        { tags: ['Kitchen', 'East'], value: '60.5' },
        { tags: ['Bar'], value: '39.5' },
      ],
    },
  });
});

test.each([['60'], ['60 %'], ['60 Kitchen +'], ['60 Kitchen; 40'], [';']])('%s lacks a tag', (cell) => {
  expect(sharesIn(cell)).toEqual({ fault: expect.objectContaining({ en: expect.stringContaining('60 Kitchen') }) });
});

test('what is no percentage stays as it is, for the rules to say so', () => {
  expect(sharesIn('1,000.5 Bar')).toMatchObject({ value: { tag_allocations: [{ value: '1,000.5', tags: ['Bar'] }] } });
});

test('the percentage of an override may have a comma too', () => {
  expect(overridesOf('earning.commission 3,5 per_period')).toEqual({
    value: [{ type: 'earning', subtype: 'commission', percentage: '3.5', method: 'per_period' }],
  });
});
