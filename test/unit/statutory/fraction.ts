/** Exact fractions, for a calculation that should be plain to read and may be slow. */
export class Fraction {
  readonly over: bigint;
  readonly under: bigint;

  private constructor(over: bigint, under: bigint) {
    this.over = over;
    this.under = under;
  }

  /** A decimal, or a quotient of two ("0.04/0.06"). */
  static of(text: string | number): Fraction {
    const [top = '0', bottom] = String(text).split('/');
    if (bottom !== undefined) return Fraction.of(top.trim()).divide(bottom.trim());
    const [whole = '0', decimals = ''] = top.trim().split('.');
    return Fraction.make(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
  }

  private static make(over: bigint, under: bigint): Fraction {
    return under < 0n ? new Fraction(-over, -under) : new Fraction(over, under);
  }

  plus(other: Fraction | string): Fraction {
    const b = asFraction(other);
    return Fraction.make(this.over * b.under + b.over * this.under, this.under * b.under);
  }

  minus(other: Fraction | string): Fraction {
    const b = asFraction(other);
    return Fraction.make(this.over * b.under - b.over * this.under, this.under * b.under);
  }

  times(other: Fraction | string | number): Fraction {
    const b = asFraction(other);
    return Fraction.make(this.over * b.over, this.under * b.under);
  }

  divide(other: Fraction | string | number): Fraction {
    const b = asFraction(other);
    return Fraction.make(this.over * b.under, this.under * b.over);
  }

  isAbove(other: Fraction | string): boolean {
    const b = asFraction(other);
    return this.over * b.under > b.over * this.under;
  }

  get isZero(): boolean {
    return this.over === 0n;
  }

  /** Half up, away from zero, to so many decimals. */
  round(places = 2): Fraction {
    const scale = 10n ** BigInt(places);
    const size = this.over < 0n ? -this.over : this.over;
    const units = (2n * size * scale + this.under) / (2n * this.under);
    return Fraction.make(this.over < 0n ? -units : units, scale);
  }

  /** What is behind so many decimals is dropped; of amounts that are not negative. */
  cut(places = 2): Fraction {
    const scale = 10n ** BigInt(places);
    return Fraction.make((this.over * scale) / this.under, scale);
  }

  /** In whole cents, of an amount that has no more decimals. */
  get cents(): number {
    const cents = this.over * 100n;
    if (cents % this.under !== 0n) throw new Error('not a whole number of cents');
    return Number(cents / this.under);
  }
}

const asFraction = (value: Fraction | string | number): Fraction =>
  value instanceof Fraction ? value : Fraction.of(value);

export const ZERO = Fraction.of('0');
export const least = (a: Fraction, b: Fraction): Fraction => (a.isAbove(b) ? b : a);
export const most = (a: Fraction, b: Fraction): Fraction => (a.isAbove(b) ? a : b);
/** "If the result is negative, enter 0." */
export const notBelowZero = (a: Fraction): Fraction => most(a, ZERO);
