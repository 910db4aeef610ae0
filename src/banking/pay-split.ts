import { z } from 'zod';
import { envelopeSchema } from '../kernel/definition/envelopes.ts';
import type { StateOfFields } from '../kernel/definition/fields.ts';
import {
  about,
  choice,
  decimalField,
  type Field,
  flagOfOne,
  kept,
  reference,
  text,
} from '../kernel/definition/fields.ts';
import { sameText } from '../kernel/definition/filters.ts';
import { defineResource, type Facts, type Lookup, type State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { show, type View } from '../kernel/definition/show.ts';
import { equal, oneOf } from '../values/condition.ts';
import { isObject, type Json, type JsonObject, objectOf, textOf, textOrNull } from '../values/json.ts';
import { decimal, sum, toText } from '../values/money.ts';
import type { Issue } from '../values/problem.ts';
import { accountExtras, bankAccount } from './bank-account.ts';
import { PRIORITIES } from './splits-of-accounts.ts';

const TYPES = ['percentage', 'fixed'] as const;
/** Splits that one employee may have. */
const MAX_SPLITS = 20;

const accountMember = (n: number) => `priority_${n}_bank_account_id`;
const amountMember = (n: number) => `priority_${n}_amount`;

/** The bank account with a priority. Answers show it in full, as those of the account itself. */
const accountField = (n: number): Field<string | null, 'id'> => {
  const field = reference('bank_account', n <= 2 ? { required: true } : { nullable: true });
  const answer = envelopeSchema(bankAccount);
  return {
    ...field,
    reference: { to: ['bank_account'], expandable: false },
    answer: n <= 2 ? answer : answer.nullable(),
    show: (state, view) => shownAccount(textOrNull(state[accountMember(n)]), view),
  };
};

const amountField = (n: number) =>
  decimalField(amountMember(n), { places: 2, min: '0', max: '9999999', nullable: true });

const priorityFields = Object.fromEntries(
  PRIORITIES.flatMap((n): [string, Field][] => [
    [
      `priority_${n}_bank_account`,
      about(
        n <= 2
          ? `The bank account with priority ${n}`
          : `The bank account with priority ${n}; null where there are fewer`,
        accountField(n),
      ),
    ],
    [
      amountMember(n),
      about(
        `Amount for account ${n}: percent of net pay, or dollars. With \`fixed\`, the last account gets the rest and has no amount`,
        amountField(n),
        n === 1 ? 70 : 30,
      ),
    ],
  ]),
);

const fields = {
  employee: about('The employee whose net pay it divides', reference('employee', { required: true, on: 'create' })),
  type: about(
    'percentage: each account gets its percentage, 100 in all. fixed: accounts get dollar amounts in order, and the last one gets the rest',
    choice(TYPES, { required: true }),
    'percentage',
  ),
  title: about('Name', text({ nullable: true }), 'Rent and savings'),
  is_default: about(
    'Whether it applies to work assignments that name no pay split. At most one does: the one that was last made the default. When that is deleted, none does',
    flagOfOne('is_default'),
    true,
  ),
  /** When `is_default` was last set, and to what. */
  default_said_at: { ...kept<string | null>(z.string().nullable()), hidden: true },
  default_said: { ...kept<boolean | null>(z.boolean().nullable()), hidden: true },
  ...priorityFields,
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    pay_split: StateOfFields<typeof fields>;
  }
}

/** Divides the net pay of an employee over two to seven of the employee's bank accounts. */
export const paySplit = defineResource({
  object: 'pay_split',
  plural: 'pay_splits',
  prefix: 'pysplt',
  path: '/pay_splits',
  context: 'banking',
  scope: 'company',
  purpose: "Divides an employee's net pay over two to seven of the employee's bank accounts.",
  fields,
  filters: { employee_id: sameText('employee_id') },
  operations: ['list', 'create', 'retrieve', 'update', 'delete'],
  examples: {
    create: [
      'employee_id',
      'type',
      'is_default',
      'priority_1_bank_account_id',
      'priority_1_amount',
      'priority_2_bank_account_id',
      'priority_2_amount',
    ],
    update: ['title'],
  },
  limits: [
    {
      by: 'employee_id',
      most: MAX_SPLITS,
      whose: { en: 'the employee', fr: "l'employé" },
      what: { en: 'pay splits', fr: 'répartitions de la paie' },
    },
  ],
  keptWhileNamed: true,
  extras: (rows, services, tenant) => loadExtras(rows, services, tenant),
  rules: {
    facts: (lookup, candidate, previous) => factsOf(lookup, candidate, previous),
    complete: (candidate, previous, facts, { occurred_at, sent }) => ({
      ...candidate,
      ...(sent.is_default === true || (sent.is_default === false && facts.is_default === true)
        ? { default_said_at: occurred_at, default_said: sent.is_default }
        : {
            default_said_at: previous?.default_said_at ?? null,
            default_said: previous?.default_said ?? null,
          }),
    }),
    validate: (candidate, _previous, facts) => [
      ...priorityIssues(candidate, facts.owners),
      ...(candidate.type === 'fixed' ? fixedIssues(candidate) : percentIssues(candidate)),
    ],
    refuse: (action, _previous, _candidate, facts) =>
      action === 'delete' && facts.is_named === true
        ? {
            en: 'A work assignment names this pay split; give it another one, or none, first.',
            fr: "Une affectation nomme cette répartition de la paie; donnez-lui-en d'abord une autre, ou aucune.",
          }
        : undefined,
  },
});

/** The priorities that have an account. */
const usedPriorities = (split: State): number[] =>
  PRIORITIES.filter((n) => typeof split[accountMember(n)] === 'string');

const accountsOf = (splits: readonly State[]): string[] => [
  ...new Set(splits.flatMap((split) => usedPriorities(split).map((n) => textOf(split[accountMember(n)])))),
];

const factsOf = async (lookup: Lookup, candidate: State, previous: State | undefined): Promise<Facts> => {
  const { services, tenant } = lookup;
  const ids = accountsOf([candidate]);
  const accounts = await Promise.all(ids.map((id) => lookup.get('bank_account', id)));
  const owners = new Map(
    accounts.flatMap((account): [string, string | null][] =>
      account ? [[account.id, textOrNull(account.employee_id) ?? null]] : [],
    ),
  );
  if (!previous) return { owners, is_default: false, is_named: false };
  const siblings = await siblingsOf([previous], services, tenant);
  return {
    owners,
    is_default: defaultSplits(siblings).has(previous.id),
    is_named: await services.read.exists('work_assignment', tenant, equal('pay_split_id', previous.id)),
  };
};

/** The accounts must be different ones of the employee, and fill the priorities without a gap. */
const priorityIssues = (split: State, owners: ReadonlyMap<string, string | null>): Issue[] => {
  const used = usedPriorities(split);
  const issues: Issue[] = [];
  used.forEach((n, i) => {
    const path = accountMember(n);
    const id = textOf(split[path]);
    if (n !== i + 1)
      issues.push({
        path,
        text: {
          en: `is given without ${accountMember(i + 1)}; fill the priorities in order`,
          fr: `est donné sans ${accountMember(i + 1)}; remplissez les priorités dans l'ordre`,
        },
      });
    if (used.slice(0, i).some((other) => split[accountMember(other)] === id))
      issues.push({
        path,
        text: {
          en: 'must be a different account from those with a higher priority',
          fr: 'doit être un compte différent de ceux de priorité supérieure',
        },
      });
    if (owners.has(id) && owners.get(id) !== split.employee_id)
      issues.push({
        path,
        text: { en: 'must be a bank account of the employee', fr: "doit être un compte bancaire de l'employé" },
      });
  });
  for (const n of PRIORITIES)
    if (split[amountMember(n)] !== null && !used.includes(n))
      issues.push({
        path: amountMember(n),
        text: {
          en: `has no account: give ${accountMember(n)}, or leave out the amount`,
          fr: `n'a pas de compte : donnez ${accountMember(n)}, ou omettez le montant`,
        },
      });
  return issues;
};

const MUST_BE_POSITIVE = {
  en: 'is required, and must be more than 0',
  fr: 'est obligatoire, et doit être supérieur à 0',
};

const isNotPositive = (split: State, n: number): boolean => {
  const amount = split[amountMember(n)];
  return typeof amount !== 'string' || decimal(amount).lte(0);
};

const percentIssues = (split: State): Issue[] => {
  const used = usedPriorities(split);
  const empty = used.filter((n) => isNotPositive(split, n));
  if (empty.length > 0) return empty.map((n) => ({ path: amountMember(n), text: MUST_BE_POSITIVE }));
  const total = sum(used.map((n) => decimal(textOf(split[amountMember(n)]))));
  if (used.length === 0 || total.eq(100)) return [];
  return [
    {
      path: amountMember(used.at(-1)!),
      text: {
        en: `makes the percentages add up to ${toText(total)}; they must add up to 100`,
        fr: `porte la somme des pourcentages à ${toText(total)}; elle doit être de 100`,
      },
    },
  ];
};

const fixedIssues = (split: State): Issue[] => {
  const used = usedPriorities(split);
  const last = used.at(-1);
  const issues = used
    .filter((n) => n !== last && isNotPositive(split, n))
    .map((n): Issue => ({ path: amountMember(n), text: MUST_BE_POSITIVE }));
  if (last !== undefined && split[amountMember(last)] !== null)
    issues.push({
      path: amountMember(last),
      text: {
        en: 'must be null: the last account of a fixed split gets the rest',
        fr: "doit être null : le dernier compte d'une répartition fixe reçoit le reste",
      },
    });
  return issues;
};

/** All splits of the employees of these splits. */
const siblingsOf = (rows: readonly State[], { read }: Services, tenant: Tenant): Promise<State[]> =>
  read.find('pay_split', tenant, oneOf('employee_id', [...new Set(rows.map((row) => textOf(row.employee_id)))]));

/** Ids of the default splits: for each employee the split whose `is_default` was set last, if it was set to true. */
export const defaultSplits = (splits: readonly State[]): Set<string> => {
  const last = new Map<string, State>();
  for (const split of splits) {
    if (typeof split.default_said_at !== 'string') continue;
    const other = last.get(textOf(split.employee_id));
    const order = ({ default_said_at, id }: State) => `${default_said_at} ${id}`;
    if (!other || order(split) > order(other)) last.set(textOf(split.employee_id), split);
  }
  return new Set([...last.values()].filter(({ default_said }) => default_said === true).map(({ id }) => id));
};

const loadExtras = async (
  rows: readonly State[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, JsonObject>> => {
  const [siblings, accounts] = await Promise.all([
    siblingsOf(rows, services, tenant),
    services.read.getMany('bank_account', tenant, accountsOf(rows)),
  ]);
  const extras = await accountExtras([...accounts.values()], services, tenant);
  const known = new Map([...siblings, ...rows].map((row) => [row.id, row]));
  const isDefault = defaultSplits([...known.values()]);
  const shown = (split: State): JsonObject =>
    Object.fromEntries(
      accountsOf([split]).flatMap((id) => {
        const state = accounts.get(id);
        return state ? [[id, { state, extras: extras.get(id) ?? {} }] satisfies [string, Json]] : [];
      }),
    );
  return new Map(rows.map((row) => [row.id, { is_default: isDefault.has(row.id), accounts: shown(row) }]));
};

/** An account as its own answer shows it, within the answer of its split. */
const shownAccount = (id: string | null, view: View): JsonObject | null => {
  if (id === null) return null;
  const known = objectOf(view.extras.accounts)[id];
  if (!isObject(known)) return null;
  const own: View = { ...view, extras: objectOf(known.extras), asked: new Set(), expanded: new Map() };
  // The cast holds: loadExtras stored it.
  return { ...show(bankAccount, known.state as State, own) };
};
