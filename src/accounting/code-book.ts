import { LINE_KINDS, type Side } from '../calculation/model/families.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { equal, oneOf } from '../values/condition.ts';
import { objectOf, textIf } from '../values/json.ts';
import { mappingsOf, titleOf } from './accounting-code.ts';
import type { CodeBook } from './codes/places.ts';
import { rankedAt } from './codes/ranked.ts';
import { type Chart, makeResolver, type Rule } from './codes/resolver.ts';
import { hasSide } from './item-types.ts';
import { standIns } from './merge.ts';

/**
 * The code book of an employer: its chart of accounts, rules, tags and settings as they can be read now. It is read
 * once for a payroll.
 */
export const readCodeBook = async (
  business_entity_id: string,
  { read, registry }: Pick<Services, 'read' | 'registry'>,
  tenant: Tenant,
): Promise<CodeBook> => {
  const own = equal('business_entity_id', business_entity_id);
  const all = async <K extends string>(object: K): Promise<RecordOf<K>[]> =>
    registry.get(object) ? read.find(object, tenant, own) : [];
  const [entity, codes, rules, groups, presets] = await Promise.all([
    read.get('business_entity', tenant, business_entity_id),
    all('accounting_code'),
    all('accounting_code_rule'),
    all('tag_group'),
    all('business_preset'),
  ]);
  const dimensions = new Set(groups.filter((group) => group.is_journal_entry_dimension).map(({ id }) => id));
  const primary = entity?.primary_tag_group_id ?? null;
  const compiled = rules.map((rule): Rule => ({ ...rule, updated_at: rankedAt(rule) }));
  const used = new Set([...dimensions, ...(primary === null ? [] : [primary]), ...groupsIn(compiled)]);
  const tags = new Map<string, { tag_group_id: string; code: string }>();
  for await (const page of read.pages('tag', tenant, oneOf('tag_group_id', [...used])))
    for (const tag of page) tags.set(tag.id, { tag_group_id: tag.tag_group_id, code: tagCodeOf(tag) });

  const replaced = standIns(codes);
  const titles = new Map(codes.map((code) => [code.id, titleOf(code)]));
  const chart: Chart = {
    codes: new Map(codes.map(({ id, type, code }) => [id, { type, code }])),
    standIns: replaced,
    tags,
    primary_tag_group_id: primary,
    presets: new Map(
      presets.map((preset) => [
        preset.id,
        {
          expense: preset.expense_accounting_code_id ?? null,
          liability: preset.liability_accounting_code_id ?? null,
        },
      ]),
    ),
    fallbacks: { expense: fallbacksOf(codes, 'expense'), liability: fallbacksOf(codes, 'liability') },
  };
  const code = (member: 'default_payroll_payable_accounting_code_id' | 'default_bank_accounting_code_id') => {
    const id = entity?.[member] ?? null;
    return id === null ? null : (replaced.get(id) ?? id);
  };
  return {
    resolve: makeResolver(compiled, chart),
    titleOf: (id) => titles.get(id) ?? null,
    dimensionsOf: (ids) =>
      dimensions.size === 0 ? [] : ids.filter((id) => dimensions.has(tags.get(id)?.tag_group_id ?? '')),
    // Without tags that count nothing is spread.
    spreadsWithholdings: tags.size > 0 && entity?.resolve_journal_entry_stat_withholdings !== false,
    payable: code('default_payroll_payable_accounting_code_id'),
    bank: code('default_bank_accounting_code_id'),
  };
};

/** What stands for a tag in formatted codes: what it is called in a provider, else its label. */
const tagCodeOf = ({ integrations, label }: RecordOf<'tag'>): string => {
  const idAt = (provider: 'quickbooks' | 'xero') => textIf(objectOf(objectOf(integrations)[provider]).id);
  return idAt('quickbooks') ?? idAt('xero') ?? label;
};

/** Tag groups that the templates of rules take values from. */
const groupsIn = (rules: readonly Rule[]): string[] =>
  rules.flatMap(({ expense_segment_template: expense, liability_segment_template: liability }) =>
    [expense, liability].flatMap(
      (template) => template?.segments.flatMap(({ tag_group_id }) => tag_group_id ?? []) ?? [],
    ),
  );

/** The code of each type of a side; of several, which can only be entered at one instant, the first that was made. */
const fallbacksOf = (codes: readonly RecordOf<'accounting_code'>[], side: Side): Map<string, string> => {
  const sides = new Set(LINE_KINDS.filter((kind) => hasSide(kind, side)));
  const found = new Map<string, string>();
  for (const code of codes)
    if (code.type === side)
      for (const { type, subtype } of mappingsOf(code)) {
        const key = `${type}/${subtype}`;
        if (sides.has(type) && !found.has(key)) found.set(key, code.id);
      }
  return found;
};
