import type { EventStore, Position } from '../../event-store/port.ts';
import { ALWAYS, all, type Condition, oneOf } from '../../values/condition.ts';
import { businessDay } from '../../values/dates.ts';
import { isText, textIf } from '../../values/json.ts';
import { invalid } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import type { Lookup, ResourceDefinition, State } from './resource.ts';
import type { Change, Origin, Outcome } from './writer.ts';

/**
 * Room: how many records there may be beside each other. A resource declares its limits, and a change that would go
 * over one is a 422.
 *
 * Records have a stream each, so no expected revision holds their number. Within this process those who write below the
 * same parent take turns, and one's turn ends when what it wrote can be counted. Two processes may each let in what one
 * alone would; readers of such records must take that (docs/limits.md).
 */
export interface Limit {
  /** What they share, a member of their body and a column: `work_assignment_id`. Left out: the company or partner. */
  by?: string;
  most: number;
  /** Resources that are counted together, this one among them; default it alone. */
  together?: readonly string[];
  /** Which of them count, by the members named; default all. */
  counting?: {
    members: readonly string[];
    where: (today: string) => Condition;
    of: (state: State, today: string) => boolean;
  };
  /** Writers of different records do not wait for each other, and may so come a little over it. */
  loose?: boolean;
  /** Whose number it is (`the work assignment`) and of what (`pay rates`). */
  whose: Text;
  what: Text;
}

export interface Room {
  /** @throws Problem 422 when the record that a change is about to write has no room */
  take(change: Change, previous: State | undefined, next: State): Promise<void>;
  /** To be called when the changes were written or not: lets the next ones in when these can be counted. */
  leave(outcomes: readonly Outcome[]): void;
}

/** Waiting until what was written can be counted; past that others continue with what they see. */
const COUNTABLE_ms = 2_000;

/** The turns of each process: those who share an event store. */
const turnsOfStores = new WeakMap<EventStore, Map<string, Promise<void>>>();
const turnsOf = (store: EventStore): Map<string, Promise<void>> => {
  const turns = turnsOfStores.get(store) ?? new Map<string, Promise<void>>();
  turnsOfStores.set(store, turns);
  return turns;
};

/**
 * Resolves when all who came before have left every one of the keys. All keys are queued for at once, so none wait
 * crosswise.
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

/** A limit that changes of a call concern, with the parents of which they would have one more. */
interface Concerned {
  limit: Limit;
  parents: readonly string[];
  /** By parent: the records of this call that took a place. */
  taken: Map<string, Set<string>>;
}

const concerns = ({ by, counting }: Limit, change: Change): boolean =>
  change.op === 'create' ||
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

/** Room for the changes of one call; undefined where no limit concerns them. */
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
  const scope = origin.tenant.company_id ?? origin.tenant.partner_id;
  const keyOf = (limit: Limit, parent: string) => [scope, ...(limit.together ?? [object]), limit.by, parent].join('/');
  const keys = concerned.flatMap(({ limit, parents }) =>
    limit.loose ? [] : parents.map((each) => keyOf(limit, each)),
  );
  const left =
    mode === 'write' && keys.length > 0 ? await enter([...new Set(keys)], turnsOf(lookup.services.store)) : () => {};
  // Asked for when the first change has passed everything else.
  const counts = new Map<Limit, Promise<Map<string, number>>>();

  return {
    take: async (change, previous, next) => {
      for (const one of concerned) {
        const { limit, taken } = one;
        const isCounted = (state: State) => limit.counting?.of(state, today) ?? true;
        const parent = limit.by === undefined ? '' : next[limit.by];
        if (typeof parent !== 'string' || !isCounted(next)) continue;
        if (previous && isCounted(previous) && (limit.by === undefined || previous[limit.by] === parent)) continue;
        const found = counts.get(limit) ?? countOf(one, object, today, lookup);
        counts.set(limit, found);
        const there = (await found).get(parent) ?? 0;
        const mine = taken.get(parent) ?? new Set();
        taken.set(parent, mine);
        if (!mine.has(change.id) && there + mine.size >= limit.most) throw tooMany(limit);
        mine.add(change.id);
      }
    },
    leave: (outcomes) => {
      let last: Position | undefined;
      for (const outcome of outcomes)
        if (outcome.ok && outcome.position !== undefined && (last === undefined || outcome.position > last))
          last = outcome.position;
      if (last === undefined) left();
      else void lookup.services.gate.followed(last, [], COUNTABLE_ms).then(left, left);
    },
  };
};
