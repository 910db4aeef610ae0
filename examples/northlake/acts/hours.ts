import { all, given, type Resource } from '../api.ts';
import { cents, shown, shownCents } from '../money.ts';
import type { Employer, Member, Scene } from '../scene.ts';

const WAGE = 24;
const OVERTIME = 1.5;
const HOURS = 10;
const EXTRA_HOURS = 2;
/** Of a garnishment: dollars that stay, and what is taken of the rest, in percent. */
const KEPT = 900;
const SEIZED = 30;
/** Of what the employer pays into a pension plan. */
const PERCENT = 8;
const CAP = 300;

interface Explanation {
  lines: {
    id: string;
    type: string;
    steps: { name: string; value: number; rule?: { en: string }; records?: Resource[] }[];
  }[];
}

/** Someone who is paid by the hour beside a salary. */
export interface Evenings {
  member: Member;
  preset: Resource;
}

const stubOf = async ({ api }: Employer, payroll: Resource, { assignment }: Member): Promise<Resource> => {
  const query = { payroll_id: payroll.id, work_assignment_id: assignment.id };
  return (await given(api.GET('/pay_stubs', { params: { query } }))).data[0]! as Resource;
};

const linesOf = async ({ api }: Employer, stub: Resource) => {
  const params = (paged: object) => ({ query: { pay_stub_id: stub.id, ...paged } });
  return {
    earnings: await all((paged) => api.GET('/earning_line_items', { params: params(paged) })),
    deductions: await all((paged) => api.GET('/deduction_line_items', { params: params(paged) })),
    benefits: await all((paged) => api.GET('/employer_benefit_line_items', { params: params(paged) })),
  };
};

/** The driver works in the evening too: hours at a wage of their own, whose title a preset keeps, and overtime. */
export const payByTheHour = async (
  { stage }: Scene,
  employer: Employer,
  payroll: Resource,
  members: readonly Member[],
): Promise<Evenings> => {
  stage.act('Hours, overtime, a garnishment, and a preset');
  const { api, entity } = employer;
  const member = members.find(({ person }) => person.title === 'Delivery driver')!;
  const work_assignment_id = member.assignment.id;
  const preset: Resource = await given(
    api.POST('/business_presets', {
      body: {
        business_entity_id: entity.id,
        type: 'earning',
        subtype: 'wage',
        name: 'Evenings',
        title: 'Evening round',
      },
    }),
  );
  const rate: Resource = await given(
    api.POST('/pay_rates', {
      body: {
        work_assignment_id,
        business_preset_id: preset.id,
        type: 'hourly',
        rate: WAGE,
        expected_hours_per_week: 5,
        effective_from: '2025-12-01',
      },
    }),
  );
  stage.claim('a rate that names the preset has its title', rate.data.title, 'Evening round');
  const overtime: Resource = await given(
    api.POST('/overtime_rates', { body: { pay_rate_id: rate.id, rate_multiplier: OVERTIME } }),
  );
  stage.claim('an hour of overtime is paid one and a half times', overtime.data.hourly_rate, WAGE * OVERTIME);
  await given(
    api.POST('/payrolls/{payroll}/hours', {
      params: { path: { payroll: payroll.id } },
      body: {
        data: [
          {
            work_assignment_id,
            wage: [{ hours: HOURS, pay_rate_id: rate.id }],
            overtime: [{ hours: EXTRA_HOURS, overtime_rate_id: overtime.id }],
          },
        ],
      },
    }),
  );
  await given(
    api.POST('/deductions', {
      body: {
        work_assignment_id,
        deduction_type: 'garnishment_order',
        title: 'Court order',
        amount: SEIZED,
        amount_type: 'percent',
        income_basis: 'all_earnings',
        income_statutory_withholdings: 'all',
        income_exemption_amount: KEPT,
        frequency: 'per_payroll',
        effective_from: '2025-12-01',
      },
    }),
  );
  await given(
    api.POST('/employer_benefits', {
      body: {
        work_assignment_id,
        employer_benefit_type: 'pension_dcpp',
        title: 'Pension plan',
        amount: PERCENT,
        amount_type: 'percent',
        income_basis: 'all_earnings',
        max_annual_contribution: CAP,
        max_annual_contribution_basis: 'all_line_items_of_type',
        frequency: 'per_payroll',
        effective_from: '2025-12-01',
      },
    }),
  );

  const stub = await stubOf(employer, payroll, member);
  const { earnings, deductions, benefits } = await linesOf(employer, stub);
  const amountOf = (type: string) => earnings.find(({ data }) => data.earning_type.id === type)?.data.amount;
  stage.claim(`${HOURS} hours are paid at ${shown(WAGE)}`, cents(amountOf('wage')), cents(HOURS * WAGE));
  stage.claim(
    `${EXTRA_HOURS} of overtime at ${shown(WAGE * OVERTIME)}`,
    cents(amountOf('overtime')),
    cents(EXTRA_HOURS * WAGE * OVERTIME),
  );
  const earned = earnings.reduce((total, { data }) => total + cents(data.amount), 0);
  const withheld = stub.data.line_item_summary.statutory_withholdings.period;
  const rest = earned - cents(withheld) - cents(KEPT);
  stage.claim(
    `the court takes ${SEIZED} % of what withholdings and ${shown(KEPT)} leave of ${shownCents(earned)}`,
    cents(deductions[0]?.data.amount),
    Math.round((rest * SEIZED) / 100),
  );
  stage.claim(
    `the employer adds ${PERCENT} % of all earnings to a pension plan`,
    cents(benefits[0]?.data.amount),
    Math.round((earned * PERCENT) / 100),
  );
  await given(
    api.PUT('/business_presets/{business_preset}', {
      params: { path: { business_preset: preset.id } },
      body: { title: 'Night round' },
    }),
  );
  const again = await linesOf(employer, stub);
  stage.claim(
    'another title of the preset is the line item’s at once',
    again.earnings.find(({ data }) => data.earning_type.id === 'wage')?.data.title,
    'Night round',
  );
  return { member, preset };
};

/** With the second pay of the year the pension plan reaches its maximum; the explanation names what used it up. */
export const lookAtCap = async (
  { stage }: Scene,
  employer: Employer,
  [first, second]: readonly [Resource, Resource],
  { member }: Evenings,
): Promise<void> => {
  stage.act('A maximum that is reached, explained');
  const [before, now] = [await stubOf(employer, first, member), await stubOf(employer, second, member)];
  const [paid] = (await linesOf(employer, before)).benefits;
  const [capped] = (await linesOf(employer, now)).benefits;
  stage.claim(
    `${shown(paid!.data.amount)} went into the plan with the first pay, so the second adds what is left of ${shown(CAP)}`,
    cents(capped?.data.amount),
    cents(CAP) - cents(paid!.data.amount),
  );
  const { data } = await given(
    employer.api.GET('/pay_stubs/{pay_stub}/explanation', { params: { path: { pay_stub: now.id } } }),
  );
  const { steps } = (data as Explanation).lines.find(({ id }) => id === capped!.id)!;
  stage.table(
    ['step', 'rule', 'value'],
    steps.map(({ name, rule, value }) => [name, rule?.en ?? '', shown(value)]),
    [2],
  );
  stage.claim(
    'its last step names the line item that used it up',
    steps.at(-1)?.records?.map(({ id }) => id),
    [paid!.id],
  );
};
