/** Rates of overtime, vacation pay, hours, adjustments and presets. */
export const PAY_ITEMS_SHARED: Readonly<Record<string, string>> = {
  'Values shared by recurring items, rates and line items of an employer.':
    "Valeurs que partagent des éléments récurrents, des taux et des lignes d'un employeur.",
  'How overtime is paid: a multiple of a pay rate, or dollars an hour.':
    "Multiplicateur d'un taux de rémunération, ou dollars de l'heure, selon lequel les heures supplémentaires sont payées.",
  'The percentage at which vacation pay accrues on a work assignment, and how it is paid.':
    "À quel pourcentage la paie de vacances s'accumule sur une affectation, et comment elle est payée.",
  'Corrects an amount of an earlier pay stub with a line item on a later draft pay stub.':
    "Corrige un montant d'un bulletin antérieur par une ligne sur un bulletin ultérieur au brouillon.",
  'The type that it gives to tied items': "Le type qu'il fournit",
  'The business entity may have at most 1000 presets.': "L'entité peut avoir au plus 1000 préréglages.",
  'The pay rate may have at most 20 overtime rates, archived ones included.':
    "Le taux peut avoir au plus 20 taux d'heures supplémentaires, archivés compris.",
  'Of work assignments of this employer': 'Des affectations de cet employeur',
  'Of work assignments of this employee': 'Des affectations de cet employé',
  'Corrections on this pay stub, or of its line items':
    'Des corrections sur ce bulletin, ou de ses lignes qui ont été corrigées',
  'Vacation pay of a work assignment: opening balance, accrued, paid, closing balance':
    "Ce qu'il y avait, s'est accumulé, a été payé et reste de la paie de vacances d'une affectation",
  'Covers payrolls that are no longer drafts and match the dates.':
    'Des paies qui ne sont plus au brouillon, celles que les dates désignent.',
  'Corrections only count in the closing balance.': 'Les corrections ne font partie que du solde de fermeture.',
  'The work assignment': "L'affectation",
  'Payrolls by their first day of the pay period: a date, or operators in brackets':
    'Paies selon le premier jour de la période : une date, ou des opérateurs entre crochets',
  'Payrolls by their last day of the pay period: a date, or operators in brackets':
    'Paies selon le dernier jour de la période : une date, ou des opérateurs entre crochets',
  'Payrolls by their pay date: a date, or operators in brackets':
    'Paies selon la date de paie : une date, ou des opérateurs entre crochets',
  'true includes the next draft payroll': 'true compte aussi la prochaine paie au brouillon',
  'The figures': 'Les chiffres',
  'Vacation pay of a work assignment, payroll by payroll': "La paie de vacances d'une affectation, paie par paie",
  'One record for each payroll that is no longer a draft and matches the dates, by pay date.':
    "Un dossier par paie qui n'est plus au brouillon et que les dates désignent, dans l'ordre des paies.",
  'Set the hours of many people for a draft payroll':
    'Fixer les heures de plusieurs personnes pour une paie au brouillon',
  'Each entry replaces the custom hours of the earning line item of its type, rate and day, or creates that line item.':
    'Chaque entrée remplace les heures saisies de la ligne de gain de son type, de son taux et de son jour, ou crée cette ligne.',
  'Other line items stay as they are.': 'Les autres lignes restent telles quelles.',
  'If anything is wrong, nothing is written.': "Si quoi que ce soit est erroné, rien n'est écrit.",
  'If that takes longer than half a minute, the answer is 202 with the task that continues.':
    "Écrire les heures d'un très grand nombre de personnes peut prendre plus d'une demi-minute : la réponse est alors un 202 avec la tâche qui continue de les écrire.",
  'A wage and overtime': 'Un salaire horaire et des heures supplémentaires',
  'Cells may be separated by semicolons; their decimals may then have a comma.':
    'Les cellules peuvent être séparées par des points-virgules; leurs décimales peuvent alors avoir une virgule.',
  'CSV, UTF-8, with a row for each entry and the columns work_assignment_id, type, hours, pay_rate_id, overtime_rate_id, rate_multiplier, earned_on; the first three are required.':
    'CSV, UTF-8, avec une rangée par entrée et les colonnes work_assignment_id, type, hours, pay_rate_id, overtime_rate_id, rate_multiplier, earned_on; les trois premières sont requises.',
  '`type` is an earning type: overtime, wage, salary, vacation_pay, leave_bereavement, leave_domestic_and_sexual_violence, leave_general, leave_parental, leave_paternity, leave_personal, leave_sick, leave_sick_discretionary, leave_voting, leave_wedding.':
    '`type` est un type de gain : overtime, wage, salary, vacation_pay, leave_bereavement, leave_domestic_and_sexual_violence, leave_general, leave_parental, leave_paternity, leave_personal, leave_sick, leave_sick_discretionary, leave_voting, leave_wedding.',
  'A form with the file': 'Un formulaire avec le fichier',
  'The payroll, with the hours': 'La paie, avec les heures',
  'The task that continues': 'La tâche qui se poursuit',
  'The line item that is corrected, in full': 'La ligne corrigée, en entier',
  'Dollars that it should have been': "Dollars qu'elle aurait dû porter",
  "For benefits: whether to correct the employer's share, which is an employer benefit line item":
    "Des avantages : que la part de l'employeur est corrigée, soit une ligne d'avantage de l'employeur",
  'Your own note, which the payee does not see': 'Votre propre remarque, que le bénéficiaire ne voit pas',
  'Draft pay stub for the correction, of the same work assignment':
    'Bulletin au brouillon sur lequel elle est corrigée, de la même affectation',
  'The line item that corrects it, in full': 'La ligne qui la corrige, en entier',
  'The name in both languages': 'Le nom dans les deux langues',
  'Title on pay stubs of items tied to it; null leaves it to each item':
    'Comment les bulletins appellent ce qui y est lié; null le laisse à chacun',
  'The kind of items that can be tied to it; for earnings also pay rates and overtime rates':
    "Le genre d'éléments qui peuvent y être liés; pour les gains, aussi les taux de rémunération et d'heures supplémentaires",
  'The type of items tied to it; null leaves it to each item': 'Le type des éléments liés; null le laisse à chacun',
  'Account that benefits and deductions are remitted to': 'Compte auquel les avantages et les retenues sont remis',
  'Accounting code of their expense side': 'Code comptable de leur côté charge',
  'Accounting code of their liability side': 'Code comptable de leur côté passif',
  'For benefits and deductions: the income that a percentage is taken of':
    'Des avantages et retenues : de quel revenu un pourcentage est pris',
  'For benefits and deductions: what counts as income besides the basis':
    'Des avantages et retenues : ce qui compte comme revenu outre la base',
  'The name in the language of the request': 'Le nom dans la langue de la requête',
  'Whether the service manages it; callers cannot change those':
    "S'il est tenu par le service; les appelants n'en modifient aucun",
  "Values of tied items to leave unchanged: none (the default), all, those equal to the preset's old value (in_sync), those that differ from it (out_of_sync), or all that are set (non_null)":
    'Valeurs des éléments liés qui demeurent : aucune (none, par défaut), toutes (all), celles qui égalent ce que le préréglage avait (in_sync), celles qui en diffèrent (out_of_sync), ou toutes celles qui sont fixées (non_null)',
  'Hours paid by a pay rate': 'Heures payées selon un taux de rémunération',
  'Hours; they replace earlier ones': 'Heures; celles qui y étaient sont remplacées',
  'Day of the pay period on which they were worked; hours of other days are separate':
    "Jour de la période où elles ont été travaillées; les heures d'autres jours sont à part",
  'Pay rate that they are paid by; required where several are in effect':
    'Taux selon lequel elles sont payées; requis lorsque plusieurs sont en vigueur',
  'Hours paid by an overtime rate': "Heures payées selon un taux d'heures supplémentaires",
  'Overtime rate that they are paid by; required where several would fit':
    "Taux d'heures supplémentaires selon lequel elles sont payées; requis lorsque plusieurs conviendraient",
  'Multiplier of the overtime rate, in place of its id':
    "Multiplicateur du taux d'heures supplémentaires, à la place de son identifiant",
  'Hours of one work assignment, by earning type': "Heures d'une affectation, par type de gain",
  'Hours of overtime': 'Heures supplémentaires',
  'Hours of wage': 'Heures de salaire horaire',
  'Hours of salary': 'Heures de salaire',
  'Hours of vacation pay': 'Heures de paie de vacances',
  'Hours of leave bereavement': 'Heures de congé de deuil',
  'Hours of leave domestic and sexual violence': 'Heures de congé pour violence conjugale ou sexuelle',
  'Hours of leave general': 'Heures de congé général',
  'Hours of leave parental': 'Heures de congé parental',
  'Hours of leave paternity': 'Heures de congé de paternité',
  'Hours of leave personal': 'Heures de congé personnel',
  'Hours of leave sick': 'Heures de congé de maladie prévu par la loi',
  'Hours of leave sick discretionary': 'Heures de congé de maladie non prévu par la loi',
  'Hours of leave voting': 'Heures de congé pour voter',
  'Hours of leave wedding': 'Heures de congé de mariage',
  'Which of their pay rates; default all': 'Lesquels de leurs taux : omis, tous',
  'Multiple of the hourly rate': 'Combien de fois le taux horaire une heure est payée',
  'Dollars an hour, instead of a multiple': "Dollars de l'heure payés à sa place",
  'First day on which it is archived and left out of lists':
    "Jour à partir duquel il est archivé : les listes l'omettent",
  'The pay rate that it multiplies': "Le taux qu'il multiplie",
  'The multiplier followed by x, or the dollars an hour': "Le multiplicateur suivi de x, ou les dollars de l'heure",
  'The same in the language of the request': 'Le même dans la langue de la requête',
  'Dollars an hour: the hourly rate of the pay rate times the multiplier, to the cent':
    "Dollars de l'heure : le taux horaire fois le multiplicateur, au cent près",
  'Whether its figures can change: no approved payroll uses it':
    "Si ses chiffres peuvent changer : aucune paie approuvée ne l'a utilisé",
  'Hourly rates, salaries, or both': 'Taux horaires, salaires, ou les deux',
  'Hours of many people for one payroll': 'Heures de plusieurs personnes pour une paie',
  'Work assignments with their hours': 'Affectations avec leurs heures',
  'A line item that corrects the balance': 'Une ligne qui corrige le solde',
  'Dollars by which it corrects the balance': 'Dollars dont elle corrige le solde',
  'Its data': 'Ses données',
  'Vacation pay of a work assignment over a period':
    "Ce qu'une période a fait de la paie de vacances d'une affectation",
  'Dollars of vacation pay before it': 'Dollars de paie de vacances avant',
  'Dollars that accrued': 'Dollars accumulés',
  'Dollars that were paid out': 'Dollars versés',
  'Closing balance in dollars: opening balance plus accruals and corrections, less payments':
    "Dollars qui restent : ce qu'il y avait, ce qui s'est accumulé et les corrections, moins ce qui a été payé",
  'Vacation pay of a work assignment on one payroll': "Ce qu'une paie a fait de la paie de vacances d'une affectation",
  'The line items of type vacation_accrual_adjustment that correct the balance':
    'Les lignes de type vacation_accrual_adjustment qui corrigent le solde',
  'The figures of one payroll': "Les chiffres d'une paie",
  'Another percentage and method for one type of line item':
    'Un autre pourcentage et une autre méthode pour un type de ligne',
  'Percent of the amount that accrues on it': "Pourcentage du montant qui s'accumule",
  'How what accrues on it is paid': "Comment ce qui s'accumule est payé",
  'The payroll': 'La paie',
  'Type of payroll': 'Type de paie',
  'First day of its pay period': 'Premier jour de sa période de paie',
  'Last day of its pay period': 'Dernier jour de sa période de paie',
  'Day on which it is paid': 'Jour où elle est payée',
  'Percent of vacationable earnings': "Pourcentage de ce sur quoi la paie de vacances s'accumule",
  '`per_period` pays what accrued with each pay; `manual` keeps it in the balance until a vacation pay earning pays it':
    "`per_period` paie à chaque paie ce qui s'est accumulé; `manual` le laisse au solde jusqu'à ce qu'un gain de paie de vacances le paie",
  'Types of line items with another percentage or method; absent where there are none':
    "Types de lignes pour lesquels il en est autrement; omis s'il n'y en a pas",
};
