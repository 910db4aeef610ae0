import { objectOf } from '../../values/json.ts';
import { type Issue, invalid } from '../../values/problem.ts';
import { queryPairs } from '../../values/query-text.ts';
import type { Text } from '../../values/text.ts';
import { dotted, nameOf, UNKNOWN } from './query.ts';

/**
 * Page links of a search repeat its body in their query (`pay_stubs[include]=all&page=2`). They are followed with the
 * same body, and the query must not say anything else.
 */

const MOST_ISSUES = 50;

const DIFFERS: Text = {
  en: 'must be as the body has it; follow a page link with the body of the search that it is of',
  fr: 'doit être tel que dans le corps; suivez un lien de page avec le corps de la recherche dont il vient',
};

/** @throws Problem 422 that names each parameter that is not as the checked body has it */
export const checkRepeated = (repeated: Readonly<Record<string, string[]>>, body: unknown): void => {
  const members = objectOf(body);
  const pairs = new Map(queryPairs(members));
  const issues = Object.entries(repeated)
    .filter(([key, texts]) => texts.length > 1 || pairs.get(key) !== texts[0])
    .map(([key]): Issue => ({ path: dotted(key), text: Object.hasOwn(members, nameOf(key)) ? DIFFERS : UNKNOWN }));
  if (issues.length > 0) throw invalid(issues, MOST_ISSUES);
};
