import type { RecurringKind } from '../../calculation/model/families.ts';
import type { CalendarDate } from '../../values/dates.ts';
import { fixed, toText } from '../../values/fixed.ts';
import type { Text } from '../../values/text.ts';
import type { Averaging, HolidayBase, StandardsJurisdiction } from '../editions/employment-standards.ts';
import { holidayRule } from '../editions/employment-standards.ts';
import { knownTypes, treatmentOf } from '../editions/line-item-types.ts';
import { commissioned } from './holiday-pay.ts';

/** A rule as `POST /calculations/statutory_holiday_pay` shows it. */
export interface HolidayPayRule {
  /** The same for the same rule, e.g. `ca_on/regular_earnings`. */
  id: string;
  name: Text;
  explanation: Text;
  earning_date_basis: 'before_holiday_week' | 'before_holiday';
  eligible_days_in_range: number;
  eligible_work_days_in_range: number;
  /** Earning types that count. */
  eligible_earning_types: string[];
}

const describe = (averaging: Averaging): Text => {
  const { window } = averaging;
  const [en, fr] =
    'weeks' in window
      ? [`the ${window.weeks} weeks`, `${window.weeks} semaines`]
      : [`the ${window.days} days`, `${window.days} jours`];
  const before =
    window.ends === 'before_week'
      ? { en: `${en} before the week of the holiday`, fr: `${fr} qui précèdent la semaine du jour férié` }
      : { en: `${en} before the holiday`, fr: `${fr} qui précèdent le jour férié` };
  switch (averaging.basis) {
    case 'fixed_divisor':
      return {
        en: `Eligible earnings of ${before.en}, divided by ${averaging.divisor}.`,
        fr: `Gains admissibles des ${before.fr}, divisés par ${averaging.divisor}.`,
      };
    case 'average_day':
      return {
        en: `Eligible earnings of ${before.en}, divided by the days worked or with wages.`,
        fr: `Gains admissibles des ${before.fr}, divisés par les jours travaillés ou payés.`,
      };
    case 'percent': {
      const percent = toText(100n * fixed(averaging.rate));
      return {
        en: `${percent}% of eligible earnings of ${before.en}.`,
        fr: `${percent} % des gains admissibles des ${before.fr}.`,
      };
    }
    case 'average_hours':
      return {
        en: `The hourly rate times the average hours of the days worked in ${before.en}.`,
        fr: `Le taux horaire multiplié par la moyenne des heures des jours travaillés pendant les ${before.fr}.`,
      };
  }
};

const REGULAR = { en: 'Regular earnings', fr: 'Gains réguliers' };
const DAYS_DIFFER = { en: 'Days that differ', fr: 'Journées qui diffèrent' };
const COMMISSION = { en: 'Paid by commission', fr: 'Rémunération à la commission' };

const typesOf = (include: readonly HolidayBase[]): string[] =>
  knownTypes()
    .filter(({ family }) => family === ('earning' satisfies RecurringKind))
    .filter(({ family, type }) => include.some((base) => treatmentOf(family, type)?.holiday_base === base))
    .map(({ type }) => type);

/** The rules by which a jurisdiction averages a holiday's pay, for people and for the interface. */
export const holidayPayRules = (jurisdiction: StandardsJurisdiction, holiday: CalendarDate): HolidayPayRule[] => {
  const { averaging, is_normal_day, commission } = holidayRule(jurisdiction, holiday);
  const prefix = jurisdiction === 'CA' ? 'ca_federal' : `ca_${jurisdiction.toLowerCase()}`;
  const days = 'weeks' in averaging.window ? averaging.window.weeks * 7 : averaging.window.days;
  const basis = averaging.window.ends === 'before_week' ? 'before_holiday_week' : 'before_holiday';
  const described = describe(averaging);
  const rules: HolidayPayRule[] = [
    {
      id: `${prefix}/regular_earnings`,
      name: is_normal_day ? DAYS_DIFFER : REGULAR,
      explanation: is_normal_day
        ? {
            en: `The wages of a normal day; where days differ: ${described.en}`,
            fr: `Le salaire d'une journée normale; si les journées diffèrent : ${described.fr}`,
          }
        : described,
      earning_date_basis: basis,
      eligible_days_in_range: days,
      eligible_work_days_in_range: Math.floor((days * 5) / 7),
      eligible_earning_types: typesOf(averaging.include),
    },
  ];
  if (commission) {
    rules.push({
      id: `${prefix}/commission`,
      name: COMMISSION,
      explanation: {
        en: `Wages and commissions of the ${commission.weeks} weeks before the week of the holiday, divided by ${commission.divisor}.`,
        fr: `Salaires et commissions des ${commission.weeks} semaines qui précèdent la semaine du jour férié, divisés par ${commission.divisor}.`,
      },
      earning_date_basis: 'before_holiday_week',
      eligible_days_in_range: commission.weeks * 7,
      eligible_work_days_in_range: commission.weeks * 5,
      eligible_earning_types: typesOf(commissioned(averaging)),
    });
  }
  return rules;
};
