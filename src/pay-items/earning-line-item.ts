import { z } from 'zod';
import { typeField } from '../catalogues/catalogue.ts';
import { CATALOGUES } from '../catalogues/catalogues.ts';
import { about, hidden, kept, reference } from '../kernel/definition/fields.ts';
import { defineResource, type State } from '../kernel/definition/resource.ts';
import type { JsonObject } from '../values/json.ts';
import type { Issue } from '../values/problem.ts';
import {
  accountingFields,
  accruedField,
  amountFields,
  earnedFields,
  externalRefField,
  hourFields,
  lineItem,
  recurrenceField,
  stubFields,
} from './line-item.ts';
import { lineItemRules } from './line-item-rules.ts';
import { titleFields } from './recurring/fields.ts';

const fields = {
  ...stubFields('earning'),
  ...amountFields({ max: '999999' }),
  earning_type: about('Type of earning', typeField(CATALOGUES.earning, 'type'), 'bonus_discretionary'),
  ...hourFields,
  accrued_vacation_pay: accruedField,
  recurrence: recurrenceField,
  pay_rate: about('Pay rate that hours are paid by', reference('pay_rate', { nullable: true })),
  overtime_rate: about('Overtime rate that hours are paid by', reference('overtime_rate', { nullable: true })),
  /** Whether a caller named that rate; false where it was found for hours that named none (hours/match.ts). */
  is_rate_named: hidden(kept<boolean>(z.boolean())),
  ...titleFields,
  ...accountingFields(['percentage', 'amount', 'hours']),
  ...earnedFields,
  ...externalRefField,
};

/**
 * One earning on a pay stub: salary, wage, overtime, bonus, leave, vacation pay. With hours and a pay rate (or overtime
 * rate) the calculation works out the amount of a wage or of overtime.
 */
export const earningLineItem = defineResource({
  ...lineItem('earning'),
  purpose: 'One earning on a pay stub: salary, wage, overtime, bonus, leave, vacation pay and so on.',
  fields,
  examples: { create: ['pay_stub_id', 'earning_type', 'custom_amount'], update: ['custom_amount'] },
  wants: { create: { required: ['earning_type'] } },
  rules: lineItemRules('earning', fields, {
    facts: async (lookup, candidate, previous) => {
      const named = async (object: 'pay_rate' | 'overtime_rate') => {
        const id = candidate[`${object}_id`];
        return typeof id === 'string' && id !== previous?.[`${object}_id`] ? lookup.get(object, id) : undefined;
      };
      const [pay_rate, overtime_rate] = await Promise.all([named('pay_rate'), named('overtime_rate')]);
      return { pay_rate, overtime_rate } satisfies Rates;
    },
    // Overtime is paid by the pay rate as well that its rate multiplies: both are used by it.
    complete: (candidate, previous, facts, { sent, aggregate }) => {
      const { overtime_rate } = facts;
      const there = previous ? undefined : aggregate.get('earning_line_item', candidate.id);
      if (!previous && sent.is_managed === true) return managedByRate(candidate, there);
      const noted = { ...candidate, ...rateNamed(candidate, sent) };
      if (there) return { ...there, ...pickedHours(noted) };
      if (!overtime_rate || typeof sent.pay_rate_id === 'string') return noted;
      return { ...noted, pay_rate_id: overtime_rate.pay_rate_id ?? null };
    },
    validate: (candidate, previous, facts, { sent, aggregate }) => [
      ...rateIssues(candidate, facts),
      ...(previous ? [] : otherHoursIssues(aggregate.get('earning_line_item', candidate.id), sent)),
    ],
  }),
});

/**
 * The line that a pay rate manages, which hours of a payroll make before the calculation does.
 *
 * @param there that line, where the calculation was first
 */
const managedByRate = (candidate: State, there: State | undefined): State =>
  there
    ? { ...there, custom_hours: candidate.custom_hours ?? null }
    : { ...candidate, is_managed: true, recurrence: { object: 'pay_rate', id: candidate.pay_rate_id ?? null } };

/** What hours of a payroll set on the line that others of the same type, rate and day have made meanwhile. */
const pickedHours = ({ custom_hours = null, is_rate_named = null }: State): JsonObject => ({
  custom_hours,
  ...(typeof is_rate_named === 'boolean' ? { is_rate_named } : {}),
});

/** The line that such hours would make was made meanwhile, and is of another type, rate or day by now. */
function* otherHoursIssues(there: State | undefined, sent: JsonObject): Iterable<Issue> {
  if (!there || there.is_managed === true) return;
  const rate = sent.overtime_rate_id === undefined ? 'pay_rate_id' : 'overtime_rate_id';
  const isSame =
    there.type === sent.earning_type &&
    there[rate] === sent[rate] &&
    (there.custom_earned_on ?? null) === (sent.custom_earned_on ?? null);
  if (isSame) return;
  yield {
    path: 'custom_hours',
    text: {
      en: `come for the line item ${there.id}, which others have made and changed meanwhile; send them again`,
      fr: `visent la ligne ${there.id}, que d'autres ont créée puis modifiée entre-temps; envoyez-les de nouveau`,
    },
  };
}

/** Whoever sends a rate names it, unless hours of a payroll say otherwise. A managed line keeps the rate that it is by. */
const rateNamed = ({ is_managed }: State, sent: JsonObject): JsonObject => {
  if (is_managed === true) return {};
  if (typeof sent.is_rate_named === 'boolean') return { is_rate_named: sent.is_rate_named };
  return sent.pay_rate_id === undefined && sent.overtime_rate_id === undefined ? {} : { is_rate_named: true };
};

/** The rates that a change names again. */
interface Rates {
  pay_rate?: State | null | undefined;
  overtime_rate?: State | null | undefined;
}

function* rateIssues(candidate: State, { pay_rate, overtime_rate }: Rates): Iterable<Issue> {
  const { work_assignment_id } = candidate;
  if (pay_rate && pay_rate.work_assignment_id !== work_assignment_id)
    yield {
      path: 'pay_rate_id',
      text: {
        en: "must be a pay rate of the pay stub's work assignment",
        fr: "doit être un taux de l'affectation du bulletin de paie",
      },
    };
  if (overtime_rate && overtime_rate.work_assignment_id !== work_assignment_id)
    yield {
      path: 'overtime_rate_id',
      text: {
        en: "must be an overtime rate of the pay stub's work assignment",
        fr: "doit être un taux d'heures supplémentaires de l'affectation du bulletin de paie",
      },
    };
  else if (overtime_rate && overtime_rate.pay_rate_id !== candidate.pay_rate_id)
    yield {
      path: 'pay_rate_id',
      text: {
        en: 'must be the pay rate that the overtime rate multiplies, or be left out',
        fr: "doit être le taux que le taux d'heures supplémentaires multiplie, ou être omis",
      },
    };
}
