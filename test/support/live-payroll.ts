/** What calls the service: gives the body of an answer, throws on a refusal. */
// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
export type CallService = (method: string, path: string, body?: unknown) => Promise<any>;

export interface LivePayroll {
  entity: string;
  payroll: string;
  /** Of the employees, in their order. */
  employees: string[];
  accounts: string[];
  /** The account that is remitted to. */
  remittance: string;
}

const BANK = { institution_number: '003', transit_number: '00123' };
const PLACE = { type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2025-01-01' };

/** A live employer with everything that money needs, and a draft payroll on which each employee earns 1,000.00. */
export const livePayroll = async (call: CallService, people = 1, anchor = '2026-12-18'): Promise<LivePayroll> => {
  const entity = await call('POST', '/business_entities', {
    business_number: '123456782RP0001',
    name: 'Medlar Live',
    in_preview: false,
    tax_properties: [PLACE],
  });
  const business_entity_id = entity.id;
  const remittance = await call('POST', '/remittance_accounts', {
    business_entity_id,
    account_provider: 'ca_cra',
    account_identifier: '123456782RP0001',
  });
  await call('POST', '/bank_accounts', {
    business_entity_id,
    ...BANK,
    account_number: '7654321',
    pad_signer_name: 'Ada Roy',
    pad_signer_email: 'ada.roy@northlake.example',
    pad_signer_title: 'Owner',
  });
  const schedule = await call('POST', '/pay_schedules', {
    business_entity_id,
    title: 'Weekly',
    pay_frequency: 'weekly',
    anchor_pay_date: anchor,
    anchor_end_of_pay_period: anchor,
  });
  const employees: string[] = [];
  const accounts: string[] = [];
  const assignments: string[] = [];
  for (let i = 0; i < people; i++) {
    const employee = await call('POST', '/employees', {
      first_name: `Zoé ${i}`,
      last_name: 'Côté',
      date_of_birth: '1990-05-17',
    });
    const account = await call('POST', '/bank_accounts', {
      employee_id: employee.id,
      ...BANK,
      account_number: String(1_234_500 + i),
    });
    const assignment = await call('POST', '/work_assignments', {
      employee_id: employee.id,
      pay_schedule_id: schedule.id,
      tax_properties: [PLACE],
    });
    employees.push(employee.id);
    accounts.push(account.id);
    assignments.push(assignment.id);
  }
  const [payroll] = (await call('GET', `/payrolls?pay_schedule_id=${schedule.id}`)).data;
  for (const work_assignment_id of assignments) {
    const stubs = `/pay_stubs?payroll_id=${payroll.id}&work_assignment_id=${work_assignment_id}`;
    const [stub] = (await call('GET', stubs)).data;
    const bonus = { earning_type: 'bonus_discretionary', custom_amount: 1000 };
    await call('POST', '/earning_line_items', { pay_stub_id: stub.id, ...bonus });
  }
  return { entity: business_entity_id, payroll: payroll.id, employees, accounts, remittance: remittance.id };
};
