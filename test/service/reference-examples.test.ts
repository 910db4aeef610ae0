import { afterAll, beforeAll, expect, test } from 'vitest';
import { FROM, type Known, makeKnown } from '../support/known-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Each example of a body in the reference is sent, and gets a successful answer of the reference. */

// biome-ignore lint/suspicious/noExplicitAny: the tests look into JSON documents
type Node = any;

let service: TestService;
let known: Known;
let api: Node;
beforeAll(async () => {
  service = await startTestService();
  known = await makeKnown(service);
  api = (await service.request('GET', '/openapi.json')).body;
});
afterAll(() => service.close());

/** Operations that end what others need: they are sent last. */
const LAST = ['batch_delete', 'bulk_delete', 'approve', 'unapprove', 'revoke_tokens'];

interface Sample {
  id: string;
  method: string;
  path: string;
  forPartner: boolean;
  /** Statuses of success. */
  wanted: number[];
  name: string;
  value: unknown;
}

const samples = (): Sample[] =>
  Object.entries<Node>(api.paths)
    .flatMap(([path, item]) =>
      Object.entries<Node>(item).flatMap(([method, operation]) =>
        Object.entries<Node>(operation.requestBody?.content['application/json']?.examples ?? {}).map(
          ([name, { value }]): Sample => ({
            id: operation.operationId,
            method: method.toUpperCase(),
            path,
            forPartner: !JSON.stringify(operation.security).includes('access_token'),
            wanted: Object.keys(operation.responses)
              .map(Number)
              .filter((status) => status < 300),
            name,
            value,
          }),
        ),
      ),
    )
    .sort((a, b) => rank(a) - rank(b));

const rank = ({ id }: Sample): number => LAST.findIndex((start) => id.startsWith(start));

/**
 * The known form is a T4 without values and without a batch: requests for forms are understood, and refused for that.
 */
const OF_FORMS: Readonly<Record<string, string>> = {
  populate_form_type: 'made by generate',
  generate_form_type: 'Nobody has a paid pay stub',
  approve_form: 'Surname is required',
  unapprove_form: 'only an approved form can be unapproved',
  submit_form: 'is submitted with its batch',
  simulate_form: 'answers its batch',
  submit_form_batch: 'has no forms',
};

/** Hours that other examples entered on the line item of a pay rate would keep it. */
const takeOffHours = async (): Promise<void> => {
  const lines = await known.company.request('GET', '/earning_line_items?per_page=100');
  for (const { id, data } of lines.body.data)
    if (data.is_managed && data.pay_rate_id !== null)
      await known.company.request('PUT', `/earning_line_items/${id}`, { custom_hours: null, custom_amount: null });
};

test('every example of a body is accepted, or refused only for the state of its record', {
  timeout: 300_000,
}, async () => {
  const all = samples();
  expect(all.length).toBeGreaterThan(95);
  const wrong: string[] = [];
  for (const { id, method, path, forPartner, wanted, name, value } of all) {
    const at = path.replace(/\{([^}]+)\}/g, (_, parameter: string) => known.one(known.prefixOf(parameter)));
    const token = forPartner ? service.partnerSecret : known.company.token;
    // The people that other examples hired have no province of their own.
    if (id === 'approve_payroll')
      await known.company.request('POST', '/tax_properties', {
        owner_id: known.one('be'),
        type: 'ca::province_of_employment',
        value: 'ca_on',
        effective_from: FROM,
      });
    if (/^(batch|bulk)_delete_pay_rates$/.test(id)) await takeOffHours();
    const answer = await service.request(method, at, known.withRealIds(value), token);
    const told = `${method} ${path} (${name}): ${answer.status} ${answer.text.slice(0, 300)}`;
    // Preview ends with remittance accounts, which nobody can have yet: the example is understood and refused for that.
    if (id === 'end_preview_of_business_entity') expect(answer.body.message).toContain('remittance account');
    // It corrects a line of a paid payroll, and the known one is a draft.
    else if (id === 'create_adjustment') expect(answer.body.errors.source_line_item_id).toHaveLength(1);
    // The known payroll is a regular one: its stubs and withholdings are made by the service.
    else if (id === 'create_pay_stub') expect(answer.body.message).toContain('regular payroll');
    else if (/^create_.*statutory_withholding_line_item/.test(id))
      expect(answer.body.errors.pay_stub_id).toHaveLength(1);
    // The service of tests has no provider: the request is refused with that.
    else if (id === 'authenticate_integration') expect(answer.body.message).toContain('not registered with QuickBooks');
    else if (id === 'sync_integration') expect(answer.body.errors.business_entity_id).toHaveLength(1);
    // Its tokens could not be renewed.
    else if (id === 'import_integration_connection') {
      expect([answer.status, answer.body.message]).toEqual([
        400,
        expect.stringContaining('not registered with QuickBooks'),
      ]);
      expect(await service.database.sql`select 1 from integration_tokens`).toHaveLength(0);
    }
    // The one that is known is the one that others would go into.
    else if (id === 'merge_accounting_code') expect(answer.body.errors['accounting_code_ids.0']).toHaveLength(1);
    else if (id === 'pay_payment_again') expect(answer.body.message).toContain('only a failed payment');
    else if (id in OF_FORMS) expect(answer.body.message, told).toContain(OF_FORMS[id]);
    else if (!wanted.includes(answer.status)) wrong.push(told);
    else if (answer.status === 202) {
      const task = await known.ended(answer.body);
      if (task.data.status !== 'completed') wrong.push(`${told} ${JSON.stringify(task.data.results).slice(0, 500)}`);
      if (/^(batch_upsert|bulk_create)/.test(id)) await known.forget(path, task.data.results);
    } else if (answer.status === 201) await known.forget(path, [answer.body]);
  }
  expect(wrong).toEqual([]);
});
