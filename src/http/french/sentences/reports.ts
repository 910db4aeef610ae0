/** Descriptions of reports: the English as it is declared, and the French of it. */
export const REPORTS: Readonly<Record<string, string>> = {
  'A report over payroll data.': 'Un rapport sur les données de paie.',
  'Its content is produced after its creation and can then be downloaded.':
    'Son contenu est produit après sa création et peut alors être téléchargé.',
  'The pay of everyone on a payroll, or on the payrolls of a pay schedule, by pay stub and by line item.':
    "La paie de toutes les personnes d'une paie, ou des paies d'un calendrier de paie, par bulletin de paie et par ligne.",
  'The report exists at once; its content follows a moment later.':
    'Le rapport existe tout de suite; son contenu suit un instant plus tard.',
  'What to report': 'Objet du rapport',
  'Type of report': 'Type de rapport',
  'The employer to report on': "L'employeur sur lequel porte le rapport",
  'The employer that it reports on; null where it is not limited to one':
    "L'employeur sur lequel il porte; null quand il n'est pas limité à un seul",
  'The pay schedule to report on': 'Le calendrier de paie sur lequel porte le rapport',
  'The payroll to report on': 'La paie sur laquelle porte le rapport',
  'Which payrolls to report': 'Paies sur lesquelles porte le rapport',
  'Types of payrolls; null for all': 'Types de paies; null pour toutes',
  'Statuses of payrolls; null for all that are no longer drafts, or for the given payroll in any status':
    'États des paies; null pour toutes celles qui ne sont plus au brouillon, ou pour la paie donnée quel que soit son état',
  'First pay date': 'Première date de paie',
  'Last pay date': 'Dernière date de paie',
  'Tax year, for reports of a year': "Année d'imposition, pour les rapports d'une année",
  'Whether its content has rows; false while it is being produced':
    'Si son contenu a des lignes; false pendant sa production',
  'Format that `download` returns; null where only Accept decides':
    'Format que donne `download`; null quand seul Accept décide',
  'Format that `download` returns; needed only for `download`':
    'Format que donne `download`; nécessaire seulement pour `download`',
  'The sheet that `download` returns as CSV': 'La feuille que `download` donne en CSV',
  '`processing` until its content is produced, then `completed`; `failed` when it cannot be produced':
    "`processing` jusqu'à ce que son contenu soit produit, puis `completed`; `failed` quand il ne peut être produit",
  'Position of the event log that its content is based on; produced again from there it is the same to the byte':
    "Position du journal d'événements sur laquelle son contenu repose; produit de nouveau à partir de là, il est le même à l'octet près",
  'Why it cannot be produced; null otherwise': 'Pourquoi il ne peut être produit; null sinon',
  'Retrieve a report, or its content': 'Obtenir un rapport, ou son contenu',
  'Returns the record as JSON or, by Accept, its content as CSV, spreadsheet or PDF.':
    'Donne le dossier en JSON ou, selon Accept, son contenu en CSV, en feuille de calcul ou en PDF.',
  'A CSV holds one sheet, a spreadsheet all of them.':
    'Un CSV contient une feuille, une feuille de calcul les contient toutes.',
  'The `format` of a type says whether it can be a PDF.': "Le `format` d'un type dit s'il peut être un PDF.",
  'The sheet for a CSV; without it, the one that the report was created with':
    'La feuille pour un CSV; sans elle, celle qui fut donnée à la création du rapport',
  'The record, or its content': 'Le dossier, ou son contenu',
  'Its content is still being produced; try again later':
    'Son contenu est encore en cours de production; réessayez plus tard',
  'Its content': 'Son contenu',
  'Download the content of a report': "Télécharger le contenu d'un rapport",
  'In the format, and for a CSV the sheet, given when the report was created.':
    'Dans le format, et pour un CSV la feuille, donnés à la création du rapport.',
  'Amounts owed to the Canada Revenue Agency from payrolls: income tax, CPP and EI.':
    "Montants dus à l'Agence du revenu du Canada d'après les paies : impôt, RPC et AE.",
  'Health taxes of employers by payroll and province, with the remuneration that they are based on.':
    'Impôts-santé des employeurs par paie et par province, avec la rémunération sur laquelle ils reposent.',
  'The journal entries of a payroll that is paid, in whole or in part: debits and credits, with their accounting codes.':
    "Les écritures de journal d'une paie payée, en tout ou en partie : débits et crédits, avec leurs codes comptables.",
  'The journal entries of the pay stubs of a payroll that is paid, in whole or in part, by payee and type of line item.':
    "Les écritures de journal des bulletins d'une paie payée, en tout ou en partie, par bénéficiaire et type de ligne.",
  'Amounts owed to third parties from payrolls, by remittance account and type of line item.':
    "Montants dus à des tiers d'après les paies, par compte de versement et type de ligne.",
  'Amounts owed to Revenu Québec from payrolls of employees in Quebec.':
    "Montants dus à Revenu Québec d'après les paies d'employés au Québec.",
  'Vacation pay by pay stub: opening balance, accrued, paid, corrected, closing balance.':
    "Indemnité de vacances par bulletin de paie : solde d'ouverture, accumulée, versée, corrigée, solde de clôture.",
  "Workers' compensation premiums by pay stub, with the assessable earnings, by province of work.":
    "Primes d'indemnisation des accidents du travail par bulletin de paie, avec les gains cotisables, par province de travail.",
  'Earnings and deductions of each payee, year to date, by type of line item.':
    "Gains et retenues de chaque bénéficiaire, cumul de l'année, par type de ligne.",
  'Accept names none of the available media types; the message lists them.':
    'Accept ne nomme aucun des types de média disponibles; le message les énumère.',
  'A calendar date': 'Une date du calendrier',
  'Year to report; default the present year': "Année du rapport; par défaut, l'année en cours",
  'Year to report': "L'année du rapport",
  'Expected CPP and EI deductions by the rules of the year, compared with actual ones, by employee.':
    "Cotisations attendues au RPC et à l'AE selon les règles de l'année, comparées aux cotisations réelles, par employé.",
  'Expected QPP, QPIP and EI deductions by the rules of the year, compared with actual ones, by employee in Quebec.':
    "Cotisations attendues au RRQ, au RQAP et à l'AE selon les règles de l'année, comparées aux cotisations réelles, par employé au Québec.",
  'T4 slips of a year as they would be now, box by box.':
    "Les feuillets T4 d'une année tels qu'ils seraient maintenant, case par case.",
  'RL-1 slips of a year as they would be now, box by box.':
    "Les relevés 1 d'une année tels qu'ils seraient maintenant, case par case.",
  'T4, T4A and RL-1 slips of a year, a sheet for each form.':
    "Les T4, T4A et relevés 1 d'une année, une feuille pour chaque formulaire.",
};
