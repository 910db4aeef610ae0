import { given, type Resource } from '../api.ts';
import { readPeople } from '../people.ts';
import type { Employer, Member, Scene } from '../scene.ts';

/** The people of employees.csv, what they earn, and what comes with it again and again. */
export const hirePeople = async ({ stage }: Scene, { api }: Employer, schedule: Resource): Promise<Member[]> => {
  stage.act('People, their pay rates and recurring items');
  const members: Member[] = [];
  for (const person of await readPeople()) {
    const employee = await given(
      api.POST('/employees', {
        body: {
          employee_number: person.employee_number,
          external_ref: `hr-${person.employee_number}`,
          first_name: person.first_name,
          last_name: person.last_name,
          date_of_birth: person.date_of_birth,
          sin: person.sin,
          personal_email: person.email,
          address_line_1: person.address_line_1,
          city: person.city,
          province_code: person.province_code,
          country_code: 'CA',
          postal_code: person.postal_code,
          preferred_locale: person.language,
        },
      }),
    );
    const assignment = await given(
      api.POST('/work_assignments', {
        body: {
          employee_id: employee.id,
          pay_schedule_id: schedule.id,
          title: person.title,
          tax_properties: [
            {
              type: 'ca::province_of_employment',
              value: `ca_${person.province_code.toLowerCase()}`,
              effective_from: '2025-01-01',
            },
          ],
        },
      }),
    );
    await given(
      api.POST('/pay_rates', {
        body: {
          work_assignment_id: assignment.id,
          type: 'salary',
          rate: person.annual_salary,
          expected_hours_per_week: person.hours_per_week,
          effective_from: '2025-12-01',
        },
      }),
    );
    members.push({ person, employee, assignment });
  }
  stage.table(
    ['no.', 'name', 'province', 'title', 'salary', 'SIN'],
    members.map(({ person, employee }) => [
      person.employee_number,
      `${person.first_name} ${person.last_name}`,
      person.province_code,
      person.title,
      Number(person.annual_salary).toLocaleString('en-CA'),
      `••• ••• ${employee.data.sin_last_3}`,
    ]),
    [4],
  );
  stage.claim(
    'they are fourteen, in four provinces',
    [members.length, new Set(members.map(({ person }) => person.province_code)).size],
    [14, 4],
  );
  stage.holds(
    'no answer shows a SIN',
    members.every(({ employee }) => employee.data.sin === null),
  );
  const found = await given(api.GET('/employees', { params: { query: { search_names: 'francoise' } } }));
  stage.claim(
    'a search finds Françoise without her cedilla',
    found.data.map(({ data }) => data.first_name),
    ['Françoise'],
  );

  for (const { assignment, person } of members) {
    await given(
      api.POST('/employee_benefits', {
        body: {
          work_assignment_id: assignment.id,
          employee_benefit_type: 'pension_rrsp',
          title: 'RRSP',
          amount: 4,
          amount_type: 'percent',
          income_basis: 'regular_earnings',
          frequency: 'per_payroll',
          effective_from: '2025-12-01',
        },
      }),
    );
    await given(
      api.POST('/employee_benefits', {
        body: {
          work_assignment_id: assignment.id,
          employee_benefit_type: 'dental',
          title: 'Dental plan',
          amount: '18.35',
          amount_type: 'fixed',
          frequency: 'per_payroll',
          effective_from: '2025-12-01',
        },
      }),
    );
    if (person.title === 'Delivery driver' || person.title === 'Sales manager')
      await given(
        api.POST('/allowances', {
          body: {
            work_assignment_id: assignment.id,
            allowance_type: 'cell_phone_allowance',
            title: 'Phone',
            amount: 60,
            frequency: 'per_month',
            date_basis: 'by_pay_date',
            pay_period_cadence: [1],
            effective_from: '2025-12-01',
          },
        }),
      );
  }
  stage.say('everybody pays 4 % of the salary into an RRSP and 18.35 for a dental plan;');
  stage.say('the driver and the sales manager get 60.00 a month for their phone, with the first pay of the month');
  return members;
};
