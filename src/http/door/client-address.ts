import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Proxies whose X-Forwarded-For is trusted: addresses and networks in front of the service. */
export interface TrustedProxies {
  trusts(address: string): boolean;
}

/** More hops than any chain of proxies has; entries before them were written by the caller. */
const MOST_HOPS = 32;

/** Bits of an IPv4 address in the form of IPv6 (`::ffff:10.0.0.1`) that are before the address. */
const MAPPED_BITS = 96;

/** A network as addresses are compared: one of mapped IPv4 addresses is one of IPv4. Undefined where it has others too. */
const asCompared = (
  address: ipaddr.IPv4 | ipaddr.IPv6,
  bits: number,
): [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined => {
  if (!(address instanceof ipaddr.IPv6) || !address.isIPv4MappedAddress()) return [address, bits];
  return bits < MAPPED_BITS ? undefined : [address.toIPv4Address(), bits - MAPPED_BITS];
};

/**
 * Reads a list of trusted proxies.
 *
 * @param entries IP addresses and networks in CIDR form: `10.0.0.0/8`, `192.0.2.7`, `2001:db8::/32`
 * @returns undefined when one of them is neither
 */
export const parseTrustedProxies = (entries: readonly string[]): TrustedProxies | undefined => {
  const networks: [ipaddr.IPv4 | ipaddr.IPv6, number][] = [];
  for (const entry of entries) {
    // The other parser takes old forms too, in which `172.16` is 172.0.0.16.
    if (isIP(entry.split('/', 1)[0]!) === 0) return undefined;
    if (ipaddr.isValidCIDR(entry)) {
      const network = asCompared(...ipaddr.parseCIDR(entry));
      if (!network) return undefined;
      networks.push(network);
    } else if (ipaddr.isValid(entry)) {
      const address = ipaddr.process(entry);
      networks.push([address, address.kind() === 'ipv4' ? 32 : 128]);
    } else return undefined;
  }
  return {
    trusts: (text) => {
      if (networks.length === 0 || !ipaddr.isValid(text)) return false;
      const address = ipaddr.process(text);
      return networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
    },
  };
};

export const TRUST_NOBODY: TrustedProxies = { trusts: () => false };

/** An entry of the header without the port that some proxies add. */
const withoutPort = (entry: string): string =>
  /^\[(.+)\](:\d+)?$/.exec(entry)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+)(:\d+)?$/.exec(entry)?.[1] ?? entry;

/**
 * The address of the caller: the address of the connection, or when that is a trusted proxy, the last one in
 * X-Forwarded-For that is no trusted proxy. The entries before it were written by the caller and are ignored.
 *
 * @param connected address of the connection
 * @param forwarded the header as received
 */
export const clientAddress = (connected: string, forwarded: string | undefined, proxies: TrustedProxies): string => {
  if (forwarded === undefined || !proxies.trusts(connected)) return connected;
  let address = connected;
  for (const entry of forwarded.split(',').slice(-MOST_HOPS).reverse()) {
    const hop = withoutPort(entry.trim());
    if (!ipaddr.isValid(hop)) return address;
    address = hop;
    if (!proxies.trusts(hop)) return address;
  }
  return address;
};
