import type { WithholdingStageRequest } from '../../calculation/model/ports.ts';
import type { Fixed } from '../../values/fixed.ts';
import { atLeastZero, greater, lesser, toText } from '../../values/fixed.ts';
import type { PensionPlan } from '../editions/edition.ts';
import { averagedTaxes, type Jurisdiction, type PayFigures, type Split, total } from '../editions/figures.ts';
import { type Contributions, contributionsOf, employerPremium, isTakenOff } from '../engine/contributions.ts';
import { withhold } from '../engine/engine.ts';
import { enhancedPart, exemptionHad, type PensionResult, splitEnhanced } from '../engine/pension.ts';
import { csbBeside, workerDeduction } from '../engine/quebec-parts.ts';
import {
  type FiguresApart,
  hasUntaxed,
  isFreeOf,
  isUntaxedAlike,
  TAXES,
  type Tax,
  untaxedBases,
} from './exempt-work.ts';
import { basesOf } from './stage-bases.ts';
import { type StageContext, type StageFigures, stageFigures } from './stage-figures.ts';
import type { Due } from './stage-lines.ts';
import {
  EXEMPTION_BESIDE,
  exemptedPays,
  fundShares,
  placesOf,
  type Recorded,
  recorded,
  recordedAt,
  recordedTogether,
  together,
  withinLimits,
  yearToDate,
} from './stage-year.ts';
import { isCounted } from './sums.ts';
import { propertiesInForce, td1xOf } from './tax-properties.ts';

/** Several stubs of one date as one pay. */

type Bases = Recorded['bases'];

/** Whether some stub of these was paid in another jurisdiction. */
export const holdElsewhere = (bases: Bases | undefined, jurisdiction: Jurisdiction): boolean =>
  placesOf(bases).some((place) => place !== jurisdiction.toLowerCase());

/** F5A as the year's sums continue with it: with a TD1X F5 is that of the year, and what this pay has had counts. */
export const paidF5a = ({ commission, arithmetic }: PayFigures, contributions: Contributions): Fixed =>
  commission
    ? enhancedPart(arithmetic, contributions.plan, {
        contribution: contributions.pension,
        second: contributions.second,
      })
    : contributions.f5a;

/** What workers may deduct of a pay in Quebec; 0 elsewhere. */
export const workerDeductionOf = (figures: PayFigures): Fixed =>
  figures.jurisdiction === 'QC' && figures.taxable_quebec.periodic > 0n
    ? workerDeduction(figures, figures.taxable_quebec.periodic)
    : 0n;

/**
 * What the stubs whose figures these are bear: where they were paid in another jurisdiction, by other rates and to
 * another pension plan, or taxed by a method of regular pay, what they really bore says nothing about what is left to
 * bear here.
 */
const borneHere = (alone: PayFigures, bases: Bases): Recorded => {
  const { contributions, federal, federal_on_bonus, provincial, provincial_on_bonus } = withhold(alone);
  const { pension, second, premium, employer_premium, qpip, f5b } = contributions;
  const [first, higher] = alone.jurisdiction === 'QC' ? ['qpp', 'qpp_2'] : ['cpp', 'cpp_2'];
  const texts = (amounts: Record<string, Fixed>) =>
    Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, toText(amount)]));
  const ofPension = { [first!]: pension, [higher!]: second };
  const ofPays = exemptionHad(contributions.plan, { pays: exemptedPays({ bases }).pays, beside: 0n });
  return {
    bases: texts({
      federal_tax: federal,
      federal_tax_on_non_periodic: federal_on_bonus,
      provincial_tax: provincial,
      provincial_tax_on_non_periodic: provincial_on_bonus,
      f5a: paidF5a(alone, contributions),
      f5b,
      csb_beside: csbBeside(alone, contributions),
      worker_deduction: workerDeductionOf(alone),
      [EXEMPTION_BESIDE]: contributions.exemption - ofPays,
    }),
    employee: texts({ ...ofPension, ei: premium, qpip: qpip?.employee ?? 0n }),
    employer: texts({
      ...ofPension,
      ei: employer_premium,
      qpip: qpip?.employer ?? 0n,
    }),
  };
};

/** What the earlier stubs of a date bore of a tax that is averaged without them. */
const noTaxOf = (averaged: ReturnType<typeof averagedTaxes>, { jurisdiction }: StageContext): Bases => ({
  ...(averaged.federal ? { federal_tax: '0', federal_tax_on_non_periodic: '0' } : {}),
  ...((jurisdiction === 'QC' ? averaged.quebec : averaged.federal)
    ? { provincial_tax: '0', provincial_tax_on_non_periodic: '0' }
    : {}),
});

const NOTHING: Recorded = { bases: {}, employee: {}, employer: {} };

/** The same request, on a date of which only these sums are known. */
const onDateOf = (
  { facts: { same_pay_date: _, same_pay_place: __, ...facts }, ...request }: WithholdingStageRequest,
  bases: Bases,
) => ({
  ...request,
  facts: { ...facts, ...(Object.keys(bases).length === 0 ? {} : { same_pay_date: { amounts: {}, bases } }) },
});

const borneOf = (bases: Bases, request: WithholdingStageRequest, context: StageContext): Recorded =>
  borneHere(
    stageFigures(onDateOf({ ...request, lines: [] }, bases), { ...context, warnings: [], trace: undefined }).figures,
    bases,
  );

const taxOf = (tax: Tax, { bases }: Recorded): Bases =>
  Object.fromEntries([`${tax}_tax`, `${tax}_tax_on_non_periodic`].map((name) => [name, bases[name] ?? '0']));

/** What stubs with these sums would bear in the jurisdiction of this one and by its method, before everything else. */
const borneBy = (bases: Bases, request: WithholdingStageRequest, context: StageContext): Recorded => {
  if (Object.keys(bases).length === 0) return NOTHING;
  const borne = borneOf(bases, request, context);
  if (!hasUntaxed(request.facts, bases)) return borne;
  const taxes = TAXES.map((tax) => taxOf(tax, borneOf(bases, request, { ...context, tax })));
  return { ...borne, bases: Object.assign({}, borne.bases, ...taxes) };
};

/**
 * Whether a stub without pay has moved closed ones of its jurisdiction, which were calculated behind pay that is gone
 * since: it gives back what they bore too much. Of another jurisdiction that would be less than nothing on its slips.
 */
export const hasLostPay = ({
  own,
  jurisdiction,
  place_of_date,
}: Pick<StageFigures, 'own' | 'jurisdiction' | 'place_of_date'>): boolean => {
  const displaced = place_of_date?.displaced ?? [];
  return !isCounted(own) && displaced.length > 0 && displaced.every(({ stub }) => !holdElsewhere(stub, jurisdiction));
};

/**
 * What closed stubs would bear less at the places that they have now than at those that they were closed at. This stub
 * is the one that moved them, so it bears it.
 */
const borneTooMuch = (stage: StageFigures, request: WithholdingStageRequest, context: StageContext): Recorded => {
  const bases = basesOf(stage, null, null);
  const own = { ...bases, ...untaxedBases(bases, stage) };
  let more = NOTHING;
  for (const { stub, was, is, is_behind } of request.facts.same_pay_place?.displaced ?? []) {
    const bears = (behind: Bases): Recorded =>
      recordedTogether(borneBy(together(behind, stub), request, context), borneBy(behind, request, context), -1n);
    const here = is_behind ? together(is, own) : is;
    more = recordedTogether(more, recordedTogether(bears(was), bears(here), -1n));
  }
  return more;
};

/**
 * Whether a tax that is averaged leaves out the earlier stubs of the date: those that bore the tax of the other side of
 * Quebec's border. What is averaged has none of their earlier pays either.
 */
const isAveragedAlone = (stage: StageFigures, others: Bases): boolean => {
  const { federal, quebec } = averagedTaxes(stage.figures);
  const places = placesOf(others);
  const isQuebec = stage.jurisdiction === 'QC';
  return (federal || quebec) && places.length > 0 && places.every((place) => (place === 'qc') !== isQuebec);
};

/** Figures without what was withheld of the other tax: averaging lowers one by what there is too much of the other. */
const ofOneTax = (tax: Tax, apart: FiguresApart | null): FiguresApart | null => {
  if (!apart) return null;
  const { averaged } = apart.figures;
  const only = tax === 'federal' ? { provincial_tax: 0n } : { federal_tax: 0n };
  const non_periodic_tax = { ...averaged.non_periodic_tax, [tax === 'federal' ? 'provincial' : 'federal']: 0n };
  return { ...apart, figures: { ...apart.figures, averaged: { ...averaged, ...only, non_periodic_tax } } };
};

/** The figures of each tax that is not calculated with those of all stubs of the date. */
const apartOf = (
  { stage, is_alone }: BesideOthers,
  request: WithholdingStageRequest,
  context: StageContext,
): StageFigures['apart'] => {
  const { figures, bought, alimony } = stage;
  const averaged = averagedTaxes(figures);
  const isUntaxed = hasUntaxed(request.facts, stage.earlier.bases);
  const of = (tax: Tax): FiguresApart | null => {
    const isAveraged = tax === 'federal' || context.jurisdiction !== 'QC' ? averaged.federal : averaged.quebec;
    const leavesOut = isUntaxed && !isFreeOf(tax, stage);
    const of_tax = { ...context, ...(leavesOut ? { tax } : {}), warnings: [], trace: undefined };
    const figuresBeside = (others: Bases) => stageFigures(onDateOf(request, others), of_tax).figures;
    if (is_alone && isAveraged)
      return { why: 'averaged_alone', figures: { ...figuresBeside({}), alimony, shares: fundShares(bought) } };
    if (leavesOut) return { why: 'untaxed_left_out', figures: figuresBeside(stage.earlier.bases) };
    return null;
  };
  if (context.jurisdiction === 'QC') return { federal: of('federal'), provincial: of('provincial') };
  const isOneForBoth =
    isFreeOf('federal', stage) === isFreeOf('provincial', stage) &&
    (!isUntaxed || isUntaxedAlike(request.facts, stage.earlier.bases));
  const federal = of('federal');
  return isOneForBoth
    ? { federal, provincial: federal }
    : { federal: ofOneTax('federal', federal), provincial: ofOneTax('provincial', of('provincial')) };
};

/**
 * The figures of a stub with its date's earlier ones as if all of them were paid where this one is, and by its method:
 * averaging and a TD1X are for regular pay, so what that bore by them says nothing about what is left on a bonus beside
 * it. What it bears is then what it adds at its place, which all stubs of the date agree about: see
 * src/pay-records/same-pay.ts.
 */
export const asOnePay = (request: WithholdingStageRequest, context: StageContext): StageFigures => {
  const beside = besideOthers(request, context);
  return { ...beside.stage, apart: apartOf(beside, request, context) };
};

/**
 * Whether stubs hold what a method of regular pay taxed. That may be commissions, which are no pay of a period: with a
 * TD1X, which a correction does not go by, and in Quebec with a TP-1015.R.13.1.
 */
const holdRegularPay = (bases: Bases, { facts }: WithholdingStageRequest): boolean => {
  const isOfTd1x = facts.payroll.type === 'correction' && td1xOf(propertiesInForce(facts)) !== null;
  return (
    recordedAt(bases, isOfTd1x ? 'all_taxable' : 'taxable') > 0n ||
    recordedAt(bases, 'all_taxable_quebec') > recordedAt(bases, 'non_periodic_quebec')
  );
};

interface BesideOthers {
  stage: StageFigures;
  /** Whether what is averaged leaves out the others */
  is_alone: boolean;
}

const besideOthers = (request: WithholdingStageRequest, context: StageContext): BesideOthers => {
  const { same_pay_date, same_pay_place, payroll } = request.facts;
  const others: Bases[] = [same_pay_date?.bases ?? {}, same_pay_place?.before ?? {}];
  const isBesideRegular = payroll.type !== 'regular' && others.some((bases) => holdRegularPay(bases, request));
  const isOtherwise = isBesideRegular || others.some((bases) => holdElsewhere(bases, context.jurisdiction));
  if (!isOtherwise) {
    const stage = stageFigures(request, context);
    if (!hasLostPay(stage)) return { stage, is_alone: false };
  }
  const stage = stageFigures(same_pay_place ? onDateOf(request, same_pay_place.before) : request, context);
  const { bases, employee, employer } = stage.earlier;
  const borne = recordedTogether(borneBy(bases, request, context), borneTooMuch(stage, request, context));
  const is_alone = isAveragedAlone(stage, bases);
  const earlier = {
    bases: { ...bases, ...borne.bases, ...(is_alone ? noTaxOf(averagedTaxes(stage.figures), context) : {}) },
    employee: { ...employee, ...borne.employee },
    employer: { ...employer, ...borne.employer },
  };
  const of_date = recorded(same_pay_date);
  return { stage: { ...stage, earlier, of_date, place_of_date: same_pay_place }, is_alone };
};

/** Whether it is money taken back alone, which has no part of the basic exemption. */
const isTakenBack = (split: Split): boolean => split.periodic <= 0n && total(split) < 0n;

/** F5A and F5B of contributions that a stub does not bear: of money taken off pay all of it is F5B. */
const enhancedPartsOf = (
  { arithmetic, commission }: PayFigures,
  plan: PensionPlan,
  pensionable: Split,
  contributions: PensionResult,
): { f5a: Fixed; f5b: Fixed } => {
  const f5 = enhancedPart(arithmetic, plan, contributions);
  if (commission) return { f5a: f5, f5b: 0n };
  if (isTakenOff(pensionable)) return { f5a: 0n, f5b: f5 };
  return splitEnhanced(arithmetic, f5, total(pensionable), pensionable.non_periodic);
};

/**
 * What a stub bears beside others of its date, within what the year asks for. All stubs of a date are one pay, and pays
 * of other days may have been approved meanwhile:
 *
 * - What a correction of the date gave back is due again once earnings of the date make up for it, but no more than the
 *   year's maximums leave of it: those pays may have borne it already.
 * - Money taken back gives back no more than the whole year would: pays of later days that reached a maximum bore less,
 *   so what came back here would be missing.
 */
export const withinYear = (due: Due, stage: StageFigures): Due => {
  const { figures, own, year, whole_year, of_date, place_of_date, jurisdiction } = stage;
  const [first, second] = jurisdiction === 'QC' ? (['qpp', 'qpp_2'] as const) : (['cpp', 'cpp_2'] as const);
  const names = { pension: first, second, ei: 'ei', qpip: 'qpip' } as const;
  const isBehind = whole_year !== year && !place_of_date?.displaced.length;
  if (!isBehind && Object.values(names).every((name) => recordedAt(of_date.employee, name) >= 0n)) return due;
  const { pensionable, insurable, qpip } = own;
  const earned = { pension: pensionable, second: pensionable, ei: insurable, qpip };
  const ytd = withinLimits(figures.ytd, yearToDate(recordedTogether(whole_year, of_date), jurisdiction));
  const most = contributionsOf({ ...figures, pensionable, insurable, qpip, ytd, has_exemption: false });
  const capped = (name: keyof typeof names, amount: Fixed, bound: Fixed): Fixed => {
    if (amount > 0n && recordedAt(of_date.employee, names[name]) < 0n) return lesser(amount, atLeastZero(bound));
    if (amount < 0n && isBehind && isTakenBack(earned[name])) return greater(amount, bound);
    return amount;
  };
  const pension = capped('pension', due.pension, most.pension);
  const higher = capped('second', due.second, most.second);
  const ei = capped('ei', due.ei, most.premium);
  const { employer } = due;
  const less = enhancedPartsOf(figures, most.plan, pensionable, {
    contribution: due.pension - pension,
    second: due.second - higher,
  });
  return {
    ...due,
    pension,
    second: higher,
    ei,
    qpip: due.qpip === null ? null : capped('qpip', due.qpip, most.qpip?.employee ?? 0n),
    employer: {
      pension: pension === due.pension ? employer.pension : pension,
      second: higher === due.second ? employer.second : higher,
      ei: ei === due.ei ? employer.ei : employerPremium({ ...figures, ytd }, ei),
      qpip: employer.qpip === null ? null : capped('qpip', employer.qpip, most.qpip?.employer ?? 0n),
    },
    f5a: due.f5a - less.f5a,
    f5b: due.f5b - less.f5b,
  };
};
