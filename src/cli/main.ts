#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Command, CommanderError, Help, Option } from 'commander';
import { declarePayments } from './payments-declared.ts';
import { NotChecked, sentenceOf, UsageError } from './terminal/errors.ts';
import { onceEach } from './terminal/once.ts';
import { printable } from './terminal/print.ts';
import { tellUnwritten } from './terminal/unwritten.ts';

/**
 * Exit codes, each but 0 with one sentence. 1: it failed, or found something. 2: it could not be asked, or not
 * answered.
 */
const FAILED = 1;
const NO_ANSWER = 2;

/** Settings of the command that runs: those that share a process run one after the other. */
let env: NodeJS.ProcessEnv = process.env;
// Each command loads what it needs, so that a mistake on the command line is reported at once.
const program = new Command('payroll')
  .description('An event-sourced payroll service for Canadian employers. Settings come from the environment.')
  .exitOverride()
  .configureHelp({
    optionDescription: (option) => `${new Help().optionDescription(option)}${option.mandatory ? ' (required)' : ''}`,
  });

program
  .command('serve')
  .description('run the service until it is stopped (Ctrl-C)')
  .action(async () => (await import('./commands/serve.ts')).serve(env));

const partner = program.command('partner').description('partners, who may create companies');
partner
  .command('create')
  .description('register a partner, and show its key and secret')
  .requiredOption('--name <name>', 'its name')
  .option('--existing', 'the partner gets the deprecated forms of the interface when a request has no Prefer header')
  .option('--secret <secret>', 'use this secret instead of a generated one')
  .addOption(new Option('--locale <locale>', 'language of its messages').choices(['en', 'fr']).default('en'))
  .action(async (options) => (await import('./commands/partner.ts')).createPartner(env, options));

partner
  .command('secrets')
  .description('list the valid secrets of a partner with their last use, but not their values')
  .argument('<partner>', 'its id, ptn_…')
  .action(async (id: string) => (await import('./commands/partner.ts')).listSecrets(env, id));
partner
  .command('rotate')
  .description('issue a new secret; the current one stays valid for --overlap minutes')
  .argument('<partner>', 'its id, ptn_…')
  .option('--overlap <minutes>', 'minutes for which the current one stays valid', '1440')
  .action(async (id: string, options) => (await import('./commands/partner.ts')).rotateSecret(env, id, options));
partner
  .command('revoke')
  .description('revoke a secret at once')
  .argument('<partner>', 'its id, ptn_…')
  .argument('<secret>', 'the id of the secret, psec_…')
  .action(async (id: string, secret: string) => (await import('./commands/partner.ts')).revokeSecret(env, id, secret));

const webhooks = program.command('webhooks').description('keys that calls to webhooks are signed with');
webhooks
  .command('keys')
  .description('list the valid keys of a webhook with their last use')
  .argument('<webhook>', 'its id, whk_…')
  .action(async (id: string) => (await import('./commands/webhooks.ts')).listKeys(env, id));
webhooks
  .command('rotate')
  .description('make a new key; calls are signed with both keys while the current one stays valid')
  .argument('<webhook>', 'its id, whk_…')
  .option('--overlap <minutes>', 'minutes for which the current one stays valid', '1440')
  .action(async (id: string, options) => (await import('./commands/webhooks.ts')).rotate(env, id, options));
webhooks
  .command('revoke')
  .description('revoke a replaced key at once')
  .argument('<webhook>', 'its id, whk_…')
  .argument('<key>', 'the id of the key, whkey_…')
  .action(async (id: string, key: string) => (await import('./commands/webhooks.ts')).revoke(env, id, key));

const projections = program.command('projections').description('read models');
projections
  .command('list')
  .description('show the position of each read model, and the companies that it cannot follow')
  .option('--json', 'print one JSON object per line')
  .action(async (options) => (await import('./commands/projections.ts')).listProjections(env, options));
projections
  .command('rebuild')
  .description('rebuild read models from the event log, then swap them in; the service may keep running')
  .argument('[name...]', 'names of read models; default all')
  .action(async (names: string[]) => (await import('./commands/projections.ts')).rebuildProjections(env, names));
projections
  .command('verify')
  .description('compare every row with the event log; fails when a row differs')
  .argument('[name...]', 'names of read models; default all')
  .action(async (names: string[]) => (await import('./commands/projections.ts')).verifyProjections(env, names));
projections
  .command('reset')
  .description('reset the database to the end of an event log that was restored from an older backup')
  .action(async () => (await import('./commands/projections.ts')).resetProjections(env));

const processes = program.command('processes').description('process managers, and their work for each company');
processes
  .command('list')
  .description('show the position of each process manager, and the companies whose work fails')
  .option('--json', 'print one JSON object per line, one for each manager')
  .action(async (options) => (await import('./commands/processes.ts')).listProcesses(env, options));
processes
  .command('retry')
  .description('retry the failed work of a company now')
  .requiredOption('--company <id>', 'id of the company (of the partner, for work without a company)')
  .option('--manager <name>', 'only work of this process manager')
  .action(async (options) => (await import('./commands/processes.ts')).retryProcesses(env, options));
processes
  .command('skip')
  .description('skip an event at which the work of a company fails; the ledger keeps the reason')
  .requiredOption('--company <id>', 'id of the company (of the partner, for work without a company)')
  .requiredOption('--event <id>', 'id of the event, as "payroll processes list" shows it')
  .requiredOption('--reason <text>', 'the reason; kept in the ledger')
  .option('--manager <name>', 'only for this process manager')
  .action(async (options) => (await import('./commands/processes.ts')).skipProcesses(env, options));

const keys = program.command('keys').description('keys that personal data and secrets are encrypted under');
keys
  .command('rewrap')
  .description(
    'wrap all keys under the current MASTER_KEY; those under the old one are opened with MASTER_KEY_PREVIOUS',
  )
  .action(async () => (await import('./commands/privacy.ts')).rewrapKeys(env));

const employer = program.command('employer').description('identity checks of employers');
employer
  .command('verify')
  .description('record that an employer passed the check')
  .argument('<business_entity>', 'its id, be_…')
  .requiredOption('--note <text>', 'the grounds; kept in the ledger')
  .action(async (id: string, options) =>
    (await import('./commands/employer.ts')).recordVerification(env, id, 'approved', options),
  );
employer
  .command('fail')
  .description('record that an employer failed the check')
  .argument('<business_entity>', 'its id, be_…')
  .requiredOption('--reason <text...>', 'one or several reasons, which the employer sees')
  .requiredOption('--note <text>', 'the grounds; kept in the ledger')
  .action(async (id: string, options) =>
    (await import('./commands/employer.ts')).recordVerification(env, id, 'failed', options),
  );

const roe = program.command('roe').description('authorizations to send records of employment');
roe
  .command('authorize')
  .description('record that the government granted an authorization')
  .argument('<roe_authorization>', 'its id, roea_…')
  .requiredOption('--note <text>', 'a remark, which the employer sees')
  .action(async (id: string, options) =>
    (await import('./commands/employer.ts')).answerRoe(env, id, 'authorized', options),
  );
roe
  .command('refuse')
  .description('record that the government refused an authorization')
  .argument('<roe_authorization>', 'its id, roea_…')
  .requiredOption('--note <text>', 'a remark, which the employer sees')
  .action(async (id: string, options) =>
    (await import('./commands/employer.ts')).answerRoe(env, id, 'unauthorized', options),
  );

declarePayments(program, () => env);

program
  .command('import')
  .description(
    'write the CSV files of a folder to a company: people, what they are paid, and the figures of their year',
  )
  .argument('<folder>', 'the folder with the files; docs/moving-in.md lists their columns')
  .requiredOption('--company <id>', 'id of the company, cmp_…')
  .option('--check', 'only check the files, and write nothing')
  .addOption(
    new Option('--language <language>', 'language of messages: en or fr').choices(['en', 'fr'] as const).default('en'),
  )
  .option('--update', 'change existing records to what the files say')
  .action(async (folder: string, options) =>
    (await import('./commands/import.ts')).importCommand(env, folder, options),
  );

const forms = program.command('forms').description('form batches and records of employment that are uploaded by hand');
forms
  .command('waiting')
  .description('list files to upload, and answers of agencies to record')
  .option('--json', 'print one JSON object per line')
  .action(async (options) => (await import('./commands/forms.ts')).listWaiting(env, options));
forms
  .command('numbers')
  .description('show how many of the RL-1 slip numbers that Revenu Québec assigned are left, by tax year')
  .option('--by-company', 'show how many each company was given instead')
  .option('--json', 'print one JSON object per line, for each year or company')
  .action(async (options) => (await import('./commands/forms.ts')).listNumbers(env, options));
const answered = (name: 'receive' | 'accept' | 'reject', description: string) =>
  forms.command(name).description(description).argument('<id>', 'id of the batch, fbat_…, or of the form, form_…');
answered('receive', 'record that the agency confirmed receipt')
  .option('--confirmation <number>', "the agency's confirmation number; for a record of employment its serial number")
  .action(async (id: string, options) =>
    (await import('./commands/employer.ts')).answerForms(env, id, 'receive', options),
  );
answered('accept', 'record that the agency accepted it: its forms are done')
  .option('--confirmation <number>', "the agency's confirmation number; for a record of employment its serial number")
  .action(async (id: string, options) =>
    (await import('./commands/employer.ts')).answerForms(env, id, 'accept', options),
  );
answered('reject', 'record that the agency rejected it')
  .requiredOption(
    '--reason <text...>',
    'one or several reasons, each as "code: text" or as text; the employer sees them',
  )
  .action(async (id: string, options) =>
    (await import('./commands/employer.ts')).answerForms(env, id, 'reject', options),
  );

const privacy = program.command('privacy').description('personal data of a person');
privacy
  .command('export')
  .description('print all data about a person, one JSON object per line')
  .requiredOption('--employee <id>', 'id of the person: emp_… or ctr_…')
  .action(async (options) => (await import('./commands/privacy.ts')).exportPerson(env, options));
privacy
  .command('erase')
  .description('destroy the key of a person permanently; refused while the law requires pay records to be kept')
  .requiredOption('--employee <id>', 'id of the person: emp_… or ctr_…')
  .requiredOption('--reason <text>', 'the reason; kept in the ledger')
  .option('--force', 'erase even while records must be kept')
  .action(async (options) => (await import('./commands/privacy.ts')).erase(env, options));

const audit = program.command('audit').description('history and checks');
audit
  .command('stream')
  .description('print the whole history of one record')
  .argument('<name>', 'a stream like employee-emp_01…, or the id of its record')
  .option('--sealed', 'leave personal data encrypted')
  .option('--json', 'print one JSON object per line, one for each event')
  .action(async (name: string, options) =>
    (await import('./commands/audit/stream.ts')).auditStream(env, name, options),
  );
audit
  .command('reconcile')
  .description('compare pay stubs, journal entries, payments and ledger to the cent; fails and shows where they differ')
  .option('--payroll <id>', 'only this payroll')
  .option('--company <id>', 'only this company; default all')
  .option('--year <year>', 'only payrolls with pay dates in this year')
  .action(async (options) => (await import('./commands/audit/reconcile.ts')).auditReconcile(env, options));
audit
  .command('check')
  .description('check all invariants; fails when one is violated, and says what to do')
  .option('--company <id>', 'only this company; default all')
  .option('--json', 'print one JSON object per line, one for each finding')
  .action(async (options) => (await import('./commands/audit/check.ts')).auditCheck(env, options));

/** A wrong command line leads to the help of its own command, which names the options. */
const leadToHelp = (command: Command, called: string): void => {
  command.showHelpAfterError(`(see ${called} --help)`);
  for (const below of command.commands) leadToHelp(below, `${called} ${below.name()}`);
};
leadToHelp(program, program.name());

const beginLine = onceEach(program);

/** Runs a command. Its output goes to standard output and standard error. @returns the exit code */
export const run = async (args: readonly string[], settings: NodeJS.ProcessEnv): Promise<number> => {
  env = settings;
  beginLine();
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : NO_ANSWER;
    process.stderr.write(printable(`payroll: ${sentenceOf(error)}\n`));
    return error instanceof UsageError || error instanceof NotChecked ? NO_ANSWER : FAILED;
  }
};

// As a program, also by a link to it; a test runs commands without.
const [, path = ''] = process.argv;
if (path !== '' && import.meta.url === pathToFileURL(realpathSync(path)).href) {
  // A command that holds something lets go of it first, and the service ends for no output.
  for (const out of [process.stdout, process.stderr])
    out.on('error', (error) => out.listenerCount('error') > 1 || process.exit(tellUnwritten(error)));
  process.exitCode = await run(process.argv.slice(2), process.env);
}
