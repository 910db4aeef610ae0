import type { Reader } from '../../kernel/definition/reader.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { WITH_PAID_STUBS } from '../../pay-records/paid-stubs.ts';
import { all, type Condition, equal, oneOf } from '../../values/condition.ts';
import { dateOf } from '../../values/dates.ts';
import { piecesOf } from '../../values/group.ts';
import { FILED, type FormStage, SENT } from '../model/states.ts';
import type { PayeeKind, YearAsked } from './slips.ts';

/** Of whom forms of a year are made, or told: who was paid in it, and who has forms of it. */

/** Payees of a kind with stubs in the year of payrolls that have paid ones, of all or of some. */
export async function* payeesPaid(
  { tax_year, business_entity_id }: Omit<YearAsked, 'slip'>,
  kind: PayeeKind,
  ids: readonly string[] | null,
  { read }: Services,
  tenant: Tenant,
): AsyncGenerator<string> {
  const where = all(
    { is: 'compare', column: 'pay_date', by: '>=', value: dateOf(tax_year, 1, 1) },
    { is: 'compare', column: 'pay_date', by: '<=', value: dateOf(tax_year, 12, 31) },
    ...(business_entity_id === null ? [] : [equal('business_entity_id', business_entity_id)]),
    { is: 'among', column: 'payroll_id', object: 'payroll', select: 'id', where: oneOf('status', WITH_PAID_STUBS) },
  );
  yield* payeesWith('pay_stub', `${kind}_id`, where, kind, ids, read, tenant);
}

interface FormsAsked {
  type: string;
  tax_year: number;
  business_entity_id: string | null;
}

const formsWith = ({ type, tax_year, business_entity_id }: FormsAsked, statuses: readonly string[]): Condition =>
  all(
    equal('type', type),
    equal('tax_year_of', tax_year),
    oneOf('status', statuses),
    ...(business_entity_id === null ? [] : [equal('business_entity_id', business_entity_id)]),
  );

/** Payees of a kind of whom an agency has forms of the year, of all or of some. */
const payeesFiled = (
  asked: FormsAsked,
  kind: PayeeKind,
  ids: readonly string[] | null,
  { read }: Services,
  tenant: Tenant,
): AsyncGenerator<string> => payeesWith('form', 'owner_id', formsWith(asked, FILED), kind, ids, read, tenant);

/** Statuses of forms that are named where payroll has no figures for them any more. */
const TOLD_WHEN_LEFT: readonly string[] = ['draft', 'approved', ...SENT];

/**
 * Payees of a kind beside those who are paid, with forms of the year that payroll filled once: they were paid, as
 * before a payroll was unapproved, and a form still says so.
 */
async function* payeesLeft(
  asked: FormsAsked,
  kind: PayeeKind,
  ids: readonly string[] | null,
  paid: ReadonlySet<string>,
  { read }: Services,
  tenant: Tenant,
): AsyncGenerator<string> {
  const where = formsWith(asked, TOLD_WHEN_LEFT);
  const others: string[] = [];
  for await (const id of payeesWith('form', 'owner_id', where, kind, ids, read, tenant))
    if (!paid.has(id)) others.push(id);
  for (const some of piecesOf(others, PAYEES_AT_ONCE)) {
    const filled = new Set<string>();
    for await (const rows of read.pages('form', tenant, all(where, oneOf('owner_id', some)), PAYEES_AT_ONCE))
      for (const { owner_id, from_payroll } of rows) if (owner_id && from_payroll.length > 0) filled.add(owner_id);
    yield* filled;
  }
}

/** Payees of a kind of whom generation makes forms of a stage, or has something to tell; of all or of some. */
export async function* payeesOf(
  stage: FormStage,
  asked: FormsAsked,
  kind: PayeeKind,
  ids: readonly string[] | null,
  services: Services,
  tenant: Tenant,
): AsyncGenerator<string> {
  if (stage === 'cancellation') {
    yield* payeesFiled(asked, kind, ids, services, tenant);
    return;
  }
  const paid = new Set<string>();
  for await (const id of payeesPaid(asked, kind, ids, services, tenant)) paid.add(id);
  yield* paid;
  yield* payeesLeft(asked, kind, ids, paid, services, tenant);
}

/** Payees of one read: an answer of the database is parsed without a break. */
const PAYEES_AT_ONCE = 200;

/** Payees of a kind whom a column of some records names. */
async function* payeesWith(
  object: string,
  column: string,
  where: Condition,
  kind: PayeeKind,
  ids: readonly string[] | null,
  read: Reader,
  tenant: Tenant,
): AsyncGenerator<string> {
  for await (const rows of read.pages(kind, tenant, ids === null ? all() : oneOf('id', ids), PAYEES_AT_ONCE)) {
    const there = rows.map(({ id }) => id);
    const named = await read.existing(object, tenant, column, there, where);
    yield* there.filter((id) => named.has(id));
  }
}
