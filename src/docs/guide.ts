import type { Text } from '../values/text.ts';

/**
 * The way from nothing to a paid payroll of a live employer, in the order in which things are made. The commands of all
 * steps together are one script, which a test plays against the service: what a step keeps in a variable the next ones
 * use.
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
        fr: "Un employé est une personne. Le numéro d'assurance sociale n'est jamais rendu en entier : les réponses en montrent les trois derniers chiffres. `GET /employees/{employee}/reveal` le donne au complet, ce qui est consigné.",
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
    after: { en: 'The last command prints `paid`.', fr: 'La dernière commande affiche `paid`.' },
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
  },
  {
    id: 'webhooks',
    title: { en: 'Webhooks', fr: 'Les webhooks' },
    text: [
      {
        en: 'What happens between your calls is sent to you: register an address with the secret of the partner. `payroll_deadline_upcoming` comes one business day before a draft must be approved. The answer holds the `key` that calls are signed with. Afterwards `POST /token` gives another access token of the company, as you do every hour.',
        fr: "Ce qui se passe entre vos appels vous est envoyé : enregistrez une adresse avec le secret du partenaire. `payroll_deadline_upcoming` arrive un jour ouvrable avant qu'une paie au brouillon doive être approuvée. La réponse contient la `key` qui signe les appels. Ensuite, `POST /token` donne un autre jeton d'accès de la compagnie, comme à chaque heure.",
      },
    ],
    commands: `token=$secret
call POST /webhooks '{
  "url": "https://hooks.northlake.example/payroll",
  "events": ["payroll_deadline_upcoming", "payroll_paid", "async_task_completed"]
}' | show .id
token=$(call POST /token '{"company_id": "'$(echo "$company" | show .id)'"}' | show .access_token)`,
  },
  {
    id: 'accounts',
    title: { en: 'What a live employer needs', fr: "Ce qu'il faut à un employeur en service" },
    text: [
      {
        en: 'Money leaves from the primary bank account of the employer, for which somebody has signed a pre-authorized debit agreement: the three members of the signer sign it. It arrives at the bank account of each person, and at the remittance accounts with agencies (`ca_rq` as well where somebody is employed in Quebec). `warnings` of the employer, of people and of payrolls list what is missing. The operator checks who the employer is, and chooses how payments are made.',
        fr: "L'argent part du compte bancaire principal de l'employeur, pour lequel quelqu'un a signé un accord de débit préautorisé : les trois membres du signataire le signent. Il arrive au compte bancaire de chaque personne, et aux comptes de versement des organismes (`ca_rq` aussi si quelqu'un est employé au Québec). Les `warnings` de l'employeur, des personnes et des paies disent ce qui manque. L'exploitant vérifie qui est l'employeur, et choisit comment les paiements se font.",
      },
    ],
    commands: `call POST /bank_accounts '{
  "business_entity_id": "'$entity'",
  "institution_number": "003",
  "transit_number": "00123",
  "account_number": "7654321",
  "pad_signer_name": "Ann Okafor",
  "pad_signer_email": "ann@northlake.example",
  "pad_signer_title": "Owner"
}' | show .data.is_pad_signed
call POST /bank_accounts '{
  "employee_id": "'$employee'",
  "institution_number": "003",
  "transit_number": "00123",
  "account_number": "1000001"
}' | show .id
call POST /remittance_accounts '{
  "business_entity_id": "'$entity'",
  "account_provider": "ca_cra",
  "account_identifier": "123456782RP0001"
}' | show .id`,
  },
  {
    id: 'live',
    title: { en: 'The end of preview', fr: "La fin de l'aperçu" },
    text: [
      {
        en: 'What was paid in preview becomes historical: it counts in the year, and moves no money. Drafts whose pay date has passed are deleted; the earliest that is left is the next payroll. What is of this payroll alone is entered on its stubs, here a bonus; hours of a whole staff go in one call (`POST /payrolls/{payroll}/hours`).',
        fr: "Ce qui a été payé en aperçu devient historique : cela compte dans l'année, sans qu'aucun argent bouge. Les paies au brouillon dont la date est passée sont supprimées; la première qui reste est la prochaine paie. Ce qui n'est que de cette paie s'inscrit sur ses bulletins, ici une prime; les heures de tout un personnel tiennent en un appel (`POST /payrolls/{payroll}/hours`).",
      },
    ],
    commands: `call POST "/business_entities/$entity/end_preview" '{}' | show .data.in_preview
payroll=$(call GET "/payrolls?pay_schedule_id=$schedule&status=draft&per_page=1" | show .data[0].id)
stub=$(call GET "/pay_stubs?payroll_id=$payroll" | show .data[0].id)
call POST /earning_line_items '{
  "pay_stub_id": "'$stub'",
  "earning_type": "bonus_discretionary",
  "custom_amount": "150.00"
}' | show .id
call GET "/payrolls/$payroll" | show '.data.warnings.data'`,
    after: {
      en: 'An empty list of warnings: the payroll can be approved, by `approval_due_at`. A service without rates for that year yet says `tax_rates_pending`.',
      fr: "Une liste d'avertissements vide : la paie peut être approuvée, au plus tard à `approval_due_at`. Un service qui n'a pas encore les taux de cette année dit `tax_rates_pending`.",
    },
  },
  {
    id: 'payments',
    title: { en: 'Payments', fr: 'Les paiements' },
    text: [
      {
        en: 'Now an approval makes payments: a debit of the employer, and what it funds, one payment to each person and to each remittance account, with the days on which they leave and arrive. Until the first has left, `POST /payrolls/{payroll}/unapprove` takes the approval back. Where payments are simulated you say what comes of each, the debit first: `settled`, or `returned` with a reason. `POST /payments/{payment}/pay_again` makes one again that came back.',
        fr: "Maintenant, une approbation crée des paiements : un débit de l'employeur et ce qu'il finance, un paiement à chaque personne et à chaque compte de versement, avec les jours où ils partent et arrivent. Tant que le premier n'est pas parti, `POST /payrolls/{payroll}/unapprove` retire l'approbation. Si les paiements sont simulés, vous dites ce qu'il advient de chacun, du débit d'abord : `settled`, ou `returned` avec une raison. `POST /payments/{payment}/pay_again` refait celui qui est revenu.",
      },
    ],
    commands: `call POST "/payrolls/$payroll/approve" '{}' | show .data.status
payments=$(call GET "/payments?business_entity_id=$entity&payroll_id=$payroll")
echo "$payments" | show '.data.map(({data}) => [data.destination, data.method, data.process_at].join(" ")).join("\\n")'
ids() { echo "$payments" | show ".data.filter(({data}) => (data.destination === 'payroll_float') === $1).map(({id}) => id).join(' ')"; }
for payment in $(ids true) $(ids false); do
  call POST "/payments/$payment/simulate" '{"outcome": "settled"}' | show .object
done
until [ "$(call GET "/payrolls/$payroll" | show .data.status)" = paid ]; do sleep 1; done
call GET "/payrolls/$payroll/remittances" | show '.data.map(({data}) => data.account_provider + " is due on " + data.due_on).join("\\n")'`,
    after: {
      en: 'That is all, and each pay goes the same way: enter what differs, look at `GET /payrolls/{payroll}/changes`, approve in time. Reports are made with `POST /reports/…`, slips of the year with forms; bulk and batch calls do for many records what was done here for one.',
      fr: "C'est tout, et chaque paie suit le même chemin : inscrivez ce qui diffère, regardez `GET /payrolls/{payroll}/changes`, approuvez à temps. Les rapports se font avec `POST /reports/…`, les feuillets de l'année avec les formulaires; les appels en masse et par lot font pour plusieurs ce qui a été fait ici pour une personne.",
    },
  },
];
