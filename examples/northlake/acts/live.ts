import { all, given, type Resource } from '../api.ts';
import { cents, shown, sumCents } from '../money.ts';
import { payroll as command, type Employer, type Scene } from '../scene.ts';
import { until } from '../until.ts';
import { nextPayroll } from './next-payroll.ts';

/** A kiosk of the bakery: two people and a contractor, on a schedule that begins within weeks, whatever today is. */
interface Kiosk {
  entity: Resource;
  schedule: Resource;
  /** Of the first person. */
  assignment: Resource;
  employee: Resource;
}

const BANK = { institution_number: '003', transit_number: '00123' } as const;
const DAY_ms = 86_400_000;

/** The first Friday two weeks or later after today, which the company was made on: with room for the money to move. */
const firstPayDate = (company: Resource): string => {
  const inTwoWeeks = Date.parse(company.data.created_at) + 14 * DAY_ms;
  const toFriday = (5 - new Date(inTwoWeeks).getUTCDay() + 7) % 7;
  return new Date(inTwoWeeks + toFriday * DAY_ms).toISOString().slice(0, 10);
};

/** From the end of preview on money moves: what is paid, taken back, returned, paid again and corrected. */
export const goLive = async (scene: Scene, employer: Employer): Promise<void> => {
  const { stage } = scene;
  stage.act('A kiosk goes live: its money moves, comes back, and is sent again');
  const kiosk = await openKiosk(employer);
  if (await waitsForRates(scene, employer, kiosk)) return;
  await endPreview(scene, employer, kiosk);
  // Of two pay dates in December the second may be in the next year.
  if (await waitsForRates(scene, employer, kiosk)) return;
  const first = await takeBackAndPay(scene, employer, kiosk);
  await payBonus(scene, employer, kiosk, first);
  await correct(scene, employer, kiosk, first);
  const reconciled = await command('audit', 'reconcile', '--company', employer.company.id);
  stage.claim('payroll audit reconcile finds nothing', [reconciled.code, reconciled.stderr], [0, '']);
};

/** Whether the next payroll cannot be approved until the service has the tax rates of its year. */
const waitsForRates = async ({ stage }: Scene, employer: Employer, { schedule }: Kiosk): Promise<boolean> => {
  const { data } = await nextPayroll(employer, schedule);
  const waits = data.warnings.data.some(({ data }: Resource) => data.type === 'tax_rates_pending');
  if (waits) stage.say(`the tax rates of ${data.pay_date} are not known to the service yet: it waits for them`);
  return waits;
};

const openKiosk = async ({ api, company }: Employer): Promise<Kiosk> => {
  const place = { type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2025-01-01' } as const;
  const entity = await given(
    api.POST('/business_entities', {
      body: {
        business_number: '123456782RP0002',
        name: 'Northlake Kiosk',
        in_preview: true,
        tax_properties: [place],
      },
    }),
  );
  const business_entity_id = entity.id;
  await given(
    api.POST('/bank_accounts', {
      body: {
        business_entity_id,
        ...BANK,
        account_number: '7654321',
        pad_signer_name: 'Dilnoza Karimova',
        pad_signer_email: 'payroll@northlake.example',
        pad_signer_title: 'Owner',
      },
    }),
  );
  const pay_date = firstPayDate(company);
  const schedule = await given(
    api.POST('/pay_schedules', {
      body: {
        business_entity_id,
        title: 'The kiosk, every second Friday',
        pay_frequency: 'bi-weekly',
        anchor_pay_date: pay_date,
        anchor_end_of_pay_period: pay_date,
        generate_payrolls_from: pay_date,
      },
    }),
  );
  const assignments: Resource[] = [];
  const employees: Resource[] = [];
  for (const [first_name, account_number] of [
    ['Amélie', '1000001'],
    ['Tariq', '1000002'],
  ] as const) {
    const employee = await given(api.POST('/employees', { body: { first_name, last_name: 'Kiosk' } }));
    await given(api.POST('/bank_accounts', { body: { employee_id: employee.id, ...BANK, account_number } }));
    const body = { employee_id: employee.id, pay_schedule_id: schedule.id, tax_properties: [place] };
    const assignment = await given(api.POST('/work_assignments', { body }));
    const salary = { type: 'salary', rate: '52000', expected_hours_per_week: '40' } as const;
    const rate = { work_assignment_id: assignment.id, ...salary, effective_from: '2025-01-01' };
    await given(api.POST('/pay_rates', { body: rate }));
    employees.push(employee);
    assignments.push(assignment);
  }
  const contractor = await given(api.POST('/contractors', { body: { business_name: 'Lakeshore Signs Ltd.' } }));
  const account = { contractor_id: contractor.id, ...BANK, account_number: '1000003' };
  await given(api.POST('/bank_accounts', { body: account }));
  const work = await given(
    api.POST('/work_assignments', { body: { contractor_id: contractor.id, pay_schedule_id: schedule.id } }),
  );
  await given(
    api.POST('/earnings', {
      body: {
        work_assignment_id: work.id,
        earning_type: 'bonus_discretionary',
        amount: '640.50',
        frequency: 'per_payroll',
        effective_from: '2025-01-01',
      },
    }),
  );
  return { entity, schedule, assignment: assignments[0]!, employee: employees[0]! };
};

const approved = async ({ api }: Employer, { id }: Resource): Promise<Resource> =>
  given(api.POST('/payrolls/{payroll}/approve', { params: { path: { payroll: id } }, body: {} }));

const endPreview = async ({ stage }: Scene, employer: Employer, { entity, schedule }: Kiosk): Promise<void> => {
  const { api } = employer;
  const tried = await nextPayroll(employer, schedule);
  stage.claim('in preview a payroll is paid at once', (await approved(employer, tried)).data.status, 'paid');
  const end = () =>
    api.POST('/business_entities/{business_entity}/end_preview', {
      params: { path: { business_entity: entity.id } },
      body: { convert_paid_payrolls: true },
    });
  stage.claim('without an account with the CRA preview does not end', (await end()).response.status, 400);
  await given(
    api.POST('/remittance_accounts', {
      body: { business_entity_id: entity.id, account_provider: 'ca_cra', account_identifier: '123456782RP0002' },
    }),
  );
  stage.claim('with one the employer is live', (await given(end())).data.in_preview, false);
  const kept = await until(
    async () => given(api.GET('/payrolls/{payroll}', { params: { path: { payroll: tried.id } } })),
    ({ data }) => data.type === 'historical',
  );
  stage.claim('and what was paid in preview is history', kept.data.type, 'historical');
};

const paymentsOf = ({ api }: Employer, { entity }: Kiosk, payroll: Resource): Promise<Resource[]> =>
  all((paged) =>
    api.GET('/payments', { params: { query: { business_entity_id: entity.id, payroll_id: payroll.id, ...paged } } }),
  );

/** Says what comes of simulated payments: the debit first, since it funds the others. */
const settle = async ({ api }: Employer, payments: readonly Resource[]): Promise<void> => {
  const debitFirst = payments.toSorted((a, b) => Number(isDebit(b)) - Number(isDebit(a)));
  for (const { id } of debitFirst)
    await given(
      api.POST('/payments/{payment}/simulate', { params: { path: { payment: id } }, body: { outcome: 'settled' } }),
    );
};
const isDebit = ({ data }: Resource): boolean => data.destination === 'payroll_float';

const comesTo = async ({ api }: Employer, { id }: Resource, status: string): Promise<void> => {
  const look = () => given(api.GET('/payrolls/{payroll}', { params: { path: { payroll: id } } }));
  await until(look, ({ data }) => data.status === status);
};

const takeBackAndPay = async ({ stage }: Scene, employer: Employer, kiosk: Kiosk): Promise<Resource> => {
  const { api } = employer;
  const first = await nextPayroll(employer, kiosk.schedule);
  stage.claim('now an approval makes payments', (await approved(employer, first)).data.status, 'approved');
  const before = await paymentsOf(employer, kiosk, first);
  const back = await given(
    api.POST('/payrolls/{payroll}/unapprove', { params: { path: { payroll: first.id } }, body: {} }),
  );
  stage.claim('it can be taken back before money moves', back.data.status, 'draft');
  await approved(employer, first);
  const payments = (await paymentsOf(employer, kiosk, first)).filter(({ data }) => data.status !== 'canceled');
  stage.claim(
    'approved again it has as many payments, and those of before are cancelled',
    payments.length,
    before.length,
  );
  const debit = payments.find(isDebit)!;
  stage.table(
    ['payment', 'method', 'amount', 'leaves', 'arrives'],
    payments.map(({ data }) => [data.destination, data.method, shown(data.amount), data.process_at, data.expected_at]),
    [2],
  );
  const others = payments.filter((one) => !isDebit(one));
  stage.claim('the debit funds the others', cents(debit.data.amount), sumCents(others.map(({ data }) => data.amount)));
  await settle(employer, payments);
  await comesTo(employer, first, 'paid');
  stage.say('every payment arrived; the bank gives one back');

  const stubs = await all((paged) => api.GET('/pay_stubs', { params: { query: { payroll_id: first.id, ...paged } } }));
  const stub = stubs.find(({ data }) => data.work_assignment.id === kiosk.assignment.id)!;
  const pay = payments.find(({ data }) => data.pay_stub?.id === stub.id)!;
  const path = { payment: pay.id };
  await given(
    api.POST('/payments/{payment}/simulate', {
      params: { path },
      body: { outcome: 'returned', reason: 'account_closed' },
    }),
  );
  await comesTo(employer, first, 'partially_paid');
  const account = { employee_id: kiosk.employee.id, ...BANK, account_number: '1000009', is_primary: true };
  await given(api.POST('/bank_accounts', { body: account }));
  const failed = await given(api.POST('/payments/{payment}/pay_again', { params: { path }, body: {} }));
  stage.claim('it tells why it came back', failed.data.failure_reason, 'account_closed');
  const again = (await paymentsOf(employer, kiosk, first)).filter(({ id }) => id === failed.data.replaced_by!.id);
  stage.claim('it is sent again, of the same amount', again[0]!.data.amount, pay.data.amount);
  await settle(employer, again);
  await comesTo(employer, first, 'paid');
  stage.say('and to the new account it arrived');
  return first;
};

const stubOn = async ({ api }: Employer, payroll: Resource, assignment: Resource, amount: string): Promise<void> => {
  const body = { payroll_id: payroll.id, work_assignment_id: assignment.id };
  const stub = await given(api.POST('/pay_stubs', { body }));
  const line = { pay_stub_id: stub.id, earning_type: 'bonus_discretionary', custom_amount: amount } as const;
  await given(api.POST('/earning_line_items', { body: line }));
};

const payBonus = async ({ stage }: Scene, employer: Employer, kiosk: Kiosk, first: Resource): Promise<void> => {
  const bonus = await given(
    employer.api.POST('/payrolls', {
      body: {
        pay_schedule_id: kiosk.schedule.id,
        type: 'off_cycle',
        source_payroll_id: first.id,
        pay_date: first.data.pay_date,
        note: 'A good summer',
      },
    }),
  );
  await stubOn(employer, bonus, kiosk.assignment, '500');
  await approved(employer, bonus);
  await settle(employer, await paymentsOf(employer, kiosk, bonus));
  await comesTo(employer, bonus, 'paid');
  stage.say(`a bonus is paid off-cycle, as payroll ${bonus.data.period_label}`);
};

const correct = async ({ stage }: Scene, employer: Employer, kiosk: Kiosk, first: Resource): Promise<void> => {
  const { pay_date, period_start, period_end } = first.data;
  const correction = await given(
    employer.api.POST('/payrolls', {
      body: { pay_schedule_id: kiosk.schedule.id, type: 'correction', pay_date, period_start, period_end },
    }),
  );
  await stubOn(employer, correction, kiosk.assignment, '-120');
  const done = await approved(employer, correction);
  const moved = await paymentsOf(employer, kiosk, correction);
  stage.claim('a correction of −120.00 is booked, and moves no money', [done.data.status, moved.length], ['paid', 0]);
};
