import { z } from 'zod';
import { daysOf, orderIssues } from '../employers/dated-parts.ts';
import { about, date, kept, reference, type StateOfFields } from '../kernel/definition/fields.ts';
import { chosen, effectiveOn, sameText } from '../kernel/definition/filters.ts';
import { defineResource, type RecordOf } from '../kernel/definition/resource.ts';
import { workAssignmentSelection } from '../people/work-assignment.ts';
import type { Issue } from '../values/problem.ts';
import type { Text } from '../values/text.ts';

/** Enrollments of one work assignment, ended ones included. */
const MOST = 200;

const fields = {
  remittance_account: about(
    'The remittance account',
    reference('remittance_account', { required: true, on: 'create' }),
  ),
  work_assignment: about(
    'The work assignment that is enrolled',
    reference('work_assignment', { required: true, on: 'create' }),
  ),
  effective_from: about('First day on which it is in effect', date({ required: true, column: true }), '2026-01-01'),
  effective_to: about(
    'Last day on which it is in effect; null for no end',
    date({ nullable: true, column: true }),
    '2026-12-31',
  ),
  account_provider: { ...kept<string>(z.string()), hidden: true },
  /** Whether it replaces enrollments that it overlaps: only within its own append (people/replaced-enrollments.ts). */
  replaces: { ...kept<boolean>(z.boolean()), hidden: true },
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    remittance_account_enrollment: StateOfFields<typeof fields>;
  }
}

/**
 * The account for the remittances of a work assignment, and its dates. It is a part of the work assignment, whose
 * stream ensures that there is one enrollment with a provider at a time.
 */
export const remittanceAccountEnrollment = defineResource({
  object: 'remittance_account_enrollment',
  plural: 'remittance_account_enrollments',
  prefix: 'rae',
  path: '/remittance_account_enrollments',
  context: 'remittances',
  scope: 'company',
  purpose: 'A dated link between a work assignment and the remittance account that its amounts are remitted to.',
  partOf: { objects: ['work_assignment'], by: 'work_assignment_id' },
  fields,
  createOnly: {
    overlap_strategy: z
      .enum(['replace_existing'])
      .optional()
      .meta({
        description:
          'What happens to overlapping enrollments with the same provider: earlier ones end the day before it begins, later ones are deleted. Without it an overlap is refused',
        examples: ['replace_existing'],
      }),
  },
  filters: {
    remittance_account_id: sameText('remittance_account_id'),
    work_assignment_id: sameText('work_assignment_id'),
    effective_on: effectiveOn,
  },
  operations: ['list', 'create', 'retrieve', 'update', 'delete', 'bulk_create', 'bulk_delete'],
  follows: ['population'],
  bulk: {
    selection: workAssignmentSelection,
    parent: 'work_assignment_id',
    filters: { ids: chosen('id', { names: ['remittance_account_enrollment'] }) },
  },
  examples: {
    create: ['remittance_account_id', 'work_assignment_id', 'effective_from', 'overlap_strategy'],
    update: ['effective_to'],
  },
  rules: {
    facts: async (lookup, candidate) => {
      const id = (member: 'remittance_account_id' | 'work_assignment_id') => candidate[member] ?? '';
      const [account, assignment] = await Promise.all([
        lookup.get('remittance_account', id('remittance_account_id')),
        lookup.get('work_assignment', id('work_assignment_id')),
      ]);
      return {
        account_provider: account?.account_provider ?? null,
        is_of_another: account && assignment ? account.business_entity_id !== assignment.business_entity_id : false,
      };
    },
    complete: (candidate, previous, facts, { sent }) => ({
      ...candidate,
      account_provider: previous?.account_provider ?? facts.account_provider ?? '',
      replaces: previous === undefined && sent.overlap_strategy === 'replace_existing',
    }),
    validate: (candidate, previous, facts, { aggregate }) => {
      const siblings = aggregate.all('remittance_account_enrollment').filter(({ id }) => id !== candidate.id);
      return [
        ...(!previous && siblings.length >= MOST ? [TOO_MANY] : []),
        ...(facts.is_of_another === true && !previous ? [OF_ANOTHER] : []),
        ...orderIssues(candidate),
        ...(candidate.replaces ? [] : overlapIssues(candidate, siblings, previous ? DELETE_IT : REPLACE_IT)),
      ];
    },
  },
});

const TOO_MANY: Issue = {
  path: 'work_assignment_id',
  text: {
    en: `the work assignment has ${MOST} enrollments already, ended ones included, the most that it may have`,
    fr: `l'affectation a déjà ${MOST} inscriptions, y compris celles qui sont terminées, le maximum permis`,
  },
};

const OF_ANOTHER: Issue = {
  path: 'remittance_account_id',
  text: {
    en: "must be an account of the work assignment's employer",
    fr: "doit être un compte de l'employeur de l'affectation",
  },
};

type Enrollment = RecordOf<'remittance_account_enrollment'>;

/** What else helps against an overlap: `overlap_strategy` is a member of new enrollments alone. */
const REPLACE_IT = {
  en: 'or send overlap_strategy: replace_existing',
  fr: 'ou envoyez overlap_strategy: replace_existing',
};
const DELETE_IT = { en: 'or delete it', fr: 'ou supprimez-la' };

const overlapIssues = (candidate: Enrollment, siblings: readonly Enrollment[], advice: Text): Issue[] => {
  const until = (state: Enrollment) => state.effective_to ?? '9999-12-31';
  const clash = siblings.find(
    (other) =>
      other.account_provider === candidate.account_provider &&
      other.effective_from <= until(candidate) &&
      candidate.effective_from <= until(other),
  );
  if (!clash) return [];
  const days = daysOf(clash);
  return [
    {
      path: 'effective_from',
      text: {
        en: `overlaps ${clash.id}, with the same provider ${days.en}; end that one first, ${advice.en}`,
        fr: `chevauche ${clash.id}, auprès du même fournisseur ${days.fr}; mettez-y d'abord fin, ${advice.fr}`,
      },
    },
  ];
};
