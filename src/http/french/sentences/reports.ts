/** Descriptions of reports: the English as it is declared, and the French of it. */
export const REPORTS: Readonly<Record<string, string>> = {
  'Report over payroll data whose content is produced behind its creation, and then downloaded.':
    'Rapport sur des données de paie, dont le contenu est produit à la suite de sa création, puis téléchargé.',
  'What everybody is paid on a payroll, or on those of a pay schedule: by pay stub, and line by line.':
    "Ce que chacun reçoit d'une paie, ou de celles d'un calendrier de paie : par talon de paie, et ligne par ligne.",
  'It is there at once, and its content a moment later.':
    'Il est là tout de suite, et son contenu un instant plus tard.',
  'What is to be reported': 'Ce dont il faut faire rapport',
  'What is reported': 'Ce dont il fait rapport',
  'The employer that is reported': "L'employeur dont il fait rapport",
  'The employer that is reported; null where it is not bounded so':
    "L'employeur dont il fait rapport; null quand il n'est pas ainsi borné",
  'The pay schedule that is reported': 'Le calendrier de paie dont il fait rapport',
  'The payroll that is reported': 'La paie dont il fait rapport',
  'Which payrolls are reported': 'Les paies dont il fait rapport',
  'Types of payrolls; null for all': 'Types de paies; null pour toutes',
  'Statuses of payrolls; null for all that have left draft, or the named payroll whatever its status':
    'États des paies; null pour toutes celles qui ont quitté le brouillon, ou pour la paie nommée quel que soit son état',
  'First pay date': 'Première date de paie',
  'Last pay date': 'Dernière date de paie',
  'The tax year, of reports of a year': "L'année d'imposition, des rapports d'une année",
  'Whether its content has rows; false while it is being made':
    'Si son contenu a des lignes; false pendant sa production',
  'What `download` gives; null where only Accept chooses': 'Ce que donne `download`; null quand Accept seul choisit',
  'What `download` is to give; needed for it, and for nothing else':
    'Ce que `download` doit donner; il le faut pour cela, et pour rien d’autre',
  'The sheet that `download` gives of a CSV': "La feuille que `download` donne d'un CSV",
  'The sheet that `download` is to give of a CSV': "La feuille que `download` doit donner d'un CSV",
  '`processing` until its content was made, then `completed`; `failed` when it cannot be':
    "`processing` jusqu'à ce que son contenu soit fait, puis `completed`; `failed` quand il ne peut l'être",
  'Position of the event log that its content is of: made again from there it is the same to the byte':
    "Position du journal d'événements dont est son contenu : refait de là, il est le même à l'octet près",
  'Why it cannot be made; null otherwise': 'Pourquoi il ne peut être fait; null sinon',
  'Retrieve a report, or its content': 'Lire un rapport, ou son contenu',
  'As JSON the record; as CSV, spreadsheet or PDF, by Accept, what it holds.':
    'En JSON, le dossier; en CSV, en feuille de calcul ou en PDF, selon Accept, ce qu’il contient.',
  'A CSV is of one sheet, a spreadsheet of all.': "Un CSV est d'une seule feuille, une feuille de calcul de toutes.",
  'Which types are had as PDF their `format` says.': 'Le `format` des types dit lesquels existent en PDF.',
  'The sheet of a CSV; needed where the report has several':
    "La feuille d'un CSV; il la faut quand le rapport en a plusieurs",
  'The record, or its content': 'Le dossier, ou son contenu',
  'Its content is still being made; ask again': 'Son contenu est encore en cours de production; redemandez',
  'Its content': 'Son contenu',
  'Download the content of a report': "Télécharger le contenu d'un rapport",
  'In the format, and of a CSV the sheet, that were given when the report was created.':
    'Dans le format, et pour un CSV la feuille, qui furent donnés à la création du rapport.',
  'What is owed to the Canada Revenue Agency from payrolls: income tax, CPP and EI.':
    "Ce qui est dû à l'Agence du revenu du Canada d'après des paies : impôt, RPC et AE.",
  'Health taxes of employers by payroll and province, beside the remuneration that they are worked out on.':
    "Impôts-santé des employeurs par paie et province, à côté de la rémunération d'après laquelle ils sont calculés.",
  'The journal entries of a paid payroll: debits and credits, with their accounting codes.':
    "Les écritures de journal d'une paie payée : débits et crédits, avec leurs codes comptables.",
  'The journal entries of the pay stubs of a paid payroll, by payee and type of line item.':
    "Les écritures de journal des talons d'une paie payée, par bénéficiaire et type de ligne.",
  'What is owed to others from payrolls, by remittance account and type of line item.':
    "Ce qui est dû à d'autres d'après des paies, par compte de versement et type de ligne.",
  'What is owed to Revenu Québec from payrolls of employees in Quebec.':
    "Ce qui est dû à Revenu Québec d'après des paies d'employés au Québec.",
  'Vacation pay by pay stub: the balance before it, what accrued, was paid and was corrected, and what is left.':
    "Indemnités de vacances par talon de paie : le solde d'avant, ce qui fut accumulé, payé et corrigé, et ce qui reste.",
  "Premiums of workers' compensation by pay stub, beside the earnings that are assessed, by province of work.":
    "Primes d'indemnisation des accidents du travail par talon de paie, à côté des gains assurables, par province de travail.",
  'What each payee was paid, and had taken from it, in the year so far, by type of line item.':
    "Ce que chaque bénéficiaire a reçu, et ce qui en fut retenu, depuis le début de l'année, par type de ligne.",
  'Accept names none of the media types that there are; the message does.':
    "Accept ne nomme aucun des types de média qu'il y a; le message les nomme.",
  'A calendar date': 'Une date',
  'Which year is reported; the present one when left out': "L'année dont il fait rapport; la présente si omise",
  'Which year is reported': "L'année dont il fait rapport",
  'What should have been deducted for CPP and EI by the rules of the year, beside what was, by employee.':
    "Ce qui aurait dû être retenu pour le RPC et l'AE d'après les règles de l'année, à côté de ce qui le fut, par employé.",
  'What should have been deducted for QPP, QPIP and EI by the rules of the year, beside what was, by employee in Quebec.':
    "Ce qui aurait dû être retenu pour le RRQ, le RQAP et l'AE d'après les règles de l'année, à côté de ce qui le fut, par employé au Québec.",
  'What the T4 slips of a year come to by now, box by box.':
    "Ce à quoi arrivent les feuillets T4 d'une année à ce jour, case par case.",
  'What the RL-1 slips of a year come to by now, box by box.':
    "Ce à quoi arrivent les relevés 1 d'une année à ce jour, case par case.",
  'What the T4, T4A and RL-1 slips of a year come to, a sheet for each form.':
    "Ce à quoi arrivent les T4, T4A et relevés 1 d'une année, une feuille par formulaire.",
};
