/** Descriptions of employers, pay schedules and tax properties: the English as it is declared, and the French of it. */
export const EMPLOYERS: Readonly<Record<string, string>> = {
  'An employer inside a company, with one CRA business number.':
    "Un employeur au sein d'une compagnie, avec un numéro d'entreprise de l'ARC.",
  'Defines pay frequency, earning periods and pay dates of a business entity; payrolls are generated from it.':
    "Définit la fréquence de paie, les périodes de paie et les dates de paie d'une entité; les paies en sont générées.",
  'A dated setting for the tax calculation of an employer, a work assignment or a remittance account.':
    "Un paramètre daté pour le calcul fiscal d'un employeur, d'une affectation ou d'un compte de versement.",
  'Take an employer out of preview': "Faire sortir un employeur de l'aperçu",
  'From then on payrolls move money.': "Dès lors, l'argent circule.",
  'A live employer owes remittances.': 'Un employeur en service doit des versements.',
  'The same holds while payrolls that are to be unapproved cannot be, since a correction counts on them.':
    "Il en va de même tant que des paies qui doivent être ramenées au brouillon ne peuvent pas l'être, parce qu'une correction compte sur elles.",
  'While a pay stub that would become live lacks a remittance account or a province of employment, the answer is an error that names what is missing, and nothing changes.':
    "Tant qu'il manque un compte de versement ou une province d'emploi à un bulletin de paie qui entrerait en service, la réponse est une erreur qui nomme ce qui manque, et rien ne change.",
  'By default paid payrolls become historical payrolls, and drafts keep what was entered.':
    'Par défaut, les paies payées deviennent des paies historiques, et les brouillons gardent ce qui a été saisi.',
  'Draft payrolls whose pay date has passed are deleted, unless they keep something that was entered.':
    "Les paies au brouillon dont la date de paie est passée sont supprimées, à moins qu'elles ne gardent quelque chose qui a été saisi.",
  'Forms and batches that the simulated agency had are rejected: file them again.':
    "Les formulaires et les lots qu'avait l'organisme simulé sont rejetés : produisez-les à nouveau.",
  'Whether payrolls paid in preview become historical payrolls; otherwise they are unapproved and no longer count':
    'Si les paies payées en aperçu deviennent des paies historiques; sinon, elles sont ramenées au brouillon et ne comptent plus',
  'Whether entries on draft payrolls are kept; otherwise they are removed':
    'Si ce qui a été saisi sur les paies au brouillon est gardé; sinon, cela est retiré',
  'Whether draft off-cycle payrolls are kept; otherwise they are deleted':
    'Si les paies hors cycle au brouillon sont gardées; sinon, elles sont supprimées',
  'Drafts are kept as they are': 'Les brouillons sont gardés tels quels',
  'The employer, now live': "L'employeur, maintenant en service",
  'Payroll account number at the Canada Revenue Agency': "Numéro de compte de paie à l'Agence du revenu du Canada",
  'Name of the employer': "Nom de l'employeur",
  'Legal name, as shown on forms': 'Dénomination légale, telle que sur les formulaires',
  'Corporation number in the business register': 'Numéro au registre des entreprises',
  'Two-letter code of the province or territory': 'Code de deux lettres de la province ou du territoire',
  'Contact for questions about its payroll': 'Personne-ressource pour les questions sur sa paie',
  'E-mail address of the contact': 'Adresse courriel de la personne-ressource',
  "Area code of the contact's telephone number": 'Indicatif régional du numéro de téléphone de la personne-ressource',
  'The other seven digits of the telephone number': 'Les sept autres chiffres du numéro de téléphone',
  'In preview payrolls are calculated and approved, but no money moves.':
    'En aperçu, les paies sont calculées et approuvées, mais aucun argent ne circule.',
  '`end_preview` ends it': '`end_preview` y met fin',
  "How a pay date on a weekend or holiday moves; `inherit` uses the company's setting":
    'Comment est déplacée une date de paie qui tombe une fin de semaine ou un jour férié; `inherit` prend le paramètre de la compagnie',
  'Which date decides the rate of vacation pay': "Date qui détermine le taux de l'indemnité de vacances",
  'How often it remits to the Canada Revenue Agency; its new remittance accounts there start with it':
    "Fréquence de ses versements à l'Agence du revenu du Canada; ses nouveaux comptes de versement auprès d'elle commencent avec cette fréquence",
  "Default language of its employees and contractors; null uses the company's":
    'Langue par défaut de ses employés et entrepreneurs; null prend celle de la compagnie',
  'Whether withholdings use the accounting codes of the earnings that they apply to':
    "Si les retenues prennent les codes comptables des gains auxquels elles s'appliquent",
  'Status of its setup': 'État de sa mise en place',
  'What is still missing before it can pay anyone': "Ce qui manque encore avant qu'elle puisse payer",
  "Processing speed of payments; `inherit` uses the partner's":
    'Vitesse de traitement des paiements; `inherit` prend celle du partenaire',
  'The processing speed in effect': 'Vitesse de traitement en vigueur',
  'Province of employment today, from its tax property': "Province d'emploi aujourd'hui, selon sa propriété fiscale",
  'How records of employment are submitted: `manual` by the employer with their files, `managed` by the service, which needs an authorization':
    "Comment les relevés d'emploi sont soumis : `manual`, par l'employeur avec leurs fichiers; `managed`, par le service, ce qui exige une autorisation",
  'Settings for Canada': 'Paramètres pour le Canada',
  'Accounting code of the bank account where nothing else decides one':
    "Code comptable du compte bancaire, là où rien d'autre n'en détermine un",
  'Accounting code of liabilities where nothing else decides one':
    "Code comptable de passif, là où rien d'autre n'en détermine un",
  'The primary tag group, which journal entries are split by first':
    "Groupe d'étiquettes principal, selon lequel les écritures de journal sont d'abord ventilées",
  'Whether approval requires all accounting codes of the journal entries':
    "Si l'approbation exige tous les codes comptables des écritures de journal",
  'Whether approval requires all identifiers that an export needs':
    "Si l'approbation exige tous les identifiants nécessaires à une exportation",
  'Settings of its journal entries': 'Paramètres de ses écritures de journal',
  'The employer that uses it': "L'employeur qui l'utilise",
  'How often it pays': 'À quelle fréquence il paie',
  'A pay date; all others are counted from it':
    'Une date de paie; toutes les autres sont comptées à partir de celle-ci',
  'First day of the period that is paid on that date; required for semi-monthly schedules':
    'Premier jour de la période payée à cette date; obligatoire pour les calendriers bimensuels',
  'Last day of the period that is paid on that date': 'Dernier jour de la période payée à cette date',
  'Payrolls are generated from this day on; null for from the anchor on':
    "Les paies sont générées à partir de ce jour; null à partir de la date d'ancrage",
  'Semi-monthly and monthly: day of the month of the first pay, -1 for the last day':
    'Bimensuel et mensuel : jour du mois de la première paie, -1 pour le dernier jour',
  'Semi-monthly: day of the month of the second pay, -1 for the last day':
    'Bimensuel : jour du mois de la deuxième paie, -1 pour le dernier jour',
  "How a pay date on a weekend or holiday moves; `inherit` uses the employer's setting":
    "Comment est déplacée une date de paie qui tombe une fin de semaine ou un jour férié; `inherit` prend le paramètre de l'employeur",
  'Whether payees receive pay stubs without amounts':
    'Si les bénéficiaires reçoivent les bulletins de paie sans montants',
  'Settings of its pay stubs': 'Paramètres de ses bulletins de paie',
  'Custom schedules: pay periods in a year as tax formulas and salaries take them, in place of that of custom_pay_frequency':
    "Calendriers personnalisés : nombre de périodes de paie dans l'année pour les formules fiscales et les salaires, à la place de celui de custom_pay_frequency",
  'Whether it can be deleted: none of its payrolls is approved, and no work assignment is on it':
    "S'il peut être supprimé : aucune de ses paies n'est approuvée, et aucune affectation n'y est rattachée",
  'Whether its dates can change: none of its payrolls is approved':
    "Si ses dates peuvent changer : aucune de ses paies n'est approuvée",
  'The area it concerns': 'Le domaine concerné',
  'Whether they show the balance of vacation pay': "S'ils montrent le solde de l'indemnité de vacances",
  'Dollars the employer expects to pay in the year': "Dollars que l'employeur prévoit payer dans l'année",
  'Percent of remuneration': 'Pourcentage de la rémunération',
  'Sector of the employer': "Secteur de l'employeur",
  'Whether it paid nobody in Quebec in earlier years': "S'il n'a payé personne au Québec dans les années précédentes",
  'Percent of pay spent on training: what is left of the 1 % is set aside':
    'Pourcentage de la paie consacré à la formation : ce qui reste du 1 % est mis de côté',
  'Percent of pay that is exempt': 'Pourcentage de la paie qui est exempté',
  'Whether pension contributions are still made': 'Si des cotisations de pension sont encore versées',
  'Percent of assessable earnings': 'Pourcentage des gains cotisables',
  'Code of the class': 'Code de la classe',
  'What the class covers': 'Ce que la classe couvre',
  'Assessable dollars of the year before the setting begins':
    "Dollars cotisables de l'année avant que le paramètre prenne effet",
  'CRA account that the rate belongs to': "Compte de l'ARC auquel le taux appartient",
  "The employee's rate, in percent of insurable earnings": "Taux de l'employé, en pourcentage des gains assurables",
  'Its value; the format depends on the type': 'Sa valeur; le format dépend du type',
  'Type: what it sets': "Type : ce qu'elle règle",
  'The employer, work assignment or remittance account that it belongs to':
    "L'employeur, l'affectation ou le compte de versement auquel elle appartient",
  'Earliest day on which it may end: payrolls that are no longer drafts use it until then':
    "Premier jour où elle peut prendre fin : des paies qui ne sont plus au brouillon l'utilisent jusque-là",
  'Whether it can change: no payroll that is no longer a draft uses it':
    "Si elle peut changer : aucune paie qui n'est plus au brouillon ne l'utilise",
  'Label of the type, in the language of the request': 'Libellé du type, dans la langue de la requête',
  'Format of its value': 'Format de sa valeur',
  'Allowed values with their labels; null when any value of the format is allowed':
    'Valeurs permises avec leurs libellés; null lorsque toute valeur du format est permise',
  'Whether several of the type may be in effect on the same day':
    'Si plusieurs du même type peuvent être en vigueur le même jour',
  'Feature that needs it': 'Fonction qui en a besoin',
  'Always null here: the owner is the record that the request creates':
    'Toujours null ici : le propriétaire est le dossier que la requête crée',
  'A warning': 'Un avertissement',
  'The warning': "L'avertissement",
  'Request for authorization to file records of employment for a business entity, and its status.':
    "Demande d'autorisation de produire les relevés d'emploi d'une entité, et son état.",
  'Of this employer': 'De cet employeur',
  'List effective tax properties': 'Énumérer les propriétés fiscales en vigueur',
  'The value in effect of each tax property of a work assignment or an employer on a day.':
    "La valeur en vigueur, un jour donné, de chaque propriété fiscale d'une affectation ou d'un employeur.",
  "The work assignment's own value takes precedence over that of its remittance account, and that one over the employer's.":
    "La valeur de l'affectation l'emporte sur celle de son compte de versement, et celle-ci sur celle de l'employeur.",
  'A type that is not set has the value null.': "Un type qui n'est pas fixé a la valeur null.",
  'A type of which several are in effect is listed several times.':
    'Un type dont plusieurs sont en vigueur figure plusieurs fois.',
  'Of this work assignment; required when business_entity_id is left out':
    'De cette affectation; obligatoire quand business_entity_id est omis',
  'Of this employer; required when work_assignment_id is left out':
    'De cet employeur; obligatoire quand work_assignment_id est omis',
  'On this day; default today': "Ce jour-là; aujourd'hui par défaut",
  'The whole list': 'La liste entière',
  'Holidays of last year, this year and next year, by the day on which they are observed.':
    "Les jours fériés de l'an dernier, de cette année et de l'an prochain, par jour d'observation.",
  'A filter by date may name any day from 2000 to 2100.': 'Un filtre par date peut nommer tout jour de 2000 à 2100.',
  'One holiday of one year.': "Un jour férié d'une année.",
  'Its id never changes.': 'Son id ne change jamais.',
  'The holiday': 'Le jour férié',
  'Retrieve the verification of a business entity': "Obtenir la vérification d'une entité",
  'It starts when the employer is created.': "Elle commence à la création de l'employeur.",
  "An operator verifies the employer's identity and records the result.":
    "Un exploitant vérifie l'identité de l'employeur et consigne le résultat.",
  'The verification': 'La vérification',
  "Verification of an employer's identity": "Vérification de l'identité d'un employeur",
  'The employer that is verified': "L'employeur vérifié",
  'processing until an operator has verified it; then approved or failed':
    "processing jusqu'à ce qu'un exploitant l'ait vérifié; ensuite approved ou failed",
  'Why it failed; empty otherwise': 'Pourquoi elle a échoué; vide sinon',
  'When it started: at the creation of the employer': "Quand elle a commencé : à la création de l'employeur",
  'When it last changed': 'Moment de sa dernière modification',
  "The verification's data": 'Données de la vérification',
  'A tax property in effect on a day': 'Une propriété fiscale en vigueur un jour donné',
  'The value in effect; null where none is set and the ordinary rules apply':
    "La valeur en vigueur; null quand aucune n'est fixée et que les règles ordinaires s'appliquent",
  'The tax property that it comes from; null where none is set':
    "La propriété fiscale dont elle vient; null si aucune n'est fixée",
  'Tax properties in effect, not paginated': 'Propriétés fiscales en vigueur, sans pagination',
  'A holiday of a jurisdiction in one year': "Un jour férié d'un ressort, une année donnée",
  'Jurisdiction whose law makes it a holiday': 'Ressort dont la loi en fait un jour férié',
  'statutory: required by law for all employees; optional: not required':
    'statutory : exigé par la loi pour tous les employés; optional : non exigé',
  'Date of the holiday': 'Date du jour férié',
  'Date on which it is observed, where the law moves it': 'Date où il est observé, quand la loi le déplace',
  'Start of its year, since holidays are calculated': 'Début de son année, car les jours fériés sont calculés',
  'Start of its year: a holiday does not change': 'Début de son année : un jour férié ne change pas',
  'The employer that it is for': "L'employeur pour lequel elle est faite",
  Comment: 'Commentaire',
  'processing until the government has answered; then authorized or unauthorized':
    "processing jusqu'à la réponse du gouvernement; ensuite authorized ou unauthorized",
  'A type of tax property': 'Un type de propriété fiscale',
  'Allowed values with their labels; null when any value is allowed':
    'Valeurs permises avec leurs libellés; null quand toute valeur est permise',
  'Whether the value may be null': 'Si la valeur peut être null',
};
