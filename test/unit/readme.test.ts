import { access, readdir, readFile } from 'node:fs/promises';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { readConfig, SETTINGS } from '../../src/config.ts';
import { hexSignature } from '../../src/processes/webhooks/webhook-signature.ts';
import { runHere } from '../support/command.ts';

/** What newcomers read and copy is true. */
const read = (name: string): Promise<string> => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');

/** Settings of the table with their defaults. */
const settingsOf = (readme: string): Map<string, string> => {
  const section = readme.slice(readme.indexOf('## Settings'), readme.indexOf('## The command line'));
  return new Map(
    [...section.matchAll(/^\| `([A-Z0-9_]+)` \|([^|]*)\|/gm)].map(([, name, value]) => [name!, value!.trim()]),
  );
};

test('the README names every setting, and no other', async () => {
  const named = [...settingsOf(await read('README.md')).keys()];
  expect(named.sort()).toEqual([...SETTINGS].sort());
});

test('the defaults in the README are those of the code', async () => {
  const written = settingsOf(await read('README.md'));
  const env: Record<string, string> = {};
  for (const [name, value] of written) {
    const literal = /^`([^`]+)`$/.exec(value);
    if (literal) env[name] = literal[1]!;
  }
  expect(Object.keys(env).length).toBeGreaterThan(8);
  expect(readConfig(env)).toEqual(readConfig({}));
});

test('operations.md says of every table what removes its rows', async () => {
  const folder = new URL('../../migrations/', import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')));
  const tables = texts.flatMap((sql) =>
    [...sql.matchAll(/create (?:unlogged )?table (\w+)/gi)].map(([, name]) => name!),
  );
  const section = /\n## What grows\n(.*?)\n## /s.exec(await read('docs/operations.md'))?.[1] ?? '';
  const firstCells = [...section.matchAll(/^\|([^|]*)\|/gm)].map(([, cell]) => cell!);
  const named = firstCells.flatMap((cell) => [...cell.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name!));
  expect(tables.length).toBeGreaterThan(15);
  expect(named.sort()).toEqual(tables.sort());
});

/** What a command's help lists below it. */
const commandsBelow = async (...of: string[]): Promise<string[]> => {
  const help = runHere([...of, '--help'], {});
  expect(await help.ended).toBe(0);
  const [, listed = ''] = help.stdout().split('\nCommands:\n');
  return [...listed.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name!).filter((name) => name !== 'help');
};

test('the README names every command', async () => {
  const readme = await read('README.md');
  const table = readme.slice(readme.indexOf('## The command line'), readme.indexOf('## In production'));
  const commands: string[] = [];
  for (const name of await commandsBelow()) {
    const below = await commandsBelow(name);
    commands.push(...(below.length === 0 ? [name] : below.map((one) => `${name} ${one}`)));
  }
  expect(commands.length).toBeGreaterThan(30);
  expect(commands.filter((command) => !new RegExp(`\`${command}[\` ]`).test(table))).toEqual([]);
});

test('a wrong command line leads to the help of its own command, which tells what is required', async () => {
  const wrong = runHere(['roe', 'authorize', 'roea_1'], {});
  expect(await wrong.ended).toBe(2);
  expect(wrong.stderr()).toBe(
    "error: required option '--note <text>' not specified\n(see payroll roe authorize --help)\n",
  );
  const unknown = runHere(['dance'], {});
  expect(await unknown.ended).toBe(2);
  expect(unknown.stderr()).toMatch(/\(see payroll --help\)\n$/);
  const help = runHere(['processes', 'skip', '--help'], {});
  expect(await help.ended).toBe(0);
  const needed = [...help.stdout().matchAll(/^ {2}(--\w+)(?:(?!^ {2}-).)*\(required\)$/gms)].map(([, name]) => name);
  expect(needed).toEqual(['--company', '--event', '--reason']);
});

test('the service of docker-compose.yml gets settings that exist, and its example of secrets names what it needs', async () => {
  const compose = await read('docker-compose.yml');
  const { services } = load(compose) as { services: Record<string, { environment: Record<string, string> }> };
  const passed = Object.keys(services.payroll!.environment);
  for (const name of passed) expect(SETTINGS).toContain(name);
  // A setting of .env that does not reach the container would be ignored without a word.
  const OF_THE_IMAGE = ['PORT', 'HOST', 'DATA_DIR', 'TEST_CLOCK', 'ROLES'];
  expect(SETTINGS.filter((name) => !passed.includes(name))).toEqual(OF_THE_IMAGE);
  const needed = [...compose.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name!);
  const offered = [...(await read('.env.example')).matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  for (const name of needed) expect(offered).toContain(name);
});

test('the image is built from files that exist and that the build context admits', async () => {
  const admitted = (await read('.dockerignore'))
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
  const copied = [...(await read('Dockerfile')).matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) =>
    names!.split(' '),
  );
  expect(copied.length).toBeGreaterThan(5);
  for (const name of copied) {
    expect(admitted).toContain(name);
    await expect(access(new URL(`../../${name}`, import.meta.url))).resolves.toBeUndefined();
  }
});

test('the verification that the webhooks page shows holds for what the service signs, and for nothing else', async () => {
  const [, code] = /```js\n([\s\S]+?)```/.exec(await read('docs/webhooks.md'))!;
  const module = `${code}\nexport { isGenuine };`;
  const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(module)}`)) as {
    isGenuine: (key: string, body: string, signature: string) => boolean;
  };
  const body = '{"event":"payroll_approved","resource":{"type":"payroll","id":"é"},"sequence":1}';
  const signature = hexSignature('whsec_a', body);
  expect(isGenuine('whsec_a', body, signature)).toBe(true);
  expect(isGenuine('whsec_b', body, signature)).toBe(false);
  expect(isGenuine('whsec_a', `${body} `, signature)).toBe(false);
  expect(isGenuine('whsec_a', body, '')).toBe(false);
});

test('every link of README.md and ARCHITECTURE.md has a target', async () => {
  for (const page of ['README.md', 'ARCHITECTURE.md'])
    for (const [, target] of (await read(page)).matchAll(/\]\((?!https?:)([^)#]+)/g))
      await expect(access(new URL(`../../${target}`, import.meta.url))).resolves.toBeUndefined();
});
