/**
 * Where requests of the database may go. Edge functions have their own rule (supabase/functions/send-messages), because they also run
 * without this host.
 */
import { lookup } from "node:dns/promises";
import { BlockList, isIP, isIPv4 } from "node:net";

export interface Address {
  address: string;
  family: number;
}

/** Addresses that are not of the public internet: https://www.iana.org/assignments/iana-ipv4-special-registry */
const INSIDE = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  INSIDE.addSubnet(network, prefix, "ipv4");
/** Public IPv6 addresses are in 2000::/3, without documentation and the ranges that contain an IPv4 address. */
const PUBLIC_IPV6 = new BlockList();
PUBLIC_IPV6.addSubnet("2000::", 3, "ipv6");
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  INSIDE.addSubnet(network, prefix, "ipv6");

export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !INSIDE.check(address, "ipv4");
  return PUBLIC_IPV6.check(address, "ipv6") && !INSIDE.check(address, "ipv6");
}

/** The names by which the CLI's containers reach the API. */
const OWN_NAMES = ["kong", "host.docker.internal", "api.supabase.internal"];

/** The URL at which the host reaches itself, if `url` is of its API; otherwise `url`. */
export function ownAddress(url: URL, ownUrl: string, apiUrl: string): URL {
  const isOwn =
    OWN_NAMES.includes(url.hostname) || [ownUrl, apiUrl].some((own) => new URL(own).origin === url.origin);
  return isOwn ? new URL(url.pathname + url.search, ownUrl) : url;
}

/** The addresses of the name. Throws unless all are public. */
export async function publicAddresses(hostname: string): Promise<readonly Address[]> {
  const name = hostname.replace(/^\[|\]$/g, "");
  const found = isIP(name) ? [{ address: name, family: isIP(name) }] : await lookup(name, { all: true });
  if (found.length === 0 || !found.every(({ address }) => isPublic(address)))
    throw new Error(`${hostname} is an address inside the network`);
  return found;
}
