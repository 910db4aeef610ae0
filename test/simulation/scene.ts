import { type RecordOf, recordOf } from '../../src/kernel/definition/resource.ts';
import { ALWAYS, type Condition } from '../../src/values/condition.ts';
import { addDays } from '../../src/values/dates.ts';
import type { Scene } from './actions.ts';
import { type Asked, type Request, send } from './client.ts';

/** What commands are made with: records to act on, values, requests. */

/** Some record of the company as a client may know it; undefined when there is none. */
export const some = <K extends string>(scene: Scene, object: K, where: Condition = ALWAYS): RecordOf<K> | undefined => {
  const { world, tenant, random } = scene;
  if (!tenant) return undefined;
  const found = world.ground.tables.ask.find(object, tenant, where);
  return found.length === 0 ? undefined : recordOf(object, random.pick(found));
};

export const allOf = <K extends string>(scene: Scene, object: K, where: Condition = ALWAYS): RecordOf<K>[] =>
  (scene.tenant ? scene.world.ground.tables.ask.find(object, scene.tenant, where) : []).map((row) =>
    recordOf(object, row),
  );

/** Makes a request of the scene's company. */
export const ask = (scene: Scene, request: Request): Promise<Asked> => send(scene.world, scene.tenant!, request);

/** The record that a create has made, if it has. */
export const made = ({ outcome, reply }: Asked): string | undefined =>
  outcome === 'done' ? (reply?.body as { id?: string } | undefined)?.id : undefined;

/** A business day not far from today. */
export const dayNear = ({ world, random }: Scene, from = -30, to = 60): string =>
  addDays(world.ground.clock.today(), from + random.below(to - from));

/** True about so often. */
export const chance = ({ random }: Scene, share: number): boolean => random.next() < share;

/** Resolves after so many virtual milliseconds. */
export const wait = ({ world }: Scene, ms: number): Promise<void> =>
  new Promise((resolve) => void world.scheduler.after(ms, undefined, resolve));
