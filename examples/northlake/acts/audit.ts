import type { Employer, Scene } from '../scene.ts';
import { payroll as command } from '../scene.ts';
import type { Paid } from './approval.ts';

const LISTS = [
  '/business_entities',
  '/pay_schedules',
  '/employees',
  '/work_assignments',
  '/pay_rates',
  '/employee_benefits',
  '/allowances',
  '/deductions',
  '/employer_benefits',
  '/payrolls',
  '/pay_stubs',
  '/earning_line_items',
  '/allowance_line_items',
  '/deduction_line_items',
  '/employer_benefit_line_items',
  '/employee_benefit_line_items',
  '/statutory_withholding_line_items',
  '/employer_statutory_withholding_line_items',
  '/journal_entries',
  '/form_batches',
  '/forms',
  '/reports',
];

/** Every page of every list as it stands, and each record of the month, by address. */
const takeStock = async ({ text: read, company }: Employer, paid: readonly Paid[]): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  const take = async (path: string): Promise<string> => {
    const text = await read(path);
    found.set(path, text);
    return text;
  };
  for (const path of LISTS) {
    const { meta } = JSON.parse(await take(`${path}?per_page=100&page=1`)) as { meta: { last_page: number } };
    for (let page = 2; page <= meta.last_page; page++) await take(`${path}?per_page=100&page=${page}`);
  }
  await take(`/companies/${company.id}`);
  for (const { payroll, stubs, entry } of paid) {
    await take(`/payrolls/${payroll.id}?expand[]=business_entity&expand[]=pay_schedule`);
    await take(`/journal_entries/${entry.id}?expand[]=journal_entry_rows`);
    for (const stub of stubs) await take(`/pay_stubs/${stub.id}?expand[]=work_assignment`);
  }
  return found;
};

/** What the ledger tells: the whole history of a stub; and that all that is read can be made again from the log. */
export const audit = async ({ stage }: Scene, employer: Employer, paid: readonly Paid[]): Promise<void> => {
  stage.act('What the ledger tells');
  const stub = paid[0]!.stubs[0]!;
  const history = await command('audit', 'stream', `pay_stub-${stub.id}`);
  stage.claim(`payroll audit stream pay_stub-${stub.id} prints its history`, history.code, 0);
  const events = history.stdout.split('\n').filter((line) => /^#\d/.test(line));
  for (const event of events) stage.say(`  ${event}`);
  stage.holds(
    'from its creation to its closing',
    events[0]!.includes('PayStubCreated') && events.at(-1)!.includes('PayStubClosed'),
  );

  const before = await takeStock(employer, paid);
  const rebuilt = await command('projections', 'rebuild');
  stage.claim(
    'payroll projections rebuild makes the read models anew',
    [rebuilt.code, rebuilt.stderr.includes('Error')],
    [0, false],
  );
  stage.say(rebuilt.stdout.trim());
  const after = await takeStock(employer, paid);
  const different = [...before].filter(([path, text]) => after.get(path) !== text).map(([path]) => path);
  stage.claim(`${before.size} answers are what they were, byte for byte`, different, []);
  const verified = await command('projections', 'verify');
  stage.claim('payroll projections verify finds no row that the log does not make', verified.code, 0);
};
