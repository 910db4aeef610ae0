import { perTurn } from '../../values/per-turn.ts';
import { unavailable } from '../../values/problem.ts';
import { type Lookup, type RecordOf, recordOf, type State } from './resource.ts';
import type { Services, Tenant } from './services.ts';

const BEHIND = {
  en: 'The latest writes cannot be read yet, so nothing was done. Try again in a moment.',
  fr: "Ce qui a été écrit en dernier ne peut pas encore être lu : rien n'a donc été fait. Réessayez dans un instant.",
};

/**
 * What is known of some ids. One counts as missing only when that is certain: when some are missing and the read models
 * had not reached the end of the log, they are looked up again once the read models have. So a caller who got a 201
 * never gets a 404 or a 422 for that record, also while another process takes the read models over.
 *
 * For a company that is parked, what was found is returned as it is.
 *
 * @param look what the read models have of the ids
 * @throws Problem 503 when the read models do not reach the end in time
 */
const forCertain = async <F extends Pick<ReadonlySet<string>, 'has'>>(
  tenant: Tenant,
  ids: readonly string[],
  look: () => Promise<F>,
  { gate, store }: Pick<Services, 'gate' | 'store'>,
): Promise<F> => {
  const from = gate.readPosition();
  const found = await look();
  if (ids.every((id) => found.has(id)) || gate.readOnly(tenant) !== undefined) return found;
  const head = await store.head();
  if (from >= head) return found;
  if (!(await gate.followed(head, [], undefined, tenant))) {
    if (gate.readOnly(tenant) !== undefined) return found;
    throw unavailable(BEHIND, 1);
  }
  return look();
};

/** Rows by their ids; those that are missing are for certain ({@link forCertain}). @throws Problem 503 */
export const presentRows = <K extends string>(
  object: K,
  tenant: Tenant,
  ids: readonly string[],
  services: Pick<Services, 'read' | 'gate' | 'store'>,
): Promise<Map<string, RecordOf<K>>> =>
  forCertain(tenant, ids, () => services.read.getMany(object, tenant, ids), services);

/**
 * Which of some ids name records of an object; the others name none for certain ({@link forCertain}).
 *
 * @throws Problem 503 when that is not known
 */
export const presentIds = (
  object: string,
  tenant: Tenant,
  ids: readonly string[],
  services: Pick<Services, 'read' | 'gate' | 'store'>,
): Promise<Set<string>> => forCertain(tenant, ids, () => services.read.existing(object, tenant, 'id', ids), services);

/**
 * Waits until everything that has been written can be read, before a selection is fixed.
 *
 * @throws Problem 503 when that takes too long
 */
export const allReadable = async ({ gate, store }: Pick<Services, 'gate' | 'store'>, tenant: Tenant): Promise<void> => {
  if (!(await gate.followed(await store.head(), [], undefined, tenant))) throw unavailable(BEHIND, 1);
};

/**
 * Looks up current rows for the rules of many changes at once: lookups of one tick are one query per object, and no row
 * is read twice.
 *
 * Its lookups throw a Problem 503 when it is not known yet whether a row exists.
 */
export const makeLookup = (services: Services, tenant: Tenant, component = false): Lookup => {
  const known = new Map<string, Promise<State | undefined>>();
  const rowOf = perTurn(async (object: string, ids: readonly string[]) => {
    const rows = await presentRows(object, tenant, ids, services);
    return ids.map((id) => rows.get(id));
  });

  return {
    tenant,
    services,
    component,
    readFrom: services.gate.readPosition(),
    get: async (object, id) => {
      const key = `${object}/${id}`;
      let found = known.get(key);
      if (!found) {
        found = rowOf(object, id);
        known.set(key, found);
      }
      const state = await found;
      return state && recordOf(object, state);
    },
  };
};
