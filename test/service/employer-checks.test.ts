import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from '../support/command.ts';
import { startTestService, type TestCompany, type TestService } from '../support/service.ts';

/**
 * What an operator answers on behalf of others: who an employer is, and whether its records of employment may be sent.
 */
let service: TestService;
let company: TestCompany;
let entity: string;

beforeAll(async () => {
  service = await startTestService({ hasCommands: true });
  company = await service.company();
  const body = { name: 'Quince', business_number: '123456782RP0001', in_preview: true };
  entity = (await company.request('POST', '/business_entities', body)).body.id;
});
afterAll(() => service.close());

const run = async (...args: string[]) => {
  const command = runHere(args, service.env);
  const code = await command.ended;
  await service.service.services.gate.followed(await service.service.foundation.store.head());
  return { code, said: command.stdout() + command.stderr() };
};

test('authorization 1, 2: a request is processing until an operator records the answer, and each answer is an event', async () => {
  const path = '/business_entity_roe_authorizations';
  const made = await company.request('POST', path, { business_entity_id: entity, note: 'Sent on Monday.' });
  expect([made.status, made.body.data.status, made.body.data.note]).toEqual([201, 'processing', 'Sent on Monday.']);
  const { id } = made.body;
  expect((await company.request('PUT', `${path}/${id}`, { status: 'authorized' })).status).toBe(422);
  expect((await company.request('GET', path)).status).toBe(422);
  expect((await company.request('DELETE', `${path}/${id}`)).status).toBe(405);
  expect((await company.request('POST', path, { business_entity_id: entity, note: 'x'.repeat(1001) })).status).toBe(
    422,
  );

  const answered = await run('roe', 'authorize', id, '--note', 'Confirmed by letter.');
  expect([answered.code, answered.said]).toEqual([0, `${id} is authorized\n`]);
  const listed = await company.request('GET', `${path}?business_entity_id=${entity}`);
  expect(listed.body.data[0].data).toMatchObject({ status: 'authorized', note: 'Sent on Monday.' });
  // The words of the operator are in the history; whoever wrote no note of its own sees them.
  const without = (await company.request('POST', path, { business_entity_id: entity })).body.id;
  await run('roe', 'refuse', without, '--note', 'Not the signer.');
  expect((await company.request('GET', `${path}/${without}`)).body.data).toMatchObject({
    ...{ status: 'unauthorized', note: 'Not the signer.' },
  });
  const events = await service.service.foundation.store.readStream(`roe_authorization-${id}`);
  expect(events.map(({ type }) => type)).toEqual(['RoeAuthorizationCreated', 'RoeAuthorizationGranted']);
  expect(events[1]!.metadata).toMatchObject({ actor: 'operator:cli', company_id: company.id });
  expect((await run('roe', 'authorize', 'emp_1', '--note', 'No.')).said).toBe(
    'payroll: emp_1 is not the id of an ROE authorization: these begin with roea_\n',
  );
  // Recorded twice it is one; another answer than that is told.
  expect((await run('roe', 'authorize', id, '--note', 'Again.')).code).toBe(0);
  const refused = await run('roe', 'refuse', id, '--note', 'No.');
  expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('has answered already')]);
  expect((await service.service.foundation.store.readStream(`roe_authorization-${id}`)).length).toBe(2);
});

test('payroll 15, business entity verification 3 to 6: an employer is onboarding, with a warning, until it was checked; the reason of a failed check is shown to it', async () => {
  const path = `/business_entities/${entity}`;
  const verification = async () => (await company.request('GET', `${path}/verification`)).body;
  const types = async () =>
    (await company.request('GET', path)).body.data.warnings.data.map(
      (one: { data: { type: string } }) => one.data.type,
    );
  expect(await verification()).toMatchObject({
    id: entity.replace('be_', 'bev_'),
    object: 'business_entity_verification',
    data: { status: 'processing', failure_reasons: [], business_entity: { id: entity } },
  });
  const unfinished = 'business_verification_incomplete';
  expect(await types()).toContain(unfinished);
  for (const reason of [' ', 'x'.repeat(1_001)]) {
    const refused = await run('employer', 'fail', entity, '--reason', 'It moved', reason, '--note', 'Looked up');
    expect([refused.code, refused.said]).toEqual([2, expect.stringContaining('--reason must not be blank')]);
  }
  expect((await verification()).data.status).toBe('processing');
  await run('employer', 'fail', entity, '--reason', 'The registered name differs', '--note', 'Registry looked up');
  expect((await verification()).data).toMatchObject({
    status: 'failed',
    failure_reasons: ['The registered name differs'],
  });
  expect(await types()).toEqual(expect.arrayContaining([unfinished, 'business_verification_failed']));
  expect((await run('employer', 'verify', entity, '--note', 'Documents seen')).code).toBe(0);
  expect((await verification()).data).toMatchObject({ status: 'approved', failure_reasons: [] });
  const late = await run('employer', 'fail', entity, '--reason', 'Too late', '--note', 'None');
  expect([late.code, late.said]).toEqual([1, expect.stringContaining('The business entity is approved already.')]);
  const none = await run('employer', 'verify', 'be_none', '--note', 'None');
  expect([none.code, none.said]).toEqual([2, expect.stringContaining('there is no business entity be_none')]);
  expect((await types()).filter((type: string) => type.startsWith('business_verification'))).toEqual([]);
  expect((await company.request('GET', path)).body.data.status).toBe('approved');
  expect((await company.request('GET', '/business_entities/be_01K2ZQ7M4T8W3N5R6V9X0Y1A2B/verification')).status).toBe(
    404,
  );
});
