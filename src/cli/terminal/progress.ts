import { Presets, SingleBar } from 'cli-progress';
import type { OnProgress } from '../../../projections/rebuild/build.ts';

/** How often a line is written where there is no terminal to redraw. */
const LINE_EVERY_ms = 2_000;

const rate = (events: number, elapsed_ms: number): string =>
  `${Math.round(events / Math.max(elapsed_ms / 1_000, 0.001)).toLocaleString('en-CA')} events/s`;

/**
 * Shows how far a pass over the log has come: a bar on a terminal, now and then a line elsewhere.
 *
 * @param options.isPrinting whether lines are printed meanwhile: a bar among them would be drawn into them
 */
export const showProgress = (
  what: string,
  { isPrinting = false }: { isPrinting?: boolean } = {},
): { onProgress: OnProgress; end(): void } => {
  if (!process.stderr.isTTY || (isPrinting && process.stdout.isTTY)) {
    let last_ms = 0;
    return {
      onProgress: ({ phase, events, elapsed_ms }) => {
        if (phase === 'done' || elapsed_ms - last_ms < LINE_EVERY_ms) return;
        last_ms = elapsed_ms;
        process.stderr.write(`${what}: ${phase}, ${events} events, ${rate(events, elapsed_ms)}\n`);
      },
      end: () => {},
    };
  }
  const bar = new SingleBar(
    {
      format: `${what} [{bar}] {percentage}% | {phase} | {read} events | {rate}`,
      hideCursor: true,
      stream: process.stderr,
    },
    Presets.shades_classic,
  );
  bar.start(1, 0, { phase: 'reading', read: 0, rate: '' });
  return {
    onProgress: ({ phase, events, position, head, elapsed_ms }) => {
      // Positions of EventStoreDB are byte offsets: too large for a bar, and only their ratio counts.
      const done = head === 0n ? 1 : Number((position * 10_000n) / head) / 10_000;
      bar.update(Math.min(done, 1), { phase, read: events, rate: rate(events, elapsed_ms) });
    },
    end: () => bar.stop(),
  };
};

interface Step {
  /** What is being worked on. */
  file: string;
  done: number;
  total: number;
}

/** Shows how far a work on files has come: a bar for each file on a terminal, now and then a line elsewhere. */
export const showSteps = (): { onProgress: (step: Step) => void; end(): void } => {
  let last_ms = performance.now();
  if (!process.stderr.isTTY)
    return {
      onProgress: ({ file, done, total }) => {
        const now_ms = performance.now();
        if (now_ms - last_ms < LINE_EVERY_ms) return;
        last_ms = now_ms;
        process.stderr.write(`${file}: ${done} of ${total} rows\n`);
      },
      end: () => {},
    };
  let bar: SingleBar | undefined;
  let shown: string | undefined;
  return {
    onProgress: ({ file, done, total }) => {
      if (file !== shown) {
        bar?.stop();
        const format = '{file} [{bar}] {value} of {total} rows';
        bar = new SingleBar({ format, hideCursor: true, stream: process.stderr }, Presets.shades_classic);
        bar.start(total, 0, { file });
        shown = file;
      }
      bar?.update(done, { file });
    },
    end: () => bar?.stop(),
  };
};
