import { type Bench, type Measurement, type Row, row } from '../bench.ts';
import { makeCompany, remove, withService } from '../employer.ts';
import { generated, paidYear } from '../year-end.ts';

/** What the end of a year takes: forms of everybody from the pay stubs of 26 payrolls. `BENCH_PEOPLE=50` runs small. */
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 0) || 1_000;
const PAYROLLS = 26;
const PROMISED_s = 10;

const said = (n: number): string => n.toLocaleString('en');

const measure = async (bench: Bench): Promise<Row[]> =>
  withService(await bench.freshDatabase(), ['api', 'projections', 'processes'], async (service) => {
    const company = await makeCompany(service);
    await paidYear(service, company, PEOPLE, PAYROLLS);
    const { services } = service;
    const round = async (): Promise<number> => {
      const took_s = await generated(company.ask, 't4');
      const forms: string[] = [];
      for await (const rows of services.read.pages('form', company.tenant, { is: 'all', of: [] }))
        forms.push(...rows.map(({ id }) => id));
      if (forms.length !== PEOPLE) throw new Error(`there are ${forms.length} forms of ${PEOPLE} people`);
      await remove(services, company.tenant, 'form', forms);
      return took_s;
    };
    await round();
    const took_s: number[] = [];
    for (let n = 0; n < bench.rounds; n++) took_s.push(await round());
    return [
      row(
        {
          name: `T4s of ${said(PEOPLE)} people with ${PAYROLLS} payrolls`,
          unit: 's',
          baseline_name: 's promised',
          goal: 1,
          less: true,
          setup: 'from the request until its task has ended and the forms can be read',
        },
        took_s,
        [PROMISED_s],
      ),
    ];
  });

export const measurements: Measurement[] = [{ name: 'forms', measure }];
