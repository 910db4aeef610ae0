/** Descriptions of employers, pay schedules and tax properties: the English as it is declared, and the French of it. */
export const EMPLOYERS: Readonly<Record<string, string>> = {
  'The employer (one CRA business account) that pays people inside a company.':
    "L'employeur (un compte d'entreprise de l'ARC) qui paie des gens au sein d'une compagnie.",
  'Defines pay frequency, earning periods and pay dates of a business entity; payrolls are generated from it.':
    "Définit la fréquence de paie, les périodes de gains et les dates de paie d'une entreprise; les paies en sont générées.",
  'A dated setting that steers tax calculation for an employer, a work assignment or a remittance account.':
    "Un réglage daté qui oriente le calcul fiscal d'un employeur, d'une affectation ou d'un compte de versement.",
  'Take an employer out of preview': "Faire sortir un employeur de l'aperçu",
  'From then on money moves.': "Dès lors, l'argent circule.",
  'A live employer owes remittances: while a pay stub that would go live lacks an account for them or a province of employment, the answer names what is missing, and nothing changes.':
    "Un employeur en service doit des versements : tant qu'il manque à un talon qui entrerait en service un compte pour eux ou une province d'emploi, la réponse nomme ce qui manque et rien ne change.",
  'What is left out stays: paid payrolls become historical ones, and drafts keep what was entered.':
    'Ce qui est omis reste : les paies payées deviennent historiques, et les ébauches gardent ce qui a été saisi.',
  'Draft payrolls of pay dates that have passed go, unless something was entered on them that stays.':
    "Les ébauches dont la date de paie est passée disparaissent, à moins que quelque chose n'y ait été saisi qui reste.",
  'Whether payrolls that were paid in preview become historical ones; otherwise they are taken back, and count for nothing':
    'Si les paies payées en aperçu deviennent historiques; sinon elles sont ramenées, et ne comptent pour rien',
  'Whether what was entered on draft payrolls stays; otherwise it is taken off':
    'Si ce qui a été saisi sur des paies en ébauche reste; sinon il est retiré',
  'Whether draft off-cycle payrolls stay; otherwise they are deleted':
    'Si les ébauches de paies hors cycle restent; sinon elles sont supprimées',
  'Drafts stay as they are': 'Les ébauches restent telles quelles',
  'The employer, live': "L'employeur, en service",
  'Payroll account number at the Canada Revenue Agency': "Numéro de compte de paie à l'Agence du revenu du Canada",
  'What the employer is called': "Nom de l'employeur",
  'Name in law, as forms show it': 'Dénomination légale, comme sur les formulaires',
  'Number in the register of companies': 'Numéro au registre des entreprises',
  'Province or territory, by its two letters': 'Province ou territoire, par ses deux lettres',
  'Who answers questions about its payroll': 'Qui répond aux questions sur sa paie',
  'E-mail address of that person': 'Courriel de cette personne',
  "Area code of that person's telephone": 'Indicatif régional du téléphone de cette personne',
  'The seven digits behind it': 'Les sept chiffres qui suivent',
  'In preview payrolls are calculated and approved and no money moves; ended by `end_preview`':
    'En aperçu, les paies sont calculées et approuvées et aucun argent ne circule; prend fin par `end_preview`',
  "Where a pay date goes that falls on a weekend or holiday; `inherit` takes the company's":
    'Où va une date de paie qui tombe une fin de semaine ou un jour férié; `inherit` prend le réglage de la compagnie',
  'Which day decides the rate of vacation pay': 'Quel jour détermine le taux de la paie de vacances',
  'How often it remits to the Canada Revenue Agency':
    "À quelle fréquence il fait ses versements à l'Agence du revenu du Canada",
  "Language of its people, unless they say another; null takes the company's":
    "Langue de son personnel, à moins que la personne n'en choisisse une autre; null prend celle de la compagnie",
  'Whether withholdings take the accounting codes of the earnings that they apply to':
    "Si les retenues prennent les codes comptables des gains auxquels elles s'appliquent",
  'How far its setting up has come': 'Où en est sa mise en place',
  'What is still missing before it can pay': "Ce qui manque encore avant qu'elle puisse payer",
  "How long money takes; `inherit` takes the partner's":
    "Combien de temps prend l'argent; `inherit` prend le réglage du partenaire",
  'How long money takes in fact': "Combien de temps prend l'argent en fait",
  'Province of employment of today, by its tax property': "Province d'emploi d'aujourd'hui, selon sa propriété fiscale",
  'How records of employment are submitted: `manual` by the employer with their files, `managed` by the service, which needs an authorization':
    "Comment les relevés d'emploi sont soumis : `manual`, par l'employeur avec leurs fichiers; `managed`, par le service, ce qui exige une autorisation",
  'What holds in Canada alone': "Ce qui ne vaut qu'au Canada",
  'Accounting code of the bank account where nothing else says one':
    "Code comptable du compte bancaire là où rien d'autre n'en dit un",
  'Accounting code of what is owed where nothing else says one':
    "Code comptable de ce qui est dû là où rien d'autre n'en dit un",
  'Tag group that journal entries are split by first':
    "Groupe d'étiquettes selon lequel les écritures de journal sont d'abord ventilées",
  'Whether a payroll cannot be approved while its journal entries lack accounting codes':
    'Si une paie ne peut être approuvée tant que des codes comptables manquent à ses écritures de journal',
  'Whether a payroll cannot be approved while identifiers are missing that its export needs':
    'Si une paie ne peut être approuvée tant que manquent des identifiants nécessaires à son exportation',
  'How its journal entries are made': 'Comment ses écritures de journal sont faites',
  'The employer that pays by it': "L'employeur qui paie selon lui",
  'How often it pays': 'À quelle fréquence il paie',
  'A pay date from which all others are counted':
    'Une date de paie à partir de laquelle toutes les autres sont comptées',
  'First day of the period that is paid on that date; required for semi-monthly schedules':
    'Premier jour de la période payée à cette date; obligatoire pour les calendriers bimensuels',
  'Last day of the period that is paid on that date': 'Dernier jour de la période payée à cette date',
  'Payrolls are generated from this day on; null from the anchor on':
    "Les paies sont générées à partir de ce jour; null à partir de la date d'ancrage",
  'Semi-monthly and monthly: day of the month of the first pay, -1 for the last day':
    'Bimensuel et mensuel : jour du mois de la première paie, -1 pour le dernier jour',
  'Semi-monthly: day of the month of the second pay, -1 for the last day':
    'Bimensuel : jour du mois de la deuxième paie, -1 pour le dernier jour',
  "Where a pay date goes that falls on a weekend or holiday; `inherit` takes the employer's":
    "Où va une date de paie qui tombe une fin de semaine ou un jour férié; `inherit` prend le réglage de l'employeur",
  'Whether payees are shown pay stubs that pay nothing':
    'Si les bulletins de paie qui ne paient rien sont montrés aux bénéficiaires',
  'What pay stubs show': 'Ce que montrent les bulletins de paie',
  'Custom schedules: pay periods in a year, as tax formulas take them':
    'Calendriers personnalisés : périodes de paie dans une année, comme les formules fiscales les prennent',
  'Whether its dates can change: no payroll of it is approved':
    "Si ses dates peuvent changer : aucune de ses paies n'est approuvée",
  'What it has to do with': 'À quoi cela se rapporte',
  'Whether they show the vacation pay that is left': "S'ils montrent la paie de vacances qui reste",
  'Dollars that the employer expects to pay in the year': "Dollars que l'employeur s'attend à verser dans l'année",
  'Percent of remuneration': 'Pourcentage de la rémunération',
  'Sector of the employer': "Secteur de l'employeur",
  'Whether it had no pay in Quebec in earlier years': "S'il n'a versé aucune paie au Québec les années précédentes",
  'Percent of pay that is set aside': 'Pourcentage de la paie mis de côté',
  'Percent of pay that is exempt': 'Pourcentage de la paie qui est exempté',
  'Whether pension contributions are made all the same': 'Si des cotisations de pension sont versées malgré tout',
  'Percent of assessable earnings': 'Pourcentage des gains cotisables',
  'Code of the class': 'Code de la classe',
  'What the class covers': 'Ce que la classe couvre',
  'Assessable dollars of the year before it is set': "Dollars cotisables de l'année avant qu'elle soit fixée",
  'CRA account whose rate it is': "Compte de l'ARC dont c'est le taux",
  'Percent of insurable earnings that the person pays': 'Pourcentage des gains assurables que la personne paie',
  'What it is set to: the form depends on the type': 'Sa valeur : la forme dépend du type',
  'What it sets': "Ce qu'elle règle",
  'The employer, work assignment or remittance account that it is set on':
    "L'employeur, l'affectation ou le compte de versement sur lequel elle est fixée",
  'Earliest day at which it may end: payrolls that are not draft any more used it until then':
    "Premier jour où elle peut prendre fin : des paies qui ne sont plus en ébauche l'ont utilisée jusque-là",
  'Whether it can change: no payroll has used it that is not draft any more':
    "Si elle peut changer : aucune paie qui n'est plus en ébauche ne l'a utilisée",
  'What the type is called, in the language of the request': "Comment le type s'appelle, dans la langue de la requête",
  'What kind of value it takes': 'Quelle sorte de valeur elle prend',
  'The values that it may have, each with its label; null when any value of the format may be given':
    "Les valeurs qu'elle peut avoir, chacune avec son libellé; null lorsque toute valeur du format convient",
  'Whether several of the type may hold on one day': "Si plusieurs du type peuvent s'appliquer le même jour",
  'What it is needed for': 'À quoi elle sert',
  'Always null here: the owner is the record that the call creates':
    "Toujours null ici : le propriétaire est le dossier que l'appel crée",
  'Something that should be looked at': 'Quelque chose à examiner',
  'What it warns of': 'De quoi il avertit',
  'Request that records of employment may be filed for a business entity, and its state.':
    "Demande d'autorisation de produire les relevés d'emploi d'une entreprise, et son état.",
  'Of this employer': 'De cet employeur',
  'List effective tax properties': 'Énumérer les propriétés fiscales en vigueur',
  'What each tax property of a work assignment or an employer comes to on a day, all of them at once.':
    "Ce que donne, un jour donné, chaque propriété fiscale d'une affectation ou d'un employeur, toutes à la fois.",
  "A work assignment's own comes before that of the remittance account which its amounts go to, and that before its employer's.":
    "Celle de l'affectation passe avant celle du compte de versement où vont ses montants, et celle-ci avant celle de son employeur.",
  'A type that may be set and is not has the value null; one of which several hold is told several times.':
    "Un type qui peut être défini et ne l'est pas a la valeur null; un type dont plusieurs valent est dit plusieurs fois.",
  'Of this work assignment; required when business_entity_id is left out':
    'De cette affectation; requis quand business_entity_id est omis',
  'Of this employer; required when work_assignment_id is left out':
    'De cet employeur; requis quand work_assignment_id est omis',
  'On this day; today when left out': "Ce jour-là; aujourd'hui si omis",
  'All of them': 'Toutes',
  'Holidays of last year, this year and next year, in the order of the days on which they are kept.':
    "Les jours fériés de l'an dernier, de cette année et de l'an prochain, dans l'ordre où ils sont observés.",
  'With a filter by date, of any year from 2000 to 2100.': 'Avec un filtre par date, de toute année de 2000 à 2100.',
  'One holiday of one year.': "Un jour férié d'une année.",
  'Its id stays the same.': 'Son id reste le même.',
  'The holiday': 'Le jour férié',
  'Retrieve the verification of a business entity': "Obtenir la vérification d'une entreprise",
  'It begins with the employer.': "Elle commence avec l'employeur.",
  'An operator checks who the employer is and records what came of it.':
    "Un exploitant vérifie qui est l'employeur et consigne ce qui en est ressorti.",
  'The check': 'La vérification',
  'Whether an employer is who it says it is': "Si un employeur est bien celui qu'il dit être",
  'The employer that is checked': "L'employeur vérifié",
  'processing until somebody has checked it; then approved, or failed':
    "processing jusqu'à ce que quelqu'un l'ait vérifié; ensuite approved, ou failed",
  'Why it failed; empty otherwise': 'Pourquoi elle a échoué; vide autrement',
  'When it began: with the employer': "Quand elle a commencé : avec l'employeur",
  'When it last changed': 'Dernier changement',
  'What is known of the check': "Ce que l'on sait de la vérification",
  'What a tax property comes to on a day': 'Ce que donne une propriété fiscale un jour donné',
  'What holds; null where nothing is set and the ordinary rules do':
    "Ce qui vaut; null quand rien n'est défini et que les règles ordinaires s'appliquent",
  'The tax property that sets it; null where none does': "La propriété fiscale qui le définit; null s'il n'y en a pas",
  'What tax properties come to, without pages': 'Ce que donnent les propriétés fiscales, sans pages',
  'A holiday of a jurisdiction in one year': "Un jour férié d'un territoire, une année donnée",
  'Whose law makes it a holiday': 'Le territoire dont la loi en fait un jour férié',
  'statutory: given to everybody by law; optional: a day that is only named there':
    "statutory : accordé à tous par la loi; optional : un jour qui n'y est que nommé",
  'The day itself': 'Le jour même',
  'The day on which it is kept, where the law moves it': 'Le jour où il est observé, quand la loi le déplace',
  'The first instant of its year: the calendar is worked out':
    'Le premier instant de son année : le calendrier est calculé',
  'The same: a holiday does not change': 'Le même : un jour férié ne change pas',
  'The employer that it is for': "L'employeur concerné",
  'A remark on it': 'Une remarque à ce sujet',
  'processing until the government has answered; then authorized, or unauthorized':
    "processing jusqu'à la réponse du gouvernement; ensuite authorized, ou unauthorized",
  'A type of tax property': 'Un type de propriété fiscale',
  'The values that it may have, each with its label; null when any value may be given':
    "Les valeurs qu'elle peut avoir, chacune avec son libellé; null quand toute valeur peut être donnée",
  'Whether the value may be null': 'Si la valeur peut être null',
};
