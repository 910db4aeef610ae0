import { inTurns } from '../kernel/changes/in-turns.ts';
import { type RecordOf, streamOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { payOf } from '../pay-records/same-pay.ts';
import { payeeOf } from '../pay-records/year-to-date.ts';
import { frequenciesOf } from '../payrolls/facts/payroll-facts.ts';
import { isOfEarlierProvider } from '../payrolls/facts/same-pay-facts.ts';
import { linesOf } from '../payrolls/stubs/calculate.ts';
import { keptExplanation } from '../payrolls/stubs/closing-explanation.ts';
import { all, oneOf } from '../values/condition.ts';
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
import { groupBy, piecesOf } from '../values/group.ts';
import { type Audit, type Found, type Invariant, idsOf, streamIn } from './invariant.ts';

/**
 * What the contributions of several closed stubs of one pay say of the basic exemption. A stub that contributes C at a
 * rate r of earnings P was exempt for P - C / r, and all of them together for the exemption of one pay.
 */

/** Employees whose stubs are read together: a few dozen a year each, for as long as there is history. */
const PEOPLE_AT_ONCE = 30;
/** Pays whose stubs are read together. */
const PAYS_AT_ONCE = 100;
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

/**
 * Whether a closed stub may have had a part of the exemption: nothing was calculated of contractors and earlier
 * providers.
 */
const bears = (stub: RecordOf<'pay_stub'>): boolean =>
  stub.is_closed === true && !isOfEarlierProvider(stub) && stub.bases?.pensionable !== undefined;

/**
 * Of some people, the ids of the stubs on each pay date with several that bear contributions. Of the stubs nothing is
 * kept.
 */
const idsOfPays = async (people: readonly string[], { read }: Services, tenant: Tenant): Promise<string[][]> => {
  const byPay = new Map<string, { ids: string[]; bearing: number }>();
  for await (const page of read.pages('pay_stub', tenant, oneOf('employee_id', people)))
    for (const stub of page) {
      const { ids, bearing } = byPay.get(payOf(stub)) ?? { ids: [], bearing: 0 };
      ids.push(stub.id);
      byPay.set(payOf(stub), { ids, bearing: bearing + (bears(stub) ? 1 : 0) });
    }
  return [...byPay.values()].filter(({ bearing }) => bearing > 1).map(({ ids }) => ids);
};

/**
 * Undefined where a stub does not tell: a maximum of the year was reached, a caller entered the contribution, it is
 * old.
 */
const shareOf = async (stub: RecordOf<'pay_stub'>, audit: Audit): Promise<Share | undefined> => {
  const { events, aggregate } = await streamIn(streamOf('pay_stub', stub.id), audit);
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

const inspectPay = async (pay: readonly RecordOf<'pay_stub'>[], audit: Audit): Promise<Found | undefined> => {
  const stubs = pay.filter(bears);
  const shares: Share[] = [];
  for (const stub of stubs) {
    const share = await shareOf(stub, audit);
    if (!share) return undefined;
    shares.push(share);
  }
  const [earnings, taken] = [sumOf(shares.map((one) => one.earnings)), sumOf(shares.map((one) => one.taken))];
  const exemptions = shares.map(({ exemption }) => exemption);
  const rounding = ROUNDING * BigInt(shares.length);
  const most = exemptions.reduce(greater);
  const least = lesser(exemptions.filter((one) => one > 0n).reduce(lesser, most), earnings);
  // An open one may bear what the closed ones leave. Of old closings nobody knows what they were calculated behind, so
  // two in two provinces may have left it to each other.
  const isWhole = pay.every(({ is_closed }) => is_closed) && stubs.filter(({ counted }) => !counted).length <= 1;
  const isShort = isWhole && shares.some((one) => one.is_periodic) && taken < least - rounding;
  if (taken <= most + rounding && !isShort) return undefined;
  const exempt = toText(taken - (taken % CENT));
  return {
    subject: payeeOf(stubs[0]!),
    record: stubs.at(-1)!.id,
    what: `its pay, with ${stubs
      .slice(0, -1)
      .map(({ id }) => id)
      .join(', ')}, was exempt from pension contributions for ${exempt}; once is ${toText(isShort ? least : most)}`,
    advice: ADVICE,
  };
};

const inspectPays = async (idsByPay: readonly string[][], audit: Audit): Promise<Found[]> => {
  const { services, tenant } = audit;
  const { read } = services;
  const stubs = [...(await read.getMany('pay_stub', tenant, idsByPay.flat())).values()];
  stubs.sort((a, b) => (a.id < b.id ? -1 : 1));
  const payrolls = await read.getMany('payroll', tenant, [...new Set(stubs.map(({ payroll_id }) => payroll_id))]);
  const frequencies = await frequenciesOf(payrolls, services, tenant);
  // What is paid another number of times a year is a pay of its own.
  const pays = [...groupBy(stubs, (stub) => `${payOf(stub)}/${frequencies.get(stub.payroll_id) ?? ''}`).values()];
  // An approval that is under way is left out.
  const isSettled = ({ is_closed, payroll_id }: RecordOf<'pay_stub'>): boolean =>
    !is_closed || payrolls.get(payroll_id)?.status !== 'draft';
  const chosen = pays.filter((pay) => pay.filter(bears).length > 1 && pay.every(isSettled));
  const found = await inTurns(chosen, (pay) => inspectPay(pay, audit));
  return found.filter((one) => one !== undefined);
};

export const exemptionOncePerPay: Invariant = {
  name: 'exemption_once_per_pay',
  says: 'Several pay stubs of one pay have the basic exemption of CPP or QPP once among them.',
  subjects: ({ services, tenant }) => idsOf(services.read.pages('employee', tenant, all(), PEOPLE_AT_ONCE)),
  inspect: async (people, audit) => {
    const pays = await idsOfPays(people, audit.services, audit.tenant);
    const found: Found[] = [];
    for (const some of piecesOf(pays, PAYS_AT_ONCE)) found.push(...(await inspectPays(some, audit)));
    return found;
  },
};
