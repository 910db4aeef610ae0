import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { paymentsStandInOneFile } from '../../../src/audit/payment-files.ts';
import { StoreUnavailable } from '../../../src/event-store/errors.ts';
import type { EventStore } from '../../../src/event-store/port.ts';
import type { Originator } from '../../../src/payments/events.ts';
import {
  decidedAs,
  type MadeFile,
  originatorIsUsed,
  originatorsOf,
} from '../../../src/processes/payments/decided-files.ts';
import {
  fileTakenUp,
  fileWasWritten,
  leaveUnwritten,
  nextFile,
  openAside,
} from '../../../src/processes/payments/files.ts';
import { payeeIsKnown } from '../../../src/processes/payments/payees.ts';
import { abandon, setAside } from '../../../src/processes/payments/set-aside.ts';
import { foundIn } from '../../support/audit-in-memory.ts';
import { ORIGINATOR } from '../../support/payments-play.ts';
import { paymentsWorld } from '../../support/payments-world.ts';

/**
 * Given a file that was decided for one originator, when the settings name another, then each payment is in one file.
 */

const NEW: Originator = { ...ORIGINATOR, id: 'NLAKE00002' };
const DAYS = ['2026-11-19T05:00:00.000Z', '2026-11-19T21:30:00.000Z', '2026-11-20T21:30:00.000Z'];

/** A store in one of whose appends the process dies, and which may not record originators, as once it did not. */
const fragile = () => {
  let left = Number.POSITIVE_INFINITY;
  let records = true;
  let beforeDecided: (() => Promise<void>) | undefined;
  return {
    dies: (appends: number) => {
      left = appends;
    },
    records: (does: boolean) => {
      records = does;
    },
    beforeDecided: (act: () => Promise<void>) => {
      beforeDecided = act;
    },
    store: (own: EventStore): EventStore => ({
      ...own,
      append: async (stream, events, expected) => {
        if (!records && stream.startsWith('payment_originators')) return { revision: 0n, position: await own.head() };
        const act = events.some(({ type }) => type === 'PaymentFileDecided') ? beforeDecided : undefined;
        if (act) beforeDecided = undefined;
        await act?.();
        if (left-- > 0) return own.append(stream, events, expected);
        throw new StoreUnavailable('the process died', 'unknown');
      },
    }),
  };
};

/** The debit for the pay of two people was submitted. */
const begun = async () => {
  const store = fragile();
  const world = await paymentsWorld(2, { rail: 'cpa_005', store: store.store });
  const { partner_id, company_id } = world.tenant;
  await world.given.events('company', company_id!, { type: 'CompanyCreated', data: { name: 'Northlake' } });
  const account = { institution_number: '001', transit_number: '00456', account_number: '7654321', name: 'Receiver' };
  await payeeIsKnown('ca_cra', account, { partner_id }, world.services);
  await world.approved();
  await world.at('2026-11-17T21:30:00.000Z');
  return { world, store, folder: new Map<string, string>() };
};
type Begun = Awaited<ReturnType<typeof begun>>;

const decide = ({ world: { tenant, services } }: Begun, originator: Originator): Promise<MadeFile | undefined> =>
  nextFile(tenant.partner_id, originator, services);

/** What `payroll payments write` does; `lays` may end it before a file is in the folder. */
const writes = async (of: Begun, originator: Originator, lays: () => void = () => undefined): Promise<void> => {
  const { folder } = of;
  const { services } = of.world;
  const lay = async (file: MadeFile): Promise<void> => {
    const { number, originator_id, text } = file;
    lays();
    expect(folder.get(`${originator_id}-${number}`) ?? text).toBe(text);
    folder.set(`${originator_id}-${number}`, text);
    await fileWasWritten(number, originator_id, services);
  };
  for (const { number, originator_id } of await openAside(services)) {
    const file = await fileTakenUp(number, originator_id, services);
    if (file) await lay(file);
  }
  for (let file = await decide(of, originator); file; file = await decide(of, originator)) await lay(file);
};

/** The files of the folder that have each payment. */
const filesWith = async ({ world, folder }: Begun): Promise<string[][]> =>
  (await world.payments({ rail: 'cpa_005' })).map(({ cross_reference }) =>
    [...folder].flatMap(([name, text]) => (text.includes(cross_reference) ? [name] : [])),
  );

/** How many files have each payment, after its days have come. */
const paidTimes = async (of: Begun): Promise<number[]> => {
  await writes(of, NEW);
  for (const day of DAYS) {
    await of.world.at(day);
    await writes(of, NEW);
  }
  expect(await foundIn(of.world, [paymentsStandInOneFile])).toEqual([]);
  return (await filesWith(of)).map((names) => names.length);
};

test('it is made as it was decided, wherever the process died before', async () => {
  const cameOf = async (appends: number, isLaid: boolean): Promise<boolean> => {
    const of = await begun();
    of.store.dies(appends);
    const died = await writes(of, ORIGINATOR, () => {
      if (!isLaid) throw new Error('the process died');
    }).then(
      () => false,
      () => true,
    );
    of.store.dies(Number.POSITIVE_INFINITY);
    expect([appends, isLaid, await paidTimes(of)]).toEqual([appends, isLaid, [1, 1, 1, 1]]);
    return died;
  };
  let appends = 0;
  while (await cameOf(appends, true)) appends += 1;
  // The originator, the file, the payment in it, and that it is written.
  expect(appends).toBe(4);
  await cameOf(3, false);
});

test('it is made also where the ledger did not record its originators then, and another program appended there', async () => {
  const of = await begun();
  of.store.records(false);
  await decide(of, ORIGINATOR);
  of.store.records(true);
  const stream = 'payment_originators-cpa_005';
  const foreign = { id: randomUUID(), type: 'Noted', data: {}, metadata: {} };
  await of.world.services.store.append(stream, [foreign], 'no_stream');
  const decided = { ...foreign, id: randomUUID(), type: 'PaymentFileDecided' };
  await of.world.services.store.append('payment_files-NOBODY0001', [decided], 'no_stream');
  expect(await decide(of, NEW)).toMatchObject({ originator_id: ORIGINATOR.id, number: 1 });
  expect(await originatorsOf(of.world.services)).toEqual([ORIGINATOR.id, NEW.id]);
  expect(await paidTimes(of)).toEqual([1, 1, 1, 1]);
});

test('a ledger that recorded no originators is read once for them, however often a command asks', async () => {
  const of = await begun();
  const { services } = of.world;
  let read = 0;
  const { readAll } = services.store;
  const command = {
    ...services,
    store: {
      ...services.store,
      async *readAll(...range: Parameters<EventStore['readAll']>) {
        for await (const events of readAll(...range)) {
          read += events.length;
          yield events;
        }
      },
    },
  };
  let logged = 0;
  for await (const { length } of readAll({ after: 0n, upTo: await services.store.head() })) logged += length;
  for (let times = 0; times < 3; times++) expect(await openAside(command)).toEqual([]);
  // Nor is it read again for the first file.
  await originatorIsUsed(ORIGINATOR.id, of.world.tenant, command);
  expect(read).toBe(logged);
});

test('where it was set aside, its payments are in no file of the other', async () => {
  const of = await begun();
  const { services } = of.world;
  await decide(of, ORIGINATOR);
  await setAside(await decidedAs(1, ORIGINATOR.id, services), 'damaged', services);
  expect(await decide(of, NEW)).toBeUndefined();
  expect(await openAside(services)).toEqual([{ originator_id: ORIGINATOR.id, number: 1 }]);
  expect(await paidTimes(of)).toEqual([1, 1, 1, 1]);
});

test('where the bank is not to have it, an operator says so before it is written: its payments are in the next file', async () => {
  const of = await begun();
  const { services } = of.world;
  await decide(of, ORIGINATOR);
  const file = await decidedAs(1, ORIGINATOR.id, services);
  await leaveUnwritten(file, 'the bank has closed that id', services);
  expect(await abandon(file, 'the bank has closed that id', services)).toEqual([]);
  await writes(of, NEW);
  expect([...of.folder.keys()]).toEqual([`${NEW.id}-1`]);
  await of.world.at('2026-12-01T12:00:00.000Z');
  // Said again it concerns no payment of the other file with its number.
  expect(await abandon(file, 'the bank has closed that id', services)).toEqual([]);
  expect(await paidTimes(of)).toEqual([1, 1, 1, 1]);
});

test('two processes that send as two originators at once leave each payment in one file', async () => {
  const of = await begun();
  const { services } = of.world;
  of.store.beforeDecided(() => writes(of, NEW));
  await writes(of, ORIGINATOR);
  expect([...of.folder.keys()]).toEqual([`${NEW.id}-1`]);
  // The debit is in file 1 of the other; this one can never be made, and an operator says that nobody sent it.
  expect(await openAside(services)).toEqual([{ originator_id: ORIGINATOR.id, number: 1 }]);
  expect(await abandon(await decidedAs(1, ORIGINATOR.id, services), 'never sent', services)).toEqual([]);
  expect(await paidTimes(of)).toEqual([1, 1, 1, 1]);
});
