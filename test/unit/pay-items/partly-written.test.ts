import { expect, test } from 'vitest';
import type { Call, Operation } from '../../../src/kernel/definition/operation.ts';
import type { State } from '../../../src/kernel/definition/resource.ts';
import { importHours } from '../../../src/pay-items/hours/payroll-hours.ts';
import { stubFileOperations } from '../../../src/pay-items/stubs-by-file/operations.ts';

/** What is said of a file or a body of which some entries were refused beside another change: an approval, say. */

const recorded = { created_at: '2026-01-05T17:00:00.000Z', updated_at: '2026-01-05T17:00:00.000Z', version: '0' };
const record = (id: string, more: object): State => ({ id, scope_id: 'co_1', ...recorded, ...more });
const refused = (index: number) => ({
  index,
  id: `ernli_${index}`,
  object: 'earning_line_item',
  status: 'error',
  message: { en: 'The payroll is approved.', fr: 'La paie est approuvée.' },
});

/** The answer to a call that is repeated: its task has ended, and some of its steps failed. */
const said = async (operation: Operation, results: unknown[], sent: Partial<Call>) => {
  const task = record('task_1', { status: 'error', results });
  const services = {
    read: { getMany: async () => new Map([['prl_1', record('prl_1', { status: 'approved', type: 'regular' })]]) },
    tasks: { earlier: async () => task, ended: async () => task },
    registry: { need: () => undefined },
    gate: { readPosition: () => 0n },
  };
  const call = { params: { payroll: 'prl_1' }, tenant: { company_id: 'co_1' }, origin: { mayRepeat: true }, services };
  // Only what is looked at before the answer.
  const refusal = operation.run({ ...call, choose: () => 'json', ...sent } as unknown as Call);
  return await refusal.then(
    () => undefined,
    ({ status, text }) => ({ status, text }),
  );
};
const file = (text: string): Partial<Call> => ({ upload: { bytes: Buffer.from(text), type: 'text/csv' } }) as never;

test('hours that were refused are named by where they were sent, in the order of the file and not of writing', async () => {
  // Written by person: lines 2, 6, 3, 4.
  const text = 'work_assignment_id,type,hours\nwrk_a,wage,1\nwrk_b,wage,2\nwrk_c,wage,3\n,,\nwrk_a,overtime,4\n';
  const results = [{ id: 'ernli_0', object: 'earning_line_item' }, refused(1), refused(2), refused(3)];
  expect(await said(importHours, results, file(text))).toEqual({
    status: 400,
    text: {
      en: '1 written, 3 not; the first: lines.6: The payroll is approved. The others: lines.3, lines.4. All of them: /async_tasks/task_1',
      fr: 'Écrits : 1; non écrits : 3, dont le premier est lines.6 : La paie est approuvée. Les autres : lines.3, lines.4. Tous : /async_tasks/task_1',
    },
  });
  const data = ['wrk_a', 'wrk_b', 'wrk_a'].map((work_assignment_id) => ({
    work_assignment_id,
    wage: [{ hours: '1' }],
  }));
  const inJson = await said(importHours, [results[0], refused(1), results[0]], { body: { data } });
  expect(inJson?.text.en).toContain('the first: data.2.wage.0: The payroll is approved. All of them');
});

test('pay stubs of a file that were refused are named by their lines', async () => {
  const importStubs = stubFileOperations.find(({ id }) => id === 'import_pay_stubs')!;
  const text = 'work_assignment_id,note\nwrk_a,"one\nand a second line"\n\nwrk_b,two\nwrk_c,three\n';
  const results = [{ id: 'stub_0', object: 'pay_stub' }, refused(1), refused(2)];
  const answer = await said(importStubs, results, file(text));
  expect(answer?.text.en).toBe(
    '1 written, 2 not; the first: lines.5: The payroll is approved. The others: lines.6. All of them: /async_tasks/task_1',
  );
});
