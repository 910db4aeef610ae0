import { describe, expect, it } from 'vitest';
import {
  bankHolidays,
  easterSunday,
  holidaysOf,
  holidaysOfYear,
  JURISDICTIONS,
} from '../../../src/calendar/holidays.ts';
import { weekday } from '../../../src/values/dates.ts';

const observedOn = (jurisdiction: (typeof JURISDICTIONS)[number], slug: string, year: number) =>
  holidaysOf(jurisdiction, year).find(({ key }) => key === `${jurisdiction}/${slug}/${year}`)?.observed_date;

describe('the calendar of holidays', () => {
  it.each([
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2038, '2038-04-25'],
    [2049, '2049-04-18'],
  ])('Easter of %i is %s', (year, date) => {
    expect(easterSunday(year)).toBe(date);
  });

  it.each([
    ['ca_federal', 'new_years_day', 2028, '2028-01-03'],
    ['ca_federal', 'good_friday', 2026, '2026-04-03'],
    ['ca_federal', 'victoria_day', 2026, '2026-05-18'],
    ['ca_federal', 'victoria_day', 2025, '2025-05-19'],
    ['ca_federal', 'canada_day', 2023, '2023-07-03'],
    ['ca_federal', 'national_day_for_truth_and_reconciliation', 2023, '2023-10-02'],
    ['ca_federal', 'national_day_for_truth_and_reconciliation', 2020, undefined],
    ['ca_federal', 'thanksgiving_day', 2026, '2026-10-12'],
    ['ca_federal', 'remembrance_day', 2023, '2023-11-13'],
    ['ca_on', 'family_day', 2026, '2026-02-16'],
    ['ca_on', 'labour_day', 2026, '2026-09-07'],
    ['ca_on', 'remembrance_day', 2026, undefined],
    ['ca_bc', 'family_day', 2018, '2018-02-12'],
    ['ca_bc', 'family_day', 2026, '2026-02-16'],
    ['ca_qc', 'national_patriots_day', 2026, '2026-05-18'],
    ['ca_qc', 'national_holiday', 2026, '2026-06-24'],
    ['ca_qc', 'national_holiday', 2029, '2029-06-25'],
    ['ca_qc', 'canada_day', 2029, '2029-07-02'],
    ['ca_qc', 'canada_day', 2028, '2028-07-01'],
    ['ca_nl', 'orangemens_day', 2026, '2026-07-13'],
    ['ca_nl', 'orangemens_day', 2028, '2028-07-10'],
    ['ca_nu', 'nunavut_day', 2026, '2026-07-09'],
    ['ca_yt', 'heritage_day', 2026, '2026-02-20'],
    ['ca_yt', 'discovery_day', 2026, '2026-08-17'],
    ['ca_sk', 'saskatchewan_day', 2026, '2026-08-03'],
    ['ca_pe', 'islander_day', 2026, '2026-02-16'],
  ] as const)('%s %s %i is kept on %s', (jurisdiction, slug, year, date) => {
    expect(observedOn(jurisdiction, slug, year)).toBe(date);
  });

  it('keeps Christmas and Boxing Day on two different weekdays whichever of them is on a weekend', () => {
    const kept = (year: number) => [
      observedOn('ca_federal', 'christmas_day', year),
      observedOn('ca_federal', 'boxing_day', year),
    ];
    expect(kept(2021)).toEqual(['2021-12-27', '2021-12-28']); // Saturday and Sunday
    expect(kept(2022)).toEqual(['2022-12-27', '2022-12-26']); // Sunday and Monday
    expect(kept(2020)).toEqual(['2020-12-25', '2020-12-28']); // Friday and Saturday
  });

  it('lists the holidays of every jurisdiction in order, in both languages, with unique keys', () => {
    for (let year = 2000; year <= 2100; year++) {
      const all = holidaysOfYear(year);
      expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
      for (const jurisdiction of JURISDICTIONS) {
        const own = holidaysOf(jurisdiction, year);
        expect(own.filter(({ type }) => type === 'statutory').length).toBeGreaterThanOrEqual(5);
        expect(own.map((h) => h.original_date)).toEqual(own.map((h) => h.original_date).sort());
        for (const holiday of own) {
          expect(holiday.observed_date >= holiday.original_date || weekday(holiday.observed_date) === 1).toBe(true);
          expect(holiday.name_translations.fr).not.toBe('');
        }
      }
    }
  });

  it('closes banks on federal holidays and those of the province, and not on optional ones', () => {
    const quebec = bankHolidays('ca_qc');
    const newfoundland = bankHolidays('ca_nl');
    expect(quebec('2026-06-24')).toBe(true);
    expect(bankHolidays('ca_on')('2026-06-24')).toBe(false);
    expect(bankHolidays(null)('2026-09-30')).toBe(true);
    expect(newfoundland('2026-07-13')).toBe(false);
    expect(bankHolidays('ca_on')('2026-08-03')).toBe(false);
  });

  it('has no bank holidays beside the years of the calendar, where money moves for its first and last days', () => {
    const banks = bankHolidays('ca_on');
    expect([banks('1899-12-25'), banks('2200-01-01')]).toEqual([false, false]);
    expect([banks('1900-12-25'), banks('2199-12-25')]).toEqual([true, true]);
  });

  it('refuses a year outside the range of dates', () => {
    expect(() => holidaysOf('ca_on', 2200)).toThrow(RangeError);
  });
});
