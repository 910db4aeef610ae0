import { z } from 'zod';
import type { Folder, KnownEvent } from '../kernel/definition/fold.ts';
import { personalMembers } from '../kernel/definition/personal.ts';
import type { Registry } from '../kernel/definition/registry.ts';
import type { ResourceDefinition } from '../kernel/definition/resource.ts';
import { keptInstantSchema } from '../kernel/definition/schemas.ts';
import { groupBy } from '../values/group.ts';
import { sentence, wordsOf } from '../values/text.ts';

/**
 * All events that the service writes, for programs and people who read the ledger directly: as one JSON schema
 * (`/events.schema.json`), and as a page (docs/events.md). Both are made from the declarations.
 */
type Node = Record<string, unknown>;

const text = (description: string) => z.string().optional().meta({ description });

/** The metadata of an event. */
const metadataSchema = z
  .object({
    company_id: text('Company whose record this is; absent on events of a partner'),
    partner_id: text('Partner of the company'),
    actor: text('Who caused it: `partner:<id>`, `company:<id>`, `process:<name>` or `operator:cli`'),
    request_id: text('The request that it came of'),
    correlation_id: text('One id for everything that follows from one request'),
    causation_id: text('The event that caused it'),
    idempotency_key: text('SHA-256 of the key that the request carried, in hexadecimal digits'),
    occurred_at: keptInstantSchema.optional().meta({ description: 'Business time' }),
    schema_version: z.int().min(1).optional().meta({ description: 'Version of its shape; 1 when absent' }),
    facts_position: text('What it was worked out from had been read up to this position of the log'),
  })
  .meta({ description: 'Who caused an event and how' });

/**
 * A schema without the additions for the reference of the interface, which do not concern readers of the ledger.
 *
 * @param isMap whether the names of its members were chosen by resources
 */
const withoutOurs = (node: unknown, isMap = false): unknown => {
  if (Array.isArray(node)) return node.map((item) => withoutOurs(item));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([name, value]) =>
      !isMap && (name.startsWith('x-') || name === 'id')
        ? []
        : [[name, withoutOurs(value, !isMap && name === 'properties')]],
    ),
  );
};

/** The JSON schema of a schema; named schemas within it are added to `shared`. */
const jsonOf = (schema: z.ZodType, shared: Map<string, unknown>): Node => {
  const made = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  const { $defs = {}, $schema: _, ...own } = made;
  for (const [name, named] of Object.entries($defs)) shared.set(name, withoutOurs(named));
  return { ...own };
};

const ownerOf = ({ object }: KnownEvent, registry: Registry): ResourceDefinition | undefined =>
  object === undefined ? undefined : registry.get(object);

/** Stored members of an event that are encrypted in the log. */
const sealedIn = (known: KnownEvent, registry: Registry): readonly string[] => {
  const owner = ownerOf(known, registry);
  const { schema } = known.declaration;
  const shape = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return owner ? personalMembers(owner).filter((name) => shape.includes(name)) : [];
};

/** The name of the schema of an event's version; that of the newest version is the type alone. */
const nameOf = (type: string, version: number, newest: number): string =>
  version === newest ? type : `${type}@${version}`;

/**
 * The schema of an event as auditors see it: `type`, `data` with decrypted personal members, `metadata`. `$defs` has
 * each version of each event.
 */
export const eventSchema = ({ events }: Folder, registry: Registry): Node => {
  const shared = new Map<string, unknown>();
  const named = new Map<string, unknown>();
  const cases: Node[] = [];
  for (const known of events) {
    const { type, version: newest, says, schema, earlier } = known.declaration;
    for (const [at, one] of [...earlier, schema].entries()) {
      const version = at + 1;
      const name = nameOf(type, version, newest);
      const sealed = sealedIn(known, registry);
      named.set(name, {
        title: type,
        description: says,
        'x-version': version,
        ...(sealed.length > 0 ? { 'x-personal': sealed } : {}),
        ...Object(withoutOurs(jsonOf(one, shared))),
      });
      const versions = version === 1 ? { enum: [1] } : { const: version };
      cases.push({
        if: {
          properties: { type: { const: type }, metadata: { properties: { schema_version: versions } } },
          ...(version === 1 ? {} : { required: ['metadata'] }),
        },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON schema.
        then: { properties: { data: { $ref: `#/$defs/${name}` } } },
      });
    }
  }
  const types = events.map(({ declaration }) => declaration.type);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Events of the ledger',
    description:
      'An event as the ledger has it. Members that x-personal names are kept sealed, as `personal: {subject, box}`; they are described as they are when opened.',
    type: 'object',
    properties: {
      type: { enum: types, description: 'The event' },
      data: { type: 'object', description: 'What is told of it' },
      metadata: { $ref: '#/$defs/metadata' },
    },
    required: ['type', 'data', 'metadata'],
    allOf: cases,
    $defs: {
      metadata: withoutOurs(jsonOf(metadataSchema, shared)),
      ...Object.fromEntries(shared),
      ...Object.fromEntries(named),
    },
  };
};

const HEADER = `# Events

Made by \`npm run events\` from the declarations. Not to be changed by hand.

Every event of the ledger, by the resource in whose streams it stands. \`/events.schema.json\` says the same for machines,
with the type of each member and the shapes of earlier versions. A member with a question mark may be absent; one with an
asterisk is personal, and the log keeps it sealed under the key of the person.
[auditing.md](auditing.md#reading-the-log-without-this-program) says how records and figures follow from them.

`;

/** The members of an event, for the page. */
const membersOf = (known: KnownEvent, registry: Registry): string => {
  const { schema } = known.declaration;
  if (!(schema instanceof z.ZodObject)) return '';
  const sealed = sealedIn(known, registry);
  return Object.entries(schema.shape)
    .map(([name, member]) => {
      const isOptional = z.safeParse(member, undefined).success;
      return `\`${name}\`${isOptional ? '?' : ''}${sealed.includes(name) ? '\\*' : ''}`;
    })
    .join(', ');
};

/** The page of all events, in Markdown. */
export const eventsPage = ({ events }: Folder, registry: Registry): string => {
  const groups = groupBy(events, ({ object }) => (object === undefined ? 'process managers' : wordsOf(object)));
  const sections = [...groups].map(([name, group]) => {
    const rows = group.map(
      (known) =>
        `| \`${known.declaration.type}\` | ${known.declaration.version} | ${known.declaration.says} | ${membersOf(known, registry)} |`,
    );
    return `## ${sentence(name)}\n\n| event | version | what it says | members |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return HEADER + sections.join('\n');
};
