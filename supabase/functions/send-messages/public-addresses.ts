/** Members choose the endpoints of push messages. A message must not connect to a machine behind the club's host. */
import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";
import type { Address } from "../_http/outgoing.ts";

/** The name has an address that only the host's own network reaches. */
export class InsideAddressError extends Error {
  override readonly name = "InsideAddressError";
}

/**
 * The addresses of a host name, or of an IP address as it is in a URL. Throws InsideAddressError if one of them is not public,
 * or what `lookup` throws.
 */
export async function publicAddressesOf(hostname: string): Promise<Address[]> {
  const addresses = await lookup(hostname.replace(/^\[|\]$/g, ""), { all: true });
  if (!addresses.every(({ address }) => isPublic(address)))
    throw new InsideAddressError("it is inside the network of this host");
  return addresses.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}

/** False for private, loopback, link-local, multicast and reserved addresses, and for IPv6 addresses that lead to them. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address); // an IPv4-mapped address becomes the IPv4 address
  if (parsed.kind() === "ipv6") {
    // Networks without IPv4 reach IPv4 addresses through NAT64, as the last four bytes.
    if (parsed.match(NAT64)) return isPublic(parsed.toByteArray().slice(-4).join("."));
    if (!parsed.match(GLOBAL_UNICAST)) return false;
  }
  return parsed.range() === "unicast";
}

/** RFC 6052. */
const NAT64 = ipaddr.parseCIDR("64:ff9b::/96");
/** RFC 4291: every other prefix is special, or not assigned. */
const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3");
