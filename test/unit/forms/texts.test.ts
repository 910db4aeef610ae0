import { expect, test } from 'vitest';
import { writeRl1 } from '../../../src/forms/files/rl1.ts';
import { writeRoe } from '../../../src/forms/files/roe.ts';
import { writeT4 } from '../../../src/forms/files/t4.ts';
import { writeT4a } from '../../../src/forms/files/t4a.ts';
import type { WriteFiling } from '../../../src/forms/model/filled-form.ts';
import { type FormField, type FormValues, versionOn } from '../../../src/forms/model/form-type.ts';
import { formTypeOf } from '../../../src/forms/types/index.ts';
import { otherwiseWritten, valueIssues } from '../../../src/forms/values.ts';
import { faultsOfAll } from '../../support/agency-schemas.ts';
import { fieldsByKey as fieldsOf, filing, filled, textOfFile } from '../../support/filled-forms.ts';

/** Given any text in any member of a form, then the form says what is wrong with it, or its file has it as it says. */

const person = (who: string, first_name: string, last: string): FormValues => ({
  [`${who}_first_name`]: first_name,
  [`${who}_${last}`]: 'Tremblay',
  [`${who}_address_line_1`]: '1 Main Street',
  [`${who}_postal_code`]: 'K1A 0B1',
});
const resident = (who: string): FormValues => ({
  ...person(who, 'Zoë', 'surname'),
  [`${who}_city`]: 'Ottawa',
  [`${who}_province_or_territory_code`]: 'ON',
  [`${who}_country_code`]: 'CA',
});
const SENDER = {
  ...{ transmitter_number: 'NP123456', certification_number: 'RQ-26-01-001', schema_version: '2026.1' },
  ...{ partner_id: '0000000000001A01', product_id: '00000000000001A2' },
};
const FILES = {
  t4: [
    writeT4(fieldsOf),
    {
      ...{ tax_year: '2026', ...resident('employee'), box_12_social_insurance_number: '046454286' },
      ...{ box_54_payroll_account_number: '123456782RP0001', box_45_employer_offered_dental_benefits: '1' },
      box_10_province_territory_or_country_of_employment_code: 'ON',
    },
  ],
  t4a: [
    writeT4a(fieldsOf),
    {
      ...{ tax_year: '2026', ...resident('recipient'), box_012_social_insurance_number: '046454286' },
      ...{ box_061_payers_account_number: '123456782RP0001', box_048_fees_for_services: '10' },
    },
  ],
  rl1: [
    writeRl1(fieldsOf, () => SENDER),
    {
      ...{ tax_year: '2026', ...resident('employee'), social_insurance_number: '046454286' },
      identification_number: '1234567890RS0001',
    },
  ],
  roe: [
    writeRoe,
    {
      ...{ ...person('employee', 'Zoë', 'last_name'), employee_address_line_2: 'Ottawa ON' },
      ...{ block_5_cra_payroll_account_number: '123456782RP0001', block_8_social_insurance_number: '046454286' },
      ...{ block_6_pay_period_type: 'B', block_16_separation_code: 'A00', block_15_total_insurable_hours: '812.25' },
      ...{ contact_first_name: 'Ana', contact_last_name: 'Field' },
      ...{ contact_area_code: '416', contact_phone_number: '5550100' },
      ...{ block_10_first_day_worked: '2026-06-01', block_11_last_day_for_which_paid: '2026-06-12' },
      ...{ block_12_final_pay_period_ending_date: '2026-06-14', pp1_insurable_earnings: '2400.5' },
    },
  ],
} satisfies Record<string, [WriteFiling, FormValues]>;
type Kind = keyof typeof FILES;

const textsFor = ({ width }: FormField): string[] => [
  ...['   ', ' x ', 'a\nb', '\t', '&', '<&>"\'', '#', '1', '-', '.', '@', '€', '½', 'ª', '№', 'ﬁ', '٣', '１２'],
  ...['😀', 'Ada 😀', '中', 'Ångström', 'e\u0301', 'x\u00a0y', '\u2028', '\ufffe', '\ud800', 'A\u200dB'],
  ...['x', 'é', 'Œ', '…', '#', '😀', 'e\u0301'].flatMap((one) => [one.repeat(width), one.repeat(width + 1)]),
  ...[`${'x'.repeat(width - 1)} y`, `${'x'.repeat(width - 1)}&`, `K1A 0B1${'x'.repeat(width)}`],
];

const UNESCAPED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Texts of a file's elements. */
const contents = (xml: string): string[] =>
  [...xml.matchAll(/>([^<]+)</g)].map(([, text]) => text!.replace(/&(\w+);/g, (_, name: string) => UNESCAPED[name]!));

test.each(Object.keys(FILES) as Kind[])('each text of a %s is told, or in its file as the form says', async (type) => {
  const [write, whole] = FILES[type] as [WriteFiling, FormValues];
  const form = formTypeOf(type);
  const version = versionOn(form, '2026-12-31')!;
  expect(valueIssues(form, version, whole)).toEqual([]);
  const files: string[] = [];
  const wrong: string[] = [];
  for (const field of version.fields.filter(({ kind }) => kind === 'text'))
    for (const text of textsFor(field)) {
      const values = { ...whole, [field.key]: text };
      const issues = valueIssues(form, version, values);
      if (issues.some(({ path }) => path === field.key)) continue;
      const what = `${field.key} ${JSON.stringify(text)}`;
      if (issues.length > 0) wrong.push(`${what}: another member has the error`);
      const xml = await textOfFile(write(filing([filled(type, values)]))).catch((error: unknown) => String(error));
      files.push(xml);
      const told = otherwiseWritten(form, version, values).find(({ key }) => key === field.key)?.written ?? text;
      // A postal code is written without marks, in capital letters.
      const isCode = field.key.endsWith('postal_code');
      const written = isCode ? told.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase() : told;
      const isThere = (one: string) => (isCode ? one.startsWith(written) : one === written);
      if (written !== '' && !contents(xml).some(isThere)) wrong.push(`${what}: not in the file as ${written}`);
    }
  expect(wrong).toEqual([]);
  expect((await faultsOfAll(files, type)).flat()).toEqual([]);
});

test.each(['t4', 't4a', 'rl1', 'roe'])('the file of a %s has room for amounts as wide as its fields say', (name) => {
  const type = formTypeOf(name);
  const version = versionOn(type, '2026-12-31')!;
  const amounts = version.fields.filter(({ kind }) => kind === 'currency');
  const wide = ({ width }: FormField): string => `${'9'.repeat(width)}.00`;
  // Kinds of box O are within it.
  const beside = amounts.filter(({ box }) => box === 'O').map((field) => [field.key, wide(field)]);
  const refused = amounts.filter((field) => {
    const values = { ...Object.fromEntries(beside), [field.key]: wide(field) };
    return valueIssues(type, version, values).some(
      ({ path, text }) => path === field.key && /no room|digits before/.test(text.en),
    );
  });
  expect(amounts).not.toEqual([]);
  expect(refused.map(({ key, width }) => [key, width])).toEqual([]);
});
