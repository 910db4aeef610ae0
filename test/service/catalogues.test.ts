import { afterAll, expect, test } from 'vitest';
import { LINE_KINDS, RECURRING_KINDS } from '../../src/calculation/index.ts';
import { CATALOGUES } from '../../src/catalogues/catalogues.ts';
import { knownTypes } from '../../src/statutory/editions/line-item-types.ts';
import { startTestService } from '../support/service.ts';

/** The types of pay items, as callers read them. */
const service = await startTestService();
afterAll(() => service.close());

test('each family of pay items has its catalogue, in both languages', async () => {
  const { request } = await service.company();
  for (const kind of LINE_KINDS) {
    const en = await request('GET', `/${kind}_types?per_page=100`);
    const fr = await request('GET', `/${kind}_types?per_page=100`, undefined, { 'Accept-Language': 'fr' });
    expect([kind, en.status, fr.status]).toEqual([kind, 200, 200]);
    expect(en.body.data.map(({ id }: { id: string }) => id)).toEqual(CATALOGUES[kind].values);
    for (const [i, { data }] of en.body.data.entries()) {
      expect(data).toMatchObject({ locale: 'en', label: expect.stringMatching(/\S/) });
      expect(fr.body.data[i].data).toMatchObject({ type: data.type, locale: 'fr', label: expect.stringMatching(/\S/) });
      expect(data).not.toHaveProperty('features');
    }
  }
});

test('4, 5, statutory types 1, 2: a type is addressed by its value, and types are read-only', async () => {
  const { request } = await service.company();
  for (const kind of LINE_KINDS) {
    const { body } = await request('GET', `/${kind}_types?per_page=100`);
    for (const { id, data, links } of body.data) expect([data.type, links.self]).toEqual([id, `/${kind}_types/${id}`]);
    const { id } = body.data[0];
    expect((await request('GET', `/${kind}_types/${id}`)).body.data).toEqual(body.data[0].data);
    const written = await Promise.all([
      request('POST', `/${kind}_types`, { type: 'mine', label: 'Mine' }),
      request('PUT', `/${kind}_types/${id}`, { label: 'Mine' }),
      request('DELETE', `/${kind}_types/${id}`),
    ]);
    expect(written.map(({ status }) => status)).toEqual([405, 405, 405]);
    expect((await request('GET', `/${kind}_types/nothing`)).status).toBe(404);
  }
});

/** Names that are fixed, and the rules that say them. */
test.each([
  ['earning types 6', 'earning', 'leave_sick', 'Sick Leave (Legislated)'],
  ['earning types 6', 'earning', 'leave_sick_discretionary', 'Sick Leave (Non-Legislated)'],
  ['earning types 8', 'earning', 'invoice_payment', 'Invoice Payment'],
  ['earning types 8', 'earning', 'invoice_sales_tax', 'Invoice Sales Tax'],
  ['earning types 8', 'earning', 'commission_self_employed', 'Commission (Self-employed)'],
  ['allowance types 6', 'allowance', 'child_eduction_taxable', 'Educational allowances for children (taxable)'],
  ['allowance types 6', 'allowance', 'child_eduction_non_taxable', 'Educational allowances for children (non-taxable)'],
  ['deduction types 6', 'deduction', 'income_tax', 'Income tax debt'],
  ['employer statutory withholding types 3', 'employer_statutory_withholding', 'ei', 'EI'],
])('%s: the %s type %s has the label %s', async (_rule, kind, type, label) => {
  const { request } = await service.company();
  expect((await request('GET', `/${kind}_types/${type}`)).body.data).toMatchObject({ type, label });
});

test('features list the boxes of slips and their provinces of employment', async () => {
  const { request } = await service.company();
  const boxesOf = async (path: string, feature: string) => {
    const { body } = await request('GET', `${path}?features=ca`);
    const found = body.data.features.find(({ type }: { type: string }) => type === feature);
    return found.boxes.map(({ form, box, provinces_of_employment: where }: Record<string, unknown>) => [
      form,
      box,
      where,
    ]);
  };
  const wages = '/earning_types/wage';
  expect(await boxesOf(wages, 'income_tax')).toEqual([
    ['t4', '14', null],
    ['rl1', 'A', ['ca_qc']],
  ]);
  expect(await boxesOf(wages, 'pensionable')).toEqual([
    ['t4', '26', null],
    ['rl1', 'G', ['ca_qc']],
  ]);
  expect(await boxesOf(wages, 'insurable')).toEqual([
    ['t4', '24', null],
    ['t4', '56', ['ca_qc']],
    ['rl1', 'I', ['ca_qc']],
  ]);
  // What no tax knows, and a slip tells.
  expect(await boxesOf('/deduction_types/charitable_donation', 'income_tax')).toEqual([
    ['t4', '46', null],
    ['rl1', 'N', ['ca_qc']],
  ]);
});

test('employer statutory withholding types 3: EI is AE in French', async () => {
  const { request } = await service.company();
  const path = '/employer_statutory_withholding_types/ei';
  const { body } = await request('GET', path, undefined, { 'Accept-Language': 'fr' });
  expect(body.data.label).toBe('AE');
});

test('every type has a treatment, and there is no treatment without a type', () => {
  const known = knownTypes().map(({ family, type }) => `${family}.${type}`);
  const listed = RECURRING_KINDS.flatMap((kind) => CATALOGUES[kind].values.map((type) => `${kind}.${type}`));
  expect(known.sort()).toEqual(listed.sort());
});

test('1, 2, 3: features=ca shows what a type counts for, by calculation and jurisdiction', async () => {
  const { request } = await service.company();
  const one = await request('GET', '/reimbursement_types/transit_pass?features=ca', undefined, {
    'Accept-Language': 'fr',
  });
  expect(one.body.data.features).toContainEqual({
    type: 'insurable',
    label: 'Assurable',
    definitions: [{ jurisdiction: 'ca_federal', effects: ['withholding'], help_text: null, program_label: 'AE' }],
    boxes: [{ form: 't4', box: '24', provinces_of_employment: expect.not.arrayContaining(['ca_qc']) }],
  });
  const all = await request('GET', '/deduction_types?features=ca');
  const dues = all.body.data.find(({ id }: { id: string }) => id === 'union_dues');
  expect(dues.data.features[0]).toMatchObject({
    type: 'income_tax',
    definitions: [{ jurisdiction: 'ca_federal', effects: ['reduces_base'] }],
  });
  const wrong = await request('GET', '/deduction_types?features=us');
  expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([422, expect.stringContaining('features')]);
});
