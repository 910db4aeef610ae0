import { isStatutory } from '../../calculation/model/lines.ts';
import type { Line, Step, StubResult } from '../../calculation/model/types.ts';
import { MAX_APPEND_BYTES } from '../../event-store/port.ts';
import type { Aggregate, DomainEvent, EventBody, RecordOf } from '../../kernel/definition/resource.ts';
import type { EventData } from '../../kernel/events/define.ts';
import { payStubExplained } from '../events/pay-stub.ts';
import type { PartialFacts } from '../facts/stub-facts.ts';
import { linesOf, runPipeline } from './calculate.ts';

/** The steps of a stub's lines, by line id. */
export interface Explanation {
  steps: Readonly<Record<string, readonly Step[]>>;
  /** False where steps were left out. */
  is_complete: boolean;
}

/** Steps of larger stubs are shortened: the event shares an append with the calculation that it explains. */
const MAX_BYTES = 256 * 1024;
/** What the other events of a closing and their metadata take of the append. */
const CLOSING_BYTES = 16 * 1024;

const standing = (line: Pick<Line, 'custom_amount' | 'managed_amount'>): string =>
  line.custom_amount ?? line.managed_amount ?? '0';

/**
 * How the amounts that stand on a stub came about, worked out from the facts that they were calculated from. A line
 * whose amount comes out otherwise by now is left without steps, so no step explains another amount.
 */
export const explain = (stub: RecordOf<'pay_stub'>, facts: PartialFacts, aggregate: Aggregate): Explanation => {
  const result = runPipeline(stub, facts, aggregate, stub.updated_at, true);
  const calculated = new Map(result.lines.map((line) => [line.id, standing(line)]));
  const steps: Record<string, readonly Step[]> = {};
  let is_complete = true;
  for (const line of linesOf(aggregate)) {
    const own = result.explanation[line.id];
    if (calculated.get(line.id) !== standing(line)) is_complete = false;
    else if (own) steps[line.id] = own;
  }
  return { steps, is_complete };
};

/** Steps as the event keeps them: what many steps share (texts, sources) stands once, and is named by its place. */
type Packed = EventData<typeof payStubExplained>;

const pack = ({ steps, is_complete }: Explanation): Packed => {
  const texts: (string | string[])[] = [];
  const places = new Map<string, number>();
  const placeOf = (text: string | string[]): number => {
    const key = JSON.stringify(text);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, texts.length);
    return texts.push(text) - 1;
  };
  // The same step may explain several lines: annual tax, federal and provincial.
  const packed: Packed['steps'] = [];
  const stepOf = ({ name, formula, value, figures, source }: Step): number => {
    const kept: Packed['steps'][number] = [
      placeOf(name),
      placeOf(formula),
      value,
      { ...figures },
      placeOf([...(source ?? [])]),
    ];
    const key = JSON.stringify(kept);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, packed.length);
    return packed.push(kept) - 1;
  };
  const lines = Object.fromEntries(Object.entries(steps).map(([id, own]) => [id, own.map(stepOf)]));
  return { lines, steps: packed, texts, is_complete };
};

const unpack = ({ lines, steps, texts, is_complete }: Packed): Explanation => {
  const textAt = (place: number): string => {
    const text = texts[place];
    if (typeof text !== 'string') throw new Error(`place ${place} of an explanation holds no text`);
    return text;
  };
  const stepOf = (place: number): Step => {
    const [name, formula, value, figures, source] = steps[place]!;
    return { name: textAt(name), formula: textAt(formula), value, figures, source: [texts[source] ?? []].flat() };
  };
  return { steps: Object.fromEntries(Object.entries(lines).map(([id, own]) => [id, own.map(stepOf)])), is_complete };
};

/**
 * The event that keeps the explanation of a stub that is about to be closed.
 *
 * @param result of the calculation that it is closed with, its explanation included
 * @param calculation_bytes what the event of that calculation takes of the append
 */
export const explainedEvent = ({ lines, explanation }: StubResult, calculation_bytes: number): EventBody => {
  const most = Math.min(MAX_BYTES, MAX_APPEND_BYTES - CLOSING_BYTES - calculation_bytes);
  const whole: Explanation = { steps: explanation, is_complete: true };
  const ids = new Set(lines.flatMap(({ id, kind }) => (isStatutory(kind) ? [id] : [])));
  const statutory = Object.fromEntries(Object.entries(whole.steps).filter(([id]) => ids.has(id)));
  const shorter: Explanation[] = [whole, { steps: statutory, is_complete: false }, { steps: {}, is_complete: false }];
  const fitting = shorter.map(pack).find((data) => Buffer.byteLength(JSON.stringify(data)) <= most);
  return payStubExplained(fitting ?? pack(shorter[2]!));
};

/** The explanation that was kept when a stub was closed last. */
export const keptExplanation = (events: readonly DomainEvent[]): Explanation | undefined => {
  const kept = events.findLast(payStubExplained.is);
  return kept && unpack(kept.data);
};
