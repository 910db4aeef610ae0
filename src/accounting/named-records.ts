import type { Side } from '../calculation/model/families.ts';
import type { Lookup, State } from '../kernel/definition/resource.ts';
import { objectOf, objectsOf, sameJson, textOrNull, textsOf } from '../values/json.ts';
import type { Issue } from '../values/problem.ts';
import type { Text } from '../values/text.ts';

/**
 * What is wrong with accounting codes and tags that records name, beyond that they are there: codes of another type or
 * employer, tags of another employer or archived ones. What was there before is accepted, and what is unknown is
 * reported by the look-up of references.
 */

type CodeType = Side | 'bank';

const otherEmployer = (what: Text, employer: string): Text => ({
  en: `must be ${what.en} of the same business entity (${employer})`,
  fr: `doit être ${what.fr} de la même entité (${employer})`,
});

const CODE: Text = { en: 'an accounting code', fr: 'un code comptable' };
const TAG: Text = { en: 'a tag', fr: 'une étiquette' };
const TAG_GROUP: Text = { en: 'a tag group', fr: "un groupe d'étiquettes" };

/** The members of a record whose codes serve a side. */
export const codeMembers = (prefix = ''): Readonly<Record<string, CodeType>> => ({
  [`${prefix}expense_accounting_code_id`]: 'expense',
  [`${prefix}liability_accounting_code_id`]: 'liability',
});

/**
 * What is wrong with the codes that a record names.
 *
 * @param employer business entity of the record; null where that is unknown, and said by others
 * @param members stored members that hold a code, each with the type that the code must have
 */
export const codeIssues = async (
  lookup: Lookup,
  candidate: State,
  previous: State | undefined,
  employer: string | null,
  members: Readonly<Record<string, CodeType>>,
): Promise<Issue[]> => {
  const issues = await Promise.all(
    Object.entries(members).map(async ([path, type]): Promise<Issue[]> => {
      const id = candidate[path];
      if (typeof id !== 'string' || id === previous?.[path]) return [];
      const code = await lookup.get('accounting_code', id);
      if (!code) return [];
      if (code.type !== type)
        return [
          {
            path,
            text: {
              en: `must be an accounting code of type ${type}; ${id} is one of type ${code.type}`,
              fr: `doit être un code comptable de type ${type}; ${id} est de type ${code.type}`,
            },
          },
        ];
      return employer !== null && code.business_entity_id !== employer
        ? [{ path, text: otherEmployer(CODE, employer) }]
        : [];
    }),
  );
  return issues.flat();
};

/** What is wrong with the tag group that an employer's codes depend on. */
export const tagGroupIssues = async (
  lookup: Lookup,
  candidate: State,
  previous: State | undefined,
): Promise<Issue[]> => {
  const id = candidate.primary_tag_group_id;
  if (typeof id !== 'string' || id === previous?.primary_tag_group_id) return [];
  const group = await lookup.get('tag_group', id);
  if (!group || group.business_entity_id === candidate.id) return [];
  return [{ path: 'primary_tag_group_id', text: otherEmployer(TAG_GROUP, candidate.id) }];
};

/** The tags of each share of an assignment. */
const tagsByShare = (assignment: unknown): string[][] =>
  objectsOf(objectOf(assignment).tag_allocations).map(({ tags }) => textsOf(tags));

/** Ids of the tags in assignments, each once; null where there are none. */
export const tagsIn = (...assignments: readonly unknown[]): string[] | null => {
  const ids = new Set<string>();
  for (const assignment of assignments) for (const id of tagsByShare(assignment).flat()) ids.add(id);
  return ids.size === 0 ? null : [...ids];
};

const ARCHIVED: Text = {
  en: 'is archived; take another tag, or take it back with archived_at null',
  fr: 'est archivée; prenez une autre étiquette, ou rétablissez-la avec archived_at null',
};

const TWO_OF_GROUP: Text = {
  en: 'is of the same tag group as another tag of this allocation; an allocation takes one tag of a group',
  fr: "est du même groupe qu'une autre étiquette de cette répartition; une répartition prend une étiquette par groupe",
};

/**
 * What is wrong with the tags of an assignment: archived (where it is new), of another employer, or two of one group in
 * one allocation.
 */
const tagIssues = async (
  lookup: Lookup,
  candidate: State,
  previous: State | undefined,
  employer: string | null,
  member = 'tag_assignment',
): Promise<Issue[]> => {
  const shares = tagsByShare(candidate[member]);
  if (shares.length === 0) return [];
  const before = new Set(tagsIn(previous?.[member]));
  const today = lookup.services.clock.today();
  const of = shares.map(async (tags, i): Promise<Issue[]> => {
    const rows = await Promise.all(tags.map((id) => lookup.get('tag', id)));
    const groups = new Set<unknown>();
    return rows.flatMap((tag, j): Issue[] => {
      if (!tag) return [];
      const path = `${member}.tag_allocations.${i}.tags.${j}`;
      const isSecond = groups.has(tag.tag_group_id);
      groups.add(tag.tag_group_id);
      if (employer !== null && tag.business_entity_id !== employer)
        return [{ path, text: otherEmployer(TAG, employer) }];
      if (isSecond) return [{ path, text: TWO_OF_GROUP }];
      const archived = textOrNull(tag.archived_at);
      return archived !== null && archived <= today && !before.has(tag.id) ? [{ path, text: ARCHIVED }] : [];
    });
  });
  return (await Promise.all(of)).flat();
};

interface Carried {
  /** Business entity of the record; asked when something that names a code or tag has changed. */
  employer: () => Promise<string | null>;
  /** In front of the members' names: `custom_` on line items. */
  prefix?: string;
}

/** What is wrong with the codes and tags of a work assignment, a recurring item or a line item. */
export const accountingIssues = async (
  lookup: Lookup,
  candidate: State,
  previous: State | undefined,
  { employer, prefix = '' }: Carried,
): Promise<Issue[]> => {
  const codes = codeMembers(prefix);
  const tags = `${prefix}tag_assignment`;
  const isNew = (member: string) =>
    (candidate[member] ?? null) !== null && !sameJson(candidate[member], previous?.[member]);
  if (![...Object.keys(codes), tags].some(isNew)) return [];
  const of = await employer();
  const found = await Promise.all([
    codeIssues(lookup, candidate, previous, of, codes),
    isNew(tags) ? tagIssues(lookup, candidate, previous, of, tags) : [],
  ]);
  return found.flat();
};

/** Column of the tags that a record is assigned, for the question where a tag is used. */
export const tagColumn = (...members: readonly string[]) =>
  ({ type: 'text[]', of: (state: State) => tagsIn(...members.map((member) => state[member])) }) as const;
