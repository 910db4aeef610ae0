/** Descriptions of payments: the English as it is declared, and the French of it. */
export const PAYMENTS: Readonly<Record<string, string>> = {
  'One scheduled movement of money of an approved payroll.': "Un mouvement d'argent prévu d'une paie approuvée.",
  'The payroll that it belongs to': 'La paie à laquelle il appartient',
  'The remittance account that is paid; null for all other payments':
    'Le compte de versement qui est payé; null pour tous les autres paiements',
  'The pay stub whose net pay, or part of it, it pays; null for all other payments':
    'Le bulletin de paie dont il verse la paie nette, ou une partie; null pour tous les autres paiements',
  'The bank account that is debited or paid; null where none is needed, and until it is submitted where the primary one of its owner will be':
    "Le compte bancaire débité ou payé; null quand il n'en faut pas et, jusqu'à ce que le paiement soit soumis, quand ce sera le compte principal de son titulaire",
  '`payroll_float` is the debit of the employer, which funds the others; `employee` pays an employee or a contractor; `cra` and `rq` remit to the tax agencies, `bill_pay` to others.':
    "`payroll_float` est le débit de l'employeur, qui finance les autres; `employee` paie un employé ou un entrepreneur; `cra` et `rq` versent aux agences fiscales, `bill_pay` à d'autres.",
  'A debit or remittance of more than 99,999,999.99 is several payments':
    'Un débit ou un versement de plus de 99 999 999,99 est réparti en plusieurs paiements',
  '`pad` debits the employer; `direct_deposit` pays into an account; `manual` payments are made by the employer outside the service, so they are not funded':
    "`pad` débite l'employeur; `direct_deposit` paie dans un compte; les paiements `manual` sont faits par l'employeur hors du service : ils ne sont donc pas financés",
  Dollars: 'Dollars',
  'Day on which it is submitted to the banking network, at 16:30 Toronto time':
    'Jour où il est soumis au réseau bancaire, à 16 h 30, heure de Toronto',
  'Day on which the money should arrive': "Jour où l'argent devrait arriver",
  'Whether one of its days was moved because of a weekend or holiday':
    "Si l'un de ses jours a été déplacé à cause d'une fin de semaine ou d'un jour férié",
  'Whether it is on hold': "S'il est retenu",
  'Since when it is on hold': 'Depuis quand il est retenu',
  'true for payments on hold, false for the others': 'true pour ceux qui sont retenus, false pour les autres',
  'Payment rail: `simulated` moves no money, `cpa_005` is a file for a bank':
    "Réseau de paiement : `simulated` ne déplace pas d'argent, `cpa_005` est un fichier pour une banque",
  'Why it failed; null unless it failed': "Pourquoi il a échoué; null s'il n'a pas échoué",
  'That reason in the language of the request': 'Cette raison dans la langue de la requête',
  "The bank's code for that reason, where it gave one": 'Le code de la banque pour cette raison, si elle en a donné un',
  'The failed payment that this one replaces': 'Le paiement échoué que celui-ci remplace',
  'The payment that replaces this one': 'Le paiement qui remplace celui-ci',
  'Put a hold on a payment': 'Retenir un paiement',
  'Its status does not change.': 'Son état ne change pas.',
  'A payment that is still on hold on its processing day becomes overdue; then only the operator of the service can release it.':
    "Un paiement encore retenu à son jour de traitement devient en retard; seul l'exploitant du service peut alors le libérer.",
  'It is processed on its day, as if it had never been on hold.':
    "Il est traité à son jour, comme s'il n'avait jamais été retenu.",
  'The record afterwards': 'Le dossier ensuite',
  'Lift the hold on a payment': 'Libérer un paiement retenu',
  'Make a failed payment again': 'Refaire un paiement échoué',
  "Creates a payment that replaces it, processed at the next cut-off and paid to the payee's primary account.":
    'Crée un paiement qui le remplace, traité à la prochaine heure limite et versé au compte principal du bénéficiaire.',
  'For a debit of the employer, payments that were canceled because it failed are made again too.':
    "Pour un débit de l'employeur, les paiements annulés parce qu'il a échoué sont refaits aussi.",
  'Returns the failed payment; its `replaced_by` is the new one.':
    'Répond par le paiement échoué; son `replaced_by` est le nouveau.',
  'The outcome': 'Le résultat',
  'Why it is returned; default insufficient_funds': 'Pourquoi il est retourné; insufficient_funds par défaut',
  "true (default): at once, as soon as it is funded. false: on the payment's own days":
    "true (par défaut) : tout de suite, dès qu'il est financé. false : aux jours du paiement",
  'Set the outcome of a simulated payment': "Fixer le résultat d'un paiement simulé",
  'Only for payments whose rail is `simulated`, which move no money.':
    "Seulement pour les paiements dont `rail` est `simulated`, qui ne déplacent pas d'argent.",
  'A pending payment is submitted as soon as it is funded, and has this outcome; the answer does not wait for it: the payment and its payroll show it a moment later.':
    "Un paiement en attente est soumis dès qu'il est financé, et a ce résultat; la réponse n'attend pas cela : le paiement et sa paie le montrent un instant plus tard.",
  'One that has arrived can still be returned.': 'Un paiement qui est arrivé peut encore être retourné.',
  'The account has been closed': 'Le compte a été fermé',
  'List the remittances of a payroll and their due dates': "Énumérer les versements d'une paie et leurs échéances",
  'Amounts by account, to the cent from the line items; for a draft they are expected amounts.':
    "Montants par compte, au cent près d'après les lignes de paie; pour un brouillon, ce sont des montants prévus.",
  'Their total is what the payroll costs beyond net pay.':
    'Leur total est ce que la paie coûte en plus de la paie nette.',
  'Remittances of a payroll, not paginated': "Versements d'une paie, sans pagination",
  'Part of a payroll that is remitted to one account': "Part d'une paie qui est versée à un compte",
  'The account; null for amounts without an account, which the employer remits outside the service':
    "Le compte; null pour les montants sans compte, que l'employeur verse hors du service",
  'Provider of the account': 'Fournisseur du compte',
  "The provider's number for the account, where known": "Numéro du compte chez le fournisseur, s'il est connu",
  'Dollars; negative where corrections exceed what is due':
    'Dollars; négatif quand des corrections dépassent ce qui est dû',
  'Amounts by kind of line item': 'Montants par sorte de ligne de paie',
  'Amount in dollars': 'Montant en dollars',
  "Due date, by the agency's remitter type; once payments are made, the date that they were made for; null for providers that are not tax agencies":
    "Échéance, selon le type d'auteur de versements de l'administration fiscale; une fois les paiements faits, la date pour laquelle ils l'ont été; null pour les fournisseurs qui ne sont pas des administrations fiscales",
  'First pay date covered by the remittance': 'Première date de paie visée par le versement',
  'Last pay date covered by the remittance': 'Dernière date de paie visée par le versement',
};
