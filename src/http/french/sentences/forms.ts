import { ALL_FIELDS } from '../../../forms/types/index.ts';

/** Labels of boxes stand in both languages where they are declared. */
const LABELS = Object.fromEntries([...ALL_FIELDS.values()].map(({ label }) => [label.en, label.fr]));

/** Forms, their batches and their types. */
export const FORMS: Readonly<Record<string, string>> = {
  'The employee, contractor or work assignment that it is for':
    "L'employé, l'entrepreneur ou l'affectation dont il s'agit",
  ...LABELS,
  'Group of year-end forms of one type, filed together with a tax authority.':
    "Groupe de formulaires de fin d'année d'un même type, produits ensemble auprès d'une administration fiscale.",
  'One tax form of a person.': "Un formulaire fiscal d'une personne.",
  'Its members depend on its type.': 'Ses membres dépendent de son type.',
  'Retrieve a form type with its fields': 'Lire un type de formulaire avec ses champs',
  'Returns the fields of the version in effect on a day.': "Les champs de la version d'un jour.",
  'Day that decides the version; default today': "Jour qui dit quelle version; aujourd'hui s'il est omis",
  'The type with its fields': 'Le type avec ses champs',
  'Check the values of a form': "Vérifier les valeurs d'un formulaire",
  'Nothing is stored.': "Rien n'est enregistré.",
  'The answer lists errors by member.': 'La réponse donne les erreurs par membre.',
  'Values left out count as blank.': 'Les valeurs omises comptent comme vides.',
  'The errors; the values are valid where `errors` is empty': 'Ce qui ne va pas; rien, quand `errors` est vide',
  'Calculate the values of a form': "Établir les valeurs d'un formulaire",
  'From the payroll data of now.': "D'après la paie telle qu'elle est.",
  'Nothing is stored: write the values to a form with its update.':
    "Rien n'est enregistré : écrivez les valeurs dans un formulaire en le modifiant.",
  'Social insurance numbers are left out; they are read when a file is made.':
    "Aucune ne contient de numéro d'assurance sociale, puisqu'il est lu quand un fichier est produit.",
  'The values, by member': 'Les valeurs, par membre',
  'Approve a form': 'Approuver un formulaire',
  'A valid draft of a year-end form is locked until it is unapproved.':
    "Un brouillon valide d'un formulaire de fin d'année est verrouillé jusqu'à ce que son approbation soit annulée.",
  'It gets its slip number, which is never used again.':
    "Il reçoit le numéro de son feuillet, qu'aucun autre n'aura jamais.",
  'Unapprove a form': "Annuler l'approbation d'un formulaire",
  'The form becomes a draft again and can be changed.': 'Le formulaire redevient un brouillon et peut être modifié.',
  'What was submitted stays submitted; correct it with an amendment.':
    'Ce qui a été soumis demeure : une modification le dit autrement.',
  'Submit a form that is filed individually': 'Soumettre un formulaire produit seul',
  'For records of employment.': "D'un relevé d'emploi.",
  "If its employer's setting is `manual`, nothing is sent: the form is done, and its file can be downloaded for upload to the agency.":
    "Avec le réglage `manual` de son employeur, rien n'est envoyé : le formulaire est terminé, et son fichier est là pour être téléversé.",
  'If it is `managed`, the form is sent to the agency, provided that the government has authorized it for the employer and the form has no errors.':
    "Avec `managed`, il est envoyé à l'organisme, si le gouvernement l'a autorisé pour l'employeur et que rien ne cloche dans le formulaire.",
  'Only for a form that is filed individually, of an employer in preview: the service sends it to a simulated agency.':
    "Seulement pour un formulaire produit seul, d'un employeur en aperçu : envoyé par le service, il va à un organisme simulé.",
  'By default the agency accepts it.': "Sans cela, celui-ci l'accepte.",
  'For a form that was received but not answered yet, this is the answer.':
    "D'un formulaire qu'il a et dont il n'a rien dit de plus, il dit ceci maintenant.",
  'Year-end forms go with their batch.': "Les formulaires de fin d'année partent avec leur lot.",
  'Submit a form batch': 'Soumettre un lot de formulaires',
  'Sends its forms to the agency; all of them must be valid and approved.':
    "Ses formulaires, tous valides et approuvés, vont à l'organisme.",
  'For an employer in preview a simulated agency answers.': 'Pour un employeur en aperçu, un organisme simulé répond.',
  "Otherwise its file can be downloaded for upload, and an operator records the agency's answer.":
    "Sinon son fichier peut être téléchargé pour être transmis, et un exploitant consigne la réponse de l'organisme.",
  'Set the answer of the simulated agency': "Dire ce que répond l'organisme simulé",
  'Only for an employer in preview, whose batches go to a simulated agency.':
    'Seulement pour un employeur en aperçu, dont les lots vont à un organisme simulé.',
  'By default it accepts everything.': "Sans cela, il accepte tout ce qu'il reçoit.",
  'For a batch that was received but not answered yet, this is the answer.':
    "D'un lot qu'il a et dont il n'a rien dit de plus, il le dit maintenant.",
  'accept: accepts all; receive: confirms receipt and gives no further answer; reject: rejects all':
    "accept : il accepte tout; receive : il confirme qu'il les a, sans plus; reject : il rejette",
  'Reasons for the rejection': 'Pourquoi il rejette',
  "The agency's code for it": "Le code qu'en donne l'organisme",
  "The agency's text": 'Ses mots',
  'The agency rejects it': "L'organisme le rejette",
  'The employer whose forms it holds': "L'employeur dont il contient les formulaires",
  'Type of its forms': 'Ce que sont ses formulaires',
  'Whether its forms are originals, amendments or cancellations':
    'Si ses formulaires déclarent pour la première fois, déclarent autrement ou annulent',
  'Day that decides the version of its forms; default the last day of tax_year where that is given, otherwise today':
    "Jour qui dit de quelle version sont ses formulaires; s'il est omis, le dernier jour de tax_year si elle est donnée, sinon aujourd'hui",
  'Tax year of its forms; default the year of effective_date':
    'Année que ses formulaires déclarent; celle de effective_date si elle est omise',
  "Contact for questions about it; default the employer's contact":
    "Qui répond aux questions à son sujet; la personne-ressource de l'employeur si elle est omise",
  'draft until submitted; processing while it is being sent; submitted when the agency has received it; then done or rejected':
    "draft jusqu'à sa soumission, processing en route vers l'organisme, submitted quand celui-ci l'a, puis done ou rejected",
  'Number of its file, never used again; null before it is submitted':
    'Numéro de son fichier : donné une fois, et jamais à un autre; null avant sa soumission',
  "The agency's reasons, where it was rejected": "Ce qui ne va pas selon l'organisme, quand il a été rejeté",
  'Totals of its forms, and its progress': 'Où en sont ses formulaires et lui-même',
  'All of its forms': 'Tous ses formulaires',
  'Those without errors': 'Ceux sans erreurs',
  'Those with errors': 'Ceux avec des erreurs',
  Drafts: 'Brouillons',
  Approved: 'Approuvés',
  'Being sent to the agency': "En route vers l'organisme",
  'Received by the agency': "L'organisme les a",
  'Accepted by the agency': "L'organisme les a acceptés",
  'Rejected by the agency': "L'organisme les a rejetés",
  'Number of its forms': 'Combien de formulaires il a',
  'Whether all of its forms are valid and approved': 'Si chacun de ses formulaires est valide et approuvé',
  'Which actions are possible': "Ce qu'on peut en faire",
  'When it was submitted': 'Quand il a été soumis',
  'When the agency accepted or rejected it': "Quand l'organisme en a eu fini",
  'Times of its status changes': 'Quand quoi lui est arrivé',
  "The agency's reference number": "Le numéro qu'en donne l'organisme",
  'Identifiers at third parties': "Comment d'autres l'appellent",
  'The batch that it is submitted with': 'Le lot avec lequel il va à son organisme',
  'The employer that it reports for; default the employer of the batch, or of the person':
    "L'employeur qu'il déclare; dit par le lot ou par l'endroit où la personne travaille s'il est omis",
  'For an amendment or a cancellation: the form that it replaces or cancels':
    "D'une modification ou d'une annulation : le formulaire visé",
  'Whether it is an original, an amendment or a cancellation':
    "S'il déclare pour la première fois, déclare autrement ou annule",
  'Type of form': 'Type de formulaire',
  "Day that decides its version; default the batch's day, the last day of tax_year where that is given, or today":
    "Jour qui dit de quelle version il est; s'il est omis, celui du lot, le dernier jour de tax_year si elle est donnée, ou aujourd'hui",
  'Year of its version': 'Année de sa version',
  'Month of its version': 'Mois de sa version',
  'Number of errors that prevent its approval; `validate` of its type lists them':
    "Combien d'erreurs empêchent son approbation; `validate` de son type dit chacune",
  'The member': 'Le membre',
  'Value in the form': "Tel qu'il y est",
  "Value in the agency's file": "Tel que le fichier de l'organisme le porte",
  "Texts that differ in the agency's file: characters it does not allow, names that are too long":
    "Textes que le fichier de l'organisme écrit autrement : caractères qu'il n'accepte pas, noms trop longs",
  'Status; absent on forms that are not filed with an agency':
    'Où il en est; absent des formulaires qui ne sont produits nulle part',
  'Whether its values can change': 'Si ses valeurs peuvent changer',
  'Slip number, never used again; null before it is assigned':
    "Numéro du feuillet : donné une fois, et jamais à un autre; null avant qu'il en ait un",
  'Further data, by type': "Ce qu'on en sait d'autre, selon son type",
  'For a record of employment: whether its employer or the service submits it':
    "D'un relevé d'emploi : comment il est soumis, par son employeur ou par le service",
  'For a record of employment: name of its employer': "D'un relevé d'emploi : son employeur",
  'For a year-end form: which actions are possible': "D'un formulaire de fin d'année : ce qu'on peut en faire",
  'Whether it can be amended or cancelled': 'Si une modification ou une annulation peut y renvoyer',
  'Whether it can be approved: a draft without errors': "S'il s'agit d'un brouillon sans erreurs",
  'Whether it can be unapproved': 'Si son approbation peut être annulée',
  'Whether its slip can be downloaded': 'Si son feuillet peut être obtenu',
  'Calculated values of a form': "Valeurs établies d'un formulaire",
  'Identifies type and day': 'Quel type, quel jour',
  'Values by member': 'Valeurs par membre',
  'The calculated values': 'Ce qui a été établi',
  'A type of form, with the fields of one version': "Un type de formulaire, avec les champs d'une version",
  'Who the forms are for': 'À qui en sont les formulaires',
  'Year of the version': 'Année de la version',
  'Month of the version': 'Mois de la version',
  'Formats in which a form can be downloaded': 'Sous quelle forme on peut en obtenir un',
  'Whether `populate` can calculate its values': 'Si `populate` en établit les valeurs',
  'Whether `generate` can make its forms': 'Si `generate` en produit',
  'Member of a form': "Membre d'un formulaire",
  'Type of its value': 'Ce qu’il contient',
  'Whether it is required': 'Si un formulaire sans lui a une erreur',
  'Whether it is read-only': 'Si aucun corps ne peut le donner',
  "Maximum length in the agency's file; for an amount, digits before the decimal point":
    "Le plus de caractères dans le fichier de l'organisme; d'un montant, les chiffres avant la virgule",
  'The value': 'La valeur',
  Meaning: "Ce qu'elle veut dire",
  'Allowed values; null when any value is allowed': 'Chaque valeur admise; null quand elle est libre',
  'Its fields, in the order of the form': 'Ses champs, dans leur ordre sur le formulaire',
  'A type of form': 'Un type de formulaire',
  'What to calculate values for': 'Pour quoi les valeurs sont établies',
  'Day that says which version': 'Jour qui dit quelle version',
  'Values of a form': "Valeurs d'un formulaire",
  'Result of the validation': 'Ce que les vérifications ont donné',
  'What is wrong, by member': 'Ce qui ne va pas, par membre',
  "Members whose values differ in the agency's file":
    "Comment le fichier de l'organisme écrit les membres qu'il ne peut écrire tels quels",
  'Make the forms of a tax year': "Produire les formulaires d'une année d'imposition",
  "A task makes a form for each payee paid in the year, for each of the employer's accounts at the agency and, for T4s, for each province of employment.":
    "Une tâche produit un formulaire par personne payée dans l'année, par compte de l'employeur auprès de l'organisme et, pour un T4, par province d'emploi.",
  'Existing drafts are filled in again.': 'Les brouillons existants sont remplis à nouveau.',
  'In a batch of stage amendment it makes forms whose values differ from what the agency has, each with the form that it amends.':
    "Dans un lot de modification, elle produit les formulaires dont les valeurs diffèrent de ce que l'organisme détient, chacun avec le formulaire qu'il modifie.",
  'In one of stage cancellation it makes forms for which payroll no longer has amounts, or all forms of the payees that are named.':
    "Dans un lot d'annulation, elle produit ceux pour lesquels la paie n'a plus de montants, ou tous ceux des bénéficiaires nommés.",
  'The task that makes the forms': 'La tâche qui les produit',
  'Trace the boxes of a form to its pay stubs': "Retracer les cases d'un formulaire jusqu'à ses bulletins de paie",
  'For a year-end slip: each box with the line items of paid pay stubs that it is the sum of, as they are now.':
    "D'un feuillet d'une année : chaque case avec les éléments des bulletins payés qui y vont, tels qu'ils sont maintenant.",
  'A value that was entered by hand may differ from the sum of its lines.':
    'Une valeur saisie à la main diffère de ce à quoi ses lignes arrivent.',
  'The sources of the boxes': "D'où viennent les cases",
  'Sources of the boxes of a form': "D'où viennent les cases d'un formulaire",
  'The form': 'Le formulaire',
  'Member of the form': 'Membre du formulaire',
  'The box': 'La case',
  'Value on the form': 'Telle que le formulaire la porte',
  "Sum of its lines, up to the year's maximum where there is one":
    "Ce à quoi ses lignes arrivent : jusqu'au maximum de l'année, s'il y en a un",
  'The pay stub': 'Le bulletin de paie',
  "The line item; null for a total kept by the stub's calculation":
    "L'élément de ligne; null pour une somme que le calcul du bulletin garde",
  'Kind of the line item, or `sum` for a total': "Sorte de l'élément, ou `sum`",
  'Its type, or the name of the total': 'Son type, ou le nom de la somme',
  'Its line items, by pay stub': 'Les lignes dont elle est faite, par bulletin',
  'Boxes that have a value or line items': 'Les cases qui ont une valeur, ou où vont des lignes',
  'Which forms to make': 'Quels formulaires sont produits',
  "Day that decides the version; default the batch's day, or the last day of the tax year":
    "Jour qui dit quelle version; celui du lot, ou le dernier jour de l'année d'imposition s'il est omis",
  'Year of the pay stubs; default the year of the batch, or of effective_date':
    'Année dont les bulletins payés sont déclarés; celle du lot ou de effective_date si elle est omise',
  'The batch that the forms are added to, which decides employer and stage':
    'Le lot où vont les formulaires : de son employeur seulement, et de son étape',
  'Only for these employees; default all that were paid':
    'De ces employés seulement; de tous ceux qui ont été payés si omis',
  'Only for these contractors, for a T4A; default all that were paid':
    'De ces entrepreneurs seulement, pour un T4A; de tous ceux qui ont été payés si omis',
  'Only for this province of employment, for a T4': "De cette province d'emploi seulement, pour un T4",
  'Values for all forms where payroll has none, such as the dental benefits code or a plan number':
    "Valeurs que reçoit chaque formulaire quand la paie n'en donne pas : le code des prestations dentaires, un numéro de régime",
  'An agency has answered a form batch': 'Un organisme en a fini avec un lot de formulaires',
  'It accepted or rejected the batch; `status` says which.': "Il l'a accepté ou rejeté : son `status` le dit.",
  'Download a form': 'Télécharger un formulaire',
  "The format follows Accept: the recipient's slip as PDF, in the language of the request, or a record of employment as XML for Service Canada.":
    "Selon Accept : en PDF le feuillet pour la personne, dans la langue de la demande; en XML un relevé d'emploi pour Service Canada.",
  'The file contains the social insurance number, so each call is recorded with its caller, and a separate rate limit applies.':
    "Contient le numéro d'assurance sociale; chaque appel est consigné avec son auteur, et une limite de débit propre s'applique.",
  'Retrieve a form, or its slip or file': 'Lire un formulaire, ou son feuillet ou fichier',
  'Returns the record as JSON or, by Accept, the PDF or XML of `download`.':
    'Donne le dossier en JSON ou, selon Accept, le PDF ou le XML de `download`.',
  'Then the call is recorded, and the rate limit for revealed values applies.':
    "L'appel est alors consigné, et la limite de fréquence des valeurs révélées s'applique.",
  'The record, or its slip or file': 'Le dossier, ou son feuillet ou fichier',
  'The slip, or the file for the agency': "Le feuillet, ou le fichier pour l'organisme",
  'Download the file of a form batch': "Télécharger le fichier d'un lot de formulaires",
  "The format follows Accept: the agency's file as XML, once the batch is submitted, or the slips of its forms as PDF, each starting on a new page, in the language of its recipient.":
    "Selon Accept : en XML le fichier pour l'organisme, une fois le lot soumis; en PDF les feuillets de ses formulaires, chacun commençant sur sa propre page, dans la langue de la personne.",
  'The file contains social insurance numbers, so each call is recorded with its caller, and a separate rate limit applies.':
    "Contient des numéros d'assurance sociale; chaque appel est consigné avec son auteur, et une limite de débit propre s'applique.",
  'The file for the agency, or the slips': "Le fichier pour l'organisme, ou les feuillets",
  'For a record of employment: the employee': "D'un relevé d'emploi : de qui il s'agit",
  "The work assignments that have ended, of one employer; default all of the employee's.":
    'Les affectations qui ont pris fin, chez un seul employeur; à défaut, toutes celles de la personne.',
  'Those without a pay rate between the two days are left out':
    "Celles qui n'ont pas de taux de rémunération entre les deux jours sont laissées de côté",
  "Block 10; default the first day of the first pay rate, after the employee's last record of employment":
    "Case 10; à défaut, le premier jour du premier taux de rémunération, après le dernier relevé d'emploi de la personne",
  'Block 11; default the day on which the last pay rate ends':
    'Case 11; à défaut, le jour où le dernier taux de rémunération prend fin',
  'Block 16: why the record is issued; empty by default':
    "Case 16 : la raison du relevé, qu'aucune paie ne dit; vide à défaut",
  'Block 14: when the employee is expected back; unknown by default':
    'Case 14 : quand le retour de la personne est prévu; date inconnue si omis',
};
