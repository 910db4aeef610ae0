import { invalid } from '../../values/problem.ts';

const ENTITY_TAG = /^(?:W\/)?"([\x21\x23-\x7e]{1,100})"$/;

/**
 * The version in If-Match; undefined when any version is accepted (`*`, or no header). A weak tag is accepted too:
 * proxies that compress answers weaken tags on the way, and the versions are exact anyway.
 *
 * @throws Problem 422 when it is not an entity tag, or has several
 */
export const parseIfMatch = (header: string | undefined): string | undefined => {
  const text = header?.trim();
  if (text === undefined || text === '*') return undefined;
  const version = ENTITY_TAG.exec(text)?.[1];
  if (version === undefined)
    throw invalid([
      {
        path: 'If-Match',
        text: {
          en: 'must be one ETag as it was answered, in its quotes (e.g. "4"), or *',
          fr: 'doit être un ETag tel qu\'une réponse le donne, entre guillemets (p. ex. "4"), ou *',
        },
      },
    ]);
  return version;
};
