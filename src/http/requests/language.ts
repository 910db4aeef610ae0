import type { Locale } from '../../values/text.ts';

/** Limit of ranges in an Accept-Language header. */
const MOST_RANGES = 32;

const localeOf = (range: string): Locale | undefined => {
  const language = range.split('-', 1)[0]!.toLowerCase();
  if (language === 'fr') return 'fr';
  return language === 'en' || language === '*' ? 'en' : undefined;
};

const parse = (header: string): Locale => {
  let best: Locale = 'en';
  let bestQuality = 0;
  for (const part of header.split(',', MOST_RANGES)) {
    const [range, ...parameters] = part.split(';').map((text) => text.trim());
    const locale = localeOf(range ?? '');
    if (!locale) continue;
    const q = parameters.find((parameter) => /^q=/i.test(parameter));
    const quality = q === undefined ? 1 : Number(q.slice(2));
    if (quality > bestQuality && quality <= 1) {
      best = locale;
      bestQuality = quality;
    }
  }
  return best;
};

// Clients repeat the same few headers, so results are cached.
const MOST_KNOWN = 100;
const known = new Map<string, Locale>();

/**
 * The language of an answer: English or French, whichever Accept-Language prefers (q-values, RFC 9110); the earlier one
 * of equals, and English when it names neither.
 */
export const negotiateLocale = (header: string | undefined): Locale => {
  if (!header) return 'en';
  let locale = known.get(header);
  if (locale === undefined) {
    locale = parse(header);
    if (known.size < MOST_KNOWN && header.length < 200) known.set(header, locale);
  }
  return locale;
};
