import { z } from 'zod';
import { earningsWith, type HolidayPayRequest, type Line, PAID_KINDS } from '../../calculation/index.ts';
import { createContext, provinceOfEmployment } from '../../calculation/model/context.ts';
import type { StubFacts } from '../../calculation/model/facts.ts';
import { figured } from '../../calculation/model/lines.ts';
import { CATALOGUES } from '../../catalogues/catalogues.ts';
import { HOLIDAY_DATE_BASES, HOLIDAY_PAY_STRATEGIES, PROVINCES } from '../../employers/tax-property-templates.ts';
import { loadRecords } from '../../kernel/changes/remembered.ts';
import { presentRows } from '../../kernel/definition/lookup.ts';
import { type Call, defineOperation } from '../../kernel/definition/operation.ts';
import { type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import { decimalSchema, exampleId, idSchema, refine, SHOWN_AS } from '../../kernel/definition/schemas.ts';
import type { StandardsJurisdiction } from '../../statutory/editions/employment-standards.ts';
import { presentStep, presentWarnings } from '../../statutory/request/present.ts';
import { standardsOf } from '../../statutory/stage/earned-days.ts';
import { paysOfHolidays } from '../../statutory/stage/holiday-stage.ts';
import {
  configurationOf,
  type HolidayPayConfiguration,
  propertiesInForce,
  textOf,
} from '../../statutory/stage/tax-properties.ts';
import { holidayPayRules } from '../../statutory/standards/holiday-pay-rules.ts';
import { toNumber } from '../../values/money.ts';
import { invalid, unknownId } from '../../values/problem.ts';
import { managedLineIds } from '../events/pay-stub.ts';
import { stubFacts } from '../facts/stub-facts.ts';
import { linesOf } from '../stubs/calculate.ts';
import { stages } from '../stubs/stages.ts';
import { statutoryWarningSchema, stepSchema } from './withholding-calculation.ts';

const CONFIGURATION = {
  calculate_entitlement: 'Whether holiday pay is calculated',
  calculation_strategy: 'The rules that apply',
  override_rule_set: 'Rules of another jurisdiction than the place of work, e.g. ca_on',
  override_date_basis: 'Day from which the averaging period counts back',
  hours: 'Hours a day, used instead of an average',
  pay_rate: 'Dollars an hour, used instead of an average',
} as const;

const RULE_SETS = [...Object.keys(PROVINCES).filter((place) => standardsOf(place) !== null), 'ca_federal'];
const ruleSet = z
  .string()
  .max(20)
  .refine((value) => RULE_SETS.includes(value), {
    ...refine({
      en: 'must be a province or territory (ca_on, …) or ca_federal',
      fr: 'doit être une province ou un territoire (ca_on, …) ou ca_federal',
    }),
  })
  .meta({ [SHOWN_AS]: { type: 'string', enum: RULE_SETS } });

const body = z.strictObject({
  pay_stub_id: idSchema('pay_stub').meta({ description: 'The pay stub to calculate it for' }),
  configuration: z
    .strictObject({
      calculate_entitlement: z.boolean().optional().meta({ description: CONFIGURATION.calculate_entitlement }),
      calculation_strategy: z
        .enum(HOLIDAY_PAY_STRATEGIES)
        .optional()
        .meta({ description: CONFIGURATION.calculation_strategy }),
      override_rule_set: ruleSet.nullish().meta({ description: CONFIGURATION.override_rule_set }),
      override_date_basis: z
        .enum(HOLIDAY_DATE_BASES)
        .nullish()
        .meta({ description: CONFIGURATION.override_date_basis }),
      hours: decimalSchema({ places: 6, min: '0', max: '24' }).nullish().meta({ description: CONFIGURATION.hours }),
      pay_rate: decimalSchema({ places: 6, min: '0', max: '9999999' })
        .nullish()
        .meta({ description: CONFIGURATION.pay_rate }),
    })
    .prefault({})
    .describe("Overrides members of the work assignment's tax property ca::statutory_holiday_pay"),
});

/** Why no holiday pay comes of it. */
const REASONS = [
  'entitlement_not_calculated',
  'not_an_employee',
  'not_a_regular_payroll',
  'province_of_work_missing',
  'no_holiday_in_period',
  'not_employed',
  'too_short_employment',
  'too_few_days_worked',
] as const;
type Reason = (typeof REASONS)[number];

const NOT_APPLICABLE = 'Why there is no holiday pay; null where there is';
const answer = z
  .object({
    object: z.literal('statutory_holiday_pay_explanation').meta({ description: 'Type of the record' }),
    data: z
      .object({
        not_applicable_reason: z.enum(REASONS).nullable().meta({ description: NOT_APPLICABLE }),
        jurisdiction: z.string().nullable().meta({ description: 'Jurisdiction of the place of work, e.g. ca_on' }),
        configuration: z
          .object({
            calculate_entitlement: z.boolean().meta({ description: CONFIGURATION.calculate_entitlement }),
            calculation_strategy: z
              .enum(HOLIDAY_PAY_STRATEGIES)
              .meta({ description: CONFIGURATION.calculation_strategy }),
            override_rule_set: z.string().nullable().meta({ description: CONFIGURATION.override_rule_set }),
            override_date_basis: z
              .enum(HOLIDAY_DATE_BASES)
              .nullable()
              .meta({ description: CONFIGURATION.override_date_basis }),
            hours: z.number().nullable().meta({ description: CONFIGURATION.hours }),
            pay_rate: z.number().nullable().meta({ description: CONFIGURATION.pay_rate }),
          })
          .meta({ description: 'The configuration that was used' }),
        default_rules: z
          .array(
            z.object({
              id: z.string().meta({ description: 'Id of the rule' }),
              name: z.string().meta({ description: 'Name' }),
              explanation: z.string().meta({ description: 'Explanation' }),
              earning_date_basis: z.enum(HOLIDAY_DATE_BASES).meta({ description: CONFIGURATION.override_date_basis }),
              eligible_days_in_range: z.number().meta({ description: 'Days in the averaging period' }),
              eligible_work_days_in_range: z
                .number()
                .meta({ description: 'Days of work that the earnings are divided by' }),
              eligible_earning_types: z.array(CATALOGUES.earning.schema).meta({ description: 'Earnings that count' }),
            }),
          )
          .meta({ description: 'Rules of the jurisdiction' }),
        holidays: z
          .array(
            z.object({
              key: z.string().meta({ description: 'Key of the holiday' }),
              name: z.string().meta({ description: 'Name' }),
              date: z.string().meta({ description: 'Date on which it is observed', format: 'date' }),
              not_applicable_reason: z.enum(REASONS).nullable().meta({ description: NOT_APPLICABLE }),
              amount: z.number().meta({ description: 'Dollars of holiday pay' }),
              steps: z.array(stepSchema).meta({ description: 'Steps of their calculation' }),
              warnings: z.array(statutoryWarningSchema).meta({ description: 'Warnings about the figures' }),
            }),
          )
          .meta({ description: 'The holidays of the pay period, for an employee on a regular payroll' }),
      })
      .meta({ description: 'The explanation' }),
  })
  .meta({ id: 'statutory_holiday_pay_explanation', description: 'Statutory holiday pay, and how it came about' });

/**
 * How the statutory holiday pay of a stub is calculated, also under a configuration that is only tried. Stores nothing.
 */
export const explainStatutoryHolidayPay = defineOperation({
  id: 'explain_statutory_holiday_pay',
  method: 'POST',
  path: '/calculations/statutory_holiday_pay',
  auth: 'company',
  tag: 'calculation',
  summary: 'Explain the statutory holiday pay of a pay stub',
  description: 'A configuration can be tried without saving it. Stores nothing.',
  body,
  answers: { 200: { description: 'The rules and their result', schema: answer } },
  problems: [422],
  storesNothing: true,
  localized: true,
  examples: {
    trial: {
      summary: 'Ontario, tried on a pay stub',
      value: {
        pay_stub_id: exampleId('pay_stub'),
        configuration: { calculate_entitlement: true, calculation_strategy: 'provincial_rules_only' },
      },
    },
  },
  run: async (call) => {
    const { pay_stub_id, configuration: trial } = call.body;
    const { facts, stub } = await factsOf(pay_stub_id, call);
    const properties = propertiesInForce(facts);
    const given = Object.fromEntries(Object.entries(trial).filter(([, value]) => value !== undefined));
    const configuration: HolidayPayConfiguration = { ...configurationOf(properties), ...given };
    const place = textOf(properties, 'ca::province_of_work') ?? provinceOfEmployment(facts);
    const rules = configuration.override_rule_set ?? place;
    const standards = standardsOf(rules);
    // On other payrolls, and for contractors, none is generated whatever the configuration says.
    const isPaid = facts.payroll.type === 'regular' && facts.work_assignment.payee === 'employee';
    const found = isPaid && rules ? explained(facts, stub, place, configuration, call) : [];
    const holidays = found.map(({ shown }) => shown);
    const data = {
      not_applicable_reason: reasonOf(facts, standards, configuration, holidays),
      jurisdiction: place,
      configuration: {
        ...configuration,
        hours: configuration.hours === null ? null : toNumber(configuration.hours),
        pay_rate: configuration.pay_rate === null ? null : toNumber(configuration.pay_rate),
      },
      default_rules: rulesBehind(found, standards, facts).flatMap(([one, day]) => rulesOf(one, day, call)),
      holidays,
    };
    return { status: 200, body: { object: 'statutory_holiday_pay_explanation', data } };
  },
});

const factsOf = async (id: string, call: Call): Promise<{ facts: StubFacts; stub: RecordOf<'pay_stub'> }> => {
  const { services, tenant } = call;
  const row = (await presentRows('pay_stub', tenant, [id], services)).get(id);
  const known = row && (await stubFacts([row], services, tenant, { withEarlierEarnings: true })).get(id);
  if (!row || !known) throw invalid([{ path: 'pay_stub_id', text: unknownId('pay_stub') }]);
  const { aggregate } = await loadRecords(streamOf('pay_stub', id), services);
  const payment_method = row.payment_method;
  return { facts: { ...known, payment_method, lines: linesOf(aggregate) }, stub: row };
};

type Explained = z.output<typeof answer>['data']['holidays'][number];
/** A holiday as it is shown, and whose rules it is paid by. */
interface Found {
  jurisdiction: StandardsJurisdiction;
  shown: Explained;
}

/** Kinds of lines that vacation pay is paid with. */
const PAID: ReadonlySet<string> = new Set(PAID_KINDS);
/** Earnings that the calculation makes of others. */
const MADE: ReadonlySet<string> = new Set(['statutory_holiday_pay', 'vacation_pay']);

const explained = (
  facts: StubFacts,
  stub: RecordOf<'pay_stub'>,
  place: string | null,
  configuration: HolidayPayConfiguration,
  { locale }: Call,
): Found[] => {
  // As the calculation counts them: what is paid beside what it makes, and vacation pay where the stub pays it with that.
  const isMade = ({ type, is_managed, recurrence }: Line) => is_managed && recurrence === null && MADE.has(type);
  const paid = facts.lines.filter((line) => PAID.has(line.kind) && !isMade(line)).map((line) => figured(line));
  const present = new Set(facts.lines.map(({ id }) => id));
  // The stub of a payroll that is no longer the next one has its lines too.
  const payroll = { ...facts.payroll, takes_recurring_items: true };
  const context = createContext(
    { ...facts, payroll },
    { lineId: managedLineIds(stub), now: stub.updated_at, ...stages },
  );
  const earnings: HolidayPayRequest['earnings'] = (holidays) =>
    earningsWith(context, paid, holidays).filter(({ id, type }) => type !== 'vacation_pay' || present.has(id));
  return paysOfHolidays(facts, place, configuration, earnings).map(({ holiday, jurisdiction, pay }) => ({
    jurisdiction,
    shown: {
      key: holiday.key,
      name: holiday.name_translations[locale],
      date: holiday.observed_date,
      not_applicable_reason: pay.not_applicable_reason,
      amount: toNumber(pay.holiday_pay),
      steps: pay.explanation.map(presentStep),
      warnings: presentWarnings(pay.warnings, locale),
    },
  }));
};

/**
 * Whose rules are shown, and of which day: those that the holidays are paid by, each once, of who moved within the
 * period several; without a holiday those of the place on the pay date.
 */
const rulesBehind = (
  found: readonly Found[],
  standards: StandardsJurisdiction | null,
  { payroll }: StubFacts,
): [StandardsJurisdiction, string][] => {
  if (found.length === 0) return standards ? [[standards, payroll.period_end]] : [];
  return [...new Set(found.map(({ jurisdiction }) => jurisdiction))].map((one) => [
    one,
    found.find(({ jurisdiction }) => jurisdiction === one)!.shown.date,
  ]);
};

/** Why nothing comes of it: the configuration, the payee, the place, the calendar, or else what each holiday says. */
const reasonOf = (
  facts: StubFacts,
  standards: StandardsJurisdiction | null,
  configuration: HolidayPayConfiguration,
  holidays: readonly Explained[],
): Reason | null => {
  if (!configuration.calculate_entitlement) return 'entitlement_not_calculated';
  if (facts.work_assignment.payee !== 'employee') return 'not_an_employee';
  if (facts.payroll.type !== 'regular') return 'not_a_regular_payroll';
  // Who works where there are no rules by the pay date may have had a holiday before.
  if (holidays.length === 0) return standards === null ? 'province_of_work_missing' : 'no_holiday_in_period';
  return holidays.some(({ not_applicable_reason }) => not_applicable_reason === null)
    ? null
    : (holidays[0]?.not_applicable_reason ?? null);
};

const rulesOf = (standards: StandardsJurisdiction, day: string, { locale }: Call) =>
  holidayPayRules(standards, day).map(({ eligible_earning_types, name, explanation, ...rule }) => ({
    ...rule,
    name: name[locale],
    explanation: explanation[locale],
    eligible_earning_types: CATALOGUES.earning.values
      .filter((type) => eligible_earning_types.includes(type))
      .map((type) => CATALOGUES.earning.entry(type, { locale })),
  }));
