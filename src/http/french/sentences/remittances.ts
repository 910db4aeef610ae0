/** Descriptions of remittance accounts and enrollments: the English as it is declared, and the French of it. */
export const REMITTANCES: Readonly<Record<string, string>> = {
  "Account at a tax agency, workers' compensation board or other provider to which collected amounts are remitted.":
    "Compte auprès d'une administration fiscale, d'un organisme d'indemnisation des accidents du travail ou d'un autre fournisseur, à qui les montants perçus sont versés.",
  "Dated link that says to which remittance account a work assignment's amounts go.":
    "Lien daté qui dit à quel compte de versement vont les montants d'une affectation.",
  'The employer whose it is': "L'employeur à qui il est",
  'With whom it is; it never changes': 'Auprès de qui il est; cela ne change jamais',
  "Whether it is the employer's main account with the provider: there is always exactly one.":
    "Si c'est le compte principal de l'employeur auprès du fournisseur : il y en a toujours exactement un.",
  'What it is called; the name of the provider when left out': 'Son nom; celui du fournisseur si omis',
  "The provider's number of it: nine digits, RP, four digits with the CRA; ten digits, RS, four digits with Revenu Québec":
    "Son numéro chez le fournisseur : neuf chiffres, RP, quatre chiffres à l'ARC; dix chiffres, RS, quatre chiffres à Revenu Québec",
  'How often the employer remits to a tax agency; null elsewhere':
    "À quelle fréquence l'employeur verse à une administration fiscale; null ailleurs",
  "Of a workers' compensation account: what was paid last, for boards that take the same again":
    "Pour un compte d'indemnisation des accidents du travail : ce qui fut payé en dernier, pour les organismes qui reprennent le même montant",
  "The employer's tax property that tells its identifier, which is kept equal; null where it has none":
    "La propriété fiscale de l'employeur qui dit son identifiant, tenue égale; null s'il n'en a pas",
  'Whether its identifier can change: no payroll that left draft has used it':
    "Si son identifiant peut changer : aucune paie qui n'est plus au brouillon ne l'a utilisé",
  'Whether it can be deleted: it was not used, and nobody is enrolled in it':
    "S'il peut être supprimé : il n'a pas servi, et personne n'y est inscrit",
  'What kind of provider it is with': 'Le genre de fournisseur',
  'Whether anything was remitted through it': 'Si quelque chose a été versé par lui',
  'Work assignments that are enrolled in it today': "Affectations qui y sont inscrites aujourd'hui",
  'Work assignments that will be': 'Affectations qui le seront',
  'Types of tax properties that it may have: those of an account with the CRA':
    "Types de propriétés fiscales qu'il peut avoir : ceux d'un compte auprès de l'ARC",
  'The account that it is enrolled in': 'Le compte auquel elle est inscrite',
  'What becomes of enrollments with the same provider that it overlaps: those that began before end the day before it, later ones are deleted.':
    "Ce que deviennent les inscriptions auprès du même fournisseur qu'elle chevauche : celles qui ont commencé avant finissent la veille, les suivantes sont supprimées.",
  'Without it an overlap is refused': 'Sans lui, un chevauchement est refusé',
  'Who is enrolled': 'Qui est inscrit',
  'Dollars that were paid last': 'Dollars payés en dernier',
  'Whether it is kept for reporting alone, since the employer remits to it by itself: what goes to it is not debited then':
    "S'il est tenu pour les rapports seulement, parce que l'employeur lui verse lui-même : ce qui lui revient n'est alors pas débité",
};
