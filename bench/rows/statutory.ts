import { calculateWithholdings } from '../../src/statutory/request/calculate.ts';
import { WITHHOLDING_EXAMPLES } from '../../src/statutory/request/examples.ts';
import { withholdingRequest } from '../../src/statutory/request/request.ts';
import { type Bench, type Measurement, type Row, row } from '../bench.ts';

// How many pays a second of one core's time calculates (so that other work on the machine does not count): the examples
// of all jurisdictions in turn, which between them take every method, with and without explanations. The other side is
// the number that is promised.

const WARM_UP = 2_000;
const PAYS = 10_000;

const inputs = Object.values(WITHHOLDING_EXAMPLES).map((example) => withholdingRequest.parse(example));

const ratePerSecond = (explain: boolean): number => {
  const run = (times: number) => {
    for (let index = 0; index < times; index++) calculateWithholdings(inputs[index % inputs.length]!, { explain });
  };
  run(WARM_UP);
  const start = process.cpuUsage();
  run(PAYS);
  const { user, system } = process.cpuUsage(start);
  return (PAYS * 1_000_000) / (user + system);
};

const against = (name: string, explain: boolean, promised: number, rounds: number): Row =>
  row(
    {
      name,
      unit: 'pays/s of one core',
      baseline_name: 'promised',
      goal: 1,
      setup: `${PAYS} pays of ${inputs.length} jurisdictions, ${rounds} rounds`,
    },
    Array.from({ length: rounds }, () => ratePerSecond(explain)),
    [promised],
  );

const speed = async ({ rounds }: Bench): Promise<Row[]> => [
  against('statutory withholdings, no explanation', false, 5_000, rounds),
  against('statutory withholdings, explained', true, 2_000, rounds),
];

export const measurements: Measurement[] = [{ name: 'statutory', measure: speed }];
