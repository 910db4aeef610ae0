import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { freshDatabase } from '../support/database.ts';
import type { Held, PastOrders } from '../support/past-process.ts';

test('an idle process uses no more memory after forty payrolls than after twenty, in a heap of 160 MB', async () => {
  const EVERY = 20;
  const other = await freshDatabase();
  try {
    const orders: PastOrders = { address: other.address, people: 60, payrolls: 2 * EVERY, every: EVERY };
    const told: Held[] = [];
    const child = fork(
      fileURLToPath(new URL('../support/past-process.ts', import.meta.url)),
      [JSON.stringify(orders)],
      {
        execArgv: ['--import', 'tsx', '--expose-gc', '--max-old-space-size=160'],
      },
    );
    child.on('message', (one) => told.push(one as Held));
    const ended = await new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
    expect(ended).toBe(0);
    expect(told.map(({ payrolls }) => payrolls)).toEqual([EVERY, 2 * EVERY]);
    // The rows of 1,200 stubs and their lines come to more than 25 MB in memory.
    expect(told[1]!.held_MB - told[0]!.held_MB).toBeLessThan(10);
  } finally {
    await other.drop();
  }
});
