import type { LogEvent } from '../../src/event-store/port.ts';

import { hydrate } from '../../src/kernel/definition/hydrate.ts';
import { type DomainEvent, parseStream, type State, streamOf } from '../../src/kernel/definition/resource.ts';
import type { Services, Tenant } from '../../src/kernel/definition/services.ts';
import { stubFacts } from '../../src/payrolls/facts/stub-facts.ts';
import { membersOf } from '../../src/payrolls/payroll.ts';
import { calculationEvent, runPipeline } from '../../src/payrolls/stubs/calculate.ts';
import { upcasters } from '../../src/registry.ts';
import { loggerOf, servicesOf } from './process.ts';
import { readerBy } from './read-tables.ts';
import { toldOnce } from './told.ts';
import type { World } from './world.ts';

/** What must hold of every company when all is quiet. */
export interface Failure {
  invariant: string;
  about: string;
}

/** Everything that a check may look at: the log by stream, and the read models, which have caught up. */
export interface Evidence {
  world: World;
  services: Services;
  tenant: Tenant;
  events: readonly DomainEvent[];
  streams: ReadonlyMap<string, DomainEvent[]>;
  rows: (object: string) => State[];
}

type Check = (evidence: Evidence) => Promise<string[]> | string[];

export const failuresOf = async (world: World, events: readonly LogEvent[]): Promise<Failure[]> => {
  const { ground } = world;
  const opened = await hydrate(events, ground.keys, upcasters);
  const { tables } = ground;
  const failures: Failure[] = [];
  const unused = () => Promise.reject(new Error('nothing is written by a check'));
  for (const tenant of world.companies) {
    const own = opened.filter(({ metadata }) => metadata.company_id === tenant.company_id);
    const streams = new Map<string, DomainEvent[]>();
    for (const event of own) streams.set(event.stream, [...(streams.get(event.stream) ?? []), event]);
    const read = readerBy(
      (question) =>
        (async (...args: unknown[]) => (tables.ask[question] as (...args: unknown[]) => unknown)(...args)) as never,
    );
    const services = servicesOf(ground, {
      store: ground.log,
      read,
      gate: {
        settled: async () => true,
        behindSince: () => undefined,
        readOnly: () => undefined,
        readPosition: () => 0n,
      },
      tasks: { start: unused, earlier: unused, ended: unused },
      log: loggerOf('checks', ground),
    });
    const rows = (object: string) => tables.ask.find(object, tenant, { is: 'all', of: [] });
    const evidence: Evidence = { world, services, tenant, events: own, streams, rows };
    for (const [invariant, check] of Object.entries(CHECKS))
      for (const about of await check(evidence)) failures.push({ invariant, about });
  }
  return failures;
};

const fold = ({ services, streams }: Evidence, object: string, id: string) =>
  services.folder.foldStream(streams.get(streamOf(object, id)) ?? []);

const drafts = ({ rows }: Evidence): State[] =>
  rows('payroll').filter(({ status, type }) => status === 'draft' && type === 'regular');

const CHECKS: Record<string, Check> = {
  'nobody is on two stubs of one schedule and period': ({ rows }) => {
    const seen = new Map<string, string>();
    const twice: string[] = [];
    for (const stub of rows('pay_stub')) {
      const key = `${stub.work_assignment_id}/${stub.pay_schedule_id}/${stub.period_start}/${stub.period_end}`;
      if (seen.has(key)) twice.push(`${stub.id} and ${seen.get(key)}`);
      seen.set(key, stub.id);
    }
    return twice;
  },

  'who is on a draft is on its schedule': ({ rows }) => {
    const assignments = new Map(rows('work_assignment').map((row) => [row.id, row]));
    return rows('pay_stub')
      .filter(({ is_closed }) => is_closed !== true)
      .filter((stub) => assignments.get(stub.work_assignment_id as string)?.pay_schedule_id !== stub.pay_schedule_id)
      .map(
        (stub) =>
          `${stub.id} of ${stub.work_assignment_id} is on schedule ${stub.pay_schedule_id}, the assignment on ${assignments.get(stub.work_assignment_id as string)?.pay_schedule_id}`,
      );
  },

  'who is on a schedule is on its drafts': ({ rows, ...evidence }) => {
    const stubs = new Set(
      rows('pay_stub').map(({ payroll_id, work_assignment_id }) => `${payroll_id}/${work_assignment_id}`),
    );
    return drafts({ rows, ...evidence }).flatMap((payroll) =>
      rows('work_assignment')
        .filter(({ pay_schedule_id }) => pay_schedule_id === payroll.pay_schedule_id)
        .filter(
          ({ archived_at }) => archived_at === null || (archived_at as string) >= (payroll.period_start as string),
        )
        .filter(({ id }) => !stubs.has(`${payroll.id}/${id}`))
        .map(({ id }) => `${id} is missing on ${payroll.id} (${payroll.pay_date})`),
    );
  },

  'a payroll lists the stubs that it has': (evidence) =>
    evidence.rows('payroll').flatMap((payroll) => {
      const listed = membersOf(evidence.streams.get(streamOf('payroll', payroll.id)) ?? []);
      const existing = new Set(
        evidence
          .rows('pay_stub')
          .filter(({ payroll_id }) => payroll_id === payroll.id)
          .map(({ id }) => id),
      );
      return [
        ...[...listed.keys()]
          .filter((id) => !existing.has(id))
          .map((id) => `${payroll.id} lists ${id}, which does not exist`),
        ...[...existing].filter((id) => !listed.has(id)).map((id) => `${payroll.id} does not list ${id}`),
      ];
    }),

  'a stub has the dates of its payroll': ({ rows }) => {
    const payrolls = new Map(rows('payroll').map((row) => [row.id, row]));
    return rows('pay_stub').flatMap((stub) => {
      const payroll = payrolls.get(stub.payroll_id as string);
      if (!payroll) return [`${stub.id} is on ${stub.payroll_id}, which does not exist`];
      return ['pay_date', 'period_start', 'period_end']
        .filter((member) => stub[member] !== payroll[member])
        .map((member) => `${stub.id} has ${member} ${stub[member]}, its payroll ${payroll[member]}`);
    });
  },

  'an open stub is calculated from the present facts': async (evidence) => {
    const { services, tenant, rows } = evidence;
    const open = rows('pay_stub').filter(({ is_closed, amounts, payroll_id }) => {
      if (is_closed === true) return false;
      const payroll = rows('payroll').find(({ id }) => id === payroll_id);
      return (
        payroll !== undefined && (isNext(payroll, rows('payroll')) || Object.keys((amounts ?? {}) as object).length > 0)
      );
    });
    const facts = await stubFacts(open, services, tenant);
    return open.flatMap((stub) => {
      const known = facts.get(stub.id);
      if (!known) return [];
      const aggregate = fold(evidence, 'pay_stub', stub.id);
      const now = aggregate.get('pay_stub', stub.id);
      if (!now) return [];
      const [difference] = calculationEvent(
        now,
        runPipeline(now, known, aggregate, services.clock.instant()),
        aggregate,
      );
      if (!difference) return [];
      const { lines, removed, ...members } = difference.data as { lines: unknown[]; removed: unknown[] };
      return [
        `${stub.id} of ${stub.work_assignment_id} (${stub.pay_date}): ${Object.keys(members)} would change ${JSON.stringify(members).slice(0, 1500)} from ${JSON.stringify(Object.fromEntries(Object.keys(members).map((k) => [k, now[k]]))).slice(0, 1500)}; lines ${JSON.stringify(lines).slice(0, 300)}, removed ${JSON.stringify(removed)}`,
      ];
    });
  },

  'a closed stub does not change': ({ streams }) =>
    [...streams].flatMap(([stream, events]) => {
      let closed = false;
      const found: string[] = [];
      for (const { type, revision } of events) {
        if (type === 'PayStubClosed') closed = true;
        else if (type === 'PayStubReopened') closed = false;
        else if (closed) found.push(`${stream}: ${type} at ${revision}, behind its closing`);
      }
      return found;
    }),

  'a payroll was approved with the stubs that it has, each closed': (evidence) =>
    evidence.events
      .filter(({ type }) => type === 'PayrollApproved')
      .flatMap(({ stream, data }) => {
        const { id } = parseStream(stream);
        const stubs = data.stubs as { id: string; revision: string }[];
        const approved = new Map(stubs.map((stub) => [stub.id, stub.revision]));
        const own = evidence.rows('pay_stub').filter(({ payroll_id }) => payroll_id === id);
        return [
          ...own
            .filter((stub) => approved.get(stub.id) !== stub.version || stub.is_closed !== true)
            .map(
              (stub) =>
                `${id}: ${stub.id} is at ${stub.version}, closed ${stub.is_closed}; approved at ${approved.get(stub.id)}`,
            ),
          ...(own.length === stubs.length
            ? []
            : [`${id} was approved with ${stubs.length} stubs and has ${own.length}`]),
        ];
      }),

  'no approval hangs': ({ rows }) =>
    rows('payroll')
      .filter(({ approval }) => approval !== null && approval !== undefined)
      .map(({ id }) => `the approval of ${id} neither ended nor was abandoned`),

  'an approved payroll has its journal entries': ({ rows, events }) =>
    events
      .filter(({ type }) => type === 'PayrollApproved')
      .flatMap(({ stream, data }) => {
        const { id } = parseStream(stream);
        const entries = rows('journal_entry').filter(({ payroll_id }) => payroll_id === id);
        const expected = (data.stubs as unknown[]).length + 1;
        const found =
          entries.length === expected ? [] : [`${id} has ${entries.length} journal entries, not ${expected}`];
        return found;
      }),

  'tasks end': ({ rows }) =>
    rows('async_task')
      .filter(({ status }) => status === 'processing')
      .map(({ id }) => `${id} never ended`),

  'what a caller entered stays': (evidence) => {
    const { events, rows } = evidence;
    const isCallers = ({ metadata }: DomainEvent) =>
      metadata.actor?.startsWith('company:') === true || isTask(metadata.actor);
    const deleted = new Set(
      events.filter((event) => event.type.endsWith('LineItemDeleted')).map(({ data }) => data.id as string),
    );
    const present = new Set(rows('earning_line_item').map(({ id }) => id));
    return events
      .filter((event) => event.type === 'EarningLineItemCreated' && isCallers(event))
      .filter(({ data }) => !present.has(data.id as string) && !deleted.has(data.id as string))
      .filter((event) => !wasTakenOff(event, evidence))
      .map(({ data, stream }) => `line ${data.id} of ${stream} is gone, and nobody deleted it`);
  },

  'whoever was told that it is done finds it done once': toldOnce,
};

const isTask = (actor: string | undefined): boolean => actor === 'process:tasks';

/** The person left the schedule, or the schedule itself was deleted, by a caller's act. */
const wasTakenOff = (event: DomainEvent, { streams, events }: Evidence): boolean => {
  const stub = streams.get(event.stream)?.find(({ type }) => type === 'PayStubCreated')?.data;
  if (!stub) return false;
  const assignment = streams.get(`work_assignment-${stub.work_assignment_id}`) ?? [];
  if (
    assignment.some(
      ({ type, data }) => type === 'WorkAssignmentChanged' && ('pay_schedule_id' in data || 'archived_at' in data),
    )
  )
    return true;
  return events.some(
    ({ type, stream }) => type === 'PayScheduleDeleted' && stream === `pay_schedule-${stub.pay_schedule_id}`,
  );
};

const isNext = (payroll: State, all: readonly State[]): boolean =>
  !all.some(
    (other) =>
      other.pay_schedule_id === payroll.pay_schedule_id &&
      other.type === 'regular' &&
      other.status === 'draft' &&
      (other.pay_date as string) + other.id < (payroll.pay_date as string) + payroll.id,
  );
