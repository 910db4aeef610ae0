import type { Lookup, RecordOf, State } from '../../kernel/definition/resource.ts';
import { type JsonObject, sameJson } from '../../values/json.ts';
import type { Issue } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import type { Segment } from '../codes/segment-template.ts';
import { isTypeOf, notOfKind } from '../item-types.ts';
import { codeIssues, codeMembers } from '../named-records.ts';
import { VALUE_OF } from './segment-template-field.ts';

const SIDES = ['expense', 'liability'] as const;

type Rule = RecordOf<'accounting_code_rule'>;

/** What is wrong with a rule by itself, whatever records it names. */
export function* shapeIssues(candidate: Rule, sent: JsonObject): Iterable<Issue> {
  const { type, subtypes } = candidate;
  const member = sent.subtypes === undefined && sent.subtype !== undefined ? 'subtype' : 'subtypes';
  if (sent.subtype !== undefined && sent.subtypes !== undefined && sent.subtype !== (subtypes[0] ?? null))
    yield {
      path: 'subtype',
      text: {
        en: 'must be the first of subtypes, or be left out: it is the older form of it',
        fr: "doit être le premier de subtypes, ou être omis : c'en est l'ancienne forme",
      },
    };
  if (candidate.business_preset_id !== null && (type !== null || subtypes.length > 0))
    yield {
      path: 'business_preset_id',
      text: {
        en: 'cannot be combined with type and subtypes: the preset decides them',
        fr: 'ne peut accompagner type et subtypes : le préréglage les détermine',
      },
    };
  if (type === null && subtypes.length > 0)
    yield {
      path: member,
      text: { en: 'needs type, the kind that it belongs to', fr: 'exige type, la nature dont il fait partie' },
    };
  if (type !== null)
    for (const [i, subtype] of subtypes.entries())
      if (!isTypeOf(type, subtype)) yield notOfKind(member === 'subtype' ? member : `subtypes.${i}`, type, subtype);
  const hasTags = candidate.tag_id !== null || candidate.tag_group_id !== null;
  if (!hasTags && type === null && candidate.business_preset_id === null)
    yield {
      path: 'type',
      text: {
        en: 'type or business_preset_id is required of a rule without tag_id and tag_group_id',
        fr: 'type ou business_preset_id est obligatoire sur une règle sans tag_id ni tag_group_id',
      },
    };
  if (hasTags)
    for (const side of SIDES)
      if (candidate[`${side}_segment_template`] !== null)
        yield {
          path: `${side}_segment_template`,
          text: {
            en: 'is not allowed on a rule with tag_id or tag_group_id: segments find tags themselves',
            fr: 'ne peut figurer sur une règle avec tag_id ou tag_group_id : les segments prennent eux-mêmes les étiquettes',
          },
        };
}

const ofEmployer = (path: string, employer: string): Issue => ({
  path,
  text: {
    en: `must be one of the same business entity (${employer})`,
    fr: `doit être un dossier de la même entité (${employer})`,
  },
});

/** What is wrong with the records that a rule names: another employer's, another side's, tags that rules do not use. */
export const namedIssues = async (lookup: Lookup, candidate: Rule, previous: Rule | undefined): Promise<Issue[]> => {
  const employer = candidate.business_entity_id;
  const found = await Promise.all([
    codeIssues(lookup, candidate, previous, employer, codeMembers()),
    tagIssuesOf(lookup, candidate, previous, employer),
    presetIssues(lookup, candidate, previous, employer),
    ...SIDES.map((side) => segmentIssues(lookup, candidate, previous, employer, `${side}_segment_template` as const)),
  ]);
  return found.flat();
};

const presetIssues = async (
  lookup: Lookup,
  candidate: State,
  previous: State | undefined,
  employer: string,
): Promise<Issue[]> => {
  const id = candidate.business_preset_id;
  if (typeof id !== 'string' || id === previous?.business_preset_id) return [];
  if (!lookup.services.registry.get('business_preset')) return [];
  const preset = await lookup.get('business_preset', id);
  return !preset || preset.business_entity_id === employer ? [] : [ofEmployer('business_preset_id', employer)];
};

const NONE: Text = {
  en: 'it has none: set primary_tag_group_id',
  fr: "elle n'en a pas : fixez primary_tag_group_id",
};

const tagIssuesOf = async (
  lookup: Lookup,
  candidate: State,
  previous: State | undefined,
  employer: string,
): Promise<Issue[]> => {
  const { tag_group_id: group_id, tag_id } = candidate;
  if (group_id === previous?.tag_group_id && tag_id === previous?.tag_id) return [];
  const [group, tag, entity] = await Promise.all([
    typeof group_id === 'string' ? lookup.get('tag_group', group_id) : undefined,
    typeof tag_id === 'string' ? lookup.get('tag', tag_id) : undefined,
    lookup.get('business_entity', employer),
  ]);
  const primary = entity?.primary_tag_group_id ?? null;
  const issues: Issue[] = [];
  if (group && group.business_entity_id !== employer) issues.push(ofEmployer('tag_group_id', employer));
  // A rule that exists is kept when another group becomes the primary one, and applies again when its own does.
  else if (group && group.id !== primary && group.id !== previous?.tag_group_id)
    issues.push({
      path: 'tag_group_id',
      text: {
        en: `must be the primary tag group of the business entity (${primary ?? NONE.en}): other groups decide no codes`,
        fr: `doit être le groupe principal de l'entité (${primary ?? NONE.fr}) : les autres ne décident aucun code`,
      },
    });
  if (!tag) return issues;
  if (tag.tag_group_id !== primary)
    issues.push({
      path: 'tag_id',
      text: {
        en: `must be a tag of the primary tag group of the business entity (${primary ?? NONE.en})`,
        fr: `doit être une étiquette du groupe principal de l'entité (${primary ?? NONE.fr})`,
      },
    });
  else if (group && tag.tag_group_id !== group.id && issues.length === 0)
    issues.push({
      path: 'tag_id',
      text: { en: `must be a tag of the tag group ${group.id}`, fr: `doit être une étiquette du groupe ${group.id}` },
    });
  return issues;
};

/** Segments name codes and tag groups of the rule's employer. */
const segmentIssues = async (
  lookup: Lookup,
  candidate: Rule,
  previous: Rule | undefined,
  employer: string,
  member: 'expense_segment_template' | 'liability_segment_template',
): Promise<Issue[]> => {
  const template = candidate[member];
  if (!template || sameJson(template, previous?.[member])) return [];
  const issues = await Promise.all(
    template.segments.map(async (segment: Segment, i): Promise<Issue[]> => {
      if (segment.type === 'text') return [];
      const name = VALUE_OF[segment.type];
      const row = await lookup.get(segment.type, segment[name] ?? '');
      return !row || row.business_entity_id === employer
        ? []
        : [ofEmployer(`${member}.segments.${i}.${name}`, employer)];
    }),
  );
  return issues.flat();
};
