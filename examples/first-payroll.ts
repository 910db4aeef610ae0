// The preview of the guide at /docs, in one piece: a company with one person is paid once, and its books balance.
//
//     PAYROLL_URL=http://127.0.0.1:8080 PARTNER_SECRET=… node --import tsx examples/first-payroll.ts

const { PAYROLL_URL: url = 'http://127.0.0.1:8080', PARTNER_SECRET: secret = '' } = process.env;

// biome-ignore lint/suspicious/noExplicitAny: records of any kind
type Answer = any;

const caller =
  (token: string) =>
  async (method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      body: body && JSON.stringify(body),
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'X-Idempotency-Key': crypto.randomUUID(),
      },
    });
    const answer: Answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`);
    return answer;
  };

const company = await caller(secret)('POST', '/companies', { name: 'Harbour Café' });
const call = caller(company.data.token.access_token);
const property = { type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2025-01-01' };
const employer = { name: 'Harbour Café', business_number: '123456782RP0001', in_preview: true };
const { id: business_entity_id } = await call('POST', '/business_entities', {
  ...employer,
  tax_properties: [property],
});
const dates = { anchor_pay_date: '2026-01-09', anchor_end_of_pay_period: '2026-01-03' };
const schedule = { title: 'Fridays', pay_frequency: 'bi-weekly', ...dates, generate_payrolls_from: '2026-01-09' };
const { id: pay_schedule_id } = await call('POST', '/pay_schedules', { business_entity_id, ...schedule });
const person = { first_name: 'Zoë', last_name: 'Tremblay', date_of_birth: '1990-07-11', sin: '046454286' };
const { id: employee_id } = await call('POST', '/employees', person);
const { id: work_assignment_id } = await call('POST', '/work_assignments', { employee_id, pay_schedule_id });
const rate = { type: 'salary', rate: 52_000, expected_hours_per_week: 40, effective_from: '2025-12-01' };
await call('POST', '/pay_rates', { work_assignment_id, ...rate });

const drafts = await call('GET', `/payrolls?pay_schedule_id=${pay_schedule_id}&status=draft&per_page=1`);
const approved = await call('POST', `/payrolls/${drafts.data[0].id}/approve`, {});
console.log(`${approved.data.pay_date}: ${approved.data.status}, net ${approved.data.employee_summary.net}`);
const entries = await call('GET', `/journal_entries?payroll_id=${approved.id}&expand[]=journal_entry_rows`);
for (const { data } of entries.data) {
  const sum = (side: string): number =>
    data.journal_entry_rows.reduce((all: number, row: Answer) => all + (row[side] ?? 0), 0);
  console.log(`${data.type}: debits ${sum('debit').toFixed(2)}, credits ${sum('credit').toFixed(2)}`);
}
