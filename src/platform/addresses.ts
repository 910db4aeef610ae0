import ipaddr from 'ipaddr.js';
import type { Outbound } from '../kernel/definition/services.ts';
import type { Text } from '../values/text.ts';

/** Which addresses may be called by the service itself, on behalf of somebody who may not reach into our network. */
export interface AddressPolicy {
  /** WEBHOOK_ALLOW_PRIVATE: any address at all. */
  allowPrivate: boolean;
  /** All who call the service are on this machine anyway. */
  allowLoopback: boolean;
}

const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '::1'];

const isLoopback = (host: string): boolean => LOOPBACK_HOSTS.includes(host) || rangeOf(host) === 'loopback';

/**
 * The policy of a process that listens on `host`. A proxy on the same machine brings others to a service that listens
 * on loopback alone: the address that they know it by says so, and that a proxy is trusted.
 */
export const addressPolicy = ({
  allowPrivate,
  host,
  publicUrl,
  isBehindProxies,
}: {
  allowPrivate: boolean;
  host: string;
  publicUrl: string | undefined;
  isBehindProxies: boolean;
}): AddressPolicy => {
  const known = publicUrl === undefined ? host : hostOf(new URL(publicUrl));
  return { allowPrivate, allowLoopback: !isBehindProxies && isLoopback(host) && isLoopback(known) };
};

/** Where machines of a cloud get their credentials, beyond the link-local ranges. */
const METADATA = new Set(
  ['fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '168.63.129.16', '192.0.0.192'].map(canonical),
);

/**
 * An IP address with every IPv4 address that it stands for: mapped, compatible, translated (NAT64, and RFC 2765),
 * tunnelled (6to4, ISATAP). None for a name.
 */
const meanings = (address: string): string[] => {
  if (!ipaddr.isValid(address)) return [];
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return [canonical(address)];
  const { parts } = parsed;
  const ipv4 = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const last = ipv4(parts[6]!, parts[7]!);
  // From the second half of one part to the first half of the next.
  const across = (at: number): number => ((parts[at]! & 255) << 8) | (parts[at + 1]! >> 8);
  // Networks number their own translators so (RFC 8215); the eight bits in the middle are left out (RFC 6052, 2.2).
  const isLocalTranslator = parts.slice(0, 3).join(':') === `${0x64}:${0xff9b}:1`;
  const isTail =
    parts.slice(0, 5).every((part) => part === 0) ||
    parts.slice(0, 6).join(':') === '0:0:0:0:65535:0' ||
    parts[0] === 0x64 ||
    parts[5] === 0x5efe;
  const isItself = parts.slice(0, 7).every((part) => part === 0) && parts[7]! <= 1;
  return [
    canonical(address),
    ...(isTail && !isItself ? [last] : []),
    ...(parts[0] === 0x2002 ? [ipv4(parts[1]!, parts[2]!)] : []),
    ...(isLocalTranslator
      ? [
          ipv4(parts[3]!, across(4)),
          ipv4(((parts[3]! & 255) << 8) | (parts[4]! & 255), parts[5]!),
          ipv4(across(4), across(5)),
        ]
      : []),
  ];
};

function canonical(address: string): string {
  return ipaddr.process(address).toString();
}

/** Kind of an IP address (an IPv4 address in IPv6 is what it maps to); undefined for a name. */
const rangeOf = (address: string): string | undefined =>
  ipaddr.isValid(address) ? ipaddr.process(address).range() : undefined;

/**
 * Whether an IP address may be called: public ones, and what the policy allows. Addresses that give a machine its own
 * credentials may never be called, in whatever form.
 */
export const admitsAddress = (address: string, policy: AddressPolicy): boolean => {
  const all = meanings(address);
  if (all.length === 0 || all.some((one) => METADATA.has(one) || rangeOf(one) === 'linkLocal')) return false;
  return (
    policy.allowPrivate ||
    all.every((one) => rangeOf(one) === 'unicast' || (rangeOf(one) === 'loopback' && policy.allowLoopback))
  );
};

/** The host of a URL; IPv6 is in brackets there. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/** The IP address that a URL names literally, in whatever spelling; undefined when it is a name. */
export const literalAddress = (url: URL): string | undefined => {
  // The URL parser has turned 0x7f.1 and the like into dotted quads.
  const host = hostOf(url);
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
