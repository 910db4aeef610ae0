import { describe, expect, test } from 'vitest';
import { beforeLaterWork, joined, type PaidStub, stretchesOf } from '../../../src/forms/roe/stretches.ts';
import { addDays } from '../../../src/values/dates.ts';

/** Weeks of June 2026, which begin on Sundays. The last day of the record is Friday the 12th. */
const LAST = '2026-06-12';
const week = (period_start: string, more: Partial<PaidStub> = {}): PaidStub => ({
  ...{ payroll_id: period_start, work_assignment_id: 'one', pay_schedule_id: 'weekly', is_regular: true },
  ...{ is_of_later_work: false, pays_wage: true, insurable_earnings: '800', earnings: [], is_blank: false },
  ...{ period_start, period_end: addDays(period_start, 6), begins: period_start, ...more },
});
const worked = [week('2026-05-31'), week('2026-06-07')];
const NO_WAGE = { pays_wage: false };

describe('pay behind the last day of a record of employment is of it', () => {
  const kept = (...behind: PaidStub[]) =>
    beforeLaterWork([...behind, ...worked], LAST)
      .map(({ period_start }) => period_start)
      .sort();
  const [MAY_31, JUNE_7, JUNE_14, JUNE_21, JUNE_28] = [0, 7, 14, 21, 28].map((days) => addDays('2026-05-31', days));
  const all = [MAY_31, JUNE_7];

  test.each([
    ['wages that are late', [week('2026-06-14')], [...all, JUNE_14]],
    ['late wages, and what is paid without work after them', [week('2026-06-21', NO_WAGE), week('2026-06-14')], 4],
    ['neither of two weeks of wages: the work went on', [week('2026-06-21'), week('2026-06-14')], all],
    [
      'late wages, and not those of work that began again later',
      [week('2026-06-28'), week('2026-06-21', NO_WAGE), week('2026-06-14')],
      [...all, JUNE_14, JUNE_21],
    ],
    [
      'no pay of a new rate, nor what is paid from its first day on',
      [week('2026-06-14', { is_of_later_work: true, ...NO_WAGE }), week('2026-06-08', { is_regular: false })],
      all,
    ],
    ['no pay on another schedule', [week('2026-06-14', { pay_schedule_id: 'monthly', ...NO_WAGE })], all],
    ['pay of work that nothing was paid for before', [week('2026-06-14', { work_assignment_id: 'two' })], 3],
    ['a bonus', [week('2026-06-14', { is_regular: false }), week('2026-06-21', { is_regular: false })], 4],
    ['a bonus that is paid two years later', [week('2028-06-11', { is_regular: false })], 3],
    ['no wages of two years later, at a rate that did not end', [week('2028-06-11')], all],
    ['a period that begins on the last day', [week(LAST), week('2026-06-19', NO_WAGE)], 4],
  ] as const)('%s', (_, behind, expected) => {
    if (typeof expected === 'number') expect(kept(...behind)).toHaveLength(expected);
    else expect(kept(...behind)).toEqual(expected);
  });

  test('and nothing is behind it where work ended with the last pay', () => {
    expect([kept(), kept(week(JUNE_28!, NO_WAGE))]).toEqual([all, [...all, JUNE_28]]);
  });
});

describe('the schedules of work up to the last day', () => {
  const stubs = [
    week('2026-05-17', { pay_schedule_id: 'other' }),
    week('2026-05-10'),
    week('2026-05-03'),
    week('2026-05-24', { pay_schedule_id: 'bonus', is_regular: false }),
    week('2026-05-24', { pay_schedule_id: 'theirs', work_assignment_id: 'two' }),
    week('2026-06-13', { pay_schedule_id: 'behind' }),
  ];
  const stretches = (present: string | null, last = LAST, of: PaidStub[] = stubs) =>
    stretchesOf({ id: 'one', pay_schedule_id: present }, of, last).map(({ pay_schedule_id, last }) => [
      pay_schedule_id,
      last,
    ]);
  const paid = [
    ['weekly', '2026-05-16'],
    ['other', '2026-05-23'],
  ];

  test('are those that paid it, in their order, then the present one where days are left', () => {
    expect([stretches(null), stretches('other'), stretches('new')]).toEqual([paid, paid, [...paid, ['new', LAST]]]);
    expect(stretches('new', '2026-05-23')).toEqual(paid);
    // The first day of the last period may be the last day.
    expect(stretches('new', '2026-05-17')).toEqual(paid);
    expect([stretches('new', LAST, []), stretches(null, LAST, [])]).toEqual([[['new', LAST]], []]);
  });
});

test('periods of a schedule follow those of the one before without a gap and without days that were shown', () => {
  const spans = (first: string, days: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      start: addDays(first, days * at),
      end: addDays(first, days * at + days - 1),
    }));
  const periods = new Map([
    ['weekly', spans('2026-05-03', 7, 6)],
    ['none', []],
    ['bi-weekly', spans('2026-05-03', 14, 4)],
  ]);
  const of = (...names: [string, string][]) =>
    joined(
      names.map(([pay_schedule_id, last]) => ({ pay_schedule_id, last })),
      (id) => periods.get(id)!,
    ).map(({ start, end }) => `${start} ${end}`);
  expect(of(['weekly', '2026-05-23'], ['none', '2026-05-25'], ['bi-weekly', '2026-05-30'])).toEqual([
    ...['2026-05-03 2026-05-09', '2026-05-10 2026-05-16', '2026-05-17 2026-05-23'],
    ...['2026-05-24 2026-05-30', '2026-05-31 2026-06-13', '2026-06-14 2026-06-27'],
  ]);
  expect(of(['weekly', '2026-05-16'], ['bi-weekly', '2026-06-27'])).toEqual([
    ...['2026-05-03 2026-05-09', '2026-05-10 2026-05-16'],
    ...['2026-05-17 2026-05-30', '2026-05-31 2026-06-13', '2026-06-14 2026-06-27'],
  ]);
});
