import { hash, randomUUID } from 'node:crypto';
import { pause } from '../../timing/pauses.ts';
import { invalid, type Problem } from '../../values/problem.ts';
import { allReadable } from '../definition/lookup.ts';
import { recordEvents } from '../definition/record-events.ts';
import {
  type DomainEvent,
  type EventBody,
  type Reservation,
  type ResourceDefinition,
  type State,
  streamOf,
} from '../definition/resource.ts';
import { scopeOfTenant } from '../definition/scope.ts';
import type { Services } from '../definition/services.ts';
import type { Origin } from '../definition/writer.ts';
import { reservationClaimed, reservationDismissed, reservationReleased } from '../events/reservations.ts';
import { appendBy, appendTo, type Decide } from './execute.ts';
import { type LoadedRecords, loadRecords, remembering } from './remembered.ts';
import { foldUnwritten } from './sealing.ts';

/**
 * Keys that only one record may have at a time, though each record has a stream of its own: one identifier with an
 * agency, one adjustment of a line item. No append spans two streams, and a writer may be delayed or die between any
 * two of them. So each key that was ever taken has a stream, and a record takes a key in four steps:
 *
 *   1 load     its own stream, at revision r
 *   2 claim    append a claim to the key's stream: of all records with a claim, only the last one may continue
 *   3 fence    for each other record with a claim that is not dismissed: append a fence to its stream, and check
 *              whether it had the key right before that. If it had, the new claim is released and the change is
 *              refused. If not, its claim is dismissed: whatever it may still append was decided at a revision that
 *              its stream has left
 *   4 write    its own change, at revision r
 *
 * Why two records never have the same key: let X and Y have written, and X claimed before Y. Then Y, or a record
 * between them, has fenced X. Either X had written before, so it was found to have the key and Y was refused; or X
 * writes after the fence and fails by its revision. X then loads and claims again, and is the last.
 *
 * No cleanup is needed: a claim whose process died is just one more stream that the next claim fences. A record that
 * gives a key up, or is deleted, releases its earlier claim by its number, so a late release does not affect a newer
 * claim.
 *
 * Claims contain no values: the stream of a key is named by a digest.
 */

/**
 * Pauses before a record is fenced that has a claim but not the key: it may be about to write.
 */
const PATIENCE_ms = [10, 20, 40, 80, 100] as const;

/**
 * The reservations of one change: taken while it is decided; those that it gives up are released when it is written.
 */
export interface Reserving {
  /**
   * Takes the keys that the record has after the change and not before; in mode `check` it only reads.
   *
   * @throws Problem 422 when another record has it
   */
  take(before: State | undefined, after: State | undefined): Promise<void>;
  /** To be called when the change was written: releases the claims on keys that the record no longer has. */
  giveUp(): Promise<void>;
}

/**
 * Reserves the keys of a record that is about to be written, and lets them go where it is not; nothing of a resource
 * that reserves none. Of parts, the stream of their container has the claim: that two parts of one container do not
 * have one key is a rule of theirs.
 *
 * @param holder the stream that the record is in
 * @param mode 'check' looks only, for calls that show what would happen
 */
export const makeReserving = (
  definition: ResourceDefinition,
  holder: string,
  origin: Origin,
  services: Services,
  mode: 'write' | 'check' = 'write',
): Reserving | undefined => {
  const { reserves = [], object } = definition;
  if (reserves.length === 0) return undefined;
  let left: { stream: string; claim: bigint }[] = [];
  const context = { definition, origin, services };
  return {
    take: async (before, after) => {
      left = [];
      for (const one of reserves) {
        const [had, has] = [before && one.key(before), after && one.key(after)];
        if (had === has) continue;
        const scope_id = (after ?? before)!.scope_id;
        if (had !== undefined && mode === 'write') {
          const stream = keyStream(object, one.name, scope_id, had);
          const claim = (await loadClaims(stream, services)).beside.get(holder);
          if (claim !== undefined) left.push({ stream, claim });
        }
        if (has === undefined) continue;
        const stream = keyStream(object, one.name, scope_id, has);
        const hasKey = ({ aggregate }: LoadedRecords) =>
          aggregate.all(object).find((record) => one.key(record) === has);
        await takeKey({ ...context, stream, holder, mode, having: hasKey, refusal: (keeper) => taken(one, keeper) });
      }
    },
    giveUp: async () => {
      for (const { stream, claim } of left.splice(0))
        await withdraw(stream, [[holder, claim]], reservationReleased, context).catch((error: unknown) =>
          // The next record that claims the key finds out by itself.
          services.log.warn(
            { err: error, stream },
            'a key that a record gave up could not be released; the next record that claims the key releases it',
          ),
        );
    },
  };
};

/** The turn of a record that is about to be created or deleted, among those of all processes. */
export interface Turn {
  /**
   * Takes it, and waits until what was written in the turns before can be read. What is decided then is written before
   * the next turn, or not at all.
   *
   * @throws Problem 503 when the read models do not reach the end of the log in time
   */
  take(): Promise<void>;
  /** To be called when the change was written, or will not be: the next one need not wait. */
  leave(): Promise<void>;
}

/**
 * Turns of records that are counted together, or numbered one behind the other: a key as above that a record which is
 * created or deleted takes from those before it, and is refused to nobody. One that still has its claim may be about to
 * write: it is fenced, and decides again. For records that are created one by one: those of one call would fence each
 * other.
 *
 * @param key what they have in common; it never changes
 * @param holder the stream of the record
 */
export const makeTurn = (
  definition: ResourceDefinition,
  key: string,
  holder: string,
  origin: Origin,
  services: Services,
): Turn => {
  const { tenant } = origin;
  const stream = keyStream(definition.object, 'turn', scopeOfTenant(tenant), key);
  const having = () => undefined;
  let claim: bigint | undefined;
  return {
    take: async () => {
      claim = await takeKey({ definition, origin, services, stream, holder, mode: 'write', having });
      await allReadable(services, tenant);
    },
    leave: async () => {
      if (claim === undefined) return;
      const claims = [[holder, claim]] as const;
      await withdraw(stream, claims, reservationReleased, { origin, services }).catch((error: unknown) =>
        services.log.warn(
          { err: error, stream },
          'the turn of a record could not be given back; the next one finds out by itself that it has ended',
        ),
      );
    },
  };
};

interface Taking {
  definition: ResourceDefinition;
  origin: Origin;
  services: Services;
  /** The stream of the key. */
  stream: string;
  /** Stream of the record that claims the key. */
  holder: string;
  mode: 'write' | 'check';
  /** The record of a stream that has the key. */
  having(loaded: LoadedRecords): State | undefined;
  /** What is said where another record has it; nothing where a record takes it from those that have it. */
  refusal?(keeper: State): Problem;
}

/** The stream of a key: the same for the same key of the same company, and for no other. */
const keyStream = (object: string, name: string, scope_id: string, key: string): string =>
  streamOf('reservation', hash('sha256', JSON.stringify([scope_id, object, name, key]), 'hex').slice(0, 40));

/** The records with claims on a key, each with the revision of its last claim, in that order. */
type Claims = ReadonlyMap<string, bigint>;

const claimsAfter = (so: Claims, events: readonly DomainEvent[]): Claims => {
  const claims = new Map(so);
  for (const event of events) {
    if (reservationClaimed.is(event)) {
      claims.delete(event.data.holder);
      claims.set(event.data.holder, event.revision);
    } else if (reservationReleased.is(event) || reservationDismissed.is(event)) {
      const known = claims.get(event.data.holder);
      if (known !== undefined && known <= BigInt(event.data.claim)) claims.delete(event.data.holder);
    }
  }
  return claims;
};

const loadClaims = remembering<Claims>({
  none: new Map(),
  after: claimsAfter,
  bytesOf: (claims) => 150 * claims.size,
  most_bytes: 4 * 1024 * 1024,
});

const taken = ({ path, taken: textOf }: Reservation, holder: State) => invalid([{ path, text: textOf(holder) }]);

/** @returns the number of the claim, none where it is only looked */
const takeKey = async (taking: Taking): Promise<bigint | undefined> => {
  const { origin, services, stream, holder, mode, refusal } = taking;
  await checkFirst(taking);
  if (mode === 'check') return undefined;
  let others: [string, bigint][] = [];
  const { events } = await appendBy(loadClaims, stream, `claim/${randomUUID()}`, origin, services, async (loaded) => {
    others = [...loaded.beside].filter(([other]) => other !== holder);
    return [reservationClaimed({ holder })];
  });
  const claim = events[0]!.revision;
  for (const [other] of others) {
    const keeper = await fence(other, taking);
    if (!keeper || !refusal) continue;
    await withdraw(stream, [[holder, claim]], reservationReleased, taking);
    throw refusal(keeper);
  }
  // So that the next record need not fence them again.
  if (others.length > 0) await withdraw(stream, others, reservationDismissed, taking);
  return claim;
};

/**
 * Refuses a key that is taken before anything is written, and waits a little for records that may be about to take it.
 */
const checkFirst = async ({ stream, holder, services, having, refusal }: Taking): Promise<void> => {
  for (const wait_ms of [0, ...PATIENCE_ms]) {
    if (wait_ms > 0) await pause(wait_ms);
    const { beside: claims } = await loadClaims(stream, services);
    let isAboutTo = false;
    for (const other of claims.keys()) {
      if (other === holder) continue;
      const keeper = having(await loadRecords(other, services));
      if (keeper && refusal) throw refusal(keeper);
      isAboutTo ||= !keeper;
    }
    if (!isAboutTo) return;
  }
};

/**
 * Makes sure that what another record has decided before cannot be written any more.
 *
 * @returns the one that has the key, which keeps it
 */
const fence = async (other: string, taking: Taking): Promise<State | undefined> => {
  const { definition, origin, services, having } = taking;
  let keeper: State | undefined;
  const decide: Decide = async (loaded) => {
    keeper = having(loaded);
    if (keeper) return [];
    const { fenced } = recordEvents(definition);
    if (!fenced) throw new Error(`a ${definition.object} reserves nothing`);
    return [fenced({})];
  };
  await appendTo(other, `fence/${randomUUID()}`, origin, services, decide, 'records', 'goes between');
  return keeper;
};

const withdraw = async (
  stream: string,
  claims: readonly (readonly [string, bigint])[],
  how: typeof reservationReleased,
  { origin, services }: Pick<Taking, 'origin' | 'services'>,
): Promise<void> => {
  await appendTo(stream, `${how.type}/${randomUUID()}`, origin, services, async () =>
    claims.map(([holder, claim]) => how({ holder, claim: claim.toString() })),
  );
};

/** A record after events that are not appended yet. */
export const stateAfter = (
  { object }: Pick<ResourceDefinition, 'object'>,
  id: string,
  { stream, ...loaded }: LoadedRecords,
  bodies: readonly EventBody[],
  origin: Origin,
  { folder }: Services,
): State | undefined => {
  const aggregate = loaded.aggregate.copy();
  foldUnwritten(bodies, { stream, aggregate }, origin, folder);
  return aggregate.get(object, id);
};
