import {
  formApproved,
  formFurtherNumbersGiven,
  formSent,
  formSubmitted,
  formUnapproved,
} from '../../src/forms/events.ts';
import { accountNamed } from '../../src/forms/model/accounts.ts';
import { FILED, FORM_STAGES } from '../../src/forms/model/states.ts';
import { keyOfForm } from '../../src/forms/year/matching.ts';
import { PROVINCE_KEY, slipsOf, sourceOf } from '../../src/forms/year/slips.ts';
import { eventsOf } from '../../src/kernel/definition/record-events.ts';
import { type DomainEvent, parseStream, type RecordOf } from '../../src/kernel/definition/resource.ts';
import type { Services, Tenant } from '../../src/kernel/definition/services.ts';
import { paymentFailed, paymentReissued, paymentSettled } from '../../src/payments/events.ts';
import {
  payrollPaid,
  payrollPartiallyPaid,
  payrollProcessing,
  payrollUnapproved,
} from '../../src/payrolls/events/payroll.ts';
import { placeOf } from '../../src/reports/source/tally.ts';
import { ALWAYS, equal } from '../../src/values/condition.ts';
import { yearOf } from '../../src/values/dates.ts';
import { groupBy } from '../../src/values/group.ts';
import { decimal, sum, toText } from '../../src/values/money.ts';
import type { Evidence } from './checks.ts';
import type { Asked } from './client.ts';
import { LAST_FORMS } from './commands/forms.ts';

type Form = RecordOf<'form'>;

const ofForms = ({ streams }: Evidence): [string, DomainEvent[]][] =>
  [...streams].flatMap(([stream, events]) =>
    stream.startsWith('form-') ? [[stream.slice('form-'.length), events]] : [],
  );

/** Numbers that a form has had: those of a draft are given out as well, and are nobody else's. */
const numbersIn = (events: readonly DomainEvent[]): number[] =>
  events.flatMap((event) => {
    if (formApproved.is(event) || formSubmitted.is(event) || formSent.is(event)) return [event.data.number];
    if (formFurtherNumbersGiven.is(event)) return event.data.numbers;
    return eventsOf('form').created.is(event) && typeof event.data.number === 'number' ? [event.data.number] : [];
  });

/** A slip's number is never used again. @returns a sentence for each that is */
export const numbersAreUsedOnce = (evidence: Evidence): string[] => {
  const holders = new Map<number, Set<string>>();
  const rows = new Map((evidence.rows('form') as Form[]).map((row) => [row.id, row]));
  for (const [id, events] of ofForms(evidence)) {
    const form = rows.get(id);
    // Revenu Québec knows the cancellation of an RL-1 by the number of the slip.
    if (form?.type === 'rl1' && form.stage === 'cancellation') continue;
    for (const number of numbersIn(events)) holders.set(number, (holders.get(number) ?? new Set()).add(id));
  }
  return [...holders].flatMap(([number, ids]) =>
    ids.size > 1 ? [`the number ${number} is that of ${[...ids].join(' and ')}`] : [],
  );
};

const OWN_WORDS: ReadonlySet<string> = new Set(['note', 'owner_id']);

/** What was approved or sent stays as it is until its approval is taken back. @returns a sentence for each change */
export const approvedFormsStay = (evidence: Evidence): string[] => {
  const { changed } = eventsOf('form');
  return ofForms(evidence).flatMap(([id, events]) => {
    let isLocked = false;
    return events.flatMap((event) => {
      if (formApproved.is(event) || formSubmitted.is(event) || formSent.is(event)) isLocked = true;
      if (formUnapproved.is(event)) isLocked = false;
      if (!isLocked || !changed.is(event)) return [];
      const members = Object.keys(event.data).filter((key) => !OWN_WORDS.has(key));
      return members.length > 0 ? [`${id} was locked, and its ${members.join(', ')} changed`] : [];
    });
  });
};

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  draft: ['draft', 'approved'],
  // A live employer's file waits for somebody to upload it.
  processing: ['processing'],
  submitted: ['submitted'],
  done: ['done'],
  rejected: ['rejected'],
};

/** A batch and its forms are at one place. @returns a sentence for each form that is elsewhere */
export const batchesAreWhole = ({ rows }: Evidence): string[] => {
  const batches = new Map((rows('form_batch') as RecordOf<'form_batch'>[]).map((batch) => [batch.id, batch]));
  return (rows('form') as Form[]).flatMap(({ id, status, form_batch_id }) => {
    const batch = batches.get(form_batch_id ?? '');
    if (!batch || ALLOWED[batch.status]?.includes(status ?? '')) return [];
    return [`${id} is ${status}, and its batch ${batch.id} is ${batch.status}`];
  });
};

/** An agency has one form of each slip. @returns a sentence for each slip of which it has two */
export const oneFormOfASlip = ({ rows }: Evidence): string[] => {
  const filed = (rows('form') as Form[]).filter(({ type, status }) => type !== 'roe' && FILED.includes(status ?? ''));
  const superseded = new Set(filed.map(({ original_form_id }) => original_form_id));
  const standing = filed.filter(({ id, stage }) => !superseded.has(id) && stage !== 'cancellation');
  const slips = groupBy(standing, (form) =>
    [form.type, form.business_entity_id, form.tax_year_of, keyOfForm(form)].join(' '),
  );
  const twice = [...slips].flatMap(([slip, forms]) =>
    forms.length > 1 ? [`the agency has ${forms.map(({ id }) => id).join(' and ')} of ${slip}`] : [],
  );
  const referring = groupBy(
    filed.filter(({ original_form_id }) => original_form_id !== null),
    ({ original_form_id }) => original_form_id!,
  );
  const rivals = [...referring].flatMap(([of, forms]) =>
    forms.length > 1 ? [`the agency has ${forms.map(({ id }) => id).join(' and ')} in place of ${of}`] : [],
  );
  return [...twice, ...rivals];
};

/** Boxes of a T4 whose sums are compared, by their number. */
const BOXES: Readonly<Record<string, string>> = {
  14: 'box_14_employment_income',
  16: 'box_16_employees_cpp_contributions',
  18: 'box_18_employees_ei_premiums',
  22: 'box_22_income_tax_deducted',
};

/** Statuses in which a form is in the way of another one of its slip. */
const IN_THE_WAY = ['approved', 'processing'];

/** Events of a payroll after which other stubs of it are paid than before, and those of its payments. */
const OF_THE_PAYROLL = [payrollPaid, payrollPartiallyPaid, payrollProcessing, payrollUnapproved];
const OF_PAYMENTS = [paymentSettled, paymentFailed, paymentReissued];

/** The payroll of which other stubs are paid after an event. */
const paidOtherwise = (event: DomainEvent): string | undefined => {
  if (OF_THE_PAYROLL.some(({ is }) => is(event))) return parseStream(event.stream).id;
  return OF_PAYMENTS.some(({ is }) => is(event)) ? String(event.data.payroll_id) : undefined;
};

/**
 * The employers and years of which forms of all stages were made at the end: after all that was paid. An approval that
 * is long under way may end behind them.
 */
const madeLast = async (
  read: Services['read'],
  tenant: Tenant,
  asked: readonly Asked[],
  events: readonly DomainEvent[],
) => {
  const heard = new Set(
    asked.flatMap(({ operation, outcome, body }) =>
      operation === 'generate_form_type' && outcome !== 'lost'
        ? [(body as { form_batch_id?: string }).form_batch_id]
        : [],
    ),
  );
  const batches = (await read.find('form_batch', tenant, ALWAYS)) as unknown as RecordOf<'form_batch'>[];
  const years = groupBy(
    batches.filter(({ id, note }) => note === LAST_FORMS && heard.has(id)),
    ({ owner_id, tax_year }) => `${owner_id} ${tax_year}`,
  );
  const payrolls = new Map((await read.find('payroll', tenant, ALWAYS)).map((payroll) => [payroll.id, payroll]));
  const isBehind = (stages: readonly RecordOf<'form_batch'>[]) => {
    const of = new Set(stages.map(({ id }) => `form_batch-${id}`));
    return events.slice(events.findIndex(({ stream }) => of.has(stream))).some((event) => {
      const payroll = payrolls.get(paidOtherwise(event) ?? '');
      const { owner_id, tax_year } = stages[0]!;
      return payroll?.business_entity_id === owner_id && yearOf(payroll.pay_date) === tax_year;
    });
  };
  return [...years.values()].flatMap((stages) =>
    stages.length === FORM_STAGES.length && !isBehind(stages) ? stages.slice(0, 1) : [],
  );
};

/**
 * Where forms of a year were made at the end of a run, originals, amendments and cancellations come to what was paid.
 *
 * @param events in the order of the log
 * @returns a sentence for each box of somebody that differs
 */
export const formsShowTheYear = async (
  { services, tenant }: { services: Services; tenant: Tenant },
  asked: readonly Asked[],
  events: readonly DomainEvent[],
): Promise<string[]> => {
  const { read } = services;
  const all = (await read.find('form', tenant, equal('type', 't4'))) as unknown as Form[];
  const employees = (await read.find('employee', tenant, ALWAYS)).flatMap(({ id, last_name }) =>
    last_name ? [id] : [],
  );
  const accounts = new Map((await read.find('remittance_account', tenant, ALWAYS)).map((one) => [one.id, one]));
  const isNumber = (named: string | null, account_id: string | null): boolean => {
    const known = accounts.get(account_id ?? '')?.account_identifier ?? null;
    return named === null || known === null || named === known;
  };
  const found: string[] = [];
  for (const { owner_id: business_entity_id, tax_year } of await madeLast(read, tenant, asked, events)) {
    const year = { slip: 't4', tax_year, business_entity_id } as const;
    const source = sourceOf(year, read, tenant, new AbortController().signal);
    const slips = await slipsOf(year, 'employee', employees, source);
    for (const employee of employees) {
      const forms = all.filter(
        (one) =>
          one.owner_id === employee &&
          one.tax_year_of === tax_year &&
          one.business_entity_id === business_entity_id &&
          one.status !== 'rejected',
      );
      const own = slips.filter(({ payee_id }) => payee_id === employee);
      if (forms.some(({ status }) => IN_THE_WAY.includes(status ?? ''))) continue;
      // A draft that cancels what is paid again stays, and the task says so: until it is filed the form stands. What the
      // employer paid under another number meanwhile is another slip.
      const isPaid = (one: Form) =>
        own.some(
          ({ province, account_id }) =>
            placeOf(province) === one.values[PROVINCE_KEY] && isNumber(accountNamed(one), account_id),
        );
      const isIdle = (one: Form) => one.stage === 'cancellation' && one.status === 'draft' && isPaid(one);
      const superseded = new Set(forms.flatMap((one) => (isIdle(one) ? [] : [one.original_form_id])));
      // A draft of what is paid no more stays, and the task says so.
      const isMeant = ({ status }: Form) => own.length > 0 || status !== 'draft';
      const standing = forms.filter((one) => !superseded.has(one.id) && one.stage !== 'cancellation' && isMeant(one));
      for (const [box, key] of Object.entries(BOXES)) {
        const told = toText(sum(standing.map(({ values }) => decimal(String(values[key] ?? '0')))));
        const paid = toText(sum(own.map(({ boxes }) => boxes.get(box) ?? decimal('0'))));
        if (told !== paid)
          found.push(`box ${box} of ${employee} in ${tax_year} is ${told} on forms, and ${paid} was paid`);
      }
    }
  }
  return found;
};
