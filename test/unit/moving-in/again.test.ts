import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importFolder } from '../../../src/moving-in/import.ts';
import { SALARY, SCHEDULE } from '../../support/payroll-world.ts';
import { yearEnd } from '../../support/year-end.ts';

/** Given figures of the year that were imported, when they are imported again, then they are there once. */

const HEAD = 'work_assignment,pay_date,period_start,period_end,note,vacation_pay_balance,earning.salary';

const imported = async () => {
  const world = await yearEnd();
  const { assignment } = await world.hired({ rate: SALARY });
  await world.populated();
  const again = async (rows: readonly string[], update = false, others: Readonly<Record<string, string>> = {}) => {
    const folder = await mkdtemp(join(tmpdir(), 'payroll-again-'));
    for (const [name, text] of Object.entries(others)) await writeFile(join(folder, name), text);
    await writeFile(join(folder, 'year_to_date.csv'), [HEAD, ...rows].join('\n'));
    const request = { folder, tenant: world.tenant, update, checkOnly: false, actor: 'operator:cli' };
    const result = await importFolder(request, world.services, () => {});
    await rm(folder, { recursive: true });
    await world.populated();
    return result;
  };
  const historical = () => world.rows('payroll').filter(({ type }) => type === 'historical');
  return { ...world, assignment, again, historical };
};

test('also of somebody who has moved to another pay schedule since, whose later figures go there', async () => {
  const { assignment, again, historical, given, paid, employer, rows } = await imported();
  const june = `${assignment.id},2026-06-26,2026-01-01,2026-06-20,,100,40000`;
  await again([june]);
  await paid(historical()[0]);
  const weekly = await given.created('pay_schedule', {
    ...{ ...SCHEDULE, title: 'Weekly', pay_frequency: 'weekly', business_entity_id: employer.id },
  });
  await given.changed('work_assignment', assignment.id, { pay_schedule_id: weekly.id });
  const outcomeOf = ({ faults, files }: Awaited<ReturnType<typeof again>>) => [faults, files[0]?.written];
  expect(outcomeOf(await again([june]))).toEqual([[], 0]);
  expect(historical()).toHaveLength(1);
  const later = `${assignment.id},2026-07-03,2026-06-21,2026-06-27,,140,1000`;
  expect(outcomeOf(await again([june.replace(',100,', ',,'), later]))).toEqual([[], 1]);
  const [second] = historical().filter(({ pay_date }) => pay_date === '2026-07-03');
  expect(second!.pay_schedule_id).toBe(weekly.id);
  await paid(second);
  const stubs = rows('pay_stub').filter(({ is_closed }) => is_closed);
  const figures = stubs.map((stub) => [stub.pay_date, stub.employee_summary?.gross_ytd, stub.vacation_pay_balance]);
  expect(figures.sort()).toEqual([
    ['2026-06-26', '40000', '100'],
    ['2026-07-03', '41000', '140'],
  ]);
});

test('a row with another period or note than before is reported; the note can be changed, and the period cannot', async () => {
  const { assignment, again, historical, hired, rows } = await imported();
  const row = `${assignment.id},2026-06-26,2026-01-01,2026-06-20,,,40000`;
  await again([row]);
  const [payroll] = historical();
  const other = row.replace('2026-01-01', '2026-02-01').replace('-20,,', '-20,Welcome,');
  const { faults, differences } = await again([other]);
  expect([faults, differences]).toEqual([
    [],
    [{ file: 'year_to_date.csv', line: 2, columns: ['period_start', 'note'] }],
  ]);
  const told = (result: Awaited<ReturnType<typeof again>>) =>
    result.faults.map(({ line, column, text }) => [line, column, text?.en]);
  const refusal = expect.stringMatching(
    /^must be 2026-01-01: the period of the historical payroll of 2026-06-26 cannot/,
  );
  expect(told(await again([other], true))).toEqual([[2, 'period_start', refusal]]);
  // Somebody new on a payroll of another period.
  const { assignment: another } = await hired({ rate: SALARY });
  const newcomer = other.replace(assignment.id, another.id);
  expect(told(await again([newcomer]))).toEqual([[2, 'period_start', refusal]]);
  expect(rows('pay_stub').filter(({ payroll_id }) => payroll_id === payroll!.id)).toHaveLength(1);
  const renamed = await again([row.replace('-20,,', '-20,Welcome,')], true);
  expect([renamed.faults, renamed.files[0]?.changed]).toEqual([[], 1]);
  expect(rows('pay_stub').find(({ payroll_id }) => payroll_id === payroll!.id)!.note).toBe('Welcome');
});

test('a balance of vacation pay is refused in a file that leaves out a row that was imported before', async () => {
  const { assignment, again, historical } = await imported();
  const june = `${assignment.id},2026-06-26,2026-01-01,2026-06-20,,100,40000`;
  const july = `${assignment.id},2026-07-03,2026-06-21,2026-06-27,,140,1000`;
  await again([june]);
  const { faults } = await again([july]);
  expect(faults.map(({ line, column, text }) => [line, column, text?.en])).toEqual([
    [2, 'vacation_pay_balance', expect.stringMatching(/^needs all rows .* put that of 2026-06-26 into the file/)],
  ]);
  expect(historical()).toHaveLength(1);
  // Without a balance nothing is added to one.
  expect((await again([july.replace(',140,', ',,')])).faults).toEqual([]);
});

test('a row of a pay date whose figures are on another historical payroll is refused: they would count twice', async () => {
  const { assignment, again, historical, given } = await imported();
  const june = `${assignment.id},2026-06-26,2026-01-01,2026-06-20,,,40000`;
  await again([june]);
  const [payroll] = historical();
  await given.changed('payroll', payroll!.id, { external_ref: 'run-1' });
  expect((await again([june])).faults.map(({ line, column, text }) => [line, column, text.en])).toEqual([
    [2, 'work_assignment', expect.stringMatching(`^has figures of this pay date already, .* payroll ${payroll!.id}: `)],
  ]);
  expect(historical()).toHaveLength(1);
});

test("an employer's province of employment is missed on a pay date before anything is written, unless the files give it", async () => {
  const { assignment, employer, again, historical } = await imported();
  const december = `${assignment.id},2025-12-31,2025-01-01,2025-12-31,,,40000`;
  const given = (effective_to: string) => ({
    'tax_properties.csv': `business_entity,type,value,effective_from,effective_to\n${employer.id},ca::province_of_employment,ca_on,2025-01-01,${effective_to}`,
  });
  const told = ({ faults }: Awaited<ReturnType<typeof again>>) =>
    faults.map(({ file, line, column, text }) => [file, line, column, text.en]);
  const missed = [
    ['year_to_date.csv', 2, 'pay_date', expect.stringMatching(/no province of employment on 2025-12-31/)],
  ];
  expect(told(await again([december]))).toEqual(missed);
  expect(told(await again([december], false, given('2025-11-30')))).toEqual(missed);
  // Told of in its own file.
  expect(told(await again([december], false, given('2025-11-31'))).map(([file]) => file)).toEqual([
    'tax_properties.csv',
  ]);
  expect(historical()).toEqual([]);
  const june = `${assignment.id},2026-06-26,2026-01-01,2026-06-20,,,1000`;
  expect(told(await again([june], false, given('2025-11-30')))).toEqual([]);
  // What the record says holds until it is to be changed.
  expect(told(await again([december], false, given('2025-12-31')))).toEqual(missed);
  expect(told(await again([december], true, given('2025-12-31')))).toEqual([]);
  expect(
    historical()
      .map(({ pay_date }) => pay_date)
      .sort(),
  ).toEqual(['2025-12-31', '2026-06-26']);
});

test('a work assignment on no pay schedule that there is is told of in its own file, and not once more for its figures', async () => {
  const { again } = await imported();
  const { faults } = await again(['j-1,2026-06-26,2026-01-01,2026-06-20,,,40000'], false, {
    'employees.csv': 'external_ref,first_name,last_name\np-1,Ada,Byron',
    'work_assignments.csv': 'external_ref,employee,pay_schedule\nj-1,p-1,Nowhere',
  });
  expect(faults.map(({ file, column }) => [file, column])).toEqual([['work_assignments.csv', 'pay_schedule']]);
});

test('a cell that reads as what every object has is a fault like any other', async () => {
  const { again, assignment } = await imported();
  const others = {
    'tax_properties.csv': `work_assignment,type,value,effective_from\n${assignment.id},constructor,1,2026-01-01`,
    'employees.csv': 'external_ref,first_name,last_name\ne-1,Ada,Byron',
    'work_assignments.csv': `external_ref,employee,pay_schedule,is_primary\nj-1,e-1,${assignment.pay_schedule_id},constructor`,
  };
  const { faults } = await again([`${assignment.id},2026-06-26,2026-01-01,2026-06-20,,,40000`], false, others);
  const told = faults.map(({ file, column, text }) => `${file} ${column}: ${text.en}`);
  expect(told).toEqual([
    expect.stringMatching(/^work_assignments.csv is_primary: must be true or false/),
    expect.stringMatching(/^tax_properties.csv type: must be one of /),
  ]);
});
