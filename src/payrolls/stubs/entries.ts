import { CUSTOM, hasEntries } from '../../calculation/model/entries.ts';
import { isHandMade } from '../../calculation/model/lines.ts';
import type { Line } from '../../calculation/model/types.ts';
import type { Aggregate, RecordOf, State } from '../../kernel/definition/resource.ts';
import { pick } from '../../values/json.ts';
import type { CalculatedLine } from '../events/pay-stub.ts';
import { linesOf } from './calculate.ts';
import { EMPTY_LINE } from './line-defaults.ts';

/**
 * What a caller entered, distinguished from what the service makes by itself: it disappears by an act of a caller
 * alone.
 */

/** Whether a line holds anything that a caller entered: all of it, or a figure in place of the managed one. */
export const isEntered = (line: Line): boolean => isHandMade(line) || hasEntries(line);

/** What takes a caller's figures off a managed line. */
export const withoutEntries = ({ id, kind }: Line): CalculatedLine => ({ id, kind, ...pick(EMPTY_LINE, CUSTOM) });

/** Whether a stub's stream holds anything that a caller entered: on the stub itself, or lines of theirs. */
export const holdsEntries = (stub: RecordOf<'pay_stub'>, aggregate: Aggregate): boolean =>
  isNoted(stub) || stub.payment_method !== 'direct_deposit' || linesOf(aggregate).some(isEntered);

/** Whether a caller wrote on a payroll or a stub itself. */
export const isNoted = ({ note, external_ref }: State): boolean =>
  (note ?? null) !== null || (external_ref ?? null) !== null;
