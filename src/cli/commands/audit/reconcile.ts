import { type Audit, DamagedStream, damageAt, type Found, untilItStands } from '../../../audit/invariant.ts';
import { type Reconciled, reconcilable, reconcile } from '../../../audit/reconcile.ts';
import { all, type Condition, compare } from '../../../values/condition.ts';
import { dateOf } from '../../../values/dates.ts';
import { toCents } from '../../../values/money.ts';
import { UsageError } from '../../terminal/errors.ts';
import { counted, say } from '../../terminal/print.ts';
import type { Company } from '../records.ts';
import { type Audited, audited, CHANGING, makeDamage } from './audited.ts';

export interface ReconcileCommand {
  payroll?: string;
  company?: string;
  /** Of pay dates. */
  year?: string;
}

const inYear = (year: string | undefined): Condition => {
  if (year === undefined) return all();
  if (!/^[12]\d{3}$/.test(year)) throw new UsageError(`${year} is not a year: give one like 2026`);
  const of = Number(year);
  return all(compare('pay_date', '>=', dateOf(of, 1, 1)), compare('pay_date', '<=', dateOf(of, 12, 31)));
};

/** The payrolls to reconcile, each with its company, one after the other. */
async function* chosen(world: Audited, { payroll, company, year }: ReconcileCommand): AsyncGenerator<[string, Audit]> {
  if (payroll !== undefined) {
    yield [payroll, world.auditOf(await world.companyOf('payroll', payroll))];
    return;
  }
  async function* companies(): AsyncGenerator<Company[]> {
    if (company === undefined) yield* world.companies();
    else yield [await world.companyOf('company', company)];
  }
  const where = inYear(year);
  for await (const page of companies())
    for (const tenant of page) {
      const audit = world.auditOf(tenant);
      for await (const ids of reconcilable(audit, where)) for (const id of ids) yield [id, audit];
    }
}

/** What differs at rest: what was in motion is looked at again. */
const foundAgain = async (
  id: string,
  audit: Audit,
): Promise<(Reconciled & { changing: boolean }) | DamagedStream | undefined> => {
  try {
    let result = await reconcile(id, audit);
    if (!result || result.found.length === 0) return result && { ...result, changing: false };
    const stands = await untilItStands(audit, async () => {
      result = await reconcile(id, audit);
      return result !== undefined && result.found.length > 0;
    });
    return result && { ...result, changing: !stands };
  } catch (error) {
    if (error instanceof DamagedStream) return error;
    throw error;
  }
};

/** What cannot hold together. @throws UsageError */
const checkOptions = ({ payroll, company, year }: ReconcileCommand): void => {
  if (payroll !== undefined && (company !== undefined || year !== undefined))
    throw new UsageError(
      `--payroll names one payroll, whatever its company and year: give it without ${company === undefined ? '--year' : '--company'}`,
    );
  inYear(year);
};

/**
 * `payroll audit reconcile`: pay stubs, journal entries and ledger to the cent. Fails when a payroll does not agree.
 */
export const auditReconcile = (env: NodeJS.ProcessEnv, options: ReconcileCommand): Promise<void> => {
  checkOptions(options);
  return audited(env, async (world) => {
    const damage = makeDamage();
    const list = (found: readonly Found[]): void => {
      for (const { record, what, advice } of found.filter(damage.isNews))
        say(`    ${record}: ${what}\n    to do: ${advice}`);
    };
    let agreed = 0;
    let differing = 0;
    for await (const [id, audit] of chosen(world, options)) {
      const result = await foundAgain(id, audit);
      if (result instanceof DamagedStream) {
        say(`${id}  CANNOT BE READ`);
        list([damageAt(id, result)]);
        continue;
      }
      // Of what is posted and not read only the ledger tells the year.
      if (options.year !== undefined && result && !result.payroll.pay_date.startsWith(options.year)) continue;
      if (!result) {
        if (options.payroll !== undefined) say(`${id}  is a draft: nothing was posted for it`);
        continue;
      }
      const { payroll, stubs, total, found, changing } = result;
      say(
        `${id}  ${payroll.pay_date}  ${counted(stubs, 'pay stub')}, ${toCents(total)}  ${found.length === 0 ? 'agrees' : 'DIFFERS'}`,
      );
      list(found);
      if (changing) say(`    ${CHANGING}`);
      if (found.length === 0) agreed += 1;
      else differing += 1;
    }
    say(`${counted(agreed + differing, 'payroll')} reconciled, ${agreed} agree${agreed === 1 ? 's' : ''}`);
    damage.refuse();
    if (differing > 0) throw new Error(`${differing} payroll${differing === 1 ? ' does' : 's do'} not agree`);
  });
};
