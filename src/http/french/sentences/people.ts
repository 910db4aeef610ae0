/** Descriptions of employees and work assignments: the English as it is declared, and the French of it. */
export const PEOPLE: Readonly<Record<string, string>> = {
  'End the pay rates and recurring items of a work assignment':
    "Mettre fin aux taux de rémunération et aux éléments récurrents d'une affectation",
  'Those in effect beyond the day end on it.': 'Ceux qui sont en vigueur au-delà de ce jour y prennent fin.',
  'The work assignment is archived if requested.': "L'affectation est archivée si la requête le demande.",
  'If one of them cannot end then (an approved payroll uses it for longer, or it begins later), the answer is an error that names it, and nothing changes.':
    "Si l'un d'eux ne peut prendre fin alors (une paie approuvée l'utilise plus longtemps, ou il commence plus tard), la réponse est une erreur qui le nomme, et rien ne change.",
  'Last day of its pay rates and recurring items; those that end earlier stay as they are':
    'Dernier jour de ses taux de rémunération et éléments récurrents; ceux qui finissent avant restent tels quels',
  'First day on which it is archived, not before effective_to; unchanged when left out':
    'Premier jour où elle est archivée, pas avant effective_to; inchangé si omis',
  'When the work ends': 'Quand le travail prend fin',
  'The last day': 'Le dernier jour',
  'A person employed within a company; paid through work assignments.':
    "Une personne employée au sein d'une compagnie; payée par des affectations.",
  'Links one employee or contractor to one pay schedule.':
    'Relie un employé ou un entrepreneur à un calendrier de paie.',
  'Pay rates and recurring items belong to it.':
    'Les taux de rémunération et les éléments récurrents lui appartiennent.',
  'Tag allocation of the amount; the unallocated rest follows the default':
    'Répartition du montant entre les étiquettes; le reste non réparti suit la valeur par défaut',
  'Your own number for the person': 'Votre propre numéro pour la personne',
  'First name': 'Prénom',
  'Last name': 'Nom de famille',
  'Middle initial': 'Initiale du second prénom',
  'Private e-mail address': 'Adresse courriel personnelle',
  'E-mail address at work': 'Adresse courriel au travail',
  'Two-letter code of the province or territory of residence':
    'Code de deux lettres de la province ou du territoire de résidence',
  'Social insurance number: nine digits with a valid check digit.':
    "Numéro d'assurance sociale : neuf chiffres avec un chiffre de contrôle valide.",
  'Always null, except in the answers of `reveal`': 'Toujours null dans les réponses, sauf celles de `reveal`',
  'Your own identifier for the person': 'Votre propre identifiant pour la personne',
  "Language of the person's pay stubs; null uses the employer's":
    "Langue des bulletins de paie de la personne; null prend celle de l'employeur",
  'First day on which the person is archived: left out of lists from then on.':
    'Premier jour où la personne est archivée : omise des listes dès lors.',
  'Work assignments are archived apart, and paid until they are':
    "Les affectations sont archivées à part, et payées jusqu'à ce qu'elles le soient",
  'The company that the person belongs to': 'La compagnie à laquelle la personne appartient',
  'Its last three digits': 'Ses trois derniers chiffres',
  'What is still missing before the person can be paid': 'Ce qui manque encore avant que la personne puisse être payée',
  'Employees, or contractors': 'Employés, ou entrepreneurs',
  "Text to search for in the payee's names": 'Texte à chercher dans les noms du bénéficiaire',
  'true for archived ones only, false for those that are not archived; by default archived ones are left out, unless ids names them':
    "true pour les archives seulement, false pour ce qui n'est pas archivé; par défaut, les archives sont omises, à moins que ids ne les nomme",
  'Unit of the values': 'Unité des valeurs',
  'Whether pages for payees cannot change it': 'Si les pages destinées aux bénéficiaires ne peuvent la changer',
  'Tags that the share is allocated to': 'Étiquettes auxquelles la part est attribuée',
  'How much is allocated to them, in the unit': "Ce qui leur est attribué, dans l'unité",
  'The shares': 'Les parts',
  'Job title': 'Titre du poste',
  'The schedule that pays it.': 'Le calendrier de paie qui la paie.',
  'When that changes, its pay stubs on generated drafts of the one before go, with what was entered on them':
    'Quand il change, ses bulletins sur les brouillons générés du précédent sont retirés, avec ce qui y a été saisi',
  'How net pay is divided over bank accounts': 'Comment la paie nette est répartie entre les comptes bancaires',
  "Whether it is the payee's primary work assignment.": "Si elle est l'affectation principale du bénéficiaire.",
  'There is always exactly one: the one that was last made so, else the first':
    'Il y en a toujours exactement une : la dernière désignée, sinon la première',
  'First day on which it is archived: payrolls whose period begins later have no pay stub for it.':
    "Premier jour où elle est archivée : les paies dont la période commence plus tard n'ont pas de bulletin pour elle.",
  'One that a generated draft has goes, with what was entered on it':
    "Celui qu'un brouillon généré a est retiré, avec ce qui y a été saisi",
  'The contractor; give exactly one of employee and contractor':
    "L'entrepreneur; donnez exactement un de employee et contractor",
  'The employee; give exactly one of employee and contractor':
    "L'employé; donnez exactement un de employee et contractor",
  'The employer of its pay schedule': "L'employeur de son calendrier de paie",
  'Vacation pay accrued and not yet paid out': 'Indemnité de vacances accumulée et non encore versée',
  'Vacation pay paid out': 'Indemnité de vacances versée',
  'First day of the first period that it was paid for':
    'Premier jour de la première période pour laquelle elle a été payée',
  'Last day of the last period that it was paid for':
    'Dernier jour de la dernière période pour laquelle elle a été payée',
  'Of employees, or of contractors': "D'employés, ou d'entrepreneurs",
  'On this pay schedule': 'Sur ce calendrier de paie',
  'An individual or corporation paid without employment withholdings.':
    "Un particulier ou une société payés sans retenues d'emploi.",
  'true for those with work assignments, false for those without':
    "true pour ceux qui ont des affectations, false pour ceux qui n'en ont pas",
  'Name of a corporation; null for an individual': "Nom d'une société; null pour un particulier",
  'First name; null for a corporation': 'Prénom; null pour une société',
  'Last name; null for a corporation': 'Nom de famille; null pour une société',
  'Middle initial; null for a corporation': 'Initiale du second prénom; null pour une société',
  'E-mail address for messages about its pay': 'Adresse courriel pour les messages au sujet de sa paie',
  'Business number of a corporation with a program account; null for an individual':
    "Numéro d'entreprise d'une société avec son compte de programme; null pour un particulier",
  'Social insurance number of an individual: nine digits with a valid check digit.':
    "Numéro d'assurance sociale d'un particulier : neuf chiffres avec un chiffre de contrôle valide.",
  'Never returned': 'Ne figure dans aucune réponse',
  "Language of its pay stubs; null uses the employer's":
    "Langue de ses bulletins de paie; null prend celle de l'employeur",
  'First day on which it is archived: left out of lists from then on.':
    'Premier jour où il est archivé : omis des listes dès lors.',
  'Its work assignments are archived apart, and paid until they are':
    "Ses affectations sont archivées à part, et payées jusqu'à ce qu'elles le soient",
  'The company that it works for': 'La compagnie pour laquelle il travaille',
};
