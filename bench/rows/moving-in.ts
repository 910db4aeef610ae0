import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultText } from '../../src/moving-in/faults.ts';
import { importFolder } from '../../src/moving-in/import.ts';
import { type Bench, type Measurement, type Row, row } from '../bench.ts';
import { hire, makeCompany, untilFollowed, withService } from '../employer.ts';

/** An employer that moves in: its files checked and written while the service follows what they bring. */
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 1_000);
const PROMISED_s = 60;

const NUMBERS = Array.from({ length: PEOPLE }, (_, i) => i);

/** The files of an employer: people, where they work, what they are paid and where, and what they were paid before. */
const filesOf = (schedule: string): Record<string, string[]> => ({
  employees: [
    'external_ref,first_name,last_name,date_of_birth',
    ...NUMBERS.map((i) => `p${i},Ada${i},Byron,1985-03-12`),
  ],
  work_assignments: [
    'external_ref,employee,pay_schedule,title',
    ...NUMBERS.map((i) => `j${i},p${i},${schedule},Baker`),
  ],
  tax_properties: [
    'work_assignment,type,value,effective_from',
    ...NUMBERS.map((i) => `j${i},ca::province_of_employment,ca_on,2026-01-01`),
  ],
  pay_rates: [
    'external_ref,work_assignment,type,rate,expected_hours_per_week,effective_from',
    ...NUMBERS.map((i) => `r${i},j${i},salary,${50_000 + i},40,2026-01-01`),
  ],
  allowances: [
    'external_ref,work_assignment,allowance_type,amount,frequency,effective_from',
    ...NUMBERS.map((i) => `a${i},j${i},cell_phone_allowance,40,per_payroll,2026-01-01`),
  ],
  bank_accounts: [
    'employee,institution_number,transit_number,account_number',
    ...NUMBERS.map((i) => `p${i},003,00123,${1_000_000 + i}`),
  ],
  year_to_date: [
    'work_assignment,pay_date,period_start,period_end,earning.salary,statutory_withholding.federal_income_tax,statutory_withholding.cpp,statutory_withholding.ei,employer_statutory_withholding.cpp,employer_statutory_withholding.ei',
    ...NUMBERS.map((i) => `j${i},2026-07-31,2026-01-01,2026-07-31,${29_000 + i},4000,1600,480,1600,672`),
  ],
});

const measure = async (bench: Bench): Promise<Row[]> => {
  const took_s: number[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'payroll-bench-moving-in-'));
  try {
    await withService(await bench.freshDatabase(), ['api', 'projections', 'processes'], async (service) => {
      const { services } = service;
      for (let round = 0; round < Math.min(bench.rounds, 3); round++) {
        const { tenant } = await makeCompany(service);
        const { schedule } = await hire(services, tenant, 1, '2026-08-14');
        await untilFollowed(services, await services.store.head(), ['population']);
        for (const [name, lines] of Object.entries(filesOf(schedule)))
          await writeFile(join(folder, `${name}.csv`), lines.join('\n'));
        const request = { folder, tenant, update: false, checkOnly: false, actor: 'operator:bench' };
        const begun_ms = performance.now();
        const { faults } = await importFolder(request, services, () => {});
        took_s.push((performance.now() - begun_ms) / 1_000);
        if (faults[0]) throw new Error(faultText(faults[0], 'en'));
        await untilFollowed(services, await services.store.head(), ['population']);
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return [
    row(
      {
        name: `import of ${PEOPLE.toLocaleString('en')}`,
        unit: 's',
        baseline_name: 's promised',
        goal: 1,
        less: true,
        setup:
          'people with an assignment, a tax property, a salary, an allowance, an account and the figures of the year',
      },
      took_s,
      [PROMISED_s],
    ),
  ];
};

export const measurements: Measurement[] = [{ name: 'moving-in', measure }];
