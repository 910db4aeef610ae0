/** Descriptions of remittance accounts and enrollments: the English as it is declared, and the French of it. */
export const REMITTANCES: Readonly<Record<string, string>> = {
  "An account at a tax agency, workers' compensation board or other provider that collected amounts are remitted to.":
    "Un compte auprès d'une administration fiscale, d'un organisme d'indemnisation des accidents du travail ou d'un autre fournisseur, auquel les montants perçus sont versés.",
  'A dated link between a work assignment and the remittance account that its amounts are remitted to.':
    'Un lien daté entre une affectation et le compte de versement auquel ses montants sont versés.',
  'Provider; it never changes': 'Fournisseur; il ne change jamais',
  "Whether it is the employer's primary account with the provider.":
    "S'il est le compte principal de l'employeur auprès du fournisseur.",
  'Name; default the name of the provider': 'Nom; par défaut, celui du fournisseur',
  "The provider's number for it: nine digits, RP and four digits at the CRA; ten digits, RS and four digits at Revenu Québec":
    "Son numéro chez le fournisseur : neuf chiffres, RP et quatre chiffres à l'ARC; dix chiffres, RS et quatre chiffres à Revenu Québec",
  "How often the employer remits to the tax agency; a new account with the CRA starts with the employer's; null for other providers":
    "Fréquence des versements de l'employeur à l'administration fiscale; un nouveau compte auprès de l'ARC commence avec celle de l'employeur; null pour les autres fournisseurs",
  "For a workers' compensation account: the last payment, for boards that expect the same amount again":
    "Pour un compte d'indemnisation des accidents du travail : le dernier paiement, pour les organismes qui attendent de nouveau le même montant",
  "The employer's tax property with the same identifier, kept equal; null where there is none":
    "La propriété fiscale de l'employeur qui a le même identifiant, tenue égale; null s'il n'y en a pas",
  'Whether its identifier can change: it has none yet, or no payroll that is no longer a draft uses it':
    "Si son identifiant peut changer : il n'en a pas encore, ou aucune paie qui n'est plus au brouillon ne l'utilise",
  'Whether it can be deleted: it was never used, nobody is enrolled in it, and no item or preset names it':
    "S'il peut être supprimé : il n'a jamais servi, personne n'y est inscrit, et aucun élément ni préréglage ne le nomme",
  'Type of provider': 'Type de fournisseur',
  'Whether anything was remitted to it': 'Si quelque chose y a été versé',
  'Number of work assignments enrolled today': "Nombre d'affectations inscrites aujourd'hui",
  'Number of work assignments that will be enrolled later': "Nombre d'affectations qui seront inscrites plus tard",
  'Types of tax properties that it may have: those of an account with the CRA':
    "Types de propriétés fiscales qu'il peut avoir : ceux d'un compte auprès de l'ARC",
  'The remittance account': 'Le compte de versement',
  'What happens to overlapping enrollments with the same provider: earlier ones end the day before it begins, later ones are deleted.':
    "Ce qu'il advient des inscriptions auprès du même fournisseur qui la chevauchent : les antérieures prennent fin la veille de son début, les ultérieures sont supprimées.",
  'Without it an overlap is refused': 'Sans lui, un chevauchement est refusé',
  'The work assignment that is enrolled': "L'affectation inscrite",
  'Dollars of the last payment': 'Dollars du dernier paiement',
  'Whether it is for reporting only: the employer remits outside the service, and nothing is debited for it':
    "S'il sert aux rapports seulement : l'employeur fait les versements hors du service, et rien n'est débité pour lui",
};
