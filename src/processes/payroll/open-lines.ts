import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { all, among, type Condition, equal, oneOf } from '../../values/condition.ts';

/** Line items of open pay stubs. */
export const ON_OPEN_STUBS: Condition = among('pay_stub_id', 'pay_stub', 'id', equal('is_closed', false));

/**
 * Line items of open pay stubs, looked up by drafts, which have all of them: lines of closed ones are history and grow
 * with the years, so they are not even read.
 */
export const openLines = async ({ read }: Services, tenant: Tenant): Promise<Condition> => {
  const drafts = await read.find('payroll', tenant, equal('status', 'draft'));
  const ids = drafts.map(({ id }) => id);
  return all(oneOf('payroll_id', ids), ON_OPEN_STUBS);
};
