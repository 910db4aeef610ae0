import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CORE_SCHEMA, dump, load } from 'js-yaml';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TaxTable } from '../../../src/statutory/editions/edition.ts';
import { EDITIONS, editionFor, loadEditions, NoFiguresError } from '../../../src/statutory/editions/index.ts';
import { periodExemption } from '../../../src/statutory/engine/pension.ts';
import { calculateRequest } from '../../../src/statutory/request/calculate.ts';
import { createWithholdingStage } from '../../../src/statutory/stage/stage.ts';
import { fixed, toText } from '../../../src/values/fixed.ts';
import { calculate, given, handMadeLine, onPayroll } from '../payrolls/given.ts';

const DATA = fileURLToPath(new URL('../../../src/statutory/data/', import.meta.url));
const YEARS = [2024, 2025, 2026];
const EARLIER = [2020, 2021, 2022, 2023];

type Tree = { [name: string]: Tree | Tree[] | string | string[] | number | null };
const fileOf = (year: number): Tree =>
  load(readFileSync(join(DATA, `ca-${year}.yaml`), 'utf8'), { schema: CORE_SCHEMA }) as Tree;

describe('a new edition is a data file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'editions-'));
    for (const year of YEARS) cpSync(join(DATA, `ca-${year}.yaml`), join(folder, `ca-${year}.yaml`));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** A tax year that nobody has announced: higher maximums from January, another Ontario rate from July. */
  const writeMadeUpYear = () => {
    const text = dump(fileOf(2026)).replaceAll('2026-', '2027-');
    const file = load(text, { schema: CORE_SCHEMA }) as Tree;
    file.tax_year = 2027;
    (file.cpp as Tree).contribution_rate = '0.07';
    const ontario = (file.provinces as Tree).ON as Tree;
    const [january] = ontario.periods as Tree[];
    const july = structuredClone(january!);
    january!.to = '2027-03-31';
    july.from = '2027-04-01';
    delete july.claim_step;
    ((july.option1 as Tree).brackets as Tree[])[0]!.rate = '0.10';
    ((july.option1 as Tree).brackets as Tree[])[1]!.constant = '0';
    ontario.periods = [january!, july];
    writeFileSync(join(folder, 'ca-2027.yaml'), dump(file));
  };

  const request = (pay_date: string) =>
    ({ pay_date, pay_periods: 26, province_of_employment: 'ON', regular_pay: '2000.00' }) as const;

  test('takes effect on its day, also within a year, by adding only the file', () => {
    const before = loadEditions(folder);
    expect(calculateRequest(request('2027-01-08'), { editions: before })).toMatchObject({
      is_pending_tax_rates: true,
      edition: '2026-07-01',
      employee: { cpp: '110.99' },
    });
    writeMadeUpYear();
    const after = loadEditions(folder);
    const january = calculateRequest(request('2027-01-08'), { editions: after });
    expect(january).toMatchObject({
      is_pending_tax_rates: false,
      edition: '2027-01-01',
      warnings: [],
      employee: { cpp: '130.58' },
    });
    const april = calculateRequest(request('2027-04-02'), { editions: after });
    expect(april.edition).toBe('2027-04-01');
    expect(fixed(april.employee.provincial_tax)).toBeGreaterThan(fixed(january.employee.provincial_tax));
    expect(april.employee.cpp).toBe(january.employee.cpp);
    expect(calculateRequest(request('2026-12-31'), { editions: after })).toEqual(
      calculateRequest(request('2026-12-31')),
    );
  });

  test('applies to pay stubs in the same way', () => {
    writeMadeUpYear();
    const stage = createWithholdingStage({ editions: loadEditions(folder) });
    const line = handMadeLine('earning', 'wage', { custom_amount: '2000' });
    const facts = onPayroll(given({ lines: [line] }), { pay_date: '2027-01-08' });
    const result = calculate(facts, { withholdings: stage });
    expect(result.is_pending_tax_rates).toBe(false);
    expect(result.lines.find(({ type }) => type === 'cpp')?.managed_amount).toBe('130.58');
  });

  test('gives a warning wherever a recalled figure is used', () => {
    const file = fileOf(2026);
    (file.cpp as Tree).confidence = 'recalled';
    writeFileSync(join(folder, 'ca-2026.yaml'), dump(file));
    const editions = loadEditions(folder);
    const { warnings } = calculateRequest(request('2026-03-13'), { editions });
    expect(warnings).toEqual([expect.objectContaining({ type: 'recalled_figure', subject: 'cpp' })]);
    const quebec = calculateRequest({ ...request('2026-03-13'), province_of_employment: 'QC' }, { editions });
    expect(quebec.warnings).toEqual([]);
  });

  test.each([
    [
      'a rate that is no quoted decimal',
      (file: Tree) => ((file.cpp as Tree).contribution_rate = 0.0595),
      'contribution_rate',
    ],
    ['a missing table', (file: Tree) => delete (file.federal as Tree).periods, 'periods'],
    [
      'brackets out of order',
      (file: Tree) => ((((file.federal as Tree).periods as Tree[])[0]!.option1 as Tree).brackets as Tree[]).reverse(),
      'brackets',
    ],
    [
      'a year that ends without figures',
      (file: Tree) => (((file.federal as Tree).periods as Tree[])[0]!.to = '2026-06-30'),
      'ca-2026.yaml: federal: its last period must end on 2026-12-31, not on 2026-06-30',
    ],
    [
      'a gap between two periods',
      (file: Tree) => ((((file.provinces as Tree).BC as Tree).periods as Tree[])[1]!.from = '2026-08-01'),
      'ca-2026.yaml: BC: its period 2 must begin on 2026-07-01, not on 2026-08-01',
    ],
    [
      'periods of another year',
      (file: Tree) => ((((file.provinces as Tree).ON as Tree).periods as Tree[])[0]!.from = '2025-01-01'),
      'ca-2026.yaml: ON: its period 1 must begin on 2026-01-01, not on 2025-01-01',
    ],
    ['a year that the name does not say', (file: Tree) => (file.tax_year = 2027), 'ca-2026.yaml: tax_year is 2027'],
    [
      'brackets of a province out of order',
      (file: Tree) =>
        (((((file.provinces as Tree).AB as Tree).periods as Tree[])[0]!.option1 as Tree).brackets as Tree[]).reverse(),
      'ca-2026.yaml: provinces.AB',
    ],
  ])('%s is refused with its place', (_what, spoil, named) => {
    const file = fileOf(2026);
    spoil(file);
    writeFileSync(join(folder, 'ca-2026.yaml'), dump(file));
    expect(() => loadEditions(folder)).toThrow(named);
  });
});

describe('the data files', () => {
  test('begin in 2020, and include mid-year editions', () => {
    expect(EDITIONS.list.map(({ effective_from }) => effective_from)).toEqual([
      '2020-01-01',
      '2020-07-01',
      '2021-01-01',
      '2021-07-01',
      '2022-01-01',
      '2022-07-01',
      '2023-01-01',
      '2023-07-01',
      '2024-01-01',
      '2025-01-01',
      '2025-07-01',
      '2026-01-01',
      '2026-07-01',
    ]);
    expect(() => editionFor('2019-12-31')).toThrow(NoFiguresError);
    expect(editionFor('2025-06-30').edition.effective_from).toBe('2025-01-01');
  });

  test.each([...EARLIER, ...YEARS])(
    '%i: every source that is named is described, and every block of figures has one',
    (year) => {
      const file = fileOf(year);
      const known = new Set(Object.keys(file.sources as Tree));
      const missing: string[] = [];
      const walk = (node: unknown, path: string) => {
        if (Array.isArray(node)) for (const [index, one] of node.entries()) walk(one, `${path}[${index}]`);
        else if (typeof node === 'object' && node !== null) {
          const { source } = node as Tree;
          for (const name of Array.isArray(source) ? (source as string[]) : []) {
            if (!known.has(name)) missing.push(`${path}: ${name}`);
          }
          for (const [name, member] of Object.entries(node)) walk(member, `${path}.${name}`);
        }
      };
      walk(file, String(year));
      expect(missing).toEqual([]);
      const { list } = EDITIONS;
      for (const edition of list.filter(({ tax_year }) => tax_year === year)) {
        const marks = [
          edition.cpp.mark,
          edition.qpp.mark,
          edition.ei.mark,
          edition.qpip.mark,
          edition.federal.option1.mark,
          edition.quebec.mark,
          ...[...edition.provinces.values()].map(({ option1 }) => option1.mark),
        ];
        for (const mark of marks) expect(mark.source.length, mark.subject).toBeGreaterThan(0);
      }
    },
  );

  test.each(YEARS)('%i: the table of exemptions is what the rule gives', (year) => {
    const { table } = fileOf(year).cpp_basic_exemption_per_period as Tree;
    const { cpp } = editionFor(`${year}-01-01`).edition;
    for (const [periods, exemption] of Object.entries(table as Record<string, string>)) {
      expect(toText(periodExemption(cpp, Number(periods)))).toBe(toText(fixed(exemption)));
    }
  });

  test('have continuous tax tables: constants are in whole dollars, the nearest ones, in Quebec those below', () => {
    for (const edition of EDITIONS.list) {
      const check = ({ brackets, mark }: Pick<TaxTable, 'brackets' | 'mark'>, least: number, most: number) => {
        let exact = 0n;
        brackets.forEach((row, index) => {
          if (index > 0) exact += (row.over * (row.rate - brackets[index - 1]!.rate)) / fixed('1');
          const off = Number(toText(row.constant - exact));
          const at = `${edition.effective_from} ${mark.subject} row ${index}`;
          expect(off, at).toBeGreaterThanOrEqual(least);
          expect(off, at).toBeLessThanOrEqual(most);
        });
      };
      for (const { option1, option2 } of [edition.federal, ...edition.provinces.values()])
        for (const table of [option1, option2]) check(table, -0.5, 0.5);
      check(edition.quebec, -0.9999, 0);
    }
  });

  test('have the claim codes of 2024 and later', () => {
    for (const { federal, provinces, tax_year } of EDITIONS.list)
      for (const { claim_step } of [federal, ...provinces.values()])
        expect(claim_step === null, String(tax_year)).toBe(tax_year < 2024);
  });

  test('have maximums that equal rates times ceilings', () => {
    for (const { cpp, qpp, ei, ei_quebec, qpip } of EDITIONS.list) {
      for (const plan of [cpp, qpp]) {
        const earnings = plan.ympe - plan.basic_exemption;
        expect(toText(plan.max)).toBe(toText((earnings * plan.rate) / fixed('1')));
        expect(toText(plan.max_base + plan.max_first_additional)).toBe(toText(plan.max));
        expect(plan.base_rate + plan.first_additional_rate).toBe(plan.rate);
      }
      for (const premium of [ei, ei_quebec]) {
        expect(Number(toText(premium.max))).toBeCloseTo(
          Number(toText(premium.max_insurable)) * Number(toText(premium.rate)),
          1,
        );
      }
      expect(qpip.employer_rate > qpip.rate && qpip.employer_max > qpip.max).toBe(true);
    }
  });
});
