import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { EventStore } from '../../../src/event-store/port.ts';
import { PREFERRED } from '../../../src/kernel/calls/requests.ts';
import { reportManager } from '../../../src/processes/reports/reports.ts';
import { bookOf, summaryOf } from '../../../src/reports/content.ts';
import type { ReportFilters } from '../../../src/reports/model/report-type.ts';
import { contentFileOf, giveUpReport } from '../../../src/reports/produce.ts';
import { reportOperations } from '../../../src/reports/report-operations.ts';
import { reportTypeOf } from '../../../src/reports/types.ts';
import { writeCsv } from '../../../src/tables/csv-writer.ts';
import type { Row } from '../../../src/tables/table.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { Problem } from '../../../src/values/problem.ts';
import { memoryFiles } from '../../support/memory-files.ts';
import { type PayrollWorld, payrollWorld, SALARY } from '../../support/payroll-world.ts';
import { reportRows, sumOf } from '../../support/report-rows.ts';
import { yearEnd } from '../../support/year-end.ts';

/** Given a payroll, when a report of it is made, then its content is kept once, of one position of the log. */

const FILTERS = { payroll_type: null, payroll_status: null, pay_date_from: null, pay_date_to: null, year: null };

const worldWith = async (store?: (store: EventStore) => EventStore) => {
  const files = memoryFiles();
  const world = await payrollWorld({ services: { files }, store });
  await world.hired({ rate: SALARY });
  await world.hired({ rate: SALARY });
  await world.populated();
  return { ...world, files, reports: reportManager(world.services) };
};

const registered = async (world: PayrollWorld) => {
  const [payroll] = await world.drafts();
  return world.given.created('report', {
    type: 'payroll-register',
    payroll_id: payroll!.id,
    filters: FILTERS,
    format: 'csv',
    sheet: 'summary',
  });
};

const csvOf = async (world: Awaited<ReturnType<typeof worldWith>>, id: string, sheet: string): Promise<string> => {
  const read = () => world.services.files.read(contentFileOf(id), world.tenant);
  const { sheets } = bookOf(reportTypeOf('payroll-register'), read, 'en', '2026-01-05T17:00:00.000Z');
  let text = '';
  for await (const piece of writeCsv(sheets.find(({ name }) => name === sheet)!, 'en')) text += Buffer.from(piece);
  return text;
};

/** What an operation that reads a report answers. */
const readBy = (operation: string, report: string, { tenant, services, origin }: PayrollWorld) =>
  reportOperations
    .find(({ id }) => id === operation)!
    .run({
      tenant,
      params: { report },
      query: { sheet: 'detail' },
      body: undefined,
      choose: (available) => (available.includes('csv') ? 'csv' : available[0]!),
      locale: 'en',
      preferences: PREFERRED,
      origin: origin(),
      services,
      url: new URL('http://localhost/'),
    });

describe('a report', () => {
  test('is produced after its creation, at the position in its record', async () => {
    const world = await worldWith();
    const { id, status } = await registered(world);
    expect(status).toBe('processing');
    const { events } = await world.when(() => world.follow(world.reports));
    expect(events.map(({ type }) => type)).toEqual(['ReportProduced']);
    const record = await world.stateOf('report', id);
    expect(record).toMatchObject({ status: 'completed', has_results: true, content: { rows: { summary: 2 } } });
    const summary = await summaryOf(world.files.read(contentFileOf(id), world.tenant));
    expect(summary).toEqual({ position: record!.position, rows: record!.content!.rows });
    const lines = (await csvOf(world, id, 'summary')).split('\r\n');
    expect(lines[0]).toMatch(/^\ufeffPay date,Employee number,Payee,Earnings,/);
    expect(lines.slice(1, 3).map((line) => line.split(',"')[1]?.slice(0, 12))).toEqual([
      'Byron, Ada 0',
      'Byron, Ada 1',
    ]);
  });

  test('from before a column was added at the end is blank there', async () => {
    const lines = [{ position: '1' }, { sheet: 'summary' }, ['2026-11-20', null, 'Byron'], { rows: { summary: 1 } }];
    const read = async function* () {
      yield gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    };
    const [summary] = bookOf(reportTypeOf('payroll-register'), read, 'en', '2026-01-05T17:00:00.000Z').sheets;
    const rows: Row[] = [];
    for await (const row of summary!.rows()) rows.push(row);
    expect(rows.map((row) => [row.length, row[2], row.at(-1)])).toEqual([[summary!.columns.length, 'Byron', null]]);
  });

  test('of somebody who was erased has no name of them', async () => {
    const world = await worldWith();
    const [erased] = world.rows('employee');
    await world.given.events('employee', erased!.id, { type: 'EmployeeErased', data: { reason: 'asked' } });
    const { id } = await registered(world);
    await world.follow(world.reports);
    const payees = (await csvOf(world, id, 'summary')).split('\r\n').slice(1, 3);
    expect(payees.map((line) => line.split(/,(?! )/)[2]).sort()).toEqual([
      '',
      expect.stringMatching(/^"Byron, Ada \d"$/),
    ]);
  });

  test('of a journal is never one of some entries: it waits for them, and fails where they do not come', async () => {
    const world = await worldWith();
    const [payroll] = await world.drafts();
    const data = { pay_schedule_id: world.schedule.id };
    await world.given.events('payroll', payroll!.id, { type: 'PayrollApprovalStarted', data });
    await world.follow(world.managers.approval);
    expect(await world.stateOf('payroll', payroll!.id)).toMatchObject({ status: 'paid' });
    const asked = { business_entity_id: world.employer.id, payroll_id: payroll!.id };
    const filters = { ...FILTERS, payroll_status: ['paid'] };
    const made = async (type: string, manager = world.reports) => {
      const { id } = await world.given.created('report', { type, ...asked, filters, format: 'csv', sheet: null });
      await world.follow(manager);
      return world.stateOf('report', id);
    };
    for (const type of ['journal-entry', 'journal-entry-line-item'])
      expect(await made(type)).toMatchObject({
        status: 'failed',
        failure: { en: expect.stringContaining(`of the payroll of ${payroll!.pay_date} are still being posted`) },
      });
    const { gate } = world.services;
    const followed: typeof gate.followed = async (position, follows, ...rest) => {
      if (follows?.includes('journal')) await world.follow(world.managers.journal);
      return gate.followed(position, follows, ...rest);
    };
    const waiting = reportManager({ ...world.services, gate: { ...gate, followed } });
    const whole = await made('journal-entry', waiting);
    expect(whole).toMatchObject({ status: 'completed', has_results: true });
    expect(await made('journal-entry-line-item', waiting)).toMatchObject({ status: 'completed', has_results: true });
  });

  test('of a journal waits for the entries of an approval that came after it was created, too', async () => {
    const world = await worldWith();
    const [payroll] = await world.drafts();
    const asked = { business_entity_id: world.employer.id, payroll_id: payroll!.id };
    const filters = { ...FILTERS, payroll_status: ['paid'] };
    const { id } = await world.given.created('report', { type: 'journal-entry', ...asked, filters, sheet: null });
    const data = { pay_schedule_id: world.schedule.id };
    await world.given.events('payroll', payroll!.id, { type: 'PayrollApprovalStarted', data });
    await world.follow(world.managers.approval);
    const approved = await world.services.store.head();
    const { gate } = world.services;
    const followed: typeof gate.followed = async (position, follows, ...rest) => {
      if (follows?.includes('journal') && position >= approved) await world.follow(world.managers.journal);
      return gate.followed(position, follows, ...rest);
    };
    await world.follow(reportManager({ ...world.services, gate: { ...gate, followed } }));
    expect(await world.stateOf('report', id)).toMatchObject({ status: 'completed', has_results: true });
  });

  test('that is not produced yet is a 202 that says when to retry, by Accept and as a download', async () => {
    const world = await worldWith();
    const { id } = await registered(world);
    const read = (operation: string) => readBy(operation, id, world);
    for (const operation of ['retrieve_report', 'download_report'])
      expect(await read(operation)).toEqual({ status: 202, headers: { 'Retry-After': '2' } });
    await world.follow(world.reports);
    for (const operation of ['retrieve_report', 'download_report'])
      expect(await read(operation)).toMatchObject({ status: 200, file: { type: 'csv' } });
  });

  test.each([
    ['with the report is a 404', 404, (world: PayrollWorld, id: string) => world.given.deleted('report', id)],
    ['by an erasure is a 400 that says so', 400, async () => {}],
  ])('whose file goes between the answer and its first piece %s', async (_, status, also) => {
    const world = await worldWith();
    const { id } = await registered(world);
    await world.follow(world.reports);
    const { file } = await readBy('download_report', id, world);
    await also(world, id);
    await world.files.delete(contentFileOf(id), world.tenant);
    await expect(file!.bytes[Symbol.asyncIterator]().next()).rejects.toMatchObject({ status });
  });

  test('that is produced twice at one position has the same bytes', async () => {
    const world = await worldWith();
    const { id } = await registered(world);
    const contents: Buffer[] = [];
    for (let time = 0; time < 2; time++) {
      const held = (await world.services.store.head()).toString();
      const files = memoryFiles();
      const services = { ...world.services, files, store: refusing(world.services.store) };
      await expect(world.follow({ ...reportManager(services), name: `reports ${time}` })).rejects.toThrow('died');
      expect((await world.services.store.head()).toString()).toBe(held);
      contents.push(files.kept.get(contentFileOf(id))!.bytes);
    }
    expect(contents[0]!.equals(contents[1]!)).toBe(true);
  });

  test('whose process died after writing the file is recorded by the next process, with the position of the file', async () => {
    const world = await worldWith();
    const { id } = await registered(world);
    const dying = { ...world.services, store: refusing(world.services.store) };
    await expect(world.follow({ ...reportManager(dying), name: 'dying' })).rejects.toThrow('died');
    const made = world.files.kept.get(contentFileOf(id))!.bytes;
    // Somebody is hired meanwhile: the content that is there is not of that.
    await world.hired({ rate: SALARY });
    await world.populated();
    const { types } = await world.when(() => world.follow(world.reports));
    expect(types).toEqual(['ReportProduced']);
    expect(world.files.kept.get(contentFileOf(id))!.bytes).toBe(made);
    const record = await world.stateOf('report', id);
    expect(record).toMatchObject({ content: { rows: { summary: 2 } } });
    expect((await summaryOf(world.files.read(contentFileOf(id), world.tenant))).position).toBe(record!.position);
  });

  test('that was made and kept is not read again to be recorded', async () => {
    const world = await worldWith();
    const { id } = await registered(world);
    const read = () => {
      throw new Error('it is read again');
    };
    await world.follow(reportManager({ ...world.services, files: { ...world.files, read } }));
    const record = await world.stateOf('report', id);
    const summary = await summaryOf(world.files.read(contentFileOf(id), world.tenant));
    expect(record).toMatchObject({ position: summary.position, content: { rows: summary.rows } });
  });

  test('that two processes make at once is recorded with the position of the file that stayed', async () => {
    const world = await worldWith();
    const { id } = await registered(world);
    const dying = { ...world.services, store: refusing(world.services.store) };
    await expect(world.follow({ ...reportManager(dying), name: 'the first' })).rejects.toThrow('died');
    await world.hired({ rate: SALARY });
    await world.populated();
    // The second one began before the file of the first one was there.
    const write: typeof world.files.write = async (file, bytes) => {
      for await (const _ of bytes);
      return world.files.write(file, bytes);
    };
    const files = { ...world.files, find: async () => undefined, write };
    await world.follow(reportManager({ ...world.services, files }));
    const summary = await summaryOf(world.files.read(contentFileOf(id), world.tenant));
    expect(await world.stateOf('report', id)).toMatchObject({
      position: summary.position,
      content: { rows: summary.rows },
    });
  });

  test('keeps the file that another process recorded, when one that stood still fails at it only then', async () => {
    const world = await worldWith();
    const { id } = await registered(world);
    const write = async () => {
      await world.follow(world.reports);
      throw new Problem(400, { en: 'The file would be larger than 512 MiB.', fr: 'Trop grand.' });
    };
    await world.follow({ ...reportManager({ ...world.services, files: { ...world.files, write } }), name: 'late' });
    expect(await world.stateOf('report', id)).toMatchObject({ status: 'completed' });
    expect([...world.files.kept.keys()]).toEqual([contentFileOf(id)]);
  });

  test('keeps the file of a process that has taken it over, whatever one that may not append any more found', async () => {
    const world = await worldWith();
    const { id } = await registered(world);
    const taken = { ...world.services, store: refusing(world.services.store) };
    await expect(world.follow({ ...reportManager(taken), name: 'has it' })).rejects.toThrow('died');
    const found = (await world.stateOf('report', id))!;
    const reason = { en: 'It ended the processes.', fr: 'Il a mis fin aux processus.' };
    await expect(giveUpReport(found, reason, world.origin(), taken)).rejects.toThrow('died');
    expect([...world.files.kept.keys()]).toEqual([contentFileOf(id)]);
    await giveUpReport(found, reason, world.origin(), world.services);
    expect(world.files.kept.size).toBe(0);
  });

  test('that failed leaves no file, though its process died before it could delete that', async () => {
    const world = await worldWith();
    const { id } = await registered(world);
    const dying = { ...world.services, store: refusing(world.services.store) };
    await expect(world.follow({ ...reportManager(dying), name: 'dying' })).rejects.toThrow('died');
    await world.given.events('report', id, { type: 'ReportFailed', data: { reason: { en: 'Broken.', fr: 'Brisé.' } } });
    await world.follow(world.reports);
    expect(world.files.kept.size).toBe(0);
  });

  test('that is deleted before or after it was produced leaves no file', async () => {
    const world = await worldWith();
    const early = await registered(world);
    await world.given.deleted('report', early.id);
    const late = await registered(world);
    await world.follow(world.reports);
    expect([...world.files.kept.keys()]).toEqual([contentFileOf(late.id)]);
    await world.given.deleted('report', late.id);
    await world.follow(world.reports);
    expect(world.files.kept.size).toBe(0);
  });

  test('from before an erasure loses its content, and one from after it keeps it', async () => {
    const world = await worldWith();
    const before = await registered(world);
    await world.follow(world.reports);
    const [person] = world.rows('employee');
    await world.given.events('employee', person!.id, { type: 'EmployeeErased', data: { reason: 'asked for' } });
    const after = await registered(world);
    await world.follow(world.reports);
    expect([...world.files.kept.keys()]).toEqual([contentFileOf(after.id)]);
    expect(await csvOf(world, after.id, 'summary')).not.toContain(person!.first_name);
    expect(person!.first_name).toMatch(/^Ada/);
    expect(await world.stateOf('report', before.id)).toMatchObject({ status: 'completed' });
  });

  test('that was being made when somebody was erased loses its content, though it can be read as made only later', async () => {
    const world = await worldWith();
    const [person] = world.rows('employee');
    await registered(world);
    const asked = await world.services.store.head();
    await world.given.events('employee', person!.id, { type: 'EmployeeErased', data: { reason: 'asked for' } });
    const erased = await world.services.store.head();
    world.comeTo(asked);
    await world.follow(world.reports);
    expect(world.files.kept.size).toBe(1);
    world.comeTo(erased);
    await world.follow(world.reports);
    expect(world.files.kept.size).toBe(0);
  });

  test('is called as a file by the day in Toronto on which it was asked for', async () => {
    const world = await worldWith();
    world.clock.set('2026-11-21T01:30:00.000Z');
    const { id } = await registered(world);
    await world.follow(world.reports);
    const { file } = await readBy('download_report', id, world);
    expect(file!.name).toBe('payroll-register-summary-2026-11-20.csv');
  });

  test('of the year to date has a payroll that is named, whichever year it is of', async () => {
    const world = await yearEnd();
    await world.hired({ rate: SALARY });
    await world.populated();
    const create = reportOperations.find(({ id }) => id === 'create_year_to_date_report')!;
    const filtersOf = async (body: JsonObject) => {
      const answer = (await create.run(world.call({ body }))) as { body: unknown };
      return (answer.body as { data: { filters: JsonObject } }).data.filters;
    };
    expect(await filtersOf({})).toMatchObject({ pay_date_from: '2026-01-01', pay_date_to: '2026-12-31' });
    const [payroll] = await world.drafts();
    expect(await filtersOf({ payroll_id: payroll!.id })).toMatchObject({ pay_date_from: null, pay_date_to: null });
    const until = { pay_date_from: '2025-01-01', pay_date_to: '2025-06-30' };
    expect(await filtersOf({ filters: { pay_date_to: '2025-06-30' } })).toMatchObject(until);
    const since = { pay_date_from: '2026-11-01', pay_date_to: null };
    expect(await filtersOf({ filters: { pay_date_from: '2026-11-01' } })).toMatchObject(since);
  });

  test('of the year to date has no pay of January that is approved in December', async () => {
    const world = await yearEnd();
    const contractor_id = (await world.given.created('contractor', { business_name: 'Lakeshore Milling Ltd.' })).id;
    const of = { contractor_id, pay_schedule_id: world.schedule.id };
    const { id: work_assignment_id } = await world.given.created('work_assignment', of);
    for (const [pay_date, custom_amount] of [
      ['2026-12-22', '2000'],
      ['2027-01-08', '300'],
    ] as const) {
      const payroll = await world.given.created('payroll', {
        ...{ type: 'correction', pay_schedule_id: world.schedule.id, pay_date },
        ...{ period_start: '2026-11-01', period_end: '2026-11-14' },
      });
      const { id } = await world.given.created('pay_stub', { payroll_id: payroll.id, work_assignment_id });
      const line = { pay_stub_id: id, earning_type: 'bonus_discretionary', custom_amount };
      await world.given.created('earning_line_item', line);
      await world.populated();
      await world.paid(payroll);
    }
    const create = reportOperations.find(({ id }) => id === 'create_year_to_date_report')!;
    const paid = async (body: JsonObject) => {
      const answer = (await create.run(world.call({ body }))) as { body: unknown };
      const { filters } = (answer.body as { data: { filters: ReportFilters } }).data;
      return sumOf(await reportRows(world, 'year-to-date', { filters }), 'Paid to payee');
    };
    expect(await paid({})).toBe('2000.00');
    expect(await paid({ filters: { pay_date_to: '2027-01-31' } })).toBe('300.00');
  });

  test('that is too large says why, and is not retried', async () => {
    const world = await worldWith();
    const { id } = await registered(world);
    const files = {
      ...world.files,
      write: async () => {
        throw new Problem(400, { en: 'The file would be larger than 512 MiB.', fr: 'Trop grand.' });
      },
    };
    await world.follow(reportManager({ ...world.services, files }));
    expect(await world.stateOf('report', id)).toMatchObject({ status: 'failed', failure: { fr: 'Trop grand.' } });
  });
});

/** A store that what makes reports cannot append to any more: the process dies there. */
const refusing = (store: EventStore): EventStore => ({
  ...store,
  append: async () => {
    throw new Error('died');
  },
});
