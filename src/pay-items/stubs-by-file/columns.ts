import { LINE_KINDS, type LineKind } from '../../calculation/index.ts';
import { isStatutory } from '../../calculation/model/lines.ts';
import { CATALOGUES } from '../../catalogues/catalogues.ts';
import type { Registry } from '../../kernel/definition/registry.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import { lineItemObject } from '../../payrolls/events/pay-stub.ts';
import type { CsvShape } from '../../tables/csv-reader.ts';
import { cut } from '../../values/cut.ts';
import { issuesOf } from '../../values/issues.ts';
import { type JsonObject, sameJson, textOf } from '../../values/json.ts';
import type { Issue } from '../../values/problem.ts';
import { HOUR_TYPES } from '../hours/entries.ts';
import { NEGATIVE, OF_CONTRACTOR } from '../line-item-rules.ts';

/**
 * Figures of pay stubs as columns of a file: one for each type of line item, or for each preset of an employer. A row
 * is a person's stub, an empty cell no line.
 */
export interface FigureColumn {
  /** As the file has it: `earning.wage`, `earning.wage.hours`, `deduction.bprst_…`. */
  name: string;
  /** Words for people that a template puts before it. */
  title?: string;
  kind: LineKind;
  /** Which line it is of: columns of the same one are figures of one line. */
  line: string;
  /** What the line is: its type, or the preset that says it. */
  given: JsonObject;
  member: 'custom_amount' | 'custom_hours';
}

/** Two templates: the presets of the employer, or every type that there is. */
export const TEMPLATES = ['preset', 'all_types'] as const;

/** Rows of a file, at most. */
export const MAX_ROWS = 10_000;

const hasHours = (kind: LineKind, type: string): boolean =>
  kind === 'earning' && HOUR_TYPES.some((one) => one === type);

const figures = (
  kind: LineKind,
  line: string,
  given: JsonObject,
  { withHours, title }: { withHours: boolean; title?: string },
): FigureColumn[] => {
  const shared = { kind, line, given };
  const named = (suffix: string) => (title === undefined ? {} : { title: `${title}${suffix}` });
  return [
    { name: line, ...named(''), ...shared, member: 'custom_amount' },
    ...(withHours ? [{ name: `${line}.hours`, ...named(' (h)'), ...shared, member: 'custom_hours' } as const] : []),
  ];
};

const ofKinds = (kinds: readonly LineKind[]): FigureColumn[] =>
  kinds.flatMap((kind) =>
    CATALOGUES[kind].values.flatMap((type) =>
      figures(kind, `${kind}.${type}`, { [`${kind}_type`]: type }, { withHours: hasHours(kind, type) }),
    ),
  );

/** A column for each type of line item, of all families. */
export const ALL_TYPES: readonly FigureColumn[] = ofKinds(LINE_KINDS);

/**
 * A column for each preset that says a type, and for what the law withholds, which no preset is of. A preset of a pay
 * rate's type takes hours too.
 */
export const presetColumns = (presets: readonly RecordOf<'business_preset'>[]): FigureColumn[] => [
  ...presets.flatMap(({ id, type, subtype, name }) => {
    const kind = LINE_KINDS.find((one) => one === type);
    if (!kind || subtype === null) return [];
    const given = { [`${kind}_type`]: subtype, business_preset_id: id };
    return figures(kind, `${kind}.${id}`, given, {
      withHours: hasHours(kind, subtype),
      title: cut(name ?? '', MOST_TITLE),
    });
  }),
  ...ofKinds(LINE_KINDS.filter(isStatutory)),
];

/** Characters of a preset's name at the head of a column: an employer may have a thousand presets, all in one line. */
const MOST_TITLE = 50;

/** How a template heads a column: what a preset is called is before the name that counts. */
export const headOf = ({ name, title }: FigureColumn): string => (title === undefined ? name : `${title} [${name}]`);

/** The shape of a file with some leading columns and figures. */
export const shapeOf = (leading: CsvShape['columns'], columns: readonly FigureColumn[]): CsvShape => ({
  columns: { ...leading, ...Object.fromEntries(columns.map(({ name }) => [name, { decimal: true }])) },
  max_rows: MAX_ROWS,
  comes_back: true,
});

/** A line item of a row. */
export interface FileLine {
  kind: LineKind;
  /** Tells it apart from the other lines of the row. */
  line: string;
  /** As a body of the line item has it, without the stub. */
  input: JsonObject;
}

/** Of a line that is for employees alone. */
export const contractorIssues = (lines: readonly FileLine[]): Issue[] =>
  lines.filter(({ kind }) => isStatutory(kind)).map(({ line }) => ({ path: line, text: OF_CONTRACTOR.file }));

/**
 * The line items that a row stands for, and what is wrong with its cells; `path` is the column.
 *
 * @param cells by the column's name; cells of other columns are left alone
 * @param isNegativeTaken whether figures may be below 0: on correction payrolls
 * @returns `zeros`: lines whose figures are all 0, which say that there was none; they are not among the lines
 */
export const linesOf = (
  cells: Readonly<Record<string, string>>,
  columns: readonly FigureColumn[],
  registry: Pick<Registry, 'need'>,
  isNegativeTaken: boolean,
): { lines: FileLine[]; zeros: FileLine[]; issues: Issue[] } => {
  const lines = new Map<string, FileLine>();
  const issues: Issue[] = [];
  for (const { name, kind, line, given, member } of columns) {
    const cell = cells[name]?.trim() ?? '';
    if (cell === '') continue;
    const parsed = registry.need(lineItemObject(kind)).fields[member]!.write!.schema.safeParse(cell, {
      reportInput: true,
    });
    if (!parsed.success) {
      issues.push(...issuesOf(parsed.error, cell).map(({ text }) => ({ path: name, text })));
      continue;
    }
    if (!isNegativeTaken && String(parsed.data).startsWith('-')) issues.push({ path: name, text: NEGATIVE });
    const known = lines.get(line) ?? { kind, line, input: { ...given } };
    known.input[member] = textOf(parsed.data);
    lines.set(line, known);
  }
  const isSomething = ({ input }: FileLine) =>
    [input.custom_amount, input.custom_hours].some((figure) => figure !== undefined && !sameJson(figure, '0'));
  const all = [...lines.values()];
  return { lines: all.filter(isSomething), zeros: all.filter((line) => !isSomething(line)), issues };
};
