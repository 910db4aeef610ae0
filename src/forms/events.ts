import { z } from 'zod';
import { defineEvent } from '../kernel/events/define.ts';

/** What happens to forms and their batches beyond being created, changed and deleted. */

const number = z.int().meta({ description: 'Number of the slip, which no other slip has' });
const reasons = z
  .array(z.strictObject({ code: z.string().nullable(), text: z.string() }))
  .meta({ description: 'What the agency says is wrong: its code, if it gave one, and its text' });
const confirmation_number = z
  .string()
  .nullable()
  .meta({ description: "The agency's number for the submission; null when it gave none" });

export const formNumbersTaken = defineEvent({
  type: 'FormNumbersTaken',
  version: 1,
  says: 'Numbers of slips or files were taken from a series: they are never given out again, even if they are not used.',
  data: z.strictObject({
    first: z.int().meta({ description: 'The first of them' }),
    last: z.int().meta({ description: 'The last of them' }),
  }),
});

export const formApproved = defineEvent({
  type: 'FormApproved',
  version: 1,
  says: 'A form was approved: its values are fixed until the approval is undone.',
  data: z.strictObject({ number }),
});

export const formFurtherNumbersGiven = defineEvent({
  type: 'FormFurtherNumbersGiven',
  version: 1,
  says: 'A form does not fit on one slip: its further slips got numbers.',
  data: z.strictObject({
    numbers: z.array(z.int()).meta({ description: 'Numbers of slips, after those that it had before' }),
  }),
});

export const formUnapproved = defineEvent({
  type: 'FormUnapproved',
  version: 1,
  says: 'A form is a draft again. It keeps its number.',
  data: z.strictObject({}),
});

export const formFiling = defineEvent({
  type: 'FormFiling',
  version: 1,
  says: 'A form goes to its agency with its batch, or by itself.',
  data: z.strictObject({ form_batch_id: z.string().nullable().meta({ description: 'The batch that it goes with' }) }),
});

export const formFilingEnded = defineEvent({
  type: 'FormFilingEnded',
  version: 1,
  says: 'A form does not go to its agency after all: another one of its batch was no longer approved.',
  data: z.strictObject({}),
});

export const formReceived = defineEvent({
  type: 'FormReceived',
  version: 1,
  says: 'The agency confirmed that it has a form.',
  data: z.strictObject({}),
});

export const formAccepted = defineEvent({
  type: 'FormAccepted',
  version: 1,
  says: 'A form is done: the agency accepted it, or its employer files it by hand.',
  data: z.strictObject({}),
});

export const formRejected = defineEvent({
  type: 'FormRejected',
  version: 1,
  says: 'The agency rejected a form, or only the simulated one had it and its employer left preview.',
  data: z.strictObject({ reasons }),
});

export const formSubmitted = defineEvent({
  type: 'FormSubmitted',
  version: 1,
  says: 'A form that is filed alone was submitted by hand: nothing was sent, its file is there to be uploaded.',
  data: z.strictObject({ number }),
});

export const formSent = defineEvent({
  type: 'FormSent',
  version: 1,
  says: 'A form that is filed alone goes to its agency: its employer lets the service send it, and is authorized.',
  data: z.strictObject({
    number,
    roe_authorization_id: z.string().meta({ description: 'The authorization that it is sent under' }),
  }),
});

export const formSerialNumberGiven = defineEvent({
  type: 'FormSerialNumberGiven',
  version: 1,
  says: 'The agency gave a form that is filed alone a serial number.',
  data: z.strictObject({ serial_number: z.string().meta({ description: 'A letter and eight digits' }) }),
});

export const formScripted = defineEvent({
  type: 'FormScripted',
  version: 1,
  says: 'The answer of the simulated agency to a form that is filed alone was set, for an employer in preview.',
  data: z.strictObject({
    outcome: z.enum(['accept', 'receive', 'reject']).meta({ description: 'What it will answer' }),
    reasons,
  }),
});

export const formBatchSubmitted = defineEvent({
  type: 'FormBatchSubmitted',
  version: 1,
  says: 'A batch goes to its agency, with the forms that it had.',
  data: z.strictObject({
    reference: z.int().meta({ description: 'Number of its file: given once' }),
    forms: z.int().meta({ description: 'How many forms it had' }),
  }),
});

export const formBatchReturned = defineEvent({
  type: 'FormBatchReturned',
  version: 1,
  says: 'A batch is a draft again, because one of its forms was not approved any more.',
  data: z.strictObject({ form_id: z.string().nullable().meta({ description: 'That form' }) }),
});

export const formBatchFiled = defineEvent({
  type: 'FormBatchFiled',
  version: 1,
  says: 'All forms of a batch are submitted to the agency.',
  data: z.strictObject({ forms: z.int().meta({ description: 'How many' }) }),
});

export const formBatchReceived = defineEvent({
  type: 'FormBatchReceived',
  version: 1,
  says: 'The agency confirmed that it has a batch.',
  data: z.strictObject({ confirmation_number }),
});

export const formBatchAnswered = defineEvent({
  type: 'FormBatchAnswered',
  version: 1,
  says: 'The agency accepted or rejected a batch, or its employer left preview: its forms end, and behind them the batch.',
  data: z.strictObject({
    outcome: z.enum(['accept', 'reject']).meta({ description: 'Which of the two' }),
    confirmation_number,
    reasons,
  }),
});

export const formBatchAccepted = defineEvent({
  type: 'FormBatchAccepted',
  version: 1,
  says: 'The agency accepted a batch as a whole.',
  data: z.strictObject({ confirmation_number }),
});

export const formBatchRejected = defineEvent({
  type: 'FormBatchRejected',
  version: 1,
  says: 'The agency rejected a batch, or only the simulated one had it and its employer left preview.',
  data: z.strictObject({ reasons }),
});

export const formBatchScripted = defineEvent({
  type: 'FormBatchScripted',
  version: 1,
  says: 'The answer of the simulated agency to a batch was set, for an employer in preview.',
  data: z.strictObject({
    outcome: z.enum(['accept', 'receive', 'reject']).meta({ description: 'What it will answer' }),
    reasons,
  }),
});
