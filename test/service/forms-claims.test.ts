import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, employerWith } from '../support/salaried.ts';
import { startTestService, type TestService } from '../support/service.ts';

// Returns for source deductions by HTTP: what is claimed steers what is withheld, from the day that it takes effect.

let service: TestService;
let employer: Awaited<ReturnType<typeof employerWith>>;
beforeAll(async () => {
  service = await startTestService();
  employer = await employerWith(service, [
    { province: 'ca_on', salary: 104_000 },
    { province: 'ca_qc', salary: 104_000 },
  ]);
});
afterAll(() => service.close());

const asked = (method: string, path: string, body?: unknown) => employer.company.request(method, path, body);
const must = async (status: number, method: string, path: string, body?: unknown): Promise<Body> => {
  const answer = await asked(method, path, body);
  expect({ status: answer.status, ...(answer.status === status ? {} : { body: answer.body }) }).toEqual({ status });
  return answer.body;
};

/** Tax properties of an assignment but where it is: `type value from..to`. */
const propertiesOf = async (at: number): Promise<string[]> => {
  const { data } = await must(200, 'GET', `/tax_properties?owner_id=${employer.assignments[at]}&per_page=100`);
  return data
    .filter(({ data: one }: Body) => one.type !== 'ca::province_of_employment')
    .map(
      ({ data: one }: Body) =>
        `${one.type} ${JSON.stringify(one.value)} ${one.effective_from}..${one.effective_to ?? ''}`,
    )
    .sort();
};
const withheld = async (at: number): Promise<Record<string, number>> =>
  employer.linesOf(await employer.stubOf(await employer.next(), at), 'statutory_withholding');

test('forms, rule 9, tax property 11: the next calculation withholds by a completed TD1, and its explanation says so', async () => {
  const before = await withheld(0);
  const { id, data } = await must(201, 'POST', '/forms', {
    owner_id: employer.assignments[0],
    type: 'td1',
    effective_date: '2026-01-01',
    line_1_basic_personal_amount: 16_000,
    line_3_age_amount: 14_000,
    line_13_total_claim_amount: 30_000,
    additional_tax_deduction: 20,
  });
  expect(data).toMatchObject({
    type: 'td1',
    validation_error_count: 0,
    is_editable: true,
    line_13_total_claim_amount: 30_000,
  });
  expect(data).not.toHaveProperty('status');
  expect(await propertiesOf(0)).toEqual([
    'ca::federal::additional_tax 20 2026-01-01..',
    'ca::federal::claim_amount 30000 2026-01-01..',
  ]);
  const after = await withheld(0);
  const [tax] = Object.keys(before).filter((type) => type.includes('federal') && before[type] !== after[type]);
  expect(tax).toBeDefined();
  // 30,000 instead of the basic amount at the lowest rate, in 26 pays, and 20 more on each.
  expect(after[tax!]!).toBeLessThan(before[tax!]! - 40);
  const stub = await employer.stubOf(await employer.next(), 0);
  const { text } = await asked('GET', `/pay_stubs/${stub.id}/explanation`);
  expect(text).toContain('30000');
  // The form is changed: so is what it claims.
  await must(200, 'PUT', `/forms/${id}`, { additional_tax_deduction: 45 });
  expect(await propertiesOf(0)).toContain('ca::federal::additional_tax 45 2026-01-01..');
});

test('a return with errors claims nothing until they are corrected, and a second one of the same day is refused', async () => {
  const body = { owner_id: employer.assignments[0], type: 'td1on', effective_date: '2026-01-01' };
  const wrong = await must(201, 'POST', '/forms', { ...body, basic_personal_amount: 100, total_claim_amount: 12_000 });
  expect(wrong.data.validation_error_count).toBe(1);
  expect((await propertiesOf(0)).filter((one) => one.startsWith('ca::on'))).toEqual([]);
  const mended = await must(200, 'PUT', `/forms/${wrong.id}`, { basic_personal_amount: 12_000 });
  expect(mended.data.validation_error_count).toBe(0);
  expect(await propertiesOf(0)).toContain('ca::on::claim_amount 12000 2026-01-01..');
  const twice = await must(422, 'POST', '/forms', { ...body, total_claim_amount: 1 });
  expect(Object.keys(twice.errors)).toEqual(['effective_date']);
  const other = await must(422, 'POST', '/forms', { ...body, owner_id: employer.employees[0] });
  expect(Object.keys(other.errors)).toContain('owner_id');
});

test('forms, rule 9: the Quebec return sets claim, additional tax and deductions; values set by hand end the day before', async () => {
  const owner_id = employer.assignments[1];
  await must(201, 'POST', '/tax_properties', {
    owner_id,
    type: 'ca::qc::claim_amount',
    value: 18_000,
    effective_from: '2025-01-01',
  });
  await must(201, 'POST', '/forms', {
    owner_id,
    type: 'tp1015',
    effective_date: '2026-01-01',
    line_10_total_claim_amount: 25_000,
    line_11_additional_tax: 10,
    line_19_deductions: 500,
    line_20_exemption: true,
  });
  // The exemption is good for the year of the request alone (TP-1015.F part 2).
  expect(await propertiesOf(1)).toEqual([
    'ca::provincial_tax_exempt true 2026-01-01..2026-12-31',
    'ca::qc::additional_tax 10 2026-01-01..',
    'ca::qc::claim_amount 18000 2025-01-01..2025-12-31',
    'ca::qc::claim_amount 25000 2026-01-01..',
    'ca::qc::form_deductions 500 2026-01-01..',
  ]);
});

test('a claim that approved pay used stays: the next return takes effect after it, and ends the earlier one', async () => {
  const { data: forms } = await must(200, 'GET', `/forms?owner_id=${employer.assignments[0]}&type=td1`);
  const payroll = await employer.approve();
  const { pay_date } = payroll.data;
  const locked = await must(422, 'PUT', `/forms/${forms[0].id}`, {
    line_1_basic_personal_amount: 20_000,
    line_13_total_claim_amount: 34_000,
  });
  expect(JSON.stringify(locked.errors)).toContain(pay_date);
  await must(400, 'DELETE', `/forms/${forms[0].id}`);
  const body = {
    owner_id: employer.assignments[0],
    type: 'td1',
    line_13_total_claim_amount: 0,
    more_than_one_employer_or_payer: true,
  };
  const early = await must(422, 'POST', '/forms', { ...body, effective_date: pay_date });
  expect(early.errors.effective_date[0]).toContain(pay_date);
  const { id } = await must(201, 'POST', '/forms', { ...body, effective_date: '2026-03-01' });
  expect((await propertiesOf(0)).filter((one) => one.startsWith('ca::federal'))).toEqual([
    'ca::federal::additional_tax 45 2026-01-01..2026-02-28',
    'ca::federal::claim_amount 0 2026-03-01..',
    'ca::federal::claim_amount 30000 2026-01-01..2026-02-28',
  ]);
  // A return that no pay has used can go, and the one before holds again.
  await must(204, 'DELETE', `/forms/${id}`);
  expect((await propertiesOf(0)).filter((one) => one.startsWith('ca::federal'))).toEqual([
    'ca::federal::additional_tax 45 2026-01-01..',
    'ca::federal::claim_amount 30000 2026-01-01..',
  ]);
  // The first one of somebody else, which came after that pay, from an earlier day: nobody says that the pay used it.
  const late = { ...body, owner_id: employer.assignments[1], effective_date: '2026-01-01' };
  const after = await must(201, 'POST', '/forms', late);
  expect(after.data.validation_error_count).toBe(0);
  const change = await must(422, 'PUT', `/forms/${after.id}`, {
    more_than_one_employer_or_payer: false,
    line_1_basic_personal_amount: 16_000,
    line_13_total_claim_amount: 16_000,
  });
  const removal = await must(400, 'DELETE', `/forms/${after.id}`);
  for (const said of [JSON.stringify(change.errors), removal.message]) {
    expect(said).toContain(`is in effect on ${pay_date}`);
    expect(said).not.toContain('used');
  }
});
