import { type RecordOf, streamOf } from '../kernel/definition/resource.ts';
import { closedByApproval, GENERATED, isGenerated, membersOf } from '../payrolls/events/list.ts';
import { stubId } from '../payrolls/events/pay-stub.ts';
import { belongs } from '../payrolls/membership/membership.ts';
import { all, equal, not, oneOf } from '../values/condition.ts';
import { type Audit, type Found, type Invariant, idsOf, streamIn, streamNamed } from './invariant.ts';
import { REBUILD } from './reconcile.ts';

/** Invariants of which pay stubs are on which payroll. */

/** Work assignments whose stubs are read together: a few dozen a year each, for as long as there is history. */
const ASSIGNMENTS_AT_ONCE = 50;

const DRAFT = all(equal('status', 'draft'), GENERATED);
/** Whether an approval is under way: until it ends the list does not change. */
const isApproving = ({ approval }: RecordOf<'payroll'>): boolean => approval !== null && approval !== undefined;

const assignments = ({ services, tenant }: Audit) =>
  idsOf(services.read.pages('work_assignment', tenant, all(), ASSIGNMENTS_AT_ONCE));

const TOUCH = 'edit the work assignment (its title, say), which makes the service look at its payrolls again';

export const oneStubPerPeriod: Invariant = {
  name: 'one_stub_per_period',
  says: 'A work assignment has at most one pay stub for each regular period of a pay schedule.',
  subjects: assignments,
  inspect: async (ids, { services, tenant }) => {
    const { read } = services;
    const ofCalendar = new Map<string, boolean>();
    const seen = new Map<string, string>();
    const found: Found[] = [];
    for await (const stubs of read.pages('pay_stub', tenant, oneOf('work_assignment_id', ids))) {
      const unknown = stubs.map(({ payroll_id }) => payroll_id).filter((id) => !ofCalendar.has(id));
      for (const id of unknown) ofCalendar.set(id, false);
      for (const [id, payroll] of await read.getMany('payroll', tenant, unknown))
        ofCalendar.set(id, isGenerated(payroll));
      for (const stub of stubs) {
        if (!ofCalendar.get(stub.payroll_id)) continue;
        const { work_assignment_id, pay_schedule_id, period_start, period_end } = stub;
        const period = `${work_assignment_id}/${pay_schedule_id}/${period_start}/${period_end}`;
        const other = seen.get(period);
        seen.set(period, stub.id);
        if (other !== undefined)
          found.push({
            subject: work_assignment_id,
            record: stub.id,
            what: `${work_assignment_id} has two pay stubs for ${period_start} to ${period_end}: ${other} and ${stub.id}`,
            advice:
              'where both were paid, reverse one with a correction payroll; where one is a draft, delete its lines',
          });
      }
    }
    return found;
  },
};

export const everyoneIsOnTheirPayrolls: Invariant = {
  name: 'everyone_is_on_their_payrolls',
  says: 'A work assignment has a pay stub on each draft payroll of its pay schedule.',
  subjects: assignments,
  inspect: async (ids, { services, tenant, inHand }) => {
    const { read } = services;
    const rows = [...(await read.getMany('work_assignment', tenant, ids)).values()];
    const schedules = [...new Set(rows.map(({ pay_schedule_id }) => pay_schedule_id))];
    const drafts = await read.find('payroll', tenant, all(oneOf('pay_schedule_id', schedules), DRAFT));
    const wanted = rows.flatMap((assignment) =>
      drafts
        // A payroll outside its schedule's calendar keeps its stubs, and gets no new ones.
        .filter((payroll) => !isApproving(payroll) && payroll.is_off_calendar !== true && belongs(payroll, assignment))
        .map((payroll) => ({ assignment, payroll, id: stubId(payroll, assignment.id) })),
    );
    const existing = await read.existing(
      'pay_stub',
      tenant,
      'id',
      wanted.map(({ id }) => id),
    );
    const missing = wanted.filter(({ id }) => !existing.has(id));
    // The payrolls of the next year are filled by due work, which takes minutes where there are thousands of people.
    const filled = missing.length > 0 ? await inHand() : new Set();
    return missing
      .filter(({ payroll }) => !filled.has(payroll.pay_schedule_id))
      .map(({ assignment, payroll }) => ({
        subject: assignment.id,
        record: payroll.id,
        what: `${assignment.id} has no pay stub on the draft payroll ${payroll.id} of ${payroll.pay_date}`,
        advice: TOUCH,
      }));
  },
};

/** Open stubs that are compared with payrolls and work assignments together. */
const STUBS_AT_ONCE = 500;
const DATES = ['pay_date', 'period_start', 'period_end'] as const;

export const openStubsAreInPlace: Invariant = {
  name: 'open_stubs_are_in_place',
  says: 'An open pay stub is on a draft payroll of the pay schedule that its work assignment names, with its dates.',
  subjects: ({ services, tenant }) =>
    idsOf(services.read.pages('pay_stub', tenant, equal('is_closed', false), STUBS_AT_ONCE)),
  inspect: async (ids, { services, tenant }) => {
    const { read } = services;
    const stubs = [...(await read.getMany('pay_stub', tenant, ids)).values()].filter((stub) => stub.is_closed !== true);
    const idsIn = (member: 'payroll_id' | 'work_assignment_id') => [...new Set(stubs.map((stub) => stub[member]))];
    const payrolls = await read.getMany('payroll', tenant, idsIn('payroll_id'));
    const workers = await read.getMany('work_assignment', tenant, idsIn('work_assignment_id'));
    return stubs.flatMap((stub) => {
      const payroll = payrolls.get(stub.payroll_id);
      const found = (what: string, advice: string): Found[] => [{ subject: stub.id, record: stub.id, what, advice }];
      if (!payroll) return found(`the payroll ${stub.payroll_id} of the pay stub does not exist`, TOUCH);
      if (payroll.status !== 'draft')
        return found(
          `the pay stub is open, and its payroll ${payroll.id} is ${payroll.status}`,
          'it was not paid with that payroll: pay what it holds with an off-cycle payroll',
        );
      const differing = DATES.filter((member) => stub[member] !== payroll[member]);
      if (differing.length > 0)
        return found(`${differing.join(', ')} of the pay stub are not those of its payroll ${payroll.id}`, TOUCH);
      if (isApproving(payroll) || !isGenerated(payroll)) return [];
      const assignment = workers.get(stub.work_assignment_id);
      if (assignment && belongs(payroll, assignment)) return [];
      const names = assignment?.pay_schedule_id ?? 'nothing: it does not exist';
      return found(
        `the pay stub is on a payroll of ${payroll.pay_schedule_id}, its work assignment names ${names}`,
        TOUCH,
      );
    });
  },
};

export const payrollListsItsStubs: Invariant = {
  name: 'payroll_lists_its_stubs',
  says: 'The pay stubs of a payroll are those that its stream lists; those of an approved one are unchanged since.',
  // One by one: a payroll may have 20,000 stubs.
  subjects: ({ services, tenant }) => idsOf(services.read.pages('payroll', tenant, not(equal('id', '')), 1)),
  inspect: async (ids, audit) => {
    const { services, tenant } = audit;
    const found: Found[] = [];
    for (const id of ids) {
      const { events, aggregate } = await streamIn(streamOf('payroll', id), audit);
      const payroll = aggregate.get('payroll', id);
      if (!payroll || isApproving(payroll)) continue;
      const isDraft = payroll.status === 'draft';
      const listed = isDraft ? membersOf(events) : closedByApproval(events);
      const report = (record: string, what: string, advice: string) =>
        found.push({ subject: id, record, what, advice });
      for await (const stubs of services.read.pages('pay_stub', tenant, equal('payroll_id', id)))
        for (const stub of stubs) {
          const revision = listed.get(stub.id);
          listed.delete(stub.id);
          if (revision === undefined) report(stub.id, `the pay stub is on ${id}, which does not list it`, REVIEW);
          else if (!isDraft && (stub.is_closed !== true || stub.version !== revision))
            report(stub.id, `${id} was approved with the pay stub at ${revision}; it is at ${stub.version}`, REVIEW);
        }
      // A draft lists a stub before it is made.
      const load = isDraft ? streamNamed : streamIn;
      for (const missing of listed.keys()) {
        const { aggregate: ofStub } = await load(streamOf('pay_stub', missing), audit);
        if (ofStub.get('pay_stub', missing))
          report(missing, `${id} lists the pay stub, which the ledger has and the read model has not`, REBUILD);
        else report(missing, `${id} lists the pay stub, which does not exist`, isDraft ? TOUCH : REVIEW);
      }
    }
    return found;
  },
};

const REVIEW = 'compare `payroll audit stream` of both, and pay the difference with a correction payroll';
