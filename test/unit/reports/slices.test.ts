import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Reader } from '../../../src/kernel/definition/reader.ts';
import { packed } from '../../../src/reports/content.ts';
import type { ReportSource } from '../../../src/reports/model/report-type.ts';
import { linesOf } from '../../../src/reports/source/lines.ts';
import { titledStubPages } from '../../../src/reports/source/payrolls.ts';
import { sumsOf } from '../../../src/reports/source/people.ts';
import { reportTypeOf } from '../../../src/reports/types.ts';
import { longestSlice, stillClock } from '../../support/slices.ts';

/**
 * Given a large report, when it is made, then requests have their turn after a few of its rows, however large it is.
 */

/** Most rows between two turns of the event loop, each of which takes a millisecond. */
const MOST_ROWS = 4;
/** Most rows of one answer of the database, which is parsed without a break. */
const MOST_READ = 250;

let clock: ReturnType<typeof stillClock>;
beforeEach(() => {
  clock = stillClock();
});
afterEach(() => vi.restoreAllMocks());

const FILTERS = { payroll_type: null, payroll_status: null, pay_date_from: null, pay_date_to: null, year: null };
const REQUEST = { business_entity_id: null, pay_schedule_id: null, payroll_id: 'payrl_1', filters: FILTERS };

/** Read models of a payroll with so many stubs; each row that is looked at takes a millisecond, and is counted. */
const sourceOf = (stubs: number, look: () => void): ReportSource & { sizes: number[] } => {
  const sizes: number[] = [];
  const looked = <T extends object>(row: T, member: string, value: string): T =>
    Object.defineProperty(row, member, {
      enumerable: true,
      get: () => {
        look();
        clock.pass(1);
        return value;
      },
    });
  const stub = (n: number) => {
    const own = { id: `stub_${n}`, employee_id: 'emp_1', payroll_id: 'payrl_1', work_assignment_id: 'wrkasn_1' };
    return looked(own, 'business_entity_id', 'bsent_1');
  };
  const line = (n: number) => {
    const own = { id: `line_${n}`, pay_stub_id: `stub_${n}`, type: 'salary', custom_hours: null, managed_hours: null };
    return looked(own, 'custom_amount', '1');
  };
  const rows: Record<string, (n: number) => object> = { pay_stub: stub, earning_line_item: line };
  const pages = async function* (object: string, _tenant: unknown, where: unknown, size = 1_000) {
    if (object === 'payroll')
      yield [{ id: 'payrl_1', business_entity_id: 'bsent_1', pay_date: '', period_start: '', period_end: '' }];
    const make = rows[object];
    if (!make) return;
    const named = /stub_\d+/g;
    const ids = object === 'pay_stub' ? undefined : (JSON.stringify(where).match(named) ?? []);
    const all = ids ? ids.map((id) => Number(id.slice(5))) : Array.from({ length: stubs }, (_, n) => n);
    for (let at = 0; at < all.length; at += size) {
      const page = all.slice(at, at + size).map(make);
      sizes.push(page.length);
      yield page;
    }
  };
  const getMany = async (object: string, _: unknown, ids: readonly string[]) =>
    new Map(object === 'employee' ? ids.map((id) => [id, { id, first_name: 'Ada', last_name: 'Byron' }]) : []);
  // What a report of these rows asks of a reader.
  const get = async () => ({ id: 'payrl_1', status: 'draft' });
  const read = { pages, get, getMany } as unknown as Reader;
  const tenant = { partner_id: 'part_1', company_id: 'cmp_1' };
  return { read, tenant, request: REQUEST, signal: new AbortController().signal, sizes };
};

test('rows are added to the content of a report a few per turn', async () => {
  const type = reportTypeOf('payroll-register');
  const most = await longestSlice(async (piece) => {
    const rows = async function* () {
      for (let n = 0; n < 500; n++) {
        piece();
        clock.pass(1);
        yield [`row ${n}`];
      }
    };
    const sheets = [{ ...type.sheets[0]!, columns: [], rows }];
    for await (const _ of packed({ ...type, sheets }, sourceOf(0, piece), 1n));
  });
  expect(most).toBeLessThanOrEqual(MOST_ROWS);
});

test('lines of a register are opened a few per turn', async () => {
  let count = 0;
  let sizes: number[] = [];
  const most = await longestSlice(async (piece) => {
    const source = sourceOf(400, piece);
    for await (const _ of linesOf(titledStubPages(source), source, ['earning'])) count++;
    ({ sizes } = source);
  });
  expect(count).toBe(400);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MOST_READ);
  expect(most).toBeLessThanOrEqual(MOST_ROWS);
});

test('stubs of slips are summed a few per turn', async () => {
  let sizes: number[] = [];
  const most = await longestSlice(async (piece) => {
    const source = sourceOf(2_000, piece);
    await sumsOf(source, 'employee', ['emp_1'], () => 'ON');
    ({ sizes } = source);
  });
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MOST_READ);
  expect(most).toBeLessThanOrEqual(MOST_ROWS);
});
