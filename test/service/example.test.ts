import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountingProvider, startAccountingProvider } from '../../examples/provider/stand-in.ts';
import { clockStartingAt } from '../../src/values/clock.ts';
import { type CommandsHere, commandsHere } from '../support/command.ts';
import { startTestService, type TestService } from '../support/service.ts';

/**
 * The example, as its reader runs it. It asserts what it claims, so its exit code is the test; a second time in the
 * long form.
 */
const run = (env: Record<string, string | undefined>): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve) => {
    const file = fileURLToPath(new URL('../../examples/northlake/run.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', file], { env: { ...process.env, ...env } });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output += chunk;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('close', (code) => resolve({ code, output }));
  });

const TIMES = process.env.FULL ? 2 : 1;
/**
 * The service's today, but for the long form: whatever day it is run on, the test shows all that the example does, and
 * takes as long. From December on its people have stubs on the drafts of a second year, then of a third, and a kiosk
 * does not go live before the tax rates of its pay dates are known.
 */
const TODAY_ms = Date.parse('2026-11-16T15:00:00Z');

let service: TestService;
let provider: AccountingProvider;
let commands: CommandsHere;
beforeAll(async () => {
  provider = await startAccountingProvider();
  // Of the year that the example ends.
  const sender = { transmitter_number: 'NP123456', certification_numbers: ['RQ-26-01-001'] };
  const revenuQuebec = { ...sender, partner_id: 'northlake', product_id: 'payroll', rl1_numbers: [] };
  const config = { providers: provider.apps, revenuQuebec };
  const clock = process.env.FULL ? 'system' : clockStartingAt(TODAY_ms);
  service = await startTestService({ hasCommands: true, clock, config });
  commands = await commandsHere(service.env);
});
afterAll(async () => {
  commands.close();
  await service.close();
  await provider.close();
});

test('the example runs to its end, as often as it is repeated', { timeout: 600_000 }, async () => {
  const env = {
    PAYROLL_URL: service.url,
    ACCOUNTING_PROVIDER_URL: provider.url,
    PARTNER_SECRET: service.partnerSecret,
    ...service.env,
    // Its commands: that they run as processes, from their source, is the README's walk to show.
    ...commands.env,
  };
  for (let time = 0; time < TIMES; time++) {
    const { code, output } = await run(env);
    expect(output).toContain('The month went as it should.');
    expect(code).toBe(0);
  }
});
