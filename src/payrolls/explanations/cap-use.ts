import type { Line, Step, StepRecord } from '../../calculation/model/types.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { comesBefore } from '../../pay-records/same-pay.ts';
import { all, compare, equal, oneOf } from '../../values/condition.ts';
import { startOfYear } from '../../values/dates.ts';
import { textOf } from '../../values/json.ts';
import { decimal, sum } from '../../values/money.ts';
import { lineItemObject } from '../events/pay-stub.ts';

/** Lines of earlier pay stubs that a step names: a year of weekly pays with a few of a type each. */
const MAX_LINES_NAMED = 250;

/** What a step says that lines of earlier pay stubs have used of the year's cap; null where it says nothing of that. */
const usedBefore = ({ name, figures }: Step): string | null => {
  const used = figures.used_by_earlier_pay_stubs;
  return name !== 'max_annual_contribution' || used === undefined || decimal(used).eq(0) ? null : used;
};

/** The closed stubs that a stub's year to date counts. */
const earlierStubs = async (stub: RecordOf<'pay_stub'>, services: Services, tenant: Tenant): Promise<string[]> => {
  const pay_date = textOf(stub.pay_date);
  const { rows, more } = await services.read.first(
    'pay_stub',
    tenant,
    all(
      equal('work_assignment_id', textOf(stub.work_assignment_id)),
      equal('business_entity_id', textOf(stub.business_entity_id)),
      equal('is_closed', true),
      compare('pay_date', '>=', startOfYear(pay_date)),
      compare('pay_date', '<=', pay_date),
    ),
    MAX_LINES_NAMED,
  );
  if (more) return [];
  return rows.filter((other) => textOf(other.pay_date) < pay_date || comesBefore(other, stub)).map(({ id }) => id);
};

/** The lines of one kind and type that come to an amount together; undefined where they do not, or are too many. */
const linesOfType = async (
  { kind, type }: Line,
  stubs: readonly string[],
  amount: string,
  services: Services,
  tenant: Tenant,
): Promise<StepRecord[] | undefined> => {
  const object = lineItemObject(kind);
  const where = all(oneOf('pay_stub_id', stubs), equal('type', type));
  const { rows, more } = await services.read.first(object, tenant, where, MAX_LINES_NAMED);
  const amounts = rows.map(({ custom_amount, managed_amount }) => custom_amount ?? managed_amount ?? '0');
  if (more || !sum(amounts).eq(amount)) return undefined;
  return rows.map(({ id }) => ({ object, id }));
};

/**
 * The steps of a line, with the lines of earlier pay stubs that used up its cap. The calculation knows their sum alone:
 * which they are is looked up for who asks. They are named only where they come to that very sum; what was closed for
 * an earlier day since then would explain another.
 *
 * @returns undefined for `steps` that name no such cap; `is_complete` false where the lines cannot be known
 */
export const withCapUse = async (
  line: Line,
  steps: readonly Step[],
  stub: RecordOf<'pay_stub'>,
  services: Services,
  tenant: Tenant,
): Promise<{ steps: readonly Step[]; is_complete: boolean }> => {
  const at = steps.findIndex((step) => usedBefore(step) !== null);
  if (at === -1) return { steps, is_complete: true };
  const capped = steps[at]!;
  const stubs = await earlierStubs(stub, services, tenant);
  const lines = await linesOfType(line, stubs, usedBefore(capped)!, services, tenant);
  if (!lines) return { steps, is_complete: false };
  return { steps: steps.with(at, { ...capped, records: [...lines, ...(capped.records ?? [])] }), is_complete: true };
};
