import { propertiesOf, propertyFacts } from '../../employers/tax-properties-in-force.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import { payRatesOf } from '../../pay-records/pay-rates.ts';
import { pensionExemption, STATED_MONTHS, statedMonths } from '../../statutory/editions/age.ts';
import type { Edition } from '../../statutory/editions/edition.ts';
import { monthsOfPension } from '../../statutory/stage/stage-forms.ts';
import { dateOf } from '../../values/dates.ts';
import type { ReportSource } from '../model/report-type.ts';
import type { PaidPerson } from './people.ts';

/**
 * In how many months of a year pension contributions of each person are due, as withholding has it: by age, by an
 * exemption from the first of a month, or as stated.
 *
 * @param worksOf the work assignments for which the employer of a person paid it in the year, in Quebec and elsewhere
 * @returns by person; null where it is not known: of somebody who was erased the day of birth is gone
 */
export const contributoryMonthsOf = async (
  people: readonly PaidPerson[],
  worksOf: (person: PaidPerson) => ReadonlySet<string>,
  edition: Edition,
  jurisdiction: 'QC' | 'ON',
  year: number,
  { read, tenant }: Pick<ReportSource, 'read' | 'tenant'>,
): Promise<Map<PaidPerson, number | null>> => {
  const works = [...new Set(people.flatMap((person) => [...worksOf(person)]))];
  const [properties, rates] = await Promise.all([
    propertiesOfYear([...works, ...people.map((person) => person.business_entity_id)], year, read, tenant),
    payRatesOf(works, read, tenant),
  ]);
  return new Map(
    people.map((person) => {
      const ofEmployer = properties.get(person.business_entity_id) ?? [];
      const worked = [...worksOf(person)].map((id) => ({
        pay_rates: rates.get(id) ?? [],
        tax_properties: [...(properties.get(id) ?? []), ...ofEmployer],
      }));
      const own = worked.flatMap(({ tax_properties }) => tax_properties);
      const birth = person.employee?.date_of_birth ?? null;
      const due = monthsOfPension(worked, birth, dateOf(year, 12, 31), jurisdiction, edition).length;
      // Of somebody who was erased there are by age at most as many.
      const counted = person.payee.name === null && due > 0 ? null : due;
      return [person, statedMonths(year, own) ?? counted];
    }),
  );
};

/** What the months depend on. */
const TYPES = ['ca::province_of_employment', STATED_MONTHS, pensionExemption('ON'), pensionExemption('QC')];

/** Tax properties of some owners that are in force in a year, by owner. */
const propertiesOfYear = async (
  owners: readonly string[],
  year: number,
  read: ReportSource['read'],
  tenant: ReportSource['tenant'],
): Promise<Map<string, ReturnType<typeof propertyFacts>[]>> => {
  const found = await propertiesOf([...new Set(owners)], { read }, tenant, TYPES);
  const [first, last] = [dateOf(year, 1, 1), dateOf(year, 12, 31)];
  const isOfYear = ({ effective_from, effective_to }: RecordOf<'tax_property'>): boolean =>
    effective_from <= last && (effective_to ?? last) >= first;
  return new Map([...found].map(([owner, all]) => [owner, all.filter(isOfYear).map(propertyFacts)]));
};
