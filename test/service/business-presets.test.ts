import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, employerWith, LAST_OF_YEAR } from '../support/salaried.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Business presets: the numbered rules of the resource, from the preset to what is tied to it. */
let service: TestService;
let of: Awaited<ReturnType<typeof employerWith>>;
beforeAll(async () => {
  service = await startTestService();
  const people = [
    { province: 'ca_on', salary: 52_000 },
    { province: 'ca_on', salary: 52_000 },
  ];
  of = await employerWith(service, people, LAST_OF_YEAR);
});
afterAll(() => service?.close());

const preset = (more: Record<string, unknown>) =>
  of.call('POST', '/business_presets', { business_entity_id: of.entity.id, name: 'Shared', ...more });
const item = (at: number, more: Record<string, unknown>) => ({
  work_assignment_id: of.assignments[at],
  frequency: 'per_payroll',
  effective_from: '2026-01-01',
  amount: 40,
  ...more,
});
const refused = async (status: number, method: string, path: string, body?: unknown): Promise<Body> => {
  const answer = await of.company.request(method, path, body);
  expect([method, path, answer.status, answer.text]).toEqual([method, path, status, expect.any(String)]);
  return answer.body;
};
const titleOf = async (path: string, id: string): Promise<string | null> =>
  (await of.call('GET', `/${path}/${id}`)).data.title;

describe('an item with a preset', () => {
  test('1: takes the values of the preset, which change only with the preset and are then changed on all its items', async () => {
    const shift = await preset({ type: 'earning', subtype: 'bonus_non_discretionary', title: 'Shift' });
    expect(shift.data).toMatchObject({ is_managed: false, income_includes: [], name_translated: 'Shared' });
    const made = await of.call('POST', '/earnings', item(0, { business_preset_id: shift.id }));
    expect(made.data).toMatchObject({ title: 'Shift', earning_type: { id: 'bonus_non_discretionary' } });
    const other = await of.call('POST', '/earnings', item(1, { earning_type: 'gratuity' }));
    await refused(400, 'PUT', `/earnings/${made.id}`, { title: 'Mine' });
    await refused(400, 'PUT', `/earnings/${made.id}`, { earning_type: 'gratuity' });
    await of.call('PUT', `/earnings/${made.id}`, { amount: 50, title: 'Shift' });
    const both = item(1, { business_preset_id: shift.id, earning_type: 'gratuity', title: 'Mine' });
    expect(Object.keys((await refused(422, 'POST', '/earnings', both)).errors).sort()).toEqual([
      'earning_type',
      'title',
    ]);
    await of.call('PUT', `/earnings/${other.id}`, { business_preset_id: shift.id });
    expect((await of.call('GET', `/earnings/${other.id}`)).data.earning_type.id).toBe('bonus_non_discretionary');

    // A line item that was entered too; the managed ones follow their items.
    const stub = await of.stubOf(await of.next(), 0);
    const line = await of.call('POST', '/earning_line_items', {
      pay_stub_id: stub.id,
      business_preset_id: shift.id,
      custom_amount: 5,
    });
    expect(line.data).toMatchObject({ title: 'Shift', earning_type: { id: 'bonus_non_discretionary' } });
    await of.call('PUT', `/business_presets/${shift.id}`, { title: 'Night', title_translations: { fr: 'Nuit' } });
    const linesAtNight = async () => {
      const lines = (await of.call('GET', `/earning_line_items?pay_stub_id=${stub.id}`)).data;
      return lines.filter(({ data }: Body) => data.title === 'Night').length;
    };
    await until(async () => (await linesAtNight()) === 2);
    expect(await titleOf('earning_line_items', line.id)).toBe('Night');
    const items = [made.id, other.id].map((id) => () => titleOf('earnings', id));
    for (const title of items) await until(async () => (await title()) === 'Night');

    const expanded = await of.call('GET', `/business_presets/${shift.id}?expand[]=earnings&expand[]=pay_rates`);
    expect(expanded.data.earnings.data).toHaveLength(2);
    expect(expanded.data.pay_rates.data).toEqual([]);
    expect((await refused(400, 'DELETE', `/business_presets/${shift.id}`)).message).toMatch(/in use/);
    // Untied it is free, and keeps what it had.
    await of.call('PUT', `/earnings/${made.id}`, { business_preset_id: null });
    await of.call('PUT', `/earnings/${made.id}`, { title: 'Mine' });
    for (const path of [`/earning_line_items/${line.id}`, `/earnings/${made.id}`, `/earnings/${other.id}`])
      expect((await of.company.request('DELETE', path)).status).toBe(204);
    expect((await of.company.request('DELETE', `/business_presets/${shift.id}`)).status).toBe(204);
  });

  test.each([
    ['none', { same: 'new', other: 'new', empty: 'new' }],
    ['all', { same: 'old', other: 'mine', empty: null }],
    ['in_sync', { same: 'old', other: 'new', empty: 'new' }],
    ['out_of_sync', { same: 'new', other: 'mine', empty: null }],
    ['non_null', { same: 'old', other: 'mine', empty: 'new' }],
  ] as const)('6: keep_existing_values %s', async (keep, wanted) => {
    const { id } = await preset({ type: 'reimbursement', subtype: 'non_taxable_reimbursement' });
    const of3 = await Promise.all(
      ['old', 'mine', undefined].map((title) =>
        of.call('POST', '/reimbursements', item(0, { business_preset_id: id, ...(title ? { title } : {}) })),
      ),
    );
    await of.call('PUT', `/business_presets/${id}`, { title: 'old', keep_existing_values: 'all' });
    await of.call('PUT', `/business_presets/${id}`, { title: 'new', keep_existing_values: keep });
    const titles = () => Promise.all(of3.map((one) => titleOf('reimbursements', one.id)));
    const expected = [wanted.same, wanted.other, wanted.empty];
    await until(async () => JSON.stringify(await titles()) === JSON.stringify(expected));
    for (const one of of3) await of.company.request('DELETE', `/reimbursements/${one.id}`);
  });

  test('2, 3, 4: presets of earnings can be used by pay rates and overtime rates of their type', async () => {
    const wages = await preset({ type: 'earning', subtype: 'wage', title: 'Counter' });
    const rate = {
      work_assignment_id: of.assignments[1],
      rate: 20,
      expected_hours_per_week: 20,
      effective_from: '2026-01-01',
    };
    const hourly = await of.call('POST', '/pay_rates', { ...rate, business_preset_id: wages.id });
    expect(hourly.data).toMatchObject({ type: 'hourly', title: 'Counter' });
    await refused(400, 'PUT', `/pay_rates/${hourly.id}`, { title: 'Other' });
    const overtime = await of.call('POST', '/overtime_rates', {
      pay_rate_id: hourly.id,
      rate_multiplier: 2,
      business_preset_id: wages.id,
    });
    expect(overtime.data.business_preset.id).toBe(wages.id);
    const salaried = { pay_rate_id: of.rates[1], rate_multiplier: 2, business_preset_id: wages.id };
    expect((await refused(422, 'POST', '/overtime_rates', salaried)).errors.business_preset_id[0]).toMatch(
      /type of the pay rate/,
    );
    const bonus = await preset({ type: 'earning', subtype: 'gratuity' });
    expect(
      Object.keys(
        (await refused(422, 'POST', '/pay_rates', { ...rate, type: 'hourly', business_preset_id: bonus.id })).errors,
      ),
    ).toEqual(['business_preset_id']);
  });

  test('5: a benefit takes the income settings of its preset too; a preset of another kind or employer is refused', async () => {
    const rrsp = await preset({
      type: 'employee_benefit',
      subtype: 'pension_rrsp',
      income_basis: 'all_earnings',
      income_includes: [{ type: 'allowance' }],
    });
    const benefit = { amount: 5, amount_type: 'percent', business_preset_id: rrsp.id };
    const { data } = await of.call('POST', '/employee_benefits', item(0, benefit));
    expect(data).toMatchObject({ income_basis: 'all_earnings', income_includes: [{ type: 'allowance' }] });
    const allowance = item(0, { allowance_type: 'parking_allowance', business_preset_id: rrsp.id });
    expect(Object.keys((await refused(422, 'POST', '/allowances', allowance)).errors)).toEqual(['business_preset_id']);
    const entity = await of.call('POST', '/business_entities', {
      name: 'Other',
      business_number: '123456782RP0001',
      in_preview: true,
    });
    const foreign = await preset({ type: 'allowance', subtype: 'parking_allowance', business_entity_id: entity.id });
    const tied = item(0, { business_preset_id: foreign.id });
    expect((await refused(422, 'POST', '/allowances', tied)).errors.business_preset_id[0]).toMatch(
      /same business entity/,
    );
    const untyped = await preset({ type: 'allowance' });
    expect(
      Object.keys((await refused(422, 'POST', '/allowances', item(0, { business_preset_id: untyped.id }))).errors),
    ).toEqual(['allowance_type']);
  });
});

test.each([
  [{ type: 'statutory_withholding' }, 'type'],
  [{ type: 'earning', subtype: 'dental' }, 'subtype'],
  [{ type: 'earning', name: '' }, 'name'],
  [{ type: 'deduction', income_basis: 'some' }, 'income_basis'],
])('refuses %j', async (more, member) => {
  const body = { business_entity_id: of.entity.id, name: 'Shared', ...more };
  expect(Object.keys((await refused(422, 'POST', '/business_presets', body)).errors)).toEqual([member]);
});

test('7, 8: a line refers to its preset, whose name is the title of groups of lines with other titles; it has no label', async () => {
  const shared = await preset({ type: 'earning', subtype: 'commission', name: 'Sales' });
  expect(shared.data).not.toHaveProperty('label');
  const stub = await of.stubOf(await of.next(), 0);
  const entered = { pay_stub_id: stub.id, business_preset_id: shared.id, custom_amount: 5 };
  const lines = [
    await of.call('POST', '/earning_line_items', { ...entered, title: 'North' }),
    await of.call('POST', '/earning_line_items', { ...entered, title: 'South' }),
  ];
  const { data } = await of.call('GET', `/earning_line_items?pay_stub_id=${stub.id}&expand[]=business_preset`);
  const headed = data.filter((line: Body) => line.data.business_preset?.data.name_translated === 'Sales');
  expect(headed.map((line: Body) => line.data.title).sort()).toEqual(['North', 'South']);
  for (const { id } of lines) await of.company.request('DELETE', `/earning_line_items/${id}`);
  const labelled = { business_entity_id: of.entity.id, type: 'earning', name: 'Sales', label: 'Sales' };
  expect(Object.keys((await refused(422, 'POST', '/business_presets', labelled)).errors)).toEqual(['label']);
});

test('lists contain the presets of one employer, filtered by type and name', async () => {
  const list = async (query: string) =>
    (await of.call('GET', `/business_presets?business_entity_id=${of.entity.id}&${query}`)).data.length;
  expect(await list('type=allowance')).toBe(1);
  expect(await list('type=earning&subtype=wage&sort=name:desc')).toBe(1);
  await refused(422, 'GET', '/business_presets');
});

test('a change of a preset that is stuck in one company does not delay that of another company', async () => {
  const other = await employerWith(service, [{ province: 'ca_on', salary: 52_000 }], LAST_OF_YEAR);
  const tie = async (company: typeof of): Promise<{ path: string; item: string }> => {
    const { id } = await company.call('POST', '/business_presets', {
      business_entity_id: company.entity.id,
      name: 'Parking',
      type: 'allowance',
      subtype: 'parking_allowance',
      title: 'old',
    });
    const made = await company.call('POST', '/allowances', {
      work_assignment_id: company.assignments[0],
      business_preset_id: id,
      amount: 40,
      frequency: 'per_payroll',
      effective_from: '2026-01-01',
    });
    return { path: `/business_presets/${id}`, item: `/allowances/${made.id}` };
  };
  const [mine, theirs] = [await tie(of), await tie(other)];
  const { store } = service.service.services;
  const { append } = store;
  let isStuck = false;
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  store.append = async (stream, events, expected) => {
    const { actor, company_id } = events[0]!.metadata;
    if (actor === 'process:presets' && company_id === of.company.id) {
      isStuck = true;
      await held;
    }
    return append(stream, events, expected);
  };
  const titles = async () => [
    (await of.call('GET', mine.item)).data.title,
    (await other.call('GET', theirs.item)).data.title,
  ];
  let isAnswered = false;
  const changed = of.call('PUT', mine.path, { title: 'new' }).finally(() => {
    isAnswered = true;
  });
  try {
    await until(() => isStuck);
    await other.call('PUT', theirs.path, { title: 'new' });
    await until(async () => (await titles())[1] === 'new');
    expect(await titles()).toEqual(['old', 'new']);
    // Its own answer waits for what is stuck.
    expect(isAnswered).toBe(false);
  } finally {
    release();
    store.append = append;
  }
  await changed;
  expect(await titles()).toEqual(['new', 'new']);
});
