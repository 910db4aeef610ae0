import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, publicUrlOf, readConfig, SETTINGS } from '../../src/config.ts';
import { loadMasterKey } from '../../src/master-key.ts';
import { misspeltSettings } from '../../src/misspelt.ts';
import { KEEP } from '../../src/processes/sweeper.ts';

const KEY = Buffer.alloc(32, 5).toString('base64');
const DATABASE_URL = 'postgres://payroll:hidden@db:5432/payroll';

const refusal = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  return 'accepted';
};

test('without any setting the service runs on loopback with everything in ./.data', () => {
  expect(readConfig({ UNRELATED: 'x', DATABASE_URL: '', PORT: ' ' })).toEqual({
    providers: {},
    port: 8080,
    host: '127.0.0.1',
    dataDir: './.data',
    limits: { requests: 1_000, reveal: 25 },
    webhookAllowPrivate: false,
    keep: KEEP,
    paymentRail: 'simulated',
    logLevel: 'info',
    stopDelay_ms: 0,
    roles: ['api', 'projections', 'processes'],
  });
});

test('settings are parsed as documented', () => {
  const config = readConfig({
    PORT: '0',
    DATABASE_URL,
    MASTER_KEY: KEY,
    MASTER_KEY_PREVIOUS: Buffer.alloc(32, 6).toString('hex'),
    EVENTSTOREDB_URL: 'esdb://localhost:2113?tls=false',
    PARTNER_SECRET: 'sixteen-or-more-characters',
    RATE_LIMIT_REQUESTS: '5',
    RATE_LIMIT_REVEAL: '2',
    WEBHOOK_ALLOW_PRIVATE: '1',
    KEEP_WEBHOOK_DELIVERIES_DAYS: '90',
    PUBLIC_URL: 'https://payroll.example.com/',
    LOG_LEVEL: 'warn',
    ROLES: 'api, projections',
  });
  expect(config).toMatchObject({
    port: 0,
    databaseUrl: DATABASE_URL,
    masterKey: Buffer.alloc(32, 5),
    previousMasterKey: Buffer.alloc(32, 6),
    limits: { requests: 5, reveal: 2 },
    webhookAllowPrivate: true,
    keep: { ...KEEP, webhookDeliveries_days: 90 },
    publicUrl: 'https://payroll.example.com',
    roles: ['api', 'projections'],
  });
  expect(readConfig({ TEST_CLOCK: '2026-01-15T15:00:00Z' }).testClock_ms).toBe(Date.UTC(2026, 0, 15, 15));
});

test.each([
  [{ PORT: 'http' }, 'PORT cannot be used: it must be a whole number from 0 to 65535.'],
  [{ ADMIN_PORT: '8080' }, 'ADMIN_PORT (8080) cannot be used: PORT is the same; choose another one.'],
  [{ PORT: '70000' }, 'PORT cannot be used: it must be a whole number from 0 to 65535.'],
  [{ RATE_LIMIT_REVEAL: '0' }, 'RATE_LIMIT_REVEAL cannot be used: it must be a whole number from 1 to 100000000.'],
  [{ WEBHOOK_ALLOW_PRIVATE: 'yes' }, 'WEBHOOK_ALLOW_PRIVATE cannot be used: it must be true, false, 1 or 0.'],
  [{ PUBLIC_URL: 'ftp://x' }, 'PUBLIC_URL cannot be used: it must be a URL like https://payroll.example.com.'],
  ...['soon', '2026-02-30', '0000-01-01T00:00:00Z', '9999-12-31'].map(
    (TEST_CLOCK): [Record<string, string>, string] => [
      { TEST_CLOCK },
      'TEST_CLOCK cannot be used: it must be an instant from 2000 to 2099, like 2026-01-15T15:00:00Z.',
    ],
  ),
  [
    { PUBLIC_URL: 'https://x/?tenant=1' },
    'PUBLIC_URL cannot be used: it must hold no user, password, query or fragment: paths are written behind it, and everybody sees it.',
  ],
  [
    { PUBLIC_URL: 'https://user:guarded@x' },
    'PUBLIC_URL cannot be used: it must hold no user, password, query or fragment: paths are written behind it, and everybody sees it.',
  ],
  [
    { ROLES: 'api,web' },
    'ROLES cannot be used: it must name some of api, projections, processes, separated by commas.',
  ],
  [
    { LOG_LEVEL: 'loud' },
    'LOG_LEVEL cannot be used: it must be one of fatal, error, warn, info, debug, trace, silent.',
  ],
])('%o stops the start with a sentence', (env, sentence) => {
  expect(refusal(env)).toBe(sentence);
});

test('PUBLIC_URL is written as addresses are in headers and links, however it was given', () => {
  const publicUrlFor = (PUBLIC_URL: string) => readConfig({ PUBLIC_URL }).publicUrl;
  // A header holds no such letter: each error would be a fault, since its Link could not be written.
  expect(publicUrlFor('https://paie.œuvre.example/é/')).toBe('https://paie.xn--uvre-f4a.example/%C3%A9');
  expect(publicUrlFor('http://payroll.example.com:8080/pay')).toBe('http://payroll.example.com:8080/pay');
});

test.each([
  // Without the slashes: the driver would connect to a database of this machine by the name of the user.
  [{ DATABASE_URL: 'postgres:payroll' }, 'postgres://user:password@host:5432/payroll'],
  [{ EVENTSTOREDB_URL: 'esdb:x' }, 'esdb://host:2113?tls=false'],
  [{ EVENTSTOREDB_URL: 'esdb://?tls=false' }, 'esdb://host:2113?tls=false'],
  [{ XERO_API_URL: 'https:x' }, 'https://api.xero.com'],
  [{ PUBLIC_URL: 'https:payroll.example.com' }, 'https://payroll.example.com'],
])('%o names no host, and stops the start', (env, example) => {
  expect(refusal(env)).toBe(`${Object.keys(env)[0]} cannot be used: it must be a URL like ${example}.`);
});

test('a database is found by the folder of its socket, or where clients look for it by themselves', () => {
  for (const url of ['postgres:///payroll?host=/run/postgresql', 'postgresql:///payroll', DATABASE_URL])
    expect(readConfig({ DATABASE_URL: url, MASTER_KEY: KEY }).databaseUrl).toBe(url);
});

test('a database of several hosts is refused, and its password is not said; a comma elsewhere is none of them', () => {
  for (const where of ['me:guarded@db1,db2/x', 'me:guarded@db1:5432,db2:5433/x', 'db1,db2', 'me:guarded@a,b@db/x']) {
    const said = refusal({ DATABASE_URL: `postgres://${where}`, MASTER_KEY: KEY });
    expect(said).toMatch(/^DATABASE_URL cannot be used: it must name one host, not several: /);
    expect(said).not.toMatch(/guarded/);
  }
  for (const url of ['postgres://me:a,b@db/x', 'postgres://me:a%40b%2Cc@db/x', 'postgres://db/x?search_path=a,b'])
    expect(readConfig({ DATABASE_URL: url, MASTER_KEY: KEY }).databaseUrl).toBe(url);
});

test.each([
  [{ LOG_LEVL: 'debug' }, 'LOG_LEVL', 'LOG_LEVEL'],
  [{ DATABSE_URL: DATABASE_URL }, 'DATABSE_URL', 'DATABASE_URL'],
  [{ MASTER_KEY: KEY, MASTER_KEY_PREVIUOS: KEY }, 'MASTER_KEY_PREVIUOS', 'MASTER_KEY_PREVIOUS'],
  [{ FILESDIR: '/mnt/files' }, 'FILESDIR', 'FILES_DIR'],
  [{ RATE_LIMITS_REQUEST: '5' }, 'RATE_LIMITS_REQUEST', 'RATE_LIMIT_REQUESTS'],
])('%o is named, and stops no start', (env, variable, setting) => {
  expect(misspeltSettings(env, SETTINGS)).toEqual([`${variable} is no setting, and is ignored: was ${setting} meant?`]);
});

test('of several misspelt settings each is named', () => {
  const said = misspeltSettings({ LOG_LEVL: 'debug', FILESDIR: '/mnt/files' }, SETTINGS);
  expect(said.map((sentence) => sentence.split(' ')[0])).toEqual(['LOG_LEVL', 'FILESDIR']);
});

test('variables of other programs are not taken for misspelt settings', () => {
  const others = { HOSTNAME: 'x', ROLE: 'x', HOME: '/', PATH: '/bin', POSTGRES_PASSWORD: 'x', DATABASE_URL_FILE: 'x' };
  const usual = { TMPDIR: '/tmp', LANG: 'C', TZ: 'UTC', LC_ALL: 'C', NODE_ENV: 'x' };
  expect(misspeltSettings({ ...others, ...usual }, SETTINGS)).toEqual([]);
  expect(misspeltSettings({ LOG_LEVEL: 'info', LOGLEVEL: 'INFO', DATADIR: ' ' }, SETTINGS)).toEqual([]);
});

test('a process that others answer instead of waits at its end until they are asked', () => {
  const own = { DATABASE_URL, MASTER_KEY: KEY };
  expect(readConfig(own).stopDelay_ms).toBe(3_000);
  expect(readConfig({ ...own, ROLES: 'processes' }).stopDelay_ms).toBe(0);
  expect(readConfig({}).stopDelay_ms).toBe(0);
  expect(readConfig({ STOP_DELAY_SECONDS: '20' }).stopDelay_ms).toBe(20_000);
});

test('a refused secret is not printed', () => {
  expect(refusal({ PARTNER_SECRET: 'short' })).toMatch(/^PARTNER_SECRET cannot be used: it must have 16 to 512/);
  expect(refusal({ PARTNER_SECRET: 'x'.repeat(513) })).toMatch(/^PARTNER_SECRET cannot be used/);
  expect(refusal({ DATABASE_URL: 'postgres://me:100%secret@db/x' })).toMatch(/^DATABASE_URL cannot be used: .*%25/);
  expect(refusal({ MASTER_KEY: 'c2hvcnQ=' })).toMatch(/^MASTER_KEY cannot be used: it must be 32 random bytes/);
  expect(refusal({ DATABASE_URL: 'mysql://me:secret@db/x' })).not.toMatch(/secret/);
});

test.each(SETTINGS)(
  'what is wrong with %s is said without its value: it may be a secret of another setting',
  (name) => {
    for (const secret of ['sk_live_51Hx', `  ${'guarded'.repeat(60)}`, '東京-guarded"\n'])
      expect(refusal({ [name]: secret })).not.toContain(secret.trim().slice(0, 7));
  },
);

test('settings that exclude each other stop the start', () => {
  expect(refusal({ DATABASE_URL })).toMatch(/^MASTER_KEY is missing: with DATABASE_URL/);
  expect(refusal({ DATABASE_URL, MASTER_KEY: KEY, TEST_CLOCK: '2026-01-15' })).toMatch(
    /^TEST_CLOCK cannot be used with DATABASE_URL/,
  );
  expect(refusal({ ROLES: 'api' })).toMatch(/^ROLES \(api\) leaves work to other processes/);
});

test('absolute links use PUBLIC_URL, else the address that the service listens on', () => {
  expect(publicUrlOf({ publicUrl: 'https://p', host: 'x' }, 1)).toBe('https://p');
  expect(publicUrlOf({ host: '127.0.0.1' }, 8080)).toBe('http://127.0.0.1:8080');
  expect(publicUrlOf({ host: '0.0.0.0' }, 80)).toBe('http://localhost:80');
  expect(publicUrlOf({ host: '::1' }, 80)).toBe('http://[::1]:80');
});

test('the embedded database keeps a master key that only its owner can read', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'payroll-config-'));
  try {
    const made = await loadMasterKey({ dataDir: join(dataDir, 'new') });
    const path = join(dataDir, 'new', 'master.key');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await loadMasterKey({ dataDir: join(dataDir, 'new') })).toEqual(made);
    expect(Buffer.from(await readFile(path, 'utf8'), 'base64')).toEqual(made);
    expect(await loadMasterKey({ dataDir: join(dataDir, 'other') })).not.toEqual(made);
    const together = await Promise.all([1, 2, 3].map(() => loadMasterKey({ dataDir: join(dataDir, 'together') })));
    for (const key of together) expect(key).toEqual(together[0]);
    expect(await readdir(join(dataDir, 'together'))).toEqual(['master.key']);
    // A key in its place would say nothing of where the right one is, and might be kept for it.
    const lost = { dataDir: join(dataDir, 'lost') };
    await expect(loadMasterKey(lost, async () => true)).rejects.toThrow(/lost\/master\.key is missing/);
    await expect(readdir(lost.dataDir)).rejects.toThrow('ENOENT');
    expect(await loadMasterKey({ dataDir: join(dataDir, 'new') }, async () => true)).toEqual(made);
    const given = Buffer.alloc(32, 9);
    expect(await loadMasterKey({ masterKey: given, dataDir: '/nowhere' })).toBe(given);

    await writeFile(path, 'broken\n');
    await expect(loadMasterKey({ dataDir: join(dataDir, 'new') })).rejects.toThrow(
      /master\.key cannot be used: it must be 32/,
    );
    await expect(loadMasterKey({ dataDir: path })).rejects.toThrow(ConfigError);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

describe('the rail of payments', () => {
  const OWN = { DATABASE_URL, MASTER_KEY: KEY };
  const ORIGINATOR = {
    CPA_005_ORIGINATOR_ID: 'NLAKE00001',
    CPA_005_DATA_CENTRE: '00310',
    CPA_005_SHORT_NAME: 'Northlake',
    CPA_005_LONG_NAME: 'Paie Northlake Ltée',
    CPA_005_ACCOUNT: '003-00123-7654321',
  };

  test('is simulated with the embedded database, and must be set with DATABASE_URL', () => {
    expect(readConfig({}).paymentRail).toBe('simulated');
    expect(readConfig(OWN).paymentRail).toBeUndefined();
    expect(readConfig({ ...OWN, PAYMENT_RAIL: 'simulated' }).paymentRail).toBe('simulated');
  });

  test("to a bank requires all settings of the originator, each in the bank's format", () => {
    const account = { institution_number: '003', transit_number: '00123', account_number: '7654321' };
    expect(readConfig({ ...OWN, PAYMENT_RAIL: 'cpa_005', ...ORIGINATOR })).toMatchObject({
      paymentRail: 'cpa_005',
      originator: { id: 'NLAKE00001', data_centre: '00310', returns: account },
    });
    const { CPA_005_ACCOUNT: _, CPA_005_DATA_CENTRE: __, ...some } = ORIGINATOR;
    expect([
      refusal({ PAYMENT_RAIL: 'cpa_005' }),
      refusal({ PAYMENT_RAIL: 'cpa_005', ...some }),
      refusal({ PAYMENT_RAIL: 'wire' }),
      refusal({ ...ORIGINATOR, CPA_005_ACCOUNT: '003-123-7654321' }),
      refusal({ ...ORIGINATOR, CPA_005_SHORT_NAME: '東京' }),
      refusal({ ...ORIGINATOR, CPA_005_ORIGINATOR_ID: 'nlake' }),
    ]).toEqual([
      expect.stringMatching(/^PAYMENT_RAIL \("cpa_005"\) cannot be used: it needs CPA_005_ORIGINATOR_ID, /),
      'CPA_005_DATA_CENTRE, CPA_005_ACCOUNT missing: who sends files to the bank is set as a whole.',
      'PAYMENT_RAIL cannot be used: it must be one of simulated, cpa_005.',
      expect.stringMatching(/^CPA_005_ACCOUNT .* like 003-00123-1234567\.$/),
      expect.stringMatching(/^CPA_005_SHORT_NAME .* 1 to 15 characters/),
      expect.stringMatching(/^CPA_005_ORIGINATOR_ID .* 1 to 10 capital letters and digits/),
    ]);
  });
});
