/** Descriptions of employers, pay schedules and tax properties: the English as it is declared, and the French of it. */
export const EMPLOYERS: Readonly<Record<string, string>> = {
  'An employer inside a company, with one CRA business number.':
    "L'employeur (un compte d'entreprise de l'ARC) qui paie des gens au sein d'une compagnie.",
  'Defines pay frequency, earning periods and pay dates of a business entity; payrolls are generated from it.':
    "Définit la fréquence de paie, les périodes de gains et les dates de paie d'une entité; les paies en sont générées.",
  'A dated setting for the tax calculation of an employer, a work assignment or a remittance account.':
    "Un réglage daté qui oriente le calcul fiscal d'un employeur, d'une affectation ou d'un compte de versement.",
  'Take an employer out of preview': "Faire sortir un employeur de l'aperçu",
  'From then on payrolls move money.': "Dès lors, l'argent circule.",
  'A live employer owes remittances.': 'Un employeur en service doit des remises.',
  'The same holds while payrolls that are to be unapproved cannot be, since a correction counts on them.':
    "Il en va de même tant que des paies qui doivent être ramenées au brouillon ne peuvent pas l'être, parce qu'une correction compte sur elles.",
  'While a pay stub that would become live lacks a remittance account or a province of employment, the answer is an error that names what is missing, and nothing changes.':
    "Tant qu'il manque un compte de remise ou une province d'emploi à un bulletin de paie qui entrerait en service, la réponse est une erreur qui nomme ce qui manque, et rien ne change.",
  'By default paid payrolls become historical payrolls, and drafts keep what was entered.':
    'Ce qui est omis reste : les paies payées deviennent historiques, et les brouillons gardent ce qui a été saisi.',
  'Draft payrolls whose pay date has passed are deleted, unless they keep something that was entered.':
    "Les brouillons dont la date de paie est passée disparaissent, à moins que quelque chose n'y ait été saisi qui reste.",
  'Forms and batches that the simulated agency had are rejected: file them again.':
    "Les formulaires et les lots qu'avait l'organisme simulé sont rejetés : produisez-les à nouveau.",
  'Whether payrolls paid in preview become historical payrolls; otherwise they are unapproved and no longer count':
    'Si les paies payées en aperçu deviennent historiques; sinon elles sont ramenées, et ne comptent pour rien',
  'Whether entries on draft payrolls are kept; otherwise they are removed':
    'Si ce qui a été saisi sur des paies au brouillon reste; sinon il est retiré',
  'Whether draft off-cycle payrolls are kept; otherwise they are deleted':
    'Si les paies hors cycle au brouillon restent; sinon elles sont supprimées',
  'Drafts are kept as they are': 'Les brouillons restent tels quels',
  'The employer, now live': "L'employeur, en service",
  'Payroll account number at the Canada Revenue Agency': "Numéro de compte de paie à l'Agence du revenu du Canada",
  'Name of the employer': "Nom de l'employeur",
  'Legal name, as shown on forms': 'Dénomination légale, comme sur les formulaires',
  'Corporation number in the business register': 'Numéro au registre des entreprises',
  'Two-letter code of the province or territory': 'Province ou territoire, par ses deux lettres',
  'Contact for questions about its payroll': 'Qui répond aux questions sur sa paie',
  'E-mail address of the contact': 'Courriel de cette personne',
  "Area code of the contact's telephone number": 'Indicatif régional du téléphone de cette personne',
  'The other seven digits of the telephone number': 'Les sept chiffres qui suivent',
  'In preview payrolls are calculated and approved, but no money moves.':
    'En aperçu, les paies sont calculées et approuvées, mais aucun argent ne bouge.',
  '`end_preview` ends it': '`end_preview` y met fin',
  "How a pay date on a weekend or holiday moves; `inherit` uses the company's setting":
    'Où va une date de paie qui tombe une fin de semaine ou un jour férié; `inherit` prend le réglage de la compagnie',
  'Which date decides the rate of vacation pay': 'Quel jour détermine le taux de la paie de vacances',
  'How often it remits to the Canada Revenue Agency; its new remittance accounts there start with it':
    "À quelle fréquence il fait ses versements à l'Agence du revenu du Canada; ses nouveaux comptes de versement là-bas commencent par elle",
  "Default language of its employees and contractors; null uses the company's":
    "Langue de son personnel, à moins que la personne n'en choisisse une autre; null prend celle de la compagnie",
  'Whether withholdings use the accounting codes of the earnings that they apply to':
    "Si les retenues prennent les codes comptables des gains auxquels elles s'appliquent",
  'Status of its setup': 'Où en est sa mise en place',
  'What is still missing before it can pay anyone': "Ce qui manque encore avant qu'elle puisse payer",
  "Processing speed of payments; `inherit` uses the partner's":
    "Combien de temps prend l'argent; `inherit` prend le réglage du partenaire",
  'The processing speed in effect': "Combien de temps prend l'argent en fait",
  'Province of employment today, from its tax property': "Province d'emploi d'aujourd'hui, selon sa propriété fiscale",
  'How records of employment are submitted: `manual` by the employer with their files, `managed` by the service, which needs an authorization':
    "Comment les relevés d'emploi sont soumis : `manual`, par l'employeur avec leurs fichiers; `managed`, par le service, ce qui exige une autorisation",
  'Settings for Canada': "Ce qui ne vaut qu'au Canada",
  'Accounting code of the bank account where nothing else decides one':
    "Code comptable du compte bancaire là où rien d'autre n'en dit un",
  'Accounting code of liabilities where nothing else decides one':
    "Code comptable de ce qui est dû là où rien d'autre n'en dit un",
  'The primary tag group, which journal entries are split by first':
    "Groupe d'étiquettes selon lequel les écritures de journal sont d'abord ventilées",
  'Whether approval requires all accounting codes of the journal entries':
    'Si une paie ne peut être approuvée tant que des codes comptables manquent à ses écritures de journal',
  'Whether approval requires all identifiers that an export needs':
    'Si une paie ne peut être approuvée tant que manquent des identifiants nécessaires à son exportation',
  'Settings of its journal entries': 'Comment ses écritures de journal sont faites',
  'The employer that uses it': "L'employeur qui paie selon lui",
  'How often it pays': 'À quelle fréquence il paie',
  'A pay date; all others are counted from it': 'Une date de paie à partir de laquelle toutes les autres sont comptées',
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
    "Où va une date de paie qui tombe une fin de semaine ou un jour férié; `inherit` prend le réglage de l'employeur",
  'Whether payees receive pay stubs without amounts':
    'Si les bulletins de paie qui ne paient rien sont montrés aux bénéficiaires',
  'Settings of its pay stubs': 'Ce que montrent les bulletins de paie',
  'Custom schedules: pay periods in a year as tax formulas and salaries take them, in place of that of custom_pay_frequency':
    'Calendriers personnalisés : périodes de paie dans une année comme les formules fiscales et les salaires les prennent, au lieu de celles de custom_pay_frequency',
  'Whether it can be deleted: none of its payrolls is approved, and no work assignment is on it':
    "S'il peut être supprimé : aucune de ses paies n'est approuvée, et aucune affectation n'y figure",
  'Whether its dates can change: none of its payrolls is approved':
    "Si ses dates peuvent changer : aucune de ses paies n'est approuvée",
  'The area it concerns': 'À quoi cela se rapporte',
  'Whether they show the balance of vacation pay': "S'ils montrent la paie de vacances qui reste",
  'Dollars the employer expects to pay in the year': "Dollars que l'employeur s'attend à verser dans l'année",
  'Percent of remuneration': 'Pourcentage de la rémunération',
  'Sector of the employer': "Secteur de l'employeur",
  'Whether it paid nobody in Quebec in earlier years': "S'il n'a versé aucune paie au Québec les années précédentes",
  'Percent of pay spent on training: what is left of the 1 % is set aside':
    'Pourcentage de la paie consacré à la formation : ce qui reste du 1 % est mis de côté',
  'Percent of pay that is exempt': 'Pourcentage de la paie qui est exempté',
  'Whether pension contributions are still made': 'Si des cotisations de pension sont versées malgré tout',
  'Percent of assessable earnings': 'Pourcentage des gains cotisables',
  'Code of the class': 'Code de la classe',
  'What the class covers': 'Ce que la classe couvre',
  'Assessable dollars of the year before the setting begins': "Dollars cotisables de l'année avant qu'elle soit fixée",
  'CRA account that the rate belongs to': "Compte de l'ARC dont c'est le taux",
  "The employee's rate, in percent of insurable earnings": 'Pourcentage des gains assurables que la personne paie',
  'Its value; the format depends on the type': 'Sa valeur : la forme dépend du type',
  'Type: what it sets': "Ce qu'elle règle",
  'The employer, work assignment or remittance account that it belongs to':
    "L'employeur, l'affectation ou le compte de versement sur lequel elle est fixée",
  'Earliest day on which it may end: payrolls that are no longer drafts use it until then':
    "Premier jour où elle peut prendre fin : des paies qui ne sont plus au brouillon l'ont utilisée jusque-là",
  'Whether it can change: no payroll that is no longer a draft uses it':
    "Si elle peut changer : aucune paie qui n'est plus au brouillon ne l'a utilisée",
  'Label of the type, in the language of the request': "Comment le type s'appelle, dans la langue de la requête",
  'Format of its value': 'Quelle sorte de valeur elle prend',
  'Allowed values with their labels; null when any value of the format is allowed':
    "Les valeurs qu'elle peut avoir, chacune avec son libellé; null lorsque toute valeur du format convient",
  'Whether several of the type may be in effect on the same day':
    "Si plusieurs du type peuvent s'appliquer le même jour",
  'Feature that needs it': 'À quoi elle sert',
  'Always null here: the owner is the record that the request creates':
    "Toujours null ici : le propriétaire est le dossier que l'appel crée",
  'A warning': 'Un avertissement',
  'The warning': "L'avertissement",
  'Request for authorization to file records of employment for a business entity, and its status.':
    "Demande d'autorisation de produire les relevés d'emploi d'une entité, et son état.",
  'Of this employer': 'De cet employeur',
  'List effective tax properties': 'Énumérer les propriétés fiscales en vigueur',
  'The value in effect of each tax property of a work assignment or an employer on a day.':
    "Ce que donne, un jour donné, chaque propriété fiscale d'une affectation ou d'un employeur, toutes à la fois.",
  "The work assignment's own value takes precedence over that of its remittance account, and that one over the employer's.":
    "Celle de l'affectation passe avant celle du compte de versement où vont ses montants, et celle-ci avant celle de son employeur.",
  'A type that is not set has the value null.': "Un type qui n'est pas établi a la valeur null.",
  'A type of which several are in effect is listed several times.':
    'Un type dont plusieurs sont en vigueur figure plusieurs fois.',
  'Of this work assignment; required when business_entity_id is left out':
    'De cette affectation; requis quand business_entity_id est omis',
  'Of this employer; required when work_assignment_id is left out':
    'De cet employeur; requis quand work_assignment_id est omis',
  'On this day; default today': "Ce jour-là; aujourd'hui si omis",
  'The whole list': 'La liste entière',
  'Holidays of last year, this year and next year, by the day on which they are observed.':
    "Les jours fériés de l'an dernier, de cette année et de l'an prochain, dans l'ordre où ils sont observés.",
  'A filter by date reaches any year from 2000 to 2100.': 'Avec un filtre par date, de toute année de 2000 à 2100.',
  'One holiday of one year.': "Un jour férié d'une année.",
  'Its id never changes.': 'Son id reste le même.',
  'The holiday': 'Le jour férié',
  'Retrieve the verification of a business entity': "Obtenir la vérification d'une entité",
  'It starts when the employer is created.': "Elle commence avec l'employeur.",
  "An operator verifies the employer's identity and records the result.":
    "Un exploitant vérifie qui est l'employeur et consigne ce qui en est ressorti.",
  'The verification': 'La vérification',
  "Verification of an employer's identity": "Si un employeur est bien celui qu'il dit être",
  'The employer that is verified': "L'employeur vérifié",
  'processing until an operator has verified it; then approved or failed':
    "processing jusqu'à ce que quelqu'un l'ait vérifié; ensuite approved, ou failed",
  'Why it failed; empty otherwise': 'Pourquoi elle a échoué; vide autrement',
  'When it started: at the creation of the employer': "Quand elle a commencé : avec l'employeur",
  'When it last changed': 'Dernier changement',
  "The verification's data": "Ce que l'on sait de la vérification",
  'A tax property in effect on a day': 'Ce que donne une propriété fiscale un jour donné',
  'The value in effect; null where none is set and the ordinary rules apply':
    "Ce qui vaut; null quand rien n'est défini et que les règles ordinaires s'appliquent",
  'The tax property that it comes from; null where none is set':
    "La propriété fiscale qui le définit; null s'il n'y en a pas",
  'Tax properties in effect, not paginated': 'Ce que donnent les propriétés fiscales, sans pages',
  'A holiday of a jurisdiction in one year': "Un jour férié d'un territoire, une année donnée",
  'Jurisdiction whose law makes it a holiday': 'Le territoire dont la loi en fait un jour férié',
  'statutory: required by law for all employees; optional: not required':
    "statutory : accordé à tous par la loi; optional : un jour qui n'y est que nommé",
  'Date of the holiday': 'Le jour même',
  'Date on which it is observed, where the law moves it': 'Le jour où il est observé, quand la loi le déplace',
  'Start of its year, since holidays are calculated': 'Le premier instant de son année : le calendrier est calculé',
  'Start of its year: a holiday does not change': 'Le même : un jour férié ne change pas',
  'The employer that it is for': "L'employeur concerné",
  Comment: 'Une remarque à ce sujet',
  'processing until the government has answered; then authorized or unauthorized':
    "processing jusqu'à la réponse du gouvernement; ensuite authorized, ou unauthorized",
  'A type of tax property': 'Un type de propriété fiscale',
  'Allowed values with their labels; null when any value is allowed':
    "Les valeurs qu'elle peut avoir, chacune avec son libellé; null quand toute valeur peut être donnée",
  'Whether the value may be null': 'Si la valeur peut être null',
};
