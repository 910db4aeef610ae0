import {
  grouped,
  linesOf,
  madeBy,
  openPdf,
  type PdfDocument,
  TOGETHER,
  useFont,
  type Weight,
} from '../../tables/pdf-text.ts';
import { giveWay } from '../../timing/give-way.ts';
import { decimal } from '../../values/money.ts';
import type { Locale, Text } from '../../values/text.ts';
import type { Filer, FilledForm } from '../model/filled-form.ts';
import type { FormField, FormType, FormValue } from '../model/form-type.ts';
import { rl1Number } from '../model/rl1-number.ts';

/**
 * Slips and other forms for people: a page each, or more where there is more to tell. The layout is our own; it carries
 * what the form says, box by box, and no artwork of an agency.
 */

const MARGIN = 54;
const SIZE = 9;
const LINE = SIZE * 1.35;
const TITLE_SIZE = 14;
const HEAD_SIZE = 8;
const FOOT_SIZE = 7;
const GAP = 14;
const BOX_WIDTH = 48;
const AMOUNT_WIDTH = 150;
const FOOT_ROOM = 30;
/** Slips between which others have their turn. */
const SLIPS_AT_ONCE = 20;

const WORDS: Readonly<Record<string, Text>> = {
  employer: { en: 'Employer or payer', fr: 'Employeur ou payeur' },
  person: { en: 'Employee or recipient', fr: 'Employé ou bénéficiaire' },
  box: { en: 'Box', fr: 'Case' },
  what: { en: 'Description', fr: 'Renseignement' },
  value: { en: 'Amount or value', fr: 'Montant ou valeur' },
  amendment: { en: 'AMENDED', fr: 'MODIFIÉ' },
  cancellation: { en: 'CANCELLED', fr: 'ANNULÉ' },
  number: { en: 'Slip number', fr: 'Numéro du feuillet' },
  replaces: { en: 'refers to', fr: 'se rapporte à' },
  yes: { en: 'Yes', fr: 'Oui' },
  no: { en: 'No', fr: 'Non' },
};
const word = (name: string, locale: Locale): string => WORDS[name]![locale];

/** Fields that say who and where: they are together above the boxes. */
const WHO =
  /^(employee|recipient)_(first_name|initial|surname|last_name|corporation_name|address_line_[123]|city|province_or_territory_code|country_code|postal_code)$/;

const textAt = (form: FilledForm, key: string): string => String(form.values[key] ?? '');

const lines = (...parts: readonly (readonly string[])[]): string[] =>
  parts.map((words) => words.filter((part) => part !== '').join(' ')).filter((line) => line !== '');

const personLines = (form: FilledForm): string[] => {
  const whose = 'recipient_surname' in form.values ? 'recipient' : 'employee';
  const at = (name: string): string => textAt(form, `${whose}_${name}`);
  return lines(
    [at('corporation_name')],
    [at('first_name'), at('initial'), at('surname'), at('last_name')],
    [at('address_line_1')],
    [at('address_line_2')],
    [at('address_line_3')],
    [at('city'), at('province_or_territory_code'), at('postal_code')],
  );
};

const filerLines = (filer: Filer): string[] =>
  lines(
    [filer.name],
    [filer.address_line_1 ?? ''],
    [filer.address_line_2 ?? ''],
    [filer.city ?? '', filer.province_code ?? '', filer.postal_code ?? ''],
  );

/** A value as people read it. */
const shown = ({ kind, options, in_dollars }: FormField, value: FormValue, locale: Locale): string => {
  if (value === null || value === '') return '';
  if (typeof value === 'boolean') return word(value ? 'yes' : 'no', locale);
  if (kind === 'currency') {
    const amount = decimal(value);
    // A cancellation repeats what was filed, which earlier had cents.
    const text = grouped(amount.toFixed(in_dollars && amount.eq(amount.round(0)) ? 0 : 2), locale);
    return locale === 'fr' ? `${text}\u00a0$` : text;
  }
  if (kind === 'decimal') return grouped(String(value), locale);
  if (kind === 'sin') return String(value).replace(/^(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3');
  const meaning = options?.[String(value)];
  return meaning ? `${value} – ${meaning[locale]}` : String(value);
};

/**
 * What of a form goes on its page: everything that is filled in, but who and where, and what is of the summary. Flags
 * only where they are set, and 0 only where the agency asks for it.
 */
const toldOf = (form: FilledForm, fields: readonly FormField[], locale: Locale) =>
  fields.flatMap((field) => {
    const value = form.values[field.key] ?? (field.told_as_0 ? '0' : null);
    const isNothing = value === null || value === '' || value === false;
    const isZero = field.kind === 'currency' && !field.told_as_0 && decimal(String(value ?? '0')).eq(0);
    if (isNothing || field.of_summary || WHO.test(field.key) || isZero) return [];
    return [
      {
        box: field.box ?? '',
        label: field.label[locale],
        text: shown(field, value, locale),
        isAmount: field.kind === 'currency',
      },
    ];
  });

const makePage = (document: PdfDocument) => {
  let y = MARGIN;
  const width = (): number => document.page.width - 2 * MARGIN;
  const put = (text: string, x: number, at: number, weight: Weight, size: number): void => {
    useFont(document, text, weight, size);
    document.text(text, x, at, { lineBreak: false });
  };
  const right = (text: string, end: number, at: number, weight: Weight, size: number): void => {
    useFont(document, text, weight, size);
    document.text(text, end - document.widthOfString(text), at, { lineBreak: false });
  };
  const rule = (): void => {
    document
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + width(), y)
      .lineWidth(0.5)
      .stroke();
    y += 4;
  };
  return {
    put,
    right,
    rule,
    width,
    at: (): number => y,
    down: (by: number): void => {
      y += by;
    },
    turn: (): void => {
      document.addPage();
      y = MARGIN;
    },
    hasRoom: (height: number): boolean => y + height <= document.page.height - MARGIN - FOOT_ROOM,
  };
};
type Page = ReturnType<typeof makePage>;

const titles = (page: Page, locale: Locale): void => {
  page.put(word('box', locale), MARGIN, page.at(), 'bold', HEAD_SIZE);
  page.put(word('what', locale), MARGIN + BOX_WIDTH, page.at(), 'bold', HEAD_SIZE);
  page.right(word('value', locale), MARGIN + page.width(), page.at(), 'bold', HEAD_SIZE);
  page.down(LINE);
  page.rule();
};

const heading = (document: PdfDocument, page: Page, type: FormType, form: FilledForm, locale: Locale): void => {
  const year = textAt(form, 'tax_year') || form.effective_date;
  const title = linesOf(document, type.label[locale], { width: page.width() - 90, weight: 'bold', size: TITLE_SIZE });
  page.right(year, MARGIN + page.width(), page.at(), 'bold', TITLE_SIZE);
  for (const line of title) {
    page.put(line, MARGIN, page.at(), 'bold', TITLE_SIZE);
    page.down(TITLE_SIZE * 1.25);
  }
  const stage = form.stage === 'original' ? [] : [word(form.stage, locale)];
  // As the agency's file has them.
  const told = (numbers: readonly number[]): string =>
    numbers.map((one) => (form.type === 'rl1' ? rl1Number(one) : String(one))).join(', ');
  const replaced = form.original_number === null ? [] : [form.original_number, ...form.original_further_numbers];
  // The cancellation of an RL-1 bears the numbers of the slips that it cancels.
  const isSame = form.number !== null && form.number === form.original_number;
  const own = form.number === null ? [] : isSame ? replaced : [form.number, ...form.further_numbers];
  const number = own.length === 0 ? [] : [`${word('number', locale)} ${told(own)}`];
  const before = isSame || replaced.length === 0 ? [] : [`${word('replaces', locale)} ${told(replaced)}`];
  const notes = [...stage, ...number, ...before].join(' · ');
  for (const line of linesOf(document, notes, { width: page.width(), weight: 'bold', size: SIZE })) {
    page.put(line, MARGIN, page.at(), 'bold', SIZE);
    page.down(LINE);
  }
  page.down(GAP / 2);
};

const parties = (document: PdfDocument, page: Page, form: FilledForm, filer: Filer | null, locale: Locale): void => {
  const half = page.width() / 2 - GAP;
  const columns = [
    { title: word('employer', locale), lines: filer ? filerLines(filer) : [] },
    { title: word('person', locale), lines: personLines(form) },
  ].filter(({ lines: texts }) => texts.length > 0);
  const top = page.at();
  let height = 0;
  columns.forEach(({ title, lines: texts }, i) => {
    const x = MARGIN + i * (half + GAP);
    page.put(title, x, top, 'bold', HEAD_SIZE);
    const broken = texts.flatMap((text) => linesOf(document, text, { width: half, weight: 'plain', size: SIZE }));
    for (const [n, text] of broken.entries()) page.put(text, x, top + (n + 1) * LINE, 'plain', SIZE);
    height = Math.max(height, (broken.length + 1) * LINE);
  });
  page.down(height + GAP);
};

/** What people call a form: the first word of its label, `RL-1`. */
const nameOf = (type: FormType, locale: Locale): string => type.label[locale].split(' ')[0]!;

const drawSlip = (
  document: PdfDocument,
  {
    type,
    fields,
    filer,
    locale,
  }: { type: FormType; fields: readonly FormField[]; filer: Filer | null; locale: Locale },
  form: FilledForm,
): void => {
  const page = makePage(document);
  const foot = (): void =>
    page.put(`${nameOf(type, locale)} · ${form.form_id}`, MARGIN, document.page.height - MARGIN, 'plain', FOOT_SIZE);
  page.turn();
  heading(document, page, type, form, locale);
  parties(document, page, form, filer, locale);
  titles(page, locale);
  for (const { box, label, text, isAmount } of toldOf(form, fields, locale)) {
    const room = page.width() - BOX_WIDTH - AMOUNT_WIDTH - GAP;
    const labels = linesOf(document, label, { width: room, weight: 'plain', size: SIZE });
    const values = linesOf(document, text, { width: AMOUNT_WIDTH, weight: 'plain', size: SIZE });
    const most = Math.max(labels.length, values.length);
    for (let n = 0; n < most; n++) {
      // Kept together where it can be.
      if (!page.hasRoom(n % TOGETHER === 0 ? Math.min(most - n, TOGETHER) * LINE : LINE)) {
        foot();
        page.turn();
        titles(page, locale);
      }
      if (n === 0) page.put(box, MARGIN, page.at(), 'bold', SIZE);
      const [ofLabel, ofValue] = [labels[n], values[n]];
      if (ofLabel !== undefined) page.put(ofLabel, MARGIN + BOX_WIDTH, page.at(), 'plain', SIZE);
      if (ofValue !== undefined)
        page.right(ofValue, MARGIN + page.width(), page.at(), isAmount ? 'bold' : 'plain', SIZE);
      page.down(LINE);
    }
  }
  foot();
};

/** What a PDF of slips is made from. */
export interface SlipBook {
  type: FormType;
  /** The fields of a form's version. */
  fieldsOf: (form: FilledForm) => readonly FormField[];
  /** Whose slips they are; null of a form that no employer files. */
  filer: Filer | null;
  forms: () => AsyncIterable<FilledForm>;
  /** When the forms were as they are: the same forms of the same employer give the same file, to the byte. */
  made_at: string;
  /** The language of all of them; each person's own when left out. */
  locale?: Locale;
}

/** Slips as one PDF, each beginning on a page of its own, with a text layer. */
export const writeSlips = async function* ({
  type,
  fieldsOf,
  filer,
  forms,
  made_at,
  locale,
}: SlipBook): AsyncGenerator<Uint8Array> {
  const document = await openPdf({ title: type.label, made_at, layout: 'portrait' }, locale ?? filer?.locale ?? 'en');
  let count = 0;
  for await (const form of forms()) {
    drawSlip(document, { type, fields: fieldsOf(form), filer, locale: locale ?? form.locale }, form);
    await giveWay();
    if (++count % SLIPS_AT_ONCE === 0) yield* madeBy(document);
  }
  // A PDF has a page.
  if (count === 0) document.addPage();
  document.end();
  for await (const piece of document) yield piece;
};
