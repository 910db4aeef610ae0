import { STATUTORY_KINDS } from '../calculation/model/families.ts';
import { addBusinessDays, isBusinessDay, PROCESSING_DAYS } from '../calendar/business-days.ts';
import { bankHolidays } from '../calendar/holidays.ts';
import type { Limit, Lookup, RecordOf, Rules, State } from '../kernel/definition/resource.ts';
import { all, among, compare, equal, not } from '../values/condition.ts';
import { addMonths, type CalendarDate, daysBetween, endOfYear, startOfYear, yearOf } from '../values/dates.ts';
import type { JsonObject } from '../values/json.ts';
import { type Issue, issue } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { GENERATED, isGenerated } from './events/list.ts';
import { payDateNow, payDateRulesOf, regularPayrolls } from './facts/calendar.ts';
import { type DateFacts, datedOf, isCustom, movedTo } from './payroll-dates.ts';

/**
 * Payrolls that callers make: off-cycle, historical and correction ones, and all of a custom schedule. What they may be
 * is checked when they are made; a draft of them can be moved to another pay date and deleted.
 */

/** Pay dates of the past that a payroll may have: what an earlier provider paid, or what is corrected. */
const BACK_years = 10;
const AHEAD_months = 24;
const LONGEST_PERIOD_days = 366;
/** Drafts that a schedule may have beside its calendar; those of all schedules are read together (docs/limits.md). */
const MOST_DRAFTS = 30;

/**
 * Its writers take turns, schedule by schedule and in all processes, so that two payrolls that are made at once have
 * different letters and numbers, and none names one that is deleted in the same moment.
 */
export const byHandLimit: Limit = {
  by: 'pay_schedule_id',
  most: MOST_DRAFTS,
  isExact: true,
  counting: {
    members: [],
    where: () => all(equal('status', 'draft'), not(GENERATED)),
    of: ({ status, type, custom_pay_frequency }) => status === 'draft' && !isGenerated({ type, custom_pay_frequency }),
  },
  whose: { en: 'the pay schedule', fr: 'le calendrier de paie' },
  what: { en: 'drafts made by hand', fr: 'brouillons faits à la main' },
};

/** What the rules look at; nothing of an update that leaves the pay date alone. */
type Known = {
  dateFacts?: DateFacts;
  /** Where it is deleted: a payroll that has its period from it, or corrects it. */
  derived?: RecordOf<'payroll'> | undefined;
  /** An adjustment on it of what was withheld or contributed by law, where it is moved to another year. */
  adjusted?: string | undefined;
};

const dateFactsOf = async (
  { services, tenant }: Lookup,
  candidate: RecordOf<'payroll'>,
  schedule: RecordOf<'pay_schedule'>,
  source: RecordOf<'payroll'> | undefined,
): Promise<DateFacts> => {
  const { read } = services;
  const rules = await payDateRulesOf(schedule, services, tenant);
  const day = payDateNow(candidate, rules);
  const ofSource = source && all(equal('source_payroll_id', source.id), equal('type', 'off_cycle'));
  const siblings = ofSource ? await read.find('payroll', tenant, ofSource) : [];
  const upToDay = (last: CalendarDate) =>
    all(
      equal('pay_schedule_id', schedule.id),
      compare('pay_date', '>=', startOfYear(last)),
      compare('pay_date', '<=', last),
    );
  const before = day !== null && isCustom(schedule) ? await regularPayrolls(upToDay(day), services, tenant) : [];
  return { schedule, rules, source, labels: siblings.map(({ period_label }) => period_label), earlier: before.length };
};

const facts = async (
  lookup: Lookup,
  candidate: RecordOf<'payroll'>,
  previous: RecordOf<'payroll'> | undefined,
): Promise<Known> => {
  if (previous && candidate === previous) return { derived: await derivedFrom(previous, lookup) };
  if (previous && previous.pay_date === candidate.pay_date) return {};
  const { pay_schedule_id, source_payroll_id } = candidate;
  const schedule = pay_schedule_id ? await lookup.get('pay_schedule', pay_schedule_id) : undefined;
  if (!schedule) return {};
  const source = source_payroll_id ? await lookup.get('payroll', source_payroll_id) : undefined;
  const adjusted = previous && yearOf(previous.pay_date) !== yearOf(candidate.pay_date);
  return {
    dateFacts: await dateFactsOf(lookup, candidate, schedule, source),
    adjusted: adjusted ? await statutoryAdjustment(previous.id, lookup) : undefined,
  };
};

const derivedFrom = async (
  { id, status }: RecordOf<'payroll'>,
  { services, tenant }: Lookup,
): Promise<RecordOf<'payroll'> | undefined> =>
  status === 'draft'
    ? (await services.read.first('payroll', tenant, equal('source_payroll_id', id), 1)).rows[0]
    : undefined;

const statutoryAdjustment = async (payroll: string, { services, tenant }: Lookup): Promise<string | undefined> => {
  const onIt = among('correction_pay_stub_id', 'pay_stub', 'id', equal('payroll_id', payroll));
  for await (const page of services.read.pages('adjustment', tenant, onIt)) {
    const found = page.find((one) => STATUTORY_KINDS.some((kind) => kind === one.kind));
    if (found) return found.id;
  }
  return undefined;
};

/** What every new payroll has. */
const NEW: JsonObject = { status: 'draft', approved_at: null, approval: null };

const rules: Rules<RecordOf<'payroll'>, Known> = {
  facts,
  complete: (candidate, previous, known) => {
    const { dateFacts } = known;
    if (!dateFacts) return candidate;
    // What is not given yet is null, which the type of a whole payroll does not say; `validate` asks for it.
    if (previous) return { ...candidate, ...movedTo(candidate, dateFacts) } as RecordOf<'payroll'>;
    const type = candidate.type ?? 'regular';
    const { business_entity_id } = dateFacts.schedule;
    const dated = datedOf({ ...candidate, type }, dateFacts);
    // As above.
    return { ...candidate, type, business_entity_id, ...dated, ...NEW } as RecordOf<'payroll'>;
  },
  validate: (candidate, previous, known, { sent, today }) =>
    previous ? movedIssues(candidate, previous, known, today) : createdIssues(candidate, known, sent, today),
  refuse: (action, previous, candidate, { derived }) => {
    if (candidate && previous) return isMoved(candidate, previous) && isClosed(previous) ? DATE_STAYS : undefined;
    if (action !== 'delete' || !previous) return undefined;
    if (previous.status !== 'draft') return NOT_DRAFT;
    if (previous.approval !== null || previous.unapproval) return UNDER_WAY;
    if (isGenerated(previous)) return FOLLOWS;
    return derived && namedBy(derived);
  },
};

/** The rules of payrolls that callers make, move and delete. */
// They look at members of a payroll alone, which any state of one has.
export const payrollRules = rules as Rules<never, Known>;

type Dates = Pick<RecordOf<'payroll'>, 'pay_date' | 'original_pay_date'>;

/** Of a custom schedule another intended day may be paid on the same day as before. */
const isMoved = (candidate: Dates, previous: Dates): boolean =>
  candidate.pay_date !== previous.pay_date || candidate.original_pay_date !== previous.original_pay_date;

/** Whether it is no draft, or is becoming one or something else. */
const isClosed = ({ status, approval, unapproval }: RecordOf<'payroll'>): boolean =>
  status !== 'draft' || approval !== null || Boolean(unapproval);

const DATE_STAYS: Text = {
  en: 'The payroll is no longer a draft, or is being approved or unapproved now; its pay_date can change only while it is a draft.',
  fr: "La paie n'est plus au brouillon, ou est en cours d'approbation ou de retour au brouillon; sa pay_date ne peut changer que tant qu'elle est au brouillon.",
};
const NOT_DRAFT: Text = {
  en: 'The payroll is no longer a draft and cannot be deleted; unapprove it first, or correct it with a correction payroll.',
  fr: "La paie n'est plus au brouillon et ne peut être supprimée; ramenez-la d'abord au brouillon, ou corrigez-la par une paie de correction.",
};
const UNDER_WAY: Text = {
  en: 'An approval of the payroll is under way; delete it when that has ended.',
  fr: 'Une approbation de la paie est en cours; supprimez-la quand elle sera terminée.',
};
const FOLLOWS: Text = {
  en: 'Regular payrolls follow from their pay schedule: change or delete that.',
  fr: 'Les paies régulières suivent leur calendrier de paie : modifiez ou supprimez celui-ci.',
};

const namedBy = ({ id, type }: RecordOf<'payroll'>): Text => ({
  en: `The ${type} payroll ${id} names it as its source; delete that one first.`,
  fr: `La paie ${id}, de type ${type}, la nomme comme source; supprimez d'abord celle-là.`,
});

const required = (path: string) => issue(path, 'is required', 'est obligatoire');

/** Only the date of a draft that is not regular can be moved; one that is closed is refused as a whole. */
function* movedIssues(
  candidate: RecordOf<'payroll'>,
  previous: RecordOf<'payroll'>,
  { dateFacts, adjusted }: Known,
  today: CalendarDate,
): Iterable<Issue> {
  if (!isMoved(candidate, previous)) return;
  if (previous.type === 'regular')
    yield issue(
      'pay_date',
      'follows from the pay schedule on a regular payroll',
      'suit le calendrier de paie sur une paie régulière',
    );
  else if (isClosed(previous)) return;
  else if (adjusted)
    yield issue(
      'pay_date',
      `must stay in ${yearOf(previous.pay_date)}: the adjustment ${adjusted} corrects what was withheld or contributed in that year; delete it first`,
      `doit rester en ${yearOf(previous.pay_date)} : le rajustement ${adjusted} corrige ce qui a été retenu ou cotisé cette année-là; supprimez-le d'abord`,
    );
  else if (dateFacts) {
    if (previous.type === 'off_cycle') {
      if (dateFacts.source && yearOf(dateFacts.source.pay_date) !== yearOf(candidate.pay_date))
        yield issue(
          'pay_date',
          'must lie in the calendar year of the source payroll',
          "doit se situer dans l'année civile de la paie source",
        );
      yield* offCycleDate(candidate, dateFacts, today);
    } else yield* dateBounds(candidate.pay_date, today);
  }
}

function* createdIssues(
  candidate: RecordOf<'payroll'>,
  { dateFacts }: Known,
  sent: JsonObject,
  today: CalendarDate,
): Iterable<Issue> {
  // The schedule is unknown, and that is said.
  if (!dateFacts) return;
  const custom = isCustom(dateFacts.schedule);
  if (candidate.type === 'regular' && !custom)
    yield issue(
      'type',
      'must be off_cycle, historical or correction: regular payrolls come from the pay schedule',
      'doit être off_cycle, historical ou correction : les paies régulières viennent du calendrier de paie',
    );
  else if (candidate.type === 'off_cycle') yield* offCycleIssues(candidate, dateFacts, sent, today);
  else yield* (custom ? customIssues : datedIssues)(candidate, sent, today);
  if (!custom)
    for (const member of ['original_pay_date', 'custom_pay_frequency'])
      if ((sent[member] ?? null) !== null)
        yield issue(
          member,
          'is taken on custom pay schedules alone',
          "n'est accepté que pour un calendrier personnalisé",
        );
  if (candidate.type !== 'off_cycle') yield* sourceIssues(candidate, dateFacts.source);
}

/** Off-cycle: a pay beside that of a regular payroll, which gives it its period. */
function* offCycleIssues(
  candidate: State,
  dateFacts: DateFacts,
  sent: JsonObject,
  today: CalendarDate,
): Iterable<Issue> {
  const { source, schedule } = dateFacts;
  const path = 'source_payroll_id';
  if ((candidate[path] ?? null) === null) yield required(path);
  else if (source && source.type !== 'regular')
    yield issue(path, 'must be a regular payroll', 'doit être une paie régulière');
  else if (source && source.pay_schedule_id !== schedule.id)
    yield issue(path, 'must be a payroll of the same pay schedule', 'doit être une paie du même calendrier de paie');
  else if (source && typeof candidate.pay_date === 'string' && yearOf(source.pay_date) !== yearOf(candidate.pay_date))
    yield issue(
      path,
      `must be paid in the calendar year of pay_date: name a payroll of ${yearOf(candidate.pay_date)}`,
      `doit être payée dans l'année civile de pay_date : nommez une paie de ${yearOf(candidate.pay_date)}`,
    );
  for (const member of ['period_start', 'period_end', 'original_pay_date', 'custom_pay_frequency'])
    if ((sent[member] ?? null) !== null)
      yield issue(
        member,
        'cannot be given: an off-cycle payroll has that of its source',
        'ne peut être donné : une paie hors cycle a celui de sa source',
      );
  // Completed by now.
  yield* offCycleDate(candidate as RecordOf<'payroll'>, dateFacts, today);
}

/** Money needs its time: as many business days as the processing speed says. */
function* offCycleDate({ pay_date }: RecordOf<'payroll'>, { rules }: DateFacts, today: CalendarDate): Iterable<Issue> {
  if (typeof pay_date !== 'string') return yield required('pay_date');
  const holidays = bankHolidays(rules.province);
  const first = addBusinessDays(today, PROCESSING_DAYS, holidays);
  if (pay_date < first)
    yield issue(
      'pay_date',
      `must be ${first} or later: money takes ${PROCESSING_DAYS} business days`,
      `doit être le ${first} ou plus tard : l'argent prend ${PROCESSING_DAYS} jours ouvrables`,
    );
  else if (pay_date > addMonths(today, AHEAD_months)) yield* dateBounds(pay_date, today);
  else if (!isBusinessDay(pay_date, holidays))
    yield issue(
      'pay_date',
      'must be a business day: banks are closed on this day',
      'doit être un jour ouvrable : les banques sont fermées ce jour-là',
    );
}

/** Historical and correction payrolls of schedules that have a calendar. */
function* datedIssues(candidate: RecordOf<'payroll'>, _sent: JsonObject, today: CalendarDate): Iterable<Issue> {
  if (typeof candidate.pay_date !== 'string') yield required('pay_date');
  else yield* dateBounds(candidate.pay_date, today);
  yield* periodIssues(candidate);
}

/** Of a custom schedule, which knows no dates. */
function* customIssues(candidate: RecordOf<'payroll'>, sent: JsonObject, today: CalendarDate): Iterable<Issue> {
  for (const member of ['original_pay_date', 'custom_pay_frequency'] as const)
    if (candidate[member] === null) yield required(member);
  if ((sent.pay_date ?? null) !== null)
    yield issue(
      'pay_date',
      'cannot be given on a custom pay schedule: it is original_pay_date, moved as the schedule says',
      "ne peut être donné pour un calendrier personnalisé : c'est original_pay_date, déplacé comme le calendrier le dit",
    );
  if (candidate.original_pay_date !== null) yield* dateBounds(candidate.original_pay_date, today, 'original_pay_date');
  yield* periodIssues(candidate);
}

function* dateBounds(day: CalendarDate, today: CalendarDate, path = 'pay_date'): Iterable<Issue> {
  const first = addMonths(today, -12 * BACK_years);
  const last = endOfYear(addMonths(today, AHEAD_months - 12));
  if (day < first || day > last)
    yield issue(path, `must lie between ${first} and ${last}`, `doit se situer entre le ${first} et le ${last}`);
}

function* periodIssues({ period_start, period_end }: RecordOf<'payroll'>): Iterable<Issue> {
  const known: Record<'period_start' | 'period_end', string | null> = { period_start, period_end };
  if (known.period_start === null) yield required('period_start');
  if (known.period_end === null) yield required('period_end');
  if (known.period_start === null || known.period_end === null) return;
  if (period_end < period_start)
    yield issue('period_end', 'must not be before period_start', 'ne doit pas précéder period_start');
  else if (daysBetween(period_start, period_end) >= LONGEST_PERIOD_days)
    yield issue(
      'period_end',
      `must lie within ${LONGEST_PERIOD_days} days of period_start`,
      `doit se situer à moins de ${LONGEST_PERIOD_days} jours de period_start`,
    );
}

/** A correction may say what it corrects; a historical or regular payroll has no source. */
function* sourceIssues(candidate: RecordOf<'payroll'>, source: RecordOf<'payroll'> | undefined): Iterable<Issue> {
  if (candidate.source_payroll_id === null) return;
  const path = 'source_payroll_id';
  if (candidate.type !== 'correction')
    yield issue(
      path,
      'is taken on off-cycle and correction payrolls alone',
      "n'est accepté que pour les paies hors cycle et de correction",
    );
  else if (source && source.pay_schedule_id !== candidate.pay_schedule_id)
    yield issue(path, 'must be a payroll of the same pay schedule', 'doit être une paie du même calendrier de paie');
  else if (source?.status === 'draft' || source?.unapproval)
    yield issue(
      path,
      'must be approved, and not being unapproved: a draft is changed where it is',
      'doit être approuvée, et ne pas être en cours de retour au brouillon : un brouillon se modifie sur place',
    );
}
