/** Rates of overtime, vacation pay, hours, adjustments and presets. */
export const PAY_ITEMS_SHARED: Readonly<Record<string, string>> = {
  'Values that recurring items, rates and line items of an employer share.':
    "Valeurs que partagent des éléments récurrents, des taux et des lignes d'un employeur.",
  'A multiplier of a pay rate, or dollars an hour, by which overtime is paid.':
    "Multiplicateur d'un taux de rémunération, ou dollars de l'heure, selon lequel les heures supplémentaires sont payées.",
  'At what percentage vacation pay accrues on a work assignment, and how it is paid.':
    "À quel pourcentage la paie de vacances s'accumule sur une affectation, et comment elle est payée.",
  'Corrects an amount of an earlier pay stub by a line item on a later draft one.':
    "Corrige un montant d'un talon antérieur par une ligne sur un talon ultérieur au brouillon.",
  'The type that it supplies': "Le type qu'il fournit",
  'The business entity may have at most 1000 presets.': "L'entité commerciale peut avoir au plus 1000 préréglages.",
  'The pay rate may have at most 20 overtime rates, archived ones included.':
    "Le taux peut avoir au plus 20 taux d'heures supplémentaires, archivés compris.",
  'Of work assignments of this employer': 'Des affectations de cet employeur',
  'Of work assignments of this employee': 'Des affectations de cet employé',
  'Of corrections on this pay stub, or of line items of it that were corrected':
    'Des corrections sur ce talon, ou de ses lignes qui ont été corrigées',
  'What stood, accrued, was paid and is left of the vacation pay of a work assignment':
    "Ce qu'il y avait, s'est accumulé, a été payé et reste de la paie de vacances d'une affectation",
  'Of the payrolls that are no longer drafts, those that the dates choose.':
    'Des paies qui ne sont plus au brouillon, celles que les dates désignent.',
  'Corrections are part of the closing balance alone.': 'Les corrections ne font partie que du solde de fermeture.',
  'The work assignment': "L'affectation",
  'Payrolls by their first day of the pay period: a date, or operators in brackets':
    'Paies selon le premier jour de la période : une date, ou des opérateurs entre crochets',
  'Payrolls by their last day of the pay period: a date, or operators in brackets':
    'Paies selon le dernier jour de la période : une date, ou des opérateurs entre crochets',
  'Payrolls by their pay date: a date, or operators in brackets':
    'Paies selon la date de paie : une date, ou des opérateurs entre crochets',
  'true counts the next draft payroll too': 'true compte aussi la prochaine paie au brouillon',
  'The figures': 'Les chiffres',
  'The vacation pay of a work assignment, payroll by payroll': "La paie de vacances d'une affectation, paie par paie",
  'One record for each payroll that is no longer a draft and that the dates choose, in the order of pay.':
    "Un enregistrement par paie qui n'est plus au brouillon et que les dates désignent, dans l'ordre des paies.",
  'Set the hours of many people for a draft payroll':
    'Fixer les heures de plusieurs personnes pour une paie au brouillon',
  'Each entry replaces the custom hours of the earning line item of its type, rate and day, which is created where it is missing; what is not named stays.':
    "Chaque entrée remplace les heures saisies de la ligne de gains de son type, de son taux et de son jour, créée si elle manque; ce qui n'est pas nommé demeure.",
  'If anything is wrong nothing is written.': "Si quoi que ce soit est erroné, rien n'est écrit.",
  'Hours of very many people may take longer than half a minute to write: the answer is then a 202 with the task that goes on writing them.':
    "Écrire les heures d'un très grand nombre de personnes peut prendre plus d'une demi-minute : la réponse est alors un 202 avec la tâche qui continue de les écrire.",
  'A wage and overtime': 'Un salaire horaire et des heures supplémentaires',
  'CSV, UTF-8, with a row for each entry and the columns work_assignment_id, type, hours, pay_rate_id, overtime_rate_id, rate_multiplier, earned_on; the first three are required.':
    'CSV, UTF-8, avec une rangée par entrée et les colonnes work_assignment_id, type, hours, pay_rate_id, overtime_rate_id, rate_multiplier, earned_on; les trois premières sont requises.',
  '`type` is an earning type: overtime, wage, salary, vacation_pay, leave_bereavement, leave_domestic_and_sexual_violence, leave_general, leave_parental, leave_paternity, leave_personal, leave_sick, leave_sick_discretionary, leave_voting, leave_wedding.':
    '`type` est un type de gain : overtime, wage, salary, vacation_pay, leave_bereavement, leave_domestic_and_sexual_violence, leave_general, leave_parental, leave_paternity, leave_personal, leave_sick, leave_sick_discretionary, leave_voting, leave_wedding.',
  'A form with the file': 'Un formulaire avec le fichier',
  'The payroll, with the hours': 'La paie, avec les heures',
  'The task that goes on writing them': 'La tâche qui continue de les écrire',
  'The line item that is corrected, in full': 'La ligne corrigée, en entier',
  'Dollars that it should have been': "Dollars qu'elle aurait dû porter",
  "Of benefits: that the employer's share is corrected, which is an employer benefit line item":
    "Des avantages : que la part de l'employeur est corrigée, soit une ligne d'avantage de l'employeur",
  'Your own remark, which the payee does not see': 'Votre propre remarque, que le bénéficiaire ne voit pas',
  'Draft pay stub on which it is corrected, of the same work assignment':
    'Talon au brouillon sur lequel elle est corrigée, de la même affectation',
  'The line item that corrects it, in full': 'La ligne qui la corrige, en entier',
  'The employer that it is of': "L'employeur dont il relève",
  'The name in both languages': 'Le nom dans les deux langues',
  'What pay stubs call what is tied to it; null leaves that to each':
    'Comment les talons appellent ce qui y est lié; null le laisse à chacun',
  'The kind of items that can be tied to it; of earnings, rates of pay and of overtime too':
    "Le genre d'éléments qui peuvent y être liés; pour les gains, aussi les taux de rémunération et d'heures supplémentaires",
  'The type that tied items have; null leaves that to each': 'Le type des éléments liés; null le laisse à chacun',
  'Account that benefits and deductions are remitted to': 'Compte auquel les avantages et les retenues sont remis',
  'Accounting code of their expense side': 'Code comptable de leur côté charge',
  'Accounting code of their liability side': 'Code comptable de leur côté passif',
  'Of benefits and deductions: of which income a percentage is taken':
    'Des avantages et retenues : de quel revenu un pourcentage est pris',
  'Of benefits and deductions: what counts as income beside the basis':
    'Des avantages et retenues : ce qui compte comme revenu outre la base',
  'The name in the language of the request': 'Le nom dans la langue de la requête',
  'Whether the service keeps it; callers change none of those':
    "S'il est tenu par le service; les appelants n'en modifient aucun",
  'Values of tied items that stay as they are: none (the default), all, those that equal what the preset had (in_sync), those that differ from it (out_of_sync), or all that are set (non_null)':
    'Valeurs des éléments liés qui demeurent : aucune (none, par défaut), toutes (all), celles qui égalent ce que le préréglage avait (in_sync), celles qui en diffèrent (out_of_sync), ou toutes celles qui sont fixées (non_null)',
  'Hours that are paid by a pay rate': 'Heures payées selon un taux de rémunération',
  'Hours; those that were there are replaced': 'Heures; celles qui y étaient sont remplacées',
  'Day of the pay period on which they were worked; hours of other days are apart':
    "Jour de la période où elles ont été travaillées; les heures d'autres jours sont à part",
  'Pay rate that they are paid by; needed where several are in force':
    'Taux selon lequel elles sont payées; requis lorsque plusieurs sont en vigueur',
  'Hours that are paid by an overtime rate': "Heures payées selon un taux d'heures supplémentaires",
  'Overtime rate that they are paid by; needed where several would fit':
    "Taux d'heures supplémentaires selon lequel elles sont payées; requis lorsque plusieurs conviendraient",
  'Multiplier of the overtime rate, in place of its id':
    "Multiplicateur du taux d'heures supplémentaires, à la place de son identifiant",
  'Hours of one work assignment, by earning type': "Heures d'une affectation, par type de gain",
  'Whose hours': 'À qui sont les heures',
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
  'Which of their pay rates: left out, all': 'Lesquels de leurs taux : omis, tous',
  'How many times the hourly rate an hour is paid': 'Combien de fois le taux horaire une heure est payée',
  'Dollars an hour that are paid in its place': "Dollars de l'heure payés à sa place",
  'Day from which on it is archived: lists leave it out': "Jour à partir duquel il est archivé : les listes l'omettent",
  'The pay rate that it multiplies': "Le taux qu'il multiplie",
  'The multiplier followed by x, or the dollars an hour': "Le multiplicateur suivi de x, ou les dollars de l'heure",
  'The same in the language of the request': 'Le même dans la langue de la requête',
  'Dollars an hour: the hourly rate of the pay rate times the multiplier, to the cent':
    "Dollars de l'heure : le taux horaire fois le multiplicateur, au cent près",
  'Whether its figures can change: no approved payroll has used it':
    "Si ses chiffres peuvent changer : aucune paie approuvée ne l'a utilisé",
  'Hourly rates, salaries, or both': 'Taux horaires, salaires, ou les deux',
  'Hours of many people for one payroll': 'Heures de plusieurs personnes pour une paie',
  'Work assignments with their hours': 'Affectations avec leurs heures',
  'A line item that corrects the balance': 'Une ligne qui corrige le solde',
  'Dollars by which it corrects the balance': 'Dollars dont elle corrige le solde',
  'What is told of it here': 'Ce qui en est dit ici',
  'What a period did to the vacation pay of a work assignment':
    "Ce qu'une période a fait de la paie de vacances d'une affectation",
  'Dollars of vacation pay before it': 'Dollars de paie de vacances avant',
  'Dollars that accrued': 'Dollars accumulés',
  'Dollars that were paid out': 'Dollars versés',
  'Dollars that are left: what stood before, and what accrued, and corrections, less what was paid':
    "Dollars qui restent : ce qu'il y avait, ce qui s'est accumulé et les corrections, moins ce qui a été payé",
  'What one payroll did to the vacation pay of a work assignment':
    "Ce qu'une paie a fait de la paie de vacances d'une affectation",
  'The line items of type vacation_accrual_adjustment that correct the balance':
    'Les lignes de type vacation_accrual_adjustment qui corrigent le solde',
  'The figures of one payroll': "Les chiffres d'une paie",
  'Another percentage and method for one type of line item':
    'Un autre pourcentage et une autre méthode pour un type de ligne',
  'Percent of the amount that accrues on it': "Pourcentage du montant qui s'accumule",
  'How what accrues on it is paid': "Comment ce qui s'accumule est payé",
  'The payroll that did it': "La paie qui l'a fait",
  'What kind of payroll it is': 'Quel genre de paie',
  'First day of its pay period': 'Premier jour de sa période de paie',
  'Last day of its pay period': 'Dernier jour de sa période de paie',
  'Day on which it is paid': 'Jour où elle est payée',
  'Percent of what vacation pay accrues on': "Pourcentage de ce sur quoi la paie de vacances s'accumule",
  '`per_period` pays with each pay what accrued on it; `manual` leaves it in the balance until a vacation pay earning pays it':
    "`per_period` paie à chaque paie ce qui s'est accumulé; `manual` le laisse au solde jusqu'à ce qu'un gain de paie de vacances le paie",
  'Types of line items that it is otherwise for; left out where there are none':
    "Types de lignes pour lesquels il en est autrement; omis s'il n'y en a pas",
};
