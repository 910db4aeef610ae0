import { expect, test } from 'vitest';
import { WITHHOLDING_EXAMPLES } from '../../../src/statutory/request/examples.ts';
import { calculateJson } from './calculate-json.ts';
import { plainCase } from './plain-cases.ts';

// Each step of an explanation says where its rule stands, in both languages, and what would lower the amount where the
// text says it.

const explained = [
  ...Object.values(WITHHOLDING_EXAMPLES),
  ...Array.from({ length: 200 }, (_, index) => plainCase(2026, index + 1)),
].flatMap((request) => {
  const answer = calculateJson(request);
  if ('errors' in answer) throw new Error(JSON.stringify(answer.errors));
  return answer.data.explanation;
});
const first = (name: string, formula?: string) =>
  explained.find((step) => step.name === name && (formula === undefined || step.formula === formula))!;

test('every step of a withholding cites its paragraph, in English and in French', () => {
  expect(new Set(explained.map(({ name }) => name)).size).toBeGreaterThan(40);
  for (const { name, formula, paragraph } of explained) {
    expect(paragraph, `${name}: ${formula}`).toBeDefined();
    expect(paragraph!.en.length > 0 && paragraph!.fr.length > 0).toBe(true);
  }
  expect(first('EI').paragraph).toEqual({ en: 'T4127, chapter 7, premiums', fr: 'T4127, chapitre 7, cotisations' });
  expect(first('K1 (with B)').paragraph).toEqual({ en: 'T4127, chapter 4, step 2', fr: 'T4127, chapitre 4, étape 2' });
});

test('the methods for one amount have different texts', () => {
  expect(first('Quebec tax', 'Y / P').paragraph!.en).toBe('TP-1015.F, 2.1.1, step 3');
  expect(first('Quebec tax', 'max(0, Y / S1 − M)').paragraph!.en).toBe('TP-1015.F, 2.2, first method, step 3');
  expect(first('Quebec tax on B', 'Y2 − Y1').paragraph!.en).toBe('TP-1015.F, 2.1.2, first method, step 3');
});

test('a step mentions what would lower an amount only where the source does: a form or an election', () => {
  const says = new Set(explained.filter(({ to_reduce }) => to_reduce).map(({ name }) => name.replace(/ \(.*\)$/, '')));
  expect([...says].sort()).toEqual(['A', 'C', 'I', 'I1', 'K1', 'K1P', 'L', 'S', 'T1', 'T3', 'T4', 'Y', 'Y1', 'Y2']);
  for (const { to_reduce } of explained) {
    if (to_reduce) expect(to_reduce.en).not.toBe(to_reduce.fr);
  }
  expect(first('C').to_reduce!.en).toContain('CPT30');
  // British Columbia's reduction depends on income alone; Ontario's counts dependants.
  for (const { name, formula, to_reduce } of explained)
    if (name.startsWith('S')) expect(to_reduce !== undefined).toBe(formula.includes('basic + Y'));
});
