import { readdir, readFile } from 'node:fs/promises';
import { type DatabaseAddress, openDatabase } from '../src/database/connect.ts';

// Seconds of a processor, as Linux counts them: what a machine that others use too tells of the work, where times do
// not.

const TICKS_A_SECOND = 100;

interface Times {
  parent: number;
  own_s: number;
  /** Of children that have ended. */
  ended_s: number;
}

/** Of a process with all its threads; undefined when it is gone, and where there is no /proc. */
const timesOf = async (pid: number | string): Promise<Times | undefined> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // The name of the program, which may hold anything, stands in parentheses.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [user = 0, system = 0, ofEndedUser = 0, ofEndedSystem = 0] = fields.slice(11);
  return { parent, own_s: (user + system) / TICKS_A_SECOND, ended_s: (ofEndedUser + ofEndedSystem) / TICKS_A_SECOND };
};

/** What a process has used so far; NaN where that cannot be told. */
export const processTime_s = async (pid: number): Promise<number> => (await timesOf(pid))?.own_s ?? Number.NaN;

/** What a PostgreSQL on this machine has used so far, with all that it runs; NaN where that cannot be told. */
export const serverTime_s = async (address: DatabaseAddress): Promise<number> => {
  const sql = openDatabase(address, { max: 1 });
  try {
    const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const server = (await timesOf(row!.pid))?.parent;
    const whole = server === undefined ? undefined : await timesOf(server);
    if (!whole) return Number.NaN;
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const running = (await Promise.all(pids.map(timesOf))).filter((one) => one?.parent === server);
    return running.reduce((sum, one) => sum + one!.own_s, whole.own_s + whole.ended_s);
  } finally {
    await sql.end();
  }
};
