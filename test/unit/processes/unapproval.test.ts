import { describe, expect, test } from 'vitest';
import { INVARIANTS } from '../../../src/audit/invariants.ts';
import { StoreUnavailable } from '../../../src/event-store/errors.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { fixedBy, laterClosing } from '../../../src/payrolls/unapprove.ts';
import { addDays } from '../../../src/values/dates.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { decimal, sum, ZERO } from '../../../src/values/money.ts';
import { foundIn } from '../../support/audit-in-memory.ts';
import {
  type PayrollWorld,
  type PayrollWorldOptions,
  payrollWorld,
  SALARY,
  SCHEDULE,
} from '../../support/payroll-world.ts';

/** Given approved payrolls, when one is unapproved, then it is a draft as if it had never been approved. */
interface Approved extends PayrollWorld {
  payroll: RecordOf<'payroll'>;
  next: RecordOf<'payroll'>;
}

const approved = async (people = 2, options: PayrollWorldOptions = {}): Promise<Approved> => {
  const world = await payrollWorld(options);
  for (let i = 0; i < people; i++) await world.hired({ rate: SALARY });
  await world.populated();
  const [payroll, next] = await world.drafts();
  await start(world, payroll!, 'PayrollApprovalStarted');
  await rest(world);
  return { ...world, payroll: payroll!, next: next! };
};

const start = ({ given }: PayrollWorld, { id, pay_schedule_id }: RecordOf<'payroll'>, type: string) =>
  given.events('payroll', id, { type, data: { pay_schedule_id } });
/** Lets all managers come to rest. */
const rest = ({ follow, managers: { population, approval, journal } }: PayrollWorld) =>
  follow(population, approval, journal);
const unapprove = async (world: Approved): Promise<void> => {
  await start(world, world.payroll, 'PayrollUnapprovalStarted');
  await rest(world);
};
const payrollOf = (world: Approved) => world.stateOf('payroll', world.payroll.id);
const areClosed = async (world: Approved, payroll = world.payroll) =>
  (await world.stubs(payroll)).map(({ is_closed }) => is_closed);
const inForce = (world: PayrollWorld) =>
  world.rows('journal_entry').filter(({ is_reversed, reverses_id }) => !is_reversed && !reverses_id);

/** What the audit finds in a world at rest. */
const findings = async (world: PayrollWorld): Promise<string[]> => {
  await world.follow(world.managers.usage);
  return (await foundIn(world, INVARIANTS)).map(({ invariant, record, what }) => `${invariant} ${record}: ${what}`);
};

describe('a payroll that is unapproved', () => {
  test('is a draft with open stubs, does not count in the year to date, and can be approved again', async () => {
    const world = await approved();
    const before = await findings(world);
    const { types } = await world.when(() => unapprove(world));
    expect(types.filter((type) => /^Pay(roll|Stub)(Unapp|.*Reopened)/.test(type))).toEqual([
      'PayrollUnapprovalStarted',
      'PayrollUnapproved',
      'PayStubReopened',
      'PayStubReopened',
      'PayrollStubsReopened',
    ]);
    expect(await payrollOf(world)).toMatchObject({ status: 'draft', approval: null, approved_at: null });
    expect(await areClosed(world)).toEqual([false, false]);
    expect(world.rows('year_to_date')).toEqual([]);
    expect(before).toEqual([]);
    expect(await findings(world)).toEqual([]);

    // A process that lost its place gets the approval once more, and its end: it closes nothing for it.
    const { managers, follow } = world;
    expect((await world.when(() => follow({ ...managers.approval, name: 'approval again' }))).types).toEqual([]);
    expect(await areClosed(world)).toEqual([false, false]);

    await start(world, world.payroll, 'PayrollApprovalStarted');
    await rest(world);
    expect(await payrollOf(world)).toMatchObject({ status: 'paid' });
    expect(await areClosed(world)).toEqual([true, true]);
    expect(inForce(world)).toHaveLength(3);
    expect(await findings(world)).toEqual([]);
  });

  test('is the next payroll again: it has the recurring items, and the later one has none', async () => {
    const world = await approved();
    const grossOf = async (payroll: RecordOf<'payroll'>) =>
      (await world.stubs(payroll)).map(({ employee_summary }) => employee_summary.gross);
    expect(await grossOf(world.next)).toEqual(['2000', '2000']);
    await unapprove(world);
    expect(await grossOf(world.payroll)).toEqual(['2000', '2000']);
    expect(await grossOf(world.next)).toEqual(['0', '0']);
  });

  test('counts in no year to date of the drafts behind it, also of one that was the next payroll before', async () => {
    const world = await approved(1);
    const [, behind] = await world.drafts();
    const yearOf = async () => (await world.stubs(behind!)).map(({ employee_summary }) => employee_summary.gross_ytd);
    const before = await yearOf();
    await start(world, world.next, 'PayrollApprovalStarted');
    await rest(world);
    expect(await yearOf()).toEqual(['6000']);
    await start(world, world.next, 'PayrollUnapprovalStarted');
    await rest(world);
    expect(await yearOf()).toEqual(['2000']);
    await unapprove(world);
    expect(await yearOf()).toEqual(before);
    expect(await findings(world)).toEqual([]);
  });

  test('leaves what was entered on lines of the later one, which is there when that is the next one again', async () => {
    const world = await approved(1);
    const { given } = world;
    const ofNext = () => world.rows('earning_line_item').filter(({ payroll_id }) => payroll_id === world.next.id);
    await given.changed('earning_line_item', ofNext()[0]!.id, { custom_hours: '40' });
    await rest(world);
    const before = ofNext();
    await unapprove(world);
    expect(ofNext()).toMatchObject([{ custom_hours: '40' }]);
    expect(await findings(world)).toEqual([]);
    await start(world, world.payroll, 'PayrollApprovalStarted');
    await rest(world);
    const shown = (lines: ReturnType<typeof ofNext>) => lines.map(({ updated_at: _, version: __, ...line }) => line);
    expect(shown(ofNext())).toEqual(shown(before));
    expect(await findings(world)).toEqual([]);
  });

  test('the audit finds what was entered on lines of the later one where they go', async () => {
    const world = await approved(2);
    const { given } = world;
    const lines = world.rows('earning_line_item').filter(({ payroll_id }) => payroll_id === world.next.id);
    for (const { id } of lines) await given.changed('earning_line_item', id, { custom_hours: '40' });
    await rest(world);
    const [first] = lines;
    const data = { lines: [], removed: [{ id: first!.id, kind: 'earning' }] };
    await given.events('pay_stub', String(first!.pay_stub_id), { type: 'PayStubCalculated', data });
    await rest(world);
    const lost = (await findings(world)).filter((one) => one.startsWith('entered_stays'));
    expect(lost).toEqual([expect.stringContaining(`the earning line ${first!.id}`)]);
  });

  test('entries, rule 10: has each entry reversed by a new one on the same codes, which refers to it, and no entry in force', async () => {
    const world = await approved();
    const posted = inForce(world);
    await unapprove(world);
    expect(inForce(world)).toEqual([]);
    for (const { id, total } of posted) {
      const entry = await world.stateOf('journal_entry', id);
      const reversal = await world.stateOf('journal_entry', entry!.reversed_by_id as string);
      expect(reversal).toMatchObject({ reverses_id: id, total, title: expect.stringMatching(/^Reversal: /) });
      type Row = { debit: string | null; credit: string | null };
      const sides = (rows: unknown) => (rows as Row[]).map(({ debit, credit }) => [debit, credit]);
      expect(sides(reversal!.journal_entry_rows)).toEqual(
        sides(entry!.journal_entry_rows).map(([debit, credit]) => [credit, debit]),
      );
      const all = [entry!, reversal!].flatMap(({ journal_entry_rows }) => journal_entry_rows as unknown as Row[]);
      expect(sum(all.map(({ debit, credit }) => decimal(debit ?? ZERO).minus(credit ?? ZERO))).eq(0)).toBe(true);
    }
    const { events } = await world.when(() => world.follow({ ...world.managers.journal, name: 'another journal' }));
    expect(events).toEqual([]);
  });
});

test('a payroll stays approved while an adjustment corrects a line item of it, which would be corrected twice', async () => {
  const world = await approved(1);
  const { given, services, tenant } = world;
  const [source] = world.rows('earning_line_item').filter(({ payroll_id }) => payroll_id === world.payroll.id);
  const [stub] = await world.stubs(world.next);
  const correction = { source_line_item_id: source!.id, correction_pay_stub_id: stub!.id, expected_amount: '2100' };
  const adjustment = await given.created('adjustment', correction);
  await rest(world);
  const refusal = await fixedBy((await payrollOf(world))!, services, tenant);
  expect(refusal?.en).toContain(adjustment.id);
  await unapprove(world);
  expect(await payrollOf(world)).toMatchObject({
    status: 'paid',
    unapproval: null,
    not_unapproved: { reason: refusal },
  });
  await given.deleted('adjustment', adjustment.id);
  await rest(world);
  await unapprove(world);
  expect(await payrollOf(world)).toMatchObject({ status: 'draft' });
  expect(await findings(world)).toEqual([]);
});

test.each(['moved to another schedule', 'was archived before its period'])(
  'a payroll stays approved while somebody whom it paid %s, and would leave the draft with what was entered',
  async (how) => {
    const world = await approved();
    const { given, services, tenant, payroll } = world;
    const business_entity_id = world.employer.id;
    const elsewhere = await given.created('pay_schedule', { ...SCHEDULE, title: 'Other', business_entity_id });
    const [stub] = await world.stubs(payroll);
    const { work_assignment_id } = stub!;
    const left: JsonObject = how.startsWith('moved')
      ? { pay_schedule_id: elsewhere.id }
      : { archived_at: addDays(payroll.period_start, -1) };
    await given.changed('work_assignment', work_assignment_id, left);
    await rest(world);
    const refusal = await fixedBy((await payrollOf(world))!, services, tenant);
    expect(refusal?.en).toContain(work_assignment_id);
    // What to set it to, so that whoever takes it back need not look for it.
    expect(refusal?.en).toContain(`pay_schedule_id to ${payroll.pay_schedule_id}, and its archived_at to null or to`);
    expect(refusal?.en).toContain(` ${payroll.period_start} or later.`);
    await unapprove(world);
    expect(await payrollOf(world)).toMatchObject({ status: 'paid', not_unapproved: { reason: refusal } });
    await given.changed('work_assignment', work_assignment_id, {
      ...{ pay_schedule_id: payroll.pay_schedule_id, archived_at: null },
    });
    await rest(world);
    await unapprove(world);
    expect(await payrollOf(world)).toMatchObject({ status: 'draft' });
    expect((await world.stubs(payroll)).map(({ id }) => id)).toContain(stub!.id);
    // Whom the payroll should not have paid leaves the draft by an act of the caller.
    await given.changed('work_assignment', work_assignment_id, left);
    await rest(world);
    expect((await world.stubs(payroll)).map(({ id }) => id)).not.toContain(stub!.id);
    expect(await findings(world)).toEqual([]);
  },
);

test('who was erased cannot come back: the refusal of a payroll that paid a contractor does not ask for that', async () => {
  const world = await payrollWorld();
  const { given, services, tenant } = world;
  const contractor = await given.created('contractor', { first_name: 'Ada', last_name: 'Roy' });
  const of = { contractor_id: contractor.id, pay_schedule_id: world.schedule.id };
  const assignment = await given.created('work_assignment', of);
  const each = { frequency: 'per_payroll', effective_from: '2026-01-01', amount: '900' };
  const earning_type = 'bonus_discretionary';
  await given.created('earning', { work_assignment_id: assignment.id, earning_type, ...each });
  await world.populated();
  const [payroll] = await world.drafts();
  await start(world, payroll!, 'PayrollApprovalStarted');
  await rest(world);
  const archived_at = addDays(payroll!.period_start, -1);
  await given.changed('work_assignment', assignment.id, { archived_at });
  await given.events('contractor', contractor.id, { type: 'ContractorErased', data: { reason: 'asked' } });
  await rest(world);
  const now = (await world.stateOf('payroll', payroll!.id)) as RecordOf<'payroll'>;
  const refusal = await fixedBy(now, services, tenant);
  expect(now.status).toBe('paid');
  expect(refusal?.en).toMatch(/^The contractor of the pay stub .* was erased and stays archived/);
  expect(refusal?.en).not.toContain('archived_at');
});

test('a payroll stays a draft while it corrects income tax of before a move out of Quebec that was recorded since', async () => {
  const world = await approved(1, { province: 'ca_qc' });
  const { given } = world;
  const taxes = () => world.rows('statutory_withholding_line_item').filter(({ type }) => type.endsWith('_income_tax'));
  const [work] = world.rows('work_assignment');
  const [stub] = await world.stubs(world.next);
  const corrected = (type: string) => {
    const source = taxes().find((line) => line.type === type && line.pay_stub_id !== stub!.id);
    const of = { source_line_item_id: source!.id, correction_pay_stub_id: stub!.id };
    return given.created('adjustment', { ...of, expected_amount: '1' });
  };
  await corrected('federal_income_tax');
  const crossing = await corrected('provincial_income_tax');
  // The other agency would get Quebec's tax back, and the slips of both sides would be wrong.
  const [place] = world.rows('tax_property').filter(({ owner_id }) => owner_id === work!.id);
  await given.changed('tax_property', place!.id, { effective_to: '2026-11-25' });
  await given.created('tax_property', {
    ...{ owner_id: work!.id, type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2026-11-26' },
  });
  await rest(world);
  const approve = async () => {
    const { events } = await world.when(async () => {
      await start(world, world.next, 'PayrollApprovalStarted');
      await rest(world);
    });
    return events.find(({ type }) => type === 'PayrollApprovalAbandoned')?.data;
  };
  expect(await approve()).toMatchObject({
    reason: { en: expect.stringMatching(new RegExp(`${crossing.id} .* across a move .* pay date before the move`)) },
  });
  expect(await world.stateOf('payroll', world.next.id)).toMatchObject({ status: 'draft', approval: null });
  // What was withheld for the same agency on both sides may be corrected.
  await given.deleted('adjustment', crossing.id);
  await rest(world);
  expect(await approve()).toBeUndefined();
  expect(await world.stateOf('payroll', world.next.id)).toMatchObject({ status: 'paid' });
  // The rest is done as the refusal says, also behind that.
  const { pay_schedule_id, pay_date, period_start, period_end } = world.payroll;
  const before = await given.created('payroll', {
    type: 'correction',
    pay_schedule_id,
    pay_date,
    period_start,
    period_end,
  });
  const on = await given.created('pay_stub', { payroll_id: before.id, work_assignment_id: work!.id });
  const { source_line_item_id } = crossing;
  await given.created('adjustment', { source_line_item_id, correction_pay_stub_id: on.id, expected_amount: '1' });
  await rest(world);
  await start(world, before, 'PayrollApprovalStarted');
  await rest(world);
  expect(await world.stateOf('payroll', before.id)).toMatchObject({ status: 'paid' });
  expect(await findings(world)).toEqual([]);
});

test.each(['unapproval', 'approval'] as const)(
  'an unapproval and the approval of its correction begun at once, the %s first: no correction of a draft is approved',
  async (first) => {
    const world = await approved(1);
    const { id, pay_schedule_id, pay_date, period_start, period_end } = world.payroll;
    const of = { type: 'correction', pay_schedule_id, source_payroll_id: id, pay_date, period_start, period_end };
    const correction = await world.given.created('payroll', of);
    const [{ work_assignment_id }] = (await world.stubs(world.payroll)) as [RecordOf<'pay_stub'>];
    await world.given.created('pay_stub', { payroll_id: correction.id, work_assignment_id });
    await rest(world);
    const { events } = await world.when(async () => {
      if (first === 'approval') await start(world, correction, 'PayrollApprovalStarted');
      await start(world, world.payroll, 'PayrollUnapprovalStarted');
      if (first === 'unapproval') await start(world, correction, 'PayrollApprovalStarted');
      await rest(world);
    });
    const stays = first === 'approval' ? 'paid' : 'draft';
    for (const one of [world.payroll, correction])
      expect(await world.stateOf('payroll', one.id)).toMatchObject({ status: stays });
    const abandoned = events.filter(({ type }) => /^Payroll(Una|A)pprovalAbandoned$/.test(type));
    const reason = first === 'approval' ? /^A later payroll/ : /the payroll that it corrects is a draft again/;
    expect(abandoned.map(({ data }) => data)).toMatchObject([{ reason: { en: expect.stringMatching(reason) } }]);
    expect(await findings(world)).toEqual([]);
  },
);

describe('a process that dies while it unapproves a payroll', () => {
  test.each([...Array(13).keys()])('after %i appends leaves the rest to the next process', async (appends) => {
    let left = Number.POSITIVE_INFINITY;
    const world = await approved(2, {
      store: (store) => ({
        ...store,
        append: async (...append) => {
          if (left-- <= 0) throw new StoreUnavailable('the process is gone', 'not_written');
          return store.append(...append);
        },
      }),
    });
    await start(world, world.payroll, 'PayrollUnapprovalStarted');
    left = appends;
    await rest(world).catch((error: unknown) => expect(error).toMatchObject({ status: 503 }));
    left = Number.POSITIVE_INFINITY;
    // Handed all of the log once more, as after a crash that lost the checkpoints.
    const { population, approval, journal } = world.managers;
    const again = [population, approval, journal].map((manager) => ({ ...manager, name: `${manager.name} again` }));
    await world.follow(...again);
    expect(await payrollOf(world)).toMatchObject({ status: 'draft', approval: null });
    expect(inForce(world)).toEqual([]);
    expect(await findings(world)).toEqual([]);
    await start(world, world.payroll, 'PayrollApprovalStarted');
    await world.follow(...again);
    expect(inForce(world)).toHaveLength(3);
    expect(await findings(world)).toEqual([]);
  });
});

describe('approvals and unapprovals at the same time', () => {
  test('a payroll stays approved when the approval of a later one began first', async () => {
    const world = await approved();
    await start(world, world.next, 'PayrollApprovalStarted');
    await start(world, world.payroll, 'PayrollUnapprovalStarted');
    const { events } = await world.when(() => rest(world));
    const abandoned = events.find(({ type }) => type === 'PayrollUnapprovalAbandoned');
    expect(abandoned!.data).toMatchObject({ reason: { en: expect.stringMatching(/later payroll/) } });
    expect(await payrollOf(world)).toMatchObject({ status: 'paid', unapproval: null });
    expect(await findings(world)).toEqual([]);
  });

  test('which payroll is later is determined by the log, not by the clock of the process that closed it', async () => {
    const world = await approved();
    world.clock.set('2026-11-16T11:00:00Z');
    await start(world, world.next, 'PayrollApprovalStarted');
    await rest(world);
    const [first, second] = await Promise.all([world.stubs(world.payroll), world.stubs(world.next)]);
    expect(second[0]!.updated_at < first[0]!.updated_at).toBe(true);
    // What the second told of the year counts on the first, and the audit sees that it does.
    expect(await findings(world)).toEqual([]);
    const { services, tenant } = world;
    const offCycle = { ...(await payrollOf(world))!, type: 'off_cycle' as const };
    expect(await laterClosing(offCycle, services, tenant)).toMatchObject({
      en: expect.stringMatching(/later payroll/),
    });
    const lastOne = { ...(await world.stateOf('payroll', world.next.id))!, type: 'off_cycle' as const };
    expect(await laterClosing(lastOne, services, tenant)).toBeUndefined();
  });

  test('a later payroll whose approval began after the unapproval is not approved', async () => {
    const world = await approved();
    await start(world, world.payroll, 'PayrollUnapprovalStarted');
    await start(world, world.next, 'PayrollApprovalStarted');
    const { events } = await world.when(() => rest(world));
    const abandoned = events.find(({ type }) => type === 'PayrollApprovalAbandoned');
    expect(abandoned!.data).toMatchObject({
      reason: { en: expect.stringMatching(/earlier payroll .* still a draft/) },
    });
    expect(await payrollOf(world)).toMatchObject({ status: 'draft' });
    expect(await areClosed(world, world.next)).toEqual([false, false]);
    expect(await findings(world)).toEqual([]);
  });

  test('a payroll stays approved when one of its people was paid on another schedule since', async () => {
    const world = await approved(1);
    const other = await world.given.created('pay_schedule', {
      title: 'Monthly',
      pay_frequency: 'monthly',
      anchor_pay_date: '2026-11-30',
      anchor_end_of_pay_period: '2026-11-30',
      generate_payrolls_from: '2026-11-30',
      day_1: -1,
      business_entity_id: world.employer.id,
    });
    const [assignment] = world.rows('work_assignment');
    await world.given.changed('work_assignment', assignment!.id, { pay_schedule_id: other.id });
    await rest(world);
    const monthly = (await world.drafts()).find(({ pay_schedule_id }) => pay_schedule_id === other.id)!;
    await start(world, monthly, 'PayrollApprovalStarted');
    await rest(world);
    await unapprove(world);
    expect(await payrollOf(world)).toMatchObject({ status: 'paid' });
    expect(await findings(world)).toEqual([]);
  });
});

describe('a delayed journal process', () => {
  const withoutJournal = async () => {
    const world = await payrollWorld();
    await world.hired({ rate: SALARY });
    await world.populated();
    const [payroll, next] = await world.drafts();
    const { population, approval } = world.managers;
    await start(world, payroll!, 'PayrollApprovalStarted');
    await world.follow(population, approval);
    return { ...world, payroll: payroll!, next: next! };
  };

  test('posts nothing for an approval that was undone', async () => {
    const world = await withoutJournal();
    const { population, approval, journal } = world.managers;
    await start(world, world.payroll, 'PayrollUnapprovalStarted');
    await world.follow(population, approval);
    await world.follow(journal);
    expect(world.rows('journal_entry')).toEqual([]);
    expect(await findings(world)).toEqual([]);
  });

  test('reverses what it posted when the stubs are reopened meanwhile', async () => {
    let world: Approved | undefined;
    let isTaken = false;
    const store: PayrollWorldOptions['store'] = (shared) => ({
      ...shared,
      append: async (stream, events, expected) => {
        if (world && !isTaken && events.some(({ type }) => type === 'JournalEntryPosted')) {
          isTaken = true;
          await start(world, world.payroll, 'PayrollUnapprovalStarted');
          await world.follow(world.managers.approval);
        }
        return shared.append(stream, events, expected);
      },
    });
    const made = await payrollWorld({ store });
    for (let i = 0; i < 2; i++) await made.hired({ rate: SALARY });
    await made.populated();
    const [payroll, next] = await made.drafts();
    await start(made, payroll!, 'PayrollApprovalStarted');
    await made.follow(made.managers.population, made.managers.approval);
    world = { ...made, payroll: payroll!, next: next! };
    await rest(world);
    expect(world.rows('journal_entry').length).toBeGreaterThan(0);
    expect(inForce(world)).toEqual([]);
    expect(await findings(world)).toEqual([]);
  });
});

test('an approval and its taking back read what was appended to the payroll since, not all that it has been through', async () => {
  let read = 0;
  const world = await approved(1, {
    store: (store) => ({
      ...store,
      readStream: async (stream, options) => {
        const events = await store.readStream(stream, options);
        if (stream.startsWith('payroll-')) read += events.length;
        return events;
      },
    }),
  });
  const { population, approval } = world.managers;
  const round = async (): Promise<number> => {
    await unapprove(world);
    await start(world, world.payroll, 'PayrollApprovalStarted');
    read = 0;
    await world.follow(population, approval);
    await start(world, world.payroll, 'PayrollUnapprovalStarted');
    await world.follow(population, approval);
    const now = read;
    await start(world, world.payroll, 'PayrollApprovalStarted');
    await rest(world);
    return now;
  };
  const first = await round();
  const notes = Array.from({ length: 400 }, (_, n) => ({ type: 'PayrollChanged', data: { note: `${n}` } }));
  await world.given.events('payroll', world.payroll.id, ...notes);
  await round();
  expect(await round()).toBeLessThan(first + 100);
});
