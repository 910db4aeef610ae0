import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCommand } from '../support/child-service.ts';
import { runHere } from '../support/command.ts';
import { type CallService, livePayroll } from '../support/live-payroll.ts';
import { ORIGINATOR } from '../support/payments-play.ts';
import { returnFile } from '../support/return-file.ts';
import { startTestService, type TestCompany } from '../support/service.ts';
import { until } from '../support/until.ts';

// The operator's days with a bank: files of two companies are written while the command is killed, one payment comes
// back.
const service = await startTestService({
  hasCommands: true,
  config: { paymentRail: 'cpa_005', originator: ORIGINATOR },
});
const folder = await mkdtemp(join(tmpdir(), 'payroll-files-'));
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const SETTINGS: Record<string, string> = {
  ...service.env,
  PAYMENT_RAIL: 'cpa_005',
  CPA_005_ORIGINATOR_ID: ORIGINATOR.id,
  CPA_005_DATA_CENTRE: ORIGINATOR.data_centre,
  CPA_005_SHORT_NAME: ORIGINATOR.short_name,
  CPA_005_LONG_NAME: ORIGINATOR.long_name,
  CPA_005_ACCOUNT: '003-00123-7654321',
};
const run = async (...args: string[]) => {
  const command = runHere(['payments', ...args], SETTINGS);
  return { code: await command.ended, out: command.stdout(), err: command.stderr() };
};
/** Ends the command with kill -9 so long after its start. */
const killed = async (after_ms: number, ...args: string[]) => {
  const command = runCommand(['payments', ...args], SETTINGS);
  const timer = setTimeout(() => command.child.kill('SIGKILL'), after_ms);
  await command.ended;
  clearTimeout(timer);
};
const filesThere = async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort();
  return Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'latin1')] as const));
};
const inFiles = async () =>
  (await filesThere()).flatMap(([, text]) =>
    [...text.matchAll(/NLAKE00001([0-9A-Z]{19})000300123/g)].map(([, one]) => one!),
  );

const callerOf =
  (of: TestCompany): CallService =>
  async (method, path, body) => {
    const answer = await of.request(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
const employers = await Promise.all(
  ['Paying', 'Also paying'].map(async (name) => {
    const company = await service.company(name);
    const own = { ...company };
    const call = callerOf(own);
    /** Another token: the one before ends with its hour. */
    const renew = async () => {
      const answer = await service.request('POST', '/token', { company_id: company.id }, service.partnerSecret);
      const token = answer.body.access_token as string;
      own.request = (method, path, sent, headers) => service.request(method, path, sent, token, headers);
    };
    const live = await livePayroll(call, 2, '2026-01-16');
    await call('POST', `/payrolls/${live.payroll}/approve`, {});
    const rows = async (more = '') =>
      (await call('GET', `/payments?business_entity_id=${live.entity}${more}`)).data as {
        id: string;
        data: { status: string; failure_reason: string | null; amount: number; expected_at: string };
      }[];
    return {
      call,
      renew,
      live,
      rows,
      status: async () => (await call('GET', `/payrolls/${live.payroll}`)).data.status,
    };
  }),
);
/** Moves the clock, and waits until payments of all employers stand so. */
const comes = async (instant: string, destination: string, status: string) => {
  service.clock.set(instant);
  for (const { renew, rows } of employers) {
    await renew();
    await until(async () => (await rows(`&destination=${destination}`)).every(({ data }) => data.status === status));
  }
};
/** The day on which what was just written is to be there: the command goes by the machine's time. */
const expected = async (destination: string) =>
  (await employers[0]!.rows(`&destination=${destination}`))[0]!.data.expected_at;

test('each payment is in one file, however often the command is killed, and returned payments are made again', async () => {
  await comes('2026-01-13T21:30:00.000Z', 'payroll_float', 'processing');
  const [waiting] = await employers[0]!.rows('&destination=payroll_float');
  for (const says of [['settle'], ['fail', '--reason', 'other']])
    expect((await run(...says, waiting!.id, '--note', 'by mistake')).err).toContain('waits for a file for the bank');
  // Loading the program takes most of it.
  for (const after_ms of [900, 1_400]) await killed(after_ms, 'write', '--to', folder);
  const written = await run('write', '--to', folder);
  expect([written.code, written.err]).toEqual([0, '']);
  const [[, first]] = (await filesThere()) as [[string, string]];
  await comes(`${await expected('payroll_float')}T22:00:00.000Z`, 'payroll_float', 'paid');
  await comes(service.clock.instant(), 'employee', 'processing');
  for (const after_ms of [1_200]) await killed(after_ms, 'write', '--to', folder);
  await run('write', '--to', folder);
  const references = await inFiles();
  expect(new Set(references).size).toBe(references.length);
  // A debit and two employees for each of both.
  expect(references).toHaveLength(6);
  const listed = await run('files', '--json');
  const files = listed.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(files.map(({ number, is_written }) => [number, is_written])).toEqual(files.map((_, i) => [i + 1, true]));
  expect((await filesThere()).map(([name]) => name)).toEqual(files.map((_, i) => `NLAKE00001-000${i + 1}.txt`));
  const elsewhere = await mkdtemp(join(tmpdir(), 'payroll-files-'));
  // A ledger that was restored from an older backup finds files that it did not make, and pays nothing again.
  await writeFile(join(elsewhere, 'NLAKE00001-0099.txt'), 'what the bank has');
  expect(await run('write', '--to', elsewhere)).toMatchObject({
    code: 1,
    err: expect.stringContaining('has file 99 of NLAKE00001, and the last file of the ledger is'),
  });
  expect((await run('write', '--to', elsewhere, '--again', '1')).code).toBe(0);
  expect(await readFile(join(elsewhere, 'NLAKE00001-0001.txt'), 'latin1')).toBe(first);
  await rm(elsewhere, { recursive: true });

  // Settings that are lacking are no mistake of the command line.
  const unset = runHere(['payments', 'due'], service.env);
  expect([await unset.ended, unset.stderr()]).toEqual([1, expect.stringContaining('set the CPA_005 settings')]);

  // What became of a file is said of those that were set aside alone.
  const resolved = (...args: string[]) => run('resolve', ...args, '--note', 'asked the bank');
  expect(await resolved('1')).toMatchObject({ code: 2, err: expect.stringContaining('one of --sent and --not-sent') });
  for (const says of ['--sent', '--not-sent']) {
    expect((await resolved('1', says)).err).toBe('payroll: file 1 was not set aside: it is written\n');
    const err = `payroll: ${ORIGINATOR.id} has sent no file 99\n`;
    expect(await resolved('99', says)).toMatchObject({ code: 2, err });
  }

  // The bank gives one of the payments back, and one that nobody sent.
  const [{ rows, call, status }] = employers as [(typeof employers)[number]];
  const [payee] = await rows('&destination=employee');
  const state = await service.service.services.store.readStream(`payment-${payee!.id}`, { limit: 1 });
  const cross_reference = String(state[0]!.data.cross_reference);
  const given = {
    kind: 'credit',
    return_code: '905',
    amount: payee!.data.amount.toFixed(2),
    date: '2026-01-19',
  } as const;
  const path = join(folder, 'returns');
  await writeFile(
    path,
    returnFile([
      { ...given, cross_reference },
      { ...given, cross_reference: 'STRANGER' },
    ]),
  );
  const taken = await run('returns', path);
  expect(taken.out).toContain(`${payee!.id} was returned: 774.20, 905 account_closed`);
  expect(taken.out).toContain('STRANGER of 774.20 changed nothing: no payment was sent under it');
  expect([taken.code, taken.err]).toEqual([1, 'payroll: 1 return changed nothing (see above)\n']);
  await until(async () => (await status()) === 'partially_paid');
  const again = await call('POST', `/payments/${payee!.id}/pay_again`, {});
  expect(again.data.failure_reason).toBe('account_closed');
  const next = again.data.replaced_by.id;
  const { process_at } = (await call('GET', `/payments/${next}`)).data;
  service.clock.set(`${process_at}T22:00:00.000Z`);
  for (const { renew } of employers) await renew();
  await until(async () => (await call('GET', `/payments/${next}`)).data.status === 'processing');
  // Another machine, where a process has the same number, is at the same file.
  const theirs = join(folder, `NLAKE00001-000${files.length + 1}.txt.${process.pid}.part`);
  await writeFile(theirs, 'half of it');
  expect((await run('write', '--to', folder)).out).toContain('1 payment, debits of 0.00, credits of 774.20');
  expect(await readFile(theirs, 'latin1')).toBe('half of it');

  // Remittances go through the bank by hand.
  const due = await run('due');
  expect(due.out).toContain('0 payments wait for a file');
  const remitted = [...due.out.matchAll(/^(pmt_\S+) .* ca_cra /gm)].map(([, id]) => id!);
  expect(remitted).toHaveLength(2);
  for (const id of remitted) expect((await run('settle', id, '--note', 'paid at the bank')).code).toBe(0);
  expect((await run('settle', remitted[0]!, '--note', 'twice')).err).toContain('The payment is paid, not processing.');
  service.clock.set(`${(await call('GET', `/payments/${next}`)).data.expected_at}T22:00:00.000Z`);
  for (const one of employers) {
    await one.renew();
    await until(async () => (await one.status()) === 'paid');
  }
});

test('where less than a tenth of the file numbers is left, commands say so', async () => {
  const { store } = service.service.services;
  const id = 'NLAKE00009';
  const said = async () => {
    const command = runHere(['payments', 'due'], { ...SETTINGS, CPA_005_ORIGINATOR_ID: id });
    expect(await command.ended).toBe(0);
    return command.stdout();
  };
  const pair = await store.readStream(`payment_files-${ORIGINATOR.id}`, { limit: 2 });
  const wrote = (file_number: number, after: bigint | 'no_stream') =>
    store.append(
      `payment_files-${id}`,
      pair.map(({ type, data, metadata }) => ({
        ...{ id: crypto.randomUUID(), type, metadata },
        data: { ...data, file_number, ...(data.payments === undefined ? {} : { payments: {} }) },
      })),
      after,
    );
  expect(pair).toHaveLength(2);
  await wrote(8_999, 'no_stream');
  expect(await said()).not.toContain('are left');
  await wrote(9_000, 1n);
  expect(await said()).toContain('999 of the 9999 file numbers of NLAKE00009 are left, and none is used twice');
});

test('accounts of payees are registered, listed and removed by commands, which report errors and then record nothing', async () => {
  const [{ live }, other] = employers as [(typeof employers)[number], (typeof employers)[number]];
  const payee = (...args: string[]) => run('payee', ...args);
  const NAME = ['--name', 'Receiver General'];
  const ACCOUNT = ['--account', '003-00123-1234567'];
  const known = async () => (await run('payees')).out.trim().split('\n').slice(2).sort();

  const nothing = 'no account of a payee is registered: all remittances are made by hand through the bank\n';
  expect(await run('payees')).toEqual({ code: 0, out: nothing, err: '' });
  const wrong: [string[], number, string][] = [
    [['ca_cra'], 2, 'give --account and --name together, or --forget alone'],
    [['ca_cra', ...ACCOUNT], 2, 'give --account and --name together, or --forget alone'],
    [['ca_cra', ...NAME], 2, 'give --account and --name together, or --forget alone'],
    [['ca_cra', ...ACCOUNT, ...NAME, '--forget'], 2, 'give --account and --name together, or --forget alone'],
    [['ca_cra', '--account', '003-00123-12345X7', ...NAME], 2, 'institution, transit and account number, like'],
    [['ca_cra', '--account', '00300123-1234567', ...NAME], 2, 'institution, transit and account number, like'],
    [
      ['ca_cra', '--account', '998-00123-1234567', ...NAME],
      2,
      '998 is not the number of a Canadian financial institution',
    ],
    [['ca_cra', '--account', '003-00123-12345', ...NAME], 2, '--account and --name: '],
    [['ca_cra', ...ACCOUNT, '--name', '国税庁'], 2, 'the name must be 1 to 30 characters'],
    [['ca_cra', ...ACCOUNT, '--name', 'R'.repeat(31)], 2, 'the name must be 1 to 30 characters'],
    [['other', ...ACCOUNT, ...NAME], 2, 'other is not a payee: give a provider (ca_cra, '],
    [[live.entity, ...ACCOUNT, ...NAME], 2, 'is not a payee'],
    [['ra_01ABC', ...ACCOUNT, ...NAME], 2, 'there is no remittance account ra_01ABC'],
    [['ra_01ABC', '--forget'], 2, 'there is no remittance account ra_01ABC'],
  ];
  for (const [args, code, told] of wrong) {
    const answer = await payee(...args);
    expect([args, answer.code, answer.out]).toEqual([args, code, '']);
    expect(answer.err).toContain(told);
    expect(answer.err.trim().split('\n')).toHaveLength(1);
  }
  expect((await run('payees')).out).toBe(nothing);

  expect(await payee('ca_cra', ...ACCOUNT, ...NAME)).toMatchObject({ code: 0, err: '' });
  expect((await payee(other.live.remittance, '--account', '004-00456-7654321', '--name', 'Régie')).code).toBe(0);
  const ofOther = `${other.live.remittance}  Régie             004-00456                …321`;
  const padded = (first: string) => first.padEnd(ofOther.indexOf('  '));
  expect(await known()).toEqual(
    [`${padded('ca_cra')}  Receiver General  003-00123                …567`, ofOther].sort(),
  );
  // What is said last holds.
  expect((await payee('ca_cra', '--account', '003-00123-7777888', ...NAME)).code).toBe(0);
  expect((await known()).join()).toMatch(/ca_cra.*…888/);
  expect((await payee('ca_cra', '--forget')).out).toContain('are made by hand through the bank');
  expect(await known()).toHaveLength(1);
  expect((await payee('ca_cra', '--forget')).out).toBe('no account of ca_cra was registered: nothing changed\n');
  expect((await payee(other.live.remittance, '--forget')).code).toBe(0);
  expect((await run('payees')).out).toBe(nothing);
});
