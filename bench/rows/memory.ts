import { fork } from 'node:child_process';
import type { DatabaseAddress } from '../../src/database/connect.ts';
import type { Rail } from '../../src/payments/rails.ts';
import { type Bench, type Measurement, type Row, row } from '../bench.ts';
import { programOf } from '../program.ts';
import { settingsOf } from '../service-child.ts';

/**
 * What a service holds payroll after payroll. The full form (BENCH_FULL=1) takes an hour or more: 100 payrolls of
 * 1,000.
 */
const { people, payrolls, early } = process.env.BENCH_FULL
  ? { people: 1_000, payrolls: 100, early: 10 }
  : { people: 100, payrolls: 40, early: 10 };
const PEAK_MB = 900;

export interface AfterPayroll {
  n: number;
  took_s: number;
  held_MB: number;
  peak_MB: number;
}

/** Runs a program of this folder in a process of its own; gives what it tells, when it went well. */
const inChild = <T>(
  program: string,
  input: object,
  execArgv: readonly string[],
  onTold: (told: T) => void,
): Promise<T[]> =>
  new Promise((resolve, reject) => {
    const { path, execArgv: ofProgram } = programOf(program);
    const child = fork(path, [JSON.stringify(input)], { execArgv: [...ofProgram, '--expose-gc', ...execArgv] });
    const all: T[] = [];
    child.on('message', (one) => {
      // As the program sends it.
      all.push(one as T);
      onTold(one as T);
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (code === 0) resolve(all);
      else reject(new Error(`${program} ended with ${code ?? signal}; last it told ${JSON.stringify(all.at(-1))}`));
    });
  });

/** Approves payroll after payroll in a process of its own; gives what it held after each. */
export const approveInChild = (
  address: DatabaseAddress,
  size: { people: number; payrolls: number; last?: string; today?: string },
  execArgv: readonly string[] = [],
): Promise<AfterPayroll[]> => inChild('payrolls-child', { address, ...size }, execArgv, () => {});

/** A step of a payroll that is paid to its end. */
export interface PaidStep {
  step: string;
  /** Of the service, the database aside. */
  cpu_s: number;
  took_s: number;
  peak_MB: number;
}

/** Pays a live payroll to its end in a process of its own; gives what each step took. */
export const payInChild = (
  address: DatabaseAddress,
  of: { people: number; rail: Rail },
  execArgv: readonly string[] = [],
  onStep: (step: PaidStep) => void = () => {},
): Promise<PaidStep[]> => inChild('payments-child', { address, ...of }, execArgv, onStep);

const measure = async ({ freshDatabase }: Bench): Promise<Row[]> => {
  const after = await approveInChild(await freshDatabase(), { people, payrolls }, await settingsOf('start'));
  const [before, last] = [after[early - 1]!, after.at(-1)!];
  const setup = `payrolls of ${people.toLocaleString('en')}, all process managers in one process`;
  return [
    row(
      {
        name: `memory held after ${payrolls} payrolls`,
        unit: 'MB',
        baseline_name: `MB after ${early}`,
        goal: 1.3,
        less: true,
        setup: `${setup}; live objects and buffers, after a collection`,
      },
      [last.held_MB],
      [before.held_MB],
    ),
    row(
      {
        name: `memory of ${payrolls} payrolls at its peak`,
        unit: 'MB',
        baseline_name: 'MB at most',
        goal: 1,
        less: true,
        setup: `${setup}; resident`,
      },
      [last.peak_MB],
      [PEAK_MB],
    ),
  ];
};

/** One payroll, of many: what its stubs weigh together is far more than this. */
const many = process.env.BENCH_FULL ? 20_000 : 2_000;

const measureLarge = async ({ freshDatabase }: Bench): Promise<Row[]> => {
  const [after] = await approveInChild(await freshDatabase(), { people: many, payrolls: 1 }, await settingsOf('start'));
  return [
    row(
      {
        name: `memory of a payroll of ${many.toLocaleString('en')} at its peak`,
        unit: 'MB',
        baseline_name: 'MB at most',
        goal: 1,
        less: true,
        setup: 'hired, populated, approved and posted, all process managers in one process; resident',
      },
      [after!.peak_MB],
      [PEAK_MB],
    ),
  ];
};

export const measurements: Measurement[] = [
  { name: 'memory', measure },
  { name: 'memory of a large payroll', measure: measureLarge },
];
