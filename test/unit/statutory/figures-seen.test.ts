import { readFileSync } from 'node:fs';
import { CORE_SCHEMA, load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import type { Edition, Mark, TaxTable } from '../../../src/statutory/editions/edition.ts';
import { EDITIONS } from '../../../src/statutory/editions/index.ts';
import type { Fixed } from '../../../src/values/fixed.ts';
import { toText } from '../../../src/values/fixed.ts';

// Every figure of an edition's tables against what sources print, read apart from the data files. A figure that sources
// print in different ways, or that fewer than two print and that is not marked as recalled, stops here.

type Figures = Record<string, string>;
type Seen = Record<string, { title: string; seen: Record<string, Record<string, Figures>> }>;
const sources = load(readFileSync(new URL('../../fixtures/figures-seen.yaml', import.meta.url), 'utf8'), {
  schema: CORE_SCHEMA,
}) as Seen;

interface Held {
  jurisdiction: string;
  what: string;
  value: string;
  mark: Mark;
}

const row = (...figures: Fixed[]): string => figures.map(toText).join(' ');

const tableOf = (jurisdiction: string, table: TaxTable): Held[] => {
  const { brackets, basic, mark } = table;
  const held = [
    { jurisdiction, what: 'thresholds', value: row(...brackets.map(({ over }) => over)), mark },
    { jurisdiction, what: 'rates', value: row(...brackets.map(({ rate }) => rate)), mark },
  ];
  return basic.type === 'flat'
    ? [...held, { jurisdiction, what: 'basic amount', value: toText(basic.amount), mark }]
    : held;
};

const heldBy = ({ federal, provinces, cpp, ei, tax_year, workers_compensation: assessable }: Edition): Held[] => [
  ...tableOf('federal', federal.option1),
  ...[...provinces.values()].flatMap(({ code, option1 }) => tableOf(code, option1)),
  {
    jurisdiction: 'federal',
    what: 'employment amount',
    value: toText(federal.employment_amount.amount),
    mark: federal.employment_amount.mark,
  },
  // Later years' have their own tests against the ceilings and rates that they follow from.
  ...(tax_year <= 2022
    ? [
        { jurisdiction: 'federal', what: 'cpp', value: row(cpp.rate, cpp.max), mark: cpp.mark },
        { jurisdiction: 'federal', what: 'ei', value: row(ei.rate, ei.max), mark: ei.mark },
      ]
    : []),
  ...(tax_year <= 2024
    ? [...assessable!.max].map(([jurisdiction, max]) => {
        return { jurisdiction, what: 'workers compensation', value: toText(max), mark: assessable!.mark };
      })
    : []),
];

/** The days on which a figure holds: an edition of mid-year repeats what it leaves as it is. */
const daysOf = (edition: Edition, { jurisdiction, what, value }: Held): { since: string; until: string } => {
  const ofYear = EDITIONS.list.filter(({ tax_year }) => tax_year === edition.tax_year);
  const same = (other: Edition) =>
    heldBy(other).some((one) => one.jurisdiction === jurisdiction && one.what === what && one.value === value);
  const at = ofYear.indexOf(edition);
  const first = ofYear.slice(0, at).findLastIndex((other) => !same(other)) + 1;
  const next = ofYear.findIndex((other, index) => index > at && !same(other));
  return {
    since: ofYear[first]!.effective_from,
    until: next === -1 ? `${edition.tax_year + 1}-01-01` : ofYear[next]!.effective_from,
  };
};

describe.each(EDITIONS.list.map((edition) => [edition.effective_from, edition] as const))('%s', (_day, edition) => {
  test('confirmed figures are the same in two sources', () => {
    const wrong: string[] = [];
    for (const held of heldBy(edition)) {
      const { since, until } = daysOf(edition, held);
      const printed = Object.entries(sources).flatMap(([source, { seen }]) =>
        Object.entries(seen)
          .filter(([day]) => since <= day && day < until)
          .flatMap(([day, figures]) => {
            const value = figures[held.jurisdiction]?.[held.what];
            return value === undefined ? [] : [{ source, day, value }];
          }),
      );
      const at = `${held.jurisdiction} ${held.what} ${held.value}`;
      for (const { source, day, value } of printed)
        if (value !== held.value) wrong.push(`${at}: ${source} prints ${value} for ${day}`);
      const alike = new Set(printed.filter(({ value }) => value === held.value).map(({ source }) => source));
      if (alike.size < 2 && !held.mark.recalled) wrong.push(`${at}: seen in ${[...alike].join() || 'no source'} alone`);
    }
    expect(wrong).toEqual([]);
  });
});
