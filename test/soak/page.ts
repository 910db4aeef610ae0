import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { groupBy } from '../../src/values/group.ts';
import type { SoakReport } from './soak.ts';
import type { Times } from './tally.ts';

/** The part of a page that tells what a soak gave, between its two marks. */
const BEGIN = '<!-- what a soak gave -->';
const END = '<!-- to here, the soak -->';

export type Grouped = Record<string, { quiet: Times; near_kills: Times }>;

const cells = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
};

const ms = ({ count, p50_ms, p99_ms }: Times): string[] =>
  count === 0 ? ['', ''] : [`${p50_ms.toLocaleString('en')} ms`, `${p99_ms.toLocaleString('en')} ms`];

const times = (groups: Grouped): string =>
  cells([
    ['call', 'calls', 'half within', '99 of 100 within', 'within 15 s of a kill: half', '99 of 100'],
    ...Object.entries(groups).map(([group, { quiet, near_kills }]) => [
      group,
      (quiet.count + near_kills.count).toLocaleString('en'),
      ...ms(quiet),
      ...ms(near_kills),
    ]),
  ]);

/** A row for each process: what its lives held between kills, and how it ended. */
const memory = ({ memory }: SoakReport): string => {
  const lives = groupBy(
    memory.filter(({ samples }) => samples.length > 0),
    ({ member }) => member,
  );
  return cells([
    ['process', 'lives', 'resident at first', 'at most', 'its last life', 'at the end of that', 'heap at the end'],
    ...[...lives].map(([member, its]) => {
      const firsts = its.map(({ samples }) => samples[0]!.rss_MB);
      const most = Math.max(...its.flatMap(({ samples }) => samples.map(({ rss_MB }) => rss_MB)));
      const [first, last] = [its.at(-1)!.samples[0]!, its.at(-1)!.samples.at(-1)!];
      const lasted = `${Math.round(last.at_s - first.at_s).toLocaleString('en')} s`;
      const began = `${Math.min(...firsts)} to ${Math.max(...firsts)} MB`;
      return [member, `${its.length}`, began, `${most} MB`, lasted, `${last.rss_MB} MB`, `${last.heap_MB} MB`];
    }),
  ]);
};

/** Writes what a soak gave into a page, in the place of the last one. @throws when the page has no place for it */
export const writePage = async (path: string, report: SoakReport, groups: Grouped): Promise<void> => {
  const page = await readFile(path, 'utf8');
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${path} has no place for a soak: "${BEGIN}" and "${END}"`);
  const { seed, minutes, companies, people, payrolls, stubs, events, kills, money, differs } = report;
  const number = (value: number): string => value.toLocaleString('en');
  const slowest_ms = Math.max(0, ...kills.map(({ ready_again_ms }) => ready_again_ms));
  const text = [
    `${new Date().toISOString().slice(0, 10)}: ${companies} companies with ${number(people)} people in the end, a year in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, seed ${seed}; ${number(events)} events,`,
    `${money ? `${money.employers} of them live, with ${number(money.payments)} payments, of which ${number(money.failed)} came back and ${number(money.again)} were sent again;` : ''}`,
    `${number(payrolls)} payrolls approved with ${number(stubs)} stubs, ${kills.length} ${kills.length === 1 ? 'kill' : 'kills'} (ready again within ${(slowest_ms / 1_000).toFixed(1)} s); ${differs.length} differences. ${cpus().length} cores, at a`,
    `load average of ${loadavg()[1]!.toFixed(1)}: above the number of cores, calls also waited for those.`,
  ].join('\n');
  const written = `${BEGIN}\n\n${text}\n\n${times(groups)}\n\n${memory(report)}\n\n`;
  await writeFile(path, page.slice(0, from) + written + page.slice(to));
};
