/** Descriptions of payrolls and pay stubs: the English as it is declared, and the French of it. */
export const PAYROLLS: Readonly<Record<string, string>> = {
  'One run of a pay schedule that groups pay stubs, is approved, and produces payments.':
    "Une exécution d'un calendrier de paie qui regroupe des bulletins de paie, est approuvée et produit des paiements.",
  'What one work assignment is paid on one payroll, with period and year-to-date totals.':
    "Ce qu'une affectation est payée sur une paie, avec les totaux de la période et les cumuls de l'année.",
  'Approve a draft payroll': 'Approuver une paie en ébauche',
  'In preview the payroll becomes paid at once; no money moves.':
    'En aperçu, la paie passe aussitôt à payée; aucun argent ne circule.',
  'A payroll of many thousand pay stubs may take longer than half a minute: the answer is then a 503 with Retry-After, the approval goes on, and the request repeated waits for the same approval and tells how it ended.':
    "Une paie de plusieurs milliers de bulletins peut prendre plus d'une demi-minute : la réponse est alors un 503 avec Retry-After, l'approbation se poursuit, et la requête répétée attend la même approbation et dit comment elle a fini.",
  'The approved payroll': 'La paie approuvée',
  'Explain the amounts of a pay stub, step by step': "Expliquer les montants d'un bulletin de paie, étape par étape",
  'While the pay stub is open it is worked out from the facts of now; of a closed one it is what was kept when it was closed.':
    "Tant que le bulletin de paie est ouvert, l'explication est tirée des faits du moment; d'un bulletin fermé, c'est ce qui a été gardé à sa fermeture.",
  'The steps of every line': 'Les étapes de chaque ligne',
  'How the payee is paid': 'Comment le bénéficiaire est payé',
  'Whether withholdings have been worked out': 'Si les retenues ont été calculées',
  'Whether it waits for tax rates that are not known yet': "S'il attend des taux d'impôt qui ne sont pas encore connus",
  'What is taken from it': 'Ce qui en est soustrait',
  'What is paid back of expenses': 'Ce qui est remboursé des dépenses',
  'What is paid out': 'Ce qui est versé',
  'What was earned in the year so far': "Ce qui a été gagné dans l'année jusqu'ici",
  'What was taken from it in the year so far': "Ce qui en a été soustrait dans l'année jusqu'ici",
  'What was paid back in the year so far': "Ce qui a été remboursé dans l'année jusqu'ici",
  'What was paid out in the year so far': "Ce qui a été versé dans l'année jusqu'ici",
  "Sums of an employee's stub": "Sommes du bulletin d'un employé",
  "Sums of a contractor's stub": "Sommes du bulletin d'un entrepreneur",
  "The employer's taxes and contributions": "Les impôts et cotisations de l'employeur",
  "The employer's part of benefits": "La part de l'employeur des avantages",
  'Both together': 'Les deux ensemble',
  "The employer's taxes and contributions of the year so far":
    "Les impôts et cotisations de l'employeur dans l'année jusqu'ici",
  "The employer's part of benefits of the year so far": "La part de l'employeur des avantages dans l'année jusqu'ici",
  'Both together, of the year so far': "Les deux ensemble, dans l'année jusqu'ici",
  'What it costs the employer beside that': "Ce qu'il en coûte en plus à l'employeur",
  'Vacation pay that is left after it': 'Paie de vacances qui reste ensuite',
  'What is owed in all': 'Ce qui est dû en tout',
  'What the employer is debited: net pay that it does not hand over by itself, and what is remitted for it':
    "Ce qui est débité à l'employeur : la paie nette qu'il ne remet pas lui-même, et ce qui est versé pour lui",
  'What has to be there on the debit date': 'Ce qui doit être là à la date de débit',
  'Your own remark, which the payee sees': 'Votre propre remarque, que le bénéficiaire voit',
  'Dollars of this pay stub': 'Dollars de ce bulletin de paie',
  'Dollars of the year so far, this pay stub included': "Dollars de l'année jusqu'ici, ce bulletin de paie compris",
  'Of this pay stub, what follows from pay rates and recurring items':
    'De ce bulletin de paie, ce qui découle des taux de paie et des éléments récurrents',
  'Of this pay stub, what was entered by hand': 'De ce bulletin de paie, ce qui a été saisi à la main',
  'Sums by kind of line item': 'Sommes par sorte de ligne',
  'Whether changes are still being worked into it': 'Si des changements y sont encore en cours de traitement',
  'What should be looked at before it is approved': "Ce qui est à examiner avant l'approbation",
  'How the amounts of a pay stub came about': "D'où viennent les montants d'un bulletin de paie",
  'The pay stub that it explains': 'Le bulletin de paie expliqué',
  'Its dollars': 'Ses dollars',
  'How they came about, one step after the other': "D'où ils viennent, une étape après l'autre",
  'Its line items': 'Ses lignes',
  'False where steps or records of a line are not known any more':
    "False là où des étapes ou des dossiers d'une ligne ne sont plus connus",
  'A step of how the amount of a line item came about': "Une étape du calcul du montant d'une ligne",
  'The rule in a sentence, where it is not one of the law': "La règle en une phrase, là où elle n'est pas de la loi",
  'What it stands on: rates, items and settings, and the lines whose amounts went into it':
    'Ce sur quoi elle repose : taux, éléments et paramètres, et les lignes dont les montants y entrent',
  'A record that a step stands on: what it is and where it is read':
    'Un dossier sur lequel une étape repose : ce que c’est, et où il se lit',
  'The schedule that it comes from': 'Le calendrier dont elle vient',
  '`regular` ones come from schedules; callers make the others, and all of custom schedules':
    "Celles de type `regular` viennent de calendriers; l'appelant fait les autres, et toutes celles des calendriers personnalisés",
  'Its place in the year': "Sa place dans l'année",
  'That place as shown; of an off-cycle payroll with a letter':
    "Cette place telle qu'affichée; pour une paie hors cycle, avec une lettre",
  'First day of the pay period; an off-cycle payroll has that of its source':
    'Premier jour de la période de paie; une paie hors cycle a celui de sa source',
  'Last day of the pay period; an off-cycle payroll has that of its source':
    'Dernier jour de la période de paie; une paie hors cycle a celui de sa source',
  'Day on which payees are paid; it decides the tax year.':
    "Jour où les bénéficiaires sont payés; il détermine l'année d'imposition.",
  'Of a custom schedule it follows from `original_pay_date`':
    'Pour un calendrier personnalisé, il découle de `original_pay_date`',
  'The pay date before it was moved off a weekend or holiday; of off-cycle, historical and correction payrolls of schedules with a calendar null':
    "La date de paie avant d'être déplacée hors d'une fin de semaine ou d'un jour férié; null pour les paies hors cycle, historiques et de correction d'un calendrier à périodes",
  'Custom schedules: the frequency by which tax is worked out':
    "Calendriers personnalisés : la fréquence selon laquelle l'impôt est calculé",
  "Day on which the employer's account is debited": "Jour où le compte de l'employeur est débité",
  'Last moment in which it can be approved in time': 'Dernier moment où elle peut être approuvée à temps',
  'Pay periods in its tax year': "Périodes de paie dans son année d'imposition",
  'Whether a date of it was moved': "Si l'une de ses dates a été déplacée",
  'Whether an earlier payroll of the schedule has to be approved first':
    "Si une paie antérieure du calendrier doit être approuvée d'abord",
  'Sums of employees': 'Sommes des employés',
  'Sums of contractors': 'Sommes des entrepreneurs',
  'How far it has come': 'Où elle en est',
  'Day of its approval': 'Jour de son approbation',
  'Off-cycle: the regular payroll whose period it shares.':
    'Hors cycle : la paie régulière dont elle partage la période.',
  'Correction: the payroll that it corrects': "Correction : la paie qu'elle corrige",
  'Take an approved payroll back to draft': 'Ramener au brouillon une paie approuvée',
  'Its pay stubs are open again, payments that have not left are cancelled, and its journal entries are reversed by new ones.':
    'Ses bulletins sont rouverts, les paiements qui ne sont pas partis sont annulés, et ses écritures sont contrepassées par de nouvelles.',
  'Refused when money has begun to move, and when a later payroll that counts on its figures is approved: take back the later one first.':
    "Refusé quand l'argent est en mouvement, et quand une paie ultérieure qui compte sur ses chiffres est approuvée : ramenez d'abord celle-là.",
  'One that is paid since no money moves for it (in preview, historical, correction) can be taken back as well.':
    "Une paie payée parce qu'aucun argent ne circule pour elle (aperçu, historique, correction) peut aussi être ramenée.",
  'Many thousand pay stubs may take longer than half a minute: the answer is then a 503 with Retry-After, and the request repeated waits for the same one.':
    "Plusieurs milliers de bulletins peuvent prendre plus d'une demi-minute : la réponse est alors un 503 avec Retry-After, et la requête répétée attend la même opération.",
  'The payroll, a draft': 'La paie, au brouillon',
  'Download the template for pay stubs of a historical or correction payroll':
    "Télécharger le modèle des bulletins d'une paie historique ou de correction",
  'A CSV with a row for each work assignment of the schedule that is not archived and has no pay stub on the payroll, and a column for each figure: `preset` has those of the business presets that say a type, and of what the law withholds; `all_types` has those of every type of line item.':
    "Un CSV avec une rangée pour chaque affectation du calendrier qui n'est pas archivée et n'a pas de bulletin sur la paie, et une colonne pour chaque montant : `preset` a celles des préréglages qui indiquent un type, et de ce que la loi retient; `all_types` a celles de chaque type de ligne.",
  'Fill it in, take out the rows and columns that nobody needs, and send it to the same path.':
    "Remplissez-le, enlevez les rangées et colonnes dont personne n'a besoin, et envoyez-le au même chemin.",
  'Which columns: those of the business presets, or of all types':
    'Quelles colonnes : celles des préréglages, ou de tous les types',
  'The template': 'Le modèle',
  'Make the pay stubs of a historical or correction payroll from a file':
    "Faire les bulletins d'une paie historique ou de correction à partir d'un fichier",
  'A row makes the pay stub of a work assignment that has none on the payroll, with a line item for each figure; an empty cell, and 0, makes none.':
    "Une rangée fait le bulletin d'une affectation qui n'en a pas sur la paie, avec une ligne pour chaque montant; une cellule vide, ou 0, n'en fait aucune.",
  'If anything is wrong nothing is written: the answer names each line and column, or is the file with one more column that does, where Accept asks for CSV.':
    "Si quoi que ce soit est faux, rien n'est écrit : la réponse nomme chaque ligne et colonne, ou est le fichier avec une colonne de plus qui le fait, là où Accept demande du CSV.",
  'What takes longer than half a minute goes on as a task: the answer is a 202 with it.':
    "Ce qui prend plus d'une demi-minute se poursuit sous forme de tâche : la réponse est un 202 avec celle-ci.",
  'CSV, UTF-8, with a row for each pay stub, at most 10000, and the columns of the template (of either, or some of both); `work_assignment_id` is required.':
    "CSV, UTF-8, avec une rangée pour chaque bulletin, au plus 10000, et les colonnes du modèle (de l'un, ou certaines des deux); `work_assignment_id` est requis.",
  'The first page of the pay stubs of the payroll': 'La première page des bulletins de la paie',
  'The file again, with a column that says what is wrong in each row':
    'Le fichier de nouveau, avec une colonne qui dit ce qui est faux dans chaque rangée',
  // What differs between a payroll and the one before it.
  'Compare a payroll with the one before it': 'Comparer une paie à la précédente',
  'Who is new and who is gone, whose pay differs and by which lines, compared with the last payroll of the same schedule and type.':
    'Qui est nouveau et qui est parti, de qui la paie diffère et par quelles lignes, comparé à la dernière paie du même calendrier et du même type.',
  'Whose pay and lines are the same is left out.': 'Ceux dont la paie et les lignes sont les mêmes sont omis.',
  'One answer goes through 1,000 people at most; `next_after` says where to go on.':
    'Une réponse parcourt au plus 1 000 personnes; `next_after` dit où continuer.',
  'How many people are shown at most: from 1 to 100': 'Combien de personnes sont montrées au plus : de 1 à 100',
  'Go on behind this work assignment': 'Continuer après cette affectation',
  'What differs': 'Ce qui diffère',
  'What differs between a payroll and the one before it': 'Ce qui diffère entre une paie et la précédente',
  'The payroll': 'La paie',
  'The last payroll of its schedule and type before it; null where there is none':
    "La dernière paie de son calendrier et de son type avant elle; null s'il n'y en a pas",
  'Dollars on the payroll before': 'Dollars sur la paie précédente',
  'Dollars on this one': 'Dollars sur celle-ci',
  'How many more; below 0, how many fewer': 'Combien de plus; sous 0, combien de moins',
  'What everybody earns': 'Ce que tous gagnent',
  'What is paid out to everybody': 'Ce qui est versé à tous',
  'People on this payroll alone': 'Personnes sur cette paie seulement',
  'People on the one before alone': 'Personnes sur la précédente seulement',
  'Those of whom something differs, in the order of their work assignments':
    "Ceux dont quelque chose diffère, dans l'ordre de leurs affectations",
  'What to send as `after` for those who come behind; null when all were looked at.':
    "Ce qu'il faut envoyer comme `after` pour les suivants; null quand tous ont été regardés.",
  'There may be more although none is shown here': "Il peut y en avoir d'autres même si aucun n'est montré ici",
  'A line item of somebody that differs from the payroll before':
    "Une ligne de quelqu'un qui diffère de la paie précédente",
  'Whether it is on this payroll alone, on the one before alone, or on both with other amounts':
    "Si elle est sur cette paie seulement, sur la précédente seulement, ou sur les deux avec d'autres montants",
  'What it follows from; null for what was entered by hand and what the law withholds':
    'Ce dont elle découle; null pour ce qui a été saisi à la main et ce que la loi retient',
  'Dollars on the payroll before, of all such lines': 'Dollars sur la paie précédente, de toutes ces lignes',
  'Dollars on this one, of all such lines': 'Dollars sur celle-ci, de toutes ces lignes',
  'What differs of one person from the payroll before':
    "Ce qui diffère d'une personne par rapport à la paie précédente",
  'Whose pay it is': 'De qui est la paie',
  'Who is paid': 'Qui est payé',
  'What they are called': 'Leur nom',
  'Whether they are on this payroll alone, on the one before alone, or on both with other pay':
    "S'ils sont sur cette paie seulement, sur la précédente seulement, ou sur les deux avec une autre paie",
  'What is earned': 'Ce qui est gagné',
  'Lines that differ': 'Lignes qui diffèrent',
};
