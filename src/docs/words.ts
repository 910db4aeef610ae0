import type { Text } from '../values/text.ts';

/** Words of the pages around their contents. */
export const WORDS = {
  name: { en: 'payroll-ledger', fr: 'payroll-ledger' },
  lead: {
    en: 'Payroll for Canadian employers, through an interface. What is written can be read at once, and every change stays on record.',
    fr: "La paie d'employeurs canadiens, par une interface. Ce qui est écrit se lit aussitôt, et chaque changement reste consigné.",
  },
  start: { en: 'Start', fr: 'Accueil' },
  guide: { en: 'Guide', fr: 'Guide' },
  reference: { en: 'Reference', fr: 'Référence' },
  problems: { en: 'Problems', fr: 'Problèmes' },
  skip: { en: 'Skip to the contents', fr: 'Aller au contenu' },
  other: { en: 'Français', fr: 'English' },
  guideLead: {
    en: 'From nothing to a first payroll in preview, its journal entry, and a first one that is paid, in the order in which things are made. Each step uses what the ones before it made; together the commands are one script.',
    fr: "De rien à une première paie en aperçu, à son écriture de journal, puis à une première paie payée, dans l'ordre où les choses se font. Chaque étape utilise ce que les précédentes ont fait; ensemble, les commandes forment un seul script.",
  },
  steps: { en: 'Steps', fr: 'Étapes' },
  problemsLead: {
    en: 'Whatever is not done is answered with a status from 400 on and a `message` in the language of `Accept-Language`. With `Accept: application/problem+json` the answer has the form of RFC 9457, and its `type` leads to one of these pages; the header `Link` does so in any case.',
    fr: "Ce qui n'est pas fait reçoit une réponse de statut 400 ou plus, avec un `message` dans la langue de `Accept-Language`. Avec `Accept: application/problem+json`, la réponse a la forme de la RFC 9457, et son `type` mène à l'une de ces pages; l'en-tête `Link` y mène dans tous les cas.",
  },
  status: { en: 'Status', fr: 'Statut' },
  causes: { en: 'How it comes about', fr: "D'où cela vient" },
  remedy: { en: 'What to do', fr: 'Que faire' },
  stored: { en: 'What was stored', fr: 'Ce qui a été enregistré' },
  example: { en: 'An answer', fr: 'Une réponse' },
  referenceLead: {
    en: 'Every operation with its members, limits, examples and answers, from [/openapi.json](openapi.json?lang=en) (OpenAPI 3.1).',
    fr: 'Chaque opération avec ses membres, ses limites, ses exemples et ses réponses, tirée de [/openapi.json](openapi.json?lang=fr) (OpenAPI 3.1).',
  },
  noScript: {
    en: 'The reference needs JavaScript; without it, read [/openapi.json](openapi.json).',
    fr: 'La référence demande JavaScript; sans lui, lisez [/openapi.json](openapi.json).',
  },
  absent: { en: 'There is no such page.', fr: "Cette page n'existe pas." },
} as const satisfies Record<string, Text>;

/** What holds for every call. */
export const CONVENTIONS: readonly { title: Text; text: Text }[] = [
  {
    title: { en: 'Credentials', fr: 'Jetons' },
    text: {
      en: 'Each call carries `Authorization: Bearer …`: the secret of a partner to make companies, tokens and webhooks, an access token of a company for everything else.',
      fr: "Chaque appel porte `Authorization: Bearer …` : le secret d'un partenaire pour créer compagnies, jetons et webhooks, le jeton d'accès d'une compagnie pour tout le reste.",
    },
  },
  {
    title: { en: 'Form', fr: 'Forme' },
    text: {
      en: 'JSON in and out. Amounts come in as numbers or numeric text and go out as numbers. Dates are `2026-01-09`, instants `2026-01-09T15:04:05.000000Z`.',
      fr: "Du JSON à l'aller et au retour. Les montants entrent en nombres ou en texte numérique et sortent en nombres. Les dates s'écrivent `2026-01-09`, les instants `2026-01-09T15:04:05.000000Z`.",
    },
  },
  {
    title: { en: 'Records and lists', fr: 'Dossiers et listes' },
    text: {
      en: 'A record has `id`, `object`, `data` and `links.self`. A list has `data`, page `links` and `meta`; `per_page` is 15 unless you say up to 100. When others write while you read page after page, records move between the pages: read on with `after` and the last `id` of each page instead of `page`, until `has_more` is false. `expand[]=company` shows a related record in full.',
      fr: "Un dossier a `id`, `object`, `data` et `links.self`. Une liste a `data`, des `links` de pages et `meta`; `per_page` vaut 15, ou ce que vous dites, jusqu'à 100. Quand d'autres écrivent pendant que vous lisez page après page, des dossiers passent d'une page à l'autre : continuez avec `after` et le dernier `id` de chaque page au lieu de `page`, jusqu'à ce que `has_more` soit false. `expand[]=company` montre un dossier lié en entier.",
    },
  },
  {
    title: { en: 'Changes', fr: 'Changements' },
    text: {
      en: '`PUT` changes only the members that are sent. `X-Idempotency-Key` lets a request be repeated for 24 hours without being done twice. `If-Match` with an `ETag` refuses a change of what somebody else has changed.',
      fr: "`PUT` ne change que les membres envoyés. `X-Idempotency-Key` permet de répéter une requête pendant 24 heures sans qu'elle soit faite deux fois. `If-Match` avec un `ETag` refuse de changer ce que quelqu'un d'autre a changé.",
    },
  },
  {
    title: { en: 'Languages', fr: 'Langues' },
    text: {
      en: 'Messages, labels and the reference come in English, or in French with `Accept-Language: fr`; for the reference `?lang=fr` says it too.',
      fr: 'Les messages, les libellés et la référence viennent en anglais, ou en français avec `Accept-Language: fr`; pour la référence, `?lang=fr` le dit aussi.',
    },
  },
  {
    title: { en: 'Limits', fr: 'Limites' },
    text: {
      en: 'A company or partner may call 1,000 times a minute unless its operator says otherwise; every answer has the remaining requests in `X-RateLimit-Remaining`.',
      fr: "Une compagnie ou un partenaire peut appeler 1 000 fois par minute, à moins que l'exploitant n'en décide autrement; chaque réponse dit ce qui reste dans `X-RateLimit-Remaining`.",
    },
  },
];
