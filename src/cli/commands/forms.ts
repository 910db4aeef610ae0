import { authorizationsWaiting, isToBeRecordedAgain, waitingForOperator } from '../../forms/filing/waiting.ts';
import { type Rl1NumbersLeft, rl1FilesLeft, rl1NumbersGiven, rl1NumbersLeft } from '../../forms/rl1-numbers.ts';
import { assemble } from '../../main.ts';
import { everythingReadable } from '../../processes/payments/waiting.ts';
import { businessDay, yearOf } from '../../values/dates.ts';
import { attached } from '../terminal/attach.ts';
import { say } from '../terminal/print.ts';
import { table } from '../terminal/table.ts';

/** `payroll forms waiting`: what an operator uploads, and whose answers are to be recorded; `--json` for programs. */
export const listWaiting = (env: NodeJS.ProcessEnv, { json = false }: { json?: boolean }): Promise<void> =>
  attached(env, async (foundation) => {
    await foundation.models.start({ feed: false });
    const { services } = assemble(foundation, '');
    await everythingReadable(services);
    const partners = await foundation.sql<
      { partner_id: string }[]
    >`select partner_id from partners order by partner_id`;
    let [forms, recorded, requests] = [0, 0, 0];
    for (const { partner_id } of partners) {
      for await (const found of waitingForOperator(partner_id, services)) {
        forms += found.length;
        recorded += found.filter(isToBeRecordedAgain).length;
        if (json) for (const one of found) say(JSON.stringify(one));
        else if (found.length > 0)
          say(
            table(
              ['id', 'company', 'what', 'employer', 'status', 'since'],
              found.map(({ id, company_id, what, employer, status, since }) => [
                ...[id, company_id, what, employer, status, businessDay(Date.parse(since))],
              ]),
            ),
          );
      }
      for await (const found of authorizationsWaiting(partner_id, services)) {
        requests += found.length;
        for (const { id, scope_id: company_id, business_entity_id, created_at: since } of found)
          say(
            json
              ? JSON.stringify({ id, company_id, what: 'roe_authorization', business_entity_id, since })
              : `${id}  ${company_id}  authorization to send records of employment of ${business_entity_id}, asked for on ${businessDay(Date.parse(since))}`,
          );
      }
    }
    if (json) return;
    if (forms > 0)
      say(
        'upload the file of each that is processing, but delete a record of employment that is cancelled in ROE Web, then record the answer of the agency: "payroll forms receive|accept|reject"',
      );
    if (recorded > 0)
      say('the answer to each whose status says that one is recorded did not come to its forms: record the same again');
    if (requests > 0) say('record the answer of the government to a request: "payroll roe authorize|refuse"');
    if (forms + requests === 0) say('nothing is waiting for an operator');
  });

/** Years before the present one whose slips may still be made or amended. */
const YEARS_BEFORE = 5;

/**
 * `payroll forms numbers`: how many numbers of RL-1 slips, and of files of them, are left, by tax year, or how many each
 * company was given; `--json` for programs.
 */
export const listNumbers = (
  env: NodeJS.ProcessEnv,
  { json = false, byCompany = false }: { json?: boolean; byCompany?: boolean },
): Promise<void> =>
  attached(env, async (foundation) => {
    const { services } = assemble(foundation, '');
    const sender = services.revenuQuebec;
    if (!sender) {
      // A program gets one object a line, and here none.
      if (!json) say('no numbers of RL-1 slips are set: set RQ_RL1_NUMBERS and the other settings of Revenu Québec');
      return;
    }
    const present = yearOf(services.clock.today());
    const found: (Rl1NumbersLeft & { files_left: number })[] = [];
    if (byCompany) {
      const rows: string[][] = [];
      for (let year = present; year >= present - YEARS_BEFORE; year--)
        for (const { company, given } of await rl1NumbersGiven(year, sender, services)) {
          if (json) say(JSON.stringify({ tax_year: year, company_id: company, given }));
          rows.push([String(year), company, String(given)]);
        }
      if (!json) say(table(['tax year', 'company', 'given'], rows, [2]));
      return;
    }
    for (let year = present; year >= present - YEARS_BEFORE; year--)
      found.push({
        ...(await rl1NumbersLeft(year, sender, services)),
        files_left: await rl1FilesLeft(year, sender, services),
      });
    if (json) {
      for (const one of found) say(JSON.stringify(one));
      return;
    }
    say(
      table(
        ['tax year', 'assigned', 'given', 'left', 'files left'],
        found.map(({ tax_year, assigned, left, files_left }) =>
          [tax_year, assigned, assigned - left, left, files_left].map(String),
        ),
        [1, 2, 3, 4],
      ),
    );
    const few = found.filter(({ assigned, left }) => left * 10 < assigned).map(({ tax_year }) => tax_year);
    if (few.length > 0)
      say(
        `less than a tenth is left for ${few.join(', ')}: ask Revenu Québec for another series, and add it to RQ_RL1_NUMBERS`,
      );
  });
