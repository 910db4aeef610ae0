import { expect, test } from 'vitest';
import { formApproved } from '../../../src/forms/events.ts';
import { operations } from '../../../src/operations.ts';
import { SALARY } from '../../support/payroll-world.ts';
import { type YearEnd, yearEnd } from '../../support/year-end.ts';

/** Given slips that are made before all of the year is paid, then they say which payrolls they are without. */

const T4 = { tax_year: 2026, values: { box_45_employer_offered_dental_benefits: '1' } };

/** As a caller reads it, by owner. */
const unpaidOf = async (world: YearEnd): Promise<Record<string, string[]>> => {
  const list = operations.find(({ id }) => id === 'list_forms')!;
  const query = { page: 1, per_page: 25 };
  const { body } = (await list.run(world.call({ query }))) as { body: unknown };
  const { data: forms } = body as {
    data: { data: { owner: { id: string }; metadata: { unpaid_payrolls: string[] } } }[];
  };
  return Object.fromEntries(forms.map(({ data }) => [data.owner.id, data.metadata.unpaid_payrolls]));
};

test('payrolls of the year that pay somebody and are not paid when the slip is filled, until it is filled again', async () => {
  const world = await yearEnd();
  const stays = await world.hired({ rate: SALARY });
  const left = await world.hired({ rate: { ...SALARY, effective_to: '2026-11-14' } });
  await world.populated();
  await world.paid();
  await world.generated('t4', T4);
  // Later ones are calculated once it is their turn.
  const [next] = await world.drafts();
  const first = { [stays.employee.id]: [next!.id], [left.employee.id]: [] };
  expect(await unpaidOf(world)).toEqual(first);
  while ((await world.drafts()).length > 0) await world.paid();
  // Its boxes are as they were.
  expect(await unpaidOf(world)).toEqual(first);
  await world.generated('t4', T4);
  expect(await unpaidOf(world)).toEqual({ [stays.employee.id]: [], [left.employee.id]: [] });
});

test('in Quebec, pay to come elsewhere is of another slip', async () => {
  const world = await yearEnd({ province: 'ca_qc' });
  const place = { type: 'ca::province_of_employment', effective_from: '2026-01-01' };
  const quebec = { ...place, value: 'ca_qc', effective_to: '2026-11-20' };
  const { assignment } = await world.hired({ rate: SALARY, tax_properties: [quebec] });
  const ontario = { ...place, owner_id: assignment.id, value: 'ca_on', effective_from: '2026-11-21' };
  await world.given.created('tax_property', ontario);
  await world.populated();
  await world.paid();
  await world.generated('rl1', { tax_year: 2026 });
  expect(Object.values(await unpaidOf(world))).toEqual([[]]);
});

test('of an approved form that payroll has other figures than by now, the next generation says so', async () => {
  const world = await yearEnd();
  await world.hired({ rate: SALARY });
  await world.populated();
  await world.paid();
  await world.generated('t4', T4);
  await world.filed(...world.forms('t4'));
  await world.paid();
  const { id: form_batch_id } = await world.batch('t4', { form_stage: 'amendment' });
  const amendments = async () => {
    const [result] = await world.generated('t4', { ...T4, form_batch_id });
    return result && 'problem' in result ? result.problem.text.en : undefined;
  };
  await amendments();
  const { id } = world.forms('t4').at(-1)!;
  await world.given.events('form', id, { type: formApproved.type, data: { number: 7 } });
  const said = `The form ${id} of the same payee, account of the employer and province is approved already`;
  expect(await amendments()).toBe(`${said}. Unapprove it to make it again.`);
  await world.paid();
  expect(await amendments()).toBe(`${said}, and payroll has other figures by now. Unapprove it to make it again.`);
});
