import type { EventStore, Position } from '../../event-store/port.ts';
import { ALWAYS, all, oneOf } from '../../values/condition.ts';
import { businessDay } from '../../values/dates.ts';
import { isText, textIf } from '../../values/json.ts';
import { invalid } from '../../values/problem.ts';
import type { Limit, Lookup, ResourceDefinition, State } from './resource.ts';
import { scopeOfTenant } from './scope.ts';
import type { Change, Origin } from './writer.ts';

/**
 * Room: how many records of a kind there may be. A resource declares its limits, and a change that would exceed one is
 * a 422.
 *
 * Each record has a stream of its own, so no expected revision protects their number. Within a process, writers below
 * the same parent run one after the other, and the next one starts when the records of the previous one can be counted.
 * Two processes may each admit what one alone would; readers of such records must allow for that (docs/limits.md).
 * Where they may not (`isExact`), those that are created or deleted take turns among all processes
 * (changes/reservations.ts): one that names another is made before that is deleted, or not at all.
 */

export interface Room {
  /** What those have in common that take turns among all processes, for the limits that ask for it. */
  turns: readonly string[];
  /** @throws Problem 422 when the record that a change is about to write has no room */
  take(change: Change, previous: State | undefined, next: State): Promise<void>;
  /**
   * To be called after the changes, whether they were written or not: the next ones start when these can be counted.
   *
   * @param lastWritten where the last of what may have been written is in the log; undefined when nothing was
   */
  leave(lastWritten: () => Promise<Position | undefined>): void;
}

/** Longest wait until written records can be counted; after that the next writers continue with what they can read. */
const COUNTABLE_ms = 2_000;

/** The queues of each process, by event store. */
const turnsOfStores = new WeakMap<EventStore, Map<string, Promise<void>>>();
const turnsOf = (store: EventStore): Map<string, Promise<void>> => {
  const turns = turnsOfStores.get(store) ?? new Map<string, Promise<void>>();
  turnsOfStores.set(store, turns);
  return turns;
};

/**
 * Resolves when all earlier callers have left all of the keys. A caller queues for all its keys at once, so there is no
 * deadlock.
 */
const enter = async (keys: readonly string[], turns: Map<string, Promise<void>>): Promise<() => void> => {
  let leave = (): void => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const before = keys.map((key) => turns.get(key));
  keys.forEach((key, i) => {
    const end = Promise.all([before[i], left]).then(() => {
      if (turns.get(key) === end) turns.delete(key);
    });
    turns.set(key, end);
  });
  await Promise.all(before);
  return leave;
};

const tooMany = ({ by, most, whose, what }: Limit) =>
  invalid([
    {
      path: by ?? '',
      text: {
        en: `${whose.en} has ${most} ${what.en} already, the most that it may have`,
        fr: `${whose.fr} a déjà ${most} ${what.fr}, le maximum permis`,
      },
    },
  ]);

/** A limit that the changes of a call affect, with the parents that would get more records. */
interface Concerned {
  limit: Limit;
  parents: readonly string[];
  /** By parent: the records of this call that are admitted. */
  taken: Map<string, Set<string>>;
}

const concerns = ({ by, counting, isExact }: Limit, change: Change): boolean =>
  change.op === 'create' ||
  (change.op === 'delete' && isExact === true) ||
  (change.op === 'update' &&
    [...(by ? [by] : []), ...(counting?.members ?? [])].some((member) => change.input[member] !== undefined));

const parentOf = async (object: string, limit: Limit, change: Change, lookup: Lookup): Promise<string | undefined> => {
  if (limit.by === undefined) return '';
  const sent = change.op === 'delete' ? undefined : change.input[limit.by];
  if (change.op === 'create' || isText(sent)) return textIf(sent);
  return textIf((await lookup.get(object, change.id))?.[limit.by]);
};

const concernedBy = async (
  { object, limits = [] }: ResourceDefinition,
  changes: readonly Change[],
  lookup: Lookup,
): Promise<Concerned[]> => {
  const some = limits.flatMap((limit) => {
    const concerned = changes.filter((change) => concerns(limit, change));
    return concerned.length > 0 ? [{ limit, concerned }] : [];
  });
  return Promise.all(
    some.map(async ({ limit, concerned }) => {
      const parents = await Promise.all(concerned.map((change) => parentOf(object, limit, change, lookup)));
      return { limit, parents: [...new Set(parents)].filter(isText), taken: new Map() };
    }),
  );
};

/** How many there are, by parent. */
const countOf = async (
  { limit, parents }: Concerned,
  object: string,
  today: string,
  { tenant, services: { read, registry } }: Lookup,
): Promise<Map<string, number>> => {
  const { by, together = [object], counting } = limit;
  const where = counting?.where(today) ?? ALWAYS;
  const counts = await Promise.all(
    together
      .filter((one) => registry.get(one))
      .map(async (one) =>
        by === undefined
          ? new Map([['', await read.count(one, tenant, where)]])
          : read.counts(one, tenant, by, all(oneOf(by, parents), where)),
      ),
  );
  return new Map(parents.map((each) => [each, counts.reduce((sum, found) => sum + (found.get(each) ?? 0), 0)]));
};

/** Room for the changes of one call; undefined when no limit applies. */
export const makeRoom = async (
  definition: ResourceDefinition,
  changes: readonly Change[],
  origin: Origin,
  lookup: Lookup,
  mode: 'write' | 'check',
): Promise<Room | undefined> => {
  const { object } = definition;
  const concerned = await concernedBy(definition, changes, lookup);
  if (concerned.length === 0) return undefined;
  const today = businessDay(Date.parse(origin.occurred_at));
  const scope = scopeOfTenant(origin.tenant);
  const keyOf = (limit: Limit, parent: string) => [scope, ...(limit.together ?? [object]), limit.by, parent].join('/');
  const keys = concerned.flatMap(({ limit, parents }) =>
    limit.loose ? [] : parents.map((each) => keyOf(limit, each)),
  );
  const left =
    mode === 'write' && keys.length > 0 ? await enter([...new Set(keys)], turnsOf(lookup.services.store)) : undefined;
  // Counted only once a change has passed all other checks.
  const counts = new Map<Limit, Promise<Map<string, number>>>();

  return {
    turns: concerned.flatMap(({ limit, parents }) =>
      limit.isExact ? parents.map((each) => `${limit.by}/${each}`) : [],
    ),
    take: async (change, previous, next) => {
      for (const one of concerned) {
        const { limit, taken } = one;
        const isCounted = (state: State) => limit.counting?.of(state, today) ?? true;
        const parent = limit.by === undefined ? '' : next[limit.by];
        if (typeof parent !== 'string' || !isCounted(next)) continue;
        if (previous && isCounted(previous) && (limit.by === undefined || previous[limit.by] === parent)) continue;
        // A check writes nothing that could be counted again: there the others of its call count as below.
        if (limit.isExact && mode === 'write') {
          // Counted again in each turn of the change: between two of them another process may have had one.
          const now = (await countOf(one, object, today, lookup)).get(parent) ?? 0;
          if (now >= limit.most) throw tooMany(limit);
          continue;
        }
        const found = counts.get(limit) ?? countOf(one, object, today, lookup);
        counts.set(limit, found);
        const there = (await found).get(parent) ?? 0;
        const mine = taken.get(parent) ?? new Set();
        taken.set(parent, mine);
        if (!mine.has(change.id) && there + mine.size >= limit.most) throw tooMany(limit);
        mine.add(change.id);
      }
    },
    leave: (lastWritten) => {
      if (!left) return;
      const countable = async () => {
        const last = await lastWritten();
        if (last !== undefined) await lookup.services.gate.followed(last, [], COUNTABLE_ms);
      };
      void countable().then(left, left);
    },
  };
};
