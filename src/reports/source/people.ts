import type { RecordOf } from '../../kernel/definition/resource.ts';
import { giveWay } from '../../timing/give-way.ts';
import { all, among, type Condition, compare, oneOf } from '../../values/condition.ts';
import { piecesOf } from '../../values/group.ts';
import { textOf } from '../../values/json.ts';
import type { ReportSource } from '../model/report-type.ts';
import { accountsOfStubs, type SlipAgency } from './accounts.ts';
import { boundedAmounts, type Earned, tellUpToCeilings } from './ceilings.ts';
import { contractorNamed, employeeNamed, type Payee } from './payees.ts';
import { employersNamed, payrollCondition } from './payrolls.ts';
import { isSamePlan } from './taken-off.ts';
import { addStub, baseSum, Tally } from './tally.ts';
import { editionOf } from './year-figures.ts';

/** What one payee was paid by one employer on the reported payrolls. */
export interface PaidPerson {
  payee: Payee;
  /** The person's record; undefined of contractors. */
  employee: RecordOf<'employee'> | undefined;
  business_entity_id: string;
  /** What that employer is called. */
  employer: string | null;
  /** What distinguishes what is summed: a province, or nothing. */
  of: string;
  /**
   * The employer's account with an agency that it is reported under, where that distinguishes; null where there is
   * none.
   */
  account_id: string | null;
  assignments: Set<string>;
  sums: Tally;
  /** What distinguishes the stubs that are summed: more than `of` where others took something back. */
  places: ReadonlySet<string>;
}

/** Payees whose sums are held at a time. */
const PEOPLE_AT_ONCE = 200;
/** Payees whose stubs are read together, and stubs of one read: an answer of the database is parsed without a break. */
const READ_TOGETHER = 10;
const STUBS_AT_ONCE = 250;

/** The same, one by one. */
export async function* peopleOf(...args: Parameters<typeof peoplePagesOf>): AsyncGenerator<PaidPerson> {
  for await (const page of peoplePagesOf(...args)) yield* page;
}

/**
 * Sums of each payee with each employer, in the order of payees; all of a payee are in one page. Stubs are added up as
 * they come.
 *
 * @param by what distinguishes a payee's stubs with an employer, or nothing; undefined of a stub that does not count
 * @param agency with whom accounts of the employer distinguish them too, for slips: they have sums up to the year's
 *   ceilings
 */
export async function* peoplePagesOf(
  source: ReportSource,
  kinds: readonly Payee['kind'][],
  by: (stub: RecordOf<'pay_stub'>) => string | undefined = () => '',
  agency?: SlipAgency,
): AsyncGenerator<PaidPerson[]> {
  for (const kind of kinds)
    for await (const page of PAYEES[kind](source)) {
      const people = new Map(page);
      const sums = await sumsOf(source, kind, [...people.keys()], by, agency);
      const employers = await employersNamed(sums, source);
      yield sums.map(({ person, ...paid }) => {
        const employer = employers.get(paid.business_entity_id) ?? null;
        return { ...paid, ...people.get(person)!, employer };
      });
    }
}

type Paid = Pick<PaidPerson, 'payee' | 'employee'>;

/** Payees of each kind by their ids, page by page. */
const PAYEES: Readonly<Record<Payee['kind'], (source: ReportSource) => AsyncGenerator<[string, Paid][]>>> = {
  async *employee({ read, tenant }) {
    for await (const rows of read.pages('employee', tenant, all(), PEOPLE_AT_ONCE))
      yield rows.map((row) => [row.id, { payee: employeeNamed(row), employee: row }]);
  },
  async *contractor({ read, tenant }) {
    for await (const rows of read.pages('contractor', tenant, all(), PEOPLE_AT_ONCE))
      yield rows.map((row) => [row.id, { payee: contractorNamed(row), employee: undefined }]);
  },
};

/** The first and last day that stubs of a report are paid on; null where it has none. */
const payDatesOf = async ({ read, tenant, request }: ReportSource) => {
  const { payroll_id, filters } = request;
  const payroll = payroll_id === null ? undefined : await read.get('payroll', tenant, payroll_id);
  // The stubs of one payroll are not looked for among all that a person ever had. A draft may be moved before its stubs
  // are.
  if (payroll && payroll.status !== 'draft') return { from: payroll.pay_date, to: payroll.pay_date };
  return { from: filters.pay_date_from, to: filters.pay_date_to };
};

export type Summed = Omit<PaidPerson, 'payee' | 'employee' | 'employer'> & { person: string };

/** Sums of some payees, by employer, account and what `by` distinguishes; in the order of payees. */
export const sumsOf = async (
  source: ReportSource,
  kind: Payee['kind'],
  ids: readonly string[],
  by: (stub: RecordOf<'pay_stub'>) => string | undefined,
  agency?: SlipAgency,
): Promise<Summed[]> => {
  const { read, tenant, signal } = source;
  const { from, to } = await payDatesOf(source);
  const paidTo = (some: readonly string[]): Condition =>
    all(
      oneOf(`${kind}_id`, some),
      ...(from === null ? [] : [compare('pay_date', '>=', from)]),
      ...(to === null ? [] : [compare('pay_date', '<=', to)]),
      among('payroll_id', 'payroll', 'id', payrollCondition(source)),
    );
  const found = new Map<string, Summed>();
  const earned = new Map<string, Earned[]>();
  const accountsOf = agency && accountsOfStubs(agency, source);
  const add = async (stubs: readonly RecordOf<'pay_stub'>[]): Promise<void> => {
    const accounts = await accountsOf?.(stubs);
    for (const stub of stubs) {
      await giveWay();
      const of = by(stub);
      if (of === undefined) continue;
      const person = textOf(stub[`${kind}_id`]);
      const business_entity_id = textOf(stub.business_entity_id);
      const account_id = accounts?.get(stub.id) ?? null;
      const key = `${person}/${business_entity_id}/${account_id ?? ''}/${of}`;
      const apart = { person, business_entity_id, of, account_id };
      const paid = found.get(key) ?? { ...apart, assignments: new Set(), sums: new Tally(), places: new Set([of]) };
      found.set(key, paid);
      paid.assignments.add(textOf(stub.work_assignment_id));
      addStub(paid.sums, stub);
      if (agency === undefined) continue;
      // Slips of Quebec are bounded by what was paid in Quebec.
      const whose = `${person}/${business_entity_id}/${agency === 'ca_rq' ? of : ''}`;
      const { id, pay_date, bases = {} } = stub;
      const own = { stub: id, pay_date, province: of, amounts: boundedAmounts(bases), sums: paid.sums };
      const others = earned.get(whose);
      if (others) others.push(own);
      else earned.set(whose, [own]);
    }
  };
  for (const some of piecesOf(ids, READ_TOGETHER))
    for await (const stubs of read.pages('pay_stub', tenant, paidTo(some), STUBS_AT_ONCE)) {
      signal.throwIfAborted();
      await add((await source.counted?.(stubs)) ?? stubs);
    }
  const edition = source.request.filters.year === null ? undefined : editionOf(source.request.filters.year);
  for (const own of earned.values()) {
    await giveWay();
    tellUpToCeilings(own, edition);
  }
  const summed = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, paid]) => paid);
  return agency === 'ca_cra' ? takenBackWherePaid(summed) : summed;
};

const TAXABLE = baseSum('all_taxable');
const isTakenBack = ({ sums }: Summed): boolean => sums.at(TAXABLE).lt(0);

/**
 * Slips hold no amounts below 0. What was paid in one province and is taken back in another one, where less was paid,
 * is taken off where the most was paid. Not between Quebec and elsewhere, which have pension plans of their own. Where
 * more was paid than is taken back, boxes may still come below 0: see `takenOffWherePaid`.
 */
const takenBackWherePaid = (all: readonly Summed[]): Summed[] => {
  const places = new Map<Summed, Summed>();
  for (const one of all.filter(isTakenBack)) {
    const [most] = all
      .filter(
        (other) =>
          other.person === one.person &&
          other.business_entity_id === one.business_entity_id &&
          other.account_id === one.account_id &&
          isSamePlan(other.of, one.of) &&
          !isTakenBack(other),
      )
      .sort((a, b) => b.sums.at(TAXABLE).cmp(a.sums.at(TAXABLE)));
    if (most) places.set(one, most);
  }
  for (const [one, { sums, assignments }] of places) {
    sums.addAll(one.sums);
    for (const id of one.assignments) assignments.add(id);
  }
  const alsoOf = (paid: Summed) => [...places].flatMap(([{ of }, most]) => (most === paid ? [of] : []));
  return all
    .filter((one) => !places.has(one))
    .map((paid) => ({ ...paid, places: new Set([...paid.places, ...alsoOf(paid)]) }));
};
