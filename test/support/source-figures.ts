import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';

/** What can be counted of our own sources, by their syntax trees. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A place in the sources, as an editor opens it. */
export interface Place {
  at: string;
  /** What stands there: the cast, or the name of the function. */
  what: string;
}

export interface Long extends Place {
  lines: number;
  /** Whether a comment right above says why. */
  isExplained: boolean;
}

export interface Figures {
  /** Every `as` but `as const`; `as unknown as` is two. */
  casts: (Place & { isExplained: boolean })[];
  /** Functions of more than `MAX_FUNCTION` lines. */
  functions: Long[];
  /** Files of more than `MAX_FILE` lines. */
  files: Long[];
}

export const MAX_FUNCTION = 80;
export const MAX_FILE = 350;
/** How a comment begins that says why something is long. */
const WHY_LONG = /\bLong: /;

const FUNCTIONS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ArrowFunction,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.Constructor,
]);

const isComment = (line: string): boolean => /^\s*(\/\/|\/\*|\*)/.test(line);

/** The comment that ends right above a line; empty where there is none. */
const commentAbove = (lines: readonly string[], line: number): string => {
  let from = line;
  while (from > 0 && isComment(lines[from - 1]!)) from--;
  return lines.slice(from, line).join('\n');
};

/**
 * The innermost part of a file's lines that an explanation of a cast may stand above: a statement, member or element.
 */
const isPart = ({ kind }: Node): boolean =>
  [
    SyntaxKind.VariableStatement,
    SyntaxKind.ExpressionStatement,
    SyntaxKind.ReturnStatement,
    SyntaxKind.IfStatement,
    SyntaxKind.ForOfStatement,
    SyntaxKind.PropertyAssignment,
    SyntaxKind.MethodDeclaration,
  ].includes(kind);

const namesOf = (node: Node, file: SourceFile): string => {
  const { parent } = node;
  const own = 'name' in node ? node.name : undefined;
  const name = own ?? (parent && 'name' in parent ? parent.name : undefined);
  return name && typeof name === 'object' && 'getText' in name ? (name as Node).getText(file) : 'a function';
};

/** Counts of one file. */
const figuresOf = (file: SourceFile, path: string): Figures => {
  const lines = file.text.split('\n');
  const lineOf = (position: number): number => file.getLineAndCharacterOfPosition(position).line;
  const found: Figures = { casts: [], functions: [], files: [] };
  const visit = (node: Node, part: Node | undefined): void => {
    const own = isPart(node) ? node : part;
    const [from, to] = [lineOf(node.getStart(file)), lineOf(node.end)];
    if (node.kind === SyntaxKind.AsExpression || node.kind === SyntaxKind.TypeAssertionExpression) {
      const text = node.getText(file);
      if (!/\bas const$/.test(text)) {
        const above = [from, ...(own ? [lineOf(own.getStart(file))] : [])].some((line) =>
          /^\s*\/\//m.test(commentAbove(lines, line)),
        );
        found.casts.push({ at: `${path}:${to + 1}`, what: text.replace(/\s+/g, ' ').slice(0, 80), isExplained: above });
      }
    }
    if (FUNCTIONS.has(node.kind) && to - from + 1 > MAX_FUNCTION)
      found.functions.push({
        at: `${path}:${from + 1}`,
        what: namesOf(node, file),
        lines: to - from + 1,
        isExplained: WHY_LONG.test(commentAbove(lines, from)),
      });
    node.forEachChild((child) => visit(child, own));
  };
  visit(file, undefined);
  const count = lines.length - 1;
  if (count > MAX_FILE)
    found.files.push({
      at: path,
      what: `has ${count} lines`,
      lines: count,
      isExplained: WHY_LONG.test(lines.slice(0, 120).join('\n')),
    });
  return found;
};

/** Figures of src and projections: the compiler reads the files that it builds, and not those of tests too. */
export const sourceFigures = (): Figures => {
  const api = new API({ cwd: ROOT });
  try {
    const project = api.updateSnapshot({ openProjects: [`${ROOT}tsconfig.build.json`] }).getProjects()[0]!;
    const all = project.rootFiles
      .map((name) => ({ name, path: name.slice(name.indexOf(ROOT) + ROOT.length) }))
      .filter(({ path }) => /^(src|projections)\//.test(path))
      .map(({ name, path }) => figuresOf(project.program.getSourceFile(name)!, path));
    return {
      casts: all.flatMap(({ casts }) => casts),
      functions: all.flatMap(({ functions }) => functions),
      files: all.flatMap(({ files }) => files),
    };
  } finally {
    api.close();
  }
};

/** Folders whose files import what src and projections export. */
const IMPORTING = ['src', 'projections', 'test', 'bench', 'scripts', 'examples', 'client'];

const textsIn = (folder: string): { path: string; text: string }[] =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.m?[jt]s$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .map((file) => ({ path: file.slice(ROOT.length), text: readFileSync(file, 'utf8') }));

const NAMED = /^(?:import|export) (?:type )?\{([^}]*)\} from '(\.[^']+)'/gm;
const WHOLE = /(?:\* as \w+ from |\bimport\()'(\.[^']+)'/g;

/** What a file imports or exports again: `<path> <name>`, or the path alone of a file that it imports as a whole. */
const importedBy = ({ path, text }: { path: string; text: string }): string[] => {
  const named = [...text.matchAll(NAMED)].flatMap(([, names, from]) =>
    names!.split(',').map(
      (name) =>
        `${join(dirname(path), from!)} ${
          name
            .trim()
            .replace(/^type /, '')
            .split(' ')[0]
        }`,
    ),
  );
  return [...named, ...[...text.matchAll(WHOLE)].map(([, from]) => join(dirname(path), from!))];
};

/** Exported functions, constants and classes of src and projections that no other file imports. */
export const exportsOfNobody = (): Place[] => {
  const files = IMPORTING.flatMap(textsIn);
  const imported = new Set(files.flatMap(importedBy));
  return files
    .filter(({ path }) => /^(src|projections)\//.test(path) && !imported.has(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^export (?:async )?(?:const|function\*?|class) ([\w$]+)/gm)]
        .map(([, name]) => ({ at: path, what: name! }))
        .filter(({ what }) => !imported.has(`${path} ${what}`)),
    );
};

/** How many files the walk of one POST in ARCHITECTURE.md names before its append. */
export const filesOfPost = (): number => {
  const text = readFileSync(`${ROOT}ARCHITECTURE.md`, 'utf8');
  const walk = text.slice(text.indexOf('### One POST'), text.indexOf('### One GET'));
  const rows = walk.split('\n').filter((line) => line.startsWith('| `') && !line.includes('group commit'));
  return rows.flatMap((row) => row.split('|')[1]!.match(/`[^`]+`/g) ?? []).length;
};
