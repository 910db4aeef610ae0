/** Descriptions of statutory calculations: the English as it is declared, and the French of it. */
export const STATUTORY: Readonly<Record<string, string>> = {
  'Calculate statutory withholdings of given figures, explained.':
    'Calculer les retenues à la source de chiffres donnés, avec explication.',
  'Calculate statutory withholdings of given figures, explained':
    'Calculer les retenues à la source de chiffres donnés, avec explication',
  'Uses only the figures in the request, not those of any employee.':
    "N'utilise que les chiffres de la requête, et non ceux d'un employé.",
  'Stores nothing.': "N'enregistre rien.",
  'Pay frequency; required where pay_periods is not given':
    "Fréquence de paie; obligatoire quand pay_periods n'est pas donné",
  'Pay periods in the year; takes precedence over pay_frequency':
    "Périodes de paie dans l'année; l'emporte sur pay_frequency",
  'Province of employment; OC is outside Canada': "Province d'emploi; OC est l'extérieur du Canada",
  'For pensioners and others who are not employees: no contributions, no employment credit or deduction':
    'Pour les personnes retraitées et les autres qui ne sont pas des employés : ni cotisations, ni crédit ou déduction pour emploi',
  'No claims other than those on the forms': 'Aucune demande autre que celles des formulaires',
  'Method for income tax': "Méthode de calcul de l'impôt sur le revenu",
  "Rounding: as in the published formulas, or as in the CRA's own calculator":
    "Arrondissement : comme dans les formules publiées, ou comme dans le calculateur de l'ARC",
  'How a bonus is taxed: on a year of such pays, or on the year to date':
    "Comment une prime est imposée : sur une année de telles paies, ou sur le cumul de l'année",
  'Dollars of salary or wage': 'Dollars de salaire',
  'Non-periodic dollars': 'Dollars non périodiques',
  'Regular pay of the last period, where none is paid with the bonus':
    "Paie régulière de la dernière période, quand aucune n'est versée avec la prime",
  'Taxable, pensionable and insurable': 'Imposable, ouvrant droit à pension et assurable',
  'Taxable and pensionable, not insurable; not part of gross pay':
    'Imposable et ouvrant droit à pension, non assurable; ne fait pas partie de la paie brute',
  'Contributions to registered pension plans': 'Cotisations à des régimes de pension agréés',
  'Contributions to registered retirement savings plans': "Cotisations à des régimes enregistrés d'épargne-retraite",
  'Contribution to a first home savings account: lowers Quebec tax alone':
    "Cotisation à un compte d'épargne libre d'impôt pour l'achat d'une première propriété (CELIAPP) : ne réduit que l'impôt du Québec",
  'RPP and RRSP contributions taken from the bonus (F3)':
    'Cotisations à un RPA et à un REER prélevées sur la prime (F3)',
  'Alimony of an order before May 1997 (F2)': "Pension alimentaire d'une ordonnance d'avant mai 1997 (F2)",
  'Deductions of the year approved by a tax office (F1)':
    "Déductions de l'année autorisées par un bureau des services fiscaux (F1)",
  'First pay period in which it applies': "Première période de paie où cela s'applique",
  'Deduction of the year for living in a prescribed zone (HD)':
    "Déduction de l'année pour les habitants d'une zone visée par règlement (HD)",
  'J and J1 of TP-1015.F': 'J et J1 de TP-1015.F',
  'Claims of the federal TD1': 'Demandes du TD1 fédéral',
  'Claim code of the form; E for none at all': 'Code de demande du formulaire; E pour aucun impôt',
  'Dollars claimed on the form': 'Dollars demandés sur le formulaire',
  'First day of the form; the amount is indexed each January 1 after it':
    'Premier jour du formulaire; le montant est indexé chaque 1er janvier qui suit',
  'Part of the amount that is not indexed: pension income, tuition, education':
    "Partie du montant qui n'est pas indexée : revenu de pension, frais de scolarité, études",
  'Claims of the provincial TD1, or of the TP-1015.3': 'Demandes du TD1 provincial, ou du TP-1015.3',
  'Credits of the year approved by a tax office (K3)':
    "Crédits de l'année autorisés par un bureau des services fiscaux (K3)",
  'Credits of the year approved by a tax office (K3P; K1 in Quebec)':
    "Crédits de l'année autorisés par un bureau des services fiscaux (K3P; K1 au Québec)",
  "Dependants counted for Ontario's tax reduction":
    "Personnes à charge comptées pour la réduction d'impôt de l'Ontario",
  'Additional tax that the employee asked to have withheld':
    'Impôt supplémentaire que la personne a demandé de retenir',
  'The same for Quebec': 'La même chose pour le Québec',
  'Shares of labour-sponsored funds bought in the period': 'Actions de fonds de travailleurs achetées dans la période',
  'Those with the federal credit': 'Celles qui donnent droit au crédit fédéral',
  'Those with the provincial credit': 'Celles qui donnent droit au crédit provincial',
  'Of the Fonds de solidarité FTQ': 'Du Fonds de solidarité FTQ',
  'Of Fondaction': 'De Fondaction',
  'Number of the pay period in the year': "Numéro de la période de paie dans l'année",
  'The estimates of a TD1X, and the days since the last payment in the year':
    "Les estimations d'un TD1X, et les jours depuis le dernier paiement de l'année",
  'Days since the last payment in the year': "Jours depuis le dernier paiement de l'année",
  'The percentage of commissions that counts for Quebec tax, from a TP-1015.R.13.1':
    "Le pourcentage des commissions qui compte pour l'impôt du Québec, selon un TP-1015.R.13.1",
  'Part 2.1 or 2.2 of TP-1015.F; 2.2 without saying so for commissions of a TP-1015.R.13.1 or TD1X':
    "Partie 2.1 ou 2.2 du TP-1015.F; par défaut 2.2 pour les commissions d'un TP-1015.R.13.1 ou d'un TD1X",
  'Which of the two methods of TP-1015.F taxes a lump sum':
    'Laquelle des deux méthodes du TP-1015.F impose un paiement forfaitaire',
  'No contributions to the Canada or Québec Pension Plan':
    'Aucune cotisation au Régime de pensions du Canada ou au Régime de rentes du Québec',
  'No employment insurance premiums': "Aucune cotisation à l'assurance-emploi",
  'No Québec parental insurance premiums': "Aucune cotisation au Régime québécois d'assurance parentale",
  'No federal income tax': 'Aucun impôt fédéral',
  'No provincial income tax': 'Aucun impôt provincial',
  'No surtax for employment outside Canada': "Aucune surtaxe pour emploi à l'extérieur du Canada",
  'Year to date before this pay': "Cumul de l'année avant cette paie",
  'Pensionable earnings, non-periodic ones included': 'Gains ouvrant droit à pension, y compris les non périodiques',
  'Insurable earnings, non-periodic ones included': 'Gains assurables, y compris les non périodiques',
  'Canada Pension Plan contributions, without the second additional ones':
    'Cotisations au Régime de pensions du Canada, sans les deuxièmes cotisations supplémentaires',
  'Second additional Canada Pension Plan contributions':
    'Deuxièmes cotisations supplémentaires au Régime de pensions du Canada',
  'Employment insurance premiums': "Cotisations à l'assurance-emploi",
  'Québec Pension Plan contributions, without the second additional ones':
    'Cotisations au Régime de rentes du Québec, sans les deuxièmes cotisations supplémentaires',
  'Second additional Québec Pension Plan contributions':
    'Deuxièmes cotisations supplémentaires au Régime de rentes du Québec',
  'Québec parental insurance premiums': "Cotisations au Régime québécois d'assurance parentale",
  "The employer's employment insurance premiums": "Les cotisations de l'employeur à l'assurance-emploi",
  "The employer's Québec parental insurance premiums":
    "Les cotisations de l'employeur au Régime québécois d'assurance parentale",
  'Periodic taxable income': 'Revenu imposable périodique',
  'Federal tax on periodic pay, without additional tax':
    "Impôt fédéral sur la paie périodique, sans l'impôt supplémentaire",
  'Provincial tax on periodic pay, without additional tax':
    "Impôt provincial sur la paie périodique, sans l'impôt supplémentaire",
  'Non-periodic taxable income (B1)': 'Revenu imposable non périodique (B1)',
  'Tax withheld on non_periodic (M1)': 'Impôt retenu sur non_periodic (M1)',
  'Additional pension contributions that were deducted from periodic pay (F5A)':
    'Cotisations de pension supplémentaires déduites de la paie périodique (F5A)',
  'Those deducted from non-periodic pay (F5B)': 'Celles déduites de la paie non périodique (F5B)',
  'RPP and RRSP contributions taken from non_periodic (F4)':
    'Cotisations à un RPA et à un REER prélevées sur non_periodic (F4)',
  'Shares bought this year, for the yearly limits of the credits':
    'Actions achetées cette année, pour les limites annuelles des crédits',
  'Insurable earnings of the year paid in Quebec, after a move':
    "Gains assurables de l'année versés au Québec, après un changement de province d'emploi",
  'Contributions to a first home savings account (F of TP-1015.F)': 'Cotisations à un CELIAPP (F de TP-1015.F)',
  'Deduction for workers on earlier pays (H1 of TP-1015.F)':
    'Déduction pour travailleur sur les paies précédentes (H1 du TP-1015.F)',
  'Commissions that did not count because of a TP-1015.R.13.1':
    "Commissions qui n'ont pas compté à cause d'un TP-1015.R.13.1",
  'Quebec tax withheld on non_periodic': 'Impôt du Québec retenu sur non_periodic',
  'The figures of one pay': "Les chiffres d'une paie",
  'The amounts and their explanation': 'Les montants et leur explication',
  "Calculate an employer's health taxes of a year, and their instalments":
    "Calculer les impôts-santé d'un employeur pour une année, et leurs acomptes",
  'From the approved payrolls of the year and a forecast of the others.':
    "À partir des paies approuvées de l'année et d'une prévision des autres.",
  'Shows what is due and when, not what was remitted.': 'Montre ce qui est dû et quand, et non ce qui a été versé.',
  'Calendar year': 'Année civile',
  "Dollars of British Columbia's tax of the previous year; default from its payrolls":
    "Dollars de l'impôt de la Colombie-Britannique de l'année précédente; par défaut, d'après ses paies",
  'How often the employer remits source deductions to Revenu Québec':
    "Fréquence des versements de retenues à la source de l'employeur à Revenu Québec",
  'The present year': "L'année en cours",
  'The taxes by province, with their instalments': 'Les impôts par province, avec leurs acomptes',
  'Explain the statutory holiday pay of a pay stub': "Expliquer l'indemnité de jour férié d'un bulletin de paie",
  'A configuration can be tried without saving it.': "Une configuration peut être essayée sans l'enregistrer.",
  'The pay stub to calculate it for': 'Le bulletin de paie pour lequel elle est calculée',
  "Overrides members of the work assignment's tax property ca::statutory_holiday_pay":
    "Remplace des membres de la propriété fiscale ca::statutory_holiday_pay de l'affectation",
  'Rules of another jurisdiction than the place of work, e.g. ca_on':
    "Règles d'un autre ressort que celui du lieu de travail, p. ex. ca_on",
  'Ontario, tried on a pay stub': 'Ontario, essayé sur un bulletin de paie',
  'The rules and their result': 'Les règles et leur résultat',
  'One step of a calculation, with the figures that it used':
    "Une étape d'un calcul, avec les chiffres qu'elle a utilisés",
  'What is calculated': 'Ce qui est calculé',
  'The formula, with the names of the figures': 'La formule, avec les noms des chiffres',
  Result: 'Résultat',
  'The figures that it used, by name': "Les chiffres qu'elle a utilisés, par nom",
  'Sources of the rule and the figures': 'Sources de la règle et des chiffres',
  'Where in the sources the rule is': 'Où se trouve la règle dans les sources',
  'In English': 'En anglais',
  'In French': 'En français',
  'What would lower the amount, where the source itself says so':
    'Ce qui réduirait le montant, quand la source elle-même le dit',
  "An employer's health taxes of a year, and when they are due":
    "Les impôts-santé d'un employeur pour une année, et leurs échéances",
  'Dollars of approved payrolls': 'Dollars de paies approuvées',
  'Dollars expected of regular payrolls that are not approved':
    'Dollars attendus des paies régulières qui ne sont pas approuvées',
  'Taxable remuneration of the year': "Rémunération imposable de l'année",
  'Percent of the non-exempt remuneration': 'Pourcentage de la rémunération non exonérée',
  "Dollars of the year's tax": "Dollars de l'impôt de l'année",
  'Day on which it is due, a business day': 'Jour où il est dû, un jour ouvrable',
  'First pay date that it covers': "Première date de paie qu'il vise",
  'Last pay date that it covers': "Dernière date de paie qu'il vise",
  'Taxable dollars paid on them': 'Dollars imposables versés à ces dates',
  'Dollars to pay': 'Dollars à payer',
  'Whether payrolls that are not approved yet may change it':
    'Si des paies qui ne sont pas encore approuvées peuvent le changer',
  'Instalments of the year, in order': "Acomptes de l'année, dans l'ordre",
  'Due date of the annual return': 'Échéance de la déclaration annuelle',
  'Dollars left to pay; negative for an overpayment': 'Dollars qui restent à payer; négatif pour un trop-payé',
  'Balance settled by the annual return': 'Solde que règle la déclaration annuelle',
  'Sources of the figures and dates': 'Sources des chiffres et des dates',
  'The warning in a sentence': "L'avertissement en une phrase",
  'Subject of the warning': "Objet de l'avertissement",
  'Warnings about the figures': 'Avertissements au sujet des chiffres',
  'One entry for each province in which someone is paid': "Une entrée pour chaque province où quelqu'un est payé",
  'What was calculated': 'Ce qui a été calculé',
  'Statutory holiday pay, and how it came about': 'Indemnité de jour férié, et comment elle est obtenue',
  'Why there is no holiday pay; null where there is': "Pourquoi il n'y a pas d'indemnité; null quand il y en a une",
  'Jurisdiction of the place of work, e.g. ca_on': 'Ressort du lieu de travail, p. ex. ca_on',
  'The configuration that was used': 'La configuration utilisée',
  'Id of the rule': 'Id de la règle',
  Explanation: 'Explication',
  'Days in the averaging period': 'Jours de la période de calcul de la moyenne',
  'Days of work that the earnings are divided by': 'Jours de travail par lesquels les gains sont divisés',
  'Earnings that count': 'Gains qui comptent',
  'Rules of the jurisdiction': 'Règles du ressort',
  'Key of the holiday': 'Clé du jour férié',
  'Date on which it is observed': 'Date où il est observé',
  'Dollars of holiday pay': "Dollars d'indemnité de jour férié",
  'The holidays of the pay period, for an employee on a regular payroll':
    'Les jours fériés de la période de paie, pour un employé, sur une paie régulière',
  'Statutory withholdings and their explanation': 'Retenues à la source et leur explication',
  'Canada Pension Plan, base and first additional contribution':
    'Régime de pensions du Canada, cotisation de base et première cotisation supplémentaire',
  'Canada Pension Plan, second additional contribution':
    'Régime de pensions du Canada, deuxième cotisation supplémentaire',
  'Québec Pension Plan, base and first additional contribution':
    'Régime de rentes du Québec, cotisation de base et première cotisation supplémentaire',
  'Québec Pension Plan, second additional contribution':
    'Régime de rentes du Québec, deuxième cotisation supplémentaire',
  'Employment insurance': 'Assurance-emploi',
  'Québec parental insurance plan': "Régime québécois d'assurance parentale",
  'Federal income tax on periodic pay': 'Impôt fédéral sur la paie périodique',
  'Federal income tax on non-periodic pay': 'Impôt fédéral sur la paie non périodique',
  'Provincial or territorial income tax on periodic pay': 'Impôt provincial ou territorial sur la paie périodique',
  'Provincial or territorial income tax on non-periodic pay':
    'Impôt provincial ou territorial sur la paie non périodique',
  Total: 'Total',
  'Dollars withheld from pay': 'Dollars retenus sur la paie',
  'Dollars that the employer adds': "Dollars que l'employeur ajoute",
  'First pay date of the figures that were used': 'Première date de paie des chiffres utilisés',
  'Whether older figures are used because those of that day are not known yet':
    'Si des chiffres plus anciens sont utilisés parce que ceux de ce jour ne sont pas encore connus',
};
