import { type JsonObject, objectOf, objectsOf, textIf } from '../values/json.ts';
import type { Locale } from '../values/text.ts';

/**
 * Kept warnings of a pay stub as answers show them: the sentence, where there is one, in the language of the request.
 */
export const shownWarnings = (kept: unknown, locale: Locale): JsonObject[] =>
  objectsOf(kept).map(({ message, ...warning }) => {
    // Warnings of before had an English sentence alone.
    const sentence = textIf(message) ?? textIf(objectOf(message)[locale]);
    return sentence === undefined ? warning : { ...warning, message: sentence };
  });
