import { journalEntryPosted, journalEntryReversed, journalEntryRowsPosted } from '../accounting/events.ts';
import { IN_FORCE } from '../accounting/journal-entry.ts';
import { inTurns } from '../kernel/changes/in-turns.ts';
import { type DomainEvent, streamOf } from '../kernel/definition/resource.ts';
import { equal, oneOf } from '../values/condition.ts';
import { ZERO } from '../values/money.ts';
import { type Found, type Invariant, idsOf, streamIn, streamNamed } from './invariant.ts';

/** Invariants of journal entries of payrolls that were unapproved. */

/** Entries whose streams are held at once. */
const ENTRIES_AT_ONCE = 200;
/** Drafts whose entries are read together. */
const PAYROLLS_AT_ONCE = 100;

/** Debits less credits of rows of one code, title and tags; `place` says which. */
interface Balance {
  place: string;
  amount: typeof ZERO;
}

/** What some entries come to, by code, title and tags of their rows. */
const balances = (events: readonly DomainEvent[]): Balance[] => {
  const sums = new Map<string, Balance>();
  const rows = events.flatMap((event) =>
    journalEntryPosted.is(event) || journalEntryRowsPosted.is(event) ? event.data.journal_entry_rows : [],
  );
  for (const { debit, credit, accounting_code_id, formatted_accounting_code, tag_ids, title } of rows) {
    const key = JSON.stringify([accounting_code_id, formatted_accounting_code, title, ...tag_ids]);
    const place = [formatted_accounting_code ?? accounting_code_id ?? '', title, ...tag_ids].join(' ').trim();
    const amount = (sums.get(key)?.amount ?? ZERO).plus(debit ?? '0').minus(credit ?? '0');
    sums.set(key, { place, amount });
  }
  return [...sums.values()];
};

export const reversalsUndo: Invariant = {
  name: 'reversals_undo',
  says: 'A reversed journal entry and the entry that reverses it add up to zero, on every code.',
  subjects: ({ services, tenant }) =>
    idsOf(services.read.pages('journal_entry', tenant, equal('is_in_force', false), ENTRIES_AT_ONCE)),
  inspect: async (ids, audit) => {
    const found = await inTurns(ids, async (id): Promise<Found[]> => {
      const { events } = await streamIn(streamOf('journal_entry', id), audit);
      const reversed = events.findLast(journalEntryReversed.is);
      if (!reversed || reversed.data.reversed_by_id === null) return [];
      const by = reversed.data.reversed_by_id;
      // It is posted after the entry says so.
      const other = await streamNamed(streamOf('journal_entry', by), audit);
      const differing = balances([...events, ...other.events]).flatMap(({ place, amount }) =>
        amount.eq(0) ? [] : [place],
      );
      if (differing.length === 0) return [];
      return [
        {
          subject: id,
          record: by,
          what: `${id} is reversed by ${by}, and the two do not add up to zero on ${differing.slice(0, 3).join(', ')}`,
          advice: 'the process `journal` has to post the reversal: `payroll processes list`',
        },
      ];
    });
    return found.flat();
  },
};

export const draftsAreNotPosted: Invariant = {
  name: 'drafts_are_not_posted',
  says: 'A draft payroll has no journal entry in force.',
  subjects: ({ services, tenant }) =>
    idsOf(services.read.pages('payroll', tenant, equal('status', 'draft'), PAYROLLS_AT_ONCE)),
  inspect: async (ids, { services, tenant }) => {
    const { read } = services;
    const posted = await read.existing('journal_entry', tenant, 'payroll_id', ids, IN_FORCE);
    // It may have been approved since it was listed.
    const rows = await read.find('payroll', tenant, oneOf('id', [...posted]));
    return rows
      .filter(({ status }) => status === 'draft')
      .map(({ id }) => ({
        subject: id,
        record: id,
        what: `${id} is a draft, and journal entries of it are in force`,
        advice: 'the process `journal` has to reverse them: `payroll processes list`',
      }));
  },
};
