import { setTimeout as pause } from 'node:timers/promises';
import { askAt } from './employer.ts';

// Writes of one company, at a steady rate, from a process of their own, as callers are: from a message that it should
// begin until one that it should end. Each tenth raises somebody's pay, and waits for the line that follows.

const { url, token, assignments, rate } = JSON.parse(process.argv[2]!) as {
  url: string;
  token: string;
  assignments: string[];
  /** Writes a second. */
  rate: number;
};
const LOOK_ms = 10;

const ask = askAt(url, token);

const raise = async (n: number): Promise<void> => {
  const work_assignment_id = assignments[n % assignments.length]!;
  const wanted = 1_000 + n;
  await ask('POST', '/allowances', {
    work_assignment_id,
    allowance_type: 'cell_phone_allowance',
    title: `Phone ${n}`,
    amount: String(wanted),
    frequency: 'per_payroll',
    effective_from: '2026-01-01',
  });
  for (;;) {
    const { data } = await ask('GET', `/allowance_line_items?work_assignment_id=${work_assignment_id}&per_page=100`);
    if (data.some((line: { data: { amount: number } }) => line.data.amount === wanted)) return;
    await pause(LOOK_ms);
  }
};

const write = async (goesOn: () => boolean) => {
  const [writes_ms, lines_ms]: [number[], number[]] = [[], []];
  const failures: string[] = [];
  const pending: Promise<void>[] = [];
  const timed = async (into: number[], work: () => Promise<void>): Promise<void> => {
    const begun_ms = performance.now();
    await work().catch((error: unknown) => void failures.push(String(error)));
    into.push(performance.now() - begun_ms);
  };
  for (let n = 0; goesOn(); n++) {
    pending.push(
      n % 10 === 9
        ? timed(lines_ms, () => raise(n))
        : timed(writes_ms, () => ask('POST', '/employees', { first_name: 'Ada', last_name: `Byron ${n}` })),
    );
    await pause(1_000 / rate);
  }
  await Promise.all(pending);
  return { writes_ms, lines_ms, failures };
};

let goesOn = false;
process.on('message', (message) => {
  if (message === 'end') goesOn = false;
  else {
    goesOn = true;
    void write(() => goesOn).then((times) => process.send!(times));
  }
});
