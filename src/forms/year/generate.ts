import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { defineTask, type StepResult, type TaskInHand } from '../../kernel/calls/task-kind.ts';
import { writeChanges } from '../../kernel/changes/write.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Change } from '../../kernel/definition/writer.ts';
import { all, equal, oneOf } from '../../values/condition.ts';
import { derivedId } from '../../values/ids.ts';
import type { JsonObject } from '../../values/json.ts';
import { refused } from '../../values/problem.ts';
import { form } from '../form.ts';
import { versionOn } from '../model/form-type.ts';
import { takeNumbers } from '../numbers.ts';
import { valuesOf } from '../of-record.ts';
import { formTypeOf } from '../types/index.ts';
import { type MadeSlip, recordsOf, slipsOf, sourceOf, valuesOfSlip, type YearAsked } from './slips.ts';

/** Forms made from payroll, for a year: long work, a step for each payee. */

const inputSchema = z.strictObject({
  form_type: z.enum(['t4', 't4a', 'rl1']),
  effective_date: z.string(),
  tax_year: z.int(),
  form_batch_id: z.string().nullable(),
  business_entity_id: z.string().nullable(),
  stage: z.enum(['original', 'amendment']),
  province: z.string().nullable(),
  /** Values of every form, where payroll gives none: settings, nothing personal. */
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type GenerationInput = z.output<typeof inputSchema>;

const stepSchema = z.strictObject({ payee_id: z.string() });

type Form = RecordOf<'form'>;

const NOT_PAID = refused({
  en: 'Nothing was paid that stands on such a form, by a payroll that is paid, in the tax year.',
  fr: "Rien qui figure sur un tel formulaire n'a été payé dans l'année d'imposition par une paie payée.",
});
const THERE = ({ id, status }: Form) =>
  refused({
    en: `The form ${id} of the same payee, employer and province is ${status} already. Take its approval back to make it again, or amend it.`,
    fr: `Le formulaire ${id} de la même personne, du même employeur et de la même province est déjà « ${status} ». Annulez son approbation pour le refaire, ou modifiez-le.`,
  });
const NOTHING_FILED = refused({
  en: 'The agency has no form of this payee that could be amended: submit an original.',
  fr: "L'organisme n'a aucun formulaire de cette personne qui puisse être modifié : soumettez un original.",
});
const SAME = ({ id }: Form) =>
  refused({
    en: `The form ${id} tells what payroll comes to: there is nothing to amend.`,
    fr: `Le formulaire ${id} dit ce à quoi la paie arrive : il n'y a rien à modifier.`,
  });

const PROVINCE_KEY = 'box_10_province_territory_or_country_of_employment_code';
const HAS = ['submitted', 'done'];

/** What tells slips of a year apart. */
const keyOf = (owner: string, employer: string | null, province: unknown): string =>
  `${owner}/${employer}/${typeof province === 'string' ? province : ''}`;

/** What comes of one slip: a change of a form, or why there is none. */
type Planned = { change: Change } | { problem: ReturnType<typeof refused>; id?: string };

const planOf = (
  slip: MadeSlip,
  values: JsonObject,
  existing: readonly Form[],
  number: number,
  { input, origin }: TaskInHand<GenerationInput>,
): Planned => {
  const { stage, form_batch_id } = input;
  const id = (of: string) => derivedId(form.prefix, Date.parse(origin.occurred_at), `${origin.seed}/form/${of}`);
  const create = (more: JsonObject): Planned => ({
    change: {
      op: 'create',
      id: id(keyOf(slip.payee_id, slip.business_entity_id, slip.province)),
      input: {
        type: input.form_type,
        owner_id: slip.payee_id,
        business_entity_id: slip.business_entity_id,
        effective_date: input.effective_date,
        stage,
        number,
        ...(form_batch_id === null ? {} : { form_batch_id }),
        ...values,
        ...more,
      },
    },
  });
  const draft = existing.find((one) => one.status === 'draft' && one.stage === stage);
  if (draft) {
    const moved: JsonObject = form_batch_id === null ? {} : { form_batch_id };
    return { change: { op: 'update', id: draft.id, input: { ...values, ...moved } } };
  }
  const live = existing.filter((one) => one.status !== 'rejected' && one.status !== 'draft');
  if (stage === 'original') {
    const there = live.find((one) => one.stage === 'original');
    return there ? { problem: THERE(there), id: there.id } : create({});
  }
  const waiting = live.find((one) => !HAS.includes(one.status ?? ''));
  if (waiting) return { problem: THERE(waiting), id: waiting.id };
  const last = live.at(-1);
  if (!last) return { problem: NOTHING_FILED };
  const told = valuesOf(last);
  const isSame = Object.entries(values).every(([key, value]) => (told[key] ?? null) === (value ?? null));
  return isSame ? { problem: SAME(last), id: last.id } : create({ original_form_id: last.id });
};

/** Forms of a year that there are of some owners, by what tells slips apart, in the order in which they were made. */
const existingForms = async (ids: readonly string[], { input, services, origin }: TaskInHand<GenerationInput>) => {
  const found = new Map<string, Form[]>();
  const where = all(equal('type', input.form_type), equal('tax_year_of', input.tax_year), oneOf('owner_id', ids));
  for await (const rows of services.read.pages('form', origin.tenant, where))
    for (const row of rows) {
      const key = keyOf(row.owner_id, row.business_entity_id, row.values[PROVINCE_KEY]);
      found.set(key, [...(found.get(key) ?? []), row]);
    }
  return found;
};

export const formGeneration = defineTask({
  name: 'generate_forms',
  type: 'form_generation',
  object: 'form',
  input: inputSchema,
  step: stepSchema,
  // As many payees as a read of their stubs takes.
  chunk: 200,
  cancellable: true,
  run: async (steps, task) => {
    const { input, services, origin, signal } = task;
    const asked: YearAsked = {
      slip: input.form_type,
      tax_year: input.tax_year,
      business_entity_id: input.business_entity_id,
    };
    const version = versionOn(formTypeOf(input.form_type), input.effective_date)!;
    const source = sourceOf(asked, services.read, origin.tenant, signal);
    const ids = steps.map(({ step }) => step.payee_id);
    const slips = (
      await Promise.all([
        slipsOf(
          asked,
          'employee',
          ids.filter((id) => id.startsWith('emp_')),
          source,
        ),
        slipsOf(
          asked,
          'contractor',
          ids.filter((id) => id.startsWith('ctr_')),
          source,
        ),
      ])
    )
      .flat()
      .filter(({ province }) => input.province === null || province === input.province);
    const [records, existing] = await Promise.all([
      recordsOf(slips, input.tax_year, services, origin.tenant),
      existingForms(ids, task),
    ]);
    // Taken anew by each try: a number that a try before may have used is not used again.
    const fresh = { ...origin, seed: `${origin.seed}/${randomUUID()}` };
    const { first } =
      slips.length === 0 ? { first: 0 } : await takeNumbers('slips', 'numbers', slips.length, fresh, services);
    const planned = slips.map((slip, at) => {
      const values = { ...input.values, ...given(valuesOfSlip(slip, asked, version, records), input.values) };
      const place = values[PROVINCE_KEY];
      const there = existing.get(keyOf(slip.payee_id, slip.business_entity_id, place)) ?? [];
      return planOf(slip, values, there, first + at, task);
    });
    const changes = planned.flatMap((one) => ('change' in one ? [one.change] : []));
    const outcomes = changes.length === 0 ? [] : await writeChanges(form, changes, origin, services);
    const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
    const results = ids.map((id): StepResult => {
      const own = planned.filter((_, at) => slips[at]!.payee_id === id);
      if (own.length === 0) return { problem: NOT_PAID };
      const ended = own.map((one): StepResult => {
        if ('problem' in one) return one;
        const outcome = byId.get(one.change.id)!;
        return outcome.ok ? { id: outcome.id } : { id: outcome.id, problem: outcome.problem };
      });
      // A step tells one form; those of other provinces and employers are listed by their owner.
      return ended.find((result) => 'problem' in result) ?? ended[0]!;
    });
    const positions = outcomes.flatMap((outcome) =>
      outcome.ok && outcome.position !== undefined ? [outcome.position] : [],
    );
    const position = positions.reduce((a, b) => (a > b ? a : b), 0n);
    return { results, ...(position === 0n ? {} : { position }) };
  },
});

/** Values of a slip; where payroll says nothing, what was given for all. */
const given = (values: Record<string, string | number | boolean | null>, others: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== null || !Object.hasOwn(others, key)));
