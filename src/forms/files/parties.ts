import { PROVINCES } from '../../values/text.ts';
import type { Filer, FilledForm } from '../model/filled-form.ts';
import { type Characters, writtenText } from './characters.ts';
import { threeLetters } from './countries.ts';
import type { Leaves } from './leaves.ts';
import { group, type Part } from './xml.ts';

/** A text among the values of a form; null where it is blank or none. */
export const textAt = ({ values }: FilledForm, key: string): string | null => {
  const value = values[key];
  return value === null || value === undefined || value === '' ? null : String(value);
};

const POSTAL_CODE = { en: 'a postal code without marks: A9A9A9', fr: 'un code postal sans signes : A9A9A9' };
export const POSTAL_CODE_ABROAD = /^[A-Z0-9]{1,10}$/;
export const POSTAL_CODE_ABROAD_IS = { en: 'at most ten letters and digits', fr: 'au plus dix lettres et chiffres' };
const PROVINCE_CODE = new RegExp(`^(${PROVINCES.join('|')})$`);
const PROVINCE = {
  en: 'a province or territory of Canada by two letters, such as ON, where the country is Canada',
  fr: 'une province ou un territoire du Canada en deux lettres, tel que ON, quand le pays est le Canada',
};
const REGION = { en: 'two capital letters', fr: 'deux lettres majuscules' };
const COUNTRY = { en: 'a country by three letters, such as CAN', fr: 'un pays en trois lettres, tel que CAN' };
const PHONE = { en: 'seven digits', fr: 'sept chiffres' };
const AREA = { en: 'three digits', fr: 'trois chiffres' };
const EXTENSION = { en: 'up to five digits', fr: 'au plus cinq chiffres' };
const EMAIL = {
  en: 'an e-mail address of at most 60 characters',
  fr: "une adresse courriel d'au plus 60 caractères",
};

export const ACCOUNT = /^\d{9}RP\d{4}$/;
export const ACCOUNT_IS = {
  en: 'a payroll account: nine digits, RP and four digits',
  fr: 'un compte de retenues : neuf chiffres, RP et quatre chiffres',
};
export const SIN = /^\d{9}$/;
export const SIN_IS = { en: 'nine digits', fr: 'neuf chiffres' };

export interface PostalAddress {
  line_1: string | null;
  line_2: string | null;
  city: string | null;
  province: string | null;
  country: string | null;
  postal_code: string | null;
}

/** Letters and digits alone: `K1A 0B1` as `K1A0B1`. What has none of them stays, and is no code. */
export const bare = (code: string | null): string | null => {
  const plain =
    code
      ?.normalize('NFC')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toUpperCase() ?? null;
  return plain === '' ? code : plain;
};

/** The initial of a person on the CRA's slips: a letter. */
export const craInitial = (leaves: Leaves, value: string | null, field: string): Part => {
  const initial = leaves.text('init', value, { field, width: 1 });
  if (initial === null || /^\p{L}$/u.test(String(initial.content))) return initial;
  leaves.refuse(field, { en: 'must begin with a letter', fr: 'doit commencer par une lettre' });
  return null;
};

/**
 * The social insurance number of a person on the CRA's slips; its own way of saying that somebody gave none is zeros.
 */
export const craSin = (leaves: Leaves, value: string | null, field: string): Part =>
  leaves.code('sin', value ?? '000000000', { field, like: SIN, is: SIN_IS });

/** The account that a slip of the CRA is reported under. */
export const craAccount = (leaves: Leaves, form: FilledForm, field: string): Part =>
  leaves.code('bn', textAt(form, field), { field, like: ACCOUNT, is: ACCOUNT_IS, required: true });

const DENTAL = { en: 'a code from 1 to 5', fr: 'un code de 1 à 5' };

/** Which dental benefits were offered, on the CRA's slips. It is asked for from the slips of 2023 on. */
export const craDental = (
  leaves: Leaves,
  name: string,
  form: FilledForm,
  { field, isAsked }: { field: string; isAsked: boolean },
): Part =>
  leaves.code(name, textAt(form, field), {
    field,
    like: /^[1-5]$/,
    is: DENTAL,
    required: isAsked && form.version_year >= 2023,
  });

/**
 * Where the form says that its person lives. Keys of the T4, the T4A and the RL-1 are the same except for the first
 * word.
 */
export const addressAt = (form: FilledForm, who: string): PostalAddress => ({
  line_1: textAt(form, `${who}_address_line_1`),
  line_2: textAt(form, `${who}_address_line_2`),
  city: textAt(form, `${who}_city`),
  province: textAt(form, `${who}_province_or_territory_code`),
  country: textAt(form, `${who}_country_code`),
  postal_code: textAt(form, `${who}_postal_code`),
});

/** The address of who files. */
export const addressOf = (filer: Filer): PostalAddress => ({
  line_1: filer.address_line_1,
  line_2: filer.address_line_2,
  city: filer.city,
  province: filer.province_code,
  country: filer.country_code,
  postal_code: filer.postal_code,
});

/**
 * An address as the CRA's files have it: 30, 30 and 28 characters, ZZ as province of other countries. Its schema takes
 * any part of one; null where nothing is known but that it is in Canada.
 */
export const craAddress = (leaves: Leaves, element: string, who: string, address: PostalAddress): Part => {
  const country = threeLetters(address.country);
  const isCanada = country === 'CAN';
  const known = isCanada || country === 'USA';
  const field = (name: string): string => `${who}_${name}`;
  const { line_1, line_2, city, province, postal_code } = address;
  if (isCanada && ![line_1, line_2, city, province, postal_code].some((part) => part !== null && part !== ''))
    return null;
  return group(element, [
    leaves.text('addr_l1_txt', address.line_1, { field: field('address_line_1'), width: 30 }),
    leaves.text('addr_l2_txt', address.line_2, { field: field('address_line_2'), width: 30 }),
    leaves.text('cty_nm', address.city, { field: field('city'), width: 28 }),
    leaves.code('prov_cd', known ? address.province?.toUpperCase() : 'ZZ', {
      field: field('province_or_territory_code'),
      like: isCanada ? PROVINCE_CODE : /^[A-Z]{2}$/,
      is: isCanada ? PROVINCE : REGION,
    }),
    leaves.code('cntry_cd', country, { field: field('country_code'), like: /^[A-Z]{3}$/, is: COUNTRY }),
    leaves.code('pstl_cd', bare(address.postal_code), {
      field: field('postal_code'),
      like: isCanada ? /^[A-Z]\d[A-Z]\d[A-Z]\d$/ : POSTAL_CODE_ABROAD,
      is: isCanada ? POSTAL_CODE : POSTAL_CODE_ABROAD_IS,
    }),
  ]);
};

/** Who is called about a file: name, area code, number as 555-1234, extension. */
export const craContact = (leaves: Leaves, filer: Filer, { width, email }: { width: number; email: boolean }): Part => {
  const number = filer.contact_phone_number?.replace(/\D/g, '') ?? null;
  return group('CNTC', [
    leaves.text('cntc_nm', filer.contact_name, { field: 'contact_name', width, required: true }),
    leaves.code('cntc_area_cd', filer.contact_area_code, {
      field: 'contact_area_code',
      like: /^\d{3}$/,
      is: AREA,
      required: true,
    }),
    leaves.code('cntc_phn_nbr', number?.replace(/^(\d{3})(\d{4})$/, '$1-$2'), {
      field: 'contact_phone_number',
      like: /^\d{3}-\d{4}$/,
      is: PHONE,
      required: true,
    }),
    leaves.code('cntc_extn_nbr', filer.contact_extension, {
      field: 'contact_extension',
      like: /^\d{1,5}$/,
      is: EXTENSION,
    }),
    email
      ? leaves.code('cntc_email_area', filer.contact_email, {
          field: 'contact_email',
          like: /^(?=.{3,60}$)[^\s@\p{C}]+@[^\s@\p{C}]+$/u,
          is: EMAIL,
          required: true,
        })
      : null,
  ]);
};

/**
 * A name in lines of so many characters, as an agency takes them (œ has room for two), broken between words. Where it
 * has room so only if words are broken too, they are: nothing is cut but what no line has room for, which the last one
 * keeps.
 */
export const inLines = (name: string, characters: Characters, width: number, lines: number): string[] => {
  const { text, refused } = writtenText(name, characters);
  // What cannot be written stays, to be refused.
  const words = (refused.length > 0 ? name : text).split(/\s+/);
  const parts: string[] = [];
  let line = '';
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length > width && line !== '' && parts.length < lines - 1) {
      parts.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  const between = [...parts, line];
  if (between.every((one) => one.length <= width)) return between;
  const letters = [...words.join(' ')];
  const needed = Math.min(lines, Math.ceil(letters.length / width));
  return Array.from({ length: needed }, (_, i) =>
    letters.slice(i * width, i < lines - 1 ? (i + 1) * width : undefined).join(''),
  );
};
