/** Descriptions of connections with accounting providers: the English as it is declared, and the French of it. */
export const INTEGRATIONS: Readonly<Record<string, string>> = {
  'Name of the provider': 'Nom du fournisseur',
  'Whether it is connected': "S'il est relié",
  Status: 'Statut',
  'Connection with an accounting provider.': 'Liaison avec un fournisseur comptable.',
  'List the accounting providers.': 'Énumérer les fournisseurs comptables.',
  'Of an employer': "D'un employeur",
  'The `state` of the authorization address, valid once':
    "L'état avec lequel l'adresse a été remise : valable une fois",
  'List the accounting providers': 'Énumérer les fournisseurs comptables',
  'Says for each whether it is connected.': "Chacun avec la mention s'il est relié.",
  'For this employer; without it, for any employer of the company':
    'De cet employeur; sans lui, de tout employeur de la compagnie',
  'Retrieve an accounting provider': 'Lire un fournisseur comptable',
  'Says whether it is connected.': "Avec la mention s'il est relié.",
  'The provider': 'Le fournisseur',
  'Connect an accounting provider with tokens that you obtained':
    'Relier un fournisseur comptable par des jetons que vous avez obtenus',
  'They must be issued to the application that this service is registered as, since the service renews them.':
    "D'une autorisation pour l'application sous laquelle ce service est inscrit, car il les renouvelle.",
  'They are stored encrypted and never returned.': 'Ils sont conservés chiffrés et ne sont montrés à personne.',
  'The employer whose books they are': "L'employeur à qui appartiennent les livres",
  'The access token': "Le jeton d'accès",
  'The refresh token': 'Le jeton de renouvellement',
  'Seconds for which the access token is valid': "Pendant combien de secondes le jeton d'accès est valable",
  'Seconds for which the refresh token is valid': 'Pendant combien de secondes le jeton de renouvellement est valable',
  'QuickBooks id of the company: required for QuickBooks, ignored for Xero':
    "Comment QuickBooks désigne l'entreprise : attendu pour lui, ignoré pour Xero",
  'Tokens that you obtained': 'Des jetons que vous avez obtenus',
  'Tokens of QuickBooks': 'Des jetons de QuickBooks',
  'The connected provider': 'Le fournisseur, relié',
  'Disconnect an accounting provider': 'Rompre la liaison avec un fournisseur comptable',
  'The tokens are deleted and revoked at the provider.': 'Les jetons sont oubliés et le fournisseur en est averti.',
  'Imported and exported records do not change.': 'Rien de ce qui a été importé ou exporté ne change.',
  'The employer of the connection': "L'employeur dont c'est la liaison",
  Disconnected: "Il n'est plus relié",
  'accounting_codes imports the chart of accounts, category classes or tracking categories, department locations, project projects; journal_entries exports the entries of a payroll':
    "accounting_codes importe le plan comptable, category les classes ou catégories de suivi, department les emplacements, project les projets; journal_entries exporte les écritures d'une paie",
  'The employer to import for': "L'employeur pour qui l'importation se fait",
  'The payroll whose entries to export': 'La paie dont les écritures sont exportées',
  'What to import or export': 'Ce qui est synchronisé',
  'Import from an accounting provider, or export to it': "Importer d'un fournisseur comptable, ou y exporter",
  'A task does it; the task shows only its status.': "C'est fait par une tâche, qui ne dit que son état.",
  'Imports match records by their id at the provider: they create new ones and update known ones, and delete nothing.':
    "Les importations créent ce qui n'est pas connu par son identifiant là-bas et modifient ce qui l'est; rien n'est supprimé.",
  'An entry is exported only once, even when the request is repeated.':
    "Une écriture est exportée une seule fois, aussi souvent qu'on le demande.",
  'The chart of accounts of an employer': "Le plan comptable d'un employeur",
  'The task that does it': 'La tâche qui le fait',
  'Address to send the user to: valid once, for half an hour':
    "Où l'utilisateur est envoyé : valable une fois, pendant une demi-heure",
  'The address': "L'adresse",
  'The address at which a user authorizes an accounting provider.':
    "L'adresse à laquelle un utilisateur autorise un fournisseur comptable.",
  'Begin to connect an accounting provider': 'Commencer à relier un fournisseur comptable',
  'Send the user to the returned address.': "Envoyez l'utilisateur à l'adresse de la réponse.",
  'The webhook events `integration_authentication_success` and `integration_authentication_failure` report the result.':
    "L'issue est annoncée par `integration_authentication_success` ou `integration_authentication_failure`.",
  'The employer to connect': 'Qui doit être relié',
  'Where to send the user': "Où l'utilisateur est envoyé",
  'Redirect address for accounting providers': 'Où les fournisseurs comptables renvoient les utilisateurs',
  'For browsers that return from a provider; do not call it yourself.':
    "Pour les navigateurs qui viennent d'un fournisseur; ce n'est pas une opération à appeler.",
  'It shows a page; with another `Accept` the answer is JSON.':
    'Une page leur est montrée; avec un autre `Accept`, la réponse est en JSON.',
  'The accounting provider': 'Le fournisseur comptable',
  "Why it was not authorized, in the provider's words": "Pourquoi il n'a pas été autorisé, comme le dit le fournisseur",
  "The provider's authorization code": "Ce que le fournisseur donne pour l'autorisation",
  'QuickBooks id of the company': "Comment QuickBooks désigne l'entreprise",
  'The authorized scope': 'Ce qui a été autorisé',
  'From Xero, ignored': "Une donnée de Xero qui n'est pas regardée",
  'Why there was no authorization': "Pourquoi il n'y a pas eu d'autorisation",
  'Its description': 'La même chose en mots',
  'Whether the provider is connected now': 'Si le fournisseur est maintenant relié',
  'Result of an authorization': "Comment une autorisation s'est terminée",
  'The result': "Comment cela s'est terminé",
  // Calls to webhooks.
  'For an integration: the employer that it is about': "D'une intégration : l'employeur qui est relié, ou non",
  'Its id is the name of the provider.': 'Elle est désignée par son fournisseur.',
  'An accounting provider was connected': 'Un fournisseur comptable a été relié',
  'An accounting provider was not connected': "Un fournisseur comptable n'a pas été relié",
  'A chart of accounts was imported': 'Un plan comptable a été importé',
  'A chart of accounts could not be imported': "Un plan comptable n'a pu être importé",
  'The journal entries of a payroll were exported': "Les écritures d'une paie ont été exportées",
  'The journal entries of a payroll could not all be exported':
    "Les écritures d'une paie n'ont pu être toutes exportées",
  'A tracking dimension was imported': 'Une dimension de suivi a été importée',
  'A tracking dimension could not be imported': "Une dimension de suivi n'a pu être importée",
};
