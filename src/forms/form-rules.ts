import type { DecideContext, Lookup, RecordOf, Rules } from '../kernel/definition/resource.ts';
import { any, equal } from '../values/condition.ts';
import { type CalendarDate, yearOf } from '../values/dates.ts';
import { type Json, numberOr } from '../values/json.ts';
import { type Issue, issue } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { type ClaimFacts, claimFacts, claimIssues, keptByPay } from './claim-rules.ts';
import type { FormType, FormValue } from './model/form-type.ts';
import { lastDayWithVersion, noVersion, versionOn } from './model/form-type.ts';
import { FILED } from './model/states.ts';
import { withoutEarlierComments } from './roe/separation-values.ts';
import { supersededBy, supersededText } from './superseded.ts';
import { formTypeOf } from './types/index.ts';
import { givenValues, partedValues, strangers, valueIssues } from './values.ts';

type Form = RecordOf<'form'>;

/** What the rules of a form need beyond it. */
export interface FormFacts extends Record<string, unknown> {
  batch: RecordOf<'form_batch'> | undefined;
  original: Form | undefined;
  /** What an agency has got of the original since; absent where that is the last form of its slip. */
  superseding?: Form | undefined;
  employee_id: string | null;
  contractor_id: string | null;
  /** Employers that the person works for; asked for where nothing says which it is. */
  employers: readonly string[];
  /** Whether the person's social insurance number is known. */
  hasSin: boolean;
  /** Of a return for source deductions; undefined of other forms. */
  claims: ClaimFacts | undefined;
}

/** The kind of person, or assignment, that an id names. */
const ownerType = (id: string) =>
  id.startsWith('emp_') ? 'employee' : id.startsWith('ctr_') ? 'contractor' : 'work_assignment';

const factsOf = async (lookup: Lookup, candidate: Form, previous: Form | undefined): Promise<FormFacts> => {
  const { services, tenant } = lookup;
  const maybe = <K extends 'form' | 'form_batch'>(object: K, id: string | null) =>
    id === null ? undefined : lookup.get(object, id);
  const owner_id = candidate.owner_id ?? '';
  const kind = ownerType(owner_id);
  const assignment = kind === 'work_assignment' ? await lookup.get('work_assignment', owner_id) : undefined;
  const employee_id = kind === 'employee' ? owner_id : (assignment?.employee_id ?? null);
  const contractor_id = kind === 'contractor' ? owner_id : (assignment?.contractor_id ?? null);
  const [batch, original, superseding, claims, person] = await Promise.all([
    maybe('form_batch', candidate.form_batch_id),
    maybe('form', candidate.original_form_id),
    previous ? undefined : supersededBy(candidate, services.read, tenant),
    claimFacts(lookup, candidate),
    employee_id === null
      ? contractor_id === null
        ? undefined
        : lookup.get('contractor', contractor_id)
      : lookup.get('employee', employee_id),
  ]);
  let employers: string[] = [];
  if (!previous && candidate.business_entity_id === null && !batch && !original) {
    if (assignment) employers = [assignment.business_entity_id ?? ''];
    else {
      const theirs = any(equal('employee_id', owner_id), equal('contractor_id', owner_id));
      employers = [...(await services.read.counts('work_assignment', tenant, 'business_entity_id', theirs)).keys()];
    }
  }
  const hasSin = Boolean(person?.sin_last_3);
  return { batch, original, superseding, employee_id, contractor_id, employers, hasSin, claims };
};

/**
 * A record of employment that replaces another one says which, and has no number of its own yet. Where that one's
 * number is not known, it is to be entered: what the other one replaced is not what this one does.
 */
const serialsOf = (original: Form | undefined): Record<string, FormValue> =>
  original
    ? {
        block_1_serial_number: null,
        block_2_serial_number_of_amended_or_replaced: original.values.block_1_serial_number ?? null,
      }
    : {};

const keysIn = (sent: Json | undefined): string[] | undefined =>
  Array.isArray(sent) ? sent.flatMap((key) => (typeof key === 'string' ? [key] : [])) : undefined;

/** The values that count: earlier ones or those of the original, and what the body says. */
const mergedValues = (previous: Form | undefined, { original }: FormFacts, sent: DecideContext['sent']) => {
  const before = previous ?? original;
  const given = givenValues(sent);
  const merged: Record<string, FormValue> = {
    ...before?.values,
    ...(before?.person ?? {}),
    ...(previous ? {} : serialsOf(original)),
    ...withoutEarlierComments(before?.values, given),
    ...given,
  };
  return merged;
};

/**
 * The last day of the year that a slip says it is of; undefined of other forms, and of what is no year of a version.
 */
const lastDayOf = (type: FormType, tax_year: FormValue | undefined): CalendarDate | undefined => {
  if (type.life !== 'in_batches' || typeof tax_year !== 'string' || !/^\d{4}$/.test(tax_year)) return undefined;
  return lastDayWithVersion(type, Number(tax_year));
};

const completed = (candidate: Form, previous: Form | undefined, facts: FormFacts, context: DecideContext): Form => {
  const { batch, original } = facts;
  const type = formTypeOf(candidate.type);
  const effective_date =
    candidate.effective_date ??
    batch?.effective_date ??
    original?.effective_date ??
    lastDayOf(type, givenValues(context.sent).tax_year) ??
    context.today;
  const version = versionOn(type, effective_date);
  const merged = mergedValues(previous, facts, context.sent);
  if (version?.fields.some(({ key }) => key === 'tax_year') && (merged.tax_year ?? null) === null)
    merged.tax_year = String(batch?.tax_year ?? yearOf(effective_date));
  const { values, person } = version ? partedValues(version, merged) : { values: {}, person: {} };
  const tax_year = String(merged.tax_year ?? '');
  const unpaid_payrolls = keysIn(context.sent.unpaid_payrolls);
  return {
    ...candidate,
    effective_date,
    business_entity_id:
      candidate.business_entity_id ??
      batch?.owner_id ??
      original?.business_entity_id ??
      (facts.employers.length === 1 ? facts.employers[0]! : null),
    employee_id: facts.employee_id,
    contractor_id: facts.contractor_id,
    status: previous ? previous.status : type.life === 'kept' ? null : 'draft',
    number: previous ? previous.number : numberOr(context.sent.number, 0) || null,
    rejection_reasons: previous?.rejection_reasons ?? [],
    // `generate` alone shows it.
    from_payroll: keysIn(context.sent.from_payroll) ?? previous?.from_payroll ?? original?.from_payroll ?? [],
    ...(unpaid_payrolls ? { unpaid_payrolls } : {}),
    // Any text may be there for now; what is no year is an error of the form's values, and it is of none.
    tax_year_of: /^\d{4}$/.test(tax_year) ? Number(tax_year) : null,
    values,
    person: Object.keys(person).length === 0 ? null : person,
    validation_error_count: version
      ? valueIssues(type, version, withSin(version.fields, merged, facts.hasSin), candidate.stage).length
      : 0,
  };
};

/** Values with a mark where a SIN is known: it is in no form. */
export const withSin = (
  fields: readonly { key: string; kind: string }[],
  values: Readonly<Record<string, FormValue>>,
  hasSin: boolean,
): Record<string, FormValue> => ({
  ...values,
  ...Object.fromEntries(fields.filter(({ kind }) => kind === 'sin').map(({ key }) => [key, hasSin ? 'known' : null])),
});

const OWNERS: Readonly<Record<string, Text>> = {
  employee: { en: 'an employee', fr: 'un employé' },
  contractor: { en: 'a contractor', fr: 'un entrepreneur' },
  work_assignment: { en: 'a work assignment', fr: 'une affectation' },
};

function* ownerIssues(candidate: Form): Iterable<Issue> {
  const { owner_types } = formTypeOf(candidate.type);
  const is = ownerType(candidate.owner_id ?? '');
  if (owner_types.some((one) => one === is)) return;
  const said = (locale: 'en' | 'fr', or: string) => owner_types.map((one) => OWNERS[one]![locale]).join(or);
  yield issue(
    'owner_id',
    `must name ${said('en', ' or ')}: a form of type ${candidate.type} is theirs`,
    `doit nommer ${said('fr', ' ou ')} : un formulaire de type ${candidate.type} est le leur`,
  );
}

function* stageIssues(candidate: Form, { original, superseding }: FormFacts): Iterable<Issue> {
  const refers = candidate.original_form_id !== null;
  if (candidate.stage === 'original') {
    if (refers)
      yield issue(
        'original_form_id',
        'belongs to stage amendment or cancellation',
        "appartient à l'étape amendment ou cancellation",
      );
    return;
  }
  if (!refers) {
    yield issue(
      'original_form_id',
      `is required when stage is ${candidate.stage}: it names the form that is referred to`,
      `est obligatoire quand stage est ${candidate.stage} : il nomme le formulaire visé`,
    );
    return;
  }
  if (!original) return;
  if (original.type !== candidate.type || original.owner_id !== candidate.owner_id)
    yield issue(
      'original_form_id',
      'must name a form of the same type and owner',
      'doit nommer un formulaire du même type et du même titulaire',
    );
  if (original.business_entity_id !== null && original.business_entity_id !== candidate.business_entity_id)
    yield issue(
      'original_form_id',
      `must name a form of the same employer: it is of ${original.business_entity_id}`,
      `doit nommer un formulaire du même employeur : il est de ${original.business_entity_id}`,
    );
  if (original.stage === 'cancellation')
    yield issue('original_form_id', 'must not name a cancellation', 'ne doit pas nommer une annulation');
  if (!FILED.includes(original.status ?? ''))
    yield issue(
      'original_form_id',
      `must name a form that the agency has: it is ${original.status}`,
      `doit nommer un formulaire que l'organisme a reçu : il est « ${original.status} »`,
    );
  else if (superseding) yield { path: 'original_form_id', text: supersededText(superseding) };
}

/** An agency keeps slips by their year: in another one it has none to change. */
function* yearIssues({ tax_year_of }: Form, { original }: FormFacts): Iterable<Issue> {
  const year = original?.tax_year_of ?? null;
  if (year !== null && tax_year_of !== null && tax_year_of !== year)
    yield issue(
      'tax_year',
      `must be ${year}, that of the form that is referred to: cancel it to report another year`,
      `doit être ${year}, celle du formulaire visé : annulez-le pour déclarer une autre année`,
    );
}

function* batchIssues(candidate: Form, previous: Form | undefined, { batch }: FormFacts): Iterable<Issue> {
  if (!batch) return;
  if (previous && previous.form_batch_id === candidate.form_batch_id) {
    // Its file is of one year.
    if (candidate.tax_year_of !== null && batch.tax_year !== candidate.tax_year_of)
      yield issue(
        'tax_year',
        `must be that of its batch, ${batch.tax_year}: take the form out of the batch to report another year`,
        `doit être celle de son lot, ${batch.tax_year} : retirez le formulaire du lot pour déclarer une autre année`,
      );
    return;
  }
  const path = 'form_batch_id';
  if (batch.form_type !== candidate.type)
    yield issue(path, `is a batch of ${batch.form_type}`, `est un lot de ${batch.form_type}`);
  if (batch.form_stage !== candidate.stage)
    yield issue(path, `is a batch of stage ${batch.form_stage}`, `est un lot de l'étape ${batch.form_stage}`);
  if (batch.owner_id !== candidate.business_entity_id)
    yield issue(path, 'is a batch of another employer', "est un lot d'un autre employeur");
  if (batch.status !== 'draft')
    yield issue(
      path,
      `is ${batch.status}: only a draft takes forms`,
      `est « ${batch.status} » : seul un brouillon prend des formulaires`,
    );
  if (candidate.tax_year_of !== null && batch.tax_year !== candidate.tax_year_of)
    yield issue(path, `is of tax year ${batch.tax_year}`, `est de l'année d'imposition ${batch.tax_year}`);
}

function* issuesOf(
  candidate: Form,
  previous: Form | undefined,
  facts: FormFacts,
  context: DecideContext,
): Iterable<Issue> {
  const type = formTypeOf(candidate.type);
  const version = versionOn(type, candidate.effective_date);
  if (!previous) {
    yield* ownerIssues(candidate);
    yield* stageIssues(candidate, facts);
  }
  if (!version) {
    yield noVersion(type);
    return;
  }
  yield* strangers(type, version, givenValues(context.sent));
  if (facts.claims) yield* claimIssues(candidate, previous, facts.claims);
  yield* yearIssues(candidate, facts);
  if (candidate.form_batch_id !== null && type.life !== 'in_batches')
    yield issue(
      'form_batch_id',
      `must be null: forms of type ${type.type} go in no batch`,
      `doit être null : les formulaires de type ${type.type} ne vont dans aucun lot`,
    );
  else yield* batchIssues(candidate, previous, facts);
  if (!previous && candidate.business_entity_id === null)
    yield issue(
      'business_entity_id',
      facts.employers.length === 0
        ? 'is required: the person works for no employer'
        : 'is required: the person works for several employers',
      facts.employers.length === 0
        ? 'est obligatoire : la personne ne travaille pour aucun employeur'
        : 'est obligatoire : la personne travaille pour plusieurs employeurs',
    );
}

/**
 * What can be done where a form is locked: an agency knows nothing of one that it rejected, so nothing refers to it.
 */
const INSTEAD: Readonly<Record<string, Text>> = {
  approved: { en: 'Unapprove it first.', fr: "Annulez d'abord son approbation." },
  rejected: { en: 'Make another one in its place.', fr: 'Faites-en un autre à sa place.' },
};
const REFERRING: Text = {
  en: 'Make an amendment or a cancellation that refers to it.',
  fr: 'Faites une modification ou une annulation qui y renvoie.',
};

/** What is said of a change of what is locked. */
const lockedText = ({ status }: Pick<Form, 'status'>): Text => {
  const { en, fr } = INSTEAD[status ?? ''] ?? REFERRING;
  return {
    en: `The form is ${status}; only a draft can be changed or deleted. ${en}`,
    fr: `Le formulaire est « ${status} »; seul un brouillon peut être modifié ou supprimé. ${fr}`,
  };
};

/** The rules of forms: bodies hold values flat, records keep those of the person apart and encrypted. */
export const formRules: Rules<Form, FormFacts> = {
  facts: (lookup, candidate, previous) => factsOf(lookup, candidate, previous),
  complete: completed,
  validate: issuesOf,
  refuse: (action, previous, _candidate, { claims }) => {
    if (previous && claims && action === 'delete') return keptByPay(previous, claims);
    if (!previous || previous.status === null || previous.status === 'draft') return undefined;
    return lockedText(previous);
  },
};
