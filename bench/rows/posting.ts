import type { LogEvent } from '../../src/event-store/port.ts';
import type { Service } from '../../src/main.ts';
import { isUnfinished } from '../../src/processes/managers/manager.ts';
import { journalManager } from '../../src/processes/payroll/journal.ts';
import { all, equal, not } from '../../src/values/condition.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { layPast } from '../../test/support/past.ts';
import { type Bench, inTurn, type Measurement, median, type Row, row } from '../bench.ts';
import { type Company, change, hire, make, makeCompany, pay, untilFollowed, vacuum, withService } from '../employer.ts';

/**
 * Posting the journal entries of an approved payroll by the manager that does it: stubs and lines are read from the
 * read models of a company with a past, each line is spread over three departments, finds its codes by the rules of its
 * employer, and an entry for each stub and one for the payroll are appended and can be read. Each round posts another
 * payroll. An employer with 2,000 rules is measured in turn with one that has 200.
 */
const STUBS = 1_000;
const LINES = 15;
const [RULES, MANY_RULES] = [200, 2_000];
const PROMISED_s = 3;
/** How much longer the other employer may take: what machines differ by from one round to the next. */
const NO_SLOWER = 1.1;
const SHARES = ['33.3', '33.3', '33.4'];

const KINDS = [
  'earning',
  'allowance',
  'reimbursement',
  'deduction',
  'employee_benefit',
  'employer_benefit',
  'statutory_withholding',
  'employer_statutory_withholding',
] as const;

/** What everybody gets beside a salary, a pension plan and a phone, so that stubs have lines enough. */
const further = async ({ services }: Service, { tenant }: Company, assignments: readonly string[]): Promise<void> => {
  const items: [string, JsonObject][] = [
    ['allowance', { allowance_type: 'automobile_and_motor_vehicle', amount: '80' }],
    ['reimbursement', { reimbursement_type: 'non_taxable_reimbursement', amount: '40' }],
    ['deduction', { deduction_type: 'union_dues', amount: '12', amount_type: 'fixed' }],
    ['employee_benefit', { employee_benefit_type: 'dental', amount: '9', amount_type: 'fixed' }],
    ['employer_benefit', { employer_benefit_type: 'dental', amount: '18', amount_type: 'fixed' }],
    ['employer_benefit', { employer_benefit_type: 'health', amount: '30', amount_type: 'fixed' }],
  ];
  for (const [object, members] of items)
    await make(
      services,
      tenant,
      object,
      assignments.map((work_assignment_id) => ({
        work_assignment_id,
        effective_from: '2023-01-01',
        frequency: 'per_payroll',
        ...members,
      })),
    );
};

/** Rules of tags, kinds and types, of which most others go before. */
const rulesOf =
  (business_entity_id: string, tags: readonly string[], codes: Record<'expense' | 'liability', string[]>) =>
  (count: number): JsonObject[] =>
    Array.from({ length: count }, (_, i) => ({
      business_entity_id,
      type: KINDS[i % KINDS.length]!,
      ...(i % 2 === 0 ? { tag_id: tags[i % tags.length]! } : {}),
      expense_accounting_code_id: codes.expense[i % codes.expense.length]!,
      liability_accounting_code_id: codes.liability[i % codes.liability.length]!,
    }));

interface Prepared {
  company: Company;
  schedule: string;
}

/** An employer with its books, whose people have stubs on a draft payroll. */
const employer = async (service: Service, rules: number): Promise<Prepared> => {
  const { services } = service;
  const company = await makeCompany(service, `With ${rules} rules`);
  const { tenant, ask } = company;
  const { schedule, assignments } = await hire(services, tenant, STUBS, '2026-12-18');
  const row = await services.read.get('pay_schedule', tenant, schedule);
  const business_entity_id = row!.business_entity_id;
  const [group] = await make(services, tenant, 'tag_group', [
    { business_entity_id, label: 'Department', is_journal_entry_dimension: true },
  ]);
  await ask('PUT', `/business_entities/${business_entity_id}`, { primary_tag_group_id: group });
  const tags = await make(
    services,
    tenant,
    'tag',
    SHARES.map((_, i) => ({ tag_group_id: group!, label: `Department ${i}` })),
  );
  const code = (type: string) =>
    make(
      services,
      tenant,
      'accounting_code',
      Array.from({ length: 20 }, (_, i) => ({ business_entity_id, type, title: `${type} ${i}`, code: `${i}` })),
    );
  const codes = { expense: await code('expense'), liability: await code('liability') };
  await make(services, tenant, 'accounting_code_rule', rulesOf(business_entity_id, tags, codes)(rules));
  await change(services, tenant, 'work_assignment', assignments, {
    tag_assignment: {
      unit: 'percentage',
      is_component_locked: false,
      tag_allocations: tags.map((tag, i) => ({ tags: [tag], value: SHARES[i]! })),
    },
  });
  await pay(services, tenant, assignments);
  await further(service, company, assignments);
  return { company, schedule };
};

/** Posts the entries of one payroll of an employer after the other; gives the seconds until they can be read. */
const poster = async ({ services, foundation }: Service, { company: { tenant }, schedule }: Prepared) => {
  const closed = all(equal('pay_schedule_id', schedule), not(equal('status', 'draft')));
  const payrolls = (await services.read.find('payroll', tenant, closed)).map(({ id }) => id);
  const manager = journalManager(services);
  return async (): Promise<number> => {
    const id = payrolls.shift();
    if (id === undefined) throw new Error('there are fewer payrolls than rounds');
    const stored = await services.store.readStream(`payroll-${id}`);
    const at = stored.findIndex(({ type }) => type === 'PayrollApproved');
    // No manager looks at a position, which a stream does not tell.
    const approved: LogEvent = { ...stored[at]!, position: 0n };
    const [opened] = await foundation.opened([approved]);
    const begun_ms = performance.now();
    const batch = { events: [{ ...opened!, position: 0n, lease: undefined }], signal: new AbortController().signal };
    let handled = await manager.handle(batch, undefined);
    while (isUnfinished(handled)) handled = await manager.handle(batch, undefined);
    await untilFollowed(services, handled);
    const took_s = (performance.now() - begun_ms) / 1_000;
    const posted = equal('payroll_id', id);
    const count = await services.read.count('journal_entry', tenant, posted);
    const [whole] = await services.read.find('journal_entry', tenant, all(posted, equal('type', 'payroll_recording')));
    if (count !== STUBS + 1 || whole?.is_missing_line_item_accounting_codes !== false)
      throw new Error(`of ${STUBS} stubs ${count - 1} have an entry, or lines lack codes`);
    return took_s;
  };
};

/** Lines of a stub, counted where they are. */
const linesOf = async ({ services }: Service, { company: { tenant }, schedule }: Prepared): Promise<number> => {
  const [stub] = await services.read.find(
    'pay_stub',
    tenant,
    all(equal('pay_schedule_id', schedule), equal('is_closed', true)),
  );
  const counts = await Promise.all(
    KINDS.map((kind) => services.read.count(`${kind}_line_item`, tenant, equal('pay_stub_id', stub!.id))),
  );
  return counts.reduce((sum, count) => sum + count, 0);
};

const measure = async (bench: Bench): Promise<Row[]> => {
  const address = await bench.freshDatabase();
  // Made without managers, and populated at once: each family of items would have every stub calculated anew.
  const prepared = await withService(address, ['api', 'projections'], async (service) => {
    const few = await employer(service, RULES);
    return { few, many: await employer(service, MANY_RULES) };
  });
  await withService(address, ['api', 'projections', 'processes'], async ({ services }) =>
    untilFollowed(services, await services.store.head(), ['population']),
  );
  // From here on nobody posts but the measurement.
  return withService(address, ['api', 'projections'], async (service) => {
    for (const { company, schedule } of Object.values(prepared))
      await layPast(service.services, company.tenant, schedule, bench.rounds + 1);
    await vacuum(service.foundation.sql);
    const lines = await linesOf(service, prepared.few);
    if (lines < LINES) throw new Error(`a stub has ${lines} lines, and not ${LINES}`);
    const [few = [], many = []] = await inTurn(bench.rounds, [
      await poster(service, prepared.few),
      await poster(service, prepared.many),
    ]);
    const setup = `${lines} lines a stub, ${SHARES.length} allocations; a past of ${bench.rounds + 1} payrolls; until the entries can be read`;
    return [
      row(
        {
          name: 'journal entries of 1,000 stubs',
          unit: 's',
          baseline_name: 's promised',
          goal: 1,
          less: true,
          setup: `${setup}; ${RULES} rules`,
        },
        few,
        [PROMISED_s],
      ),
      row(
        {
          name: 'journal entries of 1,000 stubs, 2,000 rules',
          unit: 's',
          baseline_name: `s with ${RULES} rules`,
          goal: NO_SLOWER,
          less: true,
          setup,
        },
        many,
        [median(few)],
      ),
    ];
  });
};

export const measurements: Measurement[] = [{ name: 'posting', measure }];
