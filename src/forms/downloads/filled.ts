import { appendTo, eventPages } from '../../kernel/changes/execute.ts';
import { loadRecords } from '../../kernel/changes/remembered.ts';
import { recordEvents } from '../../kernel/definition/record-events.ts';
import { type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import { all, equal, oneOf } from '../../values/condition.ts';
import type { CalendarDate } from '../../values/dates.ts';
import { piecesOf } from '../../values/group.ts';
import { textIf, textOrNull } from '../../values/json.ts';
import type { Locale } from '../../values/text.ts';
import type { Filer, FilledForm } from '../model/filled-form.ts';
import { valuesOf, versionOf } from '../of-record.ts';
import { wholeValues } from '../values.ts';

type Form = RecordOf<'form'>;

/** Who asks for forms with what is sealed in them. */
export interface Asker {
  tenant: Tenant;
  origin: Origin;
  services: Services;
}

/** People whose sealed numbers are opened at a time. */
const AT_ONCE = 25;

const personOf = ({
  employee_id,
  contractor_id,
}: Form): { object: 'employee' | 'contractor'; id: string } | undefined =>
  employee_id !== null
    ? { object: 'employee', id: employee_id }
    : contractor_id !== null
      ? { object: 'contractor', id: contractor_id }
      : undefined;

/** Events of a person that are read at once. */
const EVENTS_AT_ONCE = 500;

/** The social insurance number that a person had at an instant; null where there was none, or the person was erased. */
const sinAt = async (stream: string, instant: string, services: Services): Promise<string | null> => {
  let sin: string | null = null;
  for await (const events of eventPages(stream, services, EVENTS_AT_ONCE))
    for (const { data, metadata } of events)
      if ('sin' in data && (metadata.occurred_at ?? '') <= instant) sin = textOrNull(data.sin);
  return sin;
};

/**
 * The social insurance number of a form's person, opened from the stream that it is sealed in; null where there is
 * none, or the person was erased. That it was opened, and by whom, is recorded with the person.
 *
 * @param original what the form refers to. The CRA asks that a cancellation says what the slip said ("Amending,
 *   cancelling, adding, or replacing slips"), so it has the number that was there when the agency's answer was recorded
 */
const sinOf = async (form: Form, original: Form | undefined, { origin, services }: Asker): Promise<string | null> => {
  const person = personOf(form);
  if (!person) return null;
  const stream = streamOf(person.object, person.id);
  const sin =
    form.stage === 'cancellation' && original
      ? await sinAt(stream, original.updated_at, services)
      : textOrNull((await loadRecords(stream, services)).aggregate.get(person.object, person.id)?.sin);
  if (sin === null) return null;
  const revealed = recordEvents(services.registry.need(person.object)).revealed?.({ members: ['sin'] });
  await appendTo(stream, `revealed/${form.id}`, origin, services, async () => (revealed ? [revealed] : []));
  return sin;
};

/** The language of each form's person: its own, else the employer's, else the company's, at last the partner's. */
export const languagesOf = async (
  forms: readonly Form[],
  { tenant, services: { read } }: Asker,
): Promise<(form: Form) => Locale> => {
  const named = (member: 'employee_id' | 'contractor_id' | 'business_entity_id') => [
    ...new Set(forms.flatMap((form) => form[member] ?? [])),
  ];
  const { partner_id, company_id = '' } = tenant;
  const [employees, contractors, employers, company, partner] = await Promise.all([
    read.getMany('employee', tenant, named('employee_id')),
    read.getMany('contractor', tenant, named('contractor_id')),
    read.getMany('business_entity', tenant, named('business_entity_id')),
    read.get('company', tenant, company_id),
    read.get('partner', { partner_id }, partner_id),
  ]);
  return ({ employee_id, contractor_id, business_entity_id }) => {
    const person = employees.get(employee_id ?? '') ?? contractors.get(contractor_id ?? '');
    const given = [person, employers.get(business_entity_id ?? ''), company, partner].map(
      (record) => record?.preferred_locale,
    );
    return given.find((locale) => typeof locale === 'string') === 'fr' ? 'fr' : 'en';
  };
};

/** The forms that amendments refer to, by id. */
const originalsOf = (forms: readonly Form[], { tenant, services }: Asker): Promise<Map<string, Form>> =>
  services.read.getMany(
    'form',
    tenant,
    forms.flatMap(({ original_form_id }) => original_form_id ?? []),
  );

/** Forms as makers of files get them: whole, the social insurance number among their values. Nothing of it is kept. */
export const filledForms = async (forms: readonly Form[], asker: Asker): Promise<FilledForm[]> => {
  const [languageOf, originals] = await Promise.all([languagesOf(forms, asker), originalsOf(forms, asker)]);
  const filled: FilledForm[] = [];
  for (const some of piecesOf(forms, AT_ONCE)) {
    filled.push(
      ...(await Promise.all(
        some.map(async (form): Promise<FilledForm> => {
          const version = versionOf(form);
          const sin = version.fields.find(({ kind }) => kind === 'sin');
          const values = wholeValues(version, valuesOf(form));
          const original = originals.get(form.original_form_id ?? '');
          if (sin) values[sin.key] = await sinOf(form, original, asker);
          return {
            form_id: form.id,
            type: form.type,
            version_year: version.version_year,
            effective_date: form.effective_date,
            stage: form.stage,
            values,
            number: form.number,
            further_numbers: form.further_numbers ?? [],
            original_number: original?.number ?? null,
            original_further_numbers: original?.further_numbers ?? [],
            locale: languageOf(form),
          };
        }),
      )),
    );
  }
  return filled;
};

/** Accounts with the agencies, as tax properties of the employer tell them. */
const ACCOUNTS = { cra: 'ca::tax_id', rq: 'ca::qc::tax_id' } as const;
const BUSINESS_NUMBER = /^\d{9}RP\d{4}$/;

/** An employer as files name it. @param contact who answers questions, where that is not the employer's own */
export const filerOf = async (
  employer: RecordOf<'business_entity'>,
  contact: Partial<RecordOf<'form_batch'>>,
  locale: Locale,
  { tenant, services }: Asker,
): Promise<Filer> => {
  const today: CalendarDate = services.clock.today();
  const properties = await services.read.find(
    'tax_property',
    tenant,
    all(equal('owner_id', employer.id), oneOf('type', Object.values(ACCOUNTS))),
  );
  const account = (type: string): string | null =>
    textOrNull(
      properties
        .filter((one) => one.type === type && String(one.effective_from) <= today)
        .toSorted((a, b) => (String(a.effective_from) < String(b.effective_from) ? 1 : -1))[0]?.value,
    );
  const business_number = textIf(employer.business_number) ?? '';
  return {
    business_entity_id: employer.id,
    name: employer.legal_name ?? employer.name ?? '',
    address_line_1: employer.address_line_1,
    address_line_2: employer.address_line_2,
    city: employer.city,
    province_code: employer.province_code,
    country_code: employer.country_code,
    postal_code: employer.postal_code,
    cra_account: account(ACCOUNTS.cra) ?? (BUSINESS_NUMBER.test(business_number) ? business_number : null),
    rq_account: account(ACCOUNTS.rq),
    contact_name: contact.contact_name ?? employer.contact_name,
    contact_email: contact.contact_email ?? employer.contact_email,
    contact_area_code: contact.contact_area_code ?? employer.contact_area_code,
    contact_phone_number: contact.contact_phone_number ?? employer.contact_phone_number,
    contact_extension: contact.contact_extension ?? employer.contact_extension,
    locale,
  };
};
