import type { Position } from '../../event-store/port.ts';
import { appendTo } from '../../kernel/changes/execute.ts';
import { latest } from '../../kernel/changes/latest.ts';
import type { LoadedRecords } from '../../kernel/changes/remembered.ts';
import { writeChanges } from '../../kernel/changes/write.ts';
import { eventsOf } from '../../kernel/definition/record-events.ts';
import { type EventBody, parseStream, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import type { Change } from '../../kernel/definition/writer.ts';
import { all, equal, oneOf } from '../../values/condition.ts';
import { businessDay, type CalendarDate } from '../../values/dates.ts';
import { derivedId } from '../../values/ids.ts';
import { type JsonObject, textOf } from '../../values/json.ts';
import type { ManagedBatch, ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { actingFor } from '../payroll/origins.ts';

/**
 * Keeps the identifiers of accounts with tax agencies equal with the employer's tax properties that hold them, in both
 * directions: an account with an identifier has a property, a property has an account, and which of the two was changed
 * last is followed by the other. They live in two streams, so no one append can do it.
 *
 * It works by comparison: done again it finds no difference. A property names the account that it belongs to, and
 * goes with it.
 */
export const identifiersManager = (services: Services): ProcessManager => ({
  name: 'identifiers',
  handles: ({ stream, type }) => HANDLED[parseStream(stream).object]?.has(type) ?? false,
  handle: async (batch: ManagedBatch) => {
    const employers = new Map(batch.events.map((event) => [employerOf(event), event]));
    const written = new Map(batch.events.flatMap((event) => writtenBy(event)));
    let last: Position | undefined;
    for (const [employer, event] of employers) last = latest([last, await align(employer, event, written, services)]);
    return last;
  },
});

const typesOf = (object: string): ReadonlySet<string> =>
  new Set(Object.values(eventsOf(object)).map(({ type }) => type));
const HANDLED: Readonly<Record<string, ReadonlySet<string>>> = {
  remittance_account: typesOf('remittance_account'),
  business_entity: typesOf('tax_property'),
};

const employerOf = ({ stream, data }: ManagedEvent): string => {
  const { object, id } = parseStream(stream);
  return object === 'business_entity' ? id : textOf(data.business_entity_id);
};

/** The identifier that an event set: of which record, and where. */
const writtenBy = ({ stream, data, position }: ManagedEvent): [string, Position][] => {
  const { object, id } = parseStream(stream);
  if (object === 'remittance_account') return data.account_identifier === undefined ? [] : [[id, position]];
  return data.value === undefined ? [] : [[textOf(data.id), position]];
};

/** The tax property that holds the identifier of an account with each agency. */
const PROPERTY_OF: Readonly<Record<string, string>> = { ca_cra: 'ca::tax_id', ca_rq: 'ca::qc::tax_id' };

type Account = RecordOf<'remittance_account'>;
type Property = RecordOf<'tax_property'>;

/** The account whose identifier a property holds; null of a new one. */
const accountOf = ({ remittance_account_id }: Property): string | null => remittance_account_id ?? null;

/** Who writes what for one employer. */
interface Writing {
  employer: string;
  today: CalendarDate;
  /** The places in the log where identifiers were written that are to be followed, by account and property. */
  written: ReadonlyMap<string, Position>;
  /** To the employer's stream, where its tax properties live. */
  property(id: string, decide: (property: Property | undefined) => EventBody[]): Promise<void>;
  /** By the rules of accounts; false where they refuse it. */
  account(change: Change): Promise<boolean>;
  /** Has an account name the property that holds its identifier. */
  source(account: string, property: string | null): Promise<void>;
}

const align = async (
  employer: string,
  cause: ManagedEvent,
  written: ReadonlyMap<string, Position>,
  services: Services,
): Promise<Position | undefined> => {
  const { partner_id = '', company_id } = cause.metadata;
  const tenant: Tenant = company_id === undefined ? { partner_id } : { partner_id, company_id };
  const { once } = actingFor('identifiers', cause, tenant, services);
  const [accounts, properties] = await Promise.all([
    services.read.find(
      'remittance_account',
      tenant,
      all(equal('business_entity_id', employer), oneOf('account_provider', Object.keys(PROPERTY_OF))),
    ),
    services.read.find(
      'tax_property',
      tenant,
      all(equal('owner_id', employer), oneOf('type', Object.values(PROPERTY_OF))),
    ),
  ]);
  const positions: (Position | undefined)[] = [];
  const writing: Writing = {
    employer,
    today: services.clock.today(),
    written,
    property: async (id, decide) => {
      const inStream = async ({ aggregate }: LoadedRecords) =>
        aggregate.get('business_entity', employer) ? decide(aggregate.get('tax_property', id)) : [];
      const stream = streamOf('business_entity', employer);
      positions.push((await appendTo(stream, 'identifier', once('property', id), services, inStream)).position);
    },
    account: async (change) => {
      const definition = services.registry.need('remittance_account');
      const [outcome] = await writeChanges(definition, [change], once('account', change.id), services);
      if (outcome?.ok) positions.push(outcome.position);
      else if (outcome && outcome.problem.status >= 500) throw outcome.problem;
      return outcome?.ok === true;
    },
    source: async (account, source_tax_property_id) => {
      const inStream = async ({ aggregate }: LoadedRecords) => {
        const now = aggregate.get('remittance_account', account);
        if (!now || (now.source_tax_property_id ?? null) === source_tax_property_id) return [];
        return [accountChanged({ business_entity_id: employer, source_tax_property_id })];
      };
      const stream = streamOf('remittance_account', account);
      positions.push((await appendTo(stream, 'source', once('source', account), services, inStream)).position);
    },
  };
  for (const [provider, type] of Object.entries(PROPERTY_OF))
    await alignWith(
      provider,
      accounts.filter(({ account_provider }) => account_provider === provider),
      properties.filter((property) => property.type === type),
      writing,
    );
  return latest(positions);
};

const { created, changed, deleted } = eventsOf('tax_property');
const { changed: accountChanged } = eventsOf('remittance_account');

/** The references that every event of a property repeats. */
const identity = (property: Pick<Property, 'id' | 'owner_id'>): JsonObject => ({
  id: property.id,
  owner_id: property.owner_id,
});

/** The accounts with one agency, and the properties that hold their identifiers. */
const alignWith = async (
  provider: string,
  accounts: readonly Account[],
  properties: readonly Property[],
  writing: Writing,
): Promise<void> => {
  const free = properties
    .filter((property) => accountOf(property) === null)
    .sort((one, other) => Number(isToCome(one, writing)) - Number(isToCome(other, writing)));
  const take = (fits: (property: Property) => boolean): Property | undefined => {
    const at = free.findIndex(fits);
    return at < 0 ? undefined : free.splice(at, 1)[0];
  };
  const unnamed: Account[] = [];
  for (const account of accounts) {
    const own = properties.find(({ remittance_account_id }) => remittance_account_id === account.id);
    const identifier = account.account_identifier;
    if (own) await follow(account, own, writing);
    else if (identifier === null) unnamed.push(account);
    else {
      const same = take(({ value }) => value === identifier);
      await (same ? link(same, account.id, writing) : makeProperty(account, provider, writing));
    }
  }
  for (const property of properties)
    if (accountOf(property) !== null && !accounts.some(({ id }) => id === accountOf(property)))
      await writing.property(property.id, (now) => (now ? [deleted(identity(now))] : []));
  for (const property of free)
    if (!hasEnded(property, writing)) await give(property, unnamed.shift(), provider, writing);
};

/**
 * Nothing is remitted under a number that is not used any more. Its account would be the employer's main one, if it was
 * the first to be made.
 */
const hasEnded = ({ effective_to }: Property, { today }: Writing): boolean =>
  effective_to !== null && effective_to < today;

const isToCome = ({ effective_from }: Property, { today }: Writing): boolean => effective_from > today;

/** Of an account and its property the one that was changed last is followed by the other. */
const follow = async (account: Account, property: Property, writing: Writing): Promise<void> => {
  const { account_identifier: identifier } = account;
  if (property.value === identifier) {
    if (account.source_tax_property_id !== property.id) await writing.source(account.id, property.id);
    return;
  }
  if (
    isLater(property, account, writing) &&
    (await writing.account({ op: 'update', id: account.id, input: { account_identifier: property.value } }))
  )
    return;
  await writing.property(property.id, (now) => {
    if (!now || now.value === identifier) return [];
    return [identifier === null ? deleted(identity(now)) : changed({ ...identity(now), value: identifier })];
  });
  if (identifier === null) await writing.source(account.id, null);
};

/** Whether a property was written after its account: as the log says, else by when they were changed. */
const isLater = (property: Property, account: Account, { written }: Writing): boolean => {
  const [set, given] = [written.get(property.id), written.get(account.id)];
  if (set === undefined && given === undefined) return property.updated_at > account.updated_at;
  return set !== undefined && (given === undefined || set > given);
};

const link = async (property: Property, account: string, writing: Writing): Promise<void> => {
  await writing.property(property.id, (now) =>
    now && accountOf(now) === null ? [changed({ ...identity(now), remittance_account_id: account })] : [],
  );
  await writing.source(account, property.id);
};

/** Makes the property that holds an account's identifier. */
const makeProperty = async (account: Account, provider: string, writing: Writing): Promise<void> => {
  const id = derivedId('txp', Date.parse(account.created_at), `${account.id}/identifier`);
  const body = {
    id,
    owner_id: writing.employer,
    type: PROPERTY_OF[provider]!,
    value: account.account_identifier,
    effective_from: businessDay(Date.parse(account.created_at)),
    effective_to: null,
    note: null,
    remittance_account_id: account.id,
  };
  await writing.property(id, (now) => (now ? [] : [created(body)]));
  await writing.source(account.id, id);
};

/** Gives the identifier that a property holds to an account that has none, or to a new one. */
const give = async (
  property: Property,
  account: Account | undefined,
  provider: string,
  writing: Writing,
): Promise<void> => {
  const account_identifier = property.value;
  // The main account is the first one by its id: that of the number which is used now, where another one is to come.
  const made_ms = Date.parse(property.created_at) + Number(isToCome(property, writing));
  const id = account?.id ?? derivedId('ra', made_ms, `${property.id}/account`);
  const isGiven = await writing.account(
    account
      ? { op: 'update', id, input: { account_identifier } }
      : {
          op: 'create',
          id,
          input: { business_entity_id: writing.employer, account_provider: provider, account_identifier },
        },
  );
  if (isGiven) await link(property, id, writing);
};
