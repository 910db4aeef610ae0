import { accountIn, accountingCode } from '../accounting/accounting-code.ts';
import { type journalEntryExportBegun, journalEntryExportNamed } from '../accounting/events.ts';
import { journalEntry } from '../accounting/journal-entry.ts';
import { codesMeant } from '../accounting/merge.ts';
import type { JournalRow } from '../accounting/posting.ts';
import { tagIn } from '../accounting/tag.ts';
import { appendTo, readEvents } from '../kernel/changes/execute.ts';
import { recordEvents } from '../kernel/definition/record-events.ts';
import { type RecordOf, streamOf } from '../kernel/definition/resource.ts';
import type { EventData } from '../kernel/events/define.ts';
import { sameJson, textOf } from '../values/json.ts';
import type { SyncTask } from './sync-task.ts';

/**
 * What the accounting codes and tags of an entry are in the books of a provider. Codes are merged and linked to other
 * accounts, tags are deleted. What reverses an entry must go where the entry went, or each of two accounts keeps a
 * balance; so that is recorded with the entry when it is written.
 */
type Posted = RecordOf<'journal_entry'>;
type Named = EventData<typeof journalEntryExportNamed>;
type Where = EventData<typeof journalEntryExportBegun>;

/** By the id of a code its account; by the id of a tag what it is there, null where the provider does not know it. */
export interface EntryNames {
  accounts: Map<string, Named['accounts'][string]>;
  tags: Map<string, Named['tags'][string]>;
}

const idsIn = ({ journal_entry_rows }: Posted, of: (row: JournalRow) => readonly string[]) => [
  ...new Set(journal_entry_rows.flatMap(of)),
];

/** What the codes and tags of an entry are called now. A code that is linked to no account of the books has no name. */
export const namesNow = async (
  entry: Posted,
  { provider, realm_id }: Where,
  { services, origin }: SyncTask,
): Promise<EntryNames> => {
  const { read } = services;
  const codeIds = idsIn(entry, ({ accounting_code_id: id }) => (id === null ? [] : [id]));
  const tagIds = idsIn(entry, ({ tag_ids }) => tag_ids);
  const [codes, tags] = await Promise.all([
    codesMeant(codeIds, services, origin.tenant),
    read.getMany('tag', origin.tenant, tagIds),
  ]);
  const groupIds = [...new Set([...tags.values()].map(({ tag_group_id }) => textOf(tag_group_id)))];
  const groups = await read.getMany('tag_group', origin.tenant, groupIds);
  const names: EntryNames = { accounts: new Map(), tags: new Map() };
  for (const id of codeIds) {
    const code = codes.get(id) ?? (await lastOf(id, services));
    const account = code && accountIn(code, provider, realm_id);
    if (account) names.accounts.set(id, account);
  }
  for (const id of tagIds) {
    const tag = tags.get(id);
    // A dimension that the provider does not know stays in our books.
    names.tags.set(id, tag ? tagIn(tag, groups.get(tag.tag_group_id ?? ''), provider, realm_id) : null);
  }
  return names;
};

const MERGES = 'process:merges';

/**
 * What a code was that is deleted: the entry was posted for its account, and the provider has that still. One that went
 * into another code gave its own account up for that of the other, which is deleted too.
 */
const lastOf = async (id: string, services: SyncTask['services']) => {
  const events = await readEvents(streamOf(accountingCode.object, id), services);
  const { deleted } = recordEvents(accountingCode);
  if (events.findLast(deleted.is)?.metadata.actor === MERGES) return undefined;
  return services.folder.foldStream(events.filter((event) => !deleted.is(event))).get(accountingCode.object, id);
};

/** What they were called when an entry was written to some books; nothing of one from before that was recorded. */
const namesWritten = async (id: string, { provider, realm_id }: Where, { services }: SyncTask): Promise<EntryNames> => {
  const events = await readEvents(streamOf(journalEntry.object, id), services);
  const names: EntryNames = { accounts: new Map(), tags: new Map() };
  for (const { data } of events.filter(journalEntryExportNamed.is)) {
    if (data.provider !== provider || data.realm_id !== realm_id) continue;
    for (const [code, account] of Object.entries(data.accounts)) names.accounts.set(code, account);
    for (const [tag, name] of Object.entries(data.tags)) names.tags.set(tag, name);
  }
  return names;
};

/**
 * What the codes and tags of an entry are called as it is written to some books: of one that reverses another what they
 * were when that was written there, of any other what they are now.
 */
export const namesFor = async (entry: Posted, where: Where, task: SyncTask): Promise<EntryNames> => {
  const now = await namesNow(entry, where, task);
  if (!entry.reverses_id) return now;
  const before = await namesWritten(entry.reverses_id, where, task);
  return {
    accounts: new Map([...now.accounts, ...before.accounts]),
    tags: new Map([...now.tags, ...before.tags]),
  };
};

/** Bytes of names in one event. */
const AT_ONCE_bytes = 300_000;

/**
 * Records what the codes and tags of an entry are called, before it is written.
 *
 * @param key of the entry as it is written: with other names it is another one
 */
export const noteNames = async (
  { id }: Posted,
  { accounts, tags }: EntryNames,
  where: Where,
  key: string,
  task: SyncTask,
): Promise<void> => {
  const noted = await namesWritten(id, where, task);
  const [codes, labels] = [unlike(accounts, noted.accounts), unlike(tags, noted.tags)];
  const parts: Named[] = [];
  let room = 0;
  const part = (size: number): Named => {
    if (parts.length === 0 || size > room) {
      parts.push({ ...where, accounts: {}, tags: {} });
      room = AT_ONCE_bytes;
    }
    room -= size;
    return parts.at(-1)!;
  };
  for (const [code, account] of codes) part(sizeOf(code, account)).accounts[code] = account;
  for (const [tag, name] of labels) part(sizeOf(tag, name)).tags[tag] = name;
  for (const [i, data] of parts.entries())
    await appendTo(streamOf(journalEntry.object, id), `named ${key} ${i}`, task.origin, task.services, async () => [
      journalEntryExportNamed(data),
    ]);
};

const sizeOf = (...entry: [string, Named['accounts'][string] | Named['tags'][string]]): number =>
  Buffer.byteLength(JSON.stringify(entry)) + 10;

const unlike = <T extends Named['accounts'][string] | Named['tags'][string]>(
  names: ReadonlyMap<string, T>,
  noted: ReadonlyMap<string, T>,
): [string, T][] => [...names].filter(([id, name]) => !noted.has(id) || !sameJson(noted.get(id) ?? null, name));
