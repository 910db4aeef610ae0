import ipaddr from 'ipaddr.js';
import type { Outbound } from '../kernel/services.ts';
import type { Text } from '../kernel/text.ts';

/** Which addresses may be called by the service itself, on behalf of somebody who may not reach into our network. */
export interface AddressPolicy {
  /** WEBHOOK_ALLOW_PRIVATE: any address at all. */
  allowPrivate: boolean;
  /** The service itself listens on loopback, so whoever calls it is on this machine anyway. */
  allowLoopback: boolean;
}

export const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/** The policy of a process that listens on `host`. */
export const addressPolicy = (settings: { allowPrivate: boolean; host: string }): AddressPolicy => ({
  allowPrivate: settings.allowPrivate,
  allowLoopback: LOOPBACK_HOSTS.includes(settings.host) || rangeOf(settings.host) === 'loopback',
});

/** Kind of an IP address (an IPv4 address in IPv6 is what it maps to); undefined for a name. */
const rangeOf = (address: string): string | undefined =>
  ipaddr.isValid(address) ? ipaddr.process(address).range() : undefined;

/** Whether an IP address may be called: public ones, and what the policy allows. */
export const admitsAddress = (address: string, policy: AddressPolicy): boolean => {
  if (policy.allowPrivate) return true;
  const range = rangeOf(address);
  return range === 'unicast' || (range === 'loopback' && policy.allowLoopback);
};

/** The IP address that a URL names literally, in whatever spelling; undefined when it is a name. */
export const literalAddress = (url: URL): string | undefined => {
  // The URL parser has turned 0x7f.1 and the like into dotted quads, and puts IPv6 in brackets.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(host) ? host : undefined;
};

const isLocalName = (url: URL): boolean => /(^|\.)localhost\.?$/i.test(url.hostname);

const PRIVATE: Text = {
  en: 'must not name an address of a private network, or of the machine itself',
  fr: "ne doit pas désigner une adresse d'un réseau privé, ni la machine elle-même",
};

/** Judges URLs before they are kept; addresses that a name resolves to are judged when they are called. */
export const makeOutbound = (policy: AddressPolicy): Outbound => ({
  refuses: (url) => {
    const address = literalAddress(url) ?? (isLocalName(url) ? '127.0.0.1' : undefined);
    return address !== undefined && !admitsAddress(address, policy) ? PRIVATE : undefined;
  },
});
