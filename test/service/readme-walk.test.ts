import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { startTestService } from '../support/service.ts';

/** The walk of the README, run as it is written, says what it promises. */
const root = fileURLToPath(new URL('../../', import.meta.url));
const service = await startTestService({ hasCommands: true });
const folder = await mkdtemp(join(tmpdir(), 'payroll-walk-'));
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** Each block of commands, and the indented lines that follow it as what it prints. */
const stepsOf = (readme: string): { commands: string; prints: string }[] => {
  const walk = readme.slice(readme.indexOf('## A walk'), readme.indexOf('## Settings'));
  return [...walk.matchAll(/```sh\n([\s\S]*?)```\n(?:\n((?: {4}.*\n)+))?/g)].map(([, commands, printed = '']) => ({
    commands: commands!,
    prints: printed.replaceAll(/^ {4}/gm, ''),
  }));
};

const bash = (script: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, ...service.env };
    const child = spawn('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env });
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`exit code ${code}: ${output}${errors}`)),
    );
  });

test('every step of the README prints what the README says', async () => {
  await mkdir(join(folder, '.data'));
  const credentials = { url: service.url, partner_secret: service.partnerSecret };
  await writeFile(join(folder, '.data/credentials.json'), JSON.stringify(credentials));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  // The compiler, which `npm run payroll` runs first, would follow links to the sources out of this folder.
  for (const name of [
    'package.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'scripts',
    'src',
    'projections',
    'migrations',
  ])
    await cp(join(root, name), join(folder, name), { recursive: true });
  const steps = stepsOf(await readFile(join(root, 'README.md'), 'utf8'));
  expect(steps.length).toBeGreaterThan(5);
  const mark = (i: number): string => `--- ${i}`;
  const output = await bash(steps.map(({ commands }, i) => `echo "${mark(i)}"\n${commands}`).join('\n'));
  for (const [i, { prints }] of steps.entries()) {
    const [, rest = ''] = output.split(`${mark(i)}\n`);
    const [printed = ''] = rest.split('--- ');
    if (prints !== '') expect(printed).toBe(prints);
    else if (i === steps.length - 1) expect(printed).toMatch(/#0 +EmployeeCreated[\s\S]*first_name: Bo/);
    else expect(printed).toBe('');
  }
});
