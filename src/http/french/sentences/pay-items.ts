import { FIXED_FAMILIES } from '../../../pay-items/fixed-families.ts';

/** Families that are declared with their words in both languages. */
const ofFixedFamilies = Object.fromEntries(
  Object.values(FIXED_FAMILIES).flatMap(({ purpose, line, type }) =>
    [purpose, line, type].map(({ en, fr }) => [en, fr]),
  ),
);

/**
 * Descriptions of pay rates, recurring items, line items and their types: the English as it is declared, and the French
 * of it.
 */
export const PAY_ITEMS: Readonly<Record<string, string>> = {
  ...ofFixedFamilies,
  'The salary or hourly rate of a work assignment.': "Le salaire ou le taux horaire d'une affectation.",
  'It creates the salary or wage line item of each pay stub.':
    'Il crée la ligne de salaire de chaque bulletin de paie.',
  'A recurring fixed earning: a bonus, a top-up, a commission.':
    'Un gain fixe récurrent : une prime, un complément, une commission.',
  'Salaries are pay rates.': 'Les salaires sont des taux de rémunération.',
  'A recurring deduction from pay: a garnishment, union dues, a donation.':
    'Une retenue récurrente sur la paie : une saisie, une cotisation syndicale, un don.',
  "An employee's recurring contribution to a benefit plan, taken from pay.":
    "La cotisation récurrente d'un employé à un régime d'avantages, prélevée sur la paie.",
  "An employer's recurring contribution to a benefit plan, or a benefit in kind.":
    "La cotisation récurrente d'un employeur à un régime d'avantages, ou un avantage en nature.",
  'One earning on a pay stub: salary, wage, overtime, bonus, leave, vacation pay and so on.':
    'Un gain sur un bulletin de paie : salaire, salaire horaire, heures supplémentaires, prime, congé, indemnité de vacances, etc.',
  'One deduction on a pay stub.': 'Une retenue sur un bulletin de paie.',
  'One contribution of an employee to a benefit plan, on a pay stub.':
    "Une cotisation d'un employé à un régime d'avantages, sur un bulletin de paie.",
  'What an employer pays for one benefit, on a pay stub.':
    "Ce qu'un employeur paie pour un avantage, sur un bulletin de paie.",
  'A statutory withholding from an employee on a pay stub.':
    "Une retenue à la source d'un employé sur un bulletin de paie.",
  'The calculation creates it; on historical payrolls you do.':
    "Le calcul la crée; sur les paies historiques, c'est vous.",
  'On correction payrolls yours counts in addition to the calculated ones; to replace one of those, set its custom_amount.':
    "Sur les paies de correction, la vôtre s'ajoute à celles du calcul; pour en remplacer une, fixez son custom_amount.",
  'A statutory contribution of the employer on a pay stub.':
    "Une cotisation légale de l'employeur sur un bulletin de paie.",
  'Title on pay stubs; null uses the label of its type':
    'Titre sur les bulletins de paie; null prend le libellé de son type',
  'Dollars each time': 'Dollars à chaque fois',
  '`once`, on each payroll, or by the month': '`once` (une fois), à chaque paie, ou par mois',
  "Per month: whether the start of its period or the pay date decides a payroll's month":
    "Par mois : si c'est le début de sa période ou la date de paie qui détermine le mois d'une paie",
  'Per month: on which payrolls of the month, counted from 1; the amount is split evenly over them':
    'Par mois : sur quelles paies du mois, comptées à partir de 1; le montant est réparti également entre elles',
  'Preset that supplies its values': 'Préréglage qui fixe ses valeurs',
  'Accounting code of its expense side': 'Code comptable du côté des charges',
  'Accounting code of its liability side': 'Code comptable du côté du passif',
  'Line items by type': 'Lignes de paie par type',
  'Negative only on correction payrolls': 'Négatif seulement sur les paies de correction',
  'Dollars entered by hand; on a managed line they replace the calculated amount.':
    'Dollars saisis à la main; sur une ligne gérée, ils remplacent le montant calculé.',
  "Vacation pay that accrues on it, in dollars; null calculates it from the work assignment's setting":
    "Indemnité de vacances qui s'y accumule, en dollars; null la calcule selon le paramètre de l'affectation",
  'Accounting code of its expense side: the custom one, or else the managed one':
    'Code comptable du côté des charges : celui qui a été saisi, sinon celui qui est géré',
  'That code as entered by hand': "Ce code tel qu'il a été saisi",
  'Accounting code of its liability side: the custom one, or else the managed one':
    'Code comptable du côté du passif : celui qui a été saisi, sinon celui qui est géré',
  'Tag allocation of its amount, as entered by hand':
    'Répartition de son montant entre les étiquettes, telle que saisie à la main',
  'What a page in a browser may change': "Ce qu'une page dans un navigateur peut modifier",
  'Day on which it was earned as entered by hand, within the pay period':
    'Jour où il a été gagné, tel que saisi à la main, dans la période de paie',
  'The pay stub that it belongs to': 'Le bulletin de paie auquel elle appartient',
  'Whether a recurring item manages it; false when it was entered by hand':
    'Si un élément récurrent la gère; false quand elle a été saisie à la main',
  'Dollars: the custom amount, or else the managed one': 'Dollars : le montant saisi, sinon le montant géré',
  'Calculated dollars; null on a line that was entered by hand':
    'Dollars calculés; null sur une ligne saisie à la main',
  'The recurring item that manages the line; null on a line that was entered by hand':
    "L'élément récurrent qui gère la ligne; null sur une ligne saisie à la main",
  'Adjustment that it comes from': 'Rajustement dont elle provient',
  'That code as decided by rules and the recurring item': "Ce code selon les règles et l'élément récurrent",
  'Tag allocation of its amount: the custom one, or else the managed one':
    'Répartition de son montant entre les étiquettes : celle qui a été saisie, sinon celle qui est gérée',
  'Day on which it was earned, as calculated': 'Jour où il a été gagné, tel que calculé',
  'A type of pay item, with its label': "Un type d'élément de paie, avec son libellé",
  'Language of the label': 'Langue du libellé',
  'With `features=ca`: how it counts, by calculation and jurisdiction':
    'Avec `features=ca` : comment il compte, par calcul et par ressort',
  'The calculation': 'Le calcul',
  'Its name in the language of the request': 'Son nom dans la langue de la requête',
  'How an amount of the type counts there': 'Comment un montant du type y compte',
  'Further explanation, where there is one': "Autre explication, s'il y en a une",
  'The form, by its type': 'Le formulaire, par son type',
  'Its box': 'Sa case',
  'Provinces; null for all': 'Provinces; null pour toutes',
  'Slip boxes that amounts of the type are reported in, for this calculation':
    'Cases de feuillets où les montants du type sont déclarés, pour ce calcul',
  'The plan, for pensions and insurance': 'Le régime, pour les pensions et les assurances',
  'Effects by jurisdiction; a missing jurisdiction has none': "Effets par ressort; un ressort absent n'en a aucun",
  'Whether its attributes are locked for such a page': 'Si ses attributs sont verrouillés pour une telle page',
  'Type of deduction': 'Type de retenue',
  'Dollars, dollars an hour, or percent of income': "Dollars, dollars de l'heure, ou pourcentage du revenu",
  'Unit of the amount': 'Unité du montant',
  'Percent: the income that it is taken of': 'Pourcentage : le revenu dont il est pris',
  'Percent: what counts as income besides the basis': 'Pourcentage : ce qui compte comme revenu en plus de la base',
  'Only this type; null or absent for all of the kind': 'Seulement ce type; null ou absent pour tous ceux de la sorte',
  'Line items that count as income': 'Lignes de paie qui comptent comme revenu',
  'Percent: deductions and benefits subtracted from the income first':
    "Pourcentage : retenues et avantages soustraits d'abord du revenu",
  'Line items subtracted from the income': 'Lignes de paie soustraites du revenu',
  'Percent: whether statutory withholdings are subtracted from the income first':
    "Pourcentage : si les retenues à la source sont soustraites d'abord du revenu",
  'Percent: exempt dollars of income': 'Pourcentage : dollars de revenu exemptés',
  'Percent: exempt share of the remaining income': 'Pourcentage : part exemptée du revenu restant',
  'Account that it is remitted to': 'Compte auquel il est versé',
  'Type of earning; not salary, which is a pay rate': 'Type de gain; pas salary, qui est un taux de rémunération',
  'Hours entered by hand.': 'Heures saisies à la main.',
  'Pay rate that hours are paid by': 'Taux de rémunération selon lequel les heures sont payées',
  'Overtime rate that hours are paid by': "Taux d'heures supplémentaires selon lequel les heures sont payées",
  'Hours: the custom ones, or else the managed ones':
    'Heures : celles qui ont été saisies, sinon celles qui sont gérées',
  'Calculated hours': 'Heures calculées',
  'Types of payroll that allow it': 'Types de paies qui le permettent',
  'Type of benefit': "Type d'avantage",
  "The employer's part of the same benefit": "La part de l'employeur du même avantage",
  'What the maximum applies to: all line items of the type that the work assignment has in the calendar year, or only this benefit in each pay period':
    "À quoi s'applique le maximum : à toutes les lignes de ce type qu'a l'affectation dans l'année civile, ou à cet avantage seul dans chaque période de paie",
  "Whether the province's tax on insurance premiums is added":
    "Si la taxe de la province sur les primes d'assurance est ajoutée",
  'Dollars, or percent of income': 'Dollars, ou pourcentage du revenu',
  'Multiplier of the amount': 'Multiplicateur du montant',
  'Maximum dollars a year; null for no limit': 'Maximum en dollars par année; null pour aucune limite',
  'Dollars; give exactly one of amount and percent': 'Dollars; donnez exactement un de amount et percent',
  'Percent of income, instead of an amount': "Pourcentage du revenu, à la place d'un montant",
  'Percent of income: only with Prefer: deprecate_benefit_percent=false':
    'Pourcentage du revenu : seulement avec Prefer: deprecate_benefit_percent=false',
  "The employee's part of the same benefit": "La part de l'employé du même avantage",
  'Type of contribution': 'Type de cotisation',
  'Whether the calculation created it': "Si c'est le calcul qui l'a créée",
  'What the rate pays for': 'Ce que paie le taux',
  'Dollars an hour, or a year for a salary': "Dollars de l'heure, ou par année pour un salaire",
  'Hours a week that a salary pays for; an hourly rate pays the hours that are entered, none by itself':
    'Heures par semaine que paie un salaire; un taux horaire paie les heures saisies, et aucune de lui-même',
  'Whether it can change: no approved payroll uses it': "S'il peut changer : aucune paie approuvée ne l'utilise",
  'Earliest day on which it may end: approved payrolls use it until then':
    "Premier jour où il peut prendre fin : des paies approuvées l'utilisent jusque-là",
  'Type of withholding': 'Type de retenue à la source',
};
