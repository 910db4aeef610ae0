import type { MiddlewareHandler } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { MEDIA_TYPES, type Operation, type Representation } from '../../kernel/definition/operation.ts';
import { Problem } from '../../values/problem.ts';
import { type Env, vary } from './exchange.ts';

/**
 * Which representation an answer has: what Accept likes best of those that there are (RFC 9110, 12.5.1). An operation that
 * answers JSON alone answers it whatever Accept says.
 */

/** Media ranges that are looked at; a browser sends eight. */
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

/** The quality of a media type is that of the range that names it most exactly; 0 when none does. */
const qualityOf = (type: string, ranges: readonly Range[]): number => {
  const [family] = type.split('/', 1);
  for (const wanted of [type, `${family}/*`, '*/*']) {
    const named = ranges.filter((range) => range.type === wanted);
    if (named.length > 0) return Math.max(...named.map(({ q }) => q));
  }
  return 0;
};

/** A caller that asks for problems in their own type, and for nothing else, takes JSON. */
const likingOf = (one: Representation, ranges: readonly Range[]): number => {
  const own = qualityOf(MEDIA_TYPES[one], ranges);
  const onlyProblems = own === 0 && one === 'json' && !ranges.some(({ type }) => type === MEDIA_TYPES.json);
  return onlyProblems ? (ranges.find(({ type }) => type === 'application/problem+json')?.q ?? 0) : own;
};

const notAcceptable = (available: readonly Representation[]): Problem => {
  const types = available.map((one) => MEDIA_TYPES[one]).join(', ');
  return new Problem(406, {
    en: `Accept names nothing that can be answered here. There is: ${types}.`,
    fr: `Accept ne nomme rien de ce qui peut être répondu ici. Il y a : ${types}.`,
  });
};

/**
 * The type that is preferred of those there are; the first of equal ones.
 *
 * @throws Problem 406 that says what there is
 */
export const chooseRepresentation = (
  accept: string | undefined,
  available: readonly Representation[],
): Representation => {
  const ranges = rangesOf(accept);
  let best: Representation | undefined;
  let liked = 0;
  for (const one of available) {
    const quality = likingOf(one, ranges);
    if (quality > liked) {
      best = one;
      liked = quality;
    }
  }
  if (best === undefined) throw notAcceptable(available);
  return best;
};

/** Whether a page is liked better than JSON, as browsers do; who takes anything is a program. */
export const prefersPage = (accept: string | undefined): boolean => {
  const ranges = rangesOf(accept);
  return qualityOf('text/html', ranges) > likingOf('json', ranges);
};

/** Everything that an operation may answer, JSON first; JSON alone for most. */
export const representationsOf = ({ answers }: Pick<Operation, 'answers'>): Representation[] => {
  const all = Object.values(answers);
  const files = [...new Set(all.flatMap(({ files: some = [] }) => some))];
  // An answer without a body says nothing about which there are.
  const json = files.length === 0 || all.some(({ schema }) => schema !== undefined);
  return json ? ['json', ...files] : files;
};

const NOTHING: MiddlewareHandler<Env> = (_, next) => next();

/** Refuses with 406 before anything else is looked at, where the operation has more than one representation. */
export const accept = (operation: Operation): MiddlewareHandler<Env> => {
  const available = representationsOf(operation);
  if (available.length === 1 && available[0] === 'json') return NOTHING;
  return (c, next) => {
    vary(c.get('exchange'), 'Accept');
    chooseRepresentation(c.req.header('Accept'), available);
    return next();
  };
};
