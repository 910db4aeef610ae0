import { hash } from 'node:crypto';
import { journalEntryExportBegun, journalEntryExported } from '../accounting/events.ts';
import { exportOf, isWhole, journalEntry } from '../accounting/journal-entry.ts';
import { codesMeant } from '../accounting/merge.ts';
import type { JournalRow } from '../accounting/posting.ts';
import type { TaskInHand } from '../kernel/calls/task-kind.ts';
import { appendTo, readEvents } from '../kernel/changes/execute.ts';
import { loadRecords } from '../kernel/changes/remembered.ts';
import { type RecordOf, streamOf } from '../kernel/definition/resource.ts';
import { isObject, objectOf, textIf, textOf, textOrNull } from '../values/json.ts';
import { type Problem, refused } from '../values/problem.ts';
import type { Asking, Books, Entry, EntryRow } from './books/model.ts';
import { DIMENSIONS, type Dimension, LABELS, type ProviderName } from './books/provider-names.ts';
import type { Synchronized, SyncInput } from './sync.ts';

/**
 * Exports: an entry is written to the books of a provider once. That it may be there is recorded before it is written, and
 * where an earlier try has begun it is looked for first: so an answer that was lost, or a process that died, makes no
 * second one. The key that goes with the writing says the same to the provider.
 *
 * An approval may be taken back between the request and the writing, or during it. Then what takes the entry back follows
 * it, or neither is written: books that hold one of the two are wrong, and nobody would ask for the other one. Of books
 * that the employer has left, which nobody can write to, it is told that they hold one.
 */
type Task = TaskInHand<SyncInput>;
type Posted = RecordOf<'journal_entry'>;

/**
 * Writes a journal entry to the books of a provider, once, and behind it the one that reverses it. Its stream says so
 * first; whoever continues after a lost answer looks for the entry at the provider before it writes.
 *
 * @returns the id of the entry, or why it cannot be exported
 * @throws an error where not all of it is recorded yet: the step is tried again
 */
export const exportEntry = async (id: string, books: Books, asking: Asking, task: Task): Promise<Synchronized> => {
  const { origin, services, input } = task;
  const { realm_id } = asking.connection;
  const { provider } = input;
  const stream = streamOf(journalEntry.object, id);
  const entry = (await loadRecords(stream, services)).aggregate.get(journalEntry.object, id);
  if (!entry) throw new Error(`there is no journal entry ${id}`);
  const before = exportOf(entry, provider);
  if (entry.is_reversed && !before) return { result: { problem: notExported(entry, TAKEN_BACK.en, TAKEN_BACK.fr) } };
  if (!isWhole(entry)) throw new Error(`not all rows of the journal entry ${id} are recorded yet`);
  // Books hold both or neither: what reverses an entry goes where that entry is, and nowhere else.
  if (entry.reverses_id && !(await booksOf(entry.reverses_id, task)).has(realm_id)) return { result: { id } };
  if (entry.is_reversed && !(await booksOf(id, task)).has(realm_id))
    return leftElsewhere(entry, { result: { id } }, task);
  const behindIt = async (now: Posted, done: Synchronized): Promise<Synchronized> =>
    now.reversed_by_id ? leftElsewhere(now, await exportEntry(now.reversed_by_id, books, asking, task), task) : done;
  const isHere = before?.realm_id === realm_id;
  if (isHere && before.reference !== null) return behindIt(entry, { result: { id } });
  const made = await entryFor(entry, task);
  if ('problem' in made) return { result: { problem: made.problem } };
  const refusal = books.refuses(made);
  if (refusal) return { result: { problem: notExported(entry, refusal.en, refusal.fr) } };
  const key = keyFor(made, `${id}/${provider}/${realm_id}`);
  // Only the last books are remembered: an employer may have gone to others, and back.
  let reference = before ? await books.find(made, asking) : undefined;
  if (reference === undefined) {
    const begun = journalEntryExportBegun({ provider, realm_id });
    if (!isHere) await appendTo(stream, 'export_begun', origin, services, async () => [begun]);
    reference = await books.write(made, key, asking);
  }
  const exported = journalEntryExported({ provider, realm_id, reference });
  const { aggregate, position } = await appendTo(stream, 'exported', origin, services, async (loaded) => {
    const there = exportOf(loaded.aggregate.get(journalEntry.object, id) ?? entry, provider);
    return there?.realm_id === realm_id && there.reference !== null ? [] : [exported];
  });
  return behindIt(aggregate.get(journalEntry.object, id) ?? entry, { result: { id }, position });
};

/** The books of the provider that an entry is in, or may be: an employer may have gone from one to others. */
const booksOf = async (id: string, { input: { provider }, services }: Task): Promise<Set<string>> => {
  const events = await readEvents(streamOf(journalEntry.object, id), services);
  const begun = events.filter((event) => journalEntryExportBegun.is(event) || journalEntryExported.is(event));
  return new Set(begun.filter(({ data }) => data.provider === provider).map(({ data }) => data.realm_id));
};

/** What was done with an entry that was taken back; a problem where other books have it and not what takes it back. */
const leftElsewhere = async (entry: Posted, done: Synchronized, task: Task): Promise<Synchronized> => {
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

/** What is unique in an id: the end of it. */
const MARK_CHARS = 16;

/** An entry with what its provider calls its accounts and tags. */
const entryFor = async (entry: Posted, task: Task): Promise<Entry | { problem: Problem }> => {
  const { services, origin, input } = task;
  const { provider } = input;
  const rows = entry.journal_entry_rows;
  const ids = (of: (row: JournalRow) => readonly string[]) => [...new Set(rows.flatMap(of))];
  const [codes, tags] = await Promise.all([
    codesMeant(
      ids(({ accounting_code_id }) => (accounting_code_id === null ? [] : [accounting_code_id])),
      services,
      origin.tenant,
    ),
    services.read.getMany(
      'tag',
      origin.tenant,
      ids(({ tag_ids }) => tag_ids),
    ),
  ]);
  const groupIds = [...new Set([...tags.values()].map(({ tag_group_id }) => textOf(tag_group_id)))];
  const groups = await services.read.getMany('tag_group', origin.tenant, groupIds);
  const found: EntryRow[] = [];
  for (const row of rows) {
    const code = codes.get(row.accounting_code_id ?? '');
    const account = code?.accounts?.[provider];
    const label = LABELS[provider];
    if (!code || !account)
      return {
        problem: notExported(
          entry,
          `the row "${row.title}" is booked on no accounting code that is linked to an account in ${label}`,
          `la ligne « ${row.title} » n'est inscrite à aucun code comptable lié à un compte dans ${label}`,
        ),
      };
    found.push({
      title: row.title,
      account: { id: account.id, code: account.code, isBank: code.type === 'bank' },
      debit: row.debit,
      credit: row.credit,
      // A dimension that the provider does not know stays in our books.
      tags: row.tag_ids.flatMap((id) => {
        const tag = tags.get(id);
        const group = groups.get(textIf(tag?.tag_group_id) ?? '');
        const [own, its] = [standingAt(tag, provider), standingAt(group, provider)];
        return own?.id && its?.type ? [{ id: own.id, group_id: its.id ?? null, kind: its.type }] : [];
      }),
    });
  }
  const day = textOf(entry.posted_on).slice(0, 10);
  return { mark: `PL-${entry.id.slice(-MARK_CHARS)}`, title: textOf(entry.title), date: day, rows: found };
};

interface Standing {
  id: string | null;
  type: Dimension | undefined;
}

const standingAt = (record: { integrations?: unknown } | undefined, provider: ProviderName): Standing | undefined => {
  const own = objectOf(record?.integrations)[provider];
  if (!isObject(own)) return undefined;
  return { id: textOrNull(own.id), type: DIMENSIONS.find((one) => one === own.type) };
};
