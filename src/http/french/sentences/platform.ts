/**
 * Descriptions of partners, companies, tokens, tasks and webhooks: the English as it is declared, and the French of it.
 */
export const PLATFORM: Readonly<Record<string, string>> = {
  'One customer of a partner; owns business entities, employees and contractors.':
    "Un client d'un partenaire; il possède des entités, des employés et des entrepreneurs.",
  'Long-running work; poll it, or wait for its webhook.':
    'Un travail de longue durée; consultez-le, ou attendez son webhook.',
  'An address that is called when events happen.': 'Une adresse appelée lorsque des événements se produisent.',
  'Issue an access token of a company.': "Émettre un jeton d'accès d'une compagnie.",
  'The platform that manages companies through the interface.':
    "La plateforme qui gère des compagnies par l'interface.",
  'Webhooks subscribed to any of these events': "Webhooks abonnés à l'un de ces événements",
  'Issue an access token of a company': "Émettre un jeton d'accès d'une compagnie",
  'Valid for 60 minutes.': 'Valide pendant 60 minutes.',
  'Earlier tokens stay valid.': 'Les jetons émis auparavant restent valides.',
  'A token with purpose `component` is for a page in a browser: it can read, and change line items of pay stubs.':
    "Un jeton d'usage `component` est destiné à une page dans un navigateur : il permet de lire, et de modifier les lignes des bulletins de paie.",
  'It reveals nothing, and its calls have a separate rate limit.':
    "Il ne révèle rien, et une limite de fréquence distincte s'applique à ses appels.",
  'A token of a company': "Un jeton d'une compagnie",
  'Revoke every access token of a company': "Révoquer tous les jetons d'accès d'une compagnie",
  'Give the company in the body, or in the query if your client sends no body with DELETE.':
    "Donnez la compagnie dans le corps, ou dans la chaîne de requête si votre client n'envoie pas de corps avec DELETE.",
  'The company, for requests without a body': 'La compagnie, pour les requêtes sans corps',
  'All tokens of a company': "Tous les jetons d'une compagnie",
  Revoked: 'Révoqué',
  'Retrieve the partner of the credential': 'Obtenir le partenaire du secret',
  'Returns the partner that the credential belongs to.': 'Répond par le partenaire à qui appartient le secret.',
  'The id of the partner, as in `links.self`': "L'id du partenaire, comme `links.self` le donne",
  'List the valid secrets of the partner': 'Énumérer les secrets valides du partenaire',
  'Each with the time of its last use, and without its value.':
    'Chacun avec le moment de sa dernière utilisation, et sans sa valeur.',
  'The secrets, oldest first, without their values': "Les secrets, les plus anciens d'abord, sans leurs valeurs",
  'Issue another secret and let the present one expire': "Émettre un autre secret et laisser expirer l'actuel",
  'The present secret expires after a day': 'Le secret actuel expire après un jour',
  'The new secret': 'Le nouveau secret',
  'Revoke a secret at once': 'Révoquer un secret sur-le-champ',
  'Calls with it are refused from now on.': 'Les appels faits avec lui sont refusés dès maintenant.',
  'The only secret that stays valid cannot be revoked.': 'Le seul secret qui reste valide ne peut être révoqué.',
  'Id of the secret': 'Id du secret',
  'Revoked, in all processes': 'Révoqué, dans tous les processus',
  'List the valid keys of a webhook': "Énumérer les clés valides d'un webhook",
  'The present key first, without their values': "La clé actuelle d'abord, sans leurs valeurs",
  'Create another key for a webhook and let the present one expire':
    "Créer une autre clé pour un webhook et laisser expirer l'actuelle",
  'Calls are signed with both for `overlap_minutes`: `Webhook-Signature` then holds two values, separated by a space, so that a receiver with either key can verify the call.':
    "Les appels sont signés avec les deux pendant `overlap_minutes` : `Webhook-Signature` porte alors deux valeurs, séparées par une espace, et un destinataire qui a l'une ou l'autre clé peut vérifier l'appel.",
  'At most two keys are valid at a time.': 'Au plus deux clés sont valides à la fois.',
  'The present key expires after a day': 'La clé actuelle expire après un jour',
  'The new key': 'La nouvelle clé',
  'Revoke the replaced key of a webhook at once': "Révoquer sur-le-champ la clé remplacée d'un webhook",
  'The present key cannot be revoked: create another one first.':
    "La clé actuelle ne peut être révoquée : créez-en d'abord une autre.",
  'Id of the key': 'Id de la clé',
  'Revoked: further calls are signed only with the present key':
    "Révoquée : les prochains appels ne sont signés qu'avec la clé actuelle",
  'A record was created': 'Un dossier a été créé',
  'There are no calls about tasks, webhooks and partners.':
    "Aucun appel n'est fait au sujet des tâches, des webhooks et des partenaires.",
  'Several changes of one record by one request make one call.':
    "Plusieurs modifications d'un dossier par une même requête donnent un seul appel.",
  'A record was changed': 'Un dossier a été modifié',
  'A record was deleted': 'Un dossier a été supprimé',
  'A payroll was approved': 'Une paie a été approuvée',
  'Its pay stubs can no longer change.': 'Ses bulletins de paie ne peuvent plus changer.',
  'A payroll was paid': 'Une paie a été payée',
  'In preview it is paid at once when approved, and no money moves.':
    'En aperçu, elle est payée dès son approbation, et aucun argent ne circule.',
  'A draft payroll must be approved soon': 'Une paie au brouillon doit être approuvée bientôt',
  'The call is made one business day before the deadline.': "L'appel est fait un jour ouvrable avant l'échéance.",
  'A payee can be shown a pay stub': 'Un bulletin de paie peut être montré à un bénéficiaire',
  'Its payroll is approved.': 'Sa paie est approuvée.',
  'For stubs without amounts only where the schedule has `send_empty_pay_stubs`.':
    'Pour les bulletins sans montants, seulement là où le calendrier a `send_empty_pay_stubs`.',
  'A task has ended': 'Une tâche est terminée',
  '`status` says whether it completed or failed.': '`status` dit si elle est terminée ou en erreur.',
  'The event, and the record that it is about': "L'événement, et le dossier dont il s'agit",
  'Your own identifier for it, where records of its type have one; null when none is set':
    "Votre propre identifiant, là où les dossiers de ce type en ont un; null si aucun n'est fixé",
  'The company that it belongs to, for records of a company':
    "La compagnie à laquelle il appartient, pour les dossiers d'une compagnie",
  'The record that the event is about; read it to get its data':
    "Le dossier dont il s'agit; lisez-le pour en obtenir les données",
  'Counts the calls of a webhook: of two about the same record, the higher is the later':
    "Compte les appels d'un webhook : de deux appels au sujet d'un même dossier, le plus élevé est le plus récent",
  '`processing` until it has ended, then `completed`, or `error` when anything was refused':
    "`processing` jusqu'à la fin, puis `completed`, ou `error` lorsque quelque chose a été refusé",
  Progress: 'Avancement',
  'Progress of a task, in records or steps': "Avancement d'une tâche, en dossiers ou en étapes",
  'Total to process': 'Total à traiter',
  'Processed, successfully or not': 'Traités, avec succès ou non',
  Refused: 'Refusés',
  'When it completed; null while it is running, and of one that ended in error: `status` says when it has ended':
    "Moment de l'achèvement; null tant qu'elle est en cours, et pour celle qui a fini en erreur : `status` dit quand elle est finie",
  'One entry for each requested record, with errors where there were any':
    "Une entrée pour chaque dossier demandé, avec les erreurs s'il y en a eu",
  'Result for one record': 'Résultat pour un dossier',
  'Absent where a new record could not be created': "Absent là où un nouveau dossier n'a pu être créé",
  'For failures: the position in the batch, or among the targets':
    'Pour un échec : la position dans le lot, ou parmi les cibles',
  'Only for failures': 'Seulement pour un échec',
  'For failures: what is wrong': 'Pour un échec : ce qui ne va pas',
  'Errors by member': 'Erreurs par membre',
  'Name of the company': 'Nom de la compagnie',
  'How a pay date on a weekend or holiday moves; `inherit` uses the default of the service, the business day before':
    'Comment est déplacée une date de paie qui tombe une fin de semaine ou un jour férié; `inherit` prend la valeur par défaut du service, le jour ouvrable précédent',
  "Default language of its texts, employees and contractors; null uses the partner's":
    'Langue par défaut de ses textes, de ses employés et de ses entrepreneurs; null prend celle du partenaire',
  'Always null; for clients that expect the member': 'Toujours null; pour les clients qui attendent ce membre',
  'Its first access token, only in the answer to its creation':
    "Son premier jeton d'accès, seulement dans la réponse à sa création",
  'Returned once; the service stores only its hash': "Donné une seule fois; le service n'en garde que l'empreinte",
  'Minutes for which it is valid': 'Minutes pendant lesquelles il est valide',
  'When it expires': 'Moment où il expire',
  'Name of the partner': 'Nom du partenaire',
  'Name of the language': 'Nom de la langue',
  "The language's data": 'Données de la langue',
  'Default language of its companies': 'Langue par défaut de ses compagnies',
  'A secret that a partner calls with.': 'Un secret avec lequel un partenaire appelle.',
  'The secret itself, only in the answer that issues it': "Le secret lui-même, seulement dans la réponse qui l'émet",
  'When it was issued': 'Moment de son émission',
  'To the minute; null when never used': "À la minute près; null s'il n'a jamais servi",
  'When it expires; set once another secret has replaced it':
    "Moment où il expire; fixé lorsqu'un autre secret l'a remplacé",
  'The list that it belongs to': 'La liste à laquelle il appartient',
  'What happens to the present secret': "Ce qu'il advient du secret actuel",
  'Minutes for which the present secret stays valid; default one day':
    'Minutes pendant lesquelles le secret actuel reste valide; un jour par défaut',
  'An access token of a company': "Un jeton d'accès d'une compagnie",
  'The token to issue': 'Le jeton à émettre',
  'A company of the partner': 'Une compagnie du partenaire',
  '`component` for a user interface embedded in a page': '`component` pour une interface intégrée à une page',
  'Whose tokens to revoke': 'À qui sont les jetons à révoquer',
  'Address that is called by POST, with https or http': 'Adresse appelée par POST, en https ou http',
  'Whether calls are made': 'Si les appels sont faits',
  'Events that it is subscribed to': 'Événements auxquels il est abonné',
  'Form of `Webhook-Signature`: `hex` is the digest of the body, `standard` that of the Standard Webhooks specification':
    "Forme de `Webhook-Signature` : `hex` est l'empreinte du corps, `standard` celle de la spécification Standard Webhooks",
  'Signing secret, generated by the service; null where the keys of the partner were erased':
    'Secret de signature, généré par le service; null si les clés du partenaire ont été effacées',
  'A key that calls to a webhook are signed with.': 'Une clé avec laquelle les appels à un webhook sont signés.',
  'The key itself, only in the answer that creates it; the present key is also in the webhook':
    'La clé elle-même, seulement dans la réponse qui la crée; la clé actuelle figure aussi dans le webhook',
  'When a call was last signed with it': 'Dernier moment où un appel a été signé avec elle',
  'When it expires; set once another key has replaced it':
    "Moment où elle expire; fixé lorsqu'une autre clé l'a remplacée",
  'What happens to the present key': "Ce qu'il advient de la clé actuelle",
  'Minutes for which the present key stays valid; default one day; 0 ends it at once':
    'Minutes pendant lesquelles la clé actuelle reste valide; un jour par défaut; 0 y met fin sur-le-champ',
};
