/**
 * Stage 11, accounting codes and tags that lines inherit: the codes of the rate or recurring item behind a line, and
 * its tags or else those of the work assignment. Statutory lines inherit neither: they follow the remuneration that
 * they apply to; statutory holiday pay has the tags of the earnings that its entitlement is based on. What a line's own
 * (custom) codes and tags say goes before, and rules come after.
 */
import { toText } from '../../values/money.ts';
import type { Context } from '../model/context.ts';
import type { ItemFacts, StubFacts } from '../model/facts.ts';
import { type Figured, isStatutory } from '../model/lines.ts';
import { blendedTags, tagSharesOf } from '../model/tags.ts';
import type { Line, TagShare } from '../model/types.ts';

const itemsById = (facts: StubFacts): ReadonlyMap<string, ItemFacts> => {
  const items = new Map<string, ItemFacts>();
  const families: readonly (readonly ItemFacts[])[] = [
    facts.pay_rates,
    facts.overtime_rates,
    ...Object.values(facts.recurring),
  ];
  for (const family of families) for (const item of family) items.set(item.id, item);
  return items;
};

const sourceOf = (line: Line, items: ReadonlyMap<string, ItemFacts>): ItemFacts | undefined =>
  items.get(line.recurrence?.id ?? line.overtime_rate_id ?? line.pay_rate_id ?? '');

/** How a line is spread over tags. */
const sharesOf = ({ line, amount, hours }: Figured): readonly TagShare[] =>
  tagSharesOf(line.custom_tag_assignment ?? line.managed_tag_assignment, {
    amount: toText(amount),
    hours: hours === null ? null : toText(hours),
  });

/**
 * Lines that take the tags of others, once those have theirs: of two such lines the second may be based on the first.
 */
const withTagsOfBasis = (lines: Figured[]): Figured[] => {
  if (!lines.some(({ basis }) => basis?.length)) return lines;
  const shares = new Map(lines.map((item) => [item.line.id, sharesOf(item)]));
  return lines.map((item) => {
    if (!item.basis?.length) return item;
    const managed_tag_assignment =
      blendedTags(
        item.basis.map((part) => ({
          amount: part.amount,
          shares: part.tag_shares ?? shares.get(part.line_id ?? '') ?? [],
        })),
      ) ?? item.line.managed_tag_assignment;
    const tagged = { ...item, line: { ...item.line, managed_tag_assignment } };
    shares.set(item.line.id, sharesOf(tagged));
    return tagged;
  });
};

/**
 * Lines with the accounting codes and tags of the items that they come from, and tags of the work assignment where the
 * item has none.
 */
export const accounting = (context: Context, lines: readonly Figured[]): Figured[] => {
  const items = itemsById(context.facts);
  const inherited = lines.map((item) => {
    const { line } = item;
    const source = sourceOf(line, items);
    const expense = source?.expense_accounting_code_id ?? null;
    const liability = source?.liability_accounting_code_id ?? null;
    const tags = isStatutory(line.kind)
      ? null
      : (source?.tag_assignment ?? context.facts.work_assignment.tag_assignment ?? null);
    const isSame =
      line.managed_expense_accounting_code_id === expense &&
      line.managed_liability_accounting_code_id === liability &&
      line.managed_tag_assignment === tags;
    if (isSame) return item;
    return {
      ...item,
      line: {
        ...line,
        managed_expense_accounting_code_id: expense,
        managed_liability_accounting_code_id: liability,
        managed_tag_assignment: tags,
      },
    };
  });
  return withTagsOfBasis(inherited);
};
