import { firstOwn } from '../../event-store/foreign.ts';
import type { EventStore } from '../../event-store/port.ts';
import { type Action, type Actor, act } from '../../kernel/calls/actions.ts';
import type { Appended } from '../../kernel/changes/execute.ts';
import { operatorOrigin } from '../../kernel/changes/operator.ts';
import { streamOf } from '../../kernel/definition/resource.ts';
import type { Tenant } from '../../kernel/definition/services.ts';
import { assemble } from '../../main.ts';
import type { Json } from '../../values/json.ts';
import { Problem } from '../../values/problem.ts';
import { withArticle } from '../../values/text.ts';
import { attached } from '../terminal/attach.ts';
import { UsageError } from '../terminal/errors.ts';
import { say } from '../terminal/print.ts';

export type Company = Tenant & { company_id: string };

/**
 * The company of a record, with its partner, from the first event of the record's stream.
 *
 * @throws UsageError when there is no such record; an error of the store when it cannot be read
 */
export const companyOf = async (store: EventStore, object: string, id: string): Promise<Company> => {
  const first = await firstOwn(streamOf(object, id), store);
  if (!first) throw new UsageError(`there is no ${object.replaceAll('_', ' ')} ${id}`);
  const { partner_id = '', company_id = id } = first.metadata;
  return { partner_id, company_id };
};

/**
 * Does an action on a company's record on behalf of the operator. A problem becomes the error of the command.
 *
 * @param does the action, with what else it brings at once; default the action alone
 */
export const operate = <B extends Json, F, O extends string>(
  env: NodeJS.ProcessEnv,
  declared: Action<B, F, O>,
  id: string,
  body: B,
  done: string,
  does: (id: string, actor: Actor & { body: B }) => Promise<Pick<Appended, 'position'>> = (of, actor) =>
    act(declared, of, actor),
): Promise<void> =>
  attached(env, async (foundation) => {
    // What an action asks of other records, it asks when all that was appended can be read.
    await foundation.models.start({ feed: false });
    const { services } = assemble(foundation, '');
    const { object, prefix } = declared.on;
    if (!id.startsWith(`${prefix}_`))
      throw new UsageError(`${id} is not the id of ${withArticle(object)}: these begin with ${prefix}_`);
    const origin = operatorOrigin(await companyOf(services.store, object, id), services);
    const { position } = await does(id, { origin, services, body }).catch((error: unknown) => {
      throw error instanceof Problem ? new Error(error.text.en) : error;
    });
    say(position === undefined ? `${id}: nothing changed, since it was recorded already` : `${id} ${done}`);
  });
