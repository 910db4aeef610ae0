/** Provinces and territories with a TD1 of their own, by their letters. Quebec has the TP-1015.3. */
export const TD1_PLACES = ['ab', 'bc', 'mb', 'nb', 'nl', 'ns', 'nt', 'nu', 'on', 'pe', 'sk', 'yt'] as const;

export type Place = (typeof TD1_PLACES)[number];

/** Claims that some places know beyond those (docs/forms.md says which of them were seen on a return). */
export const OF_PLACES: readonly [places: readonly Place[], claim: readonly [key: string, en: string, fr: string]][] = [
  [
    ['ab', 'mb', 'nb', 'nl', 'ns', 'nt', 'nu', 'pe', 'sk'],
    [
      'infirm_dependents_amount',
      'Amount of the province for infirm dependants age 18 or older',
      'Montant de la province pour personnes à charge de 18 ans ou plus ayant une déficience',
    ],
  ],
  [
    ['ns'],
    [
      'age_amount_supplement',
      'Age amount supplement of the province',
      "Supplément de la province au montant en raison de l'âge",
    ],
  ],
  [
    ['ns', 'nu', 'pe'],
    [
      'young_children_amount',
      'Amount of the province for young children',
      'Montant de la province pour jeunes enfants',
    ],
  ],
  [
    ['sk'],
    [
      'senior_supplementary_amount',
      'Senior supplementary amount of the province',
      'Montant supplémentaire de la province pour personnes âgées',
    ],
  ],
  [
    ['sk'],
    [
      'dependent_children_amount',
      'Amount of the province for dependent children under age 18',
      'Montant de la province pour enfants à charge de moins de 18 ans',
    ],
  ],
  [['mb'], ['family_tax_benefit', 'Family tax benefit of the province', 'Prestation fiscale familiale de la province']],
  [['nl'], ['child_care_amount', 'Child care amount of the province', 'Montant de la province pour frais de garde']],
];

/**
 * Claims that the return of a place does not have: that of Ontario has no tuition (copies of 2018, 2019, 2022 and
 * 2025).
 */
export const WITHOUT: Readonly<Partial<Record<Place, readonly string[]>>> = { on: ['tuition_amount'] };
