import { z } from 'zod';
import { recordReply } from '../../kernel/calls/operations.ts';
import { envelopeSchema } from '../../kernel/definition/envelopes.ts';
import { makeLookup } from '../../kernel/definition/lookup.ts';
import { defineOperation, type Operation, oneExample } from '../../kernel/definition/operation.ts';
import { dateSchema, exampleId, idSchema } from '../../kernel/definition/schemas.ts';
import { idsIn, unknownIssues, unknownReferences } from '../../kernel/references/named.ts';
import { asyncTask } from '../../platform/async-task.ts';
import { dateOf, yearOf } from '../../values/dates.ts';
import { type JsonObject, objectOf } from '../../values/json.ts';
import { type Issue, invalid, issue, refused } from '../../values/problem.ts';
import { typeInPath, versionAt } from '../form-type-operations.ts';
import { isGenerated } from '../generators.ts';
import { PROVINCES_OF_SLIPS } from '../types/fields.ts';
import { givenValues, strangers, valueMembers } from '../values.ts';
import { formGeneration } from './generate.ts';
import type { GenerationInput } from './generation-input.ts';
import { payeesOf } from './payees.ts';

const MOST_NAMED = 20_000;
const PROVINCE_NAMES = Object.keys(PROVINCES_OF_SLIPS);

const bodySchema = z
  .strictObject({
    effective_date: dateSchema().optional().meta({
      description: "Day that decides the version; default the batch's day, or the last day of the tax year",
    }),
    tax_year: z
      .int()
      .min(2000)
      .max(2199)
      .optional()
      .meta({
        description: 'Year of the pay stubs; default the year of the batch, or of effective_date',
        examples: [2026],
      }),
    form_batch_id: idSchema('form_batch')
      .nullable()
      .optional()
      .meta({ description: 'The batch that the forms are added to, which decides employer and stage' }),
    employee_ids: z
      .array(idSchema('employee'))
      .max(MOST_NAMED)
      .optional()
      .meta({ description: 'Only for these employees; default all that were paid' }),
    contractor_ids: z
      .array(idSchema('contractor'))
      .max(MOST_NAMED)
      .optional()
      .meta({ description: 'Only for these contractors, for a T4A; default all that were paid' }),
    province_of_employment: z
      .enum(PROVINCE_NAMES)
      .optional()
      .meta({ description: 'Only for this province of employment, for a T4', examples: ['ON'] }),
    values: z.strictObject(valueMembers()).optional().meta({
      description: 'Values for all forms where payroll has none, such as the dental benefits code or a plan number',
    }),
  })
  .meta({ id: 'form_type_generate', description: 'Which forms to make' });

function* issuesOf(type: string, body: JsonObject): Iterable<Issue> {
  if (type !== 't4a' && body.contractor_ids !== undefined)
    yield issue('contractor_ids', 'belongs to type t4a', 'appartient au type t4a');
  if (type !== 't4' && body.province_of_employment !== undefined)
    yield issue('province_of_employment', 'belongs to type t4', 'appartient au type t4');
}

/** The year is said: where nobody gave it, it is that of today, and slips are mostly made of the year before. */
const nobody = (tax_year: number) =>
  refused({
    en: `Nobody has a paid pay stub in the tax year ${tax_year}, so there is nothing to make forms of.`,
    fr: `Personne n'a de bulletin payé dans l'année d'imposition ${tax_year} : il n'y a pas de quoi produire des formulaires.`,
  });

const nobodyNamed = (tax_year: number) =>
  refused({
    en: `None of the payees that are named has a paid pay stub in the tax year ${tax_year}, so there is nothing to make forms of.`,
    fr: `Aucune des personnes nommées n'a de bulletin payé dans l'année d'imposition ${tax_year} : il n'y a pas de quoi produire des formulaires.`,
  });

const nothingFiled = (tax_year: number) =>
  refused({
    en: `The agency has no form of the tax year ${tax_year}, so there is nothing to cancel.`,
    fr: `L'organisme n'a aucun formulaire de l'année d'imposition ${tax_year} : il n'y a rien à annuler.`,
  });

/** Why there is nothing to make. */
const nothingToMake = (stage: string, named: boolean) =>
  stage === 'cancellation' ? nothingFiled : named ? nobodyNamed : nobody;

/** Makes forms of a year from what was paid in it. */
export const generateForms: Operation = defineOperation({
  auth: 'company',
  tag: 'form_type',
  localized: true,
  id: 'generate_form_type',
  method: 'POST',
  path: '/form_types/{form_type}/generate',
  summary: 'Make the forms of a tax year',
  description:
    "A task makes a form for each payee paid in the year, for each of the employer's accounts at the agency and, for T4s, for each province of employment. Existing drafts are filled in again. In a batch of stage amendment it makes forms whose values differ from what the agency has, each with the form that it amends. In one of stage cancellation it makes forms for which payroll no longer has amounts, or all forms of the payees that are named.",
  params: { form_type: z.enum(['t4', 't4a', 'rl1']).meta({ description: 'The type' }) },
  body: bodySchema,
  examples: oneExample({
    tax_year: 2026,
    form_batch_id: exampleId('form_batch'),
    values: { box_45_employer_offered_dental_benefits: '1' },
  }),
  answers: { 201: { description: 'The task that makes the forms', schema: envelopeSchema(asyncTask) } },
  problems: [400, 404, 422],
  run: async (call) => {
    const { services, origin, tenant } = call;
    const earlier = origin.mayRepeat ? await services.tasks.earlier(origin) : undefined;
    if (earlier) return recordReply(asyncTask, earlier, call, 201);
    const type = typeInPath(call);
    const { body } = call;
    if (!isGenerated(type)) throw invalid([issue('form_type', 'has no generation', "n'a pas de production")]);
    const unknown = await unknownReferences(idsIn(bodySchema, objectOf(body)), makeLookup(services, tenant));
    const issues = [...unknownIssues(unknown), ...issuesOf(type.type, objectOf(body))];
    if (issues.length > 0) throw invalid(issues);
    const batch = body.form_batch_id ? await services.read.get('form_batch', tenant, body.form_batch_id) : undefined;
    const year = body.tax_year ?? batch?.tax_year;
    const effective_date =
      body.effective_date ??
      batch?.effective_date ??
      (year === undefined ? services.clock.today() : dateOf(year, 12, 31));
    const version = versionAt(type, effective_date);
    const tax_year = year ?? yearOf(effective_date);
    const values = givenValues(objectOf(body.values));
    const wrong: Issue[] = strangers(type, version, values).map(({ path, text }) => ({ path: `values.${path}`, text }));
    const personal = new Set(version.fields.filter((field) => field.personal).map(({ key }) => key));
    for (const key of Object.keys(values))
      if (personal.has(key))
        wrong.push(
          issue(
            `values.${key}`,
            'is personal: it cannot be the same on every form',
            'est personnel : il ne peut être le même sur chaque formulaire',
          ),
        );
    if (batch && batch.form_type !== type.type)
      wrong.push(issue('form_batch_id', `is a batch of ${batch.form_type}`, `est un lot de ${batch.form_type}`));
    if (batch && batch.status !== 'draft')
      wrong.push(
        issue(
          'form_batch_id',
          `is ${batch.status}: only a draft takes forms`,
          `est « ${batch.status} » : seul un brouillon prend des formulaires`,
        ),
      );
    if (batch && batch.tax_year !== tax_year)
      wrong.push(
        issue('tax_year', `must be that of the batch, ${batch.tax_year}`, `doit être celle du lot, ${batch.tax_year}`),
      );
    if (wrong.length > 0) throw invalid(wrong);
    const named = body.employee_ids !== undefined || body.contractor_ids !== undefined;
    const some = { employee: body.employee_ids, contractor: body.contractor_ids };
    const stage = batch?.form_stage ?? 'original';
    const asked = { type: type.type, tax_year, business_entity_id: batch?.owner_id ?? null };
    const kinds = type.type === 't4a' ? (['contractor', 'employee'] as const) : (['employee'] as const);
    const payees = new Set<string>();
    for (const kind of kinds) {
      if (named && some[kind] === undefined) continue;
      for await (const id of payeesOf(stage, asked, kind, some[kind] ?? null, services, tenant)) payees.add(id);
    }
    if (payees.size === 0) throw nothingToMake(stage, named)(tax_year);
    // Whoever is named has a result, which says that there is nothing to make.
    for (const id of [...(body.contractor_ids ?? []), ...(body.employee_ids ?? [])]) payees.add(id);
    const steps = [...payees].map((payee_id) => ({ payee_id }));
    const input: GenerationInput = {
      form_type: type.type === 't4' ? 't4' : type.type === 'rl1' ? 'rl1' : 't4a',
      effective_date,
      tax_year,
      form_batch_id: batch?.id ?? null,
      business_entity_id: asked.business_entity_id,
      stage,
      named,
      province: body.province_of_employment ?? null,
      values: Object.fromEntries(
        Object.entries(values).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
      ),
    };
    const { state } = await services.tasks.start({ kind: formGeneration.name, input, steps }, origin);
    return recordReply(asyncTask, state, call, 201);
  },
});
