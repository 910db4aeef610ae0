import type { ProblemKind } from '../values/problem.ts';
import type { Text } from '../values/text.ts';

// Long: texts of one page in both languages, a paragraph each; nothing is calculated here.

/**
 * What each kind of problem means, and what to do about it. Backticks mark what is written so in a request or answer.
 */
export interface ProblemPage {
  status: number;
  title: Text;
  means: Text;
  causes: readonly Text[];
  remedy: Text;
  /** Whether anything was stored. */
  stored: Text;
  /** An answer as it comes. */
  example: { en: object; fr: object };
}

const NOTHING: Text = { en: 'Nothing was stored.', fr: "Rien n'a été enregistré." };

export const PROBLEM_PAGES: Readonly<Record<ProblemKind, ProblemPage>> = {
  refused: {
    status: 400,
    title: { en: 'Refused', fr: 'Refusé' },
    means: {
      en: 'The request is well-formed, but the records are not in a state that allows it. The message says why.',
      fr: "La requête est bien formée, mais l'état des dossiers ne la permet pas. Le message dit ce qui s'y oppose.",
    },
    causes: [
      {
        en: 'A payroll is approved while an earlier one of its schedule is still a draft.',
        fr: "Une paie est approuvée alors qu'une paie antérieure de son calendrier est encore au brouillon.",
      },
      {
        en: 'A record is changed that an approved payroll has used.',
        fr: "Un dossier est modifié alors qu'une paie approuvée l'a utilisé.",
      },
    ],
    remedy: {
      en: 'Do what the message names first, then send the same request again. The same `X-Idempotency-Key` may be used, unless the message says that a part was written: send what is left with another key.',
      fr: "Faites d'abord ce que nomme le message, puis renvoyez la même requête. La même `X-Idempotency-Key` peut servir, sauf si le message dit qu'une partie a été écrite : envoyez le reste avec une autre clé.",
    },
    stored: {
      en: 'Nothing was stored; of a call for many records, what its message says was written.',
      fr: "Rien n'a été enregistré; d'un appel pour plusieurs dossiers, ce que son message dit écrit.",
    },
    example: {
      en: {
        message:
          'An earlier payroll of the pay schedule is still a draft; approve payrolls in the order of their pay dates, those of one date in the order of lists.',
      },
      fr: {
        message:
          "Une paie antérieure du calendrier est encore au brouillon; approuvez les paies dans l'ordre de leurs dates, et celles d'une même date dans l'ordre des listes.",
      },
    },
  },
  unauthorized: {
    status: 401,
    title: { en: 'Unauthorized', fr: 'Non autorisé' },
    means: {
      en: 'The bearer credential is missing, unknown, expired or revoked.',
      fr: 'Le jeton est absent, inconnu, expiré ou révoqué.',
    },
    causes: [
      { en: 'An access token is older than its 60 minutes.', fr: "Un jeton d'accès a dépassé ses 60 minutes." },
      {
        en: 'The header does not read `Authorization: Bearer <token>`.',
        fr: "L'en-tête n'est pas `Authorization: Bearer <jeton>`.",
      },
    ],
    remedy: {
      en: 'Issue another token with the secret of the partner: `POST /token` with the `company_id`.',
      fr: 'Émettez un autre jeton avec le secret du partenaire : `POST /token` avec le `company_id`.',
    },
    stored: NOTHING,
    example: {
      en: {
        message:
          'The bearer token is missing, unknown, expired or revoked. Send "Authorization: Bearer <token>" with a valid one.',
      },
      fr: {
        message:
          'Le jeton est absent, inconnu, expiré ou révoqué. Envoyez « Authorization: Bearer <jeton> » avec un jeton valide.',
      },
    },
  },
  forbidden: {
    status: 403,
    title: { en: 'Forbidden', fr: 'Interdit' },
    means: {
      en: 'The credential is good, and of the wrong kind for this operation.',
      fr: "Le jeton est valide, mais ce n'est pas le genre que demande cette opération.",
    },
    causes: [
      {
        en: 'The secret of a partner was sent where an access token of a company is needed, or the reverse.',
        fr: "Le secret d'un partenaire a été envoyé là où il faut le jeton d'accès d'une compagnie, ou l'inverse.",
      },
      {
        en: 'A token of purpose `component`, made for a page in a browser, was used for more than reading and line items.',
        fr: "Un jeton d'usage `component`, fait pour une page de navigateur, a servi à plus que lire et modifier des lignes.",
      },
    ],
    remedy: {
      en: 'The reference names the credential of each operation: companies, tokens and webhooks take the secret of the partner, everything else the token of a company.',
      fr: 'La référence nomme le jeton de chaque opération : compagnies, jetons et webhooks demandent le secret du partenaire, tout le reste le jeton de la compagnie.',
    },
    stored: NOTHING,
    example: {
      en: { message: 'This operation takes an access token of a company, not the partner secret.' },
      fr: { message: "Cette opération demande le jeton d'accès d'une compagnie, et non le secret du partenaire." },
    },
  },
  not_found: {
    status: 404,
    title: { en: 'Not found', fr: 'Introuvable' },
    means: {
      en: 'There is nothing at this address, or no record with its id, or it belongs to another company. The answer never says which of the last two.',
      fr: "Il n'y a rien à cette adresse, ou aucun dossier ne porte son identifiant, ou il appartient à une autre compagnie. Rien ne distingue les deux derniers cas.",
    },
    causes: [
      {
        en: 'The id was mistyped, or the record was deleted.',
        fr: "L'identifiant est mal écrit, ou le dossier a été supprimé.",
      },
      {
        en: 'The token belongs to another company than the record.',
        fr: "Le jeton est celui d'une autre compagnie que le dossier.",
      },
    ],
    remedy: {
      en: 'Follow `links.self` of an answer rather than building addresses. Where the path is nearly right the message names the right one.',
      fr: "Suivez `links.self` d'une réponse plutôt que de composer des adresses. Quand le chemin est presque juste, le message nomme le bon.",
    },
    stored: NOTHING,
    example: {
      en: { message: 'There is nothing at this address. Did you mean /employees? GET / lists the addresses.' },
      fr: {
        message: "Il n'y a rien à cette adresse. Vouliez-vous dire /employees? GET / énumère les adresses.",
      },
    },
  },
  method_not_allowed: {
    status: 405,
    title: { en: 'Method not allowed', fr: 'Méthode non permise' },
    means: {
      en: 'The address is right, and does not take this method. The header `Allow` names those that it takes.',
      fr: "L'adresse est juste, mais ne prend pas cette méthode. L'en-tête `Allow` nomme celles qu'elle prend.",
    },
    causes: [
      {
        en: 'A regular payroll was to be created: these come from pay schedules.',
        fr: 'Une paie régulière devait être créée : elles viennent des calendriers de paie.',
      },
      {
        en: 'A record was to be deleted whose kind is archived instead.',
        fr: "Un dossier devait être supprimé alors que ceux de ce genre s'archivent.",
      },
    ],
    remedy: {
      en: 'The message says what to do instead, where there is something.',
      fr: 'Le message dit quoi faire à la place, quand il y a lieu.',
    },
    stored: NOTHING,
    example: {
      en: { message: 'This address does not take this method; it takes GET, HEAD.' },
      fr: { message: 'Cette adresse ne prend pas cette méthode; elle prend GET, HEAD.' },
    },
  },
  not_acceptable: {
    status: 406,
    title: { en: 'Not acceptable', fr: 'Non acceptable' },
    means: {
      en: '`Accept` names none of the media types in which there is an answer. The message names those that there are.',
      fr: '`Accept` ne nomme aucun des types de contenu dans lesquels il y a une réponse. Le message nomme ceux qui existent.',
    },
    causes: [
      {
        en: 'A file was asked for in a form that it does not have.',
        fr: "Un fichier a été demandé sous une forme qu'il n'a pas.",
      },
    ],
    remedy: {
      en: 'Name one of them, or leave `Accept` out: then the first is answered.',
      fr: "Nommez l'un d'eux, ou omettez `Accept` : la réponse vient alors dans le premier.",
    },
    stored: NOTHING,
    example: {
      en: { message: 'Accept names nothing that can be answered here. There is: application/json, text/csv.' },
      fr: { message: 'Accept ne nomme aucun des types de contenu disponibles ici : application/json, text/csv.' },
    },
  },
  conflict: {
    status: 409,
    title: { en: 'Conflict', fr: 'Conflit' },
    means: {
      en: 'Somebody else was first: the record has another version than `If-Match` names, or the first request with this idempotency key is still running.',
      fr: "Quelqu'un a été plus rapide : le dossier a une autre version que celle de `If-Match`, ou la première requête portant cette clé est encore en cours.",
    },
    causes: [
      { en: 'Two people changed one record.', fr: 'Deux personnes ont modifié un même dossier.' },
      {
        en: 'A request was repeated while the first was not answered yet.',
        fr: "Une requête a été répétée avant que la première n'ait reçu sa réponse.",
      },
    ],
    remedy: {
      en: 'Read the record again and decide by its present values; or wait a moment and repeat the request with the same key.',
      fr: "Relisez le dossier et décidez d'après ce qu'il dit maintenant; ou attendez un instant et répétez la requête avec la même clé.",
    },
    stored: NOTHING,
    example: {
      en: {
        message:
          'The record has changed since: If-Match names version "3", it is at "5". Read it again, then repeat the change.',
      },
      fr: {
        message:
          'Le dossier a changé depuis : If-Match nomme la version « 3 », il est à « 5 ». Relisez-le, puis répétez la modification.',
      },
    },
  },
  too_large: {
    status: 413,
    title: { en: 'Body too large', fr: 'Corps trop volumineux' },
    means: {
      en: 'The body is larger than 1 MiB, or the file is larger than the operation accepts.',
      fr: 'Le corps dépasse 1 Mio, ou un fichier dépasse ce que prend son opération.',
    },
    causes: [{ en: 'Too many elements were sent at once.', fr: "Trop d'éléments ont été envoyés à la fois." }],
    remedy: {
      en: 'Send it in parts: a batch call takes up to 100 elements.',
      fr: "Envoyez-le par parties : un appel par lot prend jusqu'à 100 éléments.",
    },
    stored: NOTHING,
    example: {
      en: { message: 'The body is larger than 1048576 bytes (1 MiB). Split the request.' },
      fr: { message: 'Le corps dépasse 1048576 octets (1 Mio). Divisez la requête.' },
    },
  },
  unsupported_type: {
    status: 415,
    title: { en: 'Unsupported media type', fr: 'Type de contenu non pris en charge' },
    means: {
      en: 'A body came without `Content-Type: application/json`, or as another file than the operation takes.',
      fr: "Un corps est arrivé sans `Content-Type: application/json`, ou comme un autre fichier que ceux que prend l'opération.",
    },
    causes: [{ en: 'The header is missing, or names another type.', fr: "L'en-tête manque, ou nomme un autre type." }],
    remedy: { en: 'Send JSON, and say so.', fr: 'Envoyez du JSON, et dites-le.' },
    stored: NOTHING,
    example: {
      en: { message: 'The body must be JSON: send Content-Type: application/json (UTF-8).' },
      fr: { message: 'Le corps doit être en JSON : envoyez Content-Type: application/json (UTF-8).' },
    },
  },
  not_valid: {
    status: 422,
    title: { en: 'Not valid', fr: 'Non valide' },
    means: {
      en: 'Members or parameters are malformed or inadmissible. `errors` names each by its place, in dot notation: `data.amount`, `3.title`; `body` is the body as a whole.',
      fr: 'Des membres ou des paramètres sont mal formés ou inadmissibles. `errors` nomme chacun par sa place, avec des points : `data.amount`, `3.title`; `body` est le corps entier.',
    },
    causes: [
      {
        en: 'A required member is missing, or one is there that is not known.',
        fr: "Un membre requis manque, ou il y en a un d'inconnu.",
      },
      {
        en: 'A value has another form or lies beyond its limits; the message says which are right.',
        fr: 'Une valeur a une autre forme ou dépasse ses limites; le message dit lesquelles sont justes.',
      },
      {
        en: "An id in the body is unknown, or another company's.",
        fr: "Un identifiant du corps est inconnu, ou celui d'une autre compagnie.",
      },
    ],
    remedy: {
      en: 'Correct each member that is named, and send the request again; the same `X-Idempotency-Key` may be used.',
      fr: 'Corrigez chaque membre nommé, puis renvoyez la requête; la même `X-Idempotency-Key` peut servir.',
    },
    stored: NOTHING,
    example: {
      en: { message: 'The request is not valid. last_name: is required', errors: { last_name: ['is required'] } },
      fr: {
        message: "La requête n'est pas valide. last_name : est obligatoire",
        errors: { last_name: ['est obligatoire'] },
      },
    },
  },
  too_many_requests: {
    status: 429,
    title: { en: 'Too many requests', fr: 'Trop de requêtes' },
    means: {
      en: 'The limit of requests per minute is reached. It is counted for each company, and for each partner; a window opens with its first request.',
      fr: 'La limite de requêtes par minute est atteinte. Elle se compte par compagnie, et par partenaire; une fenêtre commence à sa première requête.',
    },
    causes: [
      {
        en: 'Records are changed one by one where one bulk call would do.',
        fr: 'Des dossiers sont modifiés un à un là où un seul appel en masse suffirait.',
      },
      {
        en: 'Sensitive values are revealed: these have a smaller limit of their own.',
        fr: 'Des valeurs sensibles sont révélées : elles ont une limite plus basse, à part.',
      },
      {
        en: 'Many large files or bodies are sent at the same time: together they may have 40 MiB for one caller.',
        fr: 'Beaucoup de gros fichiers ou de gros corps sont envoyés en même temps : ensemble, ils peuvent avoir 40 Mio pour un même appelant.',
      },
    ],
    remedy: {
      en: 'Wait as many seconds as `Retry-After` says. Every answer has the remaining requests in `X-RateLimit-Remaining`.',
      fr: 'Attendez le nombre de secondes de `Retry-After`. Chaque réponse dit ce qui reste dans `X-RateLimit-Remaining`.',
    },
    stored: {
      en: 'Nothing was processed, and the idempotency key is not used up.',
      fr: "Rien n'a été traité, et la clé d'idempotence n'est pas consommée.",
    },
    example: {
      en: {
        message: 'Too many requests: 1000 are allowed in 60 seconds. Nothing was processed; try again in 12 s.',
      },
      fr: {
        message: "Trop de requêtes : 1000 sont permises en 60 secondes. Rien n'a été traité; réessayez dans 12 s.",
      },
    },
  },
  failed: {
    status: 500,
    title: { en: 'Unexpected failure', fr: 'Erreur inattendue' },
    means: {
      en: 'Something went wrong on the side of the service.',
      fr: "Une erreur s'est produite du côté du service.",
    },
    causes: [{ en: 'A fault in the service.', fr: 'Une défaillance du service.' }],
    remedy: {
      en: 'Repeat the request with the same `X-Idempotency-Key`; it takes effect once. If it fails again, give the operator the `X-Request-Id` of the answer.',
      fr: "Répétez la requête avec la même `X-Idempotency-Key`; elle ne prend effet qu'une fois. Si elle échoue encore, donnez à l'exploitant le `X-Request-Id` de la réponse.",
    },
    stored: {
      en: 'It is not known whether the change was made. A repeat with the same key finds out.',
      fr: 'Rien ne dit si le changement a été fait; une répétition avec la même clé le dit.',
    },
    example: {
      en: { message: 'Something went wrong on our side. The request id in X-Request-Id helps to find out what.' },
      fr: {
        message: "Une erreur s'est produite de notre côté. L'identifiant dans X-Request-Id aide à en trouver la cause.",
      },
    },
  },
  not_available: {
    status: 503,
    title: { en: 'Not available', fr: 'Non disponible' },
    means: {
      en: 'The service cannot reach its store, is starting, is catching up with earlier changes of the company, or has not done in time what was asked for.',
      fr: "Le service ne peut joindre son dépôt, démarre, rattrape des changements antérieurs de la compagnie, ou n'a pas fait à temps ce qui était demandé.",
    },
    causes: [
      {
        en: 'A database is being restarted, or a new version is being installed.',
        fr: "Une base de données redémarre, ou une nouvelle version s'installe.",
      },
      {
        en: 'A payroll with thousands of pay stubs is approved: that continues, and the repeated request waits for it.',
        fr: "Une paie de milliers de bulletins est approuvée : cela se poursuit, et la requête répétée l'attend.",
      },
    ],
    remedy: {
      en: 'Repeat the request after as many seconds as `Retry-After` says, with the same `X-Idempotency-Key`.',
      fr: 'Répétez la requête après le nombre de secondes de `Retry-After`, avec la même `X-Idempotency-Key`.',
    },
    stored: {
      en: 'The message says whether the change may have been made.',
      fr: 'Le message dit si le changement a pu être fait.',
    },
    example: {
      en: { message: 'The service cannot reach its store at the moment. Nothing was changed; try again.' },
      fr: { message: "Le service ne peut joindre son dépôt pour le moment. Rien n'a été changé; réessayez." },
    },
  },
};
