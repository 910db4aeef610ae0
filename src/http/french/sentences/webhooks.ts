/** Descriptions of calls to webhooks and of replays: the English as it is declared, and the French of it. */
export const WEBHOOKS: Readonly<Record<string, string>> = {
  // Calls that were made.
  'List the calls to a webhook': 'Énumérer les appels à un webhook',
  'The latest first.': 'Les plus récents en premier.',
  'They are kept for 30 days after they end.': 'Ils sont conservés 30 jours après leur fin.',
  'Calls with this status': 'Les appels qui en sont là',
  'Calls for this event': 'Les appels qui annoncent ceci',
  'Calls about this record': 'Les appels au sujet de ce dossier',
  'A page of them': "Une page d'entre eux",
  'A page of calls to a webhook': "Une page d'appels à un webhook",
  'Retrieve a call to a webhook': 'Lire un appel à un webhook',
  'With the result of the last attempt.': 'Avec ce que le dernier essai a donné.',
  'The call': "L'appel tel qu'il est",
  'Result of an attempt': "Ce qu'un appel a donné",
  'When it ended': 'Quand il a pris fin',
  'Duration in milliseconds': 'Combien de temps il a pris, en millisecondes',
  'HTTP status of the answer; null when there was none': "Statut de la réponse; null quand il n'en est venu aucune",
  'Why there was no answer': "Pourquoi il n'en est venu aucune",
  "Beginning of the answer's body": 'Comment la réponse commence',
  'The webhook that is called': "L'inscription qui est appelée",
  'Event; `ping` is a test call': "Ce qu'il annonce; `ping` est un appel d'essai",
  'The record that it is about, as sent to the receiver': "Le dossier dont il s'agit, tel qu'annoncé au destinataire",
  'Its number among the calls of the webhook': "Son numéro parmi les appels de l'inscription",
  'Position of the event in the ledger': "Place au registre de ce qu'il annonce",
  '`pending` until it is received (`delivered`), has failed for three days (`failed`), or the webhook is gone (`cancelled`)':
    "`pending` jusqu'à ce qu'il soit pris (`delivered`), ait été essayé pendant trois jours (`failed`) ou que l'inscription ait pris fin (`cancelled`)",
  'Number of attempts': 'Combien de fois il a été essayé',
  'Result of the last attempt': 'Ce que le dernier essai a donné',
  'Earliest time of the next attempt': "Avant ce moment, il n'est pas essayé de nouveau",
  'When it was recorded': 'Quand il a été inscrit',
  'When it was received or given up': 'Quand il a été pris ou abandonné',
  'Its id, the `Webhook-Id` of the call': "Son identifiant, le `Webhook-Id` de l'appel",
  'One call to a webhook and its result.': "Un appel à un webhook et ce qu'il a donné.",
  'A call that will be made, and its link': 'Un appel sur le point de se faire, et où il se lit',
  'The call will be made': "Il est sur le point d'être fait",
  'Make a call to a webhook again': 'Refaire un appel à un webhook',
  'At once, whatever its status, with the same `Webhook-Id` and body.':
    'Tout de suite, quel que soit son statut, avec le même `Webhook-Id` et le même corps.',
  'If it fails it is retried for three days.': "S'il échoue, il est repris pendant trois jours.",
  'Make a test call to a webhook': "Faire un appel d'essai à un webhook",
  'It is signed and retried like any other call.': 'Il est signé et repris comme tout autre appel.',
  'Its event is `ping`, which needs no subscription.': 'Son événement est `ping`, qui ne demande aucun abonnement.',
  'The answer names the call; read it for the result.': "Ce qu'il a donné se lit dans l'appel que la réponse nomme.",
  'A test call': "Un appel d'essai",
  'Made by `POST /webhooks/{webhook}/ping`, whatever the subscriptions of the webhook.':
    "Fait quand `POST /webhooks/{webhook}/ping` le demande, quoi que l'inscription se fasse annoncer.",
  'Position of the event in the ledger; `POST /webhooks/{webhook}/replay` can start from it.':
    'Place au registre de ce qui est arrivé : `POST /webhooks/{webhook}/replay` annonce ce qui suit.',
  'Null for events caused by time alone': "Null quand le temps seul l'a amené",
  'A payroll was unapproved': 'Une approbation a été retirée',
  'The payroll is a draft again, and its journal entries are reversed.':
    'La paie est de nouveau au brouillon; ses écritures sont contrepassées.',
  // Replays.
  'Retrieve the progress of a replay': "Voir où en est une reprise d'annonces",
  'Shows the last replay requested.': 'La dernière qui a été demandée.',
  '`none` when there was no replay; `done` when all its calls are recorded, though perhaps not yet made':
    "`none` quand il n'y en a eu aucune; `done` quand tous ses appels sont inscrits, sans être forcément déjà faits",
  'It covers events after this position': 'Elle annonce ce qui suit cette place',
  'Earlier events are skipped': 'Ce qui est arrivé avant est laissé de côté',
  'Position that it has reached': 'Elle en est à cette place',
  'Position at which it ends; it moves on with events that happen meanwhile':
    'Elle prend fin à cette place; ce qui arrive pendant ce temps la repousse',
  'The last replay to a webhook.': "La dernière reprise d'annonces à un webhook.",
  'Replay events to a webhook': 'Annoncer de nouveau à un webhook ce qui est arrivé',
  'Calls it again, in order, for the events that it is subscribed to: from a position in the ledger or a time up to now.':
    "À partir d'une place au registre ou d'un instant, jusqu'à maintenant : dans l'ordre, par des appels distincts, pour les événements que l'inscription se fait annoncer.",
  'Events that happen meanwhile follow.': 'Ce qui arrive entre-temps vient ensuite.',
  'A request while one is running restarts it at the earlier position.':
    "Redemandée pendant qu'une est en cours, elle reprend à la première des deux places.",
  'Start after this position: the `position` of the last call that you have':
    'Annonce ce qui suit cette place : la `position` du dernier appel que vous avez',
  'Start at this time, by business time': "Annonce ce qui est arrivé à partir de cet instant, selon l'heure d'affaires",
  'Where it starts; give exactly one': "Où elle commence : l'un des deux",
  'From a time': "À partir d'un instant",
  'From the position of a call': "À partir de la place d'un appel",
  'It has started': 'Elle a commencé',
};
