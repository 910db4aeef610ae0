import type { Position } from '../../event-store/port.ts';
import { identityOf } from '../../kernel/changes/decide.ts';
import { loadStream } from '../../kernel/changes/execute.ts';
import { appendInTurns } from '../../kernel/changes/in-turns.ts';
import { beforeDeletion } from '../../kernel/changes/take-back.ts';
import { recordEvents } from '../../kernel/definition/record-events.ts';
import { type State, streamOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { equal } from '../../values/condition.ts';
import type { ManagedEvent } from '../managers/manager.ts';
import { changeRecord, originOf } from './changing.ts';

const saidAt = ({ default_said_at, id }: State): string => `${default_said_at} ${id}`;

/**
 * After a pay split was deleted, none that was the default before it is that again: its mark had gone to the deleted
 * one, and nobody has asked for pay to go there. Without a default split, pay goes to the primary account.
 *
 * @returns positions of what was appended
 */
export const forgetFormerDefaults = async (
  deletion: ManagedEvent,
  id: string,
  services: Services,
): Promise<(Position | undefined)[]> => {
  const definition = services.registry.need('pay_split');
  const loaded = await loadStream(streamOf('pay_split', id), services);
  const deleted = beforeDeletion(definition, loaded, services).get('pay_split', id);
  if (typeof deleted?.default_said_at !== 'string' || loaded.aggregate.get('pay_split', id)) return [];
  const until = saidAt(deleted);
  const isFormer = (one: State): boolean => typeof one.default_said_at === 'string' && saidAt(one) < until;
  const origin = originOf('deletions', deletion, 'former default', services);
  const theirs = await services.read.find('pay_split', origin.tenant, equal('employee_id', deleted.employee_id));
  const forgotten = await appendInTurns(theirs.filter(isFormer), services, (row) => {
    const none = (now: State) =>
      isFormer(now)
        ? [
            recordEvents(definition).changed({
              ...identityOf(definition, now),
              default_said_at: null,
              default_said: null,
            }),
          ]
        : [];
    return changeRecord(definition, row.id, streamOf('pay_split', row.id), { origin, services }, none);
  });
  return forgotten.map(({ position }) => position);
};
