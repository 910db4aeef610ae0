import { isInForce } from '../../calculation/index.ts';
import { needRow, recordReply } from '../../kernel/calls/operations.ts';
import { endOfTask } from '../../kernel/calls/tasks.ts';
import { envelopeSchema, recordOf } from '../../kernel/definition/envelopes.ts';
import { allReadable } from '../../kernel/definition/lookup.ts';
import type { Call, Operation } from '../../kernel/definition/operation.ts';
import type { RecordOf, State } from '../../kernel/definition/resource.ts';
import { exampleId } from '../../kernel/definition/schemas.ts';
import type { Change } from '../../kernel/definition/writer.ts';
import { hoursLineId, managedLineIds } from '../../payrolls/events/pay-stub.ts';
import { payroll } from '../../payrolls/payroll.ts';
import { all, equal, oneOf } from '../../values/condition.ts';
import { groupBy, piecesOf } from '../../values/group.ts';
import { type JsonObject, textOf, textOrNull } from '../../values/json.ts';
import { type Issue, invalid, refused } from '../../values/problem.ts';
import { earningLineItem } from '../earning-line-item.ts';
import {
  countedHoursBody,
  entriesOfBody,
  entriesOfFile,
  type HoursEntry,
  hoursBody,
  hoursUpload,
  MOST_REPORTED,
} from './entries.ts';
import { type HoursFacts, type Placed, placeHours } from './match.ts';

/** Hours of thousands of people take seconds to write; the answer waits for them this long. */
const WRITTEN_ms = 30_000;
/** Work assignments whose lines are read together. */
const PEOPLE_AT_ONCE = 500;

/**
 * Sets the hours of many people for one draft payroll. Everything is checked first, and if anything is wrong nothing is
 * written. What is written then is a task, which a crash does not stop; the answer waits for its end.
 */
export const importHours: Operation = {
  id: 'import_payroll_hours',
  method: 'POST',
  path: `${payroll.path}/{payroll}/hours`,
  auth: 'company',
  tag: payroll.object,
  summary: 'Set the hours of many people for a draft payroll',
  description:
    'Each entry replaces the custom hours of the earning line item of its type, rate and day, or creates that line item. Other line items stay as they are. Hours of a salary without a day take the place of those that it expects; those of a day, of vacation and of paid leaves are paid beside it. Where it holds them, send lower hours of it with them: until then the pay stub has the warning `salary_paid_twice`. If anything is wrong, nothing is written. If that takes longer than half a minute, the answer is 202 with the task that continues.',
  body: countedHoursBody,
  shownBody: hoursBody,
  upload: hoursUpload,
  examples: {
    example: {
      summary: 'Hours at a salary',
      value: { data: [{ work_assignment_id: exampleId('work_assignment'), salary: [{ hours: 80 }] }] },
    },
  },
  answers: {
    200: { description: 'The payroll, with the hours', schema: envelopeSchema(payroll) },
    202: { description: 'The task that continues', schema: recordOf('async_task') },
  },
  problems: [400, 404, 409, 413, 415, 422],
  localized: true,
  resource: payroll,
  run: async (call) => {
    const { services, origin } = call;
    const row = await needRow(payroll, call);
    const earlier = origin.mayRepeat ? await services.tasks.earlier(origin) : undefined;
    const task = earlier ?? (await started(row, call));
    const unfinished = await endOfTask(task, WRITTEN_ms, call, async () =>
      byPerson((await entriesOf(call)).entries).flatMap(([, mine]) => mine.map(({ place }) => place)),
    );
    return unfinished ?? recordReply(payroll, await needRow(payroll, call), call, 200);
  },
};

/** A body was checked before; the rows of a file that are wrong are told together with those that have no place. */
const entriesOf = async ({ upload, body }: Call): Promise<{ entries: HoursEntry[]; issues: Issue[] }> =>
  upload ? entriesOfFile(upload.bytes) : { entries: entriesOfBody(body), issues: [] };

/** In the order in which they are written, so that the lines of a stub are in one append. */
const byPerson = (entries: readonly HoursEntry[]): [id: string, HoursEntry[]][] => [
  ...groupBy(entries, ({ work_assignment_id }) => work_assignment_id),
];

const started = async (row: RecordOf<'payroll'>, call: Call): Promise<State> => {
  const { services, tenant, origin } = call;
  if (row.status !== 'draft')
    throw refused({
      en: `The payroll is ${row.status}; its hours can change only while it is a draft.`,
      fr: `La paie est « ${row.status} »; ses heures ne peuvent changer que tant qu'elle est au brouillon.`,
    });
  const { entries, issues } = await entriesOf(call);
  await allReadable(services, tenant);
  const placed: Placed[] = [];
  for (const some of piecesOf(byPerson(entries), PEOPLE_AT_ONCE)) {
    const byAssignment = await hoursFactsOf(
      some.map(([id]) => id),
      row,
      call,
    );
    const found = placeHours(
      some.flatMap(([, mine]) => mine),
      row,
      services.clock.today(),
      (id) => byAssignment.get(id),
    );
    placed.push(...found.placed);
    issues.push(...found.issues);
  }
  if (issues.length > 0) throw invalid(issues, MOST_REPORTED);
  const elements = placed.map((one, index) => ({ index, change: changeOf(one) }));
  const request = { type: 'batch_upsert', object: earningLineItem.object, elements } as const;
  return (await services.tasks.start(request, origin)).state;
};

const changeOf = ({ entry, stub, line_id, lines, isManaged, rate }: Placed): Change => {
  const { hours: custom_hours, type, earned_on } = entry;
  const input: JsonObject = { custom_hours, ...(isManaged ? {} : rate) };
  if (line_id !== undefined) return { op: 'update', id: line_id, input, container: stub.id };
  Object.assign(input, { pay_stub_id: stub.id, earning_type: type, custom_earned_on: earned_on ?? null });
  if (!isManaged) {
    const rate_id = textOf(rate.overtime_rate_id ?? rate.pay_rate_id);
    const isTaken = (id: string) => lines.some((line) => line.id === id);
    return { op: 'create', id: hoursLineId(stub, { type, rate_id, earned_on }, isTaken), input };
  }
  const pay_rate_id = textOf(rate.pay_rate_id);
  const id = managedLineIds(stub)('earning', pay_rate_id);
  return { op: 'create', id, input: { ...input, pay_rate_id, is_managed: true } };
};

const rowsOf = async (pages: AsyncIterable<State[]>): Promise<State[]> => {
  const rows: State[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
};

/** What is there of some work assignments, by their ids. */
const hoursFactsOf = async (
  ids: readonly string[],
  { id, ...period }: RecordOf<'payroll'>,
  { services, tenant }: Call,
): Promise<Map<string, HoursFacts>> => {
  const { read } = services;
  const mine = oneOf('work_assignment_id', ids);
  const onPayroll = all(equal('payroll_id', id), mine);
  const [stubs, rates, overtime, lines] = await Promise.all([
    rowsOf(read.pages('pay_stub', tenant, onPayroll)),
    rowsOf(read.pages('pay_rate', tenant, mine)),
    rowsOf(read.pages('overtime_rate', tenant, mine)),
    rowsOf(read.pages('earning_line_item', tenant, onPayroll)),
  ]);
  const inForce = ({ effective_from, effective_to }: State): boolean =>
    isInForce({ effective_from: textOf(effective_from), effective_to: textOrNull(effective_to) }, period);
  const byAssignment = (rows: readonly State[]) =>
    groupBy(rows, ({ work_assignment_id }) => textOf(work_assignment_id));
  const [ratesOf, overtimeOf, linesOf] = [rates, overtime, lines].map(byAssignment);
  return new Map(
    stubs.map((stub) => {
      const whose = textOf(stub.work_assignment_id);
      const [known = [], overtime_rates = [], mine = []] = [ratesOf, overtimeOf, linesOf].map((of) => of!.get(whose));
      const pay_rates = known.filter(inForce);
      const other_rates = known.filter((rate) => !inForce(rate));
      return [whose, { stub, pay_rates, other_rates, overtime_rates, lines: mine }];
    }),
  );
};
