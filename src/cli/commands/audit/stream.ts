import { dump } from 'js-yaml';
import { StreamNotFound } from '../../../event-store/errors.ts';
import type { EventStore, StreamEvent } from '../../../event-store/port.ts';
import { streamOf } from '../../../kernel/definition/resource.ts';
import { type PersonalKeys, type Sealed, sealedSchema } from '../../../kernel/events/keys.ts';
import { registry } from '../../../registry.ts';
import type { JsonObject } from '../../../values/json.ts';
import { withArticle, wordsOf } from '../../../values/text.ts';
import { attached } from '../../terminal/attach.ts';
import { UsageError } from '../../terminal/errors.ts';
import { counted, print } from '../../terminal/print.ts';

export interface AuditOptions {
  /** Leave personal members encrypted. */
  sealed?: boolean;
  /** One JSON object for each event and line. */
  json?: boolean;
}

/** Events that are read and shown at once: a stream may be long. */
const PAGE = 500;
const WIDTH = 110;

/** `employee-emp_…` as it is, and `emp_…` as the stream of that record. */
const streamNamed = (name: string): string => {
  if (name.includes('-')) return name;
  const definition = registry.all.find(({ prefix }) => name.startsWith(`${prefix}_`));
  if (!definition)
    throw new UsageError(`${name} is not a stream: give one like employee-emp_01…, or the id of a record`);
  if (definition.partOf)
    throw new UsageError(
      `${withArticle(definition.object)} is in the stream of its ${definition.partOf.objects.map(wordsOf).join(' or ')}: give the id of that`,
    );
  return streamOf(definition.object, name);
};

async function* pagesOf(store: EventStore, stream: string): AsyncGenerator<StreamEvent[]> {
  for (let from = 0n; ; ) {
    const events = await store.readStream(stream, { from, limit: PAGE }).catch((error: unknown) => {
      throw error instanceof StreamNotFound ? new UsageError(`there is no stream ${stream}`) : error;
    });
    if (events.length > 0) yield events;
    if (events.length < PAGE) return;
    from = events.at(-1)!.revision + 1n;
  }
}

interface Shown extends Omit<StreamEvent, 'revision'> {
  revision: number;
  /** Personal members in clear, or why they are not. */
  personal?: JsonObject | 'erased' | 'sealed';
}

const isSealed = (value: unknown): value is Sealed => sealedSchema.safeParse(value).success;

/** Events as they are stored, with their personal members beside them. */
const open = async (events: readonly StreamEvent[], keys: PersonalKeys, sealed: boolean): Promise<Shown[]> => {
  const boxes = events.flatMap(({ data }) => (isSealed(data.personal) ? [data.personal] : []));
  const opened = sealed ? [] : await keys.open(boxes);
  let next = 0;
  return events.map(({ data, revision, ...event }) => {
    const shown: Shown = { ...event, revision: Number(revision), data };
    // What another program appended may have a member of this name that is nothing sealed.
    if (!isSealed(data.personal)) return shown;
    const { personal: _, ...clear } = data;
    return { ...shown, data: clear, personal: sealed ? 'sealed' : (opened[next++] ?? 'erased') };
  });
};

const indented = (value: unknown, by: string): string =>
  dump(value, { lineWidth: WIDTH - by.length, noRefs: true })
    .trimEnd()
    .split('\n')
    .map((line) => `${by}${line}\n`)
    .join('');

/** One event for people: what happened, when, through whom; then what it says. */
const written = ({ revision, type, metadata, data, personal }: Shown): string => {
  const { occurred_at = '', actor, request_id, correlation_id, causation_id, company_id } = metadata;
  const { partner_id: _partner, idempotency_key: _key, schema_version = 1 } = metadata;
  const followed = correlation_id !== undefined && correlation_id !== request_id ? `follows ${correlation_id}` : '';
  const about = [
    actor && `by ${actor}`,
    company_id && actor !== `company:${company_id}` && `for ${company_id}`,
    request_id && `request ${request_id}`,
    followed,
    causation_id && `caused by ${causation_id}`,
    schema_version !== 1 && `schema version ${schema_version}`,
  ];
  const members = Object.keys(data).length > 0 ? indented(data, '      ') : '';
  const secrets =
    personal === undefined
      ? ''
      : typeof personal === 'string'
        ? `      (personal members: ${personal})\n`
        : indented({ personal }, '      ');
  return `#${String(revision).padEnd(4)} ${type}  ${occurred_at}\n      ${about.filter(Boolean).join(', ')}\n${members}${secrets}\n`;
};

/** `payroll audit stream`: all events of a stream, in order. */
export const auditStream = (env: NodeJS.ProcessEnv, name: string, options: AuditOptions): Promise<void> => {
  const stream = streamNamed(name);
  const { sealed = false, json = false } = options;
  return attached(env, async ({ store, keys }) => {
    let count = 0;
    for await (const events of pagesOf(store, stream)) {
      const shown = await open(events, keys, sealed);
      // Not before there is something to show: a history that cannot be read has no heading.
      if (!json && count === 0) print(`${stream}\n\n`);
      count += events.length;
      for (const event of shown) print(json ? `${JSON.stringify(event)}\n` : written(event));
    }
    if (!json) print(`${counted(count, 'event')}\n`);
  });
};
