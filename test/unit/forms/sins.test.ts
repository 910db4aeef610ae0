import { expect, test } from 'vitest';
import { filledForms } from '../../../src/forms/downloads/filled.ts';
import { approveForm } from '../../../src/forms/filing/actions.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { SALARY } from '../../support/payroll-world.ts';
import { yearEnd } from '../../support/year-end.ts';

/** Given a person whose social insurance number was corrected since a slip was filed, when files are made. */

const FILED = '046454286';
const CORRECTED = '130692544';

test('a cancellation has the social insurance number that its agency has, and an amendment the corrected one', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired();
  const { id: owner_id } = employee;
  const made = (more: JsonObject) =>
    world.given.created('form', { type: 't4', owner_id, effective_date: '2026-12-31', ...more });
  const sinOf = async (id: string) => {
    const form = world.rows('form').find((one) => one.id === id)!;
    const { tenant, services } = world;
    const [filled] = await filledForms([form], { tenant, services, origin: world.origin() });
    return filled?.values.box_12_social_insurance_number;
  };
  await world.given.changed('employee', owner_id, { sin: FILED });
  const original = await made({});
  await world.filed(original);
  world.clock.advance(1_000);
  await world.given.changed('employee', owner_id, { sin: CORRECTED });
  const referring = { original_form_id: original.id };
  const amendment = await made({ stage: 'amendment', ...referring });
  const cancellation = await made({ stage: 'cancellation', ...referring });
  expect([await sinOf(amendment.id), await sinOf(cancellation.id)]).toEqual([CORRECTED, FILED]);
  // Its agency has the corrected number then.
  await world.filed(amendment);
  const later = await made({ stage: 'cancellation', original_form_id: amendment.id });
  expect(await sinOf(later.id)).toBe(CORRECTED);
});

test('who is named for an amendment after a correction of the number is told how to make one, since payroll shows no difference', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired({ rate: SALARY });
  await world.given.changed('employee', employee.id, { sin: FILED });
  await world.populated();
  await world.paid();
  const year = { tax_year: 2026, values: { box_45_employer_offered_dental_benefits: '1' } };
  await world.generated('t4', year);
  const [original] = world.forms('t4');
  await world.filed(original!);
  world.clock.advance(1_000);
  await world.given.changed('employee', employee.id, { sin: CORRECTED });
  const { id: form_batch_id } = await world.batch('t4', { form_stage: 'amendment' });
  const [told] = await world.generated('t4', { ...year, form_batch_id, employee_ids: [employee.id] });
  expect(told).toMatchObject({
    problem: { text: { en: expect.stringMatching(/make an amendment with POST \/forms/) } },
  });
  const { id } = await world.given.created('form', {
    ...{ type: 't4', owner_id: employee.id, stage: 'amendment', original_form_id: original!.id, form_batch_id },
  });
  const { problem } = await world.when(() => approveForm.run(world.call({ params: { form: id } })));
  expect(problem).toBeUndefined();
});
