import { approve, showPayroll } from './acts/approval.ts';
import { audit } from './acts/audit.ts';
import { exportJournal, keepBooks, showJournal } from './acts/books.ts';
import { createInBulk } from './acts/bulk.ts';
import { foundCompany } from './acts/company.ts';
import { lookAtCap, payByTheHour } from './acts/hours.ts';
import { goLive } from './acts/live.ts';
import { lookAtNextPayroll, nextPayroll } from './acts/next-payroll.ts';
import { hirePeople } from './acts/people.ts';
import { makeSchedule } from './acts/schedule.ts';
import { lookAtWithholdings } from './acts/withholdings.ts';
import { lookAtAYear } from './acts/year.ts';
import { endYear } from './acts/year-end.ts';
import { given, payrollClient, reasonOf } from './api.ts';
import { thenCleanUp } from './clean-up.ts';
import { startReceiver } from './receiver.ts';
import { type Employer, findService, type Scene } from './scene.ts';
import { makeStage } from './stage.ts';

// A month of a small employer, played against a running service through its interface alone:
//
//     npm start          in one terminal
//     npm run example    in another, as often as you like
//
// Each act says what it does and claims what must be true of it; the first claim that fails ends the example with exit
// code 1. A later part of the service adds an act of its own: one file in acts/, one line in `play`.

const play = async (scene: Scene): Promise<void> => {
  const employer = await foundCompany(scene);
  await thenCleanUp(
    () => actsOf(scene, employer),
    async () => {
      await given(scene.partner.DELETE('/webhooks/{webhook}', { params: { path: { webhook: employer.webhook } } }));
    },
  );
};

const actsOf = async (scene: Scene, employer: Employer): Promise<void> => {
  const schedule = await makeSchedule(scene, employer);
  const members = await hirePeople(scene, employer, schedule);
  const first = await lookAtNextPayroll(scene, employer, schedule, members);
  await lookAtWithholdings(scene, employer, first, members);
  await lookAtAYear(scene, employer);
  const evenings = await payByTheHour(scene, employer, first, members);
  const paid = [await approve(scene, employer, first, 'Approval, and its journal entry')];
  // A stand-in of an accounting provider, where the service was started with its addresses.
  const provider = process.env.ACCOUNTING_PROVIDER_URL;
  const books = await keepBooks(scene, employer, members, provider);
  await createInBulk(scene, employer, schedule, members);
  const second = await nextPayroll(employer, schedule);
  await lookAtCap(scene, employer, [first, second], evenings);
  paid.push(await approve(scene, employer, second, 'The second payroll closes the month', true));
  showJournal(scene, books, paid.at(-1)!);
  if (provider) await exportJournal(scene, employer, paid.at(-1)!, provider);
  await endYear(scene, employer, schedule, members, paid);
  await goLive(scene, employer);
  await audit(scene, employer, paid);
  for (const one of paid) showPayroll(scene, members, one);
};

const reach = async (url: string): Promise<void> => {
  try {
    const { status } = await fetch(new URL('/health/ready', url));
    if (status === 200) return;
  } catch {
    // Told below.
  }
  throw new Error(`no service is ready at ${url}: start it with "npm start"`);
};

const main = async (): Promise<void> => {
  const { url, secret } = await findService(process.env);
  await reach(url);
  const receiver = await startReceiver();
  const stage = makeStage((line) => void process.stdout.write(`${line}\n`));
  const scene = { stage, url, partner: payrollClient({ url, credential: secret }), receiver };
  await thenCleanUp(
    () => play(scene),
    () => receiver.close(),
  );
  process.stdout.write('\nThe month went as it should.\n');
};

main().catch((error: unknown) => {
  process.stderr.write(`\n✗ ${reasonOf(error)}\n`);
  process.exitCode = 1;
});
