import { FIXED_KINDS } from '../calculation/model/families.ts';
import { TAX_PROPERTY_TEMPLATES } from '../employers/tax-property-templates.ts';
import type { Registry } from '../kernel/definition/registry.ts';
import type { CsvRow } from '../tables/csv-reader.ts';
import { columnsOf, type ImportColumn, KEY } from './columns.ts';

/**
 * A file of an import. Every file is optional. All files are read first, and then written in the order of importFiles.
 */
export interface ImportFile {
  name: string;
  /** The kind of record that a row becomes. */
  object: string;
  about: string;
  columns: readonly ImportColumn[];
  /** The columns whose values together identify a row. */
  key: readonly string[];
  /** Further columns that identify some rows. */
  alsoKey?: (cells: CsvRow['cells']) => readonly string[];
  /** Columns that set the same member: a row has a value in exactly one of them. */
  oneOf?: readonly string[];
  /** Another column in which no two rows may have the same value. */
  unique?: string;
}

/** The columns whose values identify a row. */
export const keyOf = ({ key, alsoKey }: ImportFile, cells: CsvRow['cells']): readonly string[] => [
  ...key,
  ...(alsoKey?.(cells) ?? []),
];

/** The member of a body that a column sets. */
export const memberOf = ({ columns }: ImportFile, name: string): string =>
  columns.find((column) => column.name === name)?.member ?? name;

/** The files of people, of their pay, and of their bank accounts. */
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
    about: 'Who is paid on which pay schedule; a person may have several work assignments',
  },
  {
    object: 'vacation_pay_setting',
    file: 'vacation_pay_settings.csv',
    about: 'At what percentage vacation pay accrues, and how it is paid',
    key: ['work_assignment', 'effective_from'],
  },
  { object: 'pay_rate', file: 'pay_rates.csv', about: 'Salaries and hourly rates' },
  {
    object: 'overtime_rate',
    file: 'overtime_rates.csv',
    about: 'Rates that hours of overtime are paid at, by pay rate',
  },
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
    about: 'Bank accounts that people are paid to',
    key: ['employee', 'contractor', 'business_entity', 'institution_number', 'transit_number', 'account_number'],
  },
];

export const TAX_PROPERTIES = 'tax_properties.csv';
export const YEAR_TO_DATE = 'year_to_date.csv';

const TEXT: Pick<ImportColumn, 'kind'> = { kind: 'text' };

/** The owner of a tax property; a row names one of them. */
const OWNERS = ['business_entity', 'work_assignment', 'remittance_account'] as const;
const ABOUT_OWNERS = {
  business_entity: 'The employer that owns it; give exactly one of the three owners',
  work_assignment: 'The work assignment that owns it; give exactly one of the three owners',
  remittance_account: 'The remittance account that owns it; give exactly one of the three owners',
};

/** A tax property is a part of its owner, so the owner is written first. */
const taxProperties: ImportFile = {
  name: TAX_PROPERTIES,
  object: 'tax_property',
  about:
    'Dated settings of taxes, of a work assignment (province of employment, claim amounts, exemptions), the employer, or a remittance account',
  key: [...OWNERS, 'type', 'effective_from'],
  // Several of a concurrent type may be in effect on the same day.
  alsoKey: ({ type }) => (TAX_PROPERTY_TEMPLATES[type?.trim() ?? '']?.concurrent ? ['value'] : []),
  oneOf: OWNERS,
  columns: [
    ...OWNERS.map((name) => ({
      name,
      member: 'owner_id',
      ...TEXT,
      isRequired: false,
      refersTo: [name],
      about: ABOUT_OWNERS[name],
    })),
    {
      name: 'type',
      member: 'type',
      ...TEXT,
      isRequired: true,
      about: 'What it sets: a value of /tax_property_templates',
    },
    {
      name: 'value',
      member: 'value',
      ...TEXT,
      // Of some types, as claim amounts; no other value looks like a decimal with a comma.
      isDecimal: true,
      isRequired: true,
      about: 'Its value, in the format of the template; an object as JSON',
    },
    {
      name: 'effective_from',
      member: 'effective_from',
      ...TEXT,
      isRequired: true,
      about: 'First day on which it is in effect',
    },
    {
      name: 'effective_to',
      member: 'effective_to',
      ...TEXT,
      isRequired: false,
      about: 'Last day on which it is in effect; empty when it has no end',
    },
    { name: 'note', member: 'note', ...TEXT, isRequired: false, about: 'Your own note' },
  ],
};

/** The files whose rows become records, in the order in which they are written. */
export const importFiles = (registry: Pick<Registry, 'need'>): ImportFile[] => {
  const records = RECORDS.map(({ object, file, about, key = [KEY], unique }, at): ImportFile => {
    // A file cannot name records of a later file. Where two kinds refer to each other, the later file has the
    // reference.
    const later = new Set(RECORDS.slice(at).map((other) => other.object));
    const columns = columnsOf(registry.need(object)).filter(
      ({ refersTo = [] }) => !refersTo.some((to) => later.has(to)),
    );
    return { name: file, object, about, key, columns, ...(unique === undefined ? {} : { unique }) };
  });
  const afterAssignments = records.findIndex(({ object }) => object === 'work_assignment') + 1;
  return [...records.slice(0, afterAssignments), taxProperties, ...records.slice(afterAssignments)];
};

/** The columns of year_to_date.csv before the columns of figures. */
export const YEAR_TO_DATE_LEADING = {
  work_assignment: { required: true },
  pay_date: { required: true },
  period_start: { required: true },
  period_end: { required: true },
  note: {},
  vacation_pay_balance: { decimal: true },
} as const;

/** The external_ref of an imported payroll, by which the next import finds it. */
export const externalRefOf = (pay_date: string): string => `year-to-date-${pay_date}`;
