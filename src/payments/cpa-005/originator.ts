import { z } from 'zod';
import type { Originator } from '../events.ts';
import { plain } from './layout.ts';

/** The sender's settings for files, as their environment variables. All of them belong together. */
export const ORIGINATOR_SETTINGS = {
  CPA_005_ORIGINATOR_ID: said(
    /^[A-Z0-9]{1,10}$/,
    'it must be the 1 to 10 capital letters and digits that the bank gave',
  ),
  CPA_005_DATA_CENTRE: said(/^\d{5}$/, 'it must be the five digits of the data centre that the bank named'),
  CPA_005_SHORT_NAME: named(15),
  CPA_005_LONG_NAME: named(30),
  CPA_005_ACCOUNT: said(
    /^\d{3}-\d{5}-\d{1,12}$/,
    'it must be institution, transit and account of the account that settles and takes returns, like 003-00123-1234567',
  ),
} as const;

function said(form: RegExp, text: string) {
  return z
    .string()
    .refine((value) => form.test(value), { params: { text } })
    .optional();
}

function named(most: number) {
  const text = `it must be a name of 1 to ${most} characters, of which letters and digits are left without accents`;
  return z
    .string()
    .refine((value) => plain(value) !== '' && plain(value).length <= most, { params: { text } })
    .optional();
}

type OriginatorSettings = { readonly [K in keyof typeof ORIGINATOR_SETTINGS]?: string | undefined };

/**
 * Who sends files, of settings that each make sense.
 *
 * @returns undefined when none is set; the names of what is missing when only some are
 */
export const originatorOf = (settings: OriginatorSettings): Originator | { missing: readonly string[] } | undefined => {
  const { CPA_005_ORIGINATOR_ID: id, CPA_005_DATA_CENTRE: data_centre, CPA_005_ACCOUNT: account } = settings;
  const { CPA_005_SHORT_NAME: short_name, CPA_005_LONG_NAME: long_name } = settings;
  if (
    id !== undefined &&
    data_centre !== undefined &&
    account !== undefined &&
    short_name !== undefined &&
    long_name !== undefined
  ) {
    const [institution_number = '', transit_number = '', account_number = ''] = account.split('-');
    return { id, short_name, long_name, data_centre, returns: { institution_number, transit_number, account_number } };
  }
  const given = new Set(Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [name])));
  const names = Object.keys(ORIGINATOR_SETTINGS);
  const missing = names.filter((name) => !given.has(name));
  return missing.length === names.length ? undefined : { missing };
};
