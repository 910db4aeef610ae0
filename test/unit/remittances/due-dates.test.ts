import { describe, expect, test } from 'vitest';
import { dueAsPlanned, dueOn, type Remitter } from '../../../src/remittances/due-dates.ts';

/** When the agencies want what was withheld, by the remitter types. */
const due = (
  account_provider: string,
  remitter_type: Remitter['remitter_type'],
  pay_date: string,
  province_code: string | null = null,
) => dueOn({ account_provider, remitter_type, province_code }, pay_date)?.due_on;

describe('the CRA', () => {
  test.each<[Remitter['remitter_type'], string, string]>([
    // The 15th of August 2026 is a Saturday, the 25th of January a Sunday.
    ['regular', '2026-07-31', '2026-08-17'],
    ['regular', '2026-07-01', '2026-08-17'],
    ['quarterly', '2026-06-30', '2026-07-15'],
    ['quarterly', '2026-12-31', '2027-01-15'],
    ['accelerated_threshold_1', '2026-01-15', '2026-01-26'],
    ['accelerated_threshold_1', '2026-01-16', '2026-02-10'],
    ['accelerated_threshold_1', '2026-12-31', '2027-01-11'],
    ['accelerated_threshold_2', '2026-01-07', '2026-01-12'],
    ['accelerated_threshold_2', '2026-01-08', '2026-01-19'],
    // New Year's Day and a weekend lie between.
    ['accelerated_threshold_2', '2026-12-31', '2027-01-06'],
    // Good Friday and Easter Monday.
    ['accelerated_threshold_2', '2026-03-31', '2026-04-07'],
  ])('%s: what is paid on %s is due on %s', (type, pay_date, due_on) => {
    expect(due('ca_cra', type, pay_date)).toBe(due_on);
  });

  test('counts the holidays of the province that the account is in', () => {
    // Family Day, the 16th of February 2026, is one in Ontario and none in Quebec.
    expect(due('ca_cra', 'accelerated_threshold_2', '2026-02-14', 'ON')).toBe('2026-02-19');
    expect(due('ca_cra', 'accelerated_threshold_2', '2026-02-14', 'QC')).toBe('2026-02-18');
    expect(due('ca_cra', 'accelerated_threshold_2', '2026-02-14', 'ZZ')).toBe('2026-02-18');
  });
});

test.each<[Remitter['remitter_type'], string, boolean]>([
  // The 15th of August 2026 is a Saturday, the 7th to the 10th of July are Tuesday to Friday.
  ['regular', '2026-07-31', true],
  ['regular', '2026-05-29', false],
  ['accelerated_threshold_1', '2026-01-15', true],
  ['accelerated_threshold_1', '2026-01-16', false],
  ['accelerated_threshold_2', '2026-07-07', false],
  ['accelerated_threshold_2', '2026-03-31', true],
])('%s: whether a weekend or a holiday moved the due date of what is paid on %s is %s', (type, pay_date, is_moved) => {
  const remitter = { account_provider: 'ca_cra', remitter_type: type, province_code: null };
  expect(dueOn(remitter, pay_date)).toMatchObject({ is_moved });
});

describe('Revenu Québec', () => {
  test.each<[Remitter['remitter_type'], string, string]>([
    // As its schedule of weekly remittances of 2025 has them.
    ['accelerated_threshold_2', '2025-01-07', '2025-01-10'],
    ['accelerated_threshold_2', '2025-01-08', '2025-01-17'],
    ['accelerated_threshold_2', '2025-01-31', '2025-02-05'],
    ['accelerated_threshold_2', '2025-02-07', '2025-02-12'],
    ['accelerated_threshold_2', '2025-03-31', '2025-04-03'],
    ['accelerated_threshold_2', '2025-04-14', '2025-04-17'],
    ['accelerated_threshold_2', '2025-04-30', '2025-05-05'],
    // Good Friday and Easter Monday.
    ['accelerated_threshold_2', '2026-03-31', '2026-04-07'],
    ['regular', '2026-05-29', '2026-06-15'],
    ['quarterly', '2026-03-31', '2026-04-15'],
    ['accelerated_threshold_1', '2026-06-10', '2026-06-25'],
    ['annual', '2026-02-27', '2027-01-15'],
  ])('%s: what is paid on %s is due on %s', (type, pay_date, due_on) => {
    expect(due('ca_rq', type, pay_date)).toBe(due_on);
  });
});

test.each<[Remitter['remitter_type'], string, string, string]>([
  ['regular', '2026-02-01', '2026-02-01', '2026-02-28'],
  ['regular', '2028-02-29', '2028-02-01', '2028-02-29'],
  ['quarterly', '2026-01-01', '2026-01-01', '2026-03-31'],
  ['quarterly', '2026-06-30', '2026-04-01', '2026-06-30'],
  ['quarterly', '2026-07-01', '2026-07-01', '2026-09-30'],
  ['quarterly', '2026-10-01', '2026-10-01', '2026-12-31'],
  ['accelerated_threshold_1', '2026-02-01', '2026-02-01', '2026-02-15'],
  ['accelerated_threshold_1', '2026-02-16', '2026-02-16', '2026-02-28'],
  ['accelerated_threshold_2', '2026-04-01', '2026-04-01', '2026-04-07'],
  ['accelerated_threshold_2', '2026-04-08', '2026-04-08', '2026-04-14'],
  ['accelerated_threshold_2', '2026-04-21', '2026-04-15', '2026-04-21'],
  ['accelerated_threshold_2', '2026-04-22', '2026-04-22', '2026-04-30'],
  ['annual', '2026-01-01', '2026-01-01', '2026-12-31'],
  ['annual', '2026-12-31', '2026-01-01', '2026-12-31'],
])('%s: what is paid on %s is remitted with all from %s to %s', (remitter_type, pay_date, from, to) => {
  for (const account_provider of ['ca_cra', 'ca_rq'])
    expect(dueOn({ account_provider, remitter_type, province_code: null }, pay_date)).toMatchObject({ from, to });
});

test('due dates of payees that are not tax agencies are not computed', () => {
  expect(due('ca_on_workers_compensation', null, '2026-01-15')).toBeUndefined();
});

test('an account without a known remitter type is treated as that of a regular remitter', () => {
  expect(due('ca_cra', null, '2026-07-31')).toBe('2026-08-17');
});

describe('a payment that was planned', () => {
  const planned = (remitter_type: Remitter['remitter_type'], due_on: string | null, account_provider = 'ca_cra') =>
    dueAsPlanned({ account_provider, remitter_type, province_code: null }, '2026-06-15', due_on);
  const june = { due_on: '2026-07-15', from: '2026-06-01', to: '2026-06-30', is_moved: false };
  const quarter = { ...june, from: '2026-04-01' };

  test.each<[string, Remitter['remitter_type'], string | null, object | null]>([
    ['of the present type', 'regular', '2026-07-15', june],
    ['of the present type, where others give the same day', 'quarterly', '2026-07-15', quarter],
    ['of an earlier type', 'regular', '2026-06-25', { ...june, due_on: '2026-06-25', to: '2026-06-15' }],
    ['for a day that no type gives', 'quarterly', '2026-07-20', { ...quarter, due_on: '2026-07-20' }],
    ['for no day', 'regular', null, null],
  ])('%s keeps its day, and the pay dates that it is for', (_, type, due_on, span) => {
    expect(planned(type, due_on)).toEqual(span);
  });

  test('to a payee that is no tax agency is for no span of pay dates', () => {
    expect(planned(null, '2026-07-15', 'ca_on_workers_compensation')).toBeNull();
  });
});
