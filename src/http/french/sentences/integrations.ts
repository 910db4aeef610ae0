/** Descriptions of connections with accounting providers: the English as it is declared, and the French of it. */
export const INTEGRATIONS: Readonly<Record<string, string>> = {
  'The name of the provider': 'Le nom du fournisseur',
  'What the provider is called': 'Comment le fournisseur se nomme',
  'Whether it is connected': "S'il est relié",
  'What it is for': 'À quoi il sert',
  'How it stands': 'Où il en est',
  'Connection with an accounting provider.': 'Liaison avec un fournisseur comptable.',
  'List the accounting providers.': 'Énumérer les fournisseurs comptables.',
  'Of an employer': "D'un employeur",
  'The state that the address was handed out with: good once':
    "L'état avec lequel l'adresse a été remise : valable une fois",
  'List the accounting providers': 'Énumérer les fournisseurs comptables',
  'Each with whether it is connected.': "Chacun avec la mention s'il est relié.",
  'All of them': 'Tous',
  'Of this employer; without it, of any employer of the company':
    "De cet employeur; sans lui, de tout employeur de l'entreprise",
  'Retrieve an accounting provider': 'Lire un fournisseur comptable',
  'With whether it is connected.': "Avec la mention s'il est relié.",
  'The provider': 'Le fournisseur',
  'Connect an accounting provider by tokens that you obtained':
    'Relier un fournisseur comptable par des jetons que vous avez obtenus',
  'Of an authorization for the application that this service is registered as, since it renews them.':
    "D'une autorisation pour l'application sous laquelle ce service est inscrit, car il les renouvelle.",
  'They are kept encrypted and shown to nobody.': 'Ils sont conservés chiffrés et ne sont montrés à personne.',
  'The employer whose books they are': "L'employeur à qui appartiennent les livres",
  'The access token': "Le jeton d'accès",
  'The refresh token': 'Le jeton de renouvellement',
  'For how many seconds the access token is good': "Pendant combien de secondes le jeton d'accès est valable",
  'For how many seconds the refresh token is good':
    'Pendant combien de secondes le jeton de renouvellement est valable',
  'What QuickBooks calls the company: wanted there, and not looked at for Xero':
    "Comment QuickBooks désigne l'entreprise : attendu pour lui, ignoré pour Xero",
  'Tokens that you obtained': 'Des jetons que vous avez obtenus',
  'Tokens of QuickBooks': 'Des jetons de QuickBooks',
  'The provider, connected': 'Le fournisseur, relié',
  'Drop the connection with an accounting provider': 'Rompre la liaison avec un fournisseur comptable',
  'The tokens are forgotten, and the provider is told.': 'Les jetons sont oubliés et le fournisseur en est averti.',
  'Nothing that was imported or exported changes.': 'Rien de ce qui a été importé ou exporté ne change.',
  'The employer whose connection it is': "L'employeur dont c'est la liaison",
  'It is not connected any more': "Il n'est plus relié",
  'accounting_codes imports the chart of accounts, category classes or tracking categories, department locations, project projects; journal_entries exports the entries of a payroll':
    "accounting_codes importe le plan comptable, category les classes ou catégories de suivi, department les emplacements, project les projets; journal_entries exporte les écritures d'une paie",
  'The employer that is imported for': "L'employeur pour qui l'importation se fait",
  'The payroll whose entries are exported': 'La paie dont les écritures sont exportées',
  'What is synchronized': 'Ce qui est synchronisé',
  'Import from an accounting provider, or export to it': "Importer d'un fournisseur comptable, ou y exporter",
  'It is done by a task, which tells its status alone.': "C'est fait par une tâche, qui ne dit que son état.",
  'Imports create what is not known by its id there and change what is; nothing is deleted.':
    "Les importations créent ce qui n'est pas connu par son identifiant là-bas et modifient ce qui l'est; rien n'est supprimé.",
  'An entry is exported once, however often that is asked for.':
    "Une écriture est exportée une seule fois, aussi souvent qu'on le demande.",
  'The chart of accounts of an employer': "Le plan comptable d'un employeur",
  'The task that does it': 'La tâche qui le fait',
  'Where the user is sent: good once, and for half an hour':
    "Où l'utilisateur est envoyé : valable une fois, pendant une demi-heure",
  'The address': "L'adresse",
  'The address at which a user authorizes an accounting provider.':
    "L'adresse à laquelle un utilisateur autorise un fournisseur comptable.",
  'Begin to connect an accounting provider': 'Commencer à relier un fournisseur comptable',
  'Send the user to the address of the answer.': "Envoyez l'utilisateur à l'adresse de la réponse.",
  'How it ended is told by `integration_authentication_success` or `integration_authentication_failure`.':
    "L'issue est annoncée par `integration_authentication_success` ou `integration_authentication_failure`.",
  'Who is to be connected': 'Qui doit être relié',
  'Where the user is sent': "Où l'utilisateur est envoyé",
  'Where accounting providers send users back to': 'Où les fournisseurs comptables renvoient les utilisateurs',
  'For browsers that come from a provider; it is no operation to be called.':
    "Pour les navigateurs qui viennent d'un fournisseur; ce n'est pas une opération à appeler.",
  'They are shown a page; with another `Accept` the answer is JSON.':
    'Une page leur est montrée; avec un autre `Accept`, la réponse est en JSON.',
  'The accounting provider': 'Le fournisseur comptable',
  'Why it was not authorized, as the provider says it': "Pourquoi il n'a pas été autorisé, comme le dit le fournisseur",
  'What the provider gives for the authorization': "Ce que le fournisseur donne pour l'autorisation",
  'What QuickBooks calls the company': "Comment QuickBooks désigne l'entreprise",
  'What was authorized': 'Ce qui a été autorisé',
  'Something of Xero that is not looked at': "Une donnée de Xero qui n'est pas regardée",
  'Why there was no authorization': "Pourquoi il n'y a pas eu d'autorisation",
  'The same in words': 'La même chose en mots',
  'Whether the provider is connected now': 'Si le fournisseur est maintenant relié',
  'How an authorization ended': "Comment une autorisation s'est terminée",
  'How it ended': "Comment cela s'est terminé",
  // Calls to webhooks.
  'Of an integration: the employer that is connected, or not': "D'une intégration : l'employeur qui est relié, ou non",
  'It is named by its provider.': 'Elle est désignée par son fournisseur.',
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
