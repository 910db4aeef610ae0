import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { generateApi } from 'swagger-typescript-api';
import { expect, onTestFinished, test } from 'vitest';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { operations } from '../../src/operations.ts';

const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

// The client is made by openapi-typescript (client.test.ts); what another generator makes of the reference compiles
// too.
test('a client made by another generator compiles with strict types', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'second-generator-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const document = join(folder, 'openapi.json');
  await writeFile(document, JSON.stringify(openApiDocument(operations, 'http://localhost:8080')));
  const { files } = await generateApi({
    input: document,
    output: false,
    silent: true,
  });
  expect(files.map(({ fileName, fileExtension }) => `${fileName}${fileExtension}`)).toEqual(['Api.ts']);
  const fileContent = files[0]?.fileContent ?? '';
  expect(fileContent).toContain('createAllowance');
  const made = join(folder, 'api.ts');
  await writeFile(made, fileContent);
  const use = join(folder, 'use.ts');
  await writeFile(
    use,
    `import { Api } from './api.ts';
const api = new Api({ baseUrl: 'http://localhost:8080' });
export const names = api.employees.listEmployees({ per_page: 2 }).then(({ data }) => data.data.map((one) => one.data.first_name));
// @ts-expect-error a first name is no number
export const refused = api.employees.createEmployee({ first_name: 1, last_name: 'Roy' });
`,
  );
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const more = ['--lib', 'es2022,dom,dom.iterable', '--allowImportingTsExtensions', '--types', '', '--ignoreConfig'];
  const { stdout } = await promisify(execFile)(process.execPath, [TSC, ...options, ...more, use]).catch(
    (failed: { stdout: string }) => failed,
  );
  expect(stdout).toBe('');
});
