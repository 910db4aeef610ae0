/** Descriptions of payrolls and pay stubs: the English as it is declared, and the French of it. */
export const PAYROLLS: Readonly<Record<string, string>> = {
  'One run of a pay schedule that groups pay stubs, is approved, and produces payments.':
    "Une exécution d'un calendrier de paie qui regroupe des bulletins de paie, est approuvée et produit des paiements.",
  'The pay schedule may have at most 30 drafts made by hand.':
    'Le calendrier de paie peut avoir au plus 30 brouillons faits à la main.',
  'The pay of one work assignment on one payroll, with period and year-to-date totals.':
    "Ce qu'une affectation est payée sur une paie, avec les totaux de la période et les cumuls de l'année.",
  'Approve a draft payroll': 'Approuver une paie au brouillon',
  'In preview the payroll becomes paid at once, and no money moves.':
    'En aperçu, la paie passe aussitôt à payée; aucun argent ne circule.',
  'A payroll with thousands of pay stubs may take longer than half a minute.':
    "Une paie de milliers de bulletins peut prendre plus d'une demi-minute.",
  'Then the answer is 503 with Retry-After, and the approval continues; repeat the request to wait for it and get its result.':
    "La réponse est alors un 503 avec Retry-After, et l'approbation se poursuit; répétez la requête pour l'attendre et en connaître l'issue.",
  'The approved payroll': 'La paie approuvée',
  'Explain the amounts of a pay stub, step by step': "Expliquer les montants d'un bulletin de paie, étape par étape",
  'For an open pay stub it is calculated from current data; for a closed one it is what was stored when it was closed.':
    "Tant que le bulletin de paie est ouvert, l'explication est tirée des faits du moment; d'un bulletin fermé, c'est ce qui a été gardé à sa fermeture.",
  'The steps of each line item': 'Les étapes de chaque ligne',
  'How the payee is paid': 'Comment le bénéficiaire est payé',
  'Whether withholdings have been calculated': 'Si les retenues ont été calculées',
  'Whether it waits for tax rates that are not known yet': "S'il attend des taux d'impôt qui ne sont pas encore connus",
  'Subtractions: deductions, benefits and withholdings': 'Ce qui en est soustrait',
  'Reimbursed expenses': 'Ce qui est remboursé des dépenses',
  'Net pay': 'Paie nette',
  'Gross pay, year to date': "Ce qui a été gagné dans l'année jusqu'ici",
  'Subtractions, year to date': "Ce qui en a été soustrait dans l'année jusqu'ici",
  'Reimbursed expenses, year to date': "Ce qui a été remboursé dans l'année jusqu'ici",
  'Net pay, year to date': "Ce qui a été versé dans l'année jusqu'ici",
  "Totals of an employee's pay stub": "Sommes du bulletin d'un employé",
  "Totals of a contractor's pay stub": "Sommes du bulletin d'un entrepreneur",
  "The employer's taxes and contributions": "Les impôts et cotisations de l'employeur",
  "The employer's share of benefits": "La part de l'employeur des avantages",
  'Total of both': 'Les deux ensemble',
  "The employer's taxes and contributions, year to date":
    "Les impôts et cotisations de l'employeur dans l'année jusqu'ici",
  "The employer's share of benefits, year to date": "La part de l'employeur des avantages dans l'année jusqu'ici",
  'Total of both, year to date': "Les deux ensemble, dans l'année jusqu'ici",
  'Further cost to the employer': "Ce qu'il en coûte en plus à l'employeur",
  'Balance of vacation pay after it': 'Paie de vacances qui reste ensuite',
  'Total liability': 'Ce qui est dû en tout',
  'The amount debited from the employer: net pay and remittances, without those that it pays outside the service':
    "Ce qui est débité à l'employeur : la paie nette qu'il ne remet pas lui-même, et ce qui est versé pour lui",
  'Funds needed on the debit date': 'Ce qui doit être là à la date de débit',
  'Your own note, which the payee sees': 'Votre propre remarque, que le bénéficiaire voit',
  'Dollars on this pay stub': 'Dollars de ce bulletin de paie',
  'Dollars year to date, this pay stub included': "Dollars de l'année jusqu'ici, ce bulletin de paie compris",
  'Dollars on this pay stub from pay rates and recurring items':
    'De ce bulletin de paie, ce qui découle des taux de paie et des éléments récurrents',
  'Dollars on this pay stub entered by hand': 'De ce bulletin de paie, ce qui a été saisi à la main',
  'Totals by kind of line item': 'Sommes par sorte de ligne',
  'Whether it is still being recalculated after changes': 'Si des changements y sont encore en cours de traitement',
  'Warnings to review before approval': "Ce qui est à examiner avant l'approbation",
  'How the amounts of a pay stub were calculated': "D'où viennent les montants d'un bulletin de paie",
  'The pay stub that it explains': 'Le bulletin de paie expliqué',
  'The calculation, step by step': 'Le calcul, étape par étape',
  'Its line items': 'Ses lignes',
  'False where steps or records of a line are no longer known':
    "False là où des étapes ou des dossiers d'une ligne ne sont plus connus",
  'A step in the calculation of a line item': "Une étape du calcul du montant d'une ligne",
  'The rule in one sentence, where it is not a statutory rule':
    "La règle en une phrase, là où elle n'est pas de la loi",
  'The records that it is based on: rates, items, settings, and line items whose amounts it uses':
    'Ce sur quoi elle repose : taux, éléments et paramètres, et les lignes dont les montants y entrent',
  'A record that a step is based on, with its link':
    'Un dossier sur lequel une étape repose : ce que c’est, et où il se lit',
  'The pay schedule that it belongs to': 'Le calendrier dont elle vient',
  '`regular` payrolls are generated from schedules.': 'Les paies `regular` viennent des calendriers.',
  'You create the others, and all payrolls of custom schedules':
    'Vous créez les autres, et toutes celles des calendriers personnalisés',
  'Number of the period in the year': "Sa place dans l'année",
  'That number as displayed; with a letter on off-cycle payrolls':
    "Cette place telle qu'affichée; pour une paie hors cycle, avec une lettre",
  'First day of the pay period; an off-cycle payroll has that of its source payroll':
    'Premier jour de la période de paie; une paie hors cycle a celui de sa source',
  'Last day of the pay period; an off-cycle payroll has that of its source payroll':
    'Dernier jour de la période de paie; une paie hors cycle a celui de sa source',
  'Day on which payees are paid.': 'Jour où les bénéficiaires sont payés.',
  'It decides the tax year.': "Il détermine l'année d'imposition.",
  'For a custom schedule it follows from `original_pay_date`':
    'Pour un calendrier personnalisé, il découle de `original_pay_date`',
  'The pay date before it was moved because of a weekend or holiday; null for off-cycle, historical and correction payrolls of schedules with a calendar':
    "La date de paie avant d'être déplacée hors d'une fin de semaine ou d'un jour férié; null pour les paies hors cycle, historiques et de correction d'un calendrier à périodes",
  'Custom schedules: the pay frequency used to calculate tax, unless the schedule has custom_pay_periods_per_year':
    "Calendriers personnalisés : la fréquence selon laquelle l'impôt est calculé, sauf si le calendrier a custom_pay_periods_per_year",
  "Day on which the employer's account is debited": "Jour où le compte de l'employeur est débité",
  'Deadline for its approval': 'Dernier moment où elle peut être approuvée à temps',
  'Pay periods in its tax year': "Périodes de paie dans son année d'imposition",
  'Whether one of its dates was moved': "Si l'une de ses dates a été déplacée",
  'Whether an earlier payroll of the schedule must be approved first':
    "Si une paie antérieure du calendrier doit être approuvée d'abord",
  'Totals of employees': 'Sommes des employés',
  'Totals of contractors': 'Sommes des entrepreneurs',
  'Day of its approval': 'Jour de son approbation',
  'Off-cycle: the regular payroll whose period it shares.':
    'Hors cycle : la paie régulière dont elle partage la période.',
  'Correction: the payroll that it corrects': "Correction : la paie qu'elle corrige",
  'Unapprove a payroll: make it a draft again': 'Ramener au brouillon une paie approuvée',
  'Its pay stubs are opened again, payments that have not been submitted are canceled, and its journal entries are reversed by new ones.':
    'Ses bulletins sont rouverts, les paiements qui ne sont pas partis sont annulés, et ses écritures sont contrepassées par de nouvelles.',
  'Refused when money has started to move, when a later payroll that uses its figures is approved (unapprove the later one first), when an adjustment corrects one of its line items (delete that first), or when a person on it was erased.':
    "Refusé quand l'argent est en mouvement, quand une paie ultérieure qui compte sur ses chiffres est approuvée (ramenez d'abord celle-là), quand un ajustement corrige une de ses lignes (supprimez-le d'abord), et quand une de ses personnes a été effacée.",
  'A paid payroll that moves no money (in preview, historical, correction) can be unapproved as well.':
    "Une paie payée parce qu'aucun argent ne circule pour elle (aperçu, historique, correction) peut aussi être ramenée.",
  'With thousands of pay stubs it may take longer than half a minute.':
    "Avec des milliers de bulletins, cela peut prendre plus d'une demi-minute.",
  'Then the answer is 503 with Retry-After; repeat the request to wait for it.':
    "La réponse est alors un 503 avec Retry-After; répétez la requête pour l'attendre.",
  'The payroll, now a draft': 'La paie, au brouillon',
  'Download the template for pay stubs of a historical or correction payroll':
    "Télécharger le modèle des bulletins d'une paie historique ou de correction",
  'A CSV with a row for each work assignment of the schedule that is not archived and has no pay stub on the payroll, and a column for each figure.':
    "Un CSV avec une ligne pour chaque affectation du calendrier qui n'est pas archivée et n'a pas de bulletin sur la paie, et une colonne pour chaque chiffre.",
  '`preset` has columns for business presets with a type and for statutory withholdings; `all_types` has a column for each type of line item.':
    '`preset` a des colonnes pour les préréglages qui ont un type et pour les retenues légales; `all_types` a une colonne pour chaque type de ligne.',
  'Fill it in, remove rows and columns that you do not need, and send it to the same path.':
    "Remplissez-le, enlevez les rangées et colonnes dont personne n'a besoin, et envoyez-le au même chemin.",
  'Columns: those of the business presets, or of all types':
    'Quelles colonnes : celles des préréglages, ou de tous les types',
  'The template': 'Le modèle',
  'Create the pay stubs of a historical or correction payroll from a file':
    "Faire les bulletins d'une paie historique ou de correction à partir d'un fichier",
  'A row creates the pay stub of a work assignment that has none on the payroll, with a line item for each figure.':
    "Une ligne crée le bulletin d'une affectation qui n'en a pas sur la paie, avec une ligne de bulletin pour chaque chiffre.",
  'Empty cells and 0 create no line item.': "Une cellule vide, ou 0, n'en crée aucune.",
  'The answer names each line and column; where Accept asks for CSV it is the file with an extra column of errors.':
    "La réponse nomme chaque ligne et colonne; où Accept demande un CSV, c'est le fichier avec une colonne d'erreurs de plus.",
  'If it takes longer than half a minute, the answer is 202 with the task that continues.':
    "Si cela prend plus d'une demi-minute, la réponse est un 202 avec la tâche qui se poursuit.",
  'CSV, UTF-8, with a row for each pay stub, at most 10000, and columns of either template; `work_assignment_id` is required.':
    "CSV, UTF-8, avec une rangée pour chaque bulletin, au plus 10000, et les colonnes du modèle (de l'un, ou certaines des deux); `work_assignment_id` est requis.",
  'The first page of the pay stubs of the payroll': 'La première page des bulletins de la paie',
  'The file with an extra column that says what is wrong in each row':
    'Le fichier de nouveau, avec une colonne qui dit ce qui est faux dans chaque rangée',
  // What differs between a payroll and the one before it.
  'Compare a payroll with the previous one': 'Comparer une paie à la précédente',
  'Shows who is new, who is gone, and whose pay differs and in which line items, compared with the previous payroll of the same schedule and type.':
    'Qui est nouveau et qui est parti, de qui la paie diffère et par quelles lignes, comparé à la dernière paie du même calendrier et du même type.',
  'People whose pay and line items are the same are left out.':
    'Ceux dont la paie et les lignes sont les mêmes sont omis.',
  'One request compares at most 1,000 people; `next_after` says where to continue.':
    'Une réponse parcourt au plus 1 000 personnes; `next_after` dit où continuer.',
  'Maximum number of people to show, from 1 to 100': 'Combien de personnes sont montrées au plus : de 1 à 100',
  'Continue after this work assignment': 'Continuer après cette affectation',
  'The differences': 'Ce qui diffère',
  'Differences between a payroll and the previous one': 'Ce qui diffère entre une paie et la précédente',
  'The previous payroll of its schedule and type; null where there is none':
    "La dernière paie de son calendrier et de son type avant elle; null s'il n'y en a pas",
  'Dollars on the previous payroll': 'Dollars sur la paie précédente',
  'Dollars on this payroll': 'Dollars sur celle-ci',
  'Difference in dollars; negative where this payroll has less': 'Combien de plus; sous 0, combien de moins',
  'Gross pay of everyone': 'Ce que tous gagnent',
  'Net pay of everyone': 'Ce qui est versé à tous',
  'Number of people only on this payroll': 'Personnes sur cette paie seulement',
  'Number of people only on the previous payroll': 'Personnes sur la précédente seulement',
  'People with differences, ordered by work assignment':
    "Ceux dont quelque chose diffère, dans l'ordre de leurs affectations",
  'Send it as `after` to continue; null when everyone was compared.':
    "Ce qu'il faut envoyer comme `after` pour les suivants; null quand tous ont été regardés.",
  'It may be set even when this answer shows nobody': "Il peut y en avoir d'autres même si aucun n'est montré ici",
  'A line item that differs from the previous payroll': "Une ligne de quelqu'un qui diffère de la paie précédente",
  'Whether it is only on this payroll, only on the previous one, or on both with different amounts':
    "Si elle est sur cette paie seulement, sur la précédente seulement, ou sur les deux avec d'autres montants",
  'The recurring item that it comes from; null for entries by hand and statutory withholdings':
    'Ce dont elle découle; null pour ce qui a été saisi à la main et ce que la loi retient',
  'Dollars on the previous payroll, of all such lines': 'Dollars sur la paie précédente, de toutes ces lignes',
  'Dollars on this payroll, of all such lines': 'Dollars sur celle-ci, de toutes ces lignes',
  'Differences of one person from the previous payroll':
    "Ce qui diffère d'une personne par rapport à la paie précédente",
  'The work assignment that is paid': 'De qui est la paie',
  'The payee': 'Qui est payé',
  'Whether the person is only on this payroll, only on the previous one, or on both with different pay':
    "S'ils sont sur cette paie seulement, sur la précédente seulement, ou sur les deux avec une autre paie",
  'Gross pay': 'Paie brute',
  'Line items that differ': 'Lignes qui diffèrent',
};
