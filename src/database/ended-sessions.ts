import type postgres from 'postgres';
import { codeOf } from '../values/describe-error.ts';

// postgres 3.4.9 sends a statement of a transaction although the session has ended (the server stopped, or ended it as
// idle). It does so from a timer, to a socket that is gone: an error that nobody can catch, which ends the process. The
// rollback after a statement that failed for this reason is such a statement too. Known upstream
// (porsager/postgres#1154, #1208) but not released; after the fix this file can be removed, and its tests in
// test/database/connect.test.ts stay.

/**
 * The session of a transaction has ended: the server has rolled the transaction back, unless its commit was under way.
 */
export class SessionEnded extends Error {
  readonly code = 'CONNECTION_CLOSED';

  constructor(message = 'the database session of the transaction has ended') {
    super(message);
  }
}

const OF_CONNECTION = /^(ECONNRESET|EPIPE|CONNECTION_(CLOSED|ENDED|DESTROYED))$/;

/** Whether an error says that the session is over: of its connection, or the last words of the server. */
export const endsSession = (error: unknown): boolean =>
  OF_CONNECTION.test(codeOf(error) ?? '') ||
  (typeof error === 'object' && error !== null && 'severity' in error && error.severity === 'FATAL');

/** A statement of the driver that is not sent yet: its handler sends it. */
interface Statement {
  handler: (statement: Statement) => void;
  reject: (error: unknown) => void;
}

const isStatement = (value: unknown): value is Statement =>
  typeof value === 'object' && value !== null && 'handler' in value && 'reject' in value;

/** One transaction and its session. */
class Session {
  hasEnded = false;

  /** Makes a statement look before it is sent, and note an error that ends the session. Fragments are never sent. */
  private readonly watched = (made: unknown): unknown => {
    if (!isStatement(made)) return made;
    const { handler } = made;
    made.handler = (statement) => {
      if (this.hasEnded) return statement.reject(new SessionEnded());
      const { reject } = statement;
      statement.reject = (error) => {
        if (endsSession(error)) this.hasEnded = true;
        reject(error);
      };
      handler(statement);
    };
    return made;
  };

  /** The client of the transaction, whose statements look before they are sent. */
  watching(client: (...given: unknown[]) => unknown): unknown {
    return new Proxy(client, {
      apply: (target, self, given) => this.watched(Reflect.apply(target, self, given)),
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (name !== 'unsafe' || typeof member !== 'function') return member;
        return (...given: unknown[]) => this.watched(Reflect.apply(member, target, given));
      },
    });
  }
}

/** Never settles: for what ends with the session, and for the driver, which then neither commits nor rolls back. */
export const nothingMore = () => new Promise<never>(() => {});

/**
 * Makes `begin` of a client reject when the session of its transaction ends, whenever that is, and send nothing more
 * then. The server has rolled the transaction back, unless its commit was under way.
 */
export const endWithSessions = <S extends postgres.Sql<{ int8: bigint }>>(sql: S): S => {
  const { begin } = sql;
  const guarded = (...given: unknown[]) =>
    new Promise((resolve, reject) => {
      const session = new Session();
      const work = given.at(-1);
      const guardedWork = async (client: (...given: unknown[]) => unknown) => {
        try {
          const made = typeof work === 'function' ? work(session.watching(client)) : undefined;
          const result = await (Array.isArray(made) ? Promise.all(made) : made);
          if (!session.hasEnded) return result;
          reject(new SessionEnded());
        } catch (error) {
          if (!session.hasEnded) throw error;
          reject(error);
        }
        return nothingMore();
      };
      const begun: Promise<unknown> = Reflect.apply(begin, sql, [...given.slice(0, -1), guardedWork]);
      begun.then(resolve, (error) => {
        session.hasEnded = true;
        reject(error);
      });
    });
  return Object.assign(sql, { begin: guarded });
};
