import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findingsOf } from '../support/audit.ts';
import { type Employer, makeEmployer } from '../support/employer.ts';
import { requestTo, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Payrolls that callers make: off-cycle, historical, correction, and those of custom schedules. */
let service: TestService;
let of: Employer;
/** The first regular payroll, approved; and the next one. */
let paid: string;
let next: string;

beforeAll(async () => {
  service = await startTestService();
  service.clock.set('2026-11-16T17:00:00.000Z');
  of = await makeEmployer(service, 2);
  for (const work_assignment_id of of.assignments)
    await of.must(201, 'POST', '/pay_rates', {
      work_assignment_id,
      type: 'salary',
      rate: 54_000,
      expected_hours_per_week: 40,
      effective_from: '2026-01-01',
    });
  const drafts = await of.payrolls();
  [paid, next] = [drafts[0]!.id, drafts[1]!.id];
  await of.must(200, 'POST', `/payrolls/${paid}/approve`, {});
});
afterAll(() => service.close());

const offCycle = (more: Record<string, unknown> = {}) => ({
  pay_schedule_id: of.pay_schedule_id,
  type: 'off_cycle',
  source_payroll_id: paid,
  pay_date: '2026-11-25',
  ...more,
});
const stubOn = (payroll_id: string, at = 0, more: Record<string, unknown> = {}) =>
  of.must(201, 'POST', '/pay_stubs', { payroll_id, work_assignment_id: of.assignments[at], ...more });
/** What is closed first and what later is told by the clock. */
const approve = async (id: string) => {
  service.clock.advance(60_000);
  await of.must(200, 'POST', `/payrolls/${id}/approve`, {});
};
const errors = (answer: { body: { errors?: Record<string, string[]> } }) => Object.keys(answer.body.errors ?? {});
const read = async (path: string) => (await of.must(200, 'GET', path)).data;

test('payrolls of every type refuse dates that are too far away', async () => {
  const period = { period_start: '2026-06-01', period_end: '2026-06-15' };
  for (const pay_date of ['1900-01-01', '2199-12-31'])
    for (const body of [
      offCycle({ pay_date }),
      { pay_schedule_id: of.pay_schedule_id, type: 'historical', pay_date, ...period },
      { pay_schedule_id: of.pay_schedule_id, type: 'correction', pay_date, ...period },
    ]) {
      const answer = await of.must(422, 'POST', '/payrolls', body);
      expect(Object.keys(answer.errors), `${body.type} ${pay_date}`).toContain('pay_date');
      expect(answer.errors.pay_date[0]).toMatch(/^must (lie between|be) \d{4}-\d{2}-\d{2}/);
    }
});

describe('payroll rules 4 to 7: an off-cycle payroll', () => {
  test('has the period and number of its source with a letter, and the pay date of the request', async () => {
    const first = await of.must(201, 'POST', '/payrolls', offCycle({ note: 'Bonuses' }));
    const source = await read(`/payrolls/${paid}`);
    expect(first.data).toMatchObject({
      type: 'off_cycle',
      status: 'draft',
      period_start: source.period_start,
      period_end: source.period_end,
      period_number: source.period_number,
      period_label: `${source.period_number} A`,
      regular_periods_count: source.regular_periods_count,
      pay_date: '2026-11-25',
      original_pay_date: null,
      debit_date: '2026-11-20',
      source_payroll: { id: paid },
      note: 'Bonuses',
    });
    const second = await of.must(201, 'POST', '/payrolls', offCycle());
    expect(second.data.period_label).toBe(`${source.period_number} B`);
    // Rule 6: nobody is on it.
    expect((await of.must(200, 'GET', `/pay_stubs?payroll_id=${first.id}`)).data).toEqual([]);
    for (const { id } of [first, second]) await of.must(204, 'DELETE', `/payrolls/${id}`);
  });

  test.each([1, 2])(
    'has a letter of its own, and its schedule no more than 30 drafts, also when all are made at once by %i processes',
    async (processes) => {
      const others = await Promise.all(Array.from({ length: processes - 1 }, () => service.another()));
      const callers = [service.url, ...others.map(({ url }) => url)].map(requestTo);
      const answers = await Promise.all(
        Array.from({ length: 30 + processes }, (_, i) =>
          callers[i % processes]!('POST', '/payrolls', offCycle(), of.token),
        ),
      );
      await Promise.all(others.map((other) => other.stop()));
      const made = answers.filter(({ status }) => status === 201).map(({ body }) => body);
      expect(made).toHaveLength(30);
      expect(new Set(made.map(({ data }) => data.period_label)).size).toBe(30);
      for (const refused of answers.filter(({ status }) => status !== 201))
        expect(refused).toMatchObject({
          status: 422,
          body: {
            errors: {
              pay_schedule_id: ['the pay schedule has 30 drafts made by hand already, the most that it may have'],
            },
          },
        });
      for (const { id } of made) await of.must(204, 'DELETE', `/payrolls/${id}`);
    },
  );

  test.each([
    ['no source', { source_payroll_id: undefined }, 'source_payroll_id'],
    ['no pay date', { pay_date: undefined }, 'pay_date'],
    ['a period of its own', { period_start: '2026-11-01' }, 'period_start'],
    ['a pay date in the past', { pay_date: '2026-11-13' }, 'pay_date'],
    ['too little time for the money', { pay_date: '2026-11-18' }, 'pay_date'],
    ['a Sunday', { pay_date: '2026-11-29' }, 'pay_date'],
    ['another year than its source', { pay_date: '2027-01-08' }, 'source_payroll_id'],
    ['an absurd date', { pay_date: '9999-12-30' }, 'pay_date'],
    ['a frequency of its own', { custom_pay_frequency: 'weekly' }, 'custom_pay_frequency'],
    ['an unknown source', { source_payroll_id: 'payrl_01K2ZQ7M4T8W3N5R6V9X0Y1A2B' }, 'source_payroll_id'],
    ['a regular type', { type: 'regular', source_payroll_id: undefined }, 'type'],
  ])('with %s is a 422 that names the member', async (_, more, member) => {
    const answer = await of.call('POST', '/payrolls', offCycle(more));
    expect(answer.status).toBe(422);
    expect(errors(answer)).toContain(member);
  });

  test('pay stub 2: has empty stubs at first, takes only non-periodic earnings, and is taxed with what was paid before', async () => {
    const { id } = await of.must(201, 'POST', '/payrolls', offCycle());
    const stub = await stubOn(id, 0, { note: 'Thank you' });
    expect(stub.data).toMatchObject({ note: 'Thank you', employee_summary: { gross: 0, net: 0 }, liability: 0 });
    const line = { pay_stub_id: stub.id, earning_type: 'bonus_discretionary', custom_amount: 500 };
    const periodic = await of.call('POST', '/earning_line_items', { ...line, earning_type: 'commission_periodic' });
    expect([periodic.status, errors(periodic)]).toEqual([422, ['earning_type']]);
    const negative = await of.call('POST', '/earning_line_items', { ...line, custom_amount: -5 });
    expect([negative.status, errors(negative)]).toEqual([422, ['custom_amount']]);
    await of.must(201, 'POST', '/earning_line_items', line);
    const { employee_summary } = await read(`/pay_stubs/${stub.id}`);
    expect(employee_summary).toMatchObject({ gross: 500, gross_ytd: 2500 });
    expect(employee_summary.subtractions).toBeGreaterThan(0);
    // Rule 13: the next regular payroll is paid later, and waits for it.
    expect((await read(`/payrolls/${next}`)).is_blocked_by_draft).toBe(true);
    await approve(id);
    expect((await read(`/payrolls/${next}`)).is_blocked_by_draft).toBe(false);
    // What is approved waits for nothing, whatever draft is made before its pay date.
    const { id: earlier } = await of.must(201, 'POST', '/payrolls', offCycle({ pay_date: '2026-11-24' }));
    expect((await read(`/payrolls/${id}`)).is_blocked_by_draft).toBe(false);
    await of.must(204, 'DELETE', `/payrolls/${earlier}`);
    await until(async () => {
      const [later] = (
        await of.must(200, 'GET', `/pay_stubs?payroll_id=${next}&work_assignment_id=${of.assignments[0]}`)
      ).data;
      return later.data.employee_summary.gross_ytd === 4500;
    });
    // It was closed on figures that count: the regular one of before cannot be taken back alone.
    expect((await of.call('POST', `/payrolls/${paid}/unapprove`, {})).status).toBe(400);
    await of.must(200, 'POST', `/payrolls/${id}/unapprove`, {});
    await of.must(204, 'DELETE', `/payrolls/${id}`);
    expect((await of.call('GET', `/pay_stubs/${stub.id}`)).status).toBe(404);
  });

  test('pay stub 3: refuses a second stub of a person and people of other schedules; a regular payroll refuses stubs by request', async () => {
    const { id } = await of.must(201, 'POST', '/payrolls', offCycle());
    const stub = await stubOn(id);
    const again = await of.call('POST', '/pay_stubs', { payroll_id: id, work_assignment_id: of.assignments[0] });
    expect([again.status, errors(again)]).toEqual([422, ['work_assignment_id']]);
    const other = await makeEmployer(service, 1);
    const stranger = await of.call('POST', '/pay_stubs', { payroll_id: id, work_assignment_id: other.assignments[0] });
    expect([stranger.status, errors(stranger)]).toEqual([422, ['work_assignment_id']]);
    const schedule = await of.must(201, 'POST', '/pay_schedules', {
      business_entity_id: of.business_entity_id,
      title: 'Monthly',
      pay_frequency: 'monthly',
      anchor_pay_date: '2026-11-30',
      anchor_end_of_pay_period: '2026-11-30',
      day_1: -1,
    });
    const person = await of.must(201, 'POST', '/employees', { first_name: 'Zoé', last_name: 'Roy' });
    const elsewhere = await of.must(201, 'POST', '/work_assignments', {
      employee_id: person.id,
      pay_schedule_id: schedule.id,
    });
    const wrong = await of.call('POST', '/pay_stubs', { payroll_id: id, work_assignment_id: elsewhere.id });
    expect([wrong.status, errors(wrong)]).toEqual([422, ['work_assignment_id']]);
    const regular = await of.call('POST', '/pay_stubs', { payroll_id: next, work_assignment_id: of.assignments[0] });
    expect(regular.status).toBe(400);
    const mine = (await of.must(200, 'GET', `/pay_stubs?payroll_id=${next}`)).data[0];
    expect(await of.call('DELETE', `/pay_stubs/${mine.id}`)).toMatchObject({
      status: 400,
      body: {
        message: expect.stringMatching(/move a work assignment, or archive it as of a day before the pay period\.$/),
      },
    });
    await of.must(204, 'DELETE', `/pay_stubs/${stub.id}`);
    expect((await of.call('GET', `/pay_stubs/${stub.id}`)).status).toBe(404);
    // Whoever was taken off may come back.
    expect((await stubOn(id)).id).toBe(stub.id);
    await of.must(204, 'DELETE', `/payrolls/${id}`);
  });

  test('can be moved with its stubs while it is a draft, unlike a regular one', async () => {
    const { id } = await of.must(201, 'POST', '/payrolls', offCycle());
    const stub = await stubOn(id);
    const moved = await of.must(200, 'PUT', `/payrolls/${id}`, { pay_date: '2026-11-30' });
    expect(moved.data).toMatchObject({ pay_date: '2026-11-30', debit_date: '2026-11-25' });
    expect(errors(await of.call('PUT', `/payrolls/${id}`, { pay_date: '2026-11-17' }))).toEqual(['pay_date']);
    expect(errors(await of.call('PUT', `/payrolls/${next}`, { pay_date: '2026-11-30' }))).toEqual(['pay_date']);
    expect((await of.call('DELETE', `/payrolls/${next}`)).status).toBe(400);
    await of.must(201, 'POST', '/earning_line_items', {
      pay_stub_id: stub.id,
      earning_type: 'bonus_discretionary',
      custom_amount: 10,
    });
    await approve(id);
    // Well-formed, and forbidden by its state alone.
    expect(await of.call('PUT', `/payrolls/${id}`, { pay_date: '2026-12-01' })).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/its pay_date can change only while it is a draft\.$/) },
    });
    expect((await of.call('DELETE', `/payrolls/${id}`)).status).toBe(400);
    expect((await of.call('DELETE', `/pay_stubs/${stub.id}`)).status).toBe(400);
    await of.must(200, 'POST', `/payrolls/${id}/unapprove`, {});
    await of.must(204, 'DELETE', `/payrolls/${id}`);
  });
});

describe('payroll rules 8 to 10: figures without money', () => {
  test('a historical payroll takes the withholdings of an earlier provider unchanged, and counts in the year to date', async () => {
    const { id, data } = await of.must(201, 'POST', '/payrolls', {
      pay_schedule_id: of.pay_schedule_id,
      type: 'historical',
      pay_date: '2026-06-30',
      period_start: '2026-01-01',
      period_end: '2026-06-30',
    });
    expect(data).toMatchObject({ type: 'historical', period_start: '2026-01-01', source_payroll: null });
    const stub = await stubOn(id, 1);
    await of.must(201, 'POST', '/earning_line_items', {
      pay_stub_id: stub.id,
      earning_type: 'wage',
      custom_amount: 20_000,
    });
    const tax = { pay_stub_id: stub.id, statutory_withholding_type: 'federal_income_tax', custom_amount: 3_000 };
    const line = await of.must(201, 'POST', '/statutory_withholding_line_items', tax);
    expect(line.data).toMatchObject({ is_system: false, is_managed: true, amount: 3_000 });
    expect(await read(`/pay_stubs/${stub.id}`)).toMatchObject({
      employee_summary: { gross: 20_000, subtractions: 3_000, net: 17_000 },
      cash_requirement: 0,
    });
    const mine = (await of.must(200, 'GET', `/pay_stubs?payroll_id=${next}&work_assignment_id=${of.assignments[1]}`))
      .data[0];
    const elsewhere = await of.call('POST', '/statutory_withholding_line_items', { ...tax, pay_stub_id: mine.id });
    expect([elsewhere.status, errors(elsewhere)]).toEqual([422, ['pay_stub_id']]);
    await approve(id);
    expect((await read(`/payrolls/${id}`)).status).toBe('paid');
    await until(async () => (await read(`/pay_stubs/${mine.id}`)).employee_summary.gross_ytd === 24_000);
    await of.must(200, 'POST', `/payrolls/${id}/unapprove`, {});
    await until(async () => (await read(`/pay_stubs/${mine.id}`)).employee_summary.gross_ytd === 4_000);
    // What was entered by hand is still there.
    expect((await read(`/statutory_withholding_line_items/${line.id}`)).amount).toBe(3_000);
    await of.must(204, 'DELETE', `/statutory_withholding_line_items/${line.id}`);
    await of.must(204, 'DELETE', `/payrolls/${id}`);
  });

  test('a correction takes negative lines, refers to what it corrects, and moves no money', async () => {
    const body = { pay_schedule_id: of.pay_schedule_id, type: 'correction', pay_date: '2026-11-20' };
    const draft = await of.call('POST', '/payrolls', { ...body, source_payroll_id: next });
    expect(errors(draft)).toEqual(['source_payroll_id']);
    const { id, data } = await of.must(201, 'POST', '/payrolls', { ...body, source_payroll_id: paid });
    const source = await read(`/payrolls/${paid}`);
    expect(data).toMatchObject({ period_start: source.period_start, source_payroll: { id: paid } });
    const stub = await stubOn(id);
    await of.must(201, 'POST', '/earning_line_items', {
      pay_stub_id: stub.id,
      earning_type: 'wage',
      custom_amount: -200,
    });
    expect(await read(`/pay_stubs/${stub.id}`)).toMatchObject({
      employee_summary: { gross: -200 },
      cash_requirement: 0,
    });
    await approve(id);
    const entries = (await of.must(200, 'GET', `/journal_entries?payroll_id=${id}`)).data;
    expect(entries.map((entry: { data: { is_balanced: boolean } }) => entry.data.is_balanced)).toEqual([true, true]);
    await of.must(200, 'POST', `/payrolls/${id}/unapprove`, {});
    // Lists show what is in force; what was reversed answers by its id, and names what reverses it.
    expect((await of.must(200, 'GET', `/journal_entries?payroll_id=${id}`)).data).toEqual([]);
    for (const { id: entry } of entries) {
      const { data } = await of.must(200, 'GET', `/journal_entries/${entry}`);
      const reversal = await of.must(200, 'GET', data.reversed_by.links.self);
      expect(reversal.data).toMatchObject({ reverses: { id: entry }, reversed_by: null, total: data.total });
    }
    for (const method of ['PUT', 'DELETE']) await of.must(405, method, `/journal_entries/${entries[0].id}`, {});
    await of.must(405, 'POST', '/journal_entries', {});
    await of.must(204, 'DELETE', `/payrolls/${id}`);
  });

  test.each([
    ['without a pay date', { pay_date: undefined }, 'pay_date'],
    ['before there was any computer', { pay_date: '0001-01-01' }, 'pay_date'],
    [
      'with a period that ends before it starts',
      { period_start: '2026-06-30', period_end: '2026-06-01' },
      'period_end',
    ],
    ['over more than a year', { period_start: '2025-01-01', period_end: '2026-06-01' }, 'period_end'],
    ['with a source', { source_payroll_id: 'paid' }, 'source_payroll_id'],
  ])('%s is a 422', async (_, more, member) => {
    const given = 'source_payroll_id' in more ? { source_payroll_id: paid } : more;
    const body = { pay_schedule_id: of.pay_schedule_id, type: 'historical', pay_date: '2026-06-30', ...given };
    const answer = await of.call('POST', '/payrolls', body);
    expect(answer.status).toBe(422);
    expect(errors(answer)).toContain(member);
  });
});

test.each(['historical', 'correction'])(
  'a %s payroll that is moved to another year has what one made there has',
  async (type) => {
    const body = { pay_schedule_id: of.pay_schedule_id, type, pay_date: '2026-11-25' };
    const made = await of.must(201, 'POST', '/payrolls', body);
    expect(made.data).toMatchObject({ period_number: 24, period_label: '24', regular_periods_count: 27 });
    const moved = await of.must(200, 'PUT', `/payrolls/${made.id}`, { pay_date: '2027-01-20' });
    // Its period was named, or found, when it was made.
    const { period_start, period_end } = made.data;
    const there = await of.must(201, 'POST', '/payrolls', {
      ...body,
      pay_date: '2027-01-20',
      period_start,
      period_end,
    });
    expect(moved.data).toEqual({ ...there.data, updated_at: moved.data.updated_at, created_at: moved.data.created_at });
    expect(moved.data).toMatchObject({ period_number: 1, period_label: '1', regular_periods_count: 26 });
    for (const { id } of [made, there]) await of.must(204, 'DELETE', `/payrolls/${id}`);
  },
);

describe('pay stubs of a historical or correction payroll by a file', () => {
  const CSV = { 'Content-Type': 'text/csv' };
  const path = (id: string) => `/payrolls/${id}/pay_stubs/import`;
  const make = async (type: string): Promise<string> => {
    const period = { pay_date: '2026-06-30', period_start: '2026-01-01', period_end: '2026-06-30' };
    return (await of.must(201, 'POST', '/payrolls', { pay_schedule_id: of.pay_schedule_id, type, ...period })).id;
  };

  test('the template has a row for everybody without a stub, and is accepted once it is filled in', async () => {
    const id = await make('historical');
    await of.must(201, 'POST', '/business_presets', {
      business_entity_id: of.business_entity_id,
      name: '=Night shift, premium',
      type: 'earning',
      subtype: 'bonus_non_discretionary',
    });
    const preset = await of.call('GET', `${path(id)}?type=preset`);
    const [head, ...rows] = preset.text.replace('\ufeff', '').trim().split('\r\n');
    expect(preset.headers.get('Content-Type')).toContain('text/csv');
    expect(head).toMatch(/^work_assignment_id,payee,note,external_ref,"'=Night shift, premium \[earning\.bprst_\w+\]"/);
    expect(head).toContain('employer_statutory_withholding.ei');
    expect(rows.map((row) => row.split(',', 2))).toEqual(
      of.assignments.map((assignment, at) => [assignment, `Ada${at} Byron`]).sort(),
    );
    const all = await of.call('GET', `${path(id)}?type=all_types`);
    for (const column of ['earning.wage.hours', 'deduction.union_dues', 'statutory_withholding.cpp', 'allowance.'])
      expect(
        all.text
          .split('\r\n', 1)[0]!
          .split(',')
          .some((name) => name.startsWith(column)),
      ).toBe(true);
    for (const query of ['', '?type=both'])
      expect(errors(await of.call('GET', `${path(id)}${query}`))).toEqual(['type']);

    const columns = head!.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/);
    const bonus = columns.findIndex((name) => name.includes('bprst_'));
    const tax = columns.indexOf('statutory_withholding.federal_income_tax');
    const filled = rows.map((row) => {
      const cells = row.split(',');
      cells[bonus] = '500.25';
      cells[tax] = '60';
      return cells.join(',');
    });
    const made = await of.must(201, 'POST', path(id), [head, ...filled].join('\n'), CSV);
    expect([made.object, made.meta.total]).toEqual(['list', of.assignments.length]);
    expect(made.data[0]).toMatchObject({
      object: 'pay_stub',
      data: { employee_summary: { gross: 500.25, subtractions: 60, net: 440.25 }, cash_requirement: 0 },
    });
    const [line] = (await of.must(200, 'GET', `/earning_line_items?payroll_id=${id}`)).data;
    expect(line.data).toMatchObject({ earning_type: { id: 'bonus_non_discretionary' }, amount: 500.25 });
    expect(line.data.business_preset.id).toMatch(/^bprst_/);
    // Nobody is left to be filled in, and nobody has two stubs.
    expect((await of.call('GET', `${path(id)}?type=preset`)).text.trim().split('\r\n')).toHaveLength(1);
    const again = await of.call('POST', path(id), [head, ...filled].join('\n'), CSV);
    expect([again.status, errors(again)]).toEqual([422, ['lines.2.work_assignment_id', 'lines.3.work_assignment_id']]);
    await of.must(204, 'DELETE', `/payrolls/${id}`);
  });

  test('faults are reported by line and column, as JSON or as the file with a column of errors, and nothing is written', async () => {
    const id = await make('historical');
    const [first, second] = of.assignments;
    const file = [
      'work_assignment_id,earning.wage,earning.wage.hours',
      `${first},-5,1`,
      `${first},1,x`,
      'wrk_none,2,2',
      `${second},3,3`,
    ].join('\n');
    const json = await of.call('POST', path(id), file, CSV);
    expect([json.status, errors(json).sort()]).toEqual([
      422,
      [
        'lines.2.earning.wage',
        'lines.3.earning.wage.hours',
        'lines.3.work_assignment_id',
        'lines.4.work_assignment_id',
      ],
    ]);
    const csv = await of.call('POST', path(id), file, { ...CSV, Accept: 'text/csv', 'Accept-Language': 'fr' });
    expect(csv.status).toBe(422);
    const [head, ...rows] = csv.text.replace('\ufeff', '').trim().split('\r\n');
    expect(head).toBe('work_assignment_id,earning.wage,earning.wage.hours,errors');
    expect(rows[0]).toMatch(new RegExp(`^${first},-5,1,earning.wage: doit être 0 ou plus`));
    expect(rows[3]).toBe(`${second},3,3,`);
    // The file as it came back, with one of its cells mended.
    const mended = csv.text.replace(',-5,', ',5,');
    const again = await of.call('POST', path(id), mended, { ...CSV, Accept: 'text/csv' });
    expect(again.status).toBe(422);
    expect(again.text.match(/errors/g)).toHaveLength(1);
    expect(again.text).toContain(`\r\n${first},5,1,\r\n${first},1,x,`);
    const twice = await of.call('POST', path(id), `work_assignment_id,note\n${first},a\n${first},b`, CSV);
    expect(twice.body.errors['lines.3.work_assignment_id'][0]).toMatch(/is already in line 2/);
    // What is no CSV cannot be handed back as one.
    const broken = await of.call('POST', path(id), 'work_assignment_id\n"x', {
      ...CSV,
      Accept: 'text/csv, application/json;q=0.5',
    });
    expect([broken.status, errors(broken)]).toEqual([422, ['lines.2']]);
    // Of a spreadsheet in French, of one that knows no UTF-8, and of one that writes UTF-16.
    const semicolons = await of.call('POST', path(id), `\ufeffwork_assignment_id;earning.wage\n${first};-5,50`, CSV);
    expect(semicolons.body.errors['lines.2.earning.wage']).toEqual([expect.stringMatching(/^must be at least 0/)]);
    const bytes = (encoding: 'latin1' | 'utf16le') =>
      fetch(`${service.url}${path(id)}`, {
        method: 'POST',
        headers: { ...CSV, Authorization: `Bearer ${of.token}`, 'Accept-Language': 'fr' },
        body: Buffer.from(`\ufeffwork_assignment_id,note\n${first},Été`.slice(encoding === 'latin1' ? 1 : 0), encoding),
      });
    const [latin, utf16] = [await bytes('latin1'), await bytes('utf16le')];
    expect([latin.status, await latin.text()]).toEqual([422, expect.stringMatching(/lines\.2.*UTF-8/)]);
    expect([utf16.status, await utf16.text()]).toEqual([422, expect.stringMatching(/UTF-16/)]);
    const many = ['work_assignment_id', ...Array.from({ length: 10_001 }, () => first)].join('\n');
    expect(errors(await of.call('POST', path(id), many, CSV))).toEqual(['lines.10002']);
    expect((await of.must(200, 'GET', `/pay_stubs?payroll_id=${id}`)).meta.total).toBe(0);
    // As it came back the second time, without the rows that are wrong.
    const good = again.text.replace(/^(?:wrk_none|.*,x,).*\r\n/gm, '');
    expect((await of.must(201, 'POST', path(id), good, CSV)).meta.total).toBe(2);
    await of.must(204, 'DELETE', `/payrolls/${id}`);
  });

  test('a correction accepts negative figures; a regular payroll accepts no file', async () => {
    const id = await make('correction');
    const form = new FormData();
    form.append('file', new File([`work_assignment_id,earning.wage\n${of.assignments[0]},-200`], 'correction.csv'));
    const body = new Response(form);
    const made = await of.must(201, 'POST', path(id), await body.text(), {
      'Content-Type': body.headers.get('Content-Type')!,
    });
    expect(
      made.data.map(({ data }: { data: { employee_summary: { gross: number } } }) => data.employee_summary.gross),
    ).toEqual([-200]);
    await of.must(204, 'DELETE', `/payrolls/${id}`);
    expect((await of.call('GET', `${path(next)}?type=preset`)).status).toBe(400);
    expect((await of.call('POST', path(next), 'work_assignment_id\nx', CSV)).status).toBe(400);
  });
});

describe('payroll rule 14, pay schedule rule 7, work assignment rule 6: a custom schedule', () => {
  test('generates nothing; its payrolls and stubs are created by requests, and their dates follow the movement', async () => {
    const schedule = await of.must(201, 'POST', '/pay_schedules', {
      business_entity_id: of.business_entity_id,
      title: 'Harvest',
      pay_frequency: 'custom',
      anchor_pay_date: '2026-11-21',
      anchor_end_of_pay_period: '2026-11-20',
      pay_day_movement_setting: 'next_business_day',
    });
    const person = await of.must(201, 'POST', '/employees', { first_name: 'Noé', last_name: 'Roy' });
    const assignment = await of.must(201, 'POST', '/work_assignments', {
      employee_id: person.id,
      pay_schedule_id: schedule.id,
    });
    await of.must(201, 'POST', '/pay_rates', {
      work_assignment_id: assignment.id,
      type: 'salary',
      rate: 52_000,
      expected_hours_per_week: 40,
      effective_from: '2026-01-01',
    });
    expect((await of.must(200, 'GET', `/payrolls?pay_schedule_id=${schedule.id}`)).data).toEqual([]);
    const missing = await of.call('POST', '/payrolls', { pay_schedule_id: schedule.id, type: 'regular' });
    expect(errors(missing).sort()).toEqual(['custom_pay_frequency', 'original_pay_date', 'period_end', 'period_start']);
    const body = {
      pay_schedule_id: schedule.id,
      period_start: '2026-11-09',
      period_end: '2026-11-15',
      original_pay_date: '2026-11-21',
      custom_pay_frequency: 'weekly',
    };
    expect(errors(await of.call('POST', '/payrolls', { ...body, pay_date: '2026-11-21' }))).toEqual(['pay_date']);
    const first = await of.must(201, 'POST', '/payrolls', body);
    expect(first.data).toMatchObject({
      type: 'regular',
      original_pay_date: '2026-11-21',
      pay_date: '2026-11-23',
      is_impacted_by_weekend_or_holiday: true,
      regular_periods_count: 52,
      period_number: 1,
    });
    // Periods may overlap.
    const second = await of.must(201, 'POST', '/payrolls', { ...body, original_pay_date: '2026-11-30' });
    // A correction is moved as it was made: by its intended day.
    const correction = await of.must(201, 'POST', '/payrolls', { ...body, type: 'correction' });
    const sunday = { pay_date: '2026-12-13' };
    expect((await of.must(200, 'PUT', `/payrolls/${correction.id}`, sunday)).data).toMatchObject({
      original_pay_date: '2026-12-13',
      pay_date: '2026-12-14',
      debit_date: '2026-12-09',
      is_impacted_by_weekend_or_holiday: true,
    });
    expect(errors(await of.call('PUT', `/payrolls/${first.id}`, { pay_date: '2026-11-22' }))).toEqual(['pay_date']);
    await of.must(204, 'DELETE', `/payrolls/${correction.id}`);
    // Beside generated payrolls they would pay their days a second time.
    const generated = { pay_frequency: 'bi-weekly' };
    expect(errors(await of.call('PUT', `/pay_schedules/${schedule.id}`, generated))).toEqual(['pay_frequency']);
    const stubs: { id: string }[] = [];
    for (const { id } of [first, second])
      stubs.push(await of.must(201, 'POST', '/pay_stubs', { payroll_id: id, work_assignment_id: assignment.id }));
    const grossOf = async (at: number) => (await read(`/pay_stubs/${stubs[at]!.id}`)).employee_summary.gross;
    await until(async () => (await grossOf(0)) === 1_000);
    expect(await grossOf(1)).toBe(0);
    expect((await of.call('POST', `/payrolls/${second.id}/approve`, {})).status).toBe(400);
    // A payroll has its period from its source.
    const bonus = { pay_schedule_id: schedule.id, type: 'off_cycle', source_payroll_id: second.id };
    const named = await of.must(201, 'POST', '/payrolls', { ...bonus, pay_date: '2026-12-01' });
    const kept = await of.must(400, 'DELETE', `/payrolls/${second.id}`);
    expect(kept.message).toContain(`The off_cycle payroll ${named.id} names it as its source`);
    await of.must(204, 'DELETE', `/payrolls/${named.id}`);
    await approve(first.id);
    await until(async () => (await grossOf(1)) === 1_000);
    // Of two that are paid on one day the first one is the next; approved before it, the other would pay nothing.
    const third = await of.must(201, 'POST', '/payrolls', { ...body, original_pay_date: '2026-11-30' });
    const put = { payroll_id: third.id, work_assignment_id: assignment.id };
    expect((await of.must(201, 'POST', '/pay_stubs', put)).data.employee_summary.gross).toBe(0);
    expect((await read(`/payrolls/${third.id}`)).is_blocked_by_draft).toBe(true);
    expect((await read(`/payrolls/${second.id}`)).is_blocked_by_draft).toBe(false);
    expect((await of.call('POST', `/payrolls/${third.id}/approve`, {})).status).toBe(400);
    await of.must(204, 'DELETE', `/payrolls/${second.id}`);
    expect((await read(`/payrolls/${third.id}`)).is_blocked_by_draft).toBe(false);
    await of.must(204, 'DELETE', `/payrolls/${third.id}`);
    expect((await of.call('GET', `/pay_stubs/${stubs[1]!.id}`)).status).toBe(404);
  });
});

test('afterwards no invariant is violated', async () => {
  expect(await findingsOf(service, of.company_id)).toEqual([]);
});

test('a correction does not name a payroll that is being unapproved: it will be a draft, which is changed where it is', async () => {
  const own = await makeEmployer(service, 1);
  const id = (await own.payrolls())[0]!.id;
  await own.must(200, 'POST', `/payrolls/${id}/approve`, {});
  const correction = () =>
    own.call('POST', '/payrolls', {
      pay_schedule_id: own.pay_schedule_id,
      type: 'correction',
      source_payroll_id: id,
      pay_date: '2026-11-20',
      period_start: '2026-11-01',
      period_end: '2026-11-14',
    });
  const earlier = (await correction()).body.id;
  const { store } = service.service.services;
  const { append } = store;
  const meanwhile: Awaited<ReturnType<typeof correction>>[] = [];
  store.append = async (stream, events, expected) => {
    if (events[0]?.type === 'PayrollUnapproved') {
      store.append = append;
      meanwhile.push(await correction());
    }
    return append(stream, events, expected);
  };
  await own.must(200, 'POST', `/payrolls/${id}/unapprove`);
  const said = ['must be approved, and not being unapproved: a draft is changed where it is'];
  for (const refused of [meanwhile[0]!, await correction()])
    expect(refused).toMatchObject({ status: 422, body: { errors: { source_payroll_id: said } } });
  // One that was made before waits for its source: what is changed on that draft it would correct once more.
  const why = /the payroll that it corrects is a draft again, .* approve that one first, or delete this one/i;
  const { warnings } = (await own.must(200, 'GET', `/payrolls/${earlier}`)).data;
  expect(warnings.data.map((one: { data: { type: string } }) => one.data.type)).toContain('source_payroll_draft');
  expect((await own.must(400, 'POST', `/payrolls/${earlier}/approve`, {})).message).toMatch(why);
  await own.must(200, 'POST', `/payrolls/${id}/approve`, {});
  await own.must(200, 'POST', `/payrolls/${earlier}/approve`, {});
});

test('payroll rule 4: an off-cycle payroll that is made on a weekend is paid the business days of the processing speed later', async () => {
  // A Saturday.
  service.clock.set('2026-11-28T17:00:00.000Z');
  const weekend = await makeEmployer(service, 0);
  const [source] = await weekend.payrolls();
  const made = (pay_date: string) => {
    const { pay_schedule_id } = weekend;
    return { pay_schedule_id, type: 'off_cycle', source_payroll_id: source!.id, pay_date };
  };
  const { errors: refused } = await weekend.must(422, 'POST', '/payrolls', made('2026-12-01'));
  expect(refused.pay_date).toEqual(['must be 2026-12-02 or later: money takes 3 business days']);
  await weekend.must(201, 'POST', '/payrolls', made('2026-12-02'));
});
