import { accountingCode, type ExternalAccount, isIn, MAX_CODES } from '../accounting/accounting-code.ts';
import { accountingCodeLinked, tagLinked } from '../accounting/events.ts';
import { MAX_TAGS, tag, tagIdIn } from '../accounting/tag.ts';
import { tagGroup } from '../accounting/tag-group.ts';
import { appendTo } from '../kernel/changes/execute.ts';
import { appendInTurns } from '../kernel/changes/in-turns.ts';
import { writeChanges } from '../kernel/changes/write.ts';
import { recordEvents } from '../kernel/definition/record-events.ts';
import { type RecordOf, type State, streamOf } from '../kernel/definition/resource.ts';
import type { Change } from '../kernel/definition/writer.ts';
import type { EventBody } from '../kernel/events/define.ts';
import { equal } from '../values/condition.ts';
import { cut } from '../values/cut.ts';
import { piecesOf } from '../values/group.ts';
import { derivedId } from '../values/ids.ts';
import { type JsonObject, objectOf, sameJson } from '../values/json.ts';
import { type Problem, refused } from '../values/problem.ts';
import type { Account, Asking, Books, Tracking } from './books/model.ts';
import type { Dimension, ProviderName } from './books/provider-names.ts';
import type { Synchronized, SyncTask } from './sync-task.ts';

/**
 * Imports: what is known by its id at the provider is changed, what is not is made, nothing is deleted. Accounts of
 * other books, which the employer was connected with before, are others, whatever their ids. A record made
 * twice by one task is one record, since its id derives from the task and what it is called by there.
 */

/** Titles and labels hold no more; providers' own names are shorter. */
const MAX_NAME = 255;
const named = (text: string): string => cut(text.replace(/\p{Cc}+/gu, ' ').trim(), MAX_NAME).trim() || '—';

const idFor = (prefix: string, what: string, { origin }: SyncTask): string =>
  derivedId(prefix, Date.parse(origin.occurred_at), `${origin.seed}/${what}`);

/** Accounts that are written before a process that stops is noticed. */
const ACCOUNTS_AT_ONCE = 500;

/** The chart of accounts becomes accounting codes. */
export const importAccounts = async (books: Books, asking: Asking, task: SyncTask): Promise<Synchronized> => {
  const { services, origin, input } = task;
  const { business_entity_id, provider } = input;
  const own = equal('business_entity_id', business_entity_id);
  const known = new Map<string, RecordOf<'accounting_code'>>();
  let count = 0;
  for (const code of await services.read.find(accountingCode.object, origin.tenant, own)) {
    count += 1;
    const account = code.accounts?.[provider];
    if (account && isIn(account, asking.connection.realm_id)) known.set(account.id, code);
  }
  // All pages are read before anything is written: of a chart that has too many accounts none is imported.
  const accounts = new Map<string, Account>();
  for await (const page of books.accounts(asking)) {
    for (const account of page)
      if (known.has(account.id) || account.isActive) {
        if (!known.has(account.id) && !accounts.has(account.id)) count += 1;
        accounts.set(account.id, account);
      }
    if (count > MAX_CODES) return { result: { problem: refused(tooMany(MAX_CODES)) } };
    asking.signal.throwIfAborted();
  }
  for (const some of piecesOf([...accounts.values()], ACCOUNTS_AT_ONCE)) {
    await appendInTurns(some, services, (account) => {
      const code = known.get(account.id);
      return code ? changeCode(code, account, asking, task) : makeCode(account, asking, task);
    });
    asking.signal.throwIfAborted();
  }
  return { result: { id: provider }, position: await services.store.head() };
};

const tooMany = (most: number) => ({
  en: `The employer would have more than ${most} accounting codes.`,
  fr: `L'employeur aurait plus de ${most} codes comptables.`,
});

const linkOf = ({ id, code }: Account, { connection: { realm_id } }: Asking, { input }: SyncTask): EventBody => {
  const { business_entity_id, provider } = input;
  return accountingCodeLinked({ business_entity_id, provider, external_id: id, external_code: code, realm_id });
};

const membersOf = ({ title, code }: Account) => ({ title: named(title), code: code === null ? null : named(code) });

const makeCode = async (account: Account, asking: Asking, task: SyncTask): Promise<void> => {
  const { origin, services, input } = task;
  const id = idFor(accountingCode.prefix, `${input.provider}/${account.id}`, task);
  const { created } = recordEvents(accountingCode);
  const made = created({
    business_entity_id: input.business_entity_id,
    type: account.type,
    ...membersOf(account),
    title_translations: null,
    description: null,
    description_translations: null,
    mapping: { xero: false, quickbooks: false },
    fallback_mappings: [],
  });
  await appendTo(streamOf(accountingCode.object, id), 'import', origin, services, async ({ aggregate }) =>
    aggregate.get(accountingCode.object, id) ? [] : [made, linkOf(account, asking, task)],
  );
};

/** Its title and code follow the provider's. Its type stays: what names it names a code of that type. */
const changeCode = async (code: State, account: Account, asking: Asking, task: SyncTask): Promise<void> => {
  const { origin, services, input } = task;
  const { changed } = recordEvents(accountingCode);
  await appendTo(streamOf(accountingCode.object, code.id), 'import', origin, services, async ({ aggregate }) => {
    const now = aggregate.get(accountingCode.object, code.id);
    if (!now) return [];
    const wanted = membersOf(account);
    const differ = Object.fromEntries(
      Object.entries(wanted).filter(([name, value]) => !sameJson(Reflect.get(now, name), value)),
    );
    const link: ExternalAccount | undefined = now.accounts?.[input.provider];
    return [
      ...(Object.keys(differ).length > 0 ? [changed({ ...differ, business_entity_id: input.business_entity_id })] : []),
      ...(link?.code === account.code && link.realm_id === asking.connection.realm_id
        ? []
        : [linkOf(account, asking, task)]),
    ];
  });
};

type External = Partial<Record<ProviderName, { id?: string | null; type?: string | null }>>;

/** Where a record is at a provider, with what it says of the others left as it is. */
const standing = (before: unknown, provider: ProviderName, now: JsonObject): JsonObject => {
  const others = objectOf(before);
  return { ...others, [provider]: { ...objectOf(others[provider]), ...now } };
};

/** Tracking dimensions become tag groups, their values tags. */
export const importTags = async (
  kind: Dimension,
  books: Books,
  asking: Asking,
  task: SyncTask,
): Promise<Synchronized> => {
  const { services, origin, input } = task;
  const own = equal('business_entity_id', input.business_entity_id);
  const groups = await services.read.find(tagGroup.object, origin.tenant, own);
  for (const tracking of await books.trackings(kind, asking)) {
    const known = groups.find(({ integrations }) => isGroupOf(objectOf(integrations), kind, tracking, input.provider));
    const group = await groupFor(kind, tracking, known, task);
    const problem = 'problem' in group ? group.problem : await tagsFor(tracking, group.id, asking, task);
    if (problem) return { result: { problem } };
    asking.signal.throwIfAborted();
  }
  return { result: { id: input.provider }, position: await services.store.head() };
};

const isGroupOf = (at: External | null, kind: Dimension, { id }: Tracking, provider: ProviderName): boolean => {
  const there = at?.[provider];
  return id === null ? there?.type === kind : there?.id === id;
};

const groupFor = async (
  kind: Dimension,
  { id, label }: Tracking,
  known: State | undefined,
  task: SyncTask,
): Promise<{ id: string } | { problem: Problem }> => {
  const { input } = task;
  // Where the provider gives it no name, what the employer calls it stays.
  if (known && (id === null || known.label === named(label.en))) return { id: known.id };
  const there = input.provider === 'xero' ? { id, type: kind } : { type: kind };
  const made = idFor(tagGroup.prefix, `${input.provider}/${kind}/${id}`, task);
  const change: Change = known
    ? { op: 'update', id: known.id, input: { label: named(label.en) } }
    : {
        op: 'create',
        id: made,
        input: {
          business_entity_id: input.business_entity_id,
          label: named(label.en),
          label_translations: id === null ? { ...label } : null,
          is_journal_entry_dimension: true,
          integrations: { ...BLANK_GROUP, [input.provider]: there },
        },
      };
  const [outcome] = await writeChanges(tagGroup, [change], task.origin, task.services);
  return outcome!.ok ? { id: known?.id ?? made } : { problem: outcome!.problem };
};

const BLANK_GROUP = { xero: { id: null, type: null }, quickbooks: { type: null } };
const BLANK_TAG = { xero: { id: null }, quickbooks: { id: null } };

/** Changes that are written together. */
const AT_ONCE = 100;

const tagsFor = async (
  { values }: Tracking,
  tag_group_id: string,
  asking: Asking,
  task: SyncTask,
): Promise<Problem | undefined> => {
  const { services, origin, input } = task;
  const { business_entity_id, provider } = input;
  const { realm_id } = asking.connection;
  const known = new Map<string, RecordOf<'tag'>>();
  const ofGroup = await services.read.find('tag', origin.tenant, equal('tag_group_id', tag_group_id));
  for (const one of ofGroup) {
    const there = tagIdIn(one, provider, realm_id);
    if (there !== undefined) known.set(there, one);
  }
  const imported = new Map(
    values.filter(({ id, isActive }) => isActive || known.has(id)).map((value) => [value.id, value]),
  );
  const changes = [...imported.values()].flatMap((value): Change[] => {
    const label = named(value.label);
    const before = known.get(value.id);
    const isLinked = before?.books?.[provider]?.id === value.id;
    const link = tagLinked({ tag_group_id, business_entity_id, provider, external_id: value.id, realm_id });
    const beside = isLinked ? [] : [link];
    if (before) {
      const input: JsonObject = before.label === label ? {} : { label };
      return isLinked && before.label === label ? [] : [{ op: 'update', id: before.id, input, beside }];
    }
    const id = idFor(tag.prefix, `${provider}/${tag_group_id}/${value.id}`, task);
    const integrations = standing(BLANK_TAG, provider, { id: value.id });
    return [{ op: 'create', id, input: { tag_group_id, label, integrations }, beside }];
  });
  if (ofGroup.length + changes.filter(({ op }) => op === 'create').length > MAX_TAGS) return refused(tooManyTags);
  for (const some of piecesOf(changes, AT_ONCE)) {
    const outcomes = await writeChanges(tag, some, origin, services);
    for (const outcome of outcomes) if (!outcome.ok) return outcome.problem;
    asking.signal.throwIfAborted();
  }
  return undefined;
};

const tooManyTags = {
  en: `A tag group would have more than ${MAX_TAGS} tags.`,
  fr: `Un groupe d'étiquettes aurait plus de ${MAX_TAGS} étiquettes.`,
};
