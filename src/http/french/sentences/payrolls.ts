/** Descriptions of payrolls and pay stubs: the English as it is declared, and the French of it. */
export const PAYROLLS: Readonly<Record<string, string>> = {
  'One run of a pay schedule that groups pay stubs, is approved, and produces payments.':
    "Une exécution d'un calendrier de paie qui regroupe des bulletins de paie, est approuvée et produit des paiements.",
  'The pay schedule may have at most 30 drafts made by hand.':
    'Le calendrier de paie peut avoir au plus 30 brouillons faits à la main.',
  'The pay of one work assignment on one payroll, with period and year-to-date totals.':
    "La paie d'une affectation sur une paie, avec les totaux de la période et les cumuls de l'année.",
  'Approve a draft payroll': 'Approuver une paie au brouillon',
  'In preview the payroll becomes paid at once, and no money moves.':
    'En aperçu, la paie devient aussitôt payée, et aucun argent ne circule.',
  'A payroll with thousands of pay stubs may take longer than half a minute.':
    "Une paie de milliers de bulletins peut prendre plus d'une demi-minute.",
  'Then the answer is 503 with Retry-After, and the approval continues.':
    "La réponse est alors un 503 avec Retry-After, et l'approbation se poursuit.",
  'The request repeated with its X-Idempotency-Key waits for it and gets its result.':
    "La requête répétée avec sa X-Idempotency-Key l'attend et en donne l'issue.",
  'Repeated without a key it waits too, but is refused once the payroll is approved, which the status of the payroll says.':
    "Répétée sans clé, elle attend aussi, mais elle est refusée une fois la paie approuvée, ce que dit l'état de la paie.",
  'The approved payroll': 'La paie approuvée',
  'Explain the amounts of a pay stub, step by step': "Expliquer les montants d'un bulletin de paie, étape par étape",
  'For an open pay stub it is calculated from current data; for a closed one it is what was stored when it was closed.':
    "Pour un bulletin de paie ouvert, elle est calculée à partir des données actuelles; pour un bulletin fermé, c'est ce qui a été enregistré à sa fermeture.",
  'The steps of each line item': 'Les étapes de chaque ligne de paie',
  'How the payee is paid': 'Comment le bénéficiaire est payé',
  'Whether withholdings have been calculated': 'Si les retenues ont été calculées',
  'Whether it waits for tax rates that are not known yet': "S'il attend des taux d'impôt qui ne sont pas encore connus",
  'Subtractions: deductions, benefits and withholdings': 'Soustractions : retenues, avantages et retenues à la source',
  'Reimbursed expenses': 'Dépenses remboursées',
  'Net pay': 'Paie nette',
  'Gross pay, year to date': "Paie brute, cumul de l'année",
  'Subtractions, year to date': "Soustractions, cumul de l'année",
  'Reimbursed expenses, year to date': "Dépenses remboursées, cumul de l'année",
  'Net pay, year to date': "Paie nette, cumul de l'année",
  "Totals of an employee's pay stub": "Totaux du bulletin de paie d'un employé",
  "Totals of a contractor's pay stub": "Totaux du bulletin de paie d'un entrepreneur",
  "The employer's taxes and contributions": "Les impôts et cotisations de l'employeur",
  "The employer's share of benefits": "La part de l'employeur des avantages",
  'Total of both': 'Total des deux',
  "The employer's taxes and contributions, year to date": "Impôts et cotisations de l'employeur, cumul de l'année",
  "The employer's share of benefits, year to date": "Part de l'employeur des avantages, cumul de l'année",
  'Total of both, year to date': "Total des deux, cumul de l'année",
  'Further cost to the employer': "Coût supplémentaire pour l'employeur",
  'Balance of vacation pay after it': "Solde de l'indemnité de vacances après cette paie",
  'Total liability': 'Passif total',
  'The amount debited from the employer: net pay and remittances, without those that it pays outside the service':
    "Le montant débité à l'employeur : paie nette et versements, sans ceux qu'il paie hors du service",
  'Funds needed on the debit date': 'Fonds nécessaires à la date de débit',
  'Your own note, which the payee sees': 'Votre propre remarque, que le bénéficiaire voit',
  'Dollars on this pay stub': 'Dollars sur ce bulletin de paie',
  'Dollars year to date, this pay stub included': "Dollars, cumul de l'année, ce bulletin de paie compris",
  'Dollars on this pay stub from pay rates and recurring items':
    'Dollars sur ce bulletin de paie qui viennent des taux de rémunération et des éléments récurrents',
  'Dollars on this pay stub entered by hand': 'Dollars sur ce bulletin de paie saisis à la main',
  'Totals by kind of line item': 'Totaux par sorte de ligne de paie',
  'Whether it is still being recalculated after changes':
    'Si elle est encore en cours de recalcul après des changements',
  'Warnings to review before approval': "Avertissements à examiner avant l'approbation",
  'Warnings to review before approval.': "Avertissements à examiner avant l'approbation.",
  'Afterwards `debit_failed` and `payment_failed`, until such payments are made again, and `bank_account_pad_not_signed` while a debit that the bank does not have yet lacks an agreement':
    "Par la suite `debit_failed` et `payment_failed`, jusqu'à ce que de tels paiements soient refaits, et `bank_account_pad_not_signed` tant qu'un débit que la banque n'a pas encore est sans accord",
  'How the amounts of a pay stub were calculated': "Comment les montants d'un bulletin de paie ont été calculés",
  'The pay stub that it explains': "Le bulletin de paie qu'elle explique",
  'The calculation, step by step': 'Le calcul, étape par étape',
  'Its line items': 'Ses lignes de paie',
  'False where steps or records of a line are no longer known':
    "False là où des étapes ou des dossiers d'une ligne ne sont plus connus",
  'A step in the calculation of a line item': "Une étape du calcul du montant d'une ligne",
  'The rule in one sentence, where it is not a statutory rule':
    "La règle en une phrase, quand ce n'est pas une règle de la loi",
  'The records that it is based on: rates, items, settings, and line items whose amounts it uses':
    'Les dossiers sur lesquels elle repose : taux, éléments, paramètres, et lignes de paie dont elle utilise les montants',
  'A record that a step is based on, with its link': 'Un dossier sur lequel une étape repose, avec son lien',
  'The pay schedule that it belongs to': 'Le calendrier de paie auquel elle appartient',
  '`regular` payrolls are generated from schedules.': 'Les paies `regular` sont générées à partir des calendriers.',
  'You create the others, and all payrolls of custom schedules':
    'Vous créez les autres, et toutes les paies des calendriers personnalisés',
  'Number of the period in the year': "Numéro de la période dans l'année",
  'That number as displayed; with a letter on off-cycle payrolls':
    "Ce numéro tel qu'affiché; avec une lettre sur les paies hors cycle",
  'First day of the pay period; an off-cycle payroll has that of its source payroll':
    'Premier jour de la période de paie; une paie hors cycle a celui de sa paie source',
  'Last day of the pay period; an off-cycle payroll has that of its source payroll':
    'Dernier jour de la période de paie; une paie hors cycle a celui de sa paie source',
  'Day on which payees are paid.': 'Jour où les bénéficiaires sont payés.',
  'It decides the tax year.': "Il détermine l'année d'imposition.",
  'For a custom schedule it follows from `original_pay_date`':
    'Pour un calendrier personnalisé, il découle de `original_pay_date`',
  'The pay date before it was moved because of a weekend or holiday; null for off-cycle, historical and correction payrolls of schedules with a calendar':
    "La date de paie avant son déplacement à cause d'une fin de semaine ou d'un jour férié; null pour les paies hors cycle, historiques et de correction des calendriers à périodes",
  'Custom schedules: the pay frequency used to calculate tax, unless the schedule has custom_pay_periods_per_year':
    "Calendriers personnalisés : la fréquence selon laquelle l'impôt est calculé, sauf si le calendrier a custom_pay_periods_per_year",
  "Day on which the employer's account is debited": "Jour où le compte de l'employeur est débité",
  'Deadline for its approval': 'Date limite de son approbation',
  'Pay periods in its tax year': "Périodes de paie dans son année d'imposition",
  'Whether one of its dates was moved': "Si l'une de ses dates a été déplacée",
  'Whether an earlier payroll of the schedule must be approved first':
    "Si une paie antérieure du calendrier doit être approuvée d'abord",
  'What is still being carried out: its `approval` or `unapproval`, until pay stubs, journal entries and payments are as that leaves them; null when nothing is':
    "Ce qui est encore en cours : son approbation (`approval`) ou son retour au brouillon (`unapproval`), jusqu'à ce que bulletins, écritures de journal et paiements soient dans l'état qui en résulte; null quand rien ne l'est",
  'Totals of employees': 'Totaux des employés',
  'Totals of contractors': 'Totaux des entrepreneurs',
  'Day of its approval': 'Jour de son approbation',
  'Off-cycle: the regular payroll whose period it shares.':
    'Hors cycle : la paie régulière dont elle partage la période.',
  'Correction: the payroll that it corrects': "Correction : la paie qu'elle corrige",
  'Unapprove a payroll: make it a draft again': 'Ramener au brouillon une paie approuvée',
  'Its pay stubs are opened again, payments that have not been submitted are canceled, and its journal entries are reversed by new ones.':
    "Ses bulletins sont rouverts, les paiements qui n'ont pas été soumis sont annulés, et ses écritures de journal sont contrepassées par de nouvelles.",
  'Refused when money has started to move, when a later payroll that uses its figures is approved (unapprove the later one first), when an adjustment corrects one of its line items (delete that first), when somebody whom it paid has moved to another pay schedule since or was archived before its pay period (take that back first), or when a person on it was erased.':
    "Refusé quand de l'argent a commencé à circuler, quand une paie ultérieure qui utilise ses chiffres est approuvée (ramenez d'abord celle-là au brouillon), quand un rajustement corrige une de ses lignes (supprimez-le d'abord), quand une personne qu'elle a payée est passée depuis à un autre calendrier de paie ou a été archivée avant sa période de paie (annulez d'abord cela), ou quand une personne qui y figure a été effacée.",
  'A paid payroll that moves no money (in preview, historical, correction) can be unapproved as well.':
    "Une paie payée qui ne déplace pas d'argent (en aperçu, historique, de correction) peut aussi être ramenée au brouillon.",
  'With thousands of pay stubs it may take longer than half a minute.':
    "Avec des milliers de bulletins, cela peut prendre plus d'une demi-minute.",
  'Then the answer is 503 with Retry-After, and it continues.':
    'La réponse est alors un 503 avec Retry-After, et cela se poursuit.',
  'Repeated without a key it waits too, but is refused once the payroll is a draft, which the status of the payroll says.':
    "Répétée sans clé, elle attend aussi, mais elle est refusée une fois la paie au brouillon, ce que dit l'état de la paie.",
  'The payroll, now a draft': 'La paie, maintenant au brouillon',
  'Download the template for pay stubs of a historical or correction payroll':
    "Télécharger le modèle des bulletins d'une paie historique ou de correction",
  'A CSV with a row for each work assignment of the schedule that is not archived and has no pay stub on the payroll, and a column for each figure.':
    "Un CSV avec une rangée pour chaque affectation du calendrier qui n'est pas archivée et n'a pas de bulletin sur la paie, et une colonne pour chaque chiffre.",
  '`preset` has columns for business presets with a type and for statutory withholdings; `all_types` has a column for each type of line item.':
    '`preset` a des colonnes pour les préréglages qui ont un type et pour les retenues à la source; `all_types` a une colonne pour chaque type de ligne.',
  'Fill it in, remove rows and columns that you do not need, and send it to the same path.':
    "Remplissez-le, enlevez les rangées et les colonnes dont vous n'avez pas besoin, et envoyez-le au même chemin.",
  'Columns: those of the business presets, or of all types':
    "Colonnes : celles des préréglages de l'entité, ou de tous les types",
  'The template': 'Le modèle',
  'Create the pay stubs of a historical or correction payroll from a file':
    "Créer les bulletins d'une paie historique ou de correction à partir d'un fichier",
  'A row creates the pay stub of a work assignment that has none on the payroll, with a line item for each figure.':
    "Une rangée crée le bulletin d'une affectation qui n'en a pas sur la paie, avec une ligne de paie pour chaque chiffre.",
  'Empty cells and 0 create no line item.': 'Les cellules vides et 0 ne créent pas de ligne de paie.',
  'The answer names each line and column; where Accept asks for CSV it is the file with an extra column of errors.':
    "La réponse nomme chaque ligne et chaque colonne; quand Accept demande un CSV, c'est le fichier avec une colonne d'erreurs en plus.",
  'That column may stay when the file is sent again.': 'Cette colonne peut rester quand le fichier est renvoyé.',
  'If it takes longer than half a minute, the answer is 202 with the task that continues.':
    "Si cela prend plus d'une demi-minute, la réponse est un 202 avec la tâche qui se poursuit.",
  'CSV, UTF-8, with a row for each pay stub, at most 10000, and columns of either template; `work_assignment_id` is required.':
    "CSV, UTF-8, avec une rangée pour chaque bulletin, au plus 10000, et des colonnes de l'un ou l'autre modèle; `work_assignment_id` est obligatoire.",
  'The first page of the pay stubs of the payroll': 'La première page des bulletins de la paie',
  'The file with an extra column that says what is wrong in each row':
    'Le fichier avec une colonne en plus qui dit ce qui ne va pas dans chaque rangée',
  // What differs between a payroll and the one before it.
  'Compare a payroll with the previous one': 'Comparer une paie à la précédente',
  'Shows who is new, who is gone, and whose pay differs and in which line items, compared with the previous payroll of the same schedule and type.':
    'Montre qui est nouveau, qui est parti, et de qui la paie diffère et par quelles lignes, par rapport à la paie précédente du même calendrier et du même type.',
  'People whose pay and line items are the same are left out.':
    'Les personnes dont la paie et les lignes sont les mêmes sont omises.',
  'One request compares at most 1,000 people; `next_after` says where to continue.':
    'Une requête compare au plus 1 000 personnes; `next_after` dit où continuer.',
  'Maximum number of people to show, from 1 to 100': 'Nombre maximal de personnes à montrer, de 1 à 100',
  'Continue after this work assignment': 'Continuer après cette affectation',
  'The differences': 'Les différences',
  'Differences between a payroll and the previous one': 'Différences entre une paie et la précédente',
  'The previous payroll of its schedule and type; null where there is none':
    "La paie précédente de son calendrier et de son type; null s'il n'y en a pas",
  'Dollars on the previous payroll': 'Dollars sur la paie précédente',
  'Dollars on this payroll': 'Dollars sur cette paie',
  'Difference in dollars; negative where this payroll has less':
    'Différence en dollars; négative quand cette paie a moins',
  'Gross pay of everyone': 'Paie brute de toutes les personnes',
  'Net pay of everyone': 'Paie nette de toutes les personnes',
  'Number of people only on this payroll': 'Nombre de personnes sur cette paie seulement',
  'Number of people only on the previous payroll': 'Nombre de personnes sur la paie précédente seulement',
  'People with differences, ordered by work assignment': 'Personnes avec des différences, par affectation',
  'Send it as `after` to continue; null when everyone was compared.':
    'Envoyez-le comme `after` pour continuer; null quand toutes les personnes ont été comparées.',
  'It may be set even when this answer shows nobody': 'Il peut être donné même si cette réponse ne montre personne',
  'A line item that differs from the previous payroll': 'Une ligne de paie qui diffère de la paie précédente',
  'Whether it is only on this payroll, only on the previous one, or on both with different amounts':
    'Si elle est sur cette paie seulement, sur la précédente seulement, ou sur les deux avec des montants différents',
  'The recurring item that it comes from; null for entries by hand and statutory withholdings':
    "L'élément récurrent dont elle vient; null pour les saisies à la main et les retenues à la source",
  'Dollars on the previous payroll, of all such lines': 'Dollars sur la paie précédente, pour toutes ces lignes',
  'Dollars on this payroll, of all such lines': 'Dollars sur cette paie, pour toutes ces lignes',
  'Differences of one person from the previous payroll': "Différences d'une personne par rapport à la paie précédente",
  'The work assignment that is paid': "L'affectation payée",
  'The payee': 'Le bénéficiaire',
  'Whether the person is only on this payroll, only on the previous one, or on both with different pay':
    'Si la personne est sur cette paie seulement, sur la précédente seulement, ou sur les deux avec une paie différente',
  'Gross pay': 'Paie brute',
  'Line items that differ': 'Lignes de paie qui diffèrent',
};
