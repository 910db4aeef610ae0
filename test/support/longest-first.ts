import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest, those first that take more. Vitest orders by what the last run took, of which a fresh clone
 * knows nothing; then one that is short to read and long to run would start last, and a core wait for it.
 */
const LONGEST: readonly string[] = [
  'test/service/example.test.ts',
  'test/service/reference-requests.test.ts',
  'test/service/tenants-apart.test.ts',
  'test/service/reference-examples.test.ts',
  'test/service/projections-threads.test.ts',
  'test/service/processes.test.ts',
  'test/service/moving-in.test.ts',
  'test/torture/crash.test.ts',
  'test/service/memory-reports.test.ts',
  'test/service/projections-processes.test.ts',
  'test/service/start-up-embedded.test.ts',
  'test/service/audit.test.ts',
  'test/event-store/postgres.test.ts',
  'test/service/statutory.test.ts',
  'test/service/generated-requests.test.ts',
  'test/torture/killed-bulk.test.ts',
  'test/service/start-up.test.ts',
  'test/service/statutory-year.test.ts',
  'test/service/projections-parked.test.ts',
  'test/service/payroll-month.test.ts',
  'test/service/beyond-one-read.test.ts',
  'test/service/year-of-moves.test.ts',
  'test/database/embedded.test.ts',
  'test/contract/eventstoredb.test.ts',
  'test/simulation/seeds.test.ts',
  'test/unit/source.test.ts',
  'test/unit/statutory/plain.test.ts',
];

/** Where a file stands among the longest; behind them all when it is none. */
const rankOf = (path: string): number => {
  const at = LONGEST.indexOf(path);
  return at < 0 ? LONGEST.length : at;
};

/** Starts the files that are known to take long before the others of their project. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // A project runs as a whole: only within it does the order change.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const pathOf = ({ moduleId }: TestSpecification): string =>
      relative(this.ctx.config.root, moduleId).replaceAll('\\', '/');
    return projects.flatMap((one) =>
      sorted.filter(({ project }) => project === one).sort((a, b) => rankOf(pathOf(a)) - rankOf(pathOf(b))),
    );
  }
}
