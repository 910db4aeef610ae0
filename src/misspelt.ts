/** Names of settings that somebody misspelt. */

/** Shorter names are words that the environments of other programs have too (`ROLE`, `PORTS`). */
const SHORTEST = 8;
/** Letters that may be missing, too many, other ones, or in the place of their neighbours. */
const MOST_WRONG = 2;

/** How many letters two names are apart: an insertion, a removal, another letter, or two neighbours exchanged are one. */
const lettersApart = (a: string, b: string): number => {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    const [above, row] = [rows[i - 1]!, [i]];
    for (let j = 1; j <= b.length; j += 1) {
      const other = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const exchanged = isExchanged ? rows[i - 2]![j - 2]! + 1 : other;
      row.push(Math.min(above[j]! + 1, row[j - 1]! + 1, other, exchanged));
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
};

/**
 * What is said of each variable that has nearly the name of a setting which is not set itself. It stops no start: the
 * environment has variables of other programs too.
 *
 * @param env the variables; those without a value count as absent
 * @param settings the names of all settings
 */
export const misspeltSettings = (
  env: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
): string[] => {
  const variables = Object.keys(env).filter((name) => env[name]?.trim());
  const absent = settings.filter((name) => name.length >= SHORTEST && !variables.includes(name));
  return variables.flatMap((variable) => {
    if (settings.includes(variable)) return [];
    const setting = absent.find(
      (name) => Math.abs(name.length - variable.length) <= MOST_WRONG && lettersApart(variable, name) <= MOST_WRONG,
    );
    return setting === undefined ? [] : [`${variable} is no setting, and is ignored: was ${setting} meant?`];
  });
};
