import { readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { type Audit, checkThese, type Finding, type Invariant } from '../../src/audit/invariant.ts';
import { INVARIANTS } from '../../src/audit/invariants.ts';
import { comesToRest } from '../../src/audit/unfinished.ts';
import { ledgerIsWhole } from '../../src/audit/whole-ledger.ts';
import { makeDamage } from '../../src/cli/commands/audit/audited.ts';
import { auditIn, foundIn } from '../support/audit-in-memory.ts';
import { inMemory } from '../support/in-memory.ts';

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
    { record: stream, isDamage: true, what: expect.stringContaining('at revision 1 does not say when it happened') },
  ]);
});
