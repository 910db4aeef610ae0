import { FAMILIES, LINE_KINDS, type LineKind } from '../../src/calculation/index.ts';
import type { Position } from '../../src/event-store/port.ts';
import { appendTo, loadStream } from '../../src/kernel/changes/execute.ts';
import { inTurns } from '../../src/kernel/changes/in-turns.ts';
import { latest } from '../../src/kernel/changes/latest.ts';
import { type EventBody, type RecordOf, type State, streamOf } from '../../src/kernel/definition/resource.ts';
import type { Services, Tenant } from '../../src/kernel/definition/services.ts';
import type { Origin } from '../../src/kernel/definition/writer.ts';
import { payStubCalculated, payStubClosed, stubId } from '../../src/payrolls/events/pay-stub.ts';
import {
  payrollApprovalStarted,
  payrollApproved,
  payrollPaid,
  payrollStubsAdded,
} from '../../src/payrolls/events/payroll.ts';
import { payrollEvents, payStubEvents } from '../../src/payrolls/events/records.ts';
import { nextPayroll } from '../../src/payrolls/facts/calendar.ts';
import { remunerationOf } from '../../src/statutory/employer/remuneration.ts';
import { all, equal } from '../../src/values/condition.ts';
import { addDays, daysBetween, yearOf } from '../../src/values/dates.ts';
import { derivedId } from '../../src/values/ids.ts';
import { isObject, type JsonObject } from '../../src/values/json.ts';
import { type Decimal, decimal, toText, ZERO } from '../../src/values/money.ts';

/** Its list of stubs and its closing fit into one append. */
const MOST_STUBS = 3_000;

/**
 * Gives a schedule a past, quickly: closed payrolls before its next draft, each with the stubs and lines that the draft
 * has now, as the events that an approval leaves. What a stub holds is real, with the sums of its year; its vacation
 * balance is the draft's.
 *
 * @param payrolls how many; each lies one pay period before the other
 * @param onLaid told of each payroll when it is in the log, the oldest first
 * @param own what the stubs of a payroll are laid after, by how many periods it lies back; default those of the draft
 * @returns the position of the last event, when all can be read
 */
export const layPast = async (
  services: Services,
  tenant: Tenant,
  scheduleId: string,
  payrolls: number,
  onLaid: (laid: number) => Promise<void> = async () => {},
  own?: (back: number) => readonly StubModel[],
): Promise<Position | undefined> => {
  const drafts = all(equal('pay_schedule_id', scheduleId), equal('status', 'draft'));
  const next = nextPayroll(await services.read.find('payroll', tenant, drafts));
  if (!next) throw new Error(`the schedule ${scheduleId} has no draft payroll`);
  const ofDraft = own ? [] : await modelsOf(next, services, tenant);
  const days = daysBetween(next.period_start as string, next.period_end as string) + 1;
  const years = new Map<string, Sums>();
  let last: Position | undefined;
  for (let back = payrolls; back >= 1; back--) {
    const payroll = earlier(next, back * days);
    const models = (own?.(back) ?? ofDraft).map((model) => inYear(model, payroll, years));
    if (models.length > MOST_STUBS)
      throw new Error(`a past of ${models.length} stubs a payroll does not fit its appends`);
    const origin = originAt(payroll, tenant);
    const closed = await inTurns(models, async (model) => {
      const events = closedStub(model, payroll);
      const stream = streamOf('pay_stub', stubId(payroll, model.stub.work_assignment_id as string));
      return (await appendTo(stream, 'past', origin(stream), services, async () => events, 'nothing')).position;
    });
    const stream = streamOf('payroll', payroll.id);
    const approved = approvedPayroll(payroll, models);
    const { position } = await appendTo(stream, 'past', origin(stream), services, async () => approved, 'nothing');
    last = latest([last, position, ...closed]);
    await onLaid(payrolls - back + 1);
  }
  await readable(last, services);
  return last;
};

/**
 * Closes a schedule's next draft as an approval leaves it, so that the one after it takes recurring items. Only on
 * services without process managers: population opens a stub again that is closed on a draft, and the journal then
 * finds it open for ever. Where they run, approve.
 */
export const closeNext = async (services: Services, tenant: Tenant, scheduleId: string): Promise<void> => {
  const drafts = all(equal('pay_schedule_id', scheduleId), equal('status', 'draft'));
  const payroll = nextPayroll(await services.read.find('payroll', tenant, drafts));
  if (!payroll) throw new Error(`the schedule ${scheduleId} has no draft payroll`);
  const stubs = await services.read.find('pay_stub', tenant, equal('payroll_id', payroll.id));
  const origin = originAt(payroll, tenant);
  const closing = payStubClosed({ payroll_id: payroll.id, approval_id: null });
  const closed = await inTurns(stubs, async ({ id }) => {
    const stream = streamOf('pay_stub', id);
    return (await appendTo(stream, 'closed', origin(stream), services, async () => [closing])).position;
  });
  const stream = streamOf('payroll', payroll.id);
  const approval = approvalOf(
    payroll,
    stubs.map((stub) => ({ ...stub, version: String(BigInt(stub.version) + 1n) })),
  );
  const { position } = await appendTo(stream, 'approved', origin(stream), services, async () => approval);
  await readable(latest([position, ...closed]), services);
};

const originAt =
  (payroll: RecordOf<'payroll'>, tenant: Tenant) =>
  (seed: string): Origin => ({
    tenant,
    actor: 'process:past',
    request_id: 'past',
    correlation_id: 'past',
    occurred_at: `${payroll.pay_date}T12:00:00.000000Z`,
    seed: `past/${seed}`,
    mayRepeat: false,
  });

const readable = async (position: Position | undefined, { gate }: Services): Promise<void> => {
  if (position !== undefined && !(await gate.followed(position, [], 600_000)))
    throw new Error(`the read models did not reach ${position}`);
};

/** A calculated stub with its lines, which others are laid after. */
export interface StubModel {
  stub: RecordOf<'pay_stub'>;
  lines: RecordOf<`${LineKind}_line_item`>[];
}

const KERNEL = ['id', 'scope_id', 'created_at', 'updated_at', 'version', 'facts_position', 'closed_by'];

const membersOf = (state: State): JsonObject =>
  Object.fromEntries(Object.entries(state).filter(([name]) => !KERNEL.includes(name)));

/** The stubs that a payroll has now. */
export const modelsOf = async ({ id }: Pick<State, 'id'>, services: Services, tenant: Tenant): Promise<StubModel[]> => {
  const stubs = await services.read.find('pay_stub', tenant, equal('payroll_id', id));
  return inTurns(stubs, (stub) => modelOf(stub, services));
};

/** What is laid for other people of the same schedule: each is paid as one of those that there is a model of. */
export const modelsFor = (
  people: readonly { id: string; employee_id: string | null }[],
  models: readonly StubModel[],
): StubModel[] =>
  people.map(({ id, employee_id }, i) => {
    const { stub, lines } = models[i % models.length]!;
    return { stub: { ...stub, work_assignment_id: id, employee_id }, lines };
  });

const modelOf = async ({ id }: State, services: Services): Promise<StubModel> => {
  const { aggregate } = await loadStream(streamOf('pay_stub', id), services);
  const lines = LINE_KINDS.flatMap((kind) => aggregate.all(`${kind}_line_item`));
  return { stub: aggregate.get('pay_stub', id)!, lines };
};

/** Sums so far, by the names of the figure and of what it is in. */
type Sums = Map<string, Decimal>;

/** A model as a stub of a payroll, whose figures of the year are the sums of those laid before it. */
const inYear = ({ stub, lines }: StubModel, { pay_date }: RecordOf<'payroll'>, years: Map<string, Sums>): StubModel => {
  const key = [stub.work_assignment_id, stub.business_entity_id, yearOf(pay_date)].join('/');
  const year = years.get(key) ?? new Map();
  years.set(key, year);
  const summed = Object.fromEntries(SUMMARIES.map((name) => [name, summedUp(stub[name], year, name)]));
  return { stub: { ...stub, ...summed }, lines };
};

const SUMMARIES = ['employee_summary', 'contractor_summary', 'company_summary', 'line_item_summary'] as const;

/** Beside `period` stands its `ytd`, and beside any other figure that has one its `<figure>_ytd`. */
const summedUp = (summary: JsonObject, year: Sums, path: string): JsonObject => {
  const withYear = { ...summary };
  for (const [name, value] of Object.entries(summary)) {
    const at = `${path}.${name}`;
    const ofYear = name === 'period' ? 'ytd' : `${name}_ytd`;
    if (isObject(value)) withYear[name] = summedUp(value, year, at);
    else if (typeof value === 'string' && ofYear in summary) {
      const sum = (year.get(at) ?? ZERO).plus(decimal(value));
      year.set(at, sum);
      withYear[ofYear] = toText(sum);
    }
  }
  return withYear;
};

/** The schedule's payroll some days before another. */
const earlier = (payroll: RecordOf<'payroll'>, days: number): RecordOf<'payroll'> => {
  const day = (member: 'period_start' | 'period_end' | 'pay_date' | 'debit_date') => addDays(payroll[member], -days);
  const dates = {
    period_start: day('period_start'),
    period_end: day('period_end'),
    pay_date: day('pay_date'),
    original_pay_date: null,
    debit_date: day('debit_date'),
  };
  const id = derivedId('payrl', Date.parse(payroll.created_at), `past/${payroll.id}/${days}`);
  const length = daysBetween(payroll.period_start as string, payroll.period_end as string) + 1;
  const number = Math.ceil((daysBetween(`${yearOf(dates.pay_date)}-01-01`, dates.pay_date) + 1) / length);
  return { ...payroll, ...dates, id, period_number: number, period_label: String(number) };
};

const closedStub = ({ stub, lines }: StubModel, payroll: RecordOf<'payroll'>): EventBody[] => {
  const id = stubId(payroll, stub.work_assignment_id as string);
  const { pay_date, period_start, period_end } = payroll;
  const own = { payroll_id: payroll.id, pay_date, period_start, period_end } as JsonObject;
  const made_ms = Date.parse(payroll.created_at);
  return [
    payStubEvents.created({ ...membersOf(stub), ...own, is_closed: false }),
    payStubCalculated({
      removed: [],
      lines: lines.map((line, i) => ({
        ...membersOf(line),
        kind: line.kind,
        id: derivedId(FAMILIES[line.kind].line_prefix, made_ms, `${id}/${i}`),
        pay_stub_id: id,
        payroll_id: payroll.id,
      })),
    }),
    payStubClosed({ payroll_id: payroll.id, approval_id: null }),
  ];
};

const approvedPayroll = (payroll: RecordOf<'payroll'>, models: readonly StubModel[]): EventBody[] => {
  const listed = models.map(({ stub }) => stub.work_assignment_id as string);
  const stubs = listed.map((work_assignment_id) => ({ id: stubId(payroll, work_assignment_id), work_assignment_id }));
  return [
    payrollEvents.created(membersOf(payroll)),
    ...(stubs.length === 0 ? [] : [payrollStubsAdded({ stubs })]),
    ...approvalOf(
      payroll,
      models.map(({ stub }) => ({ ...stub, id: stubId(payroll, stub.work_assignment_id as string), version: '2' })),
    ),
  ];
};

/** The events of an approval whose stubs are closed. */
const approvalOf = (payroll: RecordOf<'payroll'>, stubs: readonly RecordOf<'pay_stub'>[]): EventBody[] => {
  const { pay_schedule_id } = payroll;
  const sums = new Map<string, { all: Decimal; periodic: Decimal }>();
  for (const stub of stubs) {
    const held = remunerationOf((stub.bases ?? {}) as Record<string, string>);
    if (!held) continue;
    const sofar = sums.get(held.province) ?? { all: ZERO, periodic: ZERO };
    sums.set(held.province, { all: sofar.all.plus(held.all), periodic: sofar.periodic.plus(held.periodic) });
  }
  const remuneration = Object.fromEntries(
    [...sums].map(([province, held]) => [province, { all: toText(held.all), periodic: toText(held.periodic) }]),
  );
  return [
    payrollApprovalStarted({ pay_schedule_id }),
    payrollApproved({
      pay_schedule_id,
      approved_at: payroll.pay_date,
      stub_count: stubs.length,
      stubs: stubs.map(({ id, version }) => ({ id, revision: version })),
      remuneration,
    }),
    payrollPaid({ pay_schedule_id }),
  ];
};
