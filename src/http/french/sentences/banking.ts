/** Descriptions of bank accounts and pay splits: the English as it is declared, and the French of it. */
export const BANKING: Readonly<Record<string, string>> = {
  'A Canadian bank account, of a business entity to be debited or of an employee or contractor to be paid.':
    "Un compte bancaire canadien, d'une entreprise à débiter, ou d'un employé ou entrepreneur à payer.",
  "Divides an employee's net pay over two to seven of the employee's bank accounts.":
    "Répartit la paie nette d'un employé entre deux à sept de ses comptes bancaires.",
  'Read the sensitive values of a bank account in clear': "Lire en clair les valeurs sensibles d'un compte bancaire",
  'The employer whose it is; exactly one of the three owners':
    "L'employeur à qui il est; exactement un des trois propriétaires",
  'The employee whose it is; exactly one of the three owners':
    "L'employé à qui il est; exactement un des trois propriétaires",
  'The contractor whose it is; exactly one of the three owners':
    "L'entrepreneur à qui il est; exactement un des trois propriétaires",
  'The three digits of the financial institution': "Les trois chiffres de l'institution financière",
  'The five digits of the branch': 'Les cinq chiffres de la succursale',
  'The account number, digits alone, as many as the institution has.':
    "Le numéro de compte, en chiffres seulement, autant qu'en a l'institution.",
  "Whether it is the owner's main account: there is always exactly one.":
    "Si c'est le compte principal du propriétaire : il y en a toujours exactement un.",
  'The first is, until another is made so': "C'est le premier, jusqu'à ce qu'un autre le devienne",
  "Of an employer's account: who signed the agreement to be debited.":
    "Pour le compte d'un employeur : qui a signé l'accord de débit préautorisé.",
  'The three members of the signer come together, and sign it':
    'Les trois membres du signataire viennent ensemble, et le signent',
  'E-mail address of who signed': 'Courriel du signataire',
  'What who signed is at the employer': "Fonction du signataire chez l'employeur",
  'What the institution is called': "Nom de l'institution",
  'What it is called in both languages': 'Son nom dans les deux langues',
  'What it is called in the language of the request': 'Son nom dans la langue de la requête',
  'Address of the branch, where it is known': 'Adresse de la succursale, si elle est connue',
  'Whether it can be deleted: no pay split uses it':
    "S'il peut être supprimé : aucune répartition de la paie ne l'utilise",
  'What is missing before it can be used': "Ce qui manque avant qu'il puisse servir",
  "Of an employer's account: whether the agreement to be debited is signed":
    "Pour le compte d'un employeur : si l'accord de débit préautorisé est signé",
  'When it was signed': 'Quand il a été signé',
  'The signed agreement as a file: none is kept': "L'accord signé en fichier : aucun n'est conservé",
  'Whose pay it divides': "À qui est la paie qu'elle répartit",
  'percentage: each account gets its share, 100 together. fixed: accounts get dollars in their order, the last one what is left':
    'percentage : chaque compte reçoit sa part, 100 en tout. fixed : les comptes reçoivent des dollars dans leur ordre, et le dernier le reste',
  "Whether it divides the employee's pay where a work assignment names none: at most one does, the one that was last said to":
    "Si elle répartit la paie de l'employé quand l'affectation n'en nomme aucune : une seule au plus le fait, celle pour qui cela fut dit en dernier",
  'Of dollars the last account gets what is left, and has none here':
    "En dollars, le dernier compte reçoit le reste, et n'a rien ici",
  'The bank account that is served as number 1': 'Le compte bancaire servi au rang 1',
  'What account 1 gets: percent of net pay, or dollars.':
    'Ce que reçoit le compte 1 : un pourcentage de la paie nette, ou des dollars.',
  'The bank account that is served as number 2': 'Le compte bancaire servi au rang 2',
  'What account 2 gets: percent of net pay, or dollars.':
    'Ce que reçoit le compte 2 : un pourcentage de la paie nette, ou des dollars.',
  'The bank account that is served as number 3; null where there are fewer':
    'Le compte bancaire servi au rang 3; null quand il y en a moins',
  'What account 3 gets: percent of net pay, or dollars.':
    'Ce que reçoit le compte 3 : un pourcentage de la paie nette, ou des dollars.',
  'The bank account that is served as number 4; null where there are fewer':
    'Le compte bancaire servi au rang 4; null quand il y en a moins',
  'What account 4 gets: percent of net pay, or dollars.':
    'Ce que reçoit le compte 4 : un pourcentage de la paie nette, ou des dollars.',
  'The bank account that is served as number 5; null where there are fewer':
    'Le compte bancaire servi au rang 5; null quand il y en a moins',
  'What account 5 gets: percent of net pay, or dollars.':
    'Ce que reçoit le compte 5 : un pourcentage de la paie nette, ou des dollars.',
  'The bank account that is served as number 6; null where there are fewer':
    'Le compte bancaire servi au rang 6; null quand il y en a moins',
  'What account 6 gets: percent of net pay, or dollars.':
    'Ce que reçoit le compte 6 : un pourcentage de la paie nette, ou des dollars.',
  'The bank account that is served as number 7; null where there are fewer':
    'Le compte bancaire servi au rang 7; null quand il y en a moins',
  'What account 7 gets: percent of net pay, or dollars.':
    'Ce que reçoit le compte 7 : un pourcentage de la paie nette, ou des dollars.',
};
