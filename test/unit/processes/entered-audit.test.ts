import { expect, test } from 'vitest';
import { enteredStays } from '../../../src/audit/entered.ts';
import { foundIn } from '../../support/audit-in-memory.ts';
import { payrollWorld, SALARY } from '../../support/payroll-world.ts';

/** Given entries that the end of preview removed as a caller asked, the audit finds nothing. */

test("an audit reads the payroll's stream once for the stubs that lost entries, however many there are", async () => {
  const reads: string[] = [];
  const world = await payrollWorld({
    store: (store) => ({
      ...store,
      readStream: (stream, options) => {
        reads.push(stream);
        return store.readStream(stream, options);
      },
    }),
  });
  const { given, managers } = world;
  for (let person = 0; person < 5; person++) await world.hired({ rate: SALARY });
  await world.populated();
  const [next] = await world.drafts();
  const stubs = await world.stubs(next!);
  for (const { id } of stubs)
    await given.created('earning_line_item', {
      pay_stub_id: id,
      earning_type: 'bonus_discretionary',
      custom_amount: '100',
    });
  const flags = { convert_paid_payrolls: true, preserve_draft_line_items: false, preserve_draft_off_cycles: true };
  await given.events('business_entity', world.employer.id, { type: 'BusinessEntityPreviewEnded', data: flags });
  await world.follow(managers.approval, managers.population);
  expect(world.rows('earning_line_item').filter(({ type }) => type === 'bonus_discretionary')).toEqual([]);
  reads.length = 0;
  expect(await foundIn(world, [enteredStays])).toEqual([]);
  const of = (prefix: string) => reads.filter((stream) => stream.startsWith(prefix)).length;
  expect([of('pay_stub-'), of('payroll-'), of('business_entity-')]).toEqual([5, 1, 1]);
});
