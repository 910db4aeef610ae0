/** Descriptions of calls to webhooks and of replays: the English as it is declared, and the French of it. */
export const WEBHOOKS: Readonly<Record<string, string>> = {
  // Calls that were made.
  'List the calls to a webhook': 'Énumérer les appels à un webhook',
  'The latest first.': 'Les plus récents en premier.',
  'They are kept after their end for 30 days, unless the operator has set another time.':
    "Ils sont conservés 30 jours après leur fin, à moins que l'exploitant n'ait fixé une autre durée.",
  'Calls with this status': 'Appels dans cet état',
  'Calls for this event': 'Appels pour cet événement',
  'Calls about this record': 'Appels au sujet de ce dossier',
  'A page of them': 'Une page de ces appels',
  'A page of calls to a webhook': "Une page d'appels à un webhook",
  'Retrieve a call to a webhook': 'Obtenir un appel à un webhook',
  'With the result of the last attempt.': 'Avec le résultat de la dernière tentative.',
  'The call': "L'appel",
  'Result of an attempt': "Résultat d'une tentative",
  'When it ended': 'Quand il a pris fin',
  'Duration in milliseconds': 'Durée en millisecondes',
  'HTTP status of the answer; null when there was none': "Statut HTTP de la réponse; null s'il n'y en a pas eu",
  'Why there was no answer, or why it did not come to its end':
    "Pourquoi il n'y a pas eu de réponse, ou pourquoi elle n'est pas allée jusqu'à sa fin",
  "Beginning of the answer's body": 'Début du corps de la réponse',
  'The webhook that is called': 'Le webhook appelé',
  'Event; `ping` is a test call': "Événement; `ping` est un appel d'essai",
  'The record that it is about, as sent to the receiver': "Le dossier dont il s'agit, tel qu'envoyé au destinataire",
  'Its number among the calls of the webhook': 'Son numéro parmi les appels du webhook',
  'Position of the event in the ledger': "Position de l'événement dans le registre",
  '`pending` until it is received (`delivered`), has failed for three days (`failed`), or the webhook is gone or names its event no more (`cancelled`)':
    "`pending` jusqu'à ce qu'il soit reçu (`delivered`), ait échoué pendant trois jours (`failed`) ou que le webhook n'existe plus ou ne nomme plus son événement (`cancelled`)",
  'Number of attempts': 'Nombre de tentatives',
  'Result of the last attempt': 'Résultat de la dernière tentative',
  'Earliest time of the next attempt': 'Premier moment possible de la prochaine tentative',
  'When it was recorded': 'Quand il a été inscrit',
  'When it was received or given up': 'Moment où il a été reçu ou abandonné',
  'Its id, the `Webhook-Id` of the call': "Son identifiant, le `Webhook-Id` de l'appel",
  'One call to a webhook and its result.': 'Un appel à un webhook et son résultat.',
  'A call that will be made, and its link': 'Un appel qui sera fait, et son lien',
  'The call will be made': "L'appel sera fait",
  'Make a call to a webhook again': 'Refaire un appel à un webhook',
  'At once, whatever its status, with the same `Webhook-Id` and body.':
    'Tout de suite, quel que soit son état, avec le même `Webhook-Id` et le même corps.',
  'If it fails it is retried for three days.': "S'il échoue, il est repris pendant trois jours.",
  'Make a test call to a webhook': "Faire un appel d'essai à un webhook",
  'It is signed and retried like any other call.': 'Il est signé et repris comme tout autre appel.',
  'Its event is `ping`, which needs no subscription.': "Son événement est `ping`, qui ne demande pas d'abonnement.",
  'The answer names the call; read it for the result.':
    "La réponse nomme l'appel; lisez-le pour en connaître le résultat.",
  'A test call': "Un appel d'essai",
  'Made by `POST /webhooks/{webhook}/ping`, whatever the subscriptions of the webhook.':
    'Fait par `POST /webhooks/{webhook}/ping`, quels que soient les abonnements du webhook.',
  'Position of the event in the ledger; `POST /webhooks/{webhook}/replay` can start from it.':
    "Position de l'événement dans le registre; `POST /webhooks/{webhook}/replay` peut commencer à partir de là.",
  'Null for events caused by time alone': 'Null pour les événements que le temps seul a causés',
  'A payroll was unapproved': 'Une paie a été ramenée au brouillon',
  'The payroll is a draft again, and its journal entries are reversed.':
    'La paie est de nouveau au brouillon, et ses écritures de journal sont contrepassées.',
  // Replays.
  'Retrieve the progress of a replay': "Obtenir l'avancement d'une reprise d'événements",
  'Shows the last replay requested.': 'Montre la dernière reprise demandée.',
  '`none` when there was no replay; `done` when all its calls are recorded, though perhaps not yet made':
    "`none` quand il n'y en a eu aucune; `done` quand tous ses appels sont inscrits, sans être forcément déjà faits",
  'It covers events after this position': 'Elle couvre les événements qui suivent cette position',
  'Earlier events are skipped': 'Les événements antérieurs sont omis',
  'Position that it has reached': "Position qu'elle a atteinte",
  'Position at which it ends; it moves on with events that happen meanwhile':
    'Position où elle prend fin; elle avance avec les événements qui se produisent entre-temps',
  'The last replay to a webhook.': "La dernière reprise d'événements à un webhook.",
  'Replay events to a webhook': 'Reprendre des événements à un webhook',
  'Calls it again, in order, for the events that it is subscribed to: from a position in the ledger or a time up to now.':
    "L'appelle de nouveau, dans l'ordre, pour les événements auxquels il est abonné : à partir d'une position dans le registre ou d'un instant, jusqu'à maintenant.",
  'Events that happen meanwhile follow.': 'Les événements qui se produisent entre-temps suivent.',
  'A request while one is running restarts it at the earlier position.':
    "Une requête faite pendant qu'une reprise est en cours la recommence à la plus ancienne des deux positions.",
  'Start after this position: the `position` of the last call that you have':
    'Commencer après cette position : la `position` du dernier appel que vous avez',
  'Start at this time, by business time': "Commencer à cet instant, selon l'heure d'affaires",
  'Where it starts; give exactly one': "Où elle commence; donnez exactement l'un des deux",
  'From a time': "À partir d'un instant",
  'From the position of a call': "À partir de la position d'un appel",
  'It has started': 'Elle a commencé',
};
