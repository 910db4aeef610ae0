/** Descriptions of journal entries: the English as it is declared, and the French of it. */
export const ACCOUNTING: Readonly<Record<string, string>> = {
  'Generated bookkeeping entry of a payroll (or of one pay stub) with balanced debit and credit rows.':
    "Écriture comptable générée d'une paie (ou d'un bulletin de paie), avec des lignes de débit et de crédit équilibrées.",
  'What it records': "Ce qu'elle consigne",
  'What it is called, in English': "Comment elle s'appelle, en anglais",
  'The payroll that it records': "La paie qu'elle consigne",
  'The pay stub that it records; null for the whole payroll':
    "Le bulletin de paie qu'elle consigne; null pour toute la paie",
  'Whether debits equal credits: an entry that does not balance is never posted':
    "Si les débits égalent les crédits : une écriture qui ne balance pas n'est jamais portée",
  'Sum of its debits': 'Somme de ses débits',
  'Whether a line item has no accounting code': "Si une ligne n'a pas de code comptable",
  'Whether the employer has no accounting code for what is owed':
    "Si l'employeur n'a pas de code comptable pour ce qui est dû",
  'Whether the employer has no accounting code of a bank account':
    "Si l'employeur n'a pas de code comptable de compte bancaire",
  'Day under which it is booked: the pay date': 'Jour sous lequel elle est portée : la date de paie',
  'Types whose expense code cannot be used': 'Types dont le code de charge ne peut être employé',
  'Types whose liability code cannot be used': 'Types dont le code de passif ne peut être employé',
  'What it is called there; null when it is not there': "Comment il s'y appelle; null quand il n'y est pas",
  'Where it was exported to': 'Où elle a été exportée',
  'Its rows: debits and credits': 'Ses lignes : débits et crédits',
  'A row of a journal entry: a debit or a credit': "Une ligne d'écriture de journal : un débit ou un crédit",
  'What the row books, in English': 'Ce que la ligne porte, en anglais',
  'Dollars on the debit side; null on the other': "Dollars au débit; null de l'autre côté",
  'Dollars on the credit side; null on the other': "Dollars au crédit; null de l'autre côté",
  'The accounting code that it books on': 'Le code comptable où elle est portée',
  'That code as the ledger shows it': 'Ce code tel que le grand livre le montre',
  'Tags that it is split by': 'Étiquettes selon lesquelles elle est ventilée',
};
