import { all, equal, oneOf, present } from '../../../src/values/condition.ts';
import { addDays } from '../../../src/values/dates.ts';
import type { ActionKind, Scene } from '../actions.ts';
import type { Asked } from '../client.ts';
import { allOf, ask, chance, dayNear, made, some, wait } from '../scene.ts';

/** Pay stubs and hours that come as files. */

/** A template as it was downloaded: the titles of its columns, and the work assignments that it has rows for. */
const templateIn = ({ file }: Asked): { columns: string[]; ids: string[] } => {
  const [head = '', ...rows] = (file ?? '').replace(/^\ufeff/, '').split('\r\n');
  return {
    columns: head.split(','),
    ids: rows.flatMap((row) => (row === '' ? [] : [row.split(',')[0]!])),
  };
};

const LEADING = 4;
const MOST_FIGURES = 3;
const ERRORS = ['twelve', '-7', '1e400', '0.0000001'];

/** Some rows and columns of a template, filled in; now and then a cell is wrong, or a row is there twice. */
const filled = (scene: Scene, { columns, ids }: ReturnType<typeof templateIn>): string => {
  const figures = columns.slice(LEADING);
  const taken = new Set(Array.from({ length: MOST_FIGURES }, () => scene.random.pick(figures)));
  const rows = ids.filter(() => chance(scene, 0.8));
  if (rows.length > 0 && chance(scene, 0.05)) rows.push(rows[0]!);
  const cell = () => {
    if (chance(scene, 0.15)) return scene.random.pick(['', '0']);
    return chance(scene, 0.03) ? scene.random.pick(ERRORS) : String(10 + scene.random.below(900));
  };
  const lines = rows.map((id) => [id, ...[...taken].map(cell)].join(','));
  return [[columns[0], ...taken].join(','), ...lines].join('\n');
};

/** The payroll of an earlier time, or of a correction, whose stubs are a template that is filled in. */
const stubsByFile = async (scene: Scene): Promise<void> => {
  const schedules = allOf(scene, 'pay_schedule').filter(({ pay_frequency }) => pay_frequency !== 'custom');
  const schedule = schedules.length > 0 ? scene.random.pick(schedules) : undefined;
  if (!schedule) return;
  const type = scene.random.pick(['historical', 'historical', 'correction']);
  const pay_date = dayNear(scene, type === 'historical' ? -60 : -15, 1);
  const known = some(scene, 'payroll', all(equal('status', 'draft'), oneOf('type', ['historical', 'correction'])));
  const dates = { period_start: addDays(pay_date, -13), period_end: addDays(pay_date, -1), pay_date };
  const body = { pay_schedule_id: schedule.id, type, ...dates };
  const payroll =
    known && chance(scene, 0.5) ? known.id : made(await ask(scene, { operation: 'create_payroll', body }));
  if (!payroll) return;
  const params = { payroll };
  const query = { type: scene.random.pick(['preset', 'all_types', 'all_types']) };
  const template = await ask(scene, { operation: 'retrieve_pay_stubs_template', params, query });
  if (template.outcome !== 'done') return;
  const upload = filled(scene, templateIn(template));
  const accept = scene.random.pick(['json', 'csv'] as const);
  const request = { operation: 'import_pay_stubs', params, upload, accept };
  const importing = ask(scene, request);
  // From two windows; or the payroll goes, is moved or approved meanwhile.
  if (chance(scene, 0.4)) {
    await wait(scene, scene.random.next() * scene.random.pick([5, 50, 500]));
    void ask(
      scene,
      scene.random.pick([
        request,
        { operation: 'delete_payroll', params },
        { operation: 'approve_payroll', params },
        { operation: 'update_payroll', params, body: { pay_date: addDays(pay_date, -1) } },
      ]),
    );
  }
  await importing;
  if (chance(scene, 0.5)) await ask(scene, { operation: 'approve_payroll', params });
};

/** The hours of a time sheet, by day or in all, as a file. */
const hoursByFile = async (scene: Scene): Promise<void> => {
  const payroll = some(scene, 'payroll', equal('status', 'draft'));
  if (!payroll) return;
  const stubs = allOf(scene, 'pay_stub', equal('payroll_id', payroll.id));
  const rows = stubs.flatMap(({ work_assignment_id }) => {
    const rate = some(scene, 'pay_rate', equal('work_assignment_id', work_assignment_id));
    if (!rate || chance(scene, 0.2)) return [];
    const hours = 1 + scene.random.below(12);
    const day = chance(scene, 0.5) ? addDays(payroll.period_start, scene.random.below(7)) : '';
    const type = chance(scene, 0.8) ? rate.type?.replace('hourly', 'wage') : 'leave_sick';
    return [[work_assignment_id, type, hours, rate.id, day].join(',')];
  });
  if (rows.length === 0) return;
  const upload = ['work_assignment_id,type,hours,pay_rate_id,earned_on', ...rows].join('\n');
  const request = { operation: 'import_payroll_hours', params: { payroll: payroll.id }, upload };
  const importing = ask(scene, request);
  if (chance(scene, 0.2)) void ask(scene, request);
  await importing;
};

/** Everybody of an employer in one call, while drafts pay them: another schedule, a raise, the end; or some people. */
const manyPeople = async (scene: Scene): Promise<void> => {
  const entity = some(scene, 'business_entity');
  const schedule = some(scene, 'pay_schedule');
  if (!entity || !schedule) return;
  const some_of = allOf(scene, 'work_assignment', present('employee_id')).filter(() => chance(scene, 0.5));
  const include = chance(scene, 0.3) || some_of.length === 0 ? 'all' : { ids: some_of.map(({ id }) => id) };
  const selection = { business_entity_id: entity.id, work_assignments: { include } };
  const rate = { type: 'hourly', rate: 20 + scene.random.below(30), expected_hours_per_week: 40 };
  const effective_from = dayNear(scene, -30, 30);
  const person = { first_name: 'Bea', last_name: `Li ${scene.random.below(1_000)}` };
  const known = allOf(scene, 'employee').slice(0, 2);
  const changed = known.map(({ id }) => ({ id, city: `Ottawa ${scene.random.below(100)}` }));
  const update = (data: object) => ({ operation: 'bulk_update_work_assignments', body: { ...selection, data } });
  await ask(
    scene,
    scene.random.pick([
      update({ pay_schedule_id: schedule.id }),
      update({ archived_at: dayNear(scene, -20, 40) }),
      update({ archived_at: null }),
      { operation: 'bulk_create_pay_rates', body: { ...selection, data: { ...rate, effective_from } } },
      { operation: 'bulk_update_pay_rates', body: { ...selection, data: { rate: 25 + scene.random.below(9) } } },
      { operation: 'batch_upsert_employees', body: [person, ...changed] },
    ]),
  );
};

export const fileActions = {
  stubsByFile: { weight: 8, run: stubsByFile },
  hoursByFile: { weight: 5, run: hoursByFile },
  manyPeople: { weight: 4, run: manyPeople },
} satisfies Record<string, ActionKind>;
