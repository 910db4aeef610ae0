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
}

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
  /** Called after each page with the number of subjects checked so far. */
  onProgress?: (invariant: Invariant, checked: number) => void;
}

/**
 * Runs an invariant over a company, which may continue working: findings are checked again once the processes have
 * followed, and only those that are found again are reported.
 */
export async function* check(
  invariant: Invariant,
  audit: Audit,
  { onProgress }: CheckOptions = {},
): AsyncGenerator<Finding> {
  let checked = 0;
  for await (const subjects of invariant.subjects(audit)) {
    yield* checkThese(invariant, subjects, audit);
    checked += subjects.length;
    onProgress?.(invariant, checked);
  }
}

/** Runs an invariant over some subjects. */
export async function* checkThese(
  invariant: Invariant,
  subjects: readonly string[],
  audit: Audit,
): AsyncGenerator<Finding> {
  const found = await invariant.inspect(subjects, audit);
  if (found.length === 0) return;
  await audit.untilFollowed();
  const again = await invariant.inspect([...new Set(found.map(({ subject }) => subject))], audit);
  const before = new Set(found.map(keyOf));
  for (const one of again)
    if (before.has(keyOf(one))) yield { ...one, invariant: invariant.name, company: audit.tenant.company_id };
}

const keyOf = ({ subject, record }: Found): string => `${subject}/${record}`;

/** Runs invariants one after the other. */
export async function* checkAll(
  invariants: readonly Invariant[],
  audit: Audit,
  options: CheckOptions = {},
): AsyncGenerator<Finding> {
  for (const invariant of invariants) yield* check(invariant, audit, options);
}

/** Ids of rows, page by page. */
export async function* idsOf(pages: AsyncIterable<readonly { id: string }[]>): AsyncGenerator<string[]> {
  for await (const rows of pages) yield rows.map(({ id }) => id);
}
