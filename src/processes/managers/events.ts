import { z } from 'zod';
import { defineEvent } from '../../kernel/events/define.ts';

export const processEventSkipped = defineEvent({
  type: 'ProcessEventSkipped',
  version: 1,
  says: 'An operator made a process manager skip an event that it failed at.',
  data: z.strictObject({
    manager: z.string().meta({ description: 'The process manager' }),
    event_id: z.string().meta({ description: 'The event that was skipped' }),
    type: z.string().meta({ description: 'Its type' }),
    stream: z.string().meta({ description: 'The stream of the event' }),
    revision: z.string().meta({ description: 'Its revision in that stream' }),
    reason: z.string().meta({ description: "The operator's reason" }),
  }),
  touches: 'nothing',
});
