import type { Command } from 'commander';

/**
 * Declares the commands of payments.
 *
 * @param env the settings of the command that runs
 */
export const declarePayments = (program: Command, env: () => NodeJS.ProcessEnv): void => {
  const payments = program.command('payments').description('payments of payrolls');
  payments
    .command('release')
    .description('release a payment whose day came while it was held; it is submitted at the next time of submission')
    .argument('<payment>', 'its id, pmt_…')
    .action(async (id: string) => (await import('./commands/payment-outcomes.ts')).releasePayment(env(), id));

  payments
    .command('due')
    .description(
      'list payments that wait for a file for the bank, those that cannot be in one, and remittances to be made by hand',
    )
    .action(async () => (await import('./commands/payments.ts')).listDue(env()));
  payments
    .command('write')
    .description(
      'write files of all payments that wait for one; each payment is in one file, also when the command is interrupted',
    )
    .requiredOption('--to <folder>', 'folder for the files')
    .option('--again <number>', 'write this earlier file again, with the same bytes')
    .option(
      '--first-number <number>',
      "number of the originator's first file, when its bank has had files from elsewhere",
    )
    .action(async (options) => (await import('./commands/payments.ts')).writeFiles(env(), options));
  payments
    .command('files')
    .description('list the files')
    .option('--json', 'print one JSON object per line')
    .action(async (options) => (await import('./commands/payments.ts')).listFiles(env(), options));
  payments
    .command('resolve')
    .description('record whether a file that could not be made was sent')
    .argument('<number>', 'number of the file, as "payroll payments due" shows it')
    .option('--sent', 'the bank has the file: its payments count as paid on their days')
    .option('--not-sent', 'the bank does not have the file: its payments wait for the next one')
    .requiredOption('--note <text>', 'the grounds; kept in the ledger')
    .action(async (number: string, options) =>
      (await import('./commands/payments.ts')).resolveFile(env(), number, options),
    );
  payments
    .command('returns')
    .description('read a file of returns, and record each returned payment as failed')
    .argument('<file>', 'the file as the bank provides it')
    .action(async (path: string) => (await import('./commands/payments.ts')).takeReturnFile(env(), path));
  payments
    .command('payee')
    .description('register the account that remittances to a payee go to, so that files for the bank carry them')
    .argument('<payee>', 'a provider such as ca_cra, for all employers; or the id of a remittance account, ra_…')
    .option('--account <numbers>', 'institution, transit and account, such as 003-00123-1234567')
    .option('--name <name>', 'name of the holder of the account')
    .option('--forget', 'remove the account: remittances are made by hand again')
    .action(async (payee: string, options) => (await import('./commands/payees.ts')).namePayee(env(), payee, options));
  payments
    .command('payees')
    .description('list the registered accounts of payees')
    .action(async () => (await import('./commands/payees.ts')).listPayees(env()));
  payments
    .command('settle')
    .description(
      'record that a payment arrived that no file tells of: a remittance, one that cannot be in a file, or one that came back and was paid otherwise',
    )
    .argument('<payment>', 'its id, pmt_…')
    .requiredOption('--note <text>', 'how it was paid; kept in the ledger')
    .action(async (id: string, options) =>
      (await import('./commands/payment-outcomes.ts')).settlePayment(env(), id, options),
    );
  payments
    .command('fail')
    .description('record that a payment failed, when no file of returns says so; then it can be made again')
    .argument('<payment>', 'its id, pmt_…')
    .requiredOption('--reason <reason>', 'a reason that a bank gives, such as account_closed; the employer sees it')
    .requiredOption('--note <text>', 'the grounds; kept in the ledger')
    .action(async (id: string, options) =>
      (await import('./commands/payment-outcomes.ts')).failPayment(env(), id, options),
    );
};
