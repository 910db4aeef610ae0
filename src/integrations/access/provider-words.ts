import { ProviderRefused } from '../../kernel/definition/services.ts';
import { storable } from '../../values/cut.ts';
import { isObject, type Json, type JsonObject, objectOf } from '../../values/json.ts';

/** What a provider says is wrong, in its own words, as messages and events may hold it. */

const MAX_REASON = 500;
/** A shorter text is no secret, and without it the words could not be read. */
const MIN_SECRET = 6;
const HIDDEN = '…';
const NO_REASON = 'no reason given';

/** Texts that prove who asks: tokens, codes, the secret of the service, and the credentials made from them. */
export type Secrets = readonly string[];

/**
 * What Xero did not write of what an answer lists. It says so at each element, and as a rule by the status too: an id
 * that such an element has is of nothing.
 */
export const elementsRefused = (body: JsonObject): JsonObject[] =>
  Object.values(body).flatMap((listed) =>
    (Array.isArray(listed) ? listed : []).filter(isObject).filter((one) => one.StatusAttributeString === 'ERROR'),
  );

/** A refusal as an answer gives it. Of one without words, as a redirect is, the status is all that there is to say. */
export const refusalOf = ({ status, body }: { status: number; body: Json }, secrets: Secrets): ProviderRefused => {
  const reason = reasonOf(body, secrets);
  if (reason !== NO_REASON) return new ProviderRefused(status, reason);
  return new ProviderRefused(status, {
    en: `${NO_REASON}; the status of its answer is ${status}`,
    fr: `aucune raison donnée; le statut de sa réponse est ${status}`,
  });
};

/**
 * What a provider says is wrong: of a fault (QuickBooks), of elements that were not valid (Xero), or all that it says
 * where that is no object. At most 500 UTF-16 units.
 *
 * @param secrets what was sent to it as a proof: some repeat the request in their answer, and companies read this
 */
export const reasonOf = (body: Json, secrets: Secrets): string => {
  if (!isObject(body)) return wordsOf(typeof body === 'string' ? body : '', secrets);
  const objects = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value : []).filter(isObject);
  const fault = objectOf(body.Fault ?? body.fault);
  const faults = objects(fault.Error ?? fault.error).map(({ Message, Detail, message, detail }) =>
    [Message ?? message, Detail ?? detail].filter((text) => typeof text === 'string' && text !== '').join(': '),
  );
  const invalid = 'Elements' in body ? objects(body.Elements) : elementsRefused(body);
  const elements = invalid.flatMap(({ ValidationErrors }) =>
    objects(ValidationErrors).map(({ Message }) => String(Message)),
  );
  const own = [body.Message, body.Detail, body.Title].filter((text): text is string => typeof text === 'string');
  const all = faults.length > 0 ? faults : elements.length > 0 ? elements : own;
  return wordsOf(all.join('; '), secrets);
};

/** Words of a provider without the secrets. They are cut afterwards: the half of a secret is not found. */
export const wordsOf = (text: string, secrets: Secrets): string =>
  storable(without(text, secrets).trim() || NO_REASON, MAX_REASON);

const without = (text: string, secrets: Secrets): string => {
  const forms = secrets.filter(({ length }) => length >= MIN_SECRET).flatMap(formsOf);
  // The longest first: one may begin as another does.
  const longest = forms.sort((a, b) => b.length - a.length);
  return longest.reduce((words, form) => words.replaceAll(form, HIDDEN), text);
};

/** A secret as it is, in base64, and each of these as a part of an address or of JSON. */
const formsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  const plain = [
    secret,
    bytes.toString('base64'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ];
  return plain.flatMap((form) => {
    const encoded = encodeURIComponent(form);
    const [, asForm = ''] = new URLSearchParams({ '': form }).toString().split('=');
    const inAddress = [encoded, asForm];
    const small = inAddress.map((one) => one.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()));
    return [form, form.replaceAll('/', '\\/'), ...inAddress, ...small];
  });
};
