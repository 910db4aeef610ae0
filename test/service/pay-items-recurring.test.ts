import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Employer, makeEmployer } from '../support/employer.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Recurring items through HTTP: what clients see of them, one by one, in bulk and in batches. */
let service: TestService;
let employer: Employer;
let stranger: Employer;

beforeAll(async () => {
  service = await startTestService();
  [employer, stranger] = await Promise.all([makeEmployer(service, 5), makeEmployer(service, 1)]);
});
afterAll(() => service?.close());

const OLD = { Prefer: 'deprecate_benefit_percent=false' };
const SYNC = { Prefer: 'deprecate_sync_bulk=false' };
const FLAT = { Prefer: 'deprecate_flat_bulk_shape=false' };

const phone = (work_assignment_id: string, more = {}) => ({
  work_assignment_id,
  allowance_type: 'cell_phone_allowance',
  amount: 60,
  frequency: 'per_payroll',
  effective_from: '2026-01-01',
  ...more,
});
const rrsp = (work_assignment_id: string, more = {}) => ({
  work_assignment_id,
  employee_benefit_type: 'pension_rrsp',
  frequency: 'per_payroll',
  effective_from: '2026-01-01',
  ...more,
});
const ids = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id).sort();

describe('an allowance', () => {
  test('is created, read, changed and deleted, and a change of an old version is refused', async () => {
    const [first] = employer.assignments as [string];
    const created = await employer.call('POST', '/allowances', phone(first, { external_ref: 'phone-1' }));
    expect(created.status).toBe(201);
    const { id } = created.body;
    expect(id).toMatch(/^alw_[0-9A-HJKMNP-TV-Z]{26}$/);
    const etag = created.headers.get('ETag')!;
    const read = await employer.call('GET', `/allowances/${id}?expand[]=work_assignment&expand[]=tag_assignment`);
    expect(read.body.data.work_assignment.data.archived_at).toBeNull();
    expect(read.body.data.tag_assignment).toBeNull();
    const changed = await employer.call('PUT', `/allowances/${id}`, { amount: '75.25' }, { 'If-Match': etag });
    expect(changed.body.data).toMatchObject({ amount: 75.25, external_ref: 'phone-1' });
    const late = await employer.call('PUT', `/allowances/${id}`, { amount: 1 }, { 'If-Match': etag });
    expect(late.status).toBe(409);
    await employer.must(204, 'DELETE', `/allowances/${id}`);
    await employer.must(404, 'GET', `/allowances/${id}`);
  });

  test('of another company is a 404 in a path, a 422 in a body, and an empty list in a filter', async () => {
    const mine = await employer.must(201, 'POST', '/allowances', phone(employer.assignments[0]!));
    await stranger.must(404, 'GET', `/allowances/${mine.id}`);
    await stranger.must(404, 'PUT', `/allowances/${mine.id}`, { amount: 1 });
    await stranger.must(404, 'DELETE', `/allowances/${mine.id}`);
    const refused = await stranger.must(422, 'POST', '/allowances', phone(employer.assignments[0]!));
    expect(Object.keys(refused.errors)).toEqual(['work_assignment_id']);
    const none = await stranger.must(200, 'GET', `/allowances?work_assignment_id=${employer.assignments[0]}`);
    expect(none).toMatchObject({ data: [], meta: { total: 0, last_page: 1 } });
    await employer.must(204, 'DELETE', `/allowances/${mine.id}`);
  });

  test('with wrong members is refused with their names, in the language of the request', async () => {
    const body = phone(employer.assignments[0]!, { frequency: 'once', date_basis: 'by_pay_date', amount: 1e9 });
    const { errors } = await employer.must(422, 'POST', '/allowances', body, { 'Accept-Language': 'fr' });
    expect(Object.keys(errors)).toEqual(['amount']);
    expect(errors.amount[0]).toMatch(/doit être 99999 ou moins/);
    const basis = await employer.must(422, 'POST', '/allowances', { ...body, amount: 1 }, { 'Accept-Language': 'fr' });
    expect(basis.errors.date_basis[0]).toMatch(/ne s'applique qu'à la fréquence per_month/);
  });

  test('is found by its work assignment and by when it is in force', async () => {
    const [, second] = employer.assignments as [string, string];
    const always = await employer.must(201, 'POST', '/allowances', phone(second, { external_ref: 'always' }));
    const spring = await employer.must(
      201,
      'POST',
      '/allowances',
      phone(second, { effective_from: '2026-03-01', effective_to: '2026-05-31', allowance_type: 'parking_allowance' }),
    );
    const list = async (query: string) =>
      ids(await employer.must(200, 'GET', `/allowances?work_assignment_id=${second}&${query}`));
    expect(await list('')).toEqual([always.id, spring.id].sort());
    expect(await list('effective_on=2026-02-01')).toEqual([always.id]);
    expect(await list('not_effective_on=2026-06-01')).toEqual([spring.id]);
    expect(await list('effective_from[gte]=2026-02-01&effective_from[lt]=2026-04-01')).toEqual([spring.id]);
    expect(await list('effective_to=2026-05-31')).toEqual([spring.id]);
    expect(await list('external_ref=always')).toEqual([always.id]);
    expect(await list('has_business_preset=false')).toEqual([always.id, spring.id].sort());
    expect(await list('has_business_preset=true')).toEqual([]);
    expect(await list('business_preset_id=bpr_01')).toEqual([]);
    await employer.must(422, 'GET', '/allowances?effective_on=2026-13-01');
    for (const { id } of [always, spring]) await employer.must(204, 'DELETE', `/allowances/${id}`);
  });
});

describe('a benefit in percent', () => {
  test('benefits 9: is read and written in both forms: alone, in lists, searches and previews, and embedded', async () => {
    const [first] = employer.assignments as [string];
    const old = await employer.call('POST', '/employee_benefits', rrsp(first, { percent: 5 }), OLD);
    expect(old.status).toBe(201);
    expect(old.body.data).toMatchObject({ amount: null, percent: 5, amount_type: 'percent' });
    const { id } = old.body;
    const now = await employer.must(200, 'GET', `/employee_benefits/${id}`);
    expect(now.data).toMatchObject({ amount: 5, amount_type: 'percent' });
    expect(now.data).not.toHaveProperty('percent');
    const listed = await employer.must(200, 'GET', `/employee_benefits?work_assignment_id=${first}`, undefined, OLD);
    expect(listed.data[0].data).toMatchObject({ amount: null, percent: 5 });

    const payroll = (await employer.payrolls())[0]!;
    const path = `/employee_benefit_line_items?payroll_id=${payroll.id}&work_assignment_id=${first}&expand[]=recurrence`;
    const embedded = await employer.must(200, 'GET', path, undefined, OLD);
    expect(embedded.data[0].data.recurrence).toMatchObject({ id, data: { amount: null, percent: 5 } });
    expect(embedded.data[0].data).not.toHaveProperty('percent');
    const today = await employer.must(200, 'GET', path);
    expect(today.data[0].data.recurrence.data).toMatchObject({ amount: 5, amount_type: 'percent' });
    expect(today.data[0].data.recurrence.data).not.toHaveProperty('percent');

    const selection = { business_entity_id: employer.business_entity_id, work_assignments: { include: 'all' } };
    for (const call of ['search', 'bulk/update/scope', 'bulk/delete/scope']) {
      const [then, since] = [
        await employer.must(200, 'POST', `/employee_benefits/${call}`, selection, OLD),
        await employer.must(200, 'POST', `/employee_benefits/${call}`, selection),
      ];
      expect(then.data[0].data).toMatchObject({ amount: null, percent: 5, amount_type: 'percent' });
      expect(since.data[0].data).toMatchObject({ amount: 5, amount_type: 'percent' });
      expect(since.data[0].data).not.toHaveProperty('percent');
    }
    const { employee_benefit_type: _, ...rest } = rrsp(first, { percent: 3, employee_benefit_id: id });
    const theirs = { ...rest, employer_benefit_type: 'pension_rrsp' };
    const elsewhere = { ...theirs, work_assignment_id: employer.assignments[1]! };
    const refused = await employer.must(422, 'POST', '/employer_benefits', elsewhere, OLD);
    expect(refused.errors.employee_benefit_id[0]).toContain(`of the same work assignment, ${employer.assignments[1]}`);
    const matching = await employer.must(201, 'POST', '/employer_benefits', theirs, OLD);
    const expanded = `/employer_benefits/${matching.id}?expand[]=employee_benefit`;
    const [then, since] = [
      await employer.must(200, 'GET', expanded, undefined, OLD),
      await employer.must(200, 'GET', expanded),
    ];
    expect(then.data).toMatchObject({ percent: 3, employee_benefit: { data: { amount: null, percent: 5 } } });
    expect(since.data).toMatchObject({ amount: 3, employee_benefit: { data: { amount: 5, amount_type: 'percent' } } });
    expect(since.data.employee_benefit.data).not.toHaveProperty('percent');
    await employer.must(204, 'DELETE', `/employer_benefits/${matching.id}`);

    const changed = await employer.must(200, 'PUT', `/employee_benefits/${id}`, { amount: 40 }, OLD);
    expect(changed.data).toMatchObject({ amount: 40, percent: null, amount_type: 'fixed' });
    const wrong = await employer.must(422, 'PUT', `/employee_benefits/${id}`, { amount: 40, percent: 5 }, OLD);
    expect(Object.keys(wrong.errors)).toEqual(['percent']);
    const unknown = await employer.must(422, 'PUT', `/employee_benefits/${id}`, { percent: 5 });
    expect(Object.keys(unknown.errors)).toEqual(['percent']);
    await employer.must(204, 'DELETE', `/employee_benefits/${id}`);
  });

  test('benefits 9: is written in the old form in bulk and in a batch', async () => {
    const [first] = employer.assignments as [string];
    const selection = {
      business_entity_id: employer.business_entity_id,
      work_assignments: { include: { ids: [first] } },
    };
    const { work_assignment_id: _, ...data } = rrsp(first, { percent: 4.5 });
    const bulk = { Prefer: 'deprecate_benefit_percent=false, deprecate_sync_bulk=false' };
    const made = await employer.must(201, 'POST', '/employee_benefits/bulk/create', { ...selection, data }, bulk);
    expect(made.data[0].data).toMatchObject({ percent: 4.5, amount: null });
    const updated = await employer.must(
      200,
      'POST',
      '/employee_benefits/bulk/update',
      { ...selection, data: { percent: 3 } },
      bulk,
    );
    expect(updated.data[0].data).toMatchObject({ percent: 3 });
    const refused = await employer.must(422, 'POST', '/employee_benefits/bulk/create', { ...selection, data });
    expect(Object.keys(refused.errors)).toEqual(expect.arrayContaining(['data.percent']));
    const { id } = made.data[0];
    const task = await employer.must(202, 'POST', '/employee_benefits/batch/upsert', [{ id, percent: 2 }], OLD);
    expect((await employer.ended(task)).status).toBe('completed');
    const { data: after } = await employer.must(200, 'GET', `/employee_benefits/${id}`);
    expect(after).toMatchObject({ amount: 2, amount_type: 'percent' });
    await employer.must(204, 'DELETE', `/employee_benefits/${id}`);
  });
});

describe('a selection of work assignments', () => {
  const select = (include: unknown, more: object = {}) => ({
    business_entity_id: employer.business_entity_id,
    work_assignments: { include },
    ...more,
  });
  const scope = async (include: unknown, exclude?: unknown) =>
    ids(
      await employer.must(200, 'POST', '/allowances/bulk/create/scope', {
        business_entity_id: employer.business_entity_id,
        work_assignments: exclude === undefined ? { include } : { include, exclude },
      }),
    );

  test('bulk calls 10: can be previewed without effect, in the full list envelope', async () => {
    const [a, b, c, d, e] = employer.assignments as [string, string, string, string, string];
    expect(await scope('all')).toEqual([a, b, c, d, e].sort());
    expect(await scope('all', { ids: [a, b] })).toEqual([c, d, e].sort());
    expect(await scope({ ids: [a, b], payee_names: 'ada1' })).toEqual([b]);
    expect(await scope({ payee_names: 'byron' })).toHaveLength(5);
    expect(await scope({ pay_schedule_id: employer.pay_schedule_id, payee_type: 'employee' })).toHaveLength(5);
    expect(await scope({ payee_type: 'contractor' })).toEqual([]);
    expect(await scope({ archived: true })).toEqual([]);
    const page = await employer.must(
      200,
      'POST',
      '/allowances/bulk/create/scope?per_page=2&page=2',
      select({ ids: [a, b, c] }),
    );
    expect(page.meta).toEqual({ current_page: 2, last_page: 2, per_page: 2, total: 3, has_more: false });
    expect(page.links.first).toMatch(/^http:\/\/[^/]+\/allowances\/bulk\/create\/scope\?/);
    expect(page.links.first).toContain('work_assignments%5Binclude%5D%5Bids%5D%5B0%5D=');
    expect(page.data[0].object).toBe('work_assignment');
    expect(ids(await employer.must(200, 'GET', '/allowances'))).toEqual([]);
  });

  test('page links of searches and previews are followed with the same body, and say nothing else', async () => {
    const [a, b, c] = employer.assignments as [string, string, string];
    const { must, call } = employer;
    const linked = async (path: string, body: object) => {
      const { next } = (await must(200, 'POST', path, body)).links;
      return next.slice(service.url.length);
    };
    const preview = select({ ids: [a, b, c] }, { data: {} });
    const more = await linked('/allowances/bulk/create/scope?per_page=2', preview);
    expect(ids(await must(200, 'POST', more, preview))).toEqual([[a, b, c].sort().at(-1)]);
    const some = select({ archived: false, ids: [a, b, c] });
    const next = await linked('/work_assignments/search?per_page=2&expand=employee', some);
    const page = await must(200, 'POST', next, some);
    expect([page.meta.current_page, page.data[0].data.employee.data.first_name]).toEqual([2, expect.any(String)]);
    const other = await call('POST', next, select({ ids: [a, b] }));
    expect([other.status, Object.keys(other.body.errors)]).toEqual([
      422,
      ['work_assignments.include.ids.2', 'work_assignments.include.archived'],
    ]);
    expect(Object.keys((await call('POST', `${next}&colour=1&__proto__=1`, some)).body.errors)).toEqual([
      'colour',
      '__proto__',
    ]);
    // Too long for an address: the links have the query alone.
    const many = select({ ids: [...Array.from({ length: 60 }, () => a), b, c] });
    const short = await linked('/work_assignments/search?per_page=2', many);
    expect(short).toBe('/work_assignments/search?per_page=2&page=2');
    expect((await must(200, 'POST', short, many)).data).toHaveLength(1);
  });

  test('bulk calls 7, 9, 11: every filter works in searches and previews, and as a query parameter of lists', async () => {
    const [a, b, c] = employer.assignments as [string, string, string];
    const { business_entity_id, must } = employer;
    const preset = await must(201, 'POST', '/business_presets', { business_entity_id, type: 'allowance', name: 'Any' });
    const code = (type: string) =>
      must(201, 'POST', '/accounting_codes', { business_entity_id, type, title: 'Parking' });
    const [expense, liability] = [await code('expense'), await code('liability')];
    const make = (assignment: string, more: object) => must(201, 'POST', '/allowances', phone(assignment, more));
    const tied = { business_preset_id: preset.id, allowance_type: 'parking_allowance' };
    const x = (await make(a, tied)).id;
    const coded = { expense_accounting_code_id: expense.id, liability_accounting_code_id: liability.id };
    const y = (await make(b, { ...coded, effective_from: '2026-03-01', effective_to: '2026-05-31' })).id;
    const z = (await make(c, { effective_from: '2026-06-01' })).id;

    const table: [object, string[]][] = [
      [{}, [x, y, z]],
      [{ has_business_preset: true }, [x]],
      [{ has_business_preset: false }, [y, z]],
      [{ business_presets: { include: [preset.id] } }, [x]],
      [{ business_presets: { include: { ids: [preset.id] } } }, [x]],
      [{ business_presets: { exclude: [preset.id] } }, [y, z]],
      [{ expense_accounting_codes: { include: [expense.id] } }, [y]],
      [{ expense_accounting_codes: { exclude: { ids: [expense.id] } } }, [x, z]],
      [{ liability_accounting_codes: { include: [liability.id] } }, [y]],
      [{ effective_on: '2026-04-01' }, [x, y]],
      [{ not_effective_on: '2026-04-01' }, [z]],
      [{ effective_from: '2026-03-01' }, [y]],
      [{ effective_from: { gt: '2026-03-01' } }, [z]],
      [{ effective_from: { gte: '2026-03-01', lt: '2026-06-01' } }, [y]],
      [{ effective_from: { lte: '2026-03-01' } }, [x, y]],
      [{ effective_to: '2026-05-31' }, [y]],
      [{ effective_to: { lte: '2026-05-30' } }, []],
      [{ effective_to: { gte: '2026-05-31' }, effective_on: '2026-04-01' }, [y]],
      [{ subtypes: { include: ['parking_allowance'] } }, [x]],
      [{ subtypes: { exclude: ['parking_allowance'] } }, [y, z]],
      [{ ids: { include: [x, z] } }, [x, z]],
      [{ ids: { exclude: [x, z] } }, [y]],
      [{ ids: { include: [x, y] }, has_business_preset: false }, [y]],
    ];
    const wrong: unknown[] = [];
    for (const [filters, expected] of table)
      for (const call of ['search', 'bulk/update/scope', 'bulk/delete/scope']) {
        const found = ids(await must(200, 'POST', `/allowances/${call}`, select('all', filters)));
        if (found.join() !== [...expected].sort().join()) wrong.push([call, filters, found]);
      }
    expect(wrong).toEqual([]);

    const chosen = async (include: unknown, exclude?: unknown) =>
      ids(
        await must(200, 'POST', '/allowances/search', {
          business_entity_id,
          work_assignments: exclude === undefined ? { include } : { include, exclude },
        }),
      );
    expect(await chosen({ ids: [a, c] })).toEqual([x, z].sort());
    expect(await chosen({ payee_type: 'employee', pay_schedule_id: employer.pay_schedule_id })).toHaveLength(3);
    expect(await chosen({ payee_type: 'contractor' })).toEqual([]);
    expect(await chosen({ archived: false })).toHaveLength(3);
    expect(await chosen({ archived: true })).toEqual([]);
    expect(await chosen({ payee_names: 'ada1' })).toEqual([y]);
    expect(await chosen('all', { payee_names: 'ada1' })).toEqual([x, z].sort());
    await must(204, 'POST', '/allowances/bulk/delete', select('all'), SYNC);
    await must(204, 'DELETE', `/business_presets/${preset.id}`);
  });

  test('bulk calls 6: with wrong members is refused with their names', async () => {
    const wrong = async (body: object) => {
      const answer = await employer.must(422, 'POST', '/allowances/bulk/delete', body);
      return Object.keys(answer.errors);
    };
    const theirs = stranger.assignments[0]!;
    expect(await wrong(select({ ids: [employer.assignments[0], theirs] }))).toEqual(['work_assignments.include.ids.1']);
    expect(await wrong({ ...select('all'), business_entity_id: stranger.business_entity_id })).toEqual([
      'business_entity_id',
    ]);
    expect(await wrong(select({ pay_schedule_id: stranger.pay_schedule_id }))).toEqual([
      'work_assignments.include.pay_schedule_id',
    ]);
    expect(await wrong(select({}))).toEqual(['work_assignments.include']);
    expect(await wrong(select('all', { business_presets: { include: ['bpr_1'] } }))).toEqual([
      'business_presets.include.0',
    ]);
    expect(await wrong(select('all', { expense_accounting_codes: { exclude: { ids: ['acc_1'] } } }))).toEqual([
      'expense_accounting_codes.exclude.ids.0',
    ]);
    expect(await wrong(select('all', { subtypes: { include: ['yacht'] } }))).toHaveLength(1);
    expect(await wrong(select('all', { ids: { include: ['alw_1'] } }))).toEqual(['ids.include.0']);
    expect(await wrong(select('all', { effective_on: '2026-02-31' }))).toEqual(['effective_on']);
  });

  test('bulk calls 10, 11, 15, 16: is used to create, change, find and delete: as tasks, then in synchronous mode', async () => {
    const [a, b] = employer.assignments as [string, string];
    const { work_assignment_id: _, ...data } = phone(a);
    const task = await employer.must(202, 'POST', '/allowances/bulk/create', select('all', { data }));
    const { results, status } = await employer.ended(task);
    expect(status).toBe('completed');
    expect(results).toHaveLength(5);
    expect(results[0]).toMatchObject({ object: 'allowance' });

    const changed = await employer.must(
      202,
      'POST',
      '/allowances/bulk/update',
      select({ ids: [a] }, { data: { allowance_type: 'parking_allowance' } }),
    );
    expect((await employer.ended(changed)).results).toHaveLength(1);
    const found = await employer.must(
      200,
      'POST',
      '/allowances/search?expand[]=work_assignment',
      select('all', { subtypes: { exclude: ['cell_phone_allowance'] } }),
    );
    expect(found.data).toHaveLength(1);
    expect(found.data[0].data.work_assignment.id).toBe(a);
    const preview = await employer.must(
      200,
      'POST',
      '/allowances/bulk/update/scope',
      select({ ids: [a, b] }, { data: { amount: 1 } }),
    );
    expect(preview.data).toHaveLength(2);

    const now = await employer.must(
      200,
      'POST',
      '/allowances/bulk/update',
      select({ ids: [b] }, { data: { effective_to: '2026-06-30' } }),
      SYNC,
    );
    expect(now.data.map(({ data }: { data: { effective_to: string } }) => data.effective_to)).toEqual(['2026-06-30']);
    const summer = select('all', { not_effective_on: '2026-07-01' });
    expect((await employer.must(200, 'POST', '/allowances/bulk/delete/scope', summer)).meta.total).toBe(1);
    await employer.must(204, 'POST', '/allowances/bulk/delete', summer, SYNC);
    const rest = await employer.must(202, 'POST', '/allowances/bulk/delete', select('all'));
    expect((await employer.ended(rest)).results).toHaveLength(4);
    expect(ids(await employer.must(200, 'GET', '/allowances'))).toEqual([]);
  });

  test('bulk calls 16: in synchronous mode the created records come in the order of the selection, as the preview has it', async () => {
    const { work_assignment_id: _, ...data } = phone('');
    const chosen = select('all', { data });
    const preview = await employer.must(200, 'POST', '/allowances/bulk/create/scope', chosen);
    const made = await employer.must(201, 'POST', '/allowances/bulk/create', chosen, SYNC);
    const owners = made.data.map((one: { data: { work_assignment: { id: string } } }) => one.data.work_assignment.id);
    expect(owners).toHaveLength(5);
    expect(owners).toEqual(preview.data.map(({ id }: { id: string }) => id));
    await employer.must(204, 'POST', '/allowances/bulk/delete', select('all'), SYNC);
  });

  test('bulk calls 3, 4, 5: with bad data is a 422 before anything is written, with the name of each misplaced member', async () => {
    const [a] = employer.assignments as [string];
    const { work_assignment_id: _, ...data } = phone(a);
    const misplaced = await employer.must(422, 'POST', '/allowances/bulk/create', select('all', { ...data, data }));
    expect(Object.keys(misplaced.errors).sort()).toEqual(Object.keys(data).sort());
    const bad = await employer.must(
      422,
      'POST',
      '/allowances/bulk/create',
      select('all', { data: { ...data, frequency: 'once', pay_period_cadence: [1] } }),
    );
    expect(Object.keys(bad.errors)).toEqual(['data.pay_period_cadence']);
    const flat = await employer.must(202, 'POST', '/allowances/bulk/create', select({ ids: [a] }, data), FLAT);
    expect((await employer.ended(flat)).results).toHaveLength(1);
    const missing = await employer.must(
      422,
      'POST',
      '/allowances/bulk/create',
      select('all', { ...data, amount: undefined }),
      FLAT,
    );
    expect(Object.keys(missing.errors)).toEqual(['amount']);
    await employer.must(204, 'POST', '/allowances/bulk/delete', select('all'), SYNC);
  });

  test('bulk calls 19: with a record that cannot be changed gives an entry of the results for it, and the others are written', async () => {
    const [a, b] = employer.assignments as [string, string];
    const short = await employer.must(201, 'POST', '/allowances', phone(a, { effective_to: '2026-02-28' }));
    const open = await employer.must(201, 'POST', '/allowances', phone(b));
    // The first target is what the data is judged by; the one that it does not fit comes second.
    const task = await employer.must(
      202,
      'POST',
      '/allowances/bulk/update',
      select({ ids: [b, a] }, { data: { effective_from: '2026-03-01' } }),
    );
    const end = await employer.ended(task);
    const entry = end.results.find(({ id }: { id: string }) => id === short.id);
    expect(end).toMatchObject({ status: 'error', completed_at: null });
    expect(entry).toMatchObject({
      status: 'error',
      errors: { effective_from: [expect.stringContaining('2026-02-28')] },
    });
    const { data } = await employer.must(200, 'GET', `/allowances/${open.id}`);
    expect(data.effective_from).toBe('2026-03-01');
    await employer.must(204, 'POST', '/allowances/bulk/delete', select('all'), SYNC);
  });
});

test('bulk calls 17 to 19: a batch writes its good elements and names each bad one', async () => {
  const [a] = employer.assignments as [string];
  const kept = await employer.must(201, 'POST', '/allowances', phone(a));
  const task = await employer.must(202, 'POST', '/allowances/batch/upsert', [
    phone(a, { title: 'New' }),
    { id: kept.id, amount: 61 },
    phone(a, { frequency: 'yearly' }),
    { id: 'alw_01K2ZQ7M4T8W3N5R6V9X0Y1A2B', amount: 1 },
    phone(stranger.assignments[0]!),
    { ...phone(a), allowance_type: undefined },
  ]);
  const { status, results } = await employer.ended(task);
  expect(status).toBe('error');
  const wrong = results.filter((entry: { status?: string }) => entry.status === 'error');
  expect(wrong.map(({ index }: { index: number }) => index)).toEqual([2, 3, 4, 5]);
  expect(Object.keys(wrong[0].errors)).toEqual(['frequency']);
  expect(Object.keys(wrong[2].errors)).toEqual(['work_assignment_id']);
  expect(Object.keys(wrong[3].errors)).toEqual(['allowance_type']);
  const { data } = await employer.must(200, 'GET', `/allowances?work_assignment_id=${a}`);
  const titles = new Map(
    data.map((item: { data: { title: string; amount: number } }) => [item.data.title, item.data.amount]),
  );
  expect(titles).toEqual(
    new Map([
      [null, 61],
      ['New', 60],
    ]),
  );
  const gone = await employer.must(
    202,
    'POST',
    '/allowances/batch/delete',
    data.map(({ id }: { id: string }) => ({ id })),
  );
  expect((await employer.ended(gone)).status).toBe('completed');
  await employer.must(422, 'POST', '/allowances/batch/upsert', []);
});

test('bulk calls 20, async tasks 1, 3: the answer is always a 202, and the outcome is read at links.self', async () => {
  const [a] = employer.assignments as [string];
  const good = phone(a, { title: 'Twentieth' });
  const follow = async (body: unknown[]) => {
    const task = await employer.must(202, 'POST', '/allowances/batch/upsert', body);
    expect([task.object, task.links.self]).toEqual(['async_task', `/async_tasks/${task.id}`]);
    const seen = [task.data];
    await until(async () => {
      if (seen.at(-1).status === 'processing') seen.push((await employer.must(200, 'GET', task.links.self)).data);
      return seen.at(-1).status !== 'processing';
    });
    const last = seen.pop();
    for (const one of seen) expect(one).toMatchObject({ status: 'processing', completed_at: null });
    // Its end is the end.
    expect((await employer.must(200, 'GET', task.links.self)).data).toEqual(last);
    return last;
  };
  expect(await follow([{ ...good, amount: -1 }])).toMatchObject({
    type: 'batch_upsert',
    status: 'error',
    completed_at: null,
    results: [
      { index: 0, status: 'error', message: expect.stringMatching(/\S/), errors: { amount: [expect.any(String)] } },
    ],
  });
  expect(ids(await employer.must(200, 'GET', `/allowances?work_assignment_id=${a}`))).toEqual([]);
  const done = await follow([good]);
  expect(done).toMatchObject({ status: 'completed', completed_at: expect.stringMatching(/Z$/) });
  const made = ids(await employer.must(200, 'GET', `/allowances?work_assignment_id=${a}`));
  expect(done.results).toEqual(made.map((id) => ({ id, object: 'allowance' })));
  await employer.must(204, 'DELETE', `/allowances/${made[0]}`);
});

describe('a pay rate', () => {
  test('8, 10: is locked by the first approved payroll that used it, and can then only be ended; a search finds all rates', async () => {
    const mine = await makeEmployer(service, 1);
    const [assignment] = mine.assignments as [string];
    const salary = {
      work_assignment_id: assignment,
      type: 'salary',
      rate: 52_000,
      expected_hours_per_week: 40,
      effective_from: '2026-01-01',
    };
    const rate = await mine.must(201, 'POST', '/pay_rates', salary);
    const other = await mine.must(201, 'POST', '/pay_rates', { ...salary, effective_from: '2026-12-01' });
    expect(rate.data).toMatchObject({
      is_editable: true,
      is_deletable: true,
      earliest_valid_effective_to: '2026-01-01',
    });
    await mine.must(200, 'PUT', `/pay_rates/${rate.id}`, { rate: 52_260 });
    const payroll = (await mine.payrolls())[0]!;
    const { period_end } = payroll.data;
    await mine.must(200, 'POST', `/payrolls/${payroll.id}/approve`);

    const { data } = await mine.must(200, 'GET', `/pay_rates/${rate.id}?expand[]=overtime_rates`);
    expect(data).toMatchObject({ is_editable: false, is_deletable: false, earliest_valid_effective_to: period_end });
    expect(data.overtime_rates).toEqual({ object: 'list', data: [] });
    const locked = await mine.must(400, 'PUT', `/pay_rates/${rate.id}`, { rate: 60_000 });
    expect(locked.message).toMatch(/^rate cannot change/);
    await mine.must(400, 'DELETE', `/pay_rates/${rate.id}`);
    const early = await mine.must(422, 'PUT', `/pay_rates/${rate.id}`, { effective_to: '2026-01-02' });
    expect(Object.keys(early.errors)).toEqual(['effective_to']);
    await mine.must(200, 'PUT', `/pay_rates/${rate.id}`, { effective_to: period_end, title: 'Until then' });
    await mine.must(204, 'DELETE', `/pay_rates/${other.id}`);

    const task = await mine.must(202, 'POST', '/pay_rates/batch/upsert', [
      { id: rate.id, rate: 1 },
      { ...salary, effective_from: '2026-02-01' },
    ]);
    const { results } = await mine.ended(task);
    expect(results[0]).toMatchObject({ status: 'error', message: expect.stringMatching(/^rate cannot change/) });
    const search = async (filters: object) => {
      const everybody = { business_entity_id: mine.business_entity_id, work_assignments: { include: 'all' } };
      return (await mine.must(200, 'POST', '/pay_rates/search', { ...everybody, ...filters })).meta.total;
    };
    expect(await search({ subtypes: { include: ['salary'] } })).toBe(2);
    expect(await search({ subtypes: { include: ['hourly'] } })).toBe(0);
    // 10: where nothing is said of the rates, all of them are meant.
    expect(await search({})).toBe(2);
  });
});

describe('an item of frequency once, on which something was entered before an earlier payroll was a draft again', () => {
  const salary = { type: 'salary', rate: 52_000, expected_hours_per_week: 40, effective_from: '2026-01-01' };
  /** What can be seen and done of the item of one person. */
  const itemOf = (own: Employer) => {
    const act = (on: string | undefined, what: string) => own.must(200, 'POST', `/payrolls/${on}/${what}`, {});
    const lines = async () => (await own.must(200, 'GET', '/allowance_line_items')).data;
    const amounts = async () => (await lines()).map((line: { data: { amount: number } }) => line.data.amount);
    const enter = async (custom_amount: number | null) =>
      own.must(200, 'PUT', `/allowance_line_items/${(await lines())[0].id}`, { custom_amount });
    /** Has an entry on a payroll, while one before it is a draft again. */
    const enteredBehind = async (assignment: string, first: string | undefined) => {
      await act(first, 'approve');
      await own.must(201, 'POST', '/allowances', phone(assignment, { frequency: 'once', amount: 60 }));
      await until(async () => (await amounts()).join() === '60');
      await enter(70);
      await act(first, 'unapprove');
      await until(async () => (await amounts()).join() === '70');
    };
    return { act, amounts, enter, enteredBehind };
  };

  test('is paid once, with what was entered, and where', async () => {
    service.clock.set('2026-11-10T17:00:00.000Z');
    const own = await makeEmployer(service, 1);
    const { act, amounts, enter, enteredBehind } = itemOf(own);
    const [first, second] = (await own.payrolls()).map(({ id }) => id);
    const [assignment] = own.assignments;
    await own.must(201, 'POST', '/pay_rates', { work_assignment_id: assignment, ...salary });
    await enteredBehind(assignment!, first);
    await act(first, 'approve');
    expect(await amounts()).toEqual([70]);
    await act(first, 'unapprove');
    // Taken back, the item is on the earlier one.
    await enter(null);
    await until(async () => (await amounts()).join() === '60');
    await enter(80);
    await act(first, 'approve');
    await act(second, 'approve');
    expect(await amounts()).toEqual([80]);
  });

  test('is on the earlier one when the person comes to another schedule, or the stub with the entry is deleted', async () => {
    service.clock.set('2026-11-10T17:00:00.000Z');
    const own = await makeEmployer(service, 1);
    const { amounts, enteredBehind } = itemOf(own);
    const [first] = (await own.payrolls()).map(({ id }) => id);
    const [assignment] = own.assignments;
    await own.must(201, 'POST', '/pay_rates', { work_assignment_id: assignment, ...salary });
    await enteredBehind(assignment!, first);
    const ofCustom = { business_entity_id: own.business_entity_id, title: 'Harvest', pay_frequency: 'custom' };
    const anchors = { anchor_pay_date: '2026-11-20', anchor_end_of_pay_period: '2026-11-14' };
    const { id: pay_schedule_id } = await own.must(201, 'POST', '/pay_schedules', { ...ofCustom, ...anchors });
    const made = async (original_pay_date: string) => {
      const period = { period_start: '2026-11-01', period_end: '2026-11-14', custom_pay_frequency: 'bi-weekly' };
      const body = { pay_schedule_id, ...period, original_pay_date };
      const { id } = await own.must(201, 'POST', '/payrolls', body);
      return id as string;
    };
    const [early, late] = [await made('2026-11-20'), await made('2026-11-27')];
    await own.must(200, 'PUT', `/work_assignments/${assignment}`, { pay_schedule_id });
    await until(async () => (await amounts()).length === 0);
    for (const payroll_id of [early, late])
      await own.must(201, 'POST', '/pay_stubs', { payroll_id, work_assignment_id: assignment });
    await until(async () => (await amounts()).join() === '60');
    await own.must(204, 'DELETE', `/allowances/${(await own.must(200, 'GET', '/allowances')).data[0].id}`);
    await enteredBehind(assignment!, early);
    await own.must(204, 'DELETE', `/pay_stubs/${await own.stubOf(late, assignment!)}`);
    await until(async () => (await amounts()).join() === '60');
  });
});
