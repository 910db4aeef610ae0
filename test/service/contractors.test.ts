import { afterAll, beforeAll, expect, test } from 'vitest';
import { callsOf, monthlyEmployer } from '../support/calls.ts';
import { runHere } from '../support/command.ts';
import { startTestService, type TestCompany, type TestService } from '../support/service.ts';

/** Contractors are paid beside employees, with nothing withheld, and what is personal of them is as well kept. */
let service: TestService;
let company: TestCompany;
let schedule: string;
const { made } = callsOf(() => ({ service, company }));

beforeAll(async () => {
  service = await startTestService({ hasCommands: true });
  company = await service.company();
  ({ schedule } = await monthlyEmployer(made));
});
afterAll(() => service.close());

const PERSON = { first_name: 'Ophelia', last_name: 'Quartermaine', sin: '046454286' };

test('contractor 1: a contractor is an individual with a name and a SIN, or a corporation with a name and a business number', async () => {
  const person = await company.request('POST', '/contractors', PERSON);
  expect([person.status, person.body.data.sin_last_3, person.body.data.business_name]).toEqual([201, '286', null]);
  expect(person.text).not.toContain(PERSON.sin);
  const wrong = async (body: object) => {
    const { status, body: problem } = await company.request('POST', '/contractors', body);
    return [status, Object.keys(problem.errors)];
  };
  expect(await wrong({ first_name: 'Ada' })).toEqual([422, ['last_name']]);
  expect(await wrong({})).toEqual([422, ['first_name', 'last_name']]);
  // Blanks name nobody: reports would show a payee without a name, and a T4A could not be filed.
  expect(await wrong({ business_name: '  ' })).toEqual([422, ['first_name', 'last_name']]);
  expect(await wrong({ first_name: 'Ada', last_name: '\u200b' })).toEqual([422, ['last_name']]);
  expect(await wrong({ business_name: 'Mill Ltd.', sin: PERSON.sin })).toEqual([422, ['sin']]);
  // Nor are they shown as the name of a corporation, which would then stand for that of the person.
  const blank = { ...PERSON, business_name: ' ', middle_initial: '' };
  expect((await company.request('POST', '/contractors', blank)).body.data).toMatchObject({
    business_name: null,
    middle_initial: null,
  });
  expect(await wrong({ ...PERSON, business_number: '123456782RT0001' })).toEqual([422, ['business_number']]);
  expect(await wrong({ ...PERSON, sin: '046454287' })).toEqual([422, ['sin']]);
  expect(await wrong({ business_name: 'Mill Ltd.', business_number: '123456782' })).toEqual([422, ['business_number']]);
  // A person that becomes a corporation gives up the names of the person in the same change.
  const turned = { business_name: 'Ophelia Ltd.', first_name: null, last_name: null, sin: null };
  const changed = await company.request('PUT', `/contractors/${person.body.id}`, turned);
  expect(changed.body.data).toMatchObject({ business_name: 'Ophelia Ltd.', first_name: null, sin_last_3: null });
});

test('contractors are found by the names of persons and corporations, and by whether they have work assignments', async () => {
  const mill = await made('/contractors', { business_name: 'Pemberton Milling' });
  const person = await made('/contractors', { first_name: 'Perpetua', last_name: 'Fell' });
  const assignment = await made('/work_assignments', { contractor_id: mill, pay_schedule_id: schedule });
  const ids = async (path: string) =>
    (await company.request('GET', path)).body.data.map(({ id }: { id: string }) => id) as string[];
  expect(await ids('/contractors?search_names=PEMBERTON')).toEqual([mill]);
  expect(await ids('/contractors?search_names=perpetua')).toEqual([person]);
  expect(await ids('/contractors?search_names=pe&has_work_assignments=true')).toEqual([mill]);
  expect(await ids('/contractors?search_names=pe&has_work_assignments=false')).toContain(person);
  const found = await company.request('POST', '/work_assignments/search', {
    business_entity_id: (await company.request('GET', `/work_assignments/${assignment}`)).body.data.business_entity.id,
    work_assignments: { include: { payee_type: 'contractor', payee_names: 'pemberton' } },
  });
  expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([assignment]);
  const shown = await company.request('GET', `/contractors/${mill}?expand=work_assignments`);
  expect(shown.body.data.work_assignments.data.map(({ id }: { id: string }) => id)).toEqual([assignment]);
});

test("a contractor's stub has earnings and reimbursements, and nothing is withheld", async () => {
  const contractor = await made('/contractors', { business_name: 'Lakeshore Milling Ltd.' });
  const assignment = await made('/work_assignments', { contractor_id: contractor, pay_schedule_id: schedule });
  const item = { work_assignment_id: assignment, frequency: 'per_payroll', effective_from: '2026-01-01' };
  await made('/earnings', { ...item, earning_type: 'bonus_discretionary', amount: 900 });
  await made('/reimbursements', { ...item, reimbursement_type: 'non_taxable_reimbursement', amount: 20.5 });
  const [{ id: payroll }] = (await company.request('GET', `/payrolls?pay_schedule_id=${schedule}`)).body.data;
  const stubs = await company.request('GET', `/pay_stubs?payroll_id=${payroll}&work_assignment_id=${assignment}`);
  expect(stubs.body.data[0].data).toMatchObject({
    contractor_summary: { gross: 900, reimbursements: 20.5, net: 920.5 },
    employee_summary: { gross: null, net: null },
    company_summary: { total: 0 },
  });
  const refused = await company.request('POST', '/allowances', {
    ...item,
    allowance_type: 'cell_phone_allowance',
    amount: 60,
  });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['work_assignment_id']]);
});

test('a bulk creation selects contractors for what they may have, and for nothing else', async () => {
  const contractor = await made('/contractors', { business_name: 'Ridgeway Hauling' });
  const assignment = await made('/work_assignments', { contractor_id: contractor, pay_schedule_id: schedule });
  const { business_entity } = (await company.request('GET', `/work_assignments/${assignment}`)).body.data;
  const selected = async (items: string) => {
    const found = await company.request('POST', `/${items}/bulk/create/scope`, {
      business_entity_id: business_entity.id,
      work_assignments: { include: { ids: [assignment] } },
    });
    return found.body.data.map(({ id }: { id: string }) => id);
  };
  for (const items of ['earnings', 'reimbursements'])
    expect([items, await selected(items)]).toEqual([items, [assignment]]);
  for (const items of ['pay_rates', 'allowances', 'deductions', 'employee_benefits', 'employer_benefits'])
    expect([items, await selected(items)]).toEqual([items, []]);
});

test('an erased contractor is absent from answers and read models, and no personal data can be written to it', async () => {
  const id = await made('/contractors', { first_name: 'Zenobia', last_name: 'Thistlewood', sin: PERSON.sin });
  const assignment = await made('/work_assignments', {
    contractor_id: id,
    pay_schedule_id: schedule,
    archived_at: '2025-12-31',
  });
  const command = runHere(['privacy', 'erase', '--employee', id, '--reason', 'asked'], service.env);
  expect([await command.ended, command.stderr()]).toEqual([0, '']);
  await service.service.services.gate.followed(await service.service.foundation.store.head());
  const shown = await company.request('GET', `/contractors/${id}`);
  expect([shown.status, shown.body.data.last_name, shown.body.data.sin_last_3]).toEqual([200, null, null]);
  expect((await company.request('GET', '/contractors?search_names=thistlewood')).body.meta.total).toBe(0);
  // No name is asked for that nobody may give any more.
  const email = await company.request('PUT', `/contractors/${id}`, { email: 'z@lake.example' });
  expect([email.status, email.body.message]).toEqual([400, expect.stringContaining('were erased')]);
  const employee = await made('/employees', { first_name: 'Zenobia', last_name: 'Thistlewood', sin: PERSON.sin });
  const other = runHere(['privacy', 'erase', '--employee', employee, '--reason', 'asked'], service.env);
  expect([await other.ended, other.stderr()]).toEqual([0, '']);
  // What is not personal can be written, so that they leave lists.
  for (const path of [`/contractors/${id}`, `/employees/${employee}`]) {
    const archived = await company.request('PUT', path, { archived_at: '2026-01-02' });
    expect([archived.status, archived.body.data?.archived_at]).toEqual([200, '2026-01-02']);
  }
  // Nor is anybody put on a payroll who cannot be paid any more.
  const payroll = await made('/payrolls', {
    pay_schedule_id: schedule,
    type: 'off_cycle',
    source_payroll_id: (await company.request('GET', `/payrolls?pay_schedule_id=${schedule}`)).body.data[0].id,
    pay_date: '2026-01-20',
  });
  const put = await company.request('POST', '/pay_stubs', { payroll_id: payroll, work_assignment_id: assignment });
  expect([put.status, put.body.errors?.work_assignment_id]).toEqual([422, [expect.stringContaining('not erased')]]);
  expect(JSON.stringify(await service.service.foundation.store.readStream(`contractor-${id}`), text)).not.toMatch(
    /Thistlewood|046454286/,
  );
});

/** Revisions are big integers, which JSON has none of. */
const text = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
