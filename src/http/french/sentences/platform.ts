/** Descriptions of partners, companies, tokens, tasks and webhooks: the English as it is declared, and the French of it. */
export const PLATFORM: Readonly<Record<string, string>> = {
  'One customer of a partner; owns business entities, employees and contractors.':
    "Un client d'un partenaire; possède entités, employés et entrepreneurs.",
  'Long-running work; poll it, or wait for its webhook.':
    "Référence d'un travail de longue durée, que l'appelant consulte ou attend par webhook.",
  'An address that is called when events happen.': "Inscription d'une adresse qui reçoit les appels d'événements.",
  'Issue an access token of a company.': "Émettre un jeton d'accès d'une compagnie.",
  'The platform that manages companies through the interface.':
    "La plateforme qui gère des compagnies par l'interface.",
  'Webhooks subscribed to any of these events': "Inscriptions auxquelles l'un de ces événements est annoncé",
  'Issue an access token of a company': "Émettre un jeton d'accès d'une compagnie",
  'Valid for 60 minutes.': 'Valide pendant 60 minutes.',
  'Earlier tokens stay valid.': 'Les jetons émis auparavant restent valides.',
  'A token with purpose `component` is for a page in a browser: it can read, and change line items of pay stubs.':
    "Un jeton d'usage `component` est destiné à une page dans un navigateur : il lit, et modifie les lignes des bulletins de paie.",
  'It reveals nothing, and its calls have a separate rate limit.':
    "Il ne révèle rien, et une limite de fréquence distincte s'applique à ses appels.",
  'A token of a company': "Un jeton d'une compagnie",
  'Revoke every access token of a company': "Révoquer tous les jetons d'accès d'une compagnie",
  'Give the company in the body, or in the query if your client sends no body with DELETE.':
    "La compagnie est dans le corps, ou dans la requête pour les clients dont le DELETE n'a pas de corps.",
  'The company, for requests without a body': "La compagnie, là où il n'y a pas de corps",
  'All tokens of a company': "Tous les jetons d'une compagnie",
  Revoked: 'Révoqué',
  'Retrieve the partner of the credential': 'Obtenir le partenaire du justificatif',
  'Returns the partner that the credential belongs to.': "Dit à l'appelant au nom de qui il appelle.",
  'The id of the partner, as in `links.self`': "L'id du partenaire, comme `links.self` le donne",
  'List the valid secrets of the partner': 'Énumérer les secrets valides du partenaire',
  'Each with the time of its last use, and without its value.':
    'Chacun avec sa dernière utilisation, aucun avec sa valeur.',
  'The secrets, oldest first, without their values': "Les secrets, les plus anciens d'abord, sans leurs valeurs",
  'Issue another secret and let the present one expire': 'Émettre un autre secret et laisser prendre fin le présent',
  'The present secret expires after a day': 'Le présent secret prend fin après un jour',
  'The new secret': 'Le nouveau secret',
  'Revoke a secret at once': 'Révoquer un secret sur-le-champ',
  'Calls with it are refused from now on.': 'Qui appelle encore avec lui est refusé dès maintenant.',
  'The only secret that stays valid cannot be revoked.': 'Le seul secret qui reste valide ne peut être révoqué.',
  'Id of the secret': 'Comment le secret est désigné',
  'Revoked, in all processes': 'Révoqué, sur tous les processus',
  'List the valid keys of a webhook': "Énumérer les clés valides d'un webhook",
  'The present key first, without their values': "La présente clé d'abord, sans leurs valeurs",
  'Create another key for a webhook and let the present one expire':
    'Créer une autre clé pour un webhook et laisser prendre fin la présente',
  'Calls are signed with both for `overlap_minutes`: `Webhook-Signature` then holds two values, separated by a space, so that a receiver with either key can verify the call.':
    "Les appels sont signés avec les deux pendant `overlap_minutes` : `Webhook-Signature` porte alors deux valeurs, séparées par une espace, et un destinataire qui connaît l'une des clés trouve la sienne.",
  'At most two keys are valid at a time.': 'Au plus deux clés sont valides à la fois.',
  'The present key expires after a day': 'La présente clé prend fin après un jour',
  'The new key': 'La nouvelle clé',
  'Revoke the replaced key of a webhook at once': "Révoquer sur-le-champ la clé remplacée d'un webhook",
  'The present key cannot be revoked: create another one first.':
    "La présente clé ne peut être révoquée : créez-en d'abord une autre.",
  'Id of the key': 'Comment la clé est désignée',
  'Revoked: further calls are signed only with the present key':
    'Révoquée : les prochains appels sont signés avec la seule présente clé',
  'A record was created': 'Un dossier a été créé',
  'There are no calls about tasks, webhooks and partners.':
    'Les tâches, les webhooks et les partenaires ne sont pas annoncés.',
  'Several changes of one record by one request make one call.':
    "Plusieurs changements d'un dossier par une même requête sont annoncés une seule fois.",
  'A record was changed': 'Un dossier a été modifié',
  'A record was deleted': 'Un dossier a été supprimé',
  'A payroll was approved': 'Une paie a été approuvée',
  'Its pay stubs can no longer change.': 'Ses bulletins de paie ne peuvent plus changer.',
  'A payroll was paid': 'Une paie a été payée',
  'In preview it is paid at once when approved, and no money moves.':
    'En aperçu, cela suit aussitôt son approbation; aucun argent ne circule.',
  'A draft payroll must be approved soon': 'Une paie au brouillon doit être approuvée bientôt',
  'The call is made one business day before the deadline.': "Annoncé un jour ouvrable à l'avance.",
  'A payee can be shown a pay stub': 'Un bulletin de paie peut être montré à un bénéficiaire',
  'Its payroll is approved.': "L'approbation dont il fait partie est certaine.",
  'For stubs without amounts only where the schedule has `send_empty_pay_stubs`.':
    'Pour les bulletins sans montants, seulement là où le calendrier a `send_empty_pay_stubs`.',
  'A task has ended': 'Une tâche est terminée',
  '`status` says whether it completed or failed.': 'Bien ou en erreur : son `status` le dit.',
  'The event, and the record that it is about': "Ce qui s'est passé, et pour quel dossier",
  'Your own identifier for it, where records of its type have one; null when none is set':
    "Le nom que vous lui donnez, là où les dossiers de ce type en ont un; null si aucun n'est fixé",
  'The company that it belongs to, for records of a company':
    "La compagnie dont il fait partie, là où c'est celui d'une compagnie",
  'The record that the event is about; read it to get its data':
    "De quel dossier il s'agit; lisez-le pour savoir ce qu'il contient",
  'Counts the calls of a webhook: of two about the same record, the higher is the later':
    "Compte les appels d'une inscription : de deux appels sur un dossier, le plus élevé est le plus récent",
  '`processing` until it has ended, then `completed`, or `error` when anything was refused':
    "`processing` jusqu'à la fin, puis `completed`, ou `error` lorsque quelque chose a été refusé",
  Progress: 'Son avancement',
  'Progress of a task, in records or steps': "Avancement d'une tâche, en dossiers ou en étapes",
  'Total to process': "Ce qu'il y a à faire",
  'Processed, successfully or not': 'Ce qui en est fait ou a été refusé',
  Refused: 'Ce qui a été refusé',
  'When it completed; null while it is running, and of one that ended in error: `status` says when it has ended':
    "Moment de l'achèvement; null tant qu'elle est en cours, et pour celle qui a fini en erreur : `status` dit quand elle est finie",
  'One entry for each requested record, with errors where there were any':
    "Une entrée pour chaque dossier demandé, avec ce qui n'a pas été, s'il y a lieu",
  'Result for one record': "Ce qu'il est advenu d'un dossier",
  'Absent where a new record could not be created': "Absent là où un nouveau dossier n'a pu être écrit",
  'For failures: the position in the batch, or among the targets': 'Échecs : la place dans le lot, ou parmi les cibles',
  'Only for failures': "Seulement pour ce qui n'a pu être écrit",
  'For failures: what is wrong': 'Échecs : ce qui ne va pas',
  'Errors by member': 'Par membre',
  'Name of the company': 'Nom de la compagnie',
  'How a pay date on a weekend or holiday moves; `inherit` uses the default of the service, the business day before':
    'Où va une date de paie qui tombe une fin de semaine ou un jour férié; `inherit` prend le réglage du service, le jour ouvrable précédent',
  "Default language of its texts, employees and contractors; null uses the partner's":
    "Langue de ses textes et de son personnel, à moins que la personne n'en choisisse une autre; null prend celle du partenaire",
  'Always null; for clients that expect the member': 'Toujours null : gardé pour les clients qui attendent ce membre',
  'Its first access token, only in the answer to its creation':
    "Son premier jeton d'accès : seulement dans la réponse à une création",
  'Returned once; the service stores only its hash': "Dit une seule fois; le service n'en garde que l'empreinte",
  'Minutes for which it is valid': 'Minutes entières pendant lesquelles il est valide',
  'When it expires': 'Quand il prend fin',
  'Name of the partner': 'Nom du partenaire',
  'Name of the language': 'Nom de la langue',
  "The language's data": "Ce que l'on sait de la langue",
  'Default language of its companies': "Langue de ses compagnies, à moins qu'elles n'en choisissent une autre",
  'A secret that a partner calls with.': 'Un secret avec lequel un partenaire appelle.',
  'The secret itself, only in the answer that issues it':
    "Le secret lui-même : dans la réponse qui l'émet, et jamais plus",
  'When it was issued': 'Moment de son émission',
  'To the minute; null when never used': "À la minute; null tant qu'il n'a pas servi",
  'When it expires; set once another secret has replaced it': "Fixé lorsqu'un autre secret l'a remplacé",
  'The list that it belongs to': 'La liste où il figure',
  'What happens to the present secret': "Ce qu'il advient du présent secret",
  'Minutes for which the present secret stays valid; default one day':
    "Combien de temps le présent secret reste valide : un jour, si rien n'est dit",
  'An access token of a company': "Un jeton d'accès d'une compagnie",
  'The token to issue': 'Quel jeton est émis',
  'A company of the partner': 'Une compagnie du partenaire',
  '`component` for a user interface embedded in a page': '`component` pour une interface intégrée à une page',
  'Whose tokens to revoke': 'De qui les jetons sont révoqués',
  'Address that is called by POST, with https or http': 'Adresse appelée par POST, en https ou http',
  'Whether calls are made': "S'il est appelé",
  'Events that it is subscribed to': 'Ce qui lui est annoncé',
  'Form of `Webhook-Signature`: `hex` is the digest of the body, `standard` that of the Standard Webhooks specification':
    "Forme de `Webhook-Signature` : `hex` est l'empreinte du corps, `standard` celle de la spécification Standard Webhooks",
  'Signing secret, generated by the service': 'Secret avec lequel les signatures sont faites; généré par le service',
  'A key that calls to a webhook are signed with.': 'Une clé avec laquelle les appels à un webhook sont signés.',
  'The key itself, only in the answer that creates it; the present key is also in the webhook':
    'La clé elle-même, dans la réponse qui la crée; la présente figure aussi dans le webhook',
  'When a call was last signed with it': 'Quand un appel a été signé avec elle la dernière fois',
  'When it expires; set once another key has replaced it': "Fixé lorsqu'une autre clé l'a remplacée",
  'What happens to the present key': "Ce qu'il advient de la présente clé",
  'Minutes for which the present key stays valid; default one day; 0 ends it at once':
    "Combien de temps la présente clé reste valide : un jour, si rien n'est dit; 0 y met fin sur-le-champ",
};
