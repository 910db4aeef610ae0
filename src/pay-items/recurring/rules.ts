import { accountingIssues } from '../../accounting/named-records.ts';
import type { DecideContext, Facts, Lookup, Rules, State } from '../../kernel/definition/resource.ts';
import type { JsonObject } from '../../values/json.ts';
import type { Issue } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import { accountIssues, presetFacts, presetIssues, presetRefusal, tiedItem, withPreset } from './preset-values.ts';

/** The rules that recurring items share; each family's own are in its file. */

/**
 * The work assignment that a new item is for, the preset that it is tied to, and what is wrong with its codes, tags and
 * remittance account.
 */
export const assignmentFacts = async (
  lookup: Lookup,
  candidate: State,
  previous: State | undefined,
): Promise<Facts> => {
  const id = candidate.work_assignment_id;
  const find = async () => (typeof id === 'string' ? ((await lookup.get('work_assignment', id)) ?? null) : null);
  const employer = async () => (await find())?.business_entity_id ?? null;
  const accounting = await accountingIssues(lookup, candidate, previous, { employer });
  const account = await accountIssues(lookup, candidate, previous, employer);
  const preset = await presetFacts(lookup, candidate, previous, employer);
  return { assignment: previous ? null : await find(), accounting: [...accounting, ...account], ...preset };
};

/** Where only employees may have it. */
export const OF_CONTRACTOR: Issue = {
  path: 'work_assignment_id',
  text: {
    en: "must be an employee's work assignment; this one is a contractor's",
    fr: "doit être l'affectation d'un employé; celle-ci est celle d'un entrepreneur",
  },
};

/** Where the preset that is named is not known either, only that is reported. */
export const isTypeNeeded = ({ business_preset_id }: State, { preset }: Facts): boolean =>
  business_preset_id === null || preset !== undefined;

/** A preset replaces the type, if it says one. */
export const typeRequired = ({ business_preset_id }: State): Text =>
  business_preset_id === null
    ? {
        en: 'is required unless business_preset_id is given',
        fr: 'est obligatoire, à moins que business_preset_id soit donné',
      }
    : {
        en: 'is required: the preset says no type',
        fr: "est obligatoire : le préréglage n'indique pas de type",
      };

/** What any pay rate or recurring item may have wrong: no type, a contractor's assignment, an end before its start. */
export function* itemIssues(
  type: string,
  candidate: State,
  facts: Facts,
  { sent }: Pick<DecideContext, 'sent'>,
  forContractors = false,
): Iterable<Issue> {
  yield* facts.accounting ?? [];
  if (candidate[type] === null && isTypeNeeded(candidate, facts)) yield { path: type, text: typeRequired(candidate) };
  if (!forContractors && facts.assignment && facts.assignment.employee_id === null) yield OF_CONTRACTOR;
  const { effective_from: from, effective_to: to } = candidate;
  if (typeof from === 'string' && typeof to === 'string' && to < from)
    yield sent.effective_to === undefined
      ? {
          path: 'effective_from',
          text: { en: `must not be after effective_to (${to})`, fr: `ne doit pas suivre effective_to (${to})` },
        }
      : {
          path: 'effective_to',
          text: {
            en: `must not be before effective_from (${from})`,
            fr: `ne doit pas précéder effective_from (${from})`,
          },
        };
}

const MONTHLY = ['date_basis', 'pay_period_cadence'] as const;

/** `per_month` items have both members, others neither. */
const withMonth = (candidate: State): State =>
  candidate.frequency === 'per_month'
    ? {
        ...candidate,
        date_basis: candidate.date_basis ?? 'by_period_start_date',
        pay_period_cadence: candidate.pay_period_cadence ?? [1],
      }
    : { ...candidate, date_basis: null, pay_period_cadence: null };

const monthIssues = (candidate: State, sent: JsonObject): Issue[] =>
  MONTHLY.filter((member) => candidate.frequency !== 'per_month' && (sent[member] ?? null) !== null).map((path) => ({
    path,
    text: {
      en: `applies to frequency per_month only, and the frequency is ${candidate.frequency}; leave it out`,
      fr: `ne s'applique qu'à la fréquence per_month, et la fréquence est ${candidate.frequency}; omettez-le`,
    },
  }));

/**
 * The rules of recurring items. They fit any family: `never` takes and gives every state.
 *
 * @param own what a family adds, and `facts` what it fetches for that
 * @param forContractors whether contractors may have them too
 */
export const recurringRules = (
  type: string,
  {
    own,
    facts,
    forContractors = false,
  }: {
    own?: (candidate: State, sent: JsonObject, facts: Facts) => Iterable<Issue>;
    facts?: (lookup: Lookup, candidate: State, previous: State | undefined) => Promise<Facts>;
    forContractors?: boolean;
  } = {},
): Rules<never> => {
  const tied = tiedItem(type.replace(/_type$/, ''));
  const rules: Rules = {
    facts: async (lookup, candidate, previous) => ({
      ...(await assignmentFacts(lookup, candidate, previous)),
      ...(await facts?.(lookup, candidate, previous)),
    }),
    complete: (candidate, previous, facts) => withMonth(withPreset(candidate, previous, facts, tied)),
    refuse: (_action, previous, candidate, facts, context) => presetRefusal(candidate, previous, facts, tied, context),
    validate: (candidate, previous, found, context) => [
      ...presetIssues(candidate, previous, found, context.sent, tied),
      ...itemIssues(type, candidate, found, context, forContractors),
      ...monthIssues(candidate, context.sent),
      ...(own?.(candidate, context.sent, found) ?? []),
    ],
  };
  // The fields of every family are among those that these rules look at.
  return rules as Rules<never>;
};
