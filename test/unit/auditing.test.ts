import { readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { type Audit, checkThese, type Finding, type Invariant, streamIn } from '../../src/audit/invariant.ts';
import { INVARIANTS, OF_THE_LOG } from '../../src/audit/invariants.ts';
import { type InTheLog, overTheLog } from '../../src/audit/over-the-log.ts';
import { comesToRest } from '../../src/audit/unfinished.ts';
import { ledgerIsWhole } from '../../src/audit/whole-ledger.ts';
import { makeDamage } from '../../src/cli/commands/audit/audited.ts';
import type { NewEvent } from '../../src/event-store/port.ts';
import { auditIn, foundIn } from '../support/audit-in-memory.ts';
import { type InMemory, inMemory } from '../support/in-memory.ts';
import { paymentsWorld } from '../support/payments-world.ts';

test('docs/auditing.md lists every invariant, and no other', async () => {
  const text = await readFile(new URL('../../docs/auditing.md', import.meta.url), 'utf8');
  // The table ends at the first line that is no row of it.
  const table = text.slice(text.indexOf('| invariant |')).split('\n\n')[0]!;
  const told = [...table.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, name]) => name!);
  expect(told).toEqual(INVARIANTS.map(({ name }) => name));
});

/**
 * Checks an invariant that finds something at each of its first looks. Beside the first `beside` of them somebody
 * writes for a company.
 *
 * @returns the findings, and how often it looked
 */
const checked = async (looks: { finding: number; beside: number; company?: string; isFollowed?: boolean }) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { tenant, services } = inMemory();
  const { store } = services;
  const { company = tenant.company_id, isFollowed = true } = looks;
  let looked = 0;
  const write = () => {
    const one = { id: crypto.randomUUID(), type: 'TagCreated', data: {}, metadata: { ...tenant, company_id: company } };
    return store.append(`tag-tag_${looked}`, [one], 'no_stream');
  };
  const invariant: Invariant = {
    name: 'nothing_moves',
    says: 'Nothing moves.',
    async *subjects() {},
    inspect: async () => {
      looked += 1;
      if (looked <= looks.beside) await write();
      return looked <= looks.finding ? [{ subject: 'a', record: 'a', what: 'it moves', advice: 'wait' }] : [];
    },
  };
  const audit: Audit = {
    ...auditIn({ services, tenant }),
    untilFollowed: async () => (isFollowed ? store.head() : undefined),
  };
  const found: Finding[] = [];
  const checking = (async () => {
    for await (const one of checkThese(invariant, ['a'], audit)) found.push(one);
  })();
  await vi.runAllTimersAsync().finally(() => vi.useRealTimers());
  await checking;
  return { looked, found: found.map(({ changing }) => changing) };
};

test('what is found while the company is written is looked at again, until nothing was written beside a look', async () => {
  expect(await checked({ finding: 3, beside: 3 })).toEqual({ looked: 4, found: [] });
  expect(await checked({ finding: 9, beside: 2 })).toEqual({ looked: 3, found: [undefined] });
});

test('what others write makes nothing be looked at again', async () => {
  expect(await checked({ finding: 9, beside: 9, company: 'cmp_2' })).toEqual({ looked: 2, found: [undefined] });
});

test('a finding of a company that does not come to rest says so, after a few looks', async () => {
  expect(await checked({ finding: 99, beside: 99 })).toEqual({ looked: 6, found: [true] });
  expect(await checked({ finding: 99, beside: 0, isFollowed: false })).toEqual({ looked: 6, found: [true] });
});

test('work that nobody does is a finding as it stands: that its company is not at rest is what it says', async () => {
  const { tenant, services } = inMemory();
  const subject = tenant.company_id ?? '';
  let looked = 0;
  const audit: Audit = {
    ...auditIn({ services, tenant }),
    unfinished: async function* () {
      looked += 1;
      yield { subject, record: 'journal@7', what: 'it waits', advice: 'start a process' };
    },
    untilFollowed: async () => undefined,
  };
  const found: Finding[] = [];
  for await (const one of checkThese(comesToRest, [subject], audit)) found.push(one);
  expect([looked, found.map(({ record, changing }) => [record, changing])]).toEqual([2, [['journal@7', undefined]]]);
});

test.each([
  [['pay_stub-payst_1'], '1 stream is damaged'],
  [['pay_stub-payst_1', 'payroll-payrl_1'], '2 streams are damaged'],
  [['event_log'], 'the event log is damaged'],
  [['event_log', 'pay_stub-payst_1'], 'the event log and 1 stream are damaged'],
])('of %j an audit says at its end: %s', (records, says) => {
  const damage = makeDamage();
  for (const record of records) expect(damage.isNews({ isDamage: true, record })).toBe(true);
  expect(damage.refuse).toThrow(`${says}, so not all was checked; docs/auditing.md says what to do`);
});

test('an event of the company that does not say when it happened is passed over, which the audit finds', async () => {
  const world = inMemory();
  const { id } = await world.given.created('employee', { first_name: 'Ada', last_name: 'King' });
  const stream = `employee-${id}`;
  const one = { id: crypto.randomUUID(), type: 'EmployeeDeleted', data: {}, metadata: { ...world.tenant } };
  expect(await foundIn(world, [ledgerIsWhole])).toEqual([]);
  await world.services.store.append(stream, [one], 0n);
  expect(await foundIn(world, [ledgerIsWhole])).toMatchObject([
    { record: stream, isDamage: true, what: expect.stringContaining('names its company and does not say when') },
  ]);
});

test('what another program appended is found once for each stream, also of no company, and leaves its record to be checked', async () => {
  const world = inMemory();
  const { id } = await world.given.created('employee', { first_name: 'Ada', last_name: 'King' });
  const { store } = world.services;
  const foreign = (metadata = {}) => ({ id: crypto.randomUUID(), type: 'EmployeeDeleted', data: {}, metadata });
  const ofRecord = `employee-${id}`;
  const ofNoCompany = ['form_numbers-cmp_1_slips', 'payment_files-NLAKE00001', 'webhook-wh_1'];
  await store.append(ofRecord, [foreign()], 0n);
  await store.append(ofRecord, [foreign()], 1n);
  for (const stream of ofNoCompany) await store.append(stream, [foreign()], 'no_stream');
  // What is no record of a company may be about one.
  await store.append('reservation-1', [foreign(world.tenant)], 'no_stream');
  const subjectsIn = ledgerIsWhole.startPass(world.services);
  const found: InTheLog[] = [];
  for await (const events of store.readAll({ after: 0n, upTo: await store.head(), batchSize: 1 }))
    found.push(...(await subjectsIn(events)));
  expect(found).toEqual([
    { ...world.tenant, subject: ofRecord },
    ...ofNoCompany.map((subject) => ({ company_id: '', partner_id: '', subject })),
    { ...world.tenant, subject: 'reservation-1' },
  ]);
  const whole = await foundIn(world, [ledgerIsWhole]);
  expect(whole).toMatchObject([
    {
      record: ofRecord,
      what: 'foreign EmployeeDeleted at revision 1 does not say when it happened: another program appended it, and it is passed over',
      advice: expect.stringContaining('no backup has to be restored'),
    },
    { record: 'reservation-1' },
  ]);
  expect(whole[0]).not.toHaveProperty('isDamage');
  const ofNone = { ...auditIn(world), tenant: { company_id: '', partner_id: '' } };
  for (const stream of ofNoCompany) {
    const told: Finding[] = [];
    for await (const one of checkThese(ledgerIsWhole, [stream], ofNone)) told.push(one);
    expect(told).toMatchObject([{ record: stream, what: expect.stringContaining('at revision 0 does not say when') }]);
  }
  // The record is as it was, and is looked at.
  const { aggregate } = await streamIn(ofRecord, auditIn(world));
  expect(aggregate.get('employee', id)).toMatchObject({ last_name: 'King' });
});

/** What is found in the log, of whichever company, or of none. */
const foundInTheLog = async (world: InMemory): Promise<Finding[]> => {
  const told: Finding[] = [];
  for await (const batch of overTheLog(OF_THE_LOG, world.services))
    for (const [invariant, found] of batch)
      for (const { subject, ...tenant } of found)
        for await (const one of checkThese(invariant, [subject], { ...auditIn(world), tenant })) told.push(one);
  return told;
};

test('what another program appends to the streams of a payroll that was paid is found as that, and as nothing else', async () => {
  const world = await paymentsWorld(1);
  await world.given.events('company', world.tenant.company_id!, {
    type: 'CompanyCreated',
    data: { name: 'Northlake' },
  });
  await world.approved();
  const before = (await foundIn(world, INVARIANTS)).map(({ what }) => what);
  const { store } = world.services;
  const last = new Map<string, bigint>();
  for await (const events of store.readAll({ after: 0n, upTo: await store.head() }))
    for (const { stream, revision } of events) last.set(stream, revision);
  const [stub] = await world.stubs(world.payroll);
  const written: Pick<NewEvent, 'type' | 'data'>[] = [
    { type: 'Noted', data: { personal: 1 } },
    { type: 'PayStubCalculated', data: { removed: [{ id: 'earnli_1', kind: 'earning' }] } },
    { type: 'PaymentFiled', data: { file_number: 1 } },
    { type: 'PayStubReopened', data: {} },
  ];
  for (const [stream, revision] of last)
    await store.append(
      stream,
      written.map((one) => ({ ...one, id: crypto.randomUUID(), metadata: {} })),
      revision,
    );
  const found = [...(await foundIn(world, INVARIANTS)), ...(await foundInTheLog(world))];
  expect(found.filter(({ record }) => record === `pay_stub-${stub!.id}`)).not.toEqual([]);
  const others = found.filter(({ what }) => !what.startsWith('foreign Noted at revision') && !before.includes(what));
  expect(others).toEqual([]);
});

test('a record whose stream another program began is checked as one of its company', async () => {
  const world = inMemory();
  const { store } = world.services;
  const { id } = await world.given.created('employee', { first_name: 'Ada', last_name: 'King' });
  const [made] = await store.readStream(`employee-${id}`);
  const { type, data, metadata } = made!;
  const another = [{}, {}, metadata].map((of) => ({ id: crypto.randomUUID(), type, data, metadata: of }));
  await store.append('employee-emp_begun', another, 'no_stream');
  const none = { ...another[0]!, id: crypto.randomUUID() };
  await store.append('employee-emp_none', [none], 'no_stream');
  expect((await foundInTheLog(world)).map(({ record, company, isDamage }) => [record, company, isDamage])).toEqual([
    ['employee-emp_begun', world.tenant.company_id, undefined],
    ['employee-emp_none', '', undefined],
  ]);
});

test('a long stream of no company is looked through by the page for what another program appended', async () => {
  const whole: string[] = [];
  const world = inMemory({
    store: (store) => ({
      ...store,
      readStream: (stream, options) => {
        if (options?.limit === undefined) whole.push(stream);
        return store.readStream(stream, options);
      },
    }),
  });
  const { store } = world.services;
  const stream = 'form_numbers-cmp_1_slips';
  const foreign = () => ({ id: crypto.randomUUID(), type: 'Noted', data: {}, metadata: {} });
  const own = { ...foreign(), type: 'FormNumbersTaken', metadata: { occurred_at: '2026-01-05T17:00:00.000000Z' } };
  await store.append(stream, [own, ...Array.from({ length: 600 }, foreign)], 'no_stream');
  expect(await foundInTheLog(world)).toMatchObject([{ record: stream, what: expect.stringContaining('revision 1 ') }]);
  expect(whole).toEqual([]);
});
