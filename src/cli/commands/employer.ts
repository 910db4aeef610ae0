import { roeAnswer } from '../../employers/roe-authorization.ts';
import { type VerificationOutcome, verificationOutcome } from '../../employers/verification.ts';
import type { AgencyAnswer } from '../../forms/filing/agency.ts';
import { answerForm, answerFormBatch, isSerialNumber } from '../../forms/filing/answers.ts';
import { form } from '../../forms/form.ts';
import { formBatch } from '../../forms/form-batch.ts';
import { UsageError } from '../terminal/errors.ts';
import { noted } from '../terminal/noted.ts';
import { operate } from './records.ts';

/** `payroll roe authorize` and `payroll roe refuse`: records the government's answer to a request for authorization. */
export const answerRoe = (
  env: NodeJS.ProcessEnv,
  id: string,
  outcome: 'authorized' | 'unauthorized',
  { note }: { note: string },
): Promise<void> => operate(env, roeAnswer, id, { outcome, note: noted(note) }, `is ${outcome}`);

/** `payroll employer verify` and `payroll employer fail`: records the result of an identity check of an employer. */
export const recordVerification = (
  env: NodeJS.ProcessEnv,
  id: string,
  outcome: VerificationOutcome['outcome'],
  { note, reason = [] }: { note: string; reason?: string[] },
): Promise<void> => {
  if (outcome === 'failed' && reason.length === 0)
    throw new UsageError('--reason must say why it failed: the employer is shown it');
  const failure_reasons = reason.map((text) => noted(text, '--reason'));
  const body = { outcome, failure_reasons, note: noted(note) };
  return operate(env, verificationOutcome, id, body, `was ${outcome === 'approved' ? 'approved' : 'not approved'}`);
};

/** What `payroll forms` records of an agency's answer. */
export interface FormAnswer {
  /** The agency's number of what it took. */
  confirmation?: string;
  /** Why it rejects, each as `code: words`, or words alone. */
  reason?: string[];
}

const CODED_REASON = /^([A-Za-z0-9_-]{1,50}): (.+)$/;

/** `payroll forms receive`, `accept` and `reject`: records an agency's answer to a file that was uploaded by hand. */
export const answerForms = (
  env: NodeJS.ProcessEnv,
  id: string,
  outcome: AgencyAnswer['outcome'],
  { confirmation = '', reason = [] }: FormAnswer,
): Promise<void> => {
  if (confirmation.length > 100) throw new UsageError('--confirmation has 100 characters at most');
  if (outcome === 'reject' && reason.length === 0)
    throw new UsageError('--reason must say why: the employer is shown it');
  const reasons = reason.map((text) => {
    const [, code, words] = CODED_REASON.exec(noted(text, '--reason')) ?? [];
    return { code: code ?? null, text: words ?? text };
  });
  const answer: AgencyAnswer =
    outcome === 'reject' ? { outcome, reasons } : { outcome, confirmation_number: confirmation || null };
  const said = { receive: 'received', accept: 'accepted', reject: 'rejected' }[outcome];
  if (id.startsWith(`${formBatch.prefix}_`)) return operate(env, answerFormBatch, id, answer, `was ${said}`);
  if (!id.startsWith(`${form.prefix}_`))
    throw new UsageError(
      `${id} is no id of what an agency answers: give that of a batch, ${formBatch.prefix}_…, or of a form, ${form.prefix}_…`,
    );
  if (confirmation !== '' && !isSerialNumber(confirmation))
    throw new UsageError('--confirmation of a record of employment is its serial number: a letter and eight digits');
  return operate(env, answerForm, id, answer, `was ${said}`);
};
