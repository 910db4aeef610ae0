import { changedMembers } from '../../kernel/definition/fold.ts';
import type { DecideContext, Facts, Lookup, State } from '../../kernel/definition/resource.ts';
import { type Json, type JsonObject, sameJson } from '../../values/json.ts';
import type { Issue } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';

/**
 * What a business preset sets on what is tied to it. A value that the preset has (not null, not an empty list) is
 * supplied: an item takes it when it is tied, and it changes there no more but through the preset, which process
 * manager `presets` carries to the items. An item that is untied keeps its values and is free.
 */

/** How one resource takes what a preset supplies. */
export interface Tied {
  /** The type of presets that serve it. */
  kind: string;
  /** Stored member that holds its type; null where it has none of its own. */
  type: string | null;
  /** Member of a body that sets the type. */
  typeInBody: string;
  /** Its value for a subtype; default the subtype itself. Undefined where the subtype does not fit. */
  typeOf?: (subtype: string) => string | undefined;
  /** Stored members that take a preset's others, by the preset's. */
  members: Readonly<Record<string, string>>;
}

const TITLES = { title: 'title', title_translations: 'title_translations' };
const CODES = {
  expense_accounting_code_id: 'expense_accounting_code_id',
  liability_accounting_code_id: 'liability_accounting_code_id',
};
const REMITTANCE = { remittance_account_id: 'remittance_account_id' };
const INCOME = { income_basis: 'income_basis', income_includes: 'income_includes' };

const REMITTED: readonly string[] = ['deduction', 'employee_benefit', 'employer_benefit'];

/** A recurring item of a kind. */
export const tiedItem = (kind: string): Tied => ({
  kind,
  type: `${kind}_type`,
  typeInBody: `${kind}_type`,
  members: { ...TITLES, ...CODES, ...(REMITTED.includes(kind) ? { ...REMITTANCE, ...INCOME } : {}) },
});

/** A line item of a kind: codes that the preset supplies replace codes that a caller enters. */
export const tiedLine = (kind: string): Tied => ({
  kind,
  type: 'type',
  typeInBody: `${kind}_type`,
  members: {
    ...TITLES,
    expense_accounting_code_id: 'custom_expense_accounting_code_id',
    liability_accounting_code_id: 'custom_liability_accounting_code_id',
    ...(REMITTED.includes(kind) ? REMITTANCE : {}),
  },
});

/** Presets use the types of line items: an hourly rate makes a wage. */
const RATES: Readonly<Record<string, string>> = { wage: 'hourly', salary: 'salary' };

export const TIED_PAY_RATE: Tied = {
  kind: 'earning',
  type: 'type',
  typeInBody: 'type',
  typeOf: (subtype) => RATES[subtype],
  members: { ...TITLES, ...CODES },
};

export const TIED_OVERTIME_RATE: Tied = {
  kind: 'earning',
  type: null,
  typeInBody: 'business_preset_id',
  members: CODES,
};

/** Whether a preset has a value, which what is tied to it then takes. */
export const isSupplied = (value: Json | undefined): value is Json =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

/** What a preset supplies, by the stored members of what is tied to it. */
const suppliedBy = (preset: State, tied: Tied): JsonObject => {
  const supplied: JsonObject = {};
  const { subtype } = preset;
  const type = typeof subtype === 'string' ? (tied.typeOf ? tied.typeOf(subtype) : subtype) : undefined;
  if (tied.type !== null && type !== undefined) supplied[tied.type] = type;
  for (const [own, member] of Object.entries(tied.members)) if (isSupplied(preset[own])) supplied[member] = preset[own];
  return supplied;
};

interface PresetFacts {
  preset?: State | undefined;
  /** The employer of what is newly tied. */
  employer?: string | undefined;
}

/**
 * The preset that an item is tied to.
 *
 * @param employerOf the employer of the item: asked for when the tie is new
 */
export const presetFacts = async (
  lookup: Lookup,
  candidate: State,
  previous: State | undefined,
  employerOf: () => Promise<Json | undefined> | Json | undefined,
): Promise<PresetFacts> => {
  const id = candidate.business_preset_id;
  if (typeof id !== 'string') return {};
  const isNew = id !== previous?.business_preset_id;
  const [preset, employer] = await Promise.all([lookup.get('business_preset', id), isNew ? employerOf() : undefined]);
  return { preset, ...(typeof employer === 'string' ? { employer } : {}) };
};

const isNewlyTied = (candidate: State, previous: State | undefined): boolean =>
  candidate.business_preset_id !== (previous?.business_preset_id ?? null);

/** The item with what its preset supplies, where it was tied to it just now. */
export const withPreset = <S extends State>(candidate: S, previous: State | undefined, facts: Facts, tied: Tied): S => {
  const { preset } = facts;
  return preset && preset.type === tied.kind && isNewlyTied(candidate, previous)
    ? { ...candidate, ...suppliedBy(preset, tied) }
    : candidate;
};

/** A preset that does not serve it, and values that were sent beside those that it supplies. */
export function* presetIssues(
  candidate: State,
  previous: State | undefined,
  facts: Facts,
  sent: JsonObject,
  tied: Tied,
): Iterable<Issue> {
  const { preset, employer } = facts;
  if (!preset || !isNewlyTied(candidate, previous)) return;
  const path = 'business_preset_id';
  if (
    preset.type !== tied.kind ||
    (typeof preset.subtype === 'string' && tied.typeOf?.(preset.subtype) === undefined && tied.typeOf)
  )
    yield {
      path,
      text: {
        en: `is a preset of ${preset.type}${preset.subtype === null ? '' : ` ${preset.subtype}`}, which does not serve this`,
        fr: `est un préréglage de ${preset.type}${preset.subtype === null ? '' : ` ${preset.subtype}`}, qui ne convient pas ici`,
      },
    };
  if (employer !== undefined && preset.business_entity_id !== employer)
    yield {
      path,
      text: {
        en: 'must be a preset of the same business entity',
        fr: 'doit être un préréglage de la même entité',
      },
    };
  if (preset.type !== tied.kind) return;
  for (const [member, value] of Object.entries(suppliedBy(preset, tied))) {
    const name = member === tied.type ? tied.typeInBody : member;
    const plain = name.replace(/^custom_/, '');
    const given = [name, plain].find((one) => sent[one] !== undefined);
    if (given !== undefined && !sameJson(sent[given], value)) yield { path: given, text: setByPreset(preset) };
  }
}

const setByPreset = ({ id, name }: State): Text => ({
  en: `is set by the preset ${id} (${name}); leave it out`,
  fr: `est fixé par le préréglage ${id} (${name}); omettez-le`,
});

/** Who carries changes of presets to items: also one that a later change of the preset has overtaken. */
const PRESETS = 'process:presets';

/** Why a change of what a preset supplies is refused: it changes through the preset. */
export const presetRefusal = (
  candidate: State | undefined,
  previous: State | undefined,
  facts: Facts,
  tied: Tied,
  { actor }: Pick<DecideContext, 'actor'>,
): Text | undefined => {
  const { preset } = facts;
  if (
    actor === PRESETS ||
    !preset ||
    !previous ||
    !candidate ||
    preset.type !== tied.kind ||
    isNewlyTied(candidate, previous)
  )
    return undefined;
  const supplied = suppliedBy(preset, tied);
  const changed = changedMembers(previous, candidate);
  const member = Object.keys(changed).find((name) => name in supplied && !sameJson(changed[name], supplied[name]));
  if (member === undefined) return undefined;
  const name = member === tied.type ? tied.typeInBody : member;
  return {
    en: `${name} is set by the preset ${preset.id} (${preset.name}): change it there, or untie this with business_preset_id null first.`,
    fr: `${name} est fixé par le préréglage ${preset.id} (${preset.name}) : modifiez-le là, ou déliez d'abord ceci avec business_preset_id null.`,
  };
};

/**
 * What is wrong with the remittance account that an item, a line item or a preset names: one of another employer. What
 * is remitted there would be credited to that employer, and paid by this one. What was there before is accepted, and an
 * unknown account is reported by the look-up of references.
 *
 * @param employerOf the employer of the record; asked for when the account is new
 */
export const accountIssues = async (
  lookup: Lookup,
  candidate: State,
  previous: State | undefined,
  employerOf: () => Promise<string | null>,
): Promise<Issue[]> => {
  const id = candidate.remittance_account_id;
  if (typeof id !== 'string' || id === previous?.remittance_account_id) return [];
  const [account, employer] = await Promise.all([lookup.get('remittance_account', id), employerOf()]);
  if (!account || employer === null || account.business_entity_id === employer) return [];
  return [
    {
      path: 'remittance_account_id',
      text: {
        en: `must be a remittance account of the same business entity (${employer})`,
        fr: `doit être un compte de versement de la même entité (${employer})`,
      },
    },
  ];
};
