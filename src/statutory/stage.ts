import { yearOf } from '../kernel/dates.ts';
import type { WithholdingAnswer, WithholdingStage } from '../payrolls/calculation/ports.ts';
import { editionWarnings, warnIfRecalled } from './calculate.ts';
import type { Editions } from './editions/index.ts';
import { EDITIONS, editionFor } from './editions/index.ts';
import type { EmployerCosts } from './employer/costs.ts';
import { employerCosts } from './employer/costs.ts';
import { territorialTax } from './employer/levies.ts';
import { withhold } from './engine.ts';
import type { Method } from './figures.ts';
import { total } from './figures.ts';
import type { Fixed } from './fixed.ts';
import { ONE, toText } from './fixed.ts';
import { jurisdictionOf } from './line-item-types.ts';
import { lumpSumTax } from './lump-sum.ts';
import type { StageFigures } from './stage-figures.ts';
import { hasPay, stageFigures } from './stage-figures.ts';
import type { Due } from './stage-lines.ts';
import { stubLines } from './stage-lines.ts';
import type { StatutoryWarning } from './trace.ts';
import { createTrace } from './trace.ts';

export interface StageOptions {
  /** Figures other than those that ship with the service. */
  editions?: Editions;
  /** `cumulative` averages all regular pays over the year (option 2) in place of option 1. */
  method?: Method;
}

const answer = (
  warnings: readonly StatutoryWarning[],
  members: Partial<Omit<WithholdingAnswer, 'warnings'>> = {},
): WithholdingAnswer => ({
  employee: [],
  employer: [],
  additional_tax: { federal: '0', quebec: '0' },
  bases: {},
  is_pending_tax_rates: false,
  ...members,
  warnings: warnings.map(({ type, message }) => ({ namespace: 'statutory', type, message })),
});

/** What of all stubs of this pay date together is left for this one. */
const dueOf = (stage: StageFigures, trace: Parameters<typeof withhold>[1]): Due => {
  const { figures, earlier } = stage;
  const all = withhold(figures, trace);
  const { contributions } = all;
  const quebec = figures.jurisdiction === 'QC';
  const [first, second] = quebec ? (['qpp', 'qpp_2'] as const) : (['cpp', 'cpp_2'] as const);
  const { qpip } = contributions;
  return {
    pension: contributions.pension - earlier.employee(first),
    second: contributions.second - earlier.employee(second),
    ei: contributions.premium - earlier.employee('ei'),
    qpip: qpip === null ? null : qpip.employee - earlier.employee('qpip'),
    employer: {
      pension: contributions.pension - earlier.employer(first),
      second: contributions.second - earlier.employer(second),
      ei: contributions.employer_premium - earlier.employer('ei'),
      qpip: qpip === null ? null : qpip.employer - earlier.employer('qpip'),
    },
    federal: all.federal - earlier.base('federal_tax'),
    federal_on_non_periodic: all.federal_on_bonus - earlier.base('federal_tax_on_non_periodic'),
    provincial: all.provincial - earlier.base('provincial_tax'),
    provincial_on_non_periodic: all.provincial_on_bonus - earlier.base('provincial_tax_on_non_periodic'),
    f5a: contributions.f5a - earlier.base('f5a'),
    f5b: contributions.f5b - earlier.base('f5b'),
  };
};

/** The territory whose payroll tax is withheld: by its property, or where the work is done. */
const territoryOf = ({ properties, place }: StageFigures): 'NT' | 'NU' | null => {
  for (const territory of ['NT', 'NU'] as const) {
    const flag = properties.flagOrNone(`ca::${territory.toLowerCase()}::territorial_payroll_tax`);
    if (flag ?? place === territory) return territory;
  }
  return null;
};

/**
 * The sums of a stub that later ones of the year need, by name; those that are 0 are left out. Pensionable and insurable
 * earnings count only where contributions are due on them.
 */
const basesOf = (
  { own, figures, place }: StageFigures,
  due: Due | null,
  costs: EmployerCosts | null,
): Record<string, string> => {
  const { exempt, jurisdiction } = figures;
  const insurable = exempt.ei ? 0n : total(own.insurable);
  const sums: Record<string, Fixed> = {
    taxable: own.taxable.periodic,
    all_taxable: total(own.taxable),
    non_periodic: own.taxable.non_periodic,
    all_taxable_quebec: total(own.taxable_quebec),
    non_periodic_quebec: own.taxable_quebec.non_periodic,
    pensionable: exempt.pension ? 0n : total(own.pensionable),
    pensionable_non_periodic: exempt.pension ? 0n : own.pensionable.non_periodic,
    insurable,
    insurable_non_periodic: exempt.ei ? 0n : own.insurable.non_periodic,
    insurable_quebec: jurisdiction === 'QC' ? insurable : 0n,
    qpip_earnings: total(own.qpip),
    qpip_non_periodic: own.qpip.non_periodic,
    lump_sums: own.lump_sum,
    registered_plans: own.registered_plans,
    registered_plans_non_periodic: own.registered_plans_non_periodic,
    union_dues: own.union_dues,
    periodic_pays: own.taxable.periodic > 0n ? ONE : 0n,
    levies_quebec: jurisdiction === 'QC' ? own.levies : 0n,
    [`health_tax_${jurisdiction.toLowerCase()}`]: own.health_tax,
    [`assessable_${place.toLowerCase()}`]: costs?.compensation?.assessable ?? 0n,
    federal_tax: due?.federal ?? 0n,
    federal_tax_on_non_periodic: due?.federal_on_non_periodic ?? 0n,
    provincial_tax: due?.provincial ?? 0n,
    provincial_tax_on_non_periodic: due?.provincial_on_non_periodic ?? 0n,
    f5a: due?.f5a ?? 0n,
    f5b: due?.f5b ?? 0n,
  };
  return Object.fromEntries(Object.entries(sums).flatMap(([name, sum]) => (sum === 0n ? [] : [[name, toText(sum)]])));
};

/**
 * The stage of the pay stub pipeline that the statutory part fills: what the lines count to, what is withheld from the
 * employee, what the employer contributes, and the sums that the year must remember. On a historical payroll nothing is
 * calculated; its sums are taken, so that the year goes on from them.
 */
export const createWithholdingStage =
  ({ editions = EDITIONS, method = 'periodic' }: StageOptions = {}): WithholdingStage =>
  (request) => {
    const { facts } = request;
    const { pay_date, type } = facts.payroll;
    const jurisdiction = jurisdictionOf(request.province);
    if (!jurisdiction) {
      const message = 'Nothing is withheld while the province of employment is not known.';
      return answer([{ type: 'figure_missing', subject: 'ca::province_of_employment', message }]);
    }
    if (pay_date < editions.first_day) {
      const message = `There are no statutory figures for pay dates before ${editions.first_day}.`;
      return answer(type === 'historical' ? [] : [{ type: 'figure_missing', subject: 'pay_date', message }]);
    }
    const { edition, is_pending } = editionFor(pay_date, editions);
    const warnings = editionWarnings(edition, jurisdiction, is_pending);
    const trace = request.explain ? createTrace() : undefined;
    const stage = stageFigures(request, { edition, jurisdiction, method }, warnings);
    if (type === 'historical') return answer([], { bases: basesOf(stage, null, null) });

    const due = dueOf(stage, trace);
    const { own } = stage;
    const lump =
      own.lump_sum === 0n
        ? null
        : lumpSumTax(
            edition,
            jurisdiction,
            own.lump_sum,
            stage.year.base('lump_sums') + stage.earlier.base('lump_sums'),
            trace,
          );
    if (own.lump_sum !== 0n && !lump) {
      const message = `There are no rates for lump sums of ${yearOf(pay_date)}: no tax was withheld on one.`;
      warnings.push({ type: 'figure_missing', subject: 'lump_sum_withholding', message });
    }
    const asked = stage.additional;
    const additional = {
      federal: request.additional_tax === 'none' ? 0n : asked.federal,
      quebec: request.additional_tax === 'all' ? asked.quebec : 0n,
    };
    if (additional.federal !== asked.federal || additional.quebec !== asked.quebec) {
      const message = 'The pay does not cover all of the additional tax that was asked for.';
      warnings.push({ type: 'additional_tax_not_withheld', subject: 'additional_tax', message });
    }
    const territory = territoryOf(stage);
    const territorial = territory ? territorialTax(edition, territory, total(own.taxable) + own.lump_sum, trace) : null;
    if (territory && edition.territorial) warnIfRecalled(edition.territorial[territory].mark, warnings);
    const costs = employerCosts(stage, facts.business_entity.annual_remuneration, trace, warnings);
    return answer(warnings, {
      ...stubLines({
        request,
        stage,
        due,
        lump,
        additional,
        territory,
        territorial,
        costs,
        has_pay: hasPay(stage),
        trace,
      }),
      additional_tax: { federal: toText(additional.federal), quebec: toText(additional.quebec) },
      bases: basesOf(stage, due, costs),
      is_pending_tax_rates: is_pending,
    });
  };

/** The stage with the figures that ship with the service, by option 1. */
export const withholdingStage: WithholdingStage = createWithholdingStage();
