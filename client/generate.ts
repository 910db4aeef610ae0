import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
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

/**
 * Members of a reference that types do not need: the client tells nothing of headers, and examples are read in /docs.
 */
const LEFT_OUT = new Set(['headers', 'example', 'examples', 'description']);

/**
 * A schema without the `anyOf` that stands beside what holds for all of its values: how one member depends on another.
 * The generator would make a type of each alternative, and `{}` of a body that has required members.
 */
const withoutConditions = (schema: { anyOf?: unknown; type?: unknown }): object => {
  const { anyOf, ...all } = schema;
  return anyOf && all.type ? all : schema;
};

/**
 * What an operation answers without what it answers as a file instead of a record: `parseAs` says the type of a file.
 */
const withoutFiles = (responses: Record<string, { content?: Record<string, unknown> }>): object =>
  Object.fromEntries(
    Object.entries(responses).map(([status, { content, ...response }]) => {
      const record = content?.['application/json'];
      return [
        status,
        { ...response, ...(content ? { content: record ? { 'application/json': record } : content } : {}) },
      ];
    }),
  );

/** The same document without them; names of schemas and members are left as they are. */
const slim = (node: unknown, isMap = false): unknown => {
  if (Array.isArray(node)) return node.map((item) => slim(item));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(isMap ? node : withoutConditions(node)).flatMap(([name, value]) =>
      !isMap && LEFT_OUT.has(name)
        ? []
        : [[name, slim(name === 'responses' && !isMap ? withoutFiles(value) : value, MAPS.has(name) && !isMap)]],
    ),
  );
};
/** Members whose own members are names that people chose. */
const MAPS = new Set(['properties', 'schemas', 'paths', 'parameters', 'responses', 'patternProperties']);

/** Members by which the types of a path or an operation say that it has none. */
const ABSENT = new Set([
  ...['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'],
  ...['query', 'header', 'path', 'cookie', 'requestBody'],
]);

const nameOf = ({ name }: ts.TypeElement): string => (name && ts.isIdentifier(name) ? name.text : '');

/** Whether a member tells a caller nothing: that something is absent, or that headers may be anything. */
const isEmpty = (member: ts.TypeElement): boolean => {
  if (!ts.isPropertySignature(member) || !member.type) return false;
  const { type, questionToken } = member;
  if (questionToken && type.kind === ts.SyntaxKind.NeverKeyword) return ABSENT.has(nameOf(member));
  if (!ts.isTypeLiteralNode(type)) return false;
  return nameOf(member) === 'headers'
    ? type.members.every((each) => ts.isIndexSignatureDeclaration(each))
    : nameOf(member) === 'parameters' && type.members.length === 0;
};

/** The same types without such members, and what has one member on one line: a third less to read, and to differ. */
const compact = (nodes: ts.Node[]): ts.Node[] =>
  ts.transform(nodes, [
    (context) => {
      const visit = (node: ts.Node): ts.Node => {
        const own = ts.visitEachChild(node, visit, context);
        const { factory } = context;
        if (ts.isInterfaceDeclaration(own)) {
          const { modifiers, name, typeParameters, heritageClauses, members } = own;
          const kept = members.filter((member) => !isEmpty(member));
          return factory.updateInterfaceDeclaration(own, modifiers, name, typeParameters, heritageClauses, kept);
        }
        if (!ts.isTypeLiteralNode(own)) return own;
        const kept = own.members.filter((member) => !isEmpty(member));
        const made = factory.updateTypeLiteralNode(own, factory.createNodeArray(kept));
        return kept.length === 1 && !ts.getSyntheticLeadingComments(kept[0]!)
          ? ts.setEmitFlags(made, ts.EmitFlags.SingleLine)
          : made;
      };
      return visit;
    },
  ]).transformed;

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
  return HEADER + astToString(compact(nodes));
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const types = await generateTypes();
  const before = await readFile(SCHEMA, 'utf8').catch(() => '');
  if (before !== types) await writeFile(SCHEMA, types);
  process.stdout.write(before === types ? 'client/schema.ts is up to date\n' : 'client/schema.ts was written\n');
}
