import type { Context } from 'hono';
import type { Operation } from '../../kernel/definition/operation.ts';
import type { ResourceDefinition } from '../../kernel/definition/resource.ts';
import { withoutEndSlashes } from '../../values/cut.ts';
import { notFound, Problem } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import { type Env, respond } from '../requests/exchange.ts';
import { respondProblem } from './problems.ts';

/** Answers for unknown routes: the methods that the path has, or a similar path. */

interface Place {
  path: string;
  pattern: RegExp;
  methods: Set<string>;
  resource: ResourceDefinition | undefined;
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const placesOf = (operations: readonly Operation[]): Place[] => {
  const places = new Map<string, Place>();
  for (const { path, method, auth, resource } of operations) {
    const pattern = path
      .split(/(\{[^}]+\})/)
      .map((part) => (part.startsWith('{') ? '[^/]+' : literal(part)))
      .join('');
    const place = places.get(path) ?? { path, pattern: new RegExp(`^${pattern}$`), methods: new Set(), resource };
    place.methods.add(method);
    // A public GET uses up what it is called with.
    if (method === 'GET' && auth !== 'public') place.methods.add('HEAD');
    places.set(path, place);
  }
  return [...places.values()];
};

const ARCHIVED: Text = {
  en: 'Records of this kind are not deleted: archive it by PUT with archived_at.',
  fr: 'Un dossier de ce genre ne se supprime pas : archivez-le par PUT avec archived_at.',
};

/** Why a resource does not have a method, when there is more to say than that. */
const reasonOf = (method: string, place: Place): Text | undefined => {
  const { resource, path } = place;
  if (!resource) return undefined;
  const isItem = path.endsWith('}');
  // Also at the address of a record: `POST /reports/payroll_register` means to create one.
  if (method === 'POST') return resource.absent?.create;
  if (method === 'PUT' && isItem) return resource.absent?.update;
  if (method === 'DELETE' && isItem) return resource.absent?.delete ?? (resource.archivable ? ARCHIVED : undefined);
  return undefined;
};

/** 405 with the methods that the path has. */
const methodNotAllowed = (method: string, places: readonly Place[]): Problem =>
  notAllowed(
    [...new Set(places.flatMap(({ methods }) => [...methods]))].sort().join(', '),
    places.map((place) => reasonOf(method, place)).find((text) => text !== undefined),
  );

/** 405. @param allow the methods that the path has */
export const notAllowed = (allow: string, reason?: Text): Problem =>
  new Problem(
    405,
    {
      en: `This address does not take this method; it takes ${allow}.${reason ? ` ${reason.en}` : ''}`,
      fr: `Cette adresse ne prend pas cette méthode; elle prend ${allow}.${reason ? ` ${reason.fr}` : ''}`,
    },
    { headers: { Allow: allow } },
  );

/** Edit distance up to which a word is suggested for another one, and how many letters of it make one of that. */
const NEAR = 3;
const LETTERS_EACH = 3;
/** Longer words are not compared: they are no typing errors. */
const MOST_LETTERS = 60;

/** The Levenshtein distance of two words. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
};

/** The collection with the name most similar to that of an unknown path. */
const nearest = (path: string, places: readonly Place[]): string | undefined => {
  const word = path.split('/')[1]?.toLowerCase() ?? '';
  if (word === '' || word.length > MOST_LETTERS) return undefined;
  const near = Math.min(NEAR, Math.floor(word.length / LETTERS_EACH));
  const names = [...new Set(places.map((place) => place.path.split('/')[1]!))];
  const ranked = names
    .map((name) => ({ name, far: distance(word, name) }))
    .filter(({ far }) => far <= near)
    .sort((a, b) => a.far - b.far);
  return ranked[0]?.name;
};

const noSuchPath = (path: string, places: readonly Place[]): Problem => {
  const near = nearest(path, places);
  if (near === undefined || path.split('/')[1] === near) return notFound();
  return new Problem(404, {
    en: `There is nothing at this address. Did you mean /${near}? GET / lists the addresses.`,
    fr: `Il n'y a rien à cette adresse. Vouliez-vous dire /${near}? GET / énumère les adresses.`,
  });
};

/**
 * Hono's handler for unknown routes: a redirect when the path has only a slash too much at its end, 405 when it has
 * other methods, otherwise 404. The paths are compared here, and not mounted for every method, because the fast form of
 * the router does not support such routes.
 */
export const onNotFound = (
  operations: readonly Operation[],
  overLimit: (c: Context<Env>) => Promise<Problem | undefined>,
): ((c: Context<Env>) => Promise<Response>) => {
  const places = placesOf(operations);
  const at = (path: string): Place[] => places.filter(({ pattern }) => pattern.test(path));
  return async (c) => {
    const { path, method } = c.req;
    const exchange = c.get('exchange');
    const tooMany = await overLimit(c);
    const bare = withoutEndSlashes(path);
    // 308: the client keeps method and body.
    if (!tooMany && bare !== path && at(bare).length > 0)
      return respond(exchange, 308, undefined, { Location: bare + new URL(c.req.url).search });
    const there = at(path);
    const problem = tooMany ?? (there.length > 0 ? methodNotAllowed(method, there) : noSuchPath(path, places));
    return respondProblem(exchange, problem, c.req.header('Accept'));
  };
};
