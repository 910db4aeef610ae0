import type { MiddlewareHandler } from 'hono';
import type { Operation, Preferences } from '../../kernel/definition/operation.ts';
import { invalid } from '../../values/problem.ts';
import { type Env, vary } from './exchange.ts';

type Name = keyof Preferences;

export const PREFERENCE_NAMES: readonly Name[] = [
  'deprecate_sync_bulk',
  'deprecate_flat_bulk_shape',
  'deprecate_benefit_percent',
];

/** Without a Prefer header: the current forms for new partners, the deprecated ones for existing partners. */
const DEFAULTS: Record<'new' | 'existing', Preferences> = {
  new: { deprecate_sync_bulk: true, deprecate_flat_bulk_shape: true, deprecate_benefit_percent: true },
  existing: { deprecate_sync_bulk: false, deprecate_flat_bulk_shape: false, deprecate_benefit_percent: false },
};

/** When the deprecated forms were deprecated, in the form of RFC 9745: 1 July 2026. */
const DEPRECATED_SINCE = '@1782864000';

const MOST_PREFERENCES = 32;

/**
 * The preferences that a Prefer header states (RFC 7240): the first of a name counts, unknown ones are ignored.
 *
 * @throws Problem 422 when it has more than are read
 */
const parsePrefer = (header: string | undefined): Partial<Preferences> => {
  const stated: Partial<Preferences> = {};
  if (!header) return stated;
  const parts = header.split(',');
  if (parts.length > MOST_PREFERENCES)
    throw invalid([
      {
        path: 'Prefer',
        text: {
          en: `must have at most ${MOST_PREFERENCES} preferences`,
          fr: `doit avoir au plus ${MOST_PREFERENCES} préférences`,
        },
      },
    ]);
  for (const part of parts) {
    const [, name, value] = /^\s*([a-z_]+)\s*=\s*"?(true|false)"?\s*(?:;.*)?$/i.exec(part) ?? [];
    const known = PREFERENCE_NAMES.find((candidate) => candidate === name?.toLowerCase());
    if (known && value) stated[known] ??= value.toLowerCase() === 'true';
  }
  return stated;
};

/**
 * Determines the preferences of a request. The answer says which of them were applied and which are deprecated.
 */
export const preferences = (operation: Operation): MiddlewareHandler<Env> => {
  const prefers = operation.prefers ?? [];
  return (c, next) => {
    const exchange = c.get('exchange');
    const header = c.req.header('Prefer');
    const defaults = DEFAULTS[exchange.caller?.existing ? 'existing' : 'new'];
    const stated = parsePrefer(header);
    const effective = header === undefined ? defaults : { ...defaults, ...stated };
    exchange.preferences = effective;
    if (prefers.length === 0) return next();
    vary(exchange, 'Prefer');
    const applied = prefers.filter((name) => stated[name] !== undefined);
    if (applied.length > 0)
      exchange.headers['Preference-Applied'] = applied.map((name) => `${name}=${stated[name]}`).join(', ');
    if (prefers.some((name) => !effective[name])) exchange.headers.Deprecation = DEPRECATED_SINCE;
    return next();
  };
};
