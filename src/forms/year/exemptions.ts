import type { Reader } from '../../kernel/definition/reader.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Tenant } from '../../kernel/definition/services.ts';
import { isErased } from '../../people/erased-payee.ts';
import { editionOf } from '../../reports/source/year-figures.ts';
import {
  ageMonths,
  canElect,
  pensionAge,
  pensionExemption,
  STATED_MONTHS,
  statesNone,
} from '../../statutory/editions/age.ts';
import { all, oneOf } from '../../values/condition.ts';
import { dateOf } from '../../values/dates.ts';
import { addTo } from '../../values/group.ts';
import type { Decimal } from '../../values/money.ts';
import type { FormValue } from '../model/form-type.ts';

/**
 * Box 28 of a T4: that no contribution was due on any of its pay. The CRA has it left blank where the slip has
 * contributions or earnings that they are due on, and where somebody elected to stop contributing to CPP (form CPT30).
 */

const CPP = 'ca::cpp_exempt';
const TYPES = [CPP, 'ca::qc::qpp_exempt', STATED_MONTHS, 'ca::ei_exempt', 'ca::qc::qpip_exempt'];

type Exemption = Pick<RecordOf<'tax_property'>, 'type' | 'value' | 'effective_from' | 'effective_to'>;

/** What exemptions look at of a slip. */
interface Slip {
  province: string;
  business_entity_id: string;
  assignments: ReadonlySet<string>;
  boxes: ReadonlyMap<string, Decimal>;
}

/** Tax properties in force in a year that exempt from contributions, by owner. */
export type Exempting = ReadonlyMap<string, readonly Exemption[]>;

/** Those of some owners: employers and work assignments. */
export const exemptingOf = async (
  owners: readonly string[],
  tax_year: number,
  read: Reader,
  tenant: Tenant,
): Promise<Exempting> => {
  const [first, last] = [dateOf(tax_year, 1, 1), dateOf(tax_year, 12, 31)];
  const found = new Map<string, Exemption[]>();
  const owned = all(oneOf('owner_id', owners), oneOf('type', TYPES));
  for await (const properties of read.pages('tax_property', tenant, owned))
    for (const property of properties) {
      const { owner_id, value, effective_from, effective_to } = property;
      const isExempting = statesNone(property) || value === true;
      if (isExempting && effective_from <= last && (effective_to ?? last) >= first) addTo(found, owner_id, property);
    }
  return found;
};

/** Whether no pension contributions were due by law, by age, by an exemption or by a count of no months. */
const isPensionExempt = (
  { province, boxes }: Slip,
  tax_year: number,
  date_of_birth: string | null,
  own: readonly Exemption[],
): boolean => {
  const isQuebec = province === 'QC';
  // All of it is exempt under the Indian Act, and the employer did not choose to have it covered.
  if (boxes.has('71') && !boxes.has('14')) return true;
  const is = (type: string) => own.some((one) => one.type === type);
  const edition = editionOf(tax_year);
  if (date_of_birth && edition) {
    const plan = isQuebec ? edition.qpp : edition.cpp;
    const months = ageMonths(pensionAge(plan, date_of_birth, dateOf(tax_year, 12, 31))).length;
    const hasElected = own.some((one) => one.type === CPP && canElect(date_of_birth, one.effective_from));
    const isEarned = boxes.has('14');
    if (months === 0 && isEarned) return true;
    if (hasElected && !isQuebec) return false;
    if (months < 12 && isEarned) return true;
  }
  return is(pensionExemption(province)) || is(STATED_MONTHS);
};

/** The parts of box 28 of a slip; without what is not known of somebody who was erased. */
export const exemptValues = (
  slip: Slip,
  tax_year: number,
  person: RecordOf<'employee'> | RecordOf<'contractor'> | undefined,
  exempting: Exempting,
): Record<string, FormValue> => {
  const { boxes, assignments, business_entity_id } = slip;
  const own = [...assignments, business_entity_id].flatMap((owner) => exempting.get(owner) ?? []);
  const is = (type: string) => own.some((one) => one.type === type);
  const none = (...of: string[]) => of.every((box) => !boxes.has(box));
  const birth = person && 'date_of_birth' in person ? person.date_of_birth : null;
  return {
    // Nothing is said of somebody who was erased: the day of birth is gone.
    ...(person && isErased(person)
      ? {}
      : {
          box_28_cpp_or_qpp_exempt_code:
            none('16', '16A', '17', '17A', '26') && isPensionExempt(slip, tax_year, birth, own),
        }),
    box_28_employment_insurance_exempt_code: is('ca::ei_exempt') && none('18', '24'),
    // Elsewhere nobody is in the plan.
    box_28_ppip_exempt_code: slip.province === 'QC' && is('ca::qc::qpip_exempt') && none('55', '56'),
  };
};
