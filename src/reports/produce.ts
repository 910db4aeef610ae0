import { createHash, type Hash } from 'node:crypto';
import type { Position } from '../event-store/port.ts';
import { appendTo } from '../kernel/changes/execute.ts';
import { type RecordOf, streamOf } from '../kernel/definition/resource.ts';
import type { NewFile, Services } from '../kernel/definition/services.ts';
import type { Origin } from '../kernel/definition/writer.ts';
import { derivedId } from '../values/ids.ts';
import { Problem } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { type ContentSummary, packed, summaryOf } from './content.ts';
import { reportFailed, reportProduced } from './events.ts';
import { reportTypeOf } from './types.ts';

type Report = RecordOf<'report'>;

/**
 * The file of a report's content: the same whenever it is made again, so that of several makings the first one's stays.
 */
export const contentFileOf = (report_id: string): string => derivedId('file', 0, `${report_id}/content`);

/** How a content is made. */
interface Making {
  signal: AbortSignal;
  faultOf: (error: unknown) => Text | undefined;
}

/**
 * Makes the content of a report and records it. A process that dies before the file is there leaves nothing; one that
 * dies behind it leaves a file that says what it is of, and the next one records that. A report that was deleted
 * meanwhile, or failed, leaves no file.
 *
 * @param origin the same whenever the same report is made again
 * @param making.faultOf what is said of an error of the service that is not tried again; undefined of one that is
 *   thrown
 * @returns the position of what was recorded
 */
export const produceReport = async (
  report: Report,
  origin: Origin,
  { signal, faultOf }: Making,
  services: Services,
): Promise<Position | undefined> => {
  const { files } = services;
  const { tenant } = origin;
  const file_id = contentFileOf(report.id);
  let event: Ended;
  try {
    const { sha256, summary } = await keepContent(report, file_id, origin, services, signal);
    // What others wrote says itself what it is of; to read a large one takes a while.
    const { position, rows } = summary ?? (await summaryOf(files.read(file_id, tenant)));
    event = reportProduced({ position, rows, file_id, sha256 });
  } catch (error) {
    // What is refused stays so; what else goes wrong is tried again by the caller, some times.
    const reason = error instanceof Problem && error.status < 500 ? error.text : faultOf(error);
    if (!reason) throw error;
    event = reportFailed({ reason });
  }
  return record(report, event, origin, services);
};

/** Records that a report failed, without making it. @returns the position of what was recorded */
export const giveUpReport = async (
  report: Report,
  reason: Text,
  origin: Origin,
  services: Services,
): Promise<Position | undefined> => record(report, reportFailed({ reason }), origin, services);

/** Deletes what was made for a report that has no content: it failed, or was deleted. */
export const forgetContent = async (
  { id }: Pick<Report, 'id'>,
  { tenant }: Origin,
  { files }: Services,
): Promise<void> => {
  await files.delete(contentFileOf(id), tenant);
};

type Ended = ReturnType<typeof reportProduced> | ReturnType<typeof reportFailed>;

/**
 * Records how a report ended, unless that is recorded. What has no use then is deleted only behind it: a process that
 * was away for long may find here that another one has made the report, or may not append any more.
 */
const record = async (
  report: Report,
  event: Ended,
  origin: Origin,
  services: Services,
): Promise<Position | undefined> => {
  const { id } = report;
  const { aggregate, position } = await appendTo(
    streamOf('report', id),
    'produced',
    origin,
    services,
    async (loaded) => (loaded.aggregate.get('report', id)?.status === 'processing' ? [event] : []),
  );
  if (aggregate.get('report', id)?.status !== 'completed') await forgetContent(report, origin, services);
  return position;
};

/** A content that is kept, and what it holds where it was made here. */
interface Kept {
  sha256: string;
  summary?: ContentSummary | undefined;
}

const keepContent = async (
  report: Report,
  file_id: string,
  { tenant }: Origin,
  { files, snapshots }: Services,
  signal: AbortSignal,
): Promise<Kept> => {
  const there = await files.find(file_id, tenant);
  if (there) return there;
  const file: NewFile = { id: file_id, tenant, name: `${report.type}.jsonl.gz`, type: 'gzip', derived: true };
  const { business_entity_id, pay_schedule_id, payroll_id, filters } = report;
  const request = { business_entity_id, pay_schedule_id, payroll_id, filters };
  return snapshots.take(tenant, async (read, position) => {
    const source = { read, tenant, request, signal };
    const own = createHash('sha256');
    let summary: ContentSummary | undefined;
    const bytes = packed(reportTypeOf(report.type), source, position, (of) => {
      summary = of;
    });
    const { sha256 } = await files.write(file, hashed(bytes, own), signal);
    // Of several makings the first one stays, which may be of another position.
    return { sha256, summary: own.digest('hex') === sha256 ? summary : undefined };
  });
};

async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    hash.update(piece);
    yield piece;
  }
}
