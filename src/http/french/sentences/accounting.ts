/** Descriptions of journal entries, tags, accounting codes and rules: the English as it is declared, and the French of it. */
export const ACCOUNTING: Readonly<Record<string, string>> = {
  'Generated bookkeeping entry of a payroll (or of one pay stub) with balanced debit and credit rows.':
    "Écriture comptable générée d'une paie (ou d'un bulletin de paie), avec des lignes de débit et de crédit équilibrées.",
  'Type of entry: what it records': "Ce qu'elle consigne",
  'Title in English': "Comment elle s'appelle, en anglais",
  'The payroll that it is for': "La paie qu'elle consigne",
  'The pay stub that it is for; null for an entry of the whole payroll':
    "Le bulletin de paie qu'elle consigne; null pour toute la paie",
  'Total of its debits': 'Somme de ses débits',
  'Whether a line item has no accounting code': "Si une ligne n'a pas de code comptable",
  'Whether the employer lacks an accounting code for liabilities':
    "Si l'employeur n'a pas de code comptable pour ce qui est dû",
  'Whether the employer lacks an accounting code for its bank account':
    "Si l'employeur n'a pas de code comptable de compte bancaire",
  'Posting date: the pay date': 'Jour sous lequel elle est portée : la date de paie',
  'Its id at the provider; null when it is not there': "Comment il s'y appelle; null quand il n'y est pas",
  'The entry that it reverses, row by row; null for all others':
    "L'écriture qu'elle contrepasse, ligne par ligne; null pour toutes les autres",
  'The entry that reverses it, once its payroll was unapproved; lists show neither of the two':
    "L'écriture qui la contrepasse, une fois sa paie ramenée au brouillon; les listes ne montrent ni l'une ni l'autre",
  'Where it was exported to': 'Où elle a été exportée',
  'Its rows: debits and credits': 'Ses lignes : débits et crédits',
  'A row of a journal entry: a debit or a credit': "Une ligne d'écriture de journal : un débit ou un crédit",
  'What the row is for, in English': 'Ce que la ligne porte, en anglais',
  'Dollars on the debit side; null on the other': "Dollars au débit; null de l'autre côté",
  'Dollars on the credit side; null on the other': "Dollars au crédit; null de l'autre côté",
  'The accounting code that it is posted to': 'Le code comptable où elle est portée',
  'Tags of the row': 'Étiquettes selon lesquelles elle est ventilée',
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
  'Where `any_of` has sets of filters, a rule must also match at least one of them.':
    "Où `any_of` a des ensembles de filtres, une règle doit aussi satisfaire à l'un d'eux.",
  'Sets may be nested.': 'Les ensembles peuvent être imbriqués.',
  'The employer whose chart of accounts it belongs to': "L'employeur dont il fait partie du plan comptable",
  'What it is used for: expenses, liabilities (payroll payable included), or bank movements':
    'Ce à quoi il sert : les charges, ce qui est dû et les salaires à payer, ou les mouvements bancaires',
  "The account's code in the chart of accounts": "Comment le plan comptable l'appelle",
  Description: 'Description',
  'That text in both languages': 'Ce texte dans les deux langues',
  'Types of line items that are posted to it where nothing else decides a code; on each side a type has at most one code':
    "Types de lignes qui y sont inscrites quand rien d'autre ne donne un code; chacun à un seul code par côté",
  'That text in the language of the request': 'Ce texte dans la langue de la requête',
  'Whether it is linked to an account of an accounting provider': "S'il est lié à un compte d'un fournisseur comptable",
  'Providers that it is linked to': 'Fournisseurs auxquels il est lié',
  'Account in Xero': 'À un compte dans Xero',
  'Account in QuickBooks': 'À un compte dans QuickBooks',
  'The employer whose accounting codes it decides': "L'employeur dont elle décide les codes",
  'Applies to amounts with a tag of this group, which must be the primary tag group':
    'Elle vaut pour les montants qui ont une étiquette de ce groupe; seul le groupe principal compte',
  'Applies to amounts with this tag of the primary tag group':
    'Elle vaut pour les montants qui ont cette étiquette du groupe principal',
  'Applies to items tied to this preset; not together with `type`':
    'Elle vaut pour ce qui est lié à ce préréglage; pas avec `type`',
  'The kind of line items that it applies to': 'La nature des lignes pour lesquelles elle vaut',
  'The first of `subtypes`.': 'Le premier de `subtypes`.',
  'Given without `subtypes`, it is the only one': 'Donné sans `subtypes`, il est le seul',
  'The types of that kind that it applies to; empty for all of them':
    'Les types de cette nature pour lesquels elle vaut; aucun : tous',
  'The code of the expense side': 'Le code du côté des charges',
  'The code of the liability side': 'Le code du côté des passifs',
  'How the code of the expense side is built; only on rules without tag and tag group':
    'Comment se compose le code formaté du côté des charges; seulement sur une règle sans étiquette ni groupe',
  'How the code of the liability side is built; only on rules without tag and tag group':
    'Comment se compose le code formaté du côté des passifs; seulement sur une règle sans étiquette ni groupe',
  'Filters that must all match': 'Filtres qui doivent tous être satisfaits',
  'The employer that the rules belong to': "L'employeur dont ce sont les règles",
  'By their subtypes: values to include, or to exclude': 'Selon leurs sous-types : valeurs à inclure, ou à exclure',
  'true for rules with subtypes, false for rules without':
    "true pour celles qui ont des sous-types, false pour celles qui n'en ont pas",
  'At least one of these sets must match, besides the filters next to it; an empty list matches everything':
    "L'un de ces ensembles doit être satisfait, en plus de ce qui l'entoure; aucun n'ajoute rien",
  'Some line item kinds, by inclusion or exclusion':
    'Certaines natures de lignes : celles incluses, sans celles exclues',
  'A type of line items': 'Un type de lignes',
  'Whether debits equal credits: an entry that does not balance is never posted; false while its rows are still being recorded':
    "Si les débits égalent les crédits : une écriture qui ne balance pas n'est jamais portée; false tant que ses lignes sont encore en cours d'inscription",
  'Types of line items that lack an expense code': 'Types de lignes sans code de charge',
  'Types of line items that lack a liability code': 'Types de lignes sans code de passif',
  'The code built by a segment template, where one decided it':
    'Le code composé par un modèle de segments, quand un modèle a décidé',
  'What the row is the sum of, and what decided its code; empty for payroll payable and bank rows':
    'Ce dont elle est la somme, et ce qui a décidé son code; rien pour les salaires à payer et la banque',
  'The part of a row that comes from one type of line items, and what decided its code':
    "Ce qu'une ligne d'écriture contient d'un type de lignes, et pourquoi",
  'The kind of line items': 'La nature des lignes',
  'Their type': 'Leur type',
  'Their side': 'Leur côté',
  'Dollars: debits less credits': 'Dollars : débits moins crédits',
  'What decided their accounting code; null where nothing did, or too many rules to name each':
    "Ce qui a décidé le code de la ligne d'écriture pour elles; null quand rien ne l'a fait, ou que trop de règles l'ont fait pour les nommer toutes",
  'The rule that decided, if one did; it may have changed since':
    'La règle qui a décidé, le cas échéant; elle peut avoir changé depuis',
  'A part of a formatted accounting code': "Une partie d'un code comptable formaté",
  'Where its value comes from: an accounting code, the tag that the amount has in a tag group, or a text':
    "D'où vient sa valeur : un code comptable, l'étiquette du montant dans un groupe, ou un texte",
  'The accounting code whose code is the value': "Le code comptable dont c'est le code",
  "The tag group whose tag is the value: the tag's id at a provider, else its label":
    "Le groupe dont l'étiquette y figure : son identifiant chez un fournisseur, sinon son libellé",
  'The text': 'Le texte',
  'Text before the value; left out with it': 'Ce qui le précède; omis avec lui',
  'Text after the value; left out with it': 'Ce qui le suit; omis avec lui',
  'Transformations of the value, in this order': 'Ce qui est fait de la valeur, dans cet ordre',
  'How many characters are kept': 'Nombre de caractères conservés',
  'Used where the value is empty; without it the segment is left out':
    'Ce qui y figure quand la valeur est vide; sans cela, le segment est omis',
  'How an accounting code is built from segments': 'Comment se compose un code comptable formaté',
  'Its segments, in order': 'Ses parties, dans leur ordre',
  'How many records use it': 'Combien de dossiers la nomment',
  'Work assignments that allocate to it': 'Affectations dont une part des montants lui est attribuée',
  'Pay rates and recurring items that allocate to it':
    'Taux et éléments récurrents dont une part des montants lui est attribuée',
  'Accounting code rules that use it': 'Règles de codes comptables qui la nomment',
  'The label in both languages': 'Le libellé dans les deux langues',
  'Ids at accounting providers: imports match tags by them':
    'Où elle figure chez les fournisseurs comptables : les étiquettes importées sont appariées ainsi',
  'The tag group that it belongs to': "Le groupe d'étiquettes dont elle est une valeur",
  'The label in the language of the request': 'Le libellé dans la langue de la requête',
  'First day on which it is archived: new assignments cannot use it. null restores it':
    "Jour à partir duquel elle est archivée et n'est plus prise par aucune nouvelle répartition; null la rétablit",
  'Whether it can be deleted: no assignment, line item or rule uses it':
    'Si elle peut être supprimée : aucune affectation, ligne ni règle ne la nomme',
  'The employer of its tag group': "L'employeur auquel elle appartient, par son groupe d'étiquettes",
  'Display colour: # and six or three hexadecimal digits':
    'Couleur dans laquelle les pages le montrent, en six ou trois chiffres hexadécimaux précédés de #',
  'Whether pages for payees cannot change its tags':
    'Si les pages destinées aux bénéficiaires laissent ses étiquettes intactes',
  'Whether rows of journal entries are split by its tags':
    "Si les lignes d'écritures sont ventilées selon ses étiquettes",
  'The dimension at accounting providers that it corresponds to': 'Où il figure chez les fournisseurs comptables',
  'The employer that it belongs to': "L'employeur auquel il appartient",
  'First day on which it is archived; null restores it': 'Jour à partir duquel il est archivé; null le rétablit',
  'Whether it can be deleted: it has no tags, no rule uses it, and it is not a primary tag group':
    "S'il peut être supprimé : il ne contient aucune étiquette, aucune règle ne le nomme et ce n'est pas un groupe principal",
  'Type of the dimension there': "Ce qu'il y est",
  // Merge.
  'Merge accounting codes into one': 'Fusionner des codes comptables en un seul',
  'Records that use the codes in the body use this one from then on.':
    'Ce qui nomme les codes du corps nomme désormais celui-ci.',
  'Their fallback mappings move to it, and they are deleted.':
    'Leurs correspondances de repli passent à lui, et ils sont supprimés.',
  'All codes must be of the same type and employer.': "Tous sont d'un même type et d'un même employeur.",
  'Line items of closed pay stubs and posted entries stay as they are.':
    'Les lignes de bulletins clos et les écritures passées restent telles quelles.',
  'Codes to merge and delete': 'Codes qui disparaissent',
  'The codes to merge into this one': 'Ce qui est fusionné dans le code',
  'One code': 'Un code',
  'The remaining code': 'Le code qui reste',
};
