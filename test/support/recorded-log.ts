import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { EventStore, LogEvent, StreamEvent } from '../../src/event-store/port.ts';
import type { DomainEvent } from '../../src/kernel/definition/resource.ts';

/**
 * A log as an earlier version of the code wrote it: one event a line, personal members of made-up people in clear. What
 * today's code makes of it is what it will make of a customer's log. Recorded from the payroll month:
 *
 *     RECORD_LOG=test/fixtures/payroll-month.jsonl npx vitest run test/service/payroll-month.test.ts
 */
export const RECORDED = fileURLToPath(new URL('../fixtures/payroll-month.jsonl', import.meta.url));

/** Writes everything that a store holds to a file. */
export const recordLog = async (
  { store, opened }: { store: EventStore; opened: (events: readonly StreamEvent[]) => Promise<DomainEvent[]> },
  file: string,
): Promise<void> => {
  const lines: string[] = [];
  for await (const events of store.readAll({ after: 0n, upTo: await store.head() })) {
    const inClear = await opened(events);
    for (const [i, { position, stream, revision, id, type, metadata }] of events.entries())
      lines.push(
        JSON.stringify({
          position: `${position}`,
          stream,
          revision: `${revision}`,
          id,
          type,
          data: inClear[i]!.data,
          metadata,
        }),
      );
  }
  writeFileSync(file, `${lines.join('\n')}\n`);
};

/** The events of a recorded log. */
export const readRecorded = (file: string = RECORDED): LogEvent[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const event = JSON.parse(line);
      return { ...event, position: BigInt(event.position), revision: BigInt(event.revision) };
    });
