import type { Fields } from '../kernel/definition/fields.ts';
import { bodyName, type Lookup, type State, storedName } from '../kernel/definition/resource.ts';
import { isObject, type Json, type JsonObject, objectOf, sameJson, textOf } from '../values/json.ts';
import type { Issue } from '../values/problem.ts';
import type { Text } from '../values/text.ts';

/**
 * What a page in a browser leaves alone of line items: all of a line whose attributes are locked, tags that are locked
 * to such pages where they come from (the line, its recurring item, the work assignment), and the locks themselves.
 * Callers with an access token are not restricted by any of it.
 */
export interface LockFacts {
  /** Whether the tags that count without the change are locked. */
  tags: boolean;
}

/** Undefined where no page asks. */
export const lockFacts = async (
  lookup: Lookup,
  candidate: State,
  previous: State | undefined,
): Promise<LockFacts | undefined> => {
  if (!lookup.component) return undefined;
  if (previous) return { tags: isLocked(previous.custom_tag_assignment ?? previous.managed_tag_assignment ?? null) };
  const stub = await lookup.get('pay_stub', textOf(candidate.pay_stub_id));
  const assignment = await lookup.get('work_assignment', textOf(stub?.work_assignment_id ?? null));
  return { tags: isLocked(assignment?.tag_assignment ?? null) };
};

const isLocked = (assignment: Json): boolean => objectOf(assignment).is_component_locked === true;
const attributesLocked = ({ component_settings }: State): boolean =>
  isObject(component_settings) && component_settings.attributes_locked === true;

/** Members that a page would change though they are locked to it, each at its place. */
export function* lockedIssues(
  fields: Fields,
  candidate: State,
  previous: State | undefined,
  locks: LockFacts | undefined,
  sent: JsonObject,
): Iterable<Issue> {
  if (!locks) return;
  const all = previous !== undefined && attributesLocked(previous);
  for (const [name, field] of Object.entries(fields)) {
    const [path, stored] = [bodyName(name, field), storedName(name, field)];
    if (!field.write || stored === undefined || sent[path] === undefined) continue;
    const before = previous?.[stored] ?? (stored === 'component_settings' ? UNLOCKED : null);
    if (sameJson(candidate[stored] ?? null, before)) continue;
    if (all) yield { path, text: ATTRIBUTES };
    else if (stored === 'component_settings') yield { path, text: LOCKS };
    else if (stored === 'custom_tag_assignment') yield* tagIssues(path, candidate[stored] ?? null, locks);
  }
}

function* tagIssues(path: string, given: Json, { tags }: LockFacts): Iterable<Issue> {
  if (tags) yield { path, text: TAGS };
  else if (isLocked(given)) yield { path: `${path}.is_component_locked`, text: LOCKS };
}

/** Why a page may not delete the line; undefined where it may. */
export const lockRefusal = (previous: State, locks: LockFacts | undefined): Text | undefined =>
  locks && attributesLocked(previous)
    ? {
        en: 'The line item is locked to pages in a browser (component_settings.attributes_locked). Delete it from a server, with an access token.',
        fr: "La ligne est verrouillée pour les pages d'un navigateur (component_settings.attributes_locked). Supprimez-la d'un serveur, avec un jeton d'accès.",
      }
    : undefined;

const UNLOCKED = { attributes_locked: false };

const ATTRIBUTES: Text = {
  en: 'is locked to pages in a browser (component_settings.attributes_locked); change it from a server, with an access token',
  fr: "est verrouillé pour les pages d'un navigateur (component_settings.attributes_locked); modifiez-le d'un serveur, avec un jeton d'accès",
};
const TAGS: Text = {
  en: 'is locked to pages in a browser: the tags that count are (is_component_locked); change it from a server, with an access token',
  fr: "est verrouillé pour les pages d'un navigateur : les étiquettes qui comptent le sont (is_component_locked); modifiez-le d'un serveur, avec un jeton d'accès",
};
const LOCKS: Text = {
  en: 'says what a page in a browser may change, so no such page sets it; set it from a server, with an access token',
  fr: "dit ce qu'une page d'un navigateur peut modifier : aucune page ne le fixe; fixez-le d'un serveur, avec un jeton d'accès",
};
