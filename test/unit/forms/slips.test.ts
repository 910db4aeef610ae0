import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import type { FilledForm } from '../../../src/forms/model/filled-form.ts';
import type { FormField, FormType } from '../../../src/forms/model/form-type.ts';
import { writeSlips } from '../../../src/forms/slips/pdf.ts';
import { formTypeOf } from '../../../src/forms/types/index.ts';
import type { Locale } from '../../../src/values/text.ts';
import { employee, FILER, filled } from '../../support/filled-forms.ts';

const field = (key: string, kind: FormField['kind'], en: string, fr: string, box?: string): FormField => ({
  key,
  kind,
  label: { en, fr },
  width: 9,
  ...(box === undefined ? {} : { box }),
});
const FIELDS: FormField[] = [
  field('employee_first_name', 'text', 'First name', 'Prénom'),
  field('box_12_social_insurance_number', 'sin', 'Social insurance number', "Numéro d'assurance sociale", '12'),
  field('box_14_employment_income', 'currency', 'Employment income', "Revenus d'emploi", '14'),
  field('box_22_income_tax_deducted', 'currency', 'Income tax deducted', 'Impôt sur le revenu retenu', '22'),
  field('box_28_ppip_exempt_code', 'boolean', 'Exempt from PPIP', 'Exempté du RPAP', '28'),
  ...Array.from({ length: 60 }, (_, i) =>
    field(`code_${i}_some`, 'currency', `Code ${i} of many`, `Code ${i} de plusieurs`, `C${i}`),
  ),
];
const TYPE: FormType = {
  type: 't4',
  label: { en: 'T4 Statement of Remuneration Paid', fr: 'T4 État de la rémunération payée' },
  owner_types: ['employee'],
  life: 'in_batches',
  agency: 'cra',
  exportable_as: ['pdf'],
  versions: [],
};

const bytesOf = async (
  forms: readonly FilledForm[],
  locale?: Locale,
  { type, fields }: { type: FormType; fields: readonly FormField[] } = { type: TYPE, fields: FIELDS },
): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = [];
  const book = writeSlips({
    type,
    fieldsOf: () => fields,
    filer: FILER,
    forms: async function* () {
      yield* forms;
    },
    made_at: '2027-02-01T00:00:00Z',
    ...(locale ? { locale } : {}),
  });
  for await (const piece of book) pieces.push(piece);
  return Buffer.concat(pieces);
};
const pagesOf = async (bytes: Uint8Array): Promise<string[]> =>
  (await extractText(await getDocumentProxy(new Uint8Array(bytes)))).text;

const SLIP = employee({
  box_12_social_insurance_number: '046454286',
  box_14_employment_income: '60000.5',
  box_22_income_tax_deducted: '0',
  box_28_ppip_exempt_code: false,
});

test('a slip has the person, the employer and all boxes, in the requested language', async () => {
  const [english = ''] = await pagesOf(await bytesOf([filled('t4', SLIP)], 'en'));
  for (const text of [
    'T4 Statement of Remuneration Paid',
    '2026',
    'Zoë Tremblay',
    '1 Main Street',
    'M5V 2T6',
    '046 454 286',
    '60,000.50',
    'Employment income',
  ])
    expect(english).toContain(text);
  // What is blank, 0 or not set is not told.
  expect(english).not.toContain('Income tax deducted');
  expect(english).not.toContain('PPIP');
  const [french = ''] = await pagesOf(await bytesOf([filled('t4', SLIP)], 'fr'));
  expect(french).toContain('État de la rémunération payée');
  expect(french).toMatch(/60.000,50.\$/);
});

test('the file of a batch has a page for each slip, in the language of its person, and more pages where needed', async () => {
  const many = Object.fromEntries(FIELDS.filter(({ key }) => key.startsWith('code_')).map(({ key }) => [key, '1.25']));
  const pages = await pagesOf(
    await bytesOf([
      filled('t4', { ...SLIP, employee_surname: 'Ołów Ⴀ' }, { stage: 'amendment', number: 8, original_number: 7 }),
      filled('t4', { ...SLIP, ...many }, { locale: 'fr', stage: 'cancellation' }),
      filled('t4', SLIP),
    ]),
  );
  expect(pages).toHaveLength(4);
  expect(pages[0]).toContain('AMENDED · Slip number 8 · refers to 7');
  expect(pages[0]).toContain('Zoë Ołów');
  expect(pages[1]).toContain('ANNULÉ');
  expect(pages[2]).toContain('Code 59 de plusieurs');
  expect(pages[3]).toContain('T4 Statement');
});

const FRENCH = [
  ['t4', { box_52_pension_adjustment: '1234' }, /équivalence \(case 52\) 1.234.\$/, 'T4 · '],
  ['t4', { box_52_pension_adjustment: '1234.5' }, /équivalence \(case 52\) 1.234,50.\$/, 'T4 · '],
  ['rl1', { box_a_employment_income: '1234.5' }, /emploi \(case A\) 1.234,50.\$/, 'RL-1 · '],
  ['roe', { block_15_total_insurable_hours: '1234.5' }, /assurables \(case 15A\) 1.234,5\s/, 'RE · '],
] as const;
test.each(FRENCH)(
  'a %s in French has numbers and its name as French has them: %o',
  async (name, values, number, foot) => {
    const type = formTypeOf(name);
    const { fields } = type.versions.at(-1)!;
    const [page = ''] = await pagesOf(await bytesOf([filled(name, employee(values))], 'fr', { type, fields }));
    expect(page).toMatch(number);
    expect(page).toContain(foot);
  },
);

test.each([
  ['t4', { box_24: 'EI insurable earnings (Box 24) 0.00', box_26: 'CPP/QPP pensionable earnings (Box 26) 0.00' }],
  ['rl1', { box_g: 'Pensionable salary or wages under the QPP (Box G) 0.00', box_i: 'QPIP (Box I) 0.00' }],
])('a %s has the boxes that the agency wants as 0, as its file has them', async (name, told) => {
  const type = formTypeOf(name);
  const { fields } = type.versions.at(-1)!;
  const [page = ''] = await pagesOf(await bytesOf([filled(name, employee())], undefined, { type, fields }));
  for (const text of Object.values(told)) expect(page).toContain(text);
  expect(page.match(/ 0\.00/g)).toHaveLength(2);
});

test('a T4 has no boxes of the summary: what the employer contributed is not on a slip', async () => {
  const type = formTypeOf('t4');
  const { fields } = type.versions.at(-1)!;
  const values = {
    box_18_employees_ei_premiums: '978.11',
    box_19_employer_ei_premiums: '1369.22',
    box_27_employer_cpp_contributions: '3361.33',
    box_27a_employers_cpp2_contributions: '188.44',
  };
  const [page = ''] = await pagesOf(await bytesOf([filled('t4', employee(values))], undefined, { type, fields }));
  expect(page).toContain('978.11');
  expect(page).not.toMatch(/1,369\.22|3,361\.33|188\.44|Employer's/);
});

test('an RL-1 has its numbers as the file has them: eight digits, and the rest of their division by 7', async () => {
  const numbers = {
    number: 10_000_002,
    further_numbers: [10_000_003],
    original_number: 9,
    original_further_numbers: [10],
  };
  const [page] = await pagesOf(await bytesOf([filled('rl1', SLIP, { stage: 'amendment', ...numbers })]));
  expect(page).toContain('Slip number 100000025, 100000036 · refers to 000000092, 000000103');
});

test.each<Locale>(['en', 'fr'])(
  'names, addresses and numbers of any length stay within the page: %s',
  async (locale) => {
    const some = (first: number) => Array.from({ length: 5 }, (_, i) => first + i);
    const numbers = { number: 1, further_numbers: some(2), original_number: 7, original_further_numbers: some(8) };
    const long = Object.fromEntries(
      ['first_name', 'surname', 'address_line_1', 'address_line_2', 'city'].map((name) => [
        `employee_${name}`,
        `${'Maximilienne'.repeat(10)} ${'Œ'.repeat(134)}`,
      ]),
    );
    const form = filled('rl1', { ...SLIP, ...long }, { stage: 'amendment', ...numbers });
    const page = await (await getDocumentProxy(new Uint8Array(await bytesOf([form], locale)))).getPage(1);
    const [, , right = 0, top = 0] = page.view;
    const { items } = await page.getTextContent();
    const texts = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []));
    expect(texts.length).toBeGreaterThan(20);
    const outside = texts.filter(({ width, transform: [, , , , x, y] }) => x + width > right - 53 || y < 0 || y > top);
    expect(outside.map(({ str }) => str)).toEqual([]);
  },
);

test('the same slips give the same bytes, and no slips give a valid file', async () => {
  const [once, again] = [await bytesOf([filled('t4', SLIP)]), await bytesOf([filled('t4', SLIP)])];
  expect(Buffer.compare(once, again)).toBe(0);
  expect(await pagesOf(await bytesOf([]))).toHaveLength(1);
});
