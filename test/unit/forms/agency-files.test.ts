import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CRA, SERVICE_CANADA, writtenText } from '../../../src/forms/files/characters.ts';
import { rl1FileName, writeRl1 } from '../../../src/forms/files/rl1.ts';
import { roeSlips, writeRoe } from '../../../src/forms/files/roe.ts';
import { t4Slips, writeT4 } from '../../../src/forms/files/t4.ts';
import { writeT4a } from '../../../src/forms/files/t4a.ts';
import type { FilledForm } from '../../../src/forms/model/filled-form.ts';
import { type FormValues, versionOn } from '../../../src/forms/model/form-type.ts';
import { MOST_FORMS_IN_FILE } from '../../../src/forms/model/most-forms.ts';
import { rl1Number } from '../../../src/forms/model/rl1-number.ts';
import { formTypeOf } from '../../../src/forms/types/index.ts';
import { sum, toCents } from '../../../src/values/money.ts';
import { Problem } from '../../../src/values/problem.ts';
import { faultsOf, faultsOfAll, textsAt } from '../../support/agency-schemas.ts';
import { employee, FILER, fieldsByKey as fieldsOf, filing, filled, textOfFile } from '../../support/filled-forms.ts';

const SENDER = {
  transmitter_number: 'NP123456',
  certification_number: 'RQ-26-01-001',
  partner_id: '0000000000001A01',
  product_id: '00000000000001A2',
  schema_version: '2026.1',
};
const t4File = writeT4(fieldsOf);
const t4aFile = writeT4a(fieldsOf);
const rl1File = writeRl1(fieldsOf, () => SENDER);

const T4: FormValues = {
  box_12_social_insurance_number: '046454286',
  box_54_payroll_account_number: '123456782RP0001',
  box_10_province_territory_or_country_of_employment_code: 'ON',
  box_45_employer_offered_dental_benefits: '3',
  box_14_employment_income: '60000',
  box_16_employees_cpp_contributions: '3361.75',
  box_18_employees_ei_premiums: '978',
  box_22_income_tax_deducted: '9000.5',
  box_24_ei_insurable_earnings: '60000',
  box_26_cpp_or_qpp_pensionable_earnings: '60000',
  box_27_employer_cpp_contributions: '3361.75',
  box_19_employer_ei_premiums: '1369.2',
};
const t4 = (more: FormValues = {}, form: Partial<FilledForm> = {}) => filled('t4', employee({ ...T4, ...more }), form);

const NOWHERE = { address_line_1: null, address_line_2: null, city: null, province_code: null, postal_code: null };

const problemOf = async (file: AsyncIterable<Uint8Array>): Promise<Problem> => {
  const thrown = await textOfFile(file).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof Problem) return thrown;
  throw new Error(`no problem, but ${String(thrown)}`);
};

describe('T4 of the CRA', () => {
  test('is valid by the schema of its specification, with its totals and count', async () => {
    const xml = await textOfFile(
      t4File(filing([t4(), t4({ box_14_employment_income: '0.05' }, { form_id: 'form_2' })])),
    );
    expect(await faultsOf(xml, 't4')).toEqual([]);
    expect(textsAt(xml, 'slp_cnt')).toEqual(['2']);
    expect(textsAt(xml, 'tot_empt_incamt')).toEqual(['60000.05']);
    expect(textsAt(xml, 'tot_empr_cpp_amt')).toEqual(['6723.50']);
    expect(textsAt(xml, 'sbmt_ref_id')).toEqual(['00000007']);
    expect(textsAt(xml, 'sin')).toEqual(['046454286', '046454286']);
    expect(xml.endsWith('</Submission>')).toBe(true);
  });

  test('is refused by the schema when it is wrong', async () => {
    const xml = await textOfFile(t4File(filing([t4()])));
    const wrong = [
      xml.replace('<bn>123456782RP0001</bn><cpp', '<bn>999999999RP0001</bn><cpp'),
      xml.replace('<ei_insu_ern_amt>60000.00</ei_insu_ern_amt>', ''),
      xml.replace('60000.00</empt_incamt>', '123456789.00</empt_incamt>'),
      xml.replace('<snm>Tremblay', '<snm>Tremblay-Bouchard-Lafontaine'),
    ];
    for (const faults of await faultsOfAll(wrong, 't4')) expect(faults).not.toEqual([]);
  });

  test('leaves out amounts of 0, except the two that are required', async () => {
    const xml = await textOfFile(
      t4File(
        filing([
          t4({
            box_24_ei_insurable_earnings: null,
            box_26_cpp_or_qpp_pensionable_earnings: '0',
            box_18_employees_ei_premiums: '0',
          }),
        ]),
      ),
    );
    expect(textsAt(xml, 'ei_insu_ern_amt')).toEqual(['0.00']);
    expect(textsAt(xml, 'cpp_qpp_ern_amt')).toEqual(['0.00']);
    expect(textsAt(xml, 'empe_eip_amt')).toEqual([]);
    expect(await faultsOf(xml, 't4')).toEqual([]);
  });

  test('has a seventh piece of other information on another slip, which does not repeat boxes', async () => {
    const codes = Object.fromEntries([30, 31, 32, 33, 34, 36, 40].map((code) => [`code_${code}_some`, '10']));
    const xml = await textOfFile(t4File(filing([t4(codes)])));
    expect(await faultsOf(xml, 't4')).toEqual([]);
    expect(textsAt(xml, 'slp_cnt')).toEqual(['2']);
    expect(textsAt(xml, 'empt_incamt')).toEqual(['60000.00']);
    expect(textsAt(xml, 'oth_tx_ben_amt')).toEqual(['10.00']);
  });

  test('has amended and cancelled slips, marked as such, in an amended return', async () => {
    const files: string[] = [];
    for (const [stage, slip] of [
      ['amendment', 'A'],
      ['cancellation', 'C'],
    ] as const) {
      const xml = await textOfFile(t4File(filing([t4({}, { stage, original_number: 1 })])));
      expect(textsAt(xml, 'rpt_tcd')).toEqual([slip, 'A']);
      files.push(xml);
    }
    expect((await faultsOfAll(files, 't4')).flat()).toEqual([]);
  });

  test('is not made when something is missing, and each fault is reported by form and field, in both languages', async () => {
    const problem = await problemOf(
      t4File(
        filing(
          [
            t4({ employee_surname: 'Иванов', box_16_employees_cpp_contributions: '10000' }),
            t4({ box_54_payroll_account_number: '123' }, { form_id: 'form_2' }),
          ],
          { filer: { ...FILER, contact_email: null } },
        ),
      ),
    );
    expect(problem.issues.map(({ path }) => path)).toEqual([
      'contact_email',
      'form_1.employee_surname',
      'form_1.employee_surname',
      'form_1.box_16_employees_cpp_contributions',
      'form_2.box_54_payroll_account_number',
    ]);
    expect(problem.text.en).toContain('4 fields stand');
    expect(problem.issues[3]?.text.en).toContain('9999.99');
    expect(problem.issues[3]?.text.fr).toContain('9999.99');
  });

  test('names a hundred of its faults and counts the others', async () => {
    const slips = Array.from({ length: 137 }, (_, i) =>
      t4({ box_54_payroll_account_number: '123' }, { form_id: `form_${i}` }),
    );
    const problem = await problemOf(t4File(filing(slips)));
    expect(problem.text.en).toContain('137 fields stand');
    expect(problem.issues).toHaveLength(101);
    expect(problem.issues.at(-1)).toMatchObject({
      path: 'file',
      text: { en: 'has 37 more faults that are not named', fr: 'a 37 autres erreurs qui ne sont pas nommées' },
    });
  });

  test('names once what its head and the summary of each return lack', async () => {
    const problem = await problemOf(
      t4File(
        filing([t4(), t4({ box_54_payroll_account_number: '123456782RP0002' }, { form_id: 'form_2' })], {
          filer: { ...FILER, contact_name: null },
        }),
      ),
    );
    expect(problem.issues.map(({ path }) => path)).toEqual(['contact_name']);
    expect(problem.text.en).toContain('a field stands');
    expect(problem.text.fr).toContain('un champ y fait');
  });

  test('has a return for each account, with its slips, their number and their totals', async () => {
    const second = (form_id: string) => t4({ box_54_payroll_account_number: '123456782RP0002' }, { form_id });
    const alone = await textOfFile(t4File(filing([second('form_1'), second('form_2')])));
    expect(textsAt(alone, 'bn')).toEqual(['123456782RP0002', '123456782RP0002', '123456782RP0002']);
    expect(textsAt(alone, 'summ_cnt')).toEqual(['1']);
    const both = await textOfFile(t4File(filing([t4(), second('form_2'), t4({}, { form_id: 'form_3' })])));
    expect(await faultsOfAll([alone, both], 't4')).toEqual([[], []]);
    expect(textsAt(both, 'bn')).toEqual([
      ...['123456782RP0001', '123456782RP0001', '123456782RP0001'],
      ...['123456782RP0002', '123456782RP0002'],
    ]);
    expect(textsAt(both, 'summ_cnt')).toEqual(['2']);
    expect(textsAt(both, 'slp_cnt')).toEqual(['2', '1']);
    expect(textsAt(both, 'tot_empt_incamt')).toEqual(['120000.00', '60000.00']);
  });

  test('has the three-letter code of another country, whatever the postal code', async () => {
    const abroad = { employee_country_code: 'FR', employee_postal_code: '69 001' };
    const xml = await textOfFile(t4File(filing([t4(abroad)])));
    expect([textsAt(xml, 'cntry_cd'), textsAt(xml, 'pstl_cd')[0]]).toEqual([['FRA', 'CAN'], '69001']);
    expect(await faultsOf(xml, 't4')).toEqual([]);
  });

  test('has what is known of an address, and none of an employer of whom nothing is known', async () => {
    const rest = { province_code: 'ON', postal_code: 'M5V 2T6' };
    const of = (more: object) => t4File(filing([t4()], { filer: { ...FILER, ...NOWHERE, ...more } }));
    const xml = await textOfFile(of(rest));
    expect(xml).toContain(
      '<EMPR_ADDR><prov_cd>ON</prov_cd><cntry_cd>CAN</cntry_cd><pstl_cd>M5V2T6</pstl_cd></EMPR_ADDR>',
    );
    const of_person = await textOfFile(
      t4File(filing([t4({ employee_address_line_1: null, employee_city: null, employee_postal_code: null })])),
    );
    expect(of_person).toContain('<EMPE_ADDR><prov_cd>ON</prov_cd><cntry_cd>CAN</cntry_cd></EMPE_ADDR>');
    expect(await faultsOfAll([xml, of_person], 't4')).toEqual([[], []]);
    expect((await problemOf(of({}))).issues.map(({ path }) => path)).toEqual(['employer_address_line_1']);
  });

  test('has no address in a province that Canada does not have', () => {
    const provinceOf = (values: Record<string, string>) =>
      t4Slips(t4(values), fieldsOf(t4())).notes.filter(({ field }) => field === 'employee_province_or_territory_code');
    for (const country of ['CA', 'CAN']) {
      const refused = provinceOf({ employee_country_code: country, employee_province_or_territory_code: 'NY' });
      expect(refused.map(({ kind }) => kind)).toEqual(['refused']);
    }
    const abroad = {
      employee_country_code: 'US',
      employee_province_or_territory_code: 'NY',
      employee_postal_code: '10001',
    };
    expect(provinceOf(abroad)).toEqual([]);
    expect(provinceOf({ ...abroad, employee_country_code: 'DE', employee_province_or_territory_code: 'BY' })).toEqual(
      [],
    );
  });

  test('reports a name that is cut or spelled otherwise, with its spelling', () => {
    const { slips, notes } = t4Slips(
      t4({ employee_surname: 'Szczęsny-Høyrup O’Brien', employee_first_name: 'Zoë' }),
      fieldsOf(t4()),
    );
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatchObject({ field: 'employee_surname', kind: 'rewritten' });
    expect(notes[0]?.text.en).toContain("Szczesny-Hoyrup O'Br");
    expect(JSON.stringify(slips)).toContain("Szczesny-Hoyrup O'Br");
  });

  test('is valid with totals equal to its slips, or reports why it cannot be made, for any names and amounts', async () => {
    const cents = fc.integer({ min: 0, max: 999_999 }).map((n) => (n / 100).toFixed(2));
    const name = fc.string({ unit: fc.constantFrom(...'aZéőßœÜ’&<>"—- .7#\t😀'), maxLength: 60 });
    const files: string[] = [];
    const form = fc.record({ surname: fc.oneof(name, fc.constant('中')), city: name, income: cents, tax: cents });
    await fc.assert(
      fc.asyncProperty(fc.array(form, { minLength: 1, maxLength: 20 }), async (people) => {
        const forms = people.map(({ surname, city, income, tax }) =>
          t4({
            employee_surname: surname,
            employee_city: city,
            box_14_employment_income: income,
            box_22_income_tax_deducted: tax,
          }),
        );
        const isNamed = ({ surname }: { surname: string }) => /[a-z0-9éőßœü’—&.#-]/i.test(surname);
        const writable = people.filter(isNamed);
        if (writable.length < people.length) await problemOf(t4File(filing(forms)));
        const told = forms.filter((_, i) => isNamed(people[i]!));
        if (told.length === 0) return;
        const xml = await textOfFile(t4File(filing(told)));
        files.push(xml);
        const total = toCents(sum(writable.map(({ income }) => income)));
        expect(textsAt(xml, 'tot_empt_incamt')).toEqual(total === '0.00' ? [] : [total]);
        expect(textsAt(xml, 'slp_cnt')).toEqual([String(told.length)]);
      }),
      { numRuns: 30 },
    );
    expect((await faultsOfAll(files, 't4')).flat()).toEqual([]);
  });
});

test('a transmittal without an account of the employer itself is sent under the business number of its slips', async () => {
  const filer = { ...FILER, cra_account: null };
  const xml = await textOfFile(t4File(filing([t4()], { filer })));
  expect(await faultsOf(xml, 't4')).toEqual([]);
  expect(textsAt(xml, 'bn9')).toEqual(['123456782']);
  const nameless = await problemOf(t4File(filing([t4({ box_54_payroll_account_number: null })], { filer })));
  expect(nameless.issues?.map(({ path }) => path)).toContain('cra_account');
});

describe('T4A of the CRA', () => {
  const T4A: FormValues = {
    tax_year: '2026',
    box_012_social_insurance_number: '046454286',
    box_061_payers_account_number: '123456782RP0001',
    recipient_surname: 'Li',
    recipient_first_name: 'Bo',
    box_048_fees_for_services: '12500.4',
    box_028_other_income: '20',
    box_105_scholarships_bursaries: '1000',
  };

  test('names a person or a business, and has fees separate from other information', async () => {
    const xml = await textOfFile(
      t4aFile(
        filing([
          filled('t4a', T4A),
          filled('t4a', {
            ...T4A,
            recipient_surname: null,
            recipient_corporation_name: 'Li & Co. Consulting',
            box_013_recipients_program_account_number: '123456782RT0001',
          }),
        ]),
      ),
    );
    expect(await faultsOf(xml, 't4a')).toEqual([]);
    expect(textsAt(xml, 'rcpnt_bn')).toEqual(['000000000RP0000', '123456782RT0001']);
    expect(textsAt(xml, 'sin')).toEqual(['046454286', '000000000']);
    expect(textsAt(xml, 'rpt_tot_fee_srvc_amt')).toEqual(['25000.80']);
    expect(textsAt(xml, 'totr_incamt')).toEqual(['40.00']);
    expect(textsAt(xml, 'rpt_tot_oth_info_amt')).toEqual(['2000.00']);
  });

  test('asks which dental benefits were offered beside a pension alone, and not beside one of 0', async () => {
    const asked = async (box_016_pension_or_superannuation: string) => {
      const file = textOfFile(t4aFile(filing([filled('t4a', { ...T4A, box_016_pension_or_superannuation })])));
      return file.then(
        () => [],
        (error: Problem) => error.issues.map(({ path }) => path),
      );
    };
    expect(await asked('0')).toEqual([]);
    expect(await asked('0.01')).toEqual(['form_1.box_015_payer_offered_dental_benefits']);
  });

  test.each([
    ['Li Consulting', ['Li Consulting']],
    ['Boulangerie artisanale du Vieux-Port de Québec inc.', ['Boulangerie artisanale du', 'Vieux-Port de Québec inc.']],
    // Between words alone it would lose its end, though the slip has room for it.
    [
      'Les Entreprises Beauchemin-Larochelle et Fils de Sept-Îles',
      ['Les Entreprises Beauchemin-Lar', 'ochelle et Fils de Sept-Îles'],
    ],
    ['X'.repeat(70), ['X'.repeat(30), 'X'.repeat(30)]],
    // The agency has no œ: written in two letters, it has no room in one line.
    ['Œuvres du Cœur de Québec ltée', ['OEuvres du Coeur de Québec', 'ltée']],
  ])('has all of the name %s that two lines hold', async (recipient_corporation_name, lines) => {
    const slip = { ...T4A, recipient_surname: null, recipient_corporation_name };
    const xml = await textOfFile(t4aFile(filing([filled('t4a', slip)])));
    const [, name = ''] = /<RCPNT_CORP_NM>(.*)<\/RCPNT_CORP_NM>/s.exec(xml) ?? [];
    expect([...textsAt(name, 'l1_nm'), ...textsAt(name, 'l2_nm')]).toEqual(lines);
  });
});

test('as many forms as a batch takes to the CRA fit its limit of 1 GB, each with every box and code', async () => {
  for (const [type, write] of [
    ['t4', writeT4],
    ['t4a', writeT4a],
  ] as const) {
    const { fields } = versionOn(formTypeOf(type), '2026-12-31')!;
    const values: FormValues = {
      ...employee(),
      ...Object.fromEntries(fields.flatMap(({ key, kind }) => (kind === 'currency' ? [[key, '999']] : []))),
      ...T4,
      box_061_payers_account_number: '123456782RP0001',
      recipient_surname: 'Tremblay-de-la-Pointe',
      recipient_first_name: 'Zoë',
      box_015_payer_offered_dental_benefits: '3',
      box_012_social_insurance_number: '046454286',
    };
    const fileOf = (count: number) =>
      textOfFile(write(() => fields)(filing(Array.from({ length: count }, () => filled(type, values)))));
    const [one, two] = [await fileOf(1), await fileOf(2)];
    expect((Buffer.byteLength(two) - Buffer.byteLength(one)) * MOST_FORMS_IN_FILE).toBeLessThan(1_000_000_000);
  }
});

describe('RL-1 of Revenu Québec', () => {
  const RL1: FormValues = {
    social_insurance_number: '046454286',
    identification_number: '1234567890RS0001',
    box_a_employment_income: '60000',
    box_b_a_qpp_contributions: '3600',
    box_b_b_second_additional_qpp_contributions: '100',
    box_o_other_income: '500',
    code_rj_retiring_allowance: '500',
    code_g_1_taxable_benefits_in_kind: '40',
  };

  test('belongs to the account of its slips', async () => {
    const rl1 = filled('rl1', employee({ ...RL1, identification_number: '1234567890RS0002' }));
    expect(textsAt(await textOfFile(rl1File(filing([rl1]))), 'NoDossier').slice(-1)).toEqual(['0002']);
    const other = { ...rl1, form_id: 'form_2', values: { ...rl1.values, identification_number: '1234567890RS0003' } };
    const both = await textOfFile(rl1File(filing([rl1, other])));
    expect(await faultsOf(both, 'rl1')).toEqual([]);
    expect([textsAt(both, 'NoDossier'), textsAt(both, 'NbReleves')]).toEqual([
      ['0002', '0003'],
      ['1', '1'],
    ]);
  });

  test('is of the tax year of its slips, whichever version they are of', async () => {
    for (const stage of ['original', 'amendment', 'cancellation'] as const) {
      const late = filled('rl1', employee({ ...RL1, tax_year: '2025' }), { stage, original_number: 12_345_670 });
      expect(textsAt(await textOfFile(rl1File(filing([late], { tax_year: 2025 }))), 'Annee')).toEqual([
        '2025',
        '2025',
        '2025',
      ]);
    }
  });

  test('has boxes G and I also when they are 0, on the first slip of a form alone', async () => {
    const xml = await textOfFile(rl1File(filing([filled('rl1', employee(MANY), OTHER)])));
    expect([textsAt(xml, 'G_SalaireAdmisRRQ'), textsAt(xml, 'I_SalaireAdmisRQAP')]).toEqual([['0.00'], ['0.00']]);
    expect([textsAt(xml, 'NbReleves'), textsAt(xml, 'H_CotisationRQAP')]).toEqual([['2'], []]);
    expect(await faultsOf(xml, 'rl1')).toEqual([]);
  });

  test('is not made for an employer without an address, and is where something of one is known', async () => {
    const slip = filled('rl1', employee(RL1));
    const of = (more: object) => rl1File(filing([slip], { filer: { ...FILER, ...NOWHERE, ...more } }));
    const problem = await problemOf(of({}));
    expect(problem.issues.map(({ path }) => path)).toEqual(['employer_address_line_1']);
    expect(await faultsOf(await textOfFile(of({ city: 'Québec' })), 'rl1')).toEqual([]);
  });

  test('has numbers with a check digit: their remainder modulo 7', () => {
    expect(rl1Number(12_345_678)).toBe('123456782');
    expect(rl1Number(1)).toBe('000000011');
    expect(() => rl1Number(100_000_000)).toThrow(RangeError);
    expect(rl1FileName(SENDER, 2026, 3)).toBe('26123456003.xml');
    // One that was submitted before its number was refused.
    expect(rl1FileName(SENDER, 2026, 1_003)).toBe('261234561003.xml');
  });

  test('has elements for original, amended and cancelled slips, which refer to the earlier slip', async () => {
    const original = await textOfFile(rl1File(filing([filled('rl1', employee(RL1))])));
    expect(textsAt(original, 'NoReleve')).toEqual(['123456782']);
    expect(textsAt(original, 'SourceCaseO')).toEqual(['RJ']);
    expect(textsAt(original, 'CodeRensCompl')).toEqual(['G-1']);
    expect(textsAt(original, 'NbReleves')).toEqual(['1']);
    const amended = await textOfFile(
      rl1File(
        filing([filled('rl1', employee(RL1), { stage: 'amendment', number: 12_345_679, original_number: 12_345_678 })]),
      ),
    );
    expect(textsAt(amended, 'NoReleveDerniereTrans')).toEqual(['123456782']);
    const cancelled = await textOfFile(
      rl1File(
        filing([
          filled('rl1', employee(RL1), { stage: 'cancellation', number: 12_345_680, original_number: 12_345_678 }),
        ]),
      ),
    );
    expect((await faultsOfAll([original, amended, cancelled], 'rl1')).flat()).toEqual([]);
    expect(textsAt(cancelled, 'NoReleve')).toEqual(['123456782']);
    expect(textsAt(cancelled, 'A_RevenuEmploi')).toEqual([]);
  });

  test('has code RZ for several kinds of income in box O, with each kind beside it', async () => {
    const xml = await textOfFile(
      rl1File(filing([filled('rl1', employee({ ...RL1, box_o_other_income: '700', code_rk_death_benefit: '200' }))])),
    );
    expect(textsAt(xml, 'SourceCaseO')).toEqual(['RZ']);
    expect(textsAt(xml, 'CodeRensCompl')).toEqual(['G-1', 'RZ-RJ', 'RZ-RK']);
    expect(await faultsOf(xml, 'rl1')).toEqual([]);
  });

  const MANY: FormValues = {
    ...RL1,
    box_o_other_income: '1100',
    code_rk_death_benefit: '200',
    code_rd_fees_for_services: '300',
    code_rn_wage_loss_replacement_plan: '100',
    code_235_premiums_private_health_services_plan: '60',
  };
  const OTHER = { further_numbers: [12_345_690] };

  test('has more than four pieces of additional information on a further slip with its own number', async () => {
    const original = await textOfFile(rl1File(filing([filled('rl1', employee(MANY), OTHER)])));
    expect(textsAt(original, 'NoReleve')).toEqual(['123456782', rl1Number(12_345_690)]);
    expect(textsAt(original, 'NbReleves')).toEqual(['2']);
    expect(textsAt(original, 'CodeRensCompl')).toHaveLength(6);
    // Boxes are told once, the person on each.
    expect(textsAt(original, 'A_RevenuEmploi')).toEqual(['60000.00']);
    expect(textsAt(original, 'NAS')).toEqual(['046454286', '046454286']);
    const before = { original_number: 12_345_678, original_further_numbers: [12_345_690] };
    const fewer = { stage: 'amendment' as const, number: 12_345_700, further_numbers: [12_345_701], ...before };
    const amended = await textOfFile(rl1File(filing([filled('rl1', employee(RL1), fewer)])));
    expect(textsAt(amended, 'NoReleveDerniereTrans')).toEqual(['123456782', rl1Number(12_345_690)]);
    expect(textsAt(amended, 'CodeRensCompl')).toEqual(['G-1']);
    const taken = { stage: 'cancellation' as const, number: 12_345_702, ...before };
    const cancelled = await textOfFile(rl1File(filing([filled('rl1', employee(MANY), taken)])));
    expect(textsAt(cancelled, 'NoReleve')).toEqual(['123456782', rl1Number(12_345_690)]);
    expect((await faultsOfAll([original, amended, cancelled], 'rl1')).flat()).toEqual([]);
  });

  test('reports a further slip without a number, or without the slip that it amends', async () => {
    const unnumbered = await problemOf(rl1File(filing([filled('rl1', employee(MANY))])));
    expect(unnumbered.issues.map(({ path }) => path)).toEqual(['form_1.further_numbers']);
    const more = { stage: 'amendment' as const, number: 12_345_700, original_number: 12_345_678, ...OTHER };
    const orphan = await problemOf(rl1File(filing([filled('rl1', employee(MANY), more)])));
    expect(orphan.issues.map(({ path }) => path)).toContain('form_1.code_rd_fees_for_services');
  });

  test('has the postal code of somebody who lives abroad, however short', async () => {
    const abroad = {
      employee_country_code: 'CH',
      employee_province_or_territory_code: null,
      employee_postal_code: '1204',
    };
    const xml = await textOfFile(rl1File(filing([filled('rl1', employee({ ...RL1, ...abroad }))])));
    expect(await faultsOf(xml, 'rl1')).toEqual([]);
    expect(textsAt(xml, 'CodePostal')).toContain('1204');
    const here = await problemOf(rl1File(filing([filled('rl1', employee({ ...RL1, employee_postal_code: '1204' }))])));
    expect(here.issues.map(({ path }) => path)).toEqual(['form_1.employee_postal_code']);
  });

  test('has no slip without a social insurance number', async () => {
    const problem = await problemOf(
      rl1File(filing([filled('rl1', employee({ ...RL1, social_insurance_number: null }))])),
    );
    expect(problem.issues.map(({ path }) => path)).toEqual(['form_1.social_insurance_number']);
  });
});

describe('ROE of Service Canada', () => {
  const ROE: FormValues = {
    block_5_cra_payroll_account_number: '123456782RP0001',
    block_6_pay_period_type: 'B',
    block_8_social_insurance_number: '046454286',
    employee_first_name: 'Zoë',
    employee_last_name: 'Tremblay',
    employee_address_line_1: '1 Main Street',
    employee_address_line_2: 'Toronto ON',
    employee_postal_code: 'M5V 2T6',
    contact_first_name: 'Ana',
    contact_last_name: 'Field',
    contact_area_code: '416',
    contact_phone_number: '5550100',
    block_10_first_day_worked: '2026-01-05',
    block_11_last_day_for_which_paid: '2026-06-12',
    block_12_final_pay_period_ending_date: '2026-06-14',
    block_16_separation_code: 'A00',
    block_15_total_insurable_hours: '812.25',
    pp1_insurable_earnings: '2400.5',
    pp2_insurable_earnings: '0',
    pp3_insurable_earnings: '1800',
  };

  test('is valid by the schema, with its periods from the last one back, including those without earnings', async () => {
    const xml = await textOfFile(
      writeRoe(
        filing([
          filled('roe', {
            ...ROE,
            block_14_expected_recall_code: 'Y',
            block_14_expected_recall_date: '2026-09-01',
            block_17a_vacation_pay_code: '2',
            block_17a_vacation_pay_amount: '600',
            block_17b_holiday_1_date: '2026-07-01',
            block_17b_holiday_1_amount: '160',
            block_17c_other_monies_1_code: 'Y00',
            block_17c_other_monies_1_amount: '900',
          }),
        ]),
      ),
    );
    expect(await faultsOf(xml, 'roe')).toEqual([]);
    const inside = xml.slice(xml.indexOf('<B15C>'), xml.indexOf('</B15C>'));
    expect(inside).toContain(
      '<PP nbr="1"><AMT>2400.50</AMT></PP><PP nbr="2"><AMT>0.00</AMT></PP><PP nbr="3"><AMT>1800.00</AMT></PP>',
    );
    expect(textsAt(xml, 'B15A')).toEqual(['813']);
  });

  test('refers to the record that it amends', () => {
    const notes = (values: FormValues) => roeSlips(filled('roe', { ...ROE, ...values }, { stage: 'amendment' })).notes;
    expect(notes({}).map(({ field }) => field)).toEqual(['block_2_serial_number_of_amended_or_replaced']);
    expect(notes({ block_2_serial_number_of_amended_or_replaced: 'W12345678' })).toEqual([]);
  });

  test('keeps umlauts for Service Canada, and drops them for the CRA', () => {
    expect(writtenText('Müller', SERVICE_CANADA)).toEqual({ text: 'Müller', refused: [] });
    expect(writtenText('Müller', CRA)).toEqual({ text: 'Muller', refused: [] });
  });

  test.each([
    ['a mark of direction', 'Zoë\u200f Byron'],
    ['a soft hyphen', 'Zo\u00adë Byron'],
    ['a joiner', 'Z\u200doë Byron'],
    ['a space without width', 'Zoë By\u200bron'],
    ['a byte order mark', '\ufeffZoë Byron'],
  ])('%s shows nothing, and does not break a name in two', (_, name) => {
    for (const agency of [CRA, SERVICE_CANADA])
      expect(writtenText(name, agency)).toEqual({ text: 'Zoë Byron', refused: [] });
  });
});
