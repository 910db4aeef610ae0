#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { serve } from './serve.ts';

/** Exit codes: 0 done, 1 failed with one sentence, 2 the command line itself is wrong. */
const FAILED = 1;
const USAGE = 2;

const program = new Command('payroll')
  .description('An event-sourced payroll service for Canadian employers.')
  .exitOverride()
  .showHelpAfterError('(payroll --help tells more)');

program
  .command('serve')
  .description('run the service until it is told to stop (Ctrl-C)')
  .action(() => serve(process.env));

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : USAGE;
  else {
    process.stderr.write(`payroll: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = FAILED;
  }
}
