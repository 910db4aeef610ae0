import { randomUUID } from 'node:crypto';
import { HEARTBEAT_ms, type Heartbeat, makeHeartbeat } from '../timing/heartbeat.ts';
import type { Sql } from './connect.ts';

/**
 * Whether other processes of the service use the same database. Each process announces itself every few seconds. A
 * process that has received no announcement for ten seconds is alone, and sends no notifications: PostgreSQL wakes
 * every listening session for each notification, and commits transactions with one of them one after the other.
 *
 * A new process announces itself before it reads anything. Until it has listened for ten seconds itself, it assumes
 * that there are others. A process whose announcements were lost (it was suspended, its connection broke) misses
 * notifications, as it would have anyway: everything that is notified is also polled.
 */
export interface Others {
  /** Whether there may be other processes; true before `start`. */
  arePresent(): boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const CHANNEL = 'payroll_presence';
const ANNOUNCE_ms = 4 * HEARTBEAT_ms;
const FORGET_ms = 10_000;

export interface OthersOptions {
  /** How often a process announces itself. */
  announce_ms?: number;
  /** Without announcements for so long, the other processes are gone. */
  forget_ms?: number;
  /** Monotonic milliseconds; default those of this process. */
  now_ms?: () => number;
}

class Presence implements Others {
  private readonly sql: Sql;
  private readonly forget_ms: number;
  private readonly now_ms: () => number;
  private readonly own = randomUUID();
  private readonly announcing: Heartbeat;
  private heard_ms = Number.POSITIVE_INFINITY;
  private unlisten: (() => Promise<void>) | undefined;

  constructor(sql: Sql, options: OthersOptions) {
    const { announce_ms = ANNOUNCE_ms, forget_ms = FORGET_ms, now_ms = () => performance.now() } = options;
    this.sql = sql;
    this.forget_ms = forget_ms;
    this.now_ms = now_ms;
    // A failed announcement is repeated soon, and processes that miss notifications poll.
    this.announcing = makeHeartbeat({ every_ms: announce_ms, work: () => this.announce(), failed: () => {} });
  }

  readonly arePresent: Others['arePresent'] = () => this.now_ms() - this.heard_ms < this.forget_ms;

  readonly start: Others['start'] = async () => {
    const onAnnouncement = (who: string): void => {
      if (who !== this.own) this.heard_ms = this.now_ms();
    };
    // Called after every reconnect: announcements in between were missed.
    const onListening = (): void => {
      this.heard_ms = this.now_ms();
    };
    ({ unlisten: this.unlisten } = await this.sql.listen(CHANNEL, onAnnouncement, onListening));
    await this.announcing.start();
  };

  readonly stop: Others['stop'] = async () => {
    await this.announcing.stop();
    await this.unlisten?.().catch(() => {});
    this.heard_ms = Number.POSITIVE_INFINITY;
  };

  private async announce(): Promise<void> {
    await this.sql`select pg_notify(${CHANNEL}, ${this.own})`;
  }
}

export const makeOthers = (sql: Sql, options: OthersOptions = {}): Others => new Presence(sql, options);
