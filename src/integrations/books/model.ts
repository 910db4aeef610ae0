import type { ProviderConnection, Providers } from '../../kernel/definition/services.ts';
import type { Text } from '../../values/text.ts';
import type { Dimension } from './provider-names.ts';

/** What providers' books hold, and what is written to them, in one form for all of them. */

/** An account that payroll can be booked on. */
export interface Account {
  id: string;
  type: 'expense' | 'liability' | 'bank';
  /** What the chart of accounts calls it. */
  code: string | null;
  title: string;
  isActive: boolean;
}

/** A tracking dimension with its values. */
export interface Tracking {
  /** Null where the provider has one of its kind alone, without a name. */
  id: string | null;
  label: Text;
  values: { id: string; label: string; isActive: boolean }[];
}

/** A row of an entry, with what its provider calls account and tags. */
export interface EntryRow {
  title: string;
  account: { id: string; code: string | null; isBank: boolean };
  /** Dollars, as decimal text; exactly one of both. */
  debit: string | null;
  credit: string | null;
  tags: { id: string; group_id: string | null; kind: Dimension }[];
}

export interface Entry {
  /** By which it is found there: at most 21 characters, letters, digits and `-`. */
  mark: string;
  title: string;
  date: string;
  rows: readonly EntryRow[];
}

/** Asks with the tokens of a connection. */
export interface Asking {
  connection: ProviderConnection;
  ask: Providers['ask'];
  signal: AbortSignal;
}

/** The books of one provider. All of it @throws ProviderRefused, ProviderUnauthorized, ProviderUnavailable */
export interface Books {
  accounts(asking: Asking): AsyncIterable<Account[]>;
  trackings(kind: Dimension, asking: Asking): Promise<Tracking[]>;
  /** The id of an entry that was written before; undefined when there is none. */
  find(entry: Entry, asking: Asking): Promise<string | undefined>;
  /** Writes an entry and gives its id. Written again under the same key it is the same one. */
  write(entry: Entry, key: string, asking: Asking): Promise<string>;
  /** What keeps an entry from being written; nothing where it can be. */
  refuses(entry: Entry): Text | undefined;
}

/** What payroll is in. */
export const CURRENCY = 'CAD';

/** More pages than books have: a provider that gives the same page for ever is not followed. */
export const MAX_PAGES = 100;
