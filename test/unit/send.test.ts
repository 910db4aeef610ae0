import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../support/send.ts';

const silent = createServer(() => {});
beforeAll(() => new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => silent.close(resolve)));

test('a request that is not answered says which it is', async () => {
  const { port } = silent.address() as AddressInfo;
  const asked = send(new URL(`http://127.0.0.1:${port}/employees`), 'GET', {}, undefined, 1);
  await expect(asked).rejects.toThrow('GET /employees was not answered within 1 ms');
});
