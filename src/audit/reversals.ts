import { journalEntryPosted, journalEntryReversed, journalEntryRowsPosted } from '../accounting/events.ts';
import { IN_FORCE } from '../accounting/journal-entry.ts';
import { inTurns } from '../kernel/changes/in-turns.ts';
import { type DomainEvent, streamOf } from '../kernel/definition/resource.ts';
import { equal, oneOf } from '../values/condition.ts';
import { decimal, ZERO } from '../values/money.ts';
import { type Found, type Invariant, idsOf, streamIn } from './invariant.ts';

/** Invariants of journal entries of payrolls that were unapproved. */

/** Entries whose streams are held at once. */
const ENTRIES_AT_ONCE = 200;
/** Drafts whose entries are read together. */
const PAYROLLS_AT_ONCE = 100;

/** Dollars by code, tags and, without a code, title: debits less credits. */
const balances = (events: readonly DomainEvent[]): Map<string, ReturnType<typeof decimal>> => {
  const sums = new Map<string, ReturnType<typeof decimal>>();
  const parts = events.flatMap((event) =>
    journalEntryPosted.is(event) || journalEntryRowsPosted.is(event) ? event.data.journal_entry_rows : [],
  );
  for (const { debit, credit, accounting_code_id, formatted_accounting_code, tag_ids, title } of parts) {
    const key = [accounting_code_id, formatted_accounting_code, title, ...tag_ids].join('/');
    const amount = decimal(debit ?? '0').minus(credit ?? '0');
    sums.set(key, (sums.get(key) ?? ZERO).plus(amount));
  }
  return sums;
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
      const other = await streamIn(streamOf('journal_entry', by), audit);
      const net = balances(events);
      for (const [key, amount] of balances(other.events)) net.set(key, (net.get(key) ?? ZERO).plus(amount));
      const differing = [...net].filter(([, amount]) => !amount.eq(0)).map(([key]) => key);
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
