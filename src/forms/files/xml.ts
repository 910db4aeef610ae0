/** An element of an agency's file: what it is called, and its text or the elements in it. */
export interface Element {
  name: string;
  attributes?: Readonly<Record<string, string>>;
  content: string | readonly Element[];
}

/** A part of a file that may be left out: what is blank is not written, since agencies refuse empty elements. */
export type Part = Element | null;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const escaped = (text: string): string => {
  const plain = text.replace(/[&<>"']/g, (mark) => ESCAPES[mark]!);
  // Not in XML 1.0 by any spelling. Texts have lost them long before.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(plain))
    throw new RangeError('a control character cannot be written as XML');
  return plain;
};

export const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A beginning tag; its end is `endOf`. */
export const startOf = (name: string, attributes: Readonly<Record<string, string>> = {}): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join('')}>`;

/** The end of a tag. */
export const endOf = (name: string): string => `</${name}>`;

/** An element as text, without blanks between elements. */
export const written = ({ name, attributes, content }: Element): string =>
  `${startOf(name, attributes)}${typeof content === 'string' ? escaped(content) : content.map(written).join('')}${endOf(name)}`;

/** An element of others; null when nothing is left in it. */
export const group = (name: string, parts: readonly Part[], attributes?: Readonly<Record<string, string>>): Part => {
  const content = parts.filter((part) => part !== null);
  if (content.length === 0) return null;
  return attributes ? { name, attributes, content } : { name, content };
};
