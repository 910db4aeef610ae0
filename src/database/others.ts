import { randomUUID } from 'node:crypto';
import { HEARTBEAT_ms, type Heartbeat, makeHeartbeat } from '../timing/heartbeat.ts';
import type { Sql } from './connect.ts';

/**
 * Whether other processes of the service are at the same database. Each says a few times in ten seconds that it is there.
 * Who has heard nobody for so long is alone, and leaves out what only others would listen to: PostgreSQL wakes every
 * session that listens for each notice, and lets transactions with one commit one after the other.
 *
 * A process that comes is heard before it reads anything. Until it has listened for ten seconds itself, it takes others to
 * be there. One that is there and was not heard (it was suspended, its connection broke) misses notices as it would have
 * anyway: everything that is announced is also polled.
 */
export interface Others {
  /** Whether there may be any. Always, before `start`. */
  arePresent(): boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const CHANNEL = 'payroll_presence';
const SAY_ms = 4 * HEARTBEAT_ms;
const FORGET_ms = 10_000;

export interface OthersOptions {
  /** How often a process says that it is there. */
  say_ms?: number;
  /** One that was not heard for so long is gone. */
  forget_ms?: number;
}

class Presence implements Others {
  private readonly sql: Sql;
  private readonly forget_ms: number;
  private readonly own = randomUUID();
  private readonly saying: Heartbeat;
  private heard_ms = Number.POSITIVE_INFINITY;
  private unlisten: (() => Promise<void>) | undefined;

  constructor(sql: Sql, { say_ms = SAY_ms, forget_ms = FORGET_ms }: OthersOptions) {
    this.sql = sql;
    this.forget_ms = forget_ms;
    // What failed is said again soon, and whoever misses it polls.
    this.saying = makeHeartbeat({ every_ms: say_ms, work: () => this.say(), failed: () => {} });
  }

  readonly arePresent: Others['arePresent'] = () => performance.now() - this.heard_ms < this.forget_ms;

  readonly start: Others['start'] = async () => {
    const hear = (who: string): void => {
      if (who !== this.own) this.heard_ms = performance.now();
    };
    // Called again after every new connection: what was said in between was not heard.
    const listens = (): void => {
      this.heard_ms = performance.now();
    };
    ({ unlisten: this.unlisten } = await this.sql.listen(CHANNEL, hear, listens));
    await this.saying.start();
  };

  readonly stop: Others['stop'] = async () => {
    await this.saying.stop();
    await this.unlisten?.().catch(() => {});
    this.heard_ms = Number.POSITIVE_INFINITY;
  };

  private async say(): Promise<void> {
    await this.sql`select pg_notify(${CHANNEL}, ${this.own})`;
  }
}

export const makeOthers = (sql: Sql, options: OthersOptions = {}): Others => new Presence(sql, options);
