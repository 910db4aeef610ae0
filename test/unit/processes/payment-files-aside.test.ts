import { describe, expect, test } from 'vitest';
import { paymentsStandInOneFile } from '../../../src/audit/payment-files.ts';
import { StoreUnavailable } from '../../../src/event-store/errors.ts';
import type { EventStore } from '../../../src/event-store/port.ts';
import { act } from '../../../src/kernel/calls/actions.ts';
import { failedByHand } from '../../../src/processes/payments/by-hand.ts';
import { decidedAs, fileAgain, filesOf, type MadeFile } from '../../../src/processes/payments/decided-files.ts';
import {
  fileTakenUp,
  fileWasSent,
  fileWasWritten,
  leaveUnwritten,
  nextFile,
  openAside,
} from '../../../src/processes/payments/files.ts';
import { payeeIsKnown } from '../../../src/processes/payments/payees.ts';
import { abandon } from '../../../src/processes/payments/set-aside.ts';
import { foundIn } from '../../support/audit-in-memory.ts';
import { ORIGINATOR } from '../../support/payments-play.ts';
import { type PaymentsWorld, paymentsWorld } from '../../support/payments-world.ts';

/**
 * Given a file that was decided, when the events of a payment in it cannot be read any more, then only that file waits.
 */

const DAYS = ['2026-11-19T05:00:00.000Z', '2026-11-19T21:30:00.000Z'];
const PAID = '2026-12-01T12:00:00.000Z';
const { id: SENDER } = ORIGINATOR;

/** A store in which the events of one payment may be unreadable, and in one of whose appends the process may die. */
const fragile = () => {
  let broken: string | undefined;
  let dies = { at: 0, isWritten: false };
  let appends = 0;
  let beforeFiled: (() => Promise<void>) | undefined;
  return {
    beforeFiled: (act: () => Promise<void>) => {
      beforeFiled = act;
    },
    breaks: (id: string | undefined) => {
      broken = id;
    },
    dies: (at: number, isWritten: boolean) => {
      dies = { at, isWritten };
      appends = 0;
    },
    store: (own: EventStore): EventStore => ({
      ...own,
      readStream: async (stream, options) => {
        if (broken !== undefined && stream === `payment-${broken}`)
          throw new Error('PaymentTeleported is of a newer version');
        return own.readStream(stream, options);
      },
      append: async (stream, events, expected) => {
        const act = events.some(({ type }) => type === 'PaymentFiled') ? beforeFiled : undefined;
        if (act) beforeFiled = undefined;
        await act?.();
        appends += 1;
        if (appends !== dies.at) return own.append(stream, events, expected);
        if (dies.isWritten) await own.append(stream, events, expected);
        throw new StoreUnavailable('the process died', 'unknown');
      },
    }),
  };
};

/** Pay of two people was submitted; the file of their debit was written. */
const begun = async () => {
  const store = fragile();
  const world = await paymentsWorld(2, { rail: 'cpa_005', store: store.store });
  await world.given.events('company', world.tenant.company_id!, {
    type: 'CompanyCreated',
    data: { name: 'Northlake' },
  });
  const account = { institution_number: '001', transit_number: '00456', account_number: '7654321', name: 'Receiver' };
  await payeeIsKnown('ca_cra', account, { partner_id: world.tenant.partner_id }, world.services);
  await world.approved();
  await world.at('2026-11-17T21:30:00.000Z');
  const folder = new Map<number, string>();
  await writes(world, folder);
  for (const day of DAYS) await world.at(day);
  const [broken, whole] = await world.payments({ destination: 'employee' });
  return { world, folder, store, broken: broken!, whole: whole! };
};
type Begun = Awaited<ReturnType<typeof begun>>;

/** The next file. */
const made = (world: PaymentsWorld): Promise<MadeFile | undefined> =>
  nextFile(world.tenant.partner_id, ORIGINATOR, world.services);

/** What `payroll payments write` does. @returns the numbers of what it wrote */
const writes = async (world: PaymentsWorld, folder: Map<number, string>): Promise<number[]> => {
  const { services } = world;
  const numbers: number[] = [];
  const lay = async ({ number, text }: MadeFile): Promise<void> => {
    if (folder.has(number)) expect(text).toBe(folder.get(number));
    folder.set(number, text);
    await fileWasWritten(number, SENDER, services);
    numbers.push(number);
  };
  for (const { number } of await openAside(services)) {
    const file = await fileTakenUp(number, SENDER, services);
    if (file) await lay(file);
  }
  for (let file = await made(world); file; file = await made(world)) await lay(file);
  return numbers;
};

/** A payment comes to nothing, whoever says so. */
const fails = async (world: PaymentsWorld, { id, payroll_id }: { id: string; payroll_id: string }): Promise<void> => {
  const data = { payroll_id, reason: 'other', return_code: null, returned_on: '2026-11-19' };
  await world.given.events('payment', id, { type: 'PaymentFailed', data });
};

const states = async ({ world }: Begun): Promise<Record<number, string>> => {
  const found: Record<number, string> = {};
  for await (const { number, state } of filesOf(SENDER, world.services)) found[number] = state;
  return found;
};
/** The files of the folder that have a payment. */
const filesWith = (reference: string, folder: ReadonlyMap<number, string>): number[] =>
  [...folder].flatMap(([number, text]) =>
    text
      .split(reference)
      .slice(1)
      .map(() => number),
  );
const paidIn = async (of: Begun): Promise<(string | undefined)[]> => {
  await of.world.at(PAID);
  return Promise.all([of.broken, of.whole].map(async ({ id }) => (await of.world.stateOf('payment', id))?.status));
};

/** The file of pay was decided, and then the events of one payment in it cannot be read. */
const decided = async (): Promise<Begun & { text: string }> => {
  const of = await begun();
  const file = await made(of.world);
  expect(file).toMatchObject({ number: 2, payments: 2 });
  of.store.breaks(of.broken.id);
  return { ...of, text: file!.text };
};

describe('a file that cannot be made as it was decided', () => {
  test('is set aside: later files are made without its payments, which do not count as paid', async () => {
    const of = await decided();
    const { world, folder, whole } = of;
    expect(await writes(world, folder)).toEqual([]);
    expect(await states(of)).toEqual({ 1: 'written', 2: 'set_aside' });
    await world.at('2026-11-20T21:30:00.000Z');
    const [remitted] = await world.payments({ destination: 'cra' });
    expect(await writes(world, folder)).toEqual([3]);
    expect(filesWith(remitted!.cross_reference, folder)).toEqual([3]);
    await world.at(PAID);
    expect(await world.stateOf('payment', whole.id)).toMatchObject({ status: 'processing', file_number: null });
    expect([...folder.keys()]).toEqual([1, 3]);
    expect(await foundIn(world, [paymentsStandInOneFile])).toEqual([]);
  });

  test('is written as it was decided as soon as it can be, and its payments are paid once', async () => {
    const of = await decided();
    const { world, folder, store, text } = of;
    await writes(world, folder);
    await world.at('2026-11-20T21:30:00.000Z');
    await writes(world, folder);
    store.breaks(undefined);
    expect(await writes(world, folder)).toEqual([2]);
    expect(folder.get(2)).toBe(text);
    expect(await writes(world, folder)).toEqual([]);
    expect(await states(of)).toEqual({ 1: 'written', 2: 'written', 3: 'written' });
    expect((await fileAgain(2, SENDER, world.services)).text).toBe(text);
    expect(await paidIn(of)).toEqual(['paid', 'paid']);
    const isAsked = await abandon(await decidedAs(2, SENDER, world.services), 'never sent', world.services);
    expect([isAsked, await paidIn(of)]).toEqual([undefined, ['paid', 'paid']]);
  });

  test('can be abandoned if the bank never got it: its payments are in later files, as soon as they can be read', async () => {
    const of = await decided();
    const { world, folder, store, broken, whole } = of;
    await writes(world, folder);
    const file = await decidedAs(2, SENDER, world.services);
    expect(await abandon(file, 'never sent', world.services)).toEqual([]);
    expect(await writes(world, folder)).toEqual([3]);
    store.breaks(undefined);
    expect(await writes(world, folder)).toEqual([4]);
    expect([whole, broken].map((one) => filesWith(one.cross_reference, folder))).toEqual([[3], [4]]);
    expect(await states(of)).toMatchObject({ 2: 'abandoned', 3: 'written', 4: 'written' });
    await expect(fileAgain(2, SENDER, world.services)).rejects.toThrow('its payments stand in other files');
    expect(await fileWasSent(2, 'it had', SENDER, world.services)).toBe(false);
    expect(await paidIn(of)).toEqual(['paid', 'paid']);
    expect(await foundIn(world, [paymentsStandInOneFile])).toEqual([]);
  });

  test('is set aside with what an operator says of it, as much as fits and no half of a letter', async () => {
    const of = await begun();
    await made(of.world);
    const { services } = of.world;
    await leaveUnwritten(await decidedAs(2, SENDER, services), `${'x'.repeat(499)}\u{1f6d1} stopped`, services);
    const files = [];
    for await (const { number, state, why } of filesOf(SENDER, services)) files.push([number, state, why]);
    expect(files).toContainEqual([2, 'set_aside', 'x'.repeat(499)]);
  });

  test('makes payments fail that already counted as paid by its day, when it is abandoned', async () => {
    const of = await decided();
    const { world, folder, whole } = of;
    await world.at(PAID);
    expect((await world.stateOf('payment', whole.id))?.status).toBe('paid');
    await writes(world, folder);
    const file = await decidedAs(2, SENDER, world.services);
    const failed = await abandon(file, 'never sent', world.services);
    expect(failed).toContain(whole.id);
    expect((await world.stateOf('payment', whole.id))?.status).toBe('failed');
    expect(await abandon(file, 'never sent', world.services)).toEqual([]);
  });

  test('is like every other file once it is recorded that the bank has it: none of its payments is in a second file', async () => {
    const of = await decided();
    const { world, folder, store, broken } = of;
    await writes(world, folder);
    expect(await fileWasSent(2, 'it had', SENDER, world.services)).toBe(true);
    store.breaks(undefined);
    expect(await writes(world, folder)).toEqual([]);
    expect(await world.stateOf('payment', broken.id)).toMatchObject({ file_number: 2 });
    expect(await paidIn(of)).toEqual(['paid', 'paid']);
    expect(await foundIn(world, [paymentsStandInOneFile])).toEqual([]);
  });

  test('is set aside when one of its payments fails before it is written: the others are in one later file, and paid once', async () => {
    const of = await begun();
    const { world, folder, broken: failing, whole } = of;
    const { services } = world;
    expect(await made(world)).toMatchObject({ number: 2, payments: 2 });
    // The bank has the file already, and returns a payment of it before the command records that it wrote the file.
    await fails(world, failing);
    expect(await writes(world, folder)).toEqual([]);
    expect(await states(of)).toEqual({ 1: 'written', 2: 'set_aside' });
    expect(await abandon(await decidedAs(2, SENDER, services), 'never sent', services)).toEqual([]);
    expect(await writes(world, folder)).toEqual([3]);
    expect([whole, failing].map((one) => filesWith(one.cross_reference, folder))).toEqual([[3], []]);
    expect(await paidIn(of)).toEqual(['failed', 'paid']);
    expect(await foundIn(world, [paymentsStandInOneFile])).toEqual([]);
  });

  test('is set aside when one of its payments fails between the choice of the payments and the file: that one is in none', async () => {
    const of = await begun();
    const { world, folder, broken: failing, whole, store } = of;
    store.beforeFiled(() => fails(world, failing));
    expect(await writes(world, folder)).toEqual([]);
    expect(await states(of)).toEqual({ 1: 'written', 2: 'set_aside' });
    expect(await abandon(await decidedAs(2, SENDER, world.services), 'never sent', world.services)).toEqual([]);
    expect(await writes(world, folder)).toEqual([3]);
    expect([whole, failing].map((one) => filesWith(one.cross_reference, folder))).toEqual([[3], []]);
    expect(await foundIn(world, [paymentsStandInOneFile])).toEqual([]);
  });

  test('is set aside when one of its payments fails while another command continues it: that one is not sent', async () => {
    const of = await begun();
    const { world, folder, broken: failing, store } = of;
    // It dies right after the file was decided.
    store.dies(2, false);
    await expect(made(world)).rejects.toThrow('Repeat the request');
    store.dies(0, false);
    store.beforeFiled(() => fails(world, failing));
    expect(await writes(world, folder)).toEqual([]);
    expect(await states(of)).toEqual({ 1: 'written', 2: 'set_aside' });
  });

  test('stays set aside when one of its payments fails while it is taken up: that one is not sent', async () => {
    const of = await decided();
    const { world, folder, broken: failing, store } = of;
    expect(await writes(world, folder)).toEqual([]);
    store.breaks(undefined);
    store.beforeFiled(() => fails(world, failing));
    expect(await writes(world, folder)).toEqual([]);
    expect(await states(of)).toEqual({ 1: 'written', 2: 'set_aside' });
    expect(await foundIn(world, [paymentsStandInOneFile])).toEqual([]);
  });

  test('is written before an operator can record that a payment of it failed: a command may be writing it', async () => {
    const of = await begun();
    const { world, folder, broken: failing, store } = of;
    const { services } = world;
    const failed = () => {
      const body = { reason: 'other', note: 'a wrong account' } as const;
      return act(failedByHand, failing.id, { origin: world.origin(), services, body });
    };
    const file = await made(world);
    expect(file).toMatchObject({ number: 2, payments: 2 });
    await expect(failed()).rejects.toThrow('in file 2, which is not written yet: write it with');
    // Also one that counts as paid by its day, while the file is set aside.
    await world.at(PAID);
    store.breaks(of.whole.id);
    await writes(world, folder);
    expect(await states(of)).toMatchObject({ 2: 'set_aside' });
    await expect(failed()).rejects.toThrow('in file 2, which is not written yet');
    store.breaks(undefined);
    expect(await writes(world, folder)).toEqual([2]);
    await failed();
    expect(await world.stateOf('payment', failing.id)).toMatchObject({ status: 'failed', file_number: 2 });
    expect(filesWith(failing.cross_reference, folder)).toEqual([2]);
  });

  test('cannot be recorded as written after it was set aside: it has to be removed from the folder', async () => {
    const of = await decided();
    const { world, folder } = of;
    await writes(world, folder);
    await expect(fileWasWritten(2, SENDER, world.services)).rejects.toThrow('take it out of the folder');
  });

  test('leaves each payment in one file, wherever the process dies', async () => {
    const cameOf = async (nth: number, isWritten: boolean): Promise<boolean> => {
      const of = await decided();
      const { world, folder, store, broken, whole } = of;
      let deaths = 0;
      const again = async (does: () => Promise<unknown>): Promise<void> => {
        await does().catch(async (error: unknown) => {
          if (!(error instanceof Error) || !/process died|Repeat the request/.test(error.message)) throw error;
          deaths += 1;
          await does();
        });
      };
      store.dies(nth, isWritten);
      await again(() => writes(world, folder));
      const file = await decidedAs(2, SENDER, world.services);
      await again(() => abandon(file, 'never sent', world.services));
      await again(() => writes(world, folder));
      store.breaks(undefined);
      await again(() => writes(world, folder));
      store.dies(0, false);
      expect([nth, isWritten, ...[whole, broken].map((one) => filesWith(one.cross_reference, folder))]).toEqual([
        nth,
        isWritten,
        [3],
        [4],
      ]);
      expect(await foundIn(world, [paymentsStandInOneFile])).toEqual([]);
      return deaths > 0;
    };
    let last = 0;
    for (let nth = 1; last === nth - 1; nth++)
      for (const isWritten of [false, true]) if (await cameOf(nth, isWritten)) last = nth;
    // Two payments leave it when it is set aside (2) and abandoned; then come two files of a payment each (3).
    expect(last).toBe(11);
  });
});

test('the audit finds a payment that is in two files', async () => {
  const { world, folder, whole } = await begun();
  await writes(world, folder);
  expect(await foundIn(world, [paymentsStandInOneFile])).toEqual([]);
  const [second] = await world.services.store.readStream(`payment_files-${SENDER}`, { from: 2n, limit: 1 });
  const twice = { ...second!.data, file_number: 3, payments: { [world.tenant.company_id!]: [whole.id] } };
  await world.given.events('payment_files', SENDER, { type: 'PaymentFileDecided', data: twice });
  expect((await foundIn(world, [paymentsStandInOneFile])).map(({ record, what }) => [record, what])).toEqual([
    [whole.id, expect.stringContaining('file 3')],
  ]);
});
