#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Command, CommanderError, Option } from 'commander';
import { UsageError } from './terminal/errors.ts';
import { printable } from './terminal/print.ts';

/** Exit codes: 0 done, 1 failed with one sentence, 2 the command line itself is wrong. */
const FAILED = 1;
const USAGE = 2;

/** Settings of the command that runs: those that share a process run one after the other. */
let env: NodeJS.ProcessEnv = process.env;
// Each command loads what it needs, so that a mistake on the command line is reported at once.
const program = new Command('payroll')
  .description('An event-sourced payroll service for Canadian employers. Settings come from the environment.')
  .exitOverride()
  .showHelpAfterError('(payroll --help tells more)');

program
  .command('serve')
  .description('run the service until it is stopped (Ctrl-C)')
  .action(async () => (await import('./commands/serve.ts')).serve(env));

const partner = program.command('partner').description('who may create companies');
partner
  .command('create')
  .description('register a partner, and give its key and secret')
  .requiredOption('--name <name>', 'its name')
  .option('--existing', 'without a Prefer header the deprecated ways of the interface hold for it')
  .option('--secret <secret>', 'a secret of your own instead of one that is made')
  .addOption(new Option('--locale <locale>', 'language of its messages').choices(['en', 'fr']).default('en'))
  .action(async (options) => (await import('./commands/partner.ts')).createPartner(env, options));

partner
  .command('secrets')
  .description('the valid secrets of a partner, with their last use; never their values')
  .argument('<partner>', 'its id, ptn_…')
  .action(async (id: string) => (await import('./commands/partner.ts')).listSecrets(env, id));
partner
  .command('rotate')
  .description('issue another secret; the present one stays valid for a while')
  .argument('<partner>', 'its id, ptn_…')
  .option('--overlap <minutes>', 'for how long', '1440')
  .action(async (id: string, options) => (await import('./commands/partner.ts')).rotateSecret(env, id, options));
partner
  .command('revoke')
  .description('end a secret at once')
  .argument('<partner>', 'its id, ptn_…')
  .argument('<secret>', 'the id of the secret, psec_…')
  .action(async (id: string, secret: string) => (await import('./commands/partner.ts')).revokeSecret(env, id, secret));

const webhooks = program.command('webhooks').description('the keys that calls to webhooks are signed with');
webhooks
  .command('keys')
  .description('the keys of a webhook that are valid, with when they were last used')
  .argument('<webhook>', 'its id, whk_…')
  .action(async (id: string) => (await import('./commands/webhooks.ts')).listKeys(env, id));
webhooks
  .command('rotate')
  .description('make another key; calls are signed with both while the present one stays valid')
  .argument('<webhook>', 'its id, whk_…')
  .option('--overlap <minutes>', 'for how long', '1440')
  .action(async (id: string, options) => (await import('./commands/webhooks.ts')).rotate(env, id, options));
webhooks
  .command('revoke')
  .description('end a key that was replaced at once')
  .argument('<webhook>', 'its id, whk_…')
  .argument('<key>', 'the id of the key, whkey_…')
  .action(async (id: string, key: string) => (await import('./commands/webhooks.ts')).revoke(env, id, key));

const projections = program.command('projections').description('the read models');
projections
  .command('list')
  .description('where each stands')
  .option('--json', 'one JSON object for each, one a line')
  .action(async (options) => (await import('./commands/projections.ts')).listProjections(env, options));
projections
  .command('rebuild')
  .description('build them anew from the log beside the live ones, then swap; the service may go on')
  .argument('[name...]', 'which; default all')
  .action(async (names: string[]) => (await import('./commands/projections.ts')).rebuildProjections(env, names));
projections
  .command('verify')
  .description('prove that every row is what the log makes of it; fails when one is not')
  .argument('[name...]', 'which; default all')
  .action(async (names: string[]) => (await import('./commands/projections.ts')).verifyProjections(env, names));
projections
  .command('reset')
  .description('bring the database to where an event log ends that was restored from an older backup')
  .action(async () => (await import('./commands/projections.ts')).resetProjections(env));

const processes = program.command('processes').description('what follows from events, company by company');
processes
  .command('list')
  .description('where each process manager stands, and the companies whose work fails')
  .option('--json', 'one JSON object for each manager, one a line')
  .action(async (options) => (await import('./commands/processes.ts')).listProcesses(env, options));
processes
  .command('retry')
  .description("try a company's work that failed again now")
  .requiredOption('--company <id>', "whose (a partner's id for what belongs to no company)")
  .option('--manager <name>', 'of this process manager alone')
  .action(async (options) => (await import('./commands/processes.ts')).retryProcesses(env, options));
processes
  .command('skip')
  .description("pass by an event that a company's work fails at; the ledger keeps who and why")
  .requiredOption('--company <id>', "whose (a partner's id for what belongs to no company)")
  .requiredOption('--event <id>', 'the event, as list names it')
  .requiredOption('--reason <text>', 'why')
  .option('--manager <name>', 'for this process manager alone')
  .action(async (options) => (await import('./commands/processes.ts')).skipProcesses(env, options));

const keys = program.command('keys').description('the keys that people and secrets are encrypted under');
keys
  .command('rewrap')
  .description(
    'wrap them under the present MASTER_KEY, while MASTER_KEY_PREVIOUS opens what is wrapped under the old one',
  )
  .action(async () => (await import('./commands/keys.ts')).rewrapKeys(env));

const employer = program.command('employer').description('whether employers are who they say they are');
employer
  .command('verify')
  .description('record that the check of an employer was passed')
  .argument('<business_entity>', 'its id, be_…')
  .requiredOption('--note <text>', 'what it stands on; the ledger keeps it')
  .action(async (id: string, options) =>
    (await import('./commands/employer.ts')).recordVerification(env, id, 'approved', options),
  );
employer
  .command('fail')
  .description('record that the check of an employer was not passed')
  .argument('<business_entity>', 'its id, be_…')
  .requiredOption('--reason <text...>', 'why, one or several; the employer is shown them')
  .requiredOption('--note <text>', 'what it stands on; the ledger keeps it')
  .action(async (id: string, options) =>
    (await import('./commands/employer.ts')).recordVerification(env, id, 'failed', options),
  );

const roe = program.command('roe').description('authorizations to send records of employment');
roe
  .command('authorize')
  .description('record that the government gave an authorization')
  .argument('<roe_authorization>', 'its id, roea_…')
  .requiredOption('--note <text>', 'a remark, which the employer is shown')
  .action(async (id: string, options) =>
    (await import('./commands/employer.ts')).answerRoe(env, id, 'authorized', options),
  );
roe
  .command('refuse')
  .description('record that the government refused an authorization')
  .argument('<roe_authorization>', 'its id, roea_…')
  .requiredOption('--note <text>', 'a remark, which the employer is shown')
  .action(async (id: string, options) =>
    (await import('./commands/employer.ts')).answerRoe(env, id, 'unauthorized', options),
  );

const payments = program.command('payments').description('payments of payrolls');
payments
  .command('release')
  .description('release a payment whose day came while it was held; it leaves at the next hour of hand-over')
  .argument('<payment>', 'its id, pmt_…')
  .action(async (id: string) => (await import('./commands/employer.ts')).releasePayment(env, id));

payments
  .command('due')
  .description('what waits for a file for the bank, what does not fit into one, and what is to be remitted by hand')
  .action(async () => (await import('./commands/payments.ts')).listDue(env));
payments
  .command('write')
  .description('write the files of all that waits; a payment stands in one file, whatever is ended when')
  .requiredOption('--to <folder>', 'where')
  .option('--again <number>', 'instead, one that was written before, the same to the byte')
  .option('--first-number <number>', "of the originator's very first file, where its bank has had others before")
  .action(async (options) => (await import('./commands/payments.ts')).writeFiles(env, options));
payments
  .command('files')
  .description('the files that were made')
  .option('--json', 'one JSON object for each, one a line')
  .action(async (options) => (await import('./commands/payments.ts')).listFiles(env, options));
payments
  .command('resolve')
  .description('say what became of a file that was decided and could not be made')
  .argument('<number>', 'of the file, as "payroll payments due" tells it')
  .option('--sent', 'the bank has it: what it holds counts as paid by its day')
  .option('--not-sent', 'the bank never had it: what it holds waits for the next file')
  .requiredOption('--note <text>', 'what it stands on; the ledger keeps it')
  .action(async (number: string, options) =>
    (await import('./commands/payments.ts')).resolveFile(env, number, options),
  );
payments
  .command('returns')
  .description('take a file of returns: each payment that came back fails with its reason')
  .argument('<file>', 'as the bank gave it')
  .action(async (path: string) => (await import('./commands/payments.ts')).takeReturnFile(env, path));
payments
  .command('payee')
  .description('say to what account remittances to a payee go, so that files for the bank carry them')
  .argument('<payee>', 'for all employers a provider, as ca_cra; for one the id of its remittance account, ra_…')
  .option('--account <numbers>', 'institution, transit and account, as 003-00123-1234567')
  .option('--name <name>', 'whose account it is')
  .option('--forget', 'instead, they go through the bank by hand again')
  .action(async (payee: string, options) => (await import('./commands/payees.ts')).namePayee(env, payee, options));
payments
  .command('payees')
  .description('whose accounts are known')
  .action(async () => (await import('./commands/payees.ts')).listPayees(env));
payments
  .command('settle')
  .description('record that a payment arrived that no file carries: a remittance, or one that does not fit')
  .argument('<payment>', 'its id, pmt_…')
  .requiredOption('--note <text>', 'how; the ledger keeps it')
  .action(async (id: string, options) => (await import('./commands/payments.ts')).settlePayment(env, id, options));
payments
  .command('fail')
  .description('record that a payment came to nothing, where no file tells: it can be made again then')
  .argument('<payment>', 'its id, pmt_…')
  .requiredOption(
    '--reason <reason>',
    'one that the bank could have given, as account_closed; the employer is shown it',
  )
  .requiredOption('--note <text>', 'what it stands on; the ledger keeps it')
  .action(async (id: string, options) => (await import('./commands/payments.ts')).failPayment(env, id, options));

program
  .command('import')
  .description(
    'write the CSV files of a folder to a company: people, what they are paid, and the figures of their year',
  )
  .argument('<folder>', 'where the files are; docs/moving-in.md has their columns')
  .requiredOption('--company <id>', 'whose, cmp_…')
  .option('--check', 'only look whether anything is wrong')
  .addOption(new Option('--language <language>', 'of messages: en or fr').choices(['en', 'fr'] as const).default('en'))
  .option('--update', 'change records that are there to what the files say')
  .action(async (folder: string, options) =>
    (await import('./commands/import.ts')).importCommand(env, folder, options),
  );

const forms = program
  .command('forms')
  .description(
    'form batches and records of employment that are uploaded by hand: what waits, and what agencies answered',
  );
forms
  .command('waiting')
  .description('what waits for an operator: files to be uploaded, answers of agencies to be recorded')
  .option('--json', 'one JSON object for each, one a line')
  .action(async (options) => (await import('./commands/forms.ts')).listWaiting(env, options));
forms
  .command('numbers')
  .description('how many numbers of RL-1 slips are left of those that Revenu Québec assigned, by tax year')
  .option('--by-company', 'instead, how many each company was given')
  .option('--json', 'one JSON object for each year, or company, one a line')
  .action(async (options) => (await import('./commands/forms.ts')).listNumbers(env, options));
const answered = (name: 'receive' | 'accept' | 'reject', description: string) =>
  forms.command(name).description(description).argument('<id>', 'id of the batch, fbat_…, or of the form, form_…');
answered('receive', 'the agency confirmed that it has it')
  .option('--confirmation <number>', "the agency's number of it; of a record of employment its serial number")
  .action(async (id: string, options) =>
    (await import('./commands/employer.ts')).answerForms(env, id, 'receive', options),
  );
answered('accept', 'the agency took it: its forms are done')
  .option('--confirmation <number>', "the agency's number of it; of a record of employment its serial number")
  .action(async (id: string, options) =>
    (await import('./commands/employer.ts')).answerForms(env, id, 'accept', options),
  );
answered('reject', 'the agency rejected it')
  .requiredOption('--reason <text...>', 'why, as "code: words" or words alone; the employer is shown it')
  .action(async (id: string, options) =>
    (await import('./commands/employer.ts')).answerForms(env, id, 'reject', options),
  );

const privacy = program.command('privacy').description('what is held about a person');
privacy
  .command('export')
  .description('everything that is held about a person, one JSON object a line')
  .requiredOption('--employee <id>', 'whose: emp_… or ctr_…')
  .action(async (options) => (await import('./commands/privacy.ts')).exportPerson(env, options));
privacy
  .command('erase')
  .description('destroy the key of a person, for good; refused while the law wants pay records kept')
  .requiredOption('--employee <id>', 'whose: emp_… or ctr_…')
  .requiredOption('--reason <text>', 'why; the ledger keeps it')
  .option('--force', 'also while records are to be kept')
  .action(async (options) => (await import('./commands/privacy.ts')).erase(env, options));

const audit = program.command('audit').description('what happened');
audit
  .command('stream')
  .description('the whole history of one record')
  .argument('<name>', 'a stream like employee-emp_01…, or the id of its record')
  .option('--sealed', 'leave personal members encrypted')
  .option('--json', 'one JSON object for each event, one a line')
  .action(async (name: string, options) => (await import('./commands/audit.ts')).auditStream(env, name, options));
audit
  .command('reconcile')
  .description('pay stubs, journal entries and ledger to the cent; fails when a payroll does not agree, and says where')
  .option('--payroll <id>', 'one payroll')
  .option('--company <id>', 'one company; default all')
  .option('--year <year>', 'payrolls with pay dates of one year')
  .action(async (options) => (await import('./commands/audit-reconcile.ts')).auditReconcile(env, options));
audit
  .command('check')
  .description('everything that must be true of a payroll at rest; fails when something is not, and says what to do')
  .option('--company <id>', 'one company; default all')
  .option('--json', 'one JSON object for each finding, one a line')
  .action(async (options) => (await import('./commands/audit-check.ts')).auditCheck(env, options));

/** Runs a command; gives its exit code. What it says goes to standard output and standard error. */
export const run = async (args: readonly string[], settings: NodeJS.ProcessEnv): Promise<number> => {
  env = settings;
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
    process.stderr.write(printable(`payroll: ${error instanceof Error ? error.message : String(error)}\n`));
    return error instanceof UsageError ? USAGE : FAILED;
  }
};

// As a program, also by a link to it; a test runs commands without.
const [, path = ''] = process.argv;
if (path !== '' && import.meta.url === pathToFileURL(realpathSync(path)).href)
  process.exitCode = await run(process.argv.slice(2), process.env);
