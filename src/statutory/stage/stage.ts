import type {
  WithholdingStage,
  WithholdingStageAnswer,
  WithholdingStageRequest,
} from '../../calculation/model/ports.ts';
import { yearOf } from '../../values/dates.ts';
import type { Fixed } from '../../values/fixed.ts';
import { atLeastZero, toText } from '../../values/fixed.ts';
import type { Method } from '../editions/figures.ts';
import { total } from '../editions/figures.ts';
import type { Editions } from '../editions/index.ts';
import { EDITIONS, editionFor } from '../editions/index.ts';
import { jurisdictionOf } from '../editions/line-item-types.ts';
import { createTrace, type StatutoryWarning, type Trace } from '../editions/trace.ts';
import { territorialTax } from '../employer/levies.ts';
import { contributionsOf, employerPremium } from '../engine/contributions.ts';
import { type LumpSumPayee, lumpSumTax } from '../engine/lump-sum.ts';
import { exemptionHad } from '../engine/pension.ts';
import { csbBeside } from '../engine/quebec-parts.ts';
import { NO_CLAIM } from '../request/figures.ts';
import {
  ADDITIONAL_TAX_NOT_COVERED,
  editionWarnings,
  LUMP_SUM_AFTER_MOVE,
  NO_PROVINCE,
  noFiguresBefore,
  noLumpSumRates,
  QUEBEC_COMMISSION,
  QUEBEC_NON_RESIDENT,
  warnIfRecalled,
  warnOfFunds,
} from '../request/warnings.ts';
import { earlierWorkBase, employerCosts } from './costs.ts';
import { earlierProvider, withEarningsDue } from './earlier-provider.ts';
import { enteredTaxes, keptForLater } from './entered-tax.ts';
import { exemptPays, type Tax, taxesOf, untaxedBases } from './exempt-work.ts';
import { asOnePay, hasLostPay, holdElsewhere, paidF5a, withinYear, workerDeductionOf } from './one-pay.ts';
import { basesOf, LUMP_SUMS_OF_KNOWN_TAX, LUMP_SUMS_OF_PROVINCE, put } from './stage-bases.ts';
import type { StageFigures } from './stage-figures.ts';
import type { Due } from './stage-lines.ts';
import { accountsByType, nothingDue, stubLines, typesOfOtherPlaces } from './stage-lines.ts';
import {
  ADDITIONAL_TAX,
  ENTERED_TAX_ON_LUMP_SUMS,
  exemptedPays,
  isOfOtherTax,
  leviedElsewhere,
  recordedAt,
  SUMS_OF_TERRITORY,
  TAX_ON_LUMP_SUMS,
  taxLevied,
  taxWithheld,
} from './stage-year.ts';
import { hasLumpSums, hasPay, isCounted, taxedLumpSums } from './sums.ts';
import { flagOrNone } from './tax-properties.ts';

export interface StageOptions {
  /** Figures other than those that ship with the service. */
  editions?: Editions;
  /** How income tax of regular pays is calculated, whatever the tax properties say. */
  method?: Method;
}

const answer = (
  warnings: readonly StatutoryWarning[],
  members: Partial<Omit<WithholdingStageAnswer, 'warnings'>> = {},
): WithholdingStageAnswer => ({
  employee: [],
  employer: [],
  additional_tax: { federal: '0', quebec: '0' },
  bases: {},
  is_pending_tax_rates: false,
  ...members,
  warnings: warnings.map(({ type, message }) => ({ namespace: 'statutory', type, message })),
});

/**
 * The employer's EI of this stub. Where the earlier stubs of the date were paid under the same CRA account it is what
 * is left of all together, so that they come to the same cents as one pay; under another account's multiplier each
 * stub has its own.
 */
const employerEiDue = ({ figures, earlier }: StageFigures, premium: Fixed, all: Fixed): Fixed => {
  const borne = recordedAt(earlier.employer, 'ei');
  const isSameAccount = borne === employerPremium(figures, recordedAt(earlier.employee, 'ei'));
  return isSameAccount ? all - borne : employerPremium(figures, premium, borne);
};

/**
 * What of all stubs of this pay date together is left for this one: nothing for one without pay, unless it lost
 * that behind a closed one. Where another pay is the most recent one by now, together they would come to some cents or
 * dollars that no pay bears.
 */
const dueOf = (stage: StageFigures, trace: Trace | undefined): Due => {
  const { figures, earlier } = stage;
  if (!isCounted(stage.own) && !hasLostPay(stage)) return nothingDue(figures.jurisdiction);
  const contributions = contributionsOf(figures, trace);
  const all = taxesOf(stage, contributions, trace);
  const quebec = figures.jurisdiction === 'QC';
  const [first, second] = quebec ? (['qpp', 'qpp_2'] as const) : (['cpp', 'cpp_2'] as const);
  const { qpip } = contributions;
  const ei = contributions.premium - recordedAt(earlier.employee, 'ei');
  return {
    pension: contributions.pension - recordedAt(earlier.employee, first),
    second: contributions.second - recordedAt(earlier.employee, second),
    ei,
    qpip: qpip === null ? null : qpip.employee - recordedAt(earlier.employee, 'qpip'),
    exemption: contributions.exemption - exemptionHad(contributions.plan, exemptedPays(earlier)),
    employer: {
      pension: contributions.pension - recordedAt(earlier.employer, first),
      second: contributions.second - recordedAt(earlier.employer, second),
      ei: employerEiDue(stage, ei, contributions.employer_premium),
      qpip: qpip === null ? null : qpip.employer - recordedAt(earlier.employer, 'qpip'),
    },
    federal: all.federal - recordedAt(earlier.bases, 'federal_tax'),
    federal_on_non_periodic: all.federal_on_bonus - recordedAt(earlier.bases, 'federal_tax_on_non_periodic'),
    provincial: all.provincial - recordedAt(earlier.bases, 'provincial_tax'),
    provincial_on_non_periodic: all.provincial_on_bonus - recordedAt(earlier.bases, 'provincial_tax_on_non_periodic'),
    f5a: paidF5a(figures, contributions) - recordedAt(earlier.bases, 'f5a'),
    f5b: contributions.f5b - recordedAt(earlier.bases, 'f5b'),
    csb_beside: csbBeside(figures, contributions) - recordedAt(earlier.bases, 'csb_beside'),
    worker_deduction: quebec ? workerDeductionOf(figures) - recordedAt(earlier.bases, 'worker_deduction') : 0n,
  };
};

/**
 * A stub bears nothing of what its work is exempt from, and gives back nothing of what other stubs of its date bore of
 * it: somebody may have work that is exempt beside work that is not.
 */
const withoutExempt = (due: Due, { exempt, own, figures: { claims } }: StageFigures): Due => {
  const { pension, ei, qpip } = exempt;
  const noFederal = exempt.federal_tax || claims.federal.kind === 'exempt';
  // Of a claim of no provincial tax Ontario's health premium is left.
  const claimed =
    claims.provincial.kind === 'exempt' && total(own.taxable) > 0n
      ? {
          provincial: atLeastZero(due.provincial),
          provincial_on_non_periodic: atLeastZero(due.provincial_on_non_periodic),
        }
      : {};
  return {
    ...due,
    ...(pension ? { pension: 0n, second: 0n, exemption: 0n } : {}),
    ...(ei ? { ei: 0n } : {}),
    ...(qpip ? { qpip: null } : {}),
    employer: {
      ...due.employer,
      ...(pension ? { pension: 0n, second: 0n } : {}),
      ...(ei ? { ei: 0n } : {}),
      ...(qpip ? { qpip: null } : {}),
    },
    ...(noFederal ? { federal: 0n, federal_on_non_periodic: 0n } : {}),
    ...claimed,
    ...(exempt.provincial_tax ? { provincial: 0n, provincial_on_non_periodic: 0n } : {}),
  };
};

/**
 * What a stub gives back, at most what was withheld this year, of provincial tax at the agency that gets it: by
 * averaging a pay of its date may have borne less than the bonus method takes it to have borne.
 */
const atMostWithheld = (due: Due, { year, of_date, jurisdiction }: StageFigures): Due => {
  const capped = (tax: 'federal' | 'provincial'): Fixed => {
    const withheld = ([`${tax}_tax`, `${tax}_tax_on_non_periodic`] as const)
      .flatMap((name) => [taxWithheld(year, name), taxWithheld(of_date, name)])
      .reduce((sum, one) => sum + one, 0n);
    const elsewhere =
      tax === 'federal' ? 0n : leviedElsewhere(year, jurisdiction) + leviedElsewhere(of_date, jurisdiction);
    const given = -(due[tax] + due[`${tax}_on_non_periodic`]);
    const above = given - atLeastZero(withheld - elsewhere);
    return due[`${tax}_on_non_periodic`] + (given > 0n ? atLeastZero(above) : 0n);
  };
  return {
    ...due,
    federal_on_non_periodic: capped('federal'),
    provincial_on_non_periodic: capped('provincial'),
  };
};

const TERRITORIAL = { NT: 'ca::nt::territorial_payroll_tax', NU: 'ca::nu::territorial_payroll_tax' } as const;

/** The territory whose payroll tax is withheld: by its property, or where the work is done. */
const territoryOf = ({ properties, place }: StageFigures): 'NT' | 'NU' | null => {
  for (const territory of ['NT', 'NU'] as const) {
    if (flagOrNone(properties, TERRITORIAL[territory]) ?? place === territory) return territory;
  }
  return null;
};

/** The payroll tax of a territory that a stub bears. */
const territorialDue = (
  { figures: { edition }, own, year, of_date }: StageFigures,
  territory: 'NT' | 'NU',
  trace: Trace | undefined,
): ReturnType<typeof territorialTax> => {
  const remuneration = total(own.taxable) + own.lump_sum;
  if (remuneration === 0n) return null;
  const { tax, kept } = SUMS_OF_TERRITORY[territory];
  const before = {
    withheld: recordedAt(year.employee, tax) + recordedAt(of_date.employee, tax),
    kept: recordedAt(year.bases, kept) + recordedAt(of_date.bases, kept),
    isElsewhere: [year, of_date].some(({ bases }) => holdElsewhere(bases, territory)),
  };
  return territorialTax(edition, territory, remuneration, before, trace);
};

/**
 * Lump sums of the year before a stub, and what was withheld on them: null where there are some and no stub remembers
 * what it withheld, as of another provider.
 */
const earlierLumpSums = ({ year, of_date }: StageFigures): Pick<LumpSumPayee, 'earlier' | 'withheld'> => {
  const sum = (name: string): Fixed => recordedAt(year.bases, name) + recordedAt(of_date.bases, name);
  // Below 0 where more came back than stubs remember.
  const withheld = {
    federal: atLeastZero(sum(TAX_ON_LUMP_SUMS.federal) + sum(ENTERED_TAX_ON_LUMP_SUMS.federal)),
    provincial: atLeastZero(sum(TAX_ON_LUMP_SUMS.provincial) + sum(ENTERED_TAX_ON_LUMP_SUMS.provincial)),
  };
  const earlier = { federal: sum('lump_sums'), provincial: sum('lump_sums') + sum(LUMP_SUMS_OF_PROVINCE) };
  const isTaxed = withheld.federal !== 0n || withheld.provincial !== 0n;
  const isKnown = isTaxed || earlier.provincial === sum(LUMP_SUMS_OF_KNOWN_TAX);
  return { earlier, withheld: isKnown ? withheld : null };
};

/** Whether a lump sum is taken back that may have been paid on the other side of Quebec's border. */
const isTakenBackAfterMove = (stage: StageFigures): boolean =>
  stage.own.provincial_lump_sum < 0n &&
  earlierLumpSums(stage).earlier.provincial > 0n &&
  [stage.year, stage.of_date].some(({ bases }) => isOfOtherTax(bases, stage.jurisdiction === 'QC'));

/** The tax on the lump sums of a stub; null where it has none, and where there are no rates of its year. */
const lumpSumDue = (stage: StageFigures, warnings: StatutoryWarning[], trace: Trace | undefined) => {
  const { own, figures, jurisdiction, is_non_resident } = stage;
  if (!hasLumpSums(own)) return null;
  const { transferred } = own;
  const payee = { ...earlierLumpSums(stage), transferred, is_non_resident, exempt: figures.exempt };
  const due = lumpSumTax(figures.edition, jurisdiction, taxedLumpSums(own), payee, trace);
  if (!due) warnings.push(noLumpSumRates(yearOf(figures.pay_date)));
  if (isTakenBackAfterMove(stage)) warnings.push(LUMP_SUM_AFTER_MOVE);
  return due;
};

/** The tax beyond the formulas that a stub bears: of what its forms ask for, as much as its pay covers. */
const additionalDue = (
  { additional: asked }: StageFigures,
  covered: WithholdingStageRequest['additional_tax'],
  warnings: StatutoryWarning[],
) => {
  const due = {
    federal: covered === 'none' ? 0n : asked.federal,
    quebec: covered === 'all' ? asked.quebec : 0n,
  };
  if (due.federal !== asked.federal || due.quebec !== asked.quebec) warnings.push(ADDITIONAL_TAX_NOT_COVERED);
  return due;
};

/** The sums that a stub is remembered with, given those of its lines and of what it bears. */
const remembered = (bases: Record<string, string>, stage: StageFigures): Record<string, string> => ({
  ...bases,
  ...taxLevied(bases, stage.jurisdiction),
  ...untaxedBases(bases, stage),
});

const historicalAnswer = (request: WithholdingStageRequest, given: StageFigures): WithholdingStageAnswer => {
  const warnings: StatutoryWarning[] = [];
  const stage = withEarningsDue(request, given, warnings);
  // How many pays it stands for is among what was paid before.
  const bases = basesOf({ ...stage, paid: false }, null, null);
  for (const [name, sum] of Object.entries(earlierProvider(request, stage, total(given.own.pensionable))))
    put(bases, name, sum);
  put(bases, earlierWorkBase(stage.place), stage.own.workers_compensation);
  const others = request.facts.earlier_provider?.bases ?? {};
  const ofExempt = (tax: Tax): Fixed =>
    stage.own.taxable.periodic > 0n && !stage.exempt[`${tax}_tax`] ? exemptPays(others, tax) : 0n;
  const pays_of_exempt = { federal: ofExempt('federal'), provincial: ofExempt('provincial') };
  return answer(warnings, { bases: remembered(bases, { ...stage, pays_of_exempt }) });
};

/**
 * The stage of the pay stub pipeline that the statutory part fills: what the lines count to, what is withheld from the
 * employee, what the employer contributes, and the sums that the year must remember. On a historical payroll nothing is
 * calculated; its sums are taken, so that the year continues from them.
 */
export const createWithholdingStage =
  ({ editions = EDITIONS, method }: StageOptions = {}): WithholdingStage =>
  (request) => {
    const { facts } = request;
    const { pay_date, type } = facts.payroll;
    const jurisdiction = jurisdictionOf(request.province);
    if (!jurisdiction) {
      return answer([NO_PROVINCE]);
    }
    if (pay_date < editions.first_day) {
      return answer(type === 'historical' ? [] : [noFiguresBefore(editions.first_day)]);
    }
    const { edition, is_pending } = editionFor(pay_date, editions);
    const warnings = editionWarnings(edition, jurisdiction, is_pending);
    const trace = request.explain ? createTrace() : undefined;
    const stage = asOnePay(request, { edition, editions, jurisdiction, method, warnings, trace });
    if (type === 'historical') return historicalAnswer(request, stage);

    const { figures } = stage;
    if (figures.commission && jurisdiction === 'QC' && figures.quebec.method === 'periodic')
      warnings.push(QUEBEC_COMMISSION);
    if (stage.is_non_resident && jurisdiction === 'QC' && figures.claims.provincial === NO_CLAIM)
      warnings.push(QUEBEC_NON_RESIDENT);
    warnOfFunds(figures, warnings);
    const asked = withoutExempt(dueOf(stage, trace), stage);
    const due = atMostWithheld(withinYear(asked, stage), stage);
    const lump = lumpSumDue(stage, warnings, trace);
    const additional = additionalDue(stage, request.additional_tax, warnings);
    const territory = territoryOf(stage);
    const territorial = territory ? territorialDue(stage, territory, trace) : null;
    if (territory && edition.territorial) warnIfRecalled(edition.territorial[territory].mark, warnings);
    const costs = employerCosts(stage, facts.business_entity, trace, warnings);
    const accounts = accountsByType(request, stage);
    const of_other_places = typesOfOtherPlaces(stage, territory);
    const lines = stubLines({
      stage,
      accounts,
      asked,
      due,
      lump,
      additional,
      territory,
      territorial: territorial?.tax ?? null,
      costs,
      has_pay: hasPay(stage.own),
      trace,
    });
    const bases = {
      ...basesOf(stage, due, costs, lump),
      ...enteredTaxes(request, stage, lines.employee, of_other_places),
    };
    if (territory) {
      const kept = keptForLater(request, lines.employee, territory, territorial?.kept ?? 0n);
      put(bases, SUMS_OF_TERRITORY[territory].kept, kept);
    }
    put(bases, ADDITIONAL_TAX.federal, additional.federal);
    put(bases, ADDITIONAL_TAX.quebec, additional.quebec);
    return answer(warnings, {
      additional_tax: { federal: toText(additional.federal), quebec: toText(additional.quebec) },
      bases: remembered(bases, stage),
      is_pending_tax_rates: is_pending,
      accounts,
      of_other_places,
      ...lines,
    });
  };

/** The stage with the figures that ship with the service. */
export const withholdingStage: WithholdingStage = createWithholdingStage();
