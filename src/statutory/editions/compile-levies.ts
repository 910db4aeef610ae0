import { fixed } from '../../values/fixed.ts';
import type { Edition, Mark, RateRow } from './edition.ts';
import { monthlyOf, quarterlyOf } from './instalments.ts';
import type { BlockMark, YearFile } from './year-file.ts';

/**
 * Where a block of figures is from and whether it was seen; what the block does not say is as of the block around it.
 */
export const markOf = (subject: string, block: BlockMark, outer?: Mark): Mark => ({
  subject,
  source: block.source ?? outer?.source ?? [],
  recalled: block.confidence === undefined ? (outer?.recalled ?? false) : block.confidence === 'recalled',
});

/** Rows of a table of rates, the last of them without an end. */
export const rateRowsOf = (rows: { up_to?: string | undefined; rate: string }[]): RateRow[] =>
  rows.map((row) => ({ up_to: row.up_to === undefined ? null : fixed(row.up_to), rate: fixed(row.rate) }));

/** Employers' health taxes outside Quebec; null where a year's file has none. */
export const healthTaxesOf = (file: YearFile['employer_health_tax']): Edition['health_taxes'] => {
  if (!file) return null;
  const at = (code: string, block: BlockMark) => markOf(`employer_health_tax.${code}`, block);
  return {
    ON: {
      exemption: fixed(file.ON.exemption),
      exemption_lost_above: fixed(file.ON.exemption_lost_above),
      rows: rateRowsOf(file.ON.rows),
      instalments: monthlyOf('employer_health_tax.ON.instalments', file.ON.instalments, markOf),
      mark: at('ON', file.ON),
    },
    BC: {
      exempt_up_to: fixed(file.BC.exempt_up_to),
      notch_up_to: fixed(file.BC.notch.up_to),
      notch_rate: fixed(file.BC.notch.rate),
      full_rate: fixed(file.BC.full_rate),
      instalments: quarterlyOf('employer_health_tax.BC.instalments', file.BC.instalments, markOf),
      mark: at('BC', file.BC),
    },
    MB: {
      exempt_up_to: fixed(file.MB.exempt_up_to),
      notch_up_to: fixed(file.MB.notch_up_to),
      notch_rate: fixed(file.MB.notch_rate),
      full_rate: fixed(file.MB.full_rate),
      instalments: monthlyOf('employer_health_tax.MB.instalments', file.MB.instalments, markOf),
      mark: at('MB', file.MB),
    },
    NL: {
      exempt_up_to: fixed(file.NL.exempt_up_to),
      rate: fixed(file.NL.rate),
      instalments: monthlyOf('employer_health_tax.NL.instalments', file.NL.instalments, markOf),
      mark: at('NL', file.NL),
    },
  };
};

/** The payroll taxes of the territories; null where a year's file has none. */
export const territorialOf = (file: YearFile['territorial_payroll_tax']): Edition['territorial'] => {
  if (!file) return null;
  const one = (code: 'NT' | 'NU') => {
    const block = file[code];
    const mark = markOf(`territorial_payroll_tax.${code}`, block);
    return {
      rate: fixed(block.rate),
      exemption: block.exemption
        ? {
            limit: fixed(block.exemption.limit),
            mark: markOf(`territorial_payroll_tax.${code}.exemption`, block.exemption, mark),
          }
        : null,
      mark,
    };
  };
  return { NT: one('NT'), NU: one('NU') };
};
