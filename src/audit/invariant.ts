import type { Services, Tenant } from '../kernel/definition/services.ts';

/**
 * Invariants: what must be true of a company's payroll once its processes are at rest, whatever happened before. Each
 * is a plain function over the read models and the event store, so the same ones run on a real database (`payroll audit
 * check`) and on simulated ones. They repair nothing.
 */

/** What is looked at: one company, and the services that read it. Nothing is written through them. */
export interface Audit {
  services: Services;
  tenant: Tenant & { company_id: string };
  /** What the company's processes have still to do at this moment. */
  unfinished(): AsyncIterable<Found>;
  /** Waits until everything that was appended up to now can be read, and until the processes have followed it. */
  untilFollowed(): Promise<void>;
}

/** Something that is not as it must be. */
export interface Found {
  /** The subject that it was found at; looking at that again finds it again. */
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
   * Everything to be looked at, page by page, in bounded memory: ids of records, or other names that `inspect` knows.
   */
  subjects(audit: Audit): AsyncIterable<readonly string[]>;
  /** What is wrong with some subjects. Also asked of a few again, so what is gone by now is no finding. */
  inspect(subjects: readonly string[], audit: Audit): Promise<Found[]>;
}

export interface CheckOptions {
  /** Called after each page how many subjects were looked at. */
  onProgress?: (invariant: Invariant, looked: number) => void;
}

/**
 * Runs an invariant over a company. The company may continue working: what is found is looked at once more when
 * everything has followed, and only what is found again is given.
 */
export async function* check(
  invariant: Invariant,
  audit: Audit,
  { onProgress }: CheckOptions = {},
): AsyncGenerator<Finding> {
  let looked = 0;
  for await (const subjects of invariant.subjects(audit)) {
    yield* checkThese(invariant, subjects, audit);
    looked += subjects.length;
    onProgress?.(invariant, looked);
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
