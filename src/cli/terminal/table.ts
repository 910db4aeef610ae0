/** Lines of text under their heads, columns aligned; those named in `right` at their right edge. */
export const table = (
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
): string => {
  const widths = heads.map((head, i) => rows.reduce((most, row) => Math.max(most, row[i]?.length ?? 0), head.length));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (right.includes(i) ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd();
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
};
