import { mapValues } from '../../values/json.ts';
import { toNumber } from '../../values/money.ts';
import type { Locale } from '../../values/text.ts';
import type { StatutoryWarning, Step } from '../editions/trace.ts';
import type { WithholdingResult } from './calculate.ts';
import { type Paragraph, paragraphOf } from './paragraphs.ts';

/** The `data` of an answer: amounts as JSON numbers, everything else as it is. */
export interface PresentedWithholdings {
  employee: Record<keyof WithholdingResult['employee'], number>;
  employer: Record<keyof WithholdingResult['employer'], number>;
  gross_pay: number;
  net_pay: number;
  edition: string;
  is_pending_tax_rates: boolean;
  explanation: (Omit<Step, 'value' | 'figures'> &
    Partial<Paragraph> & { value: number; figures: Record<string, number | string> })[];
  warnings: PresentedWarning[];
}

/** A warning with its sentence in the language of the request. */
export type PresentedWarning = Omit<StatutoryWarning, 'message'> & { message: string };

/** Warnings in the language of the request. */
export const presentWarnings = (warnings: readonly StatutoryWarning[], locale: Locale): PresentedWarning[] =>
  warnings.map((warning) => ({ ...warning, message: warning.message[locale] }));

const NUMBER = /^-?\d+(\.\d+)?$/;

const numbers = <K extends string>(amounts: Record<K, string>): Record<K, number> => mapValues(amounts, toNumber);

/** A step as answers show it: where its rule is, decimal text as numbers, days and names as they are. */
export const presentStep = <
  S extends {
    readonly name: string;
    readonly formula: string;
    readonly value: string;
    readonly figures: Readonly<Record<string, string>>;
  },
>({
  value,
  figures,
  ...step
}: S) => ({
  ...step,
  ...paragraphOf(step),
  value: toNumber(value),
  figures: Object.fromEntries(
    Object.entries(figures).map(([name, figure]) => [name, NUMBER.test(figure) ? toNumber(figure) : figure]),
  ),
});

/** The result of a calculation as an answer shows it: amounts are numbers. */
export const presentWithholdings = (
  { employee, employer, gross_pay, net_pay, explanation, warnings, ...rest }: WithholdingResult,
  locale: Locale,
): PresentedWithholdings => ({
  employee: numbers(employee),
  employer: numbers(employer),
  gross_pay: toNumber(gross_pay),
  net_pay: toNumber(net_pay),
  ...rest,
  explanation: explanation.map(presentStep),
  warnings: presentWarnings(warnings, locale),
});
