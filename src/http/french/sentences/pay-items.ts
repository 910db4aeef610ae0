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
  'The salary or hourly rate of a work assignment; makes the salary or wage line item of each pay stub.':
    "Le salaire annuel ou le taux horaire d'une affectation; fait la ligne de salaire de chaque bulletin de paie.",
  'A fixed amount earned again and again: a bonus, a top-up, a commission.':
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
  'What is withheld from an employee by law, on a pay stub; made by the calculation, and by hand on historical and correction payrolls.':
    "Ce qui est retenu d'un employé selon la loi, sur un bulletin de paie; fait par le calcul, et à la main sur les paies historiques et de correction.",
  'What the employer contributes by law, on a pay stub; made by the calculation, and by hand on historical and correction payrolls.':
    "Ce que l'employeur cotise selon la loi, sur un bulletin de paie; fait par le calcul, et à la main sur les paies historiques et de correction.",
  'What pay stubs call it; null takes the label of its type':
    "Comment les bulletins de paie l'appellent; null prend le libellé de son type",
  'Dollars each time': 'Dollars à chaque fois',
  '`once`, on each payroll, or by the month': '`once` (une fois), à chaque paie, ou par mois',
  'Per month: whether a payroll belongs to a month by the start of its period or by its pay date':
    'Par mois : si une paie appartient à un mois par le début de sa période ou par sa date de paie',
  'Per month: on which payrolls of the month, counted from 1; the amount is split evenly over them':
    'Par mois : sur quelles paies du mois, comptées à partir de 1; le montant est réparti également entre elles',
  'Preset that sets its values': 'Préréglage qui fixe ses valeurs',
  'Accounting code of its expense side': 'Code comptable du côté des charges',
  'Accounting code of its liability side': 'Code comptable du côté du passif',
  'By their type': 'Selon leur type',
  'Below 0 on correction payrolls alone': 'Sous 0 sur les paies de correction seulement',
  'Dollars entered by hand; on a managed line in place of what was worked out.':
    'Dollars saisis à la main; sur une ligne gérée, à la place de ce qui a été calculé.',
  'Vacation pay that accrues on it, in dollars; null takes what the setting of the work assignment makes of it':
    "Paie de vacances qui s'y accumule, en dollars; null prend ce que donne le réglage de l'affectation",
  'Accounting code of its expense side: the custom one, or else the managed one':
    'Code comptable du côté des charges : celui qui a été saisi, sinon celui qui est géré',
  'That code as entered by hand': "Ce code tel qu'il a été saisi",
  'Accounting code of its liability side: the custom one, or else the managed one':
    'Code comptable du côté du passif : celui qui a été saisi, sinon celui qui est géré',
  'How its amount is spread over tags, as entered by hand':
    'Comment son montant se répartit entre les étiquettes, tel que saisi',
  'Whether a page in a browser may change its attributes':
    'Si une page dans un navigateur peut en modifier les attributs',
  'That day as entered by hand, within the pay period': "Ce jour tel qu'il a été saisi, dans la période de paie",
  'The pay stub that it stands on': 'Le bulletin de paie où elle figure',
  'Whether it follows from a recurring item, or was entered by hand':
    "Si elle découle d'un élément récurrent ou a été saisie à la main",
  'Dollars: the custom amount, or else the managed one': 'Dollars : le montant saisi, sinon le montant géré',
  'Dollars as worked out; null on a line that was entered by hand':
    'Dollars calculés; null sur une ligne saisie à la main',
  'What keeps a managed line on the pay stub; null on a line that was entered by hand':
    'Ce qui maintient une ligne gérée sur le bulletin; null sur une ligne saisie à la main',
  'Adjustment that it comes from': 'Rajustement dont elle provient',
  'That code as rules and recurring item say': "Ce code selon les règles et l'élément récurrent",
  'How its amount is spread over tags: the custom way, or else the managed one':
    'Comment son montant se répartit entre les étiquettes : la répartition saisie, sinon la répartition gérée',
  'That day as worked out': 'Ce jour tel que calculé',
  'A type of pay item, with its label': "Un type d'élément de paie, avec son libellé",
  'The language of the label': 'La langue du libellé',
  'With `features=ca`: what it counts for, by calculation and jurisdiction':
    'Avec `features=ca` : ce pour quoi il compte, par calcul et par juridiction',
  'The calculation': 'Le calcul',
  'Its name in the language of the request': 'Son nom dans la langue de la requête',
  'What an amount of the type does there': "Ce qu'y fait un montant de ce type",
  'More about it, where there is more to say': 'Plus de détails, là où il y en a',
  'The form, by its type': 'Le formulaire, par son type',
  'The box of it': 'Sa case',
  'Where; null in all provinces': 'Où; null dans toutes les provinces',
  'Boxes of slips that amounts of the type go to for this calculation':
    'Cases de feuillets où vont les montants du type pour ce calcul',
  'The plan, for pensions and insurance': 'Le régime, pour les pensions et les assurances',
  'By jurisdiction; one that is missing knows no effect': 'Par juridiction; celle qui manque ne connaît aucun effet',
  'What a page in a browser may change of it': "Ce qu'une page dans un navigateur peut en modifier",
  'Whether such a page leaves its attributes alone': 'Si une telle page ne touche pas à ses attributs',
  'What it is taken for': 'À quoi sert la retenue',
  'Dollars, dollars an hour, or percent of income': "Dollars, dollars de l'heure, ou pourcentage du revenu",
  'What the amount is': "Ce qu'est le montant",
  'Percent: of which income': 'Pourcentage : de quel revenu',
  'Percent: what counts as income beside the basis': 'Pourcentage : ce qui compte comme revenu en plus de la base',
  'The type of it alone; null or left out takes all of the kind':
    'Ce seul type; null ou omis prend tous ceux de la sorte',
  'Line items that count as income': 'Lignes qui comptent comme revenu',
  'Percent: deductions and benefits that are taken off the income first':
    "Pourcentage : retenues et avantages déduits d'abord du revenu",
  'Line items that are taken off the income': 'Lignes déduites du revenu',
  'Percent: whether what the law withholds is taken off the income first':
    "Pourcentage : si ce que la loi retient est d'abord déduit du revenu",
  'Percent: dollars of income that stay untouched': 'Pourcentage : dollars de revenu qui restent intouchés',
  'Percent: how much of the remaining income stays untouched':
    'Pourcentage : quelle part du revenu restant reste intouchée',
  'Account that it is remitted to': 'Compte auquel le montant est versé',
  'What is earned; not salary, which is a pay rate': 'Ce qui est gagné; pas le salaire annuel, qui est un taux de paie',
  'Hours entered by hand.': 'Heures saisies à la main.',
  'Pay rate that hours are paid by': 'Taux de paie des heures',
  'Overtime rate that hours are paid by': "Taux d'heures supplémentaires des heures",
  'Hours: the custom ones, or else the managed ones':
    'Heures : celles qui ont été saisies, sinon celles qui sont gérées',
  'Hours as worked out': 'Heures calculées',
  'The payrolls that it may stand on': 'Les paies sur lesquelles cela peut figurer',
  'Which benefit the person contributes to': 'À quel avantage la personne cotise',
  "The employer's part of the same benefit": "La part de l'employeur du même avantage",
  'What the maximum is held against: all line items of the type in the calendar year, or this benefit alone in each pay period':
    "À quoi se mesure le maximum : toutes les lignes du type dans l'année civile, ou cet avantage seul dans chaque période de paie",
  'Whether the tax on insurance premiums of the province is added':
    "Si la taxe de la province sur les primes d'assurance est ajoutée",
  'Dollars, or percent of income': 'Dollars, ou pourcentage du revenu',
  'The amount is taken so many times': 'Nombre de fois que le montant est prélevé',
  'Dollars a year at most; null without limit': 'Dollars par année au plus; null sans limite',
  'Dollars; exactly one of amount and percent': 'Dollars; exactement un de amount et percent',
  'Percent of income, in place of an amount': "Pourcentage du revenu, à la place d'un montant",
  'Percent of income: only with Prefer: deprecate_benefit_percent=false':
    'Pourcentage du revenu : seulement avec Prefer: deprecate_benefit_percent=false',
  'Which benefit the employer pays for': "Pour quel avantage l'employeur paie",
  "The employee's part of the same benefit": "La part de l'employé du même avantage",
  'What the law takes from the employer': "Ce que la loi prend de l'employeur",
  'Whether the calculation made it': "Si le calcul l'a faite",
  'What the rate is paid for': 'Pour quoi le taux est payé',
  'Dollars an hour, or a year for a salary': "Dollars de l'heure, ou par année pour un salaire annuel",
  'Hours a week that are paid unless others are entered':
    "Heures par semaine qui sont payées à moins que d'autres ne soient saisies",
  'Whether it can change: no approved payroll has used it': "S'il peut changer : aucune paie approuvée ne l'a utilisé",
  'Earliest day at which it may end: approved payrolls used it until then':
    "Premier jour où il peut prendre fin : des paies approuvées l'ont utilisé jusque-là",
  'What the law withholds': 'Ce que la loi retient',
};
