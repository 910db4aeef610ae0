import { authorizationsWaiting, waitingForOperator } from '../../forms/filing/waiting.ts';
import { assemble } from '../../main.ts';
import { everythingReadable } from '../../processes/payments/waiting.ts';
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
    let [forms, requests] = [0, 0];
    for (const { partner_id } of partners) {
      for await (const found of waitingForOperator(partner_id, services)) {
        forms += found.length;
        if (json) for (const one of found) say(JSON.stringify(one));
        else if (found.length > 0)
          say(
            table(
              ['id', 'company', 'what', 'employer', 'status', 'since'],
              found.map(({ id, company_id, what, employer, status, since }) => [
                ...[id, company_id, what, employer, status, since.slice(0, 10)],
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
              : `${id}  ${company_id}  authorization to send records of employment of ${business_entity_id}, asked for on ${since.slice(0, 10)}`,
          );
      }
    }
    if (json) return;
    if (forms > 0)
      say(
        'upload the file of what is processing, and record what the agency answers: "payroll forms receive|accept|reject"',
      );
    if (requests > 0) say('record what the government answers to a request: "payroll roe authorize|refuse"');
    if (forms + requests === 0) say('nothing waits for an operator');
  });
