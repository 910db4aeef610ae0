import type { WithholdingResult } from '../../../src/statutory/request/calculate.ts';
import { calculateRequest } from '../../../src/statutory/request/calculate.ts';
import type { WithholdingRequest } from '../../../src/statutory/request/request.ts';
import { addDays, dateOf } from '../../../src/values/dates.ts';

/** Amounts in cents, exactly. */
const cents = (text: string): number => {
  const [whole, rest = ''] = text.replace('-', '').split('.');
  return (Number(whole) * 100 + Number(rest.padEnd(2, '0'))) * (text.startsWith('-') ? -1 : 1);
};
const text = (amount: number): string => (amount / 100).toFixed(2);

export interface Year {
  tax_year: number;
  request: WithholdingRequest;
  /** The pay of a period; by default the request's regular pay. */
  pays?: readonly string[];
  quebec_periods?: { from: number; to: number };
  shares?: { ftq: string; fondaction: string; from: number; to: number };
}

const step = (result: WithholdingResult, name: string): string =>
  result.explanation.find((one) => one.name === name)?.value ?? '0';

/** Pays through a year with one employer, each with what the earlier ones came to; the pay dates are spread evenly. */
export const runYear = ({ tax_year, request, pays, quebec_periods, shares }: Year): WithholdingResult[] => {
  const periods = request.pay_periods as number;
  const ytd: Record<string, number> = {};
  const add = (name: string, amount: string) => {
    ytd[name] = (ytd[name] ?? 0) + cents(amount);
  };
  const results: WithholdingResult[] = [];
  for (let number = 1; number <= periods; number++) {
    const inQuebec = quebec_periods && number >= quebec_periods.from && number <= quebec_periods.to;
    const buys = shares && number >= shares.from && number <= shares.to;
    const regular = pays?.[number - 1] ?? String(request.regular_pay);
    const pay: WithholdingRequest = {
      ...request,
      pay_date: payDate(tax_year, number, periods),
      regular_pay: regular,
      period_number: number,
      ...(inQuebec ? { province_of_employment: 'QC' } : {}),
      ...(buys ? { labour_sponsored_shares: { ftq: shares.ftq, fondaction: shares.fondaction } } : {}),
      year_to_date: Object.fromEntries(Object.entries(ytd).map(([name, amount]) => [name, text(amount)])),
    };
    const result = calculateRequest(pay, { explain: true });
    const { employee } = result;
    const gross = result.gross_pay;
    const isPensionable = step(result, 'C') !== '0' || step(result, 'C2') !== '0' || (ytd.pensionable ?? 0) > 0;
    if (isPensionable) add('pensionable', gross);
    add('insurable', gross);
    add('taxable', gross);
    for (const name of ['cpp', 'cpp2', 'qpp', 'qpp2', 'ei', 'qpip', 'federal_tax', 'provincial_tax'] as const) {
      add(name, employee[name]);
    }
    add('f5a', step(result, 'F5A'));
    add('rpp', String(request.rpp ?? '0'));
    add('rrsp', String(request.rrsp ?? '0'));
    add('union_dues', String(request.union_dues ?? '0'));
    results.push(result);
  }
  return results;
};

/** Evenly spread, the last on 31 December; the middle of a month falls into it, as with two pays a month. */
export const payDate = (tax_year: number, number: number, periods: number): string => {
  if (periods === 24) return dateOf(tax_year, Math.ceil(number / 2), number % 2 === 1 ? 15 : 28);
  if (periods === 12) return dateOf(tax_year, number, 28);
  const span = periods >= 52 ? 7 : 14;
  return addDays(dateOf(tax_year, 12, 31), (number - periods) * span);
};
