import { expect, test } from 'vitest';
import { OAuthClients } from '../../../src/integrations/access/oauth.ts';
import { connectedBy, organisationsIn } from '../../../src/integrations/access/organisations.ts';

const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;

test('a provider that the service is not registered with is named as it names itself', () => {
  expect(() => new OAuthClients({}, 'https://here.example/oauth/callback').need('quickbooks')).toThrow(
    'The service is not registered with QuickBooks; an operator sets its client id and secret.',
  );
});

test('of the organisations that a user of Xero has connected, the one counts that the token was authorized for', () => {
  const of = (tenantId: string, authEventId: string, createdDateUtc: string, updatedDateUtc = createdDateUtc) => ({
    ...{ id: `c-${tenantId}`, tenantId, authEventId, tenantType: 'ORGANISATION', createdDateUtc, updatedDateUtc },
  });
  const again = of('again', 'e-3', '2026-01-02T08:00:00.1234560', '2026-03-02T08:00:00.1234560');
  const later = of('later', 'e-2', '2026-02-02T08:00:00.1234560');
  const practice = { ...of('practice', 'e-3', '2026-04-02T08:00:00.1234560'), tenantType: 'PRACTICE' };
  const chosen = (access_token: string, body: object[]) =>
    connectedBy(access_token, organisationsIn(JSON.parse(JSON.stringify(body))))?.tenant_id;

  for (const body of [
    [again, later, practice],
    [practice, later, again],
  ]) {
    expect(chosen(jwt({ authentication_event_id: 'e-3' }), body)).toBe('again');
    expect(chosen(jwt({ authentication_event_id: 'e-2' }), body)).toBe('later');
    // A token that names no authorization, or one that is not listed.
    for (const token of ['opaque', 'a.b.c', jwt({}), jwt([]), jwt({ authentication_event_id: 'e-9' })])
      expect(chosen(token, body), token).toBe('again');
  }
  const { updatedDateUtc: _, ...old } = later;
  expect(chosen('opaque', [old, of('first', 'e-1', '2026-01-02T08:00:00.1234560')])).toBe('later');
  expect([chosen('opaque', []), organisationsIn('no list'), organisationsIn([null, {}, 5])]).toEqual([
    undefined,
    [],
    [],
  ]);
});
