import { z } from 'zod';
import { sentenceSchema } from '../kernel/definition/schemas.ts';
import { defineEvent } from '../kernel/events/define.ts';

/** What happens to a report beyond being created and deleted. */

export const reportProduced = defineEvent({
  type: 'ReportProduced',
  version: 1,
  says: 'The content of a report was made and stored: the position that it is of, its number of rows, and the hash of its file.',
  data: z.strictObject({
    position: z.string().meta({ description: 'Position of the log that the content is of' }),
    rows: z.record(z.string(), z.int()).meta({ description: 'Rows by sheet' }),
    file_id: z.string().meta({ description: 'The file that it is kept in' }),
    sha256: z.string().meta({ description: 'SHA-256 of that file, in hex' }),
  }),
});

export const reportFailed = defineEvent({
  type: 'ReportFailed',
  version: 1,
  says: 'A report could not be made and is not retried.',
  data: z.strictObject({
    reason: sentenceSchema.meta({ description: 'Why, for the caller' }),
  }),
});
