import { randomUUID } from 'node:crypto';
import type { Position } from '../event-store/port.ts';
import { appendTo } from '../kernel/execute.ts';
import { latest } from '../kernel/latest.ts';
import { type State, streamOf } from '../kernel/resource.ts';
import type { Services, Tenant } from '../kernel/services.ts';
import { inTurns } from '../kernel/write.ts';
import type { Origin } from '../kernel/writer.ts';
import { calculationEvent, runPipeline } from '../payrolls/calculate.ts';
import { type PartialFacts, stubFactsByChunk } from '../payrolls/stub-facts.ts';

/** Calculating open stubs and appending what differs. */

/** Later steps read what earlier ones appended. */
export const caughtUp = async (position: Position, services: Services): Promise<void> => {
  if (!(await services.gate.settled(position, [], 30_000)))
    throw new Error(`the read models did not reach position ${position} within 30 s`);
};

/**
 * Calculates open stubs, each in one append to its own stream; nothing is appended where nothing differs. Of several
 * stubs of one person on one pay date the later ones go by what the earlier ones bear, so they wait for those.
 */
export const calculateStubs = async (
  stubs: readonly State[],
  originOf: (seed: string) => Origin,
  services: Services,
  tenant: Tenant,
): Promise<Position | undefined> => {
  let last: Position | undefined;
  for (const turn of inTurnsOfPayees(stubs)) {
    if (last !== undefined) await caughtUp(last, services);
    last = latest([last, await calculateAtOnce(turn, originOf, services, tenant)]);
  }
  return last;
};

/** Stubs of one person, employer and pay date are one pay. */
export const payOf = (stub: State): string =>
  `${stub.employee_id ?? stub.id}/${stub.business_entity_id}/${stub.pay_date}`;

/** The first stubs of everybody, their second ones, …: nearly always one turn. */
const inTurnsOfPayees = (stubs: readonly State[]): State[][] => {
  const turns: State[][] = [];
  const seen = new Map<string, number>();
  for (const stub of [...stubs].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const pay = payOf(stub);
    const turn = seen.get(pay) ?? 0;
    seen.set(pay, turn + 1);
    const group = turns[turn];
    if (group) group.push(stub);
    else turns.push([stub]);
  }
  return turns;
};

const calculateAtOnce = async (
  stubs: readonly State[],
  originOf: (seed: string) => Origin,
  services: Services,
  tenant: Tenant,
): Promise<Position | undefined> => {
  let last: Position | undefined;
  let before: Promise<Position | undefined> | undefined;
  for await (const chunk of stubFactsByChunk(stubs, services, tenant)) {
    // Begun while the chunk before it is still being made durable.
    const begun = calculateChunk(chunk, originOf, services);
    begun.catch(() => {});
    last = latest([last, await before]);
    before = begun;
  }
  return latest([last, await before]);
};

const calculateChunk = async (
  chunk: readonly { stub: State; facts: PartialFacts }[],
  originOf: (seed: string) => Origin,
  services: Services,
): Promise<Position | undefined> => {
  const positions = await inTurns(chunk, async ({ stub, facts }) => {
    const origin = { ...originOf(`calculate/${stub.id}/${randomUUID()}`), mayRepeat: false };
    const appended = await appendTo(streamOf('pay_stub', stub.id), 'calculated', origin, services, async (loaded) => {
      const now = loaded.aggregate.get('pay_stub', stub.id);
      if (!now || now.is_closed) return [];
      return calculationEvent(now, runPipeline(now, facts, loaded.aggregate, origin.occurred_at), loaded.aggregate);
    });
    return appended.position;
  });
  return latest(positions);
};
