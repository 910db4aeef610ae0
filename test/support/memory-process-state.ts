import type { LogEvent, Position } from '../../src/event-store/port.ts';
import { LEASE_ms } from '../../src/timing/heartbeat.ts';
import { storable } from '../../src/values/cut.ts';
import type { JsonObject } from '../../src/values/json.ts';
import {
  type Bookmark,
  type Checkpoint,
  countsAsDeath,
  type DueRow,
  type DueStore,
  type Failing,
  GIVEN_UP_AFTER,
  isUnbegun,
  MAX_HANDED_characters,
  type ManagerStore,
  PARKED_AFTER,
  workKind,
} from '../../src/work/port.ts';

/** What process managers and due work keep, in memory: held to the same contract as the database. */
export interface MemoryProcessState {
  managers: Map<string, ManagerRow>;
  due: Map<string, DueWorkRow>;
  /** What waits, by manager and scope, in its order. */
  inbox: Map<string, LogEvent[]>;
  store: ManagerStore;
  dueStore: DueStore;
}

export interface ManagerRow extends Checkpoint {
  owner: string | null;
  lease_until_ms: number;
}

export interface DueWorkRow {
  kind: string;
  key: string;
  payload: JsonObject;
  due_ms: number;
  holder: string | null;
  lease_until_ms: number;
  attempts: number;
  asked: bigint;
  ended: boolean;
  bookmark: Bookmark | null;
  last_error: string | null;
  begun: number;
}

export interface Surroundings {
  /** Milliseconds of the epoch: the store's own clock. */
  now_ms(): number;
  notify(channel: string, message: string): void;
  listen(channel: string, hear: (message: string) => void): () => void;
}

/** Channels of the database's implementation, which others notify too. */
const DUE_WORK = 'payroll_due_work';

export const makeMemoryProcessState = (
  { now_ms, notify, listen }: Surroundings,
  progress: string,
): MemoryProcessState => {
  const managers = new Map<string, ManagerRow>();
  const due = new Map<string, DueWorkRow>();
  const inbox = new Map<string, LogEvent[]>();
  const msOf = (instant: string | null): number => (instant === null ? now_ms() : Date.parse(instant));
  const idOf = ({ kind, key }: { kind: string; key: string }): string => `${kind} ${key}`;
  const boxOf = (manager: string, scope: string): LogEvent[] => inbox.get(`${manager} ${scope}`) ?? [];
  const isParked = ({ last_error, attempts, begun, holder }: DueWorkRow): boolean =>
    last_error !== null && (attempts >= PARKED_AFTER || (begun >= GIVEN_UP_AFTER && holder === null));
  const isHeld = (row: DueWorkRow): boolean => row.holder !== null && row.lease_until_ms >= now_ms();
  const held = (row: { kind: string; key: string }, holder: string): DueWorkRow | undefined => {
    const found = due.get(idOf(row));
    return found?.holder === holder ? found : undefined;
  };
  /** A holder that lives on takes its beginning back. */
  const takeBack = (of: { kind: string; key: string; counted?: boolean }): void => {
    const row = due.get(idOf(of));
    if (row && of.counted) row.begun = Math.max(0, row.begun - 1);
  };
  /** Rows of other kinds that are not begun any more. */
  const givenUp = () =>
    [...due.values()]
      .filter((row) => row.begun >= GIVEN_UP_AFTER && !row.ended && !row.kind.startsWith(workKind('')))
      .sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  /** Rows of work of managers that have not ended, with whose they are. */
  const work = () =>
    [...managers.keys()].flatMap((name) =>
      [...due.values()].filter((row) => row.kind === workKind(name) && !row.ended).map((row) => ({ name, row })),
    );

  const fresh = ({ kind, key, payload = {}, due_at, due_in_ms = 0 }: DueRow): DueWorkRow => ({
    kind,
    key,
    payload,
    due_ms: due_at === undefined ? now_ms() + due_in_ms : Date.parse(due_at),
    holder: null,
    lease_until_ms: 0,
    attempts: 0,
    asked: 1n,
    ended: false,
    bookmark: null,
    last_error: null,
    begun: 0,
  });

  const ask = (rows: readonly DueRow[]): void => {
    for (const row of rows) {
      const known = due.get(idOf(row));
      const asked = fresh(row);
      if (!known) {
        due.set(idOf(row), asked);
        continue;
      }
      known.payload = asked.payload;
      if (known.ended || known.holder !== null) known.due_ms = asked.due_ms;
      else if (known.attempts === 0) known.due_ms = Math.min(known.due_ms, asked.due_ms);
      if (known.ended) known.attempts = 0;
      known.asked += 1n;
      known.ended = false;
    }
    if (rows.length > 0) notify(DUE_WORK, '');
  };

  const dueStore: DueStore = {
    enqueue: async (rows) => {
      const added = rows.filter((row) => !due.has(idOf(row)));
      for (const row of added) due.set(idOf(row), fresh(row));
      if (added.length > 0) notify(DUE_WORK, '');
      return added.length;
    },
    ask: async (rows) => ask(rows),
    claim: async (kinds, holder, lease_ms, inHand = []) => {
      const kept = new Set(inHand.map(idOf));
      const claimed = kinds.flatMap(({ kind, slots, now }) =>
        [...due.values()]
          .filter((row) => row.kind === kind && !row.ended && row.due_ms <= msOf(now))
          .filter((row) => (row.holder === null || row.lease_until_ms < now_ms()) && !kept.has(idOf(row)))
          .sort((a, b) => a.due_ms - b.due_ms)
          .slice(0, slots),
      );
      const abandoned = new Set(claimed.filter((row) => row.holder !== null));
      for (const row of claimed) {
        const attempts = row.attempts + Number(!abandoned.has(row));
        const begun = Math.max(row.begun, Number(abandoned.has(row)));
        Object.assign(row, { holder, attempts, begun, lease_until_ms: now_ms() + lease_ms });
      }
      return claimed.map((row) => {
        const { kind, key, payload, attempts, asked, bookmark, begun: deaths } = row;
        return { kind, key, payload, attempts, asked, bookmark, deaths, abandoned: abandoned.has(row) };
      });
    },
    begin: async (one) => {
      const row = held(one, one.holder);
      if (row) row.begun += 1;
      return row !== undefined;
    },
    finish: async (claimed, holder, next, now) => {
      const row = held(claimed, holder);
      if (!row) return takeBack({ ...claimed, counted: countsAsDeath(claimed) });
      if (next?.isUncounted) takeBack(claimed);
      const counts = next?.isUncounted
        ? { attempts: Math.max(0, row.attempts - 1) }
        : { attempts: 0, begun: Number(next?.bookmark !== undefined && claimed.counted === true), last_error: null };
      Object.assign(row, { holder: null, lease_until_ms: 0, ...counts });
      row.bookmark = next?.bookmark ?? null;
      if (row.asked !== claimed.asked) return;
      if (next === undefined) row.ended = true;
      else row.due_ms = 'again_at' in next ? Date.parse(next.again_at) : msOf(now) + next.again_in_ms;
    },
    postpone: async (claimed, holder, pause_ms, error, now) => {
      const row = held(claimed, holder);
      takeBack(row ? claimed : { ...claimed, counted: countsAsDeath(claimed) });
      if (row)
        Object.assign(row, {
          holder: null,
          lease_until_ms: 0,
          attempts: Math.max(0, row.attempts - Number(isUnbegun(claimed))),
          last_error: storable(error),
          due_ms: msOf(now) + pause_ms,
        });
    },
    renew: async (all, lease_ms) => {
      const mine = all.flatMap((one) => held(one, one.holder) ?? []);
      for (const row of mine) row.lease_until_ms = now_ms() + lease_ms;
      return mine.map(({ kind, key }) => ({ kind, key, renewed: true }));
    },
    release: async (all) => {
      for (const one of all) {
        const row = held(one, one.holder);
        if (!row) continue;
        const attempts = Math.max(0, row.attempts - 1);
        takeBack(one);
        Object.assign(row, { holder: null, lease_until_ms: 0, attempts });
      }
    },
    releaseClaim: async (holder) =>
      dueStore.release(
        [...due.values()].filter((row) => row.holder === holder).map(({ kind, key }) => ({ kind, key, holder })),
      ),
    givenUp: async (limit) =>
      givenUp()
        .filter(({ holder }) => holder === null)
        .slice(0, limit)
        .map(({ kind, key, payload, last_error }) => ({ kind, key, payload, error: last_error ?? '' })),
    takeUp: async (scope) => {
      const rows = givenUp().filter(({ key, payload }) =>
        [key, payload.company_id, payload.partner_id].includes(scope),
      );
      for (const row of rows) Object.assign(row, { begun: 0, due_ms: Math.min(row.due_ms, now_ms()) });
      return rows.length;
    },
    notEnded: async (kind, after, limit) =>
      [...due.values()]
        .filter((row) => row.kind === kind && row.key > after && !row.ended)
        .sort((a, b) => (a.key < b.key ? -1 : 1))
        .slice(0, limit)
        .map(({ key, payload }) => ({ key, payload })),
    overdue: async () => {
      const counts = new Map<string, number>();
      for (const { kind, ended, due_ms, holder } of due.values())
        if (!ended && holder === null && due_ms <= now_ms()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      return counts;
    },
    anyWaits: async (kind, now) =>
      [...due.values()].some(
        (row) =>
          row.kind === kind &&
          !row.ended &&
          row.due_ms <= msOf(now) &&
          (row.holder === null || row.lease_until_ms < now_ms()),
      ),
    listen: async (wake) => {
      const forget = listen(DUE_WORK, () => wake());
      wake();
      return async () => forget();
    },
  };

  const put = (manager: string, scope: string, event: LogEvent): void => {
    const box = boxOf(manager, scope);
    if (box.some(({ position }) => position === event.position)) return;
    inbox.set(
      `${manager} ${scope}`,
      [...box, event].sort((a, b) => (a.position < b.position ? -1 : 1)),
    );
  };

  const store: ManagerStore = {
    register: async (all) => {
      for (const { name, from } of all)
        if (!managers.has(name))
          managers.set(name, { name, position: from, appended: 0n, owner: null, lease_until_ms: 0 });
    },
    takeLeases: async (owner, names) =>
      names.flatMap((name) => {
        const row = managers.get(name)!;
        if (row.owner !== owner && row.owner !== null && row.lease_until_ms >= now_ms()) return [];
        Object.assign(row, { owner, lease_until_ms: now_ms() + LEASE_ms });
        return [{ name, position: row.position, appended: row.appended }];
      }),
    releaseLeases: async (owner) => {
      for (const row of managers.values())
        if (row.owner === owner) Object.assign(row, { owner: null, lease_until_ms: 0 });
    },
    dispatch: async (owner, { name, from, to, waiting, appended = 0n, message }) => {
      const row = managers.get(name);
      if (row?.owner !== owner || row.position !== from) return false;
      row.position = to;
      if (appended > row.appended) row.appended = appended;
      for (const { scope, event } of waiting) put(name, scope, event);
      notify(progress, message);
      ask([...new Set(waiting.map(({ scope }) => scope))].map((key) => ({ kind: workKind(name), key })));
      return true;
    },
    pass: async (owner, moves) => {
      const moved: string[] = [];
      for (const { name, from, to } of moves) {
        const row = managers.get(name);
        if (row?.owner !== owner || row.position !== from) continue;
        row.position = to;
        moved.push(name);
      }
      return moved;
    },
    next: async (manager, scope, limit) => {
      let characters = 0;
      return boxOf(manager, scope)
        .slice(0, limit)
        .filter((event, at) => {
          characters += JSON.stringify([event.data, event.metadata]).length;
          return at === 0 || characters <= MAX_HANDED_characters;
        });
    },
    done: async (holder, manager, scope, upTo) => {
      if (!held({ kind: workKind(manager), key: scope }, holder)) return undefined;
      const left = boxOf(manager, scope).filter(({ position }) => position > upTo);
      inbox.set(`${manager} ${scope}`, left);
      const clearTo = left[0] ? left[0].position - 1n : managers.get(manager)!.position;
      return { clearTo, more: left.length > 0 };
    },
    appended: async (manager, position) => {
      const row = managers.get(manager)!;
      if (position > row.appended) row.appended = position;
    },
    progress: async () => ({
      checkpoints: [...managers.values()].map(({ name, position, appended }) => ({ name, position, appended })),
      pending: work().flatMap(({ name, row }) => {
        const box = boxOf(name, row.key);
        if (box.length === 0) return [];
        const [first, last] = [box[0]!.position, box.at(-1)!.position] as [Position, Position];
        return [{ name, scope: row.key, first, last, parked: isParked(row) }];
      }),
    }),
    status: async () =>
      [...managers.values()]
        .map(({ name, position, appended, owner, lease_until_ms }) => {
          const own = work().filter((one) => one.name === name);
          const parked = own.filter(({ row }) => isParked(row)).length;
          return {
            name,
            position,
            appended,
            running: owner !== null && lease_until_ms > now_ms(),
            waiting: own.length,
            parked,
          };
        })
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    failing: async (limit, scope) =>
      work()
        .flatMap(({ name, row }): Failing[] => {
          const event = boxOf(name, row.key)[0];
          if (!event || row.last_error === null || (scope !== undefined && scope !== row.key)) return [];
          const { id: event_id, type, stream, revision, position } = event;
          const about = { event_id, type, stream, revision, position };
          const { attempts, last_error: error } = row;
          const due_at = new Date(row.due_ms).toISOString();
          return [
            {
              manager: name,
              scope: row.key,
              ...about,
              error,
              attempts,
              parked: isParked(row),
              due_at,
              held: isHeld(row),
            },
          ];
        })
        .sort((a, b) => Number(b.parked) - Number(a.parked) || (a.due_at < b.due_at ? -1 : 1))
        .slice(0, limit),
    retry: async ({ manager, scope, givenUp: all = false }) => {
      const rows = work().filter(
        ({ name, row }) =>
          row.holder === null &&
          (row.attempts > 0 || row.due_ms > now_ms()) &&
          (manager ?? name) === name &&
          (scope ?? row.key) === row.key,
      );
      for (const { row } of rows) Object.assign(row, { due_ms: now_ms(), begun: all ? 0 : row.begun });
      if (rows.length > 0) notify(DUE_WORK, '');
      return rows.length;
    },
    skip: async (manager, scope, position) => {
      const box = boxOf(manager, scope);
      const left = box.filter((event) => event.position !== position);
      if (left.length === box.length) return 'gone';
      if (work().some(({ name, row }) => name === manager && row.key === scope && isHeld(row))) return 'held';
      inbox.set(`${manager} ${scope}`, left);
      return 'skipped';
    },
    notify: async (channel, messages) => {
      for (const message of messages) notify(channel, message);
    },
    listen: async (channel, told) => {
      const forget = listen(channel, told);
      return async () => forget();
    },
  };

  return { managers, due, inbox, store, dueStore };
};
