import type { Locale } from '../../values/text.ts';

/** How many ranges of an Accept-Language header are looked at. */
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

// Clients send the same few headers again and again.
const MOST_KNOWN = 100;
const known = new Map<string, Locale>();

/**
 * The language of an answer: of English and French the one that Accept-Language prefers (q-values, RFC 9110), the
 * earlier of equals, English when it names neither.
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
