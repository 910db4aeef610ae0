import { appendByEvents } from '../kernel/changes/execute.ts';
import { loadRecords } from '../kernel/changes/remembered.ts';
import { streamOf } from '../kernel/definition/resource.ts';
import type { Services } from '../kernel/definition/services.ts';
import { asyncTask } from '../platform/async-task.ts';
import { integrationImportBegun } from './events.ts';
import type { SyncTask } from './sync-task.ts';

/**
 * Begins what no two tasks do at once for an employer and a provider: an import of a kind, or the writing of an entry.
 * Of two imports each would make what it does not know yet, and what is at the provider once would be there twice. Of
 * two that write an entry, the second one would look for it before the first one has written it.
 *
 * @param what the kind of import, or the id of the entry
 * @returns false while another task is at it
 */
export const begins = async (what: string, { id, input, origin, services }: SyncTask): Promise<boolean> => {
  const { connection_id, business_entity_id, provider, sync } = input;
  let mayBegin = false;
  const { repeated } = await appendByEvents(
    streamOf('integration_import', `${connection_id}_${what}`),
    'begun',
    origin,
    services,
    async ({ events }) => {
      const last = events.at(-1);
      const holder = last && integrationImportBegun.is(last) ? last.data.task_id : undefined;
      const isOwn = holder === id;
      mayBegin = holder === undefined || isOwn || !(await isRunning(holder, services));
      return mayBegin && !isOwn ? [integrationImportBegun({ business_entity_id, provider, sync, task_id: id })] : [];
    },
    'last',
  );
  return mayBegin || repeated;
};

const isRunning = async (task_id: string, services: Services): Promise<boolean> => {
  const { aggregate } = await loadRecords(streamOf(asyncTask.object, task_id), services);
  return aggregate.get(asyncTask.object, task_id)?.status === 'processing';
};
