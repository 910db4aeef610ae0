import { afterAll, describe, expect, test } from 'vitest';
import { startTestService } from '../support/service.ts';

/** What somebody is told who does not know the way yet. */
const service = await startTestService();
afterAll(() => service.close());
const company = await service.company();
const { request, partnerSecret } = service;

test('the root lists the entry points without a credential', async () => {
  const { status, body } = await request('GET', '/');
  expect(status).toBe(200);
  for (const link of Object.values(body.links) as string[])
    expect([link, (await request('GET', link)).status]).toEqual([link, 200]);
});

test('an address with a superfluous slash redirects to the right one, keeping method, body and query', async () => {
  const answer = await fetch(`${service.url}/employees/?per_page=3`, {
    redirect: 'manual',
    headers: { Authorization: `Bearer ${company.token}` },
  });
  expect([answer.status, answer.headers.get('Location')]).toEqual([308, '/employees?per_page=3']);
  const created = await company.request('POST', '/employees/', { first_name: 'Zoë', last_name: 'Li' });
  expect(created.status).toBe(201);
});

describe('a wrong address', () => {
  test('of nothing but slashes holds up nobody, with and without a credential', async () => {
    const slashes = '/'.repeat(15_000);
    // Other work of the machine is no part of it.
    const began = process.cpuUsage();
    const asked = ['', '/docs'].flatMap((place) =>
      Array.from({ length: 4 }, () => `${service.url}${place}${slashes}x`),
    );
    const answers = await Promise.all(asked.map((url) => fetch(url)));
    expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 404));
    // A pattern that tries each slash as the first of those at the end takes a second for each.
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(2_000);
  });

  test('is answered with the nearest existing address', async () => {
    const { status, body } = await company.request('GET', '/employes');
    expect([status, body.message]).toEqual([
      404,
      'There is nothing at this address. Did you mean /employees? GET / lists the addresses.',
    ]);
    const french = await company.request('GET', '/Payrols/1', undefined, { 'Accept-Language': 'fr' });
    expect(french.body.message).toContain('Vouliez-vous dire /payrolls?');
  });

  test('that resembles no other is a plain 404', async () => {
    for (const path of ['/wp-login.php', '/health'])
      expect((await company.request('GET', path)).body.message).toBe('There is nothing at this address.');
  });

  test('is told from the right one of a record that there is not, whosever it is', async () => {
    const ofOther = await service.company();
    const body = { first_name: 'Zoë', last_name: 'Li' };
    const { id } = (await ofOther.request('POST', '/employees', body)).body;
    for (const unknown of [id, 'emp_01K2ZQ7M4T8W3N5R6V9X0Y1A2B', 'wrk_01K2ZQ7M4T8W3N5R6V9X0Y1A2B', '1'])
      for (const [method, sent] of [['GET'], ['PUT', body]] as const) {
        const { status, body: told } = await company.request(method, `/employees/${unknown}`, sent);
        expect([status, told]).toEqual([404, { message: 'There is no employee with this id.' }]);
      }
    const paths = ['/pay_stubs/x/explanation', '/async_tasks/x', '/earning_types/x', '/form_types/x', '/holidays/x'];
    for (const path of paths)
      expect((await company.request('GET', path)).body.message).toMatch(/^There is no [a-z ]+ with this id\.$/);
    const approved = await company.request('POST', '/payrolls/x/approve', {}, { 'Accept-Language': 'fr' });
    expect(approved.body.message).toBe('Aucun objet « payroll » ne porte cet identifiant.');
  });

  test('with a method that it does not take is answered with what to do instead', async () => {
    const [create, gone] = [
      await company.request('POST', '/journal_entries', {}),
      await company.request('DELETE', '/employees/emp_01K2ZQ7M4T8W3N5R6V9X0Y1A2B'),
    ];
    expect([create.status, create.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
    expect([gone.status, gone.body.message]).toEqual([
      405,
      expect.stringContaining('archive it by PUT with archived_at'),
    ]);
    for (const path of ['/reports', '/reports/payroll_register']) {
      const report = await company.request('POST', path, {});
      expect([report.status, report.body.message]).toEqual([405, expect.stringMatching(/, payroll-register, /)]);
    }
  });
});

test('tokens can be revoked by a query parameter without a body', async () => {
  const other = await service.company();
  const both = await request('DELETE', `/token?company_id=${other.id}`, { company_id: company.id }, partnerSecret);
  expect([both.status, Object.keys(both.body.errors)]).toEqual([422, ['company_id']]);
  expect((await request('DELETE', '/token', undefined, partnerSecret)).body.errors).toEqual({
    company_id: ['is required'],
  });
  expect((await request('DELETE', `/token?company_id=${other.id}`, undefined, partnerSecret)).status).toBe(204);
  expect((await other.request('GET', '/employees')).status).toBe(401);
  expect((await company.request('GET', '/employees')).status).toBe(200);
});
