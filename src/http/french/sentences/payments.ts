/** Descriptions of payments: the English as it is declared, and the French of it. */
export const PAYMENTS: Readonly<Record<string, string>> = {
  'One scheduled movement of money that belongs to an approved payroll.':
    "Un mouvement d'argent prévu qui appartient à une paie approuvée.",
  'The payroll that it belongs to': 'La paie dont il fait partie',
  'The account that is remitted to; null for all other payments':
    'Le compte auquel il est versé; null pour tous les autres paiements',
  'The pay stub whose net pay it is, or a part of it; null for all other payments':
    'Le bulletin dont il est la paie nette, ou une partie; null pour tous les autres paiements',
  'The bank account that is debited or paid; null where none is needed':
    "Le compte bancaire débité ou payé; null là où il n'en faut pas",
  '`payroll_float` is the debit of the employer, which funds the others; `employee` pays an employee or a contractor; `cra` and `rq` remit to the tax agencies, `bill_pay` to others':
    "`payroll_float` est le débit de l'employeur, qui finance les autres; `employee` paie un employé ou un entrepreneur; `cra` et `rq` versent aux agences fiscales, `bill_pay` à d'autres",
  '`pad` debits the employer, `direct_deposit` pays into an account; `manual` ones the employer makes by itself, so they are not funded':
    "`pad` débite l'employeur, `direct_deposit` paie dans un compte; ceux de type `manual`, l'employeur les fait lui-même : ils ne sont pas financés",
  Dollars: 'Dollars',
  'Day on which it is handed over to the banking network, at 16:30 in Toronto':
    'Jour où il est remis au réseau bancaire, à 16 h 30 à Toronto',
  'Day on which the money should arrive': "Jour où l'argent devrait arriver",
  'Whether a day of it was moved off a weekend or holiday':
    "Si un de ses jours a été déplacé hors d'une fin de semaine ou d'un jour férié",
  'Whether it is held back': "S'il est retenu",
  'Since when it is held back': 'Depuis quand il est retenu',
  'true for those that are held back, false for the others': 'true pour ceux qui sont retenus, false pour les autres',
  'Over what it goes: `simulated` moves no money, `cpa_005` is a file for a bank':
    "Par où il passe : `simulated` ne déplace pas d'argent, `cpa_005` est un fichier pour une banque",
  'Why it came to nothing; null unless it failed': "Pourquoi il n'a pas abouti; null sauf s'il a échoué",
  'That reason in the language of the request': 'Cette raison dans la langue de la requête',
  "The banks' code of that reason, where they gave one":
    'Le code des banques pour cette raison, si elles en ont donné un',
  'The payment that came to nothing and that this one makes again':
    "Le paiement qui n'a pas abouti et que celui-ci refait",
  'The payment that makes this one again': 'Le paiement qui refait celui-ci',
  'Put a hold on a payment': 'Retenir un paiement',
  'Its status stays.': 'Son état reste.',
  'A payment that is still held on the day on which it should be handed over becomes overdue, and only the operator of the service releases it then.':
    "Un paiement encore retenu le jour où il devrait être remis passe en retard, et seul l'exploitant du service le libère alors.",
  'It is handed over on its day, as if it had never been held.':
    "Il est remis en son jour, comme s'il n'avait jamais été retenu.",
  'The record after it': 'Le dossier ensuite',
  'Lift the hold on a payment': 'Libérer un paiement retenu',
  'Make a failed payment again': 'Refaire un paiement échoué',
  'Another payment is made in its place, which leaves at the next hour of hand-over and goes to the main account of the payee.':
    'Un autre paiement est fait à sa place, qui part à la prochaine heure de remise et va au compte principal du bénéficiaire.',
  'With the debit of the employer, what was canceled because it failed is made again too.':
    "Avec le débit de l'employeur, ce qui a été annulé parce qu'il a échoué est refait aussi.",
  'The answer is the failed payment, whose `replaced_by` names the new one.':
    'La réponse est le paiement échoué, dont `replaced_by` nomme le nouveau.',
  'What comes of it': 'Ce qui en résulte',
  'Why it is returned; insufficient_funds when left out': 'Pourquoi il est retourné; insufficient_funds si omis',
  'Whether at once, as soon as it is funded: the default. false: on the days of the payment':
    'Si aussitôt, dès qu’il est financé : le défaut. false : aux jours du paiement',
  'Say what comes of a simulated payment': "Dire ce qui résulte d'un paiement simulé",
  'Only of payments whose rail is `simulated`, which move no money.':
    "Seulement pour les paiements dont `rail` est `simulated`, qui ne déplacent pas d'argent.",
  'A pending one is handed over at once, as soon as what funds it is paid, and ends as is said here; one that has arrived can be returned after all.':
    'Un paiement en attente est remis aussitôt, dès que ce qui le finance est payé, et finit comme il est dit ici; un paiement arrivé peut encore être retourné.',
  'The account has been closed': 'Le compte a été fermé',
  'List what a payroll remits, and when it is due': "Lister ce qu'une paie verse, et quand c'est exigible",
  'By account, to the cent what its line items say; of a draft it is what is expected.':
    "Par compte, au cent près ce que disent ses lignes; d'un brouillon, c'est ce qui est prévu.",
  'Together it is what the payroll costs beyond net pay.':
    "Ensemble, c'est ce que la paie coûte au-delà de la paie nette.",
  'What a payroll remits, without pages': "Ce qu'une paie verse, sans pages",
  'What of a payroll goes to one remittance account': "Ce qui d'une paie va à un compte de versements",
  'The account; null for what no account is named for, which the employer hands on by itself':
    "Le compte; null pour ce qui n'a pas de compte désigné, que l'employeur transmet lui-même",
  'With whom the account is': 'Auprès de qui est le compte',
  "The provider's number of the account, where it is known": "Le numéro du compte chez le fournisseur, s'il est connu",
  'Dollars; below 0 where corrections take back more than is due':
    'Dollars; sous 0 où des corrections reprennent plus que ce qui est dû',
  'The same by kind of line item': 'De même par sorte de ligne',
  'Its dollars': 'Ses dollars',
  "When it is due, by the agency's remitter type; null with who is no tax agency":
    "Quand c'est exigible, selon le type d'auteur de versements de l'administration; null auprès de qui n'est pas une administration fiscale",
  'First pay date of what is remitted together': 'Première date de paie de ce qui est versé ensemble',
  'Last pay date of what is remitted together': 'Dernière date de paie de ce qui est versé ensemble',
};
