import { expect, test } from 'vitest';
import { versionOn } from '../../../src/forms/model/form-type.ts';
import { formTypeOf } from '../../../src/forms/types/index.ts';
import { strangers, valueIssues } from '../../../src/forms/values.ts';

const on = (type: string, values: Record<string, string>) => {
  const of = formTypeOf(type);
  const version = versionOn(of, '2026-01-01')!;
  return [...strangers(of, version, values), ...valueIssues(of, version, values)].map(({ path }) => path);
};

test('a return takes the claims that its form has, and a total that is their sum', () => {
  const claims = { basic_personal_amount: '12000', age_amount: '6000' };
  expect(on('td1on', { ...claims, total_claim_amount: '18000' })).toEqual([]);
  expect(on('td1on', { ...claims, total_claim_amount: '18001' })).toEqual(['total_claim_amount']);
  // Ontario's form has no tuition since 2018; others have.
  const tuition = { basic_personal_amount: '12000', tuition_amount: '500', total_claim_amount: '12500' };
  expect(on('td1on', tuition)).toContain('tuition_amount');
  expect(on('td1mb', tuition)).toEqual([]);
});
