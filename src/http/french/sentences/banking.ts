/** Descriptions of bank accounts and pay splits: the English as it is declared, and the French of it. */
export const BANKING: Readonly<Record<string, string>> = {
  'A Canadian bank account: of a business entity, to debit, or of an employee or contractor, to pay.':
    "Un compte bancaire canadien, d'une entité à débiter, ou d'un employé ou entrepreneur à payer.",
  "Divides an employee's net pay over two to seven of the employee's bank accounts.":
    "Répartit la paie nette d'un employé entre deux à sept de ses comptes bancaires.",
  'Reveal the sensitive values of a bank account': "Révéler les valeurs sensibles d'un compte bancaire",
  'The employer that owns it; give exactly one of the three owners':
    "L'employeur à qui il appartient; donnez exactement un des trois propriétaires",
  'The employee who owns it; give exactly one of the three owners':
    "L'employé à qui il appartient; donnez exactement un des trois propriétaires",
  'The contractor who owns it; give exactly one of the three owners':
    "L'entrepreneur à qui il appartient; donnez exactement un des trois propriétaires",
  'The three digits of the financial institution': "Les trois chiffres de l'institution financière",
  'The five digits of the branch': 'Les cinq chiffres de la succursale',
  'The account number: digits only, as many as the institution uses.':
    "Le numéro de compte, en chiffres seulement, autant qu'en a l'institution.",
  "Whether it is the owner's primary account.": "S'il est le compte principal de son propriétaire.",
  'There is always exactly one.': 'Il y en a toujours exactement un.',
  'It is the first one until another is made primary': "C'est le premier, jusqu'à ce qu'un autre soit désigné",
  "For an employer's account: who signed the pre-authorized debit agreement.":
    "Pour le compte d'un employeur : qui a signé l'accord de débit préautorisé.",
  'Give all three members of the signer together; that signs the agreement':
    "Donnez ensemble les trois membres du signataire; cela signe l'accord",
  'E-mail address of the signer': 'Adresse courriel du signataire',
  "The signer's position at the employer": "Fonction du signataire chez l'employeur",
  'Name of the institution': "Nom de l'institution",
  'Name in both languages': 'Nom dans les deux langues',
  'Name in the language of the request': 'Nom dans la langue de la requête',
  'Address of the branch, where known': 'Adresse de la succursale, si elle est connue',
  'Whether it can be deleted: no pay split uses it':
    "S'il peut être supprimé : aucune répartition de la paie ne l'utilise",
  'What is missing before it can be used': "Ce qui manque avant qu'il puisse être utilisé",
  "For an employer's account: whether the pre-authorized debit agreement is signed":
    "Pour le compte d'un employeur : si l'accord de débit préautorisé est signé",
  'When it was signed': 'Quand il a été signé',
  'The signed agreement as a file: always null, since none is kept':
    "L'accord signé, en fichier : toujours null, puisqu'aucun n'est conservé",
  'The employee whose net pay it divides': "L'employé dont elle répartit la paie nette",
  'percentage: each account gets its percentage, 100 in all. fixed: accounts get dollar amounts in order, and the last one gets the rest':
    "percentage : chaque compte reçoit son pourcentage, 100 en tout. fixed : les comptes reçoivent des montants en dollars, dans l'ordre, et le dernier reçoit le reste",
  'Whether it applies to work assignments that name no pay split.':
    "Si elle s'applique aux affectations qui ne nomment aucune répartition de la paie.",
  'At most one does: the one that was last made the default.':
    'Une seule au plus : la dernière qui a été choisie par défaut.',
  'When that is deleted, none does': 'Si celle-ci est supprimée, aucune ne le fait',
  'With `fixed`, the last account gets the rest and has no amount':
    "Avec `fixed`, le dernier compte reçoit le reste et n'a pas de montant",
  'The bank account with priority 1': 'Compte bancaire de priorité 1',
  'Amount for account 1: percent of net pay, or dollars.':
    'Montant pour le compte 1 : un pourcentage de la paie nette, ou des dollars.',
  'The bank account with priority 2': 'Compte bancaire de priorité 2',
  'Amount for account 2: percent of net pay, or dollars.':
    'Montant pour le compte 2 : un pourcentage de la paie nette, ou des dollars.',
  'The bank account with priority 3; null where there are fewer':
    'Compte bancaire de priorité 3; null quand il y en a moins',
  'Amount for account 3: percent of net pay, or dollars.':
    'Montant pour le compte 3 : un pourcentage de la paie nette, ou des dollars.',
  'The bank account with priority 4; null where there are fewer':
    'Compte bancaire de priorité 4; null quand il y en a moins',
  'Amount for account 4: percent of net pay, or dollars.':
    'Montant pour le compte 4 : un pourcentage de la paie nette, ou des dollars.',
  'The bank account with priority 5; null where there are fewer':
    'Compte bancaire de priorité 5; null quand il y en a moins',
  'Amount for account 5: percent of net pay, or dollars.':
    'Montant pour le compte 5 : un pourcentage de la paie nette, ou des dollars.',
  'The bank account with priority 6; null where there are fewer':
    'Compte bancaire de priorité 6; null quand il y en a moins',
  'Amount for account 6: percent of net pay, or dollars.':
    'Montant pour le compte 6 : un pourcentage de la paie nette, ou des dollars.',
  'The bank account with priority 7; null where there are fewer':
    'Compte bancaire de priorité 7; null quand il y en a moins',
  'Amount for account 7: percent of net pay, or dollars.':
    'Montant pour le compte 7 : un pourcentage de la paie nette, ou des dollars.',
};
