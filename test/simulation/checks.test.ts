import { beforeEach, describe, expect, test } from 'vitest';
import type { Row } from '../../projections/model/model.ts';
import { eventName } from '../../src/kernel/events/define.ts';
import { equal } from '../../src/values/condition.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { Problem } from '../../src/values/problem.ts';
import { LIVE } from './actions.ts';
import { type Failure, failuresOf } from './checks.ts';
import type { Asked } from './client.ts';
import { runPlan } from './driver.ts';
import { planOf } from './plan.ts';
import { logOf, type World } from './world.ts';

/** What is checked of a world can fail: each fault that is planted in a healthy one is found. */
let world: World;

beforeEach(async () => {
  const whole = planOf(1, 0);
  const result = await runPlan({ ...whole, actions: whole.actions.filter(({ company }) => company === 0) });
  expect(result.failures).toEqual([]);
  world = result.world;
});

const found = async (): Promise<string[]> => {
  const failures: Failure[] = await failuresOf(world, await logOf(world));
  return [...new Set(failures.map(({ invariant }) => invariant))];
};

/** Appends an event behind the service's back, and lets the read models follow. */
const append = async (
  stream: string,
  type: string,
  data: JsonObject,
  actor: string,
  request_id?: string,
): Promise<void> => {
  const { log, projections, tables } = world.ground;
  const events = await log.readStream(stream);
  const metadata = { ...events[0]!.metadata, actor, ...(request_id !== undefined && { request_id }) };
  await log.append(stream, [{ id: crypto.randomUUID(), type, data, metadata }], events.at(-1)!.revision);
  const [last] = (await log.readStream(stream, { direction: 'backwards', limit: 1 })) as [(typeof events)[number]];
  const domain = { ...last, type: eventName(last.type), data: last.data, metadata: last.metadata };
  for (const projection of projections) tables.apply(projection, domain);
};

const asked = (more: Partial<Asked>): Asked => ({
  id: 'req_planted',
  operation: 'create_employee',
  tenant: world.companies[0]!,
  occurred_at: '2026-01-05T17:00:00.000000Z',
  tries: 1,
  outcome: 'done',
  reply: { status: 201, body: {} },
  ...more,
});

describe('the checks find', () => {
  test('a stub that was removed without its payroll', async () => {
    const [stub] = world.ground.tables.ask.find('pay_stub', world.companies[0]!, equal('is_closed', false));
    await append(`pay_stub-${stub!.id}`, 'PayStubDeleted', {}, 'process:population');
    expect(await found()).toEqual(expect.arrayContaining(['everyone_is_on_their_payrolls', 'payroll_lists_its_stubs']));
  });

  test('hours that a caller entered on a managed line, and that are gone', async () => {
    const { tables } = world.ground;
    const [line] = tables.ask.find('earning_line_item', world.companies[0]!, equal('is_managed', true));
    const { id } = line!;
    await append(`pay_stub-${line!.pay_stub_id}`, 'EarningLineItemChanged', { id, custom_hours: '7' }, 'company:x');
    expect(await found()).not.toContain('what a caller entered stays');
    Object.assign(tables.all('earning_line_item').find((row) => row.id === id)!, { custom_hours: null });
    expect(await found()).toContain('what a caller entered stays');
  });

  test('an amount that a caller entered on a line of another family, and that is gone', async () => {
    const { tables } = world.ground;
    const [line] = tables.ask.find('statutory_withholding_line_item', world.companies[0]!, equal('is_managed', true));
    const { id } = line!;
    const change = { id, custom_amount: '7' };
    await append(`pay_stub-${line!.pay_stub_id}`, 'StatutoryWithholdingLineItemChanged', change, 'company:x');
    expect(await found()).not.toContain('what a caller entered stays');
    Object.assign(tables.all('statutory_withholding_line_item').find((row) => row.id === id)!, { custom_amount: null });
    expect(await found()).toContain('what a caller entered stays');
  });

  describe('of what a caller entered', () => {
    const NAME = 'what a caller entered stays';

    /** A managed statutory line with an amount that a caller entered, the stub that it is on, and its going. */
    const entered = async (...types: string[]) => {
      const { tables } = world.ground;
      const line = tables.ask
        .find('statutory_withholding_line_item', world.companies[0]!, equal('is_managed', true))
        .find(({ type }) => types.includes(type as string))!;
      const { id, pay_stub_id, type } = line;
      const stub = tables.all('pay_stub').find((row) => row.id === pay_stub_id)!;
      const stream = `pay_stub-${pay_stub_id}`;
      const ofLine = { id, kind: 'statutory_withholding' };
      const calculated = (lines: JsonObject[], removed: JsonObject[]) =>
        append(stream, 'PayStubCalculated', { lines, removed }, 'process:population');
      await append(stream, 'StatutoryWithholdingLineItemChanged', { id, custom_amount: '7' }, 'company:x');
      // A calculation says of a line that was there only what differs.
      await calculated([{ ...ofLine, managed_amount: '9' }], []);
      return { stub, type, goes: () => calculated([], [ofLine]) };
    };

    const movesTo = (stub: Row, value: string, effective_from = '2024-01-01') => {
      const owner_id = stub.work_assignment_id as string;
      const property = {
        id: `taxp_${value}`,
        owner_id,
        type: 'ca::province_of_employment',
        value,
        effective_from,
        effective_to: null,
      };
      return append(`work_assignment-${owner_id}`, 'TaxPropertyCreated', property, 'company:x');
    };

    test('an amount on the line of a plan, though nobody moved', async () => {
      const { goes } = await entered('cpp', 'qpp');
      await goes();
      expect(await found()).toContain(NAME);
    });

    test('a note that went with its stub, of somebody who left after its period, and none of who left before', async () => {
      const { tables } = world.ground;
      const stubs = tables.ask.find('pay_stub', world.companies[0]!, equal('is_closed', false));
      const [stub] = stubs;
      const other = stubs.find(({ work_assignment_id }) => work_assignment_id !== stub!.work_assignment_id);
      const goes = async ({ id, work_assignment_id }: Row, archived_at: string): Promise<void> => {
        await append(`pay_stub-${id}`, 'PayStubChanged', { note: 'planted' }, 'company:x');
        await append(`work_assignment-${work_assignment_id}`, 'WorkAssignmentChanged', { archived_at }, 'company:x');
        await append(`pay_stub-${id}`, 'PayStubDeleted', {}, 'process:population');
      };
      await goes(stub!, '2020-01-01');
      expect(await found()).not.toContain(NAME);
      await goes(other!, '2030-01-01');
      expect(await found()).toContain(NAME);
    });

    test('one on a line that each place has, though somebody moved', async () => {
      const { stub, goes } = await entered('ei');
      for (const place of ['ca_qc', 'ca_on']) await movesTo(stub, place);
      await goes();
      expect(await found()).toContain(NAME);
    });

    test('one on the line of a plan, of somebody who moves after the pay date', async () => {
      const { stub, type, goes } = await entered('cpp', 'qpp');
      await movesTo(stub, type === 'qpp' ? 'ca_on' : 'ca_qc', '2027-06-01');
      await goes();
      expect(await found()).toContain(NAME);
    });

    /** The line of vacation pay of somebody whose setting changes, with an amount that a caller entered, goes. */
    const vacationPayGoes = async (change: JsonObject) => {
      const { tables } = world.ground;
      const [line] = tables.ask.find('earning_line_item', world.companies[0]!, equal('is_managed', true));
      const stub = tables.all('pay_stub').find(({ id }) => id === line!.pay_stub_id)!;
      const id = 'earnl_planted';
      const made = { ...line, id, kind: 'earning', type: 'vacation_pay', recurrence: null } as JsonObject;
      const stream = `pay_stub-${stub.id}`;
      await append(stream, 'PayStubCalculated', { lines: [made], removed: [] }, 'process:population');
      await append(stream, 'EarningLineItemChanged', { id, custom_amount: '7' }, 'company:x');
      const { work_assignment_id } = stub;
      const setting = { id: 'vacps_planted', work_assignment_id: work_assignment_id as string };
      const container = `work_assignment-${work_assignment_id}`;
      await append(container, 'VacationPaySettingCreated', setting, 'company:x');
      await append(container, 'VacationPaySettingChanged', { ...setting, ...change }, 'company:x');
      const removed = [{ id, kind: 'earning' }];
      await append(stream, 'PayStubCalculated', { lines: [], removed }, 'process:population');
    };

    test('an amount of vacation pay, though no setting that pays it has ended', async () => {
      await vacationPayGoes({ percentage: '8' });
      expect(await found()).toContain(NAME);
    });

    test('and none where it is not paid each period any more', async () => {
      await vacationPayGoes({ vacation_pay_method: 'manual' });
      expect(await found()).not.toContain(NAME);
    });

    test('and none that went with a move', async () => {
      const { stub, type, goes } = await entered('cpp', 'qpp');
      await movesTo(stub, type === 'qpp' ? 'ca_on' : 'ca_qc', '2025-12-01');
      await goes();
      expect(await found()).not.toContain(NAME);
    });
  });

  test('a request that was acknowledged and not done', async () => {
    world.asked.push(asked({}));
    expect(await found()).toEqual(['what got a 2xx is done once']);
  });

  test('a request that was refused and done', async () => {
    const done = world.asked.find(({ outcome, operation }) => outcome === 'done' && operation === 'create_employee')!;
    done.outcome = 'refused';
    expect(await found()).toEqual(['what got a 2xx is done once']);
  });

  test('a deletion that was refused and done, and not undone', async () => {
    const [schedule] = world.ground.tables.ask.find('pay_schedule', world.companies[0]!, { is: 'all', of: [] });
    const problem = new Problem(400, { en: 'Somebody is on it.', fr: "Quelqu'un y est." });
    world.asked.push(asked({ operation: 'delete_pay_schedule', outcome: 'refused', problem }));
    const stream = `pay_schedule-${schedule!.id}`;
    await append(stream, 'PayScheduleDeleted', {}, 'company:x', 'req_planted');
    expect(await found()).toContain('what got a 2xx is done once');
  });

  test('a file of pay stubs that was refused and is there, unless another request deleted its stub', async () => {
    const [stub] = world.ground.tables.ask.find('pay_stub', world.companies[0]!, equal('is_closed', false));
    const problem = new Problem(400, { en: '0 written, 1 not', fr: '0 écrit, 1 non' });
    const params = { payroll: `${stub!.payroll_id}` };
    world.asked.push(asked({ operation: 'import_pay_stubs', params, outcome: 'refused', problem }));
    const stream = `pay_stub-${stub!.id}`;
    await append(stream, 'PayStubChanged', {}, 'company:x', 'req_planted');
    expect(await found()).toContain('what got a 2xx is done once');
    await append(stream, 'PayStubDeleted', {}, 'company:x', 'req_another');
    expect(await found()).not.toContain('what got a 2xx is done once');
  });

  test('work that is never done', async () => {
    const { due } = world.ground.database;
    const [row] = [...due.values()];
    const payload = { company_id: world.companies[0]!.company_id! };
    due.set('nobodys 1', { ...row!, kind: 'nobodys', key: '1', payload, ended: false, due_ms: 0 });
    expect(await found()).toEqual(['comes_to_rest']);
  });

  test('an approval that never ends', async () => {
    const [payroll] = world.ground.tables.ask.find('payroll', world.companies[0]!, equal('status', 'draft'));
    await append(`payroll-${payroll!.id}`, 'PayrollApprovalStarted', { approval_id: 'planted' }, 'company:x');
    expect(await found()).toContain('no approval hangs');
  });

  test('a pay stub that was closed for an approval that is no more', async () => {
    const [stub] = world.ground.tables.ask.find('pay_stub', world.companies[0]!, equal('is_closed', false));
    Object.assign(world.ground.tables.all('pay_stub').find(({ id }) => id === stub!.id)!, { is_closed: true });
    expect(await found()).toContain('a draft has open pay stubs');
  });

  test('a row that a rebuild makes otherwise', async () => {
    const { tables } = world.ground;
    const [row] = tables.all('pay_schedule');
    Object.assign(row!, { title: 'planted' });
    expect(await found()).toEqual(['a rebuild equals what is read']);
  });
});

describe('of closed pay stubs the checks find', () => {
  /** The stubs of a world with an approved payroll, which a fault is planted in. */
  const closed = async () => {
    const whole = planOf(1, 0, LIVE);
    const result = await runPlan({ ...whole, actions: whole.actions.filter(({ company }) => company === 0) });
    world = result.world;
    expect(result.failures).toEqual([]);
    return world.ground.tables.all('pay_stub').filter(({ is_closed }) => is_closed === true);
  };

  test('contributions that no slip shows, and those beyond the maximum of the year', async () => {
    const stubs = await closed();
    expect(stubs.length).toBeGreaterThan(0);
    for (const stub of stubs) {
      const amounts = stub.amounts as Record<string, Record<string, string>>;
      Object.assign(stub, { amounts: { ...amounts, statutory_withholding: { cpp: '0', ei: '5000' } } });
    }
    expect(await found()).toEqual(
      expect.arrayContaining(['nobody contributes beyond the year', 'slips show what was withheld']),
    );
  });

  test('premiums of an employer that are a cent beyond its maximum of the year', async () => {
    const [stub] = await closed();
    const amounts = stub!.amounts as Record<string, Record<string, string>>;
    const { employer_statutory_withholding: employer } = amounts;
    const beyond = { ...amounts, employer_statutory_withholding: { ...employer, ei: '1572.31' } };
    Object.assign(stub!, { amounts: beyond });
    expect(await found()).toContain('nobody contributes beyond the year');
  });

  test('net pay that is not what the lines add up to', async () => {
    const [stub] = await closed();
    const summary = stub!.employee_summary as Record<string, string>;
    Object.assign(stub!, { employee_summary: { ...summary, net: '0.01' } });
    expect(await found()).toContain('a pay stub is the sum of its lines');
  });
});
