import { accountNamed } from '../../src/forms/model/accounts.ts';
import type { Filer, Filing, FilledForm } from '../../src/forms/model/filled-form.ts';
import type { FormField, FormValues } from '../../src/forms/model/form-type.ts';

/** Plain forms and employers for what is made of them. */

export const FILER: Filer = {
  business_entity_id: 'be_1',
  name: 'Boulangerie Lac-du-Nord & Fils inc., division de la côte',
  address_line_1: '12, rue Principale',
  address_line_2: null,
  city: 'Québec',
  province_code: 'QC',
  country_code: 'CA',
  postal_code: 'G1A 1A1',
  cra_account: '123456782RP0001',
  rq_account: '1234567890RS0001',
  contact_name: 'Ana Field',
  contact_email: 'ana@example.test',
  contact_area_code: '416',
  contact_phone_number: '555-0100',
  contact_extension: '12',
  locale: 'fr',
};

export const employee = (more: FormValues = {}): FormValues => ({
  tax_year: '2026',
  employee_first_name: 'Zoë',
  employee_surname: 'Tremblay',
  employee_address_line_1: '1 Main Street',
  employee_city: 'Toronto',
  employee_province_or_territory_code: 'ON',
  employee_country_code: 'CA',
  employee_postal_code: 'M5V 2T6',
  ...more,
});

export const filled = (type: string, values: FormValues, more: Partial<FilledForm> = {}): FilledForm => ({
  form_id: 'form_1',
  type,
  version_year: 2026,
  effective_date: '2026-12-31',
  stage: 'original',
  number: 12_345_678,
  further_numbers: [],
  original_number: null,
  original_further_numbers: [],
  locale: 'en',
  values,
  ...more,
});

/** Fields of a form by what its keys say: `box_16a_…` is box 16A, `code_g_1_…` is code G-1. */
export const fieldsByKey = ({ values }: FilledForm): FormField[] =>
  Object.keys(values).map((key): FormField => {
    const [, kind, box] = /^(box|code)_(\d+a?|[a-z]_[a-z1-9]|r[a-z]|[a-z])_/.exec(key) ?? [];
    const named = box?.toUpperCase().replace('_', kind === 'box' ? '.' : '-');
    const is = { key, label: { en: key, fr: key }, width: 9 };
    const isText = key.endsWith('_number') || key.endsWith('_code') || key.endsWith('_benefits');
    return named === undefined || isText ? { ...is, kind: 'text' } : { ...is, kind: 'currency', box: named };
  });

export const filing = (forms: readonly FilledForm[], more: Partial<Filing> = {}): Filing => ({
  type: forms[0]?.type ?? 't4',
  tax_year: 2026,
  stage: forms[0]?.stage ?? 'original',
  filer: FILER,
  reference: 7,
  count: forms.length,
  accounts: [...new Set(forms.map(accountNamed))],
  forms: async function* (account) {
    yield* forms.filter((form) => accountNamed(form) === account);
  },
  ...more,
});

/** A file as text. */
export const textOfFile = async (bytes: AsyncIterable<Uint8Array>): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of bytes) text += decoder.decode(piece, { stream: true });
  return text + decoder.decode();
};
