import { expect, test } from 'vitest';
import { thenCleanUp } from '../../examples/northlake/clean-up.ts';

const failing = (message: string) => () => Promise.reject(new Error(message));

test('the first error is reported, also when the clean-up fails', async () => {
  await expect(thenCleanUp(failing('the claim'), failing('the clean-up'))).rejects.toThrow('the claim');
  await expect(thenCleanUp(async () => 1, failing('the clean-up'))).rejects.toThrow('the clean-up');
  await expect(
    thenCleanUp(
      async () => 1,
      async () => {},
    ),
  ).resolves.toBe(1);
});
