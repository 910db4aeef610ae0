import type { Position } from '../../event-store/port.ts';
import { integrationConnection } from '../../integrations/connection.ts';
import { integrationSyncEnded } from '../../integrations/events.ts';
import { integrationSync } from '../../integrations/sync.ts';
import { inputSchema } from '../../integrations/sync-task.ts';
import { appendTo, loadStream } from '../../kernel/changes/execute.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { parseStream, streamOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { asyncTask } from '../../platform/async-task.ts';
import { asyncTaskCompleted, asyncTaskFailed, asyncTaskStarted } from '../../platform/events.ts';
import type { ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { processOrigin } from '../managers/origin.ts';

/**
 * Records at a connection how an import or export ended, in all cases: webhooks are notified of it by its kind.
 */
export const syncEndsManager = (services: Services): ProcessManager => ({
  name: 'integrations',
  begins: 'now',
  handles: ({ type }) => type === asyncTaskCompleted.type || type === asyncTaskFailed.type,
  handle: async ({ events }) => {
    let last: Position | undefined;
    for (const event of events) last = latest([last, await record(event, services)]);
    return last;
  },
});

const record = async (ended: ManagedEvent, services: Services): Promise<Position | undefined> => {
  const origin = processOrigin('integrations', ended, ended.id, services.clock.instant());
  const task_id = parseStream(ended.stream).id;
  // Streams of other tasks are not read: a bulk call's has thousands of steps.
  const task = await services.read.get(asyncTask.object, origin.tenant, task_id);
  if (task && task.type !== integrationSync.type) return undefined;
  const { events } = await loadStream(ended.stream, services);
  const started = events.find((event) => asyncTaskStarted.is(event));
  if (!started || !asyncTaskStarted.is(started) || started.data.kind !== integrationSync.name) return undefined;
  const { connection_id, business_entity_id, provider, sync } = inputSchema.parse(started.data.data);
  const is_complete = asyncTaskCompleted.is(ended);
  const event = integrationSyncEnded({ business_entity_id, provider, sync, task_id, is_complete });
  const stream = streamOf(integrationConnection.object, connection_id);
  return (await appendTo(stream, 'sync_ended', origin, services, async () => [event])).position;
};
