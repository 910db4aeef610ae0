import { isObject, type Json, textIf } from '../../values/json.ts';

/**
 * Organisations of Xero. Its tokens are a user's: they are good for every organisation that this user has ever
 * connected with the service, also for those of other companies.
 */
export interface Organisation {
  /** Of the connection between user, service and organisation. */
  id: string;
  /** What the organisation's books are called by. */
  tenant_id: string;
  /** The authorization that it was last connected by. */
  event: string | undefined;
  /** When that was, as it says it: texts of one form. */
  connected_at: string;
}

/** The organisations in an answer of `GET /connections`. Practices have no books. */
export const organisationsIn = (body: Json): Organisation[] =>
  (Array.isArray(body) ? body : []).filter(isObject).flatMap((one): Organisation[] => {
    const { id, tenantId, tenantType, authEventId, createdDateUtc, updatedDateUtc } = one;
    if (typeof tenantId !== 'string' || tenantType === 'PRACTICE') return [];
    // One that is connected again keeps the day on which it was first connected.
    const connected_at = textIf(updatedDateUtc) ?? textIf(createdDateUtc) ?? '';
    return [{ id: textIf(id) ?? '', tenant_id: tenantId, event: textIf(authEventId), connected_at }];
  });

/** The organisation that was connected by the authorization of a token; the latest one where the token names none. */
export const connectedBy = (access_token: string, organisations: readonly Organisation[]): Organisation | undefined => {
  const event = authorizationOf(access_token);
  const own = organisations.filter((one) => event !== undefined && one.event === event);
  const [latest] = [...(own.length > 0 ? own : organisations)].sort((a, b) =>
    a.connected_at < b.connected_at ? 1 : -1,
  );
  return latest;
};

/** The authorization that a token says it is from. It is not verified: it only chooses from the token's own list. */
const authorizationOf = (access_token: string): string | undefined => {
  const [, payload = ''] = access_token.split('.');
  try {
    const claims: Json = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return isObject(claims) ? textIf(claims.authentication_event_id) : undefined;
  } catch {
    return undefined;
  }
};
