import { z } from 'zod';
import { LINE_KINDS, RECURRENCES } from '../calculation/model/families.ts';
import { needRow } from '../kernel/calls/operations.ts';
import { stubSchema } from '../kernel/definition/fields.ts';
import { defineOperation } from '../kernel/definition/operation.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import { ID_OF, idSchema } from '../kernel/definition/schemas.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { recordLink } from '../kernel/definition/show.ts';
import { all, among, any, type Condition, compare, equal, not, oneOf } from '../values/condition.ts';
import { type Json, objectOf, textIf } from '../values/json.ts';
import { type Decimal, decimal, toNumber, ZERO } from '../values/money.ts';
import { lineItemObject, stubId } from './events/pay-stub.ts';
import { regularPayrolls } from './facts/calendar.ts';
import { payrollTotals } from './facts/payroll-totals.ts';
import { payeeNames } from './payee-names.ts';
import { payroll } from './payroll.ts';

/**
 * What differs between a payroll and the one before it, person by person: what a controller looks at instead of the
 * whole register. People whose pay and line items are the same are left out.
 *
 * People are gone through in the order of their work assignments, so many in one request; where there are more, the
 * answer says behind whom to continue.
 */

/** People whose stubs are held at once. */
const PEOPLE_AT_ONCE = 50;
/** People that one request goes through, whether or not anything of them differs. */
const MOST_SCANNED = 1_000;
const MOST_SHOWN = 100;
const SHOWN = 50;

const dollars = (description: string) => z.number().meta({ description });
const differs = (what: string) =>
  z
    .object({
      before: dollars('Dollars on the previous payroll'),
      after: dollars('Dollars on this payroll'),
      difference: dollars('Difference in dollars; negative where this payroll has less'),
    })
    .meta({ description: what });

const lineChange = z
  .object({
    change: z.enum(['added', 'ended', 'changed']).meta({
      description: 'Whether it is only on this payroll, only on the previous one, or on both with different amounts',
    }),
    line_item_type: z.enum(LINE_KINDS).meta({ description: 'The kind of line item', examples: ['earning'] }),
    type: z.string().meta({ description: 'Its type', examples: ['salary'] }),
    recurrence: stubSchema(RECURRENCES).nullable().meta({
      description: 'The recurring item that it comes from; null for entries by hand and statutory withholdings',
    }),
    before: dollars('Dollars on the previous payroll, of all such lines'),
    after: dollars('Dollars on this payroll, of all such lines'),
  })
  .meta({ id: 'payroll_line_change', description: 'A line item that differs from the previous payroll' });

const personChange = z
  .object({
    work_assignment: stubSchema(['work_assignment']).meta({ description: 'The work assignment that is paid' }),
    payee: stubSchema(['employee', 'contractor']).meta({ description: 'The payee' }),
    name: z.string().meta({ description: 'Name', examples: ['Zoé Tremblay'] }),
    change: z.enum(['new', 'gone', 'changed']).meta({
      description:
        'Whether the person is only on this payroll, only on the previous one, or on both with different pay',
    }),
    gross: differs('Gross pay'),
    net: differs('Net pay'),
    lines: z.array(lineChange).meta({ description: 'Line items that differ' }),
  })
  .meta({ id: 'payroll_person_change', description: 'Differences of one person from the previous payroll' });

const answer = z
  .object({
    object: z.literal('payroll_changes').meta({ description: 'Type of the record' }),
    data: z
      .object({
        payroll: stubSchema(['payroll']).meta({ description: 'The payroll' }),
        compared_with: stubSchema(['payroll'])
          .nullable()
          .meta({ description: 'The previous payroll of its schedule and type; null where there is none' }),
        gross: differs('Gross pay of everyone'),
        net: differs('Net pay of everyone'),
        new_count: z.int().meta({ description: 'Number of people only on this payroll' }),
        gone_count: z.int().meta({ description: 'Number of people only on the previous payroll' }),
        people: z.array(personChange).meta({ description: 'People with differences, ordered by work assignment' }),
        next_after: z
          .string()
          .nullable()
          .meta({
            description:
              'Send it as `after` to continue; null when everyone was compared. It may be set even when this answer shows nobody',
            [ID_OF]: ['work_assignment'],
          }),
      })
      .meta({ description: 'The differences' }),
  })
  .meta({ id: 'payroll_changes', description: 'Differences between a payroll and the previous one' });

export const listPayrollChanges = defineOperation({
  id: 'list_payroll_changes',
  method: 'GET',
  path: '/payrolls/{payroll}/changes',
  auth: 'company',
  tag: 'payroll',
  summary: 'Compare a payroll with the previous one',
  description:
    'Shows who is new, who is gone, and whose pay differs and in which line items, compared with the previous payroll of the same schedule and type. People whose pay and line items are the same are left out. One request compares at most 1,000 people; `next_after` says where to continue.',
  query: {
    per_page: {
      schema: z.coerce.number().int().min(1).max(MOST_SHOWN).default(SHOWN),
      describe: `Maximum number of people to show, from 1 to ${MOST_SHOWN}`,
    },
    after: { schema: idSchema('work_assignment'), describe: 'Continue after this work assignment' },
  },
  answers: { 200: { description: 'The differences', schema: answer } },
  problems: [404, 422],
  resource: payroll,
  run: async (call) => {
    const { services, tenant, query } = call;
    const own = await needRow(payroll, call);
    const before = await payrollBefore(own, services, tenant);
    const totals = await payrollTotals([own.id, ...(before ? [before.id] : [])], services, tenant);
    const sumOf = (id: string, member: 'gross' | 'net'): Decimal => {
      const { employee_summary, contractor_summary } = totals.get(id)?.summaries ?? {};
      return decimal(employee_summary?.[member] ?? '0').plus(contractor_summary?.[member] ?? '0');
    };
    const [new_count, gone_count, found] = await Promise.all([
      services.read.count('pay_stub', tenant, onlyOn(own, before)),
      services.read.count('pay_stub', tenant, onlyOn(before, own)),
      changedPeople({ own, before }, query.after ?? '', query.per_page ?? SHOWN, services, tenant),
    ]);
    const data = {
      payroll: recordLink('payroll', own.id, services),
      compared_with: before ? recordLink('payroll', before.id, services) : null,
      gross: difference(sumOf(idOf(before), 'gross'), sumOf(own.id, 'gross')),
      net: difference(sumOf(idOf(before), 'net'), sumOf(own.id, 'net')),
      ...{ new_count, gone_count, ...found },
    };
    return { status: 200, body: { object: 'payroll_changes', data } };
  },
});

/**
 * The payroll that one is compared with: the last one of its schedule and type with an earlier pay date. Before the
 * first regular one of a live employer that is the last one that was paid in preview.
 */
const payrollBefore = async (
  { id, type, pay_date, pay_schedule_id }: RecordOf<'payroll'>,
  services: Services,
  tenant: Tenant,
): Promise<RecordOf<'payroll'> | undefined> => {
  const earlier = all(not(equal('id', id)), compare('pay_date', '<', pay_date));
  const before = all(equal('type', type), earlier);
  const latest = { column: 'pay_date', direction: 'desc' } as const;
  const last = await services.read.firstOfEach('payroll', tenant, 'pay_schedule_id', [pay_schedule_id], latest, before);
  const found = last.get(pay_schedule_id);
  if (found || type !== 'regular') return found;
  const ofSchedule = all(equal('pay_schedule_id', pay_schedule_id), earlier);
  const paidInPreview = await regularPayrolls(ofSchedule, services, tenant);
  return paidInPreview.sort((a, b) => (a.pay_date + a.id < b.pay_date + b.id ? -1 : 1)).at(-1);
};

/** The two payrolls that are compared; the first one of a schedule has none before it. */
interface Pair {
  own: RecordOf<'payroll'>;
  before: RecordOf<'payroll'> | undefined;
}

/** No payroll has the id ''. */
const idOf = (payroll: RecordOf<'payroll'> | undefined): string => payroll?.id ?? '';

const on = (payroll: RecordOf<'payroll'> | undefined): Condition => equal('payroll_id', idOf(payroll));
const onlyOn = (one: RecordOf<'payroll'> | undefined, other: RecordOf<'payroll'> | undefined): Condition =>
  all(on(one), not(among('work_assignment_id', 'pay_stub', 'work_assignment_id', on(other))));

type PersonChange = z.output<typeof personChange>;
type Found = { people: PersonChange[]; next_after: string | null };

const changedPeople = async (
  pair: Pair,
  after: string,
  most: number,
  services: Services,
  tenant: Tenant,
): Promise<Found> => {
  const paid = (by: RecordOf<'payroll'> | undefined) => among('id', 'pay_stub', 'work_assignment_id', on(by));
  const where = all(compare('id', '>', after), any(paid(pair.own), paid(pair.before)));
  const people: PersonChange[] = [];
  let scanned = 0;
  for await (const assignments of services.read.pages('work_assignment', tenant, where, PEOPLE_AT_ONCE)) {
    const changes = await changesOf(assignments, pair, services, tenant);
    for (const { id } of assignments) {
      const change = changes.get(id);
      if (change) people.push(change);
      scanned += 1;
      if (people.length === most || scanned === MOST_SCANNED) return { people, next_after: id };
    }
  }
  return { people, next_after: null };
};

/** What differs of some people, by work assignment; of whom nothing does is absent. */
const changesOf = async (
  assignments: readonly RecordOf<'work_assignment'>[],
  pair: Pair,
  services: Services,
  tenant: Tenant,
): Promise<Map<string, PersonChange>> => {
  const { read } = services;
  // By their own ids: of a work assignment there is a stub for each payroll ever.
  const onPair = [pair.own, ...(pair.before ? [pair.before] : [])];
  const ids = assignments.flatMap(({ id }) => onPair.map((payroll) => stubId(payroll, id)));
  const stubs = await read.find('pay_stub', tenant, oneOf('id', ids));
  const lines = await linesByStub(
    stubs.map(({ id }) => id),
    services,
    tenant,
  );
  const payees = assignments.flatMap(({ employee_id, contractor_id }) => employee_id ?? contractor_id ?? []);
  const names = await payeeNames(payees, services, tenant);
  const stubOn = new Map(stubs.map((stub) => [`${stub.payroll_id}/${stub.work_assignment_id}`, stub]));
  const found = new Map<string, PersonChange>();
  for (const { id, employee_id, contractor_id } of assignments) {
    const [before, now] = [stubOn.get(`${idOf(pair.before)}/${id}`), stubOn.get(`${pair.own.id}/${id}`)];
    const payee = employee_id ?? contractor_id ?? '';
    const change = {
      work_assignment: recordLink('work_assignment', id, services),
      payee: recordLink(employee_id ? 'employee' : 'contractor', payee, services),
      name: names.get(payee) ?? '',
      change: before && now ? ('changed' as const) : now ? ('new' as const) : ('gone' as const),
      gross: difference(figure(before, 'gross'), figure(now, 'gross')),
      net: difference(figure(before, 'net'), figure(now, 'net')),
      lines: lineChanges(lines.get(before?.id ?? ''), lines.get(now?.id ?? ''), services),
    };
    const isSame =
      change.change === 'changed' &&
      change.lines.length === 0 &&
      change.gross.difference === 0 &&
      change.net.difference === 0;
    if (!isSame) found.set(id, change);
  }
  return found;
};

const figure = (stub: RecordOf<'pay_stub'> | undefined, member: 'gross' | 'net'): Decimal =>
  decimal(stub?.employee_summary[member] ?? stub?.contractor_summary[member] ?? '0');

const difference = (before: Decimal, after: Decimal) => ({
  before: toNumber(before),
  after: toNumber(after),
  difference: toNumber(after.minus(before)),
});

/** Lines of a stub that are alike: of one kind and type, and from one recurrence. */
interface Alike {
  line_item_type: (typeof LINE_KINDS)[number];
  type: string;
  recurrence: { object: string; id: string } | null;
  amount: Decimal;
}

const linesByStub = async (
  stubs: readonly string[],
  { read }: Services,
  tenant: Tenant,
): Promise<Map<string, Map<string, Alike>>> => {
  const byStub = new Map<string, Map<string, Alike>>(stubs.map((id) => [id, new Map()]));
  const add = (kind: (typeof LINE_KINDS)[number], row: Readonly<Record<string, Json | undefined>>): void => {
    const { object, id } = objectOf(row.recurrence);
    const [of, from] = [textIf(object), textIf(id)];
    const type = textIf(row.type) ?? '';
    const key = `${kind}/${type}/${from ?? ''}`;
    const alike = byStub.get(textIf(row.pay_stub_id) ?? '')!;
    const amount = decimal(textIf(row.custom_amount) ?? textIf(row.managed_amount) ?? '0');
    const recurrence = of === undefined || from === undefined ? null : { object: of, id: from };
    const earlier = alike.get(key)?.amount ?? ZERO;
    alike.set(key, { line_item_type: kind, type, recurrence, amount: earlier.plus(amount) });
  };
  await Promise.all(
    LINE_KINDS.map(async (kind) => {
      // Page by page: people may have had hundreds of lines entered each.
      for await (const rows of read.pages(lineItemObject(kind), tenant, oneOf('pay_stub_id', stubs)))
        for (const row of rows) add(kind, row);
    }),
  );
  return byStub;
};

const NO_LINES: ReadonlyMap<string, Alike> = new Map();

const lineChanges = (
  before: ReadonlyMap<string, Alike> = NO_LINES,
  now: ReadonlyMap<string, Alike> = NO_LINES,
  services: Services,
): z.output<typeof lineChange>[] =>
  [...new Set([...before.keys(), ...now.keys()])].sort().flatMap((key) => {
    const [old, own] = [before.get(key), now.get(key)];
    if (old && own && old.amount.eq(own.amount)) return [];
    const { line_item_type, type, recurrence } = (own ?? old)!;
    return {
      change: old && own ? ('changed' as const) : own ? ('added' as const) : ('ended' as const),
      ...{ line_item_type, type },
      recurrence: recurrence && recordLink(recurrence.object, recurrence.id, services),
      before: toNumber(old?.amount ?? ZERO),
      after: toNumber(own?.amount ?? ZERO),
    };
  });
