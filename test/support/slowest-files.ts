import type { Reporter, TestModule } from 'vitest/node';

/** How many files are listed. */
const LISTED = 10;

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`.padStart(9);

/** Time of one file in its process: what it imports, and its tests with their hooks. */
const timesOf = (module: TestModule) => {
  const { collectDuration, setupDuration, prepareDuration, environmentSetupDuration, duration } = module.diagnostic();
  const imports_ms = collectDuration + setupDuration + prepareDuration + environmentSetupDuration;
  return { file: module.relativeModuleId, imports_ms, tests_ms: duration, all_ms: imports_ms + duration };
};

/** The files that took longest, with what their imports and their tests took: printed at the end of a run. */
export const slowestOf = (files: readonly ReturnType<typeof timesOf>[]): string[] => {
  const total = files.reduce((sum, { all_ms }) => sum + all_ms, 0);
  const imports = files.reduce((sum, { imports_ms }) => sum + imports_ms, 0);
  return [
    ...[...files]
      .sort((a, b) => b.all_ms - a.all_ms)
      .slice(0, LISTED)
      .map(({ file, imports_ms, all_ms }) => `${seconds(all_ms)}  ${file} (imports ${seconds(imports_ms).trim()})`),
    `${seconds(total)}  all ${files.length} files together (imports ${seconds(imports).trim()})`,
  ];
};

/** Prints the slowest files of a run with more than a few of them. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= LISTED) return;
    process.stdout.write(`\n Slowest files\n${slowestOf(modules.map(timesOf)).join('\n')}\n`);
  }
}
