import { slipsOf, sourceOf } from '../../src/forms/year/slips.ts';
import type { RecordOf } from '../../src/kernel/definition/resource.ts';
import type { Services, Tenant } from '../../src/kernel/definition/services.ts';
import { paidAmong } from '../../src/pay-records/paid-stubs.ts';
import type { Edition } from '../../src/statutory/editions/edition.ts';
import { editionFor } from '../../src/statutory/editions/index.ts';
import { ALWAYS, equal } from '../../src/values/condition.ts';
import { yearOf } from '../../src/values/dates.ts';
import { type Fixed, fixed, roundToCent, times, toText } from '../../src/values/fixed.ts';
import { groupBy } from '../../src/values/group.ts';
import { decimal, sum, toText as textOfSum } from '../../src/values/money.ts';
import type { Evidence } from './checks.ts';

/** Boxes of a T4 with contributions that are on no other slip, and the withholdings that they are the sum of. */
const BOXES: Readonly<Record<string, string>> = {
  16: 'cpp',
  '16A': 'cpp_2',
  17: 'qpp',
  '17A': 'qpp_2',
  18: 'ei',
  55: 'qpip',
};

/**
 * The most that an employer withholds of somebody in a year, and that it contributes itself, in the tax year's figures.
 */
const mostOf = ({ cpp, qpp, ei, qpip }: Edition) => {
  const ofBoth = { cpp: cpp.max, cpp_2: cpp.second_max, qpp: qpp.max, qpp_2: qpp.second_max };
  return {
    statutory_withholding: { ...ofBoth, ei: ei.max, qpip: qpip.max },
    employer_statutory_withholding: {
      ...ofBoth,
      ei: roundToCent(times(ei.max, ei.employer_multiplier)),
      qpip: qpip.employer_max,
    },
  } satisfies Record<string, Readonly<Record<string, Fixed>>>;
};

/**
 * Nobody's contributions pass the year's maximum, whichever payrolls were approved, taken back and corrected in which
 * order; but for those that somebody entered.
 *
 * @returns a sentence for each that does
 */
export const beyondTheYear = ({ rows, streams }: Evidence): string[] => {
  const years = groupBy(
    (rows('pay_stub') as RecordOf<'pay_stub'>[]).filter(({ is_closed, employee_id }) => is_closed && employee_id),
    ({ employee_id, business_entity_id, pay_date }) => `${employee_id} ${business_entity_id} ${yearOf(pay_date)}`,
  );
  const entered = new Set(
    [...streams].flatMap(([stream, events]) =>
      events.some(
        ({ type, data }) => /^(?:Employer)?StatutoryWithholdingLineItem/.test(type) && data.custom_amount != null,
      )
        ? [stream.slice('pay_stub-'.length)]
        : [],
    ),
  );
  return [...years].flatMap(([whose, stubs]) => {
    if (stubs.some(({ id }) => entered.has(id))) return [];
    const { edition } = editionFor(stubs[0]!.pay_date);
    return Object.entries(mostOf(edition)).flatMap(([kind, ofTypes]) =>
      Object.entries(ofTypes).flatMap(([type, most]) => {
        const sum = stubs
          .map(({ amounts }) => fixed(amounts?.[kind]?.[type] ?? '0'))
          .reduce((all, one) => all + one, 0n);
        return sum > most ? [`${toText(sum)} of ${kind} ${type} for ${whose}, and ${toText(most)} is most`] : [];
      }),
    );
  });
};

interface Line {
  pay_stub_id: string;
  type: string;
  custom_amount?: string | null;
  managed_amount?: string | null;
}

const amountOf = ({ custom_amount, managed_amount }: Line): string => custom_amount ?? managed_amount ?? '0';

/**
 * The T4s of each year show the contributions of all paid stubs of the year, also of who worked in two provinces, for
 * two employers, or was paid by corrections.
 *
 * @returns a sentence for each box that differs
 */
export const slipsDiffer = async (services: Services, tenant: Tenant): Promise<string[]> => {
  const { read } = services;
  const closed = await read.find('pay_stub', tenant, equal('is_closed', true));
  const employees = (await read.find('employee', tenant, ALWAYS)).map(({ id }) => id);
  const paid = await paidAmong(closed, services, tenant);
  const years = new Set(paid.map(({ pay_date }) => yearOf(pay_date)));
  const lines = (await read.find('statutory_withholding_line_item', tenant, ALWAYS)) as unknown as Line[];
  const found: string[] = [];
  for (const tax_year of years) {
    const asked = { slip: 't4', tax_year, business_entity_id: null } as const;
    const source = sourceOf(asked, read, tenant, new AbortController().signal);
    const slips = await slipsOf(asked, 'employee', employees, source);
    const stubs = paid.filter(({ pay_date, employee_id }) => yearOf(pay_date) === tax_year && employee_id !== null);
    const ids = new Set(stubs.map(({ id }) => id));
    const ofThem = lines.filter(({ pay_stub_id }) => ids.has(pay_stub_id));
    for (const [box, type] of Object.entries(BOXES)) {
      const told = textOfSum(sum(slips.map(({ boxes }) => boxes.get(box) ?? decimal('0'))));
      const withheld = textOfSum(sum(ofThem.flatMap((line) => (line.type === type ? amountOf(line) : []))));
      if (told !== withheld)
        found.push(`box ${box} of ${tax_year} is ${told}, and ${withheld} of ${type} was withheld`);
    }
  }
  return found;
};
