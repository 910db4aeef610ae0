import { filesOfPost, MAX_FILE, MAX_FUNCTION, sourceFigures } from '../test/support/source-figures.ts';

// Prints figures of the sources, beside those of the day when they were first counted: `npm run figures`.

/** At commit 9ec5272. */
const BEFORE = { casts: 620, functions: 39 };

const { casts, functions, files } = sourceFigures();
const longest = [...functions].sort((a, b) => b.lines - a.lines)[0];
const lines = [
  `casts: ${casts.length} (before: ${BEFORE.casts}), of which ${casts.filter(({ isExplained }) => !isExplained).length} without a reason`,
  `functions of more than ${MAX_FUNCTION} lines: ${functions.length} (before: ${BEFORE.functions}); the longest: ${longest ? `${longest.lines}, ${longest.at} ${longest.what}` : 'none'}`,
  `files of more than ${MAX_FILE} lines: ${files.length}`,
  `files that a POST crosses before its append: ${filesOfPost()}`,
];
process.stdout.write(`${lines.join('\n')}\n`);
