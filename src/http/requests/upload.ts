import { MIMEType } from 'node:util';
import type { Upload, Uploaded } from '../../kernel/definition/operation.ts';
import { isStorable, UNSTORABLE } from '../../values/cut.ts';
import { invalid, issue, Problem } from '../../values/problem.ts';

/**
 * Files that callers send, as the body itself or as a part of a form. The bytes are already in memory, and within the
 * limit of the operation.
 */

/** Limits of a form: other fields, files that are told by name, and the characters of a field. */
const MAX_FIELDS = 20;
/** More parts are not even read: each costs as much as thousands of bytes, and all of them are read without a break. */
const MAX_PARTS = 1_000;
/** Nor are longer headers of parts, all of them together: each line of them costs as much as a whole small part. */
const MAX_HEADERS_KiB = 256;
const MAX_FILES_NAMED = 20;
const MAX_FIELD_CHARS = 1_000;

export const FORM = 'multipart/form-data';

/** `text/csv; charset=utf-8` as `text/csv`, lower case; empty when there is none. */
export const mediaTypeOf = (header = ''): string => header.replace(/;.*$/s, '').trim().toLowerCase();

const charsetOf = (header: string): string | undefined =>
  /;\s*charset\s*=\s*"?([^";\s]+)"?/i.exec(header)?.[1]?.toLowerCase();

/** @throws Problem 415 when the header declares another encoding than UTF-8 */
const checkCharset = (header: string): void => {
  const charset = charsetOf(header);
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8' || charset === 'us-ascii') return;
  throw new Problem(415, {
    en: 'The file must be encoded as UTF-8.',
    fr: 'Le fichier doit être encodé en UTF-8.',
  });
};

const tooManyParts = (): Problem =>
  invalid([
    issue(
      'body',
      `has more than ${MAX_PARTS} parts; send the file as one part`,
      `a plus de ${MAX_PARTS} parties; envoyez le fichier en une seule partie`,
    ),
  ]);

const headersTooLong = (): Problem =>
  invalid([
    issue(
      'body',
      `has parts with headers of more than ${MAX_HEADERS_KiB} KiB in all; a part needs its Content-Disposition and Content-Type`,
      `a des parties dont les en-têtes dépassent ${MAX_HEADERS_KiB} Kio en tout; une partie n'a besoin que de Content-Disposition et de Content-Type`,
    ),
  ]);

/**
 * Refuses a form that would be read for long: by the lines that separate its parts, and what stands between each and
 * the next empty line.
 *
 * @throws Problem 422
 */
const checkParts = (bytes: Uint8Array, type: string): void => {
  const boundary = new MIMEType(type).params.get('boundary');
  if (!boundary) return;
  const separator = Buffer.from(`--${boundary}`);
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // One stands behind the last part.
  let separators = 0;
  let headers = 0;
  for (let at = all.indexOf(separator); at >= 0; ) {
    if (++separators > MAX_PARTS + 1) throw tooManyParts();
    const from = at + separator.length;
    const isLast = all.subarray(from, from + 2).equals(LAST);
    const empty = isLast ? from : all.indexOf(EMPTY_LINE, from);
    headers += (empty < 0 ? all.length : empty) - from;
    if (headers > MAX_HEADERS_KiB * 1024) throw headersTooLong();
    at = all.indexOf(separator, from);
  }
};

/** What is behind the separator after the last part. */
const LAST = Buffer.from('--');
const EMPTY_LINE = Buffer.from('\r\n\r\n');

/** The parts of a form. @throws Problem 422 */
const partsOf = async (bytes: Uint8Array, type: string): Promise<[string, File | string][]> => {
  try {
    checkParts(bytes, type);
    const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData();
    return [...form.entries()];
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw invalid([
      issue(
        'body',
        'is no well-formed multipart/form-data: a part has no end, or the boundary is another than Content-Type says',
        "n'est pas du multipart/form-data bien formé : une partie n'a pas de fin, ou le séparateur n'est pas celui de Content-Type",
      ),
    ]);
  }
};

const fromForm = async (bytes: Uint8Array, type: string, { member, types }: Upload): Promise<Uploaded> => {
  const parts = await partsOf(bytes, type);
  const files = parts.flatMap(([name, part]) => (typeof part === 'string' ? [] : [{ name, part }]));
  const fields = parts.flatMap(([name, part]) => (typeof part === 'string' ? [{ name, part }] : []));
  const others = files.filter(({ name }) => name !== member);
  const issues = others
    .slice(0, MAX_FILES_NAMED)
    .map(({ name }) =>
      issue(
        name.slice(0, 100),
        `is no part of this form; the file is ${member}`,
        `n'est pas une partie de ce formulaire; le fichier est ${member}`,
      ),
    );
  if (others.length > MAX_FILES_NAMED) {
    const more = others.length - MAX_FILES_NAMED;
    issues.push(
      issue(
        'body',
        `has ${more} more ${more === 1 ? 'file that is' : 'files that are'} no part of this form`,
        `a ${more} ${more === 1 ? "autre fichier qui n'est" : 'autres fichiers qui ne sont'} pas une partie de ce formulaire`,
      ),
    );
  }
  const ours = files.filter(({ name }) => name === member);
  if (ours.length === 0)
    issues.push(
      issue(member, 'is required: a part with a file name', 'est obligatoire : une partie avec un nom de fichier'),
    );
  if (ours.length > 1) issues.push(issue(member, 'stands more than once', "figure plus d'une fois"));
  if (fields.length > MAX_FIELDS)
    issues.push(issue('body', `has more than ${MAX_FIELDS} fields`, `a plus de ${MAX_FIELDS} champs`));
  for (const { name, part } of fields.slice(0, MAX_FIELDS)) {
    const at = name.slice(0, 100);
    if (part.length > MAX_FIELD_CHARS)
      issues.push(
        issue(
          at,
          `must have at most ${MAX_FIELD_CHARS} characters`,
          `doit avoir au plus ${MAX_FIELD_CHARS} caractères`,
        ),
      );
    if (!isStorable(part) || !isStorable(name)) issues.push({ path: at, text: UNSTORABLE });
  }
  if (issues.length > 0) throw invalid(issues);
  const { part } = ours[0]!;
  // Browsers on Windows declare a CSV as a spreadsheet, so the content decides.
  const announced = mediaTypeOf(part.type);
  if (announced.startsWith('text/')) checkCharset(part.type);
  return {
    bytes: new Uint8Array(await part.arrayBuffer()),
    type: types.includes(announced) ? announced : types[0]!,
    name: part.name.slice(0, 255).toWellFormed(),
    fields: Object.fromEntries(fields.map(({ name, part: value }) => [name, value])),
  };
};

/** Whether an operation accepts a body of this type as a file. */
export const takesFile = (upload: Upload | undefined, type: string): upload is Upload =>
  upload !== undefined && (type === FORM || upload.types.includes(type));

/** The file of a body. @throws Problem 415 or 422 */
export const uploadedOf = async (bytes: Uint8Array, header: string, upload: Upload): Promise<Uploaded> => {
  const type = mediaTypeOf(header);
  if (type === FORM) return fromForm(bytes, header, upload);
  checkCharset(header);
  if (bytes.length === 0)
    throw invalid([issue('body', 'is empty; a file is required', 'est vide; un fichier est obligatoire')]);
  return { bytes, type, fields: {} };
};

/**
 * The bytes that identify a file for idempotency keys. The boundary of a form differs in every try, so only the parts
 * between boundaries count.
 */
export const uploadIdentity = ({ bytes, type, name, fields }: Uploaded): Uint8Array => {
  const head = JSON.stringify([type, name ?? null, Object.entries(fields).sort()]);
  return Buffer.concat([Buffer.from(`${head}\n`), bytes]);
};
