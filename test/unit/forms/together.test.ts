import { expect, test } from 'vitest';
import type { EventStore } from '../../../src/event-store/port.ts';
import { SALARY } from '../../support/payroll-world.ts';
import { yearEnd } from '../../support/year-end.ts';

const PEOPLE = 45;
const MOST_TOGETHER = 20;

test('forms are written a few per turn', async () => {
  let [flying, most] = [0, 0];
  const counting = (store: EventStore): EventStore => ({
    ...store,
    append: async (stream, ...rest) => {
      if (!stream.startsWith('form-')) return store.append(stream, ...rest);
      most = Math.max(most, ++flying);
      try {
        return await store.append(stream, ...rest);
      } finally {
        flying--;
      }
    },
  });
  const world = await yearEnd({ store: counting });
  for (let n = 0; n < PEOPLE; n++) await world.hired({ rate: SALARY });
  await world.populated();
  await world.paid();
  await world.generated('t4', { tax_year: 2026 });
  expect(world.forms('t4')).toHaveLength(PEOPLE);
  expect(most).toBeLessThanOrEqual(MOST_TOGETHER);
});
