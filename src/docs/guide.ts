import type { Text } from '../values/text.ts';

/**
 * The way from nothing to a journal entry, in the order in which things are made. The commands of all steps together
 * are one script, which a test plays against the service: what a step keeps in a variable the next ones use.
 */
export interface Step {
  id: string;
  title: Text;
  text: readonly Text[];
  /** For a POSIX shell, with curl and node. */
  commands: string;
  after?: Text;
}

export const STEPS: readonly Step[] = [
  {
    id: 'before',
    title: { en: 'Before you begin', fr: 'Avant de commencer' },
    text: [
      {
        en: 'You need the address of the service and the secret of a partner. After the first `npm start` both are in `.data/credentials.json`. The commands use curl, and node to read answers.',
        fr: "Il vous faut l'adresse du service et le secret d'un partenaire. Après le premier `npm start`, les deux se trouvent dans `.data/credentials.json`. Les commandes utilisent curl, et node pour lire les réponses.",
      },
      {
        en: 'Each change carries an `X-Idempotency-Key`: when an answer is lost, the same request is sent again with the same key and is not done twice.',
        fr: "Chaque changement porte une `X-Idempotency-Key` : si une réponse se perd, la même requête est renvoyée avec la même clé, et n'est pas faite deux fois.",
      },
    ],
    commands: `api=\${api:-$(node -p "require('./.data/credentials.json').url")}
secret=\${secret:-$(node -p "require('./.data/credentials.json').partner_secret")}

# show .data.name prints a member of the JSON that it is given.
show() { node -pe "JSON.parse(require('fs').readFileSync(0, 'utf8'))$1"; }

# call METHOD PATH [BODY] calls with the present token, and fails on anything but a 2xx.
call() {
  curl -sS --fail-with-body -X "$1" "$api$2" -H "Authorization: Bearer $token" \\
    -H "X-Idempotency-Key: $(node -p 'crypto.randomUUID()')" \\
    -H 'Content-Type: application/json' \${3:+-d "$3"}
}`,
  },
  {
    id: 'company',
    title: { en: 'A company', fr: 'Une compagnie' },
    text: [
      {
        en: 'A company is one customer of yours; everything else belongs to a company. Create it with the secret of the partner. The answer holds its first access token, valid for 60 minutes; `POST /token` issues another one.',
        fr: "Une compagnie est un de vos clients : tout le reste appartient à l'une d'elles. Elle se crée avec le secret du partenaire, et la réponse contient le premier jeton d'accès. Il vaut 60 minutes; `POST /token` en donne un autre.",
      },
    ],
    commands: `token=$secret
company=$(call POST /companies '{"name": "Northlake Bakery"}')
token=$(echo "$company" | show .data.token.access_token)`,
  },
  {
    id: 'entity',
    title: { en: 'Its employer: a business entity', fr: 'Son employeur : une entité' },
    text: [
      {
        en: 'The business entity is who pays and who remits. It begins in preview: payrolls are calculated and approved as they would be, and no money moves. The tax property says in which province its people are employed, unless a work assignment says otherwise.',
        fr: "L'entité est celle qui paie et qui fait les versements. Elle commence en aperçu : les paies se calculent et s'approuvent comme en vrai, et aucun argent ne bouge. La propriété fiscale dit dans quelle province les gens sont employés, à moins qu'une affectation ne dise autre chose.",
      },
    ],
    commands: `entity=$(call POST /business_entities '{
  "name": "Northlake Bakery",
  "business_number": "123456782RP0001",
  "in_preview": true,
  "tax_properties": [
    {"type": "ca::province_of_employment", "value": "ca_on", "effective_from": "2025-01-01"}
  ]
}' | show .id)`,
  },
  {
    id: 'schedule',
    title: { en: 'A pay schedule', fr: 'Un calendrier de paie' },
    text: [
      {
        en: 'A schedule says when people are paid. `anchor_pay_date` is a pay date, `anchor_end_of_pay_period` the last day that it pays for. The payrolls of the schedule exist as soon as it does, as drafts, from `generate_payrolls_from` on.',
        fr: "Un calendrier dit quand les gens sont payés. `anchor_pay_date` est une date de paie, `anchor_end_of_pay_period` le dernier jour qu'elle paie. Les paies du calendrier existent dès qu'il existe, au brouillon, à partir de `generate_payrolls_from`.",
      },
    ],
    commands: `schedule=$(call POST /pay_schedules '{
  "business_entity_id": "'$entity'",
  "title": "Every second Friday",
  "pay_frequency": "bi-weekly",
  "anchor_pay_date": "2026-01-09",
  "anchor_end_of_pay_period": "2026-01-03",
  "generate_payrolls_from": "2026-01-09"
}' | show .id)`,
  },
  {
    id: 'people',
    title: { en: 'People', fr: 'Des personnes' },
    text: [
      {
        en: 'An employee is a person. The social insurance number is never returned in full: answers show its last three digits. `GET /employees/{employee}/reveal` returns all of it, and is recorded.',
        fr: "Un employé est une personne. Le numéro d'assurance sociale entre et ne ressort plus : les réponses en montrent les trois derniers chiffres, et `GET /employees/{employee}/reveal` le montre entier, ce qui est consigné.",
      },
    ],
    commands: `employee=$(call POST /employees '{
  "first_name": "Zoë",
  "last_name": "Tremblay",
  "date_of_birth": "1990-07-11",
  "sin": "046454286"
}' | show .id)`,
  },
  {
    id: 'assignments',
    title: { en: 'Work assignments', fr: 'Des affectations' },
    text: [
      {
        en: 'A work assignment puts a person on a schedule. From then on each draft payroll of the schedule has a pay stub for it.',
        fr: 'Une affectation place une personne sur un calendrier. Dès lors, chaque paie au brouillon du calendrier a un bulletin pour elle.',
      },
    ],
    commands: `assignment=$(call POST /work_assignments '{
  "employee_id": "'$employee'",
  "pay_schedule_id": "'$schedule'",
  "title": "Baker"
}' | show .id)`,
  },
  {
    id: 'rates',
    title: { en: 'Pay rates, and what recurs', fr: 'Des taux de rémunération, et des éléments récurrents' },
    text: [
      {
        en: 'A pay rate is a salary for the year or an amount for the hour. Allowances and benefits recur: each adds a line to every payroll that it applies to, from `effective_from` on.',
        fr: "Un taux de rémunération est un salaire annuel ou un montant horaire. Les allocations et les avantages sont récurrents : chacun ajoute une ligne à chaque paie où il s'applique, à partir de `effective_from`.",
      },
    ],
    commands: `call POST /pay_rates '{
  "work_assignment_id": "'$assignment'",
  "type": "salary",
  "rate": 52000,
  "expected_hours_per_week": 40,
  "effective_from": "2025-12-01"
}' | show .id
call POST /allowances '{
  "work_assignment_id": "'$assignment'",
  "allowance_type": "cell_phone_allowance",
  "amount": "25.00",
  "frequency": "per_payroll",
  "effective_from": "2025-12-01"
}' | show .id`,
  },
  {
    id: 'payroll',
    title: { en: 'The next payroll', fr: 'La prochaine paie' },
    text: [
      {
        en: 'The next payroll is the earliest draft of the schedule. Its stubs hold line items from rates and recurring items, and statutory withholdings; `GET /pay_stubs/{pay_stub}/explanation` explains each amount step by step. Until it is approved every line can be overridden.',
        fr: "La prochaine paie est le premier brouillon du calendrier. Ses bulletins contiennent ce qui découle des taux et des éléments récurrents, et les retenues à la source; `GET /pay_stubs/{pay_stub}/explanation` dit pas à pas d'où vient chaque montant. Tant qu'elle n'est pas approuvée, chaque ligne peut être remplacée.",
      },
    ],
    commands: `payroll=$(call GET "/payrolls?pay_schedule_id=$schedule&status=draft&per_page=1" | show .data[0].id)
call GET "/pay_stubs?payroll_id=$payroll" | show '.data[0].data.employee_summary'`,
  },
  {
    id: 'approval',
    title: { en: 'Approval', fr: "L'approbation" },
    text: [
      {
        en: 'Approving closes the stubs: each is calculated once more and then final. In preview the payroll is paid at once. Payrolls of a schedule are approved in the order of their pay dates.',
        fr: "Approuver ferme les bulletins : chacun est calculé une dernière fois, puis ne change plus. En aperçu, la paie est aussitôt payée. Les paies d'un calendrier s'approuvent dans l'ordre de leurs dates.",
      },
    ],
    commands: `call POST "/payrolls/$payroll/approve" '{}' | show .data.status`,
    after: { en: 'It prints `paid`.', fr: 'Elle affiche `paid`.' },
  },
  {
    id: 'journal',
    title: { en: 'The journal entry', fr: "L'écriture de journal" },
    text: [
      {
        en: 'With the approval come the journal entries: one of the payroll and one of each stub, whose debits and credits are equal to the cent.',
        fr: "Avec l'approbation viennent les écritures de journal : une pour la paie et une pour chaque bulletin, dont les débits et les crédits sont égaux au cent près.",
      },
    ],
    commands: `call GET "/journal_entries?payroll_id=$payroll&type=payroll_recording&expand[]=journal_entry_rows" |
  show '.data[0].data.journal_entry_rows.map(({title, debit, credit}) => [title, debit, credit].join(" ")).join("\\n")'`,
    after: {
      en: 'That is all. Webhooks notify you of events (`POST /webhooks`); bulk and batch calls do for many records what was done here for one.',
      fr: "C'est tout le chemin. Les webhooks vous disent ce qui se passe entre-temps (`POST /webhooks`); les appels en masse et par lot font pour plusieurs ce qui a été fait ici pour une personne.",
    },
  },
];
