import type { Position } from '../../event-store/port.ts';
import { appendTo } from '../../kernel/changes/execute.ts';
import { appendInTurns } from '../../kernel/changes/in-turns.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import { GENERATED } from '../../payrolls/events/list.ts';
import {
  followingSchedule,
  followingSource,
  payDateNow,
  payDateRulesOf,
  regularPayrolls,
} from '../../payrolls/facts/calendar.ts';
import type { Acting } from '../../payrolls/membership/acting.ts';
import { all, compare, equal, not, oneOf } from '../../values/condition.ts';
import { type CalendarDate, startOfYear } from '../../values/dates.ts';

/**
 * Gives draft off-cycle payrolls the numbers of their sources, which may have moved with their calendar.
 *
 * @param drafts of a schedule
 * @returns the last position appended
 */
export const followSources = async (
  drafts: readonly RecordOf<'payroll'>[],
  acting: Acting,
): Promise<Position | undefined> => {
  const { services, tenant } = acting;
  const offCycle = drafts.filter(({ type }) => type === 'off_cycle');
  const sources = await services.read.getMany(
    'payroll',
    tenant,
    offCycle.flatMap((one) => one.source_payroll_id ?? []),
  );
  const behind = offCycle.flatMap((one) => {
    const source = sources.get(one.source_payroll_id ?? '');
    return source && followingSource(one, source).length > 0 ? [{ id: one.id, source }] : [];
  });
  const moved = await appendInTurns(behind, services, ({ id, source }) =>
    appendTo(streamOf('payroll', id), 'numbered', acting.once('numbered', id), services, async ({ aggregate }) =>
      followingSource(aggregate.get('payroll', id), source),
    ),
  );
  return latest(moved.map(({ position }) => position));
};

/**
 * Gives the drafts that callers made the dates that their schedule gives now. Those of a custom schedule are numbered
 * in the order of their pay dates: one may be made or deleted before others, and what is approved keeps its number.
 *
 * @returns the last position appended
 */
export const followSchedule = async (
  schedule: RecordOf<'pay_schedule'>,
  acting: Acting,
): Promise<Position | undefined> => {
  const { services, tenant } = acting;
  const { read } = services;
  const paying = oneOf('type', ['regular', 'off_cycle']);
  const ofSchedule = equal('pay_schedule_id', schedule.id);
  const drafts = await read.find('payroll', tenant, all(ofSchedule, equal('status', 'draft'), not(GENERATED), paying));
  if (drafts.length === 0) return undefined;
  const rules = await payDateRulesOf(schedule, services, tenant);
  const regular = drafts
    .filter(({ type }) => type === 'regular')
    .map((one) => ({ id: one.id, pay_date: payDateNow(one, rules) }))
    .sort((a, b) => (a.pay_date + a.id < b.pay_date + b.id ? -1 : 1));
  const others = await otherPayDates(schedule, regular, acting);
  const places = new Map<string, number>();
  for (const [at, { id, pay_date }] of regular.entries()) {
    const year = startOfYear(pay_date);
    const before = regular.slice(0, at).filter((one) => one.pay_date >= year).length;
    const earlier = others.filter((day) => day >= year && day <= pay_date).length;
    places.set(id, earlier + before + 1);
  }
  const behind = drafts.filter((one) => followingSchedule(one, rules, places.get(one.id)).length > 0);
  const moved = await appendInTurns(behind, services, ({ id }) =>
    appendTo(streamOf('payroll', id), 'following', acting.once('following', id), services, async ({ aggregate }) =>
      followingSchedule(aggregate.get('payroll', id), rules, places.get(id)),
    ),
  );
  return latest(moved.map(({ position }) => position));
};

/** The pay dates of the regular payrolls of a schedule in the years of some drafts, those drafts left out. */
const otherPayDates = async (
  schedule: RecordOf<'pay_schedule'>,
  drafts: readonly { id: string; pay_date: CalendarDate }[],
  { services, tenant }: Acting,
): Promise<CalendarDate[]> => {
  const [first, last] = [drafts.at(0)?.pay_date, drafts.at(-1)?.pay_date];
  if (first === undefined || last === undefined) return [];
  const days = all(compare('pay_date', '>=', startOfYear(first)), compare('pay_date', '<=', last));
  const own = new Set(drafts.map(({ id }) => id));
  const regular = await regularPayrolls(all(equal('pay_schedule_id', schedule.id), days), services, tenant);
  return regular.filter(({ id }) => !own.has(id)).map(({ pay_date }) => pay_date);
};
