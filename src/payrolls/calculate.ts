import type { Json, JsonObject } from '../event-store/port.ts';
import { sameJson } from '../kernel/fold.ts';
import { derivedId } from '../kernel/ids.ts';
import type { Aggregate, EventBody, State } from '../kernel/resource.ts';
import type { Services, Tenant } from '../kernel/services.ts';
import type { Origin } from '../kernel/writer.ts';
import { amountsByType, calculateStub, LINE_KINDS, type Line, type StubResult } from './calculation/index.ts';
import { EMPTY_LINE } from './line-defaults.ts';
import { stages } from './stages.ts';
import { type PartialFacts, stubFacts } from './stub-facts.ts';

/** Calculating a pay stub: facts loaded, the pipeline run, and what changed as one event. */

/** The stub's own members that a calculation sets. */
const CALCULATED = [
  'employee_summary',
  'contractor_summary',
  'company_summary',
  'vacation_pay_balance',
  'liability',
  'cash_requirement',
  'line_item_summary',
  'amounts',
  'bases',
  'recurrences',
  'taken_once',
  'has_taxes_calculated',
  'is_pending_tax_rates',
  'warnings',
] as const;

/** The lines that a stub's stream holds. */
export const linesOf = (aggregate: Aggregate): Line[] =>
  LINE_KINDS.flatMap((kind) => aggregate.all(`${kind}_line_item`).map((state) => state as unknown as Line)).sort(
    (a, b) => (a.id < b.id ? -1 : 1),
  );

/** Runs the pipeline on a stub's present lines. */
export const runPipeline = (
  stub: State,
  facts: PartialFacts,
  aggregate: Aggregate,
  now: string,
  explain = false,
): StubResult => {
  const made_ms = Date.parse(stub.created_at);
  return calculateStub(
    {
      ...facts,
      payment_method: (stub.payment_method ?? 'direct_deposit') as 'direct_deposit' | 'manual',
      lines: linesOf(aggregate),
    },
    {
      // A managed line keeps its id whenever it is made again: it is the stub's line of that recurrence.
      lineId: (kind, key) => derivedId(LINE_PREFIXES[kind], made_ms, `${stub.id}/${kind}/${key}`),
      now,
      explain,
      ...stages,
    },
  );
};

export const LINE_PREFIXES: Readonly<Record<Line['kind'], string>> = {
  earning: 'ernli',
  allowance: 'alwli',
  deduction: 'dedli',
  employee_benefit: 'eebli',
  employer_benefit: 'erbli',
  reimbursement: 'reili',
  statutory_withholding: 'stwli',
  employer_statutory_withholding: 'eswli',
};

/** The event of a calculation; none when nothing differs. */
export const calculationEvent = (stub: State, result: StubResult, aggregate: Aggregate): EventBody[] => {
  const totals = storedTotals(result);
  const changed = CALCULATED.filter((member) => !sameJson(stub[member], totals[member]));
  if (result.changed.length === 0 && result.removed.length === 0 && changed.length === 0) return [];
  const present = new Map(linesOf(aggregate).map((line) => [line.id, line]));
  return [
    {
      type: 'PayStubCalculated',
      data: {
        lines: result.changed.map((line) => lineMembers(line, present.get(line.id), stub)),
        removed: result.removed.map((id) => ({ id, kind: present.get(id)?.kind ?? 'earning' })),
        ...Object.fromEntries(changed.map((member) => [member, totals[member] ?? null])),
      },
    },
  ];
};

/** What a line repeats of its stub, so that it can be listed without it. */
const identity = (stub: State): JsonObject => ({
  pay_stub_id: stub.id,
  payroll_id: stub.payroll_id ?? null,
  work_assignment_id: stub.work_assignment_id ?? null,
});

/** What an event tells of a line: of a new one all that is set, of another the members that changed. */
const lineMembers = (line: Line, before: Line | undefined, stub: State): JsonObject => {
  const told: JsonObject = { id: line.id, kind: line.kind, ...(before ? {} : identity(stub)) };
  const known = (before ?? EMPTY_LINE) as unknown as JsonObject;
  for (const name in line) {
    const value = line[name as keyof Line] as Json | undefined;
    if (name === 'created_at' || name === 'updated_at' || value === undefined) continue;
    if (!sameJson(known[name], value)) told[name] = value;
  }
  return told;
};

const storedTotals = (result: StubResult): JsonObject => {
  const totals = Object.assign({}, result.totals, {
    amounts: amountsByType(result.lines),
    bases: result.bases,
    // In an order that does not depend on which line was made first.
    recurrences: result.lines.flatMap(({ recurrence }) => (recurrence ? [recurrence.id] : [])).sort(),
    taken_once: result.taken_once,
    has_taxes_calculated: result.has_taxes_calculated,
    is_pending_tax_rates: result.is_pending_tax_rates,
    warnings: result.warnings,
  });
  return totals as unknown as JsonObject;
};

/**
 * What follows in the same append from changed lines: the recalculated lines and totals. Stubs that change in the same
 * tick share their facts' queries.
 */
export const recalculated = async (
  stub: State,
  aggregate: Aggregate,
  origin: Origin,
  services: Services,
): Promise<EventBody[]> => {
  const facts = await sharedFacts(stub, services, origin.tenant);
  const current = aggregate.get('pay_stub', stub.id) ?? stub;
  return calculationEvent(current, runPipeline(current, facts, aggregate, origin.occurred_at), aggregate);
};

interface Waiting {
  stubs: Map<string, State>;
  facts: Promise<Map<string, PartialFacts>>;
}
const waiting = new WeakMap<Services, Map<string, Waiting>>();

const sharedFacts = async (stub: State, services: Services, tenant: Tenant): Promise<PartialFacts> => {
  const byCompany = waiting.get(services) ?? new Map<string, Waiting>();
  waiting.set(services, byCompany);
  const company = tenant.company_id ?? '';
  let open = byCompany.get(company);
  if (!open) {
    const stubs = new Map<string, State>();
    const facts = new Promise<Map<string, PartialFacts>>((resolve, reject) => {
      setImmediate(() => {
        byCompany.delete(company);
        stubFacts([...stubs.values()], services, tenant).then(resolve, reject);
      });
    });
    open = { stubs, facts };
    byCompany.set(company, open);
  }
  open.stubs.set(stub.id, stub);
  return (await open.facts).get(stub.id)!;
};
