import type { MiddlewareHandler } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { MEDIA_TYPES, type Operation, type Representation } from '../../kernel/definition/operation.ts';
import { invalid, Problem } from '../../values/problem.ts';
import { type Env, vary } from './exchange.ts';

/**
 * Content negotiation: the available representation that Accept prefers (RFC 9110, 12.5.1). An operation with only JSON
 * ignores Accept.
 */

/** Limit of media ranges; a browser sends eight. */
const MAX_RANGES = 50;
const MAX_CHARS = 4_000;

interface Range {
  type: string;
  q: number;
}

const rangesOf = (accept: string | undefined): Range[] => {
  const ranges = accept ? parseAccept(accept.slice(0, MAX_CHARS)).slice(0, MAX_RANGES) : [];
  return ranges.length > 0 ? ranges.map(({ type, q }) => ({ type: type.toLowerCase(), q })) : [{ type: '*/*', q: 1 }];
};

/** The quality of a media type: that of the most specific range that matches, or 0. */
const qualityOf = (type: string, ranges: readonly Range[]): number => {
  const [family] = type.split('/', 1);
  for (const wanted of [type, `${family}/*`, '*/*']) {
    const named = ranges.filter((range) => range.type === wanted);
    if (named.length > 0) return Math.max(...named.map(({ q }) => q));
  }
  return 0;
};

/** The quality of a representation. A caller that accepts only problem types accepts JSON. */
const preferenceOf = (one: Representation, ranges: readonly Range[]): number => {
  const own = qualityOf(MEDIA_TYPES[one], ranges);
  const onlyProblems = own === 0 && one === 'json' && !ranges.some(({ type }) => type === MEDIA_TYPES.json);
  return onlyProblems ? (ranges.find(({ type }) => type === 'application/problem+json')?.q ?? 0) : own;
};

const notAcceptable = (available: readonly Representation[]): Problem => {
  const types = available.map((one) => MEDIA_TYPES[one]).join(', ');
  return new Problem(406, {
    en: `Accept names nothing that can be answered here. There is: ${types}.`,
    fr: `Accept ne nomme aucun des types de contenu disponibles ici : ${types}.`,
  });
};

/** The preferred one of the available types; the first of equal ones; undefined when none is accepted. */
export const preferredRepresentation = (
  accept: string | undefined,
  available: readonly Representation[],
): Representation | undefined => {
  const ranges = rangesOf(accept);
  let best: Representation | undefined;
  let liked = 0;
  for (const one of available) {
    const quality = preferenceOf(one, ranges);
    if (quality > liked) {
      best = one;
      liked = quality;
    }
  }
  return best;
};

/** Whether there is more of it than is read. The header has a comma between any two media ranges. */
const isTooLong = (accept: string): boolean => accept.length > MAX_CHARS || accept.split(',').length > MAX_RANGES;

const tooLong = (): Problem =>
  invalid([
    {
      path: 'Accept',
      text: {
        en: `must have at most ${MAX_RANGES} media types, and ${MAX_CHARS} characters`,
        fr: `doit avoir au plus ${MAX_RANGES} types de contenu, et ${MAX_CHARS} caractères`,
      },
    },
  ]);

/** The same. @throws Problem 406 that lists the available types, 422 when there is more of it than is read */
export const chooseRepresentation = (
  accept: string | undefined,
  available: readonly Representation[],
): Representation => {
  if (accept !== undefined && isTooLong(accept)) throw tooLong();
  const preferred = preferredRepresentation(accept, available);
  if (preferred === undefined) throw notAcceptable(available);
  return preferred;
};

/** Whether a page is preferred to JSON, as by browsers. A client that accepts anything is taken for a program. */
export const prefersPage = (accept: string | undefined): boolean => {
  const ranges = rangesOf(accept);
  return qualityOf('text/html', ranges) > preferenceOf('json', ranges);
};

/** All representations of an operation, JSON first; most have only JSON. */
export const representationsOf = ({ answers }: Pick<Operation, 'answers'>): Representation[] => {
  const all = Object.values(answers);
  const files = [...new Set(all.flatMap(({ files: some = [] }) => some))];
  // An answer without a body has no representation.
  const json = files.length === 0 || all.some(({ schema }) => schema !== undefined);
  return json ? ['json', ...files] : files;
};

const NOTHING: MiddlewareHandler<Env> = (_, next) => next();

/** Refuses with 406 before query and body are read, when the operation has more than JSON. */
export const accept = (operation: Operation): MiddlewareHandler<Env> => {
  const available = representationsOf(operation);
  if (available.length === 1 && available[0] === 'json') return NOTHING;
  return (c, next) => {
    vary(c.get('exchange'), 'Accept');
    chooseRepresentation(c.req.header('Accept'), available);
    return next();
  };
};
