import { all, ended, given, type Resource } from '../api.ts';
import { cents, shown } from '../money.ts';
import type { Employer, Member, Scene } from '../scene.ts';

/** The next payroll: the earliest draft one of the schedule. */
export const nextPayroll = async ({ api }: Employer, schedule: Resource): Promise<Resource> => {
  const { data } = await given(
    api.GET('/payrolls', { params: { query: { pay_schedule_id: schedule.id, status: ['draft'], per_page: 1 } } }),
  );
  if (!data[0]) throw new Error('the schedule has no draft payroll');
  return data[0];
};

/** The next payroll holds a stub for everybody, with lines made from what recurs; one of them is overridden. */
export const lookAtNextPayroll = async (
  { stage }: Scene,
  employer: Employer,
  schedule: Resource,
  members: readonly Member[],
): Promise<Resource> => {
  stage.act('The next payroll, as the service filled it');
  const { api } = employer;
  const payroll = await nextPayroll(employer, schedule);
  const stubs = await all((paged) =>
    api.GET('/pay_stubs', { params: { query: { payroll_id: payroll.id, ...paged } } }),
  );
  stage.claim('it holds a pay stub for each work assignment', stubs.length, members.length);

  const driver = members.find(({ person }) => person.title === 'Delivery driver')!;
  const stub = stubs.find(({ data }) => data.work_assignment.id === driver.assignment.id)!;
  const params = (paged: object) => ({ query: { pay_stub_id: stub.id, ...paged } });
  const lines = [
    ...(await all((paged) => api.GET('/earning_line_items', { params: params(paged) }))),
    ...(await all((paged) => api.GET('/allowance_line_items', { params: params(paged) }))),
    ...(await all((paged) => api.GET('/employee_benefit_line_items', { params: params(paged) }))),
  ];
  stage.say(`${driver.person.first_name} ${driver.person.last_name}, ${driver.person.title}:`);
  stage.table(
    ['line', 'type', 'amount', 'because of'],
    lines.map(({ object, data }) => [
      object.replace('_line_item', '').replaceAll('_', ' '),
      data[`${object.replace('_line_item', '')}_type`].data.label,
      shown(data.amount),
      data.recurrence.object.replaceAll('_', ' '),
    ]),
    [2],
  );
  stage.holds(
    'every line is managed: it follows from something that recurs',
    lines.every(({ data }) => data.is_managed),
  );
  const salary = Math.round((Number(driver.person.annual_salary) * 100) / 26);
  const amountOf = (type: string): number | undefined =>
    lines
      .filter(({ data }) =>
        [data.earning_type?.id, data.allowance_type?.id, data.employee_benefit_type?.id].includes(type),
      )
      .map(({ data }) => cents(data.amount))[0];
  stage.claim('the salary is a 26th of a year', amountOf('salary'), salary);
  stage.claim('RRSP is 4 % of it', amountOf('pension_rrsp'), Math.round(salary * 0.04));
  stage.claim('the dental plan costs what it costs', amountOf('dental'), 1835);
  stage.claim('the phone comes with the first pay of the month', amountOf('cell_phone_allowance'), 6000);

  const phone = lines.find(({ object }) => object === 'allowance_line_item')!;
  const begun: Resource = await given(
    api.POST('/allowance_line_items/batch/upsert', { body: [{ id: phone.id, custom_amount: '72.50' }] }),
  );
  stage.say('a batch call sets this one phone allowance to 72.50');
  stage.claim('its task is complete', (await ended(api, begun)).data.status, 'completed');
  const changed = await given(
    api.GET('/allowance_line_items/{allowance_line_item}', { params: { path: { allowance_line_item: phone.id } } }),
  );
  stage.claim(
    'the amount is the custom one, the managed one is kept beside it',
    [changed.data.amount, changed.data.custom_amount, changed.data.managed_amount],
    [72.5, 72.5, 60],
  );
  const after: Resource = await given(api.GET('/pay_stubs/{pay_stub}', { params: { path: { pay_stub: stub.id } } }));
  stage.claim('the stub was recalculated with it', after.data.line_item_summary.allowances.period, 72.5);
  return payroll;
};
