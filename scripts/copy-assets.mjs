// Files that the compiler does not carry over: SQL and data stand beside the code that reads them.
import { cpSync, existsSync } from 'node:fs';

for (const folder of ['migrations', 'src/statutory/data', 'src/docs/assets'])
  if (existsSync(folder)) cpSync(folder, `dist/${folder}`, { recursive: true });
