import { expect, test } from 'vitest';
import { largeAnswersInTurn } from '../../../src/http/requests/large-answers.ts';
import { explainPayStub } from '../../../src/payrolls/explanations/explanation.ts';

test('explanations of the stubs of one company are made four at a time, and those of others beside them', async () => {
  const inTurn = largeAnswersInTurn();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const explain = (company: string) =>
    inTurn(
      company,
      explainPayStub,
      {},
      () => false,
      async () => {
        begun.push(company);
        await new Promise<void>((end) => ends.push(end));
      },
    );
  const made = Array.from({ length: 6 }, () => explain('slow'));
  const other = explain('quick');
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun.filter((company) => company === 'slow')).toHaveLength(4);
  expect(begun).toContain('quick');
  while (begun.length < 7 || ends.length > 0) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all([...made, other]);
});
