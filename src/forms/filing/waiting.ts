import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { all, equal, oneOf } from '../../values/condition.ts';

/**
 * What goes to agencies by an operator's hand: files that wait to be uploaded, and answers that wait to be recorded.
 */

/** Something that an operator has to do for an employer. */
export interface WaitingForOperator {
  id: string;
  company_id: string;
  /** What it is: `roe original`, `roe cancellation of W12345678`, `t4 2026 amendment`. */
  what: string;
  employer: string;
  /**
   * `processing`: its file is to be uploaded; `submitted`: the agency has it, and its answer is to be recorded;
   * `accept recorded` or `reject recorded`: the answer has not ended it, and is to be recorded again.
   */
  status: string;
  /** Since when it is so, as an instant. */
  since: string;
}

const ROWS_AT_ONCE = 500;
const ON_ITS_WAY = oneOf('status', ['processing', 'submitted']);

/** By then an answer that was recorded has come to all forms of a batch. */
const ENDED_ms = 10 * 60_000;

/** What is shown as the status of a batch whose answer did not come to its forms, by the answer. */
const RECORDED = { accept: 'accept recorded', reject: 'reject recorded' } as const;

/** Whether the answer to what waits was recorded and did not come to its forms: it is to be recorded again. */
export const isToBeRecordedAgain = ({ status }: WaitingForOperator): boolean =>
  Object.values<string>(RECORDED).includes(status);

type Row = RecordOf<'form_batch'> | RecordOf<'form'>;

/**
 * Batches and forms that are filed alone, on their way to agencies, of live employers of all companies of a partner.
 */
export async function* waitingForOperator(
  partner_id: string,
  { read, clock }: Pick<Services, 'read' | 'clock'>,
): AsyncGenerator<WaitingForOperator[]> {
  const tenant: Tenant = { partner_id, every_company: true };
  const described = async <R extends Row>(
    rows: readonly R[],
    of: (row: R) => { employer: string; what: string; status: string | null },
  ): Promise<WaitingForOperator[]> => {
    const employers = await read.getMany('business_entity', tenant, [...new Set(rows.map((row) => of(row).employer))]);
    return rows.flatMap((row) => {
      const { employer: id, what, status } = of(row);
      const employer = employers.get(id);
      // Of an employer in preview a simulated agency answers.
      if (!employer || employer.in_preview) return [];
      const { updated_at: since, scope_id: company_id } = row;
      return [{ id: row.id, company_id, what, employer: employer.name ?? '', status: status ?? '', since }];
    });
  };
  const ended = Date.parse(clock.instant()) - ENDED_ms;
  for await (const rows of read.pages('form_batch', tenant, ON_ITS_WAY, ROWS_AT_ONCE))
    yield await described(
      rows.filter(({ answered, updated_at }) => !answered || Date.parse(updated_at) < ended),
      ({ owner_id, form_type, tax_year, form_stage, status, answered }) => ({
        employer: owner_id,
        what: `${form_type} ${tax_year} ${form_stage}`,
        status: answered ? RECORDED[answered] : status,
      }),
    );
  for await (const rows of read.pages('form', tenant, all(equal('type', 'roe'), ON_ITS_WAY), ROWS_AT_ONCE))
    yield await described(rows, ({ business_entity_id, stage, status, values }) => ({
      status,
      employer: business_entity_id ?? '',
      what: `roe ${stage}${stage === 'cancellation' ? ` of ${values.block_2_serial_number_of_amended_or_replaced}` : ''}`,
    }));
}

/** Requests for authorization to send records of employment that the government has not answered yet. */
export async function* authorizationsWaiting(
  partner_id: string,
  { read }: Pick<Services, 'read'>,
): AsyncGenerator<RecordOf<'roe_authorization'>[]> {
  const tenant: Tenant = { partner_id, every_company: true };
  for await (const rows of read.pages('roe_authorization', tenant, all(), ROWS_AT_ONCE))
    yield rows.filter(({ status }) => (status ?? 'processing') === 'processing');
}
