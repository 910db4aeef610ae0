import { describe, expect, test } from 'vitest';
import { act, action } from '../../../src/kernel/calls/actions.ts';
import type { Call } from '../../../src/kernel/definition/operation.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { previewEnding } from '../../../src/payrolls/end-preview.ts';
import { cashRequirements } from '../../../src/payrolls/facts/cash-requirement.ts';
import { payrollSums } from '../../../src/payrolls/facts/payroll-sums.ts';
import { equal } from '../../../src/values/condition.ts';
import { type PayrollWorld, type PayrollWorldOptions, payrollWorld, SALARY } from '../../support/payroll-world.ts';
import { before } from '../../support/right-before.ts';

/**
 * Payroll rules 16 to 18: given an employer in preview with a payroll that was paid, one that is due, and entries on
 * drafts, when preview ends, then its payrolls are what the flags say.
 */
interface Preview extends PayrollWorld {
  paid: RecordOf<'payroll'>;
  next: RecordOf<'payroll'>;
  stub: RecordOf<'pay_stub'>;
}

const preview = async (options: PayrollWorldOptions = {}): Promise<Preview> => {
  // Back-filled from October on.
  const world = await payrollWorld({
    ...options,
    schedule: {
      anchor_pay_date: '2026-10-09',
      anchor_end_of_pay_period: '2026-10-03',
      generate_payrolls_from: '2026-10-09',
      ...options.schedule,
    },
  });
  await world.hired({ rate: SALARY });
  await world.populated();
  const [paid, next] = await world.drafts();
  const data = { pay_schedule_id: paid!.pay_schedule_id };
  await world.given.events('payroll', paid!.id, { type: 'PayrollApprovalStarted', data });
  await rest(world);
  const last = (await world.drafts()).at(-1)!;
  const [stub] = await world.stubs(last);
  await world.given.created('earning_line_item', {
    pay_stub_id: stub!.id,
    earning_type: 'bonus_discretionary',
    custom_amount: 500,
  });
  return { ...world, paid: paid!, next: next!, stub: stub! };
};

const rest = ({ follow, managers: { population, approval, journal } }: PayrollWorld) =>
  follow(population, approval, journal);

const end = async (world: PayrollWorld, flags: Record<string, boolean> = {}): Promise<void> => {
  const data = {
    convert_paid_payrolls: true,
    preserve_draft_line_items: true,
    preserve_draft_off_cycles: true,
    ...flags,
  };
  await world.given.events('business_entity', world.employer.id, { type: 'BusinessEntityPreviewEnded', data });
  await rest(world);
};
const grossOf = async (world: Preview) =>
  (await world.stateOf('pay_stub', world.stub.id))?.employee_summary.gross ?? null;

describe('payroll 17, business entity 4: when preview ends', () => {
  test('the employer is live, drafts with past pay dates are gone, and later ones keep their entries', async () => {
    const world = await preview();
    expect(world.next.pay_date < '2026-11-16').toBe(true);
    await end(world);
    expect(await world.stateOf('business_entity', world.employer.id)).toMatchObject({ in_preview: false });
    const drafts = await world.drafts();
    expect(drafts.map(({ pay_date }) => pay_date)).toEqual(['2026-11-20', '2026-12-04', '2026-12-18', '2026-12-31']);
    expect(await grossOf(world)).toBe('500');
    const { events } = await world.when(() => rest(world));
    expect(events).toEqual([]);
  });

  test('a paid payroll becomes historical: it counts in the year, debits nobody, and cannot be unapproved', async () => {
    const world = await preview();
    await end(world);
    expect(await world.stateOf('payroll', world.paid.id)).toMatchObject({ type: 'historical', status: 'paid' });
    const { services, tenant } = world;
    const paid = await services.read.find('payroll', tenant, equal('id', world.paid.id));
    const sums = await payrollSums(paid, services, tenant);
    expect(await cashRequirements(paid, sums, services, tenant)).toEqual(new Map([[world.paid.id, '0']]));
    const [next] = await world.drafts();
    const [stub] = await world.stubs(next!);
    expect(stub!.employee_summary.gross_ytd).toBe('4000');
    const data = { pay_schedule_id: world.paid.pay_schedule_id };
    await world.given.events('payroll', world.paid.id, { type: 'PayrollUnapprovalStarted', data });
    await rest(world);
    expect(await world.stateOf('payroll', world.paid.id)).toMatchObject({ status: 'paid', unapproval: null });
  });

  test('what it took of a month is not taken again: it keeps its place among the payrolls of the month', async () => {
    const from = '2026-11-06';
    const schedule = { anchor_pay_date: from, anchor_end_of_pay_period: '2026-10-31', generate_payrolls_from: from };
    const world = await preview({ schedule });
    await end(world);
    const monthly = { frequency: 'per_month', date_basis: 'by_pay_date', effective_from: '2026-10-01' };
    for (const place of [1, 2])
      await world.given.created('allowance', {
        work_assignment_id: world.stub.work_assignment_id,
        allowance_type: 'cell_phone_allowance',
        amount: 20 + place,
        pay_period_cadence: [place],
        ...monthly,
      });
    await rest(world);
    expect([world.paid.pay_date, world.next.pay_date]).toEqual([from, '2026-11-20']);
    const { services, tenant } = world;
    const ofNext = await services.read.find('allowance_line_item', tenant, equal('payroll_id', world.next.id));
    expect(ofNext.map(({ managed_amount }) => managed_amount)).toEqual(['22']);
  });

  test('it keeps its day about New Year: the next year has no more pays when pay dates move otherwise', async () => {
    const from = '2027-01-01';
    const schedule = { anchor_pay_date: from, anchor_end_of_pay_period: '2026-12-26', generate_payrolls_from: from };
    const world = await preview({ now: '2026-12-29T17:00:00.000Z', schedule });
    expect(world.paid.pay_date).toBe('2026-12-31');
    await end(world);
    await world.given.changed('pay_schedule', world.schedule.id, { pay_day_movement_setting: 'next_business_day' });
    await rest(world);
    const [next] = await world.drafts();
    expect(next).toMatchObject({ pay_date: '2027-01-15', period_number: 1, regular_periods_count: 26 });
  });

  test('from which day payrolls are generated is set in preview alone; a live schedule keeps it, or has none', async () => {
    const world = await preview();
    const changed = (sent: object) => world.given.changed('pay_schedule', world.schedule.id, { ...sent });
    await changed({ generate_payrolls_from: '2026-10-23' });
    await end(world);
    await expect(changed({ generate_payrolls_from: '2026-12-18' })).rejects.toMatchObject({
      status: 422,
      issues: [
        {
          path: 'generate_payrolls_from',
          text: { en: 'may be set only while the business entity is in preview' },
        },
      ],
    });
    await changed({ generate_payrolls_from: '2026-10-23', title: 'Harvest' });
    await changed({ generate_payrolls_from: null });
  });

  test('on a custom schedule it keeps its number, and those behind it theirs', async () => {
    const world = await payrollWorld({ schedule: { pay_frequency: 'custom' } });
    const pay_schedule_id = world.schedule.id;
    const made = (original_pay_date: string, type = 'regular') =>
      world.given.created('payroll', {
        ...{ pay_schedule_id, type, custom_pay_frequency: 'bi-weekly', original_pay_date },
        ...{ period_start: '2026-11-01', period_end: '2026-11-14' },
      });
    const [paid, next] = [await made('2026-11-20'), await made('2026-12-04')];
    // Neither of these has a place among them.
    await made('2026-11-20', 'historical');
    const beside = { pay_schedule_id, type: 'off_cycle', source_payroll_id: paid.id, pay_date: '2026-11-23' };
    const offCycle = await world.given.created('payroll', beside);
    for (const { id } of [paid, offCycle]) {
      await world.given.events('payroll', id, { type: 'PayrollApprovalStarted', data: { pay_schedule_id } });
      await rest(world);
    }
    await end(world);
    const last = await made('2026-12-18');
    await rest(world);
    const numbers = [paid, next, last].map(async ({ id }) => (await world.stateOf('payroll', id))?.period_number);
    expect(await Promise.all(numbers)).toEqual([1, 2, 3]);
    for (const { id } of [paid, offCycle])
      expect(await world.stateOf('payroll', id)).toMatchObject({ type: 'historical', is_converted: true });
  });

  test('without conversion a paid payroll is removed, and does not count', async () => {
    const world = await preview();
    await end(world, { convert_paid_payrolls: false });
    expect(await world.stateOf('payroll', world.paid.id)).toBeUndefined();
    expect(world.rows('year_to_date')).toEqual([]);
    const inForce = world.rows('journal_entry').filter(({ is_reversed, reverses_id }) => !is_reversed && !reverses_id);
    expect(inForce).toEqual([]);
    const [next] = await world.drafts();
    const [stub] = await world.stubs(next!);
    expect(stub!.employee_summary.gross_ytd).toBe('2000');
  });

  test('a draft of a past day that is gone is not made again while what was paid before it is taken back', async () => {
    const world = await preview();
    const { given, paid, next } = world;
    const data = { convert_paid_payrolls: false, preserve_draft_line_items: true, preserve_draft_off_cycles: true };
    await given.events('business_entity', world.employer.id, { type: 'BusinessEntityPreviewEnded', data });
    const { pay_schedule_id } = paid;
    await given.events('payroll', next.id, { type: 'PayrollDeleted', data: { pay_schedule_id } });
    await world.populated();
    expect((await world.stateOf('payroll', paid.id))?.status).toBe('paid');
    expect(await world.stateOf('payroll', next.id)).toBeUndefined();
  });

  test('a draft that is deleted while population looks at its schedule is not made again', async () => {
    const world = await preview();
    const { given, next, services } = world;
    const data = { convert_paid_payrolls: true, preserve_draft_line_items: true, preserve_draft_off_cycles: true };
    await given.events('business_entity', world.employer.id, { type: 'BusinessEntityPreviewEnded', data });
    const { read } = services;
    const { getMany } = read;
    let deleted = false;
    read.getMany = async (object, tenant, ids) => {
      if (!deleted && object === 'payroll' && ids.includes(next.id)) {
        deleted = true;
        const { pay_schedule_id } = next;
        await given.events('payroll', next.id, { type: 'PayrollDeleted', data: { pay_schedule_id } });
      }
      return getMany.call(read, object, tenant, ids) as never;
    };
    await world.populated();
    expect([deleted, await world.stateOf('payroll', next.id)]).toEqual([true, undefined]);
  });

  test('a draft of a past day is gone also where population puts somebody on it again meanwhile', async () => {
    const population: { looks?: () => Promise<void> } = {};
    const world = await preview({ store: before('PayrollDeleted', async () => population.looks?.()) });
    population.looks = world.populated;
    await end(world);
    const drafts = await world.drafts();
    expect(drafts.map(({ pay_date }) => pay_date)).toEqual(['2026-11-20', '2026-12-04', '2026-12-18', '2026-12-31']);
    const listed = await world.services.read.count('pay_stub', world.tenant, equal('payroll_id', world.next.id));
    expect(listed).toBe(0);
  });

  test('a draft of a past day that keeps an entry is outside of the calendar from then on, as its warning says', async () => {
    const world = await preview();
    const { given, next } = world;
    const [stub] = await world.stubs(next);
    const bonus = { pay_stub_id: stub!.id, earning_type: 'bonus_discretionary', custom_amount: 75 };
    await given.created('earning_line_item', bonus);
    await end(world);
    expect(await world.stateOf('payroll', next.id)).toMatchObject({ status: 'draft', is_off_calendar: true });
  });

  test('a draft of a past day that keeps an entry is left outside of the calendar by who looked at its schedule before', async () => {
    const world = await preview();
    const { given, next, services } = world;
    const [stub] = await world.stubs(next);
    const bonus = { pay_stub_id: stub!.id, earning_type: 'bonus_discretionary', custom_amount: 75 };
    await given.created('earning_line_item', bonus);
    const data = { convert_paid_payrolls: true, preserve_draft_line_items: true, preserve_draft_off_cycles: true };
    await given.events('business_entity', world.employer.id, { type: 'BusinessEntityPreviewEnded', data });
    const { read } = services;
    const { getMany } = read;
    // Between its reads of the drafts and of the payrolls that are wanted, the end of preview comes to this one.
    read.getMany = async (object, tenant, ids) => {
      if (object === 'payroll' && ids.includes(next.id)) {
        read.getMany = getMany;
        await world.follow(world.managers.approval);
      }
      return getMany.call(read, object, tenant, ids) as never;
    };
    await world.populated();
    await rest(world);
    expect(await world.stateOf('payroll', next.id)).toMatchObject({ status: 'draft', is_off_calendar: true });
  });

  test('entries on drafts are removed when they are not to be kept', async () => {
    const world = await preview();
    await end(world, { preserve_draft_line_items: false });
    expect(await grossOf(world)).toBe('0');
    expect(world.rows('earning_line_item').filter(({ type }) => type === 'bonus_discretionary')).toEqual([]);
  });

  test.each([true, false])(
    'draft off-cycle payrolls are preserved as the flag says: %s',
    async (preserve_draft_off_cycles) => {
      const world = await preview();
      const [, , , source] = await world.drafts();
      const made = await world.given.created('payroll', {
        pay_schedule_id: world.schedule.id,
        type: 'off_cycle',
        source_payroll_id: source!.id,
        pay_date: '2026-11-25',
      });
      await end(world, { preserve_draft_off_cycles });
      expect((await world.stateOf('payroll', made.id)) !== undefined).toBe(preserve_draft_off_cycles);
    },
  );

  test('what was paid is not kept in silence: what counts on it is named, and preview goes on', async () => {
    const world = await preview();
    const { services, given } = world;
    const unconverted = async (): Promise<string> => {
      const body = { convert_paid_payrolls: false };
      const account = { business_entity_id: world.employer.id, account_provider: 'ca_cra' };
      if (world.rows('remittance_account').length === 0)
        await given.created('remittance_account', { ...account, account_identifier: '123456782RP0001' });
      return act(previewEnding, world.employer.id, { origin: world.origin(), services, body }).then(
        () => 'ended',
        ({ status, text }: { status: number; text: { en: string } }) => `${status} ${text.en}`,
      );
    };
    const made = await given.created('payroll', {
      pay_schedule_id: world.schedule.id,
      type: 'correction',
      source_payroll_id: world.paid.id,
      pay_date: '2026-10-12',
    });
    const [assignment] = world.rows('work_assignment');
    const correction = await given.created('pay_stub', { payroll_id: made.id, work_assignment_id: assignment!.id });
    await rest(world);
    const [source] = world.rows('earning_line_item').filter(({ payroll_id }) => payroll_id === world.paid.id);
    const adjustment = await given.created('adjustment', {
      source_line_item_id: source!.id,
      correction_pay_stub_id: correction.id,
      expected_amount: '2100',
    });
    await rest(world);
    expect(await unconverted()).toContain(`400 Preview cannot end`);
    expect(await unconverted()).toContain(`${adjustment.id} corrects a line item`);
    await given.deleted('adjustment', adjustment.id);
    const data = { pay_schedule_id: world.schedule.id };
    await given.events('payroll', made.id, { type: 'PayrollApprovalStarted', data });
    await rest(world);
    expect(await unconverted()).toContain(`correction payroll ${made.id} counts on them`);
    await given.events('payroll', made.id, { type: 'PayrollUnapprovalStarted', data });
    await rest(world);
    expect(await unconverted()).toBe('ended');
    await rest(world);
    expect(await world.stateOf('payroll', world.paid.id)).toBeUndefined();
  });

  test('an approval that began in preview is checked by the rules of a live employer', async () => {
    const world = await preview();
    const next = (await world.drafts()).find(({ pay_date }) => pay_date > '2026-11-16')!;
    await end(world);
    const data = { pay_schedule_id: next.pay_schedule_id };
    await world.given.events('payroll', next.id, { type: 'PayrollApprovalStarted', data });
    const { types } = await world.when(() => rest(world));
    expect(types).toContain('PayrollApprovalAbandoned');
    expect(await world.stateOf('payroll', next.id)).toMatchObject({ status: 'draft', approval: null });
  });
});

/**
 * Payroll rule 18: given pay stubs that would go live, when preview is to end, then what one of them lacks is named: a
 * CRA account, a jurisdiction, in Quebec an account with Revenu Québec. What no stub needs is not asked for.
 */
describe('payroll 18, business entity 4: for pay stubs that go live, the end of preview requires', () => {
  const CRA = 'a CRA remittance account';
  const PLACE = 'a province of employment';
  const QUEBEC = 'a Revenu Québec remittance account';
  /** An employer in Quebec, without any account. */
  const inQuebec = (options: Parameters<typeof payrollWorld>[0] = {}) =>
    payrollWorld({ province: 'ca_qc', ...options });
  const asked = async (world: PayrollWorld, body: Record<string, boolean> = {}): Promise<string> => {
    const asking = { origin: world.origin(), services: world.services, body };
    const lacking = await act(previewEnding, world.employer.id, asking).then(
      () => 'nothing',
      (problem: { status: number; text: { en: string; fr: string } }) => {
        expect(problem.status).toBe(400);
        expect(problem.text.fr).toContain("Le mode aperçu ne peut prendre fin : il manque à l'entité");
        return problem.text.en;
      },
    );
    return [CRA, PLACE, QUEBEC].filter((one) => lacking.includes(one)).join(', ') || lacking;
  };
  const account = (world: PayrollWorld, account_provider: string, account_identifier: string) =>
    world.given.created('remittance_account', {
      business_entity_id: world.employer.id,
      account_provider,
      account_identifier,
    });

  test('nothing without pay stubs', async () => {
    const world = await inQuebec();
    await world.populated();
    expect(await asked(world)).toBe('nothing');
  });

  test('a CRA and a Revenu Québec account for a stub in Quebec', async () => {
    const world = await inQuebec();
    await world.hired({ rate: SALARY });
    await world.populated();
    expect(await asked(world)).toBe([CRA, QUEBEC].join(', '));
    await account(world, 'ca_cra', '123456782RP0001');
    expect(await asked(world)).toBe(QUEBEC);
    await account(world, 'ca_rq', '1234567890RS0001');
    expect(await asked(world)).toBe('nothing');
  });

  test('accounts by the provinces of people on their pay dates, not of the employer', async () => {
    const world = await inQuebec();
    const { assignment } = await world.hired({ rate: SALARY });
    await world.populated();
    await account(world, 'ca_cra', '123456782RP0001');
    const [own] = world.rows('tax_property').filter(({ owner_id }) => owner_id === assignment.id);
    await world.given.changed('tax_property', own!.id, { effective_to: '2026-11-01' });
    const inOntario = (effective_from: string, effective_to: string | null) =>
      world.given.created('tax_property', {
        owner_id: assignment.id,
        type: 'ca::province_of_employment',
        value: 'ca_on',
        effective_from,
        effective_to,
      });
    await inOntario('2026-11-02', '2026-12-18');
    // The last pay of the year is in Quebec again.
    expect(await asked(world)).toBe(QUEBEC);
    await inOntario('2026-12-19', null);
    expect(await asked(world)).toBe('nothing');
  });

  test('a Revenu Québec account for a draft of the schedule that somebody in Quebec was on before', async () => {
    const world = await inQuebec({ schedule: { pay_frequency: 'custom' } });
    const { assignment } = await world.hired({ rate: SALARY });
    const made = await world.given.created('payroll', {
      ...{ pay_schedule_id: world.schedule.id, type: 'regular', custom_pay_frequency: 'bi-weekly' },
      ...{ original_pay_date: '2026-11-20', period_start: '2026-11-01', period_end: '2026-11-14' },
    });
    await world.given.created('pay_stub', { payroll_id: made.id, work_assignment_id: assignment.id });
    await account(world, 'ca_cra', '123456782RP0001');
    const other = await world.given.created('pay_schedule', {
      ...{ business_entity_id: world.employer.id, title: 'Weekly', pay_frequency: 'weekly' },
      ...{ anchor_pay_date: '2026-12-25', anchor_end_of_pay_period: '2026-12-25' },
    });
    await world.given.changed('work_assignment', assignment.id, { pay_schedule_id: other.id });
    expect(await asked(world)).toBe(QUEBEC);
  });

  test('a CRA account for a payroll that a caller created, once it has a stub', async () => {
    const world = await inQuebec({ schedule: { pay_frequency: 'custom' } });
    const { assignment } = await world.hired();
    const made = await world.given.created('payroll', {
      pay_schedule_id: world.schedule.id,
      type: 'historical',
      original_pay_date: '2026-10-30',
      period_start: '2026-10-01',
      period_end: '2026-10-31',
      custom_pay_frequency: 'monthly',
    });
    await account(world, 'ca_rq', '1234567890RS0001');
    const put = { payroll_id: made.id, work_assignment_id: assignment.id };
    await world.given.created('pay_stub', put);
    expect(await asked(world)).toBe(CRA);
  });
});

test('while its payrolls are carried through the answer is a 503 that says so, and a manager that is parked is not waited for', async () => {
  const answered = async (isParked: boolean) => {
    const world = await preview();
    await world.given.created('remittance_account', {
      business_entity_id: world.employer.id,
      account_provider: 'ca_cra',
      account_identifier: '123456782RP0001',
    });
    world.services.gate.followed = async (_position, follows = []) => !follows.includes('approval');
    world.services.gate.isStuck = () => isParked;
    const call = { origin: world.origin(), services: world.services, tenant: world.tenant, query: {}, body: {} };
    // A call that was read from no request has nothing else that the operation looks at.
    const asked = { ...call, params: { business_entity: world.employer.id } } as unknown as Call;
    return world.when(() => action(previewEnding).run(asked));
  };
  const { problem } = await answered(false);
  expect([problem?.status, problem?.headers['Retry-After']]).toEqual([503, '5']);
  expect(problem?.text.en).toMatch(/live; its payrolls are still being/);
  expect((await answered(true)).result?.status).toBe(200);
});
