import type { Text } from '../../values/text.ts';

/**
 * How amounts count for tax, pensions, insurance, the employer's levies, vacation pay and slips. Each is defined in
 * src/statutory/data/line-item-types.yaml, with the source that it was read in.
 */
export const TREATMENTS = [
  'pay',
  'non_periodic_pay',
  'benefit_in_cash',
  'benefit_in_kind',
  'insurance_premium',
  'health_plan',
  'not_counted',
  'not_counted_in_kind',
  'lump_sum',
  'taxable_only',
  'taken_from_pay',
] as const;
export type Treatment = (typeof TREATMENTS)[number];

/** Boxes of slips that an amount goes to, by form. */
export interface FormBoxes {
  t4?: string[] | undefined;
  t4a?: string[] | undefined;
  rl1?: string[] | undefined;
}

type Tax = 'taxable' | 'none' | 'lump_sum';

/** Where something is so: everywhere (true), nowhere (false), or in the jurisdictions named. */
export type Places = boolean | readonly Jurisdiction[];

/** What a treatment says. Its members are described in the data file. */
export interface Counts {
  boxes: FormBoxes;
  income_tax: Tax;
  quebec_tax: Tax;
  periodic: boolean;
  in_cash: boolean;
  cpp: boolean;
  qpp: boolean;
  ei: boolean;
  ei_quebec: boolean;
  qpip: boolean;
  health_tax: Places;
  workers_compensation: Places;
  labour_standards: boolean;
  vacationable: Places;
  holiday_base:
    | 'wages'
    | 'commission'
    | 'tips'
    | 'vacation_pay'
    | 'vacation_taken'
    | 'holiday_pay'
    | 'overtime'
    | 'none';
  reduces?: 'registered_plan' | 'pension_plan' | 'registered_plan_non_periodic' | 'union_dues' | undefined;
  shares?: 'ftq' | 'fondaction' | undefined;
}

/** Where the employee is employed: a province or territory, or OC for outside Canada. */
export const JURISDICTIONS = [
  'AB',
  'BC',
  'MB',
  'NB',
  'NL',
  'NS',
  'NT',
  'NU',
  'ON',
  'PE',
  'QC',
  'SK',
  'YT',
  'OC',
] as const;
export type Jurisdiction = (typeof JURISDICTIONS)[number];

/** All of them but some. */
export const everywhereBut = (...not: readonly Jurisdiction[]): Jurisdiction[] =>
  JURISDICTIONS.filter((one) => !not.includes(one));

/** What is known of one type of pay item. */
export interface ItemType {
  label: Text;
  /** False for what is paid period by period: it is on no off-cycle payroll. */
  off_cycle?: false;
}

/** Of a family that recurs: how amounts of the type count. */
export interface TreatedType extends ItemType {
  treatment: Treatment;
  /** Where the type differs from its treatment. */
  but?: Partial<Counts>;
  /** Where that was read, by names of the data file; where left out, the source of the treatment holds. */
  source?: readonly string[];
  /** The same of its boxes. */
  boxes_source?: readonly string[];
  /** `recalled`: seen in no source, so a stub with such a line warns. Where left out, that of the treatment holds. */
  confidence?: 'confirmed' | 'recalled';
}

/** The types of a family that recurs: one without a label or a treatment does not compile. */
export const treated = <T extends string>(types: Readonly<Record<T, TreatedType>>): Readonly<Record<T, TreatedType>> =>
  types;

/** The types of a family that the calculation makes from the law. */
export const labelled = <T extends string>(types: Readonly<Record<T, ItemType>>): Readonly<Record<T, ItemType>> =>
  types;
