import type { CalendarDate } from '../../values/dates.ts';
import type { Fixed } from '../../values/fixed.ts';
import { fixed, ONE } from '../../values/fixed.ts';
import { healthTaxesOf, markOf, rateRowsOf, territorialOf } from './compile-levies.ts';
import type {
  BasicAmount,
  Edition,
  HsfSector,
  Indexing,
  Mark,
  PensionPlan,
  Province,
  TaxTable,
  TaxTables,
} from './edition.ts';
import { remittancesOf } from './instalments.ts';
import type { BasicAmountFile, IndexingFile, PensionFile, TaxPeriodFile, TaxTableFile, YearFile } from './year-file.ts';

/** The two sides of a quotient: "0.04/0.06" or plain "0.25". */
const quotientOf = (written: string): { numerator: Fixed; divisor: Fixed } => {
  const [numerator, divisor] = written.split('/');
  return { numerator: fixed(numerator!), divisor: divisor === undefined ? ONE : fixed(divisor) };
};

const basicOf = (file: BasicAmountFile): BasicAmount => {
  if (typeof file === 'string') return { type: 'flat', amount: fixed(file) };
  if (file.type === 'flat') return { type: 'flat', amount: fixed(file.amount) };
  if (file.type === 'federal') return { type: 'federal' };
  return {
    type: 'phase_out',
    max: fixed(file.max),
    min: fixed(file.min),
    from: fixed(file.phase_out_from),
    to: fixed(file.phase_out_to),
    measured_by: file.measured_by,
  };
};

const indexingOf = (file: IndexingFile | undefined, subject: string): Indexing | null =>
  file
    ? {
        rate: fixed(file.value),
        is_all_indexed: file.is_all_indexed ?? false,
        basic_apart: file.basic_apart
          ? {
              min: fixed(file.basic_apart.min),
              max: fixed(file.basic_apart.max),
              added: fixed(file.basic_apart.added),
            }
          : null,
        mark: markOf(`${subject}.indexing_rate`, file),
      }
    : null;

const bracketsOf = (rows: { over: string; rate: string; constant: string }[], subject: string) => {
  const brackets = rows.map((row) => ({ over: fixed(row.over), rate: fixed(row.rate), constant: fixed(row.constant) }));
  const ordered = brackets.every((row, index) => index === 0 || brackets[index - 1]!.over < row.over);
  if (!ordered || brackets[0]!.over !== 0n) throw new Error(`${subject}: brackets start at 0 and rise`);
  return brackets;
};

const tableOf = (
  file: TaxTableFile,
  basic: BasicAmount,
  replaced_basic: TaxTable['replaced_basic'],
  mark: Mark,
): TaxTable => ({
  replaced_basic,
  lowest_rate: fixed(file.lowest_rate),
  brackets: bracketsOf(file.brackets, mark.subject),
  basic: file.basic_personal_amount === undefined ? basic : basicOf(file.basic_personal_amount),
  supplemental: file.supplemental_credit
    ? { threshold: fixed(file.supplemental_credit.threshold), ...quotientOf(file.supplemental_credit.ratio) }
    : null,
  reduction: file.tax_reduction
    ? {
        basic: fixed(file.tax_reduction.basic),
        from: fixed(file.tax_reduction.phase_out_from),
        to: fixed(file.tax_reduction.phase_out_to),
        rate: fixed(file.tax_reduction.phase_out_rate),
      }
    : null,
  mark,
});

/** The period of a jurisdiction that holds on a day; periods of a year follow each other without a gap. */
const periodOn = (periods: TaxPeriodFile[], day: CalendarDate, subject: string): TaxPeriodFile => {
  const found = periods.find((period) => period.from <= day && day <= period.to);
  if (!found) throw new Error(`${subject}: no period holds on ${day}`);
  return found;
};

const tablesOf = (
  periods: TaxPeriodFile[],
  day: CalendarDate,
  subject: string,
  basic: BasicAmount,
  claim_step: string | undefined,
): TaxTables => {
  const period = periodOn(periods, day, subject);
  const mark = markOf(`${subject} from ${period.from}`, period);
  const replaced =
    period.replaces_basic === undefined ? null : { amount: fixed(period.replaces_basic), before: period.from };
  const option1 = tableOf(period.option1, basic, replaced, mark);
  // A chart that does not change within the year is in the period in which it began.
  const step = periods.findLast((other) => other.from <= day && other.claim_step)?.claim_step ?? claim_step;
  return {
    option1,
    option2: period.option2 ? tableOf(period.option2, option1.basic, replaced, mark) : option1,
    claim_step: step === undefined ? null : fixed(step),
  };
};

const pensionOf = (file: PensionFile, name: 'CPP' | 'QPP'): PensionPlan => {
  const mark = markOf(name.toLowerCase(), file);
  return {
    mark,
    least_cent: name === 'QPP',
    name,
    ympe: fixed(file.ympe),
    yampe: fixed(file.yampe),
    basic_exemption: fixed(file.basic_exemption),
    rate: fixed(file.contribution_rate),
    base_rate: fixed(file.base_rate),
    first_additional_rate: fixed(file.first_additional_rate),
    max: fixed(file.max_contribution),
    max_base: fixed(file.max_base_contribution),
    max_first_additional: fixed(file.max_first_additional),
    second_rate: fixed(file.second_additional.rate),
    second_max: fixed(file.second_additional.max_contribution),
    stops:
      typeof file.stops === 'object'
        ? { at_age: file.stops.at_age, mark: markOf(`${name.toLowerCase()}.stops`, file.stops, mark) }
        : null,
  };
};

const sectorOf = (file: Record<keyof HsfSector, string>): HsfSector => ({
  low_rate: fixed(file.low_rate),
  percent_base: fixed(file.percent_base),
  percent_per_million: fixed(file.percent_per_million),
  high_rate: fixed(file.high_rate),
});

const provinceOf = (code: string, file: YearFile['provinces'][string], day: CalendarDate): Province => {
  const at = `provinces.${code}`;
  return {
    code,
    indexing: indexingOf(file.indexing_rate, at),
    ...tablesOf(file.periods, day, at, { type: 'federal' }, undefined),
    labour_fund: file.labour_sponsored_funds_credit
      ? {
          rate: fixed(file.labour_sponsored_funds_credit.rate),
          max: fixed(file.labour_sponsored_funds_credit.max),
          mark: markOf(`${at}.labour_sponsored_funds_credit`, file.labour_sponsored_funds_credit),
        }
      : null,
    employment_amount: file.employment_amount
      ? {
          amount: fixed(file.employment_amount.amount),
          mark: markOf(`${at}.employment_amount`, file.employment_amount),
        }
      : null,
    surtax: file.surtax?.rows.length
      ? {
          rows: file.surtax.rows.map((row) => ({ over: fixed(row.over), rate: fixed(row.rate) })),
          mark: markOf(`${at}.surtax`, file.surtax),
        }
      : null,
    reduction_for_dependants: file.tax_reduction
      ? {
          basic: fixed(file.tax_reduction.basic),
          per_dependant: fixed(file.tax_reduction.per_dependant),
          mark: markOf(`${at}.tax_reduction`, file.tax_reduction),
        }
      : null,
    health_premium: file.health_premium
      ? {
          rows: file.health_premium.rows.map((row) => ({
            over: fixed(row.over),
            base: fixed(row.base),
            rate: fixed(row.rate),
            cap: fixed(row.cap),
          })),
          mark: markOf(`${at}.health_premium`, file.health_premium),
        }
      : null,
  };
};

const quebecOf = ({ quebec }: YearFile): Edition['quebec'] => {
  const tax = quebec.income_tax;
  const mark = markOf('quebec.income_tax', tax);
  const { single_payments: single, health_services_fund: hsf, labour_standards: standards, wsdrf } = quebec;
  const standardsMark = standards ? markOf('quebec.labour_standards', standards) : null;
  return {
    brackets: bracketsOf(tax.brackets, mark.subject),
    basic: fixed(tax.basic_personal_amount),
    credit_rate: fixed(tax.credit_rate),
    worker_rate: fixed(tax.worker_deduction.rate),
    worker_max: fixed(tax.worker_deduction.max),
    fund_rate: fixed(tax.labour_funds.rate),
    fund_max_shares: fixed(tax.labour_funds.annual_purchase_cap),
    lump_sum_threshold: fixed(tax.lump_sum.threshold),
    lump_sum_rate: fixed(tax.lump_sum.flat_rate),
    indexing:
      tax.indexing_rate === undefined
        ? null
        : { rate: fixed(tax.indexing_rate), is_all_indexed: false, basic_apart: null, mark },
    mark,
    single_payments: single ? { rows: rateRowsOf(single.rows), mark: markOf('quebec.single_payments', single) } : null,
    health_services_fund: hsf
      ? {
          lower: fixed(hsf.lower),
          upper: fixed(hsf.upper),
          public_sector_rate: fixed(hsf.public_sector_rate),
          general: sectorOf(hsf.general),
          primary_and_manufacturing: sectorOf(hsf.primary_and_manufacturing),
          remittances: remittancesOf('quebec.health_services_fund.remittances', hsf.remittances, markOf),
          mark: markOf('quebec.health_services_fund', hsf),
        }
      : null,
    labour_standards: standards
      ? {
          rate: fixed(standards.rate),
          max_earnings: fixed(
            typeof standards.max_earnings === 'string' ? standards.max_earnings : standards.max_earnings.value,
          ),
          mark: standardsMark!,
        }
      : null,
    wsdrf: wsdrf
      ? {
          payroll_threshold: fixed(wsdrf.payroll_threshold),
          rate: fixed(wsdrf.rate),
          mark: markOf('quebec.wsdrf', wsdrf),
        }
      : null,
  };
};

/** The figures of a tax year as they are from a day on, ready to calculate with. */
// Long: one member of an edition after the other, as its data file has them; nothing branches.
const editionFrom = (file: YearFile, day: CalendarDate): Edition => {
  const federalBasic = file.federal.basic_personal_amount;
  const basic: BasicAmount = {
    type: 'phase_out',
    max: fixed(federalBasic.max),
    min: fixed(federalBasic.min),
    from: fixed(federalBasic.phase_out_from),
    to: fixed(federalBasic.phase_out_to),
    measured_by: 'NI',
  };
  const { federal, ei, qpip } = file;
  const eiMark = markOf('ei', ei);
  const premiumsOf = (block: { employee_rate: string; max_employee_premium: string }, mark: Mark) => ({
    max_insurable: fixed(ei.max_insurable_earnings),
    rate: fixed(block.employee_rate),
    max: fixed(block.max_employee_premium),
    employer_multiplier: fixed(ei.employer_multiplier),
    mark,
  });
  const { workers_compensation_max_assessable: assessable, lump_sum_withholding: lumpSums } = file;
  return {
    tax_year: file.tax_year,
    effective_from: day,
    cpp: pensionOf(file.cpp, 'CPP'),
    qpp: pensionOf(file.qpp, 'QPP'),
    ei: premiumsOf(ei, eiMark),
    ei_quebec: premiumsOf(ei.quebec, markOf('ei.quebec', ei.quebec, eiMark)),
    qpip: {
      rate: fixed(qpip.employee_rate),
      max: fixed(qpip.max_employee_premium),
      employer_rate: fixed(qpip.employer_rate),
      employer_max: fixed(qpip.max_employer_premium),
      mark: markOf('qpip', qpip),
    },
    federal: {
      ...tablesOf(federal.periods, day, 'federal', basic, federal.claim_codes?.step),
      indexing: indexingOf(federal.indexing_rate, 'federal'),
      employment_amount: {
        amount: fixed(federal.canada_employment_amount.amount),
        mark: markOf('federal.canada_employment_amount', federal.canada_employment_amount),
      },
      labour_fund: {
        rate: fixed(federal.labour_sponsored_funds_credit.rate),
        max: fixed(federal.labour_sponsored_funds_credit.max),
        mark: markOf('federal.labour_sponsored_funds_credit', federal.labour_sponsored_funds_credit),
      },
      quebec_abatement: {
        rate: fixed(federal.quebec_abatement.rate),
        mark: markOf('federal.quebec_abatement', federal.quebec_abatement),
      },
      outside_canada_surtax: {
        rate: fixed(federal.outside_canada_surtax.rate),
        mark: markOf('federal.outside_canada_surtax', federal.outside_canada_surtax),
      },
      small_bonus: {
        threshold: fixed(federal.small_bonus_flat_rate.threshold),
        rate: fixed(federal.small_bonus_flat_rate.rate),
        quebec_rate: fixed(federal.small_bonus_flat_rate.quebec_rate),
        mark: markOf('federal.small_bonus_flat_rate', federal.small_bonus_flat_rate),
      },
    },
    provinces: new Map(
      Object.entries(file.provinces).map(([code, block]) => [code, provinceOf(code, block, day)] as const),
    ),
    quebec: quebecOf(file),
    health_taxes: healthTaxesOf(file.employer_health_tax),
    territorial: territorialOf(file.territorial_payroll_tax),
    workers_compensation: assessable
      ? {
          max: new Map(Object.entries(assessable.table).map(([code, amount]) => [code, fixed(amount)] as const)),
          mark: markOf('workers_compensation_max_assessable', assessable),
        }
      : null,
    lump_sums: lumpSums
      ? {
          rows: lumpSums.rows.map((row) => ({
            up_to: row.up_to === undefined ? null : fixed(row.up_to),
            rate: fixed(row.rate),
            quebec_rate: fixed(row.quebec_federal),
          })),
          non_resident_rate: fixed(lumpSums.non_resident_rate),
          mark: markOf('lump_sum_withholding', lumpSums),
        }
      : null,
  };
};

/** The editions of a tax year, one for each day on which figures change, in order. */
export const compileYear = (file: YearFile): Edition[] => {
  const days = new Set(
    [file.federal.periods, ...Object.values(file.provinces).map(({ periods }) => periods)].flatMap((periods) =>
      periods.map(({ from }) => from),
    ),
  );
  return [...days].sort().map((day) => editionFrom(file, day));
};
