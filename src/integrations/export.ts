import { hash } from 'node:crypto';
import { journalEntryExportBegun, journalEntryExported } from '../accounting/events.ts';
import { exportOf, isWhole, journalEntry } from '../accounting/journal-entry.ts';
import { appendTo, readEvents } from '../kernel/changes/execute.ts';
import { loadRecords } from '../kernel/changes/remembered.ts';
import { type RecordOf, streamOf } from '../kernel/definition/resource.ts';
import { ProviderInUse, ProviderRefused } from '../kernel/definition/services.ts';
import { textOf } from '../values/json.ts';
import { type Problem, refused } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import type { Asking, Books, Entry, EntryRow } from './books/model.ts';
import { LABELS, type ProviderName } from './books/provider-names.ts';
import { type EntryNames, namesFor, namesNow, noteNames } from './entry-names.ts';
import { begins } from './one-at-a-time.ts';
import type { Synchronized, SyncTask } from './sync-task.ts';

/**
 * Exports: an entry is written to the books of a provider once. That it may be there is recorded before it is written,
 * and where an earlier try has begun it is looked for first: so an answer that was lost, or a process that died, makes
 * no second one. One task at a time writes an entry: another one would look for it before it is there. The key that goes
 * with the writing says the same to the provider.
 *
 * An approval may be taken back between the request and the writing, or during it. Then what takes the entry back
 * follows it, or neither is written: books that hold one of the two are wrong, and nobody would ask for the other one.
 * Of books that the employer has left, which nobody can write to, it is told that they hold one.
 */
type Posted = RecordOf<'journal_entry'>;

/**
 * Writes a journal entry to the books of a provider, once, and behind it the one that reverses it. Its stream says so
 * first; whoever continues after a lost answer looks for the entry at the provider before it writes.
 *
 * @param hasBegun whether this task is the one that may write it now
 * @returns the id of the entry, or why it cannot be exported
 * @throws an error where not all of it is recorded yet, or another task is writing it: the step is tried again
 */
export const exportEntry = async (
  id: string,
  books: Books,
  asking: Asking,
  task: SyncTask,
  hasBegun = false,
): Promise<Synchronized> => {
  const { origin, services, input } = task;
  const { realm_id } = asking.connection;
  const { provider } = input;
  const stream = streamOf(journalEntry.object, id);
  const entry = (await loadRecords(stream, services)).aggregate.get(journalEntry.object, id);
  if (!entry) throw new Error(`there is no journal entry ${id}`);
  const before = exportOf(entry, provider);
  if (entry.is_reversed && !before) return { result: { problem: notExported(entry, TAKEN_BACK.en, TAKEN_BACK.fr) } };
  if (!isWhole(entry)) throw new Error(`not all rows of the journal entry ${id} are recorded yet`);
  // Who pays nobody books nothing, and no provider takes an entry without rows.
  if (entry.journal_entry_rows.length === 0) return { result: { id } };
  // Books hold both or neither: what reverses an entry goes where that entry is, and nowhere else.
  if (entry.reverses_id && !(await booksOf(entry.reverses_id, task)).has(realm_id)) return { result: { id } };
  if (entry.is_reversed && !(await booksOf(id, task)).has(realm_id))
    return leftElsewhere(entry, { result: { id } }, task);
  const behindIt = async (now: Posted, done: Synchronized): Promise<Synchronized> =>
    now.reversed_by_id ? leftElsewhere(now, await exportEntry(now.reversed_by_id, books, asking, task), task) : done;
  const isHere = before?.realm_id === realm_id;
  if (isHere && before.reference !== null) return behindIt(entry, { result: { id } });
  if (!hasBegun) {
    if (!(await begins(id, task)))
      throw new ProviderInUse(`another task is exporting the journal entry ${id}`, inUse(entry));
    // That of another task may have ended since the entry was read.
    return exportEntry(id, books, asking, task, true);
  }
  const where = { provider, realm_id };
  const names = await namesFor(entry, where, task);
  const made = entryWith(entry, names, provider);
  if ('problem' in made) return { result: { problem: made.problem } };
  // Of one that takes back what is there the provider has the last word.
  const refusal = entry.reverses_id ? undefined : books.refuses(made);
  if (refusal) return { result: { problem: notExported(entry, refusal.en, refusal.fr) } };
  const keyOf = (written: Entry) => keyFor(written, `${id}/${provider}/${realm_id}`);
  // Only the last books are remembered: an employer may have gone to others, and back.
  let reference = before ? await books.find(made, asking) : undefined;
  if (reference === undefined) {
    if (!entry.reverses_id) await noteNames(entry, names, where, keyOf(made), task);
    const begun = journalEntryExportBegun(where);
    if (!isHere) await appendTo(stream, 'export_begun', origin, services, async () => [begun]);
    reference = await books.write(made, keyOf(made), asking).catch(async (error: unknown) => {
      // An account that the entry went to may be gone there: then what its code is linked to now is in its place.
      const other =
        isRefusal(error) && entry.reverses_id ? entryWith(entry, await namesNow(entry, where, task), provider) : made;
      if ('problem' in other || sameEntry(other, made) || books.refuses(other)) throw error;
      return books.write(other, keyOf(other), asking);
    });
  }
  const exported = journalEntryExported({ ...where, reference });
  const { aggregate, position } = await appendTo(stream, 'exported', origin, services, async (loaded) => {
    const there = exportOf(loaded.aggregate.get(journalEntry.object, id) ?? entry, provider);
    return there?.realm_id === realm_id && there.reference !== null ? [] : [exported];
  });
  return behindIt(aggregate.get(journalEntry.object, id) ?? entry, { result: { id }, position });
};

const inUse = ({ title }: Pick<Posted, 'title'>): Text => ({
  en: `Another task is exporting the entry "${title}". Request the same again when it has ended: what is done is not done twice.`,
  fr: `Une autre tâche exporte l'écriture « ${title} ». Demandez la même chose de nouveau quand elle sera terminée : ce qui est fait ne l'est pas deux fois.`,
});

/** The books of the provider that an entry is in, or may be: an employer may have gone from one to others. */
const booksOf = async (id: string, { input: { provider }, services }: SyncTask): Promise<Set<string>> => {
  const events = await readEvents(streamOf(journalEntry.object, id), services);
  const begun = events.filter((event) => journalEntryExportBegun.is(event) || journalEntryExported.is(event));
  return new Set(begun.filter(({ data }) => data.provider === provider).map(({ data }) => data.realm_id));
};

/** What was done with an entry that was taken back; a problem where other books have it and not what takes it back. */
const leftElsewhere = async (entry: Posted, done: Synchronized, task: SyncTask): Promise<Synchronized> => {
  const without = entry.reversed_by_id ? await booksOf(entry.reversed_by_id, task) : new Set<string>();
  const left = [...(await booksOf(entry.id, task))].filter((realm_id) => !without.has(realm_id));
  if ('problem' in done.result || left.length === 0) return done;
  const label = LABELS[task.input.provider];
  const problem = refused({
    en: `The entry "${entry.title}" was taken back, and is or may be in other books in ${label} (${left.join(', ')}). Take it back there by hand, or connect with those books and repeat the request.`,
    fr: `L'écriture « ${entry.title} » a été annulée, et est ou peut être dans d'autres livres dans ${label} (${left.join(', ')}). Annulez-la là-bas à la main, ou reliez ces livres et répétez la requête.`,
  });
  return { ...done, result: { problem } };
};

const TAKEN_BACK = {
  en: 'the approval that it records was taken back meanwhile',
  fr: "l'approbation qu'elle consigne a été annulée entre-temps",
};

const notExported = ({ title }: Posted, en: string, fr: string): Problem =>
  refused({
    en: `The entry "${title}" is not exported: ${en}`,
    fr: `L'écriture « ${title} » n'est pas exportée : ${fr}`,
  });

/** Of an entry as it is written: one that was refused and is written otherwise later is another request. */
const keyFor = (entry: Entry, of: string): string =>
  hash('sha256', `${of}/${JSON.stringify(entry)}`, 'hex').slice(0, 36);

const sameEntry = (a: Entry, b: Entry): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What is unique in an id: the end of it. */
const MARK_CHARS = 16;

/** An entry with what its provider calls its accounts and tags. */
const entryWith = (entry: Posted, names: EntryNames, provider: ProviderName): Entry | { problem: Problem } => {
  const label = LABELS[provider];
  const found: EntryRow[] = [];
  for (const { title, accounting_code_id, debit, credit, tag_ids } of entry.journal_entry_rows) {
    const account = names.accounts.get(accounting_code_id ?? '');
    if (!account)
      return {
        problem: notExported(
          entry,
          `the row "${title}" is booked on no accounting code that is linked to an account in these books of ${label}`,
          `la ligne « ${title} » n'est inscrite à aucun code comptable lié à un compte de ces livres dans ${label}`,
        ),
      };
    const { id, code, is_bank: isBank } = account;
    const tags = tag_ids.flatMap((tag) => names.tags.get(tag) ?? []);
    found.push({ title, account: { id, code, isBank }, debit, credit, tags });
  }
  const day = textOf(entry.posted_on).slice(0, 10);
  return { mark: `PL-${entry.id.slice(-MARK_CHARS)}`, title: textOf(entry.title), date: day, rows: found };
};

/** Whether a provider refuses what an entry names, rather than giving no answer, or one that cannot be read. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ProviderRefused && error.status >= 400 && error.status < 500;
