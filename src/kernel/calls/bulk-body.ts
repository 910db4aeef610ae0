import { z } from 'zod';
import { isObject, type JsonObject } from '../../values/json.ts';
import { below, type Issue } from '../../values/problem.ts';
import type { Operation, Preferences } from '../definition/operation.ts';
import type { ResourceDefinition } from '../definition/resource.ts';
import { refine } from '../definition/schemas.ts';
import { bodySchema, bulkShape, PREFERRED } from './requests.ts';

const DESCRIPTIONS = {
  create: 'The selection, and what to create for each selected record',
  update: 'The selection, and the changes',
};

type Shape = Record<string, z.ZodType>;

const misplaced = (name: string) =>
  refine({
    en: `belongs under data: send it as data.${name}`,
    fr: `va sous data : envoyez-le comme data.${name}`,
  });

/** Bodies that were read from the deprecated flat form. */
const flat = new WeakSet<object>();

/** What is wrong with the written members of a bulk body, at the places where the caller wrote them. */
export const asWritten = (body: object, issues: readonly Issue[]): readonly Issue[] =>
  flat.has(body) ? issues : below('data', issues);

/**
 * The body of a bulk create or update: the selection and its filters at the root (`fixed`), the written members under
 * `data`. In the deprecated flat form the written members are at the root too; there a name that is both a filter and
 * a written member is the written member.
 */
export const bulkBody = (
  definition: ResourceDefinition,
  on: 'create' | 'update',
  fixed: Shape,
): Pick<Operation, 'body' | 'shownBody'> => {
  const written = bulkShape(definition, on);
  const root = (name: string) => Object.hasOwn(fixed, name) && !Object.hasOwn(written, name);
  const made = new Map<z.ZodType, z.ZodType>();
  const nestedBy = (preferences: Preferences): z.ZodType => {
    const data = bodySchema(definition, on, preferences, true);
    const schema = made.get(data) ?? z.strictObject({ ...fixed, data });
    made.set(data, schema);
    return schema;
  };

  const read = (value: unknown, preferences: Preferences, ctx: z.RefinementCtx): unknown => {
    const schema = nestedBy(preferences);
    const nested = preferences.deprecate_flat_bulk_shape || !isObject(value) || 'data' in value;
    const given = nested ? value : moved(value, root);
    const result = schema.safeParse(given, { reportInput: true });
    if (result.success) {
      if (!nested && isObject(result.data)) flat.add(result.data);
      return result.data;
    }
    for (const issue of result.error.issues) {
      const unknown = issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [];
      const out = unknown.filter((name) => Object.hasOwn(written, name));
      for (const name of out) ctx.issues.push({ code: 'custom', path: [name], input: value, ...misplaced(name) });
      if (unknown.length > 0 && out.length === unknown.length) continue;
      const path = nested || issue.path[0] !== 'data' ? issue.path : issue.path.slice(1);
      const rest = unknown.length > 0 ? { ...issue, keys: unknown.filter((name) => !out.includes(name)) } : issue;
      // The same issue, with the path where the caller wrote the member.
      ctx.issues.push({ ...rest, path, input: issue.input } as (typeof ctx.issues)[number]);
    }
    return z.NEVER;
  };

  return {
    body: (preferences) => z.unknown().transform((value, ctx) => read(value, preferences, ctx)),
    shownBody: z
      .strictObject({ ...fixed, data: bodySchema(definition, on, PREFERRED, true) })
      .meta({ id: `${definition.object}_bulk_${on}`, description: DESCRIPTIONS[on] }),
  };
};

/** Converts the flat form to the nested one. */
const moved = (value: JsonObject, root: (name: string) => boolean): Record<string, unknown> => {
  const members = Object.entries(value);
  // A caller names them: set one by one, `__proto__` would be no member, and those in it would be.
  const data = Object.fromEntries(members.filter(([name]) => !root(name)));
  return { ...Object.fromEntries(members.filter(([name]) => root(name))), data };
};
