import type { RecordOf } from '../../kernel/definition/resource.ts';
import { type Decimal, type DecimalInput, decimal, toText, ZERO } from '../../values/money.ts';
import { exemptIn } from './exempt.ts';

/** Sums by name, as rows are gone through. */
export class Tally {
  private readonly sums = new Map<string, Decimal>();

  add(name: string, amount: DecimalInput): void {
    this.sums.set(name, (this.sums.get(name) ?? ZERO).plus(decimal(amount)));
  }

  /** A sum; 0 where nothing was added. */
  at(name: string): Decimal {
    return this.sums.get(name) ?? ZERO;
  }

  /** Adds all sums of another one. */
  addAll(other: Tally): void {
    for (const [name, amount] of other.sums) this.add(name, amount);
  }

  /** Several sums together, as text. */
  text(...names: readonly string[]): string {
    return toText(names.reduce((all, name) => all.plus(this.at(name)), ZERO));
  }

  names(): string[] {
    return [...this.sums.keys()].sort();
  }
}

/** The name of a stub's sum of a kind and type of lines. */
export const typeSum = (kind: string, type: string): string => `${kind}/${type}`;
/** The name of a sum that the year needs, as the calculation calls it. */
export const baseSum = (name: string): string => `base/${name}`;

/** Adds what a stub comes to: its lines by kind and type, and the sums of the year that it adds to. */
export const addStub = (tally: Tally, stub: RecordOf<'pay_stub'>): void => {
  const { amounts = {}, bases = {} } = stub;
  for (const [kind, byType] of Object.entries(amounts))
    for (const [type, amount] of Object.entries(byType)) tally.add(typeSum(kind, type), amount);
  for (const [name, amount] of Object.entries({ ...bases, ...exemptIn(stub) })) tally.add(baseSum(name), amount);
};

const PENSION_OF_QUEBEC = ['qpp', 'qpp_2', 'qpip'];

/** The province of employment that a stub was calculated for, by two letters; null where nothing was. */
export const provinceOf = ({ amounts = {}, bases = {} }: RecordOf<'pay_stub'>): string | null => {
  for (const name of Object.keys(bases)) {
    const [, province] = /^(?:health_tax|employed)_([a-z]{2})$/.exec(name) ?? [];
    if (province) return province.toUpperCase();
  }
  const withheld = Object.keys(amounts.statutory_withholding ?? {});
  return withheld.some((type) => PENSION_OF_QUEBEC.includes(type)) ? 'QC' : null;
};

/** The same as text: nothing where none is known. */
export const byProvince = (stub: RecordOf<'pay_stub'>): string => provinceOf(stub) ?? '';

const PLACE: Readonly<Record<string, string>> = { OC: 'ZZ' };

/** A province of employment as slips write it; nothing where none is known. */
export const placeOf = (province: string): string | null => PLACE[province] ?? (province || null);
