import type { LineKind, Side } from '../../calculation/model/families.ts';
import { formatCode, type SegmentTemplate } from './segment-template.ts';

/**
 * Which accounting code a part of a line item is booked on, for each side by itself:
 *
 *  1 the line item's own (custom) code
 *  2 the code of its recurring item or rate, else of its preset
 *  3 the most specific rule that decides the side: of its preset, of its type, of its kind, of anything; within that of
 *    the tag, of the tag's group, of neither; then the one that was changed last
 *  4 the code that is the fallback of its type
 *
 * Tags count by the employer's primary tag group alone. Rules are put in order once; looking one up does not depend on
 * how many there are.
 */

/** An accounting code rule, as far as it decides. */
export interface Rule {
  id: string;
  tag_group_id: string | null;
  tag_id: string | null;
  business_preset_id: string | null;
  type: LineKind | null;
  subtypes: readonly string[];
  expense_accounting_code_id: string | null;
  liability_accounting_code_id: string | null;
  expense_segment_template: SegmentTemplate | null;
  liability_segment_template: SegmentTemplate | null;
  updated_at: string;
}

/** What a part of a line item is booked by. */
export interface Asked {
  kind: LineKind;
  type: string;
  side: Side;
  business_preset_id: string | null;
  /** The line item's own code. */
  custom: string | null;
  /** The code of its recurring item or rate. */
  managed: string | null;
  tags: readonly string[];
}

/** What decided a code. */
export type Decision =
  | { by: 'line_item' | 'recurring_item' | 'fallback_mapping'; id: null }
  | { by: 'business_preset' | 'accounting_code_rule'; id: string };

export interface Decided {
  accounting_code_id: string | null;
  /** What a segment template made. */
  formatted: string | null;
  /** Null where nothing decides. */
  decision: Decision | null;
}

/** An employer's chart of accounts and tags, as far as codes use them. */
export interface Chart {
  /** What the chart of accounts calls each code that there is, by id. */
  codes: ReadonlyMap<string, { type: string; code: string | null }>;
  /** By the id of a code that is none any more the one that it was folded into. */
  standIns: ReadonlyMap<string, string>;
  /** Tags that may count, by id: their group, and what stands for them in formatted codes. */
  tags: ReadonlyMap<string, { tag_group_id: string; code: string }>;
  primary_tag_group_id: string | null;
  /** Codes of presets, by id of the preset. */
  presets: ReadonlyMap<string, Readonly<Record<Side, string | null>>>;
  /** Codes of each side by `kind/type`. */
  fallbacks: Readonly<Record<Side, ReadonlyMap<string, string>>>;
}

const UNDECIDED: Decided = { accounting_code_id: null, formatted: null, decision: null };

/** The places at which a rule is looked up: what it is about, for each subtype, and the tags it is for. */
const scopesOf = ({ business_preset_id, type, subtypes }: Rule): string[] => {
  if (business_preset_id !== null) return [`preset ${business_preset_id}`];
  if (type === null) return ['any'];
  return subtypes.length === 0 ? [`kind ${type}`] : [...new Set(subtypes)].map((subtype) => `type ${type} ${subtype}`);
};

const tagScopeOf = ({ tag_id, tag_group_id }: Rule): string =>
  tag_id !== null ? `tag ${tag_id}` : tag_group_id !== null ? `group ${tag_group_id}` : 'none';

const decides = (rule: Rule, side: Side): boolean =>
  rule[`${side}_accounting_code_id`] !== null || rule[`${side}_segment_template`] !== null;

/** Later changes first; of those of one moment the higher id. */
const latestFirst = (a: Rule, b: Rule): number =>
  a.updated_at === b.updated_at ? (a.id < b.id ? 1 : -1) : a.updated_at < b.updated_at ? 1 : -1;

/** Rules where they are looked up, for each side by itself, those that go before first. */
const placed = (rules: readonly Rule[]): Record<Side, ReadonlyMap<string, readonly Rule[]>> => {
  const places: Record<Side, Map<string, Rule[]>> = { expense: new Map(), liability: new Map() };
  for (const rule of [...rules].sort(latestFirst))
    for (const side of ['expense', 'liability'] as const)
      if (decides(rule, side))
        for (const scope of scopesOf(rule)) {
          const key = `${scope} / ${tagScopeOf(rule)}`;
          const there = places[side].get(key);
          if (there) there.push(rule);
          else places[side].set(key, [rule]);
        }
  return places;
};

/** A resolver: rules in order, charts at hand. The same question has the same answer. */
export const makeResolver = (rules: readonly Rule[], chart: Chart): ((asked: Asked) => Decided) => {
  const places = placed(rules);

  /** The code that an id means. */
  const meant = (id: string | null): string | null => (id === null ? null : (chart.standIns.get(id) ?? id));
  const known = (id: string | null, side: Side): id is string => id !== null && chart.codes.get(id)?.type === side;

  const byRule = ({ kind, type, side, business_preset_id, tags }: Asked): Decided | undefined => {
    const primary = tags.find((id) => chart.tags.get(id)?.tag_group_id === chart.primary_tag_group_id);
    const tagScopes =
      primary === undefined || chart.primary_tag_group_id === null
        ? ['none']
        : [`tag ${primary}`, `group ${chart.primary_tag_group_id}`, 'none'];
    const scopes = [
      ...(business_preset_id === null ? [] : [`preset ${business_preset_id}`]),
      `type ${kind} ${type}`,
      `kind ${kind}`,
      'any',
    ];
    for (const scope of scopes)
      for (const tagScope of tagScopes)
        for (const rule of places[side].get(`${scope} / ${tagScope}`) ?? []) {
          const decided = decidedBy(rule, side, tags);
          if (decided) return decided;
        }
    return undefined;
  };

  /** What a rule makes of a side: nothing where its code is none any more and its template comes to nothing. */
  const decidedBy = (rule: Rule, side: Side, tags: readonly string[]): Decided | undefined => {
    const decision: Decision = { by: 'accounting_code_rule', id: rule.id };
    const own = meant(rule[`${side}_accounting_code_id`]);
    const template = rule[`${side}_segment_template`];
    if (template !== null) {
      const formatted = formatCode(template, {
        codeOf: (id) => chart.codes.get(meant(id) ?? id)?.code ?? null,
        tagCodeOf: (group) => tagCodeIn(group, tags),
      });
      const first = meant(template.segments.find(({ type }) => type === 'accounting_code')?.accounting_code_id ?? null);
      const account = known(own, side) ? own : known(first, side) ? first : null;
      if (formatted !== '') return { accounting_code_id: account, formatted, decision };
    }
    return known(own, side) ? { accounting_code_id: own, formatted: null, decision } : undefined;
  };

  const tagCodeIn = (group: string, tags: readonly string[]): string | null => {
    const id = tags.find((tag) => chart.tags.get(tag)?.tag_group_id === group);
    return id === undefined ? null : (chart.tags.get(id)?.code ?? null);
  };

  return (asked) => {
    const { kind, type, side, business_preset_id } = asked;
    const [custom, managed] = [meant(asked.custom), meant(asked.managed)];
    const plain = (id: string, decision: Decision): Decided => ({ accounting_code_id: id, formatted: null, decision });
    if (known(custom, side)) return plain(custom, { by: 'line_item', id: null });
    if (known(managed, side)) return plain(managed, { by: 'recurring_item', id: null });
    const preset = business_preset_id === null ? null : meant(chart.presets.get(business_preset_id)?.[side] ?? null);
    if (business_preset_id !== null && known(preset, side))
      return plain(preset, { by: 'business_preset', id: business_preset_id });
    const ruled = byRule(asked);
    if (ruled) return ruled;
    const fallback = chart.fallbacks[side].get(`${kind}/${type}`) ?? null;
    return known(fallback, side) ? plain(fallback, { by: 'fallback_mapping', id: null }) : UNDECIDED;
  };
};
