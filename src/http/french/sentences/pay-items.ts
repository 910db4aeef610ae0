import { FIXED_FAMILIES } from '../../../pay-items/fixed-families.ts';

/** Families that are declared with their words in both languages. */
const ofFixedFamilies = Object.fromEntries(
  Object.values(FIXED_FAMILIES).flatMap(({ purpose, line, type }) =>
    [purpose, line, type].map(({ en, fr }) => [en, fr]),
  ),
);

/** Descriptions of pay rates, recurring items, line items and their types: the English as it is declared, and the French of it. */
export const PAY_ITEMS: Readonly<Record<string, string>> = {
  ...ofFixedFamilies,
  'The salary or hourly rate of a work assignment.': "Le salaire ou le taux horaire d'une affectation.",
  'It creates the salary or wage line item of each pay stub.':
    'Il crée la ligne de salaire de chaque bulletin de paie.',
  'A recurring fixed earning: a bonus, a top-up, a commission.':
    'Un montant fixe gagné à répétition : une prime, un complément, une commission.',
  'Salaries are pay rates.': 'Les salaires annuels sont des taux de paie.',
  'A recurring deduction from pay: a garnishment, union dues, a donation.':
    'Une retenue récurrente sur la paie : une saisie, une cotisation syndicale, un don.',
  "An employee's recurring contribution to a benefit plan, taken from pay.":
    "La cotisation récurrente d'un employé à un régime d'avantages, prélevée sur la paie.",
  "An employer's recurring contribution to a benefit plan, or a benefit in kind.":
    "La cotisation récurrente d'un employeur à un régime d'avantages, ou un avantage en nature.",
  'One earning on a pay stub: salary, wage, overtime, bonus, leave, vacation pay and so on.':
    'Un gain sur un bulletin de paie : salaire, heures, heures supplémentaires, prime, congé, paie de vacances, etc.',
  'One deduction on a pay stub.': 'Une retenue sur un bulletin de paie.',
  'One contribution of an employee to a benefit plan, on a pay stub.':
    "Une cotisation d'un employé à un régime d'avantages, sur un bulletin de paie.",
  'What an employer pays for one benefit, on a pay stub.':
    "Ce qu'un employeur paie pour un avantage, sur un bulletin de paie.",
  'A statutory withholding from an employee on a pay stub.': "Une retenue légale d'un employé sur un bulletin de paie.",
  'The calculation creates it; on historical payrolls you do.':
    "Le calcul la crée; sur les paies historiques, c'est vous.",
  'On correction payrolls yours counts in addition to the calculated ones; to replace one of those, set its custom_amount.':
    "Sur les paies de correction, la vôtre s'ajoute à celles du calcul; pour en remplacer une, fixez son custom_amount.",
  'A statutory contribution of the employer on a pay stub.':
    "Une cotisation légale de l'employeur sur un bulletin de paie.",
  'Title on pay stubs; null uses the label of its type':
    "Comment les bulletins de paie l'appellent; null prend le libellé de son type",
  'Dollars each time': 'Dollars à chaque fois',
  '`once`, on each payroll, or by the month': '`once` (une fois), à chaque paie, ou par mois',
  "Per month: whether the start of its period or the pay date decides a payroll's month":
    'Par mois : si une paie appartient à un mois par le début de sa période ou par sa date de paie',
  'Per month: on which payrolls of the month, counted from 1; the amount is split evenly over them':
    'Par mois : sur quelles paies du mois, comptées à partir de 1; le montant est réparti également entre elles',
  'Preset that supplies its values': 'Préréglage qui fixe ses valeurs',
  'Accounting code of its expense side': 'Code comptable du côté des charges',
  'Accounting code of its liability side': 'Code comptable du côté du passif',
  'Line items by type': 'Selon leur type',
  'Negative only on correction payrolls': 'Sous 0 sur les paies de correction seulement',
  'Dollars entered by hand; on a managed line they replace the calculated amount.':
    'Dollars saisis à la main; sur une ligne gérée, à la place de ce qui a été calculé.',
  "Vacation pay that accrues on it, in dollars; null calculates it from the work assignment's setting":
    "Paie de vacances qui s'y accumule, en dollars; null prend ce que donne le réglage de l'affectation",
  'Accounting code of its expense side: the custom one, or else the managed one':
    'Code comptable du côté des charges : celui qui a été saisi, sinon celui qui est géré',
  'That code as entered by hand': "Ce code tel qu'il a été saisi",
  'Accounting code of its liability side: the custom one, or else the managed one':
    'Code comptable du côté du passif : celui qui a été saisi, sinon celui qui est géré',
  'Tag allocation of its amount, as entered by hand':
    'Comment son montant se répartit entre les étiquettes, tel que saisi',
  'What a page in a browser may change': "Ce qu'une page dans un navigateur peut modifier",
  'Day on which it was earned as entered by hand, within the pay period':
    "Ce jour tel qu'il a été saisi, dans la période de paie",
  'The pay stub that it belongs to': 'Le bulletin de paie où elle figure',
  'Whether a recurring item manages it; false when it was entered by hand':
    "Si elle découle d'un élément récurrent ou a été saisie à la main",
  'Dollars: the custom amount, or else the managed one': 'Dollars : le montant saisi, sinon le montant géré',
  'Calculated dollars; null on a line that was entered by hand':
    'Dollars calculés; null sur une ligne saisie à la main',
  'The recurring item that manages the line; null on a line that was entered by hand':
    'Ce qui maintient une ligne gérée sur le bulletin; null sur une ligne saisie à la main',
  'Adjustment that it comes from': 'Rajustement dont elle provient',
  'That code as decided by rules and the recurring item': "Ce code selon les règles et l'élément récurrent",
  'Tag allocation of its amount: the custom one, or else the managed one':
    'Comment son montant se répartit entre les étiquettes : la répartition saisie, sinon la répartition gérée',
  'Day on which it was earned, as calculated': 'Ce jour tel que calculé',
  'A type of pay item, with its label': "Un type d'élément de paie, avec son libellé",
  'Language of the label': 'La langue du libellé',
  'With `features=ca`: how it counts, by calculation and jurisdiction':
    'Avec `features=ca` : ce pour quoi il compte, par calcul et par juridiction',
  'The calculation': 'Le calcul',
  'Its name in the language of the request': 'Son nom dans la langue de la requête',
  'How an amount of the type counts there': "Ce qu'y fait un montant de ce type",
  'Further explanation, where there is one': 'Plus de détails, là où il y en a',
  'The form, by its type': 'Le formulaire, par son type',
  'Its box': 'Sa case',
  'Provinces; null for all': 'Où; null dans toutes les provinces',
  'Slip boxes that amounts of the type are reported in, for this calculation':
    'Cases de feuillets où vont les montants du type pour ce calcul',
  'The plan, for pensions and insurance': 'Le régime, pour les pensions et les assurances',
  'Effects by jurisdiction; a missing jurisdiction has none':
    'Par juridiction; celle qui manque ne connaît aucun effet',
  'Whether its attributes are locked for such a page': 'Si une telle page ne touche pas à ses attributs',
  'Type of deduction': 'Type de retenue',
  'Dollars, dollars an hour, or percent of income': "Dollars, dollars de l'heure, ou pourcentage du revenu",
  'Unit of the amount': "Ce qu'est le montant",
  'Percent: the income that it is taken of': 'Pourcentage : de quel revenu',
  'Percent: what counts as income besides the basis': 'Pourcentage : ce qui compte comme revenu en plus de la base',
  'Only this type; null or absent for all of the kind': 'Ce seul type; null ou omis prend tous ceux de la sorte',
  'Line items that count as income': 'Lignes qui comptent comme revenu',
  'Percent: deductions and benefits subtracted from the income first':
    "Pourcentage : retenues et avantages déduits d'abord du revenu",
  'Line items subtracted from the income': 'Lignes déduites du revenu',
  'Percent: whether statutory withholdings are subtracted from the income first':
    "Pourcentage : si ce que la loi retient est d'abord déduit du revenu",
  'Percent: exempt dollars of income': 'Pourcentage : dollars de revenu qui restent intouchés',
  'Percent: exempt share of the remaining income': 'Pourcentage : quelle part du revenu restant reste intouchée',
  'Account that it is remitted to': 'Compte auquel le montant est versé',
  'Type of earning; not salary, which is a pay rate':
    'Ce qui est gagné; pas le salaire annuel, qui est un taux de paie',
  'Hours entered by hand.': 'Heures saisies à la main.',
  'Pay rate that hours are paid by': 'Taux de paie des heures',
  'Overtime rate that hours are paid by': "Taux d'heures supplémentaires des heures",
  'Hours: the custom ones, or else the managed ones':
    'Heures : celles qui ont été saisies, sinon celles qui sont gérées',
  'Calculated hours': 'Heures calculées',
  'Types of payroll that allow it': 'Les paies sur lesquelles cela peut figurer',
  'Type of benefit': "Type d'avantage",
  "The employer's part of the same benefit": "La part de l'employeur du même avantage",
  'What the maximum applies to: all line items of the type that the work assignment has in the calendar year, or only this benefit in each pay period':
    "À quoi se mesure le maximum : toutes les lignes de ce type qu'a l'affectation dans l'année civile, ou cet avantage seul dans chaque période de paie",
  "Whether the province's tax on insurance premiums is added":
    "Si la taxe de la province sur les primes d'assurance est ajoutée",
  'Dollars, or percent of income': 'Dollars, ou pourcentage du revenu',
  'Multiplier of the amount': 'Nombre de fois que le montant est prélevé',
  'Maximum dollars a year; null for no limit': 'Dollars par année au plus; null sans limite',
  'Dollars; give exactly one of amount and percent': 'Dollars; exactement un de amount et percent',
  'Percent of income, instead of an amount': "Pourcentage du revenu, à la place d'un montant",
  'Percent of income: only with Prefer: deprecate_benefit_percent=false':
    'Pourcentage du revenu : seulement avec Prefer: deprecate_benefit_percent=false',
  "The employee's part of the same benefit": "La part de l'employé du même avantage",
  'Type of contribution': "Ce que la loi prend de l'employeur",
  'Whether the calculation created it': "Si le calcul l'a faite",
  'What the rate pays for': 'Pour quoi le taux est payé',
  'Dollars an hour, or a year for a salary': "Dollars de l'heure, ou par année pour un salaire annuel",
  'Hours a week to pay where none are entered':
    "Heures par semaine qui sont payées à moins que d'autres ne soient saisies",
  'Whether it can change: no approved payroll uses it': "S'il peut changer : aucune paie approuvée ne l'a utilisé",
  'Earliest day on which it may end: approved payrolls use it until then':
    "Premier jour où il peut prendre fin : des paies approuvées l'ont utilisé jusque-là",
  'Type of withholding': 'Ce que la loi retient',
};
