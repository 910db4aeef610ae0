/** Descriptions of partners, companies, tokens, tasks and webhooks: the English as it is declared, and the French of it. */
export const PLATFORM: Readonly<Record<string, string>> = {
  'One customer of a partner; owns business entities, employees and contractors.':
    "Un client d'un partenaire; possède entreprises, employés et entrepreneurs.",
  'Handle of long-running work that callers poll or wait for by webhook.':
    "Référence d'un travail de longue durée, que l'appelant consulte ou attend par webhook.",
  'Registration of an address that receives event calls.':
    "Inscription d'une adresse qui reçoit les appels d'événements.",
  'Issue an access token of a company.': "Émettre un jeton d'accès d'une compagnie.",
  'The platform that manages companies through the interface.':
    "La plateforme qui gère des compagnies par l'interface.",
  'Registrations that are told of any of these events': "Inscriptions auxquelles l'un de ces événements est annoncé",
  'Issue an access token of a company': "Émettre un jeton d'accès d'une compagnie",
  'Valid for 60 minutes; tokens issued before stay valid.':
    'Valide 60 minutes; les jetons émis auparavant restent valides.',
  'A token of purpose `component` is for a page in a browser: it reads, and changes the line items of pay stubs; it reveals nothing, and its calls have a rate limit of their own.':
    'Un jeton de fonction `component` sert à une page dans un navigateur : il lit, et modifie les lignes des bulletins de paie; il ne révèle rien, et ses appels ont leur propre limite de fréquence.',
  'A token of a company': "Un jeton d'une compagnie",
  'Revoke every access token of a company': "Révoquer tous les jetons d'accès d'une compagnie",
  'The company stands in the body, or in the query for clients whose DELETE has no body.':
    "La compagnie est dans le corps, ou dans la requête pour les clients dont le DELETE n'a pas de corps.",
  'The company, where there is no body': "La compagnie, là où il n'y a pas de corps",
  'All tokens of a company': "Tous les jetons d'une compagnie",
  Revoked: 'Révoqué',
  'Retrieve the partner of the credential': 'Obtenir le partenaire du justificatif',
  'Tells a caller as whom it calls.': "Dit à l'appelant au nom de qui il appelle.",
  'The id of the partner, as `links.self` has it': "L'id du partenaire, comme `links.self` le donne",
  'List the valid secrets of the partner': 'Énumérer les secrets valides du partenaire',
  'Each with when it was used last, and none with its value.':
    'Chacun avec sa dernière utilisation, aucun avec sa valeur.',
  'The secrets, oldest first, without their values': "Les secrets, les plus anciens d'abord, sans leurs valeurs",
  'Issue another secret, and let the present one end': 'Émettre un autre secret et laisser prendre fin le présent',
  'The present secret ends after a day': 'Le présent secret prend fin après un jour',
  'The new secret': 'Le nouveau secret',
  'Revoke a secret at once': 'Révoquer un secret sur-le-champ',
  'Who still calls with it is refused from now on.': 'Qui appelle encore avec lui est refusé dès maintenant.',
  'The only secret that stays valid cannot be revoked.': 'Le seul secret qui reste valide ne peut être révoqué.',
  'What the secret is called by': 'Comment le secret est désigné',
  'Revoked, on all processes': 'Révoqué, sur tous les processus',
  'List the valid keys of a webhook': "Énumérer les clés valides d'un webhook",
  'The present key first, without their values': "La présente clé d'abord, sans leurs valeurs",
  'Make another key for a webhook, and let the present one end':
    'Créer une autre clé pour un webhook et laisser prendre fin la présente',
  'Calls are signed with both for `overlap_minutes`: `Webhook-Signature` holds two values then, separated by a space, and a receiver that knows either key finds its own.':
    "Les appels sont signés avec les deux pendant `overlap_minutes` : `Webhook-Signature` porte alors deux valeurs, séparées par une espace, et un destinataire qui connaît l'une des clés trouve la sienne.",
  'At most two keys are valid at a time.': 'Au plus deux clés sont valides à la fois.',
  'The present key ends after a day': 'La présente clé prend fin après un jour',
  'The new key': 'La nouvelle clé',
  'Revoke the replaced key of a webhook at once': "Révoquer sur-le-champ la clé remplacée d'un webhook",
  'The present key cannot be revoked: make another one before.':
    "La présente clé ne peut être révoquée : créez-en d'abord une autre.",
  'What the key is called by': 'Comment la clé est désignée',
  'Revoked: the next calls are signed with the present key alone':
    'Révoquée : les prochains appels sont signés avec la seule présente clé',
  'A record was created': 'Un dossier a été créé',
  'Tasks, webhooks and partners are not told of.': 'Les tâches, les webhooks et les partenaires ne sont pas annoncés.',
  'Many changes of one record by one request are told once.':
    "Plusieurs changements d'un dossier par une même requête sont annoncés une seule fois.",
  'A record was changed': 'Un dossier a été modifié',
  'A record was deleted': 'Un dossier a été supprimé',
  'A payroll was approved': 'Une paie a été approuvée',
  'Its pay stubs can change no more.': 'Ses bulletins de paie ne peuvent plus changer.',
  'A payroll was paid': 'Une paie a été payée',
  'In preview that follows its approval at once; no money moves.':
    'En aperçu, cela suit aussitôt son approbation; aucun argent ne circule.',
  'A draft payroll must be approved soon': 'Une paie en ébauche doit être approuvée bientôt',
  'Told one business day before.': "Annoncé un jour ouvrable à l'avance.",
  'A payee can be shown a pay stub': 'Un bulletin de paie peut être montré à un bénéficiaire',
  'The approval that it belongs to is certain.': "L'approbation dont il fait partie est certaine.",
  'Of stubs without amounts only where the schedule has `send_empty_pay_stubs`.':
    'Pour les bulletins sans montants, seulement là où le calendrier a `send_empty_pay_stubs`.',
  'A task has ended': 'Une tâche est terminée',
  'Well or in error: its `status` says which.': 'Bien ou en erreur : son `status` le dit.',
  'What happened, and to which record': "Ce qui s'est passé, et pour quel dossier",
  'What the record is': "Ce qu'est le dossier",
  'Your own name for it, where records of its type have one; null when none is set':
    "Le nom que vous lui donnez, là où les dossiers de ce type en ont un; null si aucun n'est fixé",
  'The company that it belongs to, where it is one of a company':
    "La compagnie dont il fait partie, là où c'est celui d'une compagnie",
  'Which record it is about; read it to know what it holds':
    "De quel dossier il s'agit; lisez-le pour savoir ce qu'il contient",
  'Counts the calls of a registration: of two about one record the higher is the later':
    "Compte les appels d'une inscription : de deux appels sur un dossier, le plus élevé est le plus récent",
  '`processing` until it has ended, then `completed`, or `error` when anything was refused':
    "`processing` jusqu'à la fin, puis `completed`, ou `error` lorsque quelque chose a été refusé",
  'How far it is': 'Son avancement',
  'How far a task is, in records or steps': "Avancement d'une tâche, en enregistrements ou en étapes",
  'What there is to do': "Ce qu'il y a à faire",
  'What of it is done or was refused': 'Ce qui en est fait ou a été refusé',
  'What was refused': 'Ce qui a été refusé',
  'When it ended; null while it goes on': "Moment de la fin; null tant qu'elle est en cours",
  'One entry for each record that was asked for, with what went wrong where something did':
    "Une entrée pour chaque dossier demandé, avec ce qui n'a pas été, s'il y a lieu",
  'What came of one record': "Ce qu'il est advenu d'un dossier",
  'Absent where a new record could not be written': "Absent là où un nouveau dossier n'a pu être écrit",
  'What it is, or would have become': "Ce que c'est, ou serait devenu",
  'Failed ones: the place in the batch, or among the targets': 'Échecs : la place dans le lot, ou parmi les cibles',
  'Only on what could not be written': "Seulement pour ce qui n'a pu être écrit",
  'Failed ones: what is wrong': 'Échecs : ce qui ne va pas',
  'By member': 'Par membre',
  'What the company is called': 'Nom de la compagnie',
  'Where a pay date goes that falls on a weekend or holiday; `inherit` takes that of the service, the business day before':
    'Où va une date de paie qui tombe une fin de semaine ou un jour férié; `inherit` prend le réglage du service, le jour ouvrable précédent',
  "Language of its texts and of its people, unless they say another; null takes the partner's":
    "Langue de ses textes et de son personnel, à moins que la personne n'en choisisse une autre; null prend celle du partenaire",
  'Always null: kept for clients that expect the member':
    'Toujours null : gardé pour les clients qui attendent ce membre',
  'Its first access token: only in the answer to a create':
    "Son premier jeton d'accès : seulement dans la réponse à une création",
  'Told once; the service keeps its hash': "Dit une seule fois; le service n'en garde que l'empreinte",
  'Whole minutes for which it is good': 'Minutes entières pendant lesquelles il est valide',
  'When it ends': 'Quand il prend fin',
  'What the partner is called': 'Nom du partenaire',
  'What the language is called': 'Nom de la langue',
  'What is known of the language': "Ce que l'on sait de la langue",
  'Language of its companies, unless they say another':
    "Langue de ses compagnies, à moins qu'elles n'en choisissent une autre",
  'A secret that a partner calls with.': 'Un secret avec lequel un partenaire appelle.',
  'The secret itself: in the answer that issues it, and never again':
    "Le secret lui-même : dans la réponse qui l'émet, et jamais plus",
  'When it was issued': 'Moment de son émission',
  'To the minute; null when it was not used yet': "À la minute; null tant qu'il n'a pas servi",
  'Set when another secret has replaced it': "Fixé lorsqu'un autre secret l'a remplacé",
  'What is known of it': "Ce que l'on en sait",
  'The list that it stands in': 'La liste où il figure',
  'What becomes of the present secret': "Ce qu'il advient du présent secret",
  'For how long the present secret stays valid: a day, when nothing is said':
    "Combien de temps le présent secret reste valide : un jour, si rien n'est dit",
  'An access token of a company': "Un jeton d'accès d'une compagnie",
  'Which token is issued': 'Quel jeton est émis',
  'A company of the partner': 'Une compagnie du partenaire',
  '`component` for a user interface embedded in a page': '`component` pour une interface intégrée à une page',
  'Whose tokens are revoked': 'De qui les jetons sont révoqués',
  'Address that is called by POST, by https or http': 'Adresse appelée par POST, en https ou http',
  'Whether it is called': "S'il est appelé",
  'What it is told of': 'Ce qui lui est annoncé',
  'Form of `Webhook-Signature`: `hex` is the digest of the body, `standard` that of the Standard Webhooks specification':
    "Forme de `Webhook-Signature` : `hex` est l'empreinte du corps, `standard` celle de la spécification Standard Webhooks",
  'Secret that signatures are made with; generated by the service':
    'Secret avec lequel les signatures sont faites; généré par le service',
  'A key that calls to a webhook are signed with.': 'Une clé avec laquelle les appels à un webhook sont signés.',
  'The key itself, in the answer that makes it; the present one also stands in the webhook':
    'La clé elle-même, dans la réponse qui la crée; la présente figure aussi dans le webhook',
  'When it was made': 'Moment de sa création',
  'When a call was last signed with it': 'Quand un appel a été signé avec elle la dernière fois',
  'Set when another key has replaced it': "Fixé lorsqu'une autre clé l'a remplacée",
  'What becomes of the present key': "Ce qu'il advient de la présente clé",
  'For how long the present key stays valid: a day, when nothing is said; 0 ends it at once':
    "Combien de temps la présente clé reste valide : un jour, si rien n'est dit; 0 y met fin sur-le-champ",
};
