import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inspectPayments } from '../../../src/audit/payments.ts';
import type { Rail } from '../../../src/payments/rails.ts';
import { auditIn } from '../../support/audit-in-memory.ts';
import { logOf } from '../../support/log.ts';
import { brokenLaws } from '../../support/payment-laws.ts';
import { begun, doing, mended, type Step, stepsOver } from '../../support/payments-play.ts';

/**
 * Whatever happens to the payments of a payroll, and wherever a process dies meanwhile: no cent is lost or made, nobody
 * is paid twice, and once everything is released and made again everybody is paid. A failure prints its seed and path:
 * SEED=… runs the same again.
 */
const RUNS = process.env.FULL ? 300 : 8;
/** Past it a failure is no longer made shorter, but told. */
const LONGEST_ms = 40_000;

type Act = Extract<Step['does'], { act: string }>['act'];
const onDebit = (act: Act): Step => ({ does: { act, isDebit: true, nth: 0 }, dies: null });
const onPay = (act: Act, nth: number): Step => ({ does: { act, isDebit: false, nth }, dies: null });
const after = (hours: number): Step => ({ does: { hours }, dies: null });
const again = (nth: number): Step[] => [onPay('pay_payment_again', nth), after(5)];
const WRITES: Step = { does: 'writes', dies: null };
/** Tried in each run: a debit that is returned, pay that is and is made again twice, an approval that is taken back. */
const WELL_KNOWN: Readonly<Record<Rail, [Step[]][]>> = {
  simulated: [
    [[onDebit('return'), onDebit('pay_payment_again'), onDebit('settle'), onPay('settle', 0), onDebit('return')]],
    [[onDebit('settle'), ...[0, 1, 2, 3].map((nth) => onPay('return', nth)), ...again(1), ...again(1), ...again(0)]],
    [[onPay('hold_payment', 1), { does: 'unapproves', dies: { appends: 1, isWritten: true } }]],
  ],
  cpa_005: [
    [[after(30), WRITES, after(72), WRITES, ...[0, 1, 2].map((nth) => onPay('comes_back', nth)), ...again(1), WRITES]],
    [
      [
        ...[after(30), WRITES, onDebit('comes_back'), onDebit('pay_payment_again'), after(30)],
        { does: 'writes', dies: { appends: 1, isWritten: true } },
      ],
    ],
  ],
};

test.each<Rail>(['simulated', 'cpa_005'])(
  'whatever happens to payments over %s, no cent is lost, nobody is paid twice, and all are paid in the end',
  async (rail) => {
    const steps = fc.array(stepsOver(rail), { minLength: 4, maxLength: 14 });
    const property = fc.asyncProperty(steps, async (happening) => {
      const one = await begun(rail);
      const laws = async () => brokenLaws(await logOf(one.world.services.store), one.netPays);
      await one.done(await doing(one, 'approves'), happening[0]!.dies);
      expect(await laws()).toEqual([]);
      for (const { does, dies } of happening) {
        await one.done(await doing(one, does), dies);
        expect(await laws()).toEqual([]);
      }
      // What the audit says of it, which an operator asks.
      const { id } = one.world.payroll;
      const audited = () => inspectPayments(id, auditIn(one.world));
      expect(await audited()).toEqual([]);
      expect(await mended(one, rail)).toBe('paid');
      expect(await laws()).toEqual([]);
      expect(await audited()).toEqual([]);
    });
    const seed = process.env.SEED ? { seed: Number(process.env.SEED) } : {};
    const examples = WELL_KNOWN[rail];
    await fc.assert(property, { numRuns: RUNS, examples, interruptAfterTimeLimit: LONGEST_ms, ...seed });
  },
  60_000,
);
