import { isMoney, type Line } from '../calculation/index.ts';
import type { Text } from '../values/text.ts';

/**
 * Most rows of a journal entry: as many as one answer shows, and some 15 MiB as they are kept. Tags split rows without
 * end, since there may be as many combinations of them as people.
 */
export const MOST_ROWS = 20_000;

/** Why an entry of more rows than that is not posted. */
export const TOO_MANY_ROWS: Text = {
  en: `a journal entry of more than ${MOST_ROWS} rows, because its line items are allocated to so many combinations of tags; allocate to fewer, or let rows follow fewer of them (is_journal_entry_dimension of a tag group, segment templates of rules, resolve_journal_entry_stat_withholdings of the employer)`,
  fr: `une écriture de plus de ${MOST_ROWS} lignes, parce que ses montants sont répartis sur autant de combinaisons d'étiquettes; répartissez-les sur moins d'entre elles, ou faites-en dépendre moins les lignes (is_journal_entry_dimension d'un groupe d'étiquettes, modèles de segments des règles, resolve_journal_entry_stat_withholdings de l'employeur)`,
};

/** How many rows the entry of some lines has at most, whatever codes they get: cheap, and often far too many. */
export interface RowsAtMost {
  add(lines: readonly Line[]): void;
  /** There are lines that nobody looked at. */
  skip(): void;
  /** Whether the entry may be one of more than {@link MOST_ROWS}; then its rows are to be counted. */
  mayBeTooMany(): boolean;
}

export const rowsAtMost = (): RowsAtMost => {
  const combinations = new Set<string>();
  const accounts = new Set<string>();
  // Without tags there are as many as codes and types.
  const mayBeTooMany = () => combinations.size > 0 && 2 * (combinations.size + 1) * accounts.size > MOST_ROWS;
  let isSkipped = false;
  return {
    add: (lines) => {
      if (mayBeTooMany()) return;
      for (const line of lines) {
        if (!isMoney(line)) continue;
        const { kind, type, business_preset_id } = line;
        const expense = line.custom_expense_accounting_code_id ?? line.managed_expense_accounting_code_id;
        const liability = line.custom_liability_accounting_code_id ?? line.managed_liability_accounting_code_id;
        accounts.add(`${kind} ${type} ${business_preset_id} ${expense} ${liability}`);
        const assignment = line.custom_tag_assignment ?? line.managed_tag_assignment;
        for (const { tags } of assignment?.tag_allocations ?? []) combinations.add(tags.toSorted().join(' '));
      }
    },
    skip: () => {
      isSkipped = true;
    },
    mayBeTooMany: () => isSkipped || mayBeTooMany(),
  };
};
