import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// The linter refuses an import that biome.rooms.json does not name. What is left to show: that the directions written
// there have no circle, and that no folder was forgotten.

interface Room {
  includes: [string];
  linter: {
    rules: { style: { noRestrictedImports: { options: { patterns: [{ group: string[]; message: string }] } } } };
  };
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const { overrides } = JSON.parse(readFileSync(join(root, 'biome.rooms.json'), 'utf8')) as { overrides: Room[] };

/** Folder by folder, what it may import. */
const allowed = new Map(
  overrides.map(({ includes: [files], linter }) => {
    const folder = dirname(files);
    const { group } = linter.rules.style.noRestrictedImports.options.patterns[0];
    const named = group.filter((pattern) => pattern.startsWith('!'));
    return [folder, named.map((pattern) => normalize(join(folder, dirname(pattern.slice(1)))))] as const;
  }),
);

const files = ['src', 'projections'].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath.slice(root.length), entry.name)),
);
const folders = files.map((file) => dirname(file));

test('each folder of sources declares what it may import, except the one that assembles all', () => {
  const rooms = new Set(folders.filter((folder) => folder !== 'src'));
  const undeclared = [...rooms].filter((folder) => !allowed.has(folder));
  const gone = [...allowed.keys()].filter((folder) => !rooms.has(folder));
  expect({ undeclared, gone }, 'an entry of biome.rooms.json for each folder, and none for others').toEqual({
    undeclared: [],
    gone: [],
  });
});

test('what the linter says of a refused import is what the folder may import', () => {
  const wrong = overrides.flatMap(({ includes: [files], linter }) => {
    const folder = dirname(files);
    const { message } = linter.rules.style.noRestrictedImports.options.patterns[0];
    const right = `${folder} may import ${allowed.get(folder)!.toSorted().join(', ') || 'nothing of ours'}`;
    return message === right ? [] : [{ message, right }];
  });
  expect(wrong, 'a room that an entry of biome.rooms.json names is in its group and in its message').toEqual([]);
});

test('a folder may import no other than those that it does: what nobody needs would be imported by mistake', () => {
  const used = (folder: string): Set<string> => {
    const own = files.filter((file) => dirname(file) === folder).map((file) => readFileSync(join(root, file), 'utf8'));
    const named = own.flatMap((text) => [...text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)]);
    return new Set(named.map(([, from]) => normalize(join(folder, dirname(from!)))));
  };
  const unused = [...allowed].flatMap(([folder, others]) => {
    const needed = used(folder);
    return others.filter((other) => !needed.has(other)).map((other) => `${folder} imports nothing of ${other}`);
  });
  expect(unused, 'take the room out of the entry in biome.rooms.json, from its group and its message').toEqual([]);
});

test('no type is imported by `import(…)`, which the linter does not hold against the directions', () => {
  const unseen = files.filter((file) => /(?<!await )\bimport\(['"]\./.test(readFileSync(join(root, file), 'utf8')));
  expect(unseen, 'import the type by a statement at the top of the file').toEqual([]);
});

test('no room imports itself through others', () => {
  const below = (room: string, seen: Set<string>): Set<string> => {
    for (const next of allowed.get(room) ?? [])
      if (!seen.has(next)) {
        seen.add(next);
        below(next, seen);
      }
    return seen;
  };
  // `src` holds what puts all together, and the settings that the command line reads.
  const circles = [...allowed.keys()].filter((room) => below(room, new Set()).has(room));
  expect(circles, 'rooms of a circle: move what one of them takes of another up into a room that both import').toEqual(
    [],
  );
});

test('ARCHITECTURE.md has each room in its table, and no room imports what stands below it there', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const table = text.slice(text.indexOf('## The rooms'), text.indexOf('## The kernel'));
  const rows = [...table.matchAll(/^\| (`[^|]*) \|/gm)].map(([, names]) => names!.match(/[\w/-]+(?=\/`)/g) ?? []);
  const place = new Map(rows.flatMap((names, row) => names.map((name) => [name, row] as const)));
  /** The row of a folder, or of the nearest one above it that has one. */
  const rowOf = (folder: string): number | undefined =>
    folder === '.' ? undefined : (place.get(folder) ?? rowOf(dirname(folder)));
  const without = [...allowed.keys()].filter((room) => room !== 'projections' && rowOf(room) === undefined);
  expect(without, 'rooms without a row in the table of ARCHITECTURE.md').toEqual([]);
  const wrong = [...allowed].flatMap(([room, others]) =>
    others
      .filter((other) => other !== 'src' && !((rowOf(other) ?? Number.NaN) <= (rowOf(room) ?? Number.NaN)))
      .map((other) => `${room} imports ${other}`),
  );
  expect(place.size).toBeGreaterThan(30);
  expect(wrong, 'what is imported stands above who imports it in the table of ARCHITECTURE.md').toEqual([]);
});

test('no folder has too many files', () => {
  const count = countBy(folders);
  const full = Object.entries(count).filter(([, files]) => files > 17);
  expect(full, 'put files that belong together into a folder within it, with an entry in biome.rooms.json').toEqual([]);
});

const countBy = (names: readonly string[]): Record<string, number> => {
  const count: Record<string, number> = {};
  for (const name of names) count[name] = (count[name] ?? 0) + 1;
  return count;
};

const IMPORT = /^(?:import|export) (type )?(?:[^;']*? from )?'(\.[^']+\.ts)';/gm;

/** The modules that each one imports, and whether for types alone. */
const imports = new Map(
  files.map((file) => {
    const found = [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)];
    return [file, found.map(([, type, from]) => ({ module: normalize(join(dirname(file), from!)), type }))] as const;
  }),
);

/** The modules that one imports, but for types alone. */
const loadedBy = (file: string): string[] =>
  imports
    .get(file)!
    .filter(({ type }) => !type)
    .map(({ module }) => module);

/** Some modules, those that they import, and so on. */
const reachedFrom = (modules: readonly string[], importedBy: (file: string) => readonly string[]): Set<string> => {
  const reached = new Set(modules);
  for (const module of reached) for (const next of importedBy(module)) reached.add(next);
  return reached;
};

/**
 * Types that declare each other: the rules of a resource are given the services, which find, show and write resources.
 * When they run, none of these modules needs itself.
 */
const DECLARE_EACH_OTHER =
  /^src\/kernel\/definition\/(fields|fold|operation|personal|reader|record-events|registry|resource|services|show|writer)\.ts$/;

test('no module imports itself through others, not for types either', () => {
  const importedBy = (file: string) =>
    imports
      .get(file)!
      .filter(({ module, type }) => !type || ![file, module].every((one) => DECLARE_EACH_OTHER.test(one)))
      .map(({ module }) => module);
  const behind = new Map(files.map((file) => [file, reachedFrom(importedBy(file), importedBy)]));
  const circleOf = (file: string) => [...behind.get(file)!].filter((other) => behind.get(other)!.has(file)).sort();
  const circles = new Set(files.map((file) => circleOf(file).join(', ')).filter((names) => names !== ''));
  expect(files.length).toBeGreaterThan(700);
  expect(
    [...circles],
    'modules of each circle: what one takes of another goes to a third file, or comes as an argument',
  ).toEqual([]);
});

test('a thread that fills read models loads no operations: each thread would hold all of their schemas', () => {
  const loaded = [...reachedFrom(['src/fill-thread-context.ts'], loadedBy)];
  expect(loaded).toContain('src/kernel/definition/schemas.ts');
  expect(loaded.filter((file) => file === 'src/operations.ts' || file.startsWith('src/http/'))).toEqual([]);
});
