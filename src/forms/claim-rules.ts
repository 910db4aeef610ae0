import { lockedOrHeldBy } from '../employers/dated-parts.ts';
import { MAX_OF_OWNER, TOO_MANY } from '../employers/tax-property.ts';
import type { Lookup, RecordOf } from '../kernel/definition/resource.ts';
import { all, equal, oneOf } from '../values/condition.ts';
import { derivedId, timeOfId } from '../values/ids.ts';
import { type Json, sameJson } from '../values/json.ts';
import type { Issue } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { CLAIMS } from './claims.ts';
import { valuesOf } from './of-record.ts';

type Form = RecordOf<'form'>;
type Property = RecordOf<'tax_property'>;

/**
 * What returns for source deductions are compared with: others of their type, and the tax properties that they govern.
 */
export interface ClaimFacts {
  siblings: readonly Form[];
  properties: readonly Property[];
  /** Tax properties that the work assignment may still have. */
  room: number;
  /** Until when each property was used by pay that is approved, or being approved. */
  locks: ReadonlyMap<string, string>;
}

/** The tax property that a form makes of a type: always the same one. */
export const claimPropertyId = (form_id: string, type: string): string =>
  derivedId('txp', timeOfId(form_id), `${form_id}/${type}`);

/** What a form says to source deductions; nothing while something is wrong with it. */
export const claimsOf = (form: Form): Readonly<Record<string, Json>> =>
  form.validation_error_count > 0 ? {} : (CLAIMS[form.type]?.of(valuesOf(form)) ?? {});

/** Looked up for returns alone; undefined of other forms. @throws Problem 503 when what can be read does not say yet */
export const claimFacts = async (
  { services, tenant }: Lookup,
  { id, type, owner_id }: Pick<Form, 'id' | 'type' | 'owner_id'>,
): Promise<ClaimFacts | undefined> => {
  const claims = CLAIMS[type];
  if (!claims || !owner_id) return undefined;
  const [forms, properties, there, owner] = await Promise.all([
    services.read.find('form', tenant, all(equal('owner_id', owner_id), equal('type', type))),
    services.read.find('tax_property', tenant, all(equal('owner_id', owner_id), oneOf('type', claims.properties))),
    services.read.count('tax_property', tenant, equal('owner_id', owner_id)),
    services.read.get('work_assignment', tenant, owner_id),
  ]);
  const locks = await lockedOrHeldBy(properties, owner ? [owner] : [], services, tenant);
  return { siblings: forms.filter((other) => other.id !== id), properties, room: MAX_OF_OWNER - there, locks };
};

/** It may not have used the claim: one that came after the approval, with an earlier day, is in effect then too. */
const closedText = (day: string): Text => ({
  en: `is in effect on ${day}, and pay of that day is approved, or being approved: create another form with a later effective date`,
  fr: `est en vigueur le ${day}, et une paie de ce jour est approuvée, ou en cours d'approbation : faites un autre formulaire qui prend effet après celle-ci`,
});

/**
 * What prevents a return: another one of its day, no room for what it claims, or pay that counted on what it would
 * change.
 */
export function* claimIssues(candidate: Form, previous: Form | undefined, facts: ClaimFacts): Iterable<Issue> {
  const { siblings, properties, room, locks } = facts;
  const said = claimsOf(candidate);
  const isNew = (type: string) => !properties.some(({ id }) => id === claimPropertyId(candidate.id, type));
  if (Object.keys(said).filter((type) => (said[type] ?? null) !== null && isNew(type)).length > room) yield TOO_MANY;
  if (!previous) {
    const same = siblings.find(({ effective_date }) => effective_date === candidate.effective_date);
    if (same)
      yield {
        path: 'effective_date',
        text: {
          en: `is that of ${same.id}: change that form, or take effect on another day`,
          fr: `est celle de ${same.id} : modifiez ce formulaire, ou prenez effet un autre jour`,
        },
      };
    const since = candidate.effective_date;
    const used = properties
      .filter(({ type }) => (said[type] ?? null) !== null)
      .flatMap(({ id }) => locks.get(id) ?? [])
      .filter((day) => day >= since)
      .sort()
      .at(-1);
    if (used !== undefined)
      yield {
        path: 'effective_date',
        text: {
          en: `must be after ${used}: pay of that day is approved, or being approved, and another claim is in effect on it`,
          fr: `doit suivre le ${used} : une paie de ce jour est approuvée, ou en cours d'approbation, et une autre demande est alors en vigueur`,
        },
      };
    return;
  }
  const changed = properties.find(
    ({ id, type, value }) =>
      id === claimPropertyId(candidate.id, type) && locks.has(id) && !sameJson(value, said[type] ?? null),
  );
  if (changed) yield { path: '', text: closedText(locks.get(changed.id)!) };
}

/** Why a return cannot be deleted; undefined where no pay has used it. */
export const keptByPay = (form: Form, { properties, locks }: ClaimFacts): Text | undefined => {
  const used = properties.find(({ id, type }) => id === claimPropertyId(form.id, type) && locks.has(id));
  if (!used) return undefined;
  const { en, fr } = closedText(locks.get(used.id)!);
  return { en: `What the form claims ${en}.`, fr: `Ce que demande le formulaire ${fr}.` };
};
