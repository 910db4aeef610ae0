// Array types of PostgreSQL's protocol. The driver would read them from the server for each new connection, which costs
// a round trip; and a connection that is cut at that moment ends the whole process with a rejection that nobody can
// catch. The types that we use have fixed oids, so they are listed here.

interface ElementType {
  /** Oid of the array type, and of its element type. */
  array: number;
  element: number;
  /** Parses the text of an element; by default it stays text. */
  parse?: (text: string) => unknown;
  /** Serializes an element; by default `String`. */
  serialize?: (value: unknown) => string;
}

interface WireType {
  to: number;
  from: number[];
  serialize: (values: unknown) => string;
  parse: (text: string) => unknown;
}

/** `{"a","b",NULL}`: every element is quoted, so that its content is never parsed as structure. */
const serializeArray = (values: readonly unknown[], serialize: (value: unknown) => string): string => {
  const written = values.map((value) => {
    if (value === null || value === undefined) return 'NULL';
    if (Array.isArray(value)) return serializeArray(value, serialize);
    return `"${serialize(value).replace(/[\\"]/g, '\\$&')}"`;
  });
  return `{${written.join(',')}}`;
};

/** The elements of an array of one dimension. */
const parseArray = (text: string, parse: (text: string) => unknown): unknown[] => {
  const values: unknown[] = [];
  let at = text.indexOf('{') + 1;
  while (at < text.length && text[at] !== '}') {
    let value = '';
    const isQuoted = text[at] === '"';
    if (isQuoted) {
      for (at++; text[at] !== '"'; at++) {
        if (text[at] === '\\') at++;
        value += text[at];
      }
      at++;
    } else {
      const start = at;
      while (text[at] !== ',' && text[at] !== '}') at++;
      value = text.slice(start, at);
    }
    values.push(!isQuoted && value === 'NULL' ? null : parse(value));
    if (text[at] === ',') at++;
  }
  return values;
};

const asIs = (text: string): string => text;

/** Bytes as hex. @throws TypeError when the value is not bytes */
const hexOf = (value: unknown): string => {
  if (!(value instanceof Uint8Array)) throw new TypeError(`bytes were expected where ${typeof value} is`);
  return `\\x${Buffer.from(value).toString('hex')}`;
};

const ELEMENTS: ElementType[] = [
  { array: 1000, element: 16, parse: (text) => text === 't', serialize: (value) => (value === true ? 't' : 'f') },
  { array: 1001, element: 17, serialize: hexOf },
  { array: 1005, element: 21, parse: Number },
  { array: 1007, element: 23, parse: Number },
  { array: 1016, element: 20, parse: BigInt },
  { array: 1021, element: 700, parse: Number },
  { array: 1022, element: 701, parse: Number },
  { array: 199, element: 114, parse: JSON.parse, serialize: JSON.stringify },
  { array: 3807, element: 3802, parse: JSON.parse, serialize: JSON.stringify },
  // text, varchar, name, uuid, numeric, date
  ...[
    [1009, 25],
    [1015, 1043],
    [1003, 19],
    [2951, 2950],
    [1231, 1700],
    [1182, 1082],
  ].map(([array, element]) => ({ array: array!, element: element! })),
];

/** Array types of PostgreSQL by oid, for the driver's `types`. `timestamp` parses a timestamp. */
export const arrayTypes = (timestamp: (text: string) => unknown): Record<string, WireType> =>
  Object.fromEntries(
    [
      ...ELEMENTS,
      { array: 1115, element: 1114, parse: timestamp },
      { array: 1185, element: 1184, parse: timestamp },
    ].map(({ array, parse = asIs, serialize = String }: ElementType) => [
      `array${array}`,
      {
        to: array,
        from: [array],
        // A value that is not an array is already the literal.
        serialize: (values) => (Array.isArray(values) ? serializeArray(values, serialize) : String(values)),
        parse: (text) => parseArray(text, parse),
      },
    ]),
  );
