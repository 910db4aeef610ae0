import { ALL_FIELDS, FORM_TYPES, formTypeOf } from '../../src/forms/types/index.ts';
import type { Node } from './from-schemas.ts';

/**
 * What the reference says of members in words, since no JSON schema can: which of them fit together. A generator that
 * knows the schemas alone makes them of any kind; here each of them is put right by the others.
 */

/** Puts the members of an object right, in place. Gives false where another object is to be made. */
type Rule = (made: Node, path: string) => unknown;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const drop = (made: Node, ...members: readonly string[]): void => {
  for (const member of members) delete made[member];
};

/** `effective_to` is not before `effective_from`. */
const endsBehindItsStart: Rule = (made) => {
  for (const to of Object.keys(made).filter((name) => name.endsWith('_to'))) {
    const from = to.replace(/_to$/, '_from');
    if (isText(made[from]) && isText(made[to]) && made[to] < made[from])
      [made[from], made[to]] = [made[to], made[from]];
  }
};

/** Shares of tags are 100 percent at most; amounts of them, the amount of their line. */
const sharesOfTheWhole: Rule = (made) => {
  for (const member of ['tag_assignment', 'custom_tag_assignment']) {
    const { unit, tag_allocations = [] } = made[member] ?? {};
    if (unit === 'percentage')
      for (const share of tag_allocations)
        share.value = Number((Number(share.value) / tag_allocations.length).toFixed(6));
    const total = tag_allocations.reduce((sum: number, { value }: Node) => sum + Number(value), 0);
    if (unit === 'amount') made.custom_amount = Math.ceil(total) + 1;
  }
};

/** Two names of one code say the same. */
const oneCode: Rule = (made) => {
  for (const member of ['expense_accounting_code_id', 'liability_accounting_code_id'])
    if (made[member] !== undefined && made[`custom_${member}`] !== undefined) made[member] = made[`custom_${member}`];
};

const bounds: Rule = (made) => {
  if (isText(made.date_of_birth)) made.date_of_birth = `1990${made.date_of_birth.slice(4)}`;
  // Strings of digits have no bounds in a schema.
  const multiplier = Number(made.employer_multiplier ?? 1);
  if (multiplier < 1 || multiplier > 1.4) made.employer_multiplier = '1.2';
  // The only work assignment of somebody is the primary one.
  if (made.is_primary === false) delete made.is_primary;
};

const ANYWHERE: readonly Rule[] = [endsBehindItsStart, sharesOfTheWhole, oneCode, bounds];

/** What is paid by the month has a fixed amount. */
const fixedByTheMonth: Rule = (made) => {
  if (isText(made.amount_type) && made.amount_type !== 'fixed' && (made.frequency ?? 'per_month') === 'per_month')
    made.frequency = 'per_payroll';
};

const IN_REQUESTS_TO: Readonly<Record<string, Rule>> = {
  deductions: fixedByTheMonth,
  employee_benefits: fixedByTheMonth,
  employer_benefits: fixedByTheMonth,
  bank_accounts: (made) => {
    // Accounts of payees are not debited.
    if (!made.business_entity_id) for (const name of Object.keys(made)) if (name.startsWith('pad_')) delete made[name];
  },
  remittance_account_enrollments: (made) => {
    if (made.remittance_account_id && !made.id) made.overlap_strategy = 'replace_existing';
  },
  pay_schedules: (made) => {
    if (!made.pay_frequency) drop(made, 'day_1', 'day_2', 'anchor_start_of_pay_period', 'anchor_end_of_pay_period');
    if (/monthly/.test(made.pay_frequency ?? '')) made.day_1 = made.day_1 === -1 ? -1 : 15;
    if (made.pay_frequency === 'semi-monthly')
      Object.assign(made, {
        day_1: 15,
        day_2: -1,
        anchor_pay_date: '2026-12-15',
        anchor_start_of_pay_period: '2026-12-01',
        anchor_end_of_pay_period: '2026-12-15',
      });
  },
  pay_splits: (made) => {
    // Two accounts are known: what is divided by percent has an amount for both, other amounts for all but the last.
    if (made.type === undefined && !Object.keys(made).some((name) => /_amount$/.test(name))) return;
    const first = Math.min(99, Math.max(1, Math.round(Number(made.priority_1_amount ?? 70))));
    for (let n = 3; n <= 7; n++) drop(made, `priority_${n}_amount`);
    made.priority_1_amount = first;
    made.priority_2_amount = made.type === 'fixed' ? null : 100 - first;
  },
  contractors: (made) => {
    const isPerson = isText(made.first_name) && isText(made.last_name) && !isText(made.business_name) && !made.id;
    if (isPerson) drop(made, 'business_name', 'business_number');
    else {
      drop(made, 'first_name', 'last_name', 'middle_initial', 'sin');
      if (!isText(made.business_name)) delete made.business_name;
    }
  },
  remittance_accounts: (made) => {
    const provider = made.account_provider ?? 'ca_cra';
    if (provider !== 'ca_cra') delete made.remitter_type;
    if (!/workers_compensation/.test(provider)) drop(made, 'metadata', 'account_identifier');
  },
  accounting_codes: (made) => {
    if (isText(made.type)) made.fallback_mappings = [];
  },
  accounting_code_rules: (made) => {
    // The tags of a rule are those of the employer's primary group, which it has not.
    drop(made, 'tag_id', 'tag_group_id', 'subtype', 'subtypes');
    const isNew = made.business_entity_id !== undefined;
    if (isText(made.business_preset_id)) {
      if (isNew) delete made.type;
      else Object.assign(made, { type: null, subtypes: [] });
    } else if (isNew) made.type ??= 'earning';
    else if (made.type === null) delete made.type;
  },
  forms: (made) => ofAType(made, made.type ?? 't4'),
  form_types: (made, path) => ofAType(made, path.split('/')[2]),
  payments: (made) => {
    if (made.outcome !== 'returned') delete made.reason;
  },
  calculations: (made) => {
    if (made.pay_frequency) made.period_number = 1;
    for (const inner of Object.values<Node>(made)) if (inner?.from_period > 1) inner.from_period = 1;
  },
};

/** A form has fields of its type, and an owner that its type takes. */
const ofAType = (made: Node, type: string | undefined): boolean => {
  if (type === undefined || !FORM_TYPES.some((one) => one.type === type)) return true;
  const { owner_types, versions } = formTypeOf(type);
  const own = new Set(versions.at(-1)!.fields.map(({ key }) => key));
  for (const name of Object.keys(made)) if (ALL_FIELDS.has(name) && !own.has(name)) delete made[name];
  drop(made, 'version_year', 'version_month', 'form_batch_id');
  delete made.original_form_id;
  if (made.stage !== undefined) made.stage = 'original';
  const prefixes = { employee: 'emp', contractor: 'ctr', work_assignment: 'wrk' };
  return !made.owner_id || owner_types.some((owner) => made.owner_id.startsWith(`${prefixes[owner]}_`));
};

const fitEach = (value: Node, rules: readonly Rule[], path: string): boolean => {
  if (value === null || typeof value !== 'object') return true;
  if (!Array.isArray(value) && rules.some((rule) => rule(value, path) === false)) return false;
  return Object.values(value).every((inner) => fitEach(inner, rules, path));
};

/** Puts the members of a body right, as what is written by it takes them. False where that cannot be. */
export const fitMembers = (body: Node, path: string): boolean => {
  const own = path.endsWith('/search') ? undefined : IN_REQUESTS_TO[path.split('/')[1]!];
  // A record, those of a batch, or what a bulk call gives each that is selected.
  const records = path.includes('/bulk/') ? [body.data] : Array.isArray(body) ? body : [body];
  return (
    fitEach(body, ANYWHERE, path) &&
    (own === undefined || records.every((record) => record === undefined || own(record, path) !== false))
  );
};
