import { type Acting, action, type Progress } from '../kernel/calls/actions.ts';
import { envelopeSchema } from '../kernel/definition/envelopes.ts';
import type { Reader } from '../kernel/definition/reader.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { isErased } from '../people/erased-payee.ts';
import { absent, all, among, any, type Condition, compare, equal, not, oneOf, present } from '../values/condition.ts';
import { startOfYear } from '../values/dates.ts';
import type { Text } from '../values/text.ts';
import { isGenerated } from './events/list.ts';
import { payrollUnapprovalStarted } from './events/payroll.ts';
import { strayingOn } from './membership/membership.ts';
import { payroll } from './payroll.ts';

/** As long as an answer waits for an approval: a payroll of thousands of stubs takes seconds. */
const UNAPPROVAL_MS = 30_000;

/** Whether money of a payroll that left draft is on its way or has arrived. */
const moneyMoves = ({ status, moves_no_money }: RecordOf<'payroll'>): boolean =>
  status !== 'approved' && moves_no_money !== true;

const STILL_REVERSING: Text = {
  en: 'The payroll is a draft again; its journal entries are still being reversed and its payments canceled. Repeat the request with its X-Idempotency-Key to wait for that. Where it had none, nothing is to be repeated: it goes on all the same, until in_progress of the payroll is null.',
  fr: "La paie est de nouveau au brouillon; ses écritures de journal sont encore en cours de contrepassation et ses paiements d'annulation. Répétez la requête avec sa X-Idempotency-Key pour attendre la fin. Si elle n'en avait pas, il n'y a rien à répéter : cela se poursuit de toute façon, jusqu'à ce que in_progress de la paie soit null.",
};

/**
 * Takes an approved payroll back to draft. The request begins it in the payroll's stream; the process manager
 * `approval` carries it through, behind the approvals of the company that were begun before: it looks once more whether
 * anything prevents it, then opens the stubs again, and the journal reverses its entries.
 */
export const unapprovePayroll = action({
  on: payroll,
  name: 'unapprove',
  summary: 'Unapprove a payroll: make it a draft again',
  description:
    'Its pay stubs are opened again, payments that have not been submitted are canceled, and its journal entries are reversed by new ones. Refused when money has started to move, when a later payroll that uses its figures is approved (unapprove the later one first), when an adjustment corrects one of its line items (delete that first), when somebody whom it paid has moved to another pay schedule since or was archived before its pay period (take that back first), or when a person on it was erased. A paid payroll that moves no money (in preview, historical, correction) can be unapproved as well. With thousands of pay stubs it may take longer than half a minute. Then the answer is 503 with Retry-After, and it continues. The request repeated with its X-Idempotency-Key waits for it and gets its result. Repeated without a key it waits too, but is refused once the payroll is a draft, which the status of the payroll says.',
  answers: { 200: { description: 'The payroll, now a draft', schema: envelopeSchema(payroll) } },
  facts: async ({ record, origin, services }) =>
    record.status === 'draft' || isUnderWay(record)
      ? undefined
      : ((await laterClosing(record, services, origin.tenant)) ?? fixedBy(record, services, origin.tenant)),
  refuse: ({ record, facts: later }: Acting<unknown, Text | undefined, 'payroll'>) => {
    if (isUnderWay(record)) return undefined;
    return record.status === 'draft' ? DRAFT : (movingMoney(record) ?? later);
  },
  events: ({ record }) =>
    isUnderWay(record) ? [] : [payrollUnapprovalStarted({ pay_schedule_id: record.pay_schedule_id })],
  follows: {
    managers: ['approval', 'journal', 'payments'],
    within_ms: UNAPPROVAL_MS,
    afterwards: ['population'],
    rest: STILL_REVERSING,
    progress: (record): Progress => {
      if (isUnderWay(record)) return { is: 'running', text: STILL_RUNNING };
      if (record.status !== 'draft' && record.not_unapproved)
        return { is: 'abandoned', text: record.not_unapproved.reason };
      return { is: 'done' };
    },
  },
});

/** Whether a payroll is being taken back: from the request until its stubs are open. */
export const isUnderWay = ({ unapproval, status, approval, abandoned }: RecordOf<'payroll'>): boolean =>
  (unapproval ?? null) !== null || (status === 'draft' && approval?.is_abandoned === true && !abandoned);

const DRAFT: Text = {
  en: 'The payroll is a draft; only an approved payroll can be unapproved.',
  fr: 'La paie est au brouillon; seule une paie approuvée peut être ramenée au brouillon.',
};

/** Why it cannot be taken back; undefined where its money has not begun to move. */
export const movingMoney = (record: RecordOf<'payroll'>): Text | undefined => {
  if (moneyMoves(record)) return MONEY_MOVES;
  return record.is_converted ? CONVERTED : undefined;
};

const CONVERTED: Text = {
  en: 'The payroll was paid in preview and is a historical one since; correct it with a correction payroll.',
  fr: 'La paie a été payée en aperçu et est historique depuis; corrigez-la par une paie de correction.',
};

const MONEY_MOVES: Text = {
  en: 'Money of this payroll has begun to move; correct it with a correction payroll.',
  fr: "L'argent de cette paie est en mouvement; corrigez-la par une paie de correction.",
};

const STILL_RUNNING: Text = {
  en: 'The payroll is being unapproved, and that goes on. Repeat the request with its X-Idempotency-Key to wait for the end and get the result, or read the payroll: once its in_progress is null, its status tells it.',
  fr: "La paie est en train de revenir au brouillon, ce qui se poursuit. Répétez la requête avec sa X-Idempotency-Key pour en attendre la fin et en connaître l'issue, ou lisez la paie : une fois son in_progress à null, son état la donne.",
};

/**
 * Whether a payroll was approved later that counts on the figures of this one: of its schedule, or of people who are on
 * both, with the same employer.
 *
 * @returns why the payroll cannot be taken back; undefined where there is none
 */
export const laterClosing = async (
  record: RecordOf<'payroll'>,
  { read }: Services,
  tenant: Tenant,
): Promise<Text | undefined> => {
  const { id, pay_date, pay_schedule_id, business_entity_id } = record;
  const approved = not(equal('status', 'draft'));
  const behind = compare('pay_date', '>', pay_date);
  const ofSchedule = all(equal('pay_schedule_id', pay_schedule_id), equal('type', 'regular'), approved, behind);
  if (record.type === 'regular' && (await read.exists('payroll', tenant, ofSchedule))) return LATER;
  const { rows } = await read.first('pay_stub', tenant, equal('payroll_id', id), 1);
  const own = rows[0];
  if (!own) return undefined;
  // One that was closed before ours does not count on it. Up to where the log had been read for each shows that; clocks
  // of processes differ.
  const after = own.facts_position ?? '0';
  const closedLater = all(behind, any(absent('closed_after'), compare('closed_after', '>=', after)));
  const sameDay = all(equal('pay_date', pay_date), compare('closed_after', '>', after));
  // Pay of an earlier day of the year that was approved behind ours has what ours left of the year's maximums. Of a
  // historical payroll nothing is calculated.
  const earlierDay = all(compare('pay_date', '>=', startOfYear(pay_date)), compare('pay_date', '<', pay_date));
  const ofEmployer = all(equal('business_entity_id', business_entity_id), approved, not(equal('id', id)));
  const [isBehind, isWithin] = await Promise.all([
    isPaidBehind(record, all(ofEmployer, compare('pay_date', '>=', pay_date)), any(closedLater, sameDay), read, tenant),
    isPaidWithin(record, all(ofEmployer, earlierDay, not(equal('type', 'historical'))), after, read, tenant),
  ]);
  return isBehind || isWithin ? LATER : undefined;
};

/**
 * Whether other payrolls of the same day or later pay people of this one, as a condition for their stubs says. Each
 * person is looked up from the day on: later payrolls may pay thousands whom this one does not.
 */
const isPaidBehind = async (
  { id, pay_date }: RecordOf<'payroll'>,
  ofPayrolls: Condition,
  condition: Condition,
  read: Reader,
  tenant: Tenant,
): Promise<boolean> => {
  if (!(await read.exists('payroll', tenant, ofPayrolls))) return false;
  const others = among('payroll_id', 'payroll', 'id', ofPayrolls);
  const where = all(equal('is_closed', true), compare('pay_date', '>=', pay_date), condition, others);
  for await (const stubs of read.pages('pay_stub', tenant, equal('payroll_id', id)))
    for (const member of ['work_assignment_id', 'employee_id'] as const) {
      const people = stubs.flatMap((stub) => stub[member] ?? []);
      if ((await read.existing('pay_stub', tenant, member, people, where)).size > 0) return true;
    }
  return false;
};

/**
 * Whether other payrolls, of which there may be a year's, pay people of this one by stubs that were closed behind a
 * position. Those are few: an index has them by payroll and position.
 */
const isPaidWithin = async (
  { id }: RecordOf<'payroll'>,
  ofPayrolls: Condition,
  after: string,
  read: Reader,
  tenant: Tenant,
): Promise<boolean> => {
  const on = (member: string): Condition =>
    among(member, 'pay_stub', member, all(equal('payroll_id', id), present(member)));
  const theirs = all(compare('closed_after', '>', after), any(on('work_assignment_id'), on('employee_id')));
  for await (const rows of read.pages('payroll', tenant, ofPayrolls)) {
    const of = oneOf(
      'payroll_id',
      rows.map((row) => row.id),
    );
    if (await read.exists('pay_stub', tenant, all(of, equal('is_closed', true), theirs))) return true;
  }
  return false;
};

const LATER: Text = {
  en: 'A later payroll that uses the figures of this one is approved; unapprove the later one first.',
  fr: "Une paie ultérieure qui compte sur les chiffres de celle-ci est approuvée; ramenez d'abord celle-là au brouillon.",
};

/**
 * Whether a payroll must stay as it is for what was done since: an adjustment corrects a line item of it, a person on it
 * was erased, or somebody whom it paid would not stay on the draft.
 *
 * @returns why the payroll cannot be taken back; undefined where nothing was
 */
export const fixedBy = async (
  record: RecordOf<'payroll'>,
  services: Services,
  tenant: Tenant,
): Promise<Text | undefined> =>
  (await correctedBy(record, services, tenant)) ??
  (await erasedOn(record, services, tenant)) ??
  (await leavingDraft(record, services, tenant));

/** Population takes such people off a draft, with all that was entered for them, and nobody would pay them again. */
const leavingDraft = async (
  record: RecordOf<'payroll'>,
  { read }: Services,
  tenant: Tenant,
): Promise<Text | undefined> => {
  if (!isGenerated(record)) return undefined;
  const paid = all(strayingOn(record), equal('has_amounts', true));
  const [stub] = (await read.first('pay_stub', tenant, paid, 1)).rows;
  if (!stub) return undefined;
  const { work_assignment_id: id, contractor_id } = stub;
  const { pay_schedule_id, period_start } = record;
  const contractor = contractor_id ? await read.get('contractor', tenant, contractor_id) : undefined;
  if (contractor && isErased(contractor))
    return {
      en: `The contractor of the pay stub ${stub.id} was erased and stays archived: the draft would lose its pay stub with all that was entered; correct the payroll with a correction payroll.`,
      fr: `L'entrepreneur du bulletin ${stub.id} a été effacé et reste archivé : le brouillon perdrait son bulletin avec tout ce qui y a été saisi; corrigez la paie par une paie de correction.`,
    };
  return {
    en: `The work assignment ${id} has moved to another pay schedule since, or was archived before the pay period: the draft would lose its pay stub with all that was entered. First set its pay_schedule_id to ${pay_schedule_id}, and its archived_at to null or to ${period_start} or later. Then move or archive it again after the next approval; or before it, where this payroll should not pay it at all. Or correct its pay with a correction payroll.`,
    fr: `L'affectation ${id} est passée depuis à un autre calendrier de paie, ou a été archivée avant la période de paie : le brouillon perdrait son bulletin avec tout ce qui y a été saisi. Mettez d'abord son pay_schedule_id à ${pay_schedule_id}, et son archived_at à null, au ${period_start} ou plus tard. Déplacez-la ou archivez-la ensuite de nouveau après la prochaine approbation; ou avant celle-ci, si cette paie ne doit pas la payer du tout. Ou corrigez sa paie par une paie de correction.`,
  };
};

const erasedOn = async (
  { id, type }: RecordOf<'payroll'>,
  services: Services,
  tenant: Tenant,
): Promise<Text | undefined> => {
  if (type === 'historical') return undefined;
  const stub = await erasedStub(equal('payroll_id', id), services, tenant);
  return (
    stub && {
      en: `The person of the pay stub ${stub.id} was erased, so it cannot be calculated again; correct the payroll with a correction payroll.`,
      fr: `La personne du bulletin ${stub.id} a été effacée : il ne peut être calculé de nouveau; corrigez la paie par une paie de correction.`,
    }
  );
};

const correctedBy = async (
  { id }: RecordOf<'payroll'>,
  services: Services,
  tenant: Tenant,
): Promise<Text | undefined> => {
  const one = await adjustmentOf(equal('payroll_id', id), services, tenant);
  return (
    one && {
      en: `The adjustment ${one.id} corrects a line item of this payroll; delete it first, and change the line item on the draft.`,
      fr: `Le rajustement ${one.id} corrige une ligne de cette paie; supprimez-le d'abord, et modifiez la ligne sur le brouillon.`,
    }
  );
};

/**
 * A pay stub of a person who was erased. It cannot be calculated again: what is paid into a pension plan depends on the
 * day of birth.
 *
 * @param ofPayrolls of which payrolls it is
 */
export const erasedStub = async (
  ofPayrolls: Condition,
  { read }: Services,
  tenant: Tenant,
): Promise<RecordOf<'pay_stub'> | undefined> => {
  const ofErased = among('employee_id', 'employee', 'id', absent('last_name'));
  return (await read.first('pay_stub', tenant, all(ofPayrolls, ofErased), 1)).rows[0];
};

/**
 * An adjustment that corrects a line item. It makes up for what the line item was when it was made: changed on a draft,
 * the line item would be corrected once more.
 *
 * @param ofPayrolls on which payrolls the line item is
 */
export const adjustmentOf = async (
  ofPayrolls: Condition,
  { read }: Services,
  tenant: Tenant,
): Promise<RecordOf<'adjustment'> | undefined> =>
  (await read.first('adjustment', tenant, among('source_pay_stub_id', 'pay_stub', 'id', ofPayrolls), 1)).rows[0];
