import type { Fixed } from '../../values/fixed.ts';
import { toText } from '../../values/fixed.ts';
import type { Text } from '../../values/text.ts';

/**
 * One step of how an amount came about. Values are decimal text; `source` names the texts the rule and figures are
 * from.
 */
export interface Step {
  name: string;
  formula: string;
  value: string;
  figures: Record<string, string>;
  source: string[];
}

/** Something the reader of a stub must know about the figures it was made with. */
export interface StatutoryWarning {
  type:
    | 'recalled_figure'
    | 'pending_tax_rates'
    | 'figure_missing'
    | 'not_covered'
    | 'additional_tax_not_withheld'
    | 'earnings_estimated';
  /** For people. */
  message: Text;
  /** Where the figure is in the data file, or what is concerned. */
  subject: string;
}

/** A figure of what gives back less than its formula says, as no more was withheld this year; none of anything else. */
export const boundOfBack = (asked: Fixed, given: Fixed): Record<string, Fixed> =>
  asked < given && given <= 0n ? { 'no more than was withheld this year': -given } : {};

/** Collects the steps of one calculation. Where no explanation is wanted there is none of it: `trace?.step(…)`. */
export interface Trace {
  step: (
    name: string,
    formula: string,
    value: Fixed,
    figures: Record<string, Fixed | number | string>,
    source: readonly string[],
  ) => void;
  steps: Step[];
  /** Runs a part of a calculation that is done more than once; its steps are distinguished by the part's name. */
  within: <T>(part: string, run: () => T) => T;
}

/** A trace without steps yet. */
export const createTrace = (): Trace => {
  const steps: Step[] = [];
  let suffix = '';
  return {
    steps,
    within: (part, run) => {
      const outer = suffix;
      suffix = ` (${part})`;
      try {
        return run();
      } finally {
        suffix = outer;
      }
    },
    step: (name, formula, value, figures, source) => {
      const shown: Record<string, string> = {};
      for (const key in figures) {
        const figure = figures[key]!;
        shown[key] = typeof figure === 'bigint' ? toText(figure) : String(figure);
      }
      steps.push({ name: name + suffix, formula, value: toText(value), figures: shown, source: [...source] });
    },
  };
};
