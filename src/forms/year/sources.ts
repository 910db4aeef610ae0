import { z } from 'zod';
import { amountOf, isMoney, LINE_KINDS } from '../../calculation/index.ts';
import { needRow } from '../../kernel/calls/operations.ts';
import { defineOperation, type Operation } from '../../kernel/definition/operation.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { paidAmong } from '../../pay-records/paid-stubs.ts';
import { lineItemObject } from '../../payrolls/events/pay-stub.ts';
import { AGENCY_OF, accountsOfStubs } from '../../reports/source/accounts.ts';
import { TAX } from '../../reports/source/boxes.ts';
import { payrollCondition } from '../../reports/source/payrolls.ts';
import { isElsewhere } from '../../reports/source/repeated.ts';
import { baseSum, byProvince, provinceOf } from '../../reports/source/tally.ts';
import { formBoxesOf, SLIPS, type SlipName, slipBoxes } from '../../statutory/editions/line-item-types.ts';
import { all, among, compare, equal, oneOf } from '../../values/condition.ts';
import { dateOf } from '../../values/dates.ts';
import { addTo } from '../../values/group.ts';
import type { JsonObject } from '../../values/json.ts';
import { decimal, sum, toNumber, ZERO } from '../../values/money.ts';
import { refused } from '../../values/problem.ts';
import { form } from '../form.ts';
import { valuesOf, versionOf } from '../of-record.ts';
import { matched } from './matching.ts';
import { accountNumbers, accountOf, distinguishing, type MadeSlip, recordsOf, slipsOf, sourceOf } from './slips.ts';

/** Where the boxes of a slip come from: the pay stubs of its year, and their lines. */

type Form = RecordOf<'form'>;
type Stub = RecordOf<'pay_stub'>;

const lineSchema = z.object({
  pay_stub_id: z.string().meta({ description: 'The pay stub' }),
  line_item_id: z
    .string()
    .nullable()
    .meta({ description: "The line item; null for a total kept by the stub's calculation" }),
  kind: z.string().meta({ description: 'Kind of the line item, or `sum` for a total', examples: ['earning'] }),
  type: z.string().meta({ description: 'Its type, or the name of the total', examples: ['salary'] }),
  amount: z.number().meta({ description: 'Dollars' }),
});

const boxSchema = z.object({
  key: z.string().meta({ description: 'Member of the form', examples: ['box_14_employment_income'] }),
  box: z.string().meta({ description: 'The box', examples: ['14'] }),
  value: z.number().nullable().meta({ description: 'Value on the form' }),
  from_stubs: z.number().meta({ description: "Sum of its lines, up to the year's maximum where there is one" }),
  lines: z.array(lineSchema).meta({ description: 'Its line items, by pay stub' }),
});

const answerSchema = z
  .object({
    id: z.string().meta({ description: 'The form' }),
    object: z.literal('form_sources').meta({ description: 'Type of the record' }),
    data: z
      .object({ boxes: z.array(boxSchema).meta({ description: 'Boxes that have a value or line items' }) })
      .meta({ description: 'The sources of the boxes' }),
  })
  .meta({ id: 'form_sources', description: 'Sources of the boxes of a form' });

const NO_STUBS = refused({
  en: 'The values of this form come from no pay stubs of a year: only slips of a year are followed back.',
  fr: "Les valeurs de ce formulaire ne viennent pas des bulletins d'une année : seuls les feuillets d'une année sont retracés.",
});

const PLACES: Readonly<Record<string, string>> = { ZZ: 'OC' };

/** Of a T4 its province of employment as stubs have it. */
const provinceOfForm = ({ type, values }: Form): string => {
  if (type !== 't4') return type === 'rl1' ? 'QC' : '';
  const place = String(values.box_10_province_territory_or_country_of_employment_code ?? '');
  return PLACES[place] ?? place;
};

type Line = z.infer<typeof lineSchema>;
type FormBoxes = ReturnType<typeof formBoxesOf>;

/** Follows the boxes of a slip back to its stubs, as they are now. */
export const formSources: Operation = defineOperation({
  auth: 'company',
  tag: form.object,
  resource: form,
  id: 'list_form_sources',
  method: 'GET',
  path: `${form.path}/{form}/sources`,
  summary: 'Trace the boxes of a form to its pay stubs',
  description:
    'For a year-end slip: each box with the line items of paid pay stubs that it is the sum of, as they are now. A value that was entered by hand may differ from the sum of its lines.',
  answers: { 200: { description: 'The sources of the boxes', schema: answerSchema } },
  problems: [400, 404],
  run: async (call) => {
    const row = await needRow(form, call);
    const slip = SLIPS.find((one) => one === row.type);
    if (slip === undefined || row.tax_year_of === null) throw NO_STUBS;
    const boxes = await followed(row, slip, row.tax_year_of, call);
    return { status: 200, body: { id: row.id, object: 'form_sources', data: { boxes } } };
  },
});

const followed = async (
  row: Form,
  slip: SlipName,
  tax_year: number,
  { services, tenant }: Pick<Parameters<Operation['run']>[0], 'services' | 'tenant'>,
): Promise<JsonObject[]> => {
  const { read } = services;
  const kind = row.contractor_id === null ? 'employee' : 'contractor';
  const asked = { slip, tax_year, business_entity_id: row.business_entity_id };
  const source = sourceOf(asked, read, tenant, new AbortController().signal);
  const where = all(
    equal(`${kind}_id`, row.owner_id ?? ''),
    compare('pay_date', '>=', dateOf(tax_year, 1, 1)),
    compare('pay_date', '<=', dateOf(tax_year, 12, 31)),
    among('payroll_id', 'payroll', 'id', payrollCondition(source)),
  );
  // A person's stubs of a year: a few dozen.
  const stubs = await paidAmong(await read.find('pay_stub', tenant, where), services, tenant);
  const province = provinceOfForm(row);
  const made = await slipOf(row, province, await slipsOf(asked, kind, [row.owner_id ?? ''], source), services, tenant);
  const accounts = await accountsOfStubs(AGENCY_OF[slip], source)(stubs);
  const counting = countingOn(slip, province, made, stubs, accounts);
  const lines = await linesByBox(counting, kind, services, tenant);
  // What is exempt is a part of what the lines of another box come to.
  for (const { box, to } of slip === 't4a' ? [] : slipBoxes().exempt[slip])
    for (const other of to)
      if (made?.boxes.has(other)) for (const line of lines.get(box) ?? []) addTo(lines, other, line);
  const values = valuesOf(row);
  return versionOf(row).fields.flatMap(({ key, box }) => {
    if (box === undefined) return [];
    const value = values[key] ?? null;
    const of = lines.get(box) ?? [];
    const amount = made?.boxes.get(box) ?? ZERO;
    if (value === null && of.length === 0) return [];
    return [
      { key, box, value: value === null ? null : toNumber(String(value)), from_stubs: toNumber(amount), lines: of },
    ];
  });
};

/** The stubs that boxes of a slip are sums of. */
interface Counting {
  stubs: readonly Stub[];
  /** In which of the boxes that something counts in it counts on this slip, by its stub. */
  boxesFor(stub: string, boxes: FormBoxes): readonly string[];
}

/**
 * The stubs that a slip has its figures from: those of its province and account. Beside them a T4 has what stubs of
 * other provinces took back of some of its boxes, and an RL-1 repeats boxes of the T4s of other provinces.
 *
 * @param made the slip as payroll makes it; undefined where it comes to none
 * @param accountOf the employer's account at the agency, by stub
 */
const countingOn = (
  slip: SlipName,
  province: string,
  made: MadeSlip | undefined,
  stubs: readonly Stub[],
  accountOf: ReadonlyMap<string, string>,
): Counting => {
  const apart = distinguishing(slip);
  const isOf = (place: string | undefined): boolean =>
    place === province || (slip === 't4' && place !== undefined && made?.places.has(place) === true);
  const ofAccount = stubs.filter((stub) => !made || (accountOf.get(stub.id) ?? null) === made.account_id);
  const own = ofAccount.filter((stub) => isOf(apart(stub)));
  const takenBackIn = new Set([...(made?.taken_off.values() ?? [])].flatMap((places) => [...places]));
  const others = ofAccount.filter((stub) => !isOf(apart(stub)) && takenBackIn.has(byProvince(stub)));
  const { repeated } = slipBoxes();
  const repeats = slip === 'rl1' && Object.values(repeated).some((box) => made?.boxes.has(box));
  const elsewhere = repeats ? stubs.filter((stub) => isElsewhere(byProvince(stub))) : [];

  const provinces = new Map(stubs.map((stub) => [stub.id, byProvince(stub)]));
  const placeOfOther = new Map(others.map((stub) => [stub.id, byProvince(stub)]));
  const away = new Set(elsewhere.map(({ id }) => id));
  return {
    stubs: [...own, ...others, ...elsewhere],
    boxesFor: (stub, boxes) => {
      if (away.has(stub)) return boxes.t4?.flatMap((box) => repeated[box] ?? []) ?? [];
      const place = placeOfOther.get(stub);
      const counts = (box: string) => {
        if (place !== undefined) return made?.taken_off.get(box)?.has(place) === true;
        if (slip !== 'rl1' && box === TAX[slip] && made?.taxed_in.has(provinces.get(stub) ?? '') !== true) return false;
        return !made?.given.has(box);
      };
      return boxes[slip]?.filter(counts) ?? [];
    },
  };
};

/** The lines of stubs, and sums that their calculation keeps, by the boxes that they count in. */
const linesByBox = async (
  counting: Counting,
  payee: 'employee' | 'contractor',
  { read }: Services,
  tenant: Tenant,
): Promise<Map<string, Line[]>> => {
  const { stubs, boxesFor } = counting;
  const lines = new Map<string, Line[]>();
  const places = new Map(stubs.map((stub) => [stub.id, provinceOf(stub)]));
  const inStubs = oneOf('pay_stub_id', [...places.keys()]);
  for (const kind of stubs.length === 0 ? [] : LINE_KINDS)
    for await (const found of read.pages(lineItemObject(kind), tenant, inStubs))
      for (const line of found) {
        if (!isMoney(line)) continue;
        const { id: line_item_id, pay_stub_id, type } = line;
        const amount = toNumber(amountOf(line));
        const boxes = formBoxesOf(kind, type, { payee, province: places.get(pay_stub_id) ?? null });
        for (const box of boxesFor(pay_stub_id, boxes))
          addTo(lines, box, { pay_stub_id, line_item_id, kind, type, amount });
      }
  addSums(counting, lines);
  return lines;
};

/** Which of the slips of its person a form shows; undefined where payroll comes to none of them. */
const slipOf = async (
  form: Form,
  province: string,
  slips: readonly MadeSlip[],
  services: Services,
  tenant: Tenant,
): Promise<MadeSlip | undefined> => {
  const own = slips.filter((slip) => slip.province === province);
  const [first] = own;
  if (!first) return undefined;
  const records = await recordsOf(own, form.tax_year_of ?? 0, services, tenant);
  const numbered = own.map((slip) => ({ slip, account: accountOf(slip, records) }));
  const { made } = matched(numbered, [form], first.slip, accountNumbers(records));
  return own[made.findIndex(({ forms }) => forms.length > 0)];
};

/** Adds sums that the calculation of stubs keeps: earnings that have a ceiling, by stub. */
const addSums = ({ stubs, boxesFor }: Counting, lines: Map<string, Line[]>): void => {
  for (const [name, { boxes }] of Object.entries(slipBoxes().sums))
    for (const { id: pay_stub_id, bases } of stubs)
      for (const box of boxesFor(pay_stub_id, boxes)) {
        const amount = sum([decimal(bases?.[name] ?? '0')]);
        if (amount.eq(ZERO)) continue;
        const figures = { kind: 'sum', type: baseSum(name), amount: toNumber(amount) };
        addTo(lines, box, { pay_stub_id, line_item_id: null, ...figures });
      }
};
