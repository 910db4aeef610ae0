import { z } from 'zod';
import { embeddedListSchema } from '../../kernel/definition/envelopes.ts';
import { selfLinkSchema } from '../../kernel/definition/fields.ts';
import type { Call, Operation, QueryParameters } from '../../kernel/definition/operation.ts';
import type { State } from '../../kernel/definition/resource.ts';
import { dateFilterSchema, ID_OF, idSchema, queryFlag } from '../../kernel/definition/schemas.ts';
import { embeddedList, selfLink } from '../../kernel/definition/show.ts';
import { type VacationPayOfStub, vacationPayOfClosed } from '../../pay-records/vacation-pay.ts';
import { nextPayroll } from '../../payrolls/facts/calendar.ts';
import { all, type DateFilter, dateFilterOf, equal, oneOf } from '../../values/condition.ts';
import type { CalendarDate } from '../../values/dates.ts';
import { groupBy, piecesOf } from '../../values/group.ts';
import { type JsonObject, textOf } from '../../values/json.ts';
import { sum, toNumber, toText } from '../../values/money.ts';
import { invalid, unknownId } from '../../values/problem.ts';

/**
 * Vacation pay of one work assignment, read off its pay stubs: what was before, what accrued, what was paid, what is
 * left. Closed stubs count, and with `include_next_payrolls` that of the next draft payroll. A balance belongs to the
 * employer: of an assignment that moved to another, the present one's counts.
 */

const opening = z.number().meta({ description: 'Dollars of vacation pay before it' });
const accrued = z.number().meta({ description: 'Dollars that accrued' });
const paid = z.number().meta({ description: 'Dollars that were paid out' });
const closing = z.number().meta({
  description: 'Closing balance in dollars: opening balance plus accruals and corrections, less payments',
});

const FIGURES = {
  vacation_pay_opening_balance: opening,
  vacation_pay_accrued_in_period: accrued,
  vacation_pay_paid_in_period: paid,
  vacation_pay_closing_balance: closing,
};

const day = (description: string) => z.string().meta({ description, format: 'date' });

const balanceAnswer = z
  .object({
    object: z.literal('vacation_pay_balance').meta({ description: 'Type of the record' }),
    data: z.object(FIGURES).meta({ description: 'The figures' }),
  })
  .meta({ id: 'vacation_pay_balance', description: 'Vacation pay of a work assignment over a period' });

const adjustment = z
  .object({
    id: z.string().meta({ description: 'Its id', [ID_OF]: ['earning_line_item'] }),
    object: z.literal('earning_line_item').meta({ description: 'Type of the record' }),
    data: z
      .object({ amount: z.number().meta({ description: 'Dollars by which it corrects the balance' }) })
      .meta({ description: 'Its data' }),
    links: selfLinkSchema,
  })
  .meta({ id: 'vacation_pay_adjustment', description: 'A line item that corrects the balance' });

const historyAnswer = embeddedListSchema(
  z
    .object({
      object: z.literal('vacation_pay_history').meta({ description: 'Type of the record' }),
      data: z
        .object({
          ...FIGURES,
          vacation_pay_adjustments: embeddedListSchema(adjustment).meta({
            description: 'The line items of type vacation_accrual_adjustment that correct the balance',
          }),
          payroll: z
            .object({
              id: z.string().meta({ description: 'Its id', [ID_OF]: ['payroll'] }),
              object: z.literal('payroll').meta({ description: 'Type of the record' }),
              data: z
                .object({
                  status: z.string().meta({ description: 'Status' }),
                  type: z.string().meta({ description: 'Type of payroll' }),
                  period_start: day('First day of its pay period'),
                  period_end: day('Last day of its pay period'),
                  pay_date: day('Day on which it is paid'),
                })
                .meta({ description: 'Its data' }),
              links: selfLinkSchema,
            })
            .meta({ id: 'vacation_pay_payroll', description: 'The payroll' }),
        })
        .meta({ description: 'The figures of one payroll' }),
    })
    .meta({ id: 'vacation_pay_history', description: 'Vacation pay of a work assignment on one payroll' }),
);

const PERIOD = ['period_start', 'period_end', 'pay_date'] as const;
const WHICH = {
  period_start: 'first day of the pay period',
  period_end: 'last day of the pay period',
  pay_date: 'pay date',
};

const query: QueryParameters = {
  work_assignment_id: { schema: idSchema('work_assignment'), describe: 'The work assignment', required: true },
  ...Object.fromEntries(
    PERIOD.map((name) => [
      name,
      {
        schema: dateFilterSchema(),
        form: 'date' as const,
        describe: `Payrolls by their ${WHICH[name]}: a date, or operators in brackets`,
      },
    ]),
  ),
  include_next_payrolls: { schema: queryFlag(), describe: 'true includes the next draft payroll' },
};

const shared = {
  method: 'GET',
  auth: 'company',
  tag: 'vacation_pay_setting',
  query,
  problems: [422],
} as const;

/** What a period did to the balance of a work assignment. */
export const retrieveVacationPayBalance: Operation = {
  ...shared,
  id: 'retrieve_vacation_pay_balance',
  path: '/vacation_pay_balance',
  summary: 'Vacation pay of a work assignment: opening balance, accrued, paid, closing balance',
  description:
    'Covers payrolls that are no longer drafts and match the dates. Corrections only count in the closing balance. So do payrolls paid between those that match and do not match themselves, such as an off-cycle payroll of an earlier pay period; choose by `pay_date` to have them all.',
  answers: { 200: { description: 'The figures', schema: balanceAnswer } },
  run: async (call) => {
    const stubs = await stubsOf(call);
    if (!stubs) throw invalid([{ path: 'work_assignment_id', text: unknownId('work_assignment') }]);
    const chosen = stubs.filter((stub) => isChosen(stub, call.query));
    const before = chosen.length === 0 ? stubs.findLast((stub) => isBefore(stub, call.query)) : undefined;
    const data = {
      vacation_pay_opening_balance: toNumber(chosen[0]?.opening ?? before?.closing ?? '0'),
      vacation_pay_accrued_in_period: total(chosen, 'accrued'),
      vacation_pay_paid_in_period: total(chosen, 'paid'),
      vacation_pay_closing_balance: toNumber(chosen.at(-1)?.closing ?? before?.closing ?? '0'),
    };
    return { status: 200, body: { object: 'vacation_pay_balance', data } };
  },
};

/** The same payroll by payroll. */
export const listVacationPayHistory: Operation = {
  ...shared,
  id: 'list_vacation_pay_history',
  path: '/vacation_pay_history',
  summary: 'Vacation pay of a work assignment, payroll by payroll',
  description: 'One record for each payroll that is no longer a draft and matches the dates, by pay date.',
  answers: { 200: { description: 'The whole list', schema: historyAnswer } },
  run: async (call) => {
    const chosen = ((await stubsOf(call)) ?? []).filter((stub) => isChosen(stub, call.query));
    return { status: 200, body: embeddedList(await recordsOf(chosen, call)) };
  },
};

const total = (stubs: readonly VacationPayOfStub[], member: 'accrued' | 'paid'): number =>
  toNumber(toText(sum(stubs.map((stub) => stub[member]))));

/** The stubs that may count, in the order of pay; undefined where there is no such work assignment. */
const stubsOf = async (call: Call): Promise<VacationPayOfStub[] | undefined> => {
  const { query: asked, services, tenant } = call;
  const assignment = await services.read.get('work_assignment', tenant, textOf(asked.work_assignment_id));
  if (!assignment) return undefined;
  const open = asked.include_next_payrolls === true ? await nextStubs(assignment, call) : [];
  return vacationPayOfClosed(assignment, services, tenant, open);
};

/** The stub of a work assignment on the next draft payroll, if it has one. */
const nextStubs = async ({ id, pay_schedule_id }: State, { services, tenant }: Pick<Call, 'services' | 'tenant'>) => {
  const drafts = all(
    equal('pay_schedule_id', textOf(pay_schedule_id)),
    equal('status', 'draft'),
    equal('type', 'regular'),
  );
  const next = nextPayroll(await services.read.find('payroll', tenant, drafts));
  if (!next) return [];
  const ofNext = all(equal('payroll_id', next.id), equal('work_assignment_id', id));
  return (await services.read.find('pay_stub', tenant, ofNext)).filter(({ is_closed }) => !is_closed);
};

/** The days of a filter, exclusive bounds distinguished. */
const admits = (filter: DateFilter, date: CalendarDate): boolean =>
  typeof filter === 'string'
    ? date === filter
    : (filter.gt === undefined || date > filter.gt) &&
      (filter.gte === undefined || date >= filter.gte) &&
      (filter.lt === undefined || date < filter.lt) &&
      (filter.lte === undefined || date <= filter.lte);

const isChosen = (stub: VacationPayOfStub, asked: JsonObject): boolean =>
  PERIOD.every((name) => {
    const filter = dateFilterOf(asked[name]);
    return filter === undefined || admits(filter, stub[name]);
  });

/** Whether a stub lies before all that the dates choose. */
const isBefore = (stub: VacationPayOfStub, asked: JsonObject): boolean =>
  PERIOD.some((name) => {
    const filter = dateFilterOf(asked[name]);
    if (filter === undefined) return false;
    if (typeof filter === 'string') return stub[name] < filter;
    return (
      (filter.gte !== undefined && stub[name] < filter.gte) || (filter.gt !== undefined && stub[name] <= filter.gt)
    );
  });

const recordsOf = async (stubs: readonly VacationPayOfStub[], { services, tenant, ...call }: Call) => {
  const { read, registry, publicUrl } = services;
  const [payrolls, lines] = await Promise.all([
    read.getMany('payroll', tenant, [...new Set(stubs.map(({ payroll_id }) => payroll_id))]),
    adjustmentsOf(stubs, services, tenant),
  ]);
  const link = (object: string, id: string) => ({ self: selfLink(registry.need(object), id, { publicUrl, ...call }) });
  return stubs.map((stub) => {
    const { period_start, period_end, pay_date, payroll_id } = stub;
    const payroll = payrolls.get(payroll_id);
    const adjustments = (lines.get(stub.id) ?? []).map((line) => ({
      id: line.id,
      object: 'earning_line_item',
      data: { amount: toNumber(textOf(line.custom_amount ?? line.managed_amount ?? '0')) },
      links: link('earning_line_item', line.id),
    }));
    return {
      object: 'vacation_pay_history',
      data: {
        vacation_pay_opening_balance: toNumber(stub.opening),
        vacation_pay_accrued_in_period: toNumber(stub.accrued),
        vacation_pay_paid_in_period: toNumber(stub.paid),
        vacation_pay_closing_balance: toNumber(stub.closing),
        vacation_pay_adjustments: embeddedList(adjustments),
        payroll: {
          id: payroll_id,
          object: 'payroll',
          data: { status: payroll?.status ?? null, type: payroll?.type ?? null, period_start, period_end, pay_date },
          links: link('payroll', payroll_id),
        },
      },
    };
  });
};

/** Stubs whose lines are asked for together. */
const STUBS_AT_ONCE = 500;

const adjustmentsOf = async (
  stubs: readonly VacationPayOfStub[],
  { read }: Call['services'],
  tenant: Call['tenant'],
): Promise<Map<string, State[]>> => {
  const ids = stubs.filter(({ adjusted }) => adjusted !== '0').map(({ id }) => id);
  const found: State[] = [];
  for (const some of piecesOf(ids, STUBS_AT_ONCE)) {
    const where = all(oneOf('pay_stub_id', some), equal('type', 'vacation_accrual_adjustment'));
    for await (const rows of read.pages('earning_line_item', tenant, where)) found.push(...rows);
  }
  return groupBy(found, ({ pay_stub_id }) => textOf(pay_stub_id));
};
