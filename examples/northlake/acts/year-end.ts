import { all, ended, given, type Resource } from '../api.ts';
import { shownCents, sumCents } from '../money.ts';
import { sheetsOf, validated } from '../reopened.ts';
import type { Employer, Member, Scene } from '../scene.ts';
import { until } from '../until.ts';
import type { Paid } from './approval.ts';

const YEAR = 2026;
const LAST_DAY = `${YEAR}-12-31`;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const XML = 'application/xml';

/**
 * The year ends: workbooks for the controller, slips for the people, files for the agencies; then one slip is told
 * otherwise.
 */
export const endYear = async (
  scene: Scene,
  employer: Employer,
  schedule: Resource,
  members: readonly Member[],
  paid: readonly Paid[],
): Promise<void> => {
  const { stage } = scene;
  stage.act('The year ends: reports, slips, and files for the agencies');
  await openWorkbooks(scene, employer, schedule, paid);
  const originals = await fileT4s(scene, employer, members);
  await issueRl1s(scene, employer, members);
  await amendOne(scene, employer, members[2]!, originals);
  await issueRoe(scene, employer, members[3]!, paid);
};

type Type = 't4' | 'rl1';

/** Makes a report and opens its workbook. */
const workbook = async ({ text, bytes }: Employer, begun: Promise<Resource>) => {
  const { id } = await begun;
  await until(
    async (): Promise<Resource> => JSON.parse(await text(`/reports/${id}`)),
    ({ data }) => data.status === 'completed',
  );
  return sheetsOf(await bytes(`/reports/${id}/download`, XLSX));
};

/** Both workbooks are opened with a library of another maker. */
const openWorkbooks = async (
  { stage }: Scene,
  employer: Employer,
  schedule: Resource,
  paid: readonly Paid[],
): Promise<void> => {
  const { api, entity } = employer;
  const stubs = paid.flatMap((one) => one.stubs);
  const ofSchedule = { pay_schedule_id: schedule.id, format: 'xlsx' } as const;
  const asked = given(api.POST('/reports/payroll-register', { body: ofSchedule }));
  const register = (await workbook(employer, asked)).get('Summary')!;
  const net = sumCents(stubs.map(({ data }) => data.employee_summary.net));
  stage.claim(
    `the payroll register, opened again, has ${stubs.length} stubs of ${shownCents(net)} net`,
    [register.rows, register.sum('Net pay'), register.total('Net pay')],
    [stubs.length, net, net],
  );
  const ofYear = { business_entity_id: entity.id, format: 'xlsx', filters: { year: YEAR } } as const;
  const slips = await workbook(employer, given(api.POST('/reports/year-end-forms', { body: ofYear })));
  const [t4, rl1] = [slips.get('T4')!, slips.get('RL-1')!];
  stage.claim(
    'the workbook of the year has a T4 for everybody, and an RL-1 for those in Quebec',
    [t4.rows, rl1.rows],
    [14, 4],
  );
  stage.claim(
    "and its taxes are the register's",
    t4.sum('22 Income tax deducted') + rl1.sum('E Québec income tax'),
    register.sum('Federal tax') + register.sum('Provincial tax'),
  );
};

/** A batch of the year, filled from what was paid. */
const generated = async (
  { api, entity }: Employer,
  form_type: Type,
  form_stage: 'original' | 'amendment',
): Promise<Resource> => {
  const batch = await given(
    api.POST('/form_batches', {
      body: { owner_id: entity.id, form_type, form_stage, tax_year: YEAR, effective_date: LAST_DAY },
    }),
  );
  const values = form_type === 't4' ? { values: { box_45_employer_offered_dental_benefits: '3' as const } } : {};
  const task = await given(
    api.POST('/form_types/{form_type}/generate', {
      params: { path: { form_type } },
      body: { form_batch_id: batch.id, ...values },
    }),
  );
  const { data } = await ended(api, task);
  if (data.status !== 'completed') throw new Error(`forms were not generated: ${JSON.stringify(data.results)}`);
  return batch;
};

const formsOf = ({ api }: Employer, { id }: Resource): Promise<Resource[]> =>
  all((paged) => api.GET('/forms', { params: { query: { form_batch_id: id, ...paged } } }));

/** Approves every form of a batch and submits it; gives the batch when its agency is done with it. */
const filed = async ({ receiver }: Scene, employer: Employer, batch: Resource): Promise<Resource> => {
  const { api } = employer;
  for (const { id } of await formsOf(employer, batch))
    await given(api.POST('/forms/{form}/approve', { params: { path: { form: id } } }));
  const path = { form_batch: batch.id };
  await given(api.POST('/form_batches/{form_batch}/submit', { params: { path } }));
  await receiver.await('form_batch_completed', batch.id);
  return given(api.GET('/form_batches/{form_batch}', { params: { path } }));
};

const fileT4s = async (scene: Scene, employer: Employer, members: readonly Member[]): Promise<Resource[]> => {
  const { stage } = scene;
  const batch = await generated(employer, 't4', 'original');
  const forms = await formsOf(employer, batch);
  stage.claim('a T4 is generated for everybody, without an error', [forms.length, faulty(forms)], [members.length, 0]);
  const done = await filed(scene, employer, batch);
  stage.claim('approved and submitted, the simulated agency takes them', done.data.status, 'done');
  const { faults, at } = await validated(await employer.text(`/form_batches/${batch.id}/download`, XML), 't4');
  stage.claim("their XML is as its schema says, and so is the agency's copy of the sum", faults, []);
  const income = sumCents(forms.map(({ data }) => data.box_14_employment_income));
  stage.claim(
    `it tells as many slips, and ${shownCents(income)} in box 14`,
    [at('slp_cnt'), at('tot_empt_incamt').map((sum) => Math.round(Number(sum) * 100))],
    [[String(forms.length)], [income]],
  );
  return forms;
};
const faulty = (forms: readonly Resource[]): number =>
  forms.filter(({ data }) => data.validation_error_count !== 0).length;

const issueRl1s = async (scene: Scene, employer: Employer, members: readonly Member[]): Promise<void> => {
  const { stage } = scene;
  const { api, entity } = employer;
  const account = { account_provider: 'ca_rq', account_identifier: '1234567890RS0001' } as const;
  await given(api.POST('/remittance_accounts', { body: { business_entity_id: entity.id, ...account } }));
  const batch = await generated(employer, 'rl1', 'original');
  const forms = await formsOf(employer, batch);
  const inQuebec = members.filter(({ person }) => person.province_code === 'QC').length;
  stage.claim(
    'an RL-1 is generated for each person in Quebec, without an error',
    [forms.length, faulty(forms)],
    [inQuebec, 0],
  );
  stage.claim('they are taken as well', (await filed(scene, employer, batch)).data.status, 'done');
  const slips = await employer.bytes(`/form_batches/${batch.id}/download`, 'application/pdf');
  stage.holds('each is a slip of one PDF', Buffer.from(slips).subarray(0, 5).toString() === '%PDF-');
  const answer = await api.GET('/form_batches/{form_batch}/download', {
    params: { path: { form_batch: batch.id } },
    headers: { Accept: XML },
    parseAs: 'text',
  });
  if (!answer.response.ok)
    return stage.say('the service knows no number to send RL-1 slips with (RQ_TRANSMITTER_NUMBER): there is no XML');
  const { faults, at } = await validated(String(answer.data), 'rl1');
  stage.claim('and their XML is as its schema says', [faults, at('NAS').length], [[], inQuebec]);
};

/** Somebody was paid too much: a correction is booked, and the T4 is told again. */
const amendOne = async (
  scene: Scene,
  employer: Employer,
  { assignment, employee, person }: Member,
  originals: readonly Resource[],
): Promise<void> => {
  const { stage } = scene;
  const { api } = employer;
  const [last] = await all((paged) =>
    api.GET('/payrolls', { params: { query: { status: ['paid'], type: ['regular'], ...paged } } }),
  );
  const { pay_schedule, pay_date, period_start, period_end } = last!.data;
  const body = { pay_schedule_id: pay_schedule.id, type: 'correction' as const, pay_date, period_start, period_end };
  const payroll = await given(api.POST('/payrolls', { body }));
  const stub = await given(
    api.POST('/pay_stubs', { body: { payroll_id: payroll.id, work_assignment_id: assignment.id } }),
  );
  const line = { pay_stub_id: stub.id, earning_type: 'bonus_discretionary', custom_amount: '-150' } as const;
  await given(api.POST('/earning_line_items', { body: line }));
  await given(api.POST('/payrolls/{payroll}/approve', { params: { path: { payroll: payroll.id } }, body: {} }));

  const batch = await generated(employer, 't4', 'amendment');
  const [amended] = await formsOf(employer, batch);
  const original = originals.find(({ data }) => data.owner.id === employee.id)!;
  stage.claim(
    `after a correction of −150.00 the T4 of ${person.first_name} is amended, and refers to the one that was filed`,
    [
      amended!.data.original_form?.id,
      sumCents([original.data.box_14_employment_income]) - sumCents([amended!.data.box_14_employment_income]),
    ],
    [original.id, 15_000],
  );
  await filed(scene, employer, batch);
  const { faults, at } = await validated(await employer.text(`/form_batches/${batch.id}/download`, XML), 't4');
  stage.claim('its file says that it amends', [faults, at('rpt_tcd')], [[], ['A', 'A']]);
};

/** Somebody leaves: the record of employment is worked out from the stubs, and is there to be uploaded. */
const issueRoe = async (
  { stage }: Scene,
  { api, text }: Employer,
  { employee, person }: Member,
  paid: readonly Paid[],
): Promise<void> => {
  const { period_start, period_end } = paid.at(-1)!.payroll.data;
  const populated = await given(
    api.POST('/form_types/{form_type}/populate', {
      params: { path: { form_type: 'roe' } },
      body: {
        effective_date: LAST_DAY,
        employee_id: employee.id,
        first_day_worked: paid[0]!.payroll.data.period_start ?? period_start,
        last_day_for_which_paid: period_end,
      },
    }),
  );
  const form = await given(
    api.POST('/forms', {
      body: {
        type: 'roe',
        owner_id: employee.id,
        effective_date: LAST_DAY,
        ...populated.data.fields,
        block_16_separation_code: 'A00',
      },
    }),
  );
  stage.claim(
    `a record of employment of ${person.first_name} is worked out, without an error`,
    form.data.validation_error_count,
    0,
  );
  const submitted = await given(api.POST('/forms/{form}/submit', { params: { path: { form: form.id } } }));
  stage.claim('issued by hand it is done', submitted.data.status, 'done');
  const { faults, at } = await validated(await text(`/forms/${form.id}/download`, XML), 'roe');
  const own = paid.map(({ stubs }) => stubs.find(({ data }) => data.employee?.id === employee.id));
  stage.claim('its XML is as its schema says, with the hours and earnings of both payrolls', faults, []);
  stage.holds('and with the person', at('B8').join() === person.sin && own.length === paid.length);
};
