import { describe, expect, test } from 'vitest';
import { UnbalancedEntry } from '../../../src/accounting/posting.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { JournalDiffers } from '../../../src/processes/payroll/journal.ts';
import { appendEntry } from '../../../src/processes/payroll/journal-entries.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { type PayrollWorld, payrollWorld, SALARY } from '../../support/payroll-world.ts';

/** Given an approved payroll, when the journal has posted, then the entries equal the stubs. */
const approved = async (people = 2): Promise<PayrollWorld & { payroll: RecordOf<'payroll'> }> => {
  const world = await payrollWorld();
  for (let i = 0; i < people; i++) await world.hired({ rate: SALARY });
  await world.populated();
  const payroll = (await world.drafts())[0]!;
  await world.given.events('payroll', payroll.id, {
    type: 'PayrollApprovalStarted',
    data: { pay_schedule_id: world.schedule.id },
  });
  await world.follow(world.managers.approval);
  return { ...world, payroll };
};

const post = (world: PayrollWorld, as = 'journal') => world.follow({ ...world.managers.journal, name: as });
const cents = (rows: readonly JsonObject[], side: string) =>
  rows.reduce((sum, row) => sum + Math.round(100 * Number(row[side] ?? 0)), 0);

const row = (debit: string | null, credit: string | null, title = 'Wages') => ({
  title,
  title_translations: { en: title, fr: 'Salaires' },
  debit,
  credit,
  accounting_code_id: null,
  formatted_accounting_code: null,
  tag_ids: [],
  sources: [],
});
const entry = (total: string) => ({
  type: 'payroll_recording' as const,
  title: 'Entry',
  title_translations: { en: 'Entry', fr: 'Écriture' },
  payroll_id: 'payrl_1',
  pay_stub_id: null,
  posted_on: '2026-11-20T00:00:00.000000Z',
  total,
  is_missing_line_item_accounting_codes: false,
  is_missing_default_account_payable: false,
  is_missing_default_bank_account: false,
  invalid_expense_types: [],
  invalid_liability_types: [],
});

test('an entry whose debits differ from its credits or its total cannot be appended', async () => {
  const world = await payrollWorld();
  const append = (total: string, ...rows: ReturnType<typeof row>[]) =>
    world.when(() => appendEntry('jrnle_1', entry(total), rows, world.origin(), world.services));
  await expect(append('10', row('10', null), row(null, '9.99'))).rejects.toThrow(UnbalancedEntry);
  await expect(append('11', row('10', null), row(null, '10'))).rejects.toThrow(UnbalancedEntry);
  expect(world.rows('journal_entry')).toEqual([]);
  expect((await append('10', row('10', null), row(null, '10'))).types).toEqual(['JournalEntryPosted']);
});

describe('an entry of more rows than one append holds', () => {
  const PAIRS = 4_000;
  const rows = Array.from({ length: PAIRS }, (_, n) => [
    row('1', null, `Wages ${n}`),
    row(null, '1', `Owed ${n}`),
  ]).flat();
  /** The nth append of rows is followed by something, and what is read of the entry is counted. */
  const posting = async (nth: number, then: (world: PayrollWorld) => Promise<void>) => {
    let [appends, read, isOver] = [0, 0, false];
    const world: PayrollWorld = await payrollWorld({
      store: (own) => ({
        ...own,
        append: async (stream, events, expected) => {
          const appended = await own.append(stream, events, expected);
          const isRows = events.some(({ type }) => type === 'JournalEntryRowsPosted');
          if (isRows && ++appends === nth && !isOver) {
            isOver = true;
            await then(world);
          }
          return appended;
        },
        readStream: async (...of) => {
          const events = await own.readStream(...of);
          if (of[0] === 'journal_entry-jrnle_1') read += events.length;
          return events;
        },
      }),
    });
    const origin = world.origin();
    const append = () => appendEntry('jrnle_1', entry(String(PAIRS)), rows, origin, world.services);
    return { world, append, readOf: () => read };
  };
  const shown = (world: PayrollWorld) => world.rows('journal_entry').map(({ journal_entry_rows: all }) => all);

  test('is posted without its earlier rows being read again for each of its appends', async () => {
    const { world, append, readOf } = await posting(0, async () => {});
    const { types } = await world.when(append);
    expect(types.length).toBeGreaterThan(4);
    expect(shown(world)).toEqual([rows]);
    expect(readOf()).toBe(0);
  });

  test('has each row once when the process ends in between, and another one goes on', async () => {
    const { world, append } = await posting(2, async () => {
      throw new Error('the process ended');
    });
    await expect(append()).rejects.toThrow('the process ended');
    await append();
    await world.services.gate.followed(await world.services.store.head());
    expect(shown(world)).toEqual([rows]);
  });

  test('gets no further rows once it is withheld', async () => {
    const { world, append } = await posting(1, async ({ given }) => {
      await given.events('journal_entry', 'jrnle_1', { type: 'JournalEntryWithheld', data: { payroll_id: 'payrl_1' } });
    });
    const { types } = await world.when(append);
    expect(types).toEqual(['JournalEntryPosted', 'JournalEntryRowsPosted', 'JournalEntryWithheld']);
  });
});

describe('an approved payroll', () => {
  test('rules 2 and 4: has an entry for each stub and one for the payroll, each balanced', async () => {
    const world = await approved();
    const { events } = await world.when(() => post(world));
    expect(events.map(({ type, data }) => [type, data.type])).toEqual([
      ['JournalEntryPosted', 'pay_stub_recording'],
      ['JournalEntryPosted', 'pay_stub_recording'],
      ['JournalEntryPosted', 'payroll_recording'],
    ]);
    const rows = events.map(({ data }) => data.journal_entry_rows as JsonObject[]);
    for (const own of rows) {
      expect(cents(own, 'debit')).toBeGreaterThan(0);
      expect(cents(own, 'debit')).toBe(cents(own, 'credit'));
    }
    const [first, second, whole] = rows.map((own) => cents(own, 'debit')) as [number, number, number];
    expect(whole).toBe(first + second);
  });

  test('has its entry with what is taken off the fee of a contractor, who has no total of that', async () => {
    const world = await payrollWorld();
    await world.hired({ rate: SALARY });
    const contractor = await world.given.created('contractor', { first_name: 'Lou', last_name: 'Roy' });
    const of = { contractor_id: contractor.id, pay_schedule_id: world.schedule.id };
    const work = await world.given.created('work_assignment', of);
    await world.populated();
    const payroll = (await world.drafts())[0]!;
    const [stub] = await world.stubs(payroll, work);
    const line = (kind: string, type: string, custom_amount: string) =>
      world.given.created(`${kind}_line_item`, { pay_stub_id: stub!.id, [`${kind}_type`]: type, custom_amount });
    await line('earning', 'invoice_payment', '1000');
    await line('deduction', 'garnishment_order', '150.25');
    await world.populated();
    await world.given.events('payroll', payroll.id, {
      type: 'PayrollApprovalStarted',
      data: { pay_schedule_id: world.schedule.id },
    });
    const { events } = await world.when(() => world.follow(world.managers.approval, world.managers.journal));
    const entries = events.filter(({ type }) => type === 'JournalEntryPosted').map(({ data }) => data);
    expect(entries.map(({ type }) => type).sort()).toEqual([
      ...['pay_stub_recording', 'pay_stub_recording', 'payroll_recording'],
    ]);
    const own = entries.find(({ pay_stub_id }) => pay_stub_id === stub!.id)!.journal_entry_rows as JsonObject[];
    expect(own.map(({ debit, credit }) => debit ?? credit).sort()).toEqual(['1000', '150.25', '849.75']);
  });

  test('has what is withheld on the tags of the pay that it applies to where the work is done', async () => {
    const world = await payrollWorld({ province: 'ca_qc' });
    const site = await world.given.created('tag_group', {
      ...{ business_entity_id: world.employer.id, label: 'Site', is_journal_entry_dimension: true },
    });
    const [north, south] = [
      await world.given.created('tag', { tag_group_id: site.id, label: 'North' }),
      await world.given.created('tag', { tag_group_id: site.id, label: 'South' }),
    ];
    const on = ({ id }: { id: string }) => ({ unit: 'percentage', tag_allocations: [{ tags: [id], value: '100' }] });
    const { assignment } = await world.hired({ rate: SALARY, tag_assignment: on(north) });
    await world.populated();
    const payroll = (await world.drafts())[0]!;
    const [stub] = await world.stubs(payroll, assignment);
    await world.given.created('employer_benefit_line_item', {
      ...{ pay_stub_id: stub!.id, employer_benefit_type: 'dental', custom_amount: '400' },
      custom_tag_assignment: on(south),
    });
    await world.populated();
    await world.given.events('payroll', payroll.id, {
      type: 'PayrollApprovalStarted',
      data: { pay_schedule_id: world.schedule.id },
    });
    await world.follow(world.managers.approval);
    const { events } = await world.when(() => post(world));
    const entry = events.find(({ data }) => data.type === 'pay_stub_recording')!;
    const rows = entry.data.journal_entry_rows as { title: string; tag_ids: string[] }[];
    const tagsOf = (tax: string) => rows.flatMap(({ title, tag_ids }) => (title.includes(tax) ? tag_ids : [])).sort();
    expect(tagsOf('Federal Income Tax')).toEqual([north.id]);
    expect(tagsOf('Provincial Income Tax')).toEqual([north.id, south.id].sort());
  });

  test('gets no further entries when another process posts it again', async () => {
    const world = await approved();
    await post(world);
    expect(world.rows('journal_entry')).toHaveLength(3);
    const { events } = await world.when(() => post(world, 'the journal of another process'));
    expect(events).toEqual([]);
  });

  test('is not posted when the lines of a stub do not add up to its totals', async () => {
    const world = await approved(1);
    const [stub] = await world.stubs(world.payroll);
    const [line] = world.rows('earning_line_item').filter(({ pay_stub_id }) => pay_stub_id === stub!.id);
    await world.given.events('pay_stub', stub!.id, {
      type: 'PayStubCalculated',
      data: { lines: [{ id: line!.id, kind: 'earning', managed_amount: '1999.99' }], removed: [] },
    });
    const { events } = await world.when(() => expect(post(world)).rejects.toThrow(JournalDiffers));
    expect(events).toEqual([]);
  });

  test('with fewer closed stubs than were approved has no entry for the payroll', async () => {
    const world = await approved();
    const [stub] = await world.stubs(world.payroll);
    await world.given.events('pay_stub', stub!.id, {
      type: 'PayStubReopened',
      data: { payroll_id: world.payroll.id },
    });
    const { events } = await world.when(() =>
      expect(post(world)).rejects.toThrow(/2 pay stubs were approved, and 1 are closed/),
    );
    expect(events.map(({ data }) => data.type)).toEqual(['pay_stub_recording']);
  });
});
