import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Api, Resource } from './api.ts';
import type { Person } from './people.ts';
import type { Receiver } from './receiver.ts';
import type { Stage } from './stage.ts';

/** What every act has: the stage, and the interface as the partner calls it. */
export interface Scene {
  stage: Stage;
  url: string;
  partner: Api;
  receiver: Receiver;
}

/** An employer with its company's token. */
export interface Employer {
  api: Api;
  /** An answer as it came, of the media type that is accepted. */
  text: (path: string, accept?: string) => Promise<string>;
  bytes: (path: string, accept?: string) => Promise<Uint8Array>;
  company: Resource;
  entity: Resource;
}

/** Someone on the payroll. */
export interface Member {
  person: Person;
  employee: Resource;
  assignment: Resource;
}

/** Where the service is and how the partner calls it: settings, else what the service keeps in DATA_DIR. */
export const findService = async (env: NodeJS.ProcessEnv): Promise<{ url: string; secret: string }> => {
  const path = join(env.DATA_DIR || '.data', 'credentials.json');
  const { PAYROLL_URL: url, PARTNER_SECRET: secret } = env;
  if (url && secret) return { url, secret };
  let kept: { url: string; partner_secret: string };
  try {
    kept = JSON.parse(await readFile(path, 'utf8'));
  } catch {
    throw new Error(
      `${path} cannot be read: start the service with "npm start", or set PAYROLL_URL and PARTNER_SECRET to those of another`,
    );
  }
  return { url: url || kept.url, secret: secret || kept.partner_secret };
};

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs the `payroll` command with the settings of this process: from its source, or as PAYROLL_COMMAND names it when
 * built.
 */
export const payroll = (...args: string[]): Promise<CommandResult> =>
  new Promise((resolve, reject) => {
    const { PAYROLL_COMMAND: built } = process.env;
    const source = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
    const command = built ? [built] : ['--import', 'tsx', source];
    const child = spawn(process.execPath, [...command, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
