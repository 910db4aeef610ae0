import { z } from 'zod';
import type { Position } from '../event-store/port.ts';
import type { StepResult, TaskInHand } from '../kernel/calls/task-kind.ts';
import { PROVIDERS, SYNCS } from './books/provider-names.ts';

/** What the task of an import or an export is given. */
export const inputSchema = z.strictObject({
  connection_id: z.string(),
  business_entity_id: z.string(),
  provider: z.enum(PROVIDERS),
  sync: z.enum(SYNCS),
  /** The books that the employer was connected with at the request; tasks from before that was kept have none. */
  realm_id: z.string().optional(),
});

/** An import or an export that is under way. */
export type SyncTask = TaskInHand<z.output<typeof inputSchema>>;

/** What came of one import, or of one entry. */
export interface Synchronized {
  result: StepResult;
  position?: Position | undefined;
}
