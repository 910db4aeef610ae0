import { expect, test } from 'vitest';
import type { NewEvent } from '../../src/event-store/port.ts';
import { checkSameStore } from '../../src/platform/same-store.ts';
import { memoryStore } from '../support/memory-store.ts';

/** Of a database without partners, as of one that was just made. */
const check = async (types: readonly string[]): Promise<void> => {
  const store = memoryStore();
  const events = types.map(
    (type): NewEvent => ({
      id: crypto.randomUUID(),
      type,
      data: {},
      metadata: type === 'Noted' ? {} : { occurred_at: '2026-01-05T17:00:00.000000Z' },
    }),
  );
  for (const [at, event] of events.entries()) await store.append(`partner-ptn_${at}`, [event], 'no_stream');
  await checkSameStore((async () => []) as never, store, { isInDatabase: false });
};

/** What another program appended. */
const NOTED = Array<string>(1_200).fill('Noted');

test.each([
  ['nothing', []],
  ['what another program appended', NOTED],
  ['the partner of a start that was killed', ['PartnerRegistered']],
  ['both', [...NOTED, 'PartnerRegistered', ...NOTED]],
])('a fresh database starts on an event store that holds %s', async (_, types) => {
  await expect(check(types)).resolves.toBeUndefined();
});

test.each([
  ['at once', ['PartnerRegistered', 'CompanyCreated']],
  ['behind what another program appended', [...NOTED, 'CompanyCreated']],
])('it does not start on one that holds events of a ledger %s', async (_, types) => {
  await expect(check(types)).rejects.toThrow('the event store holds events of which this database knows nothing');
});

test('a database with partners starts on the store that has an event of theirs, and not on one where only another program has', async () => {
  const noted = { id: crypto.randomUUID(), type: 'Noted', data: {}, metadata: {} };
  const own = { ...noted, id: crypto.randomUUID(), metadata: { occurred_at: '2026-01-05T17:00:00.000000Z' } };
  const checked = async (events: readonly NewEvent[]) => {
    const store = memoryStore();
    await store.append('partner-ptn_1', events, 'no_stream');
    return checkSameStore((async () => [{ partner_id: 'ptn_1' }]) as never, store, { isInDatabase: false });
  };
  await expect(checked([noted])).rejects.toThrow('the event store does not hold the events of this database');
  await expect(checked([noted, own])).resolves.toBeUndefined();
});
