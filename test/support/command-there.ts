// In place of the `payroll` command where a program under test starts one: the process of the test runs it, and this
// one says and ends with what that did (`commandsHere`).
const answer = await fetch(process.env.COMMANDS_AT!, { method: 'POST', body: JSON.stringify(process.argv.slice(2)) });
const { stdout, stderr, code } = (await answer.json()) as { stdout: string; stderr: string; code: number };
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code;

export {};
