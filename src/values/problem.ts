import { type Text, wordsOf } from './text.ts';

/** One thing wrong with one member of a request. `path` is in dot notation, e.g. `data.amount` or `3.title`. */
export interface Issue {
  path: string;
  text: Text;
  /** How many it stands for, where these are not named one by one. */
  count?: number;
}

/** What is wrong with the member at a path. */
export const issue = (path: string, en: string, fr: string): Issue => ({ path, text: { en, fr } });

/** An issue in place of further ones that are not named. */
export const unnamed = (count: number): Issue => ({
  path: '',
  text:
    count === 1
      ? { en: 'has 1 more fault that is not named', fr: "a 1 autre erreur qui n'est pas nommée" }
      : { en: `has ${count} more faults that are not named`, fr: `a ${count} autres erreurs qui ne sont pas nommées` },
  count,
});

const countOf = (issues: readonly Issue[]): number => issues.reduce((sum, { count = 1 }) => sum + count, 0);

/**
 * Why a request is refused. Thrown anywhere beneath the HTTP layer, answered by it with `status` and the text in the
 * locale of the request. Nothing was stored when it is thrown, unless it says that a part was.
 */
export class Problem extends Error {
  readonly status: number;
  readonly text: Text;
  readonly issues: readonly Issue[];
  readonly headers: Readonly<Record<string, string>>;
  /** A part of what was asked for is done: done anew it would be there twice. */
  readonly isPartlyDone: boolean;
  constructor(
    status: number,
    text: Text,
    options: {
      issues?: readonly Issue[];
      headers?: Record<string, string>;
      cause?: unknown;
      isPartlyDone?: boolean;
    } = {},
  ) {
    super(text.en, { cause: options.cause });
    this.name = 'Problem';
    this.status = status;
    this.text = text;
    this.issues = options.issues ?? [];
    this.headers = options.headers ?? {};
    this.isPartlyDone = options.isPartlyDone ?? false;
  }
}

/** 400: a well-formed request that the state forbids; the text says what prevents it. */
export const refused = (text: Text): Problem => new Problem(400, text);

/** 401: no valid credential. */
export const unauthorized = (): Problem =>
  new Problem(
    401,
    {
      en: 'The bearer token is missing, unknown, expired or revoked. Send "Authorization: Bearer <token>" with a valid one.',
      fr: 'Le jeton est absent, inconnu, expiré ou révoqué. Envoyez « Authorization: Bearer <jeton> » avec un jeton valide.',
    },
    { headers: { 'WWW-Authenticate': 'Bearer' } },
  );

/** 403: the credential is of the other kind. */
export const forbidden = (needs: 'partner' | 'company'): Problem =>
  new Problem(
    403,
    needs === 'partner'
      ? {
          en: 'This operation takes the partner secret, not an access token of a company.',
          fr: "Cette opération demande le secret du partenaire, et non le jeton d'accès d'une compagnie.",
        }
      : {
          en: 'This operation takes an access token of a company, not the partner secret.',
          fr: "Cette opération demande le jeton d'accès d'une compagnie, et non le secret du partenaire.",
        },
  );

/** 403: the token is one for components, which may call few operations. */
export const forbiddenToComponents = (): Problem =>
  new Problem(403, {
    en: 'A token of purpose component may not call this operation: it can read, and change line items of pay stubs, but not get files with sealed values. Call it from a server, with an access token.',
    fr: "Un jeton dont l'usage est « component » ne peut appeler cette opération : il lit, et modifie les lignes des bulletins de paie; les fichiers où figure ce qui est scellé ne sont pas pour lui. Appelez-la d'un serveur, avec un jeton d'accès.",
  });

/**
 * 404: a wrong address, or the right one of a record that there is not, or not for this caller: the two are
 * distinguished nowhere.
 *
 * @param object what the address names, where that is known
 */
export const notFound = (object?: string): Problem =>
  new Problem(
    404,
    object === undefined
      ? { en: 'There is nothing at this address.', fr: "Il n'y a rien à cette adresse." }
      : unknownId(object),
  );

/** 409: the request meets another one, or what is already there; the text says which. */
export const conflict = (text: Text): Problem => new Problem(409, text);

/** Where an issue is that belongs to the body as a whole. */
const WHOLE = 'body';

/** The first `most` of the issues; where there are more, one more issue says how many. */
export const namedAtMost = (issues: readonly Issue[], most: number): readonly Issue[] => {
  if (issues.length <= most) return issues;
  const named = issues.slice(0, most);
  return [...named, { ...unnamed(countOf(issues) - countOf(named)), path: WHOLE }];
};

/** 422: malformed or inadmissible members, each named; beyond `most` the rest is counted. */
export const invalid = (found: readonly Issue[], most = Number.POSITIVE_INFINITY): Problem => {
  const issues = found.map((issue) => (issue.path === '' ? { ...issue, path: WHOLE } : issue));
  const first = issues[0];
  const more = countOf(issues) - 1;
  return new Problem(
    422,
    {
      en: `The request is not valid. ${first ? `${first.path}: ${first.text.en}` : ''}${more > 0 ? ` (and ${more} more)` : ''}`,
      fr: `La requête n'est pas valide. ${first ? `${first.path} : ${first.text.fr}` : ''}${more > 0 ? ` (et ${more} de plus)` : ''}`,
    },
    { issues: namedAtMost(issues, most) },
  );
};

/** 503: nothing was done, and the same call may succeed later. */
export const unavailable = (text: Text, retryAfter_s: number, cause?: unknown): Problem =>
  new Problem(503, text, { headers: { 'Retry-After': String(retryAfter_s) }, cause });

/**
 * 429: nothing was done, and the same call succeeds later.
 *
 * @param reset_s when that is, in Unix seconds; default after the seconds to wait
 */
export const tooManyRequests = (
  text: Text,
  retryAfter_s: number,
  reset_s = Math.ceil(Date.now() / 1_000) + retryAfter_s,
): Problem =>
  new Problem(429, text, {
    headers: { 'Retry-After': String(retryAfter_s), 'X-RateLimit-Reset': String(reset_s) },
  });

/** The message of an id that is unknown or another company's; the two are distinguished nowhere. */
export const unknownId = (object: string): Text => ({
  en: `There is no ${wordsOf(object)} with this id.`,
  fr: `Aucun objet « ${object} » ne porte cet identifiant.`,
});

/** Unknown ids that are named one by one. */
const MOST_UNKNOWN = 20;

/**
 * What is said of unknown ids at their places: of each of the first ones, and how many there are where that is not all.
 *
 * @param ofRest where the number of all of them is said; default the place of the first one that is not named
 */
export const unknownAt = (unknown: readonly { path: string; object: string }[], ofRest?: string): Issue[] => {
  const next = unknown[MOST_UNKNOWN];
  const named = unknown.slice(0, MOST_UNKNOWN).map(({ path, object }) => ({ path, text: unknownId(object) }));
  if (!next) return named;
  const text = {
    en: `${unknown.length} ids are unknown in all; the first ${MOST_UNKNOWN} are named`,
    fr: `${unknown.length} identifiants sont inconnus en tout; les ${MOST_UNKNOWN} premiers sont nommés`,
  };
  return [...named, { path: ofRest ?? next.path, text }];
};

/** The same issues, found below a member of a larger body. */
export const below = (prefix: string, issues: readonly Issue[]): Issue[] =>
  issues.map((issue) => ({ ...issue, path: issue.path === '' ? prefix : `${prefix}.${issue.path}` }));

/** What each status of a problem is called: in the reference, and in the address of the page that explains it. */
export const PROBLEM_KINDS = {
  400: 'refused',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  409: 'conflict',
  413: 'too_large',
  415: 'unsupported_type',
  422: 'not_valid',
  429: 'too_many_requests',
  500: 'failed',
  503: 'not_available',
} as const;
const KINDS = new Map<string, (typeof PROBLEM_KINDS)[keyof typeof PROBLEM_KINDS]>(Object.entries(PROBLEM_KINDS));

/** What kind of problem a status is of; nothing for one that is none of ours. */
export const kindOfStatus = (status: number): ProblemKind | undefined => KINDS.get(String(status));

export type ProblemKind = (typeof PROBLEM_KINDS)[keyof typeof PROBLEM_KINDS];
