import { FIXED_KINDS } from '../calculation/model/families.ts';
import { TAX_PROPERTY_TEMPLATES } from '../employers/tax-property-templates.ts';
import type { Registry } from '../kernel/definition/registry.ts';
import type { CsvRow } from '../tables/csv-reader.ts';
import { columnsOf, type ImportColumn, KEY } from './columns.ts';

/**
 * The files of an employer that moves in. Each is optional; those that are there are read together, and written in this
 * order.
 */
export interface ImportFile {
  name: string;
  /** What its rows become. */
  object: string;
  about: string;
  columns: readonly ImportColumn[];
  /** The columns whose values together tell rows apart. */
  key: readonly string[];
  /** Columns that tell some rows apart beside those. */
  alsoKey?: (cells: CsvRow['cells']) => readonly string[];
  /** Columns that set one member together: exactly one of them is filled in. */
  oneOf?: readonly string[];
  /** A column that no two rows may share beside that. */
  unique?: string;
}

/** The columns whose values distinguish a row from the others. */
export const keyOf = ({ key, alsoKey }: ImportFile, cells: CsvRow['cells']): readonly string[] => [
  ...key,
  ...(alsoKey?.(cells) ?? []),
];

/** Where people, what they are paid, and where it goes are. */
const RECORDS: readonly { object: string; file: string; about: string; key?: readonly string[]; unique?: string }[] = [
  { object: 'employee', file: 'employees.csv', about: 'People who are employed', unique: 'sin' },
  {
    object: 'contractor',
    file: 'contractors.csv',
    about: 'People and corporations who are paid without being employed',
    unique: 'sin',
  },
  {
    object: 'work_assignment',
    file: 'work_assignments.csv',
    about: 'Who is paid on which pay schedule; a person may have several',
  },
  {
    object: 'vacation_pay_setting',
    file: 'vacation_pay_settings.csv',
    about: 'At what percentage vacation pay accrues, and how it is paid',
    key: ['work_assignment', 'effective_from'],
  },
  { object: 'pay_rate', file: 'pay_rates.csv', about: 'Salaries and hourly rates' },
  { object: 'overtime_rate', file: 'overtime_rates.csv', about: 'What an hour of overtime is paid at, by pay rate' },
  { object: 'earning', file: 'earnings.csv', about: 'Recurring earnings' },
  ...FIXED_KINDS.map((kind) => ({
    object: kind,
    file: `${kind}s.csv`,
    about: `Recurring ${kind.replaceAll('_', ' ')}s`,
  })),
  { object: 'deduction', file: 'deductions.csv', about: 'Recurring deductions' },
  { object: 'employee_benefit', file: 'employee_benefits.csv', about: "Recurring benefits, the employee's part" },
  { object: 'employer_benefit', file: 'employer_benefits.csv', about: "Recurring benefits, the employer's part" },
  {
    object: 'bank_account',
    file: 'bank_accounts.csv',
    about: 'Where people are paid',
    key: ['employee', 'contractor', 'business_entity', 'institution_number', 'transit_number', 'account_number'],
  },
];

export const TAX_PROPERTIES = 'tax_properties.csv';
export const YEAR_TO_DATE = 'year_to_date.csv';

const SHOWN: Pick<ImportColumn, 'kind'> = { kind: 'text' };

/** Whose a tax property is; a row names one of them. */
const OWNERS = ['business_entity', 'work_assignment', 'remittance_account'] as const;
const WHOSE = {
  business_entity: 'The employer that owns it; give exactly one of the three owners',
  work_assignment: 'The work assignment whose it is; exactly one of the three owners',
  remittance_account: 'The remittance account whose it is; exactly one of the three owners',
};

/** Tax properties are parts of their owner, which is there before them. */
const taxProperties: ImportFile = {
  name: TAX_PROPERTIES,
  object: 'tax_property',
  about:
    'Dated settings of taxes, of a work assignment (province of employment, claim amounts, exemptions), the employer, or a remittance account',
  key: [...OWNERS, 'type', 'effective_from'],
  // Of such a type several may hold at once.
  alsoKey: ({ type }) => (TAX_PROPERTY_TEMPLATES[type?.trim() ?? '']?.concurrent ? ['value'] : []),
  oneOf: OWNERS,
  columns: [
    ...OWNERS.map((name) => ({
      name,
      member: 'owner_id',
      ...SHOWN,
      isRequired: false,
      refersTo: [name],
      about: WHOSE[name],
    })),
    {
      name: 'type',
      member: 'type',
      ...SHOWN,
      isRequired: true,
      about: 'What it sets: a value of /tax_property_templates',
    },
    {
      name: 'value',
      member: 'value',
      ...SHOWN,
      isRequired: true,
      about: 'What it is set to, as the template says; a value with members as JSON',
    },
    {
      name: 'effective_from',
      member: 'effective_from',
      ...SHOWN,
      isRequired: true,
      about: 'First day on which it is in effect',
    },
    {
      name: 'effective_to',
      member: 'effective_to',
      ...SHOWN,
      isRequired: false,
      about: 'Last day on which it holds; empty for good',
    },
    { name: 'note', member: 'note', ...SHOWN, isRequired: false, about: 'Your own note' },
  ],
};

/** The files whose rows become records, in the order in which they are written. */
export const importFiles = (registry: Pick<Registry, 'need'>): ImportFile[] => {
  const records = RECORDS.map(({ object, file, about, key = [KEY], unique }, at): ImportFile => {
    // What a later file makes is not there yet; where two name each other, the later one does.
    const later = new Set(RECORDS.slice(at).map((other) => other.object));
    const columns = columnsOf(registry.need(object)).filter(
      ({ refersTo = [] }) => !refersTo.some((to) => later.has(to)),
    );
    return { name: file, object, about, key, columns, ...(unique === undefined ? {} : { unique }) };
  });
  const behind = records.findIndex(({ object }) => object === 'work_assignment') + 1;
  return [...records.slice(0, behind), taxProperties, ...records.slice(behind)];
};

/** Columns of year_to_date.csv before those of figures. */
export const YEAR_TO_DATE_LEADING = {
  work_assignment: { required: true },
  pay_date: { required: true },
  period_start: { required: true },
  period_end: { required: true },
  note: {},
  vacation_pay_balance: {},
} as const;
