/**
 * Descriptions of journal entries, tags, accounting codes and rules: the English as it is declared, and the French of
 * it.
 */
export const ACCOUNTING: Readonly<Record<string, string>> = {
  'Generated bookkeeping entry of a payroll (or of one pay stub) with balanced debit and credit rows.':
    "Écriture comptable générée d'une paie (ou d'un bulletin de paie), avec des lignes de débit et de crédit équilibrées.",
  'Type of entry: what it records': "Type d'écriture : ce qu'elle consigne",
  'Title in English': 'Titre en anglais',
  'The payroll that it is for': 'La paie à laquelle elle se rapporte',
  'The pay stub that it is for; null for an entry of the whole payroll':
    'Le bulletin de paie auquel elle se rapporte; null pour une écriture de toute la paie',
  'Total of its debits': 'Total de ses débits',
  'Whether a line item has no accounting code': "Si une ligne de paie n'a pas de code comptable",
  'Whether payroll payable has no accounting code; false where net pay is 0':
    "Si les salaires à payer n'ont pas de code comptable; false où la paie nette est de 0",
  'Whether the bank account has no accounting code; false on a recording, which has no row for it':
    "Si le compte bancaire n'a pas de code comptable; false sur une provision, qui n'a pas de ligne pour lui",
  'Posting date: the pay date': 'Date de comptabilisation : la date de paie',
  'Its id at the provider; null when it is not there': "Son id chez le fournisseur; null quand elle n'y est pas",
  'The entry that it reverses, row by row; null for all others':
    "L'écriture qu'elle contrepasse, ligne par ligne; null pour toutes les autres",
  'The entry that reverses it, once its payroll was unapproved; lists show neither of the two':
    "L'écriture qui la contrepasse, une fois sa paie ramenée au brouillon; les listes ne montrent ni l'une ni l'autre",
  'Where it was exported to': 'Où elle a été exportée',
  'Its rows: debits and credits': 'Ses lignes : débits et crédits',
  'A row of a journal entry: a debit or a credit': "Une ligne d'écriture de journal : un débit ou un crédit",
  'What the row is for, in English': 'Objet de la ligne, en anglais',
  'Dollars on the debit side; null on the other': "Dollars au débit; null de l'autre côté",
  'Dollars on the credit side; null on the other': "Dollars au crédit; null de l'autre côté",
  'The accounting code that it is posted to': 'Le code comptable où elle est portée',
  'Tags of the row': 'Étiquettes de la ligne',
  'A dimension of an employer (department, project, location) whose values are tags.':
    "Une dimension d'un employeur (service, projet, lieu) dont les valeurs sont des étiquettes.",
  'One value (for example Engineering) of a tag group, to which payroll amounts can be allocated.':
    "Une valeur (par exemple Ingénierie) d'un groupe d'étiquettes, à laquelle des montants de paie peuvent être attribués.",
  "One account of an employer's chart of accounts, to which payroll expenses, liabilities or bank movements are mapped.":
    "Un compte du plan comptable d'un employeur, auquel sont associés des charges de paie, des passifs ou des mouvements bancaires.",
  'A rule that decides the accounting codes of the line items that it matches: fixed codes, or codes built from segments.':
    "Une règle qui choisit les codes comptables des lignes auxquelles elle s'applique : des codes fixes, ou des codes composés de segments.",
  'Search accounting code rules by filters': 'Chercher des règles de codes comptables par filtres',
  'The filters of a set are combined with AND.': "Les filtres d'un ensemble se combinent par ET.",
  'Where `any_of` has sets of filters, a record must also match at least one of them.':
    "Quand `any_of` a des ensembles de filtres, un dossier doit aussi satisfaire à l'un d'eux au moins.",
  'Sets may be nested.': 'Les ensembles peuvent être imbriqués.',
  'The employer whose chart of accounts it belongs to': "L'employeur dont il fait partie du plan comptable",
  'What it is used for: expenses, liabilities (payroll payable included), or bank movements':
    'Son usage : charges, passifs (salaires à payer compris) ou mouvements bancaires',
  "The account's code in the chart of accounts": 'Code du compte dans le plan comptable',
  Description: 'Description',
  'That text in both languages': 'Ce texte dans les deux langues',
  'Types of line items that are posted to it where nothing else decides a code; on each side a type has at most one code':
    "Types de lignes de paie qui y sont inscrites quand rien d'autre ne détermine un code; de chaque côté, un type a au plus un code",
  'That text in the language of the request': 'Ce texte dans la langue de la requête',
  'Whether it is linked to an account of an accounting provider': "S'il est lié à un compte d'un fournisseur comptable",
  'Providers that it is linked to': 'Fournisseurs auxquels il est lié',
  'Account in Xero': 'Compte dans Xero',
  'Account in QuickBooks': 'Compte dans QuickBooks',
  'The employer whose accounting codes it decides': "L'employeur dont elle détermine les codes comptables",
  'Applies to amounts with a tag of this group, which must be the primary tag group':
    "S'applique aux montants qui ont une étiquette de ce groupe, qui doit être le groupe principal",
  'Applies to amounts with this tag of the primary tag group':
    "S'applique aux montants qui ont cette étiquette du groupe principal",
  'Applies to items tied to this preset; not together with `type`':
    "S'applique aux éléments liés à ce préréglage; pas avec `type`",
  'The kind of line items that it applies to': "Sorte de lignes de paie à laquelle elle s'applique",
  'The first of `subtypes`.': 'Le premier de `subtypes`.',
  'Given without `subtypes`, it is the only one': 'Donné sans `subtypes`, il est le seul',
  'The types of that kind that it applies to; empty for all of them':
    "Types de cette sorte auxquels elle s'applique; vide pour tous",
  'The code of the expense side': 'Le code du côté des charges',
  'The code of the liability side': 'Le code du côté des passifs',
  'How the code of the expense side is built; only on rules without tag and tag group':
    "Comment est composé le code du côté des charges; seulement sur les règles sans étiquette ni groupe d'étiquettes",
  'How the code of the liability side is built; only on rules without tag and tag group':
    "Comment est composé le code du côté des passifs; seulement sur les règles sans étiquette ni groupe d'étiquettes",
  'Filters that must all match': 'Filtres qui doivent tous être satisfaits',
  'The employer that the rules belong to': "L'employeur à qui appartiennent les règles",
  'By their subtypes: values to include, or to exclude': 'Selon leurs sous-types : valeurs à inclure, ou à exclure',
  'true for rules with subtypes, false for rules without':
    'true pour les règles avec des sous-types, false pour les règles sans',
  'At least one of these sets must match, besides the filters next to it; an empty list matches everything':
    "L'un de ces ensembles au moins doit être satisfait, en plus des filtres à côté; une liste vide accepte tout",
  'Some line item kinds, by inclusion or exclusion': 'Certaines sortes de lignes de paie, par inclusion ou exclusion',
  'A type of line items': 'Un type de lignes de paie',
  'Whether debits equal credits: an entry that does not balance is never posted; false while its rows are still being recorded':
    "Si les débits égalent les crédits : une écriture qui ne balance pas n'est jamais comptabilisée; false tant que ses lignes sont encore en cours d'enregistrement",
  'Types of line items that lack an expense code': 'Types de lignes de paie sans code de charge',
  'Types of line items that lack a liability code': 'Types de lignes de paie sans code de passif',
  'The code built by a segment template, where one decided it':
    "Le code composé par un modèle de segments, quand c'est lui qui l'a déterminé",
  'What the row is the sum of, and what decided its code; empty for payroll payable and bank rows':
    'Ce dont la ligne est la somme, et ce qui a déterminé son code; vide pour les lignes de salaires à payer et de banque',
  'The part of a row that comes from one type of line items, and what decided its code':
    "La part d'une ligne d'écriture qui vient d'un type de lignes de paie, et ce qui a déterminé son code",
  'The kind of line items': 'Sorte de lignes de paie',
  'Their type': 'Leur type',
  'Their side': 'Leur côté',
  'Dollars: debits less credits': 'Dollars : débits moins crédits',
  'What decided their accounting code; null where nothing did, or too many rules to name each':
    "Ce qui a déterminé leur code comptable; null quand rien ne l'a fait, ou trop de règles pour les nommer toutes",
  'The rule that decided, if one did; it may have changed since':
    "La règle qui l'a déterminé, s'il y en a une; elle peut avoir changé depuis",
  'A part of a formatted accounting code': "Une partie d'un code comptable composé",
  'Where its value comes from: an accounting code, the tag that the amount has in a tag group, or a text':
    "D'où vient sa valeur : un code comptable, l'étiquette du montant dans un groupe, ou un texte",
  'The accounting code whose code is the value': 'Le code comptable dont le code est la valeur',
  "The tag group whose tag is the value: the tag's id at a provider, else its label":
    "Le groupe d'étiquettes dont l'étiquette est la valeur : son id chez un fournisseur, sinon son libellé",
  'The text': 'Le texte',
  'Text before the value; left out with it': 'Texte avant la valeur; omis avec elle',
  'Text after the value; left out with it': 'Texte après la valeur; omis avec elle',
  'Transformations of the value, in this order': 'Transformations de la valeur, dans cet ordre',
  'How many characters are kept': 'Nombre de caractères conservés',
  'Used where the value is empty; without it the segment is left out':
    'Utilisé quand la valeur est vide; sans lui, le segment est omis',
  'How an accounting code is built from segments': 'Comment un code comptable est composé de segments',
  'Its segments, in order': "Ses segments, dans l'ordre",
  'How many records use it': "Nombre de dossiers qui l'utilisent",
  'Work assignments that allocate to it': 'Affectations qui lui attribuent une part',
  'Pay rates and recurring items that allocate to it':
    'Taux de rémunération et éléments récurrents qui lui attribuent une part',
  'Accounting code rules that use it': "Règles de codes comptables qui l'utilisent",
  'The label in both languages': 'Le libellé dans les deux langues',
  'Ids at accounting providers: imports match tags by them':
    'Ids chez les fournisseurs comptables : les importations apparient les étiquettes par eux',
  'The tag group that it belongs to': "Le groupe d'étiquettes auquel elle appartient",
  'The label in the language of the request': 'Le libellé dans la langue de la requête',
  'First day on which it is archived: new assignments cannot use it. null restores it':
    "Premier jour où elle est archivée : de nouvelles répartitions ne peuvent l'utiliser. null la rétablit",
  'Whether it can be deleted: no assignment, line item or rule uses it':
    "Si elle peut être supprimée : aucune affectation, ligne de paie ni règle ne l'utilise",
  'The employer of its tag group': "L'employeur de son groupe d'étiquettes",
  'Display colour: # and six or three hexadecimal digits':
    "Couleur d'affichage : # et six ou trois chiffres hexadécimaux",
  'Whether pages for payees cannot change its tags':
    'Si les pages destinées aux bénéficiaires ne peuvent changer ses étiquettes',
  'Whether rows of journal entries are split by its tags':
    "Si les lignes d'écritures sont ventilées selon ses étiquettes",
  'The dimension at accounting providers that it corresponds to':
    'La dimension à laquelle il correspond chez les fournisseurs comptables',
  'The employer that it belongs to': "L'employeur auquel il appartient",
  'First day on which it is archived; null restores it': 'Premier jour où il est archivé; null le rétablit',
  'Whether it can be deleted: it has no tags, no rule uses it, and it is not a primary tag group':
    "S'il peut être supprimé : il n'a pas d'étiquettes, aucune règle ne l'utilise et ce n'est pas un groupe principal",
  'Type of the dimension there': 'Type de la dimension chez eux',
  // Merge.
  'Merge accounting codes into one': 'Fusionner des codes comptables en un seul',
  'Records that use the codes in the body use this one from then on.':
    'Les dossiers qui utilisent les codes du corps utilisent dès lors celui-ci.',
  'Their fallback mappings move to it, and they are deleted.':
    'Leurs correspondances de repli passent à lui, et ils sont supprimés.',
  'All codes must be of the same type and employer.': 'Tous les codes doivent être du même type et du même employeur.',
  'Line items of closed pay stubs and posted entries stay as they are.':
    'Les lignes des bulletins fermés et les écritures inscrites restent telles quelles.',
  'Codes to merge and delete': 'Codes à fusionner et à supprimer',
  'The codes to merge into this one': 'Les codes à fusionner dans celui-ci',
  'One code': 'Un code',
  'The remaining code': 'Le code qui reste',
};
