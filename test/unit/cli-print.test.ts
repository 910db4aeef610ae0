import { afterEach, expect, test, vi } from 'vitest';
import { printable } from '../../src/cli/terminal/print.ts';
import { showProgress, showSteps } from '../../src/cli/terminal/progress.ts';
import { table } from '../../src/cli/terminal/table.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('control characters of a terminal are escaped, and JSON keeps its meaning', () => {
  const name = 'Ada\u202eyoR \u2066x\u2069 \u009b31m\u001b[2J\u007f';
  const shown = printable(`${JSON.stringify({ name })}\n\tline`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e\u2066\u2069]/);
  expect(JSON.parse(shown.split('\n')[0]!)).toEqual({ name });
  expect(printable('Zoë Łucja 山田 é 👩‍🌾')).toBe('Zoë Łucja 山田 é 👩‍🌾');
});

test('a table may have more rows than a function takes arguments: payments of a year that wait', () => {
  const rows = Array.from({ length: 200_000 }, (_, i) => [`pmt_${i}`, '1.00']);
  const lines = table(['payment', 'amount'], rows, [1]).split('\n');
  expect(lines).toHaveLength(rows.length + 2);
  expect([lines[0], lines[2]]).toEqual(['payment     amount', 'pmt_0         1.00']);
});

test('what takes long says every two seconds how far it is, where there is no terminal', () => {
  vi.useFakeTimers();
  const said: string[] = [];
  vi.spyOn(process, 'stderr', 'get').mockReturnValue({
    isTTY: false,
    write: (text: string) => said.push(text),
  } as unknown as typeof process.stderr);
  const steps = showSteps();
  for (let done = 1_000; done <= 5_000; done += 1_000) {
    vi.advanceTimersByTime(1_000);
    steps.onProgress({ file: 'employees.csv', done, total: 5_000 });
  }
  const { onProgress } = showProgress('verifying');
  const at = { projections: [], position: 1n, head: 2n };
  for (const elapsed_ms of [1_000, 2_000, 3_000, 4_000])
    onProgress({ ...at, phase: 'reading', events: 3 * elapsed_ms, elapsed_ms });
  onProgress({ ...at, phase: 'done', events: 18_000, elapsed_ms: 6_000 });
  expect(said).toEqual([
    'employees.csv: 2000 of 5000 rows\n',
    'employees.csv: 4000 of 5000 rows\n',
    'verifying: reading, 6000 events, 3,000 events/s\n',
    'verifying: reading, 12000 events, 3,000 events/s\n',
  ]);
});
