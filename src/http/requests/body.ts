import { hash } from 'node:crypto';
import { zValidator } from '@hono/zod-validator';
import type { Context, MiddlewareHandler, Next } from 'hono';
import { z } from 'zod';
import type { Operation, Preferences } from '../../kernel/definition/operation.ts';
import { isStorable, UNSTORABLE } from '../../values/cut.ts';
import { issuesOf } from '../../values/issues.ts';
import { objectOf } from '../../values/json.ts';
import { type Issue, invalid, Problem } from '../../values/problem.ts';
import { readBytes } from './body-bytes.ts';
import type { BodyInHand, BodyRoom } from './body-room.ts';
import type { Env } from './exchange.ts';
import { findJsonFault } from './json-place.ts';
import { findLosses } from './parser-losses.ts';
import { PREFERENCE_NAMES } from './preferences.ts';
import { checkRepeated } from './repeated-body.ts';
import { FORM, mediaTypeOf, takesFile, uploadedOf, uploadIdentity } from './upload.ts';

/**
 * Request bodies. Cheap checks come first: type, size, encoding, depth. Then the text is parsed once and checked by the
 * operation's schema.
 */
const MAX_BODY_BYTES = 1024 * 1024;
/** Default limit of a file; files that people keep by hand have a tenth of it. */
const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;
/** No body of the interface is deeper than six levels; a hostile one must not reach recursive code. */
const MAX_BODY_DEPTH = 32;
/**
 * Members of objects and items of lists, on all levels. Each that is wrong costs as much as a thousand bytes, however
 * short it is, and all of a body is checked without a break. A full body of hours, or of ids, has some 80,000.
 */
const MAX_BODY_VALUES = 100_000;

const unsupportedType = ({ body: json, upload }: Pick<Operation, 'body' | 'upload'> = {}): Problem => {
  if (!upload)
    return new Problem(415, {
      en: 'The body must be JSON: send Content-Type: application/json (UTF-8).',
      fr: 'Le corps doit être en JSON : envoyez Content-Type: application/json (UTF-8).',
    });
  const taken = [...(json === undefined ? [] : ['application/json']), ...upload.types, FORM];
  return new Problem(415, {
    en: `The body must be one of these, by its Content-Type: ${taken.join(', ')}.`,
    fr: `Le corps doit être l'un de ceux-ci, selon son Content-Type : ${taken.join(', ')}.`,
  });
};

const encoded = (): Problem =>
  new Problem(415, {
    en: 'The body must not be compressed: leave Content-Encoding out.',
    fr: 'Le corps ne doit pas être compressé : omettez Content-Encoding.',
  });

const wholeBody = (en: string, fr: string): Problem => invalid([{ path: 'body', text: { en, fr } }]);

/** 422 for a body that is not JSON, with the position of the fault. */
export const jsonProblem = (text: string): Problem => {
  const fault = findJsonFault(text);
  if (text.trim() === '')
    return wholeBody('is empty; a JSON body is required', 'est vide; un corps JSON est obligatoire');
  if (!fault) return wholeBody('is not JSON', "n'est pas du JSON");
  const { line, column, found } = fault;
  return found === ''
    ? wholeBody(
        `is not JSON: it ends too early, at line ${line}, column ${column}`,
        `n'est pas du JSON : il finit trop tôt, à la ligne ${line}, colonne ${column}`,
      )
    : wholeBody(
        `is not JSON: ${found} is out of place at line ${line}, column ${column}`,
        `n'est pas du JSON : ${found} n'est pas à sa place à la ligne ${line}, colonne ${column}`,
      );
};

const isJsonType = (header: string): boolean => {
  const [type, ...parameters] = header.split(';').map((part) => part.trim().toLowerCase());
  if (type !== 'application/json') return false;
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset);
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

const decode = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes);
  } catch {
    throw wholeBody('is not UTF-8', "n'est pas en UTF-8");
  }
};

/** What a JSON text has more of than is parsed and checked, if anything. */
const excessOf = (text: string): 'levels' | 'values' | undefined => {
  let depth = 0;
  let values = 0;
  let inString = false;
  /** Whether an object or a list has just begun: what follows is the first in it. */
  let isEmpty = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 0x5c) i++;
      else if (code === 0x22) inString = false;
      continue;
    }
    if (code === 0x7d || code === 0x5d) {
      depth--;
      isEmpty = false;
    } else if (code === 0x2c) values++;
    else if (code > 0x20) {
      if (isEmpty) values++;
      isEmpty = code === 0x7b || code === 0x5b;
      if (isEmpty && ++depth > MAX_BODY_DEPTH) return 'levels';
      inString = code === 0x22;
    }
    if (values > MAX_BODY_VALUES) return 'values';
  }
  return undefined;
};

// Valid UTF-8 has no surrogates and valid JSON no raw control characters, so they can only be escapes.
const SUSPICIOUS = /\\u(?:0000|[dD][89a-fA-F])/;

const REPEATED = {
  en: 'is given more than once in the same object; give it once',
  fr: "est donné plus d'une fois dans le même objet; donnez-le une seule fois",
};

const ROUNDED = {
  en: 'has more digits than are kept of a JSON number; send at most 15, or a numeric string where one is taken',
  fr: "a plus de chiffres qu'il n'en est gardé d'un nombre JSON; envoyez-en au plus 15, ou une chaîne numérique là où elle est acceptée",
};

/** Finds texts in a value, including names, that cannot be stored. */
const findUnstorable = (value: unknown, path: string, found: Issue[]): void => {
  if (found.length >= 20) return;
  if (typeof value === 'string') {
    if (!isStorable(value)) found.push({ path, text: UNSTORABLE });
    return;
  }
  if (value === null || typeof value !== 'object') return;
  for (const [key, member] of Object.entries(value)) {
    const shown = key.slice(0, 100).replaceAll('\u0000', '\\u0000').toWellFormed();
    const at = path === '' ? shown : `${path}.${shown}`;
    if (!isStorable(key)) found.push({ path: at, text: UNSTORABLE });
    findUnstorable(member, at, found);
  }
};

const checkText = (text: string): void => {
  const excess = text.length > MAX_BODY_DEPTH ? excessOf(text) : undefined;
  if (excess === 'levels')
    throw wholeBody(
      `is nested deeper than ${MAX_BODY_DEPTH} levels`,
      `est imbriqué sur plus de ${MAX_BODY_DEPTH} niveaux`,
    );
  if (excess === 'values')
    throw wholeBody(
      `holds more than ${MAX_BODY_VALUES} members and items; send them in several requests`,
      `contient plus de ${MAX_BODY_VALUES} membres et éléments; envoyez-les en plusieurs requêtes`,
    );
  const { repeated, rounded } = findLosses(text);
  if (repeated.length + rounded.length === 0 && !SUSPICIOUS.test(text)) return;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return;
  }
  const found: Issue[] = [
    ...repeated.map((path) => ({ path, text: REPEATED })),
    ...rounded.map((path) => ({ path, text: ROUNDED })),
  ];
  findUnstorable(value, '', found);
  if (found.length > 0) throw invalid(found);
};

const NOTHING: MiddlewareHandler<Env> = (_, next) => next();
const NO_MEMBERS = z.strictObject({});

interface Validator {
  /** Parses the body in the request's cache and keeps the output of the schema. */
  run: MiddlewareHandler;
  /** The same for a missing body. */
  ofNothing: () => unknown;
}

const validatorOf = (schema: z.ZodType): Validator => {
  const refuse = (error: z.core.$ZodError, value: unknown): never => {
    throw invalid(issuesOf(error, value));
  };
  return {
    run: zValidator(
      'json',
      schema,
      (result) => {
        if (!result.success) refuse(result.error, result.data);
      },
      // All checks are synchronous; awaiting them would cost more than the checks.
      { validationFunction: (checked, value) => checked.safeParse(value) },
    ),
    ofNothing: () => {
      const result = schema.safeParse({});
      return result.success ? result.data : refuse(result.error, {});
    },
  };
};

/** Schemas that depend on preferences are made once for each combination. */
const validators = (operation: Operation): ((preferences: Preferences) => Validator) => {
  const { body } = operation;
  if (typeof body !== 'function') {
    const only = validatorOf(body ?? NO_MEMBERS);
    return () => only;
  }
  const made = new Map<string, Validator>();
  return (preferences) => {
    const key = PREFERENCE_NAMES.map((name) => preferences[name]).join();
    let validator = made.get(key);
    if (!validator) {
      validator = validatorOf(body(preferences));
      made.set(key, validator);
    }
    return validator;
  };
};

/**
 * Reads and checks the body of an operation. The handler finds it in `c.req.valid('json')`, or a file in the exchange's
 * `upload`; the exchange also has the bytes that identify a repeat. Refuses with 413, 415, 422 or 429; with
 * 400 where the body broke off.
 *
 * @param stillHolds asked when the body had not arrived with the head: who sends it slowly may have lost the credential
 */
export const body = (
  operation: Operation,
  room: BodyRoom,
  stillHolds: (c: Context<Env>) => Promise<void>,
): MiddlewareHandler<Env> => {
  if (operation.method === 'GET') return NOTHING;
  const { upload } = operation;
  const takesJson = operation.body !== undefined || upload === undefined;
  const optional = operation.bodyOptional === true || operation.body === undefined;
  const validatorFor = validators(operation);
  const read = async (c: Context<Env>, next: Next, need: BodyInHand['need']): Promise<Awaited<Handled>> => {
    const exchange = c.get('exchange');
    const type = c.req.header('Content-Type');
    const length = c.req.header('Content-Length');
    const isFile = takesFile(upload, mediaTypeOf(type));
    if (length !== '0') {
      if (type !== undefined && !isFile && !(takesJson && isJsonType(type))) throw unsupportedType(operation);
      if ((c.req.header('Content-Encoding') ?? 'identity').toLowerCase() !== 'identity') throw encoded();
    }
    const max_bytes = isFile ? (upload.max_bytes ?? MAX_UPLOAD_BYTES) : MAX_BODY_BYTES;
    const isThere = c.env?.incoming?.complete !== false;
    const bytes = length === '0' ? new Uint8Array(0) : await readBytes(c.req.raw, max_bytes, need);
    if (!isThere) await stillHolds(c);
    if (isFile) {
      exchange.upload = await uploadedOf(bytes, type!, upload);
      exchange.bytes = uploadIdentity(exchange.upload);
      return next();
    }
    exchange.bytes = bytes;
    if (!takesJson) throw unsupportedType(operation);
    const validator = validatorFor(exchange.preferences!);
    if (bytes.length === 0) {
      if (!optional) throw jsonProblem('');
      c.req.addValidatedData('json', objectOf(validator.ofNothing()));
      return next();
    }
    if (type === undefined) throw unsupportedType(operation);
    const text = decode(bytes);
    checkText(text);
    // The body was already read, so it is put where the validator looks for it.
    Object.assign(c.req.bodyCache, { text: Promise.resolve(text) });
    const { repeated } = exchange;
    if (!repeated) return validator.run(c, next);
    const checked: { valid(target: 'json'): unknown } = c.req;
    return validator.run(c, () => {
      checkRepeated(repeated, checked.valid('json'));
      return next();
    });
  };
  return async (c, next) => {
    const { caller } = c.get('exchange');
    const inHand = room.open(caller?.entity ?? '', caller?.tenant.partner_id ?? '');
    try {
      return await read(c, next, inHand.need);
    } finally {
      inHand.leave();
    }
  };
};

type Handled = ReturnType<MiddlewareHandler<Env>>;

/** Identifies a request: a hash of its method, path with query, and body. */
export const requestHash = (method: string, url: string, bytes: Uint8Array | undefined): Buffer => {
  const from = url.indexOf('/', url.indexOf('://') + 3);
  const head = Buffer.from(`${method} ${url.slice(from)}\n`);
  return hash('sha256', bytes ? Buffer.concat([head, bytes]) : head, 'buffer');
};
