import { calculateWithholdings } from '../../src/statutory/calculate.ts';
import { WITHHOLDING_EXAMPLES } from '../../src/statutory/examples.ts';
import { withholdingRequest } from '../../src/statutory/request.ts';

/**
 * How many pays a second of one core's time calculates (so that other work on the machine does not count): the examples of all jurisdictions in turn, which between them take every
 * method, with and without explanations.
 */
export interface StatutorySpeed {
  name: string;
  per_second: number;
  /** What it must reach. */
  goal_per_second: number;
}

const WARM_UP = 2_000;
const ROUNDS = 3;

const inputs = Object.values(WITHHOLDING_EXAMPLES).map((example) => withholdingRequest.parse(example));

const bestOf = (count: number, explain: boolean): number => {
  const run = (times: number) => {
    for (let index = 0; index < times; index++) {
      calculateWithholdings(inputs[index % inputs.length]!, { explain });
    }
  };
  run(WARM_UP);
  let best = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.cpuUsage();
    run(count);
    const { user, system } = process.cpuUsage(start);
    best = Math.max(best, (count * 1_000_000) / (user + system));
  }
  return Math.round(best);
};

/** Measures for a few seconds; the best of three rounds. */
export const measureStatutory = (count = 10_000): StatutorySpeed[] => [
  { name: 'statutory: stubs, no explanation', per_second: bestOf(count, false), goal_per_second: 5_000 },
  { name: 'statutory: stubs, explained', per_second: bestOf(count, true), goal_per_second: 2_000 },
];

if (process.argv[1] === import.meta.filename) console.table(measureStatutory());
