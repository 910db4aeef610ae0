import { type LoadedStream, loadStream } from '../kernel/changes/execute.ts';
import { oneAhead } from '../kernel/changes/one-ahead.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';

/**
 * Invariants: what must be true of a company's payroll once its processes are at rest, whatever happened before. Each
 * is a plain function over the read models and the event store, so the same ones run on a real database (`payroll audit
 * check`) and on simulated ones. They repair nothing.
 */

/** What is checked: one company, and the services that read it. They write nothing. */
export interface Audit {
  services: Services;
  tenant: Tenant & { company_id: string };
  /** Unfinished work of the company's processes at this moment. */
  unfinished(): AsyncIterable<Found>;
  /** Waits until everything that was appended up to now can be read, and until the processes have followed it. */
  untilFollowed(): Promise<void>;
  /** Streams of the subjects at hand, while several invariants inspect them. */
  streams?: Map<string, Promise<LoadedStream>> | undefined;
}

/** Loads a stream, once for all invariants that inspect the same subjects together. */
export const streamIn = (stream: string, { services, streams }: Audit): Promise<LoadedStream> => {
  const loading = streams?.get(stream) ?? loadStream(stream, services);
  streams?.set(stream, loading);
  return loading;
};

/** A violation of an invariant. */
export interface Found {
  /** The subject where it was found; inspecting that again finds it again. */
  subject: string;
  /** The record at fault: its id. */
  record: string;
  /** What is wrong, with the figures. */
  what: string;
  /** What an operator does about it. */
  advice: string;
}

export interface Finding extends Found {
  invariant: string;
  company: string;
}

export interface Invariant {
  name: string;
  /** What must be true, in one sentence. */
  says: string;
  /**
   * Everything to be checked, page by page, in bounded memory: ids of records, or other names that `inspect` knows.
   */
  subjects(audit: Audit): AsyncIterable<readonly string[]>;
  /** What is wrong with some subjects. Some are inspected again; a subject that is deleted by then is no finding. */
  inspect(subjects: readonly string[], audit: Audit): Promise<Found[]>;
}

export interface CheckOptions {
  /** Called after each page with the number of subjects that were checked. */
  onProgress?: (invariant: Invariant, checked: number) => void;
}

/** Runs an invariant over some subjects. Findings are checked again once the processes have followed. */
export async function* checkThese(
  invariant: Invariant,
  subjects: readonly string[],
  audit: Audit,
): AsyncGenerator<Finding> {
  const found = await invariant.inspect(subjects, audit);
  if (found.length === 0) return;
  await audit.untilFollowed();
  const anew = { ...audit, streams: undefined };
  const again = await invariant.inspect([...new Set(found.map(({ subject }) => subject))], anew);
  const before = new Set(found.map(keyOf));
  for (const one of again)
    if (before.has(keyOf(one))) yield { ...one, invariant: invariant.name, company: audit.tenant.company_id };
}

const keyOf = ({ subject, record }: Found): string => `${subject}/${record}`;

/** Invariants in their order, and beside each the later ones that have the same subjects. */
const together = (invariants: readonly Invariant[]): Invariant[][] => {
  const groups = new Map<Invariant['subjects'], Invariant[]>();
  for (const invariant of invariants)
    groups.set(invariant.subjects, [...(groups.get(invariant.subjects) ?? []), invariant]);
  return [...groups.values()];
};

/**
 * Runs invariants over a company, which may continue working: findings are checked again once the processes have followed,
 * and only those that are found again are reported. Those that have the same subjects look at each page after each other,
 * while the next page is read.
 */
export async function* checkAll(
  invariants: readonly Invariant[],
  audit: Audit,
  { onProgress }: CheckOptions = {},
): AsyncGenerator<Finding> {
  for (const group of together(invariants))
    for await (const subjects of oneAhead(group[0]!.subjects(audit))) {
      const streams = group.length > 1 ? new Map<string, Promise<LoadedStream>>() : undefined;
      for (const invariant of group) {
        yield* checkThese(invariant, subjects, { ...audit, streams });
        onProgress?.(invariant, subjects.length);
      }
    }
}

/** Ids of rows, page by page. */
export async function* idsOf(pages: AsyncIterable<readonly { id: string }[]>): AsyncGenerator<string[]> {
  for await (const rows of pages) yield rows.map(({ id }) => id);
}
