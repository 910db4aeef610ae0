/** Runs in one test: where one of them hangs, the limit of its test says from which seed on. */
const RUNS = 20;
/** Of a test. It ends what hangs: a run takes some seconds of a processor. */
export const PATIENCE_ms = 900_000;

/** The first seeds. */
export const firstSeeds = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

/** Seeds by the test that runs them. */
export const byTheTest = (seeds: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(seeds.length / RUNS) }, (_, at) => seeds.slice(at * RUNS, (at + 1) * RUNS));
