/** Rates of overtime, vacation pay, hours, adjustments and presets. */
export const PAY_ITEMS_SHARED: Readonly<Record<string, string>> = {
  'Values shared by recurring items, rates and line items of an employer.':
    "Valeurs que partagent des éléments récurrents, des taux et des lignes d'un employeur.",
  'How overtime is paid: a multiple of a pay rate, or dollars an hour.':
    "Comment les heures supplémentaires sont payées : un multiple d'un taux de rémunération, ou des dollars de l'heure.",
  'The percentage at which vacation pay accrues on a work assignment, and how it is paid.':
    "Le pourcentage auquel l'indemnité de vacances s'accumule sur une affectation, et la façon dont elle est versée.",
  'Corrects an amount of an earlier pay stub with a line item on a later draft pay stub.':
    "Corrige un montant d'un bulletin antérieur par une ligne sur un bulletin ultérieur au brouillon.",
  'The type that it gives to tied items': "Le type qu'il donne aux éléments liés",
  'The business entity may have at most 1000 presets.': "L'entité peut avoir au plus 1000 préréglages.",
  'The pay rate may have at most 20 overtime rates, archived ones included.':
    "Le taux peut avoir au plus 20 taux d'heures supplémentaires, archivés compris.",
  'Of work assignments of this employer': 'Des affectations de cet employeur',
  'Of work assignments of this employee': 'Des affectations de cet employé',
  'Corrections on this pay stub, or of its line items': 'Corrections sur ce bulletin de paie, ou de ses lignes',
  'Vacation pay of a work assignment: opening balance, accrued, paid, closing balance':
    "Indemnité de vacances d'une affectation : solde d'ouverture, accumulée, versée, solde de clôture",
  'Covers payrolls that are no longer drafts and match the dates.':
    'Couvre les paies qui ne sont plus au brouillon et qui correspondent aux dates.',
  'Corrections only count in the closing balance.': 'Les corrections ne comptent que dans le solde de clôture.',
  'So do payrolls paid between those that match and do not match themselves, such as an off-cycle payroll of an earlier pay period; choose by `pay_date` to have them all.':
    "De même les paies versées entre celles qui répondent et qui ne répondent pas elles-mêmes, comme une paie hors cycle d'une période antérieure; choisissez selon `pay_date` pour les avoir toutes.",
  'The work assignment': "L'affectation",
  'Payrolls by their first day of the pay period: a date, or operators in brackets':
    'Paies selon le premier jour de la période : une date, ou des opérateurs entre crochets',
  'Payrolls by their last day of the pay period: a date, or operators in brackets':
    'Paies selon le dernier jour de la période : une date, ou des opérateurs entre crochets',
  'Payrolls by their pay date: a date, or operators in brackets':
    'Paies selon la date de paie : une date, ou des opérateurs entre crochets',
  'true includes the next draft payroll': 'true inclut la prochaine paie au brouillon',
  'The figures': 'Les chiffres',
  'Vacation pay of a work assignment, payroll by payroll': "L'indemnité de vacances d'une affectation, paie par paie",
  'One record for each payroll that is no longer a draft and matches the dates, by pay date.':
    "Un dossier pour chaque paie qui n'est plus au brouillon et qui correspond aux dates, par date de paie.",
  'Set the hours of many people for a draft payroll':
    'Fixer les heures de plusieurs personnes pour une paie au brouillon',
  'Each entry replaces the custom hours of the earning line item of its type, rate and day, or creates that line item.':
    'Chaque entrée remplace les heures saisies de la ligne de gain de son type, de son taux et de son jour, ou crée cette ligne.',
  'Other line items stay as they are.': 'Les autres lignes restent telles quelles.',
  'Hours of a salary without a day take the place of those that it expects; those of a day, of vacation and of paid leaves are paid beside it.':
    "Les heures d'un salaire sans jour prennent la place de celles qu'il prévoit; celles d'un jour, de vacances et de congés payés sont payées à côté.",
  'Where it holds them, send lower hours of it with them: until then the pay stub has the warning `salary_paid_twice`.':
    "S'il les comprend, envoyez avec elles des heures de salaire réduites d'autant : d'ici là, le bulletin porte l'avertissement `salary_paid_twice`.",
  'If anything is wrong, nothing is written.': "Si quoi que ce soit ne va pas, rien n'est écrit.",
  'If that takes longer than half a minute, the answer is 202 with the task that continues.':
    "Si cela prend plus d'une demi-minute, la réponse est un 202 avec la tâche qui se poursuit.",
  'Hours at a salary': 'Des heures selon un salaire',
  'Cells may be separated by semicolons; their decimals may then have a comma.':
    'Les cellules peuvent être séparées par des points-virgules; leurs décimales peuvent alors avoir une virgule.',
  'CSV, UTF-8, with a row for each entry and the columns work_assignment_id, type, hours, pay_rate_id, overtime_rate_id, rate_multiplier, earned_on; the first three are required.':
    'CSV, UTF-8, avec une rangée pour chaque entrée et les colonnes work_assignment_id, type, hours, pay_rate_id, overtime_rate_id, rate_multiplier, earned_on; les trois premières sont obligatoires.',
  '`type` is an earning type: overtime, wage, salary, vacation_pay, leave_bereavement, leave_domestic_and_sexual_violence, leave_general, leave_parental, leave_paternity, leave_personal, leave_sick, leave_sick_discretionary, leave_voting, leave_wedding.':
    '`type` est un type de gain : overtime, wage, salary, vacation_pay, leave_bereavement, leave_domestic_and_sexual_violence, leave_general, leave_parental, leave_paternity, leave_personal, leave_sick, leave_sick_discretionary, leave_voting, leave_wedding.',
  'A form with the file': 'Un formulaire avec le fichier',
  'The payroll, with the hours': 'La paie, avec les heures',
  'The task that continues': 'La tâche qui se poursuit',
  'The line item that is corrected, in full': 'La ligne corrigée, en entier',
  'Dollars that it should have been': "Dollars qu'elle aurait dû porter",
  "For benefits: whether to correct the employer's share, which is an employer benefit line item":
    "Pour les avantages : s'il faut corriger la part de l'employeur, qui est une ligne d'avantage de l'employeur",
  'Your own note, which the payee does not see': 'Votre propre remarque, que le bénéficiaire ne voit pas',
  'Draft pay stub for the correction, of the same work assignment':
    'Bulletin au brouillon pour la correction, de la même affectation',
  'The line item that corrects it, in full': 'La ligne qui la corrige, en entier',
  'The name in both languages': 'Le nom dans les deux langues',
  'Title on pay stubs of items tied to it; null leaves it to each item':
    'Titre, sur les bulletins de paie, des éléments qui y sont liés; null le laisse à chaque élément',
  'The kind of items that can be tied to it; for earnings also pay rates and overtime rates':
    "Sorte d'éléments qui peuvent y être liés; pour les gains, aussi les taux de rémunération et d'heures supplémentaires",
  'The type of items tied to it; null leaves it to each item':
    'Type des éléments qui y sont liés; null le laisse à chaque élément',
  'Account that benefits and deductions are remitted to': 'Compte auquel les avantages et les retenues sont versés',
  'Accounting code of their expense side': 'Code comptable du côté des charges',
  'Accounting code of their liability side': 'Code comptable du côté des passifs',
  'For benefits and deductions: the income that a percentage is taken of':
    'Pour les avantages et les retenues : le revenu dont un pourcentage est pris',
  'For benefits and deductions: what counts as income besides the basis':
    'Pour les avantages et les retenues : ce qui compte comme revenu en plus de la base',
  'The name in the language of the request': 'Le nom dans la langue de la requête',
  'Whether the service manages it; callers cannot change those':
    'Si le service le gère; les appelants ne peuvent changer ceux-là',
  "Values of tied items to leave unchanged: none (the default), all, those equal to the preset's old value (in_sync), those that differ from it (out_of_sync), or all that are set (non_null)":
    "Valeurs des éléments liés à laisser telles quelles : aucune (none, par défaut), toutes (all), celles qui sont égales à l'ancienne valeur du préréglage (in_sync), celles qui en diffèrent (out_of_sync), ou toutes celles qui sont fixées (non_null)",
  'Hours paid by a pay rate': 'Heures payées selon un taux de rémunération',
  'Hours; they replace earlier ones': 'Heures; elles remplacent les précédentes',
  'Day of the pay period on which they were worked; hours of other days are separate':
    "Jour de la période de paie où elles ont été travaillées; les heures d'autres jours sont à part",
  'Pay rate that they are paid by; required where several are in effect, on the day where one is given':
    'Taux de rémunération selon lequel elles sont payées; obligatoire quand plusieurs sont en vigueur, le jour indiqué si un jour est indiqué',
  'Hours paid by an overtime rate': "Heures payées selon un taux d'heures supplémentaires",
  'Overtime rate that they are paid by; required where several would fit, on the day where one is given':
    "Taux d'heures supplémentaires selon lequel elles sont payées; obligatoire quand plusieurs conviendraient, le jour indiqué si un jour est indiqué",
  'Multiplier of the overtime rate, in place of its id':
    "Multiplicateur du taux d'heures supplémentaires, à la place de son id",
  'Hours of one work assignment, by earning type': "Heures d'une affectation, par type de gain",
  'Hours of overtime': 'Heures supplémentaires',
  'Hours of wage': 'Heures de salaire horaire',
  'Hours of salary': 'Heures de salaire',
  'Hours of vacation pay': "Heures d'indemnité de vacances",
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
  'Which of their pay rates; default all': 'Lesquels de leurs taux de rémunération; tous par défaut',
  'Multiple of the hourly rate': 'Multiple du taux horaire',
  'Dollars an hour, instead of a multiple': "Dollars de l'heure, à la place d'un multiple",
  'First day on which it is archived and left out of lists': 'Premier jour où il est archivé et omis des listes',
  'The pay rate that it multiplies': "Le taux de rémunération qu'il multiplie",
  'The multiplier followed by x, or the dollars an hour': "Le multiplicateur suivi de x, ou les dollars de l'heure",
  'The same in the language of the request': 'Le même dans la langue de la requête',
  'Dollars an hour: the hourly rate of the pay rate times the multiplier, to the cent':
    "Dollars de l'heure : le taux horaire fois le multiplicateur, au cent près",
  'Whether its figures can change: no approved payroll uses it':
    "Si ses chiffres peuvent changer : aucune paie approuvée ne l'utilise",
  'Hourly rates, salaries, or both': 'Taux horaires, salaires, ou les deux',
  'Hours of many people for one payroll': 'Heures de plusieurs personnes pour une paie',
  'Work assignments with their hours': 'Affectations avec leurs heures',
  'A line item that corrects the balance': 'Une ligne qui corrige le solde',
  'Dollars by which it corrects the balance': 'Dollars dont elle corrige le solde',
  'Its data': 'Ses données',
  'Vacation pay of a work assignment over a period': "Indemnité de vacances d'une affectation pour une période",
  'Dollars of vacation pay before it': "Dollars d'indemnité de vacances avant cette période",
  'Dollars that accrued': 'Dollars accumulés',
  'Dollars that were paid out': 'Dollars versés',
  'Closing balance in dollars: opening balance plus accruals and corrections, less payments':
    "Solde de clôture en dollars : solde d'ouverture plus ce qui s'est accumulé et les corrections, moins ce qui a été versé",
  'Vacation pay of a work assignment on one payroll': "Indemnité de vacances d'une affectation sur une paie",
  'The line items of type vacation_accrual_adjustment that correct the balance':
    'Les lignes de type vacation_accrual_adjustment qui corrigent le solde',
  'The figures of one payroll': "Les chiffres d'une paie",
  'Another percentage and method for one type of line item':
    'Un autre pourcentage et une autre méthode pour un type de ligne',
  'Percent of the amount that accrues on it': "Pourcentage du montant qui s'y accumule",
  'How what accrues on it is paid': "Comment ce qui s'y accumule est versé",
  'The payroll': 'La paie',
  'Type of payroll': 'Type de paie',
  'First day of its pay period': 'Premier jour de sa période de paie',
  'Last day of its pay period': 'Dernier jour de sa période de paie',
  'Day on which it is paid': 'Jour où elle est payée',
  'Percent of vacationable earnings': 'Pourcentage des gains ouvrant droit aux vacances',
  '`per_period` pays what accrued with each pay; `manual` keeps it in the balance until a vacation pay earning pays it':
    "`per_period` verse à chaque paie ce qui s'est accumulé; `manual` le garde au solde jusqu'à ce qu'un gain d'indemnité de vacances le verse",
  'Types of line items with another percentage or method; absent where there are none':
    "Types de lignes de paie qui ont un autre pourcentage ou une autre méthode; absent s'il n'y en a pas",
};
