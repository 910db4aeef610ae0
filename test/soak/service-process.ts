import { openLog } from '../../src/cli/terminal/log.ts';
import { readConfig } from '../../src/config.ts';
import { startService } from '../../src/main.ts';
import { type Clock, clockStartingAt, systemClock } from '../../src/values/clock.ts';

// What `payroll serve` starts, in a process of its own and with its settings, but for its business clock: that runs as
// the machine's does, from the instant that this process is told. (A setting for it would let a made-up time into a
// shared ledger, which the service refuses.)

/** The instant that the business clock goes on from; null for the machine's time. */
export interface ClockSet {
  from: string | null;
  /** When it was set, by the machine's clock: whoever starts later goes on with the others. */
  set_ms: number;
}

/** What it answers: where it listens, when it is ready; that its clock was set. */
export type Said = { url: string } | { set: true };

let clock: Clock = systemClock();
const moved: Clock = {
  now_ms: () => clock.now_ms(),
  instant: () => clock.instant(),
  today: () => clock.today(),
};
const set = ({ from, set_ms }: ClockSet): void => {
  clock = from === null ? systemClock() : clockStartingAt(Date.parse(from) + Date.now() - set_ms);
};
set(JSON.parse(process.argv[2]!) as ClockSet);

const say = (message: Said): void => void process.send?.(message);
process.on('message', (message: ClockSet) => {
  set(message);
  say({ set: true });
});
// Whoever started this is gone.
process.on('disconnect', () => process.exit(2));

const config = readConfig(process.env);
const service = await startService(config, { log: openLog(config), clock: moved });
const stop = async (code: number): Promise<void> => {
  await service.stop();
  process.exit(code);
};
process.on('SIGTERM', () => void stop(0));
void service.failed.then((reason) => {
  process.stderr.write(`${reason.message}\n`);
  void stop(1);
});
say({ url: service.url });
