import type { Text } from '../../values/text.ts';

/** Where a step's rule is, and what would lower the amount. */
export interface Paragraph {
  paragraph: Text;
  /** Only where the text itself says so */
  to_reduce?: Text;
}

const chapter = (number: number, en: string, fr: string, to_reduce?: Text): Paragraph => ({
  paragraph: { en: `T4127, chapter ${number}, ${en}`, fr: `T4127, chapitre ${number}, ${fr}` },
  ...(to_reduce ? { to_reduce } : {}),
});
const step = (number: number, to_reduce?: Text): Paragraph =>
  chapter(4, `step ${number}`, `étape ${number}`, to_reduce);
const quebec = (part: string, en: string, fr: string, to_reduce?: Text): Paragraph => ({
  paragraph: { en: `TP-1015.F, ${part}, ${en}`, fr: `TP-1015.F, ${part}, ${fr}` },
  ...(to_reduce ? { to_reduce } : {}),
});

const BONUS = chapter(
  4,
  'bonuses, retroactive pay increases and other non-periodic payments',
  'primes, augmentations salariales rétroactives et autres paiements non périodiques',
);
const AVERAGING = chapter(5, 'cumulative averaging', 'étalement cumulatif');
const FORM_TD1: Text = {
  en: 'A larger total claim amount on Form TD1 (TC).',
  fr: 'Un montant total de demande plus élevé au formulaire TD1 (TC).',
};
const PROVINCIAL_TD1: Text = {
  en: 'A larger total claim amount on the provincial or territorial Form TD1 (TCP), in Quebec on form TP-1015.3.',
  fr: 'Un montant total de demande plus élevé au formulaire TD1 provincial ou territorial (TCP), au Québec au formulaire TP-1015.3.',
};
const QUEBEC_DEDUCTIONS: Text = {
  en: 'Deductions on line 19 of form TP-1015.3 (J), or those that Revenu Québec authorizes after form TP-1016 (J1).',
  fr: 'Des déductions à la ligne 19 du formulaire TP-1015.3 (J), ou celles que Revenu Québec autorise après le formulaire TP-1016 (J1).',
};
const QUEBEC_CREDITS: Text = {
  en: 'Credits on line 10 of form TP-1015.3 (E), or those that Revenu Québec authorizes after form TP-1016 (K1).',
  fr: 'Des crédits à la ligne 10 du formulaire TP-1015.3 (E), ou ceux que Revenu Québec autorise après le formulaire TP-1016 (K1).',
};
const LUMP_SUM: Paragraph = {
  paragraph: {
    en: 'CRA, withholding rates for lump-sum payments',
    fr: 'ARC, taux de retenue pour les paiements forfaitaires',
  },
};

/** By the name of the step. */
const BY_NAME: Readonly<Record<string, Paragraph>> = {
  TC: chapter(2, 'indexing of personal amounts', 'indexation des montants personnels', FORM_TD1),
  TCP: chapter(
    2,
    'indexing of personal amounts; in Quebec TP-1015.F, 2.1.1 (E1)',
    'indexation des montants personnels; au Québec TP-1015.F, 2.1.1 (E1)',
    PROVINCIAL_TD1,
  ),
  C: chapter(6, 'contributions; in Quebec TP-1015.F, 3.1', 'cotisations; au Québec TP-1015.F, 3.1', {
    en: 'Under the CPP, the election of Form CPT30 to stop contributing.',
    fr: 'Sous le RPC, le choix du formulaire CPT30 de cesser de cotiser.',
  }),
  C2: chapter(
    6,
    'second additional contributions; in Quebec TP-1015.F, 3.1',
    'deuxièmes cotisations supplémentaires; au Québec TP-1015.F, 3.1',
  ),
  EI: chapter(7, 'premiums', 'cotisations'),
  QPIP: { paragraph: { en: 'TP-1015.F, 4', fr: 'TP-1015.F, 4' } },
  F5: step(1),
  F5Q: step(1),
  F5A: step(1),
  F5B: step(1),
  A: step(1, {
    en: 'Annual deductions that a tax services office authorizes (F1), or the deduction for living in a prescribed zone on Form TD1 (HD).',
    fr: "Des déductions annuelles qu'un bureau des services fiscaux autorise (F1), ou la déduction pour les habitants d'une région visée par règlement au formulaire TD1 (HD).",
  }),
  'A (without B)': BONUS,
  'A (with B)': {
    ...BONUS,
    to_reduce: {
      en: 'Contributions to a registered pension or retirement savings plan taken from the payment (F3).',
      fr: "Des cotisations à un régime de pension ou d'épargne-retraite enregistré retenues sur le paiement (F3).",
    },
  },
  K1: step(2, FORM_TD1),
  K2: step(2),
  K2Q: step(2),
  K4: step(2),
  T3: step(2, {
    en: 'Other credits that a tax services office authorizes, such as medical expenses and gifts (K3).',
    fr: "D'autres crédits qu'un bureau des services fiscaux autorise, par exemple pour des frais médicaux et des dons (K3).",
  }),
  T1: step(3, {
    en: 'Approved shares of a labour-sponsored venture capital corporation bought through the pay (LCF).',
    fr: "Des actions approuvées d'un fonds de travailleurs achetées par retenue sur la paie (LCF).",
  }),
  K1P: step(4, PROVINCIAL_TD1),
  K2P: step(4),
  K4P: step(4),
  K5P: step(4),
  T4: step(4, {
    en: 'Other provincial or territorial credits that a tax services office authorizes (K3P).',
    fr: "D'autres crédits provinciaux ou territoriaux qu'un bureau des services fiscaux autorise (K3P).",
  }),
  V1: step(5),
  V2: step(5),
  S: step(5),
  T2: step(5),
  'federal tax': step(6),
  'provincial tax': step(6),
  L: chapter(3, 'factor L', 'facteur L', {
    en: 'Asking for less on Form TD1 (L), in Quebec on form TP-1017 or TP-1015.3.',
    fr: 'Demander moins au formulaire TD1 (L), au Québec au formulaire TP-1017 ou TP-1015.3.',
  }),
  TB: BONUS,
  'TB federal': BONUS,
  'TB provincial': BONUS,
  H: quebec('2.1.1', 'step 1', 'étape 1'),
  CSA: quebec('2.1.1', 'step 1', 'étape 1'),
  I: quebec('2.1.1', 'step 1', 'étape 1', QUEBEC_DEDUCTIONS),
  Y: quebec('2.1.1', 'step 2', 'étape 2', QUEBEC_CREDITS),
  'Quebec tax': quebec('2.1.1', 'step 3', 'étape 3'),
  'Quebec tax on B': quebec('2.1.2', 'second method', 'seconde méthode'),
  H2: quebec('2.1.2', 'first method, step 1', 'première méthode, étape 1'),
  I1: quebec('2.1.2', 'first method, step 1', 'première méthode, étape 1', QUEBEC_DEDUCTIONS),
  Y1: quebec('2.1.2', 'first method, step 2', 'première méthode, étape 2', QUEBEC_CREDITS),
  Y2: quebec('2.1.2', 'first method, step 2', 'première méthode, étape 2', QUEBEC_CREDITS),
  'tax on lump sum': LUMP_SUM,
  'Quebec tax on lump sum': {
    paragraph: {
      en: 'Revenu Québec, rate for single payments',
      fr: 'Revenu Québec, taux pour les paiements uniques',
    },
  },
};

/** What the name alone does not say: another method has another formula. */
const BY_FORMULA: Readonly<Record<string, Paragraph>> = {
  'S1 × (I − F − F2 − F5A − U1, to date) + (B1 − F4 − F5B) − HD − F1': {
    ...AVERAGING,
    to_reduce: BY_NAME.A!.to_reduce!,
  },
  'max(0, (T1 − M1) / S1 − M)': AVERAGING,
  'max(0, (T2 − M1) / S1 − M)': AVERAGING,
  'min(rate × (D1 + B3), maximum / S1)': quebec('2.2', 'step 1', 'étape 1'),
  'S1 × (G − F − H − CSA1 − CSA) + B − CSB1 − CSB − J − J1': quebec('2.2', 'step 1', 'étape 1', QUEBEC_DEDUCTIONS),
  'max(0, T × I − K − K1 − rate × E − rate × S1 × Q − rate × S1 × Q1)': quebec(
    '2.2',
    'step 2',
    'étape 2',
    QUEBEC_CREDITS,
  ),
  'max(0, Y / S1 − M)': quebec('2.2', 'first method, step 3', 'première méthode, étape 3'),
  'max(0, (Y − M1) / S1 − M)': quebec('2.2', 'second method, step 3', 'seconde méthode, étape 3'),
  'Y3 − Y4': quebec('2.2', 'second method, step 3', 'seconde méthode, étape 3'),
  'Y2 − Y1': quebec('2.1.2', 'first method, step 3', 'première méthode, étape 3'),
  'flat rate × B2, as the annual pay does not pass the threshold': quebec('2.1.2', 'note', 'note'),
  'min(T4 + V1, 2 × (basic + Y) − (T4 + V1))': step(5, {
    en: 'Dependants shown on Form TD1ON (Y).',
    fr: 'Des personnes à charge inscrites au formulaire TD1ON (Y).',
  }),
};

/** The part of a calculation that a step belongs to, as its name shows it, has no rule of its own. */
const PART = / \((with|without) B\)$/;

/** Where the rule of a step is; undefined for steps that no formula sheet has. */
export const paragraphOf = ({ name, formula }: { name: string; formula: string }): Paragraph | undefined =>
  BY_FORMULA[formula] ?? BY_NAME[name] ?? BY_NAME[name.replace(PART, '')];
