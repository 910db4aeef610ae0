import { FAMILIES } from '../../calculation/model/families.ts';
import type { StatutoryAmount, WithholdingStageRequest } from '../../calculation/model/ports.ts';
import type { Step as PipelineStep, Translations } from '../../calculation/model/types.ts';
import type { ItemType } from '../../calculation/types/item-type.ts';
import type { Fixed } from '../../values/fixed.ts';
import { fixed, toText } from '../../values/fixed.ts';
import { HEALTH_TAX_PROVINCES, type Jurisdiction } from '../editions/figures.ts';
import type { Trace } from '../editions/trace.ts';
import { employerPremium } from '../engine/contributions.ts';
import type { EmployerCosts } from './costs.ts';
import { isFreeOf } from './exempt-work.ts';
import {
  BOUND,
  EARLIER,
  employerEiStep,
  employerQpipStep,
  exemptionStep,
  type Subject,
  subjectOf,
  sumStep,
} from './last-step.ts';
import type { StageFigures } from './stage-figures.ts';
import { recordedAt } from './stage-year.ts';

/** What a stub bears, before additional tax and lump sums. */
export interface Due {
  pension: Fixed;
  second: Fixed;
  ei: Fixed;
  /** null where QPIP does not apply */
  qpip: Fixed | null;
  /** What it has of the basic exemption of the pension plans */
  exemption: Fixed;
  employer: { pension: Fixed; second: Fixed; ei: Fixed; qpip: Fixed | null };
  federal: Fixed;
  federal_on_non_periodic: Fixed;
  provincial: Fixed;
  provincial_on_non_periodic: Fixed;
  f5a: Fixed;
  f5b: Fixed;
  /** What Quebec's CSB is beside F5B */
  csb_beside: Fixed;
  /** H of TP-1015.F; 0 elsewhere than in Quebec */
  worker_deduction: Fixed;
}

export const nothingDue = (jurisdiction: Jurisdiction): Due => {
  const qpip = jurisdiction === 'QC' ? 0n : null;
  return {
    ...{ pension: 0n, second: 0n, ei: 0n, qpip, exemption: 0n },
    employer: { pension: 0n, second: 0n, ei: 0n, qpip },
    ...{ federal: 0n, federal_on_non_periodic: 0n, provincial: 0n, provincial_on_non_periodic: 0n },
    ...{ f5a: 0n, f5b: 0n, csb_beside: 0n, worker_deduction: 0n },
  };
};

export interface StubAmounts {
  stage: StageFigures;
  /** {@link accountsByType} */
  accounts: Record<string, string | null>;
  /** What the law asks before the bounds of the year, and within them. */
  asked: Due;
  due: Due;
  lump: { federal: Fixed; quebec: Fixed } | null;
  additional: { federal: Fixed; quebec: Fixed };
  territory: 'NT' | 'NU' | null;
  territorial: Fixed | null;
  costs: EmployerCosts;
  /** Whether there is pay on which amounts of 0 say that nothing was due. */
  has_pay: boolean;
  trace: Trace | undefined;
}

const LINE_TYPES: Readonly<Record<'employee' | 'employer', Readonly<Record<string, ItemType>>>> = {
  employee: FAMILIES.statutory_withholding.types,
  employer: FAMILIES.employer_statutory_withholding.types,
};

/** The title of a line of a type, in both languages. */
const titleOf = (side: 'employee' | 'employer', type: string): { title: string; title_translations: Translations } => {
  const label = LINE_TYPES[side][type]?.label;
  return { title: label?.en ?? type, title_translations: label ?? { en: type } };
};

const stepsBySubject = (trace: Trace | undefined): ReadonlyMap<Subject, PipelineStep[]> => {
  const bySubject = new Map<Subject, PipelineStep[]>();
  for (const step of trace?.steps ?? []) {
    const subject = subjectOf(step.name);
    const steps = bySubject.get(subject) ?? [];
    if (steps.length === 0) bySubject.set(subject, steps);
    steps.push(step);
  }
  return bySubject;
};

/** What ends the explanation of a line, given the steps of the law and its amount. */
type LastStep = (about: readonly PipelineStep[], amount: Fixed) => PipelineStep[];

/** Steps that tax is the sum of. */
const TAXES = {
  federal: ['federal tax', 'TB federal', 'tax on lump sum'],
  provincial: ['provincial tax', 'TB provincial', 'Quebec tax', 'Quebec tax on B', 'Quebec tax on lump sum'],
} as const;

const taxStep =
  ({ stage, asked, due }: StubAmounts, tax: keyof typeof TAXES, additional_tax: Fixed): LastStep =>
  (about, amount) => {
    const { bases } = stage.earlier;
    const earlier = recordedAt(bases, `${tax}_tax`) + recordedAt(bases, `${tax}_tax_on_non_periodic`);
    const bound = due[`${tax}_on_non_periodic`] - asked[`${tax}_on_non_periodic`];
    const more = { additional_tax, [EARLIER]: -earlier, [BOUND]: bound };
    return isFreeOf(tax, stage)
      ? exemptionStep(about, amount, more, TAXES[tax])
      : sumStep(about, amount, more, TAXES[tax]);
  };

/** Under one CRA account the stubs of a date come to the premium of one pay; under another each has its own. */
const eiStep =
  ({ stage: { figures, earlier }, asked, due }: StubAmounts): LastStep =>
  (about, amount) => {
    const ofDate = fixed(about.at(-1)!.value);
    const borne = recordedAt(earlier.employer, 'ei');
    const isOnePay = employerPremium(figures, ofDate) - borne === asked.employer.ei;
    const beside = { earlier: isOnePay ? borne : 0n, bound: due.employer.ei - asked.employer.ei };
    return [employerEiStep(amount, isOnePay ? ofDate : asked.ei, figures, beside)];
  };

const qpipStep =
  ({ stage: { figures, earlier }, asked, due }: StubAmounts): LastStep =>
  (about, amount) => {
    const { employer_rate: rate, employer_max: maximum } = figures.edition.qpip;
    const earnings = about.at(-1)!.figures.earnings ?? '0';
    const bound = (due.employer.qpip ?? 0n) - (asked.employer.qpip ?? 0n);
    const beside = { earlier: recordedAt(earlier.employer, 'qpip'), bound };
    return [employerQpipStep(amount, { rate, maximum }, earnings, beside)];
  };

/** The remittance account of each type of statutory amount; null where the employer has none with its provider. */
export const accountsByType = (
  { facts }: Pick<WithholdingStageRequest, 'facts'>,
  { jurisdiction, place }: Pick<StageFigures, 'jurisdiction' | 'place'>,
): Record<string, string | null> => {
  const account = (provider: string): string | null =>
    facts.remittance_accounts?.find(({ account_provider }) => account_provider === provider)?.id ?? null;
  const [cra, rq] = [account('ca_cra'), account('ca_rq')];
  return {
    federal_income_tax: cra,
    cpp: cra,
    cpp_2: cra,
    ei: cra,
    qpp: rq,
    qpp_2: rq,
    qpip: rq,
    health_services_fund: rq,
    labour_standards: rq,
    workforce_skills_fund: rq,
    provincial_income_tax: jurisdiction === 'QC' ? rq : cra,
    nt_payroll_tax: account('ca_nt_payroll_tax'),
    nu_payroll_tax: account('ca_nu_payroll_tax'),
    employer_health_tax: account(`ca_${jurisdiction.toLowerCase()}_health_tax`),
    workers_compensation: account(`ca_${place.toLowerCase()}_workers_compensation`),
  };
};

/** Of Quebec's own plans and levies, and of those that it has others instead of. */
const OF_QUEBEC = ['qpp', 'qpp_2', 'qpip', 'health_services_fund', 'labour_standards', 'workforce_skills_fund'];
const NOT_OF_QUEBEC = ['cpp', 'cpp_2'];

const hasHealthTax = (jurisdiction: Jurisdiction): boolean => HEALTH_TAX_PROVINCES.some((one) => one === jurisdiction);

/** The types of amounts that nobody bears where employment is, and no territory asks for. */
export const typesOfOtherPlaces = (
  { jurisdiction }: Pick<StageFigures, 'jurisdiction'>,
  territory: StubAmounts['territory'],
): ReadonlySet<string> =>
  new Set([
    ...(jurisdiction === 'QC' ? NOT_OF_QUEBEC : OF_QUEBEC),
    ...(jurisdiction !== 'QC' && hasHealthTax(jurisdiction) ? [] : ['employer_health_tax']),
    ...(jurisdiction === 'OC' ? ['provincial_income_tax'] : []),
    ...(['NT', 'NU'] as const).filter((one) => one !== territory).map((one) => `${one.toLowerCase()}_payroll_tax`),
  ]);

/**
 * The stub's statutory lines. Income tax, pension and EI show with 0 where there is pay that they could have been due
 * on; everything else shows only where it comes to something.
 */
export const stubLines = (made: StubAmounts): { employee: StatutoryAmount[]; employer: StatutoryAmount[] } => {
  const { stage, accounts, asked, due, lump, additional, costs, has_pay: pays } = made;
  const { jurisdiction, exempt } = stage;
  const quebec = jurisdiction === 'QC';
  const [first, second] = quebec ? ['qpp', 'qpp_2'] : ['cpp', 'cpp_2'];
  const steps = stepsBySubject(made.trace);
  const listOf = (side: 'employee' | 'employer') => {
    const lines: StatutoryAmount[] = [];
    const [within, without] = side === 'employee' ? [due, asked] : [due.employer, asked.employer];
    const bounds: Record<string, Fixed> = {
      [first!]: within.pension - without.pension,
      [second!]: within.second - without.second,
      ei: within.ei - without.ei,
      qpip: (within.qpip ?? 0n) - (without.qpip ?? 0n),
    };
    const add = (
      type: string,
      amount: Fixed | null,
      subject: Subject,
      isShown = false,
      last: LastStep = (about, value) =>
        sumStep(about, value, { [EARLIER]: -recordedAt(stage.earlier[side], type), [BOUND]: bounds[type] ?? 0n }),
    ): void => {
      if (amount === null || (amount === 0n && !isShown)) return;
      const about = steps.get(subject);
      lines.push({
        type,
        amount: toText(amount),
        ...titleOf(side, type),
        remittance_account_id: accounts[type] ?? null,
        ...(about ? { steps: [...about, ...last(about, amount)] } : {}),
      });
    };
    return { lines, add };
  };

  const employee = listOf('employee');
  const federal = due.federal + due.federal_on_non_periodic + (lump?.federal ?? 0n) + additional.federal;
  const provincial = due.provincial + due.provincial_on_non_periodic + (lump?.quebec ?? 0n) + additional.quebec;
  employee.add('federal_income_tax', federal, 'federal', pays, taxStep(made, 'federal', additional.federal));
  employee.add(
    'provincial_income_tax',
    provincial,
    'provincial',
    pays && jurisdiction !== 'OC',
    taxStep(made, 'provincial', additional.quebec),
  );
  employee.add(first!, due.pension, 'pension', pays && !exempt.pension);
  employee.add(second!, due.second, 'second');
  employee.add('ei', due.ei, 'ei', pays && !exempt.ei);
  employee.add('qpip', due.qpip, 'qpip', pays);
  if (made.territory) {
    employee.add(`${made.territory.toLowerCase()}_payroll_tax`, made.territorial, 'territorial');
  }

  const employer = listOf('employer');
  employer.add(first!, due.employer.pension, 'pension', pays && !exempt.pension);
  employer.add(second!, due.employer.second, 'second');
  employer.add('ei', due.employer.ei, 'ei', pays && !exempt.ei, eiStep(made));
  employer.add('qpip', due.employer.qpip, 'qpip', pays, qpipStep(made));
  employer.add(quebec ? 'health_services_fund' : 'employer_health_tax', costs.health_tax, 'health');
  employer.add('workers_compensation', costs.compensation?.premium ?? null, 'compensation');
  employer.add('labour_standards', costs.standards, 'standards');
  employer.add('workforce_skills_fund', costs.skills_fund, 'skills');
  return { employee: employee.lines, employer: employer.lines };
};
