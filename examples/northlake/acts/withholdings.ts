import { all, given, type Resource } from '../api.ts';
import { cents, shown, shownCents, sumCents } from '../money.ts';
import type { Employer, Member, Scene } from '../scene.ts';

const COLLEAGUES = ['Head baker', 'Boulanger-pâtissier'] as const;

interface Explanation {
  lines: { type: string; amount: number; steps: { name: string; formula: string; value: number }[] }[];
}

/** What the law takes from each pay, in Ontario and in Quebec; and how one of the amounts came about. */
export const lookAtWithholdings = async (
  { stage }: Scene,
  { api }: Employer,
  payroll: Resource,
  members: readonly Member[],
): Promise<void> => {
  stage.act('What is withheld by law');
  const stubs = await all((paged) =>
    api.GET('/pay_stubs', { params: { query: { payroll_id: payroll.id, ...paged } } }),
  );
  stage.holds(
    'taxes are calculated on every stub',
    stubs.every(({ data }) => data.has_taxes_calculated),
  );
  const lines = await all((paged) =>
    api.GET('/statutory_withholding_line_items', { params: { query: { payroll_id: payroll.id, ...paged } } }),
  );
  const benefits = await all((paged) =>
    api.GET('/employee_benefit_line_items', { params: { query: { payroll_id: payroll.id, ...paged } } }),
  );
  const [withheld, contributed] = [lines, benefits].map((all) => sumCents(all.map(({ data }) => data.amount)));
  stage.claim(
    `withholdings (${shownCents(withheld!)}) and benefits (${shownCents(contributed!)}) are all that is subtracted`,
    withheld! + contributed!,
    sumCents(stubs.map(({ data }) => data.employee_summary.subtractions)),
  );

  const both = COLLEAGUES.map((title) => {
    const member = members.find(({ person }) => person.title === title)!;
    const stub = stubs.find(({ data }) => data.work_assignment.id === member.assignment.id)!;
    const own = lines.filter(({ data }) => data.pay_stub.id === stub.id);
    const amounts = new Map(
      own.map(({ data }) => [data.statutory_withholding_type.id as string, data.amount as number]),
    );
    return { member, stub, own, amounts };
  });
  const labels = new Map(
    both.flatMap(({ own }) =>
      own.map(({ data }) => [data.statutory_withholding_type.id, data.statutory_withholding_type.data.label] as const),
    ),
  );
  stage.table(
    ['', ...both.map(({ member: { person } }) => `${person.first_name} ${person.last_name} (${person.province_code})`)],
    [
      ['Gross', ...both.map(({ stub }) => shown(stub.data.employee_summary.gross))],
      ...[...labels].map(([type, label]) => [
        label,
        ...both.map(({ amounts }) => (amounts.has(type) ? shown(amounts.get(type)) : '')),
      ]),
    ],
    [1, 2],
  );
  const [ontario, quebec] = both.map(({ amounts }) => [...amounts.keys()].sort());
  stage.claim('Ontario has CPP, EI and two taxes', ontario, [
    'cpp',
    'ei',
    'federal_income_tax',
    'provincial_income_tax',
  ]);
  stage.claim('Quebec has its own pension and parental insurance plans', quebec, [
    'ei',
    'federal_income_tax',
    'provincial_income_tax',
    'qpip',
    'qpp',
  ]);

  const { stub, member } = both[1]!;
  const { data } = await given(
    api.GET('/pay_stubs/{pay_stub}/explanation', { params: { path: { pay_stub: stub.id } } }),
  );
  const tax = (data as Explanation).lines.find(({ type }) => type === 'provincial_income_tax')!;
  stage.say(`how ${member.person.first_name}'s Quebec tax came about:`);
  stage.table(
    ['step', 'formula', 'value'],
    tax.steps.map(({ name, formula, value }) => [name, formula, shown(value)]),
    [2],
  );
  stage.claim('its last step is the amount on the stub', cents(tax.steps.at(-1)?.value), cents(tax.amount));
};
