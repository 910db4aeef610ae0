import { isStatutory } from '../../calculation/model/lines.ts';
import type { Line, Step, StepRecord, StubResult } from '../../calculation/model/types.ts';
import { MAX_APPEND_BYTES } from '../../event-store/port.ts';
import type { Aggregate, DomainEvent, EventBody, RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import type { EventData } from '../../kernel/events/define.ts';
import { byId } from '../../values/json.ts';
import { payStubExplained } from '../events/pay-stub.ts';
import type { PartialFacts } from '../facts/partial-facts.ts';
import { calculated, linesOf } from './calculate.ts';

/** The steps of a stub's lines, by line id. */
export interface Explanation {
  steps: Readonly<Record<string, readonly Step[]>>;
  /** False where steps or records were left out. */
  is_complete: boolean;
}

/** Steps of larger stubs are shortened: the event shares an append with the calculation that it explains. */
const MAX_BYTES = 256 * 1024;
/** What the other events of a closing and their metadata take of the append. */
const CLOSING_BYTES = 16 * 1024;

const standing = (line: Pick<Line, 'custom_amount' | 'managed_amount'>): string =>
  line.custom_amount ?? line.managed_amount ?? '0';

/**
 * How the amounts that are on a stub came about, from the facts that they were calculated from. A line
 * whose amount comes out otherwise by now is left without steps, so no step explains another amount.
 */
export const explain = async (
  stub: RecordOf<'pay_stub'>,
  facts: PartialFacts,
  aggregate: Aggregate,
  services: Services,
  tenant: Tenant,
): Promise<Explanation> => {
  const { result } = await calculated(stub, facts, aggregate, stub.updated_at, services, tenant, true);
  const amounts = new Map(result.lines.map((line) => [line.id, standing(line)]));
  const steps = byId<readonly Step[]>();
  let is_complete = true;
  for (const line of linesOf(aggregate)) {
    const own = result.explanation[line.id];
    if (amounts.get(line.id) !== standing(line)) is_complete = false;
    else if (own) steps[line.id] = own;
  }
  return { steps, is_complete };
};

/**
 * Steps as the event keeps them: what many steps share (texts, sources, records) is once, and is named by its place.
 */
type Packed = EventData<typeof payStubExplained>;

/** A list in which what has the same key is once. */
const once = <K, T>() => {
  const all: T[] = [];
  const places = new Map<K, number>();
  const placeOf = (key: K, make: () => T): number => {
    const known = places.get(key);
    if (known !== undefined) return known;
    const place = all.push(make()) - 1;
    places.set(key, place);
    return place;
  };
  return { all, placeOf };
};
/** What each thing takes beside its characters: quotes and a comma, or the digits of a place. */
const AROUND = 8;
/** A character in JSON, at most: an escape. */
const CHARACTER_bytes = 6;

/** A packed explanation, and the bytes that it takes at most. */
const pack = ({ steps, is_complete }: Explanation): { data: Packed; most_bytes: number } => {
  const texts = once<string, string | string[]>();
  const records = once<string, Packed['records'][number]>();
  // The same step may explain several lines: annual tax, federal and provincial.
  const packed = once<Step, Packed['steps'][number]>();
  let characters = AROUND;
  /** Counts what is written, and gives it. */
  const counted = (text: string): string => {
    characters += text.length + AROUND;
    return text;
  };
  const textAt = (text: string): number => texts.placeOf(text, () => counted(text));
  // No text begins as the key of a list does.
  const sourcesAt = (sources: readonly string[]): number =>
    texts.placeOf(`\n${sources.join('\n')}`, () => sources.map(counted));
  const recordAt = ({ object, id }: StepRecord): number =>
    records.placeOf(`${object}/${id}`, () => [textAt(object), counted(id)]);
  const stepAt = (step: Step): number =>
    packed.placeOf(step, () => {
      const { name, formula, value, figures, source = [], records: standsOn = [] } = step;
      for (const [key, figure] of Object.entries(figures)) characters += key.length + figure.length + 2 * AROUND;
      characters += AROUND * (8 + standsOn.length);
      return [textAt(name), textAt(formula), counted(value), figures, sourcesAt(source), standsOn.map(recordAt)];
    });
  const lines: Packed['lines'] = byId();
  for (const [id, own] of Object.entries(steps)) {
    lines[counted(id)] = own.map(stepAt);
    characters += AROUND * (own.length + 1);
  }
  const data = { lines, steps: packed.all, texts: texts.all, records: records.all, is_complete };
  return { data, most_bytes: CHARACTER_bytes * characters };
};

const unpack = ({ lines, steps, texts, records, is_complete }: Packed): Explanation => {
  const textAt = (place: number): string => {
    const text = texts[place];
    if (typeof text !== 'string') throw new Error(`place ${place} of an explanation holds no text`);
    return text;
  };
  const recordAt = (place: number): StepRecord => {
    const [object, id] = records[place]!;
    return { object: textAt(object), id };
  };
  const stepOf = (place: number): Step => {
    const [name, formula, value, figures, sources, standsOn] = steps[place]!;
    const source = [texts[sources] ?? []].flat();
    return {
      name: textAt(name),
      formula: textAt(formula),
      value,
      figures,
      ...(source.length > 0 ? { source } : {}),
      ...(standsOn.length > 0 ? { records: standsOn.map(recordAt) } : {}),
    };
  };
  return { steps: Object.fromEntries(Object.entries(lines).map(([id, own]) => [id, own.map(stepOf)])), is_complete };
};

/**
 * Steps without the records that they are based on: of a stub with hundreds of lines these take more room than the
 * rest.
 */
const withoutRecords = (steps: Explanation['steps']): Explanation['steps'] =>
  Object.fromEntries(Object.entries(steps).map(([id, own]) => [id, own.map(({ records: _, ...step }) => step)]));

/**
 * The event that keeps the explanation of a stub that is about to be closed.
 *
 * @param result of the calculation that it is closed with, its explanation included
 * @param calculation_bytes what the event of that calculation takes of the append
 */
export const explainedEvent = ({ lines, explanation }: StubResult, calculation_bytes: number): EventBody => {
  const most = Math.min(MAX_BYTES, MAX_APPEND_BYTES - CLOSING_BYTES - calculation_bytes);
  const whole: Explanation = { steps: explanation, is_complete: true };
  const statutory = (): Explanation['steps'] => {
    const ids = new Set(lines.flatMap(({ id, kind }) => (isStatutory(kind) ? [id] : [])));
    return Object.fromEntries(Object.entries(whole.steps).filter(([id]) => ids.has(id)));
  };
  const shortened = (steps: Explanation['steps']): Explanation => ({ steps, is_complete: false });
  const forms = [() => whole, () => shortened(withoutRecords(whole.steps)), () => shortened(statutory())];
  for (const form of forms) {
    const { data, most_bytes } = pack(form());
    // Nearly all are far below the limit, and need not be written out to know it.
    if (most_bytes <= most || Buffer.byteLength(JSON.stringify(data)) <= most) return payStubExplained(data);
  }
  return payStubExplained(pack(shortened({})).data);
};

/** The explanation that was kept when a stub was closed last. */
export const keptExplanation = (events: readonly DomainEvent[]): Explanation | undefined => {
  const kept = events.findLast(payStubExplained.is);
  return kept && unpack(kept.data);
};
