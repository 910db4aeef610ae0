/**
 * What agencies' files take of a text. A letter that an agency refuses is written as the nearest one that it takes (ő
 * as o, œ as oe, a curled apostrophe as a straight one), a mark as a space, and what shows nothing as nothing; a letter
 * that has no such neighbour cannot be written.
 */
export interface Characters {
  /** Whether the agency takes the character. */
  takes: RegExp;
}

/**
 * The Canada Revenue Agency: letters, the accents of French, digits, and few marks; it turns anything else into a space
 * when a file comes in (table of acceptable characters of its specifications of 2026).
 */
export const CRA: Characters = { takes: /^[A-Za-z0-9àâçéèêëîïôûùÀÂÇÉÈÊËÎÏÔÛÙ'&/,\-(){}[\]#. ]$/u };

/** Service Canada: the table of its requirements of ROE Web, appendix D, 8.1.2. */
export const SERVICE_CANADA: Characters = {
  takes: /^[A-Za-z0-9ÁÀÂÄÇÉÈÊËÍÌÎÏÓÒÔÖÚÙÛÜáàâäçéèêëíìîïóòôöúùûü";%!)(*#\-+/$&@=?:'~|`^_[{\]}., ]$/u,
};

/** Revenu Québec publishes no table; its systems are of the Latin alphabet of Western Europe (ISO 8859-1). */
export const REVENU_QUEBEC: Characters = { takes: /^[ -~\u00a1-\u00ac\u00ae-\u00ff]$/u };

/** Letters that are not another one with an accent, and marks that have a plain form. */
const NEIGHBOURS: Readonly<Record<string, string>> = {
  ...{ Œ: 'OE', œ: 'oe', Æ: 'AE', æ: 'ae', Ø: 'O', ø: 'o', Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ð: 'D', ð: 'd' },
  ...{ Þ: 'Th', þ: 'th', ẞ: 'SS', ß: 'ss', ı: 'i', ª: 'a', º: 'o', ʻ: "'", ʼ: "'", '’': "'", '‘': "'" },
  ...{ '“': '"', '”': '"', '«': '"', '»': '"', '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '−': '-', '…': '...' },
};

/** Soft hyphens, joiners, marks of direction: a space in their place would break a name in two. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

export interface WrittenText {
  text: string;
  /** Letters that cannot be written; the text leaves them out. */
  refused: string[];
}

/** A text as an agency takes it, with single spaces. */
export const writtenText = (text: string, { takes }: Characters): WrittenText => {
  const refused: string[] = [];
  const plain = (character: string): string => {
    if (takes.test(character)) return character;
    const neighbour = NEIGHBOURS[character];
    if (neighbour !== undefined) return [...neighbour].every((one) => takes.test(one)) ? neighbour : ' ';
    const bare = character.normalize('NFD').replace(/\p{M}/gu, '');
    if (bare !== character && bare !== '') return [...bare].map(plain).join('');
    if (/\p{L}|\p{N}/u.test(character)) refused.push(character);
    return ' ';
  };
  const written = [...text.replace(INVISIBLE, '').normalize('NFC')].map(plain).join('');
  return { text: written.replace(/ +/g, ' ').trim(), refused };
};
