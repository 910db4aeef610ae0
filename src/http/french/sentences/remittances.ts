/** Descriptions of remittance accounts and enrollments: the English as it is declared, and the French of it. */
export const REMITTANCES: Readonly<Record<string, string>> = {
  "An account at a tax agency, workers' compensation board or other provider that collected amounts are remitted to.":
    "Compte auprès d'une administration fiscale, d'un organisme d'indemnisation des accidents du travail ou d'un autre fournisseur, à qui les montants perçus sont versés.",
  'A dated link between a work assignment and the remittance account that its amounts are remitted to.':
    "Lien daté qui dit à quel compte de versement vont les montants d'une affectation.",
  'Provider; it never changes': 'Auprès de qui il est; cela ne change jamais',
  "Whether it is the employer's primary account with the provider.":
    "S'il est le compte principal de l'employeur auprès du fournisseur.",
  'Name; default the name of the provider': 'Son nom; celui du fournisseur si omis',
  "The provider's number for it: nine digits, RP and four digits at the CRA; ten digits, RS and four digits at Revenu Québec":
    "Son numéro chez le fournisseur : neuf chiffres, RP, quatre chiffres à l'ARC; dix chiffres, RS, quatre chiffres à Revenu Québec",
  "How often the employer remits to the tax agency; a new account with the CRA starts with the employer's; null for other providers":
    "À quelle fréquence l'employeur verse à une administration fiscale; un nouveau compte auprès de l'ARC commence par celle de l'employeur; null ailleurs",
  "For a workers' compensation account: the last payment, for boards that expect the same amount again":
    "Pour un compte d'indemnisation des accidents du travail : ce qui fut payé en dernier, pour les organismes qui reprennent le même montant",
  "The employer's tax property with the same identifier, kept equal; null where there is none":
    "La propriété fiscale de l'employeur qui dit son identifiant, tenue égale; null s'il n'en a pas",
  'Whether its identifier can change: it has none yet, or no payroll that is no longer a draft uses it':
    "Si son identifiant peut changer : il n'en a pas encore, ou aucune paie qui n'est plus au brouillon ne l'a utilisé",
  'Whether it can be deleted: it was never used, nobody is enrolled in it, and no item or preset names it':
    "S'il peut être supprimé : il n'a jamais servi, personne n'y est inscrit, et aucun élément ni préréglage ne le nomme",
  'Type of provider': 'Le genre de fournisseur',
  'Whether anything was remitted to it': 'Si quelque chose a été versé par lui',
  'Number of work assignments enrolled today': "Affectations qui y sont inscrites aujourd'hui",
  'Number of work assignments that will be enrolled later': 'Affectations qui le seront',
  'Types of tax properties that it may have: those of an account with the CRA':
    "Types de propriétés fiscales qu'il peut avoir : ceux d'un compte auprès de l'ARC",
  'The remittance account': 'Le compte auquel elle est inscrite',
  'What happens to overlapping enrollments with the same provider: earlier ones end the day before it begins, later ones are deleted.':
    "Ce que deviennent les inscriptions auprès du même fournisseur qu'elle chevauche : celles qui ont commencé avant finissent la veille, les suivantes sont supprimées.",
  'Without it an overlap is refused': 'Sans lui, un chevauchement est refusé',
  'The work assignment that is enrolled': 'Qui est inscrit',
  'Dollars of the last payment': 'Dollars payés en dernier',
  'Whether it is for reporting only: the employer remits outside the service, and nothing is debited for it':
    "S'il est tenu pour les rapports seulement, parce que l'employeur lui verse lui-même : ce qui lui revient n'est alors pas débité",
};
