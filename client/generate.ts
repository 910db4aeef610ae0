import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../src/http/openapi/document.ts';
import { operations } from '../src/operations.ts';

/**
 * Makes the types of the client from the reference: `npm run client`. The same code makes the same text, so a test can
 * tell whether it was made since the reference changed.
 */
const HEADER = `/**
 * Made by \`npm run client\` from the reference of the interface. Not to be changed by hand: change the reference.
 */
`;

/** Members of a reference that types do not need: the client tells nothing of headers, and examples are read in /docs. */
const LEFT_OUT = new Set(['headers', 'example', 'examples', 'description']);

/** The same document without them; names of schemas and members are left as they are. */
const slim = (node: unknown, isMap = false): unknown => {
  if (Array.isArray(node)) return node.map((item) => slim(item));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([name, value]) =>
      !isMap && LEFT_OUT.has(name) ? [] : [[name, slim(value, MAPS.has(name) && !isMap)]],
    ),
  );
};
/** Members whose own members are names that people chose. */
const MAPS = new Set(['properties', 'schemas', 'paths', 'parameters', 'responses', 'patternProperties']);

/** Where the types are kept. */
export const SCHEMA = new URL('./schema.ts', import.meta.url);

/** The types of every operation and schema of the interface, as TypeScript. */
export const generateTypes = async (): Promise<string> => {
  const document = openApiDocument(operations, 'http://localhost:8080');
  const nodes = await openapiTS(JSON.stringify(slim(document)), {
    alphabetize: true,
    // A member with a default may be left out of a request.
    defaultNonNullable: false,
  });
  return HEADER + astToString(nodes);
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const types = await generateTypes();
  const before = await readFile(SCHEMA, 'utf8').catch(() => '');
  if (before !== types) await writeFile(SCHEMA, types);
  process.stdout.write(before === types ? 'client/schema.ts is up to date\n' : 'client/schema.ts was written\n');
}
