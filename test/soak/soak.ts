import { setMaxListeners } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { START } from '../../src/event-store/port.ts';
import { businessDay, type CalendarDate } from '../../src/values/dates.ts';
import { randomFrom } from '../support/generate.ts';
import { until } from '../support/until.ts';
import { booksOf, differences } from './book.ts';
import { type Caller, makeCallers } from './caller.ts';
import { actOnce, nextDraft } from './desk.ts';
import { type Employer, foundEmployer } from './employer.ts';
import { type Fleet, type Life, MEMBERS, type Member, startFleet } from './fleet.ts';
import { type Money, moneyDiffers } from './money.ts';
import type { Grouped } from './page.ts';
import { makeTally, type Tally } from './tally.ts';

/**
 * A soak: a year of companies of mixed sizes on the real service in three processes, in as many minutes as are given.
 * The business clock jumps from day to day; the year ends today, so that commands, which go by the machine's clock, see
 * the day that the service sees. Now and then one of the processes is killed, and started again. In the end everything
 * that was acknowledged is looked for, and the service audits itself.
 */
export interface SoakOptions {
  minutes: number;
  seed: number;
  companies: number;
  /** Told what happens; default nobody. */
  say?: (line: string) => void;
}

export interface SoakReport {
  seed: number;
  minutes: number;
  companies: number;
  people: number;
  payrolls: number;
  stubs: number;
  events: number;
  kills: { member: Member | 'store'; at_s: number; ready_again_ms: number }[];
  freezes: { what: Member | 'database'; at_s: number; for_ms: number }[];
  memory: Life[];
  warnings: Record<string, number>;
  checks_s: Record<string, number>;
  money: Money | null;
  /** What is not as it must be; empty when all is well. */
  differs: string[];
}

const DAYS = 365;
const DAY_ms = 86_400_000;
/** The clock jumps at most this often: what follows from a day must have time to follow. */
const JUMP_ms = 3_000;
const SAMPLE_ms = 5_000;
const KILL_EVERY_ms = 30_000;
const FREEZE_EVERY_ms = 12_000;
/** From less than a session may be idle in a transaction to more than three leases. */
const FREEZES_ms = [1_000, 12_000] as const;
/** How often somebody of a company does something, on the average. */
const ACT_ms = 1_000;
const LOOK_ms = 2_000;
const MOST_PEOPLE = 300;
const AT_REST_ms = 300_000;
/** Payrolls are approved when their pay date is this near. */
const AHEAD_days = 2;
/** Those of live employers, whose money needs days. Some come too late all the same, and are paid later. */
const AHEAD_LIVE_days = 6;

/** Many small ones, few large: the share of the largest that each is. */
const sizesOf = (companies: number, most: number): number[] =>
  Array.from({ length: companies }, (_, i) => Math.max(1, Math.round(most * ((i + 1) / companies) ** 3)));

interface Run {
  fleet: Fleet;
  tally: Tally;
  today(): CalendarDate;
  employers: Employer[];
  /** Aborted when the year is over, or something failed. */
  over: AbortController;
  failures: string[];
  say(line: string): void;
}

/** Does something again and again, with pauses, until the year is over. What fails ends the run. */
const again = async (run: Run, what: string, pause_ms: () => number, work: () => Promise<void>): Promise<void> => {
  const { signal } = run.over;
  while (!signal.aborted) {
    await pause(pause_ms(), undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    try {
      await work();
    } catch (error) {
      run.failures.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      run.over.abort();
    }
  }
};

/** Approves what is due. A payroll that is refused is asked for again the next time. */
const approveDue = async (run: Run, employer: Employer): Promise<void> => {
  const { caller, isLive } = employer;
  const until_ms = Date.parse(run.today()) + (isLive ? AHEAD_LIVE_days : AHEAD_days) * DAY_ms;
  for (const schedule of employer.schedules) {
    for (;;) {
      const draft = await nextDraft(employer, schedule);
      if (run.over.signal.aborted || !draft || Date.parse(draft.data.pay_date) > until_ms) break;
      const { meta } = await caller.read(`/pay_stubs?payroll_id=${draft.id}&per_page=1`);
      // How far that of a live employer is, its payments tell.
      const answer = await caller.write('approve', 'POST', `/payrolls/${draft.id}/approve`, {}, () =>
        isLive ? [] : [{ of: 'payrolls', id: draft.id, changed: { status: 'paid' } }],
      );
      if (!answer) break;
      employer.approved += 1;
      employer.stubs += meta.total;
    }
  }
};

/** What somebody looks at who does not write. */
const lookAround = async ({ caller, people }: Employer): Promise<void> => {
  const { random } = caller;
  const person = random.pick([...people.values()]);
  const path = random.pick([
    '/payrolls?per_page=100',
    '/pay_stubs?per_page=100',
    `/pay_stubs?work_assignment_id=${person.assignment}&per_page=50`,
    '/journal_entries?per_page=50',
    '/employees?search_names=ro&per_page=50',
    '/work_assignments?per_page=100',
    '/pay_rates?per_page=100',
  ]);
  await caller.read(path);
};

/** Jumps to the next day, or days, so that the year ends with the time. */
const passYear = async (run: Run, minutes: number, setDay: (day: number) => Promise<void>): Promise<void> => {
  const length_ms = minutes * 60_000;
  const begun_ms = performance.now();
  const { signal } = run.over;
  let day = 0;
  while (!signal.aborted && day < DAYS) {
    await pause(JUMP_ms, undefined, { signal }).catch(() => {});
    const due = Math.min(DAYS, Math.floor(((performance.now() - begun_ms) / length_ms) * DAYS));
    if (due > day) await setDay(due);
    day = due;
  }
  run.over.abort();
};

const working = async (run: Run, { minutes, seed }: SoakOptions, setDay: (day: number) => Promise<void>) => {
  const { fleet, tally, employers, say } = run;
  const random = randomFrom(seed);
  const begun_ms = performance.now();
  const kills: SoakReport['kills'] = [];
  const killSomebody = async (): Promise<void> => {
    const store = fleet.killStore ? (['store', 'store'] as const) : [];
    const member = random.pick(['first', 'second', 'first', 'second', 'api', ...store] as const);
    tally.killed();
    const at_s = Math.round((performance.now() - begun_ms) / 1_000);
    const ready_again_ms = await (member === 'store' ? fleet.killStore?.() : fleet.kill(member));
    kills.push({ member, at_s, ready_again_ms: ready_again_ms ?? 0 });
    const what = member === 'store' ? 'the event store' : `"${member}" (${MEMBERS[member]})`;
    say(`killed ${what} after ${at_s} s; ready again in ${ready_again_ms} ms`);
  };
  const freezes: SoakReport['freezes'] = [];
  const freezeSomebody = async (): Promise<void> => {
    const what = random.pick(['first', 'second', 'api', 'database'] as const);
    const [least, most] = FREEZES_ms;
    const for_ms = Math.round(least + random.next() * (most - least));
    tally.killed();
    const at_s = Math.round((performance.now() - begun_ms) / 1_000);
    await fleet.freeze(what, for_ms);
    freezes.push({ what, at_s, for_ms });
    say(`held "${what}" after ${at_s} s, for ${for_ms} ms`);
  };
  const spread = (caller: Caller, mean_ms: number) => () => -Math.log(1 - caller.random.next()) * mean_ms;
  let named = 0;
  const lanes = employers.flatMap((employer, i) => {
    const { caller } = employer;
    const desk = { employer, today: run.today, next: () => ++named };
    return [
      again(run, `the desk of company ${i}`, spread(caller, ACT_ms), () => actOnce(desk)),
      again(
        run,
        `the approvals of company ${i}`,
        () => JUMP_ms / 2,
        () => approveDue(run, employer),
      ),
      again(run, `the reads of company ${i}`, spread(caller, LOOK_ms), () => lookAround(employer)),
    ];
  });
  await Promise.all([
    passYear(run, minutes, setDay),
    again(run, 'the samples', () => SAMPLE_ms, fleet.sample),
    again(run, 'the kills', () => KILL_EVERY_ms * (0.5 + random.next()), killSomebody),
    again(run, 'the freezes', () => FREEZE_EVERY_ms * (0.5 + random.next()), freezeSomebody),
    ...lanes,
  ]);
  return { kills, freezes };
};

/** Waits until nothing that follows from what was written is left to do. */
const untilAtRest = async ({ sql }: Fleet): Promise<void> => {
  const unfinished = async (): Promise<number> => {
    const [row] = await sql<{ count: number }[]>`
      select (select count(*) from manager_inbox)::int
        + (select count(*) from due_work where kind = 'payroll_payments' and ended_at is null and due_at <= now())::int as count`;
    return row!.count;
  };
  let quiet = 0;
  await until(async () => {
    await pause(200);
    quiet = (await unfinished()) === 0 ? quiet + 1 : 0;
    return quiet >= 15;
  }, AT_REST_ms);
};

/**
 * The length of the log, and the lines that went with their stub, as those do whose person leaves or moves to another
 * schedule before the payroll is approved. That only callers' acts took such stubs away is for `audit check` to find.
 */
const readLog = async ({ store }: Fleet): Promise<{ events: number; wentWithStub: ReadonlySet<string> }> => {
  let events = 0;
  const lines = new Map<string, string[]>();
  const wentWithStub = new Set<string>();
  for await (const batch of store.readAll({ after: START, upTo: await store.head() })) {
    events += batch.length;
    for (const { stream, type, data } of batch) {
      if (type === 'EarningLineItemCreated') lines.set(stream, [...(lines.get(stream) ?? []), String(data.id)]);
      if (type === 'PayStubDeleted') for (const id of lines.get(stream) ?? []) wentWithStub.add(id);
    }
  }
  return { events, wentWithStub };
};

const COMMANDS = [
  ['projections', 'verify'],
  ['audit', 'check', '--json'],
  ['audit', 'reconcile'],
];
const MOST_REPORTED = 40;

const check = async (run: Run, recordPath: string): Promise<Pick<SoakReport, 'differs' | 'checks_s' | 'money'>> => {
  const { fleet, employers, say, today } = run;
  const differs: string[] = [];
  const checks_s: Record<string, number> = {};
  const timed = async (what: string, work: () => Promise<void>): Promise<void> => {
    const begun_ms = performance.now();
    await work();
    checks_s[what] = Math.round((performance.now() - begun_ms) / 100) / 10;
    say(`${what}: ${checks_s[what]} s`);
  };
  await timed('at rest', () => untilAtRest(fleet));
  await timed('acknowledged writes', async () => {
    const books = await booksOf(recordPath);
    const { wentWithStub } = await readLog(fleet);
    const wentWith = async (of: string, id: string) => of === 'earning_line_items' && wentWithStub.has(id);
    for (const { caller, entity } of employers) {
      const book = books.get(caller.id) ?? new Map();
      differs.push(...(await differences(book, caller.look, wentWith, entity)));
    }
  });
  let money: Money | null = null;
  await timed('money', async () => {
    const held = await moneyDiffers(fleet, employers, today());
    money = held.money;
    differs.push(...held.differs);
  });
  for (const command of COMMANDS)
    await timed(command.join(' '), async () => {
      const { code, stdout, stderr } = await fleet.command(...command);
      if (code !== 0)
        differs.push(
          `payroll ${command.join(' ')} ended with ${code}: ${stdout.slice(0, 4_000)}${stderr.slice(-2_000)}`,
        );
    });
  return { differs, checks_s, money };
};

/** Runs a soak. What differs in the end is in its report. @throws when it could not be run at all */
export const soak = async (
  options: SoakOptions,
): Promise<SoakReport & ReturnType<Tally['report']> & { groups: Grouped }> => {
  const { minutes, seed, companies, say = () => {} } = options;
  const end_ms = Date.now();
  const instantOf = (day: number): string => new Date(end_ms - (DAYS - day) * DAY_ms).toISOString();
  let day = 0;
  const now_ms = (): number => Date.parse(instantOf(day));
  const today = (): CalendarDate => businessDay(now_ms());
  const folder = await mkdtemp(join(tmpdir(), 'payroll-soak-record-'));
  const recordPath = join(folder, 'acknowledged.jsonl');
  const fleet = await startFleet({ from: instantOf(0), set_ms: Date.now() });
  const tally = makeTally();
  const run: Run = { fleet, tally, today, employers: [], over: new AbortController(), failures: [], say };
  // Everybody waits on it.
  setMaxListeners(0, run.over.signal);
  let isGood = false;
  try {
    const callers = makeCallers({ fleet, tally, recordPath, seed, now_ms });
    const sizes = sizesOf(companies, Math.min(MOST_PEOPLE, Math.ceil(minutes * 12)));
    run.employers = await Promise.all(
      sizes.map(async (size, index) =>
        foundEmployer(await callers.company(`Company ${index}`, index), { index, companies, size, from: today() }),
      ),
    );
    say(`${companies} companies with ${sizes.reduce((sum, size) => sum + size, 0)} people are founded`);
    const setDay = async (to: number): Promise<void> => {
      await fleet.setClock({ from: to === DAYS ? null : instantOf(to), set_ms: Date.now() });
      day = to;
    };
    const { kills, freezes } = await working(run, options, setDay);
    await setDay(DAYS);
    say(`the year is over: ${run.employers.reduce((sum, { approved }) => sum + approved, 0)} payrolls were approved`);
    await fleet.sample();
    const { differs, checks_s, money } =
      run.failures.length > 0 ? { differs: [], checks_s: {}, money: null } : await check(run, recordPath);
    await fleet.sample();
    const { events } = await readLog(fleet);
    const sum = (of: (employer: Employer) => number) => run.employers.reduce((all, one) => all + of(one), 0);
    const all = [...run.failures, ...fleet.faults, ...tally.faults(), ...differs];
    isGood = all.length === 0;
    return {
      seed,
      minutes,
      companies,
      people: sum(({ people }) => people.size),
      payrolls: sum(({ approved }) => approved),
      stubs: sum(({ stubs }) => stubs),
      events,
      kills,
      freezes,
      memory: [...fleet.lives],
      warnings: Object.fromEntries(fleet.warnings),
      checks_s,
      money,
      ...tally.report(),
      groups: tally.groups(),
      differs: all.slice(0, MOST_REPORTED),
    };
  } finally {
    await fleet.stop();
    if (isGood) await rm(folder, { recursive: true, force: true });
    else say(`what was acknowledged is kept in ${recordPath}`);
  }
};
