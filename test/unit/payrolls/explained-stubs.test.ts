import { expect, test } from 'vitest';
import { PREFERRED } from '../../../src/kernel/calls/requests.ts';
import type { Call } from '../../../src/kernel/definition/operation.ts';
import { eventsOf } from '../../../src/kernel/definition/record-events.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { explainPayStub } from '../../../src/payrolls/explanations/explanation.ts';
import { type PayrollWorld, payrollWorld, SALARY } from '../../support/payroll-world.ts';

interface Explained {
  is_complete: boolean;
  lines: {
    id: string;
    line_item_type: string;
    type: string;
    amount: number;
    steps: {
      name: string;
      value: number;
      rule?: { en: string; fr: string };
      figures: Record<string, number | string>;
      records?: { id: string; object: string; links: { self: string } }[];
    }[];
  }[];
}

/** What `GET /pay_stubs/{pay_stub}/explanation` answers. */
const explanationOf = async (world: PayrollWorld, stub: RecordOf<'pay_stub'>): Promise<Explained> => {
  const call: Call = {
    tenant: world.tenant,
    params: { pay_stub: stub.id },
    query: {},
    body: undefined,
    locale: 'en',
    preferences: PREFERRED,
    origin: world.origin(),
    services: world.services,
    url: new URL('http://localhost/explanation'),
    choose: (types) => types[0]!,
  };
  const { body } = (await explainPayStub.run(call)) as { body: unknown };
  return (body as { data: Explained }).data;
};
const approved = async (world: PayrollWorld, payroll: RecordOf<'payroll'>): Promise<void> => {
  const { pay_schedule_id } = payroll;
  await world.given.events('payroll', payroll.id, {
    type: 'PayrollApprovalStarted',
    data: { pay_schedule_id: pay_schedule_id! },
  });
  await world.follow(world.managers.approval);
  await world.populated();
};
const lineOf = ({ lines }: Explained, type: string) => lines.find((line) => line.type === type)!;

test('the explanation of a reached cap lists the lines of earlier pay stubs that used it, on open and closed stubs', async () => {
  const world = await payrollWorld();
  const { assignment } = await world.hired({ rate: SALARY });
  const benefit = await world.given.created('employer_benefit', {
    work_assignment_id: assignment.id,
    employer_benefit_type: 'pension_rrsp',
    amount: '10',
    amount_type: 'percent',
    frequency: 'per_payroll',
    effective_from: '2026-01-01',
    max_annual_contribution: '500',
    max_annual_contribution_basis: 'all_line_items_of_type',
  });
  await world.populated();
  const [first, second, third] = await world.drafts();
  await approved(world, first!);
  await approved(world, second!);
  const [stub] = await world.stubs(third!);
  const open = await explanationOf(world, stub!);
  const contribution = lineOf(open, 'pension_rrsp');
  expect(contribution.amount).toBe(100);
  const capped = contribution.steps.at(-1)!;
  expect(capped).toMatchObject({
    name: 'max_annual_contribution',
    value: 100,
    figures: {
      ...{ amount: 200, cap: 500, used_on_this_pay_stub: 0 },
      ...{ used_by_earlier_pay_stubs: 400, used_by_later_pay_stubs: 0 },
    },
    rule: { en: expect.stringContaining('cap'), fr: expect.stringContaining('plafond') },
  });
  const earlier = world.rows('employer_benefit_line_item').filter(({ payroll_id }) => payroll_id !== third!.id);
  const named = earlier.map(({ id }) => ({
    id,
    object: 'employer_benefit_line_item',
    links: { self: `/employer_benefit_line_items/${id}` },
  }));
  expect(capped.records).toEqual(named);
  expect(named).toHaveLength(2);
  expect(contribution.steps[1]!.records).toEqual([
    { id: benefit.id, object: 'employer_benefit', links: { self: `/employer_benefits/${benefit.id}` } },
  ]);

  await approved(world, third!);
  expect(await explanationOf(world, stub!)).toEqual(open);
  expect(open.is_complete).toBe(true);
});

test('the explanation of a stub that was changed often reads few of its events, open and closed', async () => {
  let read = 0;
  const world = await payrollWorld({
    store: (store) => ({
      ...store,
      readStream: async (...asked) => {
        const events = await store.readStream(...asked);
        read += events.length;
        return events;
      },
    }),
  });
  await world.hired({ rate: SALARY });
  await world.populated();
  const [next] = await world.drafts();
  const [stub] = await world.stubs(next!);
  const notes = Array.from({ length: 600 }, (_, n) => eventsOf('pay_stub').changed({ note: `Note ${n}` }));
  await world.given.events('pay_stub', stub!.id, ...notes);
  const open = await explanationOf(world, stub!);
  read = 0;
  expect(await explanationOf(world, stub!)).toEqual(open);
  expect(read).toBeLessThan(10);
  await approved(world, next!);
  read = 0;
  expect(await explanationOf(world, stub!)).toEqual(open);
  expect(read).toBeLessThan(100);
});

test('every line of a stub has steps, and each step cites a rule or a paragraph of the law', async () => {
  const world = await payrollWorld({ province: 'ca_qc' });
  const { assignment } = await world.hired({ rate: SALARY });
  const item = { work_assignment_id: assignment.id, frequency: 'per_payroll', effective_from: '2026-01-01' };
  await world.given.created('allowance', { ...item, allowance_type: 'parking_allowance', amount: '40' });
  await world.given.created('deduction', {
    ...item,
    deduction_type: 'garnishment_order',
    amount: '30',
    amount_type: 'percent',
    income_basis: 'all_earnings',
    income_statutory_withholdings: 'all',
  });
  await world.populated();
  const [next] = await world.drafts();
  const [stub] = await world.stubs(next!);
  const { lines, is_complete } = await explanationOf(world, stub!);
  expect(is_complete).toBe(true);
  expect(new Set(lines.map(({ line_item_type }) => line_item_type))).toEqual(
    new Set(['earning', 'allowance', 'deduction', 'statutory_withholding', 'employer_statutory_withholding']),
  );
  const untold = lines.filter(({ steps }) => steps.length === 0);
  expect(untold).toEqual([]);
  const garnishment = lineOf({ lines, is_complete }, 'garnishment_order');
  const withheld = garnishment.steps.find(({ name }) => name === 'income_statutory_withholdings')!;
  expect(withheld.records!.map(({ id }) => id).sort()).toEqual(
    lines.flatMap(({ id, line_item_type }) => (line_item_type === 'statutory_withholding' ? [id] : [])).sort(),
  );
});
