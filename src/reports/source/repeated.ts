import { slipBoxes } from '../../statutory/editions/line-item-types.ts';
import type { Decimal } from '../../values/money.ts';
import type { ReportSource } from '../model/report-type.ts';
import { boxesOf, mergeBoxes } from './boxes.ts';
import { type Summed, sumsOf } from './people.ts';
import { byProvince } from './tally.ts';

/** What the RL-1 of a person from an employer repeats of T4s; the first one of them takes it. */
export class Repeated {
  private readonly boxes = new Map<string, ReadonlyMap<string, Decimal>>();

  add(whose: string, boxes: ReadonlyMap<string, Decimal>): void {
    this.boxes.set(whose, mergeBoxes(this.boxes.get(whose) ?? new Map(), boxes));
  }

  /** The boxes of a slip with what it repeats. */
  onto(whose: string, boxes: ReadonlyMap<string, Decimal>): ReadonlyMap<string, Decimal> {
    const repeated = this.boxes.get(whose);
    if (!repeated || boxes.size === 0) return boxes;
    this.boxes.delete(whose);
    return mergeBoxes(boxes, repeated);
  }
}

/** A person with an employer. */
export const whoseOf = (person: string, business_entity_id: string): string => `${person}/${business_entity_id}`;

/**
 * What T4s of other provinces say of the Canada Pension Plan, of those among some people who worked in Quebec too:
 * their RL-1 repeats it (Revenu Québec, "CPP Contribution").
 *
 * @param people their sums by province
 */
export const repeatedOf = async (
  people: readonly Pick<Summed, 'person' | 'of'>[],
  source: ReportSource,
): Promise<Repeated> => {
  const found = new Repeated();
  const inQuebec = new Set(people.flatMap(({ person, of }) => (of === 'QC' ? [person] : [])));
  const both = new Set(people.flatMap(({ person, of }) => (isElsewhere(of) && inQuebec.has(person) ? [person] : [])));
  for (const summed of await sumsOf(source, 'employee', [...both], byProvince, 'ca_cra')) {
    const { person, business_entity_id, of, sums } = summed;
    const whose = whoseOf(person, business_entity_id);
    const payee = { id: person, kind: 'employee', number: null, name: null } as const;
    if (!isElsewhere(of)) continue;
    const boxes = boxesOf('t4', { sums, of, payee });
    const repeats = Object.entries(slipBoxes().repeated).flatMap(([box, to]): [string, Decimal][] => {
      const amount = boxes.get(box);
      return amount ? [[to, amount]] : [];
    });
    found.add(whose, new Map(repeats));
  }
  return found;
};

/** Whether it is another province of employment than Quebec, and known. */
export const isElsewhere = (province: string): boolean => province !== '' && province !== 'QC';
