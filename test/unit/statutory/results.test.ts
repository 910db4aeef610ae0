import { readFileSync } from 'node:fs';
import { CORE_SCHEMA, load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import type { WithholdingResult } from '../../../src/statutory/request/calculate.ts';
import { calculateRequest } from '../../../src/statutory/request/calculate.ts';
import type { WithholdingRequest } from '../../../src/statutory/request/request.ts';
import { checkers } from './result-checkers.ts';
import { runYear } from './year.ts';

// Every result that others published or an official calculator gave, each with its own id, to its stated tolerance.

interface Expected {
  employee?: Record<string, string>;
  employer?: Record<string, string>;
  steps?: Record<string, string>;
  federal_tax_total?: string;
  provincial_tax_total?: string;
  tax_total?: string;
}

interface Case {
  id: string;
  topic: string;
  quality: string;
  tolerance: string;
  kind: string;
  reason?: string;
  tax_year?: number;
  request?: Record<string, unknown>;
  quebec_periods?: { from: number; to: number };
  shares?: { ftq: string; fondaction: string; from: number; to: number };
  input?: Record<string, unknown>;
  expected: Expected & {
    periods?: ({ from: number; to: number } & Expected)[];
    total?: Record<string, string>;
  };
}

const cases = load(readFileSync(new URL('./results.yaml', import.meta.url), 'utf8'), {
  schema: CORE_SCHEMA,
}) as Case[];

/** Differences are counted in whole cents, so that no binary fraction decides a test. */
const cents = (amount: string): number => Math.round(Number(amount) * 100);

const closeTo = (what: string, actual: string | undefined, wanted: string, tolerance: string): void => {
  expect(actual, what).toBeDefined();
  const off = Math.abs(cents(actual!) - cents(wanted));
  expect(off, `${what}: ${actual} instead of ${wanted}`).toBeLessThanOrEqual(cents(tolerance));
};

const sum = (...amounts: string[]): string => String(amounts.reduce((all, one) => all + cents(one), 0) / 100);

const check = (result: WithholdingResult, expected: Expected, tolerance: string): void => {
  const { employee, employer, explanation } = result;
  const federal = sum(employee.federal_tax, employee.federal_tax_on_bonus);
  const provincial = sum(employee.provincial_tax, employee.provincial_tax_on_bonus);
  for (const [name, wanted] of Object.entries(expected.employee ?? {})) {
    closeTo(name, employee[name as keyof typeof employee], wanted, tolerance);
  }
  for (const [name, wanted] of Object.entries(expected.employer ?? {})) {
    closeTo(`employer ${name}`, employer[name as keyof typeof employer], wanted, tolerance);
  }
  for (const [name, wanted] of Object.entries(expected.steps ?? {})) {
    closeTo(name, explanation.find((step) => step.name === name)?.value, wanted, tolerance);
  }
  if (expected.federal_tax_total) closeTo('federal tax', federal, expected.federal_tax_total, tolerance);
  if (expected.provincial_tax_total) closeTo('provincial tax', provincial, expected.provincial_tax_total, tolerance);
  if (expected.tax_total) closeTo('tax', sum(federal, provincial), expected.tax_total, tolerance);
};

const of = (kind: string): [string, string, Case][] =>
  cases.filter((one) => one.kind === kind).map((one) => [one.id, `${one.topic} (${one.quality})`, one]);

describe('published and captured results', () => {
  test.each(of('pay'))('%s %s', (_id, _topic, { request, expected, tolerance }) => {
    check(calculateRequest(request as WithholdingRequest, { explain: true }), expected, tolerance);
  });

  test.each(of('year'))('%s %s', (_id, _topic, one) => {
    const pays = runYear({
      tax_year: one.tax_year!,
      request: one.request as WithholdingRequest,
      ...(one.quebec_periods ? { quebec_periods: one.quebec_periods } : {}),
      ...(one.shares ? { shares: one.shares } : {}),
    });
    for (const { from, to, ...expected } of one.expected.periods!) {
      for (let number = from; number <= to; number++) check(pays[number - 1]!, expected, one.tolerance);
    }
    for (const [name, wanted] of Object.entries(one.expected.total ?? {})) {
      const amounts = pays.map(({ employee }) => employee[name as keyof typeof employee]);
      closeTo(`year's ${name}`, sum(...amounts), wanted, one.tolerance);
    }
  });

  const others = cases.filter(({ kind }) => !['pay', 'year', 'out_of_scope'].includes(kind));
  test.each(others.map((one) => [one.id, one.topic, one] as const))('%s %s', (_id, _topic, one) => {
    const checker = checkers[one.kind];
    expect(checker, `how to check ${one.kind}`).toBeDefined();
    checker!(one.input!, one.expected as Record<string, unknown>, (what, actual, wanted) =>
      closeTo(what, actual, wanted, one.tolerance),
    );
  });

  test('are out of scope only with a reason', () => {
    const outside = cases.filter(({ kind }) => kind === 'out_of_scope');
    expect(outside.map(({ id }) => id)).toEqual(['E092', 'E101']);
    for (const { reason } of outside) expect(reason).toMatch(/no part of a withholding calculation/);
  });

  test('have no missing or duplicate id', () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(95);
    expect(cases).toHaveLength(95);
  });
});
