import type { Service } from '../../src/main.ts';
import { layPast } from '../../test/support/past.ts';
import { type Bench, type Measurement, median, type Row, row } from '../bench.ts';
import { approveNext, type Company, hire, makeCompany, pay, untilFollowed, vacuum, withService } from '../employer.ts';

/**
 * What an approval costs, from the request until the journal entries, and of a live employer the payments, can be read:
 * the whole service, with all its process managers, as an operator runs it.
 */
const PEOPLE = 1_000;
const MANY = 10_000;
const CLOSED = 26;
const PROMISED_s = 2.5;
const WITH_PAYMENTS_s = 2;

/** An employer whose draft payrolls are populated. */
const employer = async (
  service: Service,
  people: number,
  firstPayDate: string,
  isLive = false,
): Promise<[Company, string]> => {
  const company = await makeCompany(service);
  const { services } = service;
  const { schedule, assignments } = await hire(services, company.tenant, people, firstPayDate, isLive);
  await untilFollowed(services, await services.store.head(), ['population']);
  await pay(services, company.tenant, assignments);
  await untilFollowed(services, await services.store.head(), ['population']);
  return [company, schedule];
};

/** Approves the next payroll and checks that it is posted; gives the seconds that it took. */
const timed = async (service: Service, company: Company, schedule: string, people: number): Promise<number> => {
  const { id, took_s } = await approveNext(service, company, schedule);
  const { meta } = await company.ask('GET', `/journal_entries?payroll_id=${id}&per_page=1`);
  if (meta.total < people) throw new Error(`of ${people} stubs ${meta.total} have a journal entry`);
  return took_s;
};

const measure = async (bench: Bench): Promise<Row[]> =>
  withService(await bench.freshDatabase(), ['api', 'projections', 'processes'], async (service) => {
    const [company, schedule] = await employer(service, PEOPLE, '2026-10-09');
    await layPast(service.services, company.tenant, schedule, CLOSED);
    await vacuum(service.foundation.sql);
    await timed(service, company, schedule, PEOPLE);
    const took_s: number[] = [];
    // One draft stays: after the last one the year is over.
    for (let round = 0; round < Math.min(bench.rounds, 4); round++)
      took_s.push(await timed(service, company, schedule, PEOPLE));
    const [large, one] = await employer(service, MANY, '2026-12-18');
    const many_s = await timed(service, large, one, MANY);
    return [
      row(
        {
          name: 'approval of 1,000 stubs, with journal',
          unit: 's',
          baseline_name: 's promised',
          goal: 1,
          less: true,
          setup: `${CLOSED} closed payrolls before; from the request until the journal can be read`,
        },
        took_s,
        [PROMISED_s],
      ),
      row(
        {
          name: 'approval of 10,000 stubs, time per stub',
          unit: 'ms',
          baseline_name: 'ms in one of 1,000',
          goal: 1.2,
          less: true,
          setup: 'one approval, of an employer without a past',
        },
        [(many_s * 1_000) / MANY],
        [(median(took_s) * 1_000) / PEOPLE],
      ),
    ];
  });

/** The same of a live employer: the first approval of a year, and those behind 25 closed payrolls. */
const measurePayments = async (bench: Bench): Promise<Row[]> =>
  withService(await bench.freshDatabase(), ['api', 'projections', 'processes'], async (service) => {
    const paid = async (company: Company, schedule: string): Promise<number> => {
      const { id, took_s } = await approveNext(service, company, schedule);
      const { data: payroll } = await company.ask('GET', `/payrolls/${id}`);
      const payments = `/payments?business_entity_id=${payroll.business_entity.id}&payroll_id=${id}&per_page=1`;
      const [{ meta: made }, { meta: posted }] = await Promise.all([
        company.ask('GET', payments),
        company.ask('GET', `/journal_entries?payroll_id=${id}&per_page=1`),
      ]);
      if (made.total <= PEOPLE || posted.total < PEOPLE)
        throw new Error(`of ${PEOPLE} stubs there are ${made.total} payments and ${posted.total} journal entries`);
      return took_s;
    };
    // The one that does not count.
    await paid(...(await employer(service, PEOPLE, '2026-10-09', true)));
    const first_s = await paid(...(await employer(service, PEOPLE, '2026-10-09', true)));
    const [company, schedule] = await employer(service, PEOPLE, '2026-10-09', true);
    await layPast(service.services, company.tenant, schedule, CLOSED - 1);
    await vacuum(service.foundation.sql);
    const took_s: number[] = [];
    for (let round = 0; round < Math.min(bench.rounds, 4); round++) took_s.push(await paid(company, schedule));
    const name = 'approval of 1,000 stubs, with payments and journal';
    const promised = { unit: 's', baseline_name: 's promised', goal: 1, less: true } as const;
    const until = 'from the request until payments and journal can be read';
    return [
      row({ name, ...promised, setup: `the first of its employer; ${until}` }, [first_s], [WITH_PAYMENTS_s]),
      row({ name: `${name}, the 26th`, ...promised, setup: `${CLOSED - 1} closed payrolls before; ${until}` }, took_s, [
        WITH_PAYMENTS_s,
      ]),
    ];
  });

export const measurements: Measurement[] = [
  { name: 'approval', measure },
  { name: 'payments', measure: measurePayments },
];
