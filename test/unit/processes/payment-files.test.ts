import { describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../../src/event-store/errors.ts';
import type { EventStore } from '../../../src/event-store/port.ts';
import type { Originator } from '../../../src/payments/cpa-005/writing.ts';
import type { Rail } from '../../../src/payments/rails.ts';
import { fileAgain, fileWasWritten, type MadeFile, nextFile } from '../../../src/processes/payments/files.ts';
import { sum, toText } from '../../../src/values/money.ts';
import { type PaymentsWorld, paymentsWorld } from '../../support/payments-world.ts';

/** Given payments that were handed over to a bank, when files are made of them, then each stands in one file, once. */

const ORIGINATOR: Originator = {
  id: 'NLAKE00001',
  short_name: 'Northlake',
  long_name: 'Northlake Payroll',
  data_centre: '00310',
  returns: { institution_number: '003', transit_number: '00123', account_number: '7654321' },
};
const DEBITED = '2026-11-17T21:30:00.000Z';
const SETTLED = '2026-11-19T05:00:00.000Z';
const SENT = '2026-11-19T21:30:00.000Z';

const made = (world: PaymentsWorld): Promise<MadeFile | undefined> =>
  nextFile(world.tenant.partner_id, ORIGINATOR, world.services);
/** Makes a file and lays it where the operator wants it, over what may lie there. */
const laid = async (world: PaymentsWorld, folder: Map<number, string>): Promise<MadeFile | undefined> => {
  const file = await made(world);
  if (!file) return undefined;
  const before = folder.get(file.number);
  if (before !== undefined) expect(file.text).toBe(before);
  folder.set(file.number, file.text);
  await fileWasWritten(file.number, ORIGINATOR, world.services);
  return file;
};
/** References of the payments in files, as they stand there. */
const referencesIn = (folder: ReadonlyMap<number, string>): string[] =>
  [...folder.values()].flatMap((text) =>
    [...text.matchAll(/NLAKE00001([0-9A-Z]{19})000300123/g)].map(([, one]) => one!),
  );
const approved = async (
  people: number,
  { store, rail = 'cpa_005' }: { store?: (own: EventStore) => EventStore; rail?: Rail } = {},
): Promise<PaymentsWorld> => {
  const world = await paymentsWorld(people, { rail, ...(store ? { store } : {}) });
  // What all companies of a partner wait for is read through them.
  await world.given.events('company', world.tenant.company_id!, {
    type: 'CompanyCreated',
    data: { name: 'Northlake' },
  });
  await world.approved();
  await world.at(DEBITED);
  return world;
};

describe('a file for the bank', () => {
  test('holds the debit on its day, and pay when that has settled', async () => {
    const world = await approved(2);
    const folder = new Map<number, string>();
    const [debit] = await world.payments({ destination: 'payroll_float' });
    expect(await laid(world, folder)).toMatchObject({ number: 1, debits: debit!.amount, credits: '0', payments: 1 });
    expect((await world.payments({ destination: 'payroll_float' }))[0]).toMatchObject({ expected_at: '2026-11-19' });
    for (const day of [SETTLED, SENT]) await world.at(day);
    const pay = await world.payments({ destination: 'employee' });
    const credits = toText(sum(pay.map(({ amount }) => amount)));
    expect(await laid(world, folder)).toMatchObject({ number: 2, debits: '0', credits, payments: 2 });
    expect(referencesIn(folder)).toEqual([debit, ...pay].map((one) => one!.cross_reference));
    expect(folder.get(2)).toContain('ADA 0 BYRON');
  });

  test('is none when nothing waits any more', async () => {
    const world = await approved(1);
    await laid(world, new Map());
    expect(await made(world)).toBeUndefined();
  });

  test('that was decided is given again until it lies somewhere, the same to the byte, whatever waits meanwhile', async () => {
    const world = await approved(2);
    const first = await made(world);
    world.clock.set('2026-12-24T17:00:00.000Z');
    const { result, events } = await world.when(() => made(world));
    expect(result).toEqual(first);
    expect(events).toEqual([]);
  });

  test('can be written again later, by its number', async () => {
    const world = await approved(1);
    const folder = new Map<number, string>();
    const first = await laid(world, folder);
    for (const day of [SETTLED, SENT]) await world.at(day);
    await laid(world, folder);
    expect(await fileAgain(1, ORIGINATOR, world.services)).toEqual(first);
    expect((await fileAgain(2, ORIGINATOR, world.services)).text).toBe(folder.get(2));
    await expect(fileAgain(3, ORIGINATOR, world.services)).rejects.toThrow('NLAKE00001 has sent no file 3');
  });

  test('is not written otherwise than it was decided: the originator of it has to be put back', async () => {
    const world = await approved(1);
    const first = await made(world);
    const other = { ...ORIGINATOR, short_name: 'Southlake' };
    await expect(nextFile(world.tenant.partner_id, other, world.services)).rejects.toThrow(
      'file 1 would not be what it was: the settings of the originator have changed',
    );
    expect(await made(world)).toEqual(first);
  });

  test('of a debit that waited for days debits on the day of the file, and settles two business days later', async () => {
    const world = await approved(1);
    world.clock.set('2026-11-20T17:00:00.000Z');
    const file = await made(world);
    expect(file!.text.split('\r\n')[1]).toContain('026324');
    expect((await world.payments({ destination: 'payroll_float' }))[0]).toMatchObject({ expected_at: '2026-11-24' });
  });

  test('by another rail is never made', async () => {
    const world = await approved(1, { rail: 'simulated' });
    expect(await made(world)).toBeUndefined();
  });
});

describe('a process that makes files and dies anywhere', () => {
  /** What lies in the folder and stands in the log, where the process died right before or behind its nth append. */
  const cameOf = async (nth: number, where: 'before' | 'behind') => {
    let counted = false;
    let appends = 0;
    let deaths = 0;
    const store = (own: EventStore): EventStore => ({
      ...own,
      append: async (stream, events, expected) => {
        if (counted) appends += 1;
        if (!counted || appends !== nth) return own.append(stream, events, expected);
        deaths += 1;
        if (where === 'behind') await own.append(stream, events, expected);
        throw new StoreUnavailable('the process died', 'unknown');
      },
    });
    const world = await approved(2, { store });
    const folder = new Map<number, string>();
    const { events } = await world.when(async () => {
      for (const days of [[], [SETTLED, SENT]]) {
        for (const day of days) await world.at(day);
        counted = true;
        // Whoever takes over does the same.
        await laid(world, folder).catch(() => laid(world, folder));
        counted = false;
      }
    });
    const decided = events.filter(({ type }) => type === 'PaymentFileDecided');
    const ids = decided.flatMap(({ data }) => Object.values(data.payments as Record<string, string[]>).flat());
    const filed = events.filter(({ type }) => type === 'PaymentFiled').map(({ id }) => id);
    const payments = await Promise.all(ids.map((id) => world.stateOf('payment', id)));
    // Each that was decided was filed once, and stands in the files once, in the order of the decision.
    expect([...filed].sort()).toEqual([...ids].sort());
    expect(referencesIn(folder)).toEqual(payments.map((payment) => payment?.cross_reference));
    const waited = (await world.payments()).filter(({ destination }) => destination !== 'cra');
    expect([...ids].sort()).toEqual(waited.map(({ id }) => id).sort());
    return { files: [...folder.keys()], numbers: decided.map(({ data }) => data.file_number), deaths };
  };

  test('leaves the same files: no payment is decided twice, none is left out', async () => {
    expect(await cameOf(0, 'before')).toEqual({ files: [1, 2], numbers: [1, 2], deaths: 0 });
    let last = 0;
    for (let nth = 1; last === nth - 1; nth++)
      for (const where of ['before', 'behind'] as const) {
        const { deaths, ...came } = await cameOf(nth, where);
        expect({ nth, where, ...came }).toEqual({ nth, where, files: [1, 2], numbers: [1, 2] });
        if (deaths > 0) last = nth;
      }
    // Two decisions, three payments, two files that lie there.
    expect(last).toBe(7);
  });

  test('and two at once make one file between them', async () => {
    const world = await approved(2);
    const { events } = await world.when(async () => {
      const [one, other] = await Promise.all([made(world), made(world)]);
      expect(one).toEqual(other);
    });
    expect(events.map(({ type }) => type)).toEqual(['PaymentFileDecided', 'PaymentFiled']);
  });
});
