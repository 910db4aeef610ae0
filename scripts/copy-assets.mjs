// Files that the compiler does not carry over: SQL and data stand beside the code that reads them. They are made the
// same in the folder of the compiled program, `dist` or the one that is named; what is the same already is not written
// again, since a service may be reading it.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const [, , target = 'dist'] = process.argv;

const isFile = (path) => existsSync(path) && statSync(path).isFile();
const filesOf = (folder) => readdirSync(folder, { recursive: true }).filter((name) => isFile(join(folder, name)));

for (const folder of ['migrations', 'src/statutory/data', 'src/docs/assets']) {
  const copies = join(target, folder);
  for (const name of filesOf(folder)) {
    const [from, to] = [join(folder, name), join(copies, name)];
    if (!(isFile(to) && readFileSync(from).equals(readFileSync(to)))) cpSync(from, to);
  }
  for (const name of filesOf(copies)) if (!isFile(join(folder, name))) rmSync(join(copies, name));
}
