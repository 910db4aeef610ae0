import { ALL_FIELDS } from '../../../forms/types/index.ts';

/** Labels of boxes stand in both languages where they are declared. */
const LABELS = Object.fromEntries([...ALL_FIELDS.values()].map(({ label }) => [label.en, label.fr]));

/** Forms, their batches and their types. */
export const FORMS: Readonly<Record<string, string>> = {
  ...LABELS,
  'Group of year-end forms of one type, filed together with a tax authority.':
    "Groupe de formulaires de fin d'année d'un même type, produits ensemble auprès d'une administration fiscale.",
  'One tax form of a person, whose members depend on its type.':
    "Un formulaire fiscal d'une personne, dont les membres dépendent du type.",
  'Retrieve a form type with its fields': 'Lire un type de formulaire avec ses champs',
  'The fields of the version of a day.': "Les champs de la version d'un jour.",
  'Day that says which version; today when left out': "Jour qui dit quelle version; aujourd'hui s'il est omis",
  'The type with its fields': 'Le type avec ses champs',
  'Check the values of a form': "Vérifier les valeurs d'un formulaire",
  'Nothing is stored.': "Rien n'est enregistré.",
  'What is wrong is told by member; values that are left out are blank.':
    'Ce qui ne va pas est dit par membre; les valeurs omises sont vides.',
  'What is wrong with them; nothing is, where `errors` is empty': 'Ce qui ne va pas; rien, quand `errors` est vide',
  'Work out the values of a form': "Établir les valeurs d'un formulaire",
  'From payroll as it stands.': "D'après la paie telle qu'elle est.",
  'Nothing is stored: write the values to a form by its update.':
    "Rien n'est enregistré : écrivez les valeurs dans un formulaire en le modifiant.",
  'A social insurance number is in none of them, since it is read when a file is made.':
    "Aucune ne contient de numéro d'assurance sociale, puisqu'il est lu quand un fichier est produit.",
  'The values, by member': 'Les valeurs, par membre',
  'Approve a form': 'Approuver un formulaire',
  'A valid draft of a year-end form is locked until its approval is taken back.':
    "Un brouillon valide d'un formulaire de fin d'année est verrouillé jusqu'à ce que son approbation soit annulée.",
  'It gets the number of its slip, which no other ever has.':
    "Il reçoit le numéro de son feuillet, qu'aucun autre n'aura jamais.",
  'Take the approval of a form back': "Annuler l'approbation d'un formulaire",
  'The form is a draft again and can be changed.': 'Le formulaire redevient un brouillon et peut être modifié.',
  'What was submitted stays: an amendment tells it otherwise.':
    'Ce qui a été soumis demeure : une modification le dit autrement.',
  'Submit a form that is filed by itself': 'Soumettre un formulaire produit seul',
  'Of a record of employment.': "D'un relevé d'emploi.",
  'With the setting `manual` of its employer nothing is sent: the form is done, and its file is there to be uploaded.':
    "Avec le réglage `manual` de son employeur, rien n'est envoyé : le formulaire est terminé, et son fichier est là pour être téléversé.",
  'With `managed` it is sent to the agency, if the government has authorized that for the employer and nothing is wrong with the form.':
    "Avec `managed`, il est envoyé à l'organisme, si le gouvernement l'a autorisé pour l'employeur et que rien ne cloche dans le formulaire.",
  'Only of a form that is filed by itself, of an employer in preview: sent by the service it goes to a simulated agency.':
    "Seulement pour un formulaire produit seul, d'un employeur en aperçu : envoyé par le service, il va à un organisme simulé.",
  'Left out, that takes it.': "Sans cela, celui-ci l'accepte.",
  'Of a form that it has and said no more about, it says this now.':
    "D'un formulaire qu'il a et dont il n'a rien dit de plus, il dit ceci maintenant.",
  'Year-end forms go with their batch.': "Les formulaires de fin d'année partent avec leur lot.",
  'Submit a form batch': 'Soumettre un lot de formulaires',
  'Its forms, all of them valid and approved, go to the agency.':
    "Ses formulaires, tous valides et approuvés, vont à l'organisme.",
  'Of an employer in preview a simulated agency answers; otherwise its file is there to be uploaded, and an operator records what the agency answered.':
    "Pour un employeur en aperçu, un organisme simulé répond; sinon son fichier est là pour être téléversé, et un exploitant consigne ce que l'organisme a répondu.",
  'Say what the simulated agency answers': "Dire ce que répond l'organisme simulé",
  'Only of an employer in preview, whose batches go to a simulated agency.':
    'Seulement pour un employeur en aperçu, dont les lots vont à un organisme simulé.',
  'Left out, it takes all that it gets.': "Sans cela, il accepte tout ce qu'il reçoit.",
  'Of a batch that it has and said no more about, it says this now.':
    "D'un lot qu'il a et dont il n'a rien dit de plus, il le dit maintenant.",
  'accept: it takes all; receive: it confirms that it has them, and says no more; reject':
    "accept : il accepte tout; receive : il confirme qu'il les a, sans plus; reject : il rejette",
  'Why it rejects': 'Pourquoi il rejette',
  "The agency's code of it": "Le code qu'en donne l'organisme",
  'Its words': 'Ses mots',
  'The agency rejects it': "L'organisme le rejette",
  'The employer whose forms it holds': "L'employeur dont il contient les formulaires",
  'What its forms are': 'Ce que sont ses formulaires',
  'Whether its forms tell for the first time, tell again otherwise, or take back':
    'Si ses formulaires déclarent pour la première fois, déclarent autrement ou annulent',
  'Day that says which version its forms are of; today when left out':
    "Jour qui dit de quelle version sont ses formulaires; aujourd'hui s'il est omis",
  'Year that its forms tell of; the one of effective_date when left out':
    'Année que ses formulaires déclarent; celle de effective_date si elle est omise',
  'Who answers questions about it; the contact of the employer when left out':
    "Qui répond aux questions à son sujet; la personne-ressource de l'employeur si elle est omise",
  'draft until it is submitted, processing on its way to the agency, submitted when that has it, then done or rejected':
    "draft jusqu'à sa soumission, processing en route vers l'organisme, submitted quand celui-ci l'a, puis done ou rejected",
  'Number of its file: given once, and never to another; null before it was submitted':
    'Numéro de son fichier : donné une fois, et jamais à un autre; null avant sa soumission',
  'What the agency says is wrong with it, where it was rejected':
    "Ce qui ne va pas selon l'organisme, quand il a été rejeté",
  'What its forms come to, and how far it has come': 'Où en sont ses formulaires et lui-même',
  'All of its forms': 'Tous ses formulaires',
  'Those without errors': 'Ceux sans erreurs',
  'Those with errors': 'Ceux avec des erreurs',
  Drafts: 'Brouillons',
  Approved: 'Approuvés',
  'On their way to the agency': "En route vers l'organisme",
  'The agency has them': "L'organisme les a",
  'The agency took them': "L'organisme les a acceptés",
  'The agency rejected them': "L'organisme les a rejetés",
  'How many forms it has': 'Combien de formulaires il a',
  'Whether every form of it is valid and approved': 'Si chacun de ses formulaires est valide et approuvé',
  'What can be done to it': "Ce qu'on peut en faire",
  'When it was submitted': 'Quand il a été soumis',
  'When the agency was done with it': "Quand l'organisme en a eu fini",
  'When what happened to it': 'Quand quoi lui est arrivé',
  "The agency's number of it": "Le numéro qu'en donne l'organisme",
  'What others call it': "Comment d'autres l'appellent",
  'The batch that it goes to its agency with': 'Le lot avec lequel il va à son organisme',
  'The employer that it tells of; told by the batch or by where the person works when left out':
    "L'employeur qu'il déclare; dit par le lot ou par l'endroit où la personne travaille s'il est omis",
  'Of an amendment or a cancellation: the form that it refers to':
    "D'une modification ou d'une annulation : le formulaire visé",
  'Whether it tells for the first time, tells again otherwise, or takes back':
    "S'il déclare pour la première fois, déclare autrement ou annule",
  'What form it is': 'De quel formulaire il s’agit',
  'Day that says which version it is of; the one of the batch, or today when left out':
    "Jour qui dit de quelle version il est; celui du lot, ou aujourd'hui s'il est omis",
  'Year of its version': 'Année de sa version',
  'Month of its version': 'Mois de sa version',
  'What stands in the way of its approval; `validate` of its type tells each':
    "Combien d'erreurs empêchent son approbation; `validate` de son type dit chacune",
  'The member': 'Le membre',
  'As it stands there': "Tel qu'il y est",
  "As the agency's file has it": "Tel que le fichier de l'organisme le porte",
  "Texts that the agency's file writes otherwise than they stand here: characters it does not take, names that are too long":
    "Textes que le fichier de l'organisme écrit autrement : caractères qu'il n'accepte pas, noms trop longs",
  'How far it has come; absent of forms that are filed nowhere':
    'Où il en est; absent des formulaires qui ne sont produits nulle part',
  'Whether its values can change': 'Si ses valeurs peuvent changer',
  'Number of the slip: given once, and never to another; null before it has one':
    "Numéro du feuillet : donné une fois, et jamais à un autre; null avant qu'il en ait un",
  'What else is known of it, by its type': "Ce qu'on en sait d'autre, selon son type",
  'Of a record of employment: how it is submitted, by its employer or by the service':
    "D'un relevé d'emploi : comment il est soumis, par son employeur ou par le service",
  'Of a record of employment: its employer': "D'un relevé d'emploi : son employeur",
  'Of a year-end form: what can be done to it': "D'un formulaire de fin d'année : ce qu'on peut en faire",
  'Whether an amendment or a cancellation can refer to it': 'Si une modification ou une annulation peut y renvoyer',
  'Whether it is a draft without errors': "S'il s'agit d'un brouillon sans erreurs",
  'Whether its approval can be taken back': 'Si son approbation peut être annulée',
  'Whether its slip can be had': 'Si son feuillet peut être obtenu',
  'Values of a form that was worked out': "Valeurs établies d'un formulaire",
  'Which type, on which day': 'Quel type, quel jour',
  'Values by member': 'Valeurs par membre',
  'What was worked out': 'Ce qui a été établi',
  'A type of form, with the fields of one version': "Un type de formulaire, avec les champs d'une version",
  'Whose forms of it are': 'À qui en sont les formulaires',
  'Year of the version': 'Année de la version',
  'Month of the version': 'Mois de la version',
  'What a form of it can be had as': 'Sous quelle forme on peut en obtenir un',
  'Whether `populate` works out its values': 'Si `populate` en établit les valeurs',
  'Whether `generate` makes forms of it': 'Si `generate` en produit',
  'Member of a form': "Membre d'un formulaire",
  'What it holds': 'Ce qu’il contient',
  'Whether a form without it has an error': 'Si un formulaire sans lui a une erreur',
  'Whether no body can give it': 'Si aucun corps ne peut le donner',
  "Most characters of it in the agency's file; of an amount, digits before the point":
    "Le plus de caractères dans le fichier de l'organisme; d'un montant, les chiffres avant la virgule",
  'The value': 'La valeur',
  'What it means': "Ce qu'elle veut dire",
  'Every value that it takes; null where it is free': 'Chaque valeur admise; null quand elle est libre',
  'Its fields, in their order on the form': 'Ses champs, dans leur ordre sur le formulaire',
  'A type of form': 'Un type de formulaire',
  'What the values are worked out for': 'Pour quoi les valeurs sont établies',
  'Day that says which version': 'Jour qui dit quelle version',
  'Values of a form': "Valeurs d'un formulaire",
  'What came of the checks': 'Ce que les vérifications ont donné',
  'What is wrong, by member': 'Ce qui ne va pas, par membre',
  "How the agency's file writes members that it cannot write as they stand":
    "Comment le fichier de l'organisme écrit les membres qu'il ne peut écrire tels quels",
  'Make the forms of a tax year': "Produire les formulaires d'une année d'imposition",
  'A task makes a form for each payee who was paid in the year, account of the employer at the agency and, of a T4, province of employment.':
    "Une tâche produit un formulaire par personne payée dans l'année, par compte de l'employeur auprès de l'organisme et, pour un T4, par province d'emploi.",
  'Drafts that are there are filled anew.': 'Les brouillons existants sont remplis à nouveau.',
  'Into a batch of stage amendment go forms that tell otherwise than the agency has them, each with the form that it refers to; into one of stage cancellation those that payroll comes to nothing of any more, or all of the payees that are named.':
    "Dans un lot de l'étape amendment vont les formulaires qui disent autre chose que ce que l'organisme a, chacun avec le formulaire visé; dans un lot de l'étape cancellation, ceux auxquels la paie n'arrive plus, ou tous ceux des personnes nommées.",
  'The task that makes them': 'La tâche qui les produit',
  'Follow the boxes of a form back to its pay stubs':
    "Retracer les cases d'un formulaire jusqu'à ses bulletins de paie",
  'Of a slip of a year: each box with the line items of paid pay stubs that go to it, as they stand now.':
    "D'un feuillet d'une année : chaque case avec les éléments des bulletins payés qui y vont, tels qu'ils sont maintenant.",
  'A value that was entered by hand differs from what its lines come to.':
    'Une valeur saisie à la main diffère de ce à quoi ses lignes arrivent.',
  'Where the boxes come from': "D'où viennent les cases",
  'Where the boxes of a form come from': "D'où viennent les cases d'un formulaire",
  'The form': 'Le formulaire',
  'Member of the form': 'Membre du formulaire',
  'The box': 'La case',
  'As the form has it': 'Telle que le formulaire la porte',
  "What its lines come to: up to the year's ceiling where there is one":
    "Ce à quoi ses lignes arrivent : jusqu'au maximum de l'année, s'il y en a un",
  'The pay stub': 'Le bulletin de paie',
  'The line item; null of a sum that the calculation of the stub keeps':
    "L'élément de ligne; null pour une somme que le calcul du bulletin garde",
  'Kind of the line item, or `sum`': "Sorte de l'élément, ou `sum`",
  'Its type, or the name of the sum': 'Son type, ou le nom de la somme',
  'The lines that it is made of, by pay stub': 'Les lignes dont elle est faite, par bulletin',
  'Boxes that have a value, or that lines go to': 'Les cases qui ont une valeur, ou où vont des lignes',
  'Which forms are made': 'Quels formulaires sont produits',
  'Day that says which version; the one of the batch, or the last day of the tax year when left out':
    "Jour qui dit quelle version; celui du lot, ou le dernier jour de l'année d'imposition s'il est omis",
  'Year whose paid pay stubs are told; that of the batch, or of effective_date when left out':
    'Année dont les bulletins payés sont déclarés; celle du lot ou de effective_date si elle est omise',
  'The batch that the forms go into: of its employer alone, and of its stage':
    'Le lot où vont les formulaires : de son employeur seulement, et de son étape',
  'Of these employees alone; of all that were paid when left out':
    'De ces employés seulement; de tous ceux qui ont été payés si omis',
  'Of these contractors alone, for a T4A; of all that were paid when left out':
    'De ces entrepreneurs seulement, pour un T4A; de tous ceux qui ont été payés si omis',
  'Of this province of employment alone, for a T4': "De cette province d'emploi seulement, pour un T4",
  'Values that every form gets where payroll gives none: the code of dental benefits, a plan number':
    "Valeurs que reçoit chaque formulaire quand la paie n'en donne pas : le code des prestations dentaires, un numéro de régime",
  'An agency is done with a form batch': 'Un organisme en a fini avec un lot de formulaires',
  'It took the batch or rejected it: its `status` says which.': "Il l'a accepté ou rejeté : son `status` le dit.",
  'Download a form': 'Télécharger un formulaire',
  'By Accept: as PDF the slip for its person, in the language of the request; as XML a record of employment for Service Canada.':
    "Selon Accept : en PDF le feuillet pour la personne, dans la langue de la demande; en XML un relevé d'emploi pour Service Canada.",
  'It holds the social insurance number; each call is recorded with who made it, and a rate limit of its own holds.':
    "Contient le numéro d'assurance sociale; chaque appel est consigné avec son auteur, et une limite de débit propre s'applique.",
  'Retrieve a form, or its slip or file': 'Lire un formulaire, ou son feuillet ou fichier',
  'As JSON the record; as PDF or XML, by Accept, what `download` answers, with what holds for that: the call is recorded, and the rate limit of revealed values holds.':
    "En JSON l'enregistrement; en PDF ou en XML, selon Accept, ce que répond `download`, aux mêmes conditions : l'appel est consigné, et la limite de débit des valeurs révélées s'applique.",
  'The record, or its slip or file': "L'enregistrement, ou son feuillet ou fichier",
  'The slip, or the file for the agency': "Le feuillet, ou le fichier pour l'organisme",
  'Download the file of a form batch': "Télécharger le fichier d'un lot de formulaires",
  'By Accept: as XML the file for the agency, once the batch was submitted; as PDF the slips of its forms, each beginning on a page of its own, in the language of its person.':
    "Selon Accept : en XML le fichier pour l'organisme, une fois le lot soumis; en PDF les feuillets de ses formulaires, chacun commençant sur sa propre page, dans la langue de la personne.",
  'It holds social insurance numbers; each call is recorded with who made it, and a rate limit of its own holds.':
    "Contient des numéros d'assurance sociale; chaque appel est consigné avec son auteur, et une limite de débit propre s'applique.",
  'The file for the agency, or the slips': "Le fichier pour l'organisme, ou les feuillets",
  'Of a record of employment: whose it is': "D'un relevé d'emploi : de qui il s'agit",
  'The work that has ended, of one employer; all of the person when left out':
    'Le travail qui a pris fin, chez un seul employeur; tout celui de la personne à défaut',
  'Block 10; the first day of the first pay rate when left out, behind the last record of employment of the person':
    "Case 10; à défaut, le premier jour du premier taux de rémunération, après le dernier relevé d'emploi de la personne",
  'Block 11; the day on which the last pay rate ends when left out':
    'Case 11; à défaut, le jour où le dernier taux de rémunération prend fin',
  'Block 16: why the record is issued, which no pay tells; left empty when left out':
    "Case 16 : la raison du relevé, qu'aucune paie ne dit; vide à défaut",
  'Block 14: when the person is expected back; unknown when left out':
    'Case 14 : quand le retour de la personne est prévu; date inconnue si omis',
};
