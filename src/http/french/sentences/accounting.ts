/** Descriptions of journal entries, tags, accounting codes and rules: the English as it is declared, and the French of it. */
export const ACCOUNTING: Readonly<Record<string, string>> = {
  'Generated bookkeeping entry of a payroll (or of one pay stub) with balanced debit and credit rows.':
    "Écriture comptable générée d'une paie (ou d'un bulletin de paie), avec des lignes de débit et de crédit équilibrées.",
  'What it records': "Ce qu'elle consigne",
  'What it is called, in English': "Comment elle s'appelle, en anglais",
  'The payroll that it records': "La paie qu'elle consigne",
  'The pay stub that it records; null for the whole payroll':
    "Le bulletin de paie qu'elle consigne; null pour toute la paie",
  'Sum of its debits': 'Somme de ses débits',
  'Whether a line item has no accounting code': "Si une ligne n'a pas de code comptable",
  'Whether the employer has no accounting code for what is owed':
    "Si l'employeur n'a pas de code comptable pour ce qui est dû",
  'Whether the employer has no accounting code of a bank account':
    "Si l'employeur n'a pas de code comptable de compte bancaire",
  'Day under which it is booked: the pay date': 'Jour sous lequel elle est portée : la date de paie',
  'What it is called there; null when it is not there': "Comment il s'y appelle; null quand il n'y est pas",
  'The entry that it takes back, row by row; null for all others':
    "L'écriture qu'elle contrepasse, ligne par ligne; null pour toutes les autres",
  'The entry that takes it back, once its payroll was unapproved; lists show neither of the two':
    "L'écriture qui la contrepasse, une fois sa paie ramenée au brouillon; les listes ne montrent ni l'une ni l'autre",
  'Where it was exported to': 'Où elle a été exportée',
  'Its rows: debits and credits': 'Ses lignes : débits et crédits',
  'A row of a journal entry: a debit or a credit': "Une ligne d'écriture de journal : un débit ou un crédit",
  'What the row books, in English': 'Ce que la ligne porte, en anglais',
  'Dollars on the debit side; null on the other': "Dollars au débit; null de l'autre côté",
  'Dollars on the credit side; null on the other': "Dollars au crédit; null de l'autre côté",
  'The accounting code that it books on': 'Le code comptable où elle est portée',
  'Tags that it is split by': 'Étiquettes selon lesquelles elle est ventilée',
  'A dimension of an employer (department, project, location) whose values are tags.':
    "Une dimension d'un employeur (service, projet, lieu) dont les valeurs sont des étiquettes.",
  'One value (for example Engineering) of a tag group, to which payroll amounts can be allocated.':
    "Une valeur (par exemple Ingénierie) d'un groupe d'étiquettes, à laquelle des montants de paie peuvent être attribués.",
  "One account of an employer's chart of accounts, to which payroll expenses, liabilities or bank movements are mapped.":
    "Un compte du plan comptable d'un employeur, auquel sont associés des charges de paie, des passifs ou des mouvements bancaires.",
  'A rule that picks the accounting codes of the line items that it matches: fixed ones, or codes that are put together from segments.':
    "Une règle qui choisit les codes comptables des lignes auxquelles elle s'applique : des codes fixes, ou des codes composés de segments.",
  'Find accounting code rules by filters': 'Trouver des règles de codes comptables par filtres',
  'The filters of a set are combined with AND.': "Les filtres d'un ensemble se combinent par ET.",
  'Where `any_of` has sets, one of them must hold as well; they may be nested.':
    "Si `any_of` contient des ensembles, l'un d'eux doit aussi être satisfait; ils peuvent s'imbriquer.",
  'The employer whose chart of accounts it belongs to': "L'employeur dont il fait partie du plan comptable",
  'What it serves: expenses, what is owed and payroll payable, or movements of the bank':
    'Ce à quoi il sert : les charges, ce qui est dû et les salaires à payer, ou les mouvements bancaires',
  'What the chart of accounts calls it': "Comment le plan comptable l'appelle",
  'What it is for': 'À quoi il sert',
  'That text in both languages': 'Ce texte dans les deux langues',
  'Types of line items that are booked on it where nothing else says a code; each on one code of a side':
    "Types de lignes qui y sont inscrites quand rien d'autre ne donne un code; chacun à un seul code par côté",
  'That text in the language of the request': 'Ce texte dans la langue de la requête',
  'Whether it is linked to an account of an accounting provider': "S'il est lié à un compte d'un fournisseur comptable",
  'Providers that it is linked to': 'Fournisseurs auxquels il est lié',
  'To one in Xero': 'À un compte dans Xero',
  'To one in QuickBooks': 'À un compte dans QuickBooks',
  'The employer whose codes it decides': "L'employeur dont elle décide les codes",
  'It holds for amounts with a tag of this group; only the primary tag group counts':
    'Elle vaut pour les montants qui ont une étiquette de ce groupe; seul le groupe principal compte',
  'It holds for amounts with this tag of the primary tag group':
    'Elle vaut pour les montants qui ont cette étiquette du groupe principal',
  'It holds for what is tied to this preset; not together with `type`':
    'Elle vaut pour ce qui est lié à ce préréglage; pas avec `type`',
  'The kind of line items that it holds for': 'La nature des lignes pour lesquelles elle vaut',
  'The first of `subtypes`; given alone it is the only one': "Le premier de `subtypes`; donné seul, il est l'unique",
  'The types of that kind that it holds for; none: all of them':
    'Les types de cette nature pour lesquels elle vaut; aucun : tous',
  'The code of the expense side': 'Le code du côté des charges',
  'The code of the liability side': 'Le code du côté des passifs',
  'How the formatted code of the expense side is put together; only on rules without tag and tag group':
    'Comment se compose le code formaté du côté des charges; seulement sur une règle sans étiquette ni groupe',
  'How the formatted code of the liability side is put together; only on rules without tag and tag group':
    'Comment se compose le code formaté du côté des passifs; seulement sur une règle sans étiquette ni groupe',
  'Filters that must all hold': 'Filtres qui doivent tous être satisfaits',
  'The employer whose rules they are': "L'employeur dont ce sont les règles",
  'By their subtypes: which to take, or which to leave out':
    'Selon leurs sous-types : lesquels prendre, ou lesquels omettre',
  'true for those with subtypes, false for those without':
    "true pour celles qui ont des sous-types, false pour celles qui n'en ont pas",
  'One of these sets must hold, beside what stands next to it; none adds nothing':
    "L'un de ces ensembles doit être satisfait, en plus de ce qui l'entoure; aucun n'ajoute rien",
  'Some line item kinds: those included, without those excluded':
    'Certaines natures de lignes : celles incluses, sans celles exclues',
  'A type of line items': 'Un type de lignes',
  'Whether debits equal credits: an entry that does not balance is never posted; false while its rows are still being recorded':
    "Si les débits égalent les crédits : une écriture qui ne balance pas n'est jamais portée; false tant que ses lignes sont encore en cours d'inscription",
  'Types of line items that lack an expense code': 'Types de lignes sans code de charge',
  'Types of line items that lack a liability code': 'Types de lignes sans code de passif',
  'The code that a segment template made, where one decided':
    'Le code composé par un modèle de segments, quand un modèle a décidé',
  'What it is the sum of, and what decided its code; nothing of payroll payable and the bank':
    'Ce dont elle est la somme, et ce qui a décidé son code; rien pour les salaires à payer et la banque',
  'What a row holds of one type of line items, and why it is there':
    "Ce qu'une ligne d'écriture contient d'un type de lignes, et pourquoi",
  'The kind of line items': 'La nature des lignes',
  'The type of them': 'Leur type',
  'The side of them': 'Leur côté',
  'Dollars: debits less credits': 'Dollars : débits moins crédits',
  'What decided the code of the row for them; null where nothing did':
    "Ce qui a décidé le code de la ligne d'écriture pour elles; null quand rien ne l'a fait",
  'The rule that decided, if one did; it may have changed since':
    'La règle qui a décidé, le cas échéant; elle peut avoir changé depuis',
  'A part of a formatted accounting code': "Une partie d'un code comptable formaté",
  'Where its value comes from: an accounting code, the tag that the amount has in a tag group, or a text':
    "D'où vient sa valeur : un code comptable, l'étiquette du montant dans un groupe, ou un texte",
  'The accounting code whose code it is': "Le code comptable dont c'est le code",
  'The tag group whose tag stands there: its id in a provider, else its label':
    "Le groupe dont l'étiquette y figure : son identifiant chez un fournisseur, sinon son libellé",
  'The text': 'Le texte',
  'What stands before it; left out with it': 'Ce qui le précède; omis avec lui',
  'What stands behind it; left out with it': 'Ce qui le suit; omis avec lui',
  'What is done to the value, in this order': 'Ce qui est fait de la valeur, dans cet ordre',
  'Characters of it that are kept': 'Nombre de caractères conservés',
  'What stands there where the value comes to nothing; without it the segment is left out':
    'Ce qui y figure quand la valeur est vide; sans cela, le segment est omis',
  'How a formatted accounting code is put together': 'Comment se compose un code comptable formaté',
  'Its parts, in their order': 'Ses parties, dans leur ordre',
  'How many records name it': "Combien d'enregistrements la nomment",
  'Work assignments whose amounts it is given a share of': 'Affectations dont une part des montants lui est attribuée',
  'Pay rates and recurring items whose amounts it is given a share of':
    'Taux et éléments récurrents dont une part des montants lui est attribuée',
  'Accounting code rules that name it': 'Règles de codes comptables qui la nomment',
  'The label in both languages': 'Le libellé dans les deux langues',
  'Where it stands in accounting providers: tags are matched by it when they are imported':
    'Où elle figure chez les fournisseurs comptables : les étiquettes importées sont appariées ainsi',
  'The tag group that it is a value of': "Le groupe d'étiquettes dont elle est une valeur",
  'The label in the language of the request': 'Le libellé dans la langue de la requête',
  'Day from which on it is archived and taken by no new assignment; null takes it back':
    "Jour à partir duquel elle est archivée et n'est plus prise par aucune nouvelle répartition; null la rétablit",
  'Whether it can be deleted: no assignment, line item or rule names it':
    'Si elle peut être supprimée : aucune affectation, ligne ni règle ne la nomme',
  'The employer that it belongs to, by its tag group':
    "L'employeur auquel elle appartient, par son groupe d'étiquettes",
  'Colour that pages show it in, as a hexadecimal number of six or three digits behind #':
    'Couleur dans laquelle les pages le montrent, en six ou trois chiffres hexadécimaux précédés de #',
  'Whether pages for payees leave its tags alone':
    'Si les pages destinées aux bénéficiaires laissent ses étiquettes intactes',
  'Whether rows of journal entries are split by its tags':
    "Si les lignes d'écritures sont ventilées selon ses étiquettes",
  'Where it stands in accounting providers': 'Où il figure chez les fournisseurs comptables',
  'The employer that it belongs to': "L'employeur auquel il appartient",
  'Day from which on it is archived; null takes it back': 'Jour à partir duquel il est archivé; null le rétablit',
  'Whether it can be deleted: no tag is in it, no rule names it, and it is no primary tag group':
    "S'il peut être supprimé : il ne contient aucune étiquette, aucune règle ne le nomme et ce n'est pas un groupe principal",
  'What it is there': "Ce qu'il y est",
  'In Xero': 'Dans Xero',
  'In QuickBooks': 'Dans QuickBooks',
  // Merge.
  'Fold accounting codes into one': 'Fusionner des codes comptables en un seul',
  'What names the codes of the body names this one from then on, their fallback mappings become its own, and they are deleted.':
    'Ce qui nomme les codes du corps nomme dès lors celui-ci, leurs associations de repli deviennent les siennes et ils sont supprimés.',
  'All are of one type and employer.': "Tous sont d'un même type et d'un même employeur.",
  'Lines of closed pay stubs and posted entries stay as they were booked.':
    'Les lignes de bulletins clos et les écritures passées restent telles quelles.',
  'Codes that go': 'Codes qui disparaissent',
  'What is folded into the code': 'Ce qui est fusionné dans le code',
  'One code': 'Un code',
  'The code that is left': 'Le code qui reste',
};
