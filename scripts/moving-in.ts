import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { ImportColumn } from '../src/moving-in/columns.ts';
import { importFiles } from '../src/moving-in/files.ts';
import { namingMembers } from '../src/moving-in/references.ts';
import { registry } from '../src/registry.ts';

/**
 * Makes the part of docs/moving-in.md that follows from the declarations: `npm run moving-in`. The text above the mark
 * is written by hand. The same code makes the same text, so a test fails when a column changed and the page did not.
 */
export const PAGE = new URL('../docs/moving-in.md', import.meta.url);
export const MARK = '<!-- What follows is made by `npm run moving-in`. -->\n';

const KINDS: Readonly<Record<ImportColumn['kind'], string>> = {
  text: '',
  flag: '`true` or `false`',
  integer: 'integer',
  integers: 'integers separated by spaces',
  shares:
    'percentages with labels or ids of tags: `60 Kitchen + East; 40 Bar`; a label that holds one of these signs, or two blanks, by its id',
  overrides:
    'types with percentage and method: `earning.commission 3 per_period; earning.bonus_discretionary 0 manual`',
};

const holds = ({ kind, refersTo }: ImportColumn): string => {
  if (!refersTo || kind === 'shares') return KINDS[kind];
  const names = [...new Set(refersTo.flatMap((object) => namingMembers(object, { registry })))];
  const words = refersTo.map((object) => object.replaceAll('_', ' ')).join(' or ');
  return `${[...names, 'id'].join(' or ')}: ${words}`;
};

const columnRow = (column: ImportColumn): string => {
  const { name, isRequired, about } = column;
  return `| \`${name}\` | ${isRequired ? 'yes' : ''} | ${holds(column)} | ${about.replaceAll('|', String.raw`\|`)} |`;
};

/** The page as it is to be, from the page as it stands. */
export const generateMovingIn = (page: string): string => {
  const at = page.indexOf(MARK);
  if (at < 0) throw new Error('docs/moving-in.md has lost its mark');
  const parts = importFiles(registry).map(({ name, about, columns }) =>
    [
      `### ${name}`,
      '',
      `${about}.`,
      '',
      '| column | needed | holds | what it is |',
      '|---|---|---|---|',
      ...columns.map(columnRow),
    ].join('\n'),
  );
  return `${page.slice(0, at)}${MARK}\n${parts.join('\n\n')}\n`;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const before = await readFile(PAGE, 'utf8');
  const page = generateMovingIn(before);
  if (before !== page) await writeFile(PAGE, page);
  process.stdout.write(before === page ? 'docs/moving-in.md is up to date\n' : 'docs/moving-in.md was written\n');
}
