/** Descriptions of payments: the English as it is declared, and the French of it. */
export const PAYMENTS: Readonly<Record<string, string>> = {
  'One scheduled movement of money of an approved payroll.':
    "Un mouvement d'argent prévu qui appartient à une paie approuvée.",
  'The payroll that it belongs to': 'La paie dont il fait partie',
  'The remittance account that is paid; null for all other payments':
    'Le compte auquel il est versé; null pour tous les autres paiements',
  'The pay stub whose net pay, or part of it, it pays; null for all other payments':
    'Le bulletin dont il est la paie nette, ou une partie; null pour tous les autres paiements',
  'The bank account that is debited or paid; null where none is needed':
    "Le compte bancaire débité ou payé; null là où il n'en faut pas",
  '`payroll_float` is the debit of the employer, which funds the others; `employee` pays an employee or a contractor; `cra` and `rq` remit to the tax agencies, `bill_pay` to others':
    "`payroll_float` est le débit de l'employeur, qui finance les autres; `employee` paie un employé ou un entrepreneur; `cra` et `rq` versent aux agences fiscales, `bill_pay` à d'autres",
  '`pad` debits the employer; `direct_deposit` pays into an account; `manual` payments are made by the employer outside the service, so they are not funded':
    "`pad` débite l'employeur, `direct_deposit` paie dans un compte; ceux de type `manual`, l'employeur les fait lui-même : ils ne sont pas financés",
  Dollars: 'Dollars',
  'Day on which it is submitted to the banking network, at 16:30 Toronto time':
    'Jour où il est remis au réseau bancaire, à 16 h 30 à Toronto',
  'Day on which the money should arrive': "Jour où l'argent devrait arriver",
  'Whether one of its days was moved because of a weekend or holiday':
    "Si un de ses jours a été déplacé hors d'une fin de semaine ou d'un jour férié",
  'Whether it is on hold': "S'il est retenu",
  'Since when it is on hold': 'Depuis quand il est retenu',
  'true for payments on hold, false for the others': 'true pour ceux qui sont retenus, false pour les autres',
  'Payment rail: `simulated` moves no money, `cpa_005` is a file for a bank':
    "Par où il passe : `simulated` ne déplace pas d'argent, `cpa_005` est un fichier pour une banque",
  'Why it failed; null unless it failed': "Pourquoi il n'a pas abouti; null sauf s'il a échoué",
  'That reason in the language of the request': 'Cette raison dans la langue de la requête',
  "The bank's code for that reason, where it gave one":
    'Le code des banques pour cette raison, si elles en ont donné un',
  'The failed payment that this one replaces': "Le paiement qui n'a pas abouti et que celui-ci refait",
  'The payment that replaces this one': 'Le paiement qui refait celui-ci',
  'Put a hold on a payment': 'Retenir un paiement',
  'Its status does not change.': 'Son état reste.',
  'A payment that is still on hold on its processing day becomes overdue; then only the operator of the service can release it.':
    "Un paiement encore retenu le jour où il devrait être remis passe en retard, et seul l'exploitant du service le libère alors.",
  'It is processed on its day, as if it had never been on hold.':
    "Il est remis en son jour, comme s'il n'avait jamais été retenu.",
  'The record afterwards': 'Le dossier ensuite',
  'Lift the hold on a payment': 'Libérer un paiement retenu',
  'Make a failed payment again': 'Refaire un paiement échoué',
  "Creates a payment that replaces it, processed at the next cut-off and paid to the payee's primary account.":
    'Un autre paiement est fait à sa place, qui part à la prochaine heure de remise et va au compte principal du bénéficiaire.',
  'For a debit of the employer, payments that were canceled because it failed are made again too.':
    "Avec le débit de l'employeur, ce qui a été annulé parce qu'il a échoué est refait aussi.",
  'Returns the failed payment; its `replaced_by` is the new one.':
    'La réponse est le paiement échoué, dont `replaced_by` nomme le nouveau.',
  'The outcome': 'Ce qui en résulte',
  'Why it is returned; default insufficient_funds': 'Pourquoi il est retourné; insufficient_funds si omis',
  "true (default): at once, as soon as it is funded. false: on the payment's own days":
    'Si aussitôt, dès qu’il est financé : le défaut. false : aux jours du paiement',
  'Set the outcome of a simulated payment': "Dire ce qui résulte d'un paiement simulé",
  'Only for payments whose rail is `simulated`, which move no money.':
    "Seulement pour les paiements dont `rail` est `simulated`, qui ne déplacent pas d'argent.",
  'A pending payment is submitted as soon as it is funded, and has this outcome.':
    "Un paiement en attente est transmis dès qu'il est provisionné, et connaît cette issue.",
  'One that has arrived can still be returned.': 'Un paiement qui est arrivé peut encore être retourné.',
  'The account has been closed': 'Le compte a été fermé',
  'List the remittances of a payroll and their due dates': "Lister ce qu'une paie verse, et quand c'est exigible",
  'Amounts by account, to the cent from the line items; for a draft they are expected amounts.':
    "Par compte, au cent près ce que disent ses lignes; d'un brouillon, c'est ce qui est prévu.",
  'Their total is what the payroll costs beyond net pay.':
    "Ensemble, c'est ce que la paie coûte au-delà de la paie nette.",
  'Remittances of a payroll, not paginated': "Ce qu'une paie verse, sans pages",
  'Part of a payroll that is remitted to one account': "Ce qui d'une paie va à un compte de versements",
  'The account; null for amounts without an account, which the employer remits outside the service':
    "Le compte; null pour ce qui n'a pas de compte désigné, que l'employeur transmet lui-même",
  'Provider of the account': 'Auprès de qui est le compte',
  "The provider's number for the account, where known": "Le numéro du compte chez le fournisseur, s'il est connu",
  'Dollars; negative where corrections exceed what is due':
    'Dollars; sous 0 où des corrections reprennent plus que ce qui est dû',
  'Amounts by kind of line item': 'De même par sorte de ligne',
  'Amount in dollars': 'Ses dollars',
  "Due date, by the agency's remitter type; once payments are made, the date that they were made for; null for providers that are not tax agencies":
    "Quand c'est exigible, selon le type d'auteur de versements de l'administration; une fois les paiements faits, la date pour laquelle ils l'ont été; null auprès de qui n'est pas une administration fiscale",
  'First pay date covered by the remittance': 'Première date de paie de ce qui est versé ensemble',
  'Last pay date covered by the remittance': 'Dernière date de paie de ce qui est versé ensemble',
};
