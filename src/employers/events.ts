import { z } from 'zod';
import { type DomainEvent, defineEvent, type EventData } from '../kernel/events/define.ts';
import { businessDay, type CalendarDate } from '../values/dates.ts';

/** What operators record of employers. */

const note = z.string().meta({ description: "The operator's remark" });
const checked = z.strictObject({
  failure_reasons: z.array(z.string()).meta({ description: 'Why it failed; empty otherwise' }),
  note,
});

export const businessEntityVerified = defineEvent({
  type: 'BusinessEntityVerified',
  version: 1,
  says: 'An operator checked the identity of an employer and confirmed it.',
  data: checked,
});

export const businessEntityVerificationFailed = defineEvent({
  type: 'BusinessEntityVerificationFailed',
  version: 1,
  says: 'An operator checked the identity of an employer and could not confirm it.',
  data: checked,
});

const answered = z.strictObject({
  business_entity_id: z.string().meta({ description: 'The employer' }),
  note,
});

export const roeAuthorizationGranted = defineEvent({
  type: 'RoeAuthorizationGranted',
  version: 1,
  says: 'The government answered that records of employment may be sent for an employer.',
  data: answered,
});

export const roeAuthorizationRefused = defineEvent({
  type: 'RoeAuthorizationRefused',
  version: 1,
  says: 'The government answered that records of employment may not be sent for an employer.',
  data: answered,
});

export const businessEntityPreviewEnded = defineEvent({
  type: 'BusinessEntityPreviewEnded',
  version: 1,
  says: 'An employer left preview: from now on approved payrolls move money.',
  data: z.strictObject({
    convert_paid_payrolls: z
      .boolean()
      .meta({ description: 'Payrolls that were paid in preview become historical; otherwise they are taken back' }),
    preserve_draft_line_items: z
      .boolean()
      .meta({ description: 'What was entered on draft payrolls stays; otherwise it is taken off' }),
    preserve_draft_off_cycles: z
      .boolean()
      .meta({ description: 'Draft off-cycle payrolls stay; otherwise they are deleted' }),
  }),
});

/** How preview ended: as its event says, by which event, and on which day. */
export type PreviewEnd = EventData<typeof businessEntityPreviewEnded> & { event_id: string; ended_on: CalendarDate };

/** What is kept of the end of preview. @param at the instant of its event */
export const previewEndOf = (
  { id, data }: DomainEvent & { data: EventData<typeof businessEntityPreviewEnded> },
  at: string,
): PreviewEnd => ({ ...data, event_id: id, ended_on: businessDay(Date.parse(at)) });
