import type { NewEvent } from '../../src/event-store/port.ts';
import { derivedId, derivedUuid } from '../../src/values/ids.ts';
import type { JsonObject } from '../../src/values/json.ts';
import type { TestCompany, TestService } from './service.ts';

/**
 * An approved payroll written straight to the log, as large as a test wants it, and as wrong: every stub has the same
 * number of earnings of 10 dollars each, and says that it comes to `gross`.
 */
export interface ApprovedPayroll {
  stubs: number;
  linesOfEach: number;
  /** What the stubs say of themselves; default what their lines come to. */
  gross?: string;
  /** How many stubs the approval says that it closed; default all. */
  said?: number;
}

const AT = '2026-01-05T17:00:00.000000Z';

const totals = (gross: string): JsonObject => ({
  amounts: { earning: { bonus: gross } },
  employee_summary: {
    gross,
    subtractions: '0',
    reimbursements: '0',
    net: gross,
    gross_ytd: gross,
    subtractions_ytd: '0',
    reimbursements_ytd: '0',
    net_ytd: gross,
  },
  line_item_summary: { earnings: { period: gross, ytd: gross, period_managed: '0', period_unmanaged: gross } },
  company_summary: { taxes_and_contributions: '0', benefits: '0', total: '0' },
  liability: gross,
  cash_requirement: gross,
});

/** Writes it, and gives its id and those of its stubs. */
export const approvedPayroll = async (service: TestService, company: TestCompany, wanted: ApprovedPayroll) => {
  const { store } = service.service.services;
  const partner_id = service.service.firstPartner!.partner_id;
  const metadata = { company_id: company.id, partner_id, occurred_at: AT, actor: 'process:test' };
  const seed = crypto.randomUUID();
  const idOf = (prefix: string, key: string) => derivedId(prefix, Date.parse(AT), `${seed}/${key}`);
  const append = (stream: string, events: { type: string; data: JsonObject }[]) =>
    store.append(
      stream,
      events.map(({ type, data }, i): NewEvent => ({ id: derivedUuid(seed, stream, `${i}`), type, data, metadata })),
      'no_stream',
    );
  const payroll_id = idOf('payrl', 'payroll');
  const dates = { pay_date: '2026-01-09', period_start: '2025-12-22', period_end: '2026-01-04' };
  const of = { business_entity_id: idOf('bent', 'entity'), pay_schedule_id: idOf('paysch', 'schedule') };
  const stubs = Array.from({ length: wanted.stubs }, (_, i) => idOf('payst', `stub/${i}`));
  const gross = wanted.gross ?? String(wanted.linesOfEach * 10);
  await Promise.all(
    stubs.map((id, i) => {
      const work_assignment_id = idOf('wrk', `assignment/${i}`);
      const line = (n: number): JsonObject => ({
        id: idOf('ernli', `${i}/${n}`),
        kind: 'earning',
        type: 'bonus',
        managed_amount: '10',
        pay_stub_id: id,
        payroll_id,
        work_assignment_id,
      });
      const employee_id = idOf('emp', `employee/${i}`);
      const lines = Array.from({ length: wanted.linesOfEach }, (_, n) => line(n));
      return append(`pay_stub-${id}`, [
        {
          type: 'PayStubCreated',
          data: { payroll_id, work_assignment_id, employee_id, contractor_id: null, ...of, ...dates, is_closed: false },
        },
        { type: 'PayStubCalculated', data: { lines, removed: [], ...totals(gross) } },
        { type: 'PayStubClosed', data: { payroll_id } },
      ]);
    }),
  );
  const { position } = await append(`payroll-${payroll_id}`, [
    { type: 'PayrollCreated', data: { ...of, ...dates, type: 'regular', status: 'draft', approval: null } },
    {
      type: 'PayrollApproved',
      data: {
        pay_schedule_id: of.pay_schedule_id,
        approved_at: '2026-01-05',
        stub_count: wanted.said ?? wanted.stubs,
        stubs: stubs.map((id) => ({ id, revision: '2' })),
        remuneration: {},
      },
    },
  ]);
  return { payroll_id, stubs, position };
};
