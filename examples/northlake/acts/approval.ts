import { all, given, type Resource } from '../api.ts';
import { cents, shown, shownCents, sumCents } from '../money.ts';
import type { Employer, Member, Scene } from '../scene.ts';

/** An approved payroll with what came of it. */
export interface Paid {
  payroll: Resource;
  stubs: Resource[];
  /** The entry of the payroll as a whole. */
  entry: Resource;
}

interface Row {
  title: string;
  debit: number | null;
  credit: number | null;
}

/** Approves a payroll: in preview it is paid at once. Its journal entry balances and is the sum of its stubs. */
export const approve = async (
  { stage, receiver }: Scene,
  { api }: Employer,
  payroll: Resource,
  title: string,
  isCoded = false,
): Promise<Paid> => {
  stage.act(title);
  const approved: Resource = await given(
    api.POST('/payrolls/{payroll}/approve', { params: { path: { payroll: payroll.id } }, body: {} }),
  );
  stage.claim(`the payroll of ${payroll.data.pay_date} is paid`, approved.data.status, 'paid');
  const stubs = await all((paged) =>
    api.GET('/pay_stubs', { params: { query: { payroll_id: payroll.id, ...paged } } }),
  );
  const sums = (member: string): number => sumCents(stubs.map(({ data }) => data.employee_summary[member]));
  const { employee_summary: total } = approved.data;
  for (const member of ['gross', 'subtractions', 'reimbursements', 'net'])
    stage.claim(`its ${member} is the sum of the stubs' (${shown(total[member])})`, cents(total[member]), sums(member));

  const entries = await all((paged) =>
    api.GET('/journal_entries', {
      params: { query: { payroll_id: payroll.id, expand: ['journal_entry_rows'], ...paged } },
    }),
  );
  const entry = entries.find(({ data }) => data.type === 'payroll_recording')!;
  const rows = entry.data.journal_entry_rows as Row[];
  const [debits, credits] = [sumCents(rows.map(({ debit }) => debit)), sumCents(rows.map(({ credit }) => credit))];
  stage.table(
    ['account', 'debit', 'credit'],
    [
      ...rows.map((row) => [
        row.title,
        row.debit === null ? '' : shown(row.debit),
        row.credit === null ? '' : shown(row.credit),
      ]),
      ['', shownCents(debits), shownCents(credits)],
    ],
    [1, 2],
  );
  stage.claim('its journal entry balances to the cent', debits, credits);
  const payable = rows.find((row) => row.title === (isCoded ? 'Net pay payable' : 'Payroll payable'));
  stage.claim('payroll payable is what the stubs pay out', cents(payable?.credit), sums('net'));
  const costs = sumCents(stubs.map(({ data }) => data.company_summary.total));
  stage.claim(
    'the whole is gross pay, reimbursements and employer costs of the stubs',
    debits,
    sums('gross') + sums('reimbursements') + costs,
  );
  const ofStubs = entries.filter(({ data }) => data.type === 'pay_stub_recording');
  stage.claim(
    'every stub has an entry of its own, and these add up',
    [ofStubs.length, sumCents(ofStubs.map(({ data }) => data.total))],
    [stubs.length, cents(entry.data.total)],
  );
  stage.claim(
    isCoded
      ? 'the entry says that every line has an accounting code'
      : 'the entry says that accounting codes are missing',
    entry.data.is_missing_line_item_accounting_codes,
    !isCoded,
  );
  const told = await receiver.await('payroll_approved', payroll.id);
  stage.claim('the webhook was told of the approval', told.resource.type, 'payroll');
  return { payroll: approved, stubs, entry };
};

/** The last table: who gets what. */
export const showPayroll = ({ stage }: Scene, members: readonly Member[], { payroll, stubs, entry }: Paid): void => {
  const stubOf = new Map(stubs.map((stub) => [stub.data.work_assignment.id as string, stub]));
  const { employee_summary: total } = payroll.data;
  stage.say('');
  stage.say(`Payroll of ${payroll.data.pay_date} (${payroll.data.period_start} – ${payroll.data.period_end})`);
  stage.table(
    ['person', 'gross', 'deductions', 'reimbursements', 'net'],
    [
      ...members.map(({ person, assignment }) => {
        const { gross, subtractions, reimbursements, net } = stubOf.get(assignment.id)!.data.employee_summary;
        const name = `${person.first_name} ${person.last_name}`;
        return [name, shown(gross), shown(subtractions), shown(reimbursements), shown(net)];
      }),
      ['', shown(total.gross), shown(total.subtractions), shown(total.reimbursements), shown(total.net)],
    ],
    [1, 2, 3, 4],
  );
  stage.say(`journal: debits ${shown(entry.data.total)}, credits ${shown(entry.data.total)}`);
};
