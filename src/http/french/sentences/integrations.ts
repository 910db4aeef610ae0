/** Descriptions of connections with accounting providers: the English as it is declared, and the French of it. */
export const INTEGRATIONS: Readonly<Record<string, string>> = {
  'Name of the provider': 'Nom du fournisseur',
  'Whether it is connected': "S'il est relié",
  Status: 'État',
  'Connection with an accounting provider.': 'Liaison avec un fournisseur comptable.',
  'List the accounting providers.': 'Énumérer les fournisseurs comptables.',
  'Of an employer': "D'un employeur",
  'The `state` of the authorization address, valid once': "Le `state` de l'adresse d'autorisation, valide une fois",
  'List the accounting providers': 'Énumérer les fournisseurs comptables',
  'Says for each whether it is connected.': "Dit pour chacun s'il est relié.",
  'For this employer; without it, for any employer of the company':
    'Pour cet employeur; sans lui, pour tout employeur de la compagnie',
  'Retrieve an accounting provider': 'Obtenir un fournisseur comptable',
  'Says whether it is connected.': "Dit s'il est relié.",
  'The provider': 'Le fournisseur',
  'Connect an accounting provider with tokens that you obtained':
    'Relier un fournisseur comptable par des jetons que vous avez obtenus',
  'They must be issued to the application that this service is registered as, since the service renews them.':
    "Ils doivent avoir été émis pour l'application sous laquelle ce service est inscrit, puisque le service les renouvelle.",
  'They are stored encrypted and never returned.': 'Ils sont conservés chiffrés et ne figurent dans aucune réponse.',
  'The employer whose books they are': "L'employeur à qui appartiennent les livres",
  'The access token': "Le jeton d'accès",
  'The refresh token': 'Le jeton de renouvellement',
  'Seconds for which the access token is valid': "Secondes pendant lesquelles le jeton d'accès est valide",
  'Seconds for which the refresh token is valid': 'Secondes pendant lesquelles le jeton de renouvellement est valide',
  'QuickBooks id of the company: required for QuickBooks, ignored for Xero':
    "Id QuickBooks de l'entreprise : obligatoire pour QuickBooks, ignoré pour Xero",
  'Tokens that you obtained': 'Des jetons que vous avez obtenus',
  'Tokens of QuickBooks': 'Des jetons de QuickBooks',
  'The connected provider': 'Le fournisseur relié',
  'Disconnect an accounting provider': 'Rompre la liaison avec un fournisseur comptable',
  'The tokens are deleted, and the connection ends at the provider, unless another employer is connected with the same books.':
    'Les jetons sont supprimés, et la liaison prend fin chez le fournisseur, sauf si un autre employeur est relié aux mêmes livres.',
  'Imported and exported records do not change.': 'Les dossiers importés et exportés ne changent pas.',
  'The employer of the connection': "L'employeur dont c'est la liaison",
  Disconnected: 'Liaison rompue',
  'accounting_codes imports the chart of accounts, category classes or tracking categories, department locations, project projects; journal_entries exports the entries of a payroll':
    "accounting_codes importe le plan comptable, category les classes ou catégories de suivi, department les emplacements, project les projets; journal_entries exporte les écritures d'une paie",
  'The employer to import for': "L'employeur pour lequel importer",
  'The payroll whose entries to export': 'La paie dont exporter les écritures',
  'What to import or export': 'Ce qui est à importer ou à exporter',
  'Import from an accounting provider, or export to it': "Importer d'un fournisseur comptable, ou y exporter",
  'A task does it; the task shows only its status.': 'Une tâche le fait; elle ne montre que son état.',
  'Imports match records by their id at the provider: they create new ones and update known ones, and delete nothing.':
    'Les importations apparient les dossiers par leur id chez le fournisseur : elles créent les nouveaux, modifient ceux qui sont connus et ne suppriment rien.',
  'An entry is exported only once, even when the request is repeated.':
    "Une écriture n'est exportée qu'une fois, même si la requête est répétée.",
  'The chart of accounts of an employer': "Le plan comptable d'un employeur",
  'The task that does it': 'La tâche qui le fait',
  'Address to send the user to: valid once, for half an hour':
    "Adresse où envoyer l'utilisateur : valide une fois, pendant une demi-heure",
  'The address': "L'adresse",
  'The address at which a user authorizes an accounting provider.':
    "L'adresse à laquelle un utilisateur autorise un fournisseur comptable.",
  'Begin to connect an accounting provider': 'Commencer à relier un fournisseur comptable',
  'Send the user to the returned address.': "Envoyez l'utilisateur à l'adresse de la réponse.",
  'The webhook events `integration_authentication_success` and `integration_authentication_failure` report the result.':
    'Les événements de webhook `integration_authentication_success` et `integration_authentication_failure` annoncent le résultat.',
  'The employer to connect': "L'employeur à relier",
  'Where to send the user': "Où envoyer l'utilisateur",
  'Redirect address for accounting providers': 'Adresse de retour pour les fournisseurs comptables',
  'For browsers that return from a provider; do not call it yourself.':
    "Pour les navigateurs qui reviennent d'un fournisseur; ne l'appelez pas vous-même.",
  'It shows a page; with another `Accept` the answer is JSON.':
    'Elle montre une page; avec un autre `Accept`, la réponse est en JSON.',
  'The accounting provider': 'Le fournisseur comptable',
  "Why it was not authorized, in the provider's words": "Pourquoi cela n'a pas été autorisé, selon le fournisseur",
  "The provider's authorization code": "Code d'autorisation du fournisseur",
  'QuickBooks id of the company': "Id QuickBooks de l'entreprise",
  'The authorized scope': 'Portée autorisée',
  'From Xero, ignored': 'De Xero, ignoré',
  'Why there was no authorization': "Pourquoi il n'y a pas eu d'autorisation",
  'Its description': 'Sa description',
  'Whether the provider is connected now': 'Si le fournisseur est maintenant relié',
  'Result of an authorization': "Résultat d'une autorisation",
  'The result': 'Le résultat',
  // Calls to webhooks.
  'For an integration: the employer that it is about': "Pour une intégration : l'employeur dont il s'agit",
  'Its id is the name of the provider.': 'Son id est le nom du fournisseur.',
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
