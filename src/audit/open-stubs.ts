import { inTurns } from '../kernel/changes/in-turns.ts';
import { type RecordOf, streamOf } from '../kernel/definition/resource.ts';
import { stubFacts } from '../payrolls/facts/stub-facts.ts';
import { calculated, calculationEvent } from '../payrolls/stubs/calculate.ts';
import { equal } from '../values/condition.ts';
import { objectsOf, textOf } from '../values/json.ts';
import { type Found, type Invariant, idsOf, streamIn } from './invariant.ts';

/** Stubs that are calculated together. */
const STUBS_AT_ONCE = 150;

const holdsAmounts = ({ amounts }: RecordOf<'pay_stub'>): boolean => Object.keys(amounts ?? {}).length > 0;

export const openStubIsCalculated: Invariant = {
  name: 'open_stub_is_calculated',
  says: 'An open pay stub that has amounts, or is on the next payroll, equals a fresh calculation from current facts.',
  subjects: ({ services, tenant }) =>
    idsOf(services.read.pages('pay_stub', tenant, equal('is_closed', false), STUBS_AT_ONCE)),
  inspect: async (ids, audit) => {
    const { services, tenant } = audit;
    const { read, clock } = services;
    const rows = [...(await read.getMany('pay_stub', tenant, ids)).values()];
    const payrollIds = [...new Set(rows.map(({ payroll_id }) => textOf(payroll_id)))];
    const payrolls = await read.getMany('payroll', tenant, payrollIds);
    // During an approval each stub is calculated once more when it is closed.
    const isQuiet = ({ payroll_id, is_closed }: RecordOf<'pay_stub'>): boolean => {
      const payroll = payrolls.get(textOf(payroll_id));
      return is_closed !== true && payroll?.status === 'draft' && (payroll.approval ?? null) === null;
    };
    const open = rows.filter(isQuiet);
    const facts = await stubFacts(open, services, tenant);
    const found = await inTurns(open, async ({ id }): Promise<Found[]> => {
      const known = facts.get(id);
      const { aggregate } = await streamIn(streamOf('pay_stub', id), audit);
      const stub = aggregate.get('pay_stub', id);
      if (!known || !stub || stub.is_closed === true) return [];
      if (!known.payroll.takes_recurring_items && !holdsAmounts(stub)) return [];
      const { result } = await calculated(stub, known, aggregate, clock.instant(), services, tenant);
      const [difference] = calculationEvent(stub, result, aggregate);
      if (!difference) return [];
      const { lines, removed, ...members } = difference.data;
      const would = [
        ...objectsOf(lines).map((line) => `set line ${line.id}`),
        ...objectsOf(removed).map((line) => `remove line ${line.id}`),
        ...(Object.keys(members).length > 0 ? [`set ${Object.keys(members).join(', ')}`] : []),
      ];
      return [
        {
          subject: id,
          record: id,
          what: `a fresh calculation would ${would.slice(0, MOST_REPORTED).join('; ')}${would.length > MOST_REPORTED ? '; …' : ''}`,
          advice:
            'edit the pay stub (its note, say): that calculates it again; approval does so too, before it closes it',
        },
      ];
    });
    const differing = found.flat();
    // After a start with other statutory figures, drafts are calculated again by due work.
    const inHand = differing.length > 0 ? await audit.inHand() : new Set();
    const scheduleOf = new Map(open.map(({ id, pay_schedule_id }) => [id, pay_schedule_id]));
    return differing.filter(({ subject }) => !inHand.has(scheduleOf.get(subject) ?? ''));
  },
};

const MOST_REPORTED = 5;
