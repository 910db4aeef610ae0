import { loadStream } from '../kernel/changes/execute.ts';
import { inTurns } from '../kernel/changes/in-turns.ts';
import { type RecordOf, streamOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { payOf } from '../pay-records/same-pay.ts';
import { frequenciesOf } from '../payrolls/facts/payroll-facts.ts';
import { isOfEarlierProvider } from '../payrolls/facts/same-pay-facts.ts';
import { linesOf } from '../payrolls/stubs/calculate.ts';
import { keptExplanation } from '../payrolls/stubs/closing-explanation.ts';
import { all, equal, oneOf } from '../values/condition.ts';
import {
  atLeastZero,
  CENT,
  type Fixed,
  fixed,
  greater,
  lesser,
  ONE,
  times,
  timesRatio,
  toText,
} from '../values/fixed.ts';
import { groupBy } from '../values/group.ts';
import { type Found, type Invariant, idsOf } from './invariant.ts';

/**
 * What the contributions of several closed stubs of one pay say of the basic exemption. A stub that contributes C at a rate
 * r of earnings P was exempt for P - C / r, and all of them together for the exemption of one pay.
 */

/** Stubs whose pays are read together. */
const STUBS_AT_ONCE = 200;
/** What a contribution may be off by rounding, a cent or two, is so much of earnings at the lowest of the rates. */
const ROUNDING: Fixed = 40n * CENT;

interface Share {
  earnings: Fixed;
  /** What of them it was exempt for. */
  taken: Fixed;
  /** The exemption of one pay, as its calculation had it: none of what is paid apart. */
  exemption: Fixed;
  is_periodic: boolean;
}

const sumOf = (values: readonly Fixed[]): Fixed => values.reduce((sum, one) => sum + one, 0n);

/** Whether a closed stub may have had a part of the exemption: nothing was calculated of contractors and earlier providers. */
const bears = (stub: RecordOf<'pay_stub'>): boolean =>
  stub.is_closed === true && !isOfEarlierProvider(stub) && stub.bases?.pensionable !== undefined;

/** Stubs of each pay that has several which bear contributions, by the first of those, which is one of the ids. */
const paysOf = async (
  ids: readonly string[],
  { read }: Services,
  tenant: Tenant,
): Promise<Map<string, RecordOf<'pay_stub'>[]>> => {
  const stubs = [...(await read.getMany('pay_stub', tenant, ids)).values()].filter(bears);
  const byPay = new Map<string, RecordOf<'pay_stub'>[]>(stubs.map((stub) => [payOf(stub), []]));
  const people = [...new Set(stubs.flatMap(({ employee_id }) => employee_id ?? []))];
  const dates = [...new Set(stubs.map(({ pay_date }) => pay_date))];
  const theirs = all(oneOf('employee_id', people), oneOf('pay_date', dates));
  if (people.length > 0)
    for await (const page of read.pages('pay_stub', tenant, theirs))
      for (const stub of page) byPay.get(payOf(stub))?.push(stub);
  const wanted = new Set(ids);
  const ofSeveral = [...byPay.values()].filter((pay) => pay.filter(bears).length > 1);
  const payrollIds = [...new Set(ofSeveral.flat().map(({ payroll_id }) => payroll_id))];
  const frequencies = await frequenciesOf(payrollIds, { read }, tenant);
  // What is paid another number of times a year is a pay of its own.
  const pays = ofSeveral.flatMap((pay) => [
    ...groupBy(pay, ({ payroll_id }) => frequencies.get(payroll_id) ?? '').values(),
  ]);
  return new Map(
    pays.flatMap((pay): [string, RecordOf<'pay_stub'>[]][] => {
      const [first, second] = pay.filter(bears);
      return first && second && wanted.has(first.id) ? [[first.id, pay]] : [];
    }),
  );
};

/** Undefined where a stub does not tell: a maximum of the year was reached, a caller entered the contribution, it is old. */
const shareOf = async (stub: RecordOf<'pay_stub'>, services: Services): Promise<Share | undefined> => {
  const { events, aggregate } = await loadStream(streamOf('pay_stub', stub.id), services);
  const explained = keptExplanation(events);
  const [line, ...more] = linesOf(aggregate).filter(
    ({ kind, type }) => kind === 'statutory_withholding' && (type === 'cpp' || type === 'qpp'),
  );
  const { managed_amount: contributed } = line ?? {};
  if (!line || !contributed || more.length > 0 || (line.custom_amount ?? null) !== null) return undefined;
  const step = explained?.steps[line.id]?.find(({ name }) => name === 'C');
  const { rate, PI, X } = step?.figures ?? {};
  if (!step || rate === undefined || PI === undefined || X === undefined) return undefined;
  const charged = times(fixed(rate), atLeastZero(fixed(PI) - fixed(X)));
  if (fixed(step.value) < charged - 2n * CENT) return undefined;
  const { pensionable = '0', pensionable_non_periodic = '0' } = stub.bases ?? {};
  const earnings = fixed(pensionable);
  return {
    earnings,
    taken: earnings - timesRatio(fixed(contributed), ONE, fixed(rate)),
    exemption: fixed(X),
    is_periodic: earnings > fixed(pensionable_non_periodic),
  };
};

const ADVICE =
  'what was withheld stays: put the contributions of the year right with a correction payroll before the year-end forms';

/** @param first the stub that the pay is inspected with */
const inspectPay = async (
  first: string,
  pay: readonly RecordOf<'pay_stub'>[],
  services: Services,
): Promise<Found | undefined> => {
  const stubs = pay.filter(bears);
  const shares: Share[] = [];
  for (const stub of stubs) {
    const share = await shareOf(stub, services);
    if (!share) return undefined;
    shares.push(share);
  }
  const [earnings, taken] = [sumOf(shares.map((one) => one.earnings)), sumOf(shares.map((one) => one.taken))];
  const exemptions = shares.map(({ exemption }) => exemption);
  const rounding = ROUNDING * BigInt(shares.length);
  const most = exemptions.reduce(greater);
  const least = lesser(exemptions.filter((one) => one > 0n).reduce(lesser, most), earnings);
  // An open one may bear what the closed ones leave. Of old closings nobody knows what they were calculated behind, so two
  // in two provinces may have left it to each other.
  const isWhole = pay.every(({ is_closed }) => is_closed) && stubs.filter(({ counted }) => !counted).length <= 1;
  const isShort = isWhole && shares.some((one) => one.is_periodic) && taken < least - rounding;
  if (taken <= most + rounding && !isShort) return undefined;
  const exempt = toText(taken - (taken % CENT));
  return {
    subject: first,
    record: stubs.at(-1)!.id,
    what: `its pay, with ${stubs
      .slice(0, -1)
      .map(({ id }) => id)
      .join(', ')}, was exempt from pension contributions for ${exempt}; once is ${toText(isShort ? least : most)}`,
    advice: ADVICE,
  };
};

export const exemptionOncePerPay: Invariant = {
  name: 'exemption_once_per_pay',
  says: 'Several pay stubs of one pay have the basic exemption of CPP or QPP once among them.',
  subjects: ({ services, tenant }) =>
    idsOf(services.read.pages('pay_stub', tenant, equal('is_closed', true), STUBS_AT_ONCE)),
  inspect: async (ids, { services, tenant }) => {
    const pays = await paysOf(ids, services, tenant);
    const payrollIds = [...pays.values()].flat().map(({ payroll_id }) => payroll_id);
    const payrolls = await services.read.getMany('payroll', tenant, [...new Set(payrollIds)]);
    // An approval that is under way is left out.
    const isSettled = ({ is_closed, payroll_id }: RecordOf<'pay_stub'>): boolean =>
      !is_closed || payrolls.get(payroll_id)?.status !== 'draft';
    const settled = [...pays].filter(([, pay]) => pay.every(isSettled));
    const found = await inTurns(settled, ([first, pay]) => inspectPay(first, pay, services));
    return found.filter((one) => one !== undefined);
  },
};
