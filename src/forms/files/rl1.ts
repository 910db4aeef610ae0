import { amountsByBox } from '../model/boxes.ts';
import type { Filing, FilledForm, WriteFiling } from '../model/filled-form.ts';
import type { FormField } from '../model/form-type.ts';
import { additionalInformation, BOX_O_CODE, type Information, SEVERAL_KINDS } from '../model/rl1-information.ts';
import { rl1Number } from '../model/rl1-number.ts';
import { REVENU_QUEBEC } from './characters.ts';
import { threeLetters } from './countries.ts';
import { Leaves, type Note } from './leaves.ts';
import {
  addressAt,
  addressOf,
  bare,
  inLines,
  POSTAL_CODE_ABROAD,
  POSTAL_CODE_ABROAD_IS,
  type PostalAddress,
  SIN,
  SIN_IS,
  textAt,
} from './parties.ts';
import { writeFile } from './stream.ts';
import { type Element, endOf, group, type Part, startOf, written } from './xml.ts';

/**
 * Revenu Québec's transmission of RL-1 slips. Its guide and schema are for registered software houses; the shape is
 * that of public software for earlier years (docs/forms.md says what was seen, and what could not be).
 */

const NAMESPACE = 'http://www.mrq.gouv.qc.ca/T5';
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
/** What kind of file it is, and the element that a slip is in it. */
const STAGES = {
  original: { kind: '1', slip: 'R' },
  amendment: { kind: '4', slip: 'A' },
  cancellation: { kind: '6', slip: 'D' },
} as const;

/** Digits with cents of an amount. More of it takes a second slip, which is made by hand: a form with it has an error. */
const AMOUNT_WIDTH = 9;
const NAME_WIDTH = 30;
/**
 * Boxes of the slip in the order of Montants. The name of B.B is an assumption: no public source has it. Boxes G and I
 * are 0 where nothing is pensionable or eligible, by Revenu Québec's pages of them; others are left out then.
 */
const AMOUNTS: readonly { box: string; element: string; required?: true }[] = [
  { box: 'A', element: 'A_RevenuEmploi' },
  { box: 'B.A', element: 'B_CotisationRRQ' },
  { box: 'B.B', element: 'BB_CotisationRRQ' },
  { box: 'C', element: 'C_CotisationAssEmploi' },
  { box: 'D', element: 'D_CotisationRPA' },
  { box: 'E', element: 'E_ImpotQue' },
  { box: 'F', element: 'F_CotisationSyndicale' },
  { box: 'G', element: 'G_SalaireAdmisRRQ', required: true },
  { box: 'H', element: 'H_CotisationRQAP' },
  { box: 'I', element: 'I_SalaireAdmisRQAP', required: true },
  { box: 'J', element: 'J_RegimeAssMaladie' },
  { box: 'K', element: 'K_Voyage' },
  { box: 'L', element: 'L_AutreAvantage' },
  { box: 'M', element: 'M_Commission' },
  { box: 'N', element: 'N_DonBienfaisance' },
  { box: 'O', element: 'O_AutreRevenu' },
  { box: 'P', element: 'P_RegimeAssInterEntr' },
  { box: 'Q', element: 'Q_SalaireDiffere' },
  { box: 'R', element: 'R_RevenuIndien' },
  { box: 'S', element: 'S_PourboireRecu' },
  { box: 'T', element: 'T_PourboireAttribue' },
  { box: 'V', element: 'V_NourritureLogement' },
  { box: 'W', element: 'W_Vehicule' },
];

const YEAR = { en: 'a year of four digits', fr: 'une année de quatre chiffres' };
const NUMBER = {
  en: 'a number of eight digits that Revenu Québec assigned',
  fr: 'un numéro de huit chiffres attribué par Revenu Québec',
};
const SOURCE = { en: 'a code of two letters, such as RJ', fr: 'un code de deux lettres, tel que RJ' };
/** Who sends files, and with what software, as Revenu Québec knows them. */
export interface Sender {
  /** NP and six digits. */
  transmitter_number: string;
  /** RQ-yy-nn-nnn, of the year's slips. */
  certification_number: string;
  partner_id: string;
  product_id: string;
  /** Of the year's files: `2026.1`. */
  schema_version: string;
}

const addressPart = (leaves: Leaves, who: string, address: PostalAddress): Part =>
  group('Adresse', [
    leaves.text('Ligne1', address.line_1, { field: `${who}_address_line_1`, width: NAME_WIDTH }),
    leaves.text('Ligne2', address.line_2, { field: `${who}_address_line_2`, width: NAME_WIDTH }),
    leaves.text('Ville', address.city, { field: `${who}_city`, width: NAME_WIDTH }),
    leaves.text('Province', address.province, { field: `${who}_province_or_territory_code`, width: 2 }),
    leaves.code('CodePostal', bare(address.postal_code), {
      field: `${who}_postal_code`,
      ...(threeLetters(address.country) === 'CAN'
        ? { like: /^[A-Z0-9]{5,10}$/, is: { en: 'a postal code', fr: 'un code postal' } }
        : { like: POSTAL_CODE_ABROAD, is: POSTAL_CODE_ABROAD_IS }),
    }),
  ]);

const namesOf = (leaves: Leaves, name: string): Part[] =>
  inLines(name, REVENU_QUEBEC, NAME_WIDTH, 2).map((line, i) =>
    leaves.text(`Nom${i + 1}`, line, { field: 'name', width: NAME_WIDTH, required: i === 0 }),
  );

const open = (sender: Sender, { filer, tax_year, stage }: Filing): { text: string; notes: Note[] } => {
  const leaves = new Leaves(REVENU_QUEBEC);
  const preparer = group('P', [
    leaves.whole('Annee', tax_year),
    { name: 'TypeEnvoi', content: STAGES[stage].kind },
    group('Preparateur', [
      { name: 'No', content: sender.transmitter_number },
      { name: 'Type', content: '1' },
      ...namesOf(leaves, filer.name),
      addressPart(leaves, 'employer', addressOf(filer)),
    ]),
    group('Informatique', [
      leaves.text('Nom', filer.contact_name, { field: 'contact_name', width: NAME_WIDTH, required: true }),
      leaves.code('IndRegional', filer.contact_area_code, {
        field: 'contact_area_code',
        like: /^\d{3}$/,
        is: { en: 'three digits', fr: 'trois chiffres' },
        required: true,
      }),
      leaves.code('Tel', filer.contact_phone_number?.replace(/\D/g, ''), {
        field: 'contact_phone_number',
        like: /^\d{7}$/,
        is: { en: 'seven digits', fr: 'sept chiffres' },
        required: true,
      }),
      leaves.code('PosteTel', filer.contact_extension, {
        field: 'contact_extension',
        like: /^\d{1,4}$/,
        is: { en: 'up to four digits', fr: 'au plus quatre chiffres' },
      }),
    ]),
    { name: 'NoCertification', content: sender.certification_number },
    { name: 'NomLogiciel', content: 'payroll-ledger' },
    { name: 'IdPartenaireReleves', content: sender.partner_id },
    { name: 'IdProduitReleves', content: sender.product_id },
  ]);
  const begin = startOf('Transmission', {
    VersionSchema: sender.schema_version,
    xmlns: NAMESPACE,
    'xmlns:xsi': XSI,
    'xsi:schemaLocation': `${NAMESPACE} Transmission.xsd`,
  });
  return { text: `${begin}\n${preparer ? written(preparer) : ''}\n`, notes: leaves.notes };
};

/** Box O says what of: a code for one kind of income, RZ for several. */
const otherIncome = (leaves: Leaves, boxes: Readonly<Record<string, string>>, field: (box: string) => string): Part => {
  const sum = leaves.amount('MontantCaseO', boxes.O, { field: field('O'), width: AMOUNT_WIDTH });
  if (!sum) return null;
  const codes = Object.keys(boxes).filter((box) => BOX_O_CODE.test(box));
  return group('O_AutreRevenu', [
    sum,
    leaves.code('SourceCaseO', codes.length > 1 ? SEVERAL_KINDS : codes[0], {
      field: field('O'),
      like: BOX_O_CODE,
      is: SOURCE,
      required: true,
    }),
  ]);
};

/** The year that a slip is of: a version may be of another one. */
const yearOf = (leaves: Leaves, form: FilledForm): Part =>
  leaves.code('Annee', textAt(form, 'tax_year'), { field: 'tax_year', like: /^\d{4}$/, is: YEAR, required: true });

const numberOf = (leaves: Leaves, element: string, number: number | null, field: string): Part =>
  leaves.code(element, number === null ? null : rl1Number(number), {
    field,
    like: /^\d{9}$/,
    is: NUMBER,
    required: true,
  });

const identification = (leaves: Leaves, form: FilledForm, isWhole: boolean): Part =>
  group('Identification', [
    group('Employe', [
      leaves.code('NAS', textAt(form, 'social_insurance_number'), {
        field: 'social_insurance_number',
        like: SIN,
        is: SIN_IS,
        required: true,
      }),
      isWhole ? leaves.text('No', textAt(form, 'employee_number'), { field: 'employee_number', width: 20 }) : null,
      leaves.text('NomFamille', textAt(form, 'employee_surname'), {
        field: 'employee_surname',
        width: NAME_WIDTH,
        required: true,
      }),
      leaves.text('Prenom', textAt(form, 'employee_first_name'), {
        field: 'employee_first_name',
        width: NAME_WIDTH,
        required: true,
      }),
      isWhole
        ? leaves.text('Initiale', textAt(form, 'employee_initial'), { field: 'employee_initial', width: 1 })
        : null,
    ]),
  ]);

/** Numbers of the slips of a form, and of the one that it refers to: the first, and those of further slips. */
const numbersOf = ({ number, further_numbers, original_number, original_further_numbers }: FilledForm) => ({
  own: [number, ...further_numbers],
  before: [original_number, ...original_further_numbers],
});

/**
 * The slips that an RL-1 comes to in the file, and what is to be said of its fields. More additional information than
 * one has room for goes to further slips, each with a number of its own, which repeat no amounts of boxes. Each slip
 * of an amendment or a cancellation refers to one of the form that it is about.
 */
export const rl1Slips = (
  form: FilledForm,
  fields: readonly FormField[],
): { slips: Element[]; notes: Note[]; boxes: Record<string, string> } => {
  const leaves = new Leaves(REVENU_QUEBEC);
  const boxes = amountsByBox(form, fields);
  const keys = new Map(fields.flatMap(({ box, key }) => (box === undefined ? [] : [[box, key] as const])));
  const field = (box: string): string => keys.get(box) ?? `box_${box.toLowerCase()}`;
  const { slip } = STAGES[form.stage];
  const { own, before } = numbersOf(form);
  if (form.stage === 'cancellation') {
    const who = identification(leaves, form, false);
    const slips = before.map((number) =>
      group(slip, [yearOf(leaves, form), numberOf(leaves, 'NoReleve', number, 'original_number'), who]),
    );
    return { slips: slips.filter((one) => one !== null), notes: leaves.notes, boxes };
  }
  const information = additionalInformation(boxes);
  const count = Math.max(information.length, form.stage === 'amendment' ? before.length : 1);
  if (form.stage === 'amendment' && information.length > before.length)
    leaves.refuse(field(information[before.length]![0]!.box), {
      en: 'needs a further slip, and the form that is amended has none: cancel that, and file another original',
      fr: "demande un relevé de plus, que le formulaire modifié n'a pas : annulez celui-ci et produisez un autre original",
    });
  const who = [identification(leaves, form, true), addressPart(leaves, 'employee', addressAt(form, 'employee'))];
  const amounts = group(
    'Montants',
    AMOUNTS.map(({ box, element: name, ...leaf }) =>
      box === 'O'
        ? otherIncome(leaves, boxes, field)
        : leaves.amount(name, boxes[box], { field: field(box), width: AMOUNT_WIDTH, ...leaf }),
    ),
  );
  const piece = ({ code, box }: Information): Part =>
    group('CaseRensCompl', [
      { name: 'CodeRensCompl', content: code },
      leaves.amount('DonneeRensCompl', boxes[box], { field: field(box), width: AMOUNT_WIDTH }),
    ]);
  const slips = Array.from({ length: count }, (_, i) =>
    group(slip, [
      yearOf(leaves, form),
      numberOf(leaves, 'NoReleve', own[i] ?? null, i === 0 ? 'number' : 'further_numbers'),
      ...who,
      i === 0 ? amounts : null,
      ...(information[i] ?? []).map(piece),
      form.stage === 'amendment'
        ? numberOf(leaves, 'NoReleveDerniereTrans', before[i] ?? null, 'original_number')
        : null,
    ]),
  );
  return { slips: slips.filter((one) => one !== null), notes: leaves.notes, boxes };
};

const summary = ({ filer, tax_year }: Filing, { count }: { count: number }): { text: string; notes: Note[] } => {
  const leaves = new Leaves(REVENU_QUEBEC);
  const account = /^(\d{10})(RS)(\d{4})$/.exec(bare(filer.rq_account) ?? '');
  if (!account)
    leaves.refuse('rq_account', {
      en: 'must be an account at Revenu Québec: ten digits, RS and four digits',
      fr: 'doit être un compte à Revenu Québec : dix chiffres, RS et quatre chiffres',
    });
  const element = group('T', [
    leaves.whole('Annee', tax_year),
    leaves.whole('NbReleves', count),
    group('Employeur', [
      ...['NoId', 'TypeDossier', 'NoDossier'].map(
        (name, i): Part => (account ? { name, content: account[i + 1]! } : null),
      ),
      ...namesOf(leaves, filer.name),
      // Not without any, as in public software; which parts of it are asked for was not seen.
      addressPart(leaves, 'employer', addressOf(filer)) ?? leaves.lack('employer_address_line_1'),
    ]),
  ]);
  return {
    text: `${element ? written(element) : ''}\n${endOf('Groupe01')}\n`,
    notes: leaves.notes,
  };
};

/** The RL-1 slips of a batch. */
export const writeRl1 = (
  fieldsOf: (form: FilledForm) => readonly FormField[],
  senderOf: (year: number) => Sender,
): WriteFiling =>
  writeFile({
    account: { field: 'identification_number', of: 'rq_account' },
    open: (filing) => open(senderOf(filing.tax_year), filing),
    slip: (form) => rl1Slips(form, fieldsOf(form)),
    begin: `${startOf('Groupe01')}\n`,
    summary,
    close: endOf('Transmission'),
  });

/**
 * The name that Revenu Québec asks of a file: two digits of the year, six of the transmitter, three of the file. No two
 * are called alike: where a version before this one gave a number beyond 999, the name has four.
 */
export const rl1FileName = (
  { transmitter_number }: Pick<Sender, 'transmitter_number'>,
  tax_year: number,
  sequence: number,
): string => `${String(tax_year).slice(2)}${transmitter_number.slice(2)}${String(sequence).padStart(3, '0')}.xml`;
