/** Dollars of answers are numbers; sums of them are made in cents, so that they are exact. */
export const cents = (dollars: number | null | undefined): number => Math.round((dollars ?? 0) * 100);

export const sumCents = (amounts: readonly (number | null | undefined)[]): number =>
  amounts.reduce<number>((sum, amount) => sum + cents(amount), 0);

const FORM = new Intl.NumberFormat('en-CA', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `1,234.50` */
export const shown = (dollars: number | null | undefined): string => FORM.format(dollars ?? 0);
export const shownCents = (amount: number): string => FORM.format(amount / 100);
