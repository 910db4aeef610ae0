/** Times and outcomes of calls, by kind. */

export interface Times {
  count: number;
  p50_ms: number;
  p99_ms: number;
  most_ms: number;
}

/** A call this soon after a process was killed may have waited for its lease to pass on. */
const KILL_FELT_ms = 15_000;

const timesOf = (times: number[]): Times => {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { count: sorted.length, p50_ms: at(0.5), p99_ms: at(0.99), most_ms: at(1) };
};

/** What a kind is told with, where kinds are too many. */
const groupOf = (kind: string): string => {
  if (kind.startsWith('partner')) return 'a company or a token';
  if (kind.startsWith('GET')) return 'a read';
  if (kind === 'approve') return 'an approval, until it has ended';
  if (kind.includes('until')) return 'a bulk or batch call, until it has ended';
  return kind.includes('/') ? 'a bulk or batch call, until it is accepted' : 'a write';
};

const more = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1);

export const makeTally = () => {
  const quiet = new Map<string, number[]>();
  const nearKills = new Map<string, number[]>();
  const refused = new Map<string, number>();
  const repeats = new Map<string, number>();
  const faults = new Map<string, number>();
  const kills: number[] = [];
  return {
    killed: () => void kills.push(performance.now()),
    /** A call that was answered with success. */
    answered: (kind: string, begun_ms: number, ended_ms: number): void => {
      const near = kills.some((at) => begun_ms < at + KILL_FELT_ms && at < ended_ms);
      const times = near ? nearKills : quiet;
      const all = times.get(kind) ?? [];
      all.push(ended_ms - begun_ms);
      times.set(kind, all);
    },
    refused: (kind: string, status: number, text: string) =>
      more(
        refused,
        `${kind}: ${status} ${text
          .replaceAll(/[a-z]+_[0-9A-HJKMNP-TV-Z]{26}/g, '<id>')
          .replaceAll(/\d[\d-]*/g, '#')
          .slice(0, 160)}`,
      ),
    repeated: (why: string) => more(repeats, why),
    /** An answer that says that the service itself failed. */
    faulted: (what: string) => more(faults, what.slice(0, 300)),
    faults: () => [...faults].map(([what, times]) => `${what}, ${times} times`),
    groups: () => {
      const of = (times: Map<string, number[]>, group: string) =>
        timesOf([...times].flatMap(([kind, all]) => (groupOf(kind) === group ? all : [])));
      const names = new Set([...quiet.keys(), ...nearKills.keys()].map(groupOf));
      return Object.fromEntries(
        [...names].sort().map((group) => [group, { quiet: of(quiet, group), near_kills: of(nearKills, group) }]),
      );
    },
    report: () => {
      const tell = (times: Map<string, number[]>) =>
        Object.fromEntries([...times].sort().map(([kind, all]) => [kind, timesOf(all)]));
      return {
        latency: tell(quiet),
        near_kills: tell(nearKills),
        refused: Object.fromEntries([...refused].sort()),
        repeated: Object.fromEntries([...repeats].sort()),
      };
    },
  };
};

export type Tally = ReturnType<typeof makeTally>;
