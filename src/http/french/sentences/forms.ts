import { ALL_FIELDS } from '../../../forms/types/index.ts';

/** Labels of boxes stand in both languages where they are declared. */
const LABELS = Object.fromEntries([...ALL_FIELDS.values()].map(({ label }) => [label.en, label.fr]));

/** Forms, their batches and their types. */
export const FORMS: Readonly<Record<string, string>> = {
  'The employee, contractor or work assignment that it is for':
    "L'employé, l'entrepreneur ou l'affectation pour qui il est fait",
  ...LABELS,
  'Group of year-end forms of one type, filed together with a tax authority.':
    "Groupe de formulaires de fin d'année d'un même type, produits ensemble auprès d'une administration fiscale.",
  'One tax form of a person.': "Un formulaire fiscal d'une personne.",
  'Its members depend on its type.': 'Ses membres dépendent de son type.',
  'Retrieve a form type with its fields': 'Obtenir un type de formulaire avec ses champs',
  'Returns the fields of the version in effect on a day.': 'Donne les champs de la version en vigueur un jour donné.',
  'Day that decides the version; default today': "Jour qui détermine la version; aujourd'hui par défaut",
  'The type with its fields': 'Le type avec ses champs',
  'Check the values of a form': "Vérifier les valeurs d'un formulaire",
  'Nothing is stored.': "Rien n'est enregistré.",
  'The answer lists errors by member, also of values that no form can hold.':
    "La réponse donne les erreurs par membre, même celles de valeurs qu'aucun formulaire ne peut contenir.",
  'Values left out count as blank.': 'Les valeurs omises comptent comme vides.',
  'The errors; the values are valid where `errors` is empty':
    'Les erreurs; les valeurs sont valides quand `errors` est vide',
  'Calculate the values of a form': "Calculer les valeurs d'un formulaire",
  'From the payroll data of now.': 'À partir des données de paie du moment.',
  'Nothing is stored: write the values to a form with its update.':
    "Rien n'est enregistré : écrivez les valeurs dans un formulaire en le modifiant.",
  'Social insurance numbers are left out; they are read when a file is made.':
    "Les numéros d'assurance sociale sont omis; ils sont lus quand un fichier est produit.",
  'The values, by member': 'Les valeurs, par membre',
  'Approve a form': 'Approuver un formulaire',
  'A valid draft of a year-end form is locked until it is unapproved.':
    "Un brouillon valide d'un formulaire de fin d'année est verrouillé jusqu'à ce que son approbation soit annulée.",
  'It gets its slip number, which is never used again.':
    "Il reçoit son numéro de feuillet, qui n'est jamais réutilisé.",
  'The cancellation of an RL-1 has the number of the slip that it cancels.':
    "L'annulation d'un relevé 1 a le numéro du relevé qu'elle annule.",
  'Unapprove a form': "Annuler l'approbation d'un formulaire",
  'The form becomes a draft again and can be changed.': 'Le formulaire redevient un brouillon et peut être modifié.',
  'What was submitted stays submitted; correct it with an amendment.':
    'Ce qui a été soumis reste soumis; corrigez-le par une modification.',
  'Submit a form that is filed individually': 'Soumettre un formulaire produit individuellement',
  'For records of employment.': "Pour les relevés d'emploi.",
  "If its employer's setting is `manual`, nothing is sent: the form is done, and its file can be downloaded for upload to the agency.":
    "Si le paramètre de son employeur est `manual`, rien n'est envoyé : le formulaire est terminé, et son fichier peut être téléchargé pour être transmis à l'organisme.",
  'If it is `managed`, the form is sent to the agency, provided that the government has authorized it for the employer and the form has no errors.':
    "S'il est `managed`, le formulaire est envoyé à l'organisme, pourvu que le gouvernement l'ait autorisé pour l'employeur et que le formulaire soit sans erreurs.",
  'Only for a form that is filed individually, of an employer in preview: the service sends it to a simulated agency.':
    "Seulement pour un formulaire produit individuellement, d'un employeur en aperçu : le service l'envoie à un organisme simulé.",
  'By default the agency accepts it.': "Par défaut, l'organisme l'accepte.",
  'For a form that was received but not answered yet, this is the answer.':
    "Pour un formulaire reçu qui n'a pas encore de réponse, c'est la réponse.",
  'Year-end forms go with their batch.': "Les formulaires de fin d'année sont soumis avec leur lot.",
  'Submit a form batch': 'Soumettre un lot de formulaires',
  'Sends its forms to the agency; all of them must be valid and approved.':
    "Envoie ses formulaires à l'organisme; tous doivent être valides et approuvés.",
  'For an employer in preview a simulated agency answers.': 'Pour un employeur en aperçu, un organisme simulé répond.',
  "Otherwise its file can be downloaded for upload, and an operator records the agency's answer.":
    "Sinon son fichier peut être téléchargé pour être transmis, et un exploitant consigne la réponse de l'organisme.",
  'While its file could not be made for what the employer or its contact lacks, the answer is 422 and names each field.':
    "Tant que son fichier ne peut être fait, faute d'un renseignement sur l'employeur ou son contact, la réponse est 422 et nomme chaque champ.",
  'Set the answer of the simulated agency': "Fixer la réponse de l'organisme simulé",
  'Only for an employer in preview, whose batches go to a simulated agency.':
    'Seulement pour un employeur en aperçu, dont les lots vont à un organisme simulé.',
  'By default it accepts everything.': 'Par défaut, il accepte tout.',
  'For a batch that was received but not answered yet, this is the answer.':
    "Pour un lot reçu qui n'a pas encore de réponse, c'est la réponse.",
  'accept: accepts all; receive: confirms receipt and gives no further answer; reject: rejects all':
    'accept : accepte tout; receive : confirme la réception sans autre réponse; reject : rejette tout',
  'Reasons for the rejection': 'Raisons du rejet',
  "The agency's code for it": "Code de l'organisme",
  "The agency's text": "Texte de l'organisme",
  'The agency rejects it': "L'organisme le rejette",
  'The employer whose forms it holds': "L'employeur dont il contient les formulaires",
  'Type of its forms': 'Type de ses formulaires',
  'Whether its forms are originals, amendments or cancellations':
    'Si ses formulaires sont des originaux, des modifications ou des annulations',
  'Day that decides the version of its forms; default the last day of tax_year where that is given, otherwise today':
    "Jour qui détermine la version de ses formulaires; par défaut, le dernier jour de tax_year si elle est donnée, sinon aujourd'hui",
  'Tax year of its forms; default the year of effective_date':
    "Année d'imposition de ses formulaires; par défaut, celle de effective_date",
  "Contact for questions about it; default the employer's contact":
    "Personne-ressource pour les questions à son sujet; par défaut, celle de l'employeur",
  'draft until submitted; processing while it is being sent; submitted when the agency has received it; then done or rejected':
    "draft jusqu'à sa soumission; processing pendant l'envoi; submitted quand l'organisme l'a reçu; ensuite done ou rejected",
  'Number of its file, never used again; null before it is submitted':
    'Numéro de son fichier, jamais réutilisé; null avant sa soumission',
  "The agency's reasons, where it was rejected": "Raisons de l'organisme, s'il a été rejeté",
  'Why it is a draft again after it was submitted; null otherwise':
    'Pourquoi il est de nouveau un brouillon après sa soumission; null sinon',
  'Totals of its forms, and its progress': 'Totaux de ses formulaires, et son avancement',
  'All of its forms': 'Tous ses formulaires',
  'Those without errors': 'Ceux sans erreurs',
  'Those with errors': 'Ceux avec des erreurs',
  Drafts: 'Brouillons',
  Approved: 'Approuvés',
  'Being sent to the agency': "En cours d'envoi à l'organisme",
  'Received by the agency': "Reçus par l'organisme",
  'Accepted by the agency': "Acceptés par l'organisme",
  'Rejected by the agency': "Rejetés par l'organisme",
  'Number of its forms': 'Nombre de ses formulaires',
  'Whether all of its forms are valid and approved': 'Si tous ses formulaires sont valides et approuvés',
  'Which actions are possible': 'Actions possibles',
  'When it was submitted': 'Moment de sa soumission',
  'When the agency accepted or rejected it': "Moment où l'organisme l'a accepté ou rejeté",
  'Times of its status changes': "Moments de ses changements d'état",
  "The agency's reference number": "Numéro de référence de l'organisme",
  'Identifiers at third parties': 'Identifiants chez des tiers',
  'The batch that it is submitted with': 'Le lot avec lequel il est soumis',
  'The employer that it reports for; default the employer of the batch, or of the person':
    "L'employeur pour lequel il déclare; par défaut, celui du lot ou de la personne",
  'For an amendment or a cancellation: the form that it replaces or cancels':
    "Pour une modification ou une annulation : le formulaire qu'elle remplace ou annule",
  'Whether it is an original, an amendment or a cancellation':
    "S'il est un original, une modification ou une annulation",
  'Type of form': 'Type de formulaire',
  "Day that decides its version; default the batch's day, the last day of tax_year where that is given, or today":
    "Jour qui détermine sa version; par défaut, celui du lot, le dernier jour de tax_year si elle est donnée, ou aujourd'hui",
  'Year of its version': 'Année de sa version',
  'Month of its version': 'Mois de sa version',
  'Number of errors that prevent its approval; `validate` of its type lists them':
    "Nombre d'erreurs qui empêchent son approbation; `validate` de son type les énumère",
  'The member': 'Le membre',
  'Value in the form': 'Valeur dans le formulaire',
  "Value in the agency's file": "Valeur dans le fichier de l'organisme",
  "Texts that differ in the agency's file: characters it does not allow, names that are too long":
    "Textes qui diffèrent dans le fichier de l'organisme : caractères qu'il n'accepte pas, noms trop longs",
  'Status; absent on forms that are not filed with an agency':
    "État; absent des formulaires qui ne sont produits auprès d'aucun organisme",
  'Whether its values can change': 'Si ses valeurs peuvent changer',
  'Slip number; null before it is assigned': "Numéro de feuillet; null avant d'être attribué",
  'Further data, by type': 'Autres données, selon le type',
  'For a record of employment: whether its employer or the service submits it':
    "Pour un relevé d'emploi : si c'est son employeur ou le service qui le soumet",
  'For a record of employment: name of its employer': "Pour un relevé d'emploi : nom de son employeur",
  'For a year-end form: which actions are possible': "Pour un formulaire de fin d'année : actions possibles",
  'For a year-end form: payrolls of the year that were to pay its payee when its boxes were filled, and had not yet; the boxes are without them until it is generated again':
    "Pour un formulaire de fin d'année : paies de l'année qui devaient payer la personne quand ses cases ont été remplies et ne l'avaient pas encore fait : ses cases ne les comptent pas. Produisez-le de nouveau une fois qu'elles sont payées",
  'Whether it can be amended or cancelled': "S'il peut être modifié ou annulé par un autre formulaire",
  'Whether it can be approved: a draft without errors': "S'il peut être approuvé : un brouillon sans erreurs",
  'Whether it can be unapproved': 'Si son approbation peut être annulée',
  'Whether its slip can be downloaded': 'Si son feuillet peut être téléchargé',
  'Calculated values of a form': "Valeurs calculées d'un formulaire",
  'Identifies type and day': 'Désigne le type et le jour',
  'Values by member': 'Valeurs par membre',
  'The calculated values': 'Les valeurs calculées',
  'Payrolls that are not approved yet, and without which values are null':
    'Paies qui ne sont pas encore approuvées, et sans lesquelles des valeurs sont nulles',
  'A type of form, with the fields of one version': "Un type de formulaire, avec les champs d'une version",
  'Who the forms are for': 'Pour qui sont les formulaires',
  'Year of the version': 'Année de la version',
  'Month of the version': 'Mois de la version',
  'Formats in which a form can be downloaded': 'Formats dans lesquels un formulaire peut être téléchargé',
  'Whether `populate` can calculate its values': 'Si `populate` peut calculer ses valeurs',
  'Whether `generate` can make its forms': 'Si `generate` peut produire ses formulaires',
  'Member of a form': "Membre d'un formulaire",
  'Type of its value': 'Type de sa valeur',
  'Whether it is required': "S'il est obligatoire",
  'Whether it is read-only': "S'il est en lecture seule",
  "Maximum length in the agency's file; for an amount, digits before the decimal point":
    "Longueur maximale dans le fichier de l'organisme; pour un montant, chiffres avant la virgule",
  'The value': 'La valeur',
  Meaning: 'Signification',
  'Allowed values; null when any value is allowed': 'Valeurs permises; null quand toute valeur est permise',
  'Its fields, in the order of the form': "Ses champs, dans l'ordre du formulaire",
  'A type of form': 'Un type de formulaire',
  'What to calculate values for': 'Ce pour quoi calculer les valeurs',
  'Day that says which version': 'Jour qui détermine la version',
  'Values of a form': "Valeurs d'un formulaire",
  'Result of the validation': 'Résultat de la validation',
  'What is wrong, by member': 'Ce qui ne va pas, par membre',
  "Members whose values differ in the agency's file":
    "Membres dont les valeurs diffèrent dans le fichier de l'organisme",
  'Make the forms of a tax year': "Produire les formulaires d'une année d'imposition",
  "A task makes a form for each payee paid in the year, for each of the employer's accounts at the agency and, for T4s, for each province of employment.":
    "Une tâche produit un formulaire pour chaque bénéficiaire payé dans l'année, pour chaque compte de l'employeur auprès de l'organisme et, pour les T4, pour chaque province d'emploi.",
  'Existing drafts are filled in again.': 'Les brouillons existants sont remplis à nouveau.',
  'In a batch of stage amendment it makes forms whose values differ from what the agency has, each with the form that it amends.':
    "Dans un lot de modification, elle produit les formulaires dont les valeurs diffèrent de ce que l'organisme détient, chacun avec le formulaire qu'il modifie.",
  'In one of stage cancellation it makes forms for which payroll no longer has amounts, or all forms of the payees that are named.':
    "Dans un lot d'annulation, elle produit les formulaires pour lesquels la paie n'a plus de montants, ou tous ceux des bénéficiaires nommés.",
  'The task that makes the forms': 'La tâche qui produit les formulaires',
  'Trace the boxes of a form to its pay stubs': "Retracer les cases d'un formulaire jusqu'aux bulletins de paie",
  'For a year-end slip: each box with the line items of paid pay stubs that it is the sum of, as they are now.':
    "Pour un feuillet de fin d'année : chaque case avec les lignes des bulletins payés dont elle est la somme, telles qu'elles sont maintenant.",
  'A value that was entered by hand may differ from the sum of its lines.':
    'Une valeur saisie à la main peut différer de la somme de ses lignes.',
  'The sources of the boxes': 'Les sources des cases',
  'Sources of the boxes of a form': "Sources des cases d'un formulaire",
  'The form': 'Le formulaire',
  'Member of the form': 'Membre du formulaire',
  'The box': 'La case',
  'Value on the form': 'Valeur sur le formulaire',
  "Sum of its lines, up to the year's maximum where there is one":
    "Somme de ses lignes, jusqu'au maximum de l'année s'il y en a un",
  'The pay stub': 'Le bulletin de paie',
  "The line item; null for a total kept by the stub's calculation":
    'La ligne de paie; null pour un total que garde le calcul du bulletin',
  'Kind of the line item, or `sum` for a total': 'Sorte de la ligne de paie, ou `sum` pour un total',
  'Its type, or the name of the total': 'Son type, ou le nom du total',
  'Its line items, by pay stub': 'Ses lignes de paie, par bulletin',
  'Boxes that have a value or line items': 'Cases qui ont une valeur ou des lignes de paie',
  'Which forms to make': 'Formulaires à produire',
  "Day that decides the version; default the batch's day, or the last day of the tax year":
    "Jour qui détermine la version; par défaut, celui du lot ou le dernier jour de l'année d'imposition",
  'Year of the pay stubs; default the year of the batch, or of effective_date':
    'Année des bulletins de paie; par défaut, celle du lot ou de effective_date',
  'The batch that the forms are added to, which decides employer and stage':
    "Le lot auquel les formulaires sont ajoutés; il détermine l'employeur et l'étape",
  'Only for these employees; default all that were paid':
    'Seulement pour ces employés; par défaut, tous ceux qui ont été payés',
  'Only for these contractors, for a T4A; default all that were paid':
    'Seulement pour ces entrepreneurs, pour un T4A; par défaut, tous ceux qui ont été payés',
  'Only for this province of employment, for a T4': "Seulement pour cette province d'emploi, pour un T4",
  'Values for all forms where payroll has none, such as the dental benefits code or a plan number':
    "Valeurs pour tous les formulaires là où la paie n'en a pas, comme le code des prestations dentaires ou un numéro de régime",
  'An agency has answered a form batch': 'Un organisme a répondu à un lot de formulaires',
  'It accepted or rejected the batch; `status` says which.':
    'Il a accepté ou rejeté le lot; `status` dit lequel des deux.',
  'Download a form': 'Télécharger un formulaire',
  "The format follows Accept: the recipient's slip as PDF, in the language of the request, or a record of employment as XML for Service Canada.":
    "Le format suit Accept : le feuillet du bénéficiaire en PDF, dans la langue de la requête, ou un relevé d'emploi en XML pour Service Canada.",
  'The file contains the social insurance number, so each call is recorded with its caller, and a separate rate limit applies.':
    "Le fichier contient le numéro d'assurance sociale : chaque appel est donc consigné avec son auteur, et une limite de fréquence distincte s'applique.",
  'Retrieve a form, or its slip or file': 'Obtenir un formulaire, ou son feuillet ou fichier',
  'Returns the record as JSON or, by Accept, the PDF or XML of `download`.':
    'Donne le dossier en JSON ou, selon Accept, le PDF ou le XML de `download`.',
  'Then the call is recorded, and the rate limit for revealed values applies.':
    "L'appel est alors consigné, et la limite de fréquence des valeurs révélées s'applique.",
  'The record, or its slip or file': 'Le dossier, ou son feuillet ou fichier',
  'The slip, or the file for the agency': "Le feuillet, ou le fichier pour l'organisme",
  'Download the file of a form batch': "Télécharger le fichier d'un lot de formulaires",
  "The format follows Accept: the agency's file as XML, once the batch is submitted, or the slips of its forms as PDF, each starting on a new page, in the language of its recipient.":
    "Le format suit Accept : le fichier de l'organisme en XML, une fois le lot soumis, ou les feuillets de ses formulaires en PDF, chacun commençant sur une nouvelle page, dans la langue de son bénéficiaire.",
  'The file contains social insurance numbers, so each call is recorded with its caller, and a separate rate limit applies.':
    "Le fichier contient des numéros d'assurance sociale : chaque appel est donc consigné avec son auteur, et une limite de fréquence distincte s'applique.",
  'The file for the agency, or the slips': "Le fichier pour l'organisme, ou les feuillets",
  'For a record of employment: the employee': "Pour un relevé d'emploi : l'employé",
  "The work assignments that have ended, of one employer; default all of the employee's.":
    "Les affectations qui ont pris fin, chez un seul employeur; par défaut, toutes celles de l'employé.",
  'Those without a pay rate between the two days are left out':
    "Celles qui n'ont pas de taux de rémunération entre les deux jours sont laissées de côté",
  "Block 10; default the first day of the first pay rate, after the employee's last record of employment":
    "Case 10; par défaut, le premier jour du premier taux de rémunération, après le dernier relevé d'emploi de l'employé",
  'Block 11; default the day on which the last pay rate ends':
    'Case 11; par défaut, le jour où prend fin le dernier taux de rémunération',
  'Block 16: why the record is issued; empty by default': "Case 16 : la raison d'émission du relevé; vide par défaut",
  'Block 14: when the employee is expected back; unknown by default':
    "Case 14 : date prévue de rappel de l'employé; inconnue par défaut",
};
