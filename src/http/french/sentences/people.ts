/** Descriptions of employees and work assignments: the English as it is declared, and the French of it. */
export const PEOPLE: Readonly<Record<string, string>> = {
  'End the pay rates and recurring items of a work assignment':
    "Mettre fin aux taux de paie et aux éléments récurrents d'une affectation",
  'Each that holds beyond the day ends on it, and the work assignment is archived where that is asked for.':
    "Chacun qui vaut au-delà du jour prend fin ce jour-là, et l'affectation est archivée là où on le demande.",
  'Where one of them cannot end then (a payroll that is approved has used it for longer, or it begins later) the answer names it, and nothing changes.':
    "Là où l'un d'eux ne peut prendre fin alors (une paie approuvée l'a utilisé plus longtemps, ou il commence plus tard), la réponse le nomme et rien ne change.",
  'Should it take longer than half a minute the answer is a 202 with the task that goes on.':
    "Si cela prend plus d'une demi-minute, la réponse est un 202 avec la tâche qui se poursuit.",
  'Last day on which its pay rates and recurring items hold; those that end before it stay as they are':
    'Dernier jour où valent ses taux de paie et ses éléments récurrents; ceux qui finissent avant restent tels quels',
  'Day from which it is archived; left out it stays as it is':
    'Jour à partir duquel elle est archivée; omis, cela reste tel quel',
  'When the work ends': 'Quand le travail prend fin',
  'The last day': 'Le dernier jour',
  'The work assignment': "L'affectation",
  'The task that goes on ending them': "La tâche qui continue d'y mettre fin",
  'A person employed within a company; paid through work assignments.':
    "Une personne employée au sein d'une compagnie; payée par des affectations.",
  'Ties one employee or contractor to one pay schedule; pay rates and recurring items hang on it.':
    "Lie un employé ou un entrepreneur à un calendrier de paie; les taux de paie et les éléments récurrents s'y rattachent.",
  'How the amount is spread over tags; what is not allocated follows the default':
    "Comment le montant se répartit entre les étiquettes; ce qui n'est pas alloué suit la valeur par défaut",
  'Your own number of the person': 'Votre propre numéro de la personne',
  'First name': 'Prénom',
  'Last name': 'Nom de famille',
  'Middle initial': 'Initiale du second prénom',
  'Private e-mail address': 'Courriel personnel',
  'E-mail address at work': 'Courriel au travail',
  'Province or territory of residence, by its two letters': 'Province ou territoire de résidence, par ses deux lettres',
  'Social insurance number, nine digits with a right check digit.':
    "Numéro d'assurance sociale : neuf chiffres, dont un chiffre de contrôle juste.",
  'Always null in answers but those of `reveal`': 'Toujours null dans les réponses, sauf celles de `reveal`',
  'Your own name for the person': 'Le nom que vous donnez à la personne',
  "Language of the person's pay stubs; null takes the employer's":
    "Langue des bulletins de paie de la personne; null prend celle de l'employeur",
  'Day from which on the person is archived: left out of lists, and paid no more':
    'Jour à partir duquel la personne est archivée : absente des listes, et plus payée',
  'The company that the person works in': 'La compagnie où la personne travaille',
  'Its last three digits': 'Ses trois derniers chiffres',
  'What is still missing before the person can be paid': 'Ce qui manque encore avant que la personne puisse être payée',
  'Employees, or contractors': 'Employés, ou entrepreneurs',
  "Text found in the payee's names": 'Texte trouvé dans les noms du bénéficiaire',
  'true for archived ones alone, false for those that are not; without it none that are archived':
    "true pour les archives seules, false pour ce qui n'est pas archivé; sans lui, aucune archive",
  'What the values are': 'Ce que sont les valeurs',
  'Whether pages for payees leave it alone': "Si les pages pour bénéficiaires n'y touchent pas",
  'Tags that the share goes to': 'Étiquettes auxquelles va la part',
  'How much goes to them, in the unit': "Combien leur revient, dans l'unité",
  'The shares': 'Les parts',
  'What the person does': 'Ce que fait la personne',
  'The schedule by which it is paid': 'Le calendrier selon lequel elle est payée',
  'How net pay is spread over bank accounts': 'Comment la paie nette est répartie entre les comptes bancaires',
  "Whether it is the payee's main one: there is always exactly one":
    "Si c'est la principale du bénéficiaire : il y en a toujours exactement une",
  'Day from which on it is archived: no payroll whose period begins later has a pay stub for it':
    "Jour à partir duquel elle est archivée : aucune paie dont la période commence plus tard n'a de bulletin pour elle",
  'The contractor; exactly one of employee and contractor': "L'entrepreneur; exactement un de employee et contractor",
  'The employee; exactly one of employee and contractor': "L'employé; exactement un de employee et contractor",
  'The employer, by the schedule': "L'employeur, selon le calendrier",
  'Vacation pay that was accrued and is not paid out': 'Paie de vacances accumulée et non versée',
  'Vacation pay that was paid out': 'Paie de vacances versée',
  'First day of the first period that it was paid for':
    'Premier jour de la première période pour laquelle elle a été payée',
  'Last day of the last period that it was paid for':
    'Dernier jour de la dernière période pour laquelle elle a été payée',
  'Of employees, or of contractors': "D'employés, ou d'entrepreneurs",
  'On this pay schedule': 'Selon ce calendrier de paie',
  'An individual or corporation paid without employment withholdings.':
    "Un particulier ou une société payés sans retenues d'emploi.",
  'true for those with work assignments, false for those without':
    "true pour qui a des affectations, false pour qui n'en a pas",
  'What a corporation is called; null for an individual': "Nom d'une société; null pour un particulier",
  'First name; null for a corporation': 'Prénom; null pour une société',
  'Last name; null for a corporation': 'Nom de famille; null pour une société',
  'Middle initial; null for a corporation': 'Initiale du second prénom; null pour une société',
  'E-mail address for messages about its pay': 'Courriel pour les messages au sujet de sa paie',
  'Business number of a corporation with a program account; null for an individual':
    "Numéro d'entreprise d'une société avec un compte de programme; null pour un particulier",
  'Social insurance number of an individual: nine digits with a right check digit.':
    "Numéro d'assurance sociale d'un particulier : neuf chiffres, dont un chiffre de contrôle juste.",
  'In no answer': 'Dans aucune réponse',
  "Language of its pay stubs; null takes the employer's":
    "Langue de ses bulletins de paie; null prend celle de l'employeur",
  'Day from which on it is archived: left out of lists, and paid no more':
    'Jour à partir duquel il est archivé : absent des listes, et plus payé',
  'The company that it works for': 'La compagnie pour laquelle il travaille',
};
