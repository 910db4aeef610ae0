import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ByHand, startByHand } from '../support/by-hand.ts';
import { caller } from '../support/salaried.ts';

let hand: ByHand;

beforeAll(async () => {
  hand = await startByHand();
});
afterAll(() => hand.close());

test('the number of events that population reads for a hire does not grow with the people who were hired before', async () => {
  hand.service.clock.set('2026-06-01T16:00:00.000Z');
  const call = caller(await hand.company());
  const entity = await call('POST', '/business_entities', {
    business_number: '123456782RP0001',
    name: 'Northlake Bakery',
    in_preview: true,
  });
  const schedule = await call('POST', '/pay_schedules', {
    business_entity_id: entity.id,
    title: 'Weekly',
    pay_frequency: 'weekly',
    anchor_pay_date: '2026-06-05',
    anchor_end_of_pay_period: '2026-05-31',
  });
  await hand.rest();
  const drafts = (await call('GET', `/payrolls?pay_schedule_id=${schedule.id}&per_page=100`)).meta.total;
  expect(drafts).toBeGreaterThan(25);
  /** Hires somebody; gives the events that population has read from streams until nothing was left to do. */
  const hire = async (): Promise<number> => {
    const employee = await call('POST', '/employees', { first_name: 'Ada', last_name: 'Roy' });
    await call('POST', '/work_assignments', { employee_id: employee.id, pay_schedule_id: schedule.id });
    const { store } = hand.services;
    let events = 0;
    const readStream: typeof store.readStream = async (stream, options) => {
      const found = await store.readStream(stream, options);
      events += found.length;
      return found;
    };
    const counting = { ...hand.services, store: { ...store, readStream } };
    while ((await hand.population(counting)) > 0);
    return events;
  };
  const read: number[] = [];
  for (let people = 1; people <= 6; people++) read.push(await hire());
  expect(read[5]).toBe(read[1]);
  expect(read[5]).toBeLessThan(5 * drafts);
});
