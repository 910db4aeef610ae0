import type { OvertimeRateFacts, PayRateFacts, StubFacts } from '../../calculation/model/facts.ts';
import type { Position } from '../../event-store/port.ts';
import type { Holdable } from '../../pay-records/holds.ts';
import type { Sibling } from '../../pay-records/predecessors.ts';
import type { Counted } from '../../pay-records/same-pay.ts';
import type { Levies } from './remuneration-forecast.ts';

/** Facts of a stub except its own lines and payment method, which its stream holds. */
export type PartialFacts = Omit<StubFacts, 'lines' | 'payment_method' | 'pay_rates' | 'overtime_rates'> & {
  /** With the approvals that hold them. */
  pay_rates: readonly (PayRateFacts & Pick<Holdable, 'held'>)[];
  overtime_rates: readonly (OvertimeRateFacts & Pick<Holdable, 'held'>)[];
  /** All read models had passed it before the facts were read. */
  facts_position: Position;
  /** Of the employer's forecast, by province. */
  levies: Levies;
  /** The stubs of its pay that it is calculated behind: its closing keeps them. */
  counted: readonly Counted[];
  /** The other work assignments of the person. Left out where there are none. */
  siblings?: readonly Sibling[];
};
