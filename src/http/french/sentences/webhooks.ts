/** Descriptions of calls to webhooks and of replays: the English as it is declared, and the French of it. */
export const WEBHOOKS: Readonly<Record<string, string>> = {
  // Calls that were made.
  'List the calls to a webhook': 'Énumérer les appels à un webhook',
  'The latest first.': 'Les plus récents en premier.',
  'They are kept for 30 days after their end.': 'Ils sont conservés 30 jours après leur fin.',
  'Calls that stand so': 'Les appels qui en sont là',
  'Calls that tell this': 'Les appels qui annoncent ceci',
  'Calls about this record': 'Les appels au sujet de ce dossier',
  'A page of them': "Une page d'entre eux",
  'A page of calls to a webhook': "Une page d'appels à un webhook",
  'Retrieve a call to a webhook': 'Lire un appel à un webhook',
  'With what came of the last try.': 'Avec ce que le dernier essai a donné.',
  'The call as it stands': "L'appel tel qu'il est",
  'What came of a call': "Ce qu'un appel a donné",
  'When it ended': 'Quand il a pris fin',
  'How long it took, in milliseconds': 'Combien de temps il a pris, en millisecondes',
  'Status of the answer; null when none came': "Statut de la réponse; null quand il n'en est venu aucune",
  'Why none came': "Pourquoi il n'en est venu aucune",
  'How the answer begins': 'Comment la réponse commence',
  'The registration that is called': "L'inscription qui est appelée",
  'What it tells; `ping` is a test call': "Ce qu'il annonce; `ping` est un appel d'essai",
  'The record that it is about, as the receiver is told': "Le dossier dont il s'agit, tel qu'annoncé au destinataire",
  'Its number among the calls of the registration': "Son numéro parmi les appels de l'inscription",
  'Place in the ledger of what it tells of': "Place au registre de ce qu'il annonce",
  '`pending` until it was taken (`delivered`), was tried for three days (`failed`), or the registration ended (`cancelled`)':
    "`pending` jusqu'à ce qu'il soit pris (`delivered`), ait été essayé pendant trois jours (`failed`) ou que l'inscription ait pris fin (`cancelled`)",
  'How often it was tried': 'Combien de fois il a été essayé',
  'What came of the last try': 'Ce que le dernier essai a donné',
  'Before then it is not tried again': "Avant ce moment, il n'est pas essayé de nouveau",
  'When it was recorded': 'Quand il a été inscrit',
  'When it was taken or given up': 'Quand il a été pris ou abandonné',
  'How it stands': 'Où il en est',
  'Its id, the `Webhook-Id` of the call': "Son identifiant, le `Webhook-Id` de l'appel",
  'One call to a webhook and what came of it.': "Un appel à un webhook et ce qu'il a donné.",
  'A call that is about to be made, and where it is read': 'Un appel sur le point de se faire, et où il se lit',
  'It is about to be made': "Il est sur le point d'être fait",
  'Make a call to a webhook again': 'Refaire un appel à un webhook',
  'At once, whatever came of it, with the same `Webhook-Id` and body; where it fails it is tried for three days anew.':
    "Aussitôt, quoi qu'il ait donné, avec les mêmes `Webhook-Id` et corps; s'il échoue, il est de nouveau essayé pendant trois jours.",
  'Make a test call to a webhook': "Faire un appel d'essai à un webhook",
  'It is signed and tried as any other call, and tells `ping`, which needs no subscription.':
    'Il est signé et essayé comme tout autre appel, et annonce `ping`, qui ne demande aucun abonnement.',
  'What came of it stands in the call that the answer names.':
    "Ce qu'il a donné se lit dans l'appel que la réponse nomme.",
  'A test call': "Un appel d'essai",
  'Made when `POST /webhooks/{webhook}/ping` asks for it, whatever the registration is told of.':
    "Fait quand `POST /webhooks/{webhook}/ping` le demande, quoi que l'inscription se fasse annoncer.",
  'Place in the ledger of what happened: `POST /webhooks/{webhook}/replay` tells what stands behind it.':
    'Place au registre de ce qui est arrivé : `POST /webhooks/{webhook}/replay` annonce ce qui suit.',
  'Null where time alone brought it about': "Null quand le temps seul l'a amené",
  'An approval was taken back': 'Une approbation a été retirée',
  'The payroll is a draft again; its entries are reversed.':
    'La paie est de nouveau au brouillon; ses écritures sont contrepassées.',
  // Replays.
  'Look how far a replay has come': "Voir où en est une reprise d'annonces",
  'The last one that was asked for.': 'La dernière qui a été demandée.',
  'How far it has come': 'Où elle en est',
  '`none` when there was none; `done` when all its calls are recorded, though perhaps not yet made':
    "`none` quand il n'y en a eu aucune; `done` quand tous ses appels sont inscrits, sans être forcément déjà faits",
  'It tells of what stands behind this place': 'Elle annonce ce qui suit cette place',
  'What happened before is passed over': 'Ce qui est arrivé avant est laissé de côté',
  'It has come to this place': 'Elle en est à cette place',
  'It ends at this place; what happens while it is under way moves that on':
    'Elle prend fin à cette place; ce qui arrive pendant ce temps la repousse',
  'The last replay to a webhook.': "La dernière reprise d'annonces à un webhook.",
  'Tell a webhook again of what happened': 'Annoncer de nouveau à un webhook ce qui est arrivé',
  'From a place in the ledger or from an instant on, up to now: in order, as calls of their own, for the events that the registration is told of.':
    "À partir d'une place au registre ou d'un instant, jusqu'à maintenant : dans l'ordre, par des appels distincts, pour les événements que l'inscription se fait annoncer.",
  'What happens meanwhile comes behind it.': 'Ce qui arrive entre-temps vient ensuite.',
  'Asked for again while one is under way, it begins again at the earlier place.':
    "Redemandée pendant qu'une est en cours, elle reprend à la première des deux places.",
  'Tells what stands behind this place: the `position` of the last call that you have':
    'Annonce ce qui suit cette place : la `position` du dernier appel que vous avez',
  'Tells what happened from this instant on, by business time':
    "Annonce ce qui est arrivé à partir de cet instant, selon l'heure d'affaires",
  'Where it begins: one of both': "Où elle commence : l'un des deux",
  'From an instant on': "À partir d'un instant",
  'From the place of a call on': "À partir de la place d'un appel",
  'It has begun': 'Elle a commencé',
};
