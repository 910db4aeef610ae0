import { anchorStartOfPayPeriod, payDatesAboutAnchor, periodsToGenerate } from '../calendar/pay-calendar.ts';
import { payScheduleProblems } from '../calendar/pay-schedule-problems.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import { addDays, addMonths, type CalendarDate, daysBetween } from '../values/dates.ts';
import { isText } from '../values/json.ts';
import type { Issue } from '../values/problem.ts';

/** How far the dates of a schedule may lie from today and from each other: docs/limits.md. */
const PAY_DATE_BACK_years = 10;
const PAY_DATE_AHEAD_years = 2;
const GENERATE_BACK_years = 3;
const LAG_days = 366;
/** Stubs that a change of a schedule may ask for: a year and a month of weekly pays of 20,000 people. */
export const MAX_STUBS = 58 * 20_000;

/**
 * Drafts that the calendar no longer has, which stay because of their entries: as many as one calendar has, so that a
 * change by mistake can be taken back. All drafts of a schedule are read together.
 */
export const MOST_LEFT = 212;

type Schedule = RecordOf<'pay_schedule'>;
type Day = 'anchor_pay_date' | 'anchor_start_of_pay_period' | 'anchor_end_of_pay_period' | 'generate_payrolls_from';

/**
 * Dates that are a slip of the pen, and spans that would generate payrolls without end. Dates that are there already
 * are left alone: time moves them away from today by itself.
 */
export function* spanIssues(
  dates: Schedule,
  previous: Schedule | undefined,
  people: number,
  today: CalendarDate,
): Iterable<Issue> {
  const isNew = (member: Day) => isText(dates[member]) && dates[member] !== previous?.[member];
  const within = (member: Day, first: string, last: string): Issue[] =>
    !isNew(member) || (dates[member]! >= first && dates[member]! <= last)
      ? []
      : [
          {
            path: member,
            text: { en: `must lie between ${first} and ${last}`, fr: `doit se situer entre le ${first} et le ${last}` },
          },
        ];
  const { anchor_pay_date: pay, anchor_end_of_pay_period: end } = dates;
  const isSound = payScheduleProblems(dates).length === 0;
  const issues = [
    ...(isSound && isNew('anchor_pay_date') ? payDateIssues(dates) : []),
    ...(isSound && (isNew('anchor_start_of_pay_period') || isNew('anchor_end_of_pay_period'))
      ? startIssues(dates)
      : []),
    ...within(
      'anchor_pay_date',
      addMonths(today, -12 * PAY_DATE_BACK_years),
      addMonths(today, 12 * PAY_DATE_AHEAD_years),
    ),
    ...within(
      'generate_payrolls_from',
      addMonths(today, -12 * GENERATE_BACK_years),
      addMonths(today, 12 * PAY_DATE_AHEAD_years),
    ),
    ...(isNew('anchor_pay_date') || isNew('anchor_end_of_pay_period') ? lagIssues(pay, end) : []),
    ...(isNew('anchor_start_of_pay_period') ? within('anchor_start_of_pay_period', addDays(end, -LAG_days), end) : []),
  ];
  yield* issues;
  const moved = (['generate_payrolls_from', 'anchor_pay_date', 'pay_frequency'] as const).some(
    (member) => dates[member] !== previous?.[member],
  );
  if (!moved || people === 0 || issues.length > 0 || !isSound) return;
  const now = { today, last_approved_pay_date: null };
  const payrolls = periodsToGenerate(dates, now, { movement: 'previous_business_day', province: null }).length;
  if (payrolls * people > MAX_STUBS)
    yield {
      path:
        dates.generate_payrolls_from === previous?.generate_payrolls_from ? 'pay_frequency' : 'generate_payrolls_from',
      text: {
        en: `would make ${payrolls} payrolls of ${people} people, and a change may ask for ${MAX_STUBS} pay stubs at most; begin later`,
        fr: `produirait ${payrolls} paies de ${people} personnes, et une modification peut demander au plus ${MAX_STUBS} bulletins; commencez plus tard`,
      },
    };
}

/** Which pay date is meant is not guessed: one beside the day that was named would be paid too early or too late. */
const payDateIssues = (dates: Schedule): Issue[] => {
  const about = payDatesAboutAnchor(dates);
  if (!about) return [];
  const [before, after] = about;
  return [
    {
      path: 'anchor_pay_date',
      text: {
        en: `must be a day on which the schedule pays by its days of the month: ${before} or ${after}`,
        fr: `doit être un jour de paie selon les jours du mois du calendrier : le ${before} ou le ${after}`,
      },
    },
  ];
};

/** A semi-monthly schedule has two periods in each month, so the first one cannot have begun before the one before. */
const startIssues = (dates: Schedule): Issue[] => {
  const { pay_frequency, anchor_start_of_pay_period: given } = dates;
  const start = pay_frequency === 'semi-monthly' ? anchorStartOfPayPeriod(dates) : given;
  if (start === given) return [];
  return [
    {
      path: 'anchor_start_of_pay_period',
      text: {
        en: `must be ${start}: two earning periods in each month leave no longer one that ends on anchor_end_of_pay_period`,
        fr: `doit être le ${start} : deux périodes de gains par mois n'en laissent pas de plus longue qui finisse à anchor_end_of_pay_period`,
      },
    },
  ];
};

const lagIssues = (pay: string, end: string): Issue[] =>
  Math.abs(daysBetween(pay, end)) <= LAG_days
    ? []
    : [
        {
          path: 'anchor_end_of_pay_period',
          text: {
            en: `must lie within ${LAG_days} days of anchor_pay_date (${pay})`,
            fr: `doit se situer à moins de ${LAG_days} jours de anchor_pay_date (${pay})`,
          },
        },
      ];
