import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callsOf, monthlyEmployer } from '../support/calls.ts';
import { startTestService, type TestAnswer, type TestCompany, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Tax properties, their templates, and what is in force: each test is named after the rule that it holds. */
let service: TestService;
let company: TestCompany;
let entity: string;
let schedule: string;
let assignment: string;

const { made, data, refused } = callsOf(() => ({ service, company }));
const from = '2026-01-01';
const property = (owner_id: string, type: string, value: unknown, more: object = {}) => ({
  owner_id,
  type,
  value,
  effective_from: from,
  ...more,
});
const hire = async (last_name: string, province = 'ca_on') =>
  made('/work_assignments', {
    employee_id: await made('/employees', { first_name: 'Ada', last_name, date_of_birth: '1990-07-11' }),
    pay_schedule_id: schedule,
    tax_properties: [{ type: 'ca::province_of_employment', value: province, effective_from: from }],
  });
interface Entry {
  object: string;
  id?: string;
  links?: unknown;
  data: { type: string; value: unknown; source_tax_property: { id: string } | null };
}
const effective = async (query: string): Promise<Entry[]> => await data(`/effective_tax_properties?${query}`);

beforeAll(async () => {
  service = await startTestService();
  company = await service.company();
  ({ entity, schedule } = await monthlyEmployer(made, {
    tax_properties: [
      { type: 'ca::province_of_employment', value: 'ca_on', effective_from: from },
      { type: 'ca::tax_id', value: '123456782RP0001', effective_from: from },
    ],
  }));
  assignment = await hire('Roy');
});
afterAll(() => service.close());

describe('tax properties', () => {
  test('1: an owner lists the keys that it accepts; those of a work assignment depend on its jurisdiction', async () => {
    const keys = async (path: string): Promise<string[]> => (await data(path)).available_tax_properties;
    const ontario = await keys(`/work_assignments/${assignment}`);
    const quebec = await keys(`/work_assignments/${await hire('Tremblay', 'ca_qc')}`);
    expect(ontario).toEqual(expect.arrayContaining(['ca::on::claim_amount', 'ca::cpp_exempt']));
    expect(ontario).not.toContain('ca::qc::claim_amount');
    expect(quebec).toContain('ca::qc::claim_amount');
    expect(quebec).not.toContain('ca::on::claim_amount');
    expect(await keys(`/business_entities/${entity}`)).toEqual(
      expect.arrayContaining(['ca::tax_id', 'ca::qc::tax_id', 'ca::on::eht']),
    );
    // What it does not list is refused.
    expect(await refused('POST', '/tax_properties', property(entity, 'ca::cpp_exempt', true))).toEqual([422, ['type']]);
  });

  test('template 2: have the label, format, options, allow_concurrent and feature of their template', async () => {
    const id = await made('/tax_properties', property(assignment, 'ca::province_of_work', 'ca_on'));
    const own = await data(`/tax_properties/${id}`);
    const template = await data('/tax_property_templates/ca::province_of_work');
    for (const member of ['label', 'format', 'options', 'allow_concurrent', 'feature'])
      expect(own[member]).toEqual(template[member]);
    expect(own.owner.id).toBe(assignment);
    const employment = await data('/tax_property_templates/ca::province_of_employment');
    expect([employment.label, employment.format, employment.feature]).toEqual([
      'Province of Employment',
      'string',
      'onboarding',
    ]);
  });

  test('4: of one type and owner may not overlap, so the earlier one has to be ended first; concurrent types may overlap', async () => {
    const type = 'ca::federal::additional_tax';
    const first = await made('/tax_properties', property(assignment, type, 10));
    const second = property(assignment, type, 20, { effective_from: '2026-07-01' });
    expect(await refused('POST', '/tax_properties', second)).toEqual([422, ['effective_from']]);
    expect((await company.request('PUT', `/tax_properties/${first}`, { effective_to: '2026-06-30' })).status).toBe(200);
    await made('/tax_properties', second);
    const number = await made('/tax_properties', property(entity, 'ca::tax_id', '123456782RP0002'));
    expect((await data(`/tax_properties/${number}`)).allow_concurrent).toBe(true);
    expect(await refused('POST', '/tax_properties', property(entity, 'ca::tax_id', '123456782RP0002'))).toEqual([
      422,
      ['effective_from'],
    ]);
  });

  test('13, remittance account 4: ca::tax_id and the identifier of the CRA account follow each other', async () => {
    const [mine] = (await data(`/tax_properties?owner_id=${entity}&type=ca::tax_id`)) as { id: string }[];
    const accounts = async () =>
      (
        (await data(`/remittance_accounts?business_entity_id=${entity}&account_provider=ca_cra`)) as {
          id: string;
          data: { account_identifier: string; source_tax_property: { id: string } | null };
        }[]
      ).map(({ id, data: { account_identifier, source_tax_property } }) => [
        id,
        account_identifier,
        source_tax_property?.id,
      ]);
    const [account] = (await accounts()).find(([, , source]) => source === mine!.id)!;
    service.clock.advance(1000);
    await company.request('PUT', `/tax_properties/${mine!.id}`, { value: '123456782RP0007' });
    expect(await accounts()).toContainEqual([account, '123456782RP0007', mine!.id]);
    service.clock.advance(1000);
    await company.request('PUT', `/remittance_accounts/${account}`, { account_identifier: '123456782RP0008' });
    expect((await data(`/tax_properties/${mine!.id}`)).value).toBe('123456782RP0008');
    for (const value of [{ rate: 1 }, true, 12]) {
      const refused = await company.request('PUT', `/tax_properties/${mine!.id}`, { value });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['value']]);
    }
  });

  test('13: an answer has the account or the property as both are once they name each other, with that ETag', async () => {
    const own = await made('/business_entities', { name: 'Pear', business_number: '123456782RP0001' });
    const account = { business_entity_id: own, account_provider: 'ca_cra', account_identifier: '123456782RP0021' };
    const asRead = async ({ status, headers, body }: TestAnswer) => {
      const again = await company.request('GET', body.links.self);
      expect([status, again.body, again.headers.get('ETag')]).toEqual([status, body, headers.get('ETag')]);
      return body;
    };
    const first = await asRead(await company.request('POST', '/remittance_accounts', account));
    expect(first.data.source_tax_property).not.toBeNull();
    const path = `/remittance_accounts/${first.id}`;
    const cleared = await asRead(await company.request('PUT', path, { account_identifier: null }));
    expect(cleared.data.source_tax_property).toBeNull();
    const given = await asRead(await company.request('PUT', path, { account_identifier: '123456782RP0022' }));
    expect(given.data.source_tax_property).not.toBeNull();
    const number = property(own, 'ca::tax_id', '123456782RP0023');
    const second = await asRead(await company.request('POST', '/tax_properties', number));
    expect(second.data.is_deletable).toBe(false);
  });

  test('of statutory holiday pay name rules that there are', async () => {
    const holidays = (value: object) => property(assignment, 'ca::statutory_holiday_pay', value);
    const wrong = { override_rule_set: 'ON', calculation_strategy: 'mine', override_date_basis: 'later' };
    expect(await refused('POST', '/tax_properties', holidays(wrong))).toEqual([
      422,
      ['value.calculation_strategy', 'value.override_rule_set', 'value.override_date_basis'],
    ]);
    const right = {
      calculate_entitlement: true,
      override_rule_set: 'ca_federal',
      override_date_basis: 'before_holiday',
    };
    await made('/tax_properties', holidays(right));
  });

  test('are created and changed by one call, with a result for each; a call with none or with more than 100 is refused', async () => {
    const type = 'ca::federal::claim_amount';
    const held = await made('/tax_properties', property(assignment, 'ca::ei_exempt', true));
    const task = await company.request('POST', '/tax_properties/batch/upsert', [
      property(assignment, type, 17_000),
      { id: held, effective_to: '2026-03-31' },
      property(assignment, 'ca::cpp_exempt', 'certainly'),
    ]);
    expect(task.status).toBe(202);
    await until(async () => (await data(`/async_tasks/${task.body.id}`)).status !== 'processing');
    expect((await data(`/tax_properties/${held}`)).effective_to).toBe('2026-03-31');
    expect(await data(`/tax_properties?owner_id=${assignment}&type=${type}`)).toHaveLength(1);
    expect(await data(`/tax_properties?owner_id=${assignment}&type=ca::cpp_exempt`)).toHaveLength(0);
    // JSON has such numbers, but no double holds one, and so no event: they are refused before anything is kept.
    const { value, ...rest } = property(assignment, 'ca::on::eht', null);
    const boundless = JSON.stringify({ ...rest, value: { annual_remuneration: 'boundless', sums: ['boundless'] } });
    const sent = `[${boundless.replaceAll('"boundless"', '1e999')}]`;
    const refused = await company.request('POST', '/tax_properties/batch/upsert', sent);
    expect([refused.status, Object.keys(refused.body.data.results[0].errors)]).toEqual([
      202,
      ['value.annual_remuneration', 'value.sums'],
    ]);
    // A member of this name is passed over by what reads the others.
    const passed = JSON.stringify(property(assignment, 'ca::federal::commission', { passed: 1, income: 5 }));
    const named = await company.request('POST', '/tax_properties', passed.replace('passed', '__proto__'));
    expect([named.status, named.body.errors]).toEqual([
      422,
      { 'value.__proto__': ['is not a member of this request; leave it out'] },
    ]);
    const many = Array.from({ length: 101 }, () => property(assignment, type, 1));
    for (const body of [[], many])
      expect((await company.request('POST', '/tax_properties/batch/upsert', body)).status).toBe(422);
  });

  test('12: can be in the create request of an employer and of a remittance account', async () => {
    const reduction = { type: 'ca::ei_premium_reduction', value: { employer_multiplier: 1.25 }, effective_from: from };
    const account = await made('/remittance_accounts', {
      business_entity_id: entity,
      account_provider: 'ca_cra',
      label: 'Night shift',
      tax_properties: [reduction],
    });
    const [own] = (await data(`/tax_properties?owner_id=${account}`)) as { data: object }[];
    expect(own!.data).toMatchObject({ type: reduction.type, value: reduction.value });
  });
});

describe('templates', () => {
  test('1: are read-only, and an unknown key is a 404', async () => {
    expect((await company.request('POST', '/tax_property_templates', {})).status).toBe(405);
    expect((await company.request('GET', '/tax_property_templates/ca::nothing')).status).toBe(404);
  });

  test('3: list all accepted values in their options, if they have any', async () => {
    const { options } = await data('/tax_property_templates/ca::province_of_employment');
    expect(Object.keys(options)).toHaveLength(14);
    const someone = await hire('Options');
    expect(await refused('POST', '/tax_properties', property(someone, 'ca::province_of_work', 'ca_zz'))).toEqual([
      422,
      ['value'],
    ]);
  });
});

describe('effective tax properties', () => {
  test('1: have a type and data, no id and no links; one of the two owners is required', async () => {
    const [entry] = await effective(`business_entity_id=${entity}&type=ca::province_of_employment`);
    expect(Object.keys(entry!).sort()).toEqual(['data', 'object']);
    expect(entry!.object).toBe('effective_tax_property');
    expect(await refused('GET', '/effective_tax_properties')).toEqual([422, ['work_assignment_id']]);
  });

  test("2, tax property 5: use the value of the work assignment before that of its account, and that before the employer's", async () => {
    const type = 'ca::ei_premium_reduction';
    const someone = await hire('Precedence');
    const of = async () => {
      const [entry] = await effective(`work_assignment_id=${someone}&type=${type}&effective_on=2026-05-01`);
      return (entry!.data.value as { employer_multiplier: number } | null)?.employer_multiplier ?? null;
    };
    await made('/tax_properties', property(entity, type, { employer_multiplier: 1.3 }));
    expect(await of()).toBe(1.3);
    const account = await made('/remittance_accounts', {
      business_entity_id: entity,
      account_provider: 'ca_cra',
      tax_properties: [{ type, value: { employer_multiplier: 1.2 }, effective_from: from }],
    });
    await made('/remittance_account_enrollments', {
      remittance_account_id: account,
      work_assignment_id: someone,
      effective_from: '2026-05-01',
    });
    expect(await of()).toBe(1.2);
    await made('/tax_properties', property(someone, type, { employer_multiplier: 1.1 }));
    expect(await of()).toBe(1.1);
  });
});
