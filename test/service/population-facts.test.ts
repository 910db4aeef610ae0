import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadStream } from '../../src/kernel/changes/execute.ts';
import { streamOf } from '../../src/kernel/definition/resource.ts';
import { stubFacts } from '../../src/payrolls/facts/stub-facts.ts';
import { calculationEvent, runPipeline } from '../../src/payrolls/stubs/calculate.ts';
import { equal } from '../../src/values/condition.ts';
import { type ByHand, pausedBefore, startByHand } from '../support/by-hand.ts';
import type { Body } from '../support/salaried.ts';

/** What a stub says is what present facts make of it, whoever was held up or died on the way. */
let hand: ByHand;

beforeAll(async () => {
  hand = await startByHand();
});
afterAll(() => hand.close());

const employer = async (province?: string, more: Record<string, unknown> = {}) => {
  const { company, call, entity, located } = await hand.employer(undefined, province);
  const schedule = await call('POST', '/pay_schedules', {
    business_entity_id: entity.id,
    title: 'Weekly',
    pay_frequency: 'weekly',
    anchor_pay_date: '2026-12-04',
    anchor_end_of_pay_period: '2026-11-29',
    ...more,
  });
  const hire = async (rate: number) => {
    const person = await call('POST', '/employees', {
      first_name: 'Ada',
      last_name: 'Roy',
      date_of_birth: '1990-07-11',
    });
    const work = await call('POST', '/work_assignments', {
      employee_id: person.id,
      pay_schedule_id: schedule.id,
      tax_properties: [located],
    });
    const salary = await call('POST', '/pay_rates', {
      work_assignment_id: work.id,
      type: 'salary',
      rate,
      expected_hours_per_week: 40,
      effective_from: '2025-01-01',
    });
    return { assignment: work.id as string, rate: salary.id as string };
  };
  const raise = (id: string, rate: number) => call('PUT', `/pay_rates/${id}`, { rate });
  const payroll = async (): Promise<Body> =>
    (await call('GET', `/payrolls?status=draft&pay_schedule_id=${schedule.id}&per_page=1`)).data[0];
  const stubOf = async (assignment: string): Promise<Body> =>
    (await call('GET', `/pay_stubs?payroll_id=${(await payroll()).id}&work_assignment_id=${assignment}`)).data[0];
  const gross = async (assignment: string) => (await stubOf(assignment)).data.employee_summary.gross;
  return { company, call, entity, schedule, hire, raise, payroll, stubOf, gross };
};

/** What a fresh calculation of the open stubs of a payroll would change: of the next one, or the one named. */
const differences = async ({ company, payroll }: Awaited<ReturnType<typeof employer>>, of?: string) => {
  const { services } = hand;
  const tenant = { partner_id: '', company_id: company.id };
  const rows = await services.read.find('pay_stub', tenant, equal('payroll_id', of ?? (await payroll()).id));
  const facts = await stubFacts(rows, services, tenant);
  const found = await Promise.all(
    rows.map(async ({ id }) => {
      const { aggregate } = await loadStream(streamOf('pay_stub', id), services);
      const stub = aggregate.get('pay_stub', id)!;
      return calculationEvent(stub, runPipeline(stub, facts.get(id)!, aggregate, services.clock.instant()), aggregate);
    }),
  );
  return found.flat().map(({ data }) => data);
};

describe('a process that was delayed', () => {
  test('does not overwrite figures of newer facts with those of older ones', async () => {
    const { hire, raise, gross } = await employer();
    const ada = await hire(53_000);
    await hand.rest();
    await raise(ada.rate, 79_500);
    const paused = pausedBefore(hand.services, 'PayStubCalculated');
    const late = hand.population(paused.services);
    await paused.there;
    await raise(ada.rate, 106_000);
    await hand.population();
    expect(await gross(ada.assignment)).toBe(2_000);
    paused.letGo();
    await late;
    expect(await gross(ada.assignment)).toBe(2_000);
  });

  test('is corrected by the process that follows the log, also when a later check had found nothing to append', async () => {
    const { hire, raise, gross } = await employer();
    const ada = await hire(53_000);
    await hand.rest();
    await raise(ada.rate, 79_500);
    const paused = pausedBefore(hand.services, 'PayStubCalculated');
    const late = hand.population(paused.services);
    await paused.there;
    await raise(ada.rate, 53_000);
    await hand.population();
    paused.letGo();
    await late;
    await hand.rest();
    expect(await gross(ada.assignment)).toBe(1_000);
  });

  test('is corrected also when it is a request that edits a line', async () => {
    const { hire, raise, call, stubOf, gross } = await employer();
    const ada = await hire(53_000);
    await hand.rest();
    const stub = await stubOf(ada.assignment);
    const { store } = hand.services;
    const { append } = store;
    let letGo = (): void => {};
    const there = new Promise<void>((resolve) => {
      const going = new Promise<void>((go) => {
        letGo = go;
      });
      store.append = async (stream, events, expected) => {
        if (events.some(({ type }) => type === 'EarningLineItemCreated')) {
          resolve();
          await going;
        }
        return append(stream, events, expected);
      };
    });
    await raise(ada.rate, 106_000);
    const line = { pay_stub_id: stub.id, earning_type: 'bonus_discretionary', custom_amount: 100 };
    const answer = call('POST', '/earning_line_items', line);
    await there;
    store.append = append;
    // Taken back before anybody followed it: the stub stands where it stood when the request looked.
    await raise(ada.rate, 53_000);
    await hand.population();
    letGo();
    await answer;
    await hand.rest();
    expect(await gross(ada.assignment)).toBe(1_100);
  });
});

test('a later draft that has only entered lines is recalculated too', async () => {
  const place = await employer();
  const { call, schedule, hire } = place;
  const ada = await hire(53_000);
  await hand.rest();
  const later = (await call('GET', `/payrolls?pay_schedule_id=${schedule.id}&per_page=3`)).data[2].id;
  const stubs = await call('GET', `/pay_stubs?payroll_id=${later}&work_assignment_id=${ada.assignment}`);
  const bonus = { earning_type: 'bonus_discretionary', custom_amount: 900 };
  await call('POST', '/earning_line_items', { ...bonus, pay_stub_id: stubs.data[0].id });
  await hand.rest();
  const [located] = (await call('GET', `/tax_properties?owner_id=${ada.assignment}`)).data;
  await call('PUT', `/tax_properties/${located.id}`, { value: 'ca_bc' });
  await hand.rest();
  expect(await differences(place, later)).toEqual([]);
  expect((await call('GET', `/pay_stubs/${stubs.data[0].id}`)).data.employee_summary.gross).toBe(900);
});

describe('a payroll whose pay date is moved', () => {
  test('moves its stubs with it, and counts to the year of its pay date', async () => {
    const place = await employer('ca_on', { anchor_pay_date: '2027-01-04', anchor_end_of_pay_period: '2026-12-27' });
    const { call, company, schedule, hire, payroll, stubOf } = place;
    const ada = await hire(53_000);
    await hand.rest();
    const first = await payroll();
    expect(first.data.pay_date).toBe('2027-01-04');
    await call('PUT', `/pay_schedules/${schedule.id}`, { anchor_pay_date: '2026-12-31' });
    await hand.rest();
    const row = async (id: string) =>
      hand.services.read.get('pay_stub', { partner_id: '', company_id: company.id }, id);
    const stub = await stubOf(ada.assignment);
    expect((await row(stub.id))?.pay_date).toBe('2026-12-31');
    expect(await differences(place)).toEqual([]);
    await company.request('POST', `/payrolls/${first.id}/approve`, {});
    await hand.approval();
    await hand.rest();
    const next = await stubOf(ada.assignment);
    expect((await row(next.id))?.pay_date).toBe('2027-01-07');
    expect(next.data.employee_summary).toMatchObject({ gross: 1_019.23, gross_ytd: 1_019.23 });
  });
});

describe('levies on drafts follow the current forecast', () => {
  test('also when the process died between a calculation and enqueuing their recalculation', async () => {
    const place = await employer('ca_qc');
    await place.hire(600_000);
    await hand.rest();
    hand.asked.length = 0;
    await place.hire(7_000_000);
    const { store } = hand.services;
    const append: typeof store.append = async (stream, events, expected) => {
      const appended = await store.append(stream, events, expected);
      if (events.some(({ type }) => type === 'PayStubCalculated')) throw new Error('the process is gone');
      return appended;
    };
    await expect(hand.population({ ...hand.services, store: { ...store, append } })).rejects.toThrow('is gone');
    await hand.readable();
    hand.asked.length = 0;
    await hand.rest();
    expect(hand.asked).not.toEqual([]);
    await hand.levies();
    expect(await differences(place)).toEqual([]);
  });

  test.each([1, 2, 3, 4])('whatever comes in whatever timing (%i)', async (seed) => {
    let state = seed * 2_654_435_761;
    const below = (n: number) => {
      state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
      return state % n;
    };
    const place = await employer(seed % 2 === 0 ? 'ca_qc' : 'ca_on');
    const rates: string[] = [];
    for (let step = 0; step < 10; step++) {
      const what = below(6);
      if (what < 2 || rates.length === 0) rates.push((await place.hire(100_000 + 100_000 * below(60))).rate);
      else if (what === 2) await place.raise(rates[below(rates.length)]!, 100_000 + 100_000 * below(60));
      else if (what === 3) await hand.population();
      else if (what === 4) await hand.levies();
      else {
        const { store } = hand.services;
        let left = below(3);
        const append: typeof store.append = async (stream, events, expected) => {
          if (events.some(({ type }) => type === 'PayStubCalculated') && left-- === 0) throw new Error('gone');
          return store.append(stream, events, expected);
        };
        await hand.population({ ...hand.services, store: { ...store, append } }).catch(() => {});
        await hand.readable();
      }
    }
    await hand.rest();
    await hand.levies();
    await hand.rest();
    expect(await differences(place)).toEqual([]);
  });
});
