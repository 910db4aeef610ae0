/** Descriptions of reports: the English as it is declared, and the French of it. */
export const REPORTS: Readonly<Record<string, string>> = {
  'A report over payroll data.': 'Un rapport sur les données de paie.',
  'Its content is produced after its creation and can then be downloaded.':
    'Son contenu est produit après sa création et peut alors être téléchargé.',
  'The pay of everyone on a payroll, or on the payrolls of a pay schedule, by pay stub and by line item.':
    "Ce que chacun reçoit d'une paie, ou de celles d'un calendrier de paie : par bulletin de paie, et ligne par ligne.",
  'The report exists at once; its content follows a moment later.':
    'Il est là tout de suite, et son contenu un instant plus tard.',
  'What to report': 'Ce dont il faut faire rapport',
  'Type of report': 'Type de rapport',
  'The employer to report on': "L'employeur dont il fait rapport",
  'The employer that it reports on; null where it is not limited to one':
    "L'employeur dont il fait rapport; null quand il n'est pas ainsi borné",
  'The pay schedule to report on': 'Le calendrier de paie dont il fait rapport',
  'The payroll to report on': 'La paie dont il fait rapport',
  'Which payrolls to report': 'Les paies dont il fait rapport',
  'Types of payrolls; null for all': 'Types de paies; null pour toutes',
  'Statuses of payrolls; null for all that are no longer drafts, or for the given payroll in any status':
    'États des paies; null pour toutes celles qui ont quitté le brouillon, ou pour la paie nommée quel que soit son état',
  'First pay date': 'Première date de paie',
  'Last pay date': 'Dernière date de paie',
  'Tax year, for reports of a year': "L'année d'imposition, des rapports d'une année",
  'Whether its content has rows; false while it is being produced':
    'Si son contenu a des lignes; false pendant sa production',
  'Format that `download` returns; null where only Accept decides':
    'Ce que donne `download`; null quand Accept seul choisit',
  'Format that `download` returns; needed only for `download`':
    'Ce que `download` doit donner; il le faut pour cela, et pour rien d’autre',
  'The sheet that `download` returns as CSV': 'La feuille que `download` donne en CSV',
  '`processing` until its content is produced, then `completed`; `failed` when it cannot be produced':
    "`processing` jusqu'à ce que son contenu soit fait, puis `completed`; `failed` quand il ne peut l'être",
  'Position of the event log that its content is based on; produced again from there it is the same to the byte':
    "Position du journal d'événements dont est son contenu : refait de là, il est le même à l'octet près",
  'Why it cannot be produced; null otherwise': 'Pourquoi il ne peut être fait; null sinon',
  'Retrieve a report, or its content': 'Lire un rapport, ou son contenu',
  'Returns the record as JSON or, by Accept, its content as CSV, spreadsheet or PDF.':
    'En JSON, le dossier; en CSV, en feuille de calcul ou en PDF, selon Accept, ce qu’il contient.',
  'A CSV holds one sheet, a spreadsheet all of them.':
    "Un CSV est d'une seule feuille, une feuille de calcul de toutes.",
  'The `format` of a type says whether it can be a PDF.': 'Le `format` des types dit lesquels existent en PDF.',
  'The sheet for a CSV; required where the report has several':
    "La feuille d'un CSV; il la faut quand le rapport en a plusieurs",
  'The record, or its content': 'Le dossier, ou son contenu',
  'Its content is still being produced; try again later': 'Son contenu est encore en cours de production; redemandez',
  'Its content': 'Son contenu',
  'Download the content of a report': "Télécharger le contenu d'un rapport",
  'In the format, and for a CSV the sheet, given when the report was created.':
    'Dans le format, et pour un CSV la feuille, qui furent donnés à la création du rapport.',
  'Amounts owed to the Canada Revenue Agency from payrolls: income tax, CPP and EI.':
    "Ce qui est dû à l'Agence du revenu du Canada d'après des paies : impôt, RPC et AE.",
  'Health taxes of employers by payroll and province, with the remuneration that they are based on.':
    "Impôts-santé des employeurs par paie et province, à côté de la rémunération d'après laquelle ils sont calculés.",
  'The journal entries of a payroll that is paid, in whole or in part: debits and credits, with their accounting codes.':
    "Les écritures de journal d'une paie payée, en tout ou en partie : débits et crédits, avec leurs codes comptables.",
  'The journal entries of the pay stubs of a payroll that is paid, in whole or in part, by payee and type of line item.':
    "Les écritures de journal des bulletins d'une paie payée, en tout ou en partie, par bénéficiaire et type de ligne.",
  'Amounts owed to third parties from payrolls, by remittance account and type of line item.':
    "Ce qui est dû à d'autres d'après des paies, par compte de versement et type de ligne.",
  'Amounts owed to Revenu Québec from payrolls of employees in Quebec.':
    "Ce qui est dû à Revenu Québec d'après des paies d'employés au Québec.",
  'Vacation pay by pay stub: opening balance, accrued, paid, corrected, closing balance.':
    "Indemnités de vacances par bulletin de paie : le solde d'avant, ce qui fut accumulé, payé et corrigé, et ce qui reste.",
  "Workers' compensation premiums by pay stub, with the assessable earnings, by province of work.":
    "Primes d'indemnisation des accidents du travail par bulletin de paie, à côté des gains assurables, par province de travail.",
  'Earnings and deductions of each payee, year to date, by type of line item.':
    "Ce que chaque bénéficiaire a reçu, et ce qui en fut retenu, depuis le début de l'année, par type de ligne.",
  'Accept names none of the available media types; the message lists them.':
    "Accept ne nomme aucun des types de média qu'il y a; le message les nomme.",
  'A calendar date': 'Une date',
  'Year to report; default the present year': "L'année dont il fait rapport; la présente si omise",
  'Year to report': "L'année du rapport",
  'Expected CPP and EI deductions by the rules of the year, compared with actual ones, by employee.':
    "Ce qui aurait dû être retenu pour le RPC et l'AE d'après les règles de l'année, à côté de ce qui le fut, par employé.",
  'Expected QPP, QPIP and EI deductions by the rules of the year, compared with actual ones, by employee in Quebec.':
    "Ce qui aurait dû être retenu pour le RRQ, le RQAP et l'AE d'après les règles de l'année, à côté de ce qui le fut, par employé au Québec.",
  'T4 slips of a year as they would be now, box by box.':
    "Ce à quoi arrivent les feuillets T4 d'une année à ce jour, case par case.",
  'RL-1 slips of a year as they would be now, box by box.':
    "Ce à quoi arrivent les relevés 1 d'une année à ce jour, case par case.",
  'T4, T4A and RL-1 slips of a year, a sheet for each form.':
    "Ce à quoi arrivent les T4, T4A et relevés 1 d'une année, une feuille par formulaire.",
};
