import { type Audit, checkAll } from '../../src/audit/invariant.ts';
import { INVARIANTS } from '../../src/audit/invariants.ts';
import type { LogEvent } from '../../src/event-store/port.ts';
import type { DomainEvent, State } from '../../src/kernel/definition/resource.ts';
import type { Tenant } from '../../src/kernel/definition/services.ts';
import { hydrate } from '../../src/kernel/events/hydrate.ts';
import { upcasters } from '../../src/registry.ts';
import { acknowledgedOnce } from './acknowledged.ts';
import { differsAnew } from './anew.ts';
import { enteredStays } from './entered.ts';
import { namesErased } from './erased.ts';
import {
  approvedFormsStay,
  batchesAreWhole,
  formsShowTheYear,
  numbersAreUsedOnce,
  oneFormOfASlip,
} from './forms-filed.ts';
import { numbersAreEqual } from './numbers.ts';
import { loggerOf, servicesOf } from './process.ts';
import { readerBy } from './read-tables.ts';
import { reportsFail, vacationDiffers } from './reads.ts';
import { beyondTheYear, slipsDiffer } from './slips.ts';
import { stubsDiffer } from './stub-sums.ts';
import { openWork, type World } from './world.ts';

/**
 * What must hold of every company when all is quiet: the invariants of `payroll audit check`, the same functions; and
 * what only a simulation can know: what its clients asked for, and the answers they got.
 */
export interface Failure {
  invariant: string;
  about: string;
}

/** What a check of the simulation's own may look at: the log by stream, and the read models, which have caught up. */
export interface Evidence {
  world: World;
  tenant: Tenant;
  events: readonly DomainEvent[];
  streams: ReadonlyMap<string, DomainEvent[]>;
  rows: (object: string) => State[];
}

type Check = (evidence: Evidence) => string[];

/** What is only known here. */
const OWN_CHECKS: Record<string, Check> = {
  'no approval hangs': ({ rows }) =>
    rows('payroll')
      .filter(({ approval }) => approval !== null && approval !== undefined)
      .map(({ id }) => `the approval of ${id} neither ended nor was abandoned`),
  'no taking back hangs': ({ rows }) =>
    rows('payroll')
      .filter(({ unapproval }) => unapproval !== null && unapproval !== undefined)
      .map(({ id }) => `${id} was neither taken back nor left approved`),
  'a draft has open pay stubs': ({ rows }) => {
    const drafts = new Set(rows('payroll').flatMap(({ id, status }) => (status === 'draft' ? [id] : [])));
    return rows('pay_stub')
      .filter(({ is_closed, payroll_id }) => is_closed === true && drafts.has(`${payroll_id}`))
      .map(({ id, payroll_id }) => `${id} is closed on the draft ${payroll_id}`);
  },
  'tasks end': ({ rows }) =>
    rows('async_task')
      .filter(({ status }) => status === 'processing')
      .map(({ id }) => `${id} never ended`),
  'what a caller entered stays': enteredStays,
  'what got a 2xx is done once': acknowledgedOnce,
  'nobody contributes beyond the year': beyondTheYear,
  'a pay stub is the sum of its lines': stubsDiffer,
  'an account and its tax property have one number': numbersAreEqual,
  'numbers of slips are used once': numbersAreUsedOnce,
  'approved forms stay': approvedFormsStay,
  'a batch and its forms are at one place': batchesAreWhole,
  'an agency has one form of a slip': oneFormOfASlip,
};

export const failuresOf = async (world: World, events: readonly LogEvent[]): Promise<Failure[]> => {
  const { ground, companies } = world;
  const opened = await hydrate(events, ground.keys, upcasters);
  const failures: Failure[] = [
    ...differsAnew(world, opened).map((about) => ({ invariant: 'a rebuild equals what is read', about })),
    ...namesErased(world).map((about) => ({ invariant: 'who was erased is named nowhere', about })),
  ];
  for (const tenant of companies) {
    const audit = auditOf(world, tenant);
    for await (const { invariant, record, what } of checkAll(INVARIANTS, audit))
      failures.push({ invariant, about: `${record}: ${what}` });
    for (const about of await slipsDiffer(audit.services, tenant))
      failures.push({ invariant: 'slips show what was withheld', about });
    for (const about of await formsShowTheYear(audit, world.asked, opened))
      failures.push({ invariant: 'forms come to what was paid', about });
    for (const about of await vacationDiffers(audit.services, tenant))
      failures.push({ invariant: 'vacation pay is what accrued and was not paid', about });
    for (const about of await reportsFail(audit.services, tenant))
      failures.push({ invariant: 'every report can be made', about });
    const own = opened.filter(({ metadata }) => metadata.company_id === tenant.company_id);
    const streams = new Map<string, DomainEvent[]>();
    for (const event of own) streams.set(event.stream, [...(streams.get(event.stream) ?? []), event]);
    const rows = (object: string) => ground.tables.ask.find(object, tenant, { is: 'all', of: [] });
    for (const [invariant, check] of Object.entries(OWN_CHECKS))
      for (const about of check({ world, tenant, events: own, streams, rows })) failures.push({ invariant, about });
  }
  return failures;
};

const unused = () => Promise.reject(new Error('nothing is written by a check'));

/** The audit of a company of a world at rest: what it reads is all there, and nothing is on its way. */
export const auditOf = (world: World, tenant: Tenant): Audit => {
  const { ground } = world;
  const { ask } = ground.tables;
  const services = servicesOf(ground, {
    store: ground.log,
    read: readerBy(
      (question) =>
        (async (...args: unknown[]) => (ask[question] as (...args: unknown[]) => unknown)(...args)) as never,
    ),
    gate: {
      followed: async () => true,
      isStuck: () => false,
      behindSince: () => undefined,
      readOnly: () => undefined,
      readPosition: () => 0n,
    },
    tasks: { start: unused, earlier: unused, ended: unused, cancel: unused, results: unused },
    log: loggerOf('checks', ground),
  });
  const company_id = tenant.company_id!;
  return {
    services,
    tenant: { ...tenant, company_id },
    unfinished: async function* () {
      for (const what of await openWork(world, company_id))
        yield { subject: company_id, record: company_id, what, advice: '' };
    },
    inHand: async () => new Set(),
    untilFollowed: () => ground.log.head(),
  };
};
